//! The vectors of SSE2 and AVX2, and the tables that those of AVX2 tell bytes by.

use std::arch::x86_64::*;

use super::super::vector::Vector;

/// What has the highest bit set in the sum, where a byte is more than a space.
const TO_HIGHEST: u8 = 0x80 - (b' ' + 1);

// SAFETY: in the functions below, that the processor has the instructions is the contract of the trait.

impl Vector for __m128i {
    const LENGTH: usize = 16;

    #[inline(always)]
    unsafe fn load(start: *const u8) -> __m128i {
        unsafe { _mm_loadu_si128(start.cast()) }
    }

    #[inline(always)]
    unsafe fn store(self, start: *mut u8) {
        unsafe { _mm_storeu_si128(start.cast(), self) }
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
    unsafe fn beyond_spaces(self) -> __m128i {
        unsafe { _mm_adds_epu8(self, _mm_set1_epi8(TO_HIGHEST.cast_signed())) }
    }

    #[inline(always)]
    unsafe fn plane<const BELOW: i32>(self) -> u64 {
        // What is shifted into a byte from another stays below its highest bit.
        unsafe { _mm_slli_epi16::<BELOW>(self).bits() }
    }

    #[inline(always)]
    unsafe fn beyond_ascii(self) -> u64 {
        unsafe { self.bits() }
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
    unsafe fn minus(self, other: __m128i) -> __m128i {
        unsafe { _mm_sub_epi8(self, other) }
    }

    #[inline(always)]
    unsafe fn sum(self) -> usize {
        unsafe {
            let sums = _mm_sad_epu8(self, _mm_setzero_si128());
            (_mm_cvtsi128_si32(sums) + _mm_extract_epi16::<4>(sums)) as usize
        }
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

/// The bit of what may stand between `http`, `https` or `ftp` and a line end.
const END: u8 = 0x80;

/// The bit of what may stand between anything and a slash, or one of JSON's escapes: letters have it themselves.
const SLASH: u8 = 0x40;

/// A full stop at the indices that the low four bits of the second letters of `www` and `ftp` are, and elsewhere a control without any of its
/// bits.
const SECOND: [u8; 16] = with(with([0x11; 16], b'w', b'.'), b't', b'.');

/// The same for the last letters, [`END`] for those that `http`, `ftp` and `https` end in, and [`SLASH`] for all.
const LAST: [u8; 16] = {
    let last = with(with([0x11 | SLASH; 16], b'w', b'.' | SLASH), b'p', b'.' | SLASH | END);
    with(last, b's', 0x11 | SLASH | END)
};

/// Both bits for all but line ends and slashes, those of JSON's escapes among them.
const OTHERS: [u8; 16] = with(with(with(with([END | SLASH; 16], b'\n', SLASH), b'\r', SLASH), b'/', END), b'\\', END);

/// A table with this at the index that the low four bits of a byte are.
const fn with(mut table: [u8; 16], byte: u8, value: u8) -> [u8; 16] {
    table[(byte & 0xF) as usize] = value;
    table
}

impl Vector for __m256i {
    const LENGTH: usize = 32;
    const BEHIND_SCHEMES: u8 = END | SLASH;

    #[inline(always)]
    unsafe fn load(start: *const u8) -> __m256i {
        unsafe { _mm256_loadu_si256(start.cast()) }
    }

    #[inline(always)]
    unsafe fn store(self, start: *mut u8) {
        unsafe { _mm256_storeu_si256(start.cast(), self) }
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
    unsafe fn beyond_spaces(self) -> __m256i {
        unsafe { _mm256_adds_epu8(self, _mm256_set1_epi8(TO_HIGHEST.cast_signed())) }
    }

    #[inline(always)]
    unsafe fn dots_of_abbreviations(self, before: [__m256i; 2]) -> __m256i {
        unsafe {
            let second = _mm256_broadcastsi128_si256(_mm_loadu_si128(SECOND.as_ptr().cast()));
            let last = _mm256_broadcastsi128_si256(_mm_loadu_si128(LAST.as_ptr().cast()));
            let stops = _mm256_and_si256(_mm256_shuffle_epi8(second, before[0]), _mm256_shuffle_epi8(last, before[1]));
            _mm256_cmpeq_epi8(self, stops)
        }
    }

    #[inline(always)]
    unsafe fn behind_schemes(self, before: __m256i) -> __m256i {
        unsafe {
            let beyond_spaces = _mm256_cmpgt_epi8(self, _mm256_set1_epi8(b' '.cast_signed()));
            // Letters have one of the bits, and digits have none: they stand in front of most colons that end no scheme.
            beyond_spaces.and(before).or(self.line_ends_behind_schemes(before))
        }
    }

    #[inline(always)]
    unsafe fn line_ends_behind_schemes(self, before: __m256i) -> __m256i {
        unsafe {
            let last = _mm256_broadcastsi128_si256(_mm_loadu_si128(LAST.as_ptr().cast()));
            let others = _mm256_broadcastsi128_si256(_mm_loadu_si128(OTHERS.as_ptr().cast()));
            _mm256_andnot_si256(_mm256_shuffle_epi8(others, self), _mm256_shuffle_epi8(last, before))
        }
    }

    #[inline(always)]
    unsafe fn plain_classes(self) -> [__m256i; 2] {
        unsafe {
            let of_low = _mm256_broadcastsi128_si256(_mm_loadu_si128(NIBBLES.low.as_ptr().cast()));
            let of_high = _mm256_broadcastsi128_si256(_mm_loadu_si128(NIBBLES.high.as_ptr().cast()));
            let high = _mm256_srli_epi16::<4>(self).and_each(0xF);
            let sets = _mm256_shuffle_epi8(of_low, self).and(_mm256_shuffle_epi8(of_high, high));
            let none = _mm256_setzero_si256();
            [_mm256_cmpgt_epi8(sets.and_each(ALPHANUMERIC), none), _mm256_cmpgt_epi8(sets, none)]
        }
    }

    #[inline(always)]
    unsafe fn html_marks(self) -> u64 {
        unsafe {
            let of_low = _mm256_broadcastsi128_si256(_mm_loadu_si128(MARKS.low.as_ptr().cast()));
            let of_high = _mm256_broadcastsi128_si256(_mm_loadu_si128(MARKS.high.as_ptr().cast()));
            let (low, high) = (self.and_each(0xF), _mm256_srli_epi16::<4>(self).and_each(0xF));
            let sets = _mm256_shuffle_epi8(of_low, low).and(_mm256_shuffle_epi8(of_high, high));
            // Of the vector's bits and not of 64.
            u64::from(!(sets.equal(0).bits() as u32))
        }
    }

    #[inline(always)]
    unsafe fn plane<const BELOW: i32>(self) -> u64 {
        // What is shifted into a byte from another stays below its highest bit.
        unsafe { _mm256_slli_epi16::<BELOW>(self).bits() }
    }

    #[inline(always)]
    unsafe fn beyond_ascii(self) -> u64 {
        unsafe { self.bits() }
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
    unsafe fn minus(self, other: __m256i) -> __m256i {
        unsafe { _mm256_sub_epi8(self, other) }
    }

    #[inline(always)]
    unsafe fn sum(self) -> usize {
        unsafe {
            let sums = _mm256_sad_epu8(self, _mm256_setzero_si256());
            let sums = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
            (_mm_cvtsi128_si32(sums) + _mm_extract_epi16::<4>(sums)) as usize
        }
    }

    #[inline(always)]
    unsafe fn is_any(self) -> bool {
        unsafe { _mm256_testz_si256(self, self) == 0 }
    }

    #[inline(always)]
    unsafe fn has_any(self, bits: u8) -> bool {
        unsafe { _mm256_testz_si256(self, _mm256_set1_epi8(bits.cast_signed())) == 0 }
    }

    #[inline(always)]
    unsafe fn bits(self) -> u64 {
        unsafe { u64::from(_mm256_movemask_epi8(self).cast_unsigned()) }
    }
}

/// Sets of bytes: each has a bit, and is all the bytes whose high four bits are one of some and whose low four bits are one of others.
struct Nibbles {
    /// The bits of the sets that there are by the low four bits of a byte.
    low: [u8; 16],
    /// And by the high four bits.
    high: [u8; 16],
}

/// The bits of the sets that are letters and digits.
const ALPHANUMERIC: u8 = 0b111;

impl Nibbles {
    /// Those of sets that are each given by the high and by the low four bits of their bytes.
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

/// What a plain URL has in its path. The first three sets are the letters and the digits.
const NIBBLES: Nibbles = Nibbles::of(&[
    // `a` to `o`, `p` to `z`, and the digits.
    (b"\x04\x06", b"\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0A\x0B\x0C\x0D\x0E\x0F"),
    (b"\x05\x07", b"\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0A"),
    (b"\x03", b"\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09"),
    // `.` and `~`.
    (b"\x02\x07", b"\x0E"),
    // `/` and `_`.
    (b"\x02\x05", b"\x0F"),
    // `$`, `+` and `-`.
    (b"\x02", b"\x04\x0B\x0D"),
    // `:`, `=` and `@`, and again `0`, `J` and `M`.
    (b"\x03\x04", b"\x00\x0A\x0D"),
]);

/// What HTML escapes or has no place for, and what begins characters that may be like that.
const MARKS: Nibbles = Nibbles::of(&[
    // Controls, but for the tab, the line feed, the form feed and the carriage return.
    (b"\x00", b"\x00\x01\x02\x03\x04\x05\x06\x07\x08\x0B\x0E\x0F"),
    (b"\x01", b"\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0A\x0B\x0C\x0D\x0E\x0F"),
    (b"\x07", b"\x0F"),
    // `"`, `&` and `'`.
    (b"\x02", b"\x02\x06\x07"),
    // `<` and `>`.
    (b"\x03", b"\x0C\x0E"),
    // `C0` to `C2`, `E2`, and all from `EF` on.
    (b"\x0C", b"\x00\x01\x02"),
    (b"\x0E", b"\x02\x0F"),
    (b"\x0F", b"\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0A\x0B\x0C\x0D\x0E\x0F"),
]);
