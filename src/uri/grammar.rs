//! The grammars by name, and each one's value: the tables and rules the validator runs on.

use super::{
    rejection::Rule,
    resolve::{self, Resolution},
    schemes::{self, Scheme},
    table::{self as t, Weave},
};

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
    /// All grammars.
    pub const ALL: [Grammar; 2] = [Grammar::Rfc3986, Grammar::Rfc3987];

    /// The name used in options and records: `rfc3986` or `rfc3987`.
    pub fn name(self) -> &'static str {
        self.syntax().name
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
        Grammar::ALL.into_iter().find(|grammar| grammar.name() == name)
    }

    #[inline]
    pub(crate) fn syntax(self) -> &'static Syntax {
        match self {
            Grammar::Rfc3986 => &RFC3986,
            Grammar::Rfc3987 => &RFC3987,
        }
    }
}

/// A component as a bit in a [`Weave`].
pub(crate) mod part {
    /// After the first letter of a scheme.
    pub(crate) const SCHEME: u8 = 1;
    /// Before the `@` of an authority.
    pub(crate) const USERINFO: u8 = 1 << 1;
    /// A host that is not an IP literal.
    pub(crate) const HOST: u8 = 1 << 2;
    /// The first segment of a relative path.
    pub(crate) const SEGMENT_NC: u8 = 1 << 3;
    /// A path.
    pub(crate) const PATH: u8 = 1 << 4;
    /// Behind `?`.
    pub(crate) const QUERY: u8 = 1 << 5;
    /// Behind `#`.
    pub(crate) const FRAGMENT: u8 = 1 << 6;
}

/// A grammar as a value. Another grammar is another of these, not another path through the validator.
pub(crate) struct Syntax {
    pub(crate) name: &'static str,
    /// Which byte may stand in which component.
    pub(crate) weave: Weave,
    /// The [`part`] that follows `scheme:` where there is no slash: a path, or what older documents call an opaque part.
    pub(crate) rootless: u8,
    /// The host in square brackets; none where a grammar has no IP literals.
    pub(crate) ip_literal: Option<&'static Rule>,
    /// What each component is called in a rejection.
    pub(crate) rules: Rules,
    /// The schemes with rules of their own, the most frequent first.
    pub(crate) schemes: &'static [Scheme],
    /// How references are resolved.
    pub(crate) resolution: Resolution,
}

/// The rules of a generic syntax as its document names them.
pub(crate) struct Rules {
    pub(crate) length: &'static Rule,
    pub(crate) scheme: &'static Rule,
    pub(crate) escape: &'static Rule,
    pub(crate) userinfo: &'static Rule,
    pub(crate) host: &'static Rule,
    pub(crate) port: &'static Rule,
    pub(crate) path: &'static Rule,
    pub(crate) segment_nc: &'static Rule,
    pub(crate) query: &'static Rule,
    pub(crate) fragment: &'static Rule,
    /// Bidirectional formatting characters, which the tables of an IRI would let pass.
    pub(crate) bidi: &'static Rule,
}

const RULES_3986: Rules = Rules {
    length: &Rule::new("napkin length", "a string longer than 4 GiB is not judged"),
    scheme: &Rule::new(
        "rfc3986 3.1 scheme",
        "a scheme is a letter, then letters, digits, \"+\", \"-\" and \".\", then a colon",
    ),
    escape: &Rule::new("rfc3986 2.1 pct-encoded", "a percent sign must be followed by two hexadecimal digits"),
    userinfo: &Rule::new("rfc3986 3.2.1 userinfo", "this character can't stand in an authority"),
    host: &Rule::new("rfc3986 3.2.2 host", "this character can't stand in a host name"),
    port: &Rule::new("rfc3986 3.2.3 port", "a port holds nothing but digits"),
    path: &Rule::new("rfc3986 3.3 path", "this character can't stand in a path"),
    segment_nc: &Rule::new(
        "rfc3986 4.2 path-noscheme",
        "the first segment of a relative path can't hold a colon: it would be read as a scheme",
    ),
    query: &Rule::new("rfc3986 3.4 query", "this character can't stand in a query"),
    fragment: &Rule::new("rfc3986 3.5 fragment", "this character can't stand in a fragment"),
    bidi: &Rule::new("rfc3987 4.1 bidi", "bidirectional formatting characters can't stand in an IRI"),
};

const IP_LITERAL: &Rule = &Rule::new(
    "rfc3986 3.2.2 IP-literal",
    "square brackets in an authority hold an IPv6 address or a later one that begins with \"v\"",
);

/// RFC 3986, appendix A.
pub(crate) static RFC3986: Syntax = Syntax {
    name: "rfc3986",
    weave: Weave::new(&[
        (part::SCHEME, t::SCHEME),
        (part::USERINFO, t::USERINFO),
        (part::HOST, t::REG_NAME),
        (part::SEGMENT_NC, t::SEGMENT_NC),
        (part::PATH, t::PATH),
        (part::QUERY, t::QUERY),
        (part::FRAGMENT, t::FRAGMENT),
    ]),
    rootless: part::PATH,
    ip_literal: Some(IP_LITERAL),
    rules: RULES_3986,
    schemes: schemes::TODAY,
    resolution: resolve::RFC3986,
};

/// RFC 3987, section 2.2. What it takes over unchanged keeps its name in RFC 3986.
pub(crate) static RFC3987: Syntax = Syntax {
    name: "rfc3987",
    weave: Weave::new(&[
        (part::SCHEME, t::SCHEME),
        (part::USERINFO, t::IUSERINFO),
        (part::HOST, t::IREG_NAME),
        (part::SEGMENT_NC, t::ISEGMENT_NC),
        (part::PATH, t::IPATH),
        (part::QUERY, t::IQUERY),
        (part::FRAGMENT, t::IFRAGMENT),
    ]),
    rootless: part::PATH,
    ip_literal: Some(IP_LITERAL),
    rules: Rules {
        userinfo: &Rule::new("rfc3987 2.2 iuserinfo", "this character can't stand in an authority"),
        host: &Rule::new("rfc3987 2.2 ihost", "this character can't stand in a host name"),
        path: &Rule::new("rfc3987 2.2 ipath", "this character can't stand in a path"),
        segment_nc: &Rule::new(
            "rfc3987 2.2 ipath-noscheme",
            "the first segment of a relative path can't hold a colon: it would be read as a scheme",
        ),
        query: &Rule::new("rfc3987 2.2 iquery", "this character can't stand in a query"),
        fragment: &Rule::new("rfc3987 2.2 ifragment", "this character can't stand in a fragment"),
        ..RULES_3986
    },
    schemes: schemes::TODAY,
    resolution: resolve::RFC3986,
};
