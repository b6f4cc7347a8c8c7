//! Operations on many bytes at once: the search for places where a URL may begin, and the classes of 64 bytes.
//!
//! All `unsafe` code of the engine is here. Processors without these instructions search byte by byte.

#![allow(unsafe_code, reason = "vectors are loaded by addresses, and their instructions have to be detected")]

use super::classes::{CLASSES, Class, WINDOW_CLASSES};

/// The bytes that are looked at together.
pub(super) const WIDTH: usize = 64;

/// Which bytes to look for, besides colons.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sought {
    /// All dots, not only those of `www.` and `ftp.`.
    pub(super) dots: bool,
    pub(super) ats: bool,
    /// The colon of `URL:`, whatever follows it.
    pub(super) prefixes: bool,
}

/// A stretch of text that was searched. The text before it has nothing more.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Block {
    start: usize,
    pub(super) end: usize,
    /// One bit for each byte where a URL may begin; the lowest is the first byte.
    bits: u64,
}

impl Block {
    /// The first such byte at or after `from`.
    #[inline]
    pub(super) fn first(&self, from: usize) -> Option<usize> {
        let offset = from.saturating_sub(self.start);
        let bits = if offset < WIDTH { self.bits & u64::MAX << offset } else { 0 };
        (bits != 0).then(|| self.start + bits.trailing_zeros() as usize)
    }
}

/// Returns the next block with such bytes from `from` on. At the end of the text it is empty.
pub(super) fn next_block(bytes: &[u8], from: usize, sought: Sought) -> Block {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = x86_64::Avx2::detect() {
        let block = avx2.next_block(bytes, from, sought);
        return if block.bits != 0 { block } else { next_mark(bytes, block.end, sought) };
    }
    next_mark(bytes, from, sought)
}

/// Returns the next colon, dot or `@`, alone in a block.
fn next_mark(bytes: &[u8], from: usize, sought: Sought) -> Block {
    let rest = &bytes[from..];
    let found = if sought.dots {
        rest.iter().position(|byte| matches!(byte, b':' | b'.' | b'@' | 0xE3))
    } else {
        memchr::memchr3(b':', b'.', b'@', rest)
    };
    match found {
        Some(offset) => Block { start: from + offset, end: from + offset + 1, bits: 1 },
        None => Block { start: bytes.len(), end: bytes.len(), bits: 0 },
    }
}

/// The classes of 64 bytes: one bit for each byte, the lowest for the first, for each class of the window.
#[derive(Clone, Copy, Debug)]
pub(super) struct Maps {
    /// The index of the first of these bytes.
    pub(super) start: usize,
    maps: [u64; WINDOW_CLASSES],
}

impl Maps {
    /// Reads the bytes from `start` on; NULs follow the last.
    #[inline(always)]
    pub(super) fn at(bytes: &[u8], start: usize) -> Maps {
        let rest = bytes.get(start..).unwrap_or_default();
        let maps = match rest.first_chunk() {
            Some(bytes) => classify(bytes),
            None => {
                let mut bytes = [0; WIDTH];
                bytes[..rest.len()].copy_from_slice(rest);
                classify(&bytes)
            }
        };
        Maps { start, maps }
    }

    #[inline(always)]
    pub(super) fn of(&self, class: Class) -> u64 {
        self.maps[class.index()]
    }
}

#[inline(always)]
fn classify(bytes: &[u8; WIDTH]) -> [u64; WINDOW_CLASSES] {
    if let Some(avx2) = Avx2::detect() {
        return avx2.classify(bytes);
    }
    let mut maps = [0; WINDOW_CLASSES];
    for (at, &byte) in bytes.iter().enumerate() {
        for (class, map) in maps.iter_mut().enumerate() {
            *map |= u64::from(CLASSES[usize::from(byte)] >> class & 1) << at;
        }
    }
    maps
}

#[cfg(not(target_arch = "x86_64"))]
pub(super) use none::Avx2;
#[cfg(target_arch = "x86_64")]
pub(super) use x86_64::Avx2;

#[cfg(not(target_arch = "x86_64"))]
mod none {
    use super::{super::classes::WINDOW_CLASSES, WIDTH};

