//! The validator against its own cases and the documents' regular expression.

use std::{collections::BTreeMap, fs, path::Path};

use napkin::{Grammar, Rejection, Uri};
use serde::Deserialize;

use crate::strings::Strings;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Corpus {
    /// What the whole file is judged by.
    grammar: Option<String>,
    case: Vec<Case>,
}

/// One line of `corpus/uri.toml` or `corpus/grammars/*.toml`. Without `rule` the string is valid.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    uri: String,
    /// That of its file where it is left out, or those of today.
    grammar: Option<String>,
    #[serde(default)]
    reference: bool,
    at: Option<usize>,
    rule: Option<String>,
    /// The components by name.
    #[serde(default)]
    parts: BTreeMap<String, String>,
    /// The components that are not there.
    #[serde(default)]
    without: Vec<String>,
    #[serde(default)]
    why: String,
}

impl Case {
    /// The grammars it is for.
    fn grammars(&self) -> Vec<Grammar> {
        match &self.grammar {
            Some(name) => vec![Grammar::from_name(name).unwrap_or_else(|| panic!("{name} is no grammar"))],
            None => TODAY.to_vec(),
        }
    }
}

/// What a string without a named grammar is judged by.
const TODAY: [Grammar; 2] = [Grammar::Rfc3986, Grammar::Rfc3987];

/// The cases of all files, each with the grammar of its file.
fn corpus() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let mut files = vec![folder.join("uri.toml")];
    let entries = fs::read_dir(folder.join("grammars")).expect("corpus/grammars");
    files.extend(entries.map(|entry| entry.expect("an entry of corpus/grammars").path()));
    files.sort();
    let mut cases = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a file of the corpus");
        let corpus: Corpus = toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let whole = corpus.grammar;
        cases.extend(
            corpus.case.into_iter().map(|case| Case { grammar: case.grammar.or_else(|| whole.clone()), ..case }),
        );
    }
    cases
}

fn judge(text: &str, grammar: Grammar, reference: bool) -> Result<Uri<'_>, Rejection> {
    if reference { Uri::parse_reference(text, grammar) } else { Uri::parse(text, grammar) }
}

/// The component of that name.
fn part<'u>(uri: &'u Uri<'_>, name: &str) -> Option<&'u str> {
    match name {
        "scheme" => uri.scheme(),
        "authority" => uri.authority(),
        "userinfo" => uri.userinfo(),
        "user" => uri.user(),
        "password" => uri.password(),
        "host" => uri.host(),
        "port" => uri.port(),
        "path" => Some(uri.path()),
        "query" => uri.query(),
        "fragment" => uri.fragment(),
        _ => panic!("{name} is no component"),
    }
}

/// Every rejection says by which rule and at which byte, and every grammar has a file of its own or is one of today's.
#[test]
fn cases_are_complete() {
    let cases = corpus();
    for case in &cases {
        assert_eq!(case.at.is_some(), case.rule.is_some(), "{:?}", case.uri);
    }
    for grammar in Grammar::ALL {
        let of_it = cases.iter().filter(|case| case.grammars().contains(&grammar));
        let (valid, refused): (Vec<&Case>, Vec<&Case>) = of_it.partition(|case| case.rule.is_none());
        assert!(valid.len() > 50 && refused.len() > 20, "{} has too few cases", grammar.name());
    }
}

#[test]
fn cases() {
    let mut failed = 0;
    let mut run = 0;
    for case in corpus() {
        for grammar in case.grammars() {
            run += 1;
            let got = judge(&case.uri, grammar, case.reference);
            let right = match (&got, &case.rule) {
                (Ok(uri), None) => {
                    uri.as_str() == case.uri
                        && case.parts.iter().all(|(name, value)| part(uri, name) == Some(value))
                        && case.without.iter().all(|name| part(uri, name).is_none())
                }
                (Err(rejection), Some(rule)) => {
                    // What IRIs take over from RFC 3986 with more characters has one case for both.
                    let renamed = rejection.rule().strip_prefix("rfc3987 2.2 i").is_some_and(|production| {
                        case.grammar.is_none()
                            && rule.starts_with("rfc3986 ")
                            && rule.ends_with(&format!(" {production}"))
                    });
                    Some(rejection.at()) == case.at && (renamed || rejection.rule() == rule)
                }
                _ => false,
            };
            if !right {
                failed += 1;
                println!(
                    "{:?} under {}: {got:?}, not {:?} at {:?} ({})",
                    case.uri,
                    grammar.name(),
                    case.rule,
                    case.at,
                    case.why
                );
            }
        }
    }
    assert!(run > 1000, "only {run} cases were run");
    assert_eq!(failed, 0, "cases failed");
}

