//! Line numbers: counted once from left to right, and only up to where somebody asks.

use memchr::{memchr_iter, memrchr, memrchr2};

#[cfg(feature = "html")]
use crate::sink::Event;
use crate::{
    blocks::{LineEnds, line_ends},
    link::Position,
};

/// Counts lines up to positions that only ever move forward.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    line: usize,
    /// The offset at which the current line begins.
    line_start: usize,
    /// Everything before this offset is counted.
    counted: usize,
    /// The last counted byte was a CR, whose line the LF after it would end as well.
    after_cr: bool,
}

impl Lines {
    pub(crate) fn new() -> Lines {
        Lines { line: 1, line_start: 0, counted: 0, after_cr: false }
    }

    /// Begins at the start of a line in the middle of a text.
    pub(crate) fn starting(line: usize, offset: usize) -> Lines {
        Lines { line, line_start: offset, counted: offset, after_cr: false }
    }

    /// Gives what was found its line and column.
    #[cfg(feature = "html")]
    pub(crate) fn place(&mut self, event: &mut Event<'_>, bytes: &[u8], base: usize) {
        if let Some(range) = event.range() {
            event.set_position(self.position(bytes, base, range.start));
        }
    }

    /// The line and column of the byte at `offset`. `bytes` begin at `base` and hold all that is not counted yet.
    pub(crate) fn position(&mut self, bytes: &[u8], base: usize, offset: usize) -> Position {
        self.count(bytes, base, offset);
        Position { line: self.line, column: offset.saturating_sub(self.line_start) + 1 }
    }

    /// Counts the line ends before `offset`: an LF, a CRLF, or a lone CR each.
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

    /// The same where a carriage return is in the text, which is not empty, or in front of it.
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
