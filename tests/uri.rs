//! The validator against its own cases and the documents' regular expression.

mod strings;

use napkin::{Grammar, Rejection, Uri};
use serde::Deserialize;
use strings::Strings;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Corpus {
    case: Vec<Case>,
}

/// One line of `corpus/uri.toml`. Without `rule` the string is valid.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    uri: String,
    /// All grammars where it is left out.
    grammar: Option<String>,
    #[serde(default)]
    reference: bool,
    at: Option<usize>,
    rule: Option<String>,
    #[serde(default)]
    why: String,
}

fn corpus() -> Vec<Case> {
    toml::from_str::<Corpus>(include_str!("../corpus/uri.toml")).expect("corpus/uri.toml").case
}

fn judge(text: &str, grammar: Grammar, reference: bool) -> Result<Uri<'_>, Rejection> {
    if reference { Uri::parse_reference(text, grammar) } else { Uri::parse(text, grammar) }
}

#[test]
fn cases() {
    let mut failed = 0;
    let mut run = 0;
    for case in corpus() {
        for grammar in Grammar::ALL {
            if case.grammar.as_deref().is_some_and(|name| name != grammar.name()) {
                continue;
            }
            run += 1;
            let got = judge(&case.uri, grammar, case.reference);
            let right = match (&got, &case.rule) {
                (Ok(uri), None) => uri.as_str() == case.uri,
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
    assert!(run > 400, "only {run} cases were run");
    assert_eq!(failed, 0, "cases failed");
}

/// A string's components, all defined ones with the delimiter between them taken away.
type Split = [Option<String>; 5];

fn split(uri: &Uri<'_>) -> Split {
    [uri.scheme(), uri.authority(), Some(uri.path()), uri.query(), uri.fragment()].map(|part| part.map(str::to_owned))
}

/// RFC 3986, appendix B.
#[test]
fn appendix_b_splits_the_same() {
    let regex =
        regex::Regex::new(r"^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?").expect("the document's");
    let mut seen = 0;
    let mut check = |text: &str, uri: &Uri<'_>| {
        let groups = regex.captures(text).expect("it matches anything");
        let theirs = [2, 4, 5, 7, 9].map(|group| groups.get(group).map(|found| found.as_str().to_owned()));
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
        for grammar in Grammar::ALL {
            if let Ok(uri) = Uri::parse_reference(&case.uri, grammar) {
                check(&case.uri, &uri);
            }
        }
    }
    let mut strings = Strings::new();
    for _ in 0..20_000 {
        let text = strings.next();
        if let Ok(uri) = Uri::parse_reference_generic(text, Grammar::Rfc3987) {
            check(text, &uri);
        }
    }
    assert!(seen > 5_000, "only {seen} strings were accepted");
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
