//! The normal form of a URI: RFC 3986, 6.2.2 and 6.2.3, so far as the document of its grammar bears it out.

use std::borrow::Cow;

#[cfg(feature = "idna")]
use super::components::HostKind;
use super::{
    components::Components,
    grammar::{Syntax, part},
    own::Uri,
    parse::{Goal, parse},
    resolve::drop_dots,
    table::UNRESERVED,
};

/// What a scheme's document says of the generic components.
struct SchemeRules {
    scheme: &'static str,
    default_port: u16,
    /// Whether an empty path behind an authority means the same as `/`.
    empty_path_is_root: bool,
    /// Whether `.` and `..` may be names in the path like any other.
    opaque_path: bool,
}

impl SchemeRules {
    const fn new(scheme: &'static str, default_port: u16) -> SchemeRules {
        SchemeRules { scheme, default_port, empty_path_is_root: false, opaque_path: false }
    }

    const fn empty_path_is_root(self) -> SchemeRules {
        SchemeRules { empty_path_is_root: true, ..self }
    }

    const fn opaque_path(self) -> SchemeRules {
        SchemeRules { opaque_path: true, ..self }
    }

    fn find(scheme: &str) -> Option<&'static SchemeRules> {
        SCHEMES.iter().find(|rules| rules.scheme.eq_ignore_ascii_case(scheme))
    }
}

/// Schemes with a default port, each with the document that gives it.
const SCHEMES: &[SchemeRules] = &[
    // RFC 9110, 4.2.1 to 4.2.3
    SchemeRules::new("http", 80).empty_path_is_root(),
    SchemeRules::new("https", 443).empty_path_is_root(),
    // RFC 6455, 3
    SchemeRules::new("ws", 80).empty_path_is_root(),
    SchemeRules::new("wss", 443).empty_path_is_root(),
    // RFC 1738, 3.1 and 3.2.1
    SchemeRules::new("ftp", 21).empty_path_is_root(),
    // RFC 4266, 2.1: a type and a selector, which only the server understands
    SchemeRules::new("gopher", 70).empty_path_is_root().opaque_path(),
    // RFC 4248, 2
    SchemeRules::new("telnet", 23).empty_path_is_root(),
    // RFC 5538: a group or a message, with any name
    SchemeRules::new("news", 119).opaque_path(),
    SchemeRules::new("nntp", 119).opaque_path(),
    // RFC 7252, 6.1 and 6.2
    SchemeRules::new("coap", 5683).empty_path_is_root(),
    SchemeRules::new("coaps", 5684).empty_path_is_root(),
    // RFC 4516: the path is one distinguished name
    SchemeRules::new("ldap", 389).opaque_path(),
    // RFC 5092
    SchemeRules::new("imap", 143),
    // RFC 2384
    SchemeRules::new("pop", 110).opaque_path(),
    // RFC 7826
    SchemeRules::new("rtsp", 554),
    SchemeRules::new("rtsps", 322),
    // RFC 3510, 4.2, and RFC 7472
    SchemeRules::new("ipp", 631),
    SchemeRules::new("ipps", 631),
    // RFC 2229
    SchemeRules::new("dict", 2628).opaque_path(),
    // RFC 2224
    SchemeRules::new("nfs", 2049),
    // RFC 4088
    SchemeRules::new("snmp", 161).opaque_path(),
    // RFC 4156
    SchemeRules::new("wais", 210).opaque_path(),
    // RFC 4157
    SchemeRules::new("prospero", 1525).opaque_path(),
];

