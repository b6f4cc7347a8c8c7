//! Ratios of throughput between contenders that take turns, so that a machine's moods strike all of them alike.

use std::time::{Duration, Instant};

use super::{Comparison, Contender, Input};

/// How often each contender searches each input.
const ROUNDS: usize = 15;

/// Prints a Markdown table of them.
pub fn print<T: Input>(inputs: &[T], contenders: &[Contender<T>], comparisons: &[Comparison]) {
    let headings: Vec<_> = comparisons.iter().map(|(heading, ..)| format!(" {heading}")).collect();
    println!("| text |{} |", headings.join(" |"));
    println!("| --- |{}", " --- |".repeat(comparisons.len()));
    for input in inputs {
        let rounds: Vec<_> = (0..ROUNDS).map(|round| take_turns(input, contenders, round)).collect();
        let cells = comparisons.iter().map(|(_, ours, theirs)| {
            let at = |name| contenders.iter().position(|contender| contender.name == name).unwrap_or_default();
            let ratios = rounds.iter().map(|times| times[at(*theirs)].as_secs_f64() / times[at(*ours)].as_secs_f64());
            format!(" {:.2}", median(ratios.collect()))
        });
        println!("| {} |{} |", input.name(), cells.collect::<Vec<_>>().join(" |"));
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
