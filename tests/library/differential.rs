//! The validator, resolution and normalisation against other crates, on strings that are nearly URIs.
//!
//! Each test tries as many strings as the environment variable `NAPKIN_DIFFERENTIAL` says, or else enough for seconds.
//! Whatever they disagree about is in a list with its reason, and each entry of a list has to be needed.

use std::{collections::BTreeSet, env, fmt::Debug, net::Ipv6Addr};

use crate::strings::Strings;
use fluent_uri::{Iri, IriRef, UriRef};
use iri_string::{
    format::ToDedicatedString,
    types::{IriAbsoluteStr, IriReferenceStr, IriStr, UriReferenceStr, UriStr},
};
use napkin::{Grammar, Uri};

fn runs() -> usize {
    env::var("NAPKIN_DIFFERENTIAL").ok().and_then(|runs| runs.parse().ok()).unwrap_or(50_000)
}

/// A disagreement that is known: what it is about and who is right, and whether this is a case of it.
struct Known<T>(&'static str, fn(&T) -> bool);

/// What was met of a list, and beyond it.
struct Met<'l, T> {
    list: &'l [Known<T>],
    met: BTreeSet<&'static str>,
    unknown: usize,
}

impl<'l, T: Debug> Met<'l, T> {
    fn new(list: &'l [Known<T>]) -> Met<'l, T> {
        Met { list, met: BTreeSet::new(), unknown: 0 }
    }

    fn disagreement(&mut self, case: &T) {
        match self.list.iter().find(|known| known.1(case)) {
            Some(known) => {
                self.met.insert(known.0);
            }
            None => {
                self.unknown += 1;
                if self.unknown <= 20 {
                    println!("{case:?}");
                }
            }
        }
    }

    fn finish(self) {
        assert_eq!(self.unknown, 0, "unlisted disagreements");
        let idle: Vec<_> = self.list.iter().map(|known| known.0).filter(|why| !self.met.contains(why)).collect();
        assert!(idle.is_empty(), "not needed any more: {idle:?}");
    }
}

/// Scheme, authority, userinfo, host, port, path, query and fragment.
type Parts = [Option<String>; 8];

fn ours(text: &str, grammar: Grammar) -> Result<Parts, &'static str> {
    let uri = Uri::parse_reference_generic(text, grammar).map_err(|rejection| rejection.rule())?;
    let path = Some(uri.path());
    Ok([uri.scheme(), uri.authority(), uri.userinfo(), uri.host(), uri.port(), path, uri.query(), uri.fragment()]
        .map(|part| part.map(str::to_owned)))
}

macro_rules! fluent {
    ($name:ident, $type:ty) => {
        fn $name(text: &str) -> Option<Parts> {
            let uri = <$type>::parse(text).ok()?;
            let authority = uri.authority();
            let parts = [
                uri.scheme().map(|scheme| scheme.as_str()),
                authority.map(|authority| authority.as_str()),
                authority.and_then(|authority| authority.userinfo()).map(|info| info.as_str()),
                authority.map(|authority| authority.host()),
                authority.and_then(|authority| authority.port()).map(|port| port.as_str()),
                Some(uri.path().as_str()),
                uri.query().map(|query| query.as_str()),
                uri.fragment().map(|fragment| fragment.as_str()),
            ];
            Some(parts.map(|part| part.map(str::to_owned)))
        }
    };
}

fluent!(fluent_uri, UriRef<&str>);
fluent!(fluent_iri, IriRef<&str>);

macro_rules! iri_string {
    ($name:ident, $type:ty) => {
        fn $name(text: &str) -> Option<Parts> {
            let uri = <$type>::new(text).ok()?;
            let authority = uri.authority_components();
            let parts = [
                uri.scheme_str(),
                uri.authority_str(),
                authority.and_then(|authority| authority.userinfo()),
                authority.map(|authority| authority.host()),
                authority.and_then(|authority| authority.port()),
                Some(uri.path_str()),
                uri.query_str(),
                uri.fragment_str(),
            ];
            Some(parts.map(|part| part.map(str::to_owned)))
        }
    };
}

iri_string!(iri_string_uri, UriReferenceStr);
iri_string!(iri_string_iri, IriReferenceStr);

