//! The short way for plain URLs: `http` or `https`, a host name, and a path or query of letters, digits and the marks that
//! mean nothing to text around them, between white space.
//!
//! Most URLs are like that. All of one can be told in a single pass, its grammar included: whatever is not plain is left
//! to the long way, which would find the same (the tests compare them).

use crate::{scan::Hit, uri::Components};

/// Bytes of a host name's labels.
const LABEL: u8 = 1;
/// Bytes of a path, query or fragment that do not change where a URL ends.
const TAIL: u8 = 2;
/// Those of them that a URL can end with, whatever stands around it.
const LAST: u8 = 4;
/// White space, which ends a URL.
const SPACE: u8 = 8;

const CLASS: [u8; 256] = {
    let mut class = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        class[byte] = match byte as u8 {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => LABEL | TAIL | LAST,
            b'-' => LABEL | TAIL,
            b'/' => TAIL | LAST,
            b'.' | b'_' | b'~' | b'=' | b'+' | b':' | b'@' | b'$' => TAIL,
            b' ' | b'\t' | b'\n' | b'\r' => SPACE,
            _ => 0,
        };
        byte += 1;
    }
    class
};

/// A plain URL: where it begins and ends, and its components.
pub(crate) struct Plain {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) components: Components,
}

/// The plain URL whose scheme ends at the colon of `hit`, if it is one and has no more than `limit` bytes.
#[inline]
pub(crate) fn plain(bytes: &[u8], floor: usize, limit: usize, hit: Hit) -> Option<Plain> {
    let start = super::start::http(bytes, floor, hit.at)?;
    if !stands_in_space(bytes, floor, start) {
        return None;
    }
    let host_start = hit.at + 3;
    let host_end = host_end(bytes, host_start)?;
    let mut at = host_end;
    let mut query = None;
    let mut fragment = None;
    loop {
        let rest = &bytes[at..];
        at += rest.iter().position(|&byte| CLASS[usize::from(byte)] & TAIL == 0)?;
        match bytes[at] {
            b'?' if query.is_none() && fragment.is_none() => query = Some(at),
            b'#' if fragment.is_none() => fragment = Some(at),
            // An ampersand may begin an entity, all of which begin with one of these.
            b'&' if query.is_some()
                && !matches!(bytes.get(at + 1)?, b'g' | b'G' | b'l' | b'L' | b'q' | b'Q' | b'#') => {}
            byte if CLASS[usize::from(byte)] & SPACE != 0 => break,
            _ => return None,
        }
        at += 1;
    }
    if CLASS[usize::from(bytes[at - 1])] & LAST == 0 || at - start >= limit {
        return None;
    }
    let offset = |at: usize| (at - start) as u32;
    let end = offset(at);
    let query_end = fragment.map_or(end, offset);
    let components = Components {
        scheme_end: offset(hit.at),
        host_start: offset(host_start),
        host_end: offset(host_end),
        path_start: offset(host_end),
        path_end: query.map_or(query_end, offset),
        query_end,
    };
    Some(Plain { start, end: at, components })
}

/// Whether white space is in front of the URL, and no opening delimiter right before that.
fn stands_in_space(bytes: &[u8], floor: usize, start: usize) -> bool {
    let before = &bytes[floor.min(start)..start];
    let text = before.trim_ascii_end();
    match text.last() {
        None => floor == 0 || !before.is_empty(),
        // The colon may be that of `URL:`.
        Some(b'<' | b':') => false,
        Some(byte) => text.len() < before.len() && byte.is_ascii(),
    }
}

/// The end of a host name of ASCII letters, digits and inner hyphens, when the URL's path, query or fragment or white
/// space follows it. Names that end in a digit may be addresses and are not told here.
fn host_end(bytes: &[u8], start: usize) -> Option<usize> {
    /// A name of no more bytes can't have a label that is too long.
    const LONGEST_LABEL: usize = 63;
    let mut at = start;
    loop {
        let label = at;
        let rest = &bytes[at..];
        at += rest.iter().position(|&byte| CLASS[usize::from(byte)] & LABEL == 0)?;
        if at == label || bytes[label] == b'-' || bytes[at - 1] == b'-' {
            return None;
        }
        match bytes[at] {
            b'.' => at += 1,
            b'/' | b'?' | b'#' | b' ' | b'\t' | b'\n' | b'\r' => {
                return (at - start <= LONGEST_LABEL && !bytes[at - 1].is_ascii_digit()).then_some(at);
            }
            _ => return None,
        }
    }
}
