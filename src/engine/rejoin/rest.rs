//! What may be the rest of a URL behind a break, and what is a sentence, told from a few bytes.

use crate::text::{
    top_level_domains::is_top_level_domain,
    words::{Ends, WORD_KEY, word_key, word_keys},
};

/// Whether what a URL's line ends in can be the end of a URL as well as anything: then prose on the next line is prose.
pub(super) fn is_whole(last: u8) -> bool {
    last.is_ascii_alphanumeric() || matches!(last, b'/' | b'.' | b',' | b';' | b':' | b')')
}

/// Whether a word of prose behind a line that ends so is none of a URL's.
pub(super) fn ends_phrase(last: u8) -> bool {
    is_whole(last) || matches!(last, b'!' | b'?')
}

/// Whether no part of a URL begins with this byte.
pub(super) fn never_begins_rest(byte: u8) -> bool {
    matches!(byte, b'<' | b'>' | b'"' | b'\'' | b'`' | b'{' | b'}' | b'|' | b'\\' | b'^' | b')' | b']')
        || !byte.is_ascii()
}

/// Whether no URL goes on with a word, as it is made of signs: of punctuation alone, but for one slash or hyphen, or with three that
/// are the same in front, or behind another, or with two equals signs.
pub(super) fn is_of_signs(word: &[u8]) -> bool {
    let is_rule = matches!(word, [a, b, c, ..] if a == b && b == c && a.is_ascii_punctuation())
        || matches!(word, [sign, b'=', b'=', b'=', ..] if sign.is_ascii_punctuation());
    let has_letter_beyond_ascii = || str::from_utf8(word).is_ok_and(|word| word.chars().any(char::is_alphanumeric));
    let is_bare =
        || !matches!(word, [b'/' | b'-']) && !word.iter().any(u8::is_ascii_alphanumeric) && !has_letter_beyond_ascii();
    // Numbers between two equals signs each stand in front of the lines of a debugger.
    is_rule || word.starts_with(b"==") || is_bare()
}

/// The same of the word that a line begins with. None where the text ends before that is known.
pub(super) fn begins_with_signs(text: &[u8]) -> Option<bool> {
    // A colon may be the mark of a quotation.
    if matches!(text.first()?, b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b':') {
        return Some(false);
    }
    let end = text.iter().position(|&byte| byte <= b' ' || !byte.is_ascii())?;
    Some(text[end].is_ascii() && is_of_signs(&text[..end]))
}

/// How many bytes of a link's target stand in front of the bracket that closes it, a round or a curly one; none where it is not closed.
pub(super) fn target_length(token: &[u8], closing: u8) -> Option<usize> {
    let opening = if closing == b')' { b'(' } else { b'{' };
    let mut depth = 0;
    for (at, &byte) in token.iter().enumerate() {
        match byte {
            _ if byte == opening => depth += 1,
            _ if byte == closing && depth == 0 => return Some(at),
            _ if byte == closing => depth -= 1,
            b'"' | b'\'' | b'<' | b'>' | b'[' | b']' | b'`' => return None,
            _ => {}
        }
    }
    None
}

/// How many labels stand in front of the known top-level domain of the host that a text begins with, before a path or a port and one; none where
/// there is no such host.
pub(super) fn labels_of_host(text: &[u8]) -> Option<usize> {
    let is_host = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-');
    let length = text.iter().take_while(|&byte| is_host(byte)).count();
    let (host, behind) = text.split_at(length);
    let mut labels = host.rsplit(|&byte| byte == b'.');
    let is_known = begins_path_or_port(behind) && labels.next().is_some_and(is_top_level_domain);
    is_known.then(|| labels.filter(|label| !label.is_empty()).count())
}

/// Whether a slash stands there, or a port and one.
pub(super) fn begins_path_or_port(text: &[u8]) -> bool {
    let Some(port) = text.strip_prefix(b":") else { return text.starts_with(b"/") };
    let digits = port.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 0 && port[digits..].starts_with(b"/")
}

/// Whether a text begins with a label in square brackets, a colon and a space behind it, and what it stands for, as a line in
/// Markdown does that defines what a link points to. None where the text ends before that is known.
pub(super) fn begins_definition(text: &[u8]) -> Option<bool> {
    const MAX_LABEL: usize = 128;
    let label = &text[..text.len().min(MAX_LABEL)];
    let Some(end) = memchr::memchr2(b']', b'\n', label) else {
        return (label.len() == MAX_LABEL).then_some(false);
    };
    let &[first, colon, space, next] = text[end..].first_chunk()?;
    Some([first, colon, space] == *b"]: " && next > b' ')
}

/// Whether a text begins with a word of letters, which may stand in parentheses, and goes on with another behind spaces.
/// None where it ends before that is known.
pub(super) fn is_prose(text: &[u8]) -> Option<bool> {
    let is_letter = |byte: u8| byte.is_ascii_alphabetic() || !byte.is_ascii();
    let word = usize::from(*text.first()? == b'(');
    let mut at = word + text[word..].iter().position(|&byte| !is_letter(byte))?;
    if at == word || at <= MAX_SUFFIX && is_rest_of_suffix(text) {
        return Some(false);
    }
    at += usize::from(word > 0 && text[at] == b')');
    at += usize::from(matches!(text.get(at)?, b',' | b';' | b'.' | b'!' | b'?'));
    // A typesetter puts several spaces between words.
    let spaces = text[at..].iter().position(|&byte| byte != b' ')?;
    let second = text[at + spaces];
    Some(spaces > 0 && (is_letter(second) || second.is_ascii_digit() || second == b'('))
}

