//! For processors for x86-64, all of which have SSE2, and for those with AVX2.

use std::arch::x86_64::*;

use super::{
    candidates::{self, Candidates, FindBlock, Sought, Version},
    plain::{self, HostStart},
    vector::{Two, Vector},
};

/// The version of the search for this processor.
#[inline(always)]
pub(super) fn fastest(sought: Sought) -> FindBlock {
    if std::arch::is_x86_feature_detected!("avx2") { Avx2::looking_for(sought) } else { Sse2::looking_for(sought) }
}

/// See [`plain::tail_run`].
#[inline(always)]
pub(crate) fn tail_run(bytes: &[u8]) -> usize {
    // SAFETY: all processors for x86-64 have SSE2.
    unsafe { plain::tail_run::<Two<__m128i>>(bytes) }
}

/// See [`plain::host_start`].
#[inline(always)]
pub(crate) fn host_start(bytes: &[u8]) -> Option<HostStart> {
    // SAFETY: all processors for x86-64 have SSE2.
    unsafe { plain::host_start::<Two<__m128i>>(bytes) }
}

pub(super) struct Sse2;

impl Version for Sse2 {
    #[target_feature(enable = "sse2")]
    unsafe fn next<const DOTS: bool, const ATS: bool, const SPACED_COLONS: bool>(
        bytes: &[u8],
        from: usize,
    ) -> Candidates {
        // SAFETY: it is the caller's contract, and here the instructions are enabled.
        unsafe { candidates::next::<Two<Two<__m128i>>, DOTS, ATS, SPACED_COLONS>(bytes, from) }
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
        unsafe { candidates::next::<Two<__m256i>, DOTS, ATS, SPACED_COLONS>(bytes, from) }
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
    unsafe fn prefetch(start: *const u8) {
        unsafe { _mm_prefetch::<_MM_HINT_T0>(start.cast()) }
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
    unsafe fn within(self, first: u8, last: u8) -> __m128i {
        unsafe {
            let offset = _mm_sub_epi8(self, _mm_set1_epi8(first.cast_signed()));
            let furthest = _mm_set1_epi8((last - first).cast_signed());
            _mm_cmpeq_epi8(_mm_min_epu8(offset, furthest), offset)
        }
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
    unsafe fn or_each(self, byte: u8) -> __m128i {
        unsafe { _mm_or_si128(self, _mm_set1_epi8(byte.cast_signed())) }
    }

    #[inline(always)]
    unsafe fn is_any(self) -> bool {
        unsafe { self.equal(0).bits() != 0xFFFF }
    }

    #[inline(always)]
    unsafe fn bits(self) -> u64 {
        unsafe { u64::from(_mm_movemask_epi8(self).cast_unsigned()) }
    }
}

impl Vector for __m256i {
    const LENGTH: usize = 32;

    #[inline(always)]
    unsafe fn load(start: *const u8) -> __m256i {
        unsafe { _mm256_loadu_si256(start.cast()) }
    }

    #[inline(always)]
    unsafe fn prefetch(start: *const u8) {
        unsafe { _mm_prefetch::<_MM_HINT_T0>(start.cast()) }
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
    unsafe fn end_of_abbreviation(self) -> __m256i {
        /// Each at the index that its low four bits are.
        const LETTERS: [u8; 16] = [b'P', 0, 0, 0, 0, 0, 0, b'W', 0, 0, 0, 0, 0, 0, 0, 0];
        unsafe {
            let letters = _mm256_broadcastsi128_si256(_mm_loadu_si128(LETTERS.as_ptr().cast()));
            _mm256_cmpeq_epi8(self.and_each(0xDF), _mm256_shuffle_epi8(letters, self))
        }
    }

    #[inline(always)]
    unsafe fn rough_dots_of_abbreviations(self, before: __m256i) -> __m256i {
        /// A full stop at the indices that the low four bits of the letters are, and what no text has elsewhere.
        const STOPS: [u8; 16] = {
            let mut stops = [0xFF; 16];
            stops[(b'p' & 0xF) as usize] = b'.';
            stops[(b'w' & 0xF) as usize] = b'.';
            stops
        };
        unsafe {
            let stops = _mm256_broadcastsi128_si256(_mm_loadu_si128(STOPS.as_ptr().cast()));
            _mm256_cmpeq_epi8(self, _mm256_shuffle_epi8(stops, before))
        }
    }

    #[inline(always)]
    unsafe fn within(self, first: u8, last: u8) -> __m256i {
        unsafe {
            let offset = _mm256_sub_epi8(self, _mm256_set1_epi8(first.cast_signed()));
            let furthest = _mm256_set1_epi8((last - first).cast_signed());
            _mm256_cmpeq_epi8(_mm256_min_epu8(offset, furthest), offset)
        }
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
    unsafe fn or_each(self, byte: u8) -> __m256i {
        unsafe { _mm256_or_si256(self, _mm256_set1_epi8(byte.cast_signed())) }
    }

    #[inline(always)]
    unsafe fn is_any(self) -> bool {
        unsafe { _mm256_testz_si256(self, self) == 0 }
    }

    #[inline(always)]
    unsafe fn bits(self) -> u64 {
        unsafe { u64::from(_mm256_movemask_epi8(self).cast_unsigned()) }
    }
}
