//! Positions in the file of a mailbox, for links that were found in the text of a part.
//!
//! An editor opens the file, not the decoded text. Lines are counted only on request, and only up to the last link.

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};
use memchr::{memchr_iter, memrchr};

use super::{
    parts::{TextKind, TextPart},
    transfer::{self, TransferEncoding},
};
use crate::{
    link::Position,
    sink::Event,
    source::{charset::Charset, steps},
};

/// Columns up to this one are exact. Links out of order make a pass over this much of a line each.
const EXACT: usize = 4 << 10;

/// The lines of a message in its file.
#[derive(Debug)]
pub(super) enum FileLines<'b> {
    /// The message is in the file unchanged.
    Own(LineCounter<'b>),
    /// The message was decoded. Its links all have the line where it begins.
    Decoded(usize),
}

impl<'b> FileLines<'b> {
    /// Returns the lines of a message whose header begins on `line`.
    pub(super) fn of(bytes: &'b [u8], line: usize) -> FileLines<'b> {
        FileLines::Own(LineCounter { bytes, at: 0, line, line_start: 0 })
    }

    pub(super) fn position(&mut self, offset: usize) -> Position {
        match self {
            FileLines::Own(counter) => counter.position(offset),
            FileLines::Decoded(line) => Position { line: *line, column: 1 },
        }
    }
}

/// Counts lines from the last place to the next, forwards or back.
#[derive(Debug)]
pub(super) struct LineCounter<'b> {
    bytes: &'b [u8],
    /// The last place.
    at: usize,
    line: usize,
    /// The start of its line. The first line may start before the bytes.
    line_start: usize,
}

impl LineCounter<'_> {
    fn position(&mut self, offset: usize) -> Position {
        let offset = offset.min(self.bytes.len());
        if offset >= self.at {
            let passed = &self.bytes[self.at..offset];
            self.line += memchr_iter(b'\n', passed).count();
            if let Some(last) = memrchr(b'\n', passed) {
                self.line_start = self.at + last + 1;
            }
        } else {
            self.line -= memchr_iter(b'\n', &self.bytes[offset..self.at]).count();
            if offset < self.line_start {
                self.line_start = memrchr(b'\n', &self.bytes[..offset]).map_or(0, |last| last + 1);
            }
        }
        self.at = offset;
        Position { line: self.line, column: offset - self.line_start + 1 }
    }
}

/// How places in a text are mapped to the file.
pub(super) enum FilePlaces<'t> {
    /// All links are placed at this byte of the message.
    Start(usize),
    /// The text is in the message unchanged, from this byte on.
    AsItStands(usize),
    /// The lines of the text are those of the message from this byte on. Its offsets differ.
    Lines(usize),
    /// The text was decoded.
    Decoded(Box<DecodedPlaces<'t>>),
}

impl FilePlaces<'_> {
    pub(super) fn position(&mut self, event: &Event<'_>, lines: &mut FileLines<'_>) -> Option<Position> {
        let range = event.range()?;
        Some(match self {
            FilePlaces::Start(start) => lines.position(*start),
            FilePlaces::AsItStands(start) => lines.position(*start + range.start),
            FilePlaces::Lines(start) => {
                let first = lines.position(*start);
                let within = event.position()?;
                Position { line: first.line + within.line - 1, ..within }
            }
            FilePlaces::Decoded(places) => lines.position(places.offset(range.start)),
        })
    }
}

/// A line of a quoted-printable body.
struct BodyLine {
    /// Its start in the body, and in the decoded body.
    start: u32,
    decoded: u32,
}

/// The last place in a line whose length before decoding was measured. Places mostly ascend, so each line is measured
/// about once, however many links it has.
#[derive(Default)]
struct Measured {
    line: usize,
    /// The number of decoded bytes, and of bytes before decoding.
    decoded: usize,
    length: usize,
}

impl Measured {
    /// Returns the length before decoding of the first `decoded` bytes of a line. `rest` measures those after the last place.
    fn length(&mut self, line: usize, decoded: usize, rest: impl FnOnce(&Measured) -> usize) -> usize {
        // Farther into a line, columns are counted as if nothing before them was encoded.
        if decoded > EXACT {
            return decoded;
        }
        if line != self.line || decoded < self.decoded {
            *self = Measured { line, decoded: 0, length: 0 };
        }
        steps::count(decoded - self.decoded);
        self.length += rest(self);
        self.decoded = decoded;
        self.length
    }
}

