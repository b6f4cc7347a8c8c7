//! The documents that have a production for each scheme, against regular expressions put together in the words of their
//! grammars: what is accepted, and where the components are.

use std::{collections::BTreeMap, fs, path::Path};

use napkin::{Grammar, Uri};
use proptest::{prelude::*, sample::select, test_runner::RngSeed};
use regex::Regex;

/// A grammar as text: each `<name>` in a line stands for what an earlier line defines, and
/// `(?P<NAME>...)` notes a component.
fn expressions(lines: &[(&'static str, &str)], schemes: &[(&'static str, &str)]) -> BTreeMap<&'static str, Regex> {
    let mut defined: Vec<(String, String)> = Vec::new();
    let expand = |defined: &[(String, String)], text: &str| {
        defined.iter().rev().fold(text.to_owned(), |text, (name, value)| text.replace(name, value))
    };
    for (name, text) in lines {
        let value = format!("(?:{})", expand(&defined, text));
        defined.push((format!("<{name}>"), value));
    }
    let whole = |text: &str| Regex::new(&format!("^(?s-u:{})$", expand(&defined, text))).expect("a regular expression");
    schemes.iter().map(|(name, text)| (*name, whole(text))).collect()
}

const RFC1738: &[(&str, &str)] = &[
    ("escape", "%[0-9A-Fa-f]{2}"),
    ("no-tab", "%(?:[1-9A-Fa-f][0-9A-Fa-f]|0[0-8A-Fa-f])"),
    ("plain", r"[a-zA-Z0-9$\-_.+!*'(),]"),
    ("uchar", "<plain>|<escape>"),
    ("xchar", "<uchar>|[;/?:@&=]"),
    ("xchar-no-tab", "<plain>|<no-tab>|[;/?:@&=]"),
    ("domainlabel", "[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?"),
    ("toplabel", "[a-zA-Z](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?"),
    ("host", r"(?:<domainlabel>\.)*<toplabel>|[0-9]+\.[0-9]+\.[0-9]+\.[0-9]+"),
    ("hostport", "(?P<HOST><host>)(?::(?P<PORT>[0-9]+))?"),
    ("user", "(?:<uchar>|[;?&=])*"),
    ("login", "(?:(?P<USERINFO><user>(?::<user>)?)@)?<hostport>"),
    ("search", "(?:<uchar>|[;:@&=])*"),
    ("search-no-tab", "(?:<plain>|<no-tab>|[;:@&=])*"),
    ("fpath", "(?:<uchar>|[?:@&=/])*"),
    ("group", "[a-zA-Z][a-zA-Z0-9\\-.+_]*"),
    ("field", ";(?:<uchar>|[?:@&])*=(?:<uchar>|[?:@&])*"),
];

const RFC1738_SCHEMES: &[(&str, &str)] = &[
    ("http", r"//<hostport>(?:/(?:<uchar>|[;:@&=/])*(?:\?(?P<QUERY><search>))?)?"),
    ("ftp", "//<login>(?:/<fpath>(?:;type=[AIDaid])?)?"),
    ("file", "//(?P<HOST><host>|)/<fpath>"),
    ("gopher", "//<hostport>(?:/(?:<xchar>(?:<xchar-no-tab>)*(?:%09<search-no-tab>(?:%09(?:<xchar>)*)?)?)?)?"),
    ("mailto", "(?:<xchar>)+"),
    ("news", r"\*|<group>|(?:<uchar>|[;/?:&=])+@(?:<host>)"),
    ("nntp", "//<hostport>/<group>(?:/[0-9]+)?"),
    ("telnet", "//<login>/?"),
    ("wais", r"//<hostport>/(?:<uchar>)*(?:\?(?P<QUERY><search>)|/(?:<uchar>)*/(?:<uchar>)*)?"),
    ("prospero", "//<hostport>/<fpath>(?:<field>)*"),
    ("", "(?:<xchar>)*"),
];

const DRAFT: &[(&str, &str)] = &[
    ("xalpha", "[a-zA-Z0-9$\\-_@.&!*\"'():;, ]|%[0-9A-Fa-f]{2}"),
    ("xalphas", "(?:<xalpha>)+"),
    ("segment", r"(?:<xalpha>|\+)+"),
    ("path", "(?:<segment>(?:/<segment>)*/?)?"),
    ("search", r"\?(?P<QUERY><xalphas>(?:\+<xalphas>)*)"),
    ("name", "[a-zA-Z](?:<xalpha>)*"),
    ("number", r"[0-9]+\.[0-9]+\.[0-9]+\.[0-9]+"),
    ("hostport", "<name>|<number>(?::[0-9]+)?"),
    ("fragment", "(?:#(?P<FRAGMENT><xalphas>))?"),
];

