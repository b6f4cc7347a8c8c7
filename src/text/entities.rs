//! The character references of HTML, by name and by number.

/// The references of marks that URLs have, and of those that end one. No name contains a bracket or a quotation mark.
const NAMED: [(&str, char); 37] = [
    ("amp", '&'),
    ("apos", '\''),
    ("ast", '*'),
    ("colon", ':'),
    ("comma", ','),
    ("commat", '@'),
    ("dollar", '$'),
    ("equals", '='),
    ("excl", '!'),
    ("gt", '>'),
    ("hat", '^'),
    ("hellip", '…'),
    ("laquo", '«'),
    ("ldquo", '“'),
    ("lowbar", '_'),
    ("lpar", '('),
    ("lsqb", '['),
    ("lsquo", '‘'),
    ("lt", '<'),
    ("mdash", '—'),
    ("nbsp", '\u{A0}'),
    ("ndash", '–'),
    ("num", '#'),
    ("percnt", '%'),
    ("period", '.'),
    ("plus", '+'),
    ("quest", '?'),
    ("quot", '"'),
    ("raquo", '»'),
    ("rdquo", '”'),
    ("rpar", ')'),
    ("rsqb", ']'),
    ("rsquo", '’'),
    ("semi", ';'),
    ("sol", '/'),
    ("tab", '\t'),
    ("verbar", '|'),
];

/// The most bytes of a reference that is read: those of `&#x1F600;`.
pub(crate) const MAX_REFERENCE: usize = 9;

/// Returns the character of the reference at the start of a text, and its length.
pub(crate) fn reference(text: &[u8]) -> Option<(char, usize)> {
    let end = text.iter().take(MAX_REFERENCE).position(|&byte| byte == b';')?;
    let name = str::from_utf8(text[..end].strip_prefix(b"&")?).ok()?;
    let number = |digits: &str, radix| char::from_u32(u32::from_str_radix(digits, radix).ok()?);
    let c = match name.strip_prefix('#') {
        Some(digits) => match digits.strip_prefix(['x', 'X']) {
            Some(digits) => number(digits, 16),
            None => number(digits, 10),
        },
        None => NAMED.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|&(_, c)| c),
    };
    Some((c?, end + 1))
}

/// Returns `true` if a URL may end before this character in text which was escaped for HTML. The first ones may also be
/// in a word.
pub(crate) fn ends_markup(c: char) -> bool {
    is_inner_mark(c) || matches!(c, '<' | '>' | '"' | '\u{A0}' | '«' | '»' | '“' | '”' | '‘' | '—')
}

/// Returns `true` for an apostrophe, a short dash and an ellipsis, which may be in a word.
pub(crate) fn is_inner_mark(c: char) -> bool {
    matches!(c, '\'' | '’' | '–' | '…')
}

/// Returns the length of the reference at the end of a text, if some reader undoes it anywhere.
pub(crate) fn last_reference(text: &[u8]) -> Option<usize> {
    let near = &text[text.len().saturating_sub(MAX_REFERENCE)..];
    let last = &near[memchr::memrchr(b'&', near)?..];
    let (c, length) = reference(last)?;
    (length == last.len() && (last[1] == b'#' || ends_markup(c))).then_some(length)
}
