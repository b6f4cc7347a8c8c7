//! What stands right in front of a URL: a word that runs into it, or a terminal's colour sequence or the escape of a mark, which are
//! no words.

use crate::{
    engine::window::Ahead,
    text::{
        characters::{
            character_escape, character_escape_before, is_behind_roff_escape, is_joiner, is_markup_mark,
            is_written_without_spaces,
        },
        utf8::Char,
    },
};

/// The most digits and semicolons of a colour sequence.
const MAX_PARAMETERS: usize = 16;

/// How a colour sequence begins: with the character itself, or as programs write it.
const SEQUENCE_STARTS: [&[u8]; 6] = [b"\x1B[", br"\033[", br"\e[", br"\x1b[", br"\x1B[", br"\u001b["];

/// Whether the byte before `at` ends a terminal's colour sequence, `ESC [ *( DIGIT / ";" ) m`: it ends in a letter that is
/// nobody's word.
pub(super) fn is_behind_escape_sequence(bytes: &[u8], at: usize) -> bool {
    let Some(rest) = bytes[..at].strip_suffix(b"m") else { return false };
    let is_parameter = |byte: &&u8| byte.is_ascii_digit() || **byte == b';';
    let parameters = rest.iter().rev().take(MAX_PARAMETERS).take_while(is_parameter).count();
    let rest = &rest[..rest.len() - parameters];
    rest.ends_with(b"[") && SEQUENCE_STARTS.iter().any(|start| rest.ends_with(start))
}

/// Where the word begins that `start..end` ends in: the letters and digits that it seems to begin with may be those of an escape, whose
/// backslash stands in front of them, or of a terminal's colour sequence.
pub(super) fn without_escape_sequence(bytes: &[u8], start: usize, end: usize) -> usize {
    let start = without_character_escape(bytes, start, end, is_markup_mark);
    let digits = bytes[start..end].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let behind = start + digits + 1;
    if behind < end && is_behind_escape_sequence(bytes, behind) { behind } else { start }
}

/// Where the word begins that `start..end` ends in, behind an escape (`\u003c`) whose backslash stands in front of it and which stands
/// for what `is_outside` says is no part of it, or one of roff (`\fB`, `\*(Aq`).
pub(super) fn without_character_escape(bytes: &[u8], start: usize, end: usize, is_outside: fn(char) -> bool) -> usize {
    if !matches!(bytes[..start], [.., b'\\' | b'(']) {
        return start;
    }
    match character_escape(&bytes[start - 1..end]) {
        Some((c, length)) if is_outside(c) => start - 1 + length,
        _ if start + 2 <= end && is_behind_roff_escape(bytes, start + 2) => start + 2,
        _ => start,
    }
}

/// The character right in front of the name that begins at `start`, or the mark that an escape there stands for.
pub(super) fn in_front(ahead: &Ahead, start: usize) -> Char {
    match character_escape_before(ahead.bytes, start) {
        Some(c) if is_markup_mark(c) => Char::Valid(c, c.len_utf8()),
        _ => ahead.char_before(start),
    }
}

/// Whether a word runs into what begins at `start`.
pub(super) fn is_glued(ahead: &Ahead, start: usize) -> bool {
    let escaped = character_escape_before(ahead.bytes, start).map(|c| Char::Valid(c, c.len_utf8()));
    !is_behind_escape_sequence(ahead.bytes, start)
        && matches!(escaped.unwrap_or_else(|| ahead.char_before(start)), Char::Valid(c, _)
        if c.is_alphanumeric() && !is_written_without_spaces(c) || matches!(c, '@' | '.' | '-') || is_joiner(c))
}
