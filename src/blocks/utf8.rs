//! Checks that bytes are UTF-8, many at once.

use super::vector::{BLOCK, Vector};

/// The characters of a block that begins with one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Characters {
    /// How much of the block is whole characters, in front of what is none.
    pub(super) length: usize,
    /// The bit of the byte that begins what is none: it stands right behind those. No bit if there is none, or only one that goes on
    /// behind the block.
    pub(super) broken: u64,
}

impl Characters {
    /// Those of a block of ASCII.
    pub(super) const ASCII: Characters = Characters { length: BLOCK, broken: 0 };
}

/// The characters of a block. Of `C0`, `C1`, and `F0` or more it is only said that as many bytes follow as they say. `beyond` has a bit
/// for each byte that is not ASCII.
///
/// # Safety
/// That of [`Vector`].
#[inline(always)]
pub(super) unsafe fn characters<V: Vector>(here: V, beyond: u64) -> Characters {
    // SAFETY: the caller has the instructions; here and below.
    let (bit_6, bit_5, bit_4) = unsafe { (here.plane::<1>(), here.plane::<2>(), here.plane::<3>()) };
    let (first, others) = (beyond & bit_6, beyond & !bit_6);
    let of_three = first & bit_5;
    let of_four = of_three & bit_4;
    let expected = first << 1 | of_three << 2 | of_four << 3;
    let wrong = unsafe { wrong_seconds(here) };
    let different = others ^ expected | wrong;
    if different != 0 {
        return broken(different, first, others & !wrong);
    }
    let open = (first >> (BLOCK - 1)) + (of_three >> (BLOCK - 2) & 1) * 2 + (of_four >> (BLOCK - 3) & 1) * 3;
    Characters { length: BLOCK - open as usize, broken: 0 }
}

/// A bit for each byte behind `E0` that makes what would be shorter otherwise, and behind `ED` that makes a surrogate.
///
/// # Safety
/// That of [`Vector`].
#[inline(always)]
unsafe fn wrong_seconds<V: Vector>(here: V) -> u64 {
    // SAFETY: the caller has the instructions.
    unsafe {
        let (of_shorter, of_surrogates) = (here.equal(0xE0), here.equal(0xED));
        if !of_shorter.or(of_surrogates).is_any() {
            return 0;
        }
        of_shorter.bits() << 1 & here.within(0x80, 0x9F).bits()
            | of_surrogates.bits() << 1 & here.within(0xA0, 0xBF).bits()
    }
}

/// The characters in front of the first byte that is `different` from what is expected there. What is none begins there, if that is one of
/// the `others` and follows nothing, or with the last of the `first` bytes before it.
#[cold]
fn broken(different: u64, first: u64, others: u64) -> Characters {
    let lowest = different & different.wrapping_neg();
    let before = first & (lowest - 1);
    let broken = if others & lowest != 0 || before == 0 { lowest } else { 1 << before.ilog2() };
    Characters { length: broken.trailing_zeros() as usize, broken }
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
        let Characters { length, broken } = unsafe {
            let here = V::load(block.as_ptr());
            let beyond = here.beyond_ascii();
            if beyond == 0 {
                Characters::ASCII
            } else if here.within(0xC0, 0xC1).or(here.within(0xF0, 0xFF)).is_any() {
                break;
            } else {
                characters(here, beyond)
            }
        };
        start += length;
        if broken != 0 {
            break;
        }
    }
    start - from
}