/// One string, what we say of it, and what another parser does.
#[allow(dead_code, reason = "the text is there to be printed")]
#[derive(Debug)]
struct Judged {
    text: String,
    ours: Result<Parts, &'static str>,
    theirs: Option<Parts>,
}

type Parser = fn(&str) -> Option<Parts>;

fn compare(uri: Parser, iri: Parser, list: &[Known<Judged>]) {
    let mut strings = Strings::new();
    let mut met = Met::new(list);
    let mut accepted = 0;
    for _ in 0..runs() {
        let text = strings.next();
        for (grammar, parser) in [(Grammar::Rfc3986, uri), (Grammar::Rfc3987, iri)] {
            let (ours, theirs) = (ours(text, grammar), parser(text));
            accepted += usize::from(ours.is_ok());
            if ours.as_ref().ok() != theirs.as_ref() {
                met.disagreement(&Judged { text: text.to_owned(), ours, theirs });
            }
        }
    }
    assert!(accepted > runs() / 5, "only {accepted} strings were accepted");
    met.finish();
}

#[test]
fn parses_like_fluent_uri() {
    compare(
        fluent_uri,
        fluent_iri,
        &[Known(
            "the ABNF of RFC 3987 has bidirectional formatting in ucschar, its section 4.1 forbids it; they go by the ABNF",
            |judged| judged.ours == Err("rfc3987 4.1 bidi") && judged.theirs.is_some(),
        )],
    );
}

#[test]
fn parses_like_iri_string() {
    compare(
        iri_string_uri,
        iri_string_iri,
        &[Known(
            "the ABNF of RFC 3987 has bidirectional formatting in ucschar, its section 4.1 forbids it; they go by the ABNF",
            |judged| judged.ours == Err("rfc3987 4.1 bidi") && judged.theirs.is_some(),
        )],
    );
}

/// An absolute URI is a reference with a scheme, and nothing else is. A scheme's rules only ever refuse more, and never
/// later than the generic syntax does.
#[test]
fn absolute_ones_are_references_with_a_scheme() {
    let mut strings = Strings::new();
    for _ in 0..runs() {
        let text = strings.next();
        for grammar in [Grammar::Rfc3986, Grammar::Rfc3987] {
            let reference = Uri::parse_reference_generic(text, grammar);
            let absolute = Uri::parse_generic(text, grammar);
            assert_eq!(absolute.is_ok(), reference.is_ok_and(|uri| uri.scheme().is_some()), "{text:?}");
            if grammar == Grammar::Rfc3987 && absolute.is_ok() {
                assert!(Iri::parse(text).is_ok() && IriStr::new(text).is_ok(), "{text:?}");
            }
            if let Err(generic) = absolute {
                let whole = Uri::parse(text, grammar).expect_err("the generic syntax refuses it");
                assert!(whole.at() <= generic.at(), "{text:?}: {generic} and {whole}");
            }
        }
    }
}

/// A base and a reference that are valid, with more dots and slashes than life has.
struct Pairs {
    strings: Strings,
}

const BASES: &[&str] = &[
    "http://a/b/c/d;p?q",
    "http://a",
    "http://a?q",
    "http://u@a:1/b//c/",
    "file:///a/b",
    "x:",
    "x:a",
    "x:a/b/c",
    "x:/a/b/",
    "x:/.//a",
    "x:/a/../b/..",
    "x://h/./a/%2E%2E/b",
    "urn:example:a",
    "gopher://a/1b/../c",
    "http://例え.example/引/割",
];

const STEPS: &[&str] =
    &["..", ".", "/", "/", "/", "../", "./", "a", "b:", "?", "#", "//", "%2E", "%2e.", "...", "ü", "x:", ";p=1", "/.."];

impl Pairs {
    fn new() -> Pairs {
        Pairs { strings: Strings::new() }
    }

