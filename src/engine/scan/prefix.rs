//! The prefix `URL:`, and the bracket that may stand in front of it (RFC 2396bis draft, Appendix E).

use crate::text::utf8::{Char, char_before};

/// How much white space there may be between an opening bracket, `URL:` and the URL.
const MAX_SPACE: usize = 64;

/// Whether `<URL:` stands right before `start`.
#[inline]
pub(crate) fn is_prefixed_bracket(bytes: &[u8], start: usize) -> bool {
    // Most are told by the byte before: white space may be any that Unicode knows.
    let may_be = |byte: u8| matches!(byte, b':' | b'\t'..=b' ') || !byte.is_ascii();
    bytes[..start].last().is_some_and(|&before| may_be(before)) && is_prefixed(bytes, start)
}

fn is_prefixed(bytes: &[u8], start: usize) -> bool {
    // One space behind a word is most of it, and the colon of another word.
    let is_other = match bytes[..start] {
        [.., word, b' '] => word.is_ascii_alphanumeric(),
        [.., last, b':'] => !last.eq_ignore_ascii_case(&b'l'),
        _ => false,
    };
    !is_other && prefix_start(bytes, skip_space(bytes, start)).is_some_and(|prefix| is_bracket_before(bytes, prefix))
}

/// Where the `URL:` begins that ends at `end`.
pub(crate) fn prefix_start(bytes: &[u8], end: usize) -> Option<usize> {
    let start = end.checked_sub(4)?;
    bytes[start..end].eq_ignore_ascii_case(b"URL:").then_some(start)
}

/// Whether `<` stands before `at`, or before the white space there.
pub(crate) fn is_bracket_before(bytes: &[u8], at: usize) -> bool {
    bytes[..skip_space(bytes, at)].ends_with(b"<")
}

/// Whether an angle bracket opens right before `start`, with or without `URL:` behind it.
pub(crate) fn is_behind_bracket(bytes: &[u8], start: usize) -> bool {
    is_bracket_before(bytes, start) || is_prefixed_bracket(bytes, start)
}

/// Where the white space that ends at `end` begins.
pub(crate) fn skip_space(bytes: &[u8], end: usize) -> usize {
    let mut at = end;
    while end - at < MAX_SPACE {
        at -= match bytes[..at] {
            [.., b'\t'..=b'\r' | b' '] => 1,
            // The white space that is not ASCII.
            [.., last] if !last.is_ascii() => match char_before(bytes, at) {
                Char::Valid(c, length) if c.is_whitespace() => length,
                _ => break,
            },
            _ => break,
        };
    }
    at
}
