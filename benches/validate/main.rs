//! Parsing and validating a million URLs, one after the other, beside fluent-uri.
//!
//! `cargo bench -p napkin-benches --bench validate` prints how the contenders compare, as ratios of their speed when they
//! take turns, which is what keeps from one machine to the next. With the path of a file behind `--` the URLs are the
//! lines of that file.

mod urls;

use std::{
    env, fs,
    hint::black_box,
    time::{Duration, Instant},
};

use napkin::{Grammar, Uri};
use urls::Urls;

/// How often each contender judges the list.
const ROUNDS: usize = 11;

/// One way to judge a URL, and how many it has to accept.
struct Contender {
    name: &'static str,
    accepts: fn(&str) -> bool,
}

const CONTENDERS: [Contender; 6] = [
    Contender { name: "rfc3986", accepts: |url| Uri::parse(black_box(url), Grammar::Rfc3986).is_ok() },
    Contender { name: "rfc3986-generic", accepts: |url| Uri::parse_generic(black_box(url), Grammar::Rfc3986).is_ok() },
    Contender { name: "fluent-uri", accepts: |url| fluent_uri::Uri::parse(black_box(url)).is_ok() },
    Contender { name: "rfc3987", accepts: |url| Uri::parse(black_box(url), Grammar::Rfc3987).is_ok() },
    Contender { name: "rfc3987-generic", accepts: |url| Uri::parse_generic(black_box(url), Grammar::Rfc3987).is_ok() },
    Contender { name: "fluent-iri", accepts: |url| fluent_uri::Iri::parse(black_box(url)).is_ok() },
];

/// What is compared: a heading, and two contenders by name.
const COMPARISONS: [(&str, &str, &str); 4] = [
    ("`Uri::parse` / fluent-uri, URIs", "rfc3986", "fluent-uri"),
    ("`Uri::parse_generic` / fluent-uri, URIs", "rfc3986-generic", "fluent-uri"),
    ("`Uri::parse` / fluent-uri, IRIs", "rfc3987", "fluent-iri"),
    ("`Uri::parse_generic` / fluent-uri, IRIs", "rfc3987-generic", "fluent-iri"),
];

fn main() {
    // Cargo passes `--bench` when it benchmarks; when it only tests that benchmarks run, a short list does.
    let measuring = env::args().any(|argument| argument == "--bench");
    let file = env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let urls = match &file {
        Some(path) => Urls::of(fs::read_to_string(path).expect("a readable file")),
        None => Urls::made(if measuring { 1_000_000 } else { 10_000 }),
    };
    let rounds: Vec<_> = (0..ROUNDS).map(|round| take_turns(&urls, round)).collect();
    println!("| {} URLs, {} bytes | ratio |\n| --- | --- |", urls.len(), urls.bytes());
    for (heading, ours, theirs) in COMPARISONS {
        let ratios = rounds.iter().map(|times| of(times, theirs).as_secs_f64() / of(times, ours).as_secs_f64());
        println!("| {heading} | {:.2} |", median(ratios.collect()));
    }
    let own = rounds.iter().map(|times| of(times, "rfc3987").as_secs_f64());
    println!("\n`Uri::parse` by rfc3987: {:.0} ns a URL", median(own.collect()) * 1e9 / urls.len() as f64);
}

/// The whole list by each, begun by another one each round.
fn take_turns(urls: &Urls, round: usize) -> [Duration; CONTENDERS.len()] {
    let mut times = [Duration::ZERO; CONTENDERS.len()];
    for turn in 0..CONTENDERS.len() {
        let at = (round + turn) % CONTENDERS.len();
        let contender = &CONTENDERS[at];
        let start = Instant::now();
        let accepted = urls.iter().filter(|url| (contender.accepts)(url)).count();
        times[at] = start.elapsed();
        if let Some(expected) = urls.expected(contender.name) {
            assert_eq!(accepted, expected, "{}", contender.name);
        }
    }
    times
}

fn of(times: &[Duration; CONTENDERS.len()], name: &str) -> Duration {
    let at = CONTENDERS.iter().position(|contender| contender.name == name);
    at.map_or(Duration::MAX, |at| times[at])
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
