//! Decoded bytes, and where in the source each of them stands.

use std::ops::Range;

use encoding_rs::Encoding;

use crate::{sink::Edge, source::charset};

/// Bytes that were put together from pieces of a source, some of them decoded.
#[derive(Debug, Default)]
pub(super) struct Mapped {
    pub(super) bytes: Vec<u8>,
    /// Places in the bytes, and theirs in the source, in ascending order. What stands between two of them stands for what
    /// is between the two in the source, byte for byte where both are as long. Two at the same place in the bytes are the
    /// ends of what was left out.
    places: Vec<(usize, usize)>,
}

impl Mapped {
    /// The bytes of a file in another encoding than UTF-8.
    pub(super) fn decoded(source: &[u8], encoding: &'static Encoding) -> Mapped {
        let has_byte_order_mark = charset::has_byte_order_mark(encoding);
        let mut decoder =
            if has_byte_order_mark { encoding.new_decoder() } else { encoding.new_decoder_without_bom_handling() };
        let mut mapped = Mapped::default();
        let mut start = 0;
        // Byte by byte, and nothing at the end, so that each character is known by the bytes that were read for it.
        for at in 0..=source.len() {
            let (mut out, end) = ([0; 32], source.len().min(at + 1));
            let (_, _, written, _) = decoder.decode_to_utf8(&source[at..end], &mut out, at == source.len());
            if written > 0 {
                mapped.push(&out[..written], start..end);
                start = end;
            }
        }
        mapped
    }

    /// Forgets all of it, but for the memory that it took; not where that was very much.
    pub(super) fn clear(&mut self) {
        const MAX_KEPT: usize = 1 << 20;
        self.bytes.clear();
        self.places.clear();
        self.bytes.shrink_to(MAX_KEPT);
        self.places.shrink_to(MAX_KEPT / size_of::<(usize, usize)>());
    }

    /// Appends what stands for `source`.
    pub(super) fn push(&mut self, bytes: &[u8], source: Range<usize>) {
        if bytes.is_empty() {
            return;
        }
        let is_exact = |(at, from): (usize, usize), (end, to): (usize, usize)| end - at == to - from;
        let (start, end) = ((self.bytes.len(), source.start), (self.bytes.len() + bytes.len(), source.end));
        match self.places[..] {
            [.., before, last] if last == start && is_exact(before, last) && is_exact(start, end) => {
                self.places.pop();
            }
            [.., last] if last == start => {}
            _ => self.places.push(start),
        }
        self.places.push(end);
        self.bytes.extend_from_slice(bytes);
    }

    /// Where in the source the byte at `offset` begins, or the one before it ends.
    pub(super) fn source(&self, offset: usize, edge: Edge) -> usize {
        let after = match edge {
            Edge::End if offset > 0 => self.places.partition_point(|&(at, _)| at < offset),
            _ => self.places.partition_point(|&(at, _)| at <= offset),
        };
        let (at, source) = after.checked_sub(1).map_or((0, 0), |before| self.places[before]);
        match self.places.get(after) {
            Some(&(end, to)) if end - at == to - source => source + (offset - at),
            Some(&(_, to)) if edge == Edge::End => to,
            _ => source,
        }
    }

    /// Where in the source a range stands, with what was left out inside it.
    pub(super) fn range(&self, range: Range<usize>) -> Range<usize> {
        let start = self.source(range.start, Edge::Start);
        start..self.source(range.end, Edge::End).max(start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_lead_back() {
        let source = "<p>a&amp;b<i>c</i>";
        let mut mapped = Mapped::default();
        for (bytes, range) in [("a", 3..4), ("&", 4..9), ("b", 9..10), ("c", 13..14)] {
            mapped.push(bytes.as_bytes(), range);
        }
        assert_eq!(mapped.bytes, b"a&bc");
        let range = |start, end| &source[mapped.range(start..end)];
        assert_eq!((range(0, 1), range(1, 2), range(0, 3), range(2, 4)), ("a", "&amp;", "a&amp;b", "b<i>c"));
        assert_eq!((range(3, 4), range(3, 3), range(4, 4)), ("c", "", ""));
        assert_eq!(Mapped::default().range(0..0), 0..0);
    }

    #[test]
    fn decoding_leads_back_too() {
        let source = b"caf\xE9 \x80.";
        let mapped = Mapped::decoded(source, encoding_rs::WINDOWS_1252);
        assert_eq!(mapped.bytes, "café €.".as_bytes());
        assert_eq!((mapped.range(3..5), mapped.range(6..9), mapped.range(9..10)), (3..4, 5..6, 6..7));
        let mapped = Mapped::decoded(b"\xFF\xFEh\0\xAC\x20", encoding_rs::UTF_16LE);
        assert_eq!((&mapped.bytes[..], mapped.range(1..4)), ("h€".as_bytes(), 4..6));
        assert_eq!(Mapped::decoded(b"a\xE6", encoding_rs::SHIFT_JIS).bytes, "a\u{FFFD}".as_bytes());
    }
}
