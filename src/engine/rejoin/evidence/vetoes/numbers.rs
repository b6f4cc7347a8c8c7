//! Numbers that typesetters put below and beside the text: the next line is one, or begins with one.

use super::super::{context::BreakContext, line_shape::is_in_reply};

/// Longer numbers count neither pages nor lines.
const MAX_DIGITS: usize = 6;

/// Whether the next line is a number and nothing else, and the page ends behind it: a form feed follows.
pub(super) fn is_page_number(context: &BreakContext) -> bool {
    number(context.token).is_some()
        && context.rest.is_empty()
        && context.behind.iter().find(|&&byte| byte != b'\n' && byte != b'\r') == Some(&b'\x0C')
}

/// Whether the next line is a date and nothing else, as on title pages and in no quoted reply: `2026-11-25`, `2026/11/25`.
pub(super) fn is_date(context: &BreakContext) -> bool {
    let is_date = match context.word {
        [year @ .., a, b'0'..=b'1', b'0'..=b'9', b, b'0'..=b'3', b'0'..=b'9'] => {
            year.len() == 4 && number(year).is_some() && a == b && matches!(a, b'-' | b'/' | b'.')
        }
        _ => false,
    };
    is_date && context.rest.is_empty() && !is_in_reply(context)
}

/// Whether the lines are numbered: the next one begins with a number, and the one behind it with the number after that, or the URL's with
/// the number before.
pub(super) fn is_line_number(context: &BreakContext) -> bool {
    let Some(this) = number(context.token) else { return false };
    first_number(context.following()) == Some(this + 1)
        || first_number(context.line).is_some_and(|last| last + 1 == this)
}

/// The number that a line begins with, in front of white space.
fn first_number(line: &[u8]) -> Option<u32> {
    let text = line.trim_ascii_start();
    let digits = text.iter().take(MAX_DIGITS).take_while(|byte| byte.is_ascii_digit()).count();
    let is_over = text.get(digits).is_none_or(u8::is_ascii_whitespace);
    number(&text[..digits]).filter(|_| is_over)
}

/// What the digits of a number say; `None` where there are other bytes, or too many.
fn number(token: &[u8]) -> Option<u32> {
    let is_number = (1..=MAX_DIGITS).contains(&token.len()) && token.iter().all(u8::is_ascii_digit);
    is_number.then(|| token.iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0')))
}
