//! The single pieces of evidence: what each of them looks at, one small function for each, in the order of the table.

use super::*;

pub(super) fn ends_in_slash(sight: &Sight) -> bool {
    sight.last() == b'/'
}

pub(super) fn ends_in_hyphen(sight: &Sight) -> bool {
    sight.last() == b'-'
}

pub(super) fn ends_in_query_mark(sight: &Sight) -> bool {
    matches!(sight.last(), b'?' | b'&' | b'=' | b'#')
}

pub(super) fn ends_in_half_escape(sight: &Sight) -> bool {
    let is_hex = |at: usize| sight.token.get(at).is_some_and(u8::is_ascii_hexdigit);
    match sight.url {
        [.., b'%'] => is_hex(0) && is_hex(1),
        [.., b'%', digit] => digit.is_ascii_hexdigit() && is_hex(0),
        _ => false,
    }
}

pub(super) fn ends_in_full_stop(sight: &Sight) -> bool {
    sight.last() == b'.'
}

pub(super) fn ends_in_punctuation(sight: &Sight) -> bool {
    matches!(sight.last(), b',' | b';' | b':' | b'!')
}

pub(super) fn ends_in_typographic_hyphen(sight: &Sight) -> bool {
    sight.url.ends_with("\u{2010}".as_bytes()) || sight.url.ends_with("\u{AD}".as_bytes())
}

pub(super) fn ends_in_joining_sign(sight: &Sight) -> bool {
    matches!(sight.last(), b'_' | b'+' | b'~' | b'%' | b'@' | b'(')
}

pub(super) fn cut_inside_word(sight: &Sight) -> bool {
    sight.last().is_ascii_alphanumeric() && sight.first().is_ascii_alphanumeric()
}

pub(super) fn ends_in_file_name(sight: &Sight) -> bool {
    is_file_name(sight.url) && !completes_suffix(sight)
}

/// Whether a full stop and a suffix of two to five letters or digits end it, as it is in `a.html`, `a.mp3` and `A.PDF`, but in
/// no message-id.
pub(super) fn is_file_name(text: &[u8]) -> bool {
    let Some(stop) = text.iter().rposition(|byte| !byte.is_ascii_alphanumeric()) else { return false };
    let (name, suffix) = (&text[..stop], &text[stop + 1..]);
    let is_capitals = suffix.iter().all(u8::is_ascii_uppercase);
    let is_small = !suffix.iter().any(u8::is_ascii_uppercase) && suffix.iter().any(u8::is_ascii_lowercase);
    let segment = name.rsplit(|&byte| byte == b'/').next().unwrap_or_default();
    text[stop] == b'.' && (2..=5).contains(&suffix.len()) && (is_capitals || is_small) && !segment.contains(&b'@')
}

pub(super) fn ends_in_digit(sight: &Sight) -> bool {
    sight.last().is_ascii_digit()
}

pub(super) fn is_only_host(sight: &Sight) -> bool {
    let authority = memchr::memmem::find(sight.url, b"://").map_or(0, |at| at + 3);
    let slash = sight.url[authority..].iter().position(|&byte| byte == b'/');
    !was_joined_before(sight) && slash.is_some_and(|slash| authority + slash + 1 == sight.url.len())
}

pub(super) fn is_as_wide(sight: &Sight) -> bool {
    sight.paragraph().width == Some(sight.length())
}

pub(super) fn did_not_fit(sight: &Sight) -> bool {
    sight.paragraph().width.is_some_and(|width| sight.length() + sight.part() > width)
}

pub(super) fn would_have_fitted(sight: &Sight) -> bool {
    sight.paragraph().width.is_some_and(|width| sight.length() + sight.part() < width)
}

pub(super) fn is_nearly_full(sight: &Sight) -> bool {
    (60..72).contains(&sight.length())
}

/// Whether the line is full, or was before it was quoted.
pub(super) fn is_full(sight: &Sight) -> bool {
    let full = 72..=80;
    full.contains(&sight.length()) || full.contains(&sight.length_unquoted())
}

pub(super) fn is_short(sight: &Sight) -> bool {
    sight.length() < 50
}