/// The starts of the lines of a text, and of the bytes that it was decoded from.
#[derive(Default)]
struct LineIndex {
    /// In the text, and in the bytes before the charset was decoded. Empty for UTF-8.
    text: Vec<u32>,
    decoded: Vec<u32>,
    /// Empty if the body is not quoted-printable.
    body: Vec<BodyLine>,
    measured_text: Measured,
    measured_body: Measured,
}

/// Maps a text to the body that it was decoded from.
pub(super) struct DecodedPlaces<'t> {
    /// The start of the body in the message.
    start: usize,
    body: &'t [u8],
    encoding: TransferEncoding,
    charset: Charset,
    /// The text before its paragraphs were joined.
    text: &'t [u8],
    unflowed: &'t [Unflowed],
    /// Made for the first link.
    index: Option<LineIndex>,
}

/// The start of the content of a line, in the joined text and in the flowed one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unflowed {
    pub(super) joined: usize,
    pub(super) flowed: usize,
}

/// The decoded text of a part, as far as its places depend on it.
pub(super) struct DecodedText<'t> {
    /// The text before its paragraphs were joined.
    pub(super) text: &'t [u8],
    pub(super) charset: Charset,
    pub(super) unflowed: &'t [Unflowed],
    /// Each line of it is one of the body.
    pub(super) has_all_lines: bool,
}

impl<'t> FilePlaces<'t> {
    /// Returns the places of a text that was decoded from a part of the message in `bytes`.
    pub(super) fn of(part: &TextPart<'_>, bytes: &'t [u8], made: DecodedText<'t>) -> FilePlaces<'t> {
        let start = part.body.start;
        let is_utf_16 = |encoding: &'static Encoding| encoding == UTF_16LE || encoding == UTF_16BE;
        let has_no_lines = part.encoding == TransferEncoding::Base64
            || !made.has_all_lines
            || matches!(made.charset, Charset::Other(encoding) if is_utf_16(encoding));
        if has_no_lines {
            return FilePlaces::Start(start);
        }
        if part.encoding == TransferEncoding::Identity && made.charset == Charset::Utf8 && part.flowed.is_none() {
            return FilePlaces::AsItStands(start);
        }
        let DecodedText { text, charset, unflowed, .. } = made;
        let (body, encoding) = (&bytes[part.body.clone()], part.encoding);
        FilePlaces::Decoded(Box::new(DecodedPlaces { start, body, encoding, charset, text, unflowed, index: None }))
    }

    /// Returns the places of a large part, which is decoded while it is read.
    pub(super) fn of_large(part: &TextPart<'_>) -> FilePlaces<'t> {
        let has_lines =
            part.encoding == TransferEncoding::Identity && part.flowed.is_none() && part.kind != TextKind::ContentLines;
        if has_lines { FilePlaces::Lines(part.body.start) } else { FilePlaces::Start(part.body.start) }
    }
}

impl DecodedPlaces<'_> {
    /// Returns the byte of the message that the byte at `at` of the text comes from.
    fn offset(&mut self, at: usize) -> usize {
        let at = self.before_unflowing(at);
        let DecodedPlaces { start, body, encoding, charset, text, .. } = *self;
        let index = self.index.get_or_insert_with(|| LineIndex::of(text, charset, body, encoding));
        let at = index.before_decoding(text, charset, at);
        let Some(number) = index.body.partition_point(|line| line.decoded as usize <= at).checked_sub(1) else {
            return start + at;
        };
        let BodyLine { start: line_start, decoded } = index.body[number];
        let line_start = line_start as usize;
        let line_end = index.body.get(number + 1).map_or(body.len(), |next| next.start as usize);
        let line = &body[line_start..line_end];
        let count = at - decoded as usize;
        let length = index
            .measured_body
            .length(number, count, |last| undecoded(&line[last.length.min(line.len())..], count - last.decoded));
        start + line_start + length.min(line.len().saturating_sub(1))
    }

    /// Returns the byte of the flowed text that the byte at `at` of the joined text comes from.
    fn before_unflowing(&self, at: usize) -> usize {
        let after = self.unflowed.partition_point(|line| line.joined <= at);
        match after.checked_sub(1).map(|index| self.unflowed[index]) {
            Some(Unflowed { joined, flowed }) => flowed + (at - joined),
            None => at,
        }
    }
}

impl LineIndex {
    fn of(text: &[u8], charset: Charset, body: &[u8], encoding: TransferEncoding) -> LineIndex {
        let mut index = LineIndex::default();
        let mut decoded = Vec::new();
        if encoding == TransferEncoding::QuotedPrintable {
            transfer::quoted_printable_lines(body, &mut decoded, |start, decoded| {
                index.body.push(BodyLine { start: number(start), decoded: number(decoded.len()) });
            });
        }
        if charset != Charset::Utf8 {
            index.text = line_starts(text);
            index.decoded = line_starts(if encoding == TransferEncoding::Identity { body } else { &decoded });
        }
        index
    }

