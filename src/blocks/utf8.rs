//! The characters of a block of UTF-8.

use super::vector::{BLOCK, Vector};

/// The characters of a block. It starts on a character boundary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Characters {
    /// The length of the whole characters before the first invalid one.
    pub(super) length: usize,
    /// The bit of the byte after them, if an invalid character begins there. No bit for a character that continues
    /// after the block.
    pub(super) broken: u64,
}

/// Returns the characters of a block. `C0`, `C1` and bytes from `F0` are only checked for the number of continuation
/// bytes. `beyond` has a bit for each byte that is not ASCII.
///
/// # Safety
///
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

/// Returns a bit for each byte after `E0` that makes an overlong form, and after `ED` that makes a surrogate.
///
/// # Safety
///
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

/// Returns the characters before the first `different` byte. An invalid character begins there, if that is one of the
/// `others` after a whole character, or else at the last of the `first` bytes before it.
#[cold]
fn broken(different: u64, first: u64, others: u64) -> Characters {
    let lowest = different & different.wrapping_neg();
    let before = first & (lowest - 1);
    let broken = if others & lowest != 0 || before == 0 { lowest } else { 1 << before.ilog2() };
    Characters { length: broken.trailing_zeros() as usize, broken }
}
