//! The features of a break that are weighed, each a small function of what is seen around it.

use super::{
    super::{
        elsewhere::Elsewhere,
        line_start::{Marks, is_comment_mark},
        rest::{MAX_SUFFIX, SUFFIXES, is_word_of_prose},
    },
    context::{BreakContext, DIGITS, text_column},
    known_names::known_name_goes_on,
    paragraph::{are_spaced, columns, has_url},
};
use crate::{
    engine::delimit::escaped::begins_markup_escape,
    text::{byte_set::ByteSet, top_level_domains::is_top_level_domain},
};

/// A feature of a break.
pub(super) struct Feature {
    pub(super) name: &'static str,
    pub(super) holds: fn(&BreakContext) -> bool,
    pub(super) look: Look,
}

/// How far a feature has to look.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    /// At the two lines of the break.
    Break,
    /// At the lines around, which costs more.
    Lines,
    /// At all that is kept of the text.
    Text,
}

const fn near(name: &'static str, holds: fn(&BreakContext) -> bool) -> Feature {
    Feature { name, holds, look: Look::Break }
}

const fn around(name: &'static str, holds: fn(&BreakContext) -> bool) -> Feature {
    Feature { name, holds, look: Look::Lines }
}

const fn anywhere(name: &'static str, holds: fn(&BreakContext) -> bool) -> Feature {
    Feature { name, holds, look: Look::Text }
}

/// All features, in the order of their weights.
pub(super) const FEATURES: [Feature; 64] = [
    near("ends in a slash", ends_in_slash),
    near("ends in a hyphen", ends_in_hyphen),
    near("ends in a query's mark", ends_in_query_mark),
    near("ends in half an escape", ends_in_half_escape),
    near("ends in a full stop", ends_in_full_stop),
    near("ends in other punctuation", ends_in_punctuation),
    near("ends in a typesetter's hyphen", ends_in_typographic_hyphen),
    near("ends in a joining sign", ends_in_joining_sign),
    near("cut inside a word", cut_inside_word),
    near("ends in a file's name", ends_in_file_name),
    around("what follows did not fit", did_not_fit),
    around("what follows would have fitted", would_have_fitted),
    near("line of 60 to 71 columns", is_nearly_full),
    near("line of 72 to 80 columns", is_full),
    near("line of exactly 72 columns", is_of_72),
    near("alone in its line", is_alone),
    around("trailing space here alone", is_spaced_alone),
    near("quote marks lost", has_lost_marks),
    near("quoted the same", has_same_marks),
    near("indented less", is_indented_less),
    near("next begins with a capital", begins_with_capital),
    near("next begins with a bracket or quote", begins_with_bracket),
    near("next has a digit inside", has_digit),
    near("next has a URL's mark inside", has_mark),
    near("next has a full stop inside", has_full_stop),
    near("next is a header or label", is_label),
    near("next is long", is_long),
    near("words behind next", is_followed_by_words),
    near("plain word, and words behind it", is_prose),
    near("next ends in a file's name", next_ends_in_file_name),
    near("blank line behind next", is_followed_by_blank),
    near("a URL in the line behind next", is_followed_by_url),
    around("lines are hyphenated", is_in_hyphenated),
    near("a slash, and a path next", is_path_after_slash),
    near("next has letters and digits mixed", is_mixed),
    around("line wider than the paragraph", is_wider),
    near("next has a query's mark inside", has_query_mark),
    near("next has an escape inside", has_escape),
    near("a slash, and a file's name next", is_file_after_slash),
    near("both make a file's suffix", completes_suffix),
    near("next is code", is_code),
    near("a cut word, and a trailing space", is_cut_word_spaced),
    near("a cut word, and a capital next", is_capital_after_cut),
    near("has a query or fragment", has_query_or_fragment),
    near("digits of a number go on", goes_on_hexadecimal),
    near("a short rest of a line", is_short_rest),
    near("a short rest, and nothing behind next", is_short_rest_in_column),
    near("a message-id's host goes on", goes_on_in_host_of_message),
    near("inside the host", is_in_host),
    near("a soft line break of quoted-printable text", is_soft_break),
    near("a word cut in a full line", is_cut_in_full_line),
    near("next begins with a number sign", begins_with_number_sign),
    near("next has a long number", has_long_number),
    near("a label before the URL", is_after_label),
    near("words before the URL", is_after_words),
    near("round bracket closes in next", closes_round_bracket),
    near("a hyphen, in a full line", is_hyphen_in_full_line),
    near("hangs below the URL", hangs_below),
    near("a fragment, set apart", is_fragment_apart),
    near("a cut word, and a plain word next", is_cut_before_word),
    anywhere("stands whole elsewhere", stands_whole),
    anywhere("first part stands alone elsewhere", stands_apart),
    near("a known name goes on", known_name_goes_on),
    near("next ends in a slash", next_ends_in_slash),
];

