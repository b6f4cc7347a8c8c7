//! Every case of the corpus, through every way of reading its text.

use std::{collections::BTreeSet, fmt::Write, fs, ops::Range, path::Path};

use crate::common::{Findings, Found, find, search};
use napkin::{Finder, FinderBuilder, Grammar, Hyphen, Kind, Kinds, Notation, Rejoin};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    case: Vec<Case>,
}

/// A text and what is to be found in it; `corpus/README.md` explains the fields.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    rule: Option<String>,
    text: Option<String>,
    bytes: Option<String>,
    #[serde(default = "once")]
    times: usize,
    #[serde(default)]
    tail: String,
    kinds: Option<Vec<String>>,
    schemes: Option<Vec<String>>,
    #[serde(default)]
    any_scheme: bool,
    #[serde(default)]
    refang: bool,
    grammar: Option<String>,
    base: Option<String>,
    rejoin: Option<String>,
    hyphen: Option<String>,
    links: Vec<Expected>,
    refused: Option<Vec<ExpectedRefusal>>,
    #[serde(default)]
    why: String,
}

fn once() -> usize {
    1
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    url: String,
    text: Option<String>,
    pieces: Option<Vec<String>>,
    kind: Option<String>,
    delimiter: Option<String>,
    alternative: Option<String>,
    inside: Option<String>,
    escaped: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExpectedRefusal {
    text: Option<String>,
    at: usize,
    rule: String,
}

/// The smallest window there is.
const LEAST_WINDOW: usize = 1 << 10;

/// More text than the rolling buffer keeps: what comes after it is found in a buffer that has moved on.
const LONG: usize = 600 << 10;

/// So much text that a stream is looked at where it is cut, without a line end there.
const SHORT: usize = 600;

#[test]
fn every_case_is_found_as_a_whole() {
    let mut report = String::new();
    for case in cases() {
        if let Err(difference) = case.check() {
            writeln!(report, "\n{}: {difference}", case.name).expect("a string takes every write");
        }
    }
    assert!(report.is_empty(), "{report}");
}

#[test]
fn no_known_disagreement_is_gone() {
    let gone: Vec<String> = known().into_iter().filter(|case| case.check().is_ok()).map(|case| case.name).collect();
    assert!(gone.is_empty(), "these pass and belong into corpus/cases: {gone:?}");
}

#[test]
fn every_cut_finds_the_same() {
    let mut report = String::new();
    for case in cases().into_iter().chain(known()) {
        if let Err(difference) = case.check_cuts() {
            writeln!(report, "\n{}: {difference}", case.name).expect("a string takes every write");
        }
    }
    assert!(report.is_empty(), "{report}");
}

#[test]
fn far_into_a_stream_the_same_is_found() {
    for case in cases().into_iter().chain(known()) {
        let (text, finder) = (case.bytes(), case.finder().build().expect("options are right"));
        // So many blank lines that no other line is near.
        let before = [&b"\n".repeat(16)[..], &text].concat();
        let long = [&b"word\n".repeat(LONG / 5)[..], &before].concat();
        let shift = long.len() - before.len();
        let mut far = search(&finder, &long, [7, LONG, 1, text.len() / 2]).links;
        for piece in far.iter_mut().flat_map(|link| &mut link.pieces) {
            *piece = piece.start - shift..piece.end - shift;
        }
        assert_eq!(far, find(&finder, &before), "{}", case.name);
    }
}

/// Where nothing is to be told of breaks, some are dismissed at a glance: what is found is the same, however it is read.
#[test]
fn what_is_not_told_is_found_the_same() {
    for case in cases().into_iter().chain(known()) {
        let text = case.bytes();
        let told = case.finder().build().expect("options are right");
        let quiet = case.finder().explain(false).build().expect("options are right");
        let found = find(&told, &text);
        assert_eq!(find(&quiet, &text), found, "{}", case.name);
        assert_eq!(search(&quiet, &text, vec![1; text.len()]).links, found, "{}", case.name);
        let confidences = |finder: &Finder| -> Vec<Option<f32>> {
            finder.find_iter(&text).map(|link| link.rejoined().map(|rejoined| rejoined.confidence)).collect()
        };
        assert_eq!(confidences(&quiet), confidences(&told), "{}", case.name);
    }
}

#[test]
fn the_corpus_is_in_order() {
    let mut names: Vec<String> = cases().into_iter().chain(known()).map(|case| case.name).collect();
    assert!(names.len() >= 150, "only {} cases", names.len());
    names.sort();
    let twice: Vec<&[String]> = names.windows(2).filter(|pair| pair[0] == pair[1]).collect();
    assert!(twice.is_empty(), "{twice:?}");
    assert!(known().iter().all(|case| !case.why.is_empty()), "a disagreement has a reason");
}

#[test]
fn every_rule_has_a_case() {
    let named: BTreeSet<String> = cases().into_iter().filter_map(|case| case.rule).collect();
    let rules: BTreeSet<String> = napkin::engine_rules().map(|rule| rule.id.to_owned()).collect();
    let without: Vec<_> = rules.difference(&named).collect();
    assert!(without.is_empty(), "no case is for {without:?}");
    let unknown: Vec<_> = named.difference(&rules).collect();
    assert!(unknown.is_empty(), "no rule is called {unknown:?}");
}

/// What each rule earns stands on a page, which is made anew when there are others.
#[test]
fn every_rule_is_on_the_page_of_rent() {
    let page = fs::read_to_string(corpus().join("../docs/lab/rent.md")).expect("the page is there");
    let named: BTreeSet<&str> = page.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
    let rules: BTreeSet<&str> = napkin::engine_rules().map(|rule| rule.id).collect();
    let differing: Vec<_> = rules.symmetric_difference(&named).collect();
    assert!(
        differing.is_empty(),
        "docs/lab/rent.md and the rules differ in {differing:?}: `python3 tools/rent rules BINARY --page docs/lab/rent.md` \
         counts all, once `python3 tools/rent fetch` has the texts and RUSTFLAGS=\"--cfg napkin_rent\" the binary; without \
         them, write a line with empty cells for a new rule",
    );
}

fn cases() -> Vec<Case> {
    let folder = corpus().join("cases");
    let mut files: Vec<_> = fs::read_dir(folder).expect("corpus/cases").map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.iter().flat_map(|file| load(file)).collect()
}

fn known() -> Vec<Case> {
    load(&corpus().join("known.toml"))
}

fn corpus() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/corpus"))
}

