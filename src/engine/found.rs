//! The result of reading a hit.

use std::{borrow::Cow, sync::OnceLock};

use super::{tail::Seen, window::Window};
use crate::{
    config::Config,
    link::{Delimiter, Kind, Link, Piece},
    uri::{Components, Rejection},
};

/// The result of reading a hit. The search continues at `resume`. Up to `hidden`, only URLs with a scheme are found.
pub(super) enum Found<'w> {
    /// A URL that the grammar accepts as written.
    Plain(Plain),
    Link {
        link: Link<'w>,
        resume: usize,
    },
    Refused {
        range: Piece,
        at: usize,
        rejection: Rejection,
        hidden: usize,
    },
    Nothing {
        resume: usize,
        hidden: usize,
    },
}

#[derive(Clone, Copy)]
pub(super) struct Plain {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) kind: Kind,
    pub(super) delimiter: Delimiter,
    pub(super) components: Components,
}

impl Plain {
    #[inline(always)]
    pub(super) fn link<'w>(self, config: &Config, window: &Window<'w>) -> Link<'w> {
        Link {
            text: Cow::Borrowed(&window.bytes[self.start..self.end]),
            range: self.start + window.base..self.end + window.base,
            components: self.components,
            kind: self.kind,
            delimiter: self.delimiter,
            grammar: config.grammar,
            position: None,
            is_truncated: is_cut_short(&window.bytes[self.end..]),
            made: OnceLock::new(),
        }
    }
}

/// Returns `true` if URLs are handed out without further checks.
pub(super) fn takes_as_it_is(config: &Config) -> bool {
    config.schemes.is_none() && config.unwrap.is_none() && !config.explain && config.syntax.is_of_today()
}

/// Returns the components of the URL that begins at `start` and has its host at `host`.
#[inline(always)]
pub(super) fn components(start: usize, host: usize, host_end: usize, end: usize, seen: &Seen) -> Components {
    let offset = |at: usize| at.wrapping_sub(start) as u32;
    let query_end = seen.fragment.min(end);
    Components {
        scheme_end: offset(host) - b"://".len() as u32,
        host_start: offset(host),
        host_end: offset(host_end),
        path_start: offset(host_end),
        path_end: offset(seen.query.min(query_end)),
        query_end: offset(query_end),
    }
}

/// Returns `true` if all percent signs begin escapes (RFC 3986, 2.1).
pub(super) fn has_escapes(tail: &[u8]) -> bool {
    let is_hex = |at: usize| tail.get(at).is_some_and(u8::is_ascii_hexdigit);
    memchr::memchr_iter(b'%', tail).all(|at| is_hex(at + 1) && is_hex(at + 2))
}

/// Returns `true` if an ellipsis follows a URL: two or three dots at the end of a line, three before other text.
#[inline(always)]
fn is_cut_short(after: &[u8]) -> bool {
    matches!(after, [b'.' | 0xE2, ..]) && begins_with_ellipsis(after)
}

fn begins_with_ellipsis(after: &[u8]) -> bool {
    match after {
        [0xE2, 0x80, 0xA6, ..] => true,
        [b'.', b'.', b'\n' | b'\r', ..] | [b'.', b'.', b'.', b'\n' | b'\r', ..] => true,
        [b'.', b'.', b'.', next, ..] => *next != b'.' && *next > b' ',
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ellipsis_cuts_a_url_short() {
        let texts = [
            ("…", true),
            ("...)", true),
            ("...", false),
            ("... done", false),
            ("...\n", true),
            ("..\n", true),
            (".. and", false),
            ("....", false),
        ];
        for (after, expected) in texts {
            assert_eq!(is_cut_short(after.as_bytes()), expected, "{after}");
        }
    }
}
