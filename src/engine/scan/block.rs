//! The fast half of the trigger search: which of sixty-four bytes deserve a look.
//!
//! What to look for is one test of each byte and its two neighbours. It is written as plain loops over arrays, and once
//! more with the vector instructions of processors that have AVX2, where it runs several times as fast: that is what the
//! one `unsafe` call of this library buys.

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
    /// Colons that white space follows, too.
    pub(super) spaced_colons: bool,
}

impl Sought {
    /// What to look for in its stead: the fewer versions of the search there are, the better each is compiled.
    fn widened(self) -> Sought {
        let dots = self.dots || self.spaced_colons;
        Sought { dots, ats: self.ats || dots, ..self }
    }
}

/// What is asked about each byte that was found. A trait and no closure, so that it can say that it is to be inlined.
pub(super) trait Check: Copy {
    type Answer;

    /// The answer about the byte at this index, if there is one.
    fn at(self, index: usize) -> Option<Self::Answer>;
}

/// The first answer of `check` about a byte that may be a trigger, of those at or after `from` that are in whole blocks:
/// no trigger is missing, not all it is asked about are one. Or else where the bytes begin that are still to be looked at.
#[inline]
pub(super) fn find<T>(bytes: &[u8], from: usize, sought: Sought, check: impl Check<Answer = T>) -> Result<T, usize> {
    let sought = sought.widened();
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the only requirement of a safe function with a target feature is that the processor has the feature,
        // which was detected right above.
        #[allow(unsafe_code)]
        return unsafe { avx2::find(bytes, from, sought, check) };
    }
    portable::find(bytes, from, sought, check)
}

/// The first answer about a byte of the block at `start` whose bit is set, the lowest being that of the first byte.
#[inline(always)]
fn first<T>(mut candidates: u64, start: usize, check: impl Check<Answer = T>) -> Option<T> {
    while candidates != 0 {
        let answer = check.at(start + candidates.trailing_zeros() as usize);
        if answer.is_some() {
            return answer;
        }
        candidates &= candidates - 1;
    }
    None
}

mod portable {
    //! For every processor.

    use super::{BLOCK, Block, Check, MARGIN, Sought};

    pub(super) fn find<T>(
        bytes: &[u8],
        from: usize,
        sought: Sought,
        check: impl Check<Answer = T>,
    ) -> Result<T, usize> {
        let mut at = from;
        while let Some(block) = bytes.get(at - MARGIN..).and_then(|rest| rest.first_chunk()) {
            if let Some(answer) = super::first(candidates(block, sought), at, check) {
                return Ok(answer);
            }
            at += BLOCK;
        }
        Err(at)
    }