pub(super) fn ends_in_slash(context: &BreakContext) -> bool {
    context.last() == b'/'
}

pub(super) fn ends_in_hyphen(context: &BreakContext) -> bool {
    context.last() == b'-'
}

pub(super) fn ends_in_query_mark(context: &BreakContext) -> bool {
    matches!(context.last(), b'?' | b'&' | b'=' | b'#')
}

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

pub(super) fn is_in_host(context: &BreakContext) -> bool {
    context.is_in_host
}

pub(super) fn is_soft_break(context: &BreakContext) -> bool {
    context.ends_in_soft_break()
}

pub(super) fn ends_in_punctuation(context: &BreakContext) -> bool {
    // The colon of a scheme is none.
    !context.is_in_host && matches!(context.last(), b',' | b';' | b':' | b'!')
}

pub(super) fn ends_in_typographic_hyphen(context: &BreakContext) -> bool {
    context.url.ends_with("\u{2010}".as_bytes()) || context.url.ends_with("\u{AD}".as_bytes())
}

pub(super) fn cut_inside_word(context: &BreakContext) -> bool {
    context.last().is_ascii_alphanumeric() && context.first().is_ascii_alphanumeric()
}

pub(super) fn ends_in_file_name(context: &BreakContext) -> bool {
    is_file_name(context.url) && !completes_suffix(context) && !begins_query_or_fragment(context)
}

/// Whether what follows is a query or a fragment: that is what stands behind a file's name.
fn begins_query_or_fragment(context: &BreakContext) -> bool {
    matches!(context.token, [b'?' | b'#', first, ..] if first.is_ascii_alphanumeric() || *first == b'_')
}

/// Whether a full stop and a suffix of two to five letters or digits end it, as it is in `a.html`, `a.mp3` and `A.PDF`, but in
/// no message-id.
pub(super) fn is_file_name(text: &[u8]) -> bool {
    let Some(stop) = text.iter().rposition(|byte| !byte.is_ascii_alphanumeric()) else { return false };
    let (name, suffix) = (&text[..stop], &text[stop + 1..]);
    if text[stop] != b'.' || !(2..=5).contains(&suffix.len()) {
        return false;
    }
    let is_capitals = suffix.iter().all(u8::is_ascii_uppercase);
    let is_small = !suffix.iter().any(u8::is_ascii_uppercase) && suffix.iter().any(u8::is_ascii_lowercase);
    let segment = name.rsplit(|&byte| byte == b'/').next().unwrap_or_default();
    (is_capitals || is_small) && !segment.contains(&b'@')
}

pub(super) fn did_not_fit(context: &BreakContext) -> bool {
    context.paragraph().width.is_some_and(|width| context.length() + context.part() > width)
}

pub(super) fn is_nearly_full(context: &BreakContext) -> bool {
    (60..72).contains(&context.length())
}

/// Whether the line is full, or was before it was quoted.
pub(super) fn is_full(context: &BreakContext) -> bool {
    let full = 72..=80;
    full.contains(&context.length()) || full.contains(&context.length_unquoted())
}

pub(super) fn was_joined_before(context: &BreakContext) -> bool {
    context.cut_at.is_some()
}

pub(super) fn is_alone(context: &BreakContext) -> bool {
    context.lead.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'>' | b'|' | b':' | b'<' | b'('))
}

pub(super) fn is_spaced_alone(context: &BreakContext) -> bool {
    context.is_spaced && !are_spaced(context.lines())
}

pub(super) fn has_lost_marks(context: &BreakContext) -> bool {
    context.marks == Marks::Lost
}

pub(super) fn has_same_marks(context: &BreakContext) -> bool {
    context.marks == Marks::Same && !is_in_comment(context)
}