const DRAFT_SCHEMES: &[(&str, &str)] = &[
    ("http", "//<hostport>(?:/<path>)?(?:<search>)?<fragment>"),
    ("ftp", "//(?:<name>|<number>)/<path><fragment>"),
    ("afs", "//<name>/<path><fragment>"),
    ("news", r"(?:\*|<name>|<xalphas>@(?:<name>|<number>))<fragment>"),
    ("wais", "//<hostport>/<xalphas>(?:(?:<search>)?|/<xalphas>/[0-9]+/<path>)<fragment>"),
    ("telnet", "//(?:<xalphas>@)?<hostport><fragment>"),
    ("gopher", "//<hostport>(?:/(?:<xalpha>)<path>)?(?:<search>)?<fragment>"),
    ("", "<path>(?:<search>)?<fragment>"),
];

/// A URL of the corpus with a few changes.
fn urls(grammar: Grammar) -> impl Strategy<Value = String> {
    const PIECES: &[&str] = &[
        "", "", "a", "Z", "1", "1.2.3.4", ".", "-", "_", "~", "/", "//", ":", ":1", "@", "u@", "u:p@", "?", "#", "&",
        "=", ";", ";type=", ";a=b", "+", "%", "%0", "%09", "%00", "%41", "*", "'", "\"", " ", "<", "[", "\\", "\t",
        "é", ",",
    ];
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("corpus/grammars/{}.toml", grammar.name()));
    let text = fs::read_to_string(file).expect("the grammar's cases");
    let corpus: toml::Table = text.parse().expect("TOML");
    let seeds: Vec<String> =
        corpus["case"].as_array().unwrap().iter().map(|case| case["uri"].as_str().unwrap().to_owned()).collect();
    let change = (any::<prop::sample::Index>(), any::<bool>(), select(PIECES));
    (select(seeds), prop::collection::vec(change, 0..4)).prop_map(|(mut url, changes)| {
        for (place, replaces, piece) in changes {
            let mut start = place.index(url.len() + 1);
            while !url.is_char_boundary(start) {
                start -= 1;
            }
            let length = if replaces { url[start..].chars().next().map_or(0, char::len_utf8) } else { 0 };
            url.replace_range(start..start + length, piece);
        }
        url
    })
}

/// A URL's scheme as the grammar tells it apart, and what follows the colon.
fn split_scheme<'u>(url: &'u str, scheme: &Regex) -> Option<(&'u str, &'u str)> {
    scheme.captures(url).map(|found| {
        let (_, [name, rest]) = found.extract();
        (name, rest)
    })
}

const CASES: u32 = if cfg!(debug_assertions) { 40_000 } else { 400_000 };

