//! Words that go on with the sentence of the URL, and not with the URL.

use super::super::{
    context::BreakContext,
    cut_text::{is_cut_at_column, is_in_cut_text},
    line_shape::{MIN_CUT_LINE, is_in_comment, was_joined_before},
    next_word::{closes_round_bracket, completes_suffix, cut_inside_word, ends_in_half_escape, next_is_function_word},
    url_end::is_file_name,
};
use crate::engine::{
    forms::string_marks::is_open_end,
    rejoin::{
        line_start::is_named_mark,
        rest::{ends_phrase, is_prose, is_whole, is_word_of_prose},
    },
};

/// Whether what the URL's line ends in may be half an escape.
fn is_half_escape(url: &[u8]) -> bool {
    url.len() > 1 && url[url.len() - 2] == b'%'
}

pub(super) fn is_word_of_sentence(context: &BreakContext) -> bool {
    let is_number = || is_ordinal(context.token) || is_measure(context.token);
    context.token.len() > 1
        && (ends_phrase(context.last()) || context.last() == b'#')
        && (next_is_function_word(context) || closes_letter(context) || is_number() && context.is_followed_by_words())
        && !is_half_escape(context.url)
        && !is_in_cut_text(context)
}

/// Words that people close a letter with, in a line of their own; sorted.
const CLOSINGS: [&str; 26] = [
    "bye",
    "cheers",
    "ciao",
    "cordialement",
    "cordially",
    "danke",
    "enjoy",
    "gracias",
    "grazie",
    "greetings",
    "gruesse",
    "gruss",
    "hth",
    "merci",
    "mfg",
    "obrigado",
    "okay",
    "regards",
    "respectfully",
    "saludos",
    "sincerely",
    "thanks",
    "thanx",
    "thx",
    "tia",
    "yours",
];

/// Whether a word that closes a letter stands in the next line, and nothing else.
fn closes_letter(context: &BreakContext) -> bool {
    let is_closing = || CLOSINGS.binary_search_by(|closing| closing.as_bytes().cmp(context.word)).is_ok();
    context.rest.is_empty() && is_closing()
}

/// Whether it is an ordinal number such as `1st` and `22nd`.
fn is_ordinal(token: &[u8]) -> bool {
    let digits = token.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 0 && matches!(&token[digits..], b"st" | b"nd" | b"rd" | b"th")
}

/// Whether it is a number with what it counts, such as `4-byte` and `32-bit`.
fn is_measure(token: &[u8]) -> bool {
    let digits = token.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let [b'-', unit @ ..] = &token[digits..] else { return false };
    (1..=2).contains(&digits) && unit.len() > 1 && unit.iter().all(u8::is_ascii_lowercase)
}

pub(super) fn begins_sentence(context: &BreakContext) -> bool {
    is_whole(context.last())
        && !is_half_escape(context.url)
        && !closes_round_bracket(context)
        && is_prose(context.next_text) == Some(true)
        && !is_in_cut_text(context)
        && !goes_on_in_small_letters(context)
}

/// Whether a string of a program goes on in small letters behind a sign that no sentence ends in: nothing stands between its parts.
fn goes_on_in_small_letters(context: &BreakContext) -> bool {
    context.is_in_string && is_open_end(context.last()) && context.first().is_ascii_lowercase()
}

/// Whether two words of a sentence with a slash between them follow, and more words: `and/or the other`.
pub(super) fn is_either_word(context: &BreakContext) -> bool {
    let Some(slash) = context.token.iter().position(|&byte| byte == b'/') else { return false };
    let (one, other) = (&context.token[..slash], &context.token[slash + 1..]);
    let behind = context.next_text.get(context.token.len()..).unwrap_or_default();
    is_word_of_prose(one) && is_word_of_prose(other) && matches!(behind, [b' ', next, ..] if next.is_ascii_alphabetic())
}

pub(super) fn is_named_quotation(context: &BreakContext) -> bool {
    context.opener != Some(b'<') && is_named_mark(context.token)
}

/// Whether a full stop stands behind a file name that has its extension already, and no other one follows.
pub(super) fn is_behind_sentence(context: &BreakContext) -> bool {
    if context.is_in_host {
        return false;
    }
    let Some(name) = context.url.rsplit(|&byte| byte == b'/').next().and_then(|name| name.strip_suffix(b".")) else {
        return false;
    };
    if begins_with_capitals(context) {
        return true;
    }
    name.contains(&b'.') && (context.token.iter().all(u8::is_ascii_alphabetic) || is_file_name(name))
}

