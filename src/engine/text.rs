//! The bytes that one reading sees, their classes, and whether the reading needed more of them.

use std::cell::Cell;

pub(crate) use super::classes::*;
use super::simd::{Avx2, WIDTH};
use crate::text::utf8::{self, Char};

/// The bytes from the window's start up to the longest possible URL.
///
/// A reading need not check for the end: after the bytes come NULs, which end everything. Reaching them is recorded.
/// The result is then settled only if the text ends there, too.
#[derive(Debug)]
pub(crate) struct Text<'t> {
    pub(crate) bytes: &'t [u8],
    met_end: Cell<bool>,
    steps: Cell<u64>,
    window: Option<ByteWindow>,
}

/// The classes of 64 bytes.
#[derive(Debug)]
struct ByteWindow {
    avx2: Avx2,
    /// The index of the first of these bytes.
    start: Cell<usize>,
    /// One bit for each byte, for each class.
    maps: [Cell<u64>; WINDOW_CLASSES],
}

impl ByteWindow {
    /// Returns the index in the window of the byte at `at`, and moves the window there if needed.
    #[inline]
    fn look(&self, bytes: &[u8], at: usize) -> usize {
        let offset = at.wrapping_sub(self.start.get());
        if offset < WIDTH {
            return offset;
        }
        self.move_to(bytes, at);
        0
    }

    #[inline(never)]
    fn move_to(&self, bytes: &[u8], at: usize) {
        let rest = bytes.get(at..).unwrap_or_default();
        let maps = match rest.first_chunk() {
            Some(bytes) => self.avx2.classify(bytes),
            None => {
                let mut bytes = [0; WIDTH];
                bytes[..rest.len()].copy_from_slice(rest);
                self.avx2.classify(&bytes)
            }
        };
        self.start.set(at);
        for (map, bits) in self.maps.iter().zip(maps) {
            map.set(bits);
        }
    }

    /// Returns the run of a class from `at` on.
    #[inline]
    fn run(&self, bytes: &[u8], at: usize, class: Class) -> Run {
        let mut run = Run { end: at, last: at, has_percent: false };
        loop {
            let offset = self.look(bytes, run.end);
            let map = |class: Class| self.maps[class.index()].get() >> offset;
            let length = map(class).trailing_ones();
            let inside = if length == 64 { u64::MAX } else { (1 << length) - 1 };
            let included = map(RUN) & !map(DOT) & inside;
            if included != 0 {
                run.last = run.end + WIDTH - included.leading_zeros() as usize;
            }
            run.has_percent |= map(PERCENT) & inside != 0;
            run.end += length as usize;
            if offset + (length as usize) < WIDTH {
                return run;
            }
        }
    }
}

/// A run of plain bytes in a tail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) end: usize,
    /// After its last byte that a URL may end after; its start if there is none.
    pub(super) last: usize,
    pub(super) has_percent: bool,
}

impl<'t> Text<'t> {
    #[inline]
    pub(crate) fn new(bytes: &'t [u8]) -> Text<'t> {
        Text {
            bytes,
            met_end: Cell::new(false),
            steps: Cell::new(0),
            window: Avx2::detect().map(|avx2| ByteWindow {
                avx2,
                start: Cell::new(usize::MAX - WIDTH),
                maps: Default::default(),
            }),
        }
    }

    /// Returns `true` if the reading asked about bytes after these.
    pub(crate) fn met_end(&self) -> bool {
        self.met_end.get()
    }

    /// Returns the number of bytes read so far; some count several times.
    pub(crate) fn steps(&self) -> u64 {
        self.steps.get()
    }

    /// Adds work that the other methods do not count.
    pub(crate) fn worked(&self, steps: usize) {
        self.steps.set(self.steps.get() + steps as u64);
    }

    /// Takes over the steps of a reading in a view of this text, and whether it met the end.
    pub(crate) fn absorb(&self, steps: u64, met_end: bool) {
        self.steps.set(self.steps.get() + steps);
        self.met_end.set(self.met_end.get() || met_end);
    }

    /// Returns the byte at `at`; NUL after the last.
    #[inline]
    pub(crate) fn byte(&self, at: usize) -> u8 {
        match self.bytes.get(at) {
            Some(&byte) => byte,
            None => {
                self.met_end.set(true);
                0
            }
        }
    }

    /// Returns the byte before `at`; NUL before the first.
    #[inline]
    pub(crate) fn byte_before(&self, at: usize) -> u8 {
        if at == 0 { 0 } else { self.bytes[at - 1] }
    }

    /// Returns `true` if `word` is at `at`.
    #[inline]
    pub(crate) fn has(&self, at: usize, word: &[u8]) -> bool {
        let rest = self.bytes.get(at..).unwrap_or_default();
        if rest.len() < word.len() && word.starts_with(rest) {
            self.met_end.set(true);
        }
        rest.starts_with(word)
    }

    /// Returns at most `count` bytes from `at` on.
    pub(crate) fn ahead(&self, at: usize, count: usize) -> &'t [u8] {
        let rest = self.bytes.get(at..).unwrap_or_default();
        if rest.len() < count {
            self.met_end.set(true);
        }
        &rest[..rest.len().min(count)]
    }

