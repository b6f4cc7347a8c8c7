//! The content encodings of HTTP (RFC 9110, 8.4.1), undone as far as they are known here, and as far as the allowance goes.

/// How many bytes may be unpacked of a file whatever its size is, and how many more for each byte that is read of it. HTML becomes
/// a tenth, and hardly ever less than a hundredth.
const TO_BEGIN: usize = 64 << 20;
const RATIO: usize = 100;

/// How much was unpacked of a file, or of a part of it.
pub(super) struct Allowance<'b> {
    /// Where in the file the part begins.
    start: usize,
    made: usize,
    before: UnpackedBefore<'b>,
}

/// How much was unpacked of what stands before a part.
enum UnpackedBefore<'b> {
    Known(usize),
    /// Nobody has asked yet: to know it, the parts before have to be searched to their ends.
    #[cfg_attr(not(feature = "zip"), expect(dead_code, reason = "without it nothing is unpacked"))]
    Asked(&'b mut dyn FnMut() -> u64),
}

impl<'b> Allowance<'b> {
    /// For a file.
    pub(super) fn of_file() -> Allowance<'b> {
        Allowance { start: 0, made: 0, before: UnpackedBefore::Known(0) }
    }

    /// For the part of a file that begins at `start`.
    pub(super) fn of_part(start: usize, before: &'b mut dyn FnMut() -> u64) -> Allowance<'b> {
        Allowance { start, made: 0, before: UnpackedBefore::Asked(before) }
    }

    /// How much was unpacked.
    pub(super) fn made(&self) -> usize {
        self.made
    }

    /// How much more may be unpacked in any case when so much was read of the file. That is all, unless it matters what stands
    /// before: what is read of a part makes room in it, whatever came out of the others.
    fn sure_room(&self, read: usize) -> usize {
        let (begin, from, before) = match self.before {
            UnpackedBefore::Known(before) => (TO_BEGIN, 0, before),
            UnpackedBefore::Asked(_) => (0, self.start, 0),
        };
        let room = begin.saturating_add(read.saturating_sub(from).saturating_mul(RATIO));
        room.saturating_sub(before).saturating_sub(self.made)
    }

    /// The same when it is known how much was unpacked of what stands before, if it was not.
    #[cfg(feature = "zip")]
    fn whole_room(&mut self, read: usize) -> Option<usize> {
        let UnpackedBefore::Asked(before) = &mut self.before else { return None };
        self.before = UnpackedBefore::Known(usize::try_from(before()).unwrap_or(usize::MAX));
        Some(self.sure_room(read))
    }
}

/// What unpacking comes to.
#[derive(Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "zip"), expect(dead_code, reason = "without it, nothing is unpacked"))]
pub(super) enum Unpacked {
    /// All of it, or as much as could be read.
    Text { bytes: Vec<u8>, is_whole: bool },
    /// As much as may be.
    TooMuch(Vec<u8>),
    /// It is not packed, whatever its header says.
    AsItIs,
    /// In a way that is not known here.
    Unknown,
}

/// What `body` is in an encoding of this name; `limit` is how much may come out of it, and `read` how much was read of the file.
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

/// The first bytes that come out of `body`, one more than `most` at most, and whether it could be read so far; `None` where it is not
/// in this encoding.
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

/// Nothing is known without the feature `zip`.
#[cfg(not(feature = "zip"))]
pub(super) fn unpack(_: &str, _: &[u8], _: usize, read: usize, allowance: &mut Allowance<'_>) -> Unpacked {
    let _ = allowance.sure_room(read);
    Unpacked::Unknown
}
