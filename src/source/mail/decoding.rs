//! The decoding of charsets, whole and in pieces, where offsets need not lead back.

use std::borrow::Cow;

use encoding_rs::Decoder;

use super::base64::base64;
use crate::source::charset::{Charset, has_byte_order_mark};

impl Charset {
    /// Returns the bytes as UTF-8. Undecodable bytes stay, and end a URL like any invalid byte.
    pub(in crate::source) fn decode(self, bytes: &[u8]) -> Cow<'_, [u8]> {
        match self {
            Charset::Utf8 => Cow::Borrowed(bytes),
            Charset::Utf7 => Cow::Owned(utf_7(bytes)),
            Charset::Other(encoding) if has_byte_order_mark(encoding) => owned(encoding.decode(bytes).0),
            Charset::Other(encoding) => owned(encoding.decode_without_bom_handling(bytes).0),
        }
    }
}

/// A decoder of text in pieces.
pub(super) enum PieceDecoder {
    Utf8,
    /// Each line is decoded separately.
    Utf7,
    Other(Box<Decoder>),
}

impl PieceDecoder {
    pub(super) fn new(charset: Charset) -> PieceDecoder {
        match charset {
            Charset::Utf8 => PieceDecoder::Utf8,
            Charset::Utf7 => PieceDecoder::Utf7,
            Charset::Other(encoding) if has_byte_order_mark(encoding) => {
                PieceDecoder::Other(Box::new(encoding.new_decoder()))
            }
            Charset::Other(encoding) => PieceDecoder::Other(Box::new(encoding.new_decoder_without_bom_handling())),
        }
    }

    pub(super) fn decode(&mut self, bytes: Vec<u8>, is_last: bool) -> Vec<u8> {
        match self {
            PieceDecoder::Utf8 => bytes,
            PieceDecoder::Utf7 => utf_7(&bytes),
            PieceDecoder::Other(decoder) => {
                // PieceDecoder are far from so long that this could not be counted.
                let most = decoder.max_utf8_buffer_length(bytes.len()).unwrap_or_default();
                let mut text = String::with_capacity(most);
                let _ = decoder.decode_to_string(&bytes, &mut text, is_last);
                text.into_bytes()
            }
        }
    }
}

fn owned(text: Cow<'_, str>) -> Cow<'_, [u8]> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
        Cow::Owned(text) => Cow::Owned(text.into_bytes()),
    }
}

/// Decodes UTF-7 (RFC 2152): `+` begins UTF-16 in base64, and any other character ends it. A `-` there is dropped.
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
        base64(shifted, &mut units);
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
    use crate::source::charset::Unknown;

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
