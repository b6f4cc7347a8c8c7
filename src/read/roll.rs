//! The rolling buffer: a window over a stream that keeps what is not settled, and a little that is, for looking back.
//!
//! Say the text is `see http://a.example/b ok`, and a read ends after `http://a.exa`. The search finds that it can't
//! settle more than `see `; the buffer keeps everything from there on (and what the search may look back at in front of
//! it), reads more behind it, and the search begins again with the colon.

use std::io;

use crate::engine::cursor::HEAD;

/// How much is read at a time, once there was [`MUCH`].
const READ: usize = 256 << 10;

/// How large the buffer is at first: a small text needs no more.
const FIRST: usize = 8 << 10;

/// How large it is then: to use new memory costs more than to read it full, and more than to move down what is kept more often.
const SECOND: usize = 128 << 10;

/// How much has to be read before new memory pays for itself.
const MUCH: usize = 8 << 20;

/// The least room that there is to read into: a few characters have to fit.
const MIN_ROOM: usize = 1 << 10;

#[derive(Debug, Default)]
pub(super) struct Roll {
    /// As large as was needed so far, for this text or for one before it.
    buffer: Vec<u8>,
    /// The most that it may become.
    limit: usize,
    /// The end of what was read into the buffer.
    filled: usize,
    /// The offset of the buffer's first byte in the whole text.
    pub(super) base: usize,
    /// Everything before this index is settled.
    pub(super) settled: usize,
    pub(super) is_end: bool,
}

impl Roll {
    /// Begins a text whose candidates have at most `window` bytes.
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

    /// Returns `true` if hardly anything more can be read before some of it is settled.
    #[inline]
    pub(super) fn has_no_room(&self) -> bool {
        self.limit - self.filled < MIN_ROOM
    }

    /// How large the buffer is to be where so much of it is kept: at least half of it is to be read into, as long as that is within
    /// the limit.
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

    /// Drops what is settled and no longer needed, and returns by how much all indices move down.
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

    /// Reads more by `read`, once.
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
