//! The rolling buffer: a window over a stream that keeps what is not settled, and a little that is, for looking back.
//!
//! Say the text is `see http://a.example/b ok`, and a read ends after `http://a.exa`. The search finds that it can't
//! settle more than `see `; the buffer keeps everything from there on (and what the search may look back at in front of
//! it), reads more behind it, and the search begins again with the colon.

use std::io::{self, Read};

use crate::engine::search::HEAD;

/// How much is read at a time.
const READ: usize = 256 << 10;

#[derive(Debug)]
pub(super) struct Roll {
    buffer: Vec<u8>,
    /// The end of what was read into the buffer.
    filled: usize,
    /// The offset of the buffer's first byte in the whole text.
    pub(super) base: usize,
    /// Everything before this index is settled.
    pub(super) settled: usize,
    pub(super) is_end: bool,
}

impl Roll {
    /// A buffer that can hold any candidate of at most `window` bytes.
    pub(super) fn new(window: usize) -> Roll {
        let size = HEAD + window + READ;
        Roll { buffer: vec![0; size], filled: 0, base: 0, settled: 0, is_end: false }
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.buffer[..self.filled]
    }

    /// Drops what is settled and no longer needed, and returns by how much all indices move down.
    pub(super) fn advance(&mut self, settled: usize) -> usize {
        self.settled = settled;
        let dropped = settled.saturating_sub(HEAD);
        // Moving the rest down is only worth it when there is not much left to read into.
        if dropped == 0 || self.buffer.len() - self.filled >= READ / 2 {
            return 0;
        }
        self.buffer.copy_within(dropped..self.filled, 0);
        self.filled -= dropped;
        self.settled -= dropped;
        self.base += dropped;
        dropped
    }

    /// Reads more, once.
    pub(super) fn fill(&mut self, reader: &mut impl Read) -> io::Result<()> {
        loop {
            match reader.read(&mut self.buffer[self.filled..]) {
                Ok(0) => self.is_end = true,
                Ok(count) => self.filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            }
            return Ok(());
        }
    }
}
