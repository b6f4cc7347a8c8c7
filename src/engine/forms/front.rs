//! What stands right in front of a URL: a word that runs into it, or a terminal's colour sequence, which is no word.

use crate::{
    engine::window::Ahead,
    text::{
        characters::{is_joiner, is_written_without_spaces},
        utf8::Char,
    },
};

/// The most digits and semicolons of a colour sequence.
const MAX_PARAMETERS: usize = 16;

/// Whether the byte before `at` ends a terminal's colour sequence, `ESC [ *( DIGIT / ";" ) m`: it ends in a letter that is
/// nobody's word.
pub(super) fn is_behind_escape_sequence(bytes: &[u8], at: usize) -> bool {
    let Some(rest) = bytes[..at].strip_suffix(b"m") else { return false };
    let is_parameter = |byte: &&u8| byte.is_ascii_digit() || **byte == b';';
    let parameters = rest.iter().rev().take(MAX_PARAMETERS).take_while(is_parameter).count();
    rest[..rest.len() - parameters].ends_with(b"\x1B[")
}

/// Where the word begins that `start..end` ends in: its first letter may be that of a terminal's colour sequence, behind
/// digits.
pub(super) fn without_escape_sequence(bytes: &[u8], start: usize, end: usize) -> usize {
    let digits = bytes[start..end].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let behind = start + digits + 1;
    if behind < end && is_behind_escape_sequence(bytes, behind) { behind } else { start }
}

/// Whether a word runs into what begins at `start`.
pub(super) fn is_glued(ahead: &Ahead, start: usize) -> bool {
    !is_behind_escape_sequence(ahead.bytes, start)
        && matches!(ahead.char_before(start), Char::Valid(c, _)
        if c.is_alphanumeric() && !is_written_without_spaces(c) || matches!(c, '@' | '.' | '-') || is_joiner(c))
}
