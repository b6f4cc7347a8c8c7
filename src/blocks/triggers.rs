//! Where a URL may begin, and the classes of the bytes in one, many bytes at once.

use super::vector::{BLOCK, Vector};

/// Which bytes to look for, besides colons that may end a scheme and the dots of `www.` and `ftp.`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sought {
    /// Each `@`, and each dot between the bytes of a name.
    pub(crate) names: bool,
    /// All colons and dots.
    pub(crate) all: bool,
}

/// A block of text that was searched. The text before it has nothing more.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Triggers {
    pub(super) start: usize,
    /// One bit for each byte where a URL may begin; the lowest is the first byte.
    pub(super) bits: u64,
}

impl Default for Triggers {
    /// Returns the block before the text.
    fn default() -> Triggers {
        Triggers { start: 0_usize.wrapping_sub(BLOCK), bits: 0 }
    }
}

impl Triggers {
    #[inline]
    pub(crate) fn end(&self) -> usize {
        self.start.wrapping_add(BLOCK)
    }

    /// Drops those before `from`.
    #[inline]
    pub(crate) fn skip_to(&mut self, from: usize) {
        let offset = from.saturating_sub(self.start);
        self.bits &= if offset < BLOCK { u64::MAX << offset } else { 0 };
    }
}

impl Iterator for Triggers {
    type Item = usize;

    /// Takes the first such byte.
    #[inline]
    fn next(&mut self) -> Option<usize> {
        let at = self.start.wrapping_add(self.bits.trailing_zeros() as usize);
        let is_one = self.bits != 0;
        self.bits &= self.bits.wrapping_sub(1);
        is_one.then_some(at)
    }
}

/// How many bytes before and after a block are read with it.
const BEFORE: usize = 1;
const AFTER: usize = 1;

/// Returns the first block with wanted bytes, or the last one that was searched.
///
/// # Safety
///
/// That of [`Vector`].
#[inline(always)]
pub(super) unsafe fn next<V: Vector>(bytes: &[u8], from: usize, sought: Sought) -> Triggers {
    let is_inside = from >= BEFORE && bytes.len() - from >= BLOCK + AFTER;
    let edge;
    let (text, at) = if is_inside {
        (bytes, from)
    } else {
        edge = at_edge(bytes, from);
        (&edge[..], BEFORE)
    };
    // SAFETY: the caller has the instructions.
    let Triggers { start, bits } = unsafe {
        match sought {
            Sought { all: true, .. } => next_of::<V, true, true>(text, at),
            Sought { names: true, .. } => next_of::<V, true, false>(text, at),
            _ => next_of::<V, false, false>(text, at),
        }
    };
    Triggers { start: from + (start - at), bits }
}

/// Returns the block at `start` with the bytes around it. There are NULs before and after the text.
#[cold]
fn at_edge(bytes: &[u8], start: usize) -> [u8; BEFORE + BLOCK + AFTER] {
    let mut edge = [0; BEFORE + BLOCK + AFTER];
    let first = start.saturating_sub(BEFORE);
    let here = &bytes[first..bytes.len().min(start + BLOCK + AFTER)];
    edge[first + BEFORE - start..][..here.len()].copy_from_slice(here);
    edge
}

/// Looks for what [`Sought`] says, in a text that has a block at `from` and bytes around it.
///
/// # Safety
///
/// That of [`Vector`].
#[inline(always)]
unsafe fn next_of<V: Vector, const NAMES: bool, const ALL: bool>(bytes: &[u8], from: usize) -> Triggers {
    const { assert!(V::LENGTH == BLOCK) };
    let (mut start, last) = (from, bytes.len() - BLOCK - AFTER);
    loop {
        // SAFETY: the caller has the instructions, and these bytes exist before and after the block.
        let bits = unsafe {
            let block = bytes.as_ptr().add(start);
            let [last, here] = [V::load(block.sub(BEFORE)), V::load(block)];
            let stops = if NAMES { names::<V, ALL>(block, last, here) } else { V::stops(last, here) };
            if stops.is_any() { marks::<V, NAMES, ALL>(block, last, here, stops) } else { 0 }
        };
        if bits != 0 || start + BLOCK > last {
            return Triggers { start, bits };
        }
        start += BLOCK;
    }
}

/// Returns a flag for each colon, each `@`, and each dot between bytes that may be those of a name.
///
/// # Safety
///
/// That of [`Vector`]. There has to be a byte after the block.
#[inline(always)]
unsafe fn names<V: Vector, const ALL: bool>(block: *const u8, last: V, here: V) -> V {
    // SAFETY: the caller promises it.
    unsafe {
        let after = V::load(block.add(AFTER));
        let dots = here.equal(b'.');
        let dots = if ALL { dots } else { dots.and(last.within(b'0', 0xFF)).and(after.within(b'0', 0xFF)) };
        here.equal(b':').or(here.equal(b'@')).or(dots)
    }
}

/// Returns a bit for each of these stops where a URL may begin: none before a space, and no colon without a letter before
/// it or a slash after it, or with another after it.
///
/// # Safety
///
/// That of [`Vector`]. There has to be a byte after the block.
#[inline(always)]
unsafe fn marks<V: Vector, const NAMES: bool, const ALL: bool>(block: *const u8, last: V, here: V, stops: V) -> u64 {
    // SAFETY: the caller promises it.
    unsafe {
        if ALL {
            return stops.bits();
        }
        let after = V::load(block.add(AFTER));
        // Other white space is checked later.
        let stops = stops.without(after.equal(b' '));
        if !stops.is_any() {
            return 0;
        }
        // Letters have this bit.
        let letters = last.or_each(!0x40).equal(0xFF);
        let ends = letters.or(after.equal(b'/')).or(after.equal(b'\\')).without(after.equal(b':'));
        let others = if NAMES { here.equal(b'.').or(here.equal(b'@')) } else { here.equal(b'.') };
        stops.and(ends.or(others)).bits()
    }
}

/// The number of classes.
pub(crate) const CLASSES: usize = 5;

/// Returns one bit for each byte in a class: those of names, dots, dots and hyphens, percent signs, and those of a run.
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
        let (dots, separators, percents) = (here.equal(b'.'), here.within(b'-', b'.'), here.equal(b'%'));
        let [names, run] = here.names_and_run();
        [names, dots.bits(), separators.bits(), percents.bits(), run]
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