/// A string's components, all defined ones with the delimiter between them taken away.
type Split = [Option<String>; 5];

fn split(uri: &Uri<'_>) -> Split {
    [uri.scheme(), uri.authority(), Some(uri.path()), uri.query(), uri.fragment()].map(|part| part.map(str::to_owned))
}

/// The documents with an Appendix B, which is the same in all of them. RFC 3987 has that of RFC 3986.
const WITH_APPENDIX_B: [Grammar; 4] = [Grammar::DraftUrl05, Grammar::Rfc2396bis00, Grammar::Rfc3986, Grammar::Rfc3987];

/// Appendix B splits every accepted string into the components that are reported.
#[test]
fn appendix_b_splits_the_same() {
    let regex =
        regex::Regex::new(r"^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?").expect("the document's");
    let mut seen = 0;
    let mut check = |text: &str, uri: &Uri<'_>, grammar: Grammar| {
        let groups = regex.captures(text).expect("it matches anything");
        let mut theirs = [2, 4, 5, 7, 9].map(|group| groups.get(group).map(|found| found.as_str().to_owned()));
        if is_opaque(uri, grammar) {
            // The regular expression is for the hierarchical syntax. By the ABNF an opaque part has no query.
            theirs[2] = Some(format!("{}{}", &groups[5], groups.get(6).map_or("", |query| query.as_str())));
            theirs[3] = None;
        }
        assert_eq!(split(uri), theirs, "{text:?}");
        if let (Some(authority), Some(host)) = (uri.authority(), uri.host()) {
            let mut again = uri.userinfo().map(|info| format!("{info}@")).unwrap_or_default();
            again += host;
            again += &uri.port().map(|port| format!(":{port}")).unwrap_or_default();
            assert_eq!(again, authority, "{text:?}");
        }
        seen += 1;
    };
    for case in corpus() {
        for grammar in WITH_APPENDIX_B {
            if let Ok(uri) = Uri::parse_reference(&case.uri, grammar) {
                check(&case.uri, &uri, grammar);
            }
        }
    }
    let mut strings = Strings::new();
    for _ in 0..20_000 {
        let text = strings.next();
        for grammar in WITH_APPENDIX_B {
            if let Ok(uri) = Uri::parse_reference_generic(text, grammar) {
                check(text, &uri, grammar);
            }
        }
    }
    assert!(seen > 20_000, "only {seen} strings were accepted");
}

/// Whether what follows the scheme is an opaque part, which only rfc2396bis-00 sets apart.
fn is_opaque(uri: &Uri<'_>, grammar: Grammar) -> bool {
    let is_hierarchical = uri.path().is_empty() || uri.path().starts_with('/');
    grammar == Grammar::Rfc2396bis00 && uri.scheme().is_some() && !is_hierarchical
}

/// A caret can be put under what a rejection points at. By the generic syntax, what stands before it is not what was
/// wrong: a string cut right behind it is not refused at an earlier byte.
#[test]
fn rejections_point_at_the_first_error() {
    let mut strings = Strings::new();
    for _ in 0..50_000 {
        let text = strings.next();
        for grammar in Grammar::ALL {
            if let Err(rejection) = Uri::parse(text, grammar) {
                assert!(text.is_char_boundary(rejection.at()), "{text:?}: {rejection}");
            }
            if let Err(rejection) = Uri::parse_reference_generic(text, grammar) {
                let (before, after) = text.split_at(rejection.at());
                let mut cut = before.to_owned();
                // An escape takes three.
                cut.extend(after.chars().take(3));
                let again = Uri::parse_reference_generic(&cut, grammar).map_err(|again| again.at()).err();
                assert!(again.is_none_or(|at| at >= before.len()), "{text:?}: {rejection}, then {again:?}");
            }
        }
    }
}
