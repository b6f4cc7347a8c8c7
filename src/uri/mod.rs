//! One URI: the validator, its grammars as tables, and the components of what it accepts.

use std::{borrow::Cow, fmt, ops::Range};

/// The syntax a candidate is judged by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Grammar {
    /// STD 66, today's standard: ASCII only.
    Rfc3986,
    /// IRIs: RFC 3986 and the non-ASCII characters.
    #[default]
    Rfc3987,
}

impl Grammar {
    /// The name used in options and records: `rfc3986` or `rfc3987`.
    pub fn name(self) -> &'static str {
        match self {
            Grammar::Rfc3986 => "rfc3986",
            Grammar::Rfc3987 => "rfc3987",
        }
    }
}

/// Why a string is not a URI: the rule it broke, and the byte at which it broke it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rejection {
    pub(crate) at: usize,
}

impl Rejection {
    /// The byte offset, 0-based, of the first byte that can't stand where it is; the length when the string ends too soon.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The rule by its document, section and production: `rfc3986 3.2.3 port`.
    pub fn rule(&self) -> &'static str {
        ""
    }

    /// What is wrong, in a sentence for people.
    pub fn message(&self) -> &'static str {
        ""
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {} ({})", self.at(), self.message(), self.rule())
    }
}

impl std::error::Error for Rejection {}

/// Where the components of a URI stand: byte offsets into its string. Undefined and empty stay apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Components {}

impl Components {
    /// The scheme in `uri`, the string these were computed for.
    pub fn scheme<'u>(&self, uri: &'u str) -> Option<&'u str> {
        todo!()
    }
    /// The host, square brackets of an IP literal included.
    pub fn host<'u>(&self, uri: &'u str) -> Option<&'u str> {
        todo!()
    }
}

/// Judges an absolute URI (with or without fragment), its scheme's own rules included.
pub(crate) fn validate(text: &str, grammar: Grammar) -> Result<Components, Rejection> {
    todo!()
}

/// A valid URI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uri<'u> {
    text: Cow<'u, str>,
    components: Components,
}
