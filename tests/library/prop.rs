//! What holds for every text, tried on random ones made of what URLs and their surroundings are made of.

use crate::{
    common::{find, search},
    html::as_shown,
};
use napkin::{Delimiter, Finder, Grammar, Hyphen, Kinds, Linkifier, Rejoin, Uri};
use proptest::{prelude::*, sample::select, test_runner::RngSeed};

/// What the texts are made of.
const TOKENS: [&[u8]; 84] = [
    b"http://",
    b"https://",
    b"HTTP://",
    b"ftp://",
    b"x-y://",
    b"mailto:",
    b"urn:",
    b"news:",
    b"file:///",
    b"javascript:",
    b"http://a.example/b",
    b"http://a.com",
    b"<http://a.example/",
    b"\"http://a.example/",
    b"www.",
    b"www.a.com",
    b"ftp.",
    b"a.com",
    b"a.example",
    b"x@a.com",
    b"[::1]",
    b"127.0.0.1",
    b"URL:",
    b"url: ",
    b"<URL:",
    b"<",
    b">",
    b"\"",
    b"'",
    b"`",
    b"(",
    b")",
    b"[",
    b"]",
    b"{",
    b"}",
    b"*",
    b"_",
    b"~",
    b"|",
    b"\\",
    b"/",
    b"//",
    b".",
    b"..",
    b",",
    b";",
    b":",
    b"!",
    b"?",
    b"#",
    b"&",
    b"=",
    b"%",
    b"%20",
    b"@",
    b"-",
    b"--",
    b"'s",
    b"&gt;",
    b"&quot;",
    b"a",
    b"b1",
    b"title ",
    b" ",
    b"\t",
    b"\n",
    b"\r\n",
    b"\r",
    b"\n\n",
    b"\n> ",
    b"> ",
    b"\n  ",
    b"\x0C",
    b"\0",
    b"\x1B[1m",
    b"\xFF",
    b"\xE3\x81",
    b"\xF0\x9F",
    b"\xC2\xAD\n",
    b"\xE2\x80\x90\n",
    b"\xE2\x80\x8D",
    b"\xE2\x80\xAE",
    b"\xCC\x81",
];

/// Letters and marks beyond ASCII.
const CHARS: [char; 16] =
    ['東', '京', 'を', 'ท', '。', '，', '「', '」', '“', '”', '«', 'é', 'ж', '😀', '\u{A0}', '\u{FEFF}'];

fn texts() -> impl Strategy<Value = Vec<u8>> {
    let token = prop_oneof![
        6 => select(&TOKENS[..]).prop_map(<[u8]>::to_vec),
        1 => select(&CHARS[..]).prop_map(|c| c.to_string().into_bytes()),
    ];
    prop::collection::vec(token, 0..24).prop_map(|tokens| tokens.concat())
}

/// Finders of all configurations, each with its grammar.
fn finders() -> impl Strategy<Value = (Finder, Grammar)> {
    let kinds = select(vec![Kinds::default(), Kinds::ALL]);
    let grammar = select(&Grammar::ALL[..]);
    (kinds, grammar, any::<[bool; 4]>()).prop_map(|(kinds, grammar, [any_scheme, off, drop, explain])| {
        let builder = Finder::builder().kinds(kinds).any_scheme(any_scheme).grammar(grammar).explain(explain);
        let builder = builder.rejoin(if off { Rejoin::Off } else { Rejoin::default() });
        let builder = builder.hyphen(if drop { Hyphen::Drop } else { Hyphen::Keep });
        (builder.build().expect("options are right"), grammar)
    })
}

/// How many texts each property is tried on. Without optimization fewer have to do.
const CASES: u32 = if cfg!(debug_assertions) { 1024 } else { 16 << 10 };

/// The same texts each time: to look for new ones, change it, and ask for more.
const SEED: u64 = 1994;

proptest! {
    #![proptest_config(ProptestConfig {
        cases: CASES,
        rng_seed: RngSeed::Fixed(SEED),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn every_cut_finds_the_same(
        text in texts(),
        (finder, _) in finders(),
        reads in prop::collection::vec(1..40_usize, 1..12),
    ) {
        let whole = search(&finder, &text, []);
        prop_assert_eq!(&whole.links, &find(&finder, &text), "{:?}", String::from_utf8_lossy(&text));
        prop_assert_eq!(&whole, &search(&finder, &text, reads));
        prop_assert_eq!(&whole, &search(&finder, &text, vec![1; text.len()]));
    }

    #[test]
    fn links_are_valid_and_in_order(text in texts(), (finder, grammar) in finders()) {
        let mut at = 0;
        for link in finder.find_iter(&text) {
            prop_assert_eq!(link.as_bytes(), &text[link.range()]);
            for piece in link.pieces() {
                prop_assert!(at <= piece.start && piece.start < piece.end, "{:?} after {}", link.pieces(), at);
                prop_assert!(std::str::from_utf8(&text[piece.clone()]).is_ok());
                at = piece.end;
            }
            prop_assert!(link.pieces().len() == 1 || link.rejoined().is_some() != link.escapes().is_some());
            for url in [Some(link.url()), link.alternative()].into_iter().flatten() {
                prop_assert!(Uri::parse(url, grammar).is_ok(), "{} is refused", url);
                // The first grammar has a place for quotation marks.
                let marks = if grammar == Grammar::Draft1993 { "<>\\" } else { "<>\"\\" };
                prop_assert!(!url.contains(|c: char| c.is_control() || c.is_whitespace() || marks.contains(c)));
            }
            prop_assert_ne!(link.alternative(), Some(link.url()));
        }
    }

    #[test]
    fn a_link_alone_is_found_again(text in texts(), (finder, _) in finders()) {
        for link in finder.find_iter(&text).filter(|link| link.pieces().len() == 1) {
            let alone = match link.delimiter() {
                Delimiter::Angle => [b"<URL:", link.as_bytes(), b">"].concat(),
                Delimiter::Quote => [b"\"", link.as_bytes(), b"\""].concat(),
                _ => link.as_bytes().to_vec(),
            };
            let again: Vec<String> = finder.find_iter(&alone).map(|link| link.url().to_string()).collect();
            prop_assert_eq!(again, [link.url()], "{:?} in {:?}", String::from_utf8_lossy(&alone), String::from_utf8_lossy(&text));
        }
    }

    #[test]
    fn html_keeps_the_text(text in texts(), (finder, _) in finders()) {
        let html = Linkifier::new(finder).to_string(&text);
        let shown: String = html.split('<').enumerate().map(|(i, part)| if i == 0 { part } else { part.split_once('>').unwrap().1 }).collect();
        let shown = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
            .iter()
            .fold(shown, |shown, (escaped, plain)| shown.replace(escaped, plain));
        prop_assert_eq!(shown, as_shown(&text));
    }
}
