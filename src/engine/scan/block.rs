//! The fast half of the trigger search: which of sixty-four bytes deserve a look.
//!
//! What to look for is one test of each byte and its two neighbours. It is written as plain loops over arrays, and once
//! more over vectors, for processors whose instructions make it several times as fast: that is what the `unsafe` code of
//! this library buys, all of which is in this file.
//!
//! How fast it is must not depend on how the crate is built. A function with the instructions of a target feature is
//! inlined only where its caller has that feature, too. So whatever stands between the loop over blocks and the
//! instructions is `#[inline(always)]`, and none of it is a closure given to a function of another crate.

#![allow(unsafe_code, reason = "vector instructions and loads that a check went before are had only by it")]

/// How many bytes a block has.
const BLOCK: usize = 64;

/// The bytes on either side of a block that are read with it.
pub(super) const MARGIN: usize = 1;

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

/// What is asked about each byte that was found. A trait and no closure, so that it can say that it is to be inlined.
pub(super) trait Check: Copy {
    type Answer;

    /// The answer about the byte at this index, if there is one.
    fn at(self, index: usize) -> Option<Self::Answer>;
}

/// The first answer of `check` about a byte that may be a trigger, of those at or after `from` that are in whole blocks:
/// no trigger is missing, not all it is asked about are one. Or else where the bytes begin that are still to be looked at.
#[inline(always)]
pub(super) fn find<T>(bytes: &[u8], from: usize, sought: Sought, check: impl Check<Answer = T>) -> Result<T, usize> {
    find_with(fastest(sought), bytes, from, check)
}

#[inline(always)]
fn find_with<T>(next: Next, bytes: &[u8], from: usize, check: impl Check<Answer = T>) -> Result<T, usize> {
    let mut at = from.max(MARGIN);
    loop {
        // SAFETY: `fastest` returns what this processor can do, and `at` leaves room for the margin.
        let Candidates { start, mut bits } = unsafe { next(bytes, at) };
        if bits == 0 {
            return Err(start);
        }
        while bits != 0 {
            if let Some(answer) = check.at(start + bits.trailing_zeros() as usize) {
                return Ok(answer);
            }
            bits &= bits - 1;
        }
        at = start + BLOCK;
    }
}

/// The next block with bytes that may be triggers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Candidates {
    /// Where the block begins; if there is none, where the bytes begin that are in no whole block.
    start: usize,
    /// A bit for each byte that may be a trigger, the lowest for the first byte; zero if there is no such block.
    bits: u64,
}

/// Finds the first block with candidates, of those that begin at an index and follow each other from there.
///
/// # Safety
/// The processor has to have the instructions of the version, and the index has to be [`MARGIN`] at least.
type Next = unsafe fn(&[u8], usize) -> Candidates;

/// A version of the search, for certain processors.
trait Version {
    /// What a [`Next`] does.
    ///
    /// # Safety
    /// See [`Next`].
    unsafe fn next<const DOTS: bool, const ATS: bool, const SPACED_COLONS: bool>(
        bytes: &[u8],
        from: usize,
    ) -> Candidates;

    /// The one for what is sought, or for somewhat more: the fewer there are, the better each is compiled.
    #[inline(always)]
    fn looking_for(sought: Sought) -> Next {
        match sought {
            Sought { spaced_colons: true, .. } => Self::next::<true, true, true>,
            Sought { dots: true, .. } => Self::next::<true, true, false>,
            Sought { ats: true, .. } => Self::next::<false, true, false>,
            _ => Self::next::<false, false, false>,
        }
    }
}

/// The version for this processor.
#[inline(always)]
fn fastest(sought: Sought) -> Next {
    #[cfg(target_arch = "x86_64")]
    {
        if std::arch::is_x86_feature_detected!("avx2") {
            x86_64::Avx2::looking_for(sought)
        } else {
            x86_64::Sse2::looking_for(sought)
        }
    }
    #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
    {
        aarch64::Neon::looking_for(sought)
    }
    #[cfg(not(any(
        target_arch = "x86_64",
        all(target_arch = "aarch64", target_feature = "neon", target_endian = "little")
    )))]
    {
        portable::Portable::looking_for(sought)
    }
}

