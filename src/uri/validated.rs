//! A valid URI with its string.

use std::{
    borrow::Cow,
    cmp::Ordering,
    fmt,
    hash::{Hash, Hasher},
    str::FromStr,
};

use crate::uri::{
    components::Components, grammar::Grammar, host::HostKind, percent, rejection::Rejection, schemes::registry,
    syntax::Goal,
};

/// A valid URI, or a valid reference to one.
///
/// ```
/// use napkin::{Grammar, Uri};
///
/// let uri = Uri::parse("http://user@a.example:8042/over/there?name=ferret#nose", Grammar::Rfc3986)?;
/// assert_eq!(uri.scheme(), Some("http"));
/// assert_eq!(uri.userinfo(), Some("user"));
/// assert_eq!(uri.host(), Some("a.example"));
/// assert_eq!(uri.port(), Some("8042"));
/// assert_eq!(uri.path(), "/over/there");
/// assert_eq!(uri.query(), Some("name=ferret"));
/// assert_eq!(uri.fragment(), Some("nose"));
/// # Ok::<(), napkin::Rejection>(())
/// ```
///
/// The string is not decoded or changed. URIs are compared and ordered as strings, whatever their grammar. `TryFrom`,
/// `FromStr` and deserialising take an absolute URI by the default grammar.
///
/// ```
/// use napkin::Uri;
///
/// let uri: Uri = "http://a.example/b".parse()?;
/// assert_eq!(uri, Uri::try_from("http://a.example/b")?);
/// assert_eq!(uri, Uri::try_from(String::from("http://a.example/b"))?);
/// assert!(uri < Uri::try_from("http://a.example/c")?);
/// # Ok::<(), napkin::Rejection>(())
/// ```
#[derive(Clone, Debug)]
pub struct Uri<'u> {
    pub(crate) text: Cow<'u, str>,
    pub(crate) components: Components,
    pub(crate) grammar: Grammar,
}

