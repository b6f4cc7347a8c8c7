//! The error of names that are read: what was expected in their place.

use std::{error, fmt};

/// A name that none of the values of a type has.
///
/// ```
/// use napkin::{Grammar, uri::UnknownName};
///
/// let unknown: UnknownName = "rfc9999".parse::<Grammar>().unwrap_err();
/// assert!(unknown.to_string().starts_with("unknown grammar: expected one of draft-1993, rfc1738, "));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnknownName {
    what: &'static str,
    known: &'static str,
}

impl UnknownName {
    /// The error for a name of no `what`; `known` lists those there are.
    pub(crate) const fn new(what: &'static str, known: &'static str) -> UnknownName {
        UnknownName { what, known }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown {}: expected one of {}", self.what, self.known)
    }
}

impl error::Error for UnknownName {}
