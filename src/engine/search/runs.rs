//! Runs of characters that refused candidates stand in: each byte of them is looked at once.

use crate::engine::{
    scan::{Hit, Trigger},
    window::{Steps, Window},
};

/// How much of a run is shown behind where a candidate was refused, in bytes.
const MAX_SHOWN: usize = 512;

/// A run of characters without white space: what a refused candidate was meant to be is in it, and a name or an address in it
/// would be another's.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RefusedRun {
    /// Where it ends, as far as it was looked at.
    pub(super) end: usize,
    /// Whether it goes on there.
    pub(super) is_open: bool,
    /// The quotation mark that stands in front of it.
    mark: Option<u8>,
    /// Up to where the last run without a mark was followed that a link was found in, and whether it goes on there.
    left: usize,
    is_left_open: bool,
}

impl RefusedRun {
    /// The run around a candidate that begins at `start` and is refused at `at`.
    pub(super) fn enter(&mut self, bytes: &[u8], start: usize, at: usize) {
        if !self.is_open && at > self.end {
            let mark = bytes[..start].last().copied().filter(|byte| matches!(byte, b'\'' | b'`'));
            let was_followed = mark.is_none() && at < self.left;
            let (end, is_open) = if was_followed { (self.left, self.is_left_open) } else { (at, true) };
            *self = RefusedRun { end, is_open, mark, ..*self };
        }
        self.follow(bytes);
    }

    /// Leaves it behind a link: what is refused next may be in the same run, which is not followed from there again.
    #[inline]
    pub(super) fn leave(&mut self) {
        if self.end > 0 {
            let (left, is_left_open) =
                if self.mark.is_none() { (self.end, self.is_open) } else { (self.left, self.is_left_open) };
            *self = RefusedRun { left, is_left_open, ..RefusedRun::default() };
        }
    }

    /// Follows an open run to its end; each byte is looked at once.
    #[inline]
    pub(super) fn follow(&mut self, bytes: &[u8]) {
        if self.is_open {
            self.go_on(bytes);
        }
    }

    fn go_on(&mut self, bytes: &[u8]) {
        let is_end = |byte: &u8| *byte <= b' ' || matches!(byte, b'<' | b'>' | b'"') || Some(*byte) == self.mark;
        let rest = bytes.get(self.end..).unwrap_or_default();
        let length = rest.iter().position(is_end);
        self.end += length.unwrap_or(rest.len());
        self.is_open = length.is_none();
    }

    /// Whether a hit is of nothing that could stand in the run by itself: all but a URL with its scheme.
    pub(super) fn hides(&self, bytes: &[u8], hit: Hit) -> bool {
        let has_scheme = hit.trigger == Trigger::Colon && bytes[hit.at + 1..].starts_with(b"//");
        hit.at < self.end && !has_scheme && hit.trigger != Trigger::Prefix
    }

    /// Moves it down with the window.
    pub(super) fn advance(&mut self, dropped: usize) {
        self.end = self.end.saturating_sub(dropped);
        self.left = self.left.saturating_sub(dropped);
    }
}

/// A run of characters that refused candidates stand in, for showing them: each byte of it is looked at once.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ShownRun {
    start: usize,
    /// Up to where it was looked at.
    end: usize,
    /// Whether it goes on there, for all that is known.
    is_open: bool,
}

impl ShownRun {
    /// The end of the run that the byte at `at` stands in, not far behind it; `None` when the window ends first.
    pub(super) fn end(&mut self, window: &Window, at: usize, steps: &Steps) -> Option<usize> {
        if at < self.start || at >= self.end {
            *self = ShownRun { start: at, end: at, is_open: true };
        }
        let far = at + MAX_SHOWN;
        if self.is_open && self.end < far {
            let rest = &window.bytes[self.end..window.bytes.len().min(far)];
            let length = rest.iter().position(|&byte| byte <= b' ' || matches!(byte, b'<' | b'>' | b'"'));
            steps.add(length.unwrap_or(rest.len()));
            self.end += length.unwrap_or(rest.len());
            self.is_open = length.is_none();
        }
        let is_known = !self.is_open || self.end >= far || window.is_end;
        is_known.then_some(self.end.min(far))
    }

    /// Moves it down with the window.
    pub(super) fn advance(&mut self, dropped: usize) {
        self.start = self.start.saturating_sub(dropped);
        self.end = self.end.saturating_sub(dropped);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Links in a long run made what was refused behind each of them follow all of the run again.
    #[test]
    fn a_run_that_was_left_is_not_followed_again() {
        let mut text = vec![b'a'; 1000];
        text.push(b' ');
        let mut run = RefusedRun::default();
        run.enter(&text, 10, 11);
        assert_eq!(run.end, 1000);
        run.leave();
        assert_eq!((run.end, run.is_open), (0, false));
        // Nobody looks at what lies between.
        text[500] = b' ';
        run.enter(&text, 20, 21);
        assert_eq!((run.end, run.is_open), (1000, false));
        run.leave();
        run.advance(600);
        run.enter(&text[600..], 300, 301);
        assert_eq!(run.end, 400);
        run.leave();
        run.enter(&text, 1000, 1001);
        assert_eq!((run.end, run.is_open), (1001, true));
    }
}