    fn candidates(block: &Block, sought: Sought) -> u64 {
        let mut flags = [0u8; BLOCK];
        let mut any = 0;
        let every_dot = mask(sought.dots);
        let every_colon = mask(sought.spaced_colons);
        for (i, flag) in flags.iter_mut().enumerate() {
            let [before, here, after] = [block[i], block[i + 1], block[i + 2]];
            let abbreviated = mask(before & 0xDF == b'W') | mask(before & 0xDF == b'P');
            let dot = mask(here == b'.') & (every_dot | abbreviated);
            let visible = mask(after > b' ');
            *flag = (mask(here == b':') & (visible | every_colon)) | (dot & visible);
            any |= *flag;
        }
        if sought.dots {
            for (i, flag) in flags.iter_mut().enumerate() {
                *flag |= mask(block[i + 1] == 0xE3) & mask(block[i + 2] == 0x80);
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
    fn bits(flags: &[u8; BLOCK]) -> u64 {
        let (eights, _) = flags.as_chunks();
        eights.iter().enumerate().fold(0, |bits, (i, &eight)| {
            let eight = u64::from_le_bytes(eight) & 0x0101_0101_0101_0101;
            // The multiplication gathers the lowest bits of the eight bytes in the highest byte.
            bits | (eight.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * i)
        })
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    //! For processors with AVX2: a block is two vectors.

    use std::arch::x86_64::*;

    use super::{BLOCK, Block, Check, MARGIN, Sought};

    #[target_feature(enable = "avx2")]
    pub(super) fn find<T>(
        bytes: &[u8],
        from: usize,
        sought: Sought,
        check: impl Check<Answer = T>,
    ) -> Result<T, usize> {
        match (sought.dots, sought.ats, sought.spaced_colons) {
            (false, false, false) => search::<false, false, false, T>(bytes, from, check),
            (false, true, false) => search::<false, true, false, T>(bytes, from, check),
            (_, _, false) => search::<true, true, false, T>(bytes, from, check),
            (_, _, true) => search::<true, true, true, T>(bytes, from, check),
        }
    }

    #[target_feature(enable = "avx2")]
    fn search<const DOTS: bool, const ATS: bool, const SPACED_COLONS: bool, T>(
        bytes: &[u8],
        from: usize,
        check: impl Check<Answer = T>,
    ) -> Result<T, usize> {
        let mut at = from - MARGIN;
        while let Some((block, bits)) = next_block::<DOTS, ATS, SPACED_COLONS>(bytes, at) {
            if let Some(answer) = super::first(bits, block + MARGIN, check) {
                return Ok(answer);
            }
            at = block + BLOCK;
        }
        // Whole blocks were passed over, and their margins are not.
        let blocks = bytes.len().saturating_sub(at + 2 * MARGIN) / BLOCK;
        Err(at + blocks * BLOCK + MARGIN)
    }

    /// The index of the next block with a byte that may be a trigger, its first margin included, and the bits of all such
    /// bytes. In a function of its own, what the loop compares with stays in registers.
    #[inline(never)]
    #[target_feature(enable = "avx2")]
    fn next_block<const DOTS: bool, const ATS: bool, const SPACED_COLONS: bool>(
        bytes: &[u8],
        at: usize,
    ) -> Option<(usize, u64)> {
        let mut rest = bytes.get(at..)?;
        while let Some(block) = rest.first_chunk::<{ size_of::<Block>() }>() {
            let low = candidates::<DOTS, ATS, SPACED_COLONS>(vectors(block, 0));
            let high = candidates::<DOTS, ATS, SPACED_COLONS>(vectors(block, BLOCK / 2));
            let any = _mm256_or_si256(low, high);
            if _mm256_testz_si256(any, any) == 0 {
                let bits = |flags| {
                    let unset = _mm256_movemask_epi8(_mm256_cmpeq_epi8(flags, _mm256_setzero_si256()));
                    u64::from(!unset.cast_unsigned())
                };
                return Some((bytes.len() - rest.len(), bits(high) << (BLOCK / 2) | bits(low)));
            }
            rest = &rest[BLOCK..];
        }
        None
    }

    /// Half a block that begins at `offset`: the bytes before its bytes, these, and those after them.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn vectors(block: &Block, offset: usize) -> [__m256i; 3] {
        // Compilers make one load of it.
        let eight = |at: usize| i64::from_le_bytes(*block[at..].first_chunk().unwrap_or(&[0; 8]));
        [offset, offset + 1, offset + 2]
            .map(|at| _mm256_setr_epi64x(eight(at), eight(at + 8), eight(at + 16), eight(at + 24)))
    }

    /// The last letters of `WWW` and `FTP`, each at the index that its low four bits are.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn last_letters() -> __m256i {
        let [p, w] = [b'P', b'W'].map(u8::cast_signed);
        _mm256_broadcastsi128_si256(_mm_setr_epi8(p, 0, 0, 0, 0, 0, 0, w, 0, 0, 0, 0, 0, 0, 0, 0))
    }

    /// Not zero for each byte that may be a trigger.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn candidates<const DOTS: bool, const ATS: bool, const SPACED_COLONS: bool>(
        [before, here, after]: [__m256i; 3],
    ) -> __m256i {
        let all = |byte: u8| _mm256_set1_epi8(byte.cast_signed());
        let is = |bytes, byte| _mm256_cmpeq_epi8(bytes, all(byte));
        let dot = if DOTS {
            is(here, b'.')
        } else {
            let abbreviated = _mm256_shuffle_epi8(last_letters(), before);
            _mm256_and_si256(is(here, b'.'), _mm256_cmpeq_epi8(_mm256_and_si256(before, all(0xDF)), abbreviated))
        };
        // Not zero where more than a space follows, which is all that a flag has to be.
        let after_is_visible = _mm256_subs_epu8(after, all(b' '));
        let mut flags = _mm256_and_si256(_mm256_or_si256(is(here, b':'), dot), after_is_visible);
        if SPACED_COLONS {
            flags = _mm256_or_si256(flags, is(here, b':'));
        }
        if DOTS {
            flags = _mm256_or_si256(flags, _mm256_and_si256(is(here, 0xE3), is(after, 0x80)));
        }
        if ATS {
            flags = _mm256_or_si256(flags, is(here, b'@'));
        }
        flags
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    /// Notes what it is asked about, and has no answer.
    #[derive(Clone, Copy)]
    struct Asked<'a>(&'a RefCell<Vec<usize>>);

    impl Check for Asked<'_> {
        type Answer = ();

        fn at(self, index: usize) -> Option<()> {
            self.0.borrow_mut().push(index);
            None
        }
    }

    /// The same by the definition, one byte at a time.
    fn naive(block: &Block, sought: Sought) -> u64 {
        (0..BLOCK).fold(0, |bits, i| {
            let (before, here, after) = (block[i], block[i + 1], block[i + 2]);
            let is_candidate = match here {
                b':' => sought.spaced_colons || after > b' ',
                b'.' => after > b' ' && (sought.dots || matches!(before, b'P' | b'W' | b'p' | b'w')),
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
            for bits in 0..5 {
                let [dots, ats, spaced_colons] = [bits & 1 != 0 || bits == 4, bits & 2 != 0 || bits == 4, bits == 4];
                let sought = Sought { dots, ats, spaced_colons }.widened();
                let expected = (0..BLOCK).filter(|i| naive(&block, sought) >> i & 1 != 0).map(|i| i + MARGIN);
                let expected: Vec<usize> = expected.collect();
                for portable in [false, true] {
                    let asked = RefCell::new(Vec::new());
                    let check = Asked(&asked);
                    let rest = if portable {
                        portable::find(&block, MARGIN, sought, check)
                    } else {
                        find(&block, MARGIN, sought, check)
                    };
                    assert_eq!(rest, Err(MARGIN + BLOCK));
                    assert_eq!(*asked.borrow(), expected, "{block:?}");
                }
            }
        }
    }
}
