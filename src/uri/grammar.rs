//! The grammars, by name.

use std::ptr;

use crate::{
    unknown_name::by_name,
    uri::{
        components::Components,
        grammars::{draft_1993, draft_url_05, rfc1738, rfc2396bis_00, rfc3986, rfc3987},
        parse::{parse, parse_absolute},
        rejection::Rejection,
        schemes::registry::REGISTRY,
        syntax::{Goal, Syntax},
    },
};

/// The syntax that URLs must satisfy.
///
/// A scheme's own rules apply if the grammar's document has them, or one that it builds on.
/// [`DraftUrl05`](Grammar::DraftUrl05) leaves them "to separate documents", so only its generic syntax applies.
/// [`Rfc2396bis00`](Grammar::Rfc2396bis00) only requires a host for `http` (3.2.2). Both allow any port number. RFC 3986
/// and RFC 3987 apply today's scheme documents. A [`Finder`](crate::Finder) also applies these under the two drafts to a
/// URL without slashes (`mailto:`, `urn:`) and without angle brackets.
///
/// The differences, made from the validator's tables:
///
#[doc = include_str!("grammars.md")]
///
/// Grammars are ordered by the age of their documents. They are displayed and parsed by name.
///
/// ```
/// use napkin::Grammar;
///
/// assert_eq!("rfc3986".parse(), Ok(Grammar::Rfc3986));
/// assert_eq!(Grammar::Rfc3986.to_string(), "rfc3986");
/// assert!(Grammar::Rfc1738 < Grammar::Rfc3986);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Grammar {
    /// The first Internet draft, of July 1993, with a production for each scheme.
    Draft1993,
    /// RFC 1738, with a production for each scheme, and no fragments.
    Rfc1738,
    /// draft-fielding-url-syntax-05 of May 1997, before RFC 2396: user and password, host names, no IPv6.
    ///
    /// The text after `//` has to be a site. The BNF alone would also allow a path of empty segments or an opaque URL;
    /// by section 4.4 "the site component wins".
    DraftUrl05,
    /// draft-fielding-uri-rfc2396bis-00 of October 2002, the first step to RFC 3986: IPv6 literals, opaque parts, and
    /// authorities that are not servers.
    Rfc2396bis00,
    /// STD 66, today's standard: ASCII only.
    Rfc3986,
    /// IRIs: RFC 3986 plus non-ASCII characters.
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

    /// Returns the name used in options and records, such as `rfc3986`.
    pub fn name(self) -> &'static str {
        self.syntax().name
    }

    /// Returns a description in a few words, without a full stop.
    ///
    /// ```
    /// assert_eq!(napkin::Grammar::Rfc3986.title(), "Today's standard: ASCII only");
    /// ```
    pub fn title(self) -> &'static str {
        self.syntax().title
    }

    /// Returns the grammar of that name.
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

    #[inline]
    pub(crate) fn parse(self, text: &str, goal: Goal) -> Result<Components, Rejection> {
        parse(text, self.syntax(), goal)
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

by_name!(Grammar, "grammar");

impl Syntax {
    /// Returns `true` if the scheme rules are those of today's documents.
    #[inline]
    pub(crate) fn is_of_today(&self) -> bool {
        ptr::eq(self.schemes, &REGISTRY)
    }

    /// Validates an absolute URI, with or without fragment, and by the rules of its scheme.
    #[inline]
    pub(crate) fn validate(&'static self, text: &str) -> Result<Components, Rejection> {
        parse_absolute(text, self, true)
    }
}
