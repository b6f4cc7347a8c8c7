//! The validator against its own cases, the documents' regular expression, and another parser.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use napkin::{Grammar, Rejection, Uri};
use serde::Deserialize;

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

/// What the other parser accepts and we refuse, by our rule, with the reason. Nothing is the other way round.
const REFUSED_BY_US: &[(&str, &str)] = &[(
    "rfc3987 4.1 bidi",
    "the ABNF of RFC 3987 has the formatting characters in ucschar, its section 4.1 forbids them; fluent-uri goes by the ABNF",
)];

#[test]
fn agrees_with_fluent_uri() {
    let mut strings = Strings::new();
    let mut met = BTreeSet::new();
    let mut accepted = 0;
    let runs = 150_000;
    for _ in 0..runs {
        let text = strings.next();
        for grammar in TODAY {
            let iri = grammar == Grammar::Rfc3987;
            let theirs = if iri { fluent_iri(text) } else { fluent_uri(text) };
            let ours = Uri::parse_reference_generic(text, grammar);
            match (&ours, theirs) {
                (Ok(uri), Some(parts)) => {
                    accepted += 1;
                    assert_eq!(
                        [uri.userinfo(), uri.host(), uri.port()].map(|part| part.map(str::to_owned)),
                        parts.1,
                        "{text:?}"
                    );
                    assert_eq!(split(uri), parts.0, "{text:?}");
                }
                (Err(_), None) => {}
                (Err(rejection), Some(_)) => {
                    let known = REFUSED_BY_US.iter().find(|(rule, _)| *rule == rejection.rule());
                    assert!(known.is_some(), "{text:?} under {}: {rejection}", grammar.name());
                    met.insert(rejection.rule());
                }
                (Ok(_), None) => panic!("{text:?} under {}: only we accept it", grammar.name()),
            }
            // An absolute URI is a reference with a scheme, and nothing else is.
            let absolute = Uri::parse_generic(text, grammar);
            assert_eq!(absolute.is_ok(), ours.is_ok_and(|uri| uri.scheme().is_some()), "{text:?}");
            // A scheme's rules only ever refuse more, and never later than the generic syntax does.
            if let Err(generic) = absolute {
                let whole = Uri::parse(text, grammar).expect_err("the generic syntax refuses it");
                assert!(whole.at() <= generic.at(), "{text:?}: {generic} and {whole}");
            }
        }
    }
    assert!(accepted > runs / 5, "only {accepted} strings were accepted");
    assert_eq!(met.len(), REFUSED_BY_US.len(), "an entry of the list is not needed any more");
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

type Parts = (Split, [Option<String>; 3]);

macro_rules! fluent {
    ($name:ident, $type:ty) => {
        fn $name(text: &str) -> Option<Parts> {
            let uri = <$type>::parse(text).ok()?;
            let authority = uri.authority();
            Some((
                [
                    uri.scheme().map(|scheme| scheme.as_str().to_owned()),
                    authority.map(|authority| authority.as_str().to_owned()),
                    Some(uri.path().as_str().to_owned()),
                    uri.query().map(|query| query.as_str().to_owned()),
                    uri.fragment().map(|fragment| fragment.as_str().to_owned()),
                ],
                [
                    authority.and_then(|authority| authority.userinfo()).map(|info| info.as_str().to_owned()),
                    authority.map(|authority| authority.host().to_owned()),
                    authority.and_then(|authority| authority.port()).map(|port| port.as_str().to_owned()),
                ],
            ))
        }
    };
}

fluent!(fluent_uri, fluent_uri::UriRef<&str>);
fluent!(fluent_iri, fluent_uri::IriRef<&str>);

/// Strings that are nearly URIs: put together from pieces at random, or a seed with a few characters changed.
struct Strings {
    random: Random,
    seeds: Vec<String>,
    text: String,
}

const PIECES: &[&str] = &[
    "http",
    "ftp",
    "mailto",
    "urn",
    "a",
    "b",
    "g",
    "v1",
    "V",
    "1",
    "0",
    "25",
    "255",
    "256",
    "01",
    "ffff",
    "12345",
    ":",
    "::",
    ":",
    "//",
    "/",
    "/",
    ".",
    "..",
    "?",
    "#",
    "[",
    "]",
    "[::",
    "[v1.",
    "@",
    "%",
    "%2",
    "%20",
    "%zz",
    "!",
    "$",
    "&",
    "'",
    "(",
    ")",
    "*",
    "+",
    ",",
    ";",
    "=",
    "-",
    "_",
    "~",
    " ",
    "\\",
    "<",
    "\"",
    "^",
    "|",
    "{",
    "\u{0}",
    "\u{7f}",
    "\u{a0}",
    "ü",
    "東",
    "\u{d7ff}",
    "\u{e000}",
    "\u{fdd0}",
    "\u{feff}",
    "\u{fffd}",
    "\u{200e}",
    "\u{202e}",
    "\u{1f600}",
    "\u{1ffff}",
    "\u{e0041}",
    "\u{e1000}",
    "\u{f0000}",
    "\u{10ffff}",
    "1.2.3.4",
    "10.0.0.256",
    "http://",
    "a.example",
];

const SEEDS: &[&str] = &[
    "http://user:pw@a.example:8042/over/there;p?name=ferret#nose",
    "http://[2001:db8:85a3::8a2e:370:7334]:80/",
    "http://[1:2:3:4:5:6:7:8]",
    "http://[1:2:3:4:5:6:7::]/",
    "http://[::1:2:3:4:5:6:7]/",
    "http://[1:2:3:4:5:6:1.2.3.4]/",
    "http://[::ffff:192.0.2.128]/",
    "http://[1::2:3:4:1.2.3.4]/",
    "//[v7.a:b]:1/",
    "//a@b:1?c",
    "http://192.0.2.255:65535/a",
    "http://例え.テスト/引き割り?キー=\u{f8ff}#値",
    "mailto:a@b.example?subject=c",
    "news:comp.infosystems.www.servers.unix",
    "urn:example:a:b",
    "../a/./b;c=1/d:e",
    "a%20b:c",
];

impl Strings {
    fn new() -> Strings {
        let mut seeds: Vec<String> = SEEDS.iter().map(|&seed| seed.to_owned()).collect();
        seeds.extend(corpus().into_iter().map(|case| case.uri));
        Strings { random: Random(0x9E37_79B9_7F4A_7C15), seeds, text: String::new() }
    }

    fn next(&mut self) -> &str {
        self.text.clear();
        if self.random.below(4) == 0 {
            for _ in 0..self.random.below(12) {
                self.text.push_str(self.random.of(PIECES));
            }
            return &self.text;
        }
        let seed = self.random.below(self.seeds.len());
        self.text.push_str(&self.seeds[seed]);
        for _ in 0..self.random.below(4) {
            let mut start = self.random.below(self.text.len() + 1);
            while !self.text.is_char_boundary(start) {
                start -= 1;
            }
            let taken = self.text[start..].chars().next().map_or(0, char::len_utf8);
            let end = if self.random.below(2) == 0 { start } else { start + taken };
            let piece = if self.random.below(3) == 0 { "" } else { self.random.of(PIECES) };
            self.text.replace_range(start..end, piece);
        }
        &self.text
    }
}

/// xorshift64*: enough to vary strings, and the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % bound
    }

    fn of<'p>(&mut self, pieces: &[&'p str]) -> &'p str {
        pieces[self.below(pieces.len())]
    }
}