pub(super) fn is_in_comment(context: &BreakContext) -> bool {
    let first = context.next_lead.trim_ascii_start().first();
    context.marks == Marks::Same && first.is_some_and(|byte| is_comment_mark(*byte) || *byte == b'.')
}

pub(super) fn is_indented_less(context: &BreakContext) -> bool {
    context.next_indentation() < context.indentation()
}

pub(super) fn begins_with_capital(context: &BreakContext) -> bool {
    context.first().is_ascii_uppercase()
}

pub(super) fn begins_with_bracket(context: &BreakContext) -> bool {
    matches!(context.first(), b'(' | b'[' | b'<' | b'{' | b'"' | b'\'' | b'`' | b'*' | b'|')
}

pub(super) fn has_digit(context: &BreakContext) -> bool {
    context.token_bytes.intersects(&DIGITS) && context.word().iter().skip(1).any(u8::is_ascii_digit)
}

pub(super) fn has_mark(context: &BreakContext) -> bool {
    const MARKS: ByteSet = ByteSet::of(b"/?&=#%_+~");
    context.token_bytes.intersects(&MARKS) && context.token.iter().skip(1).any(|&byte| MARKS.contains(byte))
}

pub(super) fn is_function_word(context: &BreakContext) -> bool {
    is_word_of_prose(context.token)
}

pub(super) fn is_label(context: &BreakContext) -> bool {
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
    context.token[context.word().len()..].contains(&closing)
}

pub(super) fn is_followed_by_words(context: &BreakContext) -> bool {
    context.is_followed_by_words()
}

pub(super) fn next_ends_in_file_name(context: &BreakContext) -> bool {
    is_file_name(context.word()) && !is_code(context)
}

pub(super) fn is_followed_by_url(context: &BreakContext) -> bool {
    has_url(context.following())
}

pub(super) fn is_in_hyphenated(context: &BreakContext) -> bool {
    context.paragraph().is_hyphenated
}

pub(super) fn is_path_after_slash(context: &BreakContext) -> bool {
    ends_in_slash(context) && has_mark(context) && !is_code(context)
}

/// Less than a line, however narrow the text is.
pub(in crate::engine::rejoin) const SHORT_LINE: usize = 60;

pub(super) fn has_escape(context: &BreakContext) -> bool {
    let is_escape = |three: &[u8]| three[0] == b'%' && three[1..].iter().all(u8::is_ascii_hexdigit);
    context.token_bytes.contains(b'%') && context.token.windows(3).any(is_escape)
}

/// Whether a file's suffix was cut, or stands behind its full stop on the next line.
pub(super) fn completes_suffix(context: &BreakContext) -> bool {
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

pub(super) fn has_query_or_fragment(context: &BreakContext) -> bool {
    let mut pieces = context.pieces.iter().chain([&context.piece]).map(|piece| &context.ahead.bytes[piece.clone()]);
    pieces.any(|piece| memchr::memchr2(b'?', b'#', piece).is_some())
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

/// Whether a label stands right before the URL.
pub(super) fn is_after_label(context: &BreakContext) -> bool {
    matches!(context.front.trim_ascii_end(), [.., b':' | b'='])
}

pub(super) fn closes_round_bracket(context: &BreakContext) -> bool {
    closes_bracket(context) && context.opener == Some(b'(')
}

pub(super) fn is_hyphen_in_full_line(context: &BreakContext) -> bool {
    ends_in_hyphen(context) && context.length() >= 60
}

pub(super) fn stands_whole(context: &BreakContext) -> bool {
    matches!(context.elsewhere.get(), Some(Elsewhere::Whole { .. }))
}

pub(super) fn stands_apart(context: &BreakContext) -> bool {
    context.elsewhere.get() == Some(&Elsewhere::First)
}

pub(super) fn ends_in_full_stop(context: &BreakContext) -> bool {
    context.last() == b'.'
}

/// Whether the next word ends in a slash with a sentence's punctuation behind it: the names of a list of folders have none.
pub(super) fn next_ends_in_slash(context: &BreakContext) -> bool {
    let word = context.word();
    word.len() > 1 && word.ends_with(b"/") && word.len() < context.token.len()
}

pub(super) fn ends_in_joining_sign(context: &BreakContext) -> bool {
    matches!(context.last(), b'_' | b'+' | b'~' | b'%' | b'@' | b'(')
}

pub(super) fn would_have_fitted(context: &BreakContext) -> bool {
    context.paragraph().width.is_some_and(|width| context.length() + context.part() < width)
}

pub(super) fn is_of_72(context: &BreakContext) -> bool {
    context.length() == 72 || context.length_unquoted() == 72
}

pub(super) fn has_full_stop(context: &BreakContext) -> bool {
    context.token_bytes.contains(b'.') && context.word().iter().skip(1).any(|&byte| byte == b'.')
}

pub(super) fn is_prose(context: &BreakContext) -> bool {
    context.is_plain_word() && context.is_followed_by_words() && !completes_suffix(context)
}

pub(super) fn is_followed_by_blank(context: &BreakContext) -> bool {
    context.rest.is_empty()
        && context.following().iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'>' | b'|' | b':'))
}

