//! For every processor.

#[cfg(feature = "html")]
use super::markup::Markup;
use super::{
    html,
    lines::LineEnds,
    triggers::{CLASSES, Sought, Triggers},
    vector::BLOCK,
};

/// Appends bytes as HTML, up to a character beyond ASCII.
pub(super) fn push_html(html: &mut Vec<u8>, bytes: &[u8], from: usize, to: usize) -> usize {
    let mut done = from;
    for (at, byte) in bytes.iter().enumerate().take(to).skip(from) {
        if *byte >= 0x80 {
            html.extend_from_slice(&bytes[done..at]);
            return at;
        }
        if let Some(escape) = html::escaped(*byte) {
            html.extend_from_slice(&bytes[done..at]);
            html.extend_from_slice(escape.as_bytes());
            done = at + 1;
        }
    }
    html.extend_from_slice(&bytes[done..to.max(done)]);
    to.max(from)
}

/// Returns the next block with special bytes of HTML.
#[cfg(feature = "html")]
pub(crate) fn next_markup(bytes: &[u8], from: usize) -> Markup {
    let mut start = from;
    while let Some(block) = bytes.get(start..).and_then(|rest| rest.first_chunk::<BLOCK>()) {
        let bits =
            block.iter().rev().fold(0, |bits, &byte| bits << 1 | u64::from(matches!(byte, b'<' | b'&' | b'\r' | 0)));
        if bits != 0 {
            return Markup { start, bits };
        }
        start += BLOCK;
    }
    Markup { start, bits: 0 }
}

#[cfg(feature = "json")]
pub(crate) fn escapes_in_json(block: &[u8; BLOCK]) -> bool {
    // Without a way out in the middle: all of it is looked at in less time than half of it byte by byte.
    let is_escaped = |byte: u8| !(b' '..=b'~').contains(&byte) | (byte == b'"') | (byte == b'\\') | (byte == b'<');
    block.iter().fold(false, |found, &byte| found | is_escaped(byte))
}

/// Returns the line ends after `from`.
pub(crate) fn line_ends(bytes: &[u8], from: usize) -> LineEnds {
    let bytes = &bytes[from..];
    let last = bytes.len().saturating_sub(super::vector::BLOCK);
    LineEnds {
        feeds: memchr::memchr_iter(b'\n', bytes).count(),
        has_returns: memchr::memchr(b'\r', bytes).is_some(),
        last_feed: memchr::memrchr(b'\n', &bytes[last..]).map(|at| last + at),
    }
}

pub(crate) fn next_triggers(bytes: &[u8], from: usize, _: Sought) -> Triggers {
    let offset = memchr::memchr3(b':', b'.', b'@', &bytes[from..]);
    let start = offset.map_or(bytes.len(), |offset| from + offset);
    let block = &bytes[start..bytes.len().min(start + BLOCK)];
    let is_one = |byte: u8| u64::from(matches!(byte, b':' | b'.' | b'@'));
    Triggers { start, bits: block.iter().rev().fold(0, |bits, &byte| bits << 1 | is_one(byte)) }
}

pub(crate) fn classes(block: &[u8; BLOCK]) -> [u64; CLASSES] {
    let map = |is_one: fn(u8) -> bool| bits(&block.map(|byte| mask(is_one(byte))));
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() | matches!(byte, b'-' | b'.' | b'_');
    [
        map(is_name),
        map(|byte| byte == b'.'),
        map(|byte| matches!(byte, b'-' | b'.')),
        map(|byte| byte == b'%'),
        map(|byte| byte.is_ascii_alphanumeric() | b"-._/~%$*+@".contains(&byte)),
    ]
}

#[inline(always)]
fn mask(condition: bool) -> u8 {
    if condition { 0xFF } else { 0 }
}

fn bits(flags: &[u8; BLOCK]) -> u64 {
    let (eights, _) = flags.as_chunks();
    eights.iter().enumerate().fold(0, |bits, (i, &eight)| {
        let eight = u64::from_le_bytes(eight) & 0x0101_0101_0101_0101;
        // The multiplication gathers the lowest bits of the eight bytes in the highest byte.
        bits | (eight.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * i)
    })
}
