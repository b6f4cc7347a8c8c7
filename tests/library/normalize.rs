//! Normal forms against their own cases, against a slow obvious reading, and against other spellings.

use napkin::{Grammar, Rejection, Uri};
use serde::Deserialize;

use crate::{strings::Strings, support::random::Random};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Corpus {
    case: Vec<Case>,
}

/// One line of `corpus/normalize.toml`, which explains itself.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    uri: String,
    normal: Option<String>,
    #[cfg_attr(not(feature = "idna"), expect(dead_code, reason = "only that feature makes A-labels"))]
    a_labels: Option<String>,
    grammar: Option<String>,
    #[serde(default)]
    differs: Vec<String>,
    #[serde(default)]
    equals: Vec<String>,
    #[serde(default)]
    why: String,
}

impl Case {
    fn normal(&self) -> &str {
        self.normal.as_ref().unwrap_or(&self.uri)
    }

    fn is_for(&self, grammar: Grammar) -> bool {
        match &self.grammar {
            Some(name) => name == grammar.name(),
            None => TODAY.contains(&grammar),
        }
    }
}

const TODAY: [Grammar; 2] = [Grammar::Rfc3986, Grammar::Rfc3987];

fn each_case(mut check: impl FnMut(&Case, &Uri<'_>)) {
    let corpus: Corpus = toml::from_str(include_str!("../../corpus/normalize.toml")).expect("corpus/normalize.toml");
    let mut run = 0;
    for case in corpus.case {
        for grammar in Grammar::ALL.into_iter().filter(|&grammar| case.is_for(grammar)) {
            run += 1;
            check(&case, &Uri::parse_reference_generic(&case.uri, grammar).expect("it is valid"));
        }
    }
    assert!(run > 120, "only {run} cases were run");
}

#[test]
fn cases() {
    each_case(|case, uri| {
        assert_eq!(uri.normalize().as_str(), case.normal(), "{uri}: {}", case.why);
        let other = |text| Uri::parse_reference_generic(text, uri.grammar()).expect("it is valid");
        for equal in case.equals.iter().chain(&case.normal) {
            assert!(uri.is_equivalent(&other(equal)), "{uri} and {equal}: {}", case.why);
        }
        for different in &case.differs {
            assert!(!uri.is_equivalent(&other(different)), "{uri} and {different}: {}", case.why);
        }
    });
}

#[cfg(feature = "idna")]
#[test]
fn a_labels() {
    each_case(|case, uri| {
        let expected = case.a_labels.as_deref().unwrap_or(case.normal());
        let labels = uri.normalize_to_a_labels();
        assert_eq!(labels.as_str(), expected, "{uri}: {}", case.why);
        assert_eq!(labels.normalize_to_a_labels(), labels, "{uri}");
        assert_eq!(labels.normalize(), labels, "{uri}");
    });
}

/// The path by RFC 3986, 5.2.4, to the letter: string against string.
fn remove_dot_segments(path: &str) -> String {
    let (mut input, mut output) = (path.to_owned(), String::new());
    while !input.is_empty() {
        if let Some(rest) = input.strip_prefix("../").or(input.strip_prefix("./")) {
            input = rest.to_owned();
        } else if input.starts_with("/./") || input == "/." {
            input = format!("/{}", input.get(3..).unwrap_or_default());
        } else if input.starts_with("/../") || input == "/.." {
            input = format!("/{}", input.get(4..).unwrap_or_default());
            output.truncate(output.rfind('/').unwrap_or(0));
        } else if input == "." || input == ".." {
            input.clear();
        } else {
            let end = input.char_indices().skip(1).find(|&(_, c)| c == '/').map_or(input.len(), |(slash, _)| slash);
            output.extend(input.drain(..end));
        }
    }
    output
}

/// What is between the delimiters, as bytes; an escape that means a delimiter is kept apart from it.
fn meaning(component: &str) -> Vec<(bool, u8)> {
    let mut bytes = component.bytes();
    let mut out = Vec::new();
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            out.push((false, byte));
            continue;
        }
        let mut digit = || bytes.next().and_then(|digit| char::from(digit).to_digit(16)).expect("it is valid") as u8;
        let byte = digit() << 4 | digit();
        out.push((!(byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)), byte));
    }
    out
}

/// By the rules of its scheme, or else by the generic syntax alone.
fn parse(text: &str, grammar: Grammar) -> Result<Uri<'_>, Rejection> {
    Uri::parse_reference(text, grammar).or_else(|_| Uri::parse_reference_generic(text, grammar))
}