pub(super) fn is_mixed(context: &BreakContext) -> bool {
    // No digit and no letter stands in the punctuation behind the word.
    const SMALL: ByteSet = ByteSet::of(b"abcdefghijklmnopqrstuvwxyz");
    context.token_bytes.intersects(&DIGITS) && context.token_bytes.intersects(&SMALL)
}

pub(super) fn is_wider(context: &BreakContext) -> bool {
    context.paragraph().width.is_some_and(|width| context.length() > width)
}

/// Whether a mark stands inside that parts the arguments of a query.
pub(super) fn has_query_mark(context: &BreakContext) -> bool {
    const SIGNS: ByteSet = ByteSet::of(b"?&=");
    let word = context.word();
    context.token_bytes.intersects(&SIGNS)
        && word.windows(2).skip(1).any(|pair| matches!(pair[0], b'?' | b'&' | b'=') && pair[1] != b'=')
}

pub(super) fn is_file_after_slash(context: &BreakContext) -> bool {
    ends_in_slash(context) && next_ends_in_file_name(context)
}

pub(super) fn is_after_words(context: &BreakContext) -> bool {
    let words = context.front.trim_ascii().split(u8::is_ascii_whitespace);
    words.filter(|word| word.iter().any(u8::is_ascii_alphabetic)).nth(1).is_some()
}

/// Whether the next line has nothing but what may go on, too.
pub(super) fn is_short_rest_in_column(context: &BreakContext) -> bool {
    is_short_rest(context) && context.rest.is_empty() && !is_capitalized(context)
}

/// Whether the text of the next line begins to the right of where that of the URL's line does.
fn is_indented_more(context: &BreakContext) -> bool {
    context.next_lead.len() > text_column(context.line)
}

