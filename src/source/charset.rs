//! Charsets of texts: by their label where it is right, and by what the bytes look like where it is wrong or missing.

use std::borrow::Cow;

use chardetng::EncodingDetector;
use encoding_rs::{Decoder, Encoding, ISO_2022_JP, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// How much is looked at to guess a charset.
const GUESSED: usize = 64 << 10;

/// Labels that say that the sender didn't know either.
const NO_LABELS: [&str; 8] =
    ["unknown-8bit", "x-unknown", "unknown", "default", "none", "default_charset", "_autodetect", "x-user-defined"];

/// The label stands for no charset that is known here: it was guessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unknown;

/// What bytes are to be decoded from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Charset {
    /// UTF-8, or as good as that: they are left as they are.
    Utf8,
    Utf7,
    Other(&'static Encoding),
}

impl Charset {
    /// The charset with this label, or the one that the bytes look like.
    pub(super) fn of(bytes: &[u8], label: Option<&str>) -> (Charset, Result<(), Unknown>) {
        let label = label.map(str::trim).filter(|label| !NO_LABELS.iter().any(|none| label.eq_ignore_ascii_case(none)));
        let Some(label) = label else { return (guess(bytes), Ok(())) };
        if ["utf-7", "unicode-1-1-utf-7", "x-utf-7"].iter().any(|name| label.eq_ignore_ascii_case(name)) {
            return (Charset::Utf7, Ok(()));
        }
        let Some(encoding) = Encoding::for_label(label.as_bytes()) else { return (guess(bytes), Err(Unknown)) };
        if encoding == UTF_16LE || encoding == UTF_16BE {
            return (Charset::Other(encoding), Ok(()));
        }
        // Most text is ASCII in all of them, and that is left where it is.
        if encoding == UTF_8 || bytes.is_ascii() && encoding != ISO_2022_JP {
            return (Charset::Utf8, Ok(()));
        }
        // Charsets with shifts that nothing decodes any more: their ASCII can still be read, and bytes may be guessed.
        if encoding == REPLACEMENT {
            return (guess(bytes), Ok(()));
        }
        let is_utf_8 = str::from_utf8(bytes).is_ok();
        // Western labels stand on everything. Text in another charset is hardly ever UTF-8 by chance.
        if encoding == WINDOWS_1252 && (is_utf_8 || label.to_ascii_lowercase().contains("ascii")) {
            return (guess(bytes), Ok(()));
        }
        let is_wrong = is_utf_8 && encoding.decode_without_bom_handling(bytes).1;
        (if is_wrong { Charset::Utf8 } else { Charset::Other(encoding) }, Ok(()))
    }

    /// The bytes as UTF-8. What can't be decoded is not: to the search it is the end of a URL, like any bytes it can't
    /// read.
    pub(super) fn decode(self, bytes: &[u8]) -> Cow<'_, [u8]> {
        match self {
            Charset::Utf8 => Cow::Borrowed(bytes),
            Charset::Utf7 => Cow::Owned(utf_7(bytes)),
            Charset::Other(encoding) if has_mark(encoding) => owned(encoding.decode(bytes).0),
            Charset::Other(encoding) => owned(encoding.decode_without_bom_handling(bytes).0),
        }
    }
}

/// The decoding of a text that comes in pieces.
pub(super) enum Pieces {
    Utf8,
    /// Every line stands for itself.
    Utf7,
    Other(Box<Decoder>),
}

impl Pieces {
    pub(super) fn new(charset: Charset) -> Pieces {
        match charset {
            Charset::Utf8 => Pieces::Utf8,
            Charset::Utf7 => Pieces::Utf7,
            Charset::Other(encoding) if has_mark(encoding) => Pieces::Other(Box::new(encoding.new_decoder())),
            Charset::Other(encoding) => Pieces::Other(Box::new(encoding.new_decoder_without_bom_handling())),
        }
    }

    /// The next piece as UTF-8.
    pub(super) fn decode(&mut self, bytes: Vec<u8>, is_last: bool) -> Vec<u8> {
        match self {
            Pieces::Utf8 => bytes,
            Pieces::Utf7 => utf_7(&bytes),
            Pieces::Other(decoder) => {
                // Pieces are far from so long that this could not be counted.
                let most = decoder.max_utf8_buffer_length(bytes.len()).unwrap_or_default();
                let mut text = String::with_capacity(most);
                let _ = decoder.decode_to_string(&bytes, &mut text, is_last);
                text.into_bytes()
            }
        }
    }
}

