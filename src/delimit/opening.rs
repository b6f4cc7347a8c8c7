//! What stands right before a URL: the delimiter it opens with.

use crate::window::{Char, char_before};

/// The opening delimiter of a URL.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Opening {
    /// `<`, and whether `URL:` follows it.
    Angle { prefixed: bool },
    /// A quotation mark that any of these closes.
    Quote(&'static [char]),
    /// `URL:` without a bracket.
    Prefix,
    /// None of these.
    Bare,
}

/// How much white space there may be between an opening bracket, `URL:` and the URL.
const MOST_SPACE: usize = 64;

/// The delimiter that opens right before `start`.
pub(super) fn before(bytes: &[u8], start: usize) -> Opening {
    let text = skip_space(bytes, start);
    if text >= 4 && bytes[text - 4..text].eq_ignore_ascii_case(b"URL:") {
        let bracket = skip_space(bytes, text - 4);
        if bracket > 0 && bytes[bracket - 1] == b'<' {
            return Opening::Angle { prefixed: true };
        }
        let is_word = matches!(char_before(bytes, text - 4), Char::Valid(c, _) if c.is_alphanumeric());
        if !is_word && !bytes[text..start].contains(&b'\n') {
            return Opening::Prefix;
        }
    }
    if text > 0 && bytes[text - 1] == b'<' {
        return Opening::Angle { prefixed: false };
    }
    match char_before(bytes, start) {
        Char::Valid(mark, _) => closing(mark).map_or(Opening::Bare, Opening::Quote),
        _ => Opening::Bare,
    }
}

/// The marks that close what `mark` opens: the pairs of the world's typographies.
fn closing(mark: char) -> Option<&'static [char]> {
    Some(match mark {
        '"' => &['"'],
        '\'' => &['\''],
        '`' => &['`', '\''],
        '“' => &['”', '“'],
        '”' => &['”'],
        '„' => &['“', '”', '‟'],
        '‘' => &['’', '‘'],
        '’' => &['’'],
        '‚' => &['‘', '’', '‛'],
        '«' => &['»'],
        '»' => &['«', '»'],
        '‹' => &['›'],
        '›' => &['‹', '›'],
        _ => return None,
    })
}

/// Where the white space that ends at `end` begins.
pub(super) fn skip_space(bytes: &[u8], end: usize) -> usize {
    let mut at = end;
    while end - at < MOST_SPACE {
        match char_before(bytes, at) {
            Char::Valid(c, length) if c.is_whitespace() => at -= length,
            _ => break,
        }
    }
    at
}
