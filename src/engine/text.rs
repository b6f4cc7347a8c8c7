//! The bytes that one reading sees, their classes, and whether the reading needed more of them.

use std::cell::Cell;

pub(crate) use super::classes::*;
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
    pub(super) memory: Cell<Memory>,
}

/// What a look for a cursor that goes back has read, and what it found, if that is certain.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Looked {
    pub(super) from: usize,
    pub(super) end: usize,
    pub(super) found: Option<bool>,
}

/// What earlier looks found, so that nothing is looked at again. Positions are those of the text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Memory {
    /// The last look for a cursor that goes back.
    pub(super) looked: Looked,
    /// `true` if a control function may reach to this index.
    pub(super) touched: (usize, bool),
    /// Up to here, equals signs are no escapes.
    pub(super) no_escape: usize,
}

impl Memory {
    /// Moves all positions down with the window, whose first `dropped` bytes are gone.
    pub(super) fn advance(&mut self, dropped: usize) {
        let Looked { from, end, found } = self.looked;
        self.looked = Looked { from: from.saturating_sub(dropped), end: end.saturating_sub(dropped), found };
        self.touched = (0, false);
        self.no_escape = self.no_escape.saturating_sub(dropped);
    }
}

impl<'t> Text<'t> {
    #[inline]
    pub(crate) fn new(bytes: &'t [u8]) -> Text<'t> {
        Text { bytes, met_end: Cell::new(false), steps: Cell::new(0), memory: Cell::default() }
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
    #[inline(never)]
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
    #[inline(never)]
    pub(crate) fn char_before(&self, at: usize) -> char {
        match utf8::char_before(self.bytes, at) {
            Char::Valid(c, _) => c,
            _ => '\0',
        }
    }

    /// Returns the index of the first byte from `at` on that is not in the class.
    #[inline(never)]
    pub(crate) fn run(&self, at: usize, class: Class) -> usize {
        let rest = self.bytes.get(at..).unwrap_or_default();
        let length = rest.iter().position(|&byte| !is(byte, class)).unwrap_or_else(|| {
            self.met_end.set(true);
            rest.len()
        });
        self.worked(length);
        at + length
    }

    /// Returns the index of the first byte from `at` on that is not `byte`.
    pub(crate) fn run_of(&self, at: usize, byte: u8) -> usize {
        let end = (at..).find(|&at| self.byte(at) != byte).unwrap_or(at);
        self.worked(end - at);
        end
    }

    /// Returns the start of the run of bytes of the class that ends at `end`, not before `floor`.
    #[inline(never)]
    pub(crate) fn run_back(&self, floor: usize, end: usize, class: Class) -> usize {
        let length = self.bytes[floor..end].iter().rev().take_while(|&&byte| is(byte, class)).count();
        self.worked(length);
        end - length
    }
}

/// Returns `true` if a text ends in a word, in capitals or small letters.
pub(super) fn ends_in(text: &[u8], word: &[u8]) -> bool {
    text.len() >= word.len() && text[text.len() - word.len()..].eq_ignore_ascii_case(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn window_classes_are_ascii() {
        assert!((128..256).all(|byte| CLASSES[byte] & ((1 << crate::blocks::CLASSES) - 1) == 0));
        assert!((0..256).all(|byte| (byte > b' '.into()) || !is(byte as u8, RUN)));
    }
}
