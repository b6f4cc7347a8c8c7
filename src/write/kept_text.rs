//! The text that lines are taken from: what was not passed yet, and as much before that as may still be shown.

use std::ops::Range;

use memchr::{memchr, memrchr};

/// The longest line that is kept together, and the longest text before a line that is still displayed. A longer line is
/// split.
pub(super) const MAX_LINE: usize = 1 << 20;

/// A part of the text. Indices stay the same until something is dropped.
#[derive(Clone, Debug, Default)]
pub(super) struct KeptText {
    /// Passed lines that may be displayed, and then the lines to come.
    text: Vec<u8>,
    /// The offset of the first byte.
    base: usize,
    /// The end of the passed lines.
    next: usize,
    /// The end of the written lines, or the beginning of the text.
    written: usize,
    /// True if lines were omitted between the last written one and the text.
    has_gap: bool,
}

impl KeptText {
    pub(super) fn clear(&mut self) {
        self.text.clear();
        *self = KeptText { text: std::mem::take(&mut self.text), ..KeptText::default() };
    }

    /// Drops all of it. The next text begins at this offset.
    pub(super) fn start_at(&mut self, offset: usize) {
        self.clear();
        self.base = offset;
    }

    pub(super) fn push(&mut self, text: &[u8]) {
        self.text.extend_from_slice(text);
    }

    pub(super) fn bytes(&self, range: Range<usize>) -> &[u8] {
        &self.text[range]
    }

    pub(super) fn next(&self) -> usize {
        self.next
    }

    pub(super) fn is_passed(&self) -> bool {
        self.next >= self.text.len()
    }

    pub(super) fn offset_of(&self, index: usize) -> usize {
        self.base + index
    }

    /// Returns the index of an offset. If its line was cut for its length, returns the index of the next line to come.
    /// `None` if it is not there yet.
    pub(super) fn index_of(&self, offset: usize) -> Option<usize> {
        let at = offset.saturating_sub(self.base).max(self.next);
        (at < self.text.len()).then_some(at)
    }

    /// Returns the start of the line that contains the byte at `at`.
    pub(super) fn line_start(&self, at: usize) -> usize {
        let start = memrchr(b'\n', &self.text[self.next..at]).map_or(self.next, |end| self.next + end + 1);
        start + (at - start) / MAX_LINE * MAX_LINE
    }

    /// Returns the end of the line that contains the byte at `at`, with its line end; `None` if it is not there yet.
    pub(super) fn line_end(&self, at: usize, is_end: bool) -> Option<usize> {
        // What was passed is in no part that is still to come.
        let start = if at < self.next { at } else { self.line_start(at) };
        let part_end = start + MAX_LINE;
        match memchr(b'\n', &self.text[at..self.text.len().min(part_end)]) {
            Some(end) => Some(at + end + 1),
            None if self.text.len() >= part_end => Some(part_end),
            None => is_end.then_some(self.text.len()),
        }
    }

    /// Returns the start of the line at most `most` lines before the one at `start`, or of the first unwritten one, and
    /// the number of lines between.
    pub(super) fn line_before(&self, start: usize, most: usize) -> (usize, usize) {
        let (mut from, mut count) = (start, 0);
        while count < most && from > self.written {
            let before = &self.text[self.written..from - 1];
            from = memrchr(b'\n', before).map_or(self.written, |end| self.written + end + 1);
            count += 1;
        }
        (from, count)
    }

    /// Returns `true` if lines were omitted between the last written one and the one at `from`.
    pub(super) fn has_gap_before(&self, from: usize) -> bool {
        self.has_gap || from > self.written
    }

    pub(super) fn pass_written(&mut self, end: usize) {
        (self.next, self.written, self.has_gap) = (end, end, false);
    }

    pub(super) fn pass_complete(&mut self) {
        let rest = &self.text[self.next..];
        if let Some(end) = memrchr(b'\n', rest) {
            self.next += end + 1;
        } else {
            self.next += rest.len() / MAX_LINE * MAX_LINE;
        }
    }

    /// Drops all passed lines, except the last `shown` ones.
    pub(super) fn forget(&mut self, shown: usize) {
        let kept = self.line_before(self.next, shown).0;
        // Of more than that the last lines are kept.
        let most = self.next.saturating_sub(MAX_LINE).max(kept);
        let kept = if most > kept {
            memchr(b'\n', &self.text[most..self.next]).map_or(self.next, |end| most + end + 1)
        } else {
            kept
        };
        self.has_gap |= kept > self.written;
        self.text.drain(..kept);
        self.base += kept;
        self.next -= kept;
        self.written = self.written.saturating_sub(kept);
    }
}
