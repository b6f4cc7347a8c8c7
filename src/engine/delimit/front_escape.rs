//! How the scheme and the slashes in front of an authority are escaped: `https:\/\/`, `https:\u002F\u002F`, `https\://`.

use crate::{
    engine::{
        forms::{
            beginning::{Beginning, Form},
            string_marks::{MAX_JOINING_MARKS, joining_marks},
        },
        window::{Ahead, Cut},
    },
    link::Notation,
};

/// How what stands in front of the authority is escaped.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FrontEscape {
    None,
    /// Its slashes are, with so many bytes more.
    Slashes(usize),
    /// Its colon is.
    Colon,
}

impl FrontEscape {
    pub(super) fn of(bytes: &[u8], beginning: &Beginning) -> FrontEscape {
        let Form::Hierarchical(authority) = beginning.form else { return FrontEscape::None };
        let front = &bytes[beginning.start..authority];
        if front.ends_with(b"\\/") {
            FrontEscape::Slashes(r"\/\/".len() - "//".len())
        } else if front.ends_with(br"\u002F") || front.ends_with(br"\u002f") {
            FrontEscape::Slashes(r"\u002F\u002F".len() - "//".len())
        } else if front.ends_with(br"\://") {
            FrontEscape::Colon
        } else {
            FrontEscape::None
        }
    }

    pub(super) fn is_of_slashes(self) -> bool {
        matches!(self, FrontEscape::Slashes(_))
    }

    /// How many bytes more it takes than what it stands for.
    pub(super) fn more(self) -> usize {
        match self {
            FrontEscape::None => 0,
            FrontEscape::Slashes(more) => more,
            FrontEscape::Colon => 1,
        }
    }

    /// The notation that it is of, if it is of any.
    pub(super) fn notation(self) -> Option<Notation> {
        match self {
            FrontEscape::None => None,
            FrontEscape::Slashes(_) => Some(Notation::Json),
            FrontEscape::Colon => Some(Notation::Properties),
        }
    }
}

/// Whether the backslash at `at`, behind a host in a file of properties, is left out there with what stands behind it in its place: all are, but for those of
/// white space and of what stands between the items of a list.
pub(super) fn is_open_in_properties(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    const MAX_SCHEME: usize = 4;
    let at = at + joining_marks(ahead.up_to(at, MAX_JOINING_MARKS)?);
    Ok(match ahead.up_to(at, 2 + MAX_SCHEME)? {
        [b'\\', b't' | b'n' | b'r' | b'f', rest @ ..] if rest == b"http" => false,
        [b'\\', b't' | b'n' | b'r' | b'f', next, ..] => next.is_ascii_alphanumeric(),
        [b'\\', b't' | b'n' | b'r' | b'f'] | [b'\\', b' ' | b'\t' | b',' | b';', ..] => false,
        text => text.starts_with(b"\\"),
    })
}
