//! The reader's first stage against the stages after it: where a search explains, they read all by themselves.

use std::{env, fs};

use napkin::{Finder, FinderBuilder, Kinds, Link, Rejoin};

use crate::{
    common::search,
    hostile::{self, RICH},
    support::random::Random,
};

/// How many texts are made.
const TEXTS: usize = 30_000;

/// What a line begins with, up to the URL.
const FRONTS: [&str; 41] = [
    "b,",
    "b c,d,",
    "b, ",
    "1;",
    "a url: ",
    "<URL: ",
    "url:\t",
    "URL:\n",
    "",
    "",
    "",
    " ",
    "    ",
    "see ",
    "see: ",
    "URL: ",
    "(",
    "[",
    "{",
    "[a](",
    "<",
    "< ",
    "\"",
    "a=\"",
    "'",
    "a='",
    "<p>",
    ">",
    "> ",
    "| ",
    "* ",
    "- ",
    "# ",
    "+ ",
    "// ",
    "-- ",
    "│ ",
    "é ",
    "。",
    "a ",
    "let x = \"",
];

const SCHEMES: [&str; 5] = ["http://", "https://", "https://", "HTTP://", "ftp://"];

const HOSTS: [&str; 15] = [
    "a.example",
    "a.example",
    "b.com",
    "www.b.org",
    "localhost",
    "1.2.3.4",
    "a-b.c--d.org",
    "x_.de",
    "a..b",
    "é.de",
    "u@a.example",
    "b.com:80",
    "a.example)b@c.org",
    "E",
    "a-very-long-label-of-a-host.with-more-labels.than-fit-in-a-block-of-bytes.example",
];

const TAILS: [&str; 44] = [
    "/",
    "/",
    "b",
    "c1",
    "d/e",
    "?",
    "?q=",
    "#",
    "=",
    "=1",
    "=3D",
    "&",
    "&x=",
    "&amp;",
    "&lt;",
    "&a;",
    "%",
    "%41",
    "%4",
    "(",
    ")",
    "(f)",
    ".",
    "..",
    ",",
    ";",
    ":",
    ":~:",
    "!",
    "'",
    "*",
    "@",
    "_",
    "-",
    "--",
    "+",
    "~",
    "$",
    "|",
    "[",
    "{",
    "é",
    "E",
    "a-long-word-of-a-path-that-goes-on-and-on-over-more-than-a-block-of-sixty-four-bytes",
];

/// What stands after a URL.
const BACKS: [&str; 42] = [
    ",HOST,b c",
    ",HOST,b c",
    ",b",
    ";c;d e",
    ",,",
    "",
    "",
    "",
    "",
    " ",
    " and",
    " at b.com",
    " at ",
    "\t",
    " |",
    ")",
    ").",
    ")b",
    "]",
    "}",
    ">",
    "<",
    "<gt>",
    "</a>",
    "\"",
    "\";",
    "\" b=",
    "\"\\",
    "\" +",
    "\".",
    "\",",
    "\"b",
    "'",
    "'s",
    "`",
    "\\",
    "\\n",
    "\u{A0}",
    "…",
    "...",
    "\x1B[0m",
    "\0",
];

/// What the next line begins with.
const LINES: [&str; 31] = [
    "\n",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    " \n",
    "\n- b\n",
    "\n-- b\n",
    "\n---\n",
    "\n-b\n",
    "\n+ b\n",
    "\nSee: b\n",
    "\nSee:b\n",
    "\nhttp://c.d/\n",
    "\nwww.c.de\n",
    "\n    b/c.html\n",
    "\nc-d-e.html and more\n",
    "\nand more\n",
    "\n\u{A0}b\n",
    "\n\u{A0}\n",
    "\n  \x0C\n",
    "\n\n\nb/c\n",
    "\n* b\n",
    "\n> b/c\n",
    "\n>\n",
    "\n| b |\n",
    "\n(b\n",
    "\n\"b",
    "\n\"\n",
    "\n'b\n",
    "\n1. b\n",
];

fn line(random: &mut Random) -> String {
    let mut line = [random.of(&FRONTS), random.of(&SCHEMES), random.of(&HOSTS)].concat();
    let tail = random.of(&["", "/", "/", "?", "#", "/"]);
    line.push_str(tail);
    while !tail.is_empty() && random.below(6) > 0 {
        line.push_str(random.of(&TAILS));
    }
    line + random.of(&BACKS) + random.of(&LINES)
}

fn shown<'t>(links: impl Iterator<Item = Link<'t>>) -> Vec<String> {
    links.map(|link| format!("{link:?} {:?} {}", link.components(), link.is_truncated())).collect()
}

/// Returns the number of links, which are the same with the first stage and without it.
fn compare(of: fn() -> FinderBuilder, text: &[u8]) -> usize {
    let [with, without] = [false, true].map(|explain| of().explain(explain).build().expect("the options are right"));
    let (found, expected) = (shown(with.find_iter(text)), shown(without.find_iter(text)));
    assert_eq!(found, expected, "{:?}", String::from_utf8_lossy(&text[..text.len().min(1000)]));
    found.len()
}

const FINDERS: [fn() -> FinderBuilder; 3] =
    [Finder::builder, || Finder::builder().kinds(Kinds::ALL), || Finder::builder().rejoin(Rejoin::Eager)];

#[test]
fn the_first_stage_says_what_the_others_say() {
    let (mut random, mut count) = (Random(61), 0);
    for number in 0..TEXTS {
        let mut text: String = (0..1 + random.below(3)).map(|_| line(&mut random)).collect();
        for _ in 0..random.below(4) {
            text.push_str(random.of(&RICH));
        }
        count += compare(FINDERS[number % FINDERS.len()], text.as_bytes());
    }
    assert!(count > TEXTS, "only {count} links");
    for shape in hostile::TOKENS {
        compare(FINDERS[1], format!("http://a.example/{shape} ").repeat(500).as_bytes());
    }
}

/// The first stage looks no further than the reads that are there.
#[test]
fn reads_of_any_size_find_the_same() {
    let (finder, mut random) = (Finder::new(), Random(62));
    for _ in 0..TEXTS / 20 {
        let text: String = (0..1 + random.below(3)).map(|_| line(&mut random)).collect();
        let whole = search(&finder, text.as_bytes(), []);
        assert_eq!(search(&finder, text.as_bytes(), vec![1; text.len()]), whole, "{text:?}");
        let reads: Vec<usize> = (0..8).map(|_| 1 + random.below(60)).collect();
        assert_eq!(search(&finder, text.as_bytes(), reads), whole, "{text:?}");
    }
}

/// The texts of others stay outside the repository; `NAPKIN_BODIES` is the folder that they are in.
#[test]
#[ignore = "needs NAPKIN_BODIES"]
fn the_first_stage_says_the_same_of_real_texts() {
    let folder = env::var("NAPKIN_BODIES").expect("NAPKIN_BODIES names the folder of texts");
    let files = fs::read_dir(folder).expect("NAPKIN_BODIES is a folder");
    let count = |path| FINDERS.map(|of| compare(of, &fs::read(&path).expect("it is readable"))).iter().sum::<usize>();
    let counts: usize = files.map(|file| count(file.expect("it has a name").path())).sum();
    assert!(counts > 10_000, "only {counts} links");
}