    fn next(&mut self) -> (String, String) {
        loop {
            let base = if self.strings.random.below(3) == 0 {
                self.strings.next().to_owned()
            } else {
                let mut base = self.strings.random.of(BASES).to_owned();
                if self.strings.random.below(3) == 0 {
                    base += self.strings.random.of(STEPS);
                }
                base
            };
            let mut reference = String::new();
            if self.strings.random.below(4) == 0 {
                reference += self.strings.next();
            } else {
                for _ in 0..self.strings.random.below(8) {
                    reference += self.strings.random.of(STEPS);
                }
            }
            if let Ok(base) = Uri::parse_generic(&base, Grammar::Rfc3987)
                && Uri::parse_reference_generic(&reference, Grammar::Rfc3987).is_ok()
            {
                return (base.as_base().to_string(), reference);
            }
        }
    }
}

#[derive(Debug)]
struct Resolved {
    base: String,
    reference: String,
    ours: String,
    theirs: Option<String>,
}

fn compare_targets(theirs: fn(&str, &str) -> Option<String>, list: &[Known<Resolved>]) {
    let mut pairs = Pairs::new();
    let mut met = Met::new(list);
    for _ in 0..runs() {
        let (base, reference) = pairs.next();
        let (ours, theirs) = (target(&base, &reference), theirs(&base, &reference));
        if theirs.as_ref() != Some(&ours) {
            met.disagreement(&Resolved { base, reference, ours, theirs });
        }
    }
    met.finish();
}

fn target(base: &str, reference: &str) -> String {
    let base = Uri::parse_generic(base, Grammar::Rfc3987).expect("a base");
    let reference = Uri::parse_reference_generic(reference, Grammar::Rfc3987).expect("a reference");
    base.resolve(&reference).expect("it has a target").to_string()
}

#[test]
fn resolves_like_iri_string() {
    compare_targets(
        |base, reference| {
            let base = IriAbsoluteStr::new(base).ok()?;
            Some(IriReferenceStr::new(reference).ok()?.resolve_against(base).to_dedicated_string().to_string())
        },
        &[Known("RFC 3986, 5.2.4, has segments as they are written; they take %2E for a dot", has_escaped_dot)],
    );
}

#[test]
fn resolves_like_fluent_uri() {
    compare_targets(
        |base, reference| {
            let base = Iri::parse(base).ok()?;
            Some(IriRef::parse(reference).ok()?.resolve_against(&base).ok()?.to_string())
        },
        &[
            Known("RFC 3986, 5.2.4, has segments as they are written; they take %2E for a dot", has_escaped_dot),
            Known("RFC 3986, 5.2.2, takes any base; they refuse one with neither authority nor slash", |resolved| {
                let base = resolved.base();
                resolved.theirs.is_none() && base.authority().is_none() && !base.path().starts_with('/')
            }),
            Known(
                "RFC 3986, 5.2.2, leaves the base's path alone where the reference has none; they remove its dots",
                |resolved| {
                    let reference = resolved.reference();
                    let target = Uri::parse_generic(&resolved.ours, Grammar::Rfc3987).expect("a target");
                    reference.path().is_empty()
                        && reference.authority().is_none()
                        && target.path() == resolved.base().path()
                },
            ),
            Known("RFC 3986, 5.2.3, drops the base's last segment; they keep it if it is \"..\"", |resolved| {
                resolved.base().path().ends_with("/..") && resolved.reference().authority().is_none()
            }),
            Known(
                "RFC 3986, 5.2.2, removes dots from any absolute reference; they do if its path has a slash first",
                |resolved| {
                    let reference = resolved.reference();
                    reference.scheme().is_some()
                        && !reference.path().starts_with('/')
                        && resolved.reference == *resolved.theirs()
                },
            ),
        ],
    );
}

impl Resolved {
    fn base(&self) -> Uri<'_> {
        Uri::parse_generic(&self.base, Grammar::Rfc3987).expect("a base")
    }

    fn reference(&self) -> Uri<'_> {
        Uri::parse_reference_generic(&self.reference, Grammar::Rfc3987).expect("a reference")
    }

    fn theirs(&self) -> &String {
        const NONE: &String = &String::new();
        self.theirs.as_ref().unwrap_or(NONE)
    }
}

fn has_escaped_dot(resolved: &Resolved) -> bool {
    [&resolved.base, &resolved.reference].iter().any(|text| text.contains("%2E") || text.contains("%2e"))
}

