//! A host with its path in the next line: those who break a URL in front of a slash leave the host alone, which is a URL by itself.

use super::{
    line_start::LineStart,
    next_line::{line_behind, line_end_behind_blanks, next_in},
};
use crate::engine::{
    delimit::rest_below::may_begin_path,
    forms::string_marks::next_string,
    window::{Ahead, Cut},
};

/// How many bytes may stand in front of the path: the short way looks no further.
const MAX_LEAD: usize = 127;

/// Whether the host that ends at `end`, of a URL that begins at `start`, ends its line, and a path begins the next.
pub(crate) fn is_above_path(ahead: &Ahead, start: usize, end: usize) -> Result<bool, Cut> {
    if matches!(ahead.get(end)?, Some(b'"' | b'\'')) {
        return is_above_path_in_string(ahead, end);
    }
    let Some(line_end) = line_end_behind_blanks(ahead, end)? else { return Ok(false) };
    let line = line_behind(ahead, line_end);
    let next = match next_in(ahead, line, &LineStart::of(ahead, start)) {
        Err(Cut::Limit) => None,
        next => next?,
    };
    Ok(next.is_some_and(|next| {
        let (begin, lead) = (next.token.start, &ahead.bytes[line..next.token.start]);
        lead.len() <= MAX_LEAD && !lead.ends_with(b"/") && begins_path(&ahead.bytes[begin..next.token.end])
    }))
}

/// The same in front of the mark that ends a part of a string, where another begins with the path.
fn is_above_path_in_string(ahead: &Ahead, end: usize) -> Result<bool, Cut> {
    const LEAST: usize = 2;
    let next = match next_string(ahead.bytes, end) {
        Some(Some(next)) => ahead.bytes.get(next..next + LEAST).map(begins_path),
        next => next.map(|_| false),
    };
    ahead.answer(next)
}

/// Whether a path begins there, with more than a slash.
fn begins_path(token: &[u8]) -> bool {
    matches!(token, [b'/', first, ..] if may_begin_path(*first))
}
