//! Searching three kinds of text, beside linkify and the bare search for `://`.
//!
//! `cargo bench --bench find` measures with criterion. `cargo bench --bench find -- --ratios` prints only how the
//! contenders compare, which is what keeps from one machine to the next.

mod ratios;
mod texts;

use std::{env, hint::black_box, time::Duration};

use criterion::{Criterion, Throughput};
use linkify::{LinkFinder, LinkKind};
use napkin::{Finder, Kinds, Rejoin};
use texts::Text;

/// One way to search a text, and how many links it has to find.
struct Contender {
    name: &'static str,
    count: fn(&str) -> usize,
    expected: fn(&Text) -> usize,
}

const CONTENDERS: [Contender; 6] = [
    Contender { name: "napkin", count: napkin, expected: |text| text.urls },
    Contender { name: "napkin-delimited", count: napkin_delimited, expected: |text| text.urls },
    Contender { name: "napkin-all", count: napkin_all, expected: |text| text.urls + text.addresses },
    Contender { name: "linkify-urls", count: linkify_urls, expected: |text| text.urls },
    Contender { name: "linkify", count: linkify, expected: |text| text.urls + text.addresses },
    Contender { name: "memmem", count: memmem, expected: |text| text.urls },
];

fn napkin(text: &str) -> usize {
    Finder::new().find_iter(text).count()
}

fn napkin_delimited(text: &str) -> usize {
    let finder = Finder::builder().rejoin(Rejoin::Delimited).build().expect("the defaults are valid");
    finder.find_iter(text).count()
}

fn napkin_all(text: &str) -> usize {
    let finder = Finder::builder().kinds(Kinds::ALL).build().expect("the defaults are valid");
    finder.find_iter(text).count()
}

fn linkify_urls(text: &str) -> usize {
    let mut finder = LinkFinder::new();
    finder.kinds(&[LinkKind::Url]);
    finder.links(text).count()
}

fn linkify(text: &str) -> usize {
    LinkFinder::new().links(text).count()
}

fn memmem(text: &str) -> usize {
    memchr::memmem::find_iter(text.as_bytes(), "://").count()
}

fn main() {
    // Cargo passes `--bench` when it benchmarks; when it only tests that benchmarks run, small texts do.
    let measuring = env::args().any(|argument| argument == "--bench");
    let texts = texts::all(if measuring { 32 << 20 } else { 256 << 10 });
    if env::args().any(|argument| argument == "--ratios") {
        return ratios::print(&texts);
    }
    let mut criterion =
        Criterion::default().sample_size(15).measurement_time(Duration::from_secs(3)).configure_from_args();
    for text in &texts {
        let mut group = criterion.benchmark_group(text.name);
        group.throughput(Throughput::Bytes(text.content.len() as u64));
        for contender in &CONTENDERS {
            assert_eq!(
                (contender.count)(&text.content),
                (contender.expected)(text),
                "{} in {}",
                contender.name,
                text.name
            );
            group
                .bench_function(contender.name, |bencher| bencher.iter(|| (contender.count)(black_box(&text.content))));
        }
    }
    criterion.final_summary();
}
