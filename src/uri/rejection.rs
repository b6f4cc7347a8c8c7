//! Why a string is refused: a rule of a document, and the byte at which it was broken.

use std::fmt;

/// A rule that a string can break: plain data, so that each grammar and scheme brings its own.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct Rule {
    /// The document, section and production: `rfc3986 3.2.3 port`.
    pub(crate) name: &'static str,
    /// What is wrong, in a sentence for people.
    pub(crate) message: &'static str,
}

impl Rule {
    pub(crate) const fn new(name: &'static str, message: &'static str) -> Rule {
        Rule { name, message }
    }
}

/// Why a string is not a URI: the rule it broke, and the byte at which it broke it.
///
/// ```
/// use napkin::{Grammar, Uri};
///
/// let rejection = Uri::parse("http://a.example/50%", Grammar::Rfc3986).unwrap_err();
/// assert_eq!(rejection.at(), 19);
/// assert_eq!(rejection.rule(), "rfc3986 2.1 pct-encoded");
/// assert_eq!(
///     rejection.to_string(),
///     "byte 19: a percent sign must be followed by two hexadecimal digits (rfc3986 2.1 pct-encoded)",
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rejection {
    at: usize,
    rule: &'static Rule,
}

impl Rejection {
    /// The same rule broken at another byte.
    pub(crate) const fn moved(self, at: usize) -> Rejection {
        Rejection { at, ..self }
    }

    pub(crate) const fn new(at: usize, rule: &'static Rule) -> Rejection {
        Rejection { at, rule }
    }

    /// The byte offset, 0-based, of the first byte that can't stand where it is; the length when the string ends too soon.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The rule by its document, section and production: `rfc3986 3.2.3 port`.
    pub fn rule(&self) -> &'static str {
        self.rule.name
    }

    /// What is wrong, in a sentence for people, without a capital and a full stop.
    pub fn message(&self) -> &'static str {
        self.rule.message
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {} ({})", self.at(), self.message(), self.rule())
    }
}

impl std::error::Error for Rejection {}
