//! The files of a folder in order, with only some names in memory: a mail folder may have a million.
//!
//! The folder is read several times. Each time, the next names in order are kept and returned.

use std::{
    cmp::Ordering,
    collections::BinaryHeap,
    fs::{self, DirEntry},
    io,
    path::{Path, PathBuf},
    vec,
};

use crate::inputs::shape;

/// How many names are kept. Twice as many take two reads of the folder.
const MAX_NAMES: usize = 1 << 17;

pub struct OrderedFiles<W> {
    folder: PathBuf,
    is_wanted: W,
    /// How many names are kept.
    most: usize,
    names: vec::IntoIter<Name>,
    last: Option<Name>,
    is_over: bool,
}

/// A name, with the order in which files are searched.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Name(PathBuf);

impl Ord for Name {
    fn cmp(&self, other: &Name) -> Ordering {
        shape::in_order(&self.0, &other.0)
    }
}

impl PartialOrd for Name {
    fn partial_cmp(&self, other: &Name) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<W: Fn(&DirEntry) -> bool> OrderedFiles<W> {
    pub fn new(folder: PathBuf, is_wanted: W) -> OrderedFiles<W> {
        OrderedFiles::keeping(MAX_NAMES, folder, is_wanted)
    }

    fn keeping(most: usize, folder: PathBuf, is_wanted: W) -> OrderedFiles<W> {
        OrderedFiles { folder, is_wanted, most, names: Vec::new().into_iter(), last: None, is_over: false }
    }

    fn read(&mut self) -> io::Result<()> {
        let mut next: BinaryHeap<Name> = BinaryHeap::new();
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            let name = Name(entry.file_name().into());
            let is_later = self.last.as_ref().is_none_or(|last| name > *last);
            let is_kept = next.len() < self.most || next.peek().is_some_and(|last| name < *last);
            if is_later && is_kept && (self.is_wanted)(&entry) {
                next.push(name);
            }
            if next.len() > self.most {
                next.pop();
            }
        }
        self.is_over = next.len() < self.most;
        let names = next.into_sorted_vec();
        self.last = names.last().cloned();
        self.names = names.into_iter();
        Ok(())
    }
}

impl<W: Fn(&DirEntry) -> bool> Iterator for OrderedFiles<W> {
    type Item = Result<PathBuf, (PathBuf, io::Error)>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(Name(name)) = self.names.next() {
                return Some(Ok(self.folder.join(name)));
            }
            if self.is_over {
                return None;
            }
            if let Err(error) = self.read() {
                self.is_over = true;
                return Some(Err((Path::to_path_buf(&self.folder), error)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_the_same_however_few_are_kept() {
        let folder = std::env::temp_dir().join(format!("napkin-names-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let mut expected: Vec<PathBuf> =
            ["10", "9", "b", "a", "c.d", "-", "0", "007", "7", "x y"].map(PathBuf::from).into();
        expected.iter().for_each(|name| fs::write(folder.join(name), "").unwrap());
        fs::write(folder.join("unwanted"), "").unwrap();
        expected.sort_by(|a, b| shape::in_order(a, b));
        for most in 1..12 {
            let files = OrderedFiles::keeping(most, folder.clone(), |entry| entry.file_name() != "unwanted");
            let names: Vec<PathBuf> = files.map(|file| file.unwrap().file_name().unwrap().into()).collect();
            assert_eq!(names, expected, "{most}");
        }
        let mut gone = OrderedFiles::new(folder.join("gone"), |_| true);
        assert!(gone.next().is_some_and(|file| file.is_err()) && gone.next().is_none());
        fs::remove_dir_all(folder).unwrap();
    }
}
