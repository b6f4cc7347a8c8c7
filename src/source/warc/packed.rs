//! The content encodings of HTTP (RFC 9110, 8.4.1), undone as far as they are known here, and as far as the allowance goes.

/// How many bytes may be unpacked of a file whatever its size is, and how many more for each byte that is read of it. HTML becomes
/// a tenth, and hardly ever less than a hundredth.
const TO_BEGIN: usize = 64 << 20;
const RATIO: usize = 100;

/// How much was unpacked of a file.
#[derive(Debug, Default)]
pub(super) struct Allowance {
    made: usize,
}

impl Allowance {
    /// How much more may be unpacked when so much was read of the file.
    fn room(&self, read: usize) -> usize {
        TO_BEGIN.saturating_add(read.saturating_mul(RATIO)).saturating_sub(self.made)
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
pub(super) fn unpack(name: &str, body: &[u8], limit: usize, read: usize, allowance: &mut Allowance) -> Unpacked {
    use std::io::Read;

    use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};

    let is_zlib = |body: &[u8]| {
        body.len() > 1 && body[0] & 15 == 8 && (u16::from(body[0]) * 256 + u16::from(body[1])).is_multiple_of(31)
    };
    let reader: Box<dyn Read + '_> = match name {
        "gzip" | "x-gzip" if !body.starts_with(b"\x1F\x8B") => return Unpacked::AsItIs,
        "gzip" | "x-gzip" => Box::new(MultiGzDecoder::new(body)),
        "deflate" if is_zlib(body) => Box::new(ZlibDecoder::new(body)),
        // So some servers have it; text may look like it, but is not read far.
        "deflate" => Box::new(DeflateDecoder::new(body)),
        _ => return Unpacked::Unknown,
    };
    let most = limit.min(allowance.room(read));
    let mut bytes = Vec::new();
    let unpacked = reader.take((most as u64).saturating_add(1)).read_to_end(&mut bytes);
    allowance.made = allowance.made.saturating_add(bytes.len());
    if bytes.len() > most {
        bytes.truncate(most);
        return Unpacked::TooMuch(bytes);
    }
    match unpacked {
        Err(_) if name == "deflate" && !is_zlib(body) => Unpacked::AsItIs,
        unpacked => Unpacked::Text { bytes, is_whole: unpacked.is_ok() },
    }
}

/// Nothing is known without the feature `zip`.
#[cfg(not(feature = "zip"))]
pub(super) fn unpack(_: &str, _: &[u8], _: usize, read: usize, allowance: &mut Allowance) -> Unpacked {
    let _ = allowance.room(read);
    Unpacked::Unknown
}
