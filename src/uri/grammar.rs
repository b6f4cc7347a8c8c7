//! The grammars by name, and each one's value: the tables and rules the validator runs on.

use super::{
    documents::{Productions, draft_1993, draft_url_05, rfc1738, rfc2396bis_00},
    host,
    rejection::{Rejection, Rule},
    resolve::{self, Resolution},
    schemes::{self, PORT, Scheme},
    table::{self as t, ALPHA, Class, Weave},
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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
        Grammar::ALL.into_iter().find(|grammar| grammar.name() == name)
    }

    /// Whether the rules of single schemes are those of today's documents.
    #[inline]
    pub(crate) fn is_of_today(self) -> bool {
        std::ptr::eq(self.syntax().schemes, schemes::TODAY)
    }

    /// Whether a plain URL, as the short way of the search has it, is valid without a closer look.
    #[inline]
    pub(crate) fn accepts_plain(self) -> bool {
        self.syntax().plain
    }

    #[inline]
    pub(crate) fn syntax(self) -> &'static Syntax {
        match self {
            Grammar::Draft1993 => &draft_1993::SYNTAX,
            Grammar::Rfc1738 => &rfc1738::SYNTAX,
            Grammar::DraftUrl05 => &draft_url_05::SYNTAX,
            Grammar::Rfc2396bis00 => &rfc2396bis_00::SYNTAX,
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
    /// What follows a scheme where a grammar has opaque parts.
    pub(crate) const OPAQUE: u8 = 1 << 7;
}

/// A grammar as a value. Another grammar is another of these, not another path through the validator.
pub(crate) struct Syntax {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    /// Which byte may stand in which component.
    pub(crate) weave: Weave,
    /// The [`part`] that follows `scheme:` where there is no slash: a path, or what older documents call an opaque part.
    pub(crate) rootless: u8,
    /// What a scheme begins with.
    pub(crate) scheme_start: &'static Class,
    /// The host in square brackets; none where a grammar has no IP literals.
    pub(crate) ip_literal: Option<IpLiteral>,
    /// What any other host has to be; none where its characters say it all, and it may be empty beside a port.
    pub(crate) hostname: Option<Hostname>,
    /// An authority that is no server; none where a grammar has servers only.
    pub(crate) reg_name: Option<&'static Rule>,
    /// What a second colon in userinfo breaks; none where a colon is a character like others.
    pub(crate) password: Option<&'static Rule>,
    /// What a `?` right behind an authority breaks; none where a query needs no slash before it.
    pub(crate) net_query: Option<&'static Rule>,
    /// What a port breaks that is too large; none where it may be any number.
    pub(crate) port_range: Option<&'static Rule>,
    /// What each component is called in a rejection.
    pub(crate) rules: Rules,
    /// The schemes with rules of their own, the most frequent first.
    pub(crate) schemes: &'static [Scheme],
    /// The productions that judge all that follows a scheme's colon, in a document without a generic syntax.
    pub(crate) productions: Option<&'static Productions>,
    /// Whether it accepts every `http`, `https` and `ftp` URL of a plain host name and port with a path, query and
    /// fragment of unreserved characters, escapes and `/:@=+$&`: the finder has a short way for those.
    pub(crate) plain: bool,
    /// How references are resolved.
    pub(crate) resolution: Resolution,
}

impl Syntax {
    /// Whether a URL may have a fragment.
    pub(crate) fn has_fragments(&self) -> bool {
        self.weave.literal[usize::from(b'a')] & part::FRAGMENT != 0
    }
}

/// The rule for square brackets in an authority, and what reads them.
pub(crate) struct IpLiteral {
    pub(crate) rule: &'static Rule,
    /// Reads from the `[` at a position: where the literal ends, or the first byte that can't stand in it.
    pub(crate) read: fn(&[u8], usize) -> Result<usize, usize>,
}

/// Judges a host of the characters that the grammar's table allows. Offsets are those in the host.
pub(crate) type Hostname = fn(&[u8]) -> Result<(), Rejection>;

/// The rules of a generic syntax as its document names them.
pub(crate) struct Rules {
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
    /// Bidirectional formatting characters, which the tables of an IRI would let pass.
    pub(crate) bidi: &'static Rule,
}

pub(crate) const RULES_3986: Rules = Rules {
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
    // There are none; what stands in their place is a path.
    opaque: &Rule::new("rfc3986 3.3 path", "this character can't stand in a path"),
    segment_nc: &Rule::new(
        "rfc3986 4.2 path-noscheme",
        "the first segment of a relative path can't hold a colon: it would be read as a scheme",
    ),
    query: &Rule::new("rfc3986 3.4 query", "this character can't stand in a query"),
    fragment: &Rule::new("rfc3986 3.5 fragment", "this character can't stand in a fragment"),
    bidi: &Rule::new("rfc3987 4.1 bidi", "bidirectional formatting characters can't stand in an IRI"),
};

const IP_LITERAL: IpLiteral = IpLiteral {
    rule: &Rule::new(
        "rfc3986 3.2.2 IP-literal",
        "square brackets in an authority hold an IPv6 address or a later one that begins with \"v\"",
    ),
    read: host::ip_literal,
};

/// RFC 3986, appendix A.
pub(crate) static RFC3986: Syntax = Syntax {
    name: "rfc3986",
    title: "Today's standard: ASCII only",
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
    scheme_start: ALPHA,
    ip_literal: Some(IP_LITERAL),
    hostname: None,
    reg_name: None,
    password: None,
    net_query: None,
    port_range: Some(PORT),
    rules: RULES_3986,
    schemes: schemes::TODAY,
    productions: None,
    plain: true,
    resolution: resolve::RFC3986,
};

/// RFC 3987, section 2.2. What it takes over unchanged keeps its name in RFC 3986.
pub(crate) static RFC3987: Syntax = Syntax {
    name: "rfc3987",
    title: "RFC 3986 and the non-ASCII characters",
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
    scheme_start: ALPHA,
    ip_literal: Some(IP_LITERAL),
    hostname: None,
    reg_name: None,
    password: None,
    net_query: None,
    port_range: Some(PORT),
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
    productions: None,
    plain: true,
    resolution: resolve::RFC3986,
};
