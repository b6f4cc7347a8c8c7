//! What the next word is behind a break, alone and beside what the URL ends in.

use super::{
    super::{
        elsewhere::Elsewhere,
        rest::{MAX_SUFFIX, SUFFIXES, is_bare_word_of_prose, is_rest_of_word, is_suffix},
    },
    context::{BreakContext, DIGITS},
    line_shape::{hangs_below, is_alone, is_full, is_in_reply, is_indented_more, was_joined_before},
    paragraph::columns,
    url_end::{is_file_name, is_host_above_path, url_ends_in_hyphen},
};
use crate::{
    engine::delimit::escape::begins_markup_escape,
    text::{byte_set::ByteSet, top_level_domains::is_top_level_domain},
};

/// Whether an escape was cut: its two digits are all that stands on either side which could be of one, or more follows at
/// once, and the line is as long as those that are cut.
pub(super) fn ends_in_half_escape(context: &BreakContext) -> bool {
    const MIN_LINE: usize = 48;
    let is_hex = |at: usize| context.token.get(at).is_some_and(u8::is_ascii_hexdigit);
    let is_number = |digits: usize| context.token.len() == digits && !context.rest.is_empty();
    let is_cut = match context.url {
        [.., b'%'] => is_hex(0) && is_hex(1) && !is_number(2),
        [.., b'%', digit] => digit.is_ascii_hexdigit() && is_hex(0) && !is_number(1),
        _ => false,
    };
    is_cut && (context.length() >= MIN_LINE || was_joined_before(context))
}

pub(super) fn cut_inside_word(context: &BreakContext) -> bool {
    context.last().is_ascii_alphanumeric() && context.first().is_ascii_alphanumeric()
}

pub(super) fn ends_in_file_name(context: &BreakContext) -> bool {
    is_file_name(context.url)
        && !completes_suffix(context)
        && !begins_query_or_fragment(context)
        && !is_host_above_path(context)
}

/// Whether what follows is a query or a fragment: that is what stands behind a file's name.
fn begins_query_or_fragment(context: &BreakContext) -> bool {
    matches!(context.token, [b'?' | b'#', first, ..] if first.is_ascii_alphanumeric() || *first == b'_')
}

/// Whether it does, and is not the name of a page behind a slash.
pub(super) fn begins_with_capital(context: &BreakContext) -> bool {
    const PAGES: [&str; 2] = [".html", ".htm"];
    let is_page = || PAGES.iter().any(|suffix| context.word.ends_with(suffix.as_bytes()));
    context.first().is_ascii_uppercase() && !(context.last() == b'/' && is_page())
}

pub(super) fn begins_with_bracket(context: &BreakContext) -> bool {
    matches!(context.first(), b'(' | b'[' | b'<' | b'{' | b'"' | b'\'' | b'`' | b'*' | b'|')
}

pub(super) fn has_digit(context: &BreakContext) -> bool {
    context.token_bytes.intersects(&DIGITS) && context.word.iter().skip(1).any(u8::is_ascii_digit)
}

pub(super) fn has_mark(context: &BreakContext) -> bool {
    const MARKS: ByteSet = ByteSet::of(b"/?&=#%_+~");
    context.token_bytes.intersects(&MARKS) && context.token.iter().skip(1).any(|&byte| MARKS.contains(byte))
}

pub(super) fn next_is_function_word(context: &BreakContext) -> bool {
    is_bare_word_of_prose(context.word)
}

pub(super) fn next_is_label(context: &BreakContext) -> bool {
    context.token.len() > 1 && context.token.ends_with(b":")
}

pub(super) fn is_long(context: &BreakContext) -> bool {
    context.token.len() >= 20 && !is_code(context)
}

/// A bracket that opened right before the URL closes behind the token, or behind its punctuation.
pub(super) fn closes_bracket(context: &BreakContext) -> bool {
    let closing = match context.opener {
        Some(b'(') => b')',
        Some(b'[') => b']',
        Some(b'{') => b'}',
        Some(b'<') => b'>',
        Some(quote @ (b'"' | b'\'' | b'`' | b'|' | b'*')) => quote,
        _ => return false,
    };
    context.token[context.word.len()..].contains(&closing)
}

