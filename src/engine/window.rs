//! The stretch of text that a search can see, and what may be asked of it: looking past what is there is never silent.

use std::cell::Cell;

use crate::text::utf8::{Char, char_before, decode};

/// A stretch of the text in memory. Positions in it are indices into `bytes`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window<'w> {
    /// The bytes: first some that are settled and kept to look back at, then those that are not.
    pub(crate) bytes: &'w [u8],
    /// The offset of the first byte in the whole text.
    pub(crate) base: usize,
    /// Whether the text ends where the bytes end.
    pub(crate) is_end: bool,
}

/// Why a question about what follows can't be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    /// The window ends here and the text does not: read more and ask again.
    More,
    /// A candidate would be longer than the limit.
    Limit,
}

/// What is noted while a hit is looked at, whatever comes of it.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    /// How many bytes were read: tests keep the sum proportional to the text.
    pub(crate) worked: Cell<u64>,
    /// The start of the text that the decision depends on, should it not be made.
    pub(crate) open: Cell<usize>,
}

impl<'w> Window<'w> {
    /// What a candidate that begins at `start` may look at: `limit` bytes at most.
    pub(crate) fn ahead<'c>(&self, start: usize, limit: usize, notes: &'c Notes) -> Ahead<'w, 'c> {
        let end = start.saturating_add(limit);
        if end < self.bytes.len() {
            Ahead { bytes: &self.bytes[..end], cut: Some(Cut::Limit), notes }
        } else {
            Ahead { bytes: self.bytes, cut: if self.is_end { None } else { Some(Cut::More) }, notes }
        }
    }
}

/// The text from the window's start to as far as one candidate may see.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ahead<'w, 'c> {
    /// The bytes from the window's start on.
    pub(crate) bytes: &'w [u8],
    cut: Option<Cut>,
    notes: &'c Notes,
}

impl<'w> Ahead<'w, '_> {
    /// Notes that so many bytes were read.
    pub(crate) fn worked(&self, bytes: usize) {
        self.notes.worked.set(self.notes.worked.get() + bytes as u64);
    }

    /// The byte at `at`, none at the end of the text.
    pub(crate) fn get(&self, at: usize) -> Result<Option<u8>, Cut> {
        match self.bytes.get(at) {
            Some(&byte) => Ok(Some(byte)),
            None => self.cut.map_or(Ok(None), Err),
        }
    }

    /// The bytes from `at` on, `count` of them unless the text ends before.
    pub(crate) fn some(&self, at: usize, count: usize) -> Result<&'w [u8], Cut> {
        match self.bytes.get(at..at + count) {
            Some(bytes) => Ok(bytes),
            None => self.cut.map_or(Ok(self.bytes.get(at..).unwrap_or_default()), Err),
        }
    }

    /// The bytes from `at` on, `count` of them unless the text or what may be seen of it ends before.
    pub(crate) fn up_to(&self, at: usize, count: usize) -> Result<&'w [u8], Cut> {
        match self.some(at, count) {
            Err(Cut::Limit) => Ok(self.bytes.get(at..).unwrap_or_default()),
            bytes => bytes,
        }
    }

    /// The same view over a text of its own, which ends where `bytes` end.
    pub(crate) fn over<'b>(&self, bytes: &'b [u8]) -> Ahead<'b, '_> {
        Ahead { bytes, cut: None, notes: self.notes }
    }

    /// The character at `at` and its length in bytes.
    pub(crate) fn char(&self, at: usize) -> Result<Char, Cut> {
        Ok(match self.get(at)? {
            None => Char::End,
            Some(byte) if byte.is_ascii() => Char::Valid(byte as char, 1),
            Some(_) => decode(self.some(at, 4)?),
        })
    }

    /// The character that ends right before `at`.
    pub(crate) fn char_before(&self, at: usize) -> Char {
        char_before(self.bytes, at)
    }
}
