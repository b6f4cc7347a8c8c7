//! The readable form of a URI and its inverse: on cases of our own, and what holds for every URI on random ones.

use napkin::{Finder, Grammar, Uri};
use proptest::{prelude::*, sample::select, test_runner::RngSeed};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Corpus {
    case: Vec<Case>,
}

/// One line of `corpus/readable.toml`, which says what is left out.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    uri: String,
    readable: Option<String>,
    minimal: Option<String>,
    found: Option<String>,
    #[serde(default)]
    why: String,
}

fn parse(text: &str) -> Uri<'_> {
    Uri::parse(text, Grammar::Rfc3987).unwrap_or_else(|rejection| panic!("{text:?}: {rejection}"))
}

/// What a finder finds of a URL in a sentence.
fn found(url: &str) -> Vec<String> {
    let text = format!("see {url} and");
    Finder::new().find_iter(&text).map(|link| link.as_str().to_owned()).collect()
}

/// A URI with all escapes that make no difference written as the characters: RFC 3986, 6.2.2.2, and what RFC 2396, 2.3
/// called marks. Slow and obvious.
fn canonical(uri: &str) -> String {
    let bytes = uri.as_bytes();
    let mut out = String::new();
    let mut at = 0;
    while at < bytes.len() {
        let (byte, is_escaped, length) = match bytes[at] {
            b'%' => (u8::from_str_radix(&uri[at + 1..at + 3], 16).expect("an escape"), true, 3),
            byte => (byte, false, 1),
        };
        let is_data = byte.is_ascii_alphanumeric() || b"-._~!*'()".contains(&byte);
        if byte.is_ascii() && (!is_escaped || is_data) {
            out.push(byte as char);
        } else {
            out += &format!("%{byte:02X}");
        }
        at += length;
    }
    out
}

/// The same for the readable form of a URI: a reserved character at the end has no readable form but its escape.
fn canonical_of_readable(uri: &str) -> String {
    let fragment = uri.find('#').unwrap_or(uri.len());
    let directives = uri[fragment..].match_indices(":~:").last().map(|(at, prefix)| fragment + at + prefix.len());
    // So does the last equals sign of a line.
    let is_line = uri.ends_with("====");
    match uri.strip_suffix([',', ';', ':', '?', '@']).or(if is_line { uri.strip_suffix('=') } else { None }) {
        Some(before) if directives != Some(uri.len()) => {
            canonical(before) + &format!("%{:02X}", uri.as_bytes()[before.len()])
        }
        _ => canonical(uri),
    }
}

#[test]
fn cases() {
    let cases =
        toml::from_str::<Corpus>(include_str!("../../corpus/readable.toml")).expect("corpus/readable.toml").case;
    assert!(cases.len() > 60);
    let mut failed = 0;
    for Case { uri, readable, minimal, found: less, why } in cases {
        let readable = readable.as_deref().unwrap_or(&uri);
        let minimal = minimal.as_deref().unwrap_or(readable);
        let got = [parse(&uri).to_readable(), parse(&uri).to_minimally_escaped()];
        let expected = less.as_deref().unwrap_or(readable);
        let expected = if expected.is_empty() { vec![] } else { vec![expected.to_owned()] };
        if got != [readable, minimal] || found(readable) != expected {
            failed += 1;
            println!("{uri:?}: {got:?}, found {:?} ({why})", found(readable));
            continue;
        }
        assert_eq!(parse(readable).to_readable(), readable);
        let same = if less.is_some() { canonical(&uri) } else { canonical_of_readable(&uri) };
        assert_eq!(canonical(&parse(readable).to_escaped()), same);
    }
    assert_eq!(failed, 0, "cases failed");
}

#[test]
fn escaped() {
    for (iri, uri) in [
        ("http://é.example/é?ж#東", "http://é.example/%C3%A9?%D0%B6#%E6%9D%B1"),
        ("http://é@é.example:80", "http://é@é.example:80"),
        ("http://a.example/%c3%A9", "http://a.example/%c3%A9"),
        ("urn:example:é", "urn:example:%C3%A9"),
        ("http://a.example/?\u{e000}😀", "http://a.example/?%EE%80%80%F0%9F%98%80"),
    ] {
        assert_eq!(parse(iri).to_escaped(), uri);
    }
    let reference = Uri::parse_reference("é/b?é", Grammar::Rfc3987).expect("a reference");
    assert_eq!((&*reference.to_escaped(), &*reference.to_readable()), ("%C3%A9/b?%C3%A9", "é/b?é"));
}

