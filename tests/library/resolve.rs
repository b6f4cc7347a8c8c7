//! Resolution of references against its own cases, and what holds for every base and reference.

use napkin::{Grammar, Uri};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Corpus {
    base: String,
    case: Vec<Case>,
}

/// One line of `corpus/resolve.toml`, which explains itself.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    base: Option<String>,
    reference: String,
    target: Option<String>,
    rule: Option<String>,
    #[serde(default)]
    at: usize,
    grammars: Option<Vec<String>>,
    #[serde(default)]
    why: String,
}

fn corpus() -> Corpus {
    toml::from_str(include_str!("../../corpus/resolve.toml")).expect("corpus/resolve.toml")
}

impl Case {
    fn is_for(&self, grammar: Grammar) -> bool {
        match &self.grammars {
            Some(grammars) => grammars.iter().any(|name| name == grammar.name()),
            None => !["draft-1993", "rfc1738"].contains(&grammar.name()),
        }
    }
}

#[test]
fn cases() {
    let corpus = corpus();
    let (mut run, mut failed) = (0, 0);
    for case in &corpus.case {
        assert_eq!(case.target.is_some(), case.rule.is_none(), "{:?}: a target, or a rule", case.reference);
        for grammar in Grammar::ALL.into_iter().filter(|&grammar| case.is_for(grammar)) {
            run += 1;
            let base = case.base.as_ref().unwrap_or(&corpus.base);
            let got = Uri::parse_reference_generic(base, grammar).and_then(|base| {
                let reference = Uri::parse_reference_generic(&case.reference, grammar)?;
                base.resolve(&reference)
            });
            let right = match &got {
                Ok(target) => Some(target.as_str()) == case.target.as_deref() && target.grammar() == grammar,
                Err(rejection) => Some(rejection.rule()) == case.rule.as_deref() && rejection.at() == case.at,
            };
            if !right {
                failed += 1;
                println!("{:?} against {base:?} by {}: {got:?} ({})", case.reference, grammar.name(), case.why);
            }
        }
    }
    assert!(run > 150, "only {run} cases were run");
    assert_eq!(failed, 0, "cases failed");
}

/// What a target is said to be is what its string says.
#[test]
fn targets_are_what_their_string_says() {
    let corpus = corpus();
    for base in corpus.case.iter().filter_map(|case| case.base.as_ref()) {
        for case in &corpus.case {
            for grammar in Grammar::ALL {
                let (base, reference) =
                    (Uri::parse_generic(base, grammar), Uri::parse_reference_generic(&case.reference, grammar));
                let (Ok(base), Ok(reference)) = (base, reference) else { continue };
                let Ok(target) = base.resolve(&reference) else { continue };
                let again = Uri::parse_reference(target.as_str(), grammar)
                    .or_else(|_| Uri::parse_reference_generic(target.as_str(), grammar))
                    .expect("a target is valid");
                assert_eq!(again.components(), target.components(), "{target}");
                assert_eq!(target.fragment(), reference.fragment(), "{reference} against {base}");
                let authority = if reference.scheme().is_some() || reference.authority().is_some() {
                    reference.authority()
                } else if target.scheme().is_none() {
                    None
                } else {
                    base.authority()
                };
                assert_eq!(target.authority(), authority, "{reference} against {base}");
                // The base's fragment makes no difference.
                assert_eq!(base.as_base().resolve(&reference), Ok(target), "{reference} against {base}");
            }
        }
    }
}

/// Repeated words of a path, at a size where anything quadratic takes so long that nobody sees the end of this test.
#[test]
fn long_paths_take_no_longer_than_their_length() {
    for word in ["../", "./", "a/", "/", "a/../", "a/b/../../", "../a/", "%2E%2E/", "a/a/..//../", ".", "a?"] {
        let long = word.repeat((1 << 18) / word.len());
        for (base, reference) in [
            (format!("x://h/{long}"), format!("{long}b")),
            (format!("x:a{long}"), format!("../{long}")),
            (format!("x:/{long}"), format!("x:{long}")),
            (format!("x:{}", "a".repeat(long.len())), format!("../{long}")),
        ] {
            for grammar in Grammar::ALL {
                let base = Uri::parse_generic(&base, grammar);
                let reference = Uri::parse_reference_generic(&reference, grammar);
                let (Ok(base), Ok(reference)) = (base, reference) else { continue };
                let target = base.resolve(&reference);
                assert!(target.is_ok_and(|target| target.normalize().as_str().len() <= 2 * (1 << 18) + 16), "{word:?}");
            }
        }
    }
}
