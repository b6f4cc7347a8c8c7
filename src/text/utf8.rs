//! One character at a place in bytes that may not be UTF-8: read forward or backward, never past its neighbours.

/// The character at a place in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Char {
    /// A character and its length in bytes.
    Valid(char, usize),
    Invalid,
    /// The end of the text, or its start when reading backward.
    End,
}

/// Decodes the first character (RFC 3629, 4).
#[inline]
pub(crate) fn decode(bytes: &[u8]) -> Char {
    match *bytes {
        [] => Char::End,
        [first @ 0..0x80, ..] => Char::Valid(first as char, 1),
        _ => decode_beyond_ascii(bytes),
    }
}

fn decode_beyond_ascii(bytes: &[u8]) -> Char {
    let low = |byte: u8| u32::from(byte & 0x3F);
    let (code, length) = match *bytes {
        [first @ 0xC2..0xE0, second @ 0x80..0xC0, ..] => (u32::from(first & 0x1F) << 6 | low(second), 2),
        [first @ 0xE0..0xF0, second @ 0x80..0xC0, third @ 0x80..0xC0, ..] => {
            let code = u32::from(first & 0xF) << 12 | low(second) << 6 | low(third);
            // What is shorter in fewer bytes is not UTF-8.
            (if code < 0x800 { u32::MAX } else { code }, 3)
        }
        [first @ 0xF0..0xF5, second @ 0x80..0xC0, third @ 0x80..0xC0, fourth @ 0x80..0xC0, ..] => {
            let code = u32::from(first & 7) << 18 | low(second) << 12 | low(third) << 6 | low(fourth);
            (if code < 0x1_0000 { u32::MAX } else { code }, 4)
        }
        _ => return Char::Invalid,
    };
    // Surrogates and what is beyond the last character are not, either.
    char::from_u32(code).map_or(Char::Invalid, |c| Char::Valid(c, length))
}

/// Decodes the character of `bytes` directly before `at`.
pub(crate) fn char_before(bytes: &[u8], at: usize) -> Char {
    match at.checked_sub(1).map(|before| bytes[before]) {
        None => return Char::End,
        Some(byte) if byte.is_ascii() => return Char::Valid(byte as char, 1),
        Some(_) => {}
    }
    let is_first = |byte: u8| byte & 0xC0 != 0x80;
    let length = match bytes[..at] {
        [.., first, _] if is_first(first) => 2,
        [.., first, _, _] if is_first(first) => 3,
        [.., first, _, _, _] if is_first(first) => 4,
        _ => return Char::Invalid,
    };
    match decode_beyond_ascii(&bytes[at - length..at]) {
        Char::Valid(c, whole) if whole == length => Char::Valid(c, length),
        _ => Char::Invalid,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(bytes: &[u8]) -> Char {
        let text = match str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(),
        };
        match text.chars().next() {
            Some(c) => Char::Valid(c, c.len_utf8()),
            None if bytes.is_empty() => Char::End,
            None => Char::Invalid,
        }
    }

    #[test]
    fn every_beginning_is_decoded_as_the_standard_library_does() {
        const LATER: [u8; 14] = [0, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xAB, 0xBF, 0xC0, 0xE0, 0xF4, 0xFF];
        for first in 0..=0xFF {
            for number in 0..LATER.len().pow(3) {
                let later = [0, 1, 2].map(|i| LATER[number / LATER.len().pow(i) % LATER.len()]);
                let bytes = [first, later[0], later[1], later[2]];
                for length in 0..=4 {
                    assert_eq!(decode(&bytes[..length]), decoded(&bytes[..length]), "{:?}", &bytes[..length]);
                }
            }
        }
        for c in '\0'..=char::MAX {
            let mut bytes = [0; 4];
            let length = c.encode_utf8(&mut bytes).len();
            assert_eq!(decode(&bytes), Char::Valid(c, length));
            assert_eq!(char_before(&bytes, length), Char::Valid(c, length));
        }
    }
}
