//! The front of a line: what a program repeats before the text of each line, such as times, offsets and names.

use super::{line, text::Text};

/// The longest front.
const MAX_FRONT: usize = 96;

/// Returns where the text of the line at `next` begins, if it repeats the front of the line at `begin`, in which the
/// URL begins at `end`: the same bytes, except for digits, up to a blank or a mark.
pub(super) fn text_after(text: &Text, begin: usize, next: usize, end: usize) -> Option<usize> {
    let (line, below) = (text.ahead(begin, MAX_FRONT.min(end - begin)), text.ahead(next, MAX_FRONT));
    let is_dump = is_offset(line) && is_offset(below);
    let is_digit = |byte: u8| byte.is_ascii_digit() || byte == b' ' || is_dump && byte.is_ascii_hexdigit();
    let alike = line.iter().zip(below).take_while(|&(&a, &b)| a == b || is_digit(a) && is_digit(b)).count();
    text.worked(alike);
    let front = &below[..alike];
    let length = match memchr::memmem::rfind(front, b"  ") {
        Some(gap) if is_dump => gap + 2 + usize::from(below.get(gap + 2) == Some(&b'>')),
        _ => front.iter().rposition(|byte| !byte.is_ascii_alphanumeric() && byte.is_ascii())? + 1,
    };
    let is_front = below[..length].iter().any(|byte| byte.is_ascii_punctuation() || byte.is_ascii_digit());
    is_front.then(|| line::skip_blanks(text, next + length))
}

/// Returns `true` if a line begins with an offset: six hexadecimal digits or more.
fn is_offset(line: &[u8]) -> bool {
    line.iter().take_while(|byte| byte.is_ascii_hexdigit()).count() >= 6
}
