//! Decoded bytes, and where in the source each of them stands.

use std::{cell::Cell, ops::Range};

use encoding_rs::Encoding;

use super::packed;
use crate::{sink::Edge, source::charset};

/// Bytes made from pieces of a source, some of them decoded.
#[derive(Debug, Default)]
pub(super) struct Mapped {
    pub(super) bytes: Vec<u8>,
    places: Places,
}

/// An offset in the bytes, and the one in the source.
type Correspondence = (usize, usize);

/// Ascending places. The bytes between two of them stand for the source between them, byte for byte if both have the
/// same length. Two places at the same offset in the bytes enclose omitted source.
///
/// A document may have one for every few bytes, so they are packed, with a milestone at regular distances.
#[derive(Debug, Default)]
struct Places {
    /// The difference of each place from the one before, except for the last stretch, which may still grow.
    log: Vec<u8>,
    marks: Vec<Milestone>,
    count: usize,
    logged: Correspondence,
    last: Option<LastStretch>,
}

/// The results of the last two searches in a log of places. The next search mostly ends at them or shortly after.
#[derive(Debug, Default)]
pub(super) struct PlaceCursor {
    found: Cell<[Option<LoggedPlace>; 2]>,
    /// The ends of its stretch, if both sides have the same length.
    stretch: Cell<(Correspondence, usize)>,
}

#[derive(Clone, Copy, Debug)]
struct LoggedPlace {
    place: Correspondence,
    /// The offset of the next place in the log.
    behind: usize,
    /// The index of the first milestone that is not before it.
    next_mark: usize,
}

/// The stretch between two places.
#[derive(Clone, Copy, Debug)]
struct LastStretch {
    start: Correspondence,
    end: Correspondence,
    /// True if both sides have the same length.
    is_exact: bool,
}

/// The offset in the log after a place.
#[derive(Clone, Copy, Debug)]
struct Milestone {
    place: Correspondence,
    behind: usize,
}

impl Places {
    const MARKED: usize = 64;

    /// Takes the ends of a stretch. `is_exact` if both sides have the same length.
    fn push(&mut self, start: Correspondence, end: Correspondence, is_exact: bool) {
        if let Some(last) = &mut self.last {
            if last.end == start && last.is_exact && is_exact {
                last.end = end;
                return;
            }
            let LastStretch { start, end, .. } = *last;
            if self.count == 0 || self.logged != start {
                self.log(start);
            }
            self.log(end);
        }
        self.last = Some(LastStretch { start, end, is_exact });
    }

    fn log(&mut self, place: Correspondence) {
        packed::push_pair(&mut self.log, self.logged, place);
        if self.count.is_multiple_of(Places::MARKED) {
            self.marks.push(Milestone { place, behind: self.log.len() });
        }
        self.count += 1;
        self.logged = place;
    }

    /// Returns the last place for which `is_before` holds, and the next one. It must hold for all places up to one of
    /// them and for none after.
    fn around(
        &self,
        cursor: &PlaceCursor,
        is_before: impl Fn(usize) -> bool,
    ) -> (Option<Correspondence>, Option<Correspondence>) {
        let (mut before, mut after) = (None, None);
        if let Some(LoggedPlace { mut place, mut behind, next_mark }) = self.last_found(cursor.found.get(), &is_before)
        {
            let mut at = behind;
            while at < self.log.len() {
                let next = packed::next_pair(&self.log, &mut at, place);
                if !is_before(next.0) {
                    after = Some(next);
                    break;
                }
                (place, behind) = (next, at);
            }
            let [newest, _] = cursor.found.get();
            if newest.is_none_or(|newest| newest.behind < behind) {
                cursor.found.set([Some(LoggedPlace { place, behind, next_mark }), newest]);
            }
            before = Some(place);
        } else {
            after = self.marks.first().map(|mark| mark.place);
        }
        let ends = self.last.map(|last| [last.start, last.end]);
        for place in ends.into_iter().flatten() {
            if after.is_some() {
                break;
            }
            if is_before(place.0) { before = Some(place) } else { after = Some(place) }
        }
        (before, after)
    }

    /// Returns a known place in the log for which `is_before` holds, the last one if possible.
    fn last_found(
        &self,
        [newest, older]: [Option<LoggedPlace>; 2],
        is_before: impl Fn(usize) -> bool,
    ) -> Option<LoggedPlace> {
        let is_near = |found: &LoggedPlace| {
            let is_far = self.marks.get(found.next_mark).is_some_and(|mark| is_before(mark.place.0));
            is_before(found.place.0) && !is_far
        };
        newest.filter(is_near).or(older.filter(is_near)).or_else(|| {
            let next_mark = self.marks.partition_point(|mark| is_before(mark.place.0));
            let Milestone { place, behind } = self.marks[next_mark.checked_sub(1)?];
            Some(LoggedPlace { place, behind, next_mark })
        })
    }

