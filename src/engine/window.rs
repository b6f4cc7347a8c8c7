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

/// Counts the work that a hit takes, whatever comes of it: about as many steps as bytes were read, some of them again.
/// Time follows from it, and so what a search may go on to do.
#[derive(Debug, Default)]
pub(crate) struct Steps(Cell<u64>);

impl Steps {
    pub(crate) fn add(&self, steps: usize) {
        self.0.set(self.0.get() + steps as u64);
    }

    pub(crate) fn count(&self) -> u64 {
        self.0.get()
    }

    /// Begins to count anew, and says how many there were.
    pub(crate) fn take(&self) -> u64 {
        self.0.take()
    }
}

impl<'w> Window<'w> {
    /// What a candidate that begins at `start` may look at: `limit` bytes at most.
    pub(crate) fn ahead<'c>(&self, start: usize, limit: usize, steps: &'c Steps) -> Ahead<'w, 'c> {
        let end = start.saturating_add(limit);
        if end < self.bytes.len() {
            Ahead { bytes: &self.bytes[..end], cut: Some(Cut::Limit), steps }
        } else {
            Ahead { bytes: self.bytes, cut: if self.is_end { None } else { Some(Cut::More) }, steps }
        }
    }
}

/// The text from the window's start to as far as one candidate may see.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ahead<'w, 'c> {
    /// The bytes from the window's start on.
    pub(crate) bytes: &'w [u8],
    cut: Option<Cut>,
    steps: &'c Steps,
}

impl<'w> Ahead<'w, '_> {
    /// Notes that so many bytes were read.
    pub(crate) fn worked(&self, bytes: usize) {
        self.steps.add(bytes);
    }

    /// How much was read so far.
    pub(crate) fn steps(&self) -> usize {
        self.steps.count() as usize
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

    /// The answer of a look at all bytes that are seen, which is none where they end before it is known: then more of the text is asked for, and if what
    /// may be seen ends there, the answer is no.
    pub(crate) fn answer(&self, seen: Option<bool>) -> Result<bool, Cut> {
        match seen {
            Some(answer) => Ok(answer),
            None => self.up_to(self.bytes.len(), 1).map(|_| false),
        }
    }

    /// The same view over a text of its own, which ends where `bytes` end.
    pub(crate) fn over<'b>(&self, bytes: &'b [u8]) -> Ahead<'b, '_> {
        Ahead { bytes, cut: None, steps: self.steps }
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