/// A component in which two normal forms differ, by its place in `Parts`.
#[allow(dead_code, reason = "the text is there to be printed")]
#[derive(Debug)]
struct Differing {
    text: String,
    component: usize,
    scheme: String,
    ours: Option<String>,
    theirs: Option<String>,
}

const HOST: usize = 3;
const PORT: usize = 4;
const PATH: usize = 5;

/// Compares all components of normal forms but the authority, since that is the sum of the three after it.
fn compare_normal_forms(theirs: fn(&str) -> Option<String>, list: &[Known<Differing>]) {
    let mut pairs = Pairs::new();
    let mut met = BTreeSet::new();
    let (mut compared, mut unknown) = (0, 0);
    for run in 0..runs() {
        let (base, reference) = pairs.next();
        let text = if run % 2 == 0 { base } else { reference };
        let (Ok(uri), Some(theirs)) = (Uri::parse_reference_generic(&text, Grammar::Rfc3986), theirs(&text)) else {
            continue;
        };
        compared += 1;
        // They know no scheme's rules. A URI that their form would break one of is left as it is, as `mailto:a@b%2e` is:
        // too rare among these strings to be an entry of the lists, each of which has to be met.
        let is_valid = |text: &str| Uri::parse(text, Grammar::Rfc3986).is_ok();
        let normal = uri.normalize();
        if normal.as_str() == text && is_valid(&text) && !is_valid(&theirs) {
            continue;
        }
        let ours = ours(normal.as_str(), Grammar::Rfc3986).expect("a normal form is valid");
        let theirs = self::ours(&theirs, Grammar::Rfc3986).expect("their normal form is valid");
        for component in (0..ours.len()).filter(|&component| component != 1 && ours[component] != theirs[component]) {
            let (ours, theirs) = (ours[component].clone(), theirs[component].clone());
            let scheme = normal.scheme().unwrap_or_default().to_owned();
            let differing = Differing { text: text.clone(), component, scheme, ours, theirs };
            match list.iter().find(|known| known.1(&differing)) {
                Some(known) => _ = met.insert(known.0),
                None => {
                    unknown += 1;
                    println!("{differing:?}");
                }
            }
        }
    }
    assert!(compared > runs() / 4, "only {compared} were compared");
    assert_eq!(unknown, 0, "unlisted disagreements");
    assert_eq!(met.len(), list.len(), "an entry of the list is not needed any more: {met:?}");
}

fn is_http_root(differing: &Differing) -> bool {
    differing.component == PATH && differing.ours.as_deref() == Some("/") && differing.theirs.as_deref() == Some("")
}

const SELECTOR: &str = "RFC 4266, 2.1, and others: a selector or a group may be called \"..\"; they know no scheme's";

fn is_selector(differing: &Differing) -> bool {
    differing.component == PATH && ["gopher", "news", "nntp", "wais", "prospero"].contains(&&*differing.scheme)
}

fn is_urn(differing: &Differing) -> bool {
    differing.scheme == "urn"
}

#[test]
fn normalizes_like_fluent_uri() {
    compare_normal_forms(
        |text| Some(UriRef::parse(text).ok()?.normalize().to_string()),
        &[
            Known(
                "RFC 3986, 6.2.3: an empty path is the same as \"/\" for http; they leave that to others",
                is_http_root,
            ),
            Known("RFC 8141, 3.1: the NID is in lower case, and nothing is decoded; they know no urn", is_urn),
            Known(SELECTOR, is_selector),
            Known("they write an IPv6 address by RFC 5952; RFC 3986, 6.2.2, has no such rule", |differing| {
                let address = |host: &Option<String>| {
                    host.as_ref()?.strip_prefix('[')?.strip_suffix(']')?.parse::<Ipv6Addr>().ok()
                };
                let theirs = address(&differing.theirs);
                differing.component == HOST && theirs.is_some() && theirs == address(&differing.ours)
            }),
            Known(
                "RFC 5538: the port of news is 119, and the historic schemes have one too; their table has nntp alone",
                |differing| {
                    let theirs = ["news", "wais", "prospero"];
                    differing.component == PORT && theirs.contains(&&*differing.scheme) && differing.ours.is_none()
                },
            ),
        ],
    );
}

