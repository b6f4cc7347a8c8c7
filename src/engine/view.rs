//! A copy of a URL without escapes and breaks, which knows the source of each byte.

use super::text::Text;
use crate::link::{Piece, Pieces};

/// The copy. Its first byte is the first byte of the URL.
#[derive(Clone, Debug, Default)]
pub(super) struct View {
    pub(super) bytes: Vec<u8>,
    spans: Vec<Span>,
}

/// A stretch of the copy, up to the next one.
#[derive(Clone, Copy, Debug)]
struct Span {
    /// Its index in the copy.
    at: usize,
    /// Its bytes in the text. An escape has more or fewer than its characters.
    source: (usize, usize),
}

impl View {
    /// Appends bytes of the text unchanged.
    pub(super) fn copy(&mut self, text: &[u8], range: Piece) {
        if range.is_empty() {
            return;
        }
        let at = self.bytes.len();
        self.bytes.extend_from_slice(&text[range.clone()]);
        match self.spans.last_mut() {
            Some(last) if last.source.1 == range.start && at - last.at == last.source.1 - last.source.0 => {
                last.source.1 = range.end
            }
            _ => self.spans.push(Span { at, source: (range.start, range.end) }),
        }
    }

    /// Appends the characters of an escape. If the escape contains its character, only that byte becomes a piece.
    pub(super) fn decode(&mut self, text: &[u8], escape: Piece, decoded: &[u8]) {
        let own =
            (decoded.len() == 1).then(|| text[escape.clone()].iter().position(|byte| *byte == decoded[0])).flatten();
        match own {
            Some(offset) => self.copy(text, escape.start + offset..escape.start + offset + 1),
            None if !decoded.is_empty() => {
                self.spans.push(Span { at: self.bytes.len(), source: (escape.end, escape.end) });
                self.bytes.extend_from_slice(decoded);
            }
            None => {}
        }
    }

    /// Reads the copy as a text; `text`, which it copies, counts the steps.
    pub(super) fn read<T>(&self, text: &Text, read: impl FnOnce(&Text) -> T) -> T {
        let copy = Text::new(&self.bytes);
        let result = read(&copy);
        text.worked(copy.steps() as usize);
        result
    }

    /// Drops everything after the first `length` bytes of the copy.
    pub(super) fn truncate(&mut self, length: usize) {
        self.bytes.truncate(length);
        self.spans.retain(|span| span.at < length);
        if let Some(last) = self.spans.last_mut() {
            last.source.1 = last.source.1.min(last.source.0 + (length - last.at));
        }
    }

    /// Returns the index in the text after the first `at` bytes of the copy.
    pub(super) fn source(&self, at: usize) -> usize {
        let after = self.spans.partition_point(|span| span.at < at.max(1));
        let span = self.spans[after - 1];
        span.source.1.min(span.source.0 + (at - span.at))
    }

    /// Returns the pieces of the text for the first `length` bytes of the copy.
    pub(super) fn pieces(&self, length: usize) -> Pieces {
        let mut pieces: Vec<Piece> = Vec::new();
        for span in self.spans.iter().take_while(|span| span.at < length) {
            let (start, end) = (span.source.0, span.source.1.min(span.source.0 + (length - span.at)));
            match pieces.last_mut() {
                _ if start == end => {}
                Some(last) if last.end == start => last.end = end,
                _ => pieces.push(start..end),
            }
        }
        if pieces.len() == 1 { Pieces::One(pieces.remove(0)) } else { Pieces::Many(pieces) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_lead_back() {
        let text = br"a:\/b&amp;c\u002Fd";
        let mut view = View::default();
        view.copy(text, 0..2);
        view.decode(text, 2..4, b"/");
        view.copy(text, 4..5);
        view.decode(text, 5..10, b"&");
        view.copy(text, 10..11);
        view.decode(text, 11..17, b"/");
        view.copy(text, 17..18);
        assert_eq!(view.bytes, b"a:/b&c/d");
        assert_eq!(view.pieces(8), Pieces::Many(vec![0..2, 3..6, 10..11, 17..18]));
        assert_eq!(view.pieces(2), Pieces::One(0..2));
        let sources: Vec<_> = (0..=8).map(|at| view.source(at)).collect();
        assert_eq!(sources, [0, 1, 2, 4, 5, 6, 11, 17, 18]);
    }
}
