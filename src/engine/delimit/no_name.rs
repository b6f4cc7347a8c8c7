//! Dots in which no host name can stand, told from a few bytes: most of what stands in numbers, file names
//! and programs.
//!
//! Texts that are nothing but such would cost many times as much by the closer look, which comes to the same (the tests
//! compare them).

use super::{
    front_mark::{FrontMark, is_behind_part, name_front},
    plain_name::{NameRun, is_letter_of_name, run_start},
};
use crate::engine::forms::name::is_ipv4;

/// Whether a dot stands there, behind another: neither separates two labels.
pub(super) fn begins_with_dot(behind: &[u8]) -> bool {
    behind.starts_with(b".") || behind.starts_with("。".as_bytes())
}

/// Where the search goes on behind the dot at `dot`, whose `run` ends in no top-level domain, where nothing around the name
/// makes another of it: all dots of the run are those of nothing. Nothing before `floor` belongs to it.
pub(super) fn no_host_name(
    bytes: &[u8],
    floor: usize,
    dot: usize,
    run: &NameRun,
    takes_for_host: impl Fn(usize, usize) -> Option<bool>,
) -> Option<usize> {
    let &NameRun { end, name_end, .. } = run;
    let rest = &bytes[end..];
    if !rest[0].is_ascii() || run.has_abbreviation(bytes) {
        return None;
    }
    let start = run_start(bytes, floor, dot)?;
    let begins_well = is_letter_of_name(bytes[start]);
    if is_behind_part(bytes, floor, start) || !begins_well && bytes[floor..start].last().is_none_or(u8::is_ascii) {
        return Some(end);
    }
    // Where it is not clear what belongs to the name, or it may begin an address, or end in the letter of an escape.
    if !begins_well
        || rest[0] == b'@'
        || rest[0] == b'<' && bytes[end - 1] == b'E'
        || name_end < end && matches!(rest[0], b'/' | b'?' | b'#' | b':')
    {
        return None;
    }
    // Four numbers may be those of a version.
    let is_address = || Some(is_ipv4(&bytes[start..name_end]) && takes_for_host(start, name_end)?);
    (holds_no_other(bytes, floor, start, rest)? && !is_address()?).then_some(end)
}

/// Whether the marks around the name that begins at `start`, before `rest`, hold nothing but the name, if they are marks.
fn holds_no_other(bytes: &[u8], floor: usize, start: usize, rest: &[u8]) -> Option<bool> {
    Some(match name_front(bytes, floor, start)? {
        FrontMark::Nothing | FrontMark::WideSpace => true,
        FrontMark::Bracket => false,
        // An apostrophe in a word closes nothing.
        FrontMark::Quotation(marks) if rest[0] == b'\'' => {
            let next = *rest.get(1)?;
            marks.contains(&'\'') && next.is_ascii() && !next.is_ascii_alphanumeric()
        }
        FrontMark::Quotation(marks) => marks.contains(&char::from(rest[0])),
    })
}
