//! What the benchmarks of searches share: contenders that count what they find, and how they are measured.

mod files;
#[path = "../../tests/library/hostile.rs"]
pub mod hostile;
mod once;
pub mod texts;
mod turns;
pub mod writer;

use std::{env, hint::black_box, time::Duration};

use criterion::{Criterion, Throughput};

/// Something to search.
pub trait Input {
    /// What it stands for.
    fn name(&self) -> &str;

    /// What is in it.
    fn bytes(&self) -> &[u8];
}

/// The input of this name.
fn named<'a, T: Input>(inputs: &'a [T], name: &str) -> &'a T {
    inputs.iter().find(|input| input.name() == name).expect("there is an input of this name")
}

/// One way to search an input, and how many things it has to find; none where there is no telling.
pub struct Contender<T> {
    pub name: &'static str,
    pub count: fn(&T) -> usize,
    pub expected: fn(&T) -> Option<usize>,
}

impl<T: Input> Contender<T> {
    /// Asserts that it finds what it has to.
    fn check(&self, input: &T, count: usize) {
        if let Some(expected) = (self.expected)(input) {
            assert_eq!(count, expected, "{} in {}", self.name, input.name());
        }
    }
}

/// Two contenders by name, and what is to be said of the first one's throughput over the second's.
pub type Comparison = (&'static str, &'static str, &'static str);

/// Measures the inputs that `make` makes of about so many bytes: with criterion, or only as ratios or speeds, with `--json` as
/// an object for each input. With `--once INPUT CONTENDER` one contender searches one input once, with `--each CONTENDER` one after the
/// other, and `--write INPUT PATH MIB` only writes an input into a file, again and again until it has so many MiB.
pub fn run<T: Input>(make: impl Fn(usize) -> Vec<T>, contenders: &[Contender<T>], comparisons: &[Comparison]) {
    let arguments: Vec<_> = env::args().collect();
    if let Some(at) = arguments.iter().position(|argument| argument == "--once") {
        return once::run(&make(2 << 20), contenders, &arguments[at + 1], &arguments[at + 2]);
    }
    if let Some(at) = arguments.iter().position(|argument| argument == "--each") {
        return once::run_each(&make(2 << 20), contenders, &arguments[at + 1]);
    }
    if let Some(at) = arguments.iter().position(|argument| argument == "--write") {
        let size: usize = arguments[at + 3].parse().expect("a number of MiB");
        return files::write(&make(size.min(32) << 20), contenders, &arguments[at + 1], &arguments[at + 2], size);
    }
    // Cargo passes `--bench` when it benchmarks; when it only tests that benchmarks run, small inputs do.
    let asks_for = |option: &str| arguments.iter().any(|argument| argument == option);
    let inputs = make(if asks_for("--bench") { 32 << 20 } else { 256 << 10 });
    if asks_for("--ratios") {
        return turns::print_ratios(&inputs, contenders, comparisons, asks_for("--json"));
    }
    if asks_for("--speeds") {
        return turns::print_speeds(&inputs, contenders);
    }
    let mut criterion =
        Criterion::default().sample_size(15).measurement_time(Duration::from_secs(3)).configure_from_args();
    for input in &inputs {
        let mut group = criterion.benchmark_group(input.name());
        group.throughput(Throughput::Bytes(input.bytes().len() as u64));
        for contender in contenders {
            contender.check(input, (contender.count)(input));
            group.bench_function(contender.name, |bencher| bencher.iter(|| (contender.count)(black_box(input))));
        }
    }
    criterion.final_summary();
}
