//! Ratios of throughput between contenders that take turns, so that a machine's moods strike all of them alike.

use std::time::{Duration, Instant};

use crate::{CONTENDERS, texts::Text};

/// How often each contender searches each text.
const ROUNDS: usize = 15;

/// What is compared: a heading, and two contenders by name.
const COMPARISONS: [(&str, &str, &str); 5] = [
    ("default / linkify, URLs only", "napkin", "linkify-urls"),
    ("default / `memmem(\"://\")`", "napkin", "memmem"),
    ("default / without evidence", "napkin", "napkin-delimited"),
    ("all kinds / linkify's default", "napkin-all", "linkify"),
    ("all kinds / `memmem(\"://\")`", "napkin-all", "memmem"),
];

/// Prints a Markdown table of them.
pub fn print(texts: &[Text]) {
    println!("| text |{} |", COMPARISONS.map(|(heading, ..)| format!(" {heading}")).join(" |"));
    println!("| --- |{}", " --- |".repeat(COMPARISONS.len()));
    for text in texts {
        let rounds: Vec<_> = (0..ROUNDS).map(|round| take_turns(text, round)).collect();
        let cells = COMPARISONS.map(|(_, ours, theirs)| {
            let ratios = rounds.iter().map(|times| of(times, theirs).as_secs_f64() / of(times, ours).as_secs_f64());
            format!(" {:.2}", median(ratios.collect()))
        });
        println!("| {} |{} |", text.name, cells.join(" |"));
    }
}

/// One search by each, begun by another one each round.
fn take_turns(text: &Text, round: usize) -> [Duration; CONTENDERS.len()] {
    let mut times = [Duration::ZERO; CONTENDERS.len()];
    for turn in 0..CONTENDERS.len() {
        let at = (round + turn) % CONTENDERS.len();
        let start = Instant::now();
        let count = (CONTENDERS[at].count)(&text.content);
        times[at] = start.elapsed();
        assert_eq!(count, (CONTENDERS[at].expected)(text), "{} in {}", CONTENDERS[at].name, text.name);
    }
    times
}

fn of(times: &[Duration; CONTENDERS.len()], name: &str) -> Duration {
    times
        .iter()
        .zip(&CONTENDERS)
        .find_map(|(&time, contender)| (contender.name == name).then_some(time))
        .unwrap_or_default()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
