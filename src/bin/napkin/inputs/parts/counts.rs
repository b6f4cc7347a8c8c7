//! A count for each part of a file, and the sum of the parts before it.

use std::{
    collections::BTreeMap,
    io::{self, Read},
    ops::Range,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
};

use crate::inputs::shared_file::SharedFile;

/// A count for each part, as far as known.
#[derive(Debug, Default)]
pub(super) struct Counts {
    sums: Mutex<Sums>,
    counted: Condvar,
}

#[derive(Debug, Default)]
struct Sums {
    /// For each part, its count and those before it.
    sums: Vec<u64>,
    /// Counts of parts after an unknown one.
    early: BTreeMap<usize, u64>,
}

impl Counts {
    fn lock(&self) -> MutexGuard<'_, Sums> {
        self.sums.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn tell(&self, index: usize, count: u64) {
        let mut state = self.lock();
        let Sums { sums, early } = &mut *state;
        if index >= sums.len() {
            early.entry(index).or_insert(count);
        }
        while let Some(count) = early.remove(&sums.len()) {
            sums.push(sums.last().unwrap_or(&0) + count);
        }
        self.counted.notify_all();
    }

    /// Returns the sum of the parts before this one. They were begun earlier, and none of them waits for a later part.
    pub(super) fn before(&self, index: usize) -> u64 {
        let Some(last) = index.checked_sub(1) else { return 0 };
        let mut state = self.lock();
        loop {
            match state.sums.get(last) {
                Some(&sum) => return sum,
                None => state = self.counted.wait(state).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}

/// Counts the line ends in a range of a file that begins with a line, as the library does: LF, CRLF, or a lone CR.
pub(super) fn count_lines(file: &SharedFile, range: Range<u64>) -> io::Result<u64> {
    let mut file = file.at(range.start);
    let mut left = range.end - range.start;
    let mut buffer = vec![0; 128 << 10];
    let (mut count, mut after_cr) = (0, false);
    while left > 0 {
        let room = buffer.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        let read = file.read(&mut buffer[..room])?;
        if read == 0 {
            break;
        }
        let bytes = &buffer[..read];
        count += memchr::memchr_iter(b'\n', bytes).count();
        if after_cr && bytes[0] == b'\n' {
            count -= 1;
        }
        if memchr::memchr(b'\r', bytes).is_some() {
            count += memchr::memchr_iter(b'\r', bytes).filter(|&at| bytes.get(at + 1) != Some(&b'\n')).count();
        }
        after_cr = bytes.last() == Some(&b'\r');
        left -= read as u64;
    }
    Ok(count as u64)
}