impl<'u> Uri<'u> {
    /// Parses an absolute URI, with or without a fragment, by `grammar` and the rules of its scheme.
    ///
    /// The grammars of RFC 3986 and 3987 take `http://a..b/` and `http://1.2.3.999/`, which no program can look up. A
    /// [`Finder`](crate::Finder) refuses such hosts in text.
    ///
    /// # Errors
    /// Returns the first rule that `text` breaks. A relative reference has no scheme: use
    /// [`parse_reference`](Uri::parse_reference).
    ///
    /// ```
    /// use napkin::{Grammar, Uri};
    ///
    /// assert!(Uri::parse("http://例え.example/引き割り", Grammar::Rfc3987).is_ok());
    /// assert!(Uri::parse("http://例え.example/引き割り", Grammar::Rfc3986).is_err());
    /// let rejection = Uri::parse("http:///b", Grammar::Rfc3987).unwrap_err();
    /// assert_eq!((rejection.at(), rejection.rule()), (7, "rfc9110 4.2.1 http-URI"));
    /// ```
    pub fn parse(text: &'u str, grammar: Grammar) -> Result<Uri<'u>, Rejection> {
        Uri::judge(text, grammar, Goal { reference: false, schemes: true })
    }

    /// Parses a URI reference: absolute, as by [`parse`](Uri::parse), or relative.
    ///
    /// # Errors
    /// Returns the first rule that `text` breaks.
    ///
    /// ```
    /// use napkin::{Grammar, Uri};
    ///
    /// let reference = Uri::parse_reference("../b?c", Grammar::Rfc3986)?;
    /// assert_eq!((reference.scheme(), reference.path(), reference.query()), (None, "../b", Some("c")));
    /// assert_eq!(Uri::parse_reference("1:b", Grammar::Rfc3986).unwrap_err().rule(), "rfc3986 4.2 path-noscheme");
    /// # Ok::<(), napkin::Rejection>(())
    /// ```
    pub fn parse_reference(text: &'u str, grammar: Grammar) -> Result<Uri<'u>, Rejection> {
        Uri::judge(text, grammar, Goal { reference: true, schemes: true })
    }

    /// Parses an absolute URI by the generic syntax, without the rules of its scheme.
    ///
    /// # Errors
    /// Returns the first rule that `text` breaks.
    ///
    /// ```
    /// use napkin::{Grammar, Uri};
    ///
    /// assert!(Uri::parse_generic("http:", Grammar::Rfc3986).is_ok());
    /// assert!(Uri::parse("http:", Grammar::Rfc3986).is_err());
    /// ```
    pub fn parse_generic(text: &'u str, grammar: Grammar) -> Result<Uri<'u>, Rejection> {
        Uri::judge(text, grammar, Goal { reference: false, schemes: false })
    }

    /// Parses a URI reference by the generic syntax.
    ///
    /// # Errors
    /// Returns the first rule that `text` breaks.
    pub fn parse_reference_generic(text: &'u str, grammar: Grammar) -> Result<Uri<'u>, Rejection> {
        Uri::judge(text, grammar, Goal { reference: true, schemes: false })
    }

    fn judge(text: &'u str, grammar: Grammar, goal: Goal) -> Result<Uri<'u>, Rejection> {
        let components = grammar.parse(text, goal)?;
        Ok(Uri { text: Cow::Borrowed(text), components, grammar })
    }

    pub(crate) fn from_judged(text: &'u str, components: Components, grammar: Grammar) -> Uri<'u> {
        Uri { text: Cow::Borrowed(text), components, grammar }
    }

    /// Returns the whole string.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the grammar that it was parsed by. Its document also says how references are resolved.
    ///
    /// ```
    /// use napkin::{Grammar, Uri};
    ///
    /// let uri = Uri::parse("http://a.example/", Grammar::Rfc3986)?;
    /// assert_eq!(uri.grammar(), Grammar::Rfc3986);
    /// assert_eq!(uri, Uri::parse("http://a.example/", Grammar::Rfc3987)?);
    /// # Ok::<(), napkin::Rejection>(())
    /// ```
    pub fn grammar(&self) -> Grammar {
        self.grammar
    }

    /// Returns the components, as byte offsets.
    pub fn components(&self) -> &Components {
        &self.components
    }

    /// Returns the scheme as written, without its colon. Returns `None` in a relative reference.
    pub fn scheme(&self) -> Option<&str> {
        self.components.scheme(&self.text)
    }

    /// Returns the authority: userinfo, host and port. Under [`Rfc2396bis00`](Grammar::Rfc2396bis00) it may also be a
    /// registered name without these parts.
    pub fn authority(&self) -> Option<&str> {
        self.components.authority(&self.text)
    }

    /// Returns the userinfo: the part of the authority before the `@`.
    pub fn userinfo(&self) -> Option<&str> {
        self.components.userinfo(&self.text)
    }

    /// Returns the user: the userinfo up to its first colon.
    ///
    /// ```
    /// use napkin::{Grammar, Uri};
    ///
    /// let uri = Uri::parse("ftp://foo:@host.com/", Grammar::DraftUrl05)?;
    /// assert_eq!((uri.user(), uri.password()), (Some("foo"), Some("")));
    /// let uri = Uri::parse("ftp://@host.com/", Grammar::DraftUrl05)?;
    /// assert_eq!((uri.user(), uri.password()), (Some(""), None));
    /// # Ok::<(), napkin::Rejection>(())
    /// ```
    pub fn user(&self) -> Option<&str> {
        self.components.user(&self.text)
    }

    /// Returns the password: the userinfo after its first colon. It may be empty.
    ///
    /// Today's documents deprecate passwords in URIs, and ask not to show them.
    pub fn password(&self) -> Option<&str> {
        self.components.password(&self.text)
    }

    /// Returns the host, with the square brackets of an IP literal. It may be empty. Returns `None` if there is no
    /// authority, or if the authority is not a server (rfc2396bis-00 3.2.1 reg-name).
    ///
    /// ```
    /// use napkin::{Grammar, Uri};
    ///
    /// let uri = Uri::parse("x://a_b.example:80/c", Grammar::Rfc2396bis00)?;
    /// assert_eq!((uri.authority(), uri.host(), uri.port()), (Some("a_b.example:80"), None, None));
    /// # Ok::<(), napkin::Rejection>(())
    /// ```
    pub fn host(&self) -> Option<&str> {
        self.components.host(&self.text)
    }

    /// Returns the kind of the host. RFC 3986 tells names from IPv4 addresses, whatever the grammar.
    ///
    /// ```
    /// use napkin::{Grammar, Uri, uri::HostKind};
    ///
    /// let kind = |text| Uri::parse(text, Grammar::Rfc3986).map(|uri| uri.host_kind());
    /// assert_eq!(kind("http://192.0.2.1/")?, Some(HostKind::Ipv4));
    /// assert_eq!(kind("http://[2001:db8::1]/")?, Some(HostKind::Ipv6));
    /// assert_eq!(kind("http://192.0.2.256/")?, Some(HostKind::Name));
    /// # Ok::<(), napkin::Rejection>(())
    /// ```
    pub fn host_kind(&self) -> Option<HostKind> {
        self.components.host_kind(&self.text)
    }

    /// Returns the host name that programs look up, if it differs from the written one in more than letter case: its
    /// A-labels (RFC 5890, 2.3.2.1) by UTS #46, not transitional, with escapes decoded.
    ///
    /// With the feature `idna` this is exact; `None` then means that the name is unchanged, or that IDNA refuses it.
    /// Without the feature it also returns `None` for names beyond its small tables: Latin, Greek, Cyrillic, Armenian,
    /// Georgian, Hebrew, Arabic, kana, Han and Hangul letters, and full-width letters, digits and dots. A result is the
    /// same with and without the feature.
    ///
    /// ```
    /// use napkin::{Grammar, Uri};
    ///
    /// let host_ascii = |text| Uri::parse(text, Grammar::Rfc3987).map(|uri| uri.host_ascii());
    /// assert_eq!(host_ascii("http://例え.example/")?.as_deref(), Some("xn--r8jz45g.example"));
    /// assert_eq!(host_ascii("http://bank。example/")?.as_deref(), Some("bank.example"));
    /// assert_eq!(host_ascii("http://A.example/")?, None);
    /// # Ok::<(), napkin::Rejection>(())
    /// ```
    pub fn host_ascii(&self) -> Option<String> {
        self.components.host_ascii(&self.text)
    }

    /// Returns the port: the digits after the colon of the authority. It may be empty.
    pub fn port(&self) -> Option<&str> {
        self.components.port(&self.text)
    }

    /// Returns the default port of the scheme, if known.
    ///
    /// ```
    /// use napkin::{Grammar, Uri};
    ///
    /// assert_eq!(Uri::parse("https://a.example/", Grammar::Rfc3986)?.default_port(), Some(443));
    /// # Ok::<(), napkin::Rejection>(())
    /// ```
    pub fn default_port(&self) -> Option<u16> {
        registry::find(self.scheme()?)?.default_port
    }

    /// Returns the path, which may be empty.
    pub fn path(&self) -> &str {
        self.components.path(&self.text)
    }

    /// Returns the query, without its `?`.
    pub fn query(&self) -> Option<&str> {
        self.components.query(&self.text)
    }

    /// Returns the fragment, without its `#`.
    pub fn fragment(&self) -> Option<&str> {
        self.components.fragment(&self.text)
    }

    /// Returns the URI with the non-ASCII characters of path, query and fragment percent-encoded as UTF-8 (RFC 3987,
    /// 3.1). It is the inverse of [`to_readable`](Uri::to_readable).
    ///
    /// The authority is not encoded, as parsers disagree about the meaning: a non-ASCII host stays.
    ///
    /// ```
    /// use napkin::{Grammar, Uri};
    ///
    /// let uri = Uri::parse("http://a.example/東京?é#%20", Grammar::Rfc3987)?;
    /// assert_eq!(uri.to_escaped(), "http://a.example/%E6%9D%B1%E4%BA%AC?%C3%A9#%20");
    /// # Ok::<(), napkin::Rejection>(())
    /// ```
    pub fn to_escaped(&self) -> Cow<'_, str> {
        percent::ascii(&self.text, self.components.path_start as usize)
    }

    /// Returns the URI without a borrow.
    pub fn into_owned(self) -> Uri<'static> {
        Uri { text: Cow::Owned(self.text.into_owned()), components: self.components, grammar: self.grammar }
    }
}

impl PartialEq<Uri<'_>> for Uri<'_> {
    fn eq(&self, other: &Uri<'_>) -> bool {
        self.text == other.text
    }
}

impl Eq for Uri<'_> {}

impl Hash for Uri<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

impl PartialOrd<Uri<'_>> for Uri<'_> {
    fn partial_cmp(&self, other: &Uri<'_>) -> Option<Ordering> {
        Some(self.text.cmp(&other.text))
    }
}

impl Ord for Uri<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.text.cmp(&other.text)
    }
}

/// An absolute URI by the default grammar.
impl<'u> TryFrom<&'u str> for Uri<'u> {
    type Error = Rejection;

    fn try_from(text: &'u str) -> Result<Uri<'u>, Rejection> {
        Uri::parse(text, Grammar::default())
    }
}

/// An absolute URI by the default grammar.
impl TryFrom<String> for Uri<'static> {
    type Error = Rejection;

    fn try_from(text: String) -> Result<Uri<'static>, Rejection> {
        let grammar = Grammar::default();
        let components = grammar.syntax().validate(&text)?;
        Ok(Uri { text: Cow::Owned(text), components, grammar })
    }
}

/// An absolute URI by the default grammar.
impl FromStr for Uri<'static> {
    type Err = Rejection;

    fn from_str(text: &str) -> Result<Uri<'static>, Rejection> {
        Uri::parse(text, Grammar::default()).map(Uri::into_owned)
    }
}

impl AsRef<str> for Uri<'_> {
    fn as_ref(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Uri<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
