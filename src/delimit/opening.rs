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
        Char::Valid(mark, _) => closing(mark).map_or(Opening::Bare, Opening::Quote),
        _ => Opening::Bare,
    }
}

/// Whether `<URL:` stands right before `start`.
pub(super) fn is_prefixed_bracket(bytes: &[u8], start: usize) -> bool {
    prefix_start(bytes, skip_space(bytes, start)).is_some_and(|prefix| is_bracket_before(bytes, prefix))
}

/// Where the `URL:` begins that ends at `end`.
fn prefix_start(bytes: &[u8], end: usize) -> Option<usize> {
    let start = end.checked_sub(4)?;
    bytes[start..end].eq_ignore_ascii_case(b"URL:").then_some(start)
}

fn is_bracket_before(bytes: &[u8], at: usize) -> bool {
    bytes[..skip_space(bytes, at)].ends_with(b"<")
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