    fn clear(&mut self, max_kept: usize) {
        let (mut log, mut marks) = (std::mem::take(&mut self.log), std::mem::take(&mut self.marks));
        log.clear();
        marks.clear();
        log.shrink_to(max_kept);
        marks.shrink_to(max_kept / size_of::<Milestone>());
        *self = Places { log, marks, ..Places::default() };
    }
}

impl Mapped {
    /// Decodes a file in another encoding than UTF-8.
    pub(super) fn decoded(source: &[u8], encoding: &'static Encoding) -> Mapped {
        let has_byte_order_mark = charset::has_byte_order_mark(encoding);
        let mut decoder =
            if has_byte_order_mark { encoding.new_decoder() } else { encoding.new_decoder_without_bom_handling() };
        let mut mapped = Mapped::default();
        // A byte order mark is no part of the first character.
        let is_marked = has_byte_order_mark && Encoding::for_bom(source).is_some_and(|(marked, _)| marked == encoding);
        let mark = if is_marked { Encoding::for_bom(source).map_or(0, |(_, length)| length) } else { 0 };
        let mut start = mark;
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

    /// Clears it, but keeps that much of the memory.
    pub(super) fn clear(&mut self, max_kept: usize) {
        self.bytes.clear();
        self.bytes.shrink_to(max_kept);
        self.places.clear(max_kept);
    }

    /// Appends bytes that stand for `source`.
    pub(super) fn push(&mut self, bytes: &[u8], source: Range<usize>) {
        if bytes.is_empty() {
            return;
        }
        let is_exact = bytes.len() == source.len();
        let (start, end) = ((self.bytes.len(), source.start), (self.bytes.len() + bytes.len(), source.end));
        self.places.push(start, end, is_exact);
        self.bytes.extend_from_slice(bytes);
    }

    /// Returns where the byte at `offset` begins in the source, or the one before it ends.
    pub(super) fn source(&self, offset: usize, edge: Edge) -> usize {
        self.source_near(&PlaceCursor::default(), offset, edge)
    }

    /// Does the same, starting at the last results of `cursor`.
    #[inline]
    pub(super) fn source_near(&self, cursor: &PlaceCursor, offset: usize, edge: Edge) -> usize {
        let ((at, source), end) = cursor.stretch.get();
        // Where a byte begins that the stretch ends before, or one ends that it begins behind, another stretch may say.
        let is_in_it = match edge {
            Edge::Start => at <= offset && offset < end,
            Edge::End => at < offset && offset <= end,
        };
        if is_in_it {
            return source + (offset - at);
        }
        self.source_by(cursor, offset, edge)
    }

    fn source_by(&self, cursor: &PlaceCursor, offset: usize, edge: Edge) -> usize {
        let (before, after) = match edge {
            Edge::End if offset > 0 => self.places.around(cursor, |at| at < offset),
            _ => self.places.around(cursor, |at| at <= offset),
        };
        let (at, source) = before.unwrap_or_default();
        match after {
            Some((end, to)) if end - at == to - source => {
                cursor.stretch.set(((at, source), end));
                source + (offset - at)
            }
            Some((_, to)) if edge == Edge::End => to,
            _ => source,
        }
    }

    /// Returns the range in the source, with everything omitted inside it.
    #[cfg(test)]
    pub(super) fn range(&self, range: Range<usize>) -> Range<usize> {
        self.range_near(&PlaceCursor::default(), range)
    }

    /// Does the same, starting at the last results of `cursor`.
    pub(super) fn range_near(&self, cursor: &PlaceCursor, range: Range<usize>) -> Range<usize> {
        let start = self.source_near(cursor, range.start, Edge::Start);
        start..self.source_near(cursor, range.end, Edge::End).max(start)
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
    fn many_places_are_found_again() {
        let mut mapped = Mapped::default();
        // Runs of one to four bytes, every third of them from a longer stretch of the source.
        let (mut from, mut sources) = (0, Vec::new());
        for run in 0..1000 {
            let (length, taken) = (run % 4 + 1, if run % 3 == 0 { run % 4 + 3 } else { run % 4 + 1 });
            mapped.push(&b"abcd"[..length], from..from + taken);
            sources.extend((0..length).map(|at| if length == taken { from + at } else { from }));
            from += taken + run % 7;
        }
        // Forward, there and back, and all over.
        let cursors: [PlaceCursor; 3] = Default::default();
        for at in 0..sources.len() {
            let ats = [at, at ^ 7, at * 997 % sources.len()].map(|at| at.min(sources.len() - 1));
            for (at, cursor) in ats.into_iter().zip(&cursors) {
                assert_eq!(mapped.source_near(cursor, at, Edge::Start), sources[at], "{at}");
                assert_eq!(mapped.source_near(cursor, at, Edge::End), mapped.source(at, Edge::End), "{at}");
            }
            assert_eq!(mapped.source(at, Edge::Start), sources[at], "{at}");
        }
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