/// A path that begins a reference must not turn into a scheme.
#[test]
fn references() {
    for (reference, minimal) in [
        ("b%3Ac", "b%3Ac"),
        ("./b%3Ac", "./b%3Ac"),
        ("//a.example/b%3Ac", "//a.example/b:c"),
        ("?b%3Ac", "?b:c"),
        ("", ""),
    ] {
        let reference = Uri::parse_reference(reference, Grammar::Rfc3986).expect("a reference");
        assert_eq!(reference.to_minimally_escaped(), minimal);
        assert_eq!(reference.to_readable(), reference.as_str());
    }
}

/// What a path, a query and a fragment are made of, beside single characters.
const TOKENS: [&str; 44] = [
    "www.", "WWW.", ",", ";", "http", "https", "ftp", "://", "gt;", "&gt;", "&", "quot;", "#34;", "=", "'s", "'", "’",
    "s", "-", "--", "*", "@", "(", ")", "（", "）", "「", "」", ".", ":", "!", "+", "a", "1", "~", ":~:", ":%7E:",
    "%E9", "%F0%9F", "%2541", "%25", "%", "é", "を",
];

/// Characters that are special to finding or reading, beside random ones.
const CHARS: [char; 40] = [
    '東', 'を', 'ท', 'က', 'م', 'ی', '\u{94D}', 'ष', '\u{200C}', '\u{200D}', '\u{200E}', '\u{301}', '\u{FE0F}',
    '\u{AD}', '。', '、', '–', '—', '…', '“', '”', '’', '«', '（', '）', '「', '」', '／', '∕', '😀', ' ', '"', '<',
    '%', '/', '?', '#', '&', '+', '\u{E000}',
];

fn escaped_char(c: char) -> String {
    c.encode_utf8(&mut [0; 4]).bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// A path's segment, a query or a fragment, with delimiters in it.
fn component() -> impl Strategy<Value = String> {
    let single = prop_oneof![select(&CHARS[..]), any::<char>(), prop::char::range(' ', '~')];
    let unit = prop_oneof![
        4 => select(&TOKENS[..]).prop_map(str::to_owned),
        4 => single.clone().prop_map(escaped_char),
        2 => single.prop_map(|c| c.to_string()),
    ];
    // What is valid in all parts, and begins none.
    let is_valid = |unit: &String| {
        !unit.contains(['#', '?']) && Uri::parse_reference(&format!("#{unit}"), Grammar::Rfc3987).is_ok()
    };
    prop::collection::vec(unit.prop_filter("valid", is_valid), 0..12).prop_map(|units| units.concat())
}

/// URLs that are valid, and whose scheme and host are found.
fn urls() -> impl Strategy<Value = String> {
    let path = prop::collection::vec(component(), 0..3)
        .prop_map(|segments| segments.iter().map(|segment| format!("/{segment}")).collect::<String>());
    let optional = |delimiter: &'static str| {
        prop::option::of(component())
            .prop_map(move |component| component.map_or(String::new(), |component| format!("{delimiter}{component}")))
    };
    let start = select(vec!["http://a.example", "https://例え.example:80", "ftp://b@a.example", "http://192.0.2.1"]);
    (start, path, optional("?"), optional("#"))
        .prop_map(|(start, path, query, fragment)| [start, &path, &query, &fragment].concat())
        // A question mark at the end is the sentence's.
        .prop_filter("valid", |url| {
            Uri::parse(url, Grammar::Rfc3987).is_ok_and(|uri| uri.fragment().is_some() || uri.query() != Some(""))
        })
}

/// How many URLs each property is tried on. Without optimization fewer have to do.
const CASES: u32 = if cfg!(debug_assertions) { 4 << 10 } else { 64 << 10 };

