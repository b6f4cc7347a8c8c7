//! Base64 (RFC 4648, 4 and 5): the digits of both alphabets, and the bytes that they stand for.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Symbol {
    /// A digit of the standard alphabet, from 0 to 63.
    Digit(u8),
    Padding,
    Space,
    /// Any other byte, including the two digits of the URL alphabet.
    Other,
}

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

const PADDING: u8 = 64;
const SPACE: u8 = 65;
const OTHER: u8 = 66;

/// The value of each byte: a digit, or one of the constants above.
const SYMBOLS: [u8; 256] = {
    let mut symbols = [OTHER; 256];
    let mut value = 0;
    while value < DIGITS.len() {
        symbols[DIGITS[value] as usize] = value as u8;
        value += 1;
    }
    symbols[b'=' as usize] = PADDING;
    symbols[b' ' as usize] = SPACE;
    symbols[b'\t' as usize] = SPACE;
    symbols[b'\r' as usize] = SPACE;
    symbols[b'\n' as usize] = SPACE;
    symbols
};

impl Symbol {
    #[inline]
    pub(crate) fn of(byte: u8) -> Symbol {
        match SYMBOLS[usize::from(byte)] {
            PADDING => Symbol::Padding,
            SPACE => Symbol::Space,
            OTHER => Symbol::Other,
            value => Symbol::Digit(value),
        }
    }
}

/// Decodes four digits of the standard alphabet.
#[cfg_attr(not(feature = "mail"), allow(dead_code, reason = "only mail has long texts in it"))]
#[inline]
pub(crate) fn whole_group(group: &[u8]) -> Option<[u8; 3]> {
    let [a, b, c, d] = [0, 1, 2, 3].map(|at| u32::from(SYMBOLS[usize::from(group[at])]));
    let [_, bytes @ ..] = (a << 18 | b << 12 | c << 6 | d).to_be_bytes();
    ((a | b | c | d) < u32::from(PADDING)).then_some(bytes)
}

/// Bits that are not a whole byte yet.
#[derive(Debug, Default)]
pub(crate) struct Bits {
    bits: u32,
    count: u32,
}

impl Bits {
    /// Returns `true` if the digits so far were whole bytes.
    #[cfg_attr(not(feature = "mail"), allow(dead_code, reason = "only mail has long texts in it"))]
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    #[inline]
    pub(crate) fn push(&mut self, value: u8, out: &mut Vec<u8>) {
        self.bits = (self.bits << 6 | u32::from(value)) & 0xFFFF;
        self.count += 6;
        if self.count >= 8 {
            self.count -= 8;
            out.push((self.bits >> self.count) as u8);
        }
    }
}

/// Decodes a text in either alphabet, with or without padding. Nothing else may be in it.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    let digits = text.trim_end_matches('=');
    let padding = text.len() - digits.len();
    // A single digit has not the bits of a byte, and padding fills up to four.
    if digits.len() % 4 == 1 || padding > 2 || (padding > 0 && !text.len().is_multiple_of(4)) {
        return None;
    }
    let mut out = Vec::with_capacity(digits.len() / 4 * 3 + 2);
    let mut bits = Bits::default();
    for byte in digits.bytes() {
        bits.push(digit(byte)?, &mut out);
    }
    Some(out)
}

/// Returns the value of a digit of either alphabet.
pub(crate) fn digit(byte: u8) -> Option<u8> {
    match (byte, Symbol::of(byte)) {
        (_, Symbol::Digit(value)) => Some(value),
        (b'-', _) => Some(62),
        (b'_', _) => Some(63),
        _ => None,
    }
}

/// Encodes bytes in the standard alphabet, with padding.
#[cfg(any(feature = "serde", feature = "write"))]
pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let bits = group.iter().fold(0, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - group.len()));
        for digit in 0..4 {
            let value = bits >> (18 - 6 * digit) & 63;
            text.push(if digit <= group.len() { char::from(DIGITS[value as usize]) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(any(feature = "serde", feature = "write"))]
    #[test]
    fn bytes_are_encoded_as_in_the_rfc() {
        for (text, expected) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(encode(text.as_bytes()), expected);
        }
    }

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
