//! What there is to do: one input after the other, and large files in parts.

use std::{fs::File, path::Path};

use crate::inputs::{
    input::Input,
    parts::{Part, Parts},
    walk::{Failure, Found, LARGE},
};

/// Something to do.
#[derive(Debug)]
pub enum Task {
    /// Search an input.
    Whole(Input),
    /// Search a part of a large file.
    Part(Part),
    /// Tell of an input that can't be had.
    Failed(Failure),
}

/// Parts an input, which is a large file of this size, if it may be parted.
pub type Parting<'w> = Box<dyn Fn(&Input, File, u64) -> Option<Parts> + Send + 'w>;

/// Hands out the tasks, each with its number.
pub struct Jobs<'w> {
    inputs: Box<dyn Iterator<Item = Found> + Send + 'w>,
    /// What parts large files, where they may be parted by what is to come of them.
    parting: Option<Parting<'w>>,
    /// Those of the file that is being parted.
    parts: Option<Parts>,
    number: u64,
}

impl<'w> Jobs<'w> {
    /// All that is to be done with these inputs.
    pub fn new(inputs: impl Iterator<Item = Found> + Send + 'w, parting: Option<Parting<'w>>) -> Jobs<'w> {
        Jobs { inputs: Box::new(inputs), parting, parts: None, number: 0 }
    }

    /// How many there were so far.
    pub fn handed_out(&self) -> u64 {
        self.number
    }

    fn parts(&self, input: &Input) -> Option<Parts> {
        // To ask each file in a folder for its size takes as long as to search a small one.
        let Input::Named(path) = input else { return None };
        let parting = self.parting.as_ref()?;
        let file = large(path)?;
        let size = file.metadata().ok()?.len();
        parting(input, file, size)
    }
}

fn large(path: &Path) -> Option<File> {
    let is_large = path.metadata().is_ok_and(|file| file.is_file() && file.len() >= LARGE);
    is_large.then(|| File::open(path).ok()).flatten()
}

impl Iterator for Jobs<'_> {
    type Item = (u64, Task);

    fn next(&mut self) -> Option<(u64, Task)> {
        let task = loop {
            if let Some(parts) = &mut self.parts {
                if let Some(part) = parts.next() {
                    break Task::Part(part);
                }
                self.parts = None;
            }
            match self.inputs.next()? {
                Err(failure) => break Task::Failed(failure),
                Ok(input) => match self.parts(&input) {
                    Some(parts) => self.parts = Some(parts),
                    None => break Task::Whole(input),
                },
            }
        };
        self.number += 1;
        Some((self.number - 1, task))
    }
}