pub(super) fn next_is_followed_by_words(context: &BreakContext) -> bool {
    context.is_followed_by_words()
}

pub(super) fn next_ends_in_file_name(context: &BreakContext) -> bool {
    *context
        .ends_in_file_name
        .get_or_init(|| context.token_bytes.contains(b'.') && names_file(context) && !is_code(context))
}

/// Whether it is the name of a file, or of a page with a fragment behind it that is none of a list.
fn names_file(context: &BreakContext) -> bool {
    let names_place = |text: &[u8]| memchr::memchr(b'#', text).is_some_and(|mark| has_known_suffix(&text[..mark]));
    let following = || context.following().trim_ascii().split(|&byte| byte == b' ').next().unwrap_or_default();
    is_file_name(context.word) || names_place(context.word) && !names_place(following())
}

fn has_known_suffix(name: &[u8]) -> bool {
    memchr::memrchr(b'.', name).is_some_and(|stop| is_suffix(&name[stop + 1..]))
}

pub(super) fn has_escape(context: &BreakContext) -> bool {
    let is_escape = |three: &[u8]| three[0] == b'%' && three[1..].iter().all(u8::is_ascii_hexdigit);
    context.token_bytes.contains(b'%') && context.token.windows(3).any(is_escape)
}

/// Whether a file's suffix was cut, or stands behind its full stop on the next line.
pub(super) fn completes_suffix(context: &BreakContext) -> bool {
    *context.completes_suffix.get_or_init(|| is_suffix_completed(context))
}

fn is_suffix_completed(context: &BreakContext) -> bool {
    let last = &context.url[context.url.len().saturating_sub(MAX_SUFFIX + 1)..];
    let Some(stop) = last.iter().rposition(|&byte| byte == b'.') else { return false };
    let front = &last[stop + 1..];
    let rest = context.token.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let rest = &context.token[..rest];
    let mut parts = SUFFIXES.iter().map(|suffix| suffix.as_bytes().strip_prefix(front));
    !rest.is_empty() && parts.any(|part| part == Some(rest))
}

/// Who cuts words puts no space there.
pub(super) fn is_cut_word_spaced(context: &BreakContext) -> bool {
    context.is_spaced && cut_inside_word(context)
}

/// Whether it is a call, a path, an attribute or a tag of a programming language, or something goes on behind a mark that
/// stands in no URL and closes none here.
pub(super) fn is_code(context: &BreakContext) -> bool {
    *context.is_code.get_or_init(|| has_signs_of_code(context))
}

fn has_signs_of_code(context: &BreakContext) -> bool {
    const SIGNS: ByteSet = ByteSet::of(b"(:[@<>\"{}|\\^`");
    if !context.token_bytes.intersects(&SIGNS) {
        return false;
    }
    let token = context.token;
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'!');
    let is_call = token.windows(2).any(|pair| is_name(pair[0]) && pair[1] == b'(' || pair == b"::" || pair == b"#[");
    let is_tag = matches!(token, [b'@', name @ ..] if name.iter().all(|&byte| is_name(byte) || byte == b'-'));
    // An escape of manual pages is as good as what it stands for.
    let mark = token.iter().enumerate().position(|(at, byte)| {
        matches!(byte, b'<' | b'>' | b'"' | b'{' | b'}' | b'|' | b'\\' | b'^' | b'`')
            && !begins_markup_escape(&token[at..])
    });
    let is_open = matches!(context.opener, Some(b'<' | b'"' | b'\'' | b'`' | b'{' | b'|' | b'='));
    let goes_on = !is_open && mark.is_some_and(|mark| token[mark..].iter().any(u8::is_ascii_alphanumeric));
    is_call || is_tag || goes_on
}

pub(super) fn is_capital_after_cut(context: &BreakContext) -> bool {
    context.last().is_ascii_lowercase() && begins_with_capital(context)
}

