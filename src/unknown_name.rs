//! Values with names, and the error of a name that none of them has.

use std::{error, fmt};

/// A name that none of the values of a type has.
///
/// ```
/// use napkin::{Grammar, UnknownName};
///
/// let unknown: UnknownName = "rfc9999".parse::<Grammar>().unwrap_err();
/// assert!(unknown.to_string().starts_with("unknown grammar: expected one of draft-1993, rfc1738, "));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UnknownName {
    what: &'static str,
    known: Vec<&'static str>,
}

/// The one of these values that has this name; `what` they are is for the error.
pub(crate) fn named<T: Copy>(
    what: &'static str,
    values: impl AsRef<[T]>,
    name_of: fn(T) -> &'static str,
    name: &str,
) -> Result<T, UnknownName> {
    let values = values.as_ref().iter().copied();
    let found = values.clone().find(|&value| name_of(value) == name);
    found.ok_or_else(|| UnknownName { what, known: values.map(name_of).collect() })
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown {}: expected one of {}", self.what, self.known.join(", "))
    }
}

impl error::Error for UnknownName {}
