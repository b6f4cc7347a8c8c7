//! Percent-encoding: what escapes stand for, and putting it back (RFC 3986, 2.1; RFC 3987, 3.1).

use std::{borrow::Cow, mem};

use crate::{
    text::utf8::{Char, decode},
    uri::class::CharClass,
};

/// A character or byte of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    Literal(char),
    /// A character with its UTF-8 bytes escaped.
    Escaped(char),
    /// An escaped byte that is not part of a UTF-8 character.
    Byte(u8),
}

impl Unit {
    pub(crate) fn char(self) -> Option<char> {
        match self {
            Unit::Literal(c) | Unit::Escaped(c) => Some(c),
            Unit::Byte(_) => None,
        }
    }
}

/// The units of a component, from left to right. A clone looks ahead.
#[derive(Clone)]
pub(crate) struct Units<'a> {
    rest: &'a str,
}

impl<'a> Units<'a> {
    pub(crate) fn new(component: &'a str) -> Units<'a> {
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

/// Returns the byte of the escape at the beginning of `bytes`.
//
// pct-encoded = "%" HEXDIG HEXDIG
fn escape(bytes: &[u8]) -> Option<u8> {
    let &[b'%', high, low, ..] = bytes else { return None };
    let digit = |byte: u8| (byte as char).to_digit(16);
    Some((digit(high)? << 4 | digit(low)?) as u8)
}

/// Decodes the escapes once; `None` for a broken escape, or if the result is not UTF-8. A plus sign stays: it is a
/// space in forms, but no URL contains spaces.
pub(crate) fn decode_utf8(text: &str) -> Option<String> {
    Units::new(text).map(|unit| if unit == Unit::Literal('%') { None } else { unit.char() }).collect()
}

/// Appends the escape of a byte, in upper case (RFC 3986, 2.1).
pub(crate) fn push_byte(out: &mut String, byte: u8) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    out.push('%');
    out.push(DIGITS[usize::from(byte >> 4)] as char);
    out.push(DIGITS[usize::from(byte & 15)] as char);
}

/// Appends a character as escapes of its UTF-8 bytes.
pub(crate) fn push_char(out: &mut String, c: char) {
    for &byte in c.encode_utf8(&mut [0; 4]).as_bytes() {
        push_byte(out, byte);
    }
}

/// Percent-encodes the non-ASCII characters of `uri` after `path_start` (RFC 3987, 3.1, step 2).
pub(crate) fn ascii(uri: &str, path_start: usize) -> Cow<'_, str> {
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

/// Characters that people write in paths, queries and fragments although no grammar allows them, so that they are
/// percent-encoded. Every number sign after the first is encoded, too, and every percent sign that begins no escape.
pub(crate) struct EncodeSet {
    class: CharClass,
    /// True if a percent sign may belong to a placeholder of a program.
    has_marks: bool,
}

/// Encoded in a text. Most characters that no URL can contain end it there.
pub(crate) const TEXT: EncodeSet = EncodeSet { class: CharClass::of(b"[]^{|}"), has_marks: true };

/// Encoded between angle brackets in a text. A backslash does not end the URL there, and a bar does, before the label.
pub(crate) const BRACKETS: EncodeSet = EncodeSet { class: CharClass::of(b"[\\]^{}"), has_marks: true };

/// Encoded in an attribute value, as URL parsers of browsers do. Not `<`, `>` and `"`: if they are not escaped, the
/// value lacks its closing quote.
#[cfg_attr(not(feature = "html"), allow(dead_code, reason = "only HTML has values"))]
pub(crate) const VALUE: EncodeSet = EncodeSet { class: CharClass::of(b"[] ^`{|}"), has_marks: false };

/// Encoded in a value that has references for all `<`, `>` and `"`. The author of `&lt;` meant the character.
#[cfg_attr(not(feature = "html"), allow(dead_code, reason = "only HTML has references"))]
pub(crate) const REFERENCED_VALUE: EncodeSet = EncodeSet { class: CharClass::of(b"\"<>[] ^`{|}"), has_marks: false };

/// The growth of most URLs, at most.
const ROOM: usize = 8;

impl EncodeSet {
    /// Percent-encodes the URL; `None` if nothing needs it.
    pub(crate) fn encode(&self, url: &str) -> Option<String> {
        let tail = tail_start(url)?;
        // All of the set is ASCII.
        url.as_bytes()[tail..].iter().find(|&&byte| matches!(byte, b'#' | b'%') || self.class.has(byte))?;
        let mut encoded = String::with_capacity(url.len() + ROOM);
        encoded.push_str(&url[..tail]);
        for (c, is_encoded) in self.each(&url[tail..]) {
            if is_encoded {
                push_char(&mut encoded, c);
            } else {
                encoded.push(c);
            }
        }
        (encoded.len() > url.len()).then_some(encoded)
    }

    /// Returns the offset in `url` of the offset `at` in the encoded URL.
    pub(crate) fn offset_before_encoding(&self, url: &str, at: usize) -> usize {
        let Some(tail) = tail_start(url).filter(|&tail| tail < at) else { return at };
        let (mut before, mut after) = (tail, tail);
        for (c, is_encoded) in self.each(&url[tail..]) {
            if after >= at {
                break;
            }
            before += c.len_utf8();
            after += c.len_utf8() * if is_encoded { 3 } else { 1 };
        }
        before.min(at)
    }

    /// Returns the characters of a path, query and fragment; `true` if one is encoded.
    fn each(&self, tail: &str) -> impl Iterator<Item = (char, bool)> {
        let mut in_fragment = false;
        tail.char_indices().map(move |(at, c)| match c {
            '#' => (c, mem::replace(&mut in_fragment, true)),
            '%' => (c, self.has_percent(tail.as_bytes(), at, in_fragment)),
            // The mark of a template that would be filled in.
            '{' if self.has_marks && at > 0 && matches!(tail.as_bytes()[at - 1], b'$' | b'#' | b'{') => (c, false),
            _ => (c, self.has(c)),
        })
    }

    /// Returns `true` if the percent sign at `at` begins neither an escape nor a placeholder (`%s`, `%(name)s`,
    /// `/%H/`). Inside a word (`30%Off`) or a fragment (`#sec-%typedarray%`), it is no placeholder.
    fn has_percent(&self, tail: &[u8], at: usize, in_fragment: bool) -> bool {
        let (before, behind) = (tail[..at].last(), &tail[at + 1..]);
        let is_in_word = before.is_some_and(u8::is_ascii_alphanumeric);
        let is_word = in_fragment
            && matches!(behind, [first, next, ..] if first.is_ascii_alphabetic() && next.is_ascii_alphabetic());
        let is_mark = match behind.first() {
            _ if is_word => false,
            Some(b's' | b'd' | b'(' | b'{') => true,
            Some(next) => next.is_ascii_alphabetic() && !is_in_word,
            None => false,
        };
        escape(&tail[at..]).is_none() && !(is_mark && self.has_marks)
    }

    fn has(&self, c: char) -> bool {
        u8::try_from(c).is_ok_and(|byte| self.class.has(byte))
    }
}

/// Returns the start of the path, query or fragment. The path of an opaque URL is an address or name, which is left to
/// its scheme.
fn tail_start(url: &str) -> Option<usize> {
    let colon = url.find([':', '/', '?', '#']).filter(|&at| url.as_bytes()[at] == b':');
    let start = colon.map_or(0, |colon| colon + 1);
    let rest = &url[start..];
    let before = match rest.strip_prefix("//") {
        Some(authority) => authority.find(['/', '?', '#'])? + 2,
        None if colon.is_none() || rest.starts_with('/') => 0,
        None => rest.find(['?', '#'])?,
    };
    Some(start + before)
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