pub(super) fn is_overlong(sight: &Sight) -> bool {
    sight.length_unquoted() > 80
}

pub(super) fn is_cut_again(sight: &Sight) -> bool {
    sight.cut_at == Some(sight.length())
}

pub(super) fn is_of_72(sight: &Sight) -> bool {
    sight.length() == 72 || sight.length_unquoted() == 72
}

pub(super) fn is_of_76(sight: &Sight) -> bool {
    sight.length() == 76 || sight.length_unquoted() == 76
}

pub(super) fn was_joined_before(sight: &Sight) -> bool {
    sight.cut_at.is_some()
}

pub(super) fn is_alone(sight: &Sight) -> bool {
    sight.lead.iter().all(|byte| b" \t>|:<(".contains(byte))
}

pub(super) fn is_spaced_alone(sight: &Sight) -> bool {
    sight.is_spaced && !sight.paragraph().is_spaced
}

pub(super) fn has_more_marks(sight: &Sight) -> bool {
    sight.marks == Marks::More
}

pub(super) fn has_lost_marks(sight: &Sight) -> bool {
    sight.marks == Marks::Lost
}

pub(super) fn has_same_marks(sight: &Sight) -> bool {
    sight.marks == Marks::Same && !is_in_comment(sight)
}

pub(super) fn is_in_comment(sight: &Sight) -> bool {
    let first = sight.next_lead.trim_ascii_start().first();
    sight.marks == Marks::Same && first.is_some_and(|byte| COMMENT_MARKS.contains(byte) || *byte == b'.')
}

/// Where the marks of a quoted reply end that a line begins with.
pub(super) fn marks_end(lead: &[u8]) -> usize {
    let text = lead.iter().position(|byte| !b" \t>|:".contains(byte)).unwrap_or(lead.len());
    lead[..text].iter().rposition(|byte| b">|:".contains(byte)).map_or(0, |last| last + 1)
}