    /// No processor has AVX2.
    #[derive(Clone, Copy, Debug)]
    pub(in super::super) enum Avx2 {}

    impl Avx2 {
        pub(in super::super) fn detect() -> Option<Avx2> {
            None
        }

        pub(in super::super) fn classify(self, _: &[u8; WIDTH]) -> [u64; WINDOW_CLASSES] {
            match self {}
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use std::arch::x86_64::*;

    use super::{
        super::classes::{NAME_NIBBLES, RUN_NIBBLES, WINDOW_CLASSES},
        Block, Sought, WIDTH,
    };

    /// How many bytes before and after a block are read with it.
    const BEFORE: usize = 2;
    const AFTER: usize = 1;

    /// The proof that the processor has AVX2.
    #[derive(Clone, Copy, Debug)]
    pub(in super::super) struct Avx2(());

    impl Avx2 {
        #[inline]
        pub(in super::super) fn detect() -> Option<Avx2> {
            std::arch::is_x86_feature_detected!("avx2").then_some(Avx2(()))
        }

        /// Returns the first block with wanted bytes. It is empty where the bytes no longer fill a block.
        pub(super) fn next_block(self, bytes: &[u8], from: usize, sought: Sought) -> Block {
            // SAFETY: the processor has these instructions.
            unsafe { next_block(bytes, from, sought) }
        }

        /// Returns one bit for each byte in a class, for each class of the window.
        #[inline]
        pub(in super::super) fn classify(self, bytes: &[u8; WIDTH]) -> [u64; WINDOW_CLASSES] {
            // SAFETY: the processor has these instructions.
            unsafe { classify(bytes) }
        }
    }

    #[target_feature(enable = "avx2")]
    fn next_block(bytes: &[u8], from: usize, sought: Sought) -> Block {
        if sought.dots || sought.ats || sought.prefixes {
            next_of::<true>(bytes, from, sought)
        } else {
            next_of::<false>(bytes, from, sought)
        }
    }

    /// `ALL` looks for more than colons and the dots of abbreviations.
    #[target_feature(enable = "avx2")]
    fn next_of<const ALL: bool>(bytes: &[u8], from: usize, sought: Sought) -> Block {
        let mut start = from;
        let last = if from < BEFORE { None } else { bytes.len().checked_sub(WIDTH + AFTER) };
        while last.is_some_and(|last| start <= last) {
            // SAFETY: these bytes exist before and after both halves.
            let bits = unsafe {
                let block = bytes.as_ptr().add(start);
                let [low, high] = [block, block.add(WIDTH / 2)];
                let any = if ALL {
                    _mm256_or_si256(marks::<ALL>(low, sought), marks::<ALL>(high, sought))
                } else {
                    _mm256_or_si256(stops(low), stops(high))
                };
                if _mm256_movemask_epi8(any) == 0 {
                    0
                } else {
                    both(marks::<ALL>(low, sought), marks::<ALL>(high, sought))
                        & !both(other_colons(low), other_colons(high))
                }
            };
            if bits != 0 {
                return Block { start, end: start + WIDTH, bits };
            }
            start += WIDTH;
        }
        Block { start, end: start, bits: 0 }
    }

    /// Returns the highest bits of all bytes.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn both(low: __m256i, high: __m256i) -> u64 {
        let bits = |half| u64::from(_mm256_movemask_epi8(half).cast_unsigned());
        bits(low) | bits(high) << 32
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn is(bytes: __m256i, byte: u8) -> __m256i {
        _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(byte.cast_signed()))
    }

    /// Returns a table for [`_mm256_shuffle_epi8`]: these bytes at the index of their low four bits, and a byte that
    /// never matches elsewhere.
    const fn table(bytes: &[(u8, u8)]) -> [u8; 16] {
        let mut table = [0x80; 16];
        let mut index = 0;
        while index < bytes.len() {
            table[(bytes[index].0 & 0xF) as usize] = bytes[index].1;
            index += 1;
        }
        table
    }