/// The same URLs each time: to look for new ones, change it, and ask for more.
const SEED: u64 = 58;

proptest! {
    #![proptest_config(ProptestConfig {
        cases: CASES,
        rng_seed: RngSeed::Fixed(SEED),
        failure_persistence: None,
        max_global_rejects: u32::MAX,
        max_local_rejects: u32::MAX,
        ..ProptestConfig::default()
    })]

    #[test]
    fn the_readable_form_is_found_whole(url in urls()) {
        let readable = parse(&url).to_readable();
        prop_assert!(Uri::parse(&readable, Grammar::Rfc3987).is_ok(), "{}", readable);
        prop_assert_eq!(found(&readable), [readable.as_str()]);
    }

    #[test]
    fn the_inverse_is_the_same_uri(url in urls()) {
        let readable = parse(&url).to_readable();
        let uri = parse(&readable);
        prop_assert_eq!(canonical(&uri.to_escaped()), canonical_of_readable(&url), "{}", readable);
        prop_assert_eq!(uri.to_readable(), readable.as_str());
        let escaped = uri.to_escaped().into_owned();
        prop_assert_eq!(parse(&escaped).to_readable(), readable.as_str());
    }

    #[test]
    fn no_letter_is_escaped_in_vain(url in urls()) {
        let readable = parse(&url).to_readable();
        let tail = parse(&readable).components().path(&readable).as_ptr() as usize - readable.as_ptr() as usize;
        for (at, _) in readable.match_indices('%').filter(|&(at, _)| at >= tail) {
            let bytes: Vec<u8> = readable[at..].split('%').skip(1).take(4).map_while(|escape| {
                let byte = u8::from_str_radix(escape.get(..2)?, 16).ok()?;
                Some((byte, escape.len() == 2))
            }).scan(true, |goes_on, (byte, is_alone)| std::mem::replace(goes_on, is_alone).then_some(byte)).collect();
            let c = (1..=bytes.len()).find_map(|length| std::str::from_utf8(&bytes[..length]).ok()).and_then(|text| text.chars().next());
            // Marks may stand on a delimiter, two of these letters look like one, and letters of East Asia end a URL by what is around.
            let Some(c) = c.filter(|c| c.is_alphabetic() && *c < '\u{2E80}' && !"℀℁℅℆".contains(*c)) else { continue };
            let shorter = format!("{}{c}{}", &readable[..at], &readable[at + 3 * c.len_utf8()..]);
            if Uri::parse(&shorter, Grammar::Rfc3987).is_ok() {
                let is_mark = found(&shorter) == [shorter.as_str()];
                prop_assert!(!is_mark || is_attached(c), "{} could be {}", readable, shorter);
            }
        }
    }

    #[test]
    fn every_string_has_a_form(url in "[a-z]{0,6}:?(//)?[ -~é東\u{200D}%]{0,40}") {
        for grammar in Grammar::ALL {
            if let Ok(uri) = Uri::parse_reference_generic(&url, grammar) {
                let forms = [uri.to_readable(), uri.to_minimally_escaped(), uri.to_escaped().into_owned()];
                // What an older document alone has a place for stays as it is.
                let is_of_today = Uri::parse_reference_generic(&url, Grammar::Rfc3987).is_ok();
                let judge = if is_of_today { Grammar::Rfc3987 } else { grammar };
                prop_assert!(Uri::parse_reference_generic(&forms[0], judge).is_ok(), "{:?}", forms);
                prop_assert!(Uri::parse_reference_generic(&forms[2], grammar).is_ok(), "{:?}", forms);
            }
        }
    }
}

/// Returns `true` if it is a mark on the character before it.
fn is_attached(c: char) -> bool {
    use unicode_segmentation::UnicodeSegmentation;
    format!("a{c}").graphemes(true).count() == 1
}

/// What an older document alone takes for a URL is no IRI, and none of its characters would be what its grammar has a place for.
#[test]
fn what_is_no_iri_stays_as_it_is() {
    let url = "2://W:ddC1%C2%A1";
    let uri = Uri::parse_generic(url, Grammar::Rfc1738).expect("a scheme may begin with a digit");
    assert_eq!(uri.to_readable(), url);
}