    /// Returns the index of the first byte from `at` on that `ends` something, or `at + most`.
    pub(crate) fn until(&self, at: usize, most: usize, ends: impl Fn(u8) -> bool) -> usize {
        let rest = self.bytes.get(at..).unwrap_or_default();
        let rest = &rest[..rest.len().min(most)];
        let length = rest.iter().position(|&byte| ends(byte)).unwrap_or_else(|| {
            if rest.len() < most {
                self.met_end.set(true);
            }
            rest.len()
        });
        self.worked(length);
        at + length
    }

    /// Returns the character at `at` and its length. It is NUL, of length 0, at the end and for invalid UTF-8.
    #[inline]
    pub(crate) fn char(&self, at: usize) -> (char, usize) {
        let byte = self.byte(at);
        if byte.is_ascii() {
            return (byte as char, usize::from(at < self.bytes.len()));
        }
        match utf8::decode(self.ahead(at, 4)) {
            Char::Valid(c, length) => (c, length),
            _ => ('\0', 0),
        }
    }

    /// Returns the character before `at`; NUL if there is none.
    #[inline]
    pub(crate) fn char_before(&self, at: usize) -> char {
        match utf8::char_before(self.bytes, at) {
            Char::Valid(c, _) => c,
            _ => '\0',
        }
    }

    /// Returns the index of the first byte from `at` on that is not in the class.
    #[inline]
    pub(crate) fn run(&self, at: usize, class: Class) -> usize {
        let rest = self.bytes.get(at..).unwrap_or_default();
        let length = rest.iter().position(|&byte| !is(byte, class)).unwrap_or_else(|| {
            self.met_end.set(true);
            rest.len()
        });
        self.worked(length);
        at + length
    }

    /// Returns the run of bytes from `at` on that need no closer look in a tail.
    #[inline]
    pub(super) fn tail_run(&self, at: usize) -> Run {
        let Some(window) = &self.window else {
            let end = self.run(at, RUN);
            let run = &self.bytes[at.min(end)..end];
            let last = at + run.iter().rposition(|&byte| is(byte, INCLUDE)).map_or(0, |last| last + 1);
            return Run { end, last, has_percent: run.contains(&b'%') };
        };
        let run = window.run(self.bytes, at, RUN);
        if run.end >= self.bytes.len() {
            self.met_end.set(true);
        }
        self.worked(run.end - at);
        run
    }

    /// Returns one bit for each of the 64 bytes from `at` on that is in a class; the lowest is the first byte. Returns
    /// `None` if the processor can't.
    #[inline]
    pub(crate) fn maps<const N: usize>(&self, at: usize, classes: [Class; N]) -> Option<[u64; N]> {
        let window = self.window.as_ref()?;
        if window.start.get() != at {
            window.move_to(self.bytes, at);
        }
        Some(classes.map(|class| window.maps[class.index()].get()))
    }

    /// Returns the index of the first byte from `at` on that is not `byte`.
    pub(crate) fn run_of(&self, at: usize, byte: u8) -> usize {
        let end = (at..).find(|&at| self.byte(at) != byte).unwrap_or(at);
        self.worked(end - at);
        end
    }

    /// Returns the start of the run of bytes of the class that ends at `end`, not before `floor`.
    #[inline]
    pub(crate) fn run_back(&self, floor: usize, end: usize, class: Class) -> usize {
        let length = self.bytes[floor..end].iter().rev().take_while(|&&byte| is(byte, class)).count();
        self.worked(length);
        end - length
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_the_same_with_and_without_a_window() {
        let long = "http/a.example!bc.d!e%20f_g".repeat(9);
        for text in [long.as_bytes(), b"", b"a", b"a.!", b"...", b"a(b", &[b'a'; 64], &[b'.'; 128], &[b'a'; 129]] {
            for at in 0..=text.len() {
                let (with, mut without) = (Text::new(text), Text::new(text));
                without.window = None;
                assert_eq!(with.tail_run(at / 2), without.tail_run(at / 2));
                assert_eq!(with.tail_run(at), without.tail_run(at));
                assert_eq!(with.met_end(), without.met_end());
            }
        }
    }

    #[test]
    fn window_classes_are_ascii() {
        assert!((128..256).all(|byte| CLASSES[byte] & ((1 << WINDOW_CLASSES) - 1) == 0));
        assert!((0..256).all(|byte| (byte > b' '.into()) || !is(byte as u8, RUN)));
    }
}
