//! What stands right before a URL: the delimiter it opens with.

use crate::{
    engine::scan::{is_bracket_before, prefix_start, skip_space},
    text::{
        characters::closing_quotation_marks,
        utf8::{Char, char_before},
    },
};

/// The opening delimiter of a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opening {
    /// `<`, and whether `URL:` follows it.
    Angle { prefixed: bool },
    /// A quotation mark that any of these closes.
    Quote(&'static [char]),
    /// `URL:` without a bracket.
    Prefix,
    /// None of these.
    Bare,
}

/// The delimiter that opens right before `start`.
pub(crate) fn before(bytes: &[u8], start: usize) -> Opening {
    let opens_nothing = |byte: u8| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'(' | b'[' | b'=' | b',' | b';' | b'.' | b'%')
    };
    if matches!(bytes[..start], [.., byte] | [.., byte, b' ' | b'\n'] if opens_nothing(byte)) {
        // Most of what opens nothing.
        return Opening::Bare;
    }
    let text = skip_space(bytes, start);
    if let Some(prefix) = prefix_start(bytes, text) {
        if is_bracket_before(bytes, prefix) {
            return Opening::Angle { prefixed: true };
        }
        let is_word = matches!(char_before(bytes, prefix), Char::Valid(c, _) if c.is_alphanumeric());
        if !is_word && !bytes[text..start].contains(&b'\n') {
            return Opening::Prefix;
        }
    }
    if text > 0 && bytes[text - 1] == b'<' {
        return Opening::Angle { prefixed: false };
    }
    match char_before(bytes, start) {
        Char::Valid(mark, _) => closing_quotation_marks(mark).map_or(Opening::Bare, Opening::Quote),
        _ => Opening::Bare,
    }
}

/// Whether the quotation mark in front of a URL from `start` to `end` is escaped, as in a string of a program, and the one behind it is not: that
/// ends the string, and closes nothing in it.
pub(crate) fn is_closed_by_string(bytes: &[u8], start: usize, end: usize) -> bool {
    let [.., b'\\', mark @ (b'"' | b'\'')] = bytes[..start] else { return false };
    bytes.get(end) == Some(&mark) && !bytes[..end].ends_with(b"\\")
}

/// Whether the quotation marks around a URL from `start` to `end` are those of a string of a program that goes on with another in the next line, so
/// that the URL may go on there, too: it ends in a sign that stands in the middle of URLs. None where the bytes end before that is known.
pub(crate) fn may_go_on_in_string(bytes: &[u8], start: usize, end: usize) -> Option<bool> {
    let is_mark = |mark: &u8| matches!(mark, b'"' | b'\'');
    let Some(mark) = bytes[..start].last().copied().filter(is_mark) else { return Some(false) };
    if *bytes.get(end)? != mark || !is_open_end(bytes[end - 1]) {
        return Some(false);
    }
    let Some(next) = next_string(bytes, end)? else { return Some(false) };
    // In a list another URL may begin it.
    Some(bytes.get(next..next + 4)? != b"http")
}

/// Whether a sign stands in the middle of URLs rather than at their end, and in strings of programs at the end of a part.
pub(crate) fn is_open_end(last: u8) -> bool {
    b"/-_?=&#".contains(&last)
}

/// Where the string begins behind its mark that the next line begins with, where the same mark at `at` ends a line: strings of programs that are put
/// together. None in the answer where there is no such string, and none at all where the bytes end before that is known.
#[inline(never)]
pub(super) fn next_string(bytes: &[u8], at: usize) -> Option<Option<usize>> {
    let mark = bytes[at];
    if !matches!(mark, b'"' | b'\'') || !matches!(*bytes.get(at + 1)?, b'\n' | b'\r') {
        return Some(None);
    }
    let next = at + 1 + bytes[at + 1..].iter().position(|byte| !byte.is_ascii_whitespace())?;
    Some((bytes[next] == mark).then_some(next + 1))
}
