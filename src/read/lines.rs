//! Line numbers: counted once from left to right, and only up to where somebody asks.

use memchr::{memchr_iter, memrchr, memrchr2};

#[cfg(feature = "html")]
use crate::sink::Event;
use crate::{
    blocks::{LineEnds, line_ends},
    link::Position,
};

/// Counts lines up to ascending offsets.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    line: usize,
    line_start: usize,
    /// The end of the counted text.
    counted: usize,
    /// True if the last counted byte was a CR. A following LF belongs to the same line end.
    after_cr: bool,
}

impl Lines {
    /// Starts at a line start in the middle of a text.
    pub(crate) fn starting(line: usize, offset: usize) -> Lines {
        Lines { line, line_start: offset, counted: offset, after_cr: false }
    }

    #[cfg(feature = "html")]
    pub(crate) fn place(&mut self, event: &mut Event<'_>, bytes: &[u8], base: usize) {
        if let Some(range) = event.range() {
            event.set_position(self.position(bytes, base, range.start));
        }
    }

    /// Returns the line and column of `offset`. `bytes` start at `base` and contain everything that is not counted yet.
    pub(crate) fn position(&mut self, bytes: &[u8], base: usize, offset: usize) -> Position {
        self.count(bytes, base, offset);
        Position { line: self.line, column: offset.saturating_sub(self.line_start) + 1 }
    }

    /// Counts the line ends before `offset`: LF, CRLF and lone CR.
    pub(crate) fn count(&mut self, bytes: &[u8], base: usize, offset: usize) {
        if offset <= self.counted {
            return;
        }
        let from = self.counted - base;
        let bytes = &bytes[..offset - base];
        let LineEnds { feeds, has_returns, last_feed } = line_ends(bytes, from);
        let text = &bytes[from..];
        if has_returns || self.after_cr {
            return self.count_returns(text, feeds);
        }
        self.line += feeds;
        let last = if feeds > 0 { last_feed.or_else(|| memrchr(b'\n', text)) } else { None };
        if let Some(last) = last {
            self.line_start = self.counted + last + 1;
        }
        self.counted = offset;
    }

    /// Counts in a non-empty text with a carriage return in it or before it.
    #[cold]
    fn count_returns(&mut self, text: &[u8], feeds: usize) {
        let lone = memchr_iter(b'\r', text).filter(|&at| text.get(at + 1) != Some(&b'\n')).count();
        self.line += feeds + lone;
        // A CR at the end of what was counted before was taken for a line end of its own.
        if self.after_cr && text[0] == b'\n' {
            self.line -= 1;
            self.line_start = self.counted + 1;
        }
        if let Some(last) = memrchr2(b'\n', b'\r', text) {
            self.line_start = self.counted + last + 1;
        }
        self.after_cr = text.last() == Some(&b'\r');
        self.counted += text.len();
    }
}
