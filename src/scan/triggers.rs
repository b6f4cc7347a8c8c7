//! The search for the next trigger: one pass over the text that stops at few places, all of them cheap to dismiss.

use crate::{Kind, Kinds};

/// What kind of trigger stands at a [`Hit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trigger {
    /// A colon that a scheme may end at.
    Colon,
    /// The dot of `www.` or `ftp.`.
    Abbreviation,
    /// A dot inside what may be a host name.
    Dot,
    /// An `@` inside what may be a mail address.
    At,
}

/// A place where the text deserves a closer look: the index of its colon, dot or `@`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hit {
    pub(crate) at: usize,
    pub(crate) trigger: Trigger,
}

/// Which triggers to look for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    abbreviations: bool,
    dots: bool,
    ats: bool,
}

impl Wanted {
    pub(crate) fn new(kinds: Kinds) -> Wanted {
        Wanted {
            abbreviations: kinds.contains(Kind::Www),
            dots: kinds.contains(Kind::Domain),
            ats: kinds.contains(Kind::Email),
        }
    }
}

/// How many bytes are dismissed at once: large enough to amortise a block, small enough to make a hit in it cheap.
const BLOCK: usize = 64;

/// The bytes that are read on either side of a block.
const BEFORE: usize = 3;
const AFTER: usize = 1;

/// The first hit at or after `from`.
///
/// The last byte of `bytes` is never a hit of its own, because what follows decides.
pub(crate) fn next_hit(bytes: &[u8], from: usize, wanted: Wanted) -> Option<Hit> {
    let mut at = from;
    if wanted.dots || wanted.ats {
        return (at..bytes.len()).find_map(|at| hit_at(bytes, at, wanted));
    }
    while at < bytes.len() {
        let block_end = bytes.len().min(at + BLOCK);
        let quiet = at >= BEFORE
            && bytes.get(at - BEFORE..at + BLOCK + AFTER).and_then(|block| block.try_into().ok()).is_some_and(is_quiet);
        if !quiet && let Some(hit) = (at..block_end).find_map(|at| hit_at(bytes, at, wanted)) {
            return Some(hit);
        }
        at = block_end;
    }
    None
}

/// Whether no byte of the block can be a colon or an abbreviation's dot. Wrong only on the side of caution; written so
/// that the compiler turns the loop into vector instructions.
fn is_quiet(block: &[u8; BEFORE + BLOCK + AFTER]) -> bool {
    let mut found = 0u8;
    for i in 0..BLOCK {
        let [two_before, before, here, after] = [block[i + 1], block[i + 2], block[i + 3], block[i + 4]];
        let colon = (here == b':') & (after > b' ');
        let www = (here == b'.') & (before | 0x20 == b'w') & (two_before | 0x20 == b'w');
        let ftp = (here == b'.') & (before | 0x20 == b'p') & (two_before | 0x20 == b't');
        found |= (colon | www | ftp) as u8;
    }
    found == 0
}

/// The hit at exactly this byte.
fn hit_at(bytes: &[u8], at: usize, wanted: Wanted) -> Option<Hit> {
    let trigger = match bytes[at] {
        b':' if is_colon(bytes, at) => Trigger::Colon,
        b'.' if wanted.abbreviations && is_abbreviation(bytes, at) => Trigger::Abbreviation,
        b'.' if wanted.dots => Trigger::Dot,
        // The ideographic full stop separates the labels of a host name too.
        0xE3 if wanted.dots && bytes[at..].starts_with("。".as_bytes()) => Trigger::Dot,
        b'@' if wanted.ats => Trigger::At,
        _ => return None,
    };
    Some(Hit { at, trigger })
}

/// A scheme ends in a letter, a digit, `+`, `-` or `.`, and white space never follows it outside brackets.
fn is_colon(bytes: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).map_or(b' ', |before| bytes[before]);
    let after = bytes.get(at + 1).copied().unwrap_or(b' ');
    after == b'/' || (after > b' ' && before.is_ascii_alphanumeric())
}

fn is_abbreviation(bytes: &[u8], at: usize) -> bool {
    at >= 3 && (bytes[at - 3..at].eq_ignore_ascii_case(b"www") || bytes[at - 3..at].eq_ignore_ascii_case(b"ftp"))
}