/// How far the text of a line is indented behind its marks.
pub(super) fn indentation(lead: &[u8]) -> usize {
    lead[marks_end(lead)..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

pub(super) fn is_indented_same(sight: &Sight) -> bool {
    let indentation = indentation(sight.lead);
    self::indentation(sight.next_lead) == indentation && indentation > 1
}

pub(super) fn is_indented_deeper(sight: &Sight) -> bool {
    indentation(sight.next_lead) > indentation(sight.lead)
}

pub(super) fn is_indented_less(sight: &Sight) -> bool {
    indentation(sight.next_lead) < indentation(sight.lead)
}

pub(super) fn begins_with_capital(sight: &Sight) -> bool {
    sight.first().is_ascii_uppercase()
}

pub(super) fn is_capitalized_word(sight: &Sight) -> bool {
    sight.first().is_ascii_uppercase() && sight.is_plain_word()
}

pub(super) fn begins_with_digit(sight: &Sight) -> bool {
    sight.first().is_ascii_digit()
}

pub(super) fn begins_with_mark(sight: &Sight) -> bool {
    matches!(sight.first(), b'/' | b'?' | b'&' | b'=' | b'#' | b'%' | b'.' | b'-' | b'_' | b'+' | b'~')
        && sight.token.len() > 1
}

pub(super) fn begins_with_bracket(sight: &Sight) -> bool {
    matches!(sight.first(), b'(' | b'[' | b'<' | b'{' | b'"' | b'\'' | b'`' | b'*' | b'|')
}

pub(super) fn has_digit(sight: &Sight) -> bool {
    sight.word().iter().skip(1).any(u8::is_ascii_digit)
}

pub(super) fn has_mark(sight: &Sight) -> bool {
    sight.token.iter().skip(1).any(|byte| b"/?&=#%_+~".contains(byte))
}

pub(super) fn has_hyphen(sight: &Sight) -> bool {
    sight.word().iter().skip(1).any(|&byte| byte == b'-')
}

pub(super) fn has_full_stop(sight: &Sight) -> bool {
    sight.word().iter().skip(1).any(|&byte| byte == b'.')
}

/// Words that stand at the start of a line of prose, and hardly ever begin the rest of a URL; sorted.
pub(super) const FUNCTION_WORDS: [&str; 73] = [
    "a", "about", "after", "all", "also", "although", "an", "and", "any", "are", "as", "at", "be", "because", "been",
    "before", "but", "by", "can", "could", "did", "do", "does", "during", "each", "for", "from", "had", "has", "have",
    "how", "however", "i", "if", "in", "into", "is", "it", "its", "may", "more", "most", "my", "not", "of", "on", "or",
    "our", "should", "so", "some", "such", "than", "that", "the", "their", "then", "there", "these", "they", "this",
    "through", "to", "under", "was", "we", "were", "when", "where", "which", "while", "with", "you",
];

static FUNCTION_WORD_KEYS: [u64; FUNCTION_WORDS.len()] = word_keys(&FUNCTION_WORDS);

pub(super) fn is_function_word(sight: &Sight) -> bool {
    is_word_of_prose(sight.token)
}

/// Whether it is a function word, with or without the punctuation of a sentence.
pub(in crate::engine::rejoin) fn is_word_of_prose(token: &[u8]) -> bool {
    let word = without_punctuation(token);
    word.len() <= WORD_KEY && FUNCTION_WORD_KEYS.contains(&word_key(word))
}

pub(super) fn is_plain_word(sight: &Sight) -> bool {
    sight.is_plain_word()
}

pub(super) fn is_label(sight: &Sight) -> bool {
    sight.token.len() > 1 && sight.token.ends_with(b":")
}

pub(super) fn is_address(sight: &Sight) -> bool {
    sight.word().contains(&b'@') && !sight.word().contains(&b'/')
}

pub(super) fn is_long(sight: &Sight) -> bool {
    sight.token.len() >= 20 && !is_code(sight)
}

/// A bracket that opened right before the URL closes behind the token, or behind its punctuation.
pub(super) fn closes_bracket(sight: &Sight) -> bool {
    let closing = match sight.opener {
        Some(b'(') => b')',
        Some(b'[') => b']',
        Some(b'{') => b'}',
        Some(b'<') => b'>',
        Some(quote @ (b'"' | b'\'' | b'`' | b'|' | b'*')) => quote,
        _ => return false,
    };
    sight.token[sight.word().len()..].contains(&closing)
}

pub(super) fn ends_sentence(sight: &Sight) -> bool {
    matches!(sight.token, [_, .., b'.' | b',' | b';' | b'!' | b'?'])
}

pub(super) fn has_no_rest(sight: &Sight) -> bool {
    sight.rest.is_empty()
}

pub(super) fn is_followed_by_words(sight: &Sight) -> bool {
    sight.is_followed_by_words()
}

pub(super) fn is_prose(sight: &Sight) -> bool {
    sight.is_plain_word() && sight.is_followed_by_words() && !completes_suffix(sight)
}

pub(super) fn next_ends_in_file_name(sight: &Sight) -> bool {
    is_file_name(sight.word()) && !is_code(sight)
}

pub(super) fn is_followed_by_blank(sight: &Sight) -> bool {
    sight.rest.is_empty() && sight.following.iter().all(|byte| b" \t\r>|:".contains(byte))
}

pub(super) fn is_followed_by_url(sight: &Sight) -> bool {
    memchr::memmem::find(sight.following, b"://").is_some()
}

pub(super) fn is_next_longer(sight: &Sight) -> bool {
    let next = columns(sight.next_lead) + columns(sight.token) + columns(sight.rest);
    next > sight.length()
}

pub(super) fn is_across_page(sight: &Sight) -> bool {
    sight.is_across_page
}

pub(super) fn is_in_justified(sight: &Sight) -> bool {
    sight.paragraph().is_justified
}

pub(super) fn is_in_hyphenated(sight: &Sight) -> bool {
    sight.paragraph().is_hyphenated
}

pub(super) fn is_path_after_slash(sight: &Sight) -> bool {
    ends_in_slash(sight) && has_mark(sight) && !is_code(sight)
}

pub(super) fn is_mixed(sight: &Sight) -> bool {
    let word = sight.word();
    word.iter().any(u8::is_ascii_digit) && word.iter().any(u8::is_ascii_lowercase)
}

pub(super) fn is_cut_word_with_mark(sight: &Sight) -> bool {
    cut_inside_word(sight) && has_mark(sight)
}

pub(super) fn is_cut_plain_word(sight: &Sight) -> bool {
    cut_inside_word(sight) && sight.is_plain_word() && !completes_suffix(sight)
}

pub(super) fn did_not_fit_in_80(sight: &Sight) -> bool {
    sight.length_unquoted() + sight.part() > 80
}

pub(super) fn is_wider(sight: &Sight) -> bool {
    sight.paragraph().width.is_some_and(|width| sight.length() > width)
}

pub(super) fn is_cut_at_width(sight: &Sight) -> bool {
    cut_inside_word(sight) && sight.paragraph().width.is_some_and(|width| sight.length() >= width)
}

pub(super) fn is_in_block(sight: &Sight) -> bool {
    is_as_wide(sight) && sight.paragraph().is_block
}

/// Less than a line, however narrow the text is.
pub(super) const SHORT_LINE: usize = 60;

pub(super) fn would_have_fitted_together(sight: &Sight) -> bool {
    !was_joined_before(sight) && columns(sight.url) + columns(sight.word()) <= SHORT_LINE
}

/// Whether a mark stands inside that parts the arguments of a query.
pub(super) fn has_query_mark(sight: &Sight) -> bool {
    let word = sight.word();
    word.windows(2).skip(1).any(|pair| matches!(pair[0], b'?' | b'&' | b'=') && pair[1] != b'=')
}

pub(super) fn has_escape(sight: &Sight) -> bool {
    let is_escape = |three: &[u8]| three[0] == b'%' && three[1..].iter().all(u8::is_ascii_hexdigit);
    sight.token.windows(3).any(is_escape)
}

pub(super) fn has_joining_signs(sight: &Sight) -> bool {
    sight.word().iter().filter(|byte| matches!(byte, b'_' | b'+' | b'~')).count() > 1
}

pub(super) fn is_file_after_slash(sight: &Sight) -> bool {
    ends_in_slash(sight) && next_ends_in_file_name(sight)
}

pub(super) fn ends_in_sentence_mark(sight: &Sight) -> bool {
    matches!(sight.last(), b'.' | b',' | b';' | b':' | b'!' | b'?')
}

pub(super) fn is_word_after_sentence(sight: &Sight) -> bool {
    ends_in_sentence_mark(sight) && sight.is_plain_word() && !completes_suffix(sight)
}

pub(super) fn is_capital_after_sentence(sight: &Sight) -> bool {
    ends_in_sentence_mark(sight) && is_capitalized_word(sight)
}

/// What stands behind the full stop in the names of files on the web; but not `cgi` and `gif`, the ends of which are words.
pub(super) const SUFFIXES: [&str; 18] = [
    "asp", "aspx", "gz", "htm", "html", "jpeg", "jpg", "jsp", "pdf", "php", "png", "ps", "shtml", "tar", "txt",
    "xhtml", "xml", "zip",
];

/// Whether a file's suffix was cut, or stands behind its full stop on the next line.
pub(super) fn completes_suffix(sight: &Sight) -> bool {
    let length = |word: &[u8]| word.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let (front, rest) = (sight.url.rsplit(|&byte| byte == b'.').next().unwrap_or_default(), sight.token);
    let rest = &rest[..length(rest)];
    let mut parts = SUFFIXES.iter().map(|suffix| suffix.as_bytes().strip_prefix(front));
    front.len() < sight.url.len() && !rest.is_empty() && parts.any(|part| part == Some(rest))
}

/// Whether a text begins with letters that are no word, but the end of a file's suffix.
pub(in crate::engine::rejoin) fn is_rest_of_suffix(text: &[u8]) -> bool {
    let length = text.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    const LONGEST: usize = 5;
    (1..=LONGEST).contains(&length) && SUFFIXES.iter().any(|suffix| suffix.as_bytes().ends_with(&text[..length]))
}

/// Whether it is a number of several parts, as dates and versions are, and a sentence goes on behind it.
pub(super) fn is_number_in_prose(sight: &Sight) -> bool {
    let word = sight.word();
    let number = word.strip_prefix(b"v").unwrap_or(word);
    number.iter().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b':'))
        && number.iter().any(|byte| !byte.is_ascii_digit())
        && sight.is_followed_by_words()
}

