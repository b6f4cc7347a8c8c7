//! Where a URL may begin, and the classes of the bytes in one, many bytes at once.

use super::vector::{BLOCK, Vector};

/// Which bytes to look for, besides colons.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sought {
    /// All dots, not only those of `www.` and `ftp.`.
    pub(crate) dots: bool,
    pub(crate) ats: bool,
    /// The colon of `URL:`, whatever follows it.
    pub(crate) prefixes: bool,
}

/// A stretch of text that was searched. The text before it has nothing more.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Triggers {
    start: usize,
    pub(crate) end: usize,
    /// One bit for each byte where a URL may begin; the lowest is the first byte.
    bits: u64,
}

impl Triggers {
    /// The first such byte at or after `from`.
    #[inline]
    pub(crate) fn first(&self, from: usize) -> Option<usize> {
        let offset = from.saturating_sub(self.start);
        let bits = if offset < BLOCK { self.bits & u64::MAX << offset } else { 0 };
        (bits != 0).then(|| self.start + bits.trailing_zeros() as usize)
    }
}

/// Returns a block without such bytes, at `from`.
#[inline(always)]
pub(super) fn none(from: usize) -> Triggers {
    Triggers { start: from, end: from, bits: 0 }
}

/// Returns the block, or if it has none of these bytes, the next one of them after it, alone in a block.
pub(super) fn or_next(block: Triggers, bytes: &[u8], sought: Sought) -> Triggers {
    if block.bits != 0 {
        return block;
    }
    let from = block.end;
    let rest = &bytes[from..];
    let found = if sought.dots {
        rest.iter().position(|byte| matches!(byte, b':' | b'.' | b'@' | 0xE3))
    } else {
        memchr::memchr3(b':', b'.', b'@', rest)
    };
    match found {
        Some(offset) => Triggers { start: from + offset, end: from + offset + 1, bits: 1 },
        None => none(bytes.len()),
    }
}

/// How many bytes before and after a block are read with it.
const BEFORE: usize = 1;
const AFTER: usize = 1;

/// Returns the first block with wanted bytes. It is empty where the bytes no longer fill a block.
///
/// # Safety
///
/// That of [`Vector`].
#[inline(always)]
pub(super) unsafe fn next<V: Vector>(bytes: &[u8], from: usize, sought: Sought) -> Triggers {
    // SAFETY: the caller has the instructions.
    unsafe {
        if sought.dots || sought.ats || sought.prefixes {
            next_of::<V, true>(bytes, from, sought)
        } else {
            next_of::<V, false>(bytes, from, sought)
        }
    }
}

/// `ALL` looks for more than colons and the dots of abbreviations.
///
/// # Safety
///
/// That of [`Vector`].
#[inline(always)]
unsafe fn next_of<V: Vector, const ALL: bool>(bytes: &[u8], from: usize, sought: Sought) -> Triggers {
    const { assert!(V::LENGTH == BLOCK) };
    let mut start = from;
    let last = if from < BEFORE { None } else { bytes.len().checked_sub(BLOCK + AFTER) };
    while last.is_some_and(|last| start <= last) {
        // SAFETY: the caller has the instructions, and these bytes exist before and after the block.
        let bits = unsafe {
            let block = bytes.as_ptr().add(start);
            let [last, here] = [V::load(block.sub(1)), V::load(block)];
            let stops = if ALL && sought.dots { here.equal(b'.') } else { V::stops(last, here) };
            if ALL || stops.is_any() { marks::<V, ALL>(block, last, here, stops, sought).bits() } else { 0 }
        };
        if bits != 0 {
            return Triggers { start, end: start + BLOCK, bits };
        }
        start += BLOCK;
    }
    none(start)
}

/// Returns a flag for each byte of a block where a URL may begin: a colon or dot without a space after it, or an `@`.
/// The colon has no other after it, and a letter before it or a slash after it.
///
/// # Safety
///
/// That of [`Vector`]. There have to be bytes before and after the block.
#[inline(always)]
unsafe fn marks<V: Vector, const ALL: bool>(block: *const u8, last: V, here: V, stops: V, sought: Sought) -> V {
    // SAFETY: the caller promises it.
    unsafe {
        let after = V::load(block.add(AFTER));
        // Letters have this bit.
        let letters = last.or_each(!0x40).equal(0xFF);
        let ends = letters.or(after.equal(b'/')).or(after.equal(b'\\'));
        let colons = here.equal(b':').and(ends).without(after.equal(b':'));
        let dots = here.equal(b'.').and(stops);
        // Most colons and dots stand before a space. Other white space is checked later.
        let mut marks = colons.or(dots).without(after.equal(b' '));
        if ALL {
            marks = if sought.prefixes { marks.or(colons) } else { marks };
            marks = if sought.ats { marks.or(here.equal(b'@')) } else { marks };
            marks = if sought.dots { marks.or(here.equal(0xE3).and(after.equal(0x80))) } else { marks };
        }
        marks
    }
}

/// The number of classes.
pub(crate) const CLASSES: usize = 5;

/// Returns one bit for each byte in a class: those of names, dots, hyphens, percent signs, and those of a run.
///
/// # Safety
///
/// That of [`Vector`].
#[inline(always)]
pub(super) unsafe fn classes<V: Vector>(block: &[u8; BLOCK]) -> [u64; CLASSES] {
    const { assert!(V::LENGTH == BLOCK) };
    // SAFETY: the caller has the instructions, and there are so many bytes.
    unsafe {
        let here = V::load(block.as_ptr());
        let (dots, hyphens, percents) = (here.equal(b'.'), here.equal(b'-'), here.equal(b'%'));
        let [names, run] = here.names_and_run();
        [names, dots.bits(), hyphens.bits(), percents.bits(), run]
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{native, portable},
        *,
    };

    #[test]
    fn every_version_knows_the_same_classes() {
        for first in 0..=u8::MAX {
            let block: [u8; BLOCK] = std::array::from_fn(|at| first.wrapping_add(at as u8));
            let expected = portable::classes(&block);
            assert_eq!(native::classes(&block), expected, "{first:#x}");
            #[cfg(target_arch = "x86_64")]
            assert_eq!(super::super::x86_64::classes_by_sse2(&block), expected, "{first:#x}");
        }
    }
}
