//! Parsing and validating a million URLs, one after the other, beside fluent-uri.
//!
//! `cargo bench -p napkin-benches --bench validate` measures with criterion. With `-- --ratios` it prints only how the
//! contenders compare, which is what keeps from one machine to the next, and with `-- --speeds` how fast each is at best; with
//! `--files PATH` behind that, over the lines of that file.

mod urls;

use std::{env, fs, hint::black_box};

use napkin::{Grammar, Uri};
use napkin_benches::{Comparison, Contender};
use urls::Urls;

const CONTENDERS: [Contender<Urls>; 6] = [
    Contender { name: "rfc3986", count: rfc3986, expected: |urls| urls.uris },
    Contender { name: "rfc3986-generic", count: rfc3986_generic, expected: |urls| urls.uris },
    Contender { name: "fluent-uri", count: fluent_uri, expected: |urls| urls.uris },
    Contender { name: "rfc3987", count: rfc3987, expected: |urls| urls.iris },
    Contender { name: "rfc3987-generic", count: rfc3987_generic, expected: |urls| urls.iris },
    Contender { name: "fluent-iri", count: fluent_iri, expected: |urls| urls.iris },
];

const COMPARISONS: [Comparison; 4] = [
    ("`Uri::parse` / fluent-uri, URIs", "rfc3986", "fluent-uri"),
    ("`Uri::parse_generic` / fluent-uri, URIs", "rfc3986-generic", "fluent-uri"),
    ("`Uri::parse` / fluent-uri, IRIs", "rfc3987", "fluent-iri"),
    ("`Uri::parse_generic` / fluent-uri, IRIs", "rfc3987-generic", "fluent-iri"),
];

/// How many of the URLs are accepted.
fn accepted(urls: &Urls, accepts: impl Fn(&str) -> bool) -> usize {
    urls.iter().filter(|url| accepts(black_box(url))).count()
}

fn rfc3986(urls: &Urls) -> usize {
    accepted(urls, |url| Uri::parse(url, Grammar::Rfc3986).is_ok())
}

fn rfc3986_generic(urls: &Urls) -> usize {
    accepted(urls, |url| Uri::parse_generic(url, Grammar::Rfc3986).is_ok())
}

fn fluent_uri(urls: &Urls) -> usize {
    accepted(urls, |url| fluent_uri::Uri::parse(url).is_ok())
}

fn rfc3987(urls: &Urls) -> usize {
    accepted(urls, |url| Uri::parse(url, Grammar::Rfc3987).is_ok())
}

fn rfc3987_generic(urls: &Urls) -> usize {
    accepted(urls, |url| Uri::parse_generic(url, Grammar::Rfc3987).is_ok())
}

fn fluent_iri(urls: &Urls) -> usize {
    accepted(urls, |url| fluent_uri::Iri::parse(url).is_ok())
}

fn main() {
    let arguments: Vec<String> = env::args().collect();
    let file = arguments.iter().position(|argument| argument == "--files").map(|at| &arguments[at + 1]);
    // One has some thirty bytes, so that there are a million where it is measured.
    let make = |size: usize| match file {
        Some(path) => vec![Urls::of(fs::read_to_string(path).expect("a readable file"))],
        None => vec![Urls::made(size >> 5)],
    };
    napkin_benches::run(make, &CONTENDERS, &COMPARISONS);
}
