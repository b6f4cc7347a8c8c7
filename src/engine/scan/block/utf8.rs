//! Whether bytes are UTF-8, many at once.

use super::{candidates::BLOCK, vector::Vector};

/// How much of a block is whole characters, if their first bytes are followed by as many others as they say: the block has to begin with a
/// character, and what only begins in it doesn't count. Of the bytes that may follow `E0`, `ED`, `F0` and `F4` nothing is said. `beyond`
/// has a bit for each byte that is not ASCII.
///
/// # Safety
/// That of [`Vector`].
#[inline(always)]
pub(super) unsafe fn whole_characters<V: Vector>(here: V, beyond: u64) -> Option<usize> {
    // SAFETY: the caller has the instructions.
    let (first, of_three, of_four, others) = unsafe {
        (
            here.within(0xC2, 0xF4).bits(),
            here.within(0xE0, 0xF4).bits(),
            here.within(0xF0, 0xF4).bits(),
            here.within(0x80, 0xBF).bits(),
        )
    };
    let expected = first << 1 | of_three << 2 | of_four << 3;
    if others != expected || first | others != beyond {
        return None;
    }
    let open = (first >> (BLOCK - 1) & 1) + (of_three >> (BLOCK - 2) & 1) * 2 + (of_four >> (BLOCK - 3) & 1) * 3;
    Some(BLOCK - open as usize)
}

/// How many of the bytes from `from` on, which is where a character begins, are in whole blocks of UTF-8 for certain.
///
/// # Safety
/// That of [`Vector`].
#[inline(always)]
pub(super) unsafe fn certain<V: Vector>(bytes: &[u8], from: usize) -> usize {
    const { assert!(V::LENGTH == BLOCK) };
    let mut start = from;
    while let Some(block) = bytes.get(start..).and_then(|rest| rest.first_chunk::<BLOCK>()) {
        // SAFETY: the caller has the instructions, and there are so many bytes.
        let length = unsafe {
            let here = V::load(block.as_ptr());
            let beyond = here.within(0x80, 0xFF);
            if beyond.is_any() {
                let is_odd = here.equal(0xE0).or(here.equal(0xED)).or(here.within(0xF0, 0xF4)).is_any();
                whole_characters(here, beyond.bits()).filter(|_| !is_odd)
            } else {
                Some(BLOCK)
            }
        };
        let Some(length) = length else { break };
        start += length;
    }
    start - from
}
