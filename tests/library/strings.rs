//! Strings that are nearly URIs, the same in every run.

use std::{fs, path::Path};

use serde::Deserialize;

use crate::support::random::Random;

#[derive(Deserialize)]
struct Corpus {
    case: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    uri: String,
}

/// Put together from pieces at random, or a seed with a few characters changed.
pub struct Strings {
    pub random: Random,
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
    pub fn new() -> Strings {
        let mut seeds: Vec<String> = SEEDS.iter().map(|&seed| seed.to_owned()).collect();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
        let mut files = vec![folder.join("uri.toml")];
        // The older grammars have files of their own.
        files.extend(fs::read_dir(folder.join("grammars")).into_iter().flatten().flatten().map(|entry| entry.path()));
        files.sort();
        for file in files {
            let text = fs::read_to_string(&file).expect("a file of the corpus");
            let corpus: Corpus = toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            seeds.extend(corpus.case.into_iter().map(|case| case.uri));
        }
        Strings { random: Random(0x9E37_79B9_7F4A_7C15), seeds, text: String::new() }
    }

    pub fn next(&mut self) -> &str {
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
