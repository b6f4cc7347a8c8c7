//! Charsets of texts: by their label where it is right, and by what the bytes look like where it is wrong or missing.

use chardetng::EncodingDetector;
use encoding_rs::{Encoding, ISO_2022_JP, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// The bytes used to guess a charset.
const GUESSED: usize = 64 << 10;

/// Labels for an unknown charset.
const NO_LABELS: [&str; 8] =
    ["unknown-8bit", "x-unknown", "unknown", "default", "none", "default_charset", "_autodetect", "x-user-defined"];

/// The error for an unknown label. The charset was guessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unknown;

/// The charset of some bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Charset {
    /// UTF-8 or a subset. The bytes stay as they are.
    Utf8,
    Utf7,
    Other(&'static Encoding),
}

impl Charset {
    /// Returns the charset of the label, or a guess.
    pub(super) fn of(bytes: &[u8], label: Option<&str>) -> (Charset, Result<(), Unknown>) {
        let label = label.map(str::trim).filter(|label| !NO_LABELS.iter().any(|none| label.eq_ignore_ascii_case(none)));
        let Some(label) = label else { return (guess(bytes), Ok(())) };
        // Nearly all texts are labelled so.
        let is = |name: &str| label.eq_ignore_ascii_case(name);
        if is("utf-8") || (is("us-ascii") || is("iso-8859-1")) && bytes.is_ascii() {
            return (Charset::Utf8, Ok(()));
        }
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
}

pub(super) fn has_byte_order_mark(encoding: &'static Encoding) -> bool {
    encoding == UTF_16LE || encoding == UTF_16BE
}

fn guess(bytes: &[u8]) -> Charset {
    // What is ASCII may still be ISO-2022-JP, which shifts by escapes (RFC 1468); those of a terminal's colours are others.
    let may_shift = |at: usize| matches!(bytes.get(at + 1), Some(b'$' | b'('));
    if !memchr::memchr_iter(0x1B, bytes).any(may_shift) && str::from_utf8(bytes).is_ok() {
        return Charset::Utf8;
    }
    let mut detector = EncodingDetector::new();
    detector.feed(&bytes[..bytes.len().min(GUESSED)], true);
    let encoding = detector.guess(None, true);
    if encoding == UTF_8 { Charset::Utf8 } else { Charset::Other(encoding) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A guess once took 280 times as long for a text with terminal colours as for dense text.
    #[test]
    fn colours_of_a_terminal_are_no_shifts() {
        assert_eq!(Charset::of(b"\x1B[31mred\x1B[0m \x1B", None), (Charset::Utf8, Ok(())));
        assert_eq!(Charset::of(b"\x1B$B%9!<%W\x1B(B", None), (Charset::Other(ISO_2022_JP), Ok(())));
    }
}
