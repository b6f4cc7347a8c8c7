//! The normal form of a URI: RFC 3986, 6.2.2 and 6.2.3, so far as the document of its grammar bears it out.

use std::borrow::Cow;

use crate::uri::{
    class::{UNRESERVED, part},
    components::Components,
    resolve::drop_dots,
    schemes::{registry, scheme::Scheme},
    syntax::{Goal, Syntax},
    validated::Uri,
};
#[cfg(feature = "idna")]
use crate::uri::{host::HostKind, host_ascii::to_ascii};

impl Uri<'_> {
    /// Returns the normal form: one string for all spellings that the syntax and the scheme's document call the same.
    ///
    /// By RFC 3986, 6.2.2, an ASCII scheme and host are in lower case, escapes in upper case, unreserved characters are
    /// not escaped, and an absolute path has no dot segments. By 6.2.3, an empty or default port is removed, and an
    /// empty path becomes `/` if the scheme's document says so. IP literals, the order of a query, fragments and
    /// escaped non-ASCII characters stay.
    ///
    /// ```
    /// use napkin::{Grammar, Uri};
    ///
    /// let normal = |text| Uri::parse_reference(text, Grammar::Rfc3987).map(|uri| uri.normalize().to_string());
    /// assert_eq!(normal("eXAMPLE://a/./b/../b/%63/%7bfoo%7d")?, "example://a/b/c/%7Bfoo%7D");
    /// assert_eq!(normal("HTTP://www.EXAMPLE.com:80")?, "http://www.example.com/");
    /// assert_eq!(normal("../%7Euser")?, "../~user");
    /// # Ok::<(), napkin::Rejection>(())
    /// ```
    ///
    /// In a `urn`, the NID is in lower case and nothing is decoded (RFC 8141, 3.1). By grammars older than RFC 3986, dot
    /// segments stay, and a URL whose normal form they reject is returned unchanged.
    ///
    /// The result satisfies the grammar. Normalising it again changes nothing.
    pub fn normalize(&self) -> Uri<'static> {
        if self.is_plainly_normal() {
            return self.clone().into_owned();
        }
        self.with_host(self.normal_host())
    }

    /// Returns `true` for most URLs that are certainly normal.
    fn is_plainly_normal(&self) -> bool {
        let (text, path) = (self.text.as_bytes(), self.path().as_bytes());
        let before_path = text.get(..self.components.path_start as usize).unwrap_or_default();
        self.host().is_some()
            && self.port().is_none()
            && path.first() == Some(&b'/')
            && !before_path.iter().any(u8::is_ascii_uppercase)
            && memchr::memchr(b'%', text).is_none()
            && !path.windows(2).any(|pair| pair == b"/.")
    }

    /// Returns the normal form with the host in A-labels (UTS #46, not transitional).
    ///
    /// A host that IDNA refuses or turns into an IPv4 address stays as in [`normalize`](Uri::normalize).
    ///
    /// ```
    /// use napkin::{Grammar, Uri};
    ///
    /// let uri = Uri::parse("http://例え.Example/", Grammar::Rfc3987)?;
    /// assert_eq!(uri.normalize().as_str(), "http://例え.example/");
    /// assert_eq!(uri.normalize_to_a_labels().as_str(), "http://xn--r8jz45g.example/");
    /// # Ok::<(), napkin::Rejection>(())
    /// ```
    #[cfg(feature = "idna")]
    pub fn normalize_to_a_labels(&self) -> Uri<'static> {
        let host = self.normal_host();
        let is_name = self.host_kind() == Some(HostKind::Name);
        let ascii = host.as_deref().filter(|_| is_name).and_then(to_ascii);
        self.with_host(ascii.filter(|ascii| HostKind::of(ascii) == HostKind::Name).or(host))
    }

    /// Returns `true` if the normal forms of both are the same, including fragments.
    ///
    /// URIs that are not equivalent may still identify the same resource (RFC 3986, 6.1). The r-, q- and f-components
    /// of URNs are ignored (RFC 8141, 3.1).
    ///
    /// ```
    /// use napkin::{Grammar, Uri};
    ///
    /// let parse = |text| Uri::parse(text, Grammar::Rfc3986);
    /// assert!(parse("http://a.example/%7Eb")?.is_equivalent(&parse("HTTP://A.example:80/~b")?));
    /// assert!(!parse("http://a.example/b")?.is_equivalent(&parse("http://a.example/B")?));
    /// assert!(parse("urn:Example:a?=b")?.is_equivalent(&parse("URN:example:a#c")?));
    /// # Ok::<(), napkin::Rejection>(())
    /// ```
    pub fn is_equivalent(&self, other: &Uri<'_>) -> bool {
        self.normalize().identifying() == other.normalize().identifying()
    }

    /// Returns the part of a normal form that is compared.
    fn identifying(&self) -> &str {
        match self.scheme() {
            Some("urn") => self.text.get(..self.components.path_end as usize).unwrap_or_default(),
            _ => &self.text,
        }
    }

    /// RFC 3986, 6.2.2.1: "the scheme and host are case-insensitive and therefore should be normalized to lowercase"
    fn normal_host(&self) -> Option<String> {
        let host = self.host()?;
        let mut text = String::with_capacity(host.len());
        self.escapes().write(&mut text, host, part::HOST, true);
        Some(text)
    }

    fn escapes(&self) -> Escapes {
        Escapes { syntax: self.grammar.syntax(), decode: !self.is_urn() }
    }

    fn is_urn(&self) -> bool {
        self.scheme().is_some_and(|scheme| scheme.eq_ignore_ascii_case("urn"))
    }

    /// Returns the normal form. `host` replaces the host.
    fn with_host(&self, host: Option<String>) -> Uri<'static> {
        let mut text = String::with_capacity(self.text.len() + host.as_deref().map_or(0, str::len) + 3);
        // The draft of 1993 has colons and escapes in host names, and knows no two spellings of a scheme, a host or a port.
        let has_spellings = self.grammar.syntax().productions.is_none_or(|productions| productions.ignores_case);
        let host = host.filter(|_| has_spellings);
        let scheme = self.scheme().and_then(registry::find).filter(|_| has_spellings);
        if let Some(name) = self.scheme() {
            if has_spellings {
                push_lowercase(&mut text, name);
            } else {
                text.push_str(name);
            }
            text.push(':');
        }
        self.write_authority(&mut text, host.as_deref(), scheme);
        self.write_path(&mut text, scheme);
        for (delimiter, component, part) in [('?', self.query(), part::QUERY), ('#', self.fragment(), part::FRAGMENT)] {
            if let Some(component) = component {
                text.push(delimiter);
                self.escapes().write(&mut text, component, part, false);
            }
        }
        match self.judge_normal(&text) {
            // In a document older than RFC 3986 a host may end in what is a port once the port behind it is gone.
            Some(components) if !has_spellings || components.host(&text) == host.as_deref() => {
                Uri { text: Cow::Owned(text), components, grammar: self.grammar }
            }
            _ => self.clone().into_owned(),
        }
    }

    /// Returns the components of `text` if it is valid. The scheme's rules only apply if this URI satisfies them.
    fn judge_normal(&self, text: &str) -> Option<Components> {
        let judge = |text, schemes| self.grammar.parse(text, Goal { reference: true, schemes });
        match judge(text, true) {
            Ok(components) => Some(components),
            Err(_) if judge(&self.text, true).is_ok() => None,
            Err(_) => judge(text, false).ok(),
        }
    }

    /// Appends the authority with this host, if it has one.
    fn write_authority(&self, text: &mut String, host: Option<&str>, scheme: Option<&Scheme>) {
        let escapes = self.escapes();
        if let Some(host) = host {
            text.push_str("//");
            if let Some(userinfo) = self.userinfo() {
                escapes.write(text, userinfo, part::USERINFO, false);
                text.push('@');
            }
            text.push_str(host);
            if let Some(port) = self.port().filter(|port| !is_redundant(port, scheme)) {
                text.push(':');
                text.push_str(port);
            }
        } else if let Some(name) = self.authority() {
            // A name in some registry, which rfc2396bis-00 has beside hosts, or that of an oldest document. Nothing is said
            // of its case, and with its escapes decoded it might be another host.
            text.push_str("//");
            Escapes { decode: false, ..escapes }.write(text, name, part::HOST, false);
        }
    }

    fn write_path(&self, text: &mut String, scheme: Option<&Scheme>) {
        let (path, syntax, escapes) = (self.path(), self.grammar.syntax(), self.escapes());
        let start = text.len();
        if path.is_empty() && self.authority().is_some() && scheme.is_some_and(|scheme| scheme.empty_path_is_root) {
            text.push('/');
            return;
        }
        if let Some((nid, nss)) = path.split_once(':').filter(|_| self.is_urn()) {
            push_lowercase(text, nid);
            text.push(':');
            escapes.write(text, nss, part::PATH, false);
            return;
        }
        let rootless = !path.starts_with('/');
        escapes.write(text, path, if rootless { syntax.rootless } else { part::PATH }, false);
        // RFC 3986, 6.2.2.3. A path without a leading slash is no hierarchy, and a relative one may need its dots.
        let opaque = rootless || scheme.is_some_and(|scheme| scheme.opaque_path);
        if self.scheme().is_some() && !opaque && syntax.resolution.dots_in_absolute {
            let decoded = text.split_off(start);
            drop_dots(text, ["", &decoded]);
            if self.authority().is_none() && text[start..].starts_with("//") {
                text.insert_str(start, "/.");
            }
        }
    }
}

