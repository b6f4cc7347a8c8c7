//! Faults of messages and records: a few are listed at the end, many are counted in one line.

use std::path::{Path, PathBuf};

use napkin::mail::Damage;

/// The most faults of a kind that are listed.
const LISTED: usize = 3;

#[derive(Debug, Default)]
pub struct Damages {
    faults: Faults,
    charsets: Faults,
}

#[derive(Debug, Default)]
struct Faults {
    count: u64,
    /// The first ones, by path and offset.
    first: Vec<(PathBuf, usize, String)>,
}

impl Damages {
    pub fn add(&mut self, path: &Path, damage: &Damage) {
        let faults = if damage.is_unknown_charset() { &mut self.charsets } else { &mut self.faults };
        faults.count += 1;
        // They come in the order of the input.
        if faults.count <= LISTED as u64 || faults.first.last().is_some_and(|(last, ..)| last.as_path() > path) {
            faults.keep((path.to_owned(), damage.offset(), damage.to_string()));
        }
    }

    pub fn merge(&mut self, other: Damages) {
        for (faults, others) in [(&mut self.faults, other.faults), (&mut self.charsets, other.charsets)] {
            faults.count += others.count;
            others.first.into_iter().for_each(|fault| faults.keep(fault));
        }
    }

    /// Returns the lines to print. Notes on charsets are left out if the output is quiet.
    pub fn lines(&self, is_quiet: bool) -> Vec<String> {
        let mut lines = self.faults.lines("faults in messages or records");
        if !is_quiet {
            lines.extend(self.charsets.lines("texts in unknown charsets, which were guessed"));
        }
        lines
    }
}

impl Faults {
    fn keep(&mut self, fault: (PathBuf, usize, String)) {
        let at = self.first.partition_point(|known| (&known.0, known.1) <= (&fault.0, fault.1));
        self.first.insert(at, fault);
        self.first.truncate(LISTED);
    }

    fn lines(&self, what: &str) -> Vec<String> {
        let mut lines: Vec<String> =
            self.first.iter().map(|(path, _, text)| format!("{}: {text}", path.display())).collect();
        if self.count > LISTED as u64 {
            lines.truncate(1);
            lines
                .iter_mut()
                .for_each(|first| *first = format!("{} {what}; --explain lists them; the first: {first}", self.count));
        }
        lines
    }
}
