//! The rolling buffer: a window over a stream that keeps what is not settled, and a little that is, for looking back.
//!
//! Say the text is `see http://a.example/b ok`, and a read ends after `http://a.exa`. The search finds that it can't
//! settle more than `see `; the buffer keeps everything from there on (and what the search may look back at in front of
//! it), reads more behind it, and the search begins again with the colon.

use std::io;

use crate::engine::cursor::HEAD;

/// The size of a read after [`MUCH`].
const READ: usize = 256 << 10;

/// The first size of the buffer, enough for a small text.
const FIRST: usize = 8 << 10;

/// The second size. Touching new memory costs more than reading into it, and more than moving down the kept bytes more
/// often.
const SECOND: usize = 128 << 10;

/// How much must be read before a larger buffer pays for itself.
const MUCH: usize = 8 << 20;

/// The least room for a read: a few characters.
const MIN_ROOM: usize = 1 << 10;

#[derive(Debug, Default)]
pub(super) struct Roll {
    /// As large as any text so far needed.
    buffer: Vec<u8>,
    /// The largest size of the buffer.
    limit: usize,
    filled: usize,
    /// The offset of the buffer in the text.
    pub(super) base: usize,
    /// The end of the settled text in the buffer.
    pub(super) settled: usize,
    pub(super) is_end: bool,
}

impl Roll {
    /// Begins a text with candidates of at most `window` bytes.
    pub(super) fn begin(&mut self, window: usize) {
        // Before an open candidate is looked at again, half as much may have to be read.
        let limit = HEAD + window + READ.max(window / 2);
        *self = Roll { buffer: std::mem::take(&mut self.buffer), limit, ..Roll::default() };
        self.buffer.truncate(limit);
    }

    #[inline]
    pub(super) fn bytes(&self) -> &[u8] {
        &self.buffer[..self.filled]
    }

    /// Returns `true` if little more can be read before some text is settled.
    #[inline]
    pub(super) fn has_no_room(&self) -> bool {
        self.limit - self.filled < MIN_ROOM
    }

    /// Returns the size of a buffer that keeps this much: at least half of it is free for reading, within the limit.
    #[inline]
    fn size(&self, kept: usize) -> usize {
        let read = self.base + self.filled;
        let wanted = if read < FIRST / 2 {
            FIRST
        } else if read < MUCH && kept <= SECOND / 2 {
            SECOND
        } else {
            self.limit
        };
        wanted.max(self.buffer.len())
    }

    /// Drops settled text that is no longer needed. Returns by how much all indices decrease.
    pub(super) fn advance(&mut self, settled: usize) -> usize {
        self.settled = settled;
        let dropped = settled.saturating_sub(HEAD);
        // Moving the rest down is only worth it when there is not much left to read into.
        let size = self.size(self.filled - dropped);
        if dropped == 0 || self.filled <= size / 2 {
            return 0;
        }
        self.buffer.copy_within(dropped..self.filled, 0);
        self.filled -= dropped;
        self.settled -= dropped;
        self.base += dropped;
        dropped
    }

    #[inline]
    pub(super) fn fill(&mut self, mut read: impl FnMut(&mut [u8]) -> io::Result<usize>) -> io::Result<()> {
        let size = self.size(self.filled);
        if self.buffer.len() < size {
            // New memory has zeros in it, and is not touched before something is read into it.
            let mut larger = vec![0; size];
            larger[..self.filled].copy_from_slice(self.bytes());
            self.buffer = larger;
        }
        loop {
            match read(&mut self.buffer[self.filled..]) {
                Ok(0) => self.is_end = true,
                Ok(count) => self.filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            }
            return Ok(());
        }
    }
}
