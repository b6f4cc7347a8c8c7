//! The vectors of SSE2 and AVX2, and the tables that those of AVX2 tell bytes by.

use std::arch::x86_64::*;

use super::super::vector::{Vector, functions};

impl Vector for __m128i {
    const LENGTH: usize = 16;

    functions! {
        fn load(start: *const u8) -> __m128i = _mm_loadu_si128(start.cast());
        fn store(self, start: *mut u8) = _mm_storeu_si128(start.cast(), self);
        fn equal(self, byte: u8) -> __m128i = _mm_cmpeq_epi8(self, _mm_set1_epi8(byte.cast_signed()));
        // What is shifted into a byte from another stays below its highest bit.
        fn plane<const BELOW: i32>(self) -> u64 = _mm_slli_epi16::<BELOW>(self).bits();
        fn beyond_ascii(self) -> u64 = self.bits();
        fn within(self, first: u8, last: u8) -> __m128i = {
            let offset = _mm_sub_epi8(self, _mm_set1_epi8(first.cast_signed()));
            let furthest = _mm_set1_epi8((last - first).cast_signed());
            _mm_cmpeq_epi8(_mm_min_epu8(offset, furthest), offset)
        };
        fn and(self, other: __m128i) -> __m128i = _mm_and_si128(self, other);
        fn or(self, other: __m128i) -> __m128i = _mm_or_si128(self, other);
        fn without(self, other: __m128i) -> __m128i = _mm_andnot_si128(other, self);
        fn or_each(self, byte: u8) -> __m128i = _mm_or_si128(self, _mm_set1_epi8(byte.cast_signed()));
        fn minus(self, other: __m128i) -> __m128i = _mm_sub_epi8(self, other);
        fn sum(self) -> usize = {
            let sums = _mm_sad_epu8(self, _mm_setzero_si128());
            (_mm_cvtsi128_si32(sums) + _mm_extract_epi16::<4>(sums)) as usize
        };
        fn is_any(self) -> bool = self.equal(0).bits() != 0xFFFF;
        fn bits(self) -> u64 = u64::from(_mm_movemask_epi8(self).cast_unsigned());
    }
}

impl Vector for __m256i {
    const LENGTH: usize = 32;

    functions! {
        fn load(start: *const u8) -> __m256i = _mm256_loadu_si256(start.cast());
        fn store(self, start: *mut u8) = _mm256_storeu_si256(start.cast(), self);
        fn equal(self, byte: u8) -> __m256i = _mm256_cmpeq_epi8(self, _mm256_set1_epi8(byte.cast_signed()));
        fn stops(last: __m256i, here: __m256i) -> __m256i = {
            let dots = _mm256_broadcastsi128_si256(_mm_loadu_si128(DOTS.as_ptr().cast()));
            here.equal(b':').or(_mm256_cmpeq_epi8(here, _mm256_shuffle_epi8(dots, last)))
        };
        fn html_marks(self) -> u64 = not_zero(MARKS.sets_of(self));
        fn names_and_run(self) -> [u64; 2] = {
            let sets = RUN.sets_of(self);
            [not_zero(sets.and(_mm256_set1_epi8(NAMES))), not_zero(sets)]
        };
        // What is shifted into a byte from another stays below its highest bit.
        fn plane<const BELOW: i32>(self) -> u64 = _mm256_slli_epi16::<BELOW>(self).bits();
        fn beyond_ascii(self) -> u64 = self.bits();
        fn within(self, first: u8, last: u8) -> __m256i = {
            let offset = _mm256_sub_epi8(self, _mm256_set1_epi8(first.cast_signed()));
            let furthest = _mm256_set1_epi8((last - first).cast_signed());
            _mm256_cmpeq_epi8(_mm256_min_epu8(offset, furthest), offset)
        };
        fn and(self, other: __m256i) -> __m256i = _mm256_and_si256(self, other);
        fn or(self, other: __m256i) -> __m256i = _mm256_or_si256(self, other);
        fn without(self, other: __m256i) -> __m256i = _mm256_andnot_si256(other, self);
        fn or_each(self, byte: u8) -> __m256i = _mm256_or_si256(self, _mm256_set1_epi8(byte.cast_signed()));
        fn minus(self, other: __m256i) -> __m256i = _mm256_sub_epi8(self, other);
        fn sum(self) -> usize = {
            let sums = _mm256_sad_epu8(self, _mm256_setzero_si256());
            let sums = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
            (_mm_cvtsi128_si32(sums) + _mm_extract_epi16::<4>(sums)) as usize
        };
        fn is_any(self) -> bool = _mm256_testz_si256(self, self) == 0;
        fn bits(self) -> u64 = u64::from(_mm256_movemask_epi8(self).cast_unsigned());
    }
}