fn is_hexadecimal(byte: u8) -> bool {
    byte.is_ascii_digit() || matches!(byte, b'a'..=b'f')
}

/// The hexadecimal digits that a text ends in, of small letters.
fn hexadecimal_end(text: &[u8]) -> &[u8] {
    let start = text.iter().rposition(|&byte| !is_hexadecimal(byte)).map_or(0, |last| last + 1);
    &text[start..]
}

/// How many hexadecimal digits the URL ends in, with those before earlier breaks.
fn hexadecimal_length(context: &BreakContext) -> usize {
    let mut length = 0;
    for piece in [&context.piece].into_iter().chain(context.pieces.iter().rev()) {
        let digits = hexadecimal_end(&context.ahead.bytes[piece.clone()]).len();
        length += digits;
        if digits < piece.len() {
            break;
        }
    }
    length
}

/// Whether a number in hexadecimal digits stands before the break, and more such digits behind it.
pub(super) fn goes_on_hexadecimal(context: &BreakContext) -> bool {
    const MIN_DIGITS: usize = 2;
    if !is_hexadecimal(context.first()) {
        return false;
    }
    let before = hexadecimal_end(context.url);
    let after = context.token.iter().take_while(|&&byte| is_hexadecimal(byte)).count();
    let (after, behind) = context.token.split_at(after);
    let has_digit = |text: &[u8]| text.iter().any(u8::is_ascii_digit);
    hexadecimal_length(context) >= MIN_DIGITS
        && has_digit(before)
        && has_digit(after)
        && behind.first().is_none_or(|byte| !byte.is_ascii_alphanumeric())
}

/// Whether the URL ends in the middle of a host behind an at sign, as it does in the archives of lists, and what follows
/// completes it.
pub(super) fn goes_on_in_host_of_message(context: &BreakContext) -> bool {
    if context.last() == b'/' {
        return false;
    }
    let segment = context.last_segment();
    let Some(at) = segment.iter().rposition(|&byte| byte == b'@') else { return false };
    let is_host = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-');
    let (before, token) = (&segment[at + 1..], context.token);
    let length = token.iter().take_while(|byte| is_host(byte)).count();
    let (part, behind) = token.split_at(length);
    let part = part.strip_suffix(b".").unwrap_or(part);
    if !before.iter().all(is_host) || !matches!(behind, [] | [b'/' | b'#' | b')' | b'>' | b']' | b',' | b';', ..]) {
        return false;
    }
    let is_domain = |host: &[u8]| {
        let mut labels = host.rsplit(|&byte| byte == b'.');
        labels.next().is_some_and(is_top_level_domain) && labels.next().is_some_and(|label| !label.is_empty())
    };
    !part.is_empty() && is_domain(&[before, part].concat()) && !is_domain(before)
}

/// The most columns of what is left of a line that was cut.
const MAX_REST: usize = 24;

/// Whether the line is nothing but what did not fit on the line before.
pub(super) fn is_short_rest(context: &BreakContext) -> bool {
    was_joined_before(context) && is_alone(context) && columns(context.url) <= MAX_REST
}

pub(super) fn is_cut_in_full_line(context: &BreakContext) -> bool {
    cut_inside_word(context) && is_full(context)
}

pub(super) fn begins_with_number_sign(context: &BreakContext) -> bool {
    context.first() == b'#' && !is_fragment_apart(context)
}

/// Whether the next line is a slash or a hyphen and nothing else.
pub(super) fn is_sign_alone(context: &BreakContext) -> bool {
    matches!(context.token, [b'/' | b'-']) && context.rest.is_empty()
}

pub(super) fn has_long_number(context: &BreakContext) -> bool {
    context.token_bytes.intersects(&DIGITS) && context.token.windows(4).any(|four| four.iter().all(u8::is_ascii_digit))
}

pub(super) fn closes_round_bracket(context: &BreakContext) -> bool {
    closes_bracket(context) && context.opener == Some(b'(')
}

