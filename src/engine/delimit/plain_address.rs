//! The short way for plain mail addresses: a local part of ASCII letters, digits and a few marks, and a domain that is a plain
//! host name; between white space, in angle brackets or quotation marks, or behind other punctuation.
//!
//! What is not so plain is left to the closer look, which would find the same (the tests compare them).

use super::{
    plain::{Host, delimiter, host},
    plain_host::{ends_name, opening_before_address},
};
use crate::{
    engine::{
        forms::local_part,
        scan::{self, Hit},
    },
    link::Delimiter,
    text::top_level_domains::is_top_level_domain,
};

/// The longest local part that is looked at.
const MAX_LOCAL: usize = 64;

/// What a local part is made of that needs no closer look.
const IS_LOCAL: [bool; 256] = {
    let mut is = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let c = byte as u8;
        is[byte] = c.is_ascii_alphanumeric() || matches!(c, b'-' | b'.' | b'+' | b'_');
        byte += 1;
    }
    is
};

/// A plain address: where it begins and ends, and what marks it off.
pub(crate) struct PlainAddress {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) delimiter: Delimiter,
}

/// The plain address that has the dot of `hit` in its local part, if there is one.
pub(crate) fn plain_address_around(bytes: &[u8], floor: usize, limit: usize, hit: Hit) -> Option<PlainAddress> {
    let behind = bytes[hit.at + 1..].iter().take(MAX_LOCAL).position(|&byte| !IS_LOCAL[usize::from(byte)])?;
    let at = hit.at + 1 + behind;
    if bytes[at] != b'@' {
        return None;
    }
    plain_address(bytes, floor, limit, Hit { at, ..hit }).filter(|address| address.start < hit.at)
}

/// The plain address whose `@` is that of `hit`, if it is one and what follows it is less than `limit` bytes away. Nothing
/// before `floor` belongs to it.
pub(crate) fn plain_address(bytes: &[u8], floor: usize, limit: usize, hit: Hit) -> Option<PlainAddress> {
    let start = plain_local_start(bytes, floor, hit.at)?;
    let opening = opening_before_address(bytes, floor, start)?;
    let domain = hit.at + 1;
    let Host { label, end } = host(bytes, domain, &scan::classes(bytes, domain))?;
    let next = *bytes.get(end)?;
    // A full stop behind the domain is the sentence's.
    let is_bare = opening == b' ' && (ends_name(next) || next == b'.');
    let delimiter =
        if is_bare { Delimiter::Bare } else { delimiter(bytes, opening, end).filter(|_| opening != b' ')? };
    let is_one = end - hit.at < limit
        && local_part::is_plain_local(&bytes[start..hit.at])
        && label > domain
        && is_top_level_domain(&bytes[label..end]);
    is_one.then_some(PlainAddress { start, end, delimiter })
}

/// Where the plain local part begins that ends before the `@` at `at`.
#[inline(always)]
pub(super) fn plain_local_start(bytes: &[u8], floor: usize, at: usize) -> Option<usize> {
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
