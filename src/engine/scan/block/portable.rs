//! For every processor.

#[cfg(feature = "html")]
use super::markup::Markup;
use super::{
    candidates::{BEFORE, BEHIND, BLOCK, Candidates, Sought},
    html,
    lines::LineEnds,
    plain::Classes,
    version::{BlockSearcher, Instructions, Task, Version},
};

/// The instructions of the processor that this runs on.
pub(super) fn instructions() -> Instructions {
    Instructions::Common
}

/// Does what there is to do with these instructions.
///
/// # Safety
/// The processor has to have them.
#[inline(always)]
pub(super) unsafe fn run<T: Task>(_: Instructions, sought: Sought, task: T) -> T::Answer {
    // SAFETY: it takes no instructions that not every processor has.
    unsafe { Portable::run_for(sought, task) }
}

/// The classes of the bytes from an index on.
#[inline(always)]
pub(super) fn classes(bytes: &[u8], at: usize) -> Classes {
    let mut classes = Classes::default();
    let rest = bytes.get(at..).unwrap_or_default();
    for (i, &byte) in rest.iter().take(BLOCK).enumerate() {
        let bit = 1 << i;
        if !add(&mut classes, byte, bit) && !matches!(byte, b'/' | b':' | b'=' | b'~' | b'@' | b'+' | b'$') {
            break;
        }
        classes.tail |= bit;
    }
    classes
}

/// The classes of the bytes in front of an index.
#[inline(always)]
pub(super) fn classes_before(bytes: &[u8], end: usize) -> Classes {
    let mut classes = Classes::default();
    let before = bytes[..end].iter().rev().take(BLOCK);
    before.enumerate().all(|(i, &byte)| add(&mut classes, byte, 1 << (BLOCK - 1 - i)) || byte == b'+');
    classes
}

/// Sets the bit of a byte in the class that it is of, but for `tail`; whether there is any.
#[inline(always)]
fn add(classes: &mut Classes, byte: u8, bit: u64) -> bool {
    match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => classes.alphanumeric |= bit,
        b'-' => classes.hyphens |= bit,
        b'.' => classes.dots |= bit,
        b'_' => classes.underscores |= bit,
        _ => return false,
    }
    true
}

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

/// The next block with bytes that are more to HTML than text.
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

/// Whether a byte of the block does not stand in a string of JSON as it is.
#[cfg(feature = "json")]
pub(crate) fn escapes_in_json(block: &[u8; BLOCK]) -> bool {
    // Without a way out in the middle: all of it is looked at in less time than half of it byte by byte.
    let is_escaped = |byte: u8| !(b' '..=b'~').contains(&byte) | (byte == b'"') | (byte == b'\\') | (byte == b'<');
    block.iter().fold(false, |found, &byte| found | is_escaped(byte))
}

/// What ends lines among the bytes from `from` on.
pub(crate) fn line_ends(bytes: &[u8], from: usize) -> LineEnds {
    let bytes = &bytes[from..];
    let last = bytes.len().saturating_sub(super::candidates::BLOCK);
    LineEnds {
        feeds: memchr::memchr_iter(b'\n', bytes).count(),
        has_returns: memchr::memchr(b'\r', bytes).is_some(),
        last_feed: memchr::memrchr(b'\n', &bytes[last..]).map(|at| last + at),
    }
}

/// How many of the bytes from `from` on are in whole blocks of UTF-8 for certain: none that would not have to be looked at one by one.
#[cfg_attr(test, allow(dead_code, reason = "where there are vectors, they tell"))]
pub(super) fn certain_utf8(_: &[u8], _: usize) -> usize {
    0
}

#[derive(Clone, Copy)]
struct Portable;

impl Version for Portable {
    unsafe fn next<const DOTS: bool, const ATS: bool, const SPACED_COLONS: bool>(
        bytes: &[u8],
        from: usize,
    ) -> Candidates {
        let mut start = from;
        while let Some(block) = bytes.get(start - BEFORE..).and_then(|rest| rest.first_chunk()) {
            let bits = candidates::<DOTS, ATS, SPACED_COLONS>(block);
            if bits != 0 {
                return Candidates { start, bits };
            }
            start += BLOCK;
        }
        Candidates { start, bits: 0 }
    }

    unsafe fn classes(bytes: &[u8], at: usize) -> Classes {
        classes(bytes, at)
    }

    unsafe fn classes_before(bytes: &[u8], end: usize) -> Classes {
        classes_before(bytes, end)
    }

    unsafe fn run<T: Task>(task: T, searcher: impl BlockSearcher) -> T::Answer {
        task.run(searcher)
    }
}

/// The bits of a block with the bytes in front of it and behind it.
fn candidates<const DOTS: bool, const ATS: bool, const SPACED_COLONS: bool>(
    block: &[u8; BEFORE + BLOCK + BEHIND],
) -> u64 {
    let mut flags = [0u8; BLOCK];
    let mut any = 0;
    for (i, flag) in flags.iter_mut().enumerate() {
        let [second, before, here, after] = [block[i], block[i + 1], block[i + 2], block[i + 3]];
        let [second, last] = [second & 0xDF, before & 0xDF];
        let abbreviated = mask(second == b'W') & mask(last == b'W') | mask(second == b'T') & mask(last == b'P');
        let dot = mask(here == b'.') & (mask(DOTS) | abbreviated);
        let visible = mask(after > b' ');
        // The slashes may stand in the next line.
        let is_broken = mask(matches!(after, b'\n' | b'\r'))
            & (mask(second == b'T') & mask(last == b'P') | mask(second == b'P') & mask(last == b'S'));
        // A scheme ends in a letter where no slashes follow, escaped or not.
        let may_end_scheme = mask(before.is_ascii_alphabetic()) | mask(after == b'/') | mask(after == b'\\');
        let colon =
            mask(here == b':') & (mask(SPACED_COLONS) | is_broken | visible & mask(after != b':') & may_end_scheme);
        *flag = colon | dot & visible;
        any |= *flag;
    }
    if DOTS {
        for (i, flag) in flags.iter_mut().enumerate() {
            *flag |= mask(block[BEFORE + i] == 0xE3) & mask(block[BEFORE + i + 1] == 0x80);
            any |= *flag;
        }
    }
    if ATS {
        for (i, flag) in flags.iter_mut().enumerate() {
            *flag |= mask(block[BEFORE + i] == b'@');
            any |= *flag;
        }
    }
    if any == 0 { 0 } else { bits(&flags) }
}

#[inline(always)]
fn mask(condition: bool) -> u8 {
    if condition { 0xFF } else { 0 }
}

/// One bit for each byte that is 0xFF, the first byte in the lowest bit.
fn bits(flags: &[u8; BLOCK]) -> u64 {
    let (eights, _) = flags.as_chunks();
    eights.iter().enumerate().fold(0, |bits, (i, &eight)| {
        let eight = u64::from_le_bytes(eight) & 0x0101_0101_0101_0101;
        // The multiplication gathers the lowest bits of the eight bytes in the highest byte.
        bits | (eight.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * i)
    })
}
