//! What there is to do: one input after the other, and large files in parts.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Mutex, MutexGuard, PoisonError},
};

use crate::{
    inputs::{
        input::Input,
        parts::{Content, Part, Parts},
        walk::{Failure, Found},
    },
    output::turns::Turn,
};

pub enum Task {
    Whole(Input),
    /// Search a part of a large file.
    Part(Part, Content),
    /// Tell of an input that can't be had.
    Failed(Failure),
}

/// How many inputs are looked up ahead: those that are there can be searched while a folder is read.
const AHEAD: usize = 32;

/// Hands out the tasks, each with its turn. What is to be done is looked up by one thread at a time, while others go on with what is
/// there.
pub struct Jobs<'w> {
    inputs: Mutex<Box<dyn Iterator<Item = Found> + Send + 'w>>,
    ready: Mutex<Ready>,
    is_for_several: bool,
}

/// What can be done at once.
#[derive(Default)]
struct Ready {
    /// The inputs that were looked up and not handed out yet.
    inputs: VecDeque<Found>,
    /// The files that are being parted, by the numbers of their inputs.
    parted: BTreeMap<u64, Parts>,
    /// How many inputs were handed out.
    number: u64,
}

impl<'w> Jobs<'w> {
    pub fn new(inputs: impl Iterator<Item = Found> + Send + 'w, is_for_several: bool) -> Jobs<'w> {
        Jobs { inputs: Mutex::new(Box::new(inputs)), ready: Mutex::default(), is_for_several }
    }

    fn ready(&self) -> MutexGuard<'_, Ready> {
        self.ready.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The turn behind all that were handed out.
    pub fn end(&self) -> Turn {
        Turn::of_input(self.ready().number)
    }

    /// The turn of the next part, where a file is being parted.
    pub fn next_part(&self) -> Option<Turn> {
        self.ready().parted.first_key_value().map(|(&input, parts)| parts.turn(input))
    }

    /// Takes the parts of the input with this number in its place, and hands out the first.
    pub fn part(&self, input: u64, parts: Parts) -> Option<(Turn, Task)> {
        let mut ready = self.ready();
        ready.parted.insert(input, parts);
        ready.part_of(input)
    }

    pub fn next(&self) -> Option<(Turn, Task)> {
        if self.is_for_several {
            self.look_ahead();
        }
        if let Some(task) = self.ready().next() {
            return Some(task);
        }
        let mut inputs = self.inputs.lock().unwrap_or_else(PoisonError::into_inner);
        // Whoever was waited for may have left something.
        if let Some(task) = self.ready().next() {
            return Some(task);
        }
        let found = inputs.next()?;
        Some(self.ready().whole(found))
    }

    /// Looks inputs up where few are left, unless somebody else does.
    fn look_ahead(&self) {
        let has_few = |ready: &Ready| ready.parted.is_empty() && ready.inputs.len() < AHEAD;
        if !has_few(&self.ready()) {
            return;
        }
        let Ok(mut inputs) = self.inputs.try_lock() else { return };
        for found in inputs.by_ref().take(AHEAD) {
            // Each is there for others at once: the next one may take long to come.
            self.ready().inputs.push_back(found);
        }
    }
}

impl Ready {
    fn next(&mut self) -> Option<(Turn, Task)> {
        let first = self.parted.first_key_value().map(|(&input, _)| input);
        if let Some(part) = first.and_then(|input| self.part_of(input)) {
            return Some(part);
        }
        self.inputs.pop_front().map(|found| self.whole(found))
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

    /// The task and the turn of the next input.
    fn whole(&mut self, found: Found) -> (Turn, Task) {
        let task = match found {
            Err(failure) => Task::Failed(failure),
            Ok(input) => Task::Whole(input),
        };
        self.number += 1;
        (Turn::of_input(self.number - 1), task)
    }
}
