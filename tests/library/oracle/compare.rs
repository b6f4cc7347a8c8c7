//! The finder against the slow reader, on lines of words at random and on the corpus.

use std::collections::{BTreeMap, BTreeSet};

use napkin::{Finder, Kind, Kinds, Rejoin};
use serde::Deserialize;

use super::{Found, find, lines};
use crate::support::{cases, random::Random};

/// How many texts are made of each form.
const TEXTS: usize = 40_000;

/// The exceptions that the slow reader doesn't know. Cases of the corpus that are for them are not compared.
const UNKNOWN: [&str; 22] = [
    "at",
    "break-mark",
    "cmd",
    "element-of-wiki",
    "field",
    "host-before-word",
    "html",
    "html-twice",
    "joiner",
    "link-text",
    "next-url",
    "particle",
    "pod-escape",
    "pod-reference",
    "possessive",
    "power-shell",
    "quoted-printable",
    "scheme-in-name",
    "url-in-brackets",
    "variable",
    "wide-dot",
    "wide-word",
];

/// What begins an escape. The slow reader knows none, and lines with one are not compared.
const ESCAPES: [char; 2] = ['\\', '\u{1B}'];

/// Where typesetters let a line break. Texts with one are not compared, either.
const BREAKS: [char; 2] = ['\u{AD}', '\u{200B}'];

/// What the finder finds in lines as they stand: of URLs those with slashes after their scheme, as the slow reader does.
fn found(finder: &Finder, text: &str) -> Vec<Found> {
    finder
        .find_iter(text)
        .filter(|link| link.kind() != Kind::Url || text[link.range().start + link.scheme().len()..].starts_with("://"))
        .map(|link| Found {
            start: link.range().start,
            end: link.range().end,
            kind: link.kind().name(),
            delimiter: link.delimiter().name(),
        })
        .collect()
}

fn finder(kinds: Kinds) -> Finder {
    Finder::builder().rejoin(Rejoin::Off).kinds(kinds).build().expect("the options are right")
}

/// The links as they are shown where they differ.
fn shown(text: &str, links: &[Found]) -> Vec<String> {
    let show = |link: &Found| format!("{} ({}, {})", &text[link.start..link.end], link.kind, link.delimiter);
    links.iter().map(show).collect()
}

/// Compares texts of one to three lines each.
fn compare(kinds: Kinds, seed: u64, line: fn(&mut Random) -> String) {
    let finder = finder(kinds);
    let (mut random, mut count, mut differ) = (Random(seed), 0, BTreeSet::new());
    for _ in 0..TEXTS {
        let text: String = (0..1 + random.below(3)).map(|_| line(&mut random)).collect();
        let (found, expected) = (found(&finder, &text), find(&text, kinds));
        count += expected.len();
        if found != expected && !text.contains(BREAKS) {
            let (found, expected) = (shown(&text, &found), shown(&text, &expected));
            differ.insert((text.len(), format!("{text:?}: {found:?}, and the slow reader {expected:?}")));
        }
    }
    let shortest: Vec<&String> = differ.iter().take(20).map(|(_, text)| text).collect();
    assert!(differ.is_empty(), "{} texts differ, the shortest are {shortest:#?}", differ.len());
    assert!(count > TEXTS / 2, "only {count} links");
}

#[test]
fn urls_are_those_of_the_slow_reader() {
    compare(Kinds::default(), 58, lines::line);
}

#[test]
fn names_and_addresses_are_those_of_the_slow_reader() {
    compare(Kinds::ALL, 5321, lines::name_line);
}

#[derive(Deserialize)]
struct Case {
    name: String,
    rule: Option<String>,
    text: Option<String>,
}

/// Each line of each case, and each beginning of that line.
#[test]
fn cases_have_what_the_slow_reader_finds() {
    let finder = finder(Kinds::default());
    let mut differ: BTreeMap<Option<String>, Vec<String>> = BTreeMap::new();
    for Case { name, rule, text } in cases::load::<Case>("cases") {
        for line in text
            .iter()
            .flat_map(|text| text.split_inclusive('\n'))
            .filter(|line| line.len() < 2000 && !line.contains(ESCAPES))
        {
            let mut cuts = line.char_indices().map(|(cut, _)| &line[..cut]).chain([line]);
            if let Some(cut) = cuts.find(|cut| found(&finder, cut) != find(cut, Kinds::default())) {
                let (found, expected) = (shown(cut, &found(&finder, cut)), shown(cut, &find(cut, Kinds::default())));
                let difference = format!("{name}: {cut:?}: {found:?}, and the slow reader {expected:?}");
                differ.entry(rule.clone()).or_default().push(difference);
            }
        }
    }
    let rules: BTreeSet<&str> = differ.keys().flatten().map(String::as_str).collect();
    let known: Vec<_> = UNKNOWN.iter().filter(|rule| !rules.contains(*rule)).collect();
    assert!(known.is_empty(), "no case for {known:?} differs");
    differ.retain(|rule, _| !rule.as_deref().is_some_and(|rule| UNKNOWN.contains(&rule)));
    assert!(differ.is_empty(), "teach the slow reader the rule, or list its id in UNKNOWN: {differ:#?}");
}
