//! The registry of grammars: each by its name, with its value.

use std::{fmt, ptr, str::FromStr};

use crate::{
    unknown_name::{UnknownName, named},
    uri::{
        components::Components,
        grammars::{draft_1993, draft_url_05, rfc1738, rfc2396bis_00, rfc3986, rfc3987},
        parse,
        rejection::Rejection,
        schemes::registry::REGISTRY,
        syntax::{Goal, Syntax},
    },
};

/// The syntax a candidate is judged by.
///
/// A grammar goes by its own document alone: a scheme's rules count under it when its document, or one that it builds on,
/// has them. [`DraftUrl05`](Grammar::DraftUrl05) leaves all of them "to separate documents", so only the generic syntax
/// counts. [`Rfc2396bis00`](Grammar::Rfc2396bis00) says of `http` that its host can't be left out (3.2.2), and nothing
/// else; a port may be any number under both. The rules of today's documents count under RFC 3986 and RFC 3987. A
/// [`Finder`](crate::Finder) also goes by them under the two drafts where nothing but the colon of its scheme marks a URL
/// (`mailto:`, `urn:`) and no angle brackets do.
///
/// How they differ, made from the tables that the validator runs on:
///
#[doc = include_str!("grammars.md")]
///
/// Grammars are ordered by the age of their documents, and written and read by their names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Grammar {
    /// The Internet draft of July 1993, the first: a production for each of its schemes.
    Draft1993,
    /// RFC 1738: a production for each of its schemes, and no fragments.
    Rfc1738,
    /// draft-fielding-url-syntax-05 of May 1997, the draft behind RFC 2396: a user and a password, host names, no IPv6.
    ///
    /// What follows `//` has to be a site. By the BNF alone it could always be a path of empty segments or an opaque URL
    /// as well; section 4.4 decides that "the site component wins" and that each component's validity is verified.
    DraftUrl05,
    /// draft-fielding-uri-rfc2396bis-00 of October 2002, the first step to RFC 3986: IPv6 literals, opaque parts, and
    /// authorities that are no servers.
    Rfc2396bis00,
    /// STD 66, today's standard: ASCII only.
    Rfc3986,
    /// IRIs: RFC 3986 and the non-ASCII characters.
    #[default]
    Rfc3987,
}

impl Grammar {
    /// All grammars, the oldest first.
    pub const ALL: [Grammar; 6] = [
        Grammar::Draft1993,
        Grammar::Rfc1738,
        Grammar::DraftUrl05,
        Grammar::Rfc2396bis00,
        Grammar::Rfc3986,
        Grammar::Rfc3987,
    ];

    /// The name used in options and records, such as `rfc3986`.
    pub fn name(self) -> &'static str {
        self.syntax().name
    }

    /// What its document is, in a few words for people, without a full stop.
    ///
    /// ```
    /// assert_eq!(napkin::Grammar::Rfc3986.title(), "Today's standard: ASCII only");
    /// ```
    pub fn title(self) -> &'static str {
        self.syntax().title
    }

    /// The grammar of that name.
    ///
    /// ```
    /// use napkin::Grammar;
    ///
    /// assert_eq!(Grammar::from_name("rfc3986"), Some(Grammar::Rfc3986));
    /// assert_eq!(Grammar::from_name("rfc9999"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Grammar> {
        name.parse().ok()
    }

    /// Whether the rules of single schemes are those of today's documents.
    #[inline]
    pub(crate) fn is_of_today(self) -> bool {
        ptr::eq(self.syntax().schemes, &REGISTRY)
    }

    /// Whether a plain URL, as the short way of the search has it, is valid without a closer look.
    #[inline]
    pub(crate) fn accepts_plain(self) -> bool {
        self.syntax().accepts_plain
    }

    /// Judges `text`, and tells where its components are.
    #[inline]
    pub(crate) fn parse(self, text: &str, goal: Goal) -> Result<Components, Rejection> {
        parse::parse(text, self.syntax(), goal)
    }

    /// Judges an absolute URI (with or without fragment), its scheme's own rules included.
    #[inline]
    pub(crate) fn validate(self, text: &str) -> Result<Components, Rejection> {
        self.parse(text, Goal { reference: false, schemes: true })
    }

    #[inline]
    pub(crate) fn syntax(self) -> &'static Syntax {
        match self {
            Grammar::Draft1993 => &draft_1993::SYNTAX,
            Grammar::Rfc1738 => &rfc1738::SYNTAX,
            Grammar::DraftUrl05 => &draft_url_05::SYNTAX,
            Grammar::Rfc2396bis00 => &rfc2396bis_00::SYNTAX,
            Grammar::Rfc3986 => &rfc3986::SYNTAX,
            Grammar::Rfc3987 => &rfc3987::SYNTAX,
        }
    }
}

impl fmt::Display for Grammar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The grammar of that [name](Grammar::name).
///
/// ```
/// use napkin::Grammar;
///
/// assert_eq!("rfc3986".parse(), Ok(Grammar::Rfc3986));
/// assert_eq!(Grammar::Rfc3986.to_string(), "rfc3986");
/// assert!(Grammar::Rfc1738 < Grammar::Rfc3986);
/// ```
impl FromStr for Grammar {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Grammar, UnknownName> {
        named("grammar", Grammar::ALL, Grammar::name, name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        assert!(Grammar::ALL.iter().all(|grammar| grammar.name().parse() == Ok(*grammar)));
        assert!(Grammar::ALL.is_sorted());
    }
}
