//! The finder against the slow obvious oracle in `naive/`: on every alignment of the seeds, and on texts put together
//! from tokens at random.

use std::collections::BTreeMap;

use napkin::{Finder, Hyphen, Kinds, Link, Rejoin};

use crate::{
    naive::{self, Found},
    support::random::Random,
};

/// What the finder finds; none if it panics, so that such a text is made small, too.
fn found(finder: &Finder, text: &str) -> Option<Vec<Found>> {
    let found = |link: Link| Found {
        start: link.range().start,
        end: link.range().end,
        url: link.url().to_string(),
        kind: link.kind(),
        delimiter: link.delimiter(),
    };
    std::panic::catch_unwind(|| finder.find_iter(text).map(found).collect()).ok()
}

/// Whether an escape is undone in a link: the oracle knows none, and `corpus/cases/escapes.toml` has what is true of them.
fn has_escapes(finder: &Finder, text: &str) -> bool {
    text.contains('\\') && finder.find_iter(text).any(|link| link.escapes().is_some())
}

/// The oracle has no opinion on evidence.
fn finders() -> [(Finder, bool); 2] {
    let finder = |kinds| Finder::builder().kinds(kinds).rejoin(Rejoin::Delimited).hyphen(Hyphen::Keep).build().unwrap();
    [(finder(Kinds::default()), false), (finder(Kinds::ALL), true)]
}

const SEEDS: &[&str] = &[
    "",
    "http://a.example/b",
    "See http://a.example/b. And (http://a.example/c_(d)), too.",
    "<http://a.example/b\n  c.html> <URL: ftp://b.example/%2\n0G> <url:http://a.example/#d >",
    "> <http://a.example/b\n> /c> and\r\n> <http://d.example/\r\n> e>",
    "<http://a.example Some Title> <http://a.example/ b> <o:p> <URL:x:y> <x://y/z>",
    "\"http://a.example/b\" 'www.a.com/c' «http://b.example\n/d,»",
    "URL:http://a.example URL: www.b.com CURL: http://c.example",
    "www.a.com,www.b.org;http://c.example:80/|ftp.d.com:8/",
    "mailto:x@a.example?subject=y, x.y@b.com and <z@localhost>",
    "a.com/b c.org:80? 192.0.2.1/x e.f.zzz www.com awww.com",
    "http://a.example@b.example/ http://a.example%41 http://[::1]/ http://[::1 http://1.2.3/",
    "http://a.example/bをご覧 http://a.example/wiki/東京。www.東京.jp みてwww.a.comを",
    "http://a.example/b&gt; http://a.example/b's *http://a.example/c* _http://a.example/d_ [http://a.example/e](f)",
    "http://a.example/?q='x' http://a.example/e\u{301} http://a.example/--- http://a.example/…",
    "<http://a.example/man\u{2010}\n  aged> <http://a.example/x-\ny>",
    "foo://www.a.com/b note:www.a.com \u{1b}[31mhttp://a.example/\u{1b}[0m file:/etc/motd file:///etc/motd",
    "http://a.example/[[[]]]%/www.b.com/ URL:\rhttp://a.example/",
    "'ftp.'@ ._www.b.com <d.org/e\u{2010}  .> <url: URL:www.c.com{> <stdio.h> http://a.com\u{20E3} \u{200D}a.com a.com\u{200C}",
    "a。com www.例。com 東京。みんな b.c。com/d",
    "1,http://a.example/0,1\n2,http://a.example/0,b (c,http://a.example/b(c,d))\n3,www.a.com/0,1",
    "[-http://a.example/b-] {+http://a.example/c+} `http://a.example/=>b` +http://a.example/c++\n <http://a.example/=>",
    "'See: http://a.example/b'.d 'http://a.example/b'.c \"http://a.example/b;\n c.html\" \"http://a.example/b;\n c=d\"",
];

#[test]
fn seeds_at_every_alignment() {
    let mut disagreements = Disagreements::default();
    for (finder, all_kinds) in &finders() {
        for seed in SEEDS {
            for padding in 0..=70 {
                for pad in ["-", " ", "x "] {
                    let before: String = pad.chars().cycle().take(padding).collect();
                    let after: String = pad.chars().rev().cycle().take(70 - padding).collect();
                    disagreements.check(finder, *all_kinds, &[&before, seed, &after]);
                }
            }
        }
    }
    disagreements.assert_none();
}

