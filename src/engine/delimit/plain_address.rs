//! The short way for plain mail addresses: a local part of letters, digits and a few marks, and a domain that is a plain host
//! name; between white space, in angle brackets or quotation marks, or behind other punctuation.
//!
//! What is not so plain is left to the closer look, which would find the same (the tests compare them).

use super::{
    front_mark::{FrontMark, address_front, begins_escape, is_address_end_at},
    plain::{Plain, Surroundings, delimiter},
    plain_host::{Around, BehindDot},
    plain_name::{Host, has_hyphens, host, is_change_of_script, is_wide_letter, is_wide_letter_at, wide_host},
};
use crate::{
    engine::{
        forms::{local_part, string_in_line::may_go_on_behind_mark},
        scan::{BLOCK, Classes, Classifier, Detecting, Hit},
    },
    link::{Delimiter, Kind},
    text::{
        byte_table::byte_table,
        top_level_domains::is_top_level_domain,
        utf8::{Char, char_before},
    },
    uri::Components,
};

/// The longest local part that is looked at.
const MAX_LOCAL: usize = 64;

/// What a local part is made of that needs no closer look.
const IS_LOCAL: [bool; 256] =
    byte_table!(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'+' | b'_'));

impl<C: Classifier> BehindDot<C> {
    /// Where the `@` is that ends what may be the rest of a local part behind the dot.
    #[inline(always)]
    pub(crate) fn at_sign(&self, bytes: &[u8]) -> Option<usize> {
        let end = self.start + self.run();
        match *bytes.get(end)? {
            b'@' => Some(end),
            b'+' => {
                let rest = bytes[end..].iter().take(MAX_LOCAL);
                let at = end + rest.take_while(|&&byte| IS_LOCAL[usize::from(byte)]).count();
                (*bytes.get(at)? == b'@').then_some(at)
            }
            _ => None,
        }
    }
}

/// The plain address whose `@` is that of `hit`, if it is one; the limit is that of its domain.
#[inline(always)]
pub(crate) fn plain_address(
    classifier: impl Classifier,
    surroundings: &Surroundings<'_>,
    hit: Hit,
    around: &impl Around,
) -> Option<Plain> {
    let Surroundings { bytes, floor, limit, is_wide } = *surroundings;
    let local = plain_local(classifier, bytes, floor, hit.at);
    let opening = local.as_ref().and_then(|local| address_front(bytes, floor, local.start));
    let (LocalPart { start, is_dot_atom }, opening, is_plain_local) = match (local, opening) {
        (Some(local), Some(opening)) => (local, opening, true),
        (Some(local), None) if local.start == floor || bytes[local.start - 1].is_ascii() => return None,
        _ if is_wide => {
            let local = wide_local(bytes, floor, hit.at)?;
            let opening = address_front(bytes, floor, local.start)?;
            (local, opening, false)
        }
        _ => return None,
    };
    let domain = hit.at + 1;
    let (Host { label, end }, is_plain) = match host(bytes, domain, &classifier.classes(bytes, domain)) {
        Some(host) if !is_wide_letter_at(bytes, host.end) => (host, is_plain_local),
        _ if is_wide => (wide_host(bytes, domain)?, false),
        _ => return None,
    };
    let local = &bytes[start..hit.at];
    let is_one = is_dot_atom
        && end - hit.at < limit
        && label > domain
        && is_top_level_domain(&bytes[label..end])
        && (is_plain || !has_hyphens(local))
        && local_part::has_letter(local)
        && !local_part::is_message_id(local);
    if !is_one {
        return None;
    }
    // Most stand in front of a space or a bracket.
    if matches!(*bytes.get(end)?, b'"' | b'\'' | b'.' | b'-' | b'_') && may_go_on_behind_mark(bytes, end)? {
        return None;
    }
    // A full stop behind the domain is the sentence's.
    let is_bare = *bytes.get(end)? == b'.' || is_address_end_at(bytes, end)?;
    let delimiter = match opening {
        FrontMark::Nothing | FrontMark::WideSpace => is_bare.then_some(Delimiter::Bare)?,
        FrontMark::Bracket if local_part::is_behind_field_of_message(&bytes[floor..start]) => return None,
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
    if delimiter == Delimiter::Bare && !is_bare {
        return None;
    }
    let components = Components::of_address(end - start);
    Some(Plain { kind: Kind::Email, start, end, delimiter, components, may_go_on: false })
}

/// Whether white space stands in front of the mark before `start`, or a link or nothing at all.
fn opens_alone(bytes: &[u8], floor: usize, start: usize) -> bool {
    let Char::Valid(_, length) = char_before(bytes, start) else { return false };
    bytes[floor..start].len() <= length || bytes[start - length - 1].is_ascii_whitespace()
}

/// What stands before an `@`: of no more than [`MAX_LOCAL`] bytes, with a letter or digit at its beginning.
struct LocalPart {
    start: usize,
    /// Whether each dot in it stands between other characters.
    is_dot_atom: bool,
}

/// The local part of letters of any script that ends before the `@` at `at`.
fn wide_local(bytes: &[u8], floor: usize, at: usize) -> Option<LocalPart> {
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
    let is_one = start >= floor && at - start <= MAX_LOCAL && begins_well;
    is_one.then(|| LocalPart { start, is_dot_atom: local_part::is_dot_atom(&bytes[start..at]) })
}

fn is_local(c: char) -> bool {
    u8::try_from(c).is_ok_and(|byte| IS_LOCAL[usize::from(byte)]) || is_wide_letter(c)
}

/// The plain local part that ends before the `@` at `at`.
#[inline(always)]
fn plain_local(classifier: impl Classifier, bytes: &[u8], floor: usize, at: usize) -> Option<LocalPart> {
    const { assert!(MAX_LOCAL == BLOCK) };
    let Classes { alphanumeric, hyphens, dots, underscores, .. } = classifier.classes_before(bytes, at);
    let mut local = alphanumeric | hyphens | dots | underscores;
    // Few have a plus sign, which has no class of its own.
    let mut length = local.leading_ones() as usize;
    while length < BLOCK.min(at) && bytes[at - length - 1] == b'+' {
        local |= 1 << (BLOCK - 1 - length);
        length = local.leading_ones() as usize;
    }
    let start = at - length.min(at - floor);
    let length = at - start;
    let is_longer = length == MAX_LOCAL && bytes[floor..start].last().is_some_and(|&byte| IS_LOCAL[usize::from(byte)]);
    if length == 0 || is_longer || alphanumeric >> (BLOCK - length) & 1 == 0 {
        return None;
    }
    let dots = dots & u64::MAX << (BLOCK - length);
    // Behind the local part the `@` stands, for which the highest bit is shifted out.
    let is_dot_atom = dots & dots << 1 == 0 && dots.leading_zeros() > 0;
    Some(LocalPart { start, is_dot_atom })
}

/// Where the search goes on behind the `@` at `at`, if what stands before it is behind another, or behind a backslash.
pub(crate) fn no_address(bytes: &[u8], floor: usize, at: usize) -> Option<usize> {
    let LocalPart { start, .. } = plain_local(Detecting, bytes, floor, at)?;
    let is_part = match bytes[floor..start].last()? {
        b'\\' => !begins_escape(bytes, start),
        before => *before == b'@',
    };
    is_part.then_some(at + 1)
}