pub(super) fn is_hyphen_in_full_line(context: &BreakContext) -> bool {
    url_ends_in_hyphen(context) && context.length() >= 60
}

pub(super) fn stands_whole(context: &BreakContext) -> bool {
    matches!(context.elsewhere.get(), Some(Elsewhere::Whole { .. }))
}

pub(super) fn stands_apart(context: &BreakContext) -> bool {
    // A scheme alone stands everywhere.
    let is_scheme_alone = context.is_in_host && context.last() == b':';
    !is_scheme_alone && context.elsewhere.get() == Some(&Elsewhere::First)
}

/// Whether the next word ends in a slash with a sentence's punctuation behind it: the names of a list of folders have none.
pub(super) fn next_ends_in_slash(context: &BreakContext) -> bool {
    let word = context.word;
    word.len() > 1 && word.ends_with(b"/") && word.len() < context.token.len()
}

pub(super) fn has_full_stop(context: &BreakContext) -> bool {
    context.token_bytes.contains(b'.') && context.word.iter().skip(1).any(|&byte| byte == b'.')
}

pub(super) fn next_is_prose(context: &BreakContext) -> bool {
    context.is_plain_word() && context.is_followed_by_words() && !completes_suffix(context)
}

pub(super) fn is_mixed(context: &BreakContext) -> bool {
    // No digit and no letter stands in the punctuation behind the word.
    const SMALL: ByteSet = ByteSet::of(b"abcdefghijklmnopqrstuvwxyz");
    context.token_bytes.intersects(&DIGITS) && context.token_bytes.intersects(&SMALL)
}

/// Whether a mark stands inside that parts the arguments of a query.
pub(super) fn has_query_mark(context: &BreakContext) -> bool {
    const SIGNS: ByteSet = ByteSet::of(b"?&=");
    let word = context.word;
    context.token_bytes.intersects(&SIGNS)
        && word.windows(2).skip(1).any(|pair| matches!(pair[0], b'?' | b'&' | b'=') && pair[1] != b'=')
}

/// Whether the next line has nothing but what may go on, too.
pub(super) fn is_short_rest_in_column(context: &BreakContext) -> bool {
    is_short_rest(context) && context.rest.is_empty() && !is_capitalized(context)
}

/// Whether a fragment stands by itself and further to the right, or where the URL begins, and the URL has none so far.
pub(super) fn is_fragment_apart(context: &BreakContext) -> bool {
    context.first() == b'#'
        && begins_query_or_fragment(context)
        && context.rest.is_empty()
        && !context.url.contains(&b'#')
        && (is_indented_more(context) || hangs_below(context))
}

pub(super) fn is_cut_before_word(context: &BreakContext) -> bool {
    cut_inside_word(context) && context.is_plain_word() && !was_joined_before(context)
}

/// Whether a whole word or a number stands below the URL and nothing else, in text that nobody quoted: a name, a command, a year. Mailers
/// break lines of what they quote, and leave the rest of a word there; who writes a text has whole URLs in it, unless other lines are cut at
/// the same column. What is known to end words is none.
pub(super) fn is_above_lone_word(context: &BreakContext) -> bool {
    const SHORTEST: usize = 3;
    let token = context.token;
    let is_one_case = token.iter().skip(1).all(u8::is_ascii_lowercase) || token.iter().all(u8::is_ascii_uppercase);
    let is_word =
        || is_one_case && token.len() >= SHORTEST && token[0].is_ascii_alphabetic() && !is_rest_of_word(token);
    // Digits behind digits may be the rest of a number.
    let is_number = || token.iter().all(u8::is_ascii_digit) && context.last().is_ascii_alphabetic();
    context.rest.is_empty()
        && !is_in_reply(context)
        && !context.following().starts_with(b">")
        && cut_inside_word(context)
        && (is_word() || is_number())
        && !was_joined_before(context)
        && !completes_suffix(context)
        && context.paragraph().width != Some(context.length())
}

fn is_capitalized(context: &BreakContext) -> bool {
    context.is_plain_word() && context.first().is_ascii_uppercase()
}
