//! Dots and `@` in which no host name or address can stand, told from a few bytes: most of what stands in numbers, file names
//! and programs.
//!
//! Texts that are nothing but such would cost many times as much by the closer look, which comes to the same (the tests
//! compare them).

use super::{
    plain_address::plain_local_start,
    plain_host::{plain_name_start, stands_in_open, wide_start},
};
use crate::{
    engine::{
        forms::name::is_ipv4,
        scan::{self, Hit, Trigger},
    },
    text::top_level_domains::is_top_level_domain,
};

/// Where the search goes on behind a dot or an `@` that is certain to be that of nothing; `None` leaves it to the closer look.
/// Nothing before `floor` belongs to it.
#[inline(never)]
pub(crate) fn no_name(bytes: &[u8], floor: usize, hit: Hit) -> Option<usize> {
    match (hit.trigger, bytes[hit.at]) {
        (Trigger::At, _) => no_address(bytes, floor, hit.at),
        (Trigger::Dot, b'.') if bytes[hit.at + 1..].starts_with("。".as_bytes()) => Some(hit.at + 1),
        (Trigger::Dot, b'.') => no_host_name(bytes, floor, hit.at),
        // Behind the ideographic full stop stands a label.
        (Trigger::Dot, _) => match bytes.get(hit.at + "。".len()..)? {
            [b'.', ..] => Some(hit.at + 1),
            rest if rest.starts_with("。".as_bytes()) => Some(hit.at + 1),
            _ => None,
        },
        _ => None,
    }
}

/// The name that goes on with one label behind the dot at `dot` ends in no top-level domain, or stands behind a mark that
/// makes a part of something else of it.
fn no_host_name(bytes: &[u8], floor: usize, dot: usize) -> Option<usize> {
    let label = dot + 1;
    let length = scan::classes(bytes, label).alphanumeric.trailing_ones() as usize;
    let end = label + length;
    let next = *bytes.get(end)?;
    if length == 0 || length > MAX_LABEL || !next.is_ascii() || matches!(next, b'-' | b'_' | b'.') {
        return None;
    }
    let start = plain_name_start(bytes, floor, dot).or_else(|| wide_start(bytes, floor, dot))?;
    if bytes[floor..start].last().is_some_and(|byte| matches!(byte, b'@' | b'/' | b'\\' | b'$' | b'%' | b'&' | b'#')) {
        return Some(end);
    }
    let is_none = !is_top_level_domain(&bytes[label..end]) && !is_ipv4(&bytes[start..end]);
    (is_none && stands_in_open(bytes, floor, start)).then_some(end)
}

/// The longest label that is looked at.
const MAX_LABEL: usize = 60;

/// What stands before the `@` at `at` is behind another, or behind a backslash.
fn no_address(bytes: &[u8], floor: usize, at: usize) -> Option<usize> {
    let start = plain_local_start(bytes, floor, at)?;
    let is_part = matches!(bytes[floor..start].last()?, b'@' | b'\\');
    is_part.then_some(at + 1)
}
