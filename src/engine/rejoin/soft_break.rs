//! The soft breaks of quoted-printable text which nobody decoded (RFC 2045, 6.7, rule 5): the equals sign at the line's end is not the
//! URL's.

use std::ops::RangeInclusive;

use super::next_line::line_behind;
use crate::engine::window::{Ahead, Cut};

/// How many bytes a line has that was broken so, which are ASCII: it may have 76, and the last character may be an escape or two.
pub(super) const LINE: RangeInclusive<usize> = 73..=76;

/// How much of a line, and of the next, is looked at, and how far back for the name of the encoding.
const REACH: usize = 128;
const HEADER_REACH: usize = 512;

/// Whether the equals sign has its escape there, as it has everywhere in such text.
pub(super) fn has_escaped_equals(text: &[u8]) -> bool {
    memchr::memmem::find(text, b"=3D").is_some()
}

/// Whether a message's header says so right before.
pub(super) fn is_declared(before: &[u8]) -> bool {
    let before = &before[before.len().saturating_sub(HEADER_REACH)..];
    memchr::memmem::find(before, b"quoted-printable").is_some()
}

/// Whether the line that ends at `end` does so in a soft break: behind its equals sign, where the line is as long as that takes, or the text
/// around has another sign of the encoding.
pub(super) fn ends_soft(ahead: &Ahead, end: usize) -> Result<bool, Cut> {
    let before = &ahead.bytes[..end];
    if !before.ends_with(b"=") || !matches!(ahead.get(end)?, Some(b'\n' | b'\r')) {
        return Ok(false);
    }
    ahead.worked((HEADER_REACH + REACH) / 8);
    let near = &before[end.saturating_sub(REACH)..];
    let line = &near[memchr::memrchr2(b'\n', b'\r', near).map_or(0, |at| at + 1)..];
    let next = ahead.up_to(end, REACH)?.trim_ascii_start();
    let next_end = memchr::memchr2(b'\n', b'\r', next);
    let next = &next[..next_end.unwrap_or(next.len())];
    let has_sign =
        || next_end.is_some() && next.ends_with(b"=") || has_escaped_equals(line) || has_escaped_equals(next);
    Ok(LINE.contains(&line.len()) || has_sign() || is_declared(before))
}

/// Whether a host or a URL goes on behind such a break at `end`: the next line begins with neither white space, which may have an escape, nor a
/// sentence's punctuation.
pub(super) fn goes_on_softly(ahead: &Ahead, end: usize) -> Result<bool, Cut> {
    if !ends_soft(ahead, end)? {
        return Ok(false);
    }
    Ok(match ahead.up_to(line_behind(ahead, end), 2)? {
        [b'.', after, ..] => after.is_ascii_alphanumeric(),
        [first, ..] => first.is_ascii_alphanumeric() || b"-_/:?#%@".contains(first),
        [] => false,
    })
}
