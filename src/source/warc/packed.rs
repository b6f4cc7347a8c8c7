//! The content encodings of HTTP (RFC 9110, 8.4.1), undone as far as they are known here, and as far as the allowance goes.

/// The bytes that may be decompressed for any file, and the additional ones per byte read. HTML shrinks to a tenth, and
/// hardly ever below a hundredth.
const TO_BEGIN: usize = 64 << 20;
const RATIO: usize = 100;

/// How much was decompressed of a file, or of a part of it.
pub(super) struct Allowance<'b> {
    /// The offset of the part in the file.
    start: usize,
    made: usize,
    before: UnpackedBefore<'b>,
}

/// How much was decompressed before a part.
enum UnpackedBefore<'b> {
    Known(usize),
    /// Not known. It takes a search of all parts before.
    #[cfg_attr(not(feature = "zip"), expect(dead_code, reason = "without it nothing is unpacked"))]
    Asked(&'b mut dyn FnMut() -> u64),
}

impl<'b> Allowance<'b> {
    pub(super) fn of_file() -> Allowance<'b> {
        Allowance { start: 0, made: 0, before: UnpackedBefore::Known(0) }
    }

    /// Returns the allowance for the part at `start`.
    pub(super) fn of_part(start: usize, before: &'b mut dyn FnMut() -> u64) -> Allowance<'b> {
        Allowance { start, made: 0, before: UnpackedBefore::Asked(before) }
    }

    pub(super) fn made(&self) -> usize {
        self.made
    }

    /// Returns how much more may certainly be decompressed after reading this much of the file. It only depends on this
    /// part, so more may be allowed.
    fn sure_room(&self, read: usize) -> usize {
        let (begin, from, before) = match self.before {
            UnpackedBefore::Known(before) => (TO_BEGIN, 0, before),
            UnpackedBefore::Asked(_) => (0, self.start, 0),
        };
        let room = begin.saturating_add(read.saturating_sub(from).saturating_mul(RATIO));
        room.saturating_sub(before).saturating_sub(self.made)
    }

    /// Returns the exact allowance, which depends on the parts before.
    #[cfg(feature = "zip")]
    fn whole_room(&mut self, read: usize) -> Option<usize> {
        let UnpackedBefore::Asked(before) = &mut self.before else { return None };
        self.before = UnpackedBefore::Known(usize::try_from(before()).unwrap_or(usize::MAX));
        Some(self.sure_room(read))
    }
}

/// The result of decompression.
#[derive(Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "zip"), expect(dead_code, reason = "without it, nothing is unpacked"))]
pub(super) enum Unpacked {
    /// The text, or its readable beginning.
    Text { bytes: Vec<u8>, is_whole: bool },
    /// The text up to the limit.
    TooMuch(Vec<u8>),
    /// Not compressed, in spite of its header.
    AsItIs,
    /// An unknown encoding.
    Unknown,
}

/// Decompresses `body` with the encoding of this name. `limit` is the most bytes that may result, and `read` the bytes
/// of the file that were read.
#[cfg(feature = "zip")]
pub(super) fn unpack(name: &str, body: &[u8], limit: usize, read: usize, allowance: &mut Allowance<'_>) -> Unpacked {
    let mut most = limit.min(allowance.sure_room(read));
    loop {
        let Some((mut bytes, is_whole)) = beginning(name, body, most) else {
            return if is_known_encoding(name) { Unpacked::AsItIs } else { Unpacked::Unknown };
        };
        let is_too_much = bytes.len() > most;
        if is_too_much
            && most < limit
            && let Some(room) = allowance.whole_room(read)
        {
            most = limit.min(room);
            continue;
        }
        bytes.truncate(most);
        allowance.made = allowance.made.saturating_add(bytes.len());
        return match (is_too_much, is_whole) {
            (true, _) => Unpacked::TooMuch(bytes),
            (false, false) if name == "deflate" && !is_zlib(body) => Unpacked::AsItIs,
            (false, is_whole) => Unpacked::Text { bytes, is_whole },
        };
    }
}

/// Returns the first `most` + 1 decompressed bytes at most; `true` if there was no error. `None` if the body is not in
/// this encoding.
#[cfg(feature = "zip")]
fn beginning(name: &str, body: &[u8], most: usize) -> Option<(Vec<u8>, bool)> {
    use std::io::Read;

    use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};

    let reader: Box<dyn Read + '_> = match name {
        "gzip" | "x-gzip" if body.starts_with(b"\x1F\x8B") => Box::new(MultiGzDecoder::new(body)),
        "deflate" if is_zlib(body) => Box::new(ZlibDecoder::new(body)),
        // So some servers have it; text may look like it, but is not read far.
        "deflate" => Box::new(DeflateDecoder::new(body)),
        _ => return None,
    };
    let mut bytes = Vec::new();
    let read = reader.take((most as u64).saturating_add(1)).read_to_end(&mut bytes);
    Some((bytes, read.is_ok()))
}

#[cfg(feature = "zip")]
fn is_known_encoding(name: &str) -> bool {
    matches!(name, "gzip" | "x-gzip" | "deflate")
}

#[cfg(feature = "zip")]
fn is_zlib(body: &[u8]) -> bool {
    body.len() > 1 && body[0] & 15 == 8 && (u16::from(body[0]) * 256 + u16::from(body[1])).is_multiple_of(31)
}

#[cfg(not(feature = "zip"))]
pub(super) fn unpack(_: &str, _: &[u8], _: usize, read: usize, allowance: &mut Allowance<'_>) -> Unpacked {
    let _ = allowance.sure_room(read);
    Unpacked::Unknown
}
