//! Base64 in URLs (RFC 4648, 4 and 5): of either alphabet, with or without its padding, and nothing else in it.

/// The bytes that `text` stands for.
pub(super) fn decode(text: &str) -> Option<Vec<u8>> {
    let digits = text.trim_end_matches('=');
    let padding = text.len() - digits.len();
    // A single digit has not the bits of a byte, and padding fills up to four.
    if digits.len() % 4 == 1 || padding > 2 || (padding > 0 && !text.len().is_multiple_of(4)) {
        return None;
    }
    let mut out = Vec::with_capacity(digits.len() / 4 * 3 + 2);
    let (mut bits, mut count) = (0_u32, 0);
    for byte in digits.bytes() {
        bits = (bits << 6 | u32::from(digit(byte)?)) & 0xFFFF;
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
        }
    }
    Some(out)
}

/// The value of a digit, from 0 to 63.
pub(super) fn digit(byte: u8) -> Option<u8> {
    match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' | b'-' => Some(62),
        b'/' | b'_' => Some(63),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn either_alphabet_is_read_and_nothing_else() {
        for (text, bytes) in [
            ("", &b""[..]),
            ("Iw", b"#"),
            ("Iw==", b"#"),
            ("JSU", b"%%"),
            ("JSUl", b"%%%"),
            ("-_-_", b"\xFB\xFF\xBF"),
            ("+/+/", b"\xFB\xFF\xBF"),
        ] {
            assert_eq!(decode(text).as_deref(), Some(bytes), "{text}");
        }
        for text in ["I", "Iw=", "Iw===", "JSUl=", "JS Ul", "J=SU", "JSé", "===="] {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