impl Uri<'_> {
    /// The URI in the form that all its spellings share so far as the syntax and the scheme's document tell.
    ///
    /// By RFC 3986, 6.2.2, scheme and host are in lower case, escapes in upper case, no unreserved character is
    /// escaped, and an absolute URI whose path begins with a slash has no dot segments. By 6.2.3 no port is empty or
    /// the scheme's default, and an empty path is `/` where the scheme's document says that this is the same. Nothing
    /// else is changed: the text of an IP literal, the order of a query, a fragment, an escaped non-ASCII character.
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
    /// Of a `urn` the NID is in lower case too, and nothing is decoded (RFC 8141, 3.1). Documents older than RFC 3986
    /// know dot segments in relative references only, so by their grammars they stay; and a URL that some rule of theirs
    /// would refuse in this form stays as it is.
    ///
    /// The result satisfies the grammar, and normalising it again changes nothing.
    pub fn normalize(&self) -> Uri<'static> {
        self.with_host(self.normal_host())
    }

    /// The same with a host name in the ASCII form of IDNA (UTS #46, not transitional): its A-labels.
    ///
    /// A host that IDNA refuses, or makes an IPv4 address of, stays as [`normalize`](Uri::normalize) has it.
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
        match host.as_deref().and_then(a_labels) {
            Some(ascii) if self.host_kind() == Some(HostKind::Name) => self.with_host(Some(ascii)),
            _ => self.with_host(host),
        }
    }

    /// Whether this and `other` identify the same resource so far as their normal forms tell; a fragment counts.
    ///
    /// Two that are equivalent are the same; two that are not may still be (RFC 3986, 6.1). Of URNs the r-, q- and
    /// f-components don't count (RFC 8141, 3.1).
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

    /// What of a normal form is compared.
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

    /// The normal form, with `host` where there is a host.
    fn with_host(&self, host: Option<String>) -> Uri<'static> {
        let mut text = String::with_capacity(self.text.len() + host.as_deref().map_or(0, str::len) + 3);
        // The draft of 1993 has colons and escapes in host names, and knows no two spellings of a scheme, a host or a port.
        let has_spellings = self.grammar.syntax().productions.is_none_or(|productions| productions.ignores_case);
        let host = host.filter(|_| has_spellings);
        let rules = self.scheme().and_then(SchemeRules::find).filter(|_| has_spellings);
        let escapes = self.escapes();
        if let Some(scheme) = self.scheme() {
            if has_spellings {
                push_lowercase(&mut text, scheme);
            } else {
                text.push_str(scheme);
            }
            text.push(':');
        }
        if let Some(host) = &host {
            text.push_str("//");
            if let Some(userinfo) = self.userinfo() {
                escapes.write(&mut text, userinfo, part::USERINFO, false);
                text.push('@');
            }
            text.push_str(host);
            if let Some(port) = self.port().filter(|port| !is_redundant(port, rules)) {
                text.push(':');
                text.push_str(port);
            }
        } else if let Some(name) = self.authority() {
            // A name in some registry, which rfc2396bis-00 has beside hosts, or that of an oldest document. Nothing is said
            // of its case, and with its escapes decoded it might be another host.
            text.push_str("//");
            Escapes { decode: false, ..escapes }.write(&mut text, name, part::HOST, false);
        }
        self.write_path(&mut text, rules);
        for (delimiter, component, part) in [('?', self.query(), part::QUERY), ('#', self.fragment(), part::FRAGMENT)] {
            if let Some(component) = component {
                text.push(delimiter);
                escapes.write(&mut text, component, part, false);
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

    /// The components of `text` if it is valid, by the scheme's own rules too unless this URI breaks them.
    fn judge_normal(&self, text: &str) -> Option<Components> {
        let judge = |text, schemes| parse(text, self.grammar, Goal { reference: true, schemes });
        match judge(text, true) {
            Ok(components) => Some(components),
            Err(_) if judge(&self.text, true).is_ok() => None,
            Err(_) => judge(text, false).ok(),
        }
    }

    fn write_path(&self, text: &mut String, rules: Option<&SchemeRules>) {
        let (path, syntax, escapes) = (self.path(), self.grammar.syntax(), self.escapes());
        let start = text.len();
        if path.is_empty() && self.authority().is_some() && rules.is_some_and(|rules| rules.empty_path_is_root) {
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
        let opaque = rootless || rules.is_some_and(|rules| rules.opaque_path);
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
fn is_redundant(port: &str, rules: Option<&SchemeRules>) -> bool {
    port.is_empty() || rules.is_some_and(|rules| port.parse() == Ok(rules.default_port))
}

/// How the escapes of a component are normalised.
struct Escapes {
    syntax: &'static Syntax,
    decode: bool,
}

impl Escapes {
    /// RFC 3986, 6.2.2.1 and 6.2.2.2: appends the component with its escapes in upper case, those of unreserved
    /// characters decoded if the grammar lets them stand in this `part`; and all letters in lower case, if wanted.
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
        self.decode && UNRESERVED.has(byte) && self.syntax.weave.literal[usize::from(byte)] & part != 0
    }
}

/// The host in A-labels, escapes of its UTF-8 decoded first.
#[cfg(feature = "idna")]
fn a_labels(host: &str) -> Option<String> {
    use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};

    let mut decoded = Vec::with_capacity(host.len());
    let mut pieces = host.split('%');
    decoded.extend_from_slice(pieces.next()?.as_bytes());
    for piece in pieces {
        let (digits, rest) = piece.split_at_checked(2)?;
        decoded.push(u8::from_str_radix(digits, 16).ok()?);
        decoded.extend_from_slice(rest.as_bytes());
    }
    let ascii = Uts46::new()
        .to_ascii(&decoded, AsciiDenyList::STD3, Hyphens::Allow, DnsLength::VerifyAllowRootDot)
        .ok()?
        .into_owned();
    (super::host::kind(&ascii) == HostKind::Name).then_some(ascii)
}