/// Returns a bit for each byte that is not zero.
///
/// # Safety
///
/// The processor needs AVX2.
#[inline(always)]
unsafe fn not_zero(bytes: __m256i) -> u64 {
    // SAFETY: the caller has the instructions. These are the vector's bits, and not 64.
    unsafe { u64::from(!(bytes.equal(0).bits() as u32)) }
}

/// The dots at the low four bits of the last letters of `www` and `ftp`; nothing that is looked for elsewhere.
const DOTS: [u8; 16] = {
    let mut dots = [0x80; 16];
    dots[b'w' as usize & 0xF] = b'.';
    dots[b'p' as usize & 0xF] = b'.';
    dots
};

/// Sets of bytes, a bit for each. A set contains the bytes with one of some high nibbles and one of some low nibbles.
struct Nibbles {
    /// The bits of the sets that contain a low nibble.
    low: [u8; 16],
    /// The same for high nibbles.
    high: [u8; 16],
}

impl Nibbles {
    /// Returns the sets of each byte.
    ///
    /// # Safety
    ///
    /// The processor needs AVX2.
    #[inline(always)]
    unsafe fn sets_of(&self, bytes: __m256i) -> __m256i {
        // SAFETY: the caller has the instructions, and the tables are that long.
        unsafe {
            let of_low = _mm256_broadcastsi128_si256(_mm_loadu_si128(self.low.as_ptr().cast()));
            let of_high = _mm256_broadcastsi128_si256(_mm_loadu_si128(self.high.as_ptr().cast()));
            let four = _mm256_set1_epi8(0xF);
            let (low, high) = (bytes.and(four), _mm256_srli_epi16::<4>(bytes).and(four));
            _mm256_shuffle_epi8(of_low, low).and(_mm256_shuffle_epi8(of_high, high))
        }
    }

    const fn of(sets: &[(&[u8], &[u8])]) -> Nibbles {
        let mut nibbles = Nibbles { low: [0; 16], high: [0; 16] };
        let mut set = 0;
        while set < sets.len() {
            let (high, low) = sets[set];
            let mut i = 0;
            while i < high.len() {
                nibbles.high[high[i] as usize] |= 1 << set;
                i += 1;
            }
            let mut i = 0;
            while i < low.len() {
                nibbles.low[low[i] as usize] |= 1 << set;
                i += 1;
            }
            set += 1;
        }
        nibbles
    }
}

const ALL: &[u8] = b"\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0A\x0B\x0C\x0D\x0E\x0F";

/// The bytes that mean nothing but themselves in a URL, those of a host name as people write it in the first five sets.
const RUN: Nibbles = Nibbles::of(&[
    (b"\x02", b"\x0D\x0E"),
    (b"\x03", b"\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09"),
    (b"\x04\x06", b"\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0A\x0B\x0C\x0D\x0E\x0F"),
    (b"\x05\x07", b"\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0A"),
    (b"\x05", b"\x0F"),
    // `$`, `%`, `*`, `+`, `/`, `@` and `~`.
    (b"\x02", b"\x04\x05\x0A\x0B\x0F"),
    (b"\x04", b"\x00"),
    (b"\x07", b"\x0E"),
]);

/// The sets of [`RUN`] with the bytes of names.
const NAMES: i8 = 0x1F;

/// The bytes that HTML escapes or forbids, and the first bytes of such characters.
const MARKS: Nibbles = Nibbles::of(&[
    // Controls, but for the tab, the line feed, the form feed and the carriage return.
    (b"\x00", b"\x00\x01\x02\x03\x04\x05\x06\x07\x08\x0B\x0E\x0F"),
    (b"\x01", ALL),
    (b"\x07", b"\x0F"),
    // `"`, `&` and `'`.
    (b"\x02", b"\x02\x06\x07"),
    // `<` and `>`.
    (b"\x03", b"\x0C\x0E"),
    // `C0` to `C2`, `E2`, and all from `EF` on.
    (b"\x0C", b"\x00\x01\x02"),
    (b"\x0E", b"\x02\x0F"),
    (b"\x0F", ALL),
]);
