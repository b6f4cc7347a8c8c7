//! One character at a place in bytes that may not be UTF-8: read forward or backward, never past its neighbours.

/// What stands at a place in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Char {
    /// A character, and its length in bytes.
    Valid(char, usize),
    /// A byte that is not UTF-8.
    Invalid,
    /// The end of the text, or its start when looking back.
    End,
}

/// The character that `bytes` begin with.
pub(crate) fn decode(bytes: &[u8]) -> Char {
    let Some(&first) = bytes.first() else { return Char::End };
    let length = match first {
        0..0x80 => return Char::Valid(first as char, 1),
        0xC2..0xE0 => 2,
        0xE0..0xF0 => 3,
        0xF0..0xF5 => 4,
        _ => return Char::Invalid,
    };
    let valid = bytes.get(..length).and_then(|bytes| std::str::from_utf8(bytes).ok());
    valid.and_then(|text| text.chars().next()).map_or(Char::Invalid, |c| Char::Valid(c, length))
}

/// The character of `bytes` that ends right before `at`.
pub(crate) fn char_before(bytes: &[u8], at: usize) -> Char {
    match at.checked_sub(1).map(|before| bytes[before]) {
        None => return Char::End,
        Some(byte) if byte.is_ascii() => return Char::Valid(byte as char, 1),
        Some(_) => {}
    }
    let start = (at.saturating_sub(4)..at).rev().find(|&i| bytes[i] & 0xC0 != 0x80);
    match start.map(|start| (start, decode(&bytes[start..at]))) {
        Some((start, Char::Valid(c, length))) if start + length == at => Char::Valid(c, length),
        _ => Char::Invalid,
    }
}
