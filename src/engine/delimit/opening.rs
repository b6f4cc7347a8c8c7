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
