//! The result of reading a hit.

use std::{borrow::Cow, sync::OnceLock};

use super::window::Window;
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
    /// Returns `true` if it is handed out without further checks.
    #[inline(always)]
    pub(super) fn is_wanted_as_it_is(&self, config: &Config) -> bool {
        self.end - self.start <= config.window
            && config.kinds.contains(self.kind)
            && config.schemes.is_none()
            && !config.unwrap_redirects
            && !config.explain
    }

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

/// Returns `true` if this text, which follows a URL, begins with an ellipsis. Three dots before white space may end a
/// sentence.
#[inline]
fn is_cut_short(after: &[u8]) -> bool {
    match after {
        [0xE2, 0x80, 0xA6, ..] => true,
        [b'.', b'.', b'.', next, ..] => *next != b'.' && *next > b' ',
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ellipsis_cuts_a_url_short() {
        let texts =
            [("…", true), ("...)", true), ("...", false), ("... done", false), ("...\n", false), ("....", false)];
        for (after, expected) in texts {
            assert_eq!(is_cut_short(after.as_bytes()), expected, "{after}");
        }
    }
}
