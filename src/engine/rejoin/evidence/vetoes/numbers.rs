//! Numbers below and beside the text, of pages and lines, dates, reports and sizes: the next line is one, or begins with one.

use super::super::context::{BreakContext, marks_end};
use crate::engine::rejoin::rest::is_whole;

/// Longer numbers count neither pages nor lines.
const MAX_DIGITS: usize = 6;
const MAX_DIGITS_OF_PAGE: usize = 4;

/// It keeps the number of a line from its text where the listing is HTML.
const NO_BREAK_SPACE: &[u8] = "\u{A0}".as_bytes();

/// Whether the next line is a number and nothing else, and the page ends behind it: a form feed follows.
pub(super) fn is_page_number(context: &BreakContext) -> bool {
    let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
    let mut behind = context.next_text.iter().skip(context.token.len()).chain(context.behind).skip_while(is_blank);
    context.token.len() <= MAX_DIGITS_OF_PAGE
        && number(context.token).is_some()
        && is_whole(context.last())
        && context.rest.is_empty()
        && behind.next() == Some(&b'\x0C')
}

/// Whether it is a date, `2026-11-25`, or begins a line of a log with one, `2026-11-25T08:30:00`, behind a word or a number: the rest of neither. Behind a
/// slash one may be of a path that has its parts between slashes, and stands in its line with something else.
pub(super) fn is_date(context: &BreakContext) -> bool {
    let is_date = || match context.token.split_at_checked(DATE.len()) {
        Some((date, [b'T', time @ ..])) => begins_time(time) && names_day(date),
        _ => context.word.len() == DATE.len() && names_day(context.word),
    };
    let is_no_path = || {
        (context.token.get(4) != Some(&b'/') || context.rest.is_empty())
            && !matches!(context.token.last(), Some(b')' | b']' | b'>'))
    };
    match context.last() {
        b'/' => is_date() && is_no_path(),
        last => last.is_ascii_alphanumeric() && is_date(),
    }
}

/// How long a date is.
const DATE: &str = "2026-11-25";

/// Whether a text of that length is a date.
fn names_day(date: &[u8]) -> bool {
    let is_in = |digits: &[u8], last| number(digits).is_some_and(|number| (1..=last).contains(&number));
    matches!(date[4], b'-' | b'/' | b'.')
        && date[4] == date[7]
        && number(&date[..4]).is_some()
        && is_in(&date[5..7], 12)
        && is_in(&date[8..], 31)
}

/// Whether a text begins with hours and minutes (RFC 3339, 5.6).
fn begins_time(text: &[u8]) -> bool {
    matches!(text, [h, hh, b':', m, mm, ..] if [h, hh, m, mm].iter().all(|byte| byte.is_ascii_digit()))
}

/// How long the suffix of a file's name is at most.
const MAX_SUFFIX: usize = 4;

/// Whether it is the size of a file, `120k`, alone in its line below the file's name.
pub(super) fn is_file_size(context: &BreakContext) -> bool {
    let word = context.token.strip_suffix(b"B").or(context.token.strip_suffix(b"b")).unwrap_or(context.token);
    let Some((b'k' | b'K' | b'M' | b'G', digits)) = word.split_last() else { return false };
    let is_number = digits.first().is_some_and(u8::is_ascii_digit)
        && digits.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.');
    let suffix = context.url.iter().rev().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let ends_in_suffix =
        (1..=MAX_SUFFIX).contains(&suffix) && context.url[..context.url.len() - suffix].ends_with(b".");
    is_number && context.rest.is_empty() && ends_in_suffix
}

/// Whether it is the number of a bug or the like in a list of them, behind a comma: `Bug#459949`.
pub(super) fn is_report_number(context: &BreakContext) -> bool {
    let mut parts = context.word.split(|&byte| byte == b'#');
    let (name, digits) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let is_name = !name.is_empty() && name.iter().all(u8::is_ascii_alphabetic);
    context.last() == b',' && is_name && !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

/// Whether the lines are numbered: the next one begins with a number, and the one behind it with the number after that, or the line of a URL
/// that may be over with the number before.
pub(super) fn is_line_number(context: &BreakContext) -> bool {
    let digits = context.token.strip_suffix(NO_BREAK_SPACE).unwrap_or(context.token);
    let Some(this) = number(digits) else { return false };
    let is_followed = || first_number(context.following()) == Some(this + 1) && ends_in_line(context);
    let is_behind = || {
        let begins_line =
            matches!(context.before, [.., b'\n' | b'\r']) || context.before.is_empty() && context.begins_whole;
        begins_line && is_whole(context.last()) && first_number(context.line).is_some_and(|last| last + 1 == this)
    };
    is_followed() || is_behind()
}

/// Whether all of the line behind the next is there, or more of it than a number.
fn ends_in_line(context: &BreakContext) -> bool {
    context.following().len() < context.behind.len() || context.following().contains(&b' ')
}

/// The number that a line begins with behind the marks of a quoted reply, in front of white space.
fn first_number(line: &[u8]) -> Option<u32> {
    let text = line[marks_end(line)..].trim_ascii_start();
    let digits = text.iter().take(MAX_DIGITS).take_while(|byte| byte.is_ascii_digit()).count();
    let is_over = text.get(digits).is_none_or(u8::is_ascii_whitespace) || text[digits..].starts_with(NO_BREAK_SPACE);
    number(&text[..digits]).filter(|_| is_over)
}

/// What the digits of a number say; `None` where there are other bytes, or too many.
fn number(token: &[u8]) -> Option<u32> {
    let is_number = (1..=MAX_DIGITS).contains(&token.len()) && token.iter().all(u8::is_ascii_digit);
    is_number.then(|| token.iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0')))
}