    const SLASHES: [u8; 16] = table(&[(b'/', b'/'), (b'\\', b'\\')]);
    /// The dots after the last letters of `www` and `ftp`. Other letters share the low four bits.
    const SECOND: [u8; 16] = table(&[(b'w', b'.'), (b't', b'.')]);
    const LAST: [u8; 16] = table(&[(b'w', b'.'), (b'p', b'.')]);

    /// Returns bits for each of 32 bytes that is a colon, or a dot after the last letter of `www` or `ftp`.
    ///
    /// # Safety
    /// There has to be a byte before these.
    #[target_feature(enable = "avx2")]
    #[inline]
    unsafe fn stops(start: *const u8) -> __m256i {
        // SAFETY: the caller promises it.
        let [last, here] = unsafe { [_mm256_loadu_si256(start.sub(1).cast()), _mm256_loadu_si256(start.cast())] };
        let dots = _mm256_cmpeq_epi8(here, _mm256_shuffle_epi8(broadcast(&LAST), last));
        _mm256_or_si256(is(here, b':'), dots)
    }

    /// Sets the highest bit for each of 32 bytes where a URL may begin: a colon or dot without a space after it, or an
    /// `@`.
    ///
    /// # Safety
    /// There have to be two bytes before these, and one after.
    #[target_feature(enable = "avx2")]
    #[inline]
    unsafe fn marks<const ALL: bool>(start: *const u8, sought: Sought) -> __m256i {
        // SAFETY: the caller promises it.
        let [second, last, here, after] = unsafe {
            [
                _mm256_loadu_si256(start.sub(2).cast()),
                _mm256_loadu_si256(start.sub(1).cast()),
                _mm256_loadu_si256(start.cast()),
                _mm256_loadu_si256(start.add(AFTER).cast()),
            ]
        };
        let second = _mm256_shuffle_epi8(broadcast(&SECOND), second);
        let stops = _mm256_and_si256(second, _mm256_shuffle_epi8(broadcast(&LAST), last));
        let is_dot = if ALL && sought.dots { is(here, b'.') } else { _mm256_cmpeq_epi8(here, stops) };
        let colons = is(here, b':');
        // Most colons and dots stand before a space. Other white space is checked later.
        let mut marks = _mm256_andnot_si256(is(after, b' '), _mm256_or_si256(colons, is_dot));
        if ALL {
            if sought.prefixes {
                marks = _mm256_or_si256(marks, colons);
            }
            if sought.ats {
                marks = _mm256_or_si256(marks, is(here, b'@'));
            }
            if sought.dots {
                marks = _mm256_or_si256(marks, _mm256_and_si256(is(here, 0xE3), is(after, 0x80)));
            }
        }
        marks
    }

    /// Sets the highest bit for each colon with another after it, or with neither a letter before it nor a slash after
    /// it.
    ///
    /// # Safety
    /// There have to be a byte before these, and one after.
    #[target_feature(enable = "avx2")]
    #[inline]
    unsafe fn other_colons(start: *const u8) -> __m256i {
        // SAFETY: the caller promises it.
        let [last, here, after] = unsafe {
            [
                _mm256_loadu_si256(start.sub(1).cast()),
                _mm256_loadu_si256(start.cast()),
                _mm256_loadu_si256(start.add(AFTER).cast()),
            ]
        };
        let is_slash = _mm256_cmpeq_epi8(after, _mm256_shuffle_epi8(broadcast(&SLASHES), after));
        // Letters have the second highest bit, which becomes the highest.
        let ends_scheme = _mm256_or_si256(_mm256_slli_epi16::<1>(last), is_slash);
        let colons = is(here, b':');
        _mm256_or_si256(_mm256_andnot_si256(ends_scheme, colons), _mm256_and_si256(colons, is(after, b':')))
    }

    /// Returns both halves with the same bytes.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn broadcast(table: &[u8; 16]) -> __m256i {
        // SAFETY: the table is that long.
        _mm256_broadcastsi128_si256(unsafe { _mm_loadu_si128(table.as_ptr().cast()) })
    }

