//! What can't go into HTML as it is, many bytes at once.

use super::{candidates::BLOCK, utf8, vector::Vector};

/// The next bytes that are marked: what is escaped, what HTML has no place for, what turns text around, what is no UTF-8, and perhaps
/// some other bytes beyond ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Marked {
    /// Where their block begins.
    pub(crate) start: usize,
    /// Where the next block begins: behind the last character that ends in this one. It is `start` where there is no whole block any
    /// more.
    pub(crate) end: usize,
    /// A bit for each, the lowest for the first of the block.
    pub(crate) bits: u64,
}

/// The next block with bytes that are marked, of those that begin at `from`, which is where a character does.
///
/// # Safety
/// That of [`Vector`].
#[inline(always)]
pub(super) unsafe fn next<V: Vector>(bytes: &[u8], from: usize) -> Marked {
    const { assert!(V::LENGTH == BLOCK) };
    let mut start = from;
    while let Some(block) = bytes.get(start..).and_then(|rest| rest.first_chunk::<BLOCK>()) {
        // SAFETY: the caller has the instructions, and there are so many bytes.
        let (bits, length) = unsafe {
            let here = V::load(block.as_ptr());
            let flags = here.html_specials();
            let beyond = here.beyond_ascii();
            if beyond == 0 {
                (flags.bits(), BLOCK)
            } else {
                let (marked, length) = marked_beyond_ascii(here, beyond);
                (flags.bits() | marked, length)
            }
        };
        if bits != 0 {
            return Marked { start, end: start + length, bits };
        }
        start += length;
    }
    Marked { start, end: start, bits: 0 }
}

/// The marked bytes among those that are `beyond` ASCII, and the length of the block without a character that goes on behind it.
///
/// # Safety
/// That of [`Vector`].
#[inline(always)]
unsafe fn marked_beyond_ascii<V: Vector>(here: V, beyond: u64) -> (u64, usize) {
    // SAFETY: the caller has the instructions.
    unsafe {
        let Some(length) = utf8::whole_characters(here, beyond) else { return (beyond, BLOCK) };
        let others = here.equal(0xC2).or(here.equal(0xE0)).or(here.equal(0xE2)).or(here.equal(0xED));
        let suspects = others.or(here.within(0xEF, 0xF4)).bits();
        if suspects == 0 {
            return (0, length);
        }
        let second = |flags: V| flags.bits() >> 1;
        // What would be shorter otherwise, surrogates, and what is beyond U+10FFFF.
        let wrong = here.equal(0xE0).bits() & second(here.within(0x80, 0x9F))
            | here.equal(0xED).bits() & second(here.within(0xA0, 0xBF))
            | here.equal(0xF0).bits() & second(here.within(0x80, 0x8F))
            | here.equal(0xF4).bits() & second(here.within(0x90, 0xBF));
        if wrong != 0 {
            return (beyond & u64::MAX >> (BLOCK - length), length);
        }
        // U+0080 to U+009F.
        let controls = here.equal(0xC2).bits() & second(here.within(0x80, 0x9F));
        // U+202A to U+202E, and U+2066 to U+2068.
        let turns =
            here.equal(0xE2).bits() & second(here.or_each(0x01).equal(0x81)) & here.within(0xA6, 0xAE).bits() >> 2;
        // U+FDD0 to U+FDEF, U+FFFE and U+FFFF, and the last two of each plane.
        let noncharacters = here.equal(0xEF).bits() & second(here.or_each(0x08).equal(0xBF))
            | here.within(0xF0, 0xF4).bits() & here.or_each(0x01).equal(0xBF).bits() >> 3;
        let marked = controls | turns | noncharacters;
        // What goes on behind the block is looked at there.
        (marked & u64::MAX >> (BLOCK - length), length)
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{next_marked, portable, portable::is_marked},
        *,
    };

    /// What is marked of a text, block by block, and where the blocks end.
    fn marked(next: fn(&[u8], usize) -> Marked, bytes: &[u8]) -> (Vec<usize>, usize) {
        let (mut marked, mut at) = (Vec::new(), 0);
        loop {
            let Marked { start, end, bits } = next(bytes, at);
            if end == start {
                return (marked, start);
            }
            marked.extend((0..BLOCK).filter(|bit| bits >> bit & 1 == 1).map(|bit| start + bit));
            at = end;
        }
    }

    fn versions() -> Vec<fn(&[u8], usize) -> Marked> {
        vec![
            next_marked,
            portable::next_marked,
            #[cfg(target_arch = "x86_64")]
            super::super::x86_64::next_marked_by_sse2,
        ]
    }

    #[test]
    fn every_version_marks_every_byte_wherever_it_stands() {
        for byte in 0..=0xFF {
            for at in 0..2 * BLOCK {
                let mut bytes = [b'a'; 2 * BLOCK + 5];
                bytes[at] = byte;
                let expected = if is_marked(byte) { vec![at] } else { vec![] };
                for next in versions() {
                    let (marked, end) = marked(next, &bytes);
                    // A character may begin with the last byte of a block.
                    let is_open = end < 2 * BLOCK;
                    assert!(marked == expected || is_open && at == end, "{byte:02X} at {at}: {marked:?}");
                }
            }
        }
    }

    #[test]
    fn whatever_is_no_utf8_is_marked_wherever_it_stands() {
        let sequences = (0x80..=0xFFu8).flat_map(|first| {
            let seconds = [0x20, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xB7, 0xBF, 0xC0, 0xC3, 0xE2, 0xF0];
            let thirds = [0x20, 0x80, 0xA8, 0xAE, 0xBE, 0xBF, 0xC3, 0xE2, 0xF0];
            seconds.into_iter().flat_map(move |second| thirds.map(|third| [first, second, third, 0x80]))
        });
        for sequence in sequences {
            for length in 1..=4 {
                for at in [0, 1, 31, 60, 61, 62, 63, 64, 70] {
                    let mut bytes = [b'a'; 3 * BLOCK];
                    bytes[at..at + length].copy_from_slice(&sequence[..length]);
                    let is_kept = str::from_utf8(&bytes).is_ok();
                    for next in versions() {
                        let (marked, end) = marked(next, &bytes);
                        let is_marked = marked.iter().any(|place| (at..at + length).contains(place));
                        assert!(is_kept || is_marked, "{sequence:02X?} {length} at {at}: {marked:?} up to {end}");
                        assert!(end + BLOCK > bytes.len(), "up to {end}");
                    }
                }
            }
        }
    }
}