/// Words that stand at the start of a line of prose, and hardly ever begin the rest of a URL; sorted.
pub(super) const FUNCTION_WORDS: [&str; 74] = [
    "a", "about", "after", "all", "also", "although", "an", "and", "any", "are", "as", "at", "be", "because", "been",
    "before", "but", "by", "can", "could", "did", "do", "does", "during", "each", "etc", "for", "from", "had", "has",
    "have", "how", "however", "i", "if", "in", "into", "is", "it", "its", "may", "more", "most", "my", "not", "of",
    "on", "or", "our", "should", "so", "some", "such", "than", "that", "the", "their", "then", "there", "these",
    "they", "this", "through", "to", "under", "was", "we", "were", "when", "where", "which", "while", "with", "you",
];

static FUNCTION_WORD_KEYS: [u64; FUNCTION_WORDS.len()] = word_keys(&FUNCTION_WORDS);

/// Whether it is a function word, with or without the punctuation of a sentence.
pub(super) fn is_word_of_prose(token: &[u8]) -> bool {
    is_bare_word_of_prose(without_punctuation(token))
}

/// The same of a word that has none.
pub(super) fn is_bare_word_of_prose(word: &[u8]) -> bool {
    word.len() <= WORD_KEY && FUNCTION_WORD_KEYS.contains(&word_key(word))
}

/// A token without the punctuation of a sentence and closing brackets behind it.
pub(super) fn without_punctuation(token: &[u8]) -> &[u8] {
    let end = token
        .iter()
        .rposition(|byte| {
            !matches!(byte, b'.' | b',' | b';' | b':' | b'!' | b'?' | b')' | b']' | b'}' | b'>' | b'"' | b'\'')
        })
        .map_or(0, |last| last + 1);
    &token[..end]
}

/// What words end with behind a typesetter's hyphen, and no word is; sorted.
pub(super) const REST_OF_WORD: [&str; 32] = [
    "ance", "ary", "ated", "ates", "ating", "ber", "ble", "cation", "chy", "der", "ence", "ences", "ery", "ible",
    "ing", "ings", "ity", "ization", "lation", "ly", "mation", "ment", "ments", "ness", "ous", "tation", "ter", "tion",
    "tions", "tive", "ture", "tures",
];

/// Whether a text begins with letters that are no word but the end of one.
pub(super) fn is_rest_of_word(text: &[u8]) -> bool {
    let length = text.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    REST_OF_WORD.binary_search_by(|rest| rest.as_bytes().cmp(&text[..length])).is_ok()
}

/// What stands behind the full stop in the names of files on the web; but not `cgi` and `gif`, the ends of which are words.
pub(super) const SUFFIXES: [&str; 18] = [
    "asp", "aspx", "gz", "htm", "html", "jpeg", "jpg", "jsp", "pdf", "php", "png", "ps", "shtml", "tar", "txt",
    "xhtml", "xml", "zip",
];

/// Whether a text begins with letters that are no word, but the end of a file's suffix.
pub(super) fn is_rest_of_suffix(text: &[u8]) -> bool {
    let front = &text[..text.len().min(MAX_SUFFIX + 1)];
    let length = front.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(front.len());
    let rest = &text[..length];
    (1..=MAX_SUFFIX).contains(&length)
        // Few words end as a suffix does.
        && (length == 1 || SUFFIX_ENDS.may_end(rest))
        && SUFFIXES.iter().any(|suffix| suffix.as_bytes().ends_with(rest))
}

/// The length of the longest suffix.
pub(super) const MAX_SUFFIX: usize = 5;

/// Whether it is what stands behind the full stop in the name of a file on the web, in any letter case.
pub(super) fn is_suffix(text: &[u8]) -> bool {
    SUFFIXES.iter().any(|suffix| suffix.as_bytes().eq_ignore_ascii_case(text))
}

static SUFFIX_ENDS: Ends = {
    let (mut ends, mut i) = (Ends::none(), 0);
    while i < SUFFIXES.len() {
        assert!(SUFFIXES[i].len() <= MAX_SUFFIX);
        ends = ends.with(SUFFIXES[i].as_bytes());
        i += 1;
    }
    ends
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_sorted() {
        assert!(FUNCTION_WORDS.is_sorted() && REST_OF_WORD.is_sorted() && SUFFIXES.is_sorted());
    }

    #[test]
    fn prose_goes_on_with_a_word_a_number_or_a_parenthesis() {
        for text in ["spoons of wood", "spoons, of wood", "spoons 12 to 17", "spoons (of wood)", "(spoons) of wood"] {
            assert_eq!(is_prose(text.as_bytes()), Some(true), "{text}");
        }
        for text in ["spoons/of wood", "spoons [1]", "12 spoons"] {
            assert_eq!(is_prose(text.as_bytes()), Some(false), "{text}");
        }
    }

    #[test]
    fn rests_of_suffixes_are_no_words() {
        for suffix in SUFFIXES {
            assert!((1..suffix.len()).all(|cut| !is_word_of_prose(&suffix.as_bytes()[cut..])), "{suffix}");
        }
    }
}
