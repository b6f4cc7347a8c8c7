//! The fast half of the trigger search: which of sixty-four bytes deserve a look.
//!
//! It is written as plain loops over arrays, which compilers turn into vector instructions. Where the processor has
//! AVX2, the same loops are compiled for it once more: a search runs twice as fast with them, and that is what the one
//! `unsafe` call of this library buys.

/// How many bytes a block has.
pub(super) const BLOCK: usize = 64;

/// The bytes on either side of a block that are read with it.
pub(super) const MARGIN: usize = 1;

/// A block with its margins.
pub(super) type Block = [u8; MARGIN + BLOCK + MARGIN];

/// Which bytes to look for.
#[derive(Clone, Copy)]
pub(super) struct Sought {
    /// Dots in host names, and the ideographic full stop.
    pub(super) dots: bool,
    /// Every `@`.
    pub(super) ats: bool,
}

/// The first block at or after `from` with bytes that may be triggers: where it begins, and which of its bytes those are,
/// the first in the lowest bit. No trigger is missing, not all are one. None when no whole block is left that has any;
/// then the bytes from the returned index on are still to be looked at.
#[inline]
pub(super) fn find(bytes: &[u8], from: usize, sought: Sought) -> Result<(usize, u64), usize> {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the only requirement of a safe function with a target feature is that the processor has the feature,
        // which was detected right above.
        #[allow(unsafe_code)]
        return unsafe { find_avx2(bytes, from, sought) };
    }
    find_portable(bytes, from, sought)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn find_avx2(bytes: &[u8], from: usize, sought: Sought) -> Result<(usize, u64), usize> {
    find_portable(bytes, from, sought)
}

#[inline(always)]
fn find_portable(bytes: &[u8], from: usize, sought: Sought) -> Result<(usize, u64), usize> {
    let mut at = from;
    while let Some(block) = bytes.get(at - MARGIN..).and_then(|rest| rest.first_chunk()) {
        let candidates = match sought {
            Sought { dots: false, ats: false } => candidates(block, Sought { dots: false, ats: false }),
            sought => candidates(block, sought),
        };
        if candidates != 0 {
            return Ok((at, candidates));
        }
        at += BLOCK;
    }
    Err(at)
}

#[inline(always)]
fn candidates(block: &Block, sought: Sought) -> u64 {
    let mut flags = [0u8; BLOCK];
    let mut any = 0;
    for (i, flag) in flags.iter_mut().enumerate() {
        let [before, here, after] = [block[i], block[i + 1], block[i + 2]];
        let colon = mask(here == b':') & mask(after > b' ');
        // The last letter of `www` or `ftp`.
        let abbreviation = mask(here == b'.') & (mask(before | 0x20 == b'w') | mask(before | 0x20 == b'p'));
        *flag = colon | abbreviation;
        any |= *flag;
    }
    if sought.dots {
        for (i, flag) in flags.iter_mut().enumerate() {
            let [here, after] = [block[i + 1], block[i + 2]];
            *flag |= (mask(here == b'.') & mask(after > b' ')) | (mask(here == 0xE3) & mask(after == 0x80));
            any |= *flag;
        }
    }
    if sought.ats {
        for (i, flag) in flags.iter_mut().enumerate() {
            *flag |= mask(block[i + 1] == b'@');
            any |= *flag;
        }
    }
    if any == 0 { 0 } else { bits(&flags) }
}

#[inline(always)]
fn mask(condition: bool) -> u8 {
    if condition { 0xFF } else { 0 }
}

/// One bit for each byte that is 0xFF, the first byte in the lowest bit.
#[inline(always)]
fn bits(flags: &[u8; BLOCK]) -> u64 {
    let mut bits = 0;
    for (i, eight) in flags.chunks_exact(8).enumerate() {
        let eight = eight.iter().rev().fold(0, |all, &flag| all << 8 | u64::from(flag & 1));
        // The multiplication gathers the lowest bits of the eight bytes in the highest byte.
        bits |= (eight.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * i);
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same by the definition, one byte at a time.
    fn naive(block: &Block, sought: Sought) -> u64 {
        (0..BLOCK).fold(0, |bits, i| {
            let (before, here, after) = (block[i], block[i + 1], block[i + 2]);
            let is_candidate = match here {
                b':' => after > b' ',
                b'.' => matches!(before, b'w' | b'W' | b'p' | b'P') || (sought.dots && after > b' '),
                b'@' => sought.ats,
                0xE3 => sought.dots && after == 0x80,
                _ => false,
            };
            bits | u64::from(is_candidate) << i
        })
    }

    #[test]
    fn every_version_agrees_with_the_definition() {
        let alphabet = b":.@wWpP /\xE3\x80a\n";
        let mut state = 1u32;
        for round in 0..2000 {
            let mut block = [b'a'; MARGIN + BLOCK + MARGIN];
            for byte in &mut block {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                if state >> 28 < round % 16 {
                    *byte = alphabet[(state >> 8) as usize % alphabet.len()];
                }
            }
            for (dots, ats) in [(false, false), (true, false), (false, true), (true, true)] {
                let sought = Sought { dots, ats };
                let expected = match naive(&block, sought) {
                    0 => Err(MARGIN + BLOCK),
                    bits => Ok((MARGIN, bits)),
                };
                assert_eq!(find(&block, MARGIN, sought), expected, "{block:?}");
                assert_eq!(find_portable(&block, MARGIN, sought), expected, "{block:?}");
            }
        }
    }
}
