//! Why a string is refused: a rule of a document, and the byte at which it was broken.

use std::fmt;

/// A rule that a string can break. Each grammar and scheme has its own.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Rule {
    pub(crate) name: &'static str,
    /// The message for people.
    pub(crate) message: &'static str,
}

impl Rule {
    pub(crate) const fn new(name: &'static str, message: &'static str) -> Rule {
        Rule { name, message }
    }
}

/// The rules of a generic syntax, by component: each is broken by a byte that the component cannot contain.
pub(crate) struct ComponentRules {
    pub(crate) length: &'static Rule,
    pub(crate) scheme: &'static Rule,
    pub(crate) escape: &'static Rule,
    pub(crate) userinfo: &'static Rule,
    pub(crate) host: &'static Rule,
    pub(crate) port: &'static Rule,
    pub(crate) path: &'static Rule,
    pub(crate) opaque: &'static Rule,
    pub(crate) segment_nc: &'static Rule,
    pub(crate) query: &'static Rule,
    pub(crate) fragment: &'static Rule,
    /// Bidirectional formatting characters, which the tables of an IRI allow.
    pub(crate) bidi: &'static Rule,
}

/// The rule that a string breaks, and the byte at which it breaks it.
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
///
/// Rejections are ordered by their byte, then by their rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rejection {
    at: usize,
    rule: &'static Rule,
}

impl Rejection {
    pub(crate) const fn moved(self, at: usize) -> Rejection {
        Rejection { at, ..self }
    }

    pub(crate) const fn new(at: usize, rule: &'static Rule) -> Rejection {
        Rejection { at, rule }
    }

    /// Returns the offset of the first byte that breaks the rule, from 0. It is the length if the string ends too soon.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Returns the rule by document, section and production: `rfc3986 3.2.3 port`.
    pub fn rule(&self) -> &'static str {
        self.rule.name
    }

    /// Returns the problem in a sentence for people, without a capital or full stop.
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
