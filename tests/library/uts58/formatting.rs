//! The test of link formatting.

use std::{collections::BTreeMap, fmt::Write, ops::RangeInclusive};

use napkin::{Finder, Grammar, Uri};

use super::read;

/// How many pairs have a source line that lost what the parts say: a delimiter that is no delimiter stands in it as one.
const LOSSY: usize = 5;

/// How many have a source line with a percent sign that begins no escape, which is in no URI.
const NO_ESCAPE: usize = 2;

/// The pairs whose readable form differs on purpose, by their parts: what it is for us, and why.
const DIFFERENT: [(&str, &str, &str); 4] = [
    ("𝑷=α 𝑷=β%41γ%ε%}", "https://example.com/α/β%2541γ%25ε%25", "a percent sign begins an escape in every grammar"),
    ("𝑸=α%β 𝑽=γ%δ}", "https://example.com?α%25β=γ%25δ", "a percent sign begins an escape in every grammar"),
    ("𝑷=נאט\"ו}", "https://he.wikipedia.org/wiki/נאט%22ו", "no grammar has a place for a quotation mark"),
    (
        "𝑷=联合国教育、科学及文化组织}",
        "https://zh.wikipedia.org/wiki/联合国教育%E3%80%81%E7%A7%91%E5%AD%A6%E5%8F%8A%E6%96%87%E5%8C%96%E7%BB%84%E7%BB%87",
        "an ideographic comma ends a URL in running text, and so does an ideograph behind an escape's last digit",
    ),
];

/// One pair: the parts of its comment, its source, and its minimally escaped form.
struct Pair<'f> {
    parts: &'f str,
    source: &'f str,
    minimal: &'f str,
}

fn pairs(file: &str) -> Vec<Pair<'_>> {
    let mut pairs = Vec::new();
    let mut parts = "";
    let mut lines = file.lines();
    while let Some(line) = lines.next() {
        match line.strip_prefix("# ") {
            Some(comment) if comment.starts_with('{') => parts = comment.trim_end(),
            None if line.starts_with("http") => {
                let minimal = lines.next().expect("a pair has two lines");
                pairs.push(Pair { parts, source: line, minimal });
            }
            _ => {}
        }
    }
    pairs
}

/// The URI that the parts in braces make, with everything but letters, digits and `kept` percent-encoded.
fn from_parts(parts: &str, kept: &[u8]) -> String {
    const NAMES: [(&str, &str); 7] =
        [("𝑺=", ""), ("𝑯=", ""), ("𝑷=", "/"), ("𝑸=", "?"), ("𝑽=", "="), ("𝑭=", "#"), ("𝑫=", ":~:")];
    let inner = parts.strip_prefix('{').and_then(|parts| parts.strip_suffix('}')).expect("braces");
    let mut starts: Vec<(usize, &str, &str)> = NAMES
        .iter()
        .flat_map(|&(name, delimiter)| inner.match_indices(name).map(move |(at, _)| (at, name, delimiter)))
        .collect();
    starts.sort_unstable();
    let mut uri = String::new();
    for (i, &(at, name, delimiter)) in starts.iter().enumerate() {
        let end = starts.get(i + 1).map_or(inner.len(), |next| next.0 - 1);
        let value = &inner[at + name.len()..end];
        uri.push_str(if name == "𝑸=" && uri.contains('?') { "&" } else { delimiter });
        for byte in value.bytes() {
            if matches!(name, "𝑺=" | "𝑯=") || byte.is_ascii_alphanumeric() || kept.contains(&byte) {
                uri.push(byte as char);
            } else {
                write!(uri, "%{byte:02X}").expect("a string takes anything");
            }
        }
    }
    uri
}

