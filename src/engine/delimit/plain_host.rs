//! The short way for host names without a scheme, perhaps with a port, a path, query and fragment: `www.a.example`, or any with
//! a known top-level domain, of ASCII letters, digits, hyphens and dots.
//!
//! Texts that are nothing but short names would cost many times as much the long way, which finds the same (the tests
//! compare them). Behind the name it goes on as a plain URL does.

use super::plain::{Host, Tail, any_opening, behind_host, host};
use crate::{
    engine::scan::{self, BLOCK, Hit, Trigger},
    link::{Delimiter, Kind},
    text::top_level_domains::is_top_level_domain,
    uri::Components,
};

/// How much punctuation behind a name is looked behind for an escape: as much as the long way does.
const MAX_PUNCTUATION: usize = 8;

/// Bytes of a plain host name.
const NAME: u8 = 1;
/// What may stand in front of one and means nothing to it.
const FRONT: u8 = 2;
/// What ends one that nothing delimits, whatever follows.
const END: u8 = 4;
/// White space.
const SPACE: u8 = 8;
/// What may stand in front of a mail address: none of its characters.
const ADDRESS_FRONT: u8 = 16;

const CLASS: [u8; 256] = {
    let mut class = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        class[byte] = match byte as u8 {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' => NAME,
            b' ' | b'\t' | b'\n' | b'\r' => SPACE | END,
            b'"' | b'\'' | b'`' => END,
            b')' | b',' | b';' | b'>' | b']' => FRONT | END | ADDRESS_FRONT,
            b'(' | b'[' => FRONT | ADDRESS_FRONT,
            b'^' | b'{' | b'|' | b'}' => FRONT | END,
            b'=' | b'*' | b'!' | b'?' | b'~' | b'+' => FRONT,
            _ => 0,
        };
        byte += 1;
    }
    class
};

#[inline(always)]
fn is(byte: u8, class: u8) -> bool {
    CLASS[usize::from(byte)] & class != 0
}

/// A plain host name and what follows it.
pub(crate) struct PlainHost {
    pub(crate) kind: Kind,
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) delimiter: Delimiter,
    pub(crate) components: Components,
}

/// The plain host name that has the dot of `hit` in it, if there is one and it has less than `limit` bytes. Nothing before
/// `floor` belongs to it. `is_host` says whether the name that begins and ends at these indices is a host's and no
/// member's, and `may_go_on` what it says for plain URLs.
#[inline(never)]
pub(crate) fn plain_host(
    bytes: &[u8],
    floor: usize,
    limit: usize,
    hit: Hit,
    is_host: impl Fn(usize, usize) -> bool,
    may_go_on: impl Fn(&[u8], usize) -> Option<bool>,
) -> Option<PlainHost> {
    let second = hit.at + 1;
    let classes = scan::classes(bytes, second);
    let Host { label, end: host_end } = host(bytes, second, &classes)?;
    if !is_top_level_domain(&bytes[label..host_end]) {
        return None;
    }
    let is_abbreviation = hit.trigger == Trigger::Abbreviation;
    let start = if is_abbreviation {
        // A label of its own has to stand between it and the top-level domain.
        hit.at.checked_sub(3).filter(|&start| start >= floor && label > second)?
    } else {
        name_start(bytes, floor, hit.at)?
    };
    let opening = opening_before(bytes, floor, start, FRONT)?;
    if host_end - start >= BLOCK || !is_abbreviation && !is_host(start, host_end) {
        return None;
    }
    let (kind, completion) = match hit.trigger {
        Trigger::Abbreviation if bytes[start].eq_ignore_ascii_case(&b'f') => (Kind::Www, "ftp://"),
        Trigger::Abbreviation => (Kind::Www, "http://"),
        _ => (Kind::Domain, "http://"),
    };
    let tail = if opening == b' ' && is_end(*bytes.get(host_end)?) {
        Tail::none(host_end)
    } else {
        behind_host(bytes, opening, start, start..host_end, second, classes.tail, may_go_on)?
    };
    let end = tail.end;
    let is_short = end - start + MAX_PUNCTUATION < limit;
    if !is_short || end == host_end && may_be_escaped(bytes, end)? {
        return None;
    }
    let completed = completion.len();
    let components = tail.components(start, completed, completed - "://".len(), start..host_end);
    Some(PlainHost { kind, start, end, delimiter: tail.delimiter, components })
}

/// Where the name begins that goes on with the dot at `dot`, no further back than a block.
#[inline(always)]
fn name_start(bytes: &[u8], floor: usize, dot: usize) -> Option<usize> {
    let mut start = dot;
    let mut next = b'.';
    let furthest = floor.max(dot.saturating_sub(BLOCK));
    while start > furthest && is(bytes[start - 1], NAME) {
        let byte = bytes[start - 1];
        let is_alphanumeric = byte.is_ascii_alphanumeric();
        // Each label begins and ends with a letter or digit.
        if !is_alphanumeric && next == b'.' || byte == b'.' && next == b'-' {
            return None;
        }
        next = byte;
        start -= 1;
    }
    (next.is_ascii_alphanumeric() && (start > furthest || furthest == floor)).then_some(start)
}

/// The bracket or quotation mark that opens right before the address that begins at `start`, or a space where something
/// else stands there that means nothing to it.
#[inline(always)]
pub(super) fn opening_before_address(bytes: &[u8], floor: usize, start: usize) -> Option<u8> {
    opening_before(bytes, floor, start, ADDRESS_FRONT).filter(|opening| matches!(opening, b' ' | b'<' | b'"'))
}

/// Whether the byte ends a name or an address that nothing delimits, whatever follows.
#[inline(always)]
pub(super) fn is_end(byte: u8) -> bool {
    is(byte, END)
}

/// The bracket or quotation mark that opens right before `start`, or a space where something else stands there that means
/// nothing to a name, which is one of the class `front`.
#[inline(always)]
fn opening_before(bytes: &[u8], floor: usize, start: usize, front: u8) -> Option<u8> {
    let before = &bytes[floor..start];
    match before {
        [.., word, space] if is(*space, SPACE) && word.is_ascii_alphanumeric() => Some(b' '),
        // They may be those of a terminal's colour sequence.
        [.., b'[' | b';'] if matches!(bytes[start], b'0'..=b'9' | b'm') => None,
        [.., byte] if is(*byte, front) => Some(b' '),
        [.., opening @ (b'"' | b'\'' | b'`' | b'<')] => Some(*opening),
        // The name of a URL which is broken.
        [.., space] if is(*space, SPACE) && bytes[..start - 1].ends_with(b"://") => None,
        [.., space] if !is(*space, SPACE) => None,
        _ => any_opening(before, floor == 0),
    }
}

/// Whether a backslash stands behind the punctuation at `end`: then it may be that of an escape.
#[inline(always)]
fn may_be_escaped(bytes: &[u8], end: usize) -> Option<bool> {
    let mut at = end;
    while at < end + MAX_PUNCTUATION && *bytes.get(at)? != b'\\' && bytes[at].is_ascii_punctuation() {
        at += 1;
    }
    Some(*bytes.get(at)? == b'\\')
}
