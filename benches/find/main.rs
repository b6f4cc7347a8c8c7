//! Searching four kinds of text, beside linkify and the bare search for `://`.
//!
//! `cargo bench -p napkin-benches --bench find` measures with criterion. With `-- --ratios` it prints only how the
//! contenders compare, which is what keeps from one machine to the next, and with `-- --speeds` how fast each is at best.

use linkify::{LinkFinder, LinkKind};
use napkin::{Finder, Kinds, Rejoin};
use napkin_benches::{
    Comparison, Contender,
    texts::{self, Text},
};

const CONTENDERS: [Contender<Text>; 6] = [
    Contender { name: "napkin", count: napkin, expected: |text| Some(text.urls) },
    Contender { name: "napkin-delimited", count: napkin_delimited, expected: |text| Some(text.urls) },
    Contender { name: "napkin-all", count: napkin_all, expected: |text| Some(text.urls + text.addresses) },
    Contender { name: "linkify-urls", count: linkify_urls, expected: |text| Some(text.urls) },
    Contender { name: "linkify", count: linkify, expected: |text| Some(text.urls + text.addresses) },
    Contender { name: "memmem", count: memmem, expected: |text| Some(text.urls) },
];

const COMPARISONS: [Comparison; 5] = [
    ("default / linkify, URLs only", "napkin", "linkify-urls"),
    ("default / `memmem(\"://\")`", "napkin", "memmem"),
    ("default / without evidence", "napkin", "napkin-delimited"),
    ("all kinds / linkify's default", "napkin-all", "linkify"),
    ("all kinds / `memmem(\"://\")`", "napkin-all", "memmem"),
];

fn napkin(text: &Text) -> usize {
    Finder::new().find_iter(&text.content).count()
}

fn napkin_delimited(text: &Text) -> usize {
    let finder = Finder::builder().rejoin(Rejoin::Delimited).build().expect("the defaults are valid");
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

fn memmem(text: &Text) -> usize {
    memchr::memmem::find_iter(text.content.as_bytes(), "://").count()
}

fn main() {
    // Only who counts instructions asks for these.
    let is_hostile = std::env::args().any(|argument| argument == "--hostile");
    let make = |size| if is_hostile { texts::hostile(size / 32) } else { texts::all(size).into() };
    napkin_benches::run(make, &CONTENDERS, &COMPARISONS);
}
