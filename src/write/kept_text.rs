//! The text that lines are taken from: what was not passed yet, and as much before that as may still be shown.

use std::ops::Range;

use memchr::{memchr, memrchr};

/// The longest line that is kept together, and the most text in front of one that is still shown; what is longer is written as several, each as long.
pub(super) const MAX_LINE: usize = 1 << 20;

/// A stretch of the text. Places in it are indices, which stay the same until something is forgotten.
#[derive(Clone, Debug, Default)]
pub(super) struct KeptText {
    /// First some lines that were passed, for showing them, then what is still to be looked at.
    text: Vec<u8>,
    /// The offset of its first byte.
    base: usize,
    /// Up to where lines were passed.
    next: usize,
    /// Up to where lines were written, or the beginning of the text.
    written: usize,
    /// Some lines were left out between the last that was written and the text.
    has_gap: bool,
}

impl KeptText {
    /// Forgets all of it.
    pub(super) fn clear(&mut self) {
        self.text.clear();
        *self = KeptText { text: std::mem::take(&mut self.text), ..KeptText::default() };
    }

    /// Forgets all of it, and goes on with what begins at this offset.
    pub(super) fn start_at(&mut self, offset: usize) {
        self.clear();
        self.base = offset;
    }

    /// Appends the next stretch.
    pub(super) fn push(&mut self, text: &[u8]) {
        self.text.extend_from_slice(text);
    }

    pub(super) fn bytes(&self, range: Range<usize>) -> &[u8] {
        &self.text[range]
    }

    /// Where the first line begins that was not passed.
    pub(super) fn next(&self) -> usize {
        self.next
    }

    pub(super) fn is_passed(&self) -> bool {
        self.next >= self.text.len()
    }

    pub(super) fn offset_of(&self, index: usize) -> usize {
        self.base + index
    }

    /// The index of an offset, or of what comes next where that is behind it: the line was cut for its length. `None` if it is
    /// still to come.
    pub(super) fn index_of(&self, offset: usize) -> Option<usize> {
        let at = offset.saturating_sub(self.base).max(self.next);
        (at < self.text.len()).then_some(at)
    }

    /// Where the line begins that the byte at `at` is in.
    pub(super) fn line_start(&self, at: usize) -> usize {
        let start = memrchr(b'\n', &self.text[self.next..at]).map_or(self.next, |end| self.next + end + 1);
        start + (at - start) / MAX_LINE * MAX_LINE
    }

    /// The end of the line that the byte at `at` is in, its line end included; `None` if it is still to come.
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

    /// Where the line begins that is so many before the one at `start`, or the first that was not written; and how many there
    /// are between the two.
    pub(super) fn line_before(&self, start: usize, most: usize) -> (usize, usize) {
        let (mut from, mut count) = (start, 0);
        while count < most && from > self.written {
            let before = &self.text[self.written..from - 1];
            from = memrchr(b'\n', before).map_or(self.written, |end| self.written + end + 1);
            count += 1;
        }
        (from, count)
    }

    /// Returns `true` if lines were left out between the last that was written and the one at `from`.
    pub(super) fn has_gap_before(&self, from: usize) -> bool {
        self.has_gap || from > self.written
    }

    /// Notes that lines were written up to an index.
    pub(super) fn pass_written(&mut self, end: usize) {
        (self.next, self.written, self.has_gap) = (end, end, false);
    }

    /// Passes all lines that are complete.
    pub(super) fn pass_complete(&mut self) {
        let rest = &self.text[self.next..];
        if let Some(end) = memrchr(b'\n', rest) {
            self.next += end + 1;
        } else {
            self.next += rest.len() / MAX_LINE * MAX_LINE;
        }
    }

    /// Forgets all lines that were passed, but for so many, which may still be shown.
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
