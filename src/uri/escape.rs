//! Percent-encoding: what escapes stand for, and putting it back (RFC 3986, 2.1; RFC 3987, 3.1).

use std::borrow::Cow;

use crate::text::utf8::{Char, decode};

/// What stands at a place in a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// A character as itself.
    Literal(char),
    /// A character whose UTF-8 bytes are escaped.
    Escaped(char),
    /// An escaped byte that is no part of a character in UTF-8.
    Byte(u8),
}

impl Unit {
    /// The character it is, however it is written.
    pub(super) fn char(self) -> Option<char> {
        match self {
            Unit::Literal(c) | Unit::Escaped(c) => Some(c),
            Unit::Byte(_) => None,
        }
    }
}

/// The units of a component, from left to right. A clone looks ahead.
#[derive(Clone)]
pub(super) struct Units<'a> {
    rest: &'a str,
}

impl<'a> Units<'a> {
    pub(super) fn new(component: &'a str) -> Units<'a> {
        Units { rest: component }
    }
}

impl Iterator for Units<'_> {
    type Item = Unit;

    fn next(&mut self) -> Option<Unit> {
        let mut escaped = [0; 4];
        let mut count = 0;
        // No character takes more than four bytes, so each place is looked at four times at most.
        while count < 4
            && let Some(byte) = escape(&self.rest.as_bytes()[3 * count..])
        {
            escaped[count] = byte;
            count += 1;
        }
        let (unit, length) = match decode(&escaped[..count]) {
            Char::Valid(c, bytes) => (Unit::Escaped(c), 3 * bytes),
            Char::Invalid => (Unit::Byte(escaped[0]), 3),
            Char::End => {
                let c = self.rest.chars().next()?;
                (Unit::Literal(c), c.len_utf8())
            }
        };
        self.rest = self.rest.get(length..).unwrap_or_default();
        Some(unit)
    }
}

/// The byte that the escape stands for which `bytes` begin with.
///
/// ```text
/// pct-encoded = "%" HEXDIG HEXDIG
/// ```
fn escape(bytes: &[u8]) -> Option<u8> {
    let &[b'%', high, low, ..] = bytes else { return None };
    let digit = |byte: u8| (byte as char).to_digit(16);
    Some((digit(high)? << 4 | digit(low)?) as u8)
}

/// Appends the escape of a byte, with the upper-case digits that RFC 3986, 2.1 asks for.
pub(super) fn push_byte(out: &mut String, byte: u8) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    out.push('%');
    out.push(DIGITS[usize::from(byte >> 4)] as char);
    out.push(DIGITS[usize::from(byte & 15)] as char);
}

/// Appends the escapes of a character's bytes in UTF-8.
pub(super) fn push_char(out: &mut String, c: char) {
    for &byte in c.encode_utf8(&mut [0; 4]).as_bytes() {
        push_byte(out, byte);
    }
}

/// `uri` with each non-ASCII character from the byte at `path_start` on percent-encoded: RFC 3987, 3.1, step 2.
pub(super) fn ascii(uri: &str, path_start: usize) -> Cow<'_, str> {
    let Some((before, tail)) = uri.split_at_checked(path_start).filter(|(_, tail)| !tail.is_ascii()) else {
        return Cow::Borrowed(uri);
    };
    let mut out = String::with_capacity(before.len() + 3 * tail.len());
    out.push_str(before);
    for c in tail.chars() {
        if c.is_ascii() {
            out.push(c);
        } else {
            push_char(&mut out, c);
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units() {
        use Unit::{Byte, Escaped, Literal};
        let units = |text| Units::new(text).collect::<Vec<Unit>>();
        assert_eq!(units("aé%41%c3%A9"), [Literal('a'), Literal('é'), Escaped('A'), Escaped('é')]);
        // A byte of Latin-1, half a character before a whole one, one cut off by the end, and one written too long.
        assert_eq!(units("%E9b"), [Byte(0xE9), Literal('b')]);
        assert_eq!(units("%C3%C3%A9"), [Byte(0xC3), Escaped('é')]);
        assert_eq!(units("%F0%9F%98"), [Byte(0xF0), Byte(0x9F), Byte(0x98)]);
        assert_eq!(units("%C0%AF"), [Byte(0xC0), Byte(0xAF)]);
        assert_eq!(units("%F0%9F%98%80%80"), [Escaped('😀'), Byte(0x80)]);
        // Half of it escaped is none of UTF-8, and a percent sign without digits is itself.
        assert_eq!(units("%é%4"), [Literal('%'), Literal('é'), Literal('%'), Literal('4')]);
    }
}
