//! The search for the next block with bytes that may be triggers.

use super::vector::Vector;

/// How many bytes a block has.
pub(crate) const BLOCK: usize = 64;

/// The bytes in front of a block that are read with it, and those behind it.
pub(crate) const BEFORE: usize = 2;
pub(crate) const BEHIND: usize = 1;

/// Which bytes to look for, beside colons and the dots of abbreviations: the fewer sets there are, the better the search for each is
/// compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sought {
    /// Colons that may end a scheme or stand before slashes.
    Colons,
    /// Those and every `@`.
    Ats,
    /// Those, dots in host names, and the ideographic full stop.
    Dots,
    /// Those and all other colons.
    SpacedColons,
}

/// The next block with bytes that may be triggers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Candidates {
    /// Where the block begins; if there is none, where the bytes begin that are in no whole block.
    pub(super) start: usize,
    /// A bit for each byte that may be a trigger, the lowest for the first byte; zero if there is no such block.
    pub(super) bits: u64,
}

impl Default for Candidates {
    fn default() -> Candidates {
        Candidates::NONE
    }
}

impl Candidates {
    /// Those of no block that any text has.
    pub(super) const NONE: Candidates = Candidates { start: usize::MAX - BLOCK, bits: 0 };

    /// The bits of those at or after `at`.
    #[inline(always)]
    pub(super) fn behind(self, at: usize) -> u64 {
        let offset = at.saturating_sub(self.start);
        if offset < BLOCK { self.bits & u64::MAX << offset } else { 0 }
    }

    /// The same in a window whose first `dropped` bytes are gone, if the block is still there.
    pub(crate) fn moved_down(self, dropped: usize) -> Candidates {
        match self.start.checked_sub(dropped) {
            Some(start) if self != Candidates::NONE => Candidates { start, ..self },
            _ => Candidates::NONE,
        }
    }
}

/// How far ahead of the search the text is asked for: a processor that guesses by itself what is read next stops guessing at
/// the end of each page.
const AHEAD: usize = 4096;

/// Finds the first block with candidates, of those that begin at an index and follow each other from there, over vectors. The index has
/// to be [`BEFORE`] at least.
///
/// # Safety
/// That of [`Vector`].
#[inline(always)]
pub(super) unsafe fn next<V: Vector, const DOTS: bool, const ATS: bool, const SPACED_COLONS: bool>(
    bytes: &[u8],
    from: usize,
) -> Candidates {
    const { assert!(V::LENGTH == BLOCK) };
    let likely = likely::<DOTS, SPACED_COLONS>;
    let bits_of_marks = bits_of_marks::<V, DOTS>();
    let mut start = from;
    // SAFETY: so many bytes stand in front of `start` as are read there, and so many follow it as the blocks have and what is read behind
    // them.
    unsafe {
        while bytes.len() >= start + 2 * BLOCK + BEHIND {
            let first = bytes.as_ptr().add(start);
            let second = first.add(BLOCK);
            V::prefetch(first.wrapping_add(AHEAD));
            let in_first = marked::<V, DOTS, ATS, SPACED_COLONS>(first);
            let in_second = marked::<V, DOTS, ATS, SPACED_COLONS>(second);
            if in_first.or(in_second).has_any(bits_of_marks) {
                let bits = likely(first, in_first.with_any(bits_of_marks));
                if bits != 0 {
                    return Candidates { start, bits };
                }
                let bits = likely(second, in_second.with_any(bits_of_marks));
                if bits != 0 {
                    return Candidates { start: start + BLOCK, bits };
                }
            }
            start += 2 * BLOCK;
        }
        while bytes.len() >= start + BLOCK + BEHIND {
            let block = bytes.as_ptr().add(start);
            let bits = likely(block, marked::<V, DOTS, ATS, SPACED_COLONS>(block).with_any(bits_of_marks));
            if bits != 0 {
                return Candidates { start, bits };
            }
            start += BLOCK;
        }
    }
    Candidates { start, bits: 0 }
}

/// The bits of the block at `start`, of which these may be candidates, from the first likely one on.
///
/// # Safety
/// The block has to be readable, and what is read in front of it and behind it.
#[inline(always)]
unsafe fn likely<const DOTS: bool, const SPACED_COLONS: bool>(start: *const u8, mut bits: u64) -> u64 {
    while bits != 0 {
        // SAFETY: the bit is that of a byte of the block.
        let [second, before, here, after] =
            unsafe { start.add(bits.trailing_zeros() as usize).sub(BEFORE).cast::<[u8; 4]>().read() };
        let is_likely = match here {
            b'.' if after <= b' ' => false,
            b'.' => DOTS || matches!((second | 0x20, before | 0x20), (b'w', b'w') | (b't', b'p')),
            b':' if SPACED_COLONS => true,
            // The slashes may stand in the next line.
            b':' if after <= b' ' => {
                matches!(after, b'\n' | b'\r') && matches!((second | 0x20, before | 0x20), (b't', b'p') | (b'p', b's'))
            }
            // A scheme ends in a letter where no slashes follow, escaped or not.
            b':' => after != b':' && (before.is_ascii_alphabetic() || matches!(after, b'/' | b'\\')),
            // Tables of vectors have controls for what they don't know.
            here => here > b' ',
        };
        if is_likely {
            break;
        }
        bits &= bits - 1;
    }
    bits
}

/// The bits of which a mark has any.
const fn bits_of_marks<V: Vector, const DOTS: bool>() -> u8 {
    if DOTS { 0x80 } else { V::BEHIND_SCHEMES }
}

/// A mark for each byte of the vector at `start` that may be a trigger. Those in front of it and behind it have to be readable, too.
#[inline(always)]
unsafe fn marked<V: Vector, const DOTS: bool, const ATS: bool, const SPACED_COLONS: bool>(start: *const u8) -> V {
    // SAFETY: the caller has the instructions, and these bytes can be read.
    unsafe {
        let here = V::load(start);
        let after = V::load(start.add(BEHIND));
        let before = V::load(start.sub(1));
        let colons = here.equal(b':');
        let dots = if DOTS { here.equal(b'.') } else { here.dots_of_abbreviations([V::load(start.sub(2)), before]) };
        let may_go_on = if DOTS {
            after.beyond_spaces().or(after.line_ends_behind_schemes(before))
        } else {
            after.behind_schemes(before)
        };
        let mut marked = colons.or(dots).and(may_go_on);
        if SPACED_COLONS {
            marked = marked.or(colons);
        }
        if ATS {
            marked = marked.or(here.equal(b'@'));
        }
        if DOTS {
            marked = marked.or(here.equal(0xE3).and(after.equal(0x80)));
        }
        marked
    }
}
