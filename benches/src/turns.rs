//! Contenders that take turns, so that a machine's moods strike all of them alike.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use super::{Comparison, Contender, Input};

/// How often each contender searches each input.
const ROUNDS: usize = 15;

/// Prints the ratios of their throughput, the median of all rounds: as a Markdown table, or as a line of JSON for each input.
pub fn print_ratios<T: Input>(inputs: &[T], contenders: &[Contender<T>], comparisons: &[Comparison], is_json: bool) {
    if !is_json {
        let headings: Vec<_> = comparisons.iter().map(|(heading, ..)| format!(" {heading}")).collect();
        println!("| text |{} |", headings.join(" |"));
        println!("| --- |{}", " --- |".repeat(comparisons.len()));
    }
    for input in inputs {
        let rounds: Vec<_> = (0..ROUNDS).map(|round| take_turns(input, contenders, round)).collect();
        let ratios = comparisons.iter().map(|&(heading, ours, theirs)| {
            let at = |name: &str| contenders.iter().position(|contender| contender.name == name).unwrap_or_default();
            let ratios = rounds.iter().map(|times| times[at(theirs)].as_secs_f64() / times[at(ours)].as_secs_f64());
            (heading, median(ratios.collect()))
        });
        if is_json {
            let ratios: BTreeMap<&str, f64> = ratios.collect();
            println!("{}", serde_json::json!({ "text": input.name(), "ratios": ratios }));
        } else {
            let cells: Vec<_> = ratios.map(|(_, ratio)| format!(" {ratio:.2}")).collect();
            println!("| {} |{} |", input.name(), cells.join(" |"));
        }
    }
}

/// Prints the throughput of each contender in its best round: the input, the contender and GB/s, between tabs.
pub fn print_speeds<T: Input>(inputs: &[T], contenders: &[Contender<T>]) {
    for input in inputs {
        let mut best = vec![Duration::MAX; contenders.len()];
        for round in 0..ROUNDS {
            for (best, time) in best.iter_mut().zip(take_turns(input, contenders, round)) {
                *best = time.min(*best);
            }
        }
        for (contender, best) in contenders.iter().zip(best) {
            println!(
                "{}\t{}\t{:.3}",
                input.name(),
                contender.name,
                input.bytes().len() as f64 / best.as_secs_f64() / 1e9
            );
        }
    }
}

/// One search by each, begun by another one each round.
fn take_turns<T: Input>(input: &T, contenders: &[Contender<T>], round: usize) -> Vec<Duration> {
    let mut times = vec![Duration::ZERO; contenders.len()];
    for turn in 0..contenders.len() {
        let at = (round + turn) % contenders.len();
        let start = Instant::now();
        let count = (contenders[at].count)(input);
        times[at] = start.elapsed();
        contenders[at].check(input, count);
    }
    times
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