#[test]
#[ignore = "needs the files of UTS #58: set NAPKIN_UTS58 to their folder"]
fn all_pairs() {
    let file = read("LinkFormattingTest.txt");
    let pairs = pairs(&file);
    assert!(pairs.len() > 50, "only {} pairs", pairs.len());
    let (mut lossy, mut no_escape, mut different, mut wrong) = (0, 0, 0, Vec::new());
    for Pair { parts, source, minimal } in pairs {
        let (escaped, written) = (from_parts(parts, b""), from_parts(parts, b"!'(),-.:;_"));
        let [escaped, written] =
            [&escaped, &written].map(|uri| Uri::parse(uri, Grammar::Rfc3986).expect("the parts make a URI"));
        let mut forms = vec![escaped.to_minimally_escaped(), written.to_minimally_escaped()];
        // An escaped colon or comma is another URI's: it stays escaped in the readable form.
        let mut readable = vec![written.to_readable()];
        match Uri::parse(source, Grammar::Rfc3986) {
            Ok(uri) if uri.to_minimally_escaped() == minimal => {
                forms.push(uri.to_minimally_escaped());
                readable.push(uri.to_readable());
            }
            Err(rejection) if rejection.rule().ends_with(" pct-encoded") => no_escape += 1,
            _ => lossy += 1,
        }
        let differs = DIFFERENT.iter().find(|(part, ..)| parts.ends_with(part));
        different += usize::from(differs.is_some());
        let expected = differs.map_or(minimal, |(_, readable, _)| readable);
        if forms.iter().any(|form| form != minimal) || readable.iter().any(|form| form != expected) {
            wrong.push((parts.to_owned(), forms, readable));
        }
        let text = format!("see {expected} and");
        let found: Vec<String> = Finder::new().find_iter(&text).map(|link| link.url().to_string()).collect();
        assert_eq!(found, [expected]);
        assert_eq!(Uri::parse(expected, Grammar::Rfc3987).map(|uri| uri.to_readable()).as_deref(), Ok(expected));
    }
    assert!(wrong.is_empty(), "{} are wrong: {wrong:#?}", wrong.len());
    assert_eq!((lossy, no_escape, different), (LOSSY, NO_ESCAPE, DIFFERENT.len()));
}

/// The properties as the data files have them.
struct Properties {
    terms: Vec<(RangeInclusive<u32>, String)>,
    /// Closing brackets, each with its opening one.
    brackets: BTreeMap<u32, u32>,
}

impl Properties {
    fn new(terms: &str, brackets: &str) -> Properties {
        let records = |text: &str| -> Vec<(String, String)> {
            text.lines()
                .filter_map(|line| line.split('#').next()?.split_once(';'))
                .map(|(points, value)| (points.trim().to_owned(), value.trim().to_owned()))
                .collect()
        };
        let point = |text: &str| u32::from_str_radix(text, 16).expect("a code point");
        let range = |text: &str| {
            let (first, last) = text.split_once("..").unwrap_or((text, text));
            point(first)..=point(last)
        };
        Properties {
            terms: records(terms).into_iter().map(|(points, term)| (range(&points), term)).collect(),
            brackets: records(brackets).iter().map(|(close, open)| (point(close), point(open))).collect(),
        }
    }

    fn term(&self, c: char) -> &str {
        self.terms.iter().find(|(points, _)| points.contains(&(c as u32))).map_or("Hard", |(_, term)| term)
    }

    /// Where the URL ends whose path, query or fragment begins at `start`: the termination algorithm as UTS #58 has it.
    fn end(&self, text: &str, start: usize) -> usize {
        let (mut end, mut part, mut open) = (start, '/', Vec::new());
        for (at, c) in text.char_indices().skip_while(|&(at, _)| at < start) {
            let begins_part = matches!((part, c), ('/', '?' | '#') | ('?', '#'));
            let clears = match part {
                '/' => c == '/',
                '?' => matches!(c, '=' | '&'),
                _ => text[at..].starts_with(":~:"),
            };
            if begins_part || clears {
                open.clear();
            }
            part = if begins_part { c } else { part };
            let is_safe = match self.term(c) {
                _ if begins_part => true,
                "Hard" => break,
                "Soft" => false,
                "Open" => {
                    open.push(c as u32);
                    true
                }
                "Close" if open.pop() != self.brackets.get(&(c as u32)).copied() => break,
                _ => true,
            };
            end = if is_safe { at + c.len_utf8() } else { end };
        }
        end
    }
}

/// The minimally escaped form is what the standard's own algorithm finds whole.
#[test]
#[ignore = "needs the files of UTS #58: set NAPKIN_UTS58 to their folder"]
fn the_minimal_form_ends_where_it_ends() {
    let properties = Properties::new(&read("LinkTerm.txt"), &read("LinkBracket.txt"));
    let corpus: toml::Table = include_str!("../../../corpus/readable.toml").parse().expect("corpus/readable.toml");
    let mut tried = 0;
    for uri in corpus["case"].as_array().expect("cases").iter().map(|case| case["uri"].as_str().expect("a string")) {
        let uri = Uri::parse(uri, Grammar::Rfc3987).expect("a case is valid");
        let Some(authority) = uri.authority() else { continue };
        let start = uri.scheme().map_or(0, |scheme| scheme.len() + 1) + 2 + authority.len();
        let minimal = uri.to_minimally_escaped();
        // A directive that is empty ends in a soft character, and has no other form.
        let end = if minimal.ends_with(":~:") { minimal.len() - 1 } else { minimal.len() };
        assert_eq!(properties.end(&format!("{minimal} and"), start), end, "{minimal}");
        tried += 1;
    }
    assert!(tried > 60);
}
