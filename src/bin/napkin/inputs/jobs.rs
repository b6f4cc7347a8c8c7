//! What there is to do: one input after the other, and large files in parts.

use std::collections::BTreeMap;

use crate::{
    inputs::{
        input::Input,
        parts::{Content, Part, Parts},
        walk::{Failure, Found},
    },
    output::turns::Turn,
};

/// Something to do.
pub enum Task {
    /// Search an input.
    Whole(Input),
    /// Search a part of a large file.
    Part(Part, Content),
    /// Tell of an input that can't be had.
    Failed(Failure),
}

/// Hands out the tasks, each with its turn.
pub struct Jobs<'w> {
    inputs: Box<dyn Iterator<Item = Found> + Send + 'w>,
    /// The files that are being parted, by the numbers of their inputs.
    parted: BTreeMap<u64, Parts>,
    number: u64,
}

impl<'w> Jobs<'w> {
    /// All that is to be done with these inputs.
    pub fn new(inputs: impl Iterator<Item = Found> + Send + 'w) -> Jobs<'w> {
        Jobs { inputs: Box::new(inputs), parted: BTreeMap::new(), number: 0 }
    }

    /// The turn behind all that were handed out.
    pub fn end(&self) -> Turn {
        Turn::of_input(self.number)
    }

    /// The turn of the next part, where a file is being parted.
    pub fn next_part(&self) -> Option<Turn> {
        self.parted.first_key_value().map(|(&input, parts)| parts.turn(input))
    }

    /// Takes the parts of the input with this number in its place, and hands out the first.
    pub fn part(&mut self, input: u64, parts: Parts) -> Option<(Turn, Task)> {
        self.parted.insert(input, parts);
        self.part_of(input)
    }

    fn part_of(&mut self, input: u64) -> Option<(Turn, Task)> {
        let parts = self.parted.get_mut(&input)?;
        let turn = parts.turn(input);
        let next = parts.next();
        if next.as_ref().is_none_or(|(part, _)| part.is_last) {
            self.parted.remove(&input);
        }
        next.map(|(part, content)| (Turn { is_last: part.is_last, ..turn }, Task::Part(part, content)))
    }
}

impl Iterator for Jobs<'_> {
    type Item = (Turn, Task);

    fn next(&mut self) -> Option<(Turn, Task)> {
        let first = self.parted.first_key_value().map(|(&input, _)| input);
        if let Some(part) = first.and_then(|input| self.part_of(input)) {
            return Some(part);
        }
        let task = match self.inputs.next()? {
            Err(failure) => Task::Failed(failure),
            Ok(input) => Task::Whole(input),
        };
        self.number += 1;
        Some((Turn::of_input(self.number - 1), task))
    }
}
