//! The short way for plain mail addresses: a local part of letters, digits and a few marks, and a domain that is a plain host
//! name; between white space, in angle brackets or quotation marks, or behind other punctuation.
//!
//! What is not so plain is left to the closer look, which would find the same (the tests compare them).

use super::{
    front_mark::{FrontMark, address_front, begins_escape, ends_name},
    plain::{Surroundings, delimiter},
    plain_host::Around,
    plain_name::{Host, has_hyphens, host, is_change_of_script, is_wide_letter, wide_host},
};
use crate::{
    engine::{
        forms::local_part,
        scan::{self, Hit},
    },
    link::Delimiter,
    text::{
        byte_table::byte_table,
        top_level_domains::is_top_level_domain,
        utf8::{Char, char_before},
    },
};

/// The longest local part that is looked at.
const MAX_LOCAL: usize = 64;

/// What a local part is made of that needs no closer look.
const IS_LOCAL: [bool; 256] =
    byte_table!(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'+' | b'_'));

/// A plain address: where it begins and ends, and what marks it off.
pub(crate) struct PlainAddress {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) delimiter: Delimiter,
}

/// The plain address that has the dot of `hit` in its local part, if there is one.
pub(crate) fn plain_address_around(
    surroundings: &Surroundings<'_>,
    hit: Hit,
    around: &impl Around,
) -> Option<PlainAddress> {
    let bytes = surroundings.bytes;
    let behind = bytes[hit.at + 1..].iter().take(MAX_LOCAL).position(|&byte| !IS_LOCAL[usize::from(byte)])?;
    let at = hit.at + 1 + behind;
    if bytes[at] != b'@' {
        return None;
    }
    let address = plain_address(surroundings, Hit { at, ..hit }, around);
    address.filter(|address| address.start < hit.at)
}

/// The plain address whose `@` is that of `hit`, if it is one; the limit is that of its domain.
pub(crate) fn plain_address(surroundings: &Surroundings<'_>, hit: Hit, around: &impl Around) -> Option<PlainAddress> {
    let Surroundings { bytes, floor, limit, is_wide } = *surroundings;
    let start = match plain_local_start(bytes, floor, hit.at) {
        Some(start) if start == floor || bytes[start - 1].is_ascii() => start,
        _ if is_wide => wide_local_start(bytes, floor, hit.at)?,
        _ => return None,
    };
    let opening = address_front(bytes, floor, start)?;
    let domain = hit.at + 1;
    let Host { label, end } = match host(bytes, domain, &scan::classes(bytes, domain)) {
        Some(host) if bytes.get(host.end)?.is_ascii() => host,
        _ if is_wide => wide_host(bytes, domain)?,
        _ => return None,
    };
    let local = &bytes[start..hit.at];
    let is_one = end - hit.at < limit
        && local_part::is_plain_local(local)
        && label > domain
        && is_top_level_domain(&bytes[label..end])
        && (bytes[start..end].is_ascii() || !has_hyphens(local));
    if !is_one {
        return None;
    }
    let next = *bytes.get(end)?;
    // A full stop behind the domain is the sentence's.
    let is_bare = ends_name(next) || next == b'.';
    let delimiter = match opening {
        FrontMark::Nothing => is_bare.then_some(Delimiter::Bare)?,
        FrontMark::Bracket => delimiter(bytes, b'<', end)?,
        FrontMark::Quotation(['"', ..]) => delimiter(bytes, b'"', end)?,
        // An apostrophe may be one of the local part.
        FrontMark::Quotation(_) if !is_bare || !opens_alone(bytes, floor, start) => return None,
        FrontMark::Quotation(marks) => match around.quotation(start, marks)? {
            Some(quoted) if quoted == end => Delimiter::Quote,
            Some(_) => return None,
            None => Delimiter::Bare,
        },
    };
    Some(PlainAddress { start, end, delimiter })
}

/// Whether white space stands in front of the mark before `start`, or a link or nothing at all.
fn opens_alone(bytes: &[u8], floor: usize, start: usize) -> bool {
    let Char::Valid(_, length) = char_before(bytes, start) else { return false };
    bytes[floor..start].len() <= length || bytes[start - length - 1].is_ascii_whitespace()
}

/// Where the local part of letters of any script begins that ends before the `@` at `at`.
fn wide_local_start(bytes: &[u8], floor: usize, at: usize) -> Option<usize> {
    let (mut start, mut next) = (at, '@');
    while start > floor && at - start <= MAX_LOCAL {
        match char_before(bytes, start) {
            Char::Valid(c, length) if is_local(c) => {
                if is_change_of_script(next, c) {
                    return None;
                }
                (start, next) = (start.checked_sub(length)?, c);
            }
            _ => break,
        }
    }
    let begins_well = next.is_ascii_alphanumeric() || is_wide_letter(next);
    (start >= floor && at - start <= MAX_LOCAL && begins_well).then_some(start)
}

fn is_local(c: char) -> bool {
    u8::try_from(c).is_ok_and(|byte| IS_LOCAL[usize::from(byte)]) || is_wide_letter(c)
}

/// Where the plain local part begins that ends before the `@` at `at`.
#[inline(always)]
fn plain_local_start(bytes: &[u8], floor: usize, at: usize) -> Option<usize> {
    let before = &bytes[floor..at];
    let mut local = 0;
    while let Some(&byte) = before.get(before.len().wrapping_sub(local + 1))
        && IS_LOCAL[usize::from(byte)]
        && local <= MAX_LOCAL
    {
        local += 1;
    }
    let start = at - local;
    ((1..=MAX_LOCAL).contains(&local) && bytes[start].is_ascii_alphanumeric()).then_some(start)
}

/// Where the search goes on behind the `@` at `at`, if what stands before it is behind another, or behind a backslash.
pub(crate) fn no_address(bytes: &[u8], floor: usize, at: usize) -> Option<usize> {
    let start = plain_local_start(bytes, floor, at)?;
    let is_part = match bytes[floor..start].last()? {
        b'\\' => !begins_escape(bytes, start),
        before => *before == b'@',
    };
    is_part.then_some(at + 1)
}
