//! Transfer encodings: quoted-printable and base64, decoded to the end whatever is in them.

use super::header::line_end;

/// The encoding of a body (RFC 2045, 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TransferEncoding {
    /// 7bit, 8bit and binary.
    Identity,
    QuotedPrintable,
    Base64,
}

impl TransferEncoding {
    pub(super) fn read(value: &[u8]) -> Option<TransferEncoding> {
        let is_name = |byte: &u8| !matches!(byte, b'"' | b';' | b' ' | b'\t' | b'\r' | b'\n');
        let start = value.iter().position(is_name).unwrap_or(value.len());
        let end = value.iter().rposition(is_name).map_or(start, |last| last + 1);
        match &*value[start..end].to_ascii_lowercase() {
            b"7bit" | b"8bit" | b"binary" | b"" | b"7-bit" | b"8-bit" | b"7bits" | b"8bits" | b"none" => {
                Some(TransferEncoding::Identity)
            }
            // A uuencoded text says so itself, in its first line.
            b"uuencode" | b"x-uuencode" | b"x-uue" => Some(TransferEncoding::Identity),
            b"quoted-printable" | b"quoted printable" => Some(TransferEncoding::QuotedPrintable),
            b"base64" => Some(TransferEncoding::Base64),
            _ => None,
        }
    }
}

/// Decodes quoted-printable (RFC 2045, 6.7). Invalid escapes stay.
///
/// Soft breaks and white space at line ends are dropped, as it was added in transit.
pub(super) fn quoted_printable(bytes: &[u8], out: &mut Vec<u8>) {
    quoted_printable_lines(bytes, out, |_, _| {});
}

/// Does the same. Calls `line_begins` before each line with its offset and the text decoded so far.
pub(super) fn quoted_printable_lines(bytes: &[u8], out: &mut Vec<u8>, mut line_begins: impl FnMut(usize, &[u8])) {
    let mut at = 0;
    while at < bytes.len() {
        line_begins(at, out);
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

fn octets(mut line: &[u8], out: &mut Vec<u8>) {
    while let Some(sign) = memchr::memchr(b'=', line) {
        out.extend_from_slice(&line[..sign]);
        // hex-octet = "=" 2(DIGIT / "A" / "B" / "C" / "D" / "E" / "F")   ; lower case is read as well (6.7)
        let digits = line.get(sign + 1..sign + 3).and_then(octet);
        out.push(digits.unwrap_or(b'='));
        line = &line[sign + if digits.is_some() { 3 } else { 1 }..];
    }
    out.extend_from_slice(line);
}

pub(super) fn octet(digits: &[u8]) -> Option<u8> {
    let [high, low] = digits[..] else { return None };
    Some(digit(high)? << 4 | digit(low)?)
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).map(|digit| digit as u8)
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
}
