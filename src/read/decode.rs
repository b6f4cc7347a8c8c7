//! Charsets: UTF-16 with a byte order mark becomes UTF-8 while it is read, and offsets lead back to the source.

use std::io::{self, Read};

use crate::sink::Event;

/// The bytes of UTF-16 that are read at a time.
const READ: usize = 4096;

#[derive(Debug, Default)]
pub(super) struct Decoder {
    encoding: SourceEncoding,
    /// UTF-16 that was read and not decoded yet.
    pending: Vec<u8>,
    read: usize,
    /// An error that is reported after the bytes before it.
    failure: Option<io::Error>,
    /// A place in the decoded text and in the source. No earlier place is needed again.
    place: Offsets,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum SourceEncoding {
    #[default]
    Unknown,
    Bytes,
    Utf16 {
        little_endian: bool,
    },
}

#[derive(Clone, Copy, Debug, Default)]
struct Offsets {
    decoded: usize,
    source: usize,
}

impl Decoder {
    pub(super) fn begin(&mut self) {
        let mut pending = std::mem::take(&mut self.pending);
        pending.clear();
        *self = Decoder { pending, ..Decoder::default() };
    }

    /// Begins in the middle of a source that is not decoded.
    pub(super) fn begin_at(&mut self, offset: usize) {
        self.begin();
        (self.encoding, self.read) = (SourceEncoding::Bytes, offset);
    }

    pub(super) fn offset(&self) -> usize {
        self.read
    }

    /// Reads from the source into `buffer`, which must have room for a few characters.
    #[inline]
    pub(super) fn read<R: Read>(&mut self, reader: &mut R, buffer: &mut [u8]) -> io::Result<usize> {
        match self.encoding {
            SourceEncoding::Unknown => self.read_first(reader, buffer),
            SourceEncoding::Utf16 { little_endian } => self.read_utf16(reader, buffer, little_endian),
            SourceEncoding::Bytes => match self.failure.take() {
                Some(failure) => Err(failure),
                None => self.read_source(reader, buffer),
            },
        }
    }

    #[inline]
    fn read_source<R: Read>(&mut self, reader: &mut R, buffer: &mut [u8]) -> io::Result<usize> {
        let count = reader.read(buffer)?;
        self.read += count;
        Ok(count)
    }

    /// Reads at least two bytes, if there are any: they may be a byte order mark of UTF-16.
    fn read_first<R: Read>(&mut self, reader: &mut R, buffer: &mut [u8]) -> io::Result<usize> {
        let mut filled = 0;
        while filled < 2 {
            match self.read_source(reader, &mut buffer[filled..]) {
                Ok(0) => break,
                Ok(count) => filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.failure = Some(error);
                    break;
                }
            }
        }
        let little_endian = match buffer[..filled] {
            [0xFF, 0xFE, ..] => true,
            [0xFE, 0xFF, ..] => false,
            _ => {
                self.encoding = SourceEncoding::Bytes;
                return if filled == 0 { self.failure.take().map_or(Ok(0), Err) } else { Ok(filled) };
            }
        };
        self.encoding = SourceEncoding::Utf16 { little_endian };
        self.place.source = 2;
        self.pending.extend_from_slice(&buffer[2..filled]);
        self.read_utf16(reader, buffer, little_endian)
    }

    fn read_utf16<R: Read>(&mut self, reader: &mut R, buffer: &mut [u8], little_endian: bool) -> io::Result<usize> {
        let unit = |pair: &[u8]| {
            let pair = [pair[0], pair[1]];
            if little_endian { u16::from_le_bytes(pair) } else { u16::from_be_bytes(pair) }
        };
        let is_first_half = |unit: u16| (0xD800..0xDC00).contains(&unit);
        // One unit becomes three bytes at most.
        let most = (buffer.len() / 3).max(2);
        loop {
            let mut is_end = false;
            if self.pending.len() < most * 2 {
                let mut source = [0; READ];
                let count = self.read_source(reader, &mut source[..(most * 2 - self.pending.len()).min(READ)])?;
                self.pending.extend_from_slice(&source[..count]);
                is_end = count == 0;
            }
            let mut units = (self.pending.len() / 2).min(most);
            // A high surrogate at the end waits for its other half.
            if units > 0 && is_first_half(unit(&self.pending[units * 2 - 2..])) && !(is_end && units < most) {
                units -= 1;
            }
            let (decoded, _) = self.pending.split_at(units * 2);
            let mut written = 0;
            for c in char::decode_utf16(decoded.chunks_exact(2).map(unit)) {
                written += c.unwrap_or(char::REPLACEMENT_CHARACTER).encode_utf8(&mut buffer[written..]).len();
            }
            self.pending.drain(..units * 2);
            if is_end && self.pending.len() == 1 {
                // Half a unit at the end stands for nothing, and is not passed over in silence.
                self.pending.clear();
                written += char::REPLACEMENT_CHARACTER.encode_utf8(&mut buffer[written..]).len();
            }
            if written > 0 || is_end {
                return Ok(written);
            }
        }
    }

    /// Changes the offsets of the event to those of the source.
    #[inline]
    pub(super) fn place_in_source(&mut self, event: &mut Event<'_>, bytes: &[u8], base: usize) {
        if matches!(self.encoding, SourceEncoding::Utf16 { .. }) {
            let (mut place, mut start) = (self.place, None);
            event.move_offsets(|offset, _| {
                place.pass(bytes, base, offset);
                start.get_or_insert(place);
                place.source
            });
            // What is refused may overlap with what is found in it, so the place stays at its start.
            self.place = start.unwrap_or(place);
        }
    }

    /// Moves to the decoded offset `to`. No earlier offset may be asked for after this.
    pub(super) fn pass(&mut self, bytes: &[u8], base: usize, to: usize) {
        if matches!(self.encoding, SourceEncoding::Utf16 { .. }) {
            self.place.pass(bytes, base, to);
        }
    }
}

impl Offsets {
    /// Moves forward. A character beyond the basic plane has four bytes in both encodings, any other two in UTF-16.
    fn pass(&mut self, bytes: &[u8], base: usize, to: usize) {
        if to <= self.decoded {
            return;
        }
        let text = &bytes[self.decoded - base..to - base];
        self.source += text
            .iter()
            .map(|byte| match byte {
                0x80..0xC0 => 0,
                0xF0.. => 4,
                _ => 2,
            })
            .sum::<usize>();
        self.decoded = to;
    }
}