fn load(file: &Path) -> Vec<Case> {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    toml::from_str::<File>(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display())).case
}

impl Case {
    fn bytes(&self) -> Vec<u8> {
        let text = match (&self.text, &self.bytes) {
            (Some(text), None) => text.clone().into_bytes(),
            (None, Some(escaped)) => unescape(escaped),
            _ => panic!("{}: either text or bytes", self.name),
        };
        [&text.repeat(self.times)[..], self.tail.as_bytes()].concat()
    }

    fn finder(&self) -> FinderBuilder {
        let mut builder = Finder::builder().any_scheme(self.any_scheme).refang(self.refang).explain(true);
        if let Some(kinds) = &self.kinds {
            let kind = |name: &String| Kind::ALL.into_iter().find(|kind| kind.name() == name);
            builder = builder.kinds(kinds.iter().map(|name| kind(name).expect("a kind")).collect::<Kinds>());
        }
        if let Some(schemes) = &self.schemes {
            builder = builder.schemes(schemes.clone());
        }
        if let Some(base) = &self.base {
            builder = builder.base(base);
        }
        if let Some(grammar) = &self.grammar {
            builder = builder.grammar(Grammar::from_name(grammar).expect("a grammar"));
        }
        builder = builder.rejoin(match self.rejoin.as_deref() {
            None => Rejoin::default(),
            Some("off") => Rejoin::Off,
            Some("delimited") => Rejoin::Delimited,
            Some("auto") => Rejoin::Auto,
            Some("eager") => Rejoin::Eager,
            Some(level) => panic!("{}: no level is called {level}", self.name),
        });
        builder.hyphen(match self.hyphen.as_deref() {
            None => Hyphen::default(),
            Some("auto") => Hyphen::Auto,
            Some("keep") => Hyphen::Keep,
            Some("drop") => Hyphen::Drop,
            Some(other) => panic!("{}: {other} is none of auto, keep and drop", self.name),
        })
    }

