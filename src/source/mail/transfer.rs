//! Transfer encodings: quoted-printable and base64, decoded to the end whatever is in them.

use super::header::line_end;
use crate::text::base64::{Bits, Symbol, whole_group};

/// How a body is encoded (RFC 2045, 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    /// 7bit, 8bit and binary: not at all.
    Identity,
    QuotedPrintable,
    Base64,
}

impl Encoding {
    /// The encoding that the value of a field names; none for one that nobody knows.
    pub(super) fn read(value: &[u8]) -> Option<Encoding> {
        let name = str::from_utf8(value).ok()?.trim_matches(['"', ';', ' ', '\t', '\r', '\n']);
        let known = NAMES.iter().find(|(known, _)| name.eq_ignore_ascii_case(known));
        known.map(|&(_, encoding)| encoding)
    }
}

/// What encodings are called, rightly and wrongly.
const NAMES: [(&str, Encoding); 15] = [
    ("7bit", Encoding::Identity),
    ("8bit", Encoding::Identity),
    ("quoted-printable", Encoding::QuotedPrintable),
    ("base64", Encoding::Base64),
    ("binary", Encoding::Identity),
    ("", Encoding::Identity),
    ("7-bit", Encoding::Identity),
    ("8-bit", Encoding::Identity),
    ("7bits", Encoding::Identity),
    ("8bits", Encoding::Identity),
    ("none", Encoding::Identity),
    ("quoted printable", Encoding::QuotedPrintable),
    // What is encoded so says so itself, in its first line.
    ("uuencode", Encoding::Identity),
    ("x-uuencode", Encoding::Identity),
    ("x-uue", Encoding::Identity),
];

/// Decodes quoted-printable (RFC 2045, 6.7). What is not of it stands for itself.
///
/// Soft breaks go, and so does white space at the end of a line: something on the way put it there.
pub(super) fn quoted_printable(bytes: &[u8], out: &mut Vec<u8>) {
    let mut at = 0;
    while at < bytes.len() {
        let end = line_end(bytes, at);
        let line = &bytes[at..end];
        at = end;
        let content = line.trim_ascii_end();
        let is_soft = content.ends_with(b"=");
        octets(content.strip_suffix(b"=").unwrap_or(content), out);
        if !is_soft && line.ends_with(b"\n") {
            out.push(b'\n');
        }
    }
}

/// Decodes `=XX`.
fn octets(mut line: &[u8], out: &mut Vec<u8>) {
    while let Some(sign) = memchr::memchr(b'=', line) {
        out.extend_from_slice(&line[..sign]);
        // hex-octet = "=" 2(DIGIT / "A" / "B" / "C" / "D" / "E" / "F")   ; lower case is read as well (6.7)
        let digits = line.get(sign + 1..sign + 3).and_then(|pair| Some(digit(pair[0])? << 4 | digit(pair[1])?));
        out.push(digits.unwrap_or(b'='));
        line = &line[sign + if digits.is_some() { 3 } else { 1 }..];
    }
    out.extend_from_slice(line);
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).map(|digit| digit as u8)
}

/// The decoding of base64 (RFC 2045, 6.8), of which pieces may come one by one.
///
/// A character that is not of it is left out, as the document wants it. A whole line of something else, such as the
/// footer that a mailing list put there, ends the base64, and stands for itself with all that follows.
#[derive(Debug, Default)]
pub(super) struct Base64 {
    bits: Bits,
    /// Whether there was a character that is not of it.
    pub(super) is_damaged: bool,
    is_over: bool,
}

impl Base64 {
    /// Decodes the next piece.
    pub(super) fn decode(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        let mut at = 0;
        while at < bytes.len() && !self.is_over {
            let end = line_end(bytes, at);
            self.line(&bytes[at..end], out);
            if !self.is_over {
                at = end;
            }
        }
        out.extend_from_slice(&bytes[at..]);
    }

    fn line(&mut self, line: &[u8], out: &mut Vec<u8>) {
        let start = out.len();
        // As long as nothing is left over from the line before, four characters are three octets.
        let groups = line.chunks_exact(4).map_while(whole_group).take_while(|_| self.bits.is_empty());
        out.extend(groups.flatten());
        let rest = &line[(out.len() - start) / 3 * 4..];
        if rest.trim_ascii().is_empty() {
            return;
        }
        // What is left over may only be damaged: that is for the whole line to say.
        if is_foreign(line) {
            out.truncate(start);
            out.push(b'\n');
            (self.is_over, self.is_damaged) = (true, true);
            return;
        }
        for &byte in rest {
            match Symbol::of(byte) {
                Symbol::Digit(value) => self.bits.push(value, out),
                Symbol::Padding => self.bits = Bits::default(),
                Symbol::Space => {}
                Symbol::Other => self.is_damaged = true,
            }
        }
    }
}

/// Decodes all of a text that is base64. Whether it was nothing else.
pub(in crate::source) fn base64(bytes: &[u8], out: &mut Vec<u8>) -> bool {
    let mut base64 = Base64::default();
    base64.decode(bytes, out);
    !base64.is_damaged
}

/// Whether the line is something other than base64, and not just damaged.
fn is_foreign(line: &[u8]) -> bool {
    let content = line.trim_ascii();
    let wrong = content.iter().filter(|&&byte| matches!(Symbol::of(byte), Symbol::Space | Symbol::Other)).count();
    wrong * 8 > content.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_printable_is_joined_and_kept_where_it_is_none() {
        for (encoded, decoded) in [
            ("a=\nb", "ab"),
            ("a= \t\r\nb", "ab"),
            ("a =20\r\nb  \n", "a  \nb\n"),
            ("x=3D1=c3=a9", "x=1é"),
            ("=ZZ = =3", "=ZZ = =3"),
            ("=\n=\n==\n", "="),
            ("", ""),
        ] {
            let mut out = Vec::new();
            quoted_printable(encoded.as_bytes(), &mut out);
            assert_eq!(String::from_utf8(out).unwrap(), decoded, "{encoded:?}");
        }
    }

    #[test]
    fn base64_is_decoded_across_lines_and_to_its_end() {
        for (encoded, decoded, is_sound) in [
            ("aHR0c\nDovLw==", "http://", true),
            ("aHR0c\r\nDovLw", "http://", true),
            ("YQ==YQ==\n\n", "aa", true),
            ("aHR0cDovL2!EuZXhhbXBsZS8=", "http://a.example/", false),
            ("YWI=\n____\nsee http://a.example/\n", "ab\n____\nsee http://a.example/\n", false),
            ("not base64 at all\n", "\nnot base64 at all\n", false),
            ("YWJj\nabcd____\nYWJj", "abc\nabcd____\nYWJj", false),
            ("YWJjZ\nGVm\nYWJj", "abcdefabc", true),
        ] {
            let mut out = Vec::new();
            assert_eq!(base64(encoded.as_bytes(), &mut out), is_sound, "{encoded:?}");
            assert_eq!(String::from_utf8(out).unwrap(), decoded, "{encoded:?}");
        }
    }
}