    /// Returns the byte before the charset was decoded that the byte at `at` comes from.
    fn before_decoding(&mut self, text: &[u8], charset: Charset, at: usize) -> usize {
        let Some(line) = self.text.partition_point(|&start| start as usize <= at).checked_sub(1) else { return at };
        let line_start = self.decoded.get(line).map_or(0, |&start| start as usize);
        let line_end = self.decoded.get(line + 1).map_or(usize::MAX, |&next| next as usize - 1);
        let before = &text[self.text[line] as usize..at.min(text.len())];
        let length =
            self.measured_text.length(line, before.len(), |last| encoded_length(&before[last.decoded..], charset));
        (line_start + length).min(line_end)
    }
}

/// Returns the starts of the lines of a text.
fn line_starts(text: &[u8]) -> Vec<u32> {
    std::iter::once(0).chain(memchr_iter(b'\n', text).map(|end| number(end + 1))).collect()
}

/// Returns the length of a part of a line before the charset was decoded.
fn encoded_length(text: &[u8], charset: Charset) -> usize {
    let (Charset::Other(encoding), Ok(text)) = (charset, str::from_utf8(text)) else { return text.len() };
    // A byte that could not be decoded can't be encoded either.
    let pieces = text.split(char::REPLACEMENT_CHARACTER);
    let lengths = pieces.map(|piece| encoding.encode(piece).0.len() + 1);
    lengths.sum::<usize>() - 1
}

/// Returns how many bytes of quoted-printable decode to the first `count` bytes.
fn undecoded(line: &[u8], count: usize) -> usize {
    let mut at = 0;
    for _ in 0..count {
        let is_octet = line.get(at) == Some(&b'=') && line.get(at + 1..at + 3).and_then(transfer::octet).is_some();
        at += if is_octet { 3 } else { 1 };
    }
    at
}

/// A part that is decoded at once is far shorter than 4 GiB.
fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use crate::{finder::Finder, kinds::Kinds, mail::MailFinder, source::steps};

    #[test]
    fn a_line_is_measured_once_for_all_its_links() {
        for encoding in ["8bit", "quoted-printable"] {
            // Long lines, and one without end.
            for (unit, charset) in [("a.de ", "windows-1251"), ("http://a.example/=\n ", "windows-1251")] {
                for line in [800, 50_000] {
                    let header = format!(
                        "Content-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: {encoding}\n\n\u{fc} "
                    );
                    let line = [unit.repeat(line), "\n".to_owned()].concat();
                    let message = [header, line.repeat(5)].concat();
                    let mut links = 0;
                    let finder = Finder::builder().positions(true).kinds(Kinds::ALL).build().unwrap();
                    steps::take();
                    MailFinder::new(finder)
                        .search(message.as_bytes(), |_, context| {
                            assert!(context.file_position().is_some());
                            links += 1;
                        })
                        .unwrap();
                    let steps = steps::take();
                    assert!(links >= 4000, "{links} links");
                    assert!(steps <= 4 * message.len() as u64, "{encoding} {unit}: {steps} steps");
                }
            }
        }
    }
}
