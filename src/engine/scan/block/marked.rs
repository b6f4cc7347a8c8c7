//! What can't go into HTML as it is, many bytes at once.

use super::{candidates::BLOCK, vector::Vector};

/// The next bytes that are marked: what is escaped, controls that HTML has no place for, and what is not ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Marked {
    /// Where their block begins.
    pub(crate) start: usize,
    /// A bit for each, the lowest for the first of the block; none where there is no whole block any more.
    pub(crate) bits: u64,
}

/// The next block with bytes that are marked, of those that begin at `from`.
///
/// # Safety
/// That of [`Vector`].
#[inline(always)]
pub(super) unsafe fn next<V: Vector>(bytes: &[u8], from: usize) -> Marked {
    const { assert!(V::LENGTH == BLOCK) };
    let mut start = from;
    while let Some(block) = bytes.get(start..).and_then(|rest| rest.first_chunk::<BLOCK>()) {
        // SAFETY: the caller has the instructions, and there are so many bytes.
        unsafe {
            let here = V::load(block.as_ptr());
            let flags = here
                .within(0, 8)
                .or(here.equal(0x0B))
                .or(here.within(0x0E, 0x1F))
                .or(here.equal(b'"'))
                .or(here.within(b'&', b'\''))
                // Two bytes that differ in one bit.
                .or(here.or_each(0x02).equal(b'>'))
                .or(here.within(0x7F, 0xFF));
            let bits = flags.bits();
            if bits != 0 {
                return Marked { start, bits };
            }
        }
        start += BLOCK;
    }
    Marked { start, bits: 0 }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{next_marked, portable, portable::is_marked},
        *,
    };

    #[test]
    fn every_version_marks_every_byte_wherever_it_stands() {
        for byte in 0..=0xFF {
            for at in 0..2 * BLOCK {
                let mut bytes = [b'a'; 2 * BLOCK + 5];
                bytes[at] = byte;
                let start = if is_marked(byte) { at / BLOCK * BLOCK } else { 2 * BLOCK };
                let bits = if is_marked(byte) { 1 << (at % BLOCK) } else { 0 };
                let expected = Marked { start, bits };
                assert_eq!(next_marked(&bytes, 0), expected, "{byte:02X} at {at}");
                assert_eq!(portable::next_marked(&bytes, 0), expected, "{byte:02X} at {at}");
                #[cfg(target_arch = "x86_64")]
                assert_eq!(super::super::x86_64::next_marked_by_sse2(&bytes, 0), expected, "{byte:02X} at {at}");
            }
        }
    }
}