/// Whether a name in capitals begins the next line, and words follow it.
fn begins_with_capitals(context: &BreakContext) -> bool {
    let is_capital = |byte: &u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_';
    context.token.len() > 1
        && context.token[0].is_ascii_uppercase()
        && context.token.iter().all(is_capital)
        && context.rest.first().is_some_and(u8::is_ascii_lowercase)
}

pub(super) fn is_bracket_after_sentence(context: &BreakContext) -> bool {
    matches!(context.last(), b'.' | b',' | b';' | b':' | b'!') && matches!(context.first(), b'(' | b'[')
}

/// Whether it begins a remark in brackets: they close behind other words, or stand around one behind what may end a URL.
pub(super) fn is_remark(context: &BreakContext) -> bool {
    let close = match context.first() {
        b'(' => b')',
        b'[' => b']',
        _ => return false,
    };
    match memchr::memchr(close, context.token) {
        None => memchr::memchr(close, context.rest).is_some(),
        Some(end) => {
            end > 1
                && context.last().is_ascii_alphanumeric()
                && context.token[1..end].iter().all(u8::is_ascii_alphabetic)
                && context.token[end + 1..].iter().all(u8::is_ascii_punctuation)
        }
    }
}

/// Whether the break would have cut a word where no line is full: who breaks a line there does it elsewhere.
pub(super) fn is_cut_in_short_line(context: &BreakContext) -> bool {
    cut_inside_word(context)
        && context.length() < MIN_CUT_LINE
        && !was_joined_before(context)
        && !completes_suffix(context)
        && !ends_in_half_escape(context)
        && !is_cut_at_column(context)
}

/// Whether it is what the URL ends in once more, as a title may be.
pub(super) fn is_last_name_again(context: &BreakContext) -> bool {
    const MIN_LENGTH: usize = 4;
    let (word, url) = (context.word, context.url.strip_suffix(b"/").unwrap_or(context.url));
    word.len() >= MIN_LENGTH && url.strip_suffix(word).is_some_and(|before| before.ends_with(b"/"))
}

/// Whether the URL's path ends in a whole number, as those of issues and questions do, or in a whole hash, and a word of letters
/// follows, or in a comment a short number and such a word.
pub(super) fn is_word_after_number(context: &BreakContext) -> bool {
    if !context.last().is_ascii_hexdigit() {
        return false;
    }
    let segment = context.last_segment();
    let is_number = context.last().is_ascii_digit() && segment.iter().all(u8::is_ascii_digit);
    let is_hash = matches!(segment.len(), 40 | 64) && segment.iter().all(u8::is_ascii_hexdigit);
    let begins_with_letter = || context.first().is_ascii_alphabetic();
    if is_number && is_in_comment(context) && is_count(context) || is_number_of_line(&segment) && begins_with_letter() {
        return true;
    }
    let is_word = context.first().is_ascii_alphabetic() || context.first() == b'_';
    let hexadecimal = context.token.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
    (is_number || is_hash)
        && is_word
        && !is_hash_cut(context.token, hexadecimal)
        && (is_word_or_name(context.token) || context.length() < MIN_CUT_LINE)
        && !was_joined_before(context)
}

/// Whether a name's fragment is the number of a line, as sites of repositories have it: `soup.rs#L1042`.
fn is_number_of_line(segment: &[u8]) -> bool {
    let number = memchr::memmem::rfind(segment, b"#L").map(|at| &segment[at + 2..]);
    number.is_some_and(|number| !number.is_empty() && number.iter().all(u8::is_ascii_digit))
}

/// Whether it is a number of one or two digits, and a word in small letters follows: who fills a comment cuts no number.
fn is_count(context: &BreakContext) -> bool {
    let word = context.rest.trim_ascii_start();
    context.token.len() <= 2
        && context.token.iter().all(u8::is_ascii_digit)
        && word.iter().take_while(|byte| byte.is_ascii_lowercase()).count() > 1
}

/// Whether it is a word or a name of a program: no digit is in it, and no two capitals, as there are in identifiers made by chance.
fn is_word_or_name(token: &[u8]) -> bool {
    let length = token.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    let name = &token[..length];
    let is_by_chance = name.windows(2).any(|pair| pair[0].is_ascii_uppercase() && pair[1].is_ascii_uppercase());
    !is_by_chance && !name.iter().any(u8::is_ascii_digit)
}

/// Whether so many hexadecimal digits in front of a token may be the end of a hash: some, and not the letters of a word.
fn is_hash_cut(token: &[u8], hexadecimal: usize) -> bool {
    let is_whole = token.get(hexadecimal).is_none_or(|byte| !byte.is_ascii_alphanumeric());
    is_whole && token[..hexadecimal].iter().any(u8::is_ascii_digit)
}
