//! Strings of programs that are written in parts, each in a line of its own, and put together without anything between them:
//! `"… http://a.example/b/"` and `"c"`, as in C, in Python and in catalogues of messages; and lines that a backslash ends, which go on in the next.

use super::next_line::Next;
use crate::{
    engine::window::{Ahead, Cut},
    link::Piece,
};

/// How far back the mark is looked for that opens the string of a URL.
const REACH: usize = 256;

/// A line that it ends goes on in the next.
const BACKSLASH: u8 = b'\\';

/// The quotation mark or the backslash at `at`, if it ends its line.
pub(super) fn mark_at_end(ahead: &Ahead, at: usize) -> Result<Option<u8>, Cut> {
    let Some(mark @ (b'"' | b'\'' | BACKSLASH)) = ahead.get(at)? else { return Ok(None) };
    Ok(matches!(ahead.get(at + 1)?, Some(b'\n' | b'\r')).then_some(mark))
}

/// Whether this mark opens a string in front of the URL that begins at `start`, on its line: an odd number of them stands there, none of which
/// is escaped, and other text behind the last, so that they are no field's. A backslash opens nothing.
pub(super) fn is_in_string(ahead: &Ahead, start: usize, mark: u8) -> bool {
    if mark == BACKSLASH {
        return true;
    }
    let from = start.saturating_sub(REACH);
    let before = &ahead.bytes[from..start];
    ahead.worked(before.len() / 8);
    let line = match memchr::memrchr2(b'\n', b'\r', before) {
        Some(end) => &before[end + 1..],
        None if from == 0 => before,
        None => return false,
    };
    let is_escaped = |at: usize| line[..at].ends_with(b"\\");
    let marks = memchr::memchr_iter(mark, line).filter(|&at| !is_escaped(at)).count();
    marks % 2 == 1 && line.last() != Some(&mark)
}

/// What the next part of the string begins with, up to a blank or the end of the part; none where the next line has no other part. Behind a
/// backslash that is what the next line begins with, be it white space.
pub(super) fn rest(ahead: &Ahead, next: &Next, mark: u8) -> Option<Piece> {
    let token = &ahead.bytes[next.token.clone()];
    if mark == BACKSLASH {
        let is_indented = ahead.bytes[next.line..next.token.start].iter().any(|byte| matches!(byte, b' ' | b'\t'));
        return (!is_indented).then(|| next.token.clone());
    }
    let text = token.strip_prefix(&[mark])?;
    let start = next.token.end - text.len();
    let length = memchr::memchr2(mark, b'\\', text).unwrap_or(text.len());
    (length > 0).then_some(start..start + length)
}
