//! A host with its path in the next line: those who break a URL in front of a slash leave the host alone, which is a URL by itself.

use super::{line_start::LineStart, next_line::next_in};
use crate::engine::{
    delimit::rest_below::may_begin_path,
    window::{Ahead, Cut},
};

/// How many blanks may stand between a host and the end of its line.
const MAX_BLANKS: usize = 8;

/// How many bytes may stand in front of the path: the short way looks no further.
const MAX_LEAD: usize = 127;

/// Whether the host that ends at `end`, of a URL that begins at `start`, ends its line, and a path begins the next.
pub(crate) fn is_above_path(ahead: &Ahead, start: usize, end: usize) -> Result<bool, Cut> {
    let blanks = ahead.up_to(end, MAX_BLANKS)?.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let line_end = end + blanks;
    let line = match ahead.up_to(line_end, 2)? {
        b"\r\n" => line_end + 2,
        [b'\r' | b'\n', ..] => line_end + 1,
        _ => return Ok(false),
    };
    let next = match next_in(ahead, line, &LineStart::of(ahead, start)) {
        Err(Cut::Limit) => None,
        next => next?,
    };
    Ok(next.is_some_and(|next| {
        let (begin, lead) = (next.token.start, &ahead.bytes[line..next.token.start]);
        lead.len() <= MAX_LEAD && !lead.ends_with(b"/") && begins_path(&ahead.bytes[begin..next.token.end])
    }))
}

/// Whether a path begins there, with more than a slash.
fn begins_path(token: &[u8]) -> bool {
    matches!(token, [b'/', first, ..] if may_begin_path(*first))
}