fn push_lowercase(text: &mut String, part: &str) {
    text.extend(part.chars().map(|c| c.to_ascii_lowercase()));
}

/// RFC 3986, 3.2.3: "URI producers and normalizers should omit the port component and its ":" delimiter if port is
/// empty or if its value would be the same as that of the scheme's default."
fn is_redundant(port: &str, scheme: Option<&Scheme>) -> bool {
    port.is_empty() || scheme.is_some_and(|scheme| scheme.is_default_port(port))
}

struct Escapes {
    syntax: &'static Syntax,
    decode: bool,
}

impl Escapes {
    /// RFC 3986, 6.2.2.1 and 6.2.2.2: appends the component. Escapes get upper case. Those of unreserved characters are
    /// decoded if the grammar allows them in this `part`. `lowercase` applies to all letters.
    fn write(&self, text: &mut String, component: &str, part: u8, lowercase: bool) {
        let mut pieces = component.split('%');
        let push =
            |text: &mut String, piece| if lowercase { push_lowercase(text, piece) } else { text.push_str(piece) };
        push(text, pieces.next().unwrap_or_default());
        for piece in pieces {
            // Two digits stand in front, since the component is valid.
            let (digits, rest) = piece.split_at_checked(2).unwrap_or((piece, ""));
            match u8::from_str_radix(digits, 16) {
                Ok(byte) if self.decodes(byte, part) => {
                    let c = char::from(byte);
                    text.push(if lowercase { c.to_ascii_lowercase() } else { c });
                }
                _ => {
                    text.push('%');
                    text.extend(digits.chars().map(|digit| digit.to_ascii_uppercase()));
                }
            }
            push(text, rest);
        }
    }

    fn decodes(&self, byte: u8, part: u8) -> bool {
        self.decode && UNRESERVED.has(byte) && self.syntax.table.has(byte, part)
    }
}
