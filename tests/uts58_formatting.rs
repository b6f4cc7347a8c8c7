//! The Unicode Consortium's test of link formatting, where it is at hand: data files stay outside the repository.

use std::{fmt::Write, fs, path::Path};

use napkin::{Finder, Grammar, Uri};

/// Where the file is looked for, beside the repository.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/uts58/LinkFormattingTest.txt");

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
fn all_pairs() {
    if !Path::new(FILE).exists() {
        println!("skipped: there is no {FILE}");
        return;
    }
    let file = fs::read_to_string(FILE).expect("the file is UTF-8");
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
