//! What opens before a URL.

use super::text::Text;
use crate::text::characters::closing_quotation_marks;

/// The most white space between an opening bracket, `URL:` and the URL.
const MAX_SPACE: usize = 64;

/// The delimiter that opens before a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opening {
    /// `<`, and whether `URL:` follows it.
    Angle {
        is_prefixed: bool,
    },
    /// A quotation mark, which any of these closes.
    Quote(&'static [char]),
    /// `URL:` without a bracket.
    Prefix,
    Bare,
}

/// What stands before a URL.
#[derive(Clone, Copy, Debug)]
pub(super) struct Left {
    pub(super) opening: Opening,
    /// The character right before it; NUL at the start of the text.
    pub(super) mark: char,
}

/// Reads what stands before `start`, not before `floor`.
pub(super) fn read(text: &Text, floor: usize, start: usize) -> Left {
    let mark = if start > floor { text.char_before(start) } else { '\0' };
    let before = skip_space(text, floor, start);
    let prefixed = before
        .checked_sub(4)
        .filter(|&prefix| prefix >= floor && text.bytes[prefix..before].eq_ignore_ascii_case(b"URL:"));
    let opening = match prefixed {
        Some(prefix) if is_angle(text, floor, prefix) => Opening::Angle { is_prefixed: true },
        Some(prefix) if !text.char_before(prefix).is_alphanumeric() && !text.bytes[before..start].contains(&b'\n') => {
            Opening::Prefix
        }
        _ if is_angle(text, floor, start) => Opening::Angle { is_prefixed: false },
        _ => closing_quotation_marks(mark).map_or(Opening::Bare, Opening::Quote),
    };
    Left { opening, mark }
}

/// Returns `true` if `<` stands before `at`, perhaps with white space between.
fn is_angle(text: &Text, floor: usize, at: usize) -> bool {
    let at = skip_space(text, floor, at);
    at > floor && text.bytes[at - 1] == b'<'
}

fn skip_space(text: &Text, floor: usize, end: usize) -> usize {
    let mut at = end;
    while at > floor && end - at < MAX_SPACE {
        let c = text.char_before(at);
        if !c.is_whitespace() {
            break;
        }
        at -= c.len_utf8();
    }
    at
}