#[test]
fn normalizes_like_iri_string() {
    compare_normal_forms(
        |text| Some(UriStr::new(text).ok()?.normalize().to_dedicated_string().to_string()),
        &[
            Known(
                "RFC 3986, 6.2.3: an empty path is the same as \"/\" for http; they leave that to others",
                is_http_root,
            ),
            Known("RFC 8141, 3.1: the NID is in lower case, and nothing is decoded; they know no urn", is_urn),
            Known("RFC 3986, 3.2.3: the scheme's default port is omitted; they know no scheme's", |differing| {
                let default = ["21", "23", "70", "80", "119", "210", "443", "1525"];
                let theirs = differing.theirs.as_deref().map(|port| port.trim_start_matches('0'));
                differing.component == PORT
                    && differing.ours.is_none()
                    && theirs.is_some_and(|port| default.contains(&port))
            }),
            Known(
                "a path without a slash first is no hierarchy, as in mailto and urn; they remove its dots too",
                |differing| {
                    differing.component == PATH && differing.ours.as_ref().is_some_and(|path| !path.starts_with('/'))
                },
            ),
            Known(
                "RFC 3986, 6.2.2.1: every host is in lower case; they leave one whose escapes aren't ASCII",
                |differing| {
                    let lower = differing.theirs.as_ref().map(|host| host.to_ascii_lowercase());
                    differing.component == HOST
                        && lower == differing.ours.as_ref().map(|host| host.to_ascii_lowercase())
                },
            ),
            Known(SELECTOR, is_selector),
        ],
    );
}

/// The `url` crate goes by the WHATWG's standard, which agrees for URLs of the web with hosts that are plain names, but
/// for what this leaves out.
fn in_overlap(uri: &Uri<'_>) -> bool {
    // It takes "http:g" and "http:///g" for "//g", and has its own rules for numbers and escapes in a host.
    let is_plain = |host: &str| {
        host.starts_with(|c: char| c.is_ascii_lowercase())
            && host.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'.')
    };
    let web = uri.scheme().is_none_or(|scheme| ["http", "https"].contains(&scheme) && uri.authority().is_some());
    // It drops empty userinfo and escapes delimiters in what isn't empty; a port without value loses its zeros.
    let authority =
        uri.authority().is_none_or(|authority| authority == uri.host().unwrap_or_default() && is_plain(authority));
    // It takes "///g" for "//g" in a reference, too.
    let slashes = uri.authority().is_some() || !uri.path().starts_with("//");
    // It escapes an apostrophe in a query.
    let query = !uri.query().is_some_and(|query| query.contains('\''));
    // It keeps a segment like "c:" from a ".." behind it, as if the scheme were file.
    let drives = uri.path().split('/').any(|segment| segment.len() == 2 && segment.ends_with(':'));
    web && authority && slashes && query && !drives
}

/// Whether dots are escaped in a path. It takes them for dots while it resolves, RFC 3986 only in normalisation.
fn escapes_dots(uri: &Uri<'_>) -> bool {
    uri.path().contains("%2E") || uri.path().contains("%2e")
}

#[test]
fn resolves_like_url_on_the_web() {
    let mut pairs = Pairs::new();
    let (mut compared, mut unknown) = (0, 0);
    for _ in 0..runs() {
        let (base, reference) = pairs.next();
        let parse = |text| Uri::parse_reference_generic(text, Grammar::Rfc3986);
        let (Ok(base), Ok(reference)) = (parse(&base), parse(&reference)) else { continue };
        if !in_overlap(&base) || !in_overlap(&reference) || escapes_dots(&base) || escapes_dots(&reference) {
            continue;
        }
        compared += 1;
        let ours = base.resolve(&reference).expect("it has a target").normalize().to_string();
        let theirs = url::Url::parse(base.as_str()).and_then(|base| base.join(reference.as_str()));
        let theirs =
            theirs.map(|url| Uri::parse(url.as_str(), Grammar::Rfc3986).map(|url| url.normalize().to_string()));
        if theirs != Ok(Ok(ours.clone())) {
            unknown += 1;
            println!("{base} and {reference}: {ours}, {theirs:?}");
        }
    }
    assert!(compared > runs() / 20, "only {compared} were compared");
    assert_eq!(unknown, 0, "disagreements");
}