/// Whether the next line's text stands below the URL, in front of which there is some in its own line.
pub(super) fn hangs_below(context: &BreakContext) -> bool {
    let has_label = context.front.iter().any(|byte| byte.is_ascii_alphabetic() || *byte == b'_');
    has_label && columns(context.lead) == columns(context.next_lead)
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

fn is_capitalized(context: &BreakContext) -> bool {
    context.is_plain_word() && context.first().is_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    use super::{FEATURES, is_file_name};
    use crate::engine::rejoin::evidence::tests::evidence_in;

    const WORDS: &str = "See http://a.example/b-\nword, and words\nand more\n";
    const PATH: &str = "http://a.example/b/\nc1_d/e.\n\n";
    const FILLED: &str = "These are words that fill the line up to the sixtieth column\n\
                          and again these are words that fill the line up to this one\n";
    const CUT: &str = "http://a.example/60/chars/and/some/more/of/them/so/that/this\nc1_d\n";
    const EIGHTY: &str = "http://a.example/60/chars/and/some/more/of/them/so/that/this/is/seventy/12";

    /// A name, a text in which the evidence holds, and one in which it does not.
    fn cases() -> Vec<(&'static str, String, &'static str)> {
        let filled = |rest: &str| format!("{FILLED}{rest}");
        let plain = |text: &str| text.to_string();
        let line = |columns: usize| format!("{EIGHTY}{}", "0".repeat(40))[..columns].to_owned() + "\nc1_d/e\n\n";
        vec![
            ("ends in a slash", plain(PATH), WORDS),
            ("ends in a hyphen", plain(WORDS), PATH),
            ("ends in a query's mark", plain("http://a.example/b?c=\nd1_\n"), PATH),
            ("ends in half an escape", plain("http://a.example/60/chars/and/some/more/of/them/so/that%2\n0c_\n"), PATH),
            ("ends in a full stop", plain("http://a.example/b.\nhtml\n"), PATH),
            ("ends in other punctuation", plain("http://a.example/b,\nc1_d\n"), PATH),
            ("ends in a typesetter's hyphen", plain("http://a.example/b\u{2010}\nc1_d\n"), WORDS),
            ("ends in a joining sign", plain("http://a.example/b_\nc1_d\n"), PATH),
            ("cut inside a word", plain(CUT), PATH),
            (
                "ends in a file's name",
                plain("http://a.example/60/chars/and/some/more/of/them/so/that/this.htm\nc\n"),
                PATH,
            ),
            (
                "what follows did not fit",
                filled("as they do, see http://a.example/archive/2026/november/msg1-\nc_d\n"),
                PATH,
            ),
            ("what follows would have fitted", filled("see http://a.example/b-\nc_d\n"), PATH),
            ("line of 60 to 71 columns", line(65), PATH),
            ("line of 72 to 80 columns", line(75), PATH),
            ("line of exactly 72 columns", line(72), PATH),
            ("alone in its line", plain(PATH), WORDS),
            (
                "trailing space here alone",
                plain("http://a.example/b/ \nc1_d\n"),
                "Words \nhttp://a.example/b/ \nc1_d \n",
            ),
            ("quote marks lost", plain("> http://a.example/b/\nc1_d\n"), PATH),
            ("quoted the same", plain("> http://a.example/b/\n> c1_d\n"), PATH),
            ("indented less", plain("   http://a.example/b/\nc1_d\n"), PATH),
            ("next begins with a capital", plain("http://a.example/b-\nC_1\n"), WORDS),
            ("next begins with a bracket or quote", plain("http://a.example/b-\n(c\n"), WORDS),
            ("next has a digit inside", plain(PATH), WORDS),
            ("next has a URL's mark inside", plain(PATH), WORDS),
            ("next has a full stop inside", plain("http://a.example/b-\nc.d\n"), WORDS),
            ("next is a header or label", plain("http://a.example/b-\nCc: c\n"), WORDS),
            ("next is long", plain("http://a.example/b-\nabcdefghijklmnopqrstuvwxyz\n"), WORDS),
            ("words behind next", plain(WORDS), PATH),
            ("plain word, and words behind it", plain(WORDS), PATH),
            ("next ends in a file's name", plain("http://a.example/b-\nc.html\n"), WORDS),
            ("blank line behind next", plain(PATH), WORDS),
            ("a URL in the line behind next", plain("http://a.example/b-\nc\nhttp://b.example/\n"), WORDS),
            ("lines are hyphenated", plain("in hyphen-\nated text http://a.example/b-\nc\n"), WORDS),
            ("a slash, and a path next", plain(PATH), "http://a.example/b/\nword\n"),
            ("next has letters and digits mixed", plain(PATH), WORDS),
            (
                "line wider than the paragraph",
                filled("see http://a.example/archive/2026/november/01/lists/wider/msg1-\nc_d\n"),
                PATH,
            ),
            ("next has a query's mark inside", plain("http://a.example/b/\nc?d=1\n"), PATH),
            ("next has an escape inside", plain("http://a.example/b/\nc%20d\n"), PATH),
            ("a slash, and a file's name next", plain("http://a.example/b/\nc.html\n"), PATH),
            (
                "both make a file's suffix",
                plain("http://a.example/b.h\ntml and words\n"),
                "http://a.example/60/chars/and/some/more/of/them/so/that/this.c\ntml\n",
            ),
            ("next is code", plain("http://a.example/b/\nsoup->salt(2.5);\n"), PATH),
            (
                "a cut word, and a trailing space",
                plain("http://a.example/60/chars/and/some/more/of/them/so/that/this \nc1_d\n"),
                "http://a.example/b/ \nc1_d\n",
            ),
            ("a cut word, and a capital next", line(65).replace("\nc", "\nC"), PATH),
            ("has a query or fragment", plain("http://a.example/b?c=1-\nd_e\n"), PATH),
            (
                "digits of a number go on",
                plain("http://a.example/60/chars/and/some/more/of/them/so/that/3f90\n0ab\n"),
                CUT,
            ),
            (
                "a short rest of a line",
                plain("http://a.example/60/chars/and/some/more/of/them/so/that/th%2\n0_is\nc1_d\n"),
                CUT,
            ),
            (
                "a short rest, and nothing behind next",
                plain("http://a.example/60/chars/and/some/more/of/them/so/that/th%2\n0_is\nc1_d\n"),
                "http://a.example/60/chars/and/some/more/of/them/so/that/th%2\n0_is\nc1_d or more\n",
            ),
            (
                "a message-id's host goes on",
                plain("http://a.example/archive/20261121141209.4711-1-kim@lists.ex\nample.org/\n"),
                "http://a.example/archive/20261121141209.4711-1-kim.lists.ex\nample_org/\n",
            ),
            ("inside the host", plain("http://lists.\na.example.org/b\n"), PATH),
            (
                "a soft line break of quoted-printable text",
                plain("http://a.example/b/2026=\n1121\n"),
                "http://a.example/b?year=\n2026\n",
            ),
            ("a word cut in a full line", line(75), CUT),
            ("next begins with a number sign", plain("http://a.example/b-\n#c_d\n"), PATH),
            ("next has a long number", plain("http://a.example/b/\nc2026_d\n"), PATH),
            ("a label before the URL", plain("Link: http://a.example/b/\nc1_d\n"), PATH),
            ("words before the URL", plain("It is at http://a.example/b-\nc_d\n"), PATH),
            ("round bracket closes in next", plain("(http://a.example/b-\nc)\n"), "[http://a.example/b-\nc_d]\n"),
            ("a hyphen, in a full line", format!("{}-\nc_d\n", &EIGHTY[..64]), WORDS),
            ("hangs below the URL", plain("See http://a.example/b/\n    c1_d\n"), "# http://a.example/b/\n# c1_d\n"),
            (
                "a fragment, set apart",
                plain("__ http://a.example/b/c.html\n   #soup\n"),
                "# http://a.example/b-\n# c\n",
            ),
            (
                "a cut word, and a plain word next",
                plain("http://a.example/60/chars/and/some/more/of/them/so/that/this\nsoup\n"),
                CUT,
            ),
            ("stands whole elsewhere", plain("http://a.example/b-c and http://a.example/b-\nc d\n"), WORDS),
            (
                "first part stands alone elsewhere",
                plain("http://a.example/b/ and http://a.example/b/\nc1_d/e\n"),
                "http://a.example/b/c1_d/e, http://a.example/b/ and http://a.example/b/\nc1_d/e\n",
            ),
            (
                "a known name goes on",
                plain("http://doi.org/10.1000/napkin.\nv26i11\n"),
                "http://doi.org/10.1000/napkin.\n2026\n",
            ),
            ("next ends in a slash", plain("http://a.example/b/\nc1/.\n"), "http://a.example/b/\nc1/\n"),
        ]
    }

    #[test]
    fn each_holds_where_it_should_and_nowhere_else() {
        let mut wrong = Vec::new();
        for (name, text, other) in cases() {
            let (held, other) = (evidence_in(&text), evidence_in(other));
            let holds = |names: &Option<Vec<&str>>| names.as_ref().is_some_and(|names| names.contains(&name));
            if !holds(&held) || other.is_none() || holds(&other) {
                wrong.push((name, held, other));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn a_line_is_shorter_by_marks_of_quotation_and_by_nothing_else() {
        let is_of_72 = |lead: &str| {
            let text = format!("{lead}{}\n{lead}c1_d/e\n\n", &EIGHTY[..72]);
            evidence_in(&text).is_some_and(|held| held.contains(&"line of exactly 72 columns"))
        };
        assert!(is_of_72("") && is_of_72("> ") && !is_of_72(" "));
    }

    #[test]
    fn each_has_a_case() {
        let cases: Vec<&str> = cases().iter().map(|case| case.0).collect();
        let names: Vec<&str> = FEATURES.iter().map(|piece| piece.name).collect();
        assert_eq!(cases, names);
    }

    #[test]
    fn names_of_files_have_a_suffix() {
        for name in ["b/a.html", "a.mp3", "A.PDF", "a.tar.gz"] {
            assert!(is_file_name(name.as_bytes()), "{name}");
        }
        for name in ["a", "a.b", "b.5237", "20080504.GA411301", "b/2008.GA4@mx.example", "a.abcdef", ".gz/a"] {
            assert!(!is_file_name(name.as_bytes()), "{name}");
        }
    }
}