/// Whether it is the end of a sentence with a number in it, or a list's mark with a line of its own.
pub(super) fn is_number_alone(sight: &Sight) -> bool {
    let is_number = matches!(sight.token, [number @ .., b'.' | b')'] if !number.is_empty() && number.iter().all(u8::is_ascii_digit));
    is_number && sight.rest.is_empty()
}

/// Who cuts words puts no space there.
pub(super) fn is_cut_word_spaced(sight: &Sight) -> bool {
    sight.is_spaced && cut_inside_word(sight)
}

/// Whether it is what the URL ends in once more, as a title may be.
pub(super) fn repeats_last_name(sight: &Sight) -> bool {
    let url = sight.url.strip_suffix(b"/").unwrap_or(sight.url);
    let name = url.rsplit(|&byte| byte == b'/').next().unwrap_or_default();
    sight.word().len() > 1 && sight.word() == name
}

/// Whether a sign follows it that stands by itself in code, in tables and in what a program tells of files, and hardly ever
/// in a sentence.
pub(super) fn is_before_sign(sight: &Sight) -> bool {
    matches!(sight.rest, [b'|' | b'=' | b'{' | b'}' | b'+' | b'*' | b':', ..])
}

/// Whether it is `and/or` or its like, and a sentence goes on behind it.
pub(super) fn is_either_word(sight: &Sight) -> bool {
    let mut words = sight.word().split(|&byte| byte == b'/');
    let mut is_word = || words.next().is_some_and(|word| !word.is_empty() && word.iter().all(u8::is_ascii_alphabetic));
    is_word() && is_word() && words.next().is_none() && sight.is_followed_by_words()
}

