//! The front of a line: what a program repeats before the text of each line, such as times, offsets and names.

use super::{
    around::{self, line_end},
    line,
    text::Text,
};
use crate::text::short;

/// The longest front.
const MAX_FRONT: usize = 96;

/// Marks that begin an item of a list, alone before a blank.
const BULLETS: &str = "-+*o>$•◦·–—▪‣→";

/// Returns the length of what two lines both begin with, up to a blank or a mark; all digits are one class.
fn length(line: &[u8], below: &[u8]) -> Option<usize> {
    let is_dump = is_offset(line) && is_offset(below);
    let alike = line.iter().zip(below).take_while(|&(&a, &b)| is_alike(a, b, is_dump)).count();
    let front = &below[..alike];
    match short::rfind(front, b"  ") {
        Some(gap) if is_dump => Some(gap + 2 + usize::from(below.get(gap + 2) == Some(&b'>'))),
        _ => Some(front.iter().rposition(|byte| !byte.is_ascii_alphanumeric() && byte.is_ascii())? + 1),
    }
}

/// Returns where the text of the line at `next` begins, and its front, if it repeats the front of the line at `begin`,
/// in which the URL begins at `end`: the same bytes, except for digits, up to a blank or a mark.
fn read<'t>(text: &Text<'t>, begin: usize, next: usize, end: usize) -> Option<(usize, &'t [u8])> {
    if begin == end {
        return None;
    }
    let (line, below) = (text.ahead(begin, MAX_FRONT.min(end - begin)), text.ahead(next, MAX_FRONT));
    text.worked(line.len());
    let length = length(line, below)?;
    Some((line::skip_blanks(text, next + length), &below[..length]))
}

fn has_mark(front: &[u8]) -> bool {
    front.iter().any(|byte| byte.is_ascii_punctuation() || byte.is_ascii_digit())
}

/// Returns where the text of the next line begins after a front that may be one.
pub(super) fn text_after(text: &Text, begin: usize, next: usize, end: usize) -> Option<usize> {
    read(text, begin, next, end).filter(|(_, front)| has_mark(front)).map(|(at, _)| at)
}

/// Returns the same for a front that is certain: marks, or a name or number that one more line has.
pub(super) fn repeated(text: &Text, begin: usize, next: usize, end: usize) -> Option<usize> {
    let (at, front) =
        read(text, begin, next, end).filter(|(_, front)| front.ends_with(b" ") || front.ends_with(b"\t"))?;
    let words = str::from_utf8(front.trim_ascii()).ok()?;
    if words.is_empty() || BULLETS.contains(text.char(line::skip_blanks(text, begin)).0) {
        return None;
    }
    let number = words.trim_start_matches(['[', '(']).trim_end_matches(['.', ')', ']']);
    let is_item = words.ends_with(['.', ')', ']']) && number.bytes().all(|byte| byte.is_ascii_digit());
    let is_name = words.bytes().all(|byte| byte.is_ascii_uppercase()) && words.len() > 2 || front.ends_with(b"  ");
    let has_front = |line: &[u8]| length(front, line) == Some(front.len());
    let is_certain = !words.bytes().any(|byte| byte.is_ascii_alphanumeric())
        || !is_item && (is_name || has_mark(front)) && around::others(text, begin, line_end(text, next)).any(has_front);
    is_certain.then_some(at)
}

/// Returns `true` if the line at `begin` and one around begin with a number, perhaps with marks, and the next does not.
pub(super) fn is_missing(text: &Text, begin: usize, next: usize, end: usize) -> bool {
    let line = text.ahead(begin, MAX_FRONT.min(end - begin));
    let blanks = line.len() - line.trim_ascii_start().len();
    let length = line[blanks..].iter().position(|&byte| byte <= b' ').unwrap_or(line.len() - blanks);
    let front = &line[..blanks + length];
    let has_front =
        |line: &[u8]| line.len() > front.len() && front.iter().zip(line).all(|(&a, &b)| is_alike(a, b, false));
    // A number of the next line may be written in another way.
    let is_short = length < 7 || !text.byte(next).is_ascii_digit();
    front.len() < line.len()
        && is_short
        && front.iter().any(u8::is_ascii_digit)
        && !front[blanks].is_ascii_alphabetic()
        && !has_front(text.ahead(next, MAX_FRONT))
        && around::others(text, begin, line_end(text, next)).any(has_front)
}

/// Returns `true` if two bytes are the same, or digits, hexadecimal ones in a dump. Blanks pad numbers.
fn is_alike(a: u8, b: u8, is_dump: bool) -> bool {
    let is_digit = |byte: u8| byte.is_ascii_digit() || byte == b' ' || is_dump && byte.is_ascii_hexdigit();
    a == b || is_digit(a) && is_digit(b)
}

/// Returns `true` if two texts differ in their digits alone.
pub(super) fn are_alike(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| is_alike(a, b, false))
}

/// Returns `true` if a line begins with an offset, of six hexadecimal digits or more, and bytes of a dump.
fn is_offset(line: &[u8]) -> bool {
    let (offset, rest) = line.split_at(line.iter().take_while(|byte| byte.is_ascii_hexdigit()).count());
    let bytes = rest.strip_prefix(b":").unwrap_or(rest).trim_ascii_start();
    offset.len() >= 6 && matches!(bytes, [a, b, ..] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit())
}