proptest! {
    #![proptest_config(ProptestConfig {
        cases: CASES,
        rng_seed: RngSeed::Fixed(1738),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn rfc1738_is_its_bnf(url in urls(Grammar::Rfc1738)) {
        thread_local! {
            static EXPRESSIONS: (Regex, BTreeMap<&'static str, Regex>) =
                (Regex::new("(?s)^([a-zA-Z0-9+.-]+):(.*)$").unwrap(), expressions(RFC1738, RFC1738_SCHEMES));
        }
        EXPRESSIONS.with(|(scheme, schemes)| {
            let uri = Uri::parse(&url, Grammar::Rfc1738);
            let Some((name, rest)) = split_scheme(&url, scheme) else {
                prop_assert!(uri.is_err(), "{:?} has no scheme", url);
                return Ok(());
            };
            let production = schemes.get(&*name.to_ascii_lowercase()).unwrap_or(&schemes[""]);
            let found = production.captures(rest);
            prop_assert_eq!(uri.is_ok(), found.is_some(), "{:?}: {:?}", url, uri);
            let generic = Uri::parse_generic(&url, Grammar::Rfc1738);
            prop_assert_eq!(generic.is_ok(), schemes[""].is_match(rest), "{:?}: {:?}", url, generic);
            if let (Ok(uri), Some(found)) = (uri, found) {
                let part = |name| found.name(name).map(|part| part.as_str());
                prop_assert_eq!(uri.scheme(), Some(name));
                prop_assert_eq!(uri.fragment(), None);
                prop_assert_eq!(uri.query(), part("QUERY"), "{:?}", url);
                if !std::ptr::eq(production, &schemes[""]) {
                    prop_assert_eq!(uri.userinfo(), part("USERINFO"), "{:?}", url);
                    prop_assert_eq!(uri.host(), part("HOST"), "{:?}", url);
                    prop_assert_eq!(uri.port(), part("PORT"), "{:?}", url);
                }
                prop_assert_eq!(put_together(&uri), url);
            }
            Ok(())
        })?;
    }

    #[test]
    fn the_draft_is_its_bnf(url in urls(Grammar::Draft1993)) {
        thread_local! {
            static EXPRESSIONS: (Regex, BTreeMap<&'static str, Regex>) = (
                Regex::new("(?s)^([a-zA-Z](?:[a-zA-Z0-9$\\-_@.&!*\"'();, ]|%[0-9A-Fa-f]{2})*):(.*)$").unwrap(),
                expressions(DRAFT, DRAFT_SCHEMES),
            );
        }
        EXPRESSIONS.with(|(scheme, schemes)| {
            let uri = Uri::parse(&url, Grammar::Draft1993);
            let Some((name, rest)) = split_scheme(&url, scheme) else {
                prop_assert!(uri.is_err(), "{:?} has no scheme", url);
                return Ok(());
            };
            // Any string with a NUL is a path as well by the BNF, so there is nothing to compare it with.
            if name == "prospero" {
                return Ok(());
            }
            let found = schemes.get(name).unwrap_or(&schemes[""]).captures(rest);
            // The last "@" is where the user ends; the BNF would let another of several be it.
            let users = name == "telnet" && rest.matches('@').count() > 1 || name == "news" && rest.matches('@').count() > 1;
            prop_assert!(uri.is_ok() == found.is_some() || uri.is_err() && users, "{:?}: {:?}", url, uri);
            if uri.is_ok() {
                prop_assert!(Uri::parse_generic(&url, Grammar::Draft1993).is_ok(), "{:?}", url);
                prop_assert!(Uri::parse_reference(&url, Grammar::Draft1993).is_ok(), "{:?}", url);
            }
            if let (Ok(uri), Some(found)) = (uri, found) {
                let part = |name| found.name(name).map(|part| part.as_str());
                prop_assert_eq!(uri.scheme(), Some(name));
                prop_assert_eq!(uri.query(), part("QUERY"), "{:?}", url);
                prop_assert_eq!(uri.fragment(), part("FRAGMENT"), "{:?}", url);
                prop_assert_eq!(put_together(&uri), url);
            }
            Ok(())
        })?;
    }
}

/// The components with their delimiters between them.
fn put_together(uri: &Uri<'_>) -> String {
    let mut text = uri.scheme().map(|scheme| format!("{scheme}:")).unwrap_or_default();
    if let Some(host) = uri.host() {
        text += "//";
        text += &uri.userinfo().map(|info| format!("{info}@")).unwrap_or_default();
        text += host;
        text += &uri.port().map(|port| format!(":{port}")).unwrap_or_default();
    }
    text += uri.path();
    text += &uri.query().map(|query| format!("?{query}")).unwrap_or_default();
    text + &uri.fragment().map(|fragment| format!("#{fragment}")).unwrap_or_default()
}

#[test]
fn components_of_the_draft() {
    let host = |text| {
        let uri =
            Uri::parse_reference(text, Grammar::Draft1993).unwrap_or_else(|rejection| panic!("{text}: {rejection}"));
        [uri.userinfo(), uri.host(), uri.port(), Some(uri.path())].map(|part| part.map(str::to_owned))
    };
    let parts = |parts: [Option<&str>; 4]| parts.map(|part| part.map(str::to_owned));
    for (text, expected) in [
        ("http://a.example/b", [None, Some("a.example"), None, Some("/b")]),
        ("http://a.example:80/b", [None, Some("a.example"), Some("80"), Some("/b")]),
        ("http://a.example:?b", [None, Some("a.example"), Some(""), Some("")]),
        ("http://1.2.3.4:80?b", [None, Some("1.2.3.4"), Some("80"), Some("")]),
        ("ftp://u:p@a.example:21/b", [Some("u:p"), Some("a.example"), Some("21"), Some("/b")]),
        ("ftp://a:b/c", [None, Some("a:b"), None, Some("/c")]),
        ("telnet://a@b@1.2.3.4:23", [Some("a@b"), Some("1.2.3.4"), Some("23"), Some("")]),
        ("telnet://1@a.example", [Some("1"), Some("a.example"), None, Some("")]),
        ("http://a@/b", [None, Some("a@"), None, Some("/b")]),
        ("news:1@a.example", [None, None, None, Some("1@a.example")]),
        ("prospero://a.example/b%001", [None, Some("a.example"), None, Some("/b%001")]),
        ("//1@a.example:80/b", [Some("1"), Some("a.example"), Some("80"), Some("/b")]),
        ("/b/c", [None, None, None, Some("/b/c")]),
        ("b/c", [None, None, None, Some("b/c")]),
    ] {
        assert_eq!(host(text), parts(expected), "{text}");
    }
}
