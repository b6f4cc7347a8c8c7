//! The search for the next block with bytes that may be triggers.

use super::vector::Vector;

/// How many bytes a block has.
pub(crate) const BLOCK: usize = 64;

/// The bytes on either side of a block that are read with it.
pub(crate) const MARGIN: usize = 1;

/// Which bytes to look for.
#[derive(Clone, Copy)]
pub(crate) struct Sought {
    /// Dots in host names, and the ideographic full stop.
    pub(crate) dots: bool,
    /// Every `@`.
    pub(crate) ats: bool,
    /// All colons, and not only those that may end a scheme or stand before slashes.
    pub(crate) spaced_colons: bool,
}

/// The next block with bytes that may be triggers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Candidates {
    /// Where the block begins; if there is none, where the bytes begin that are in no whole block.
    pub(super) start: usize,
    /// A bit for each byte that may be a trigger, the lowest for the first byte; zero if there is no such block.
    pub(super) bits: u64,
}

/// Finds the first block with candidates, of those that begin at an index and follow each other from there.
///
/// # Safety
/// The processor has to have the instructions of the version, and the index has to be [`MARGIN`] at least.
pub(super) type FindBlock = unsafe fn(&[u8], usize) -> Candidates;

/// A version of the search, for certain processors.
pub(super) trait Version {
    /// What a [`FindBlock`] does.
    ///
    /// # Safety
    /// See [`FindBlock`].
    unsafe fn next<const DOTS: bool, const ATS: bool, const SPACED_COLONS: bool>(
        bytes: &[u8],
        from: usize,
    ) -> Candidates;

    /// The one for what is sought, or for somewhat more: the fewer there are, the better each is compiled.
    #[inline(always)]
    fn looking_for(sought: Sought) -> FindBlock {
        match sought {
            Sought { spaced_colons: true, .. } => Self::next::<true, true, true>,
            Sought { dots: true, .. } => Self::next::<true, true, false>,
            Sought { ats: true, .. } => Self::next::<false, true, false>,
            _ => Self::next::<false, false, false>,
        }
    }
}

/// How far ahead of the search the text is asked for: a processor that guesses by itself what is read next stops guessing at
/// the end of each page.
const AHEAD: usize = 4096;

/// A [`FindBlock`] over vectors.
///
/// # Safety
/// That of [`FindBlock`] and of [`Vector`].
#[inline(always)]
pub(super) unsafe fn next<V: Vector, const DOTS: bool, const ATS: bool, const SPACED_COLONS: bool>(
    bytes: &[u8],
    from: usize,
) -> Candidates {
    const { assert!(V::LENGTH == BLOCK) };
    let mut start = from;
    // SAFETY: `start` is the margin at least, and so many bytes follow it as the blocks and the other margin have.
    unsafe {
        while bytes.len() >= start + 2 * BLOCK + MARGIN {
            let first = bytes.as_ptr().add(start);
            let second = first.add(BLOCK);
            V::prefetch(first.wrapping_add(AHEAD));
            V::prefetch(second.wrapping_add(AHEAD));
            let in_first = rough_flags::<V, DOTS, ATS, SPACED_COLONS>(first);
            let in_second = rough_flags::<V, DOTS, ATS, SPACED_COLONS>(second);
            if in_first.or(in_second).is_any() {
                let bits = flags::<V, DOTS, ATS, SPACED_COLONS>(first).bits();
                if bits != 0 {
                    return Candidates { start, bits };
                }
                let bits = flags::<V, DOTS, ATS, SPACED_COLONS>(second).bits();
                if bits != 0 {
                    return Candidates { start: start + BLOCK, bits };
                }
            }
            start += 2 * BLOCK;
        }
        while bytes.len() >= start + BLOCK + MARGIN {
            let bits = flags::<V, DOTS, ATS, SPACED_COLONS>(bytes.as_ptr().add(start)).bits();
            if bits != 0 {
                return Candidates { start, bits };
            }
            start += BLOCK;
        }
    }
    Candidates { start, bits: 0 }
}

/// A flag for each byte of the vector at `start` that [`flags`] has one for, and for some others: what most text has none of
/// is told by few instructions. A byte on either side has to be readable, too.
#[inline(always)]
unsafe fn rough_flags<V: Vector, const DOTS: bool, const ATS: bool, const SPACED_COLONS: bool>(start: *const u8) -> V {
    // SAFETY: the caller has the instructions, and these bytes can be read.
    unsafe {
        let here = V::load(start);
        let after = V::load(start.add(MARGIN));
        let colons = here.equal(b':');
        let dots = if DOTS { here.equal(b'.') } else { here.rough_dots_of_abbreviations(V::load(start.sub(MARGIN))) };
        let mut flags = colons.or(dots).and(after.more_than(b' '));
        if SPACED_COLONS {
            flags = flags.or(colons);
        }
        if ATS {
            flags = flags.or(here.equal(b'@'));
        }
        if DOTS {
            flags = flags.or(here.equal(0xE3).and(after.equal(0x80)));
        }
        flags
    }
}

/// A flag, 0xFF, for each byte of the vector at `start` that may be a trigger. A byte on either side has to be readable, too.
#[inline(always)]
unsafe fn flags<V: Vector, const DOTS: bool, const ATS: bool, const SPACED_COLONS: bool>(start: *const u8) -> V {
    // SAFETY: the caller has the instructions, and these bytes can be read.
    unsafe {
        let here = V::load(start);
        let after = V::load(start.add(MARGIN));
        let before = V::load(start.sub(MARGIN));
        let is_visible = after.above_space();
        let mut dots = here.equal(b'.').and(is_visible);
        if !DOTS {
            dots = dots.and(before.end_of_abbreviation());
        }
        let mut colons = here.equal(b':');
        if !SPACED_COLONS {
            // A scheme ends in a letter where no slashes follow, escaped or not.
            let may_end_scheme = before.or_each(0x20).within(b'a', b'z').or(after.equal(b'/')).or(after.equal(b'\\'));
            colons = colons.and(is_visible).and(may_end_scheme);
        }
        let mut flags = colons.or(dots);
        if ATS {
            flags = flags.or(here.equal(b'@'));
        }
        if DOTS {
            flags = flags.or(here.equal(0xE3).and(after.equal(0x80)));
        }
        flags
    }
}
