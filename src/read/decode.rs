//! Charsets: UTF-16 with a byte order mark becomes UTF-8 while it is read, and offsets lead back to the source.

use std::io::{self, Read};

use crate::sink::Event;

/// A reader that yields UTF-8 for UTF-16, and everything else as it is.
#[derive(Debug)]
pub(super) struct Decoder<R> {
    reader: R,
    encoding: Encoding,
    /// Bytes read and not yet handed out or decoded.
    pending: Vec<u8>,
    /// The bytes that were read from the source.
    read: usize,
    /// A place in the decoded text, and the same place in the source: what is before it is never asked for again.
    place: Place,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoding {
    /// Nothing was read yet.
    Unknown,
    /// Bytes as they are.
    Bytes,
    Utf16 {
        little_endian: bool,
    },
}

#[derive(Clone, Copy, Debug, Default)]
struct Place {
    decoded: usize,
    source: usize,
}

impl<R: Read> Decoder<R> {
    pub(super) fn new(reader: R) -> Decoder<R> {
        Decoder { reader, encoding: Encoding::Unknown, pending: Vec::new(), read: 0, place: Place::default() }
    }

    /// The bytes read from the source so far.
    pub(super) fn offset(&self) -> usize {
        self.read
    }

    fn read_source(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        self.read += count;
        Ok(count)
    }

    /// Looks at the first two bytes for a byte order mark of UTF-16.
    fn detect(&mut self) -> io::Result<()> {
        let mut mark = [0; 2];
        while self.pending.len() < 2 {
            let room = 2 - self.pending.len();
            let count = match self.read_source(&mut mark[..room]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                count => count?,
            };
            self.pending.extend_from_slice(&mark[..count]);
            if count == 0 {
                break;
            }
        }
        self.encoding = match self.pending[..] {
            [0xFF, 0xFE] => Encoding::Utf16 { little_endian: true },
            [0xFE, 0xFF] => Encoding::Utf16 { little_endian: false },
            _ => Encoding::Bytes,
        };
        if self.encoding != Encoding::Bytes {
            self.pending.clear();
            self.place.source = 2;
        }
        Ok(())
    }

    fn read_utf16(&mut self, buffer: &mut [u8], little_endian: bool) -> io::Result<usize> {
        let mut source = [0; 4096];
        loop {
            // One unit of two bytes becomes three at most, and a unit may be left over from the last call.
            let room = (buffer.len() / 3 * 2).saturating_sub(self.pending.len()).clamp(2, source.len());
            let count = self.read_source(&mut source[..room])?;
            self.pending.extend_from_slice(&source[..count]);
            let is_end = count == 0;
            let unit = |pair: &[u8]| {
                let pair = [pair[0], pair[1]];
                if little_endian { u16::from_le_bytes(pair) } else { u16::from_be_bytes(pair) }
            };
            let mut units: Vec<u16> = self.pending.chunks_exact(2).map(unit).collect();
            // A high surrogate at the end waits for its other half.
            if !is_end && units.last().is_some_and(|unit| (0xD800..0xDC00).contains(unit)) {
                units.pop();
            }
            let mut written = 0;
            for c in char::decode_utf16(units.iter().copied()) {
                written += c.unwrap_or(char::REPLACEMENT_CHARACTER).encode_utf8(&mut buffer[written..]).len();
            }
            self.pending.drain(..units.len() * 2);
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

    /// The event with its offsets as those of the source.
    pub(super) fn in_source<'w>(&mut self, mut event: Event<'w>, bytes: &[u8], base: usize) -> Event<'w> {
        if matches!(self.encoding, Encoding::Utf16 { .. }) {
            let (mut place, mut start) = (self.place, None);
            event.move_offsets(|offset, _| {
                place.pass(bytes, base, offset);
                start.get_or_insert(place);
                place.source
            });
            // What is refused may overlap with what is found in it, so the place stays at its start.
            self.place = start.unwrap_or(place);
        }
        event
    }

    /// Moves on to the decoded offset `to`: nothing before it is asked for any more.
    pub(super) fn pass(&mut self, bytes: &[u8], base: usize, to: usize) {
        if matches!(self.encoding, Encoding::Utf16 { .. }) {
            self.place.pass(bytes, base, to);
        }
    }
}

impl Place {
    /// Moves forward. A character beyond the basic plane is four bytes in both encodings, any other two in UTF-16.
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

impl<R: Read> Read for Decoder<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.encoding == Encoding::Unknown {
            self.detect()?;
        }
        match self.encoding {
            Encoding::Utf16 { little_endian } => self.read_utf16(buffer, little_endian),
            _ if !self.pending.is_empty() => {
                let count = self.pending.len().min(buffer.len());
                buffer[..count].copy_from_slice(&self.pending[..count]);
                self.pending.drain(..count);
                Ok(count)
            }
            _ => self.read_source(buffer),
        }
    }
}