/// Tokens that belong together: each alphabet leads into one part of the rules. No two of them make a top-level domain
/// or a scheme that the oracle does not know.
const ALPHABETS: &[&[&str]] = &[
    // What stands for other characters, and what is half of an address or no address.
    &[
        "http://",
        "git+x://",
        "a.example",
        "b.com",
        "/",
        "E<gt>",
        "E<lt>",
        "E",
        "(at)",
        "[At]",
        "@",
        "sam",
        "-",
        "~/",
        "Message-ID: <",
        "\nReferences: <",
        "<br>",
        ">",
        "}",
        " ",
        "?q=",
        "(tel:",
        "[urn:isbn:1",
        ")",
        "[0-9]",
        "(.+",
        ".",
    ],
    // What a host goes on with behind what is put in, or in another string.
    &[
        "http://",
        "a.example",
        "b.com",
        "sam@",
        "/",
        "#{",
        "$(",
        "${",
        "{",
        "%(",
        "<%",
        "<dot>",
        "x",
        "x",
        "}",
        ")",
        "%>",
        "s",
        ".evil",
        "\"",
        "\"",
        " + ",
        "+",
        " . ",
        "'",
        "[/url]",
        "{code}",
        "[]",
        "†",
        "&eacute;",
        "&aelig;",
        "&trade;",
        "&bull;",
        "\\(",
        "\\(hy",
        "`",
        ",",
        ";",
        ":80",
        "²",
        "①",
        "\\[u2E]",
        " ",
    ],
    // Ampersands in markup.
    &[
        "http://",
        "www.",
        "a.example",
        "/",
        "?b",
        "&amp;",
        "amp;",
        "&#038;",
        "&",
        "&lt;",
        "&gt;",
        "<a ",
        "<b>",
        "</b>",
        "<br/>",
        " href=",
        "\"",
        "'",
        "\n",
        " ",
        "z",
        "%",
        "é",
        ">",
        "<",
        "mailto:x@a.example",
    ],
    // Bare URLs and their ends.
    &[
        "http://",
        "https://",
        "a.example",
        "b.com",
        "/",
        "/",
        "q",
        "?",
        "#",
        "=",
        "&",
        "(",
        ")",
        "[",
        "]",
        ".",
        ",",
        ";",
        ":",
        "!",
        "'",
        "'s",
        "\"",
        "*",
        "_",
        "~",
        "`",
        "|",
        "-",
        "--",
        "&gt;",
        "&quot;",
        ":~:",
        "%41",
        "%",
        "\\",
        "{",
        "www.",
        " ",
        "\n",
    ],
    // Authorities.
    &[
        "http://",
        "ftp://",
        "file://",
        "foo://",
        "q",
        "b.example",
        "1.2.3.4",
        "1.2",
        "[::1]",
        "[",
        "]",
        "@",
        ":",
        "80",
        "99999",
        ".",
        "..",
        "-",
        "_",
        "%41",
        "/",
        "?",
        "#",
        "\\",
        "&",
        "$",
        "!",
        "~",
        "www.",
        "。",
        "．",
        "／",
        "\u{AD}",
        " ",
    ],
    // Angle brackets.
    &[
        "<",
        "<",
        ">",
        ">",
        "<URL:",
        "。",
        "1.2.3.4",
        "<url: ",
        "URL:",
        "http://a.example/",
        "http://",
        "b.example",
        "x://y",
        "x:y",
        "www.c.com",
        "d.org/e",
        "f@g.com",
        "mailto:",
        "/h",
        "q",
        "%2",
        "0G",
        "-",
        "\u{2010}",
        "\u{AD}",
        ".",
        "#",
        " ",
        "  ",
        "\t",
        "\n",
        "\r\n",
        "\n\n",
        "\n> ",
        "\n>> ",
        "> ",
        "| ",
        "\n| ",
        "\u{A0}",
        "\\",
        "\u{7}",
        "[",
        "{",
    ],
    // Quotes.
    &[
        "\"",
        "\"",
        "'",
        "'",
        "`",
        "“",
        "”",
        "„",
        "‘",
        "’",
        "«",
        "»",
        "‹",
        "›",
        "http://a.example/",
        "https://b.example",
        "www.c.com",
        "d.org",
        "f@g.com",
        "URL:",
        "/h",
        "q",
        "s",
        ".",
        ",",
        ";",
        "-",
        "\u{2010}",
        " ",
        "\n",
        "\r\n",
        "\n\n",
        "\n  ",
        "foo://x",
        "urn:",
        "tel:+1",
    ],
    // Abbreviated forms and addresses.
    &[
        "www.",
        "WWW.",
        "ftp.",
        "q",
        "b-c",
        "_",
        "-",
        ".",
        ".",
        "..",
        "com",
        "org",
        "zzz",
        "com",
        "1.2.3.4",
        "@",
        "@",
        "+",
        "'",
        "*",
        "=",
        "/",
        "/x",
        "?",
        "#",
        ":",
        ":80",
        "\\",
        "\\u003e",
        "\\u0040",
        "\\x27",
        "$",
        "mailto:",
        "mailto:",
        "?subject=x",
        ",",
        ";",
        "(",
        ")",
        "<",
        ">",
        "http://",
        "。",
        "東",
        "é",
        " ",
        " ",
    ],
    // Schemes.
    &[
        "http",
        "HTTPS",
        "file",
        "git",
        "svn",
        "mailto",
        "urn",
        "tel",
        "foo",
        "URL",
        ":",
        ":",
        "://",
        "://",
        "+",
        "-",
        ".",
        "1",
        "q",
        "a.example",
        "b@c.com",
        "isbn:0",
        "+12",
        "/",
        "www.d.com",
        ",",
        "|",
        ";",
        "(",
        "\u{1b}[31m",
        "東",
        "é",
        "<",
        ">",
        "\"",
        " ",
        " ",
    ],
    // Letters of other scripts, and what joins and hides.
    &[
        "http://",
        "www.",
        "a.com",
        "b.example",
        ".",
        "/",
        "/",
        "?",
        "#",
        "q",
        "1",
        "é",
        "e\u{301}",
        "\u{301}",
        "α",
        "東京",
        "を",
        "ไ",
        "。",
        "、",
        "！",
        "（",
        "）",
        "「",
        "」",
        "—",
        "…",
        "–",
        "\u{2010}",
        "\u{200D}",
        "\u{200C}",
        "\u{200B}",
        "\u{FE0F}",
        "\u{202E}",
        "\u{FEFF}",
        "😀",
        "中国",
        "рф",
        "com",
        "みんな",
        "·",
        "@",
        ":",
        "’s",
        "“",
        "\u{3000}",
        " ",
    ],
    // What is dismissed at its trigger: words before colons, and `@` after `@`.
    &[
        "http://",
        "https://",
        "ftp://",
        "a.example",
        "b.com",
        "/e",
        "file:/",
        "file:",
        "FILE:/",
        "mailto:",
        "tel:",
        "urn:",
        "tel:+1",
        "x@b.com",
        "@",
        "@",
        "q@",
        "@q",
        "q",
        "x:y",
        "http:",
        "\u{1b}[31m",
        "\u{1b}[1;31m",
        "\u{1b}[m",
        "\u{1b}[",
        "<URL:",
        "<url: ",
        "URL:",
        "<",
        ">",
        "\"",
        "'",
        "+",
        "-",
        ".",
        ",",
        ";",
        "|",
        "(",
        "[",
        "=",
        " ",
        "\n",
        "\n  ",
        "\t",
        "\u{A0}",
        "www.",
        "\\u003c",
        "\\u0041",
        "\\x22",
        "\\",
    ],
    // Plain URLs in lists, tables and code.
    &[
        "\"",
        "\"",
        "'",
        "'",
        "`",
        "http://a.example/h",
        "http://a.example",
        "https://b.example/?q=1&r#s",
        "http://",
        "ftp://",
        "www.c.com",
        "/",
        "80",
        "q",
        "!",
        "?",
        "#",
        ",",
        ",",
        ";",
        ".",
        ":",
        "_",
        "=",
        "$",
        "'s",
        "(",
        ")",
        "<",
        ">",
        "[",
        "]",
        "|",
        " ",
        " ",
        "  ",
        "\n",
        "\t",
        "\\",
        "{",
        "}",
        "&amp;",
        "&quot;",
        "%41",
        "%",
        "@",
        "é",
        "“",
    ],
];

