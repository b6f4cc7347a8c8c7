//! The tasks: inputs one after another, and large files in parts.

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
    Part(Part, Content),
    Failed(Failure),
}

/// How many inputs to find ahead, so that threads can search while a folder is read.
const AHEAD: usize = 32;

/// Hands out tasks, each with its turn. One thread at a time looks for inputs, while others take those already found.
pub struct Jobs<'w> {
    inputs: Mutex<Box<dyn Iterator<Item = Found> + Send + 'w>>,
    ready: Mutex<Ready>,
    is_for_several: bool,
}

/// The tasks found so far.
#[derive(Default)]
struct Ready {
    /// The inputs that were found and not handed out yet.
    inputs: VecDeque<Found>,
    /// The files being split, by the numbers of their inputs.
    parted: BTreeMap<u64, Parts>,
    /// The number of inputs handed out.
    number: u64,
}

impl<'w> Jobs<'w> {
    pub fn new(inputs: impl Iterator<Item = Found> + Send + 'w, is_for_several: bool) -> Jobs<'w> {
        Jobs { inputs: Mutex::new(Box::new(inputs)), ready: Mutex::default(), is_for_several }
    }

    fn ready(&self) -> MutexGuard<'_, Ready> {
        self.ready.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn end(&self) -> Turn {
        Turn::of_input(self.ready().number)
    }

    /// Returns the turn of the next part, if a file is being split.
    pub fn next_part(&self) -> Option<Turn> {
        self.ready().parted.first_key_value().map(|(&input, parts)| parts.turn(input))
    }

    /// Puts the parts of the input with this number in its place, and returns the first part.
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
        // The other thread may have found tasks meanwhile.
        if let Some(task) = self.ready().next() {
            return Some(task);
        }
        let found = inputs.next()?;
        Some(self.ready().whole(found))
    }

    /// Looks for more inputs if few are left, unless another thread does.
    fn look_ahead(&self) {
        let has_few = |ready: &Ready| ready.parted.is_empty() && ready.inputs.len() < AHEAD;
        if !has_few(&self.ready()) {
            return;
        }
        let Ok(mut inputs) = self.inputs.try_lock() else { return };
        for found in inputs.by_ref().take(AHEAD) {
            // Others may take each input at once: the next may take long to find.
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

    fn whole(&mut self, found: Found) -> (Turn, Task) {
        let task = match found {
            Err(failure) => Task::Failed(failure),
            Ok(input) => Task::Whole(input),
        };
        self.number += 1;
        (Turn::of_input(self.number - 1), task)
    }
}