#[test]
fn normal_forms_mean_the_same() {
    let mut strings = Strings::new();
    let mut checked = 0;
    for _ in 0..50_000 {
        let text = strings.next();
        for grammar in Grammar::ALL {
            let Ok(uri) = parse(text, grammar) else { continue };
            checked += 1;
            let normal = uri.normalize();
            assert_eq!(normal.normalize(), normal, "{text:?}: normalising twice");
            assert!(Uri::parse_reference_generic(normal.as_str(), grammar).is_ok(), "{text:?}: {normal} is not valid");
            let again = parse(normal.as_str(), grammar).expect("it is valid");
            assert_eq!(again.components(), normal.components(), "{text:?}");
            assert!(uri.is_equivalent(&normal), "{text:?}");
            if Uri::parse_reference(text, grammar).is_ok() {
                let strict = Uri::parse_reference(normal.as_str(), grammar);
                assert!(strict.is_ok(), "{text:?}: {normal} breaks its scheme's rules: {strict:?}");
            }
            if !TODAY.contains(&grammar) {
                continue;
            }
            let scheme = uri.scheme().map(str::to_ascii_lowercase);
            assert_eq!(normal.scheme(), scheme.as_deref(), "{text:?}");
            let lowercase = |host: &str| {
                let bytes = meaning(host).into_iter();
                bytes
                    .map(|(escaped, byte)| (escaped, if escaped { byte } else { byte.to_ascii_lowercase() }))
                    .collect::<Vec<_>>()
            };
            assert_eq!(normal.host().map(lowercase), uri.host().map(lowercase), "{text:?}");
            for (ours, theirs) in [
                (normal.userinfo(), uri.userinfo()),
                (normal.query(), uri.query()),
                (normal.fragment(), uri.fragment()),
            ] {
                assert_eq!(ours.map(meaning), theirs.map(meaning), "{text:?}");
            }
            let mut path = uri.path().replace("%2E", ".").replace("%2e", ".");
            let scheme = scheme.as_deref().unwrap_or_default();
            if !scheme.is_empty()
                && path.starts_with('/')
                && !["gopher", "news", "nntp", "wais", "prospero"].contains(&scheme)
            {
                path = remove_dot_segments(&path);
            }
            if uri.authority().is_none() && path.starts_with("//") {
                path.insert_str(0, "/.");
            }
            if path.is_empty() && uri.authority().is_some() && normal.path() == "/" {
                path.push('/');
            }
            if scheme == "urn" {
                let (ours, theirs) = (normal.path().to_ascii_lowercase(), uri.path().to_ascii_lowercase());
                assert_eq!(ours, theirs, "{text:?}");
            } else {
                assert_eq!(meaning(normal.path()), meaning(&path), "{text:?}");
            }
            let number = |port: Option<&str>| port.filter(|port| !port.is_empty()).map(str::to_owned);
            assert!(normal.port().is_none() || normal.port() == uri.port(), "{text:?}");
            assert!(number(uri.port()).is_none() || normal.port().is_some() || !scheme.is_empty(), "{text:?}");
        }
    }
    assert!(checked > 10_000, "only {checked} were valid");
}

/// The same URI spelled otherwise: other case of scheme, host and escapes, unreserved characters escaped, a port that
/// goes without saying, and dot segments.
fn respell(uri: &Uri<'_>, random: &mut Random) -> String {
    let urn = uri.scheme().is_some_and(|scheme| scheme.eq_ignore_ascii_case("urn"));
    let mut text = String::new();
    if let Some(scheme) = uri.scheme() {
        text.extend(scheme.chars().map(|c| if random.below(2) == 0 { c.to_ascii_uppercase() } else { c }));
        text.push(':');
    }
    if let Some(host) = uri.host() {
        text += "//";
        text += &uri.userinfo().map(|info| format!("{info}@")).unwrap_or_default();
        text.extend(
            host.chars().map(|c| if random.below(2) == 0 { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() }),
        );
        match (uri.port(), uri.scheme()) {
            (None, Some("http")) if random.below(2) == 0 => text += ":80",
            (None, _) if random.below(2) == 0 => text += ":",
            (port, _) => text += &port.map(|port| format!(":{port}")).unwrap_or_default(),
        }
    }
    let hierarchical = uri.scheme().is_some_and(|scheme| ["http", "x", "foo", "file"].contains(&scheme));
    for (component, delimiter) in [(Some(uri.path()), ""), (uri.query(), "?"), (uri.fragment(), "#")] {
        let Some(component) = component else { continue };
        text += delimiter;
        let mut escape = 0;
        for c in component.chars() {
            match c {
                '%' => escape = 3,
                '/' if delimiter.is_empty() && hierarchical && uri.path().starts_with('/') && random.below(4) == 0 => {
                    text += random.of(&["/.", "/a/..", "/%2e", "/b/../."]);
                }
                _ => {}
            }
            if escape > 0 {
                escape -= 1;
                text.push(if random.below(2) == 0 { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() });
            } else if !urn && (c.is_ascii_alphanumeric() || "-._~".contains(c)) && random.below(4) == 0 {
                text += &format!("%{:02x}", c as u32);
            } else {
                text.push(c);
            }
        }
    }
    text
}

#[test]
fn other_spellings_are_equivalent() {
    let mut strings = Strings::new();
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    let (mut changed, mut kept) = (0, 0);
    for _ in 0..30_000 {
        let text = strings.next();
        for grammar in TODAY {
            let Ok(uri) = Uri::parse_reference(text, grammar) else { continue };
            let spelled = respell(&uri, &mut random);
            let other = Uri::parse_reference_generic(&spelled, grammar).expect("it is valid");
            // With some escape decoded, such as that of a dot behind a mail address, it would break its scheme's rules.
            if uri.normalize() == uri && other.normalize() == other && spelled != text {
                kept += 1;
                continue;
            }
            assert!(uri.is_equivalent(&other) && other.is_equivalent(&uri), "{text:?} and {spelled:?}");
            changed += usize::from(spelled != text);
        }
    }
    assert!(kept < changed / 100, "{kept} of {changed} stayed as they were");
    assert!(changed > 5_000, "only {changed} were spelled otherwise");
}