#[test]
fn random_texts() {
    let asked = |name: &str| std::env::var(name).ok().and_then(|number| number.parse().ok());
    let count = asked("NAPKIN_ORACLE_TEXTS").unwrap_or(20_000);
    // Another number leads to other texts.
    let seeds = asked("NAPKIN_ORACLE_SEED").map_or(vec![0x9E37_79B9_7F4A_7C15, 1], |seed| vec![seed as u64]);
    let finders = finders();
    let mut disagreements = Disagreements::default();
    for seed in &seeds {
        let mut random = Random(*seed);
        for round in 0..count / seeds.len() {
            let alphabet = ALPHABETS[round % ALPHABETS.len()];
            let length = 1 + random.below(16);
            let tokens: Vec<&str> = (0..length).map(|_| alphabet[random.below(alphabet.len())]).collect();
            for (finder, all_kinds) in &finders {
                disagreements.check(finder, *all_kinds, &tokens);
            }
        }
    }
    disagreements.assert_none();
}

/// The smallest texts that finder and oracle disagree about, and what each of them finds.
#[derive(Default)]
struct Disagreements(BTreeMap<String, String>);

impl Disagreements {
    /// How many are looked for: each takes time to make small.
    const MOST: usize = 20;

    fn check(&mut self, finder: &Finder, all_kinds: bool, tokens: &[&str]) {
        let agrees = |tokens: &[&str]| {
            let text = tokens.concat();
            has_escapes(finder, &text) || found(finder, &text) == Some(naive::find(&text, all_kinds))
        };
        if self.0.len() >= Disagreements::MOST || agrees(tokens) {
            return;
        }
        // Drops tokens as long as the rest still fails.
        let mut tokens = tokens.to_vec();
        let mut at = 0;
        while at < tokens.len() {
            let mut fewer = tokens.clone();
            fewer.remove(at);
            if agrees(&fewer) {
                at += 1;
            } else {
                (tokens, at) = (fewer, 0);
            }
        }
        let text = tokens.concat();
        let (finder, oracle) = (found(finder, &text), naive::find(&text, all_kinds));
        self.0.insert(format!("{text:?}, all kinds: {all_kinds}"), format!("finder: {finder:?}\n  oracle: {oracle:?}"));
    }

    fn assert_none(&self) {
        let shown: Vec<String> = self.0.iter().map(|(text, both)| format!("{text}\n  {both}\n")).collect();
        assert!(shown.is_empty(), "{} disagreements\n{}", shown.len(), shown.concat());
    }
}
