//! One contender that searches one input once, or each of them, for tools that count instructions.

use std::hint::black_box;

use super::{Contender, Input};

/// Searches the input of this name with the contender of that name.
pub fn run<T: Input>(inputs: &[T], contenders: &[Contender<T>], input: &str, contender: &str) {
    let input = super::named(inputs, input);
    let contender = contenders.iter().find(|other| other.name == contender).expect("there is a contender of this name");
    contender.check(input, measured(contender.count, input));
}

/// Searches the inputs one after the other with the contender of this name, and prints their names as JSON.
pub fn run_each<T: Input>(inputs: &[T], contenders: &[Contender<T>], contender: &str) {
    let contender = contenders.iter().find(|other| other.name == contender).expect("there is a contender of this name");
    for input in inputs {
        println!("{}", serde_json::json!(input.name()));
        contender.check(input, measured(contender.count, input));
    }
}

/// What is counted: `benches/instructions.py` names it to the tool.
#[inline(never)]
fn measured<T>(count: fn(&T) -> usize, input: &T) -> usize {
    black_box(count(black_box(input)))
}