    /// The bit of each high four bits in [`NAME_NIBBLES`]. Non-ASCII bytes are in no class.
    const HIGH_NIBBLES: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];

    #[target_feature(enable = "avx2")]
    fn classify(bytes: &[u8; WIDTH]) -> [u64; WINDOW_CLASSES] {
        // SAFETY: the array is that long.
        let halves = unsafe {
            [_mm256_loadu_si256(bytes.as_ptr().cast()), _mm256_loadu_si256(bytes.as_ptr().add(WIDTH / 2).cast())]
        };
        let high = |half| {
            let nibbles = _mm256_and_si256(_mm256_srli_epi16::<4>(half), _mm256_set1_epi8(0xF));
            _mm256_shuffle_epi8(broadcast(&HIGH_NIBBLES), nibbles)
        };
        let high = [high(halves[0]), high(halves[1])];
        let class = |nibbles: &[u8; 16]| {
            let table = broadcast(nibbles);
            let others = |half, high| {
                let both = _mm256_and_si256(_mm256_shuffle_epi8(table, half), high);
                _mm256_cmpeq_epi8(both, _mm256_setzero_si256())
            };
            !both(others(halves[0], high[0]), others(halves[1], high[1]))
        };
        let all = |byte| both(is(halves[0], byte), is(halves[1], byte));
        [class(&NAME_NIBBLES), all(b'.'), all(b'-'), all(b'%'), class(&RUN_NIBBLES)]
    }
}

#[cfg(test)]
mod tests {
    use super::{super::classes, *};

    /// Returns texts of these bytes, in an order that repeats late.
    fn texts(alphabet: &[u8]) -> impl Iterator<Item = Vec<u8>> {
        let mut state = 1_u32;
        (0..400).map(move |length| {
            let mut next = || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                alphabet[(state >> 8) as usize % alphabet.len()]
            };
            (0..length).map(|_| next()).collect()
        })
    }

    #[test]
    fn blocks_miss_nothing() {
        for text in texts(b"wwwtpl:::....@/\\ \nA1\xE3\x80\x82--") {
            for all in [false, true] {
                let sought = Sought { dots: all, ats: all, prefixes: all };
                let (mut found, mut block, mut from) = (Vec::new(), Block::default(), 0);
                while block.end < text.len() {
                    match block.first(from) {
                        Some(at) => {
                            found.push(at);
                            from = at + 1;
                        }
                        None => block = next_block(&text, from.max(block.end), sought),
                    }
                }
                while let Some(at) = block.first(from) {
                    found.push(at);
                    from = at + 1;
                }
                let is_sought = |at: usize| {
                    let [before, after] = [text[..at].last().copied(), text.get(at + 1).copied()];
                    let after = after.unwrap_or(0);
                    let is_abbreviated = text[..at].ends_with(b"ww") || text[..at].ends_with(b"tp");
                    match text[at] {
                        b':' => {
                            sought.prefixes && after != b':' && before.is_some_and(|byte| byte | 0x20 == b'l')
                                || (after > b' ' || matches!(after, b'\n' | b'\r'))
                                    && (before.is_some_and(|byte| byte.is_ascii_alphabetic()) && after != b':'
                                        || after == b'/'
                                        || after == b'\\')
                        }
                        b'.' => after > b' ' && (sought.dots || is_abbreviated),
                        b'@' => sought.ats,
                        0xE3 => sought.dots && after == 0x80,
                        _ => false,
                    }
                };
                assert!(found.is_sorted() && (0..text.len()).filter(|&at| is_sought(at)).all(|at| found.contains(&at)));
            }
        }
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn classes_are_those_of_the_table() {
        let Some(avx2) = Avx2::detect() else { return };
        for start in 0..=u8::MAX {
            let bytes: [u8; WIDTH] = std::array::from_fn(|at| start.wrapping_add(at as u8));
            let maps = avx2.classify(&bytes);
            let classes = [classes::NAME, classes::DOT, classes::HYPHEN, classes::PERCENT, classes::RUN];
            for (class, map) in classes.into_iter().zip(maps) {
                for (at, &byte) in bytes.iter().enumerate() {
                    assert_eq!(map >> at & 1 == 1, classes::is(byte, class), "{byte:#x}");
                }
            }
        }
    }
}
