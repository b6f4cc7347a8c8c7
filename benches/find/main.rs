//! Searching four kinds of text, beside linkify and the bare search for `://`.
//!
//! `cargo bench -p napkin-benches --bench find` measures with criterion. With `-- --ratios` it prints only how the
//! contenders compare, which is what keeps from one machine to the next, and with `-- --speeds` how fast each is at best; with
//! `--files PATH...` behind that, over these files and folders.

use linkify::{LinkFinder, LinkKind};
use napkin::{Finder, Kind, Kinds, Rejoin};
use napkin_benches::{
    Comparison, Contender,
    texts::{self, Text},
};

const CONTENDERS: [Contender<Text>; 8] = [
    Contender { name: "napkin", count: napkin, expected: |text| text.urls },
    Contender { name: "napkin-delimited", count: napkin_delimited, expected: |text| text.urls },
    Contender { name: "napkin-addresses", count: napkin_addresses, expected: urls_and_addresses },
    Contender { name: "napkin-all", count: napkin_all, expected: urls_and_addresses },
    Contender { name: "linkify-urls", count: linkify_urls, expected: |text| text.urls },
    Contender { name: "linkify", count: linkify, expected: urls_and_addresses },
    Contender { name: "linkify-schemeless", count: linkify_schemeless, expected: |_| None },
    Contender { name: "memmem", count: memmem, expected: |text| text.urls },
];

const COMPARISONS: [Comparison; 7] = [
    ("default / linkify, URLs only", "napkin", "linkify-urls"),
    ("default / `memmem(\"://\")`", "napkin", "memmem"),
    ("default / `--rejoin delimited`", "napkin", "napkin-delimited"),
    ("URLs and addresses / linkify's default", "napkin-addresses", "linkify"),
    ("all kinds / linkify's default", "napkin-all", "linkify"),
    ("all kinds / linkify without schemes", "napkin-all", "linkify-schemeless"),
    ("all kinds / `memmem(\"://\")`", "napkin-all", "memmem"),
];

fn urls_and_addresses(text: &Text) -> Option<usize> {
    Some(text.urls? + text.addresses?)
}

fn napkin(text: &Text) -> usize {
    Finder::new().find_iter(&text.content).count()
}

fn napkin_delimited(text: &Text) -> usize {
    let finder = Finder::builder().rejoin(Rejoin::Delimited).build().expect("the defaults are valid");
    finder.find_iter(&text.content).count()
}

fn napkin_addresses(text: &Text) -> usize {
    let finder = Finder::builder().kinds(Kind::Url | Kind::Email).build().expect("the defaults are valid");
    finder.find_iter(&text.content).count()
}

fn napkin_all(text: &Text) -> usize {
    let finder = Finder::builder().kinds(Kinds::ALL).build().expect("the defaults are valid");
    finder.find_iter(&text.content).count()
}

fn linkify_urls(text: &Text) -> usize {
    let mut finder = LinkFinder::new();
    finder.kinds(&[LinkKind::Url]);
    finder.links(&text.content).count()
}

fn linkify(text: &Text) -> usize {
    LinkFinder::new().links(&text.content).count()
}

fn linkify_schemeless(text: &Text) -> usize {
    let mut finder = LinkFinder::new();
    finder.url_must_have_scheme(false);
    finder.links(&text.content).count()
}

fn memmem(text: &Text) -> usize {
    memchr::memmem::find_iter(text.content.as_bytes(), "://").count()
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    // Only who counts instructions asks for these.
    let asks_for = |option: &str| arguments.iter().any(|argument| argument == option);
    // Words as strings of JSON, as arguments can't have all characters.
    let words = arguments.iter().position(|argument| argument == "--repeated").map(|at| &arguments[at + 1..]);
    let word = |argument: &String| serde_json::from_str(argument).expect("a string of JSON");
    // Cargo passes `--bench` behind all of them.
    let paths = |at: usize| arguments[at + 1..].split(|argument| argument == "--bench").next().unwrap_or_default();
    let files = arguments.iter().position(|argument| argument == "--files").map(paths);
    let make = |size| match (files, words) {
        (Some(paths), _) => texts::of_files(paths, size / 4),
        (_, Some(words)) => words.iter().map(|argument| texts::repeated(word(argument), size / 32)).collect(),
        _ if asks_for("--hostile") => texts::hostile(size / 32),
        _ if asks_for("--two-tokens") => texts::of_two_tokens(size / 256),
        _ => texts::all(size).into(),
    };
    if arguments.len() == 1 {
        check_hostile();
    }
    napkin_benches::run(make, &CONTENDERS, &COMPARISONS);
}

/// Checks the counts of words that are measured by request alone, where cargo only tests that benchmarks run.
fn check_hostile() {
    for text in texts::hostile(8 << 10) {
        assert_eq!(Some(napkin_all(&text)), urls_and_addresses(&text), "{:?}", text.name);
    }
}