#[cfg(any(
    test,
    not(any(target_arch = "x86_64", all(target_arch = "aarch64", target_feature = "neon", target_endian = "little")))
))]
mod portable {
    //! For every processor.

    use super::{BLOCK, Candidates, MARGIN, Version};

    pub(super) struct Portable;

    impl Version for Portable {
        unsafe fn next<const DOTS: bool, const ATS: bool, const SPACED_COLONS: bool>(
            bytes: &[u8],
            from: usize,
        ) -> Candidates {
            let mut start = from;
            while let Some(block) = bytes.get(start - MARGIN..).and_then(|rest| rest.first_chunk()) {
                let bits = candidates::<DOTS, ATS, SPACED_COLONS>(block);
                if bits != 0 {
                    return Candidates { start, bits };
                }
                start += BLOCK;
            }
            Candidates { start, bits: 0 }
        }
    }

    /// The bits of a block that stands between its margins.
    fn candidates<const DOTS: bool, const ATS: bool, const SPACED_COLONS: bool>(
        block: &[u8; MARGIN + BLOCK + MARGIN],
    ) -> u64 {
        let mut flags = [0u8; BLOCK];
        let mut any = 0;
        for (i, flag) in flags.iter_mut().enumerate() {
            let [before, here, after] = [block[i], block[i + 1], block[i + 2]];
            let abbreviated = mask(before & 0xDF == b'W') | mask(before & 0xDF == b'P');
            let dot = mask(here == b'.') & (mask(DOTS) | abbreviated);
            let visible = mask(after > b' ');
            *flag = (mask(here == b':') & (visible | mask(SPACED_COLONS))) | (dot & visible);
            any |= *flag;
        }
        if DOTS {
            for (i, flag) in flags.iter_mut().enumerate() {
                *flag |= mask(block[i + 1] == 0xE3) & mask(block[i + 2] == 0x80);
                any |= *flag;
            }
        }
        if ATS {
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

mod vector {
    //! The search over vectors, whatever instructions there are for them.

    use super::{BLOCK, Candidates, MARGIN};

    /// Bytes that are dealt with at once. A flag is a byte of it that is not zero.
    ///
    /// # Safety
    /// All functions need a processor with the instructions of the type. They are always inlined, and their callers have to
    /// be, up to a function with the target feature.
    pub(super) trait Vector: Copy {
        /// How many bytes there are.
        const LENGTH: usize;

        /// The bytes from `start` on, all of which have to be readable.
        unsafe fn load(start: *const u8) -> Self;

        /// A flag, 0xFF, for each byte that is this one.
        unsafe fn equal(self, byte: u8) -> Self;

        /// A flag for each byte that is more than this one.
        unsafe fn more_than(self, byte: u8) -> Self;

        /// The bits that both have.
        unsafe fn and(self, other: Self) -> Self;

        /// The bits of this byte that each has.
        unsafe fn and_each(self, byte: u8) -> Self;

        /// The bits that one of them has.
        unsafe fn or(self, other: Self) -> Self;

        /// Whether there is a flag.
        unsafe fn is_any(self) -> bool;

        /// A bit for each flag, the lowest for the first byte.
        unsafe fn bits(self) -> u64;
    }

    /// Two vectors as one that is twice as long.
    #[derive(Clone, Copy)]
    pub(super) struct Two<V>(V, V);

    impl<V: Vector> Vector for Two<V> {
        const LENGTH: usize = 2 * V::LENGTH;

        #[inline(always)]
        unsafe fn load(start: *const u8) -> Two<V> {
            // SAFETY: of the bytes that are readable, the second half begins there.
            unsafe { Two(V::load(start), V::load(start.add(V::LENGTH))) }
        }

        #[inline(always)]
        unsafe fn equal(self, byte: u8) -> Two<V> {
            // SAFETY: the caller has the instructions; here and below.
            unsafe { Two(self.0.equal(byte), self.1.equal(byte)) }
        }

        #[inline(always)]
        unsafe fn more_than(self, byte: u8) -> Two<V> {
            unsafe { Two(self.0.more_than(byte), self.1.more_than(byte)) }
        }

        #[inline(always)]
        unsafe fn and(self, other: Two<V>) -> Two<V> {
            unsafe { Two(self.0.and(other.0), self.1.and(other.1)) }
        }

        #[inline(always)]
        unsafe fn and_each(self, byte: u8) -> Two<V> {
            unsafe { Two(self.0.and_each(byte), self.1.and_each(byte)) }
        }

        #[inline(always)]
        unsafe fn or(self, other: Two<V>) -> Two<V> {
            unsafe { Two(self.0.or(other.0), self.1.or(other.1)) }
        }

        #[inline(always)]
        unsafe fn is_any(self) -> bool {
            unsafe { self.0.or(self.1).is_any() }
        }

        #[inline(always)]
        unsafe fn bits(self) -> u64 {
            unsafe { self.0.bits() | self.1.bits() << V::LENGTH }
        }
    }

    /// See [`Next`](super::Next), whose contract it has, and the vector's.
    #[inline(always)]
    pub(super) unsafe fn next<V: Vector, const DOTS: bool, const ATS: bool, const SPACED_COLONS: bool>(
        bytes: &[u8],
        from: usize,
    ) -> Candidates {
        const { assert!(V::LENGTH == BLOCK) };
        let mut start = from;
        while bytes.len().saturating_sub(start) >= BLOCK + MARGIN {
            // SAFETY: `start` is the margin at least, and so many bytes follow it as a block and the other margin have.
            unsafe {
                let flags = flags::<V, DOTS, ATS, SPACED_COLONS>(bytes.as_ptr().add(start));
                if flags.is_any() {
                    return Candidates { start, bits: flags.bits() };
                }
            }
            start += BLOCK;
        }
        Candidates { start, bits: 0 }
    }

    /// A flag for each byte of the vector at `start` that may be a trigger. A byte on either side has to be readable, too.
    #[inline(always)]
    unsafe fn flags<V: Vector, const DOTS: bool, const ATS: bool, const SPACED_COLONS: bool>(start: *const u8) -> V {
        // SAFETY: the caller has the instructions, and these bytes can be read.
        unsafe {
            let here = V::load(start);
            let after = V::load(start.add(MARGIN));
            let mut dots = here.equal(b'.');
            if !DOTS {
                let before = V::load(start.sub(MARGIN)).and_each(0xDF);
                dots = dots.and(before.equal(b'W').or(before.equal(b'P')));
            }
            let colons = here.equal(b':');
            let mut flags = colons.or(dots).and(after.more_than(b' '));
            if SPACED_COLONS {
                flags = flags.or(colons);
            }
            if DOTS {
                flags = flags.or(here.equal(0xE3).and(after.equal(0x80)));
            }
            if ATS {
                flags = flags.or(here.equal(b'@'));
            }
            flags
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    //! For processors for x86-64, all of which have SSE2, and for those with AVX2.

    use std::arch::x86_64::*;

    use super::{
        Candidates, Version,
        vector::{Two, Vector, next},
    };

    pub(super) struct Sse2;

    impl Version for Sse2 {
        #[target_feature(enable = "sse2")]
        unsafe fn next<const DOTS: bool, const ATS: bool, const SPACED_COLONS: bool>(
            bytes: &[u8],
            from: usize,
        ) -> Candidates {
            // SAFETY: it is the caller's contract, and here the instructions are enabled.
            unsafe { next::<Two<Two<__m128i>>, DOTS, ATS, SPACED_COLONS>(bytes, from) }
        }
    }

    pub(super) struct Avx2;

    impl Version for Avx2 {
        #[target_feature(enable = "avx2")]
        unsafe fn next<const DOTS: bool, const ATS: bool, const SPACED_COLONS: bool>(
            bytes: &[u8],
            from: usize,
        ) -> Candidates {
            // SAFETY: it is the caller's contract, and here the instructions are enabled.
            unsafe { next::<Two<__m256i>, DOTS, ATS, SPACED_COLONS>(bytes, from) }
        }
    }

    // SAFETY: in the functions below, that the processor has the instructions is the contract of the trait.

    impl Vector for __m128i {
        const LENGTH: usize = 16;

        #[inline(always)]
        unsafe fn load(start: *const u8) -> __m128i {
            unsafe { _mm_loadu_si128(start.cast()) }
        }

        #[inline(always)]
        unsafe fn equal(self, byte: u8) -> __m128i {
            unsafe { _mm_cmpeq_epi8(self, _mm_set1_epi8(byte.cast_signed())) }
        }

        #[inline(always)]
        unsafe fn more_than(self, byte: u8) -> __m128i {
            unsafe { _mm_subs_epu8(self, _mm_set1_epi8(byte.cast_signed())) }
        }

        #[inline(always)]
        unsafe fn and(self, other: __m128i) -> __m128i {
            unsafe { _mm_and_si128(self, other) }
        }

        #[inline(always)]
        unsafe fn and_each(self, byte: u8) -> __m128i {
            unsafe { _mm_and_si128(self, _mm_set1_epi8(byte.cast_signed())) }
        }

        #[inline(always)]
        unsafe fn or(self, other: __m128i) -> __m128i {
            unsafe { _mm_or_si128(self, other) }
        }

        #[inline(always)]
        unsafe fn is_any(self) -> bool {
            unsafe { self.bits() != 0 }
        }

        #[inline(always)]
        unsafe fn bits(self) -> u64 {
            let unset = unsafe { _mm_movemask_epi8(_mm_cmpeq_epi8(self, _mm_setzero_si128())) };
            u64::from(!unset.cast_unsigned() as u16)
        }
    }

    impl Vector for __m256i {
        const LENGTH: usize = 32;

        #[inline(always)]
        unsafe fn load(start: *const u8) -> __m256i {
            unsafe { _mm256_loadu_si256(start.cast()) }
        }

        #[inline(always)]
        unsafe fn equal(self, byte: u8) -> __m256i {
            unsafe { _mm256_cmpeq_epi8(self, _mm256_set1_epi8(byte.cast_signed())) }
        }

        #[inline(always)]
        unsafe fn more_than(self, byte: u8) -> __m256i {
            unsafe { _mm256_subs_epu8(self, _mm256_set1_epi8(byte.cast_signed())) }
        }

        #[inline(always)]
        unsafe fn and(self, other: __m256i) -> __m256i {
            unsafe { _mm256_and_si256(self, other) }
        }

        #[inline(always)]
        unsafe fn and_each(self, byte: u8) -> __m256i {
            unsafe { _mm256_and_si256(self, _mm256_set1_epi8(byte.cast_signed())) }
        }

        #[inline(always)]
        unsafe fn or(self, other: __m256i) -> __m256i {
            unsafe { _mm256_or_si256(self, other) }
        }

        #[inline(always)]
        unsafe fn is_any(self) -> bool {
            unsafe { _mm256_testz_si256(self, self) == 0 }
        }

        #[inline(always)]
        unsafe fn bits(self) -> u64 {
            let unset = unsafe { _mm256_movemask_epi8(_mm256_cmpeq_epi8(self, _mm256_setzero_si256())) };
            u64::from(!unset.cast_unsigned())
        }
    }
}

#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
mod aarch64 {
    //! For processors for AArch64 with NEON, which all have that run an operating system.

    use std::arch::aarch64::*;

    use super::{
        Candidates, Version,
        vector::{Two, Vector, next},
    };

    pub(super) struct Neon;

    impl Version for Neon {
        #[target_feature(enable = "neon")]
        unsafe fn next<const DOTS: bool, const ATS: bool, const SPACED_COLONS: bool>(
            bytes: &[u8],
            from: usize,
        ) -> Candidates {
            // SAFETY: it is the caller's contract, and here the instructions are enabled.
            unsafe { next::<Two<Two<uint8x16_t>>, DOTS, ATS, SPACED_COLONS>(bytes, from) }
        }
    }

    // SAFETY: in the functions below, that the processor has the instructions is the contract of the trait.

    impl Vector for uint8x16_t {
        const LENGTH: usize = 16;

        #[inline(always)]
        unsafe fn load(start: *const u8) -> uint8x16_t {
            unsafe { vld1q_u8(start) }
        }

        #[inline(always)]
        unsafe fn equal(self, byte: u8) -> uint8x16_t {
            unsafe { vceqq_u8(self, vdupq_n_u8(byte)) }
        }

        #[inline(always)]
        unsafe fn more_than(self, byte: u8) -> uint8x16_t {
            unsafe { vcgtq_u8(self, vdupq_n_u8(byte)) }
        }

        #[inline(always)]
        unsafe fn and(self, other: uint8x16_t) -> uint8x16_t {
            unsafe { vandq_u8(self, other) }
        }

        #[inline(always)]
        unsafe fn and_each(self, byte: u8) -> uint8x16_t {
            unsafe { vandq_u8(self, vdupq_n_u8(byte)) }
        }

        #[inline(always)]
        unsafe fn or(self, other: uint8x16_t) -> uint8x16_t {
            unsafe { vorrq_u8(self, other) }
        }

        #[inline(always)]
        unsafe fn is_any(self) -> bool {
            unsafe { vmaxvq_u8(self) != 0 }
        }

        #[inline(always)]
        unsafe fn bits(self) -> u64 {
            const WEIGHTS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
            unsafe {
                let set = vtstq_u8(self, self);
                let weighed = vandq_u8(set, vld1q_u8(WEIGHTS.as_ptr()));
                let [low, high] = [vaddv_u8(vget_low_u8(weighed)), vaddv_u8(vget_high_u8(weighed))];
                u64::from(u16::from_le_bytes([low, high]))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{cell::RefCell, ops::Range};

    use super::*;

    /// Every version that this processor can do, for what is sought.
    fn versions(sought: Sought) -> impl Iterator<Item = (&'static str, Next)> {
        let versions = [
            ("portable", portable::Portable::looking_for(sought)),
            #[cfg(target_arch = "x86_64")]
            ("SSE2", x86_64::Sse2::looking_for(sought)),
            ("fastest", fastest(sought)),
        ];
        versions.into_iter()
    }

    /// All that can be sought.
    fn every_sought() -> impl Iterator<Item = Sought> {
        (0..8).map(|bits| Sought { dots: bits & 1 != 0, ats: bits & 2 != 0, spaced_colons: bits & 4 != 0 })
    }

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

    /// Whether a byte is to be found, by the definition.
    fn is_candidate(sought: Sought, before: u8, here: u8, after: u8) -> bool {
        // What is looked for in its stead.
        let dots = sought.dots || sought.spaced_colons;
        match here {
            b':' => sought.spaced_colons || after > b' ',
            b'.' => after > b' ' && (dots || matches!(before, b'P' | b'W' | b'p' | b'w')),
            b'@' => sought.ats || dots,
            0xE3 => dots && after == 0x80,
            _ => false,
        }
    }

    /// Where the whole blocks are in text of this length, of those that begin at `from`.
    fn blocks(length: usize, from: usize) -> Range<usize> {
        from..from + length.saturating_sub(from + MARGIN) / BLOCK * BLOCK
    }

    /// Checks that every version finds in `bytes` what the definition says, from this index on.
    fn check(bytes: &[u8], from: usize) {
        let blocks = blocks(bytes.len(), from);
        for sought in every_sought() {
            let expected: Vec<usize> =
                blocks.clone().filter(|&i| is_candidate(sought, bytes[i - 1], bytes[i], bytes[i + 1])).collect();
            for (version, next) in versions(sought) {
                let asked = RefCell::new(Vec::new());
                let rest = find_with(next, bytes, from, Asked(&asked));
                assert_eq!(rest, Err(blocks.end), "{version} in {bytes:?} from {from}");
                assert_eq!(*asked.borrow(), expected, "{version} in {bytes:?} from {from}");
            }
        }
    }

    /// A generator of numbers, the same on each run.
    struct Numbers(u32);

    impl Numbers {
        fn below(&mut self, bound: usize) -> usize {
            self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (self.0 >> 8) as usize % bound
        }
    }

    const ALPHABET: &[u8] = b":.@wWpP /\xE3\x80a\n\0\x1F!\x7F\xFFz";

    /// Letters, of which so many in sixteen are others that matter.
    fn text(numbers: &mut Numbers, length: usize, sixteenths: usize) -> Vec<u8> {
        let byte = |_| {
            let is_other = numbers.below(16) < sixteenths;
            if is_other { ALPHABET[numbers.below(ALPHABET.len())] } else { b'a' }
        };
        (0..length).map(byte).collect()
    }

    #[test]
    fn every_version_agrees_with_the_definition() {
        let mut numbers = Numbers(1);
        for round in 0..500 {
            let bytes = text(&mut numbers, MARGIN + BLOCK + MARGIN, round % 17);
            check(&bytes, MARGIN);
        }
    }

    #[test]
    fn every_byte_beside_every_other() {
        for here in [b':', b'.', b'@', 0xE3] {
            let mut bytes = Vec::new();
            for other in 0..=0xFF {
                bytes.extend([other, here, b'a', b'w', here, other]);
            }
            bytes.resize(bytes.len() + BLOCK, b'a');
            check(&bytes, MARGIN);
        }
    }

    #[test]
    fn one_candidate_at_every_place() {
        for candidate in ["://", "w.a", "P.a", "a@a", "\u{3002}", ": ", "a.a"] {
            for at in 0..=2 * BLOCK {
                let mut bytes = vec![b'a'; 2 * BLOCK + 2 * MARGIN + candidate.len()];
                bytes[at..at + candidate.len()].copy_from_slice(candidate.as_bytes());
                check(&bytes, MARGIN);
            }
        }
    }

    #[test]
    fn every_length_from_every_place() {
        let mut numbers = Numbers(2);
        let bytes = text(&mut numbers, 3 * BLOCK + 2 * MARGIN, 6);
        for length in 0..=bytes.len() {
            // In memory of its own, so that tools which check reads see one behind the end.
            let bytes = bytes[..length].to_vec();
            for from in (MARGIN..=length.max(MARGIN)).step_by(1 + length % 7) {
                check(&bytes, from);
            }
        }
    }

    #[test]
    fn shifted_copies() {
        let mut numbers = Numbers(3);
        let bytes = text(&mut numbers, 2 * BLOCK + 2 * MARGIN, 4);
        for shift in 0..=BLOCK {
            let mut shifted = vec![b'a'; shift];
            shifted.extend_from_slice(&bytes);
            check(&shifted[shift..], MARGIN);
            check(&shifted, MARGIN);
            check(&shifted, shift + MARGIN);
        }
    }

    #[test]
    fn an_answer_ends_the_search() {
        #[derive(Clone, Copy)]
        struct At(usize);

        impl Check for At {
            type Answer = usize;

            fn at(self, index: usize) -> Option<usize> {
                (index >= self.0).then_some(index)
            }
        }

        let bytes = ":a".repeat(2 * BLOCK).into_bytes();
        let sought = Sought { dots: false, ats: false, spaced_colons: false };
        for (version, next) in versions(sought) {
            for wanted in MARGIN..bytes.len() - BLOCK {
                let found = find_with(next, &bytes, MARGIN, At(wanted));
                assert_eq!(found, Ok(wanted.next_multiple_of(2)), "{version}");
            }
        }
    }
}