/// Whether a byte order mark belongs to the encoding.
pub(super) fn has_mark(encoding: &'static Encoding) -> bool {
    encoding == UTF_16LE || encoding == UTF_16BE
}

fn guess(bytes: &[u8]) -> Charset {
    // What is ASCII may still be ISO-2022-JP, which begins with an escape.
    if memchr::memchr(0x1B, bytes).is_none() && str::from_utf8(bytes).is_ok() {
        return Charset::Utf8;
    }
    let mut detector = EncodingDetector::new();
    detector.feed(&bytes[..bytes.len().min(GUESSED)], true);
    let encoding = detector.guess(None, true);
    if encoding == UTF_8 { Charset::Utf8 } else { Charset::Other(encoding) }
}

fn owned(text: Cow<'_, str>) -> Cow<'_, [u8]> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
        Cow::Owned(text) => Cow::Owned(text.into_bytes()),
    }
}

/// Decodes UTF-7 (RFC 2152): `+` begins base64 of UTF-16, and whatever is not of it ends it; a `-` is then left out.
fn utf_7(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some(plus) = memchr::memchr(b'+', rest) {
        out.extend_from_slice(&rest[..plus]);
        rest = &rest[plus + 1..];
        let length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/')).count();
        let (shifted, after) = rest.split_at(length);
        rest = after.strip_prefix(b"-").unwrap_or(after);
        if shifted.is_empty() {
            out.push(b'+');
            continue;
        }
        let mut units = Vec::new();
        super::mail::base64(shifted, &mut units);
        let units = units.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
        for c in char::decode_utf16(units) {
            out.extend_from_slice(c.unwrap_or(char::REPLACEMENT_CHARACTER).encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
    out.extend_from_slice(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8], label: Option<&str>) -> (String, Result<(), Unknown>) {
        let (charset, known) = Charset::of(bytes, label);
        (String::from_utf8_lossy(&charset.decode(bytes)).into_owned(), known)
    }

    #[test]
    fn labels_are_believed_where_they_can_be() {
        for (bytes, label, text) in [
            (&b"caf\xE9"[..], "iso-8859-1", "café"),
            (b"caf\xE9", "ISO-8859-15", "café"),
            (b"\x93x\x94", "iso-8859-1", "“x”"),
            (b"\xD3\xCD.", "koi8-r", "см."),
            (b"\xF1\xEC.", "windows-1251", "см."),
            (b"\x93\xFA\x96{", "Shift_JIS", "日本"),
            (b"\xC6\xFC\xCB\xDC", "euc-jp", "日本"),
            (b"\x1B$BF|K\\\x1B(B", "iso-2022-jp", "日本"),
            (b"\xD6\xD0\xCE\xC4", "gb2312", "中文"),
            (b"\xA4\xA4\xA4\xE5", "big5", "中文"),
            (b"\xC7\xD1", "ks_c_5601-1987", "한"),
            (b"1 +- 2 +AOk-t+AOk.", "utf-7", "1 + 2 été."),
            (b"\xFE\xFF\0h\0i", "utf-16", "hi"),
        ] {
            assert_eq!(read(bytes, Some(label)), (text.to_string(), Ok(())), "{label}");
        }
    }

    #[test]
    fn wrong_and_missing_labels_are_no_obstacle() {
        for (bytes, label, text) in [
            ("café".as_bytes(), Some("us-ascii"), "café"),
            ("café".as_bytes(), Some("iso-8859-1"), "café"),
            ("日本語".as_bytes(), Some("iso-2022-jp"), "日本語"),
            ("café".as_bytes(), None, "café"),
            (b"\x1B$BF|K\\8l\x1B(B", None, "日本語"),
            (b"http://a.example/ \x1B$B", Some("iso-2022-kr"), "http://a.example/"),
        ] {
            let (read, known) = read(bytes, label);
            assert!(read.starts_with(text), "{label:?}: {read}");
            assert_eq!(known, Ok(()));
        }
        assert_eq!(read(b"plain", Some("x-made-up")), ("plain".to_string(), Err(Unknown)));
        assert_eq!(read(b"plain", Some("unknown-8bit")), ("plain".to_string(), Ok(())));
    }
}