/// Whether it is a call, a path, an attribute or a tag of a programming language, or something goes on behind a mark that
/// stands in no URL and closes none here.
pub(super) fn is_code(sight: &Sight) -> bool {
    let token = sight.token;
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'!');
    let is_call = token.windows(2).any(|pair| is_name(pair[0]) && pair[1] == b'(' || pair == b"::" || pair == b"#[");
    let is_tag = matches!(token, [b'@', name @ ..] if name.iter().all(|&byte| is_name(byte) || byte == b'-'));
    let mark = token.iter().position(|byte| b"<>\"{}|\\^`".contains(byte));
    let is_open = matches!(sight.opener, Some(b'<' | b'"' | b'\'' | b'`' | b'{' | b'|' | b'='));
    let goes_on = !is_open && mark.is_some_and(|mark| token[mark..].iter().any(u8::is_ascii_alphanumeric));
    is_call || is_tag || goes_on
}

pub(super) fn is_in_enumeration(sight: &Sight) -> bool {
    sight.token.ends_with(b",") && sight.rest.contains(&b',')
}

/// Whether it is the label of a URL on its own line.
pub(super) fn is_before_url(sight: &Sight) -> bool {
    memchr::memmem::find(sight.rest, b"://").is_some()
}

pub(super) fn is_capital_after_cut(sight: &Sight) -> bool {
    sight.last().is_ascii_lowercase() && begins_with_capital(sight)
}

/// Whether a line that is not full ends in a slash, and would have held all of what follows.
pub(super) fn is_short_path(sight: &Sight) -> bool {
    ends_in_slash(sight) && sight.length() + columns(sight.word()) < SHORT_LINE
}

pub(super) fn stands_whole(sight: &Sight) -> bool {
    matches!(sight.elsewhere.get(), Some(Elsewhere::Whole { .. }))
}

pub(super) fn stands_apart(sight: &Sight) -> bool {
    sight.elsewhere.get() == Some(&Elsewhere::First)
}