    /// The links that the case wants, with their places in the text.
    fn expected(&self, text: &[u8]) -> Vec<Found> {
        let mut at = 0;
        let mut place = |piece: &str| -> Range<usize> {
            let found = text[at..].windows(piece.len()).position(|here| here == piece.as_bytes());
            let start = at + found.unwrap_or_else(|| panic!("{}: {piece:?} is not in the rest of the text", self.name));
            at = start + piece.len();
            start..at
        };
        let has_break = |pieces: &[Range<usize>]| {
            pieces.windows(2).any(|pair| text[pair[0].end..pair[1].start].iter().any(u8::is_ascii_whitespace))
        };
        let links = self.links.iter().map(|link| {
            let pieces: Vec<_> = match (&link.text, &link.pieces) {
                (None, Some(pieces)) => pieces.iter().map(|piece| place(piece)).collect(),
                (text, None) => vec![place(text.as_ref().unwrap_or(&link.url))],
                _ => panic!("{}: either text or pieces", self.name),
            };
            Found {
                url: link.url.clone(),
                joined: pieces.len() > 1
                    && link.escaped.as_deref() != Some("at")
                    && (link.escaped.is_none() || has_break(&pieces)),
                escaped: link
                    .escaped
                    .as_deref()
                    .map(|notation| name(&Notation::ALL.map(Notation::name), Some(notation))),
                pieces,
                kind: name(&["url", "www", "domain", "email"], link.kind.as_deref()),
                delimiter: name(&["bare", "angle", "quote", "prefix"], link.delimiter.as_deref()),
                alternative: link.alternative.clone(),
                inside: link.inside.as_deref().map(|part| name(&["host", "scheme"], Some(part))),
            }
        });
        links.collect()
    }

    fn check(&self) -> Result<(), String> {
        let text = self.bytes();
        let finder = self.finder().build().expect("options are right");
        let (links, expected) = (find(&finder, &text), self.expected(&text));
        let shown = || format!("{:?}\n  {}", String::from_utf8_lossy(&text), self.why);
        if links != expected {
            return Err(format!("{}\n  expected {expected:#?}\n  found {links:#?}", shown()));
        }
        let Some(refused) = &self.refused else { return Ok(()) };
        let found = search(&finder, &text, []).refused;
        let same = found.len() == refused.len()
            && found.iter().zip(refused).all(|(found, expected)| {
                let text = &text[found.range.clone()];
                (found.at, found.rule) == (expected.at, &expected.rule)
                    && expected.text.as_ref().is_none_or(|expected| expected.as_bytes() == text)
            });
        if same { Ok(()) } else { Err(format!("{}\n  refused {found:#?}", shown())) }
    }

    fn check_cuts(&self) -> Result<(), String> {
        let text = self.bytes();
        let finder = self.finder().build().expect("options are right");
        let links = find(&finder, &text);
        let whole = search(&finder, &text, []);
        if whole.links != links {
            return Err(format!("a slice gives {links:#?}\n  a reader {:#?}", whole.links));
        }
        let small = self.finder().window(LEAST_WINDOW).build().expect("options are right");
        let finders = if text.len() < LEAST_WINDOW { vec![finder, small] } else { vec![finder] };
        for finder in &finders {
            same(&whole, search(finder, &text, vec![1; text.len()]), "reads of one byte")?;
            for cut in 1..text.len() {
                same(&whole, search(finder, &text, [cut]), &format!("a cut at {cut}"))?;
            }
        }
        // A few bytes are not looked at before more are there.
        let far = [&b"word\n".repeat(SHORT / 5)[..], &text].concat();
        let whole = search(&finders[0], &far, []);
        for cut in 1..text.len() {
            same(&whole, search(&finders[0], &far, [SHORT + cut]), &format!("a cut at {cut} behind {SHORT} bytes"))?;
        }
        Ok(())
    }
}

fn same(whole: &Findings, cut: Findings, how: &str) -> Result<(), String> {
    if *whole == cut { Ok(()) } else { Err(format!("{how}\n  gives {cut:#?}\n  the whole {whole:#?}")) }
}

/// The name as it is in `names`; the first where there is none.
fn name(names: &[&'static str], wanted: Option<&str>) -> &'static str {
    let found = names.iter().find(|&&name| wanted.is_none_or(|wanted| wanted == name));
    found.unwrap_or_else(|| panic!("{wanted:?} is none of {names:?}"))
}

/// The bytes of a string in which `\xHH` is a byte and everything else stands for itself.
fn unescape(escaped: &str) -> Vec<u8> {
    let mut parts = escaped.split("\\x");
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let (digits, rest) = part.split_at(2);
        bytes.push(u8::from_str_radix(digits, 16).expect("two hexadecimal digits"));
        bytes.extend_from_slice(rest.as_bytes());
    }
    bytes
}
