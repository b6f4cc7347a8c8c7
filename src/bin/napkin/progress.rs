//! The progress of a long search, on a terminal.

use std::{
    io::{self, IsTerminal, Read, Write},
    sync::{
        Arc, Condvar, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

/// How much was searched, and of how much.
#[derive(Debug, Default)]
pub struct Progress {
    is_shown: bool,
    files: AtomicU64,
    bytes: AtomicU64,
    /// The bytes read: fewer than those searched if they are compressed.
    stored: Arc<AtomicU64>,
    all_files: AtomicU64,
    all_bytes: AtomicU64,
    is_counted: AtomicBool,
    is_over: Mutex<bool>,
    over: Condvar,
}

impl Progress {
    /// Shows progress if standard error is a terminal and standard output is not.
    pub fn new(is_wanted: bool) -> Progress {
        let is_shown = is_wanted && io::stderr().is_terminal() && !io::stdout().is_terminal();
        Progress { is_shown, ..Progress::default() }
    }

    pub fn is_shown(&self) -> bool {
        self.is_shown
    }

    pub fn file(&self) {
        self.add(&self.files, 1);
    }

    pub fn bytes(&self, count: u64) {
        self.add(&self.bytes, count);
    }

    /// Counts bytes that were read or skipped.
    pub fn stored(&self, count: u64) {
        self.add(&self.stored, count);
    }

    /// Counts the bytes that are read from `reader`.
    pub fn reader<R: Read + Send + 'static>(&self, reader: R) -> Box<dyn Read + Send> {
        Box::new(Stored { reader, count: Arc::clone(&self.stored) })
    }

    fn add(&self, counter: &AtomicU64, count: u64) {
        if self.is_shown {
            counter.fetch_add(count, Ordering::Relaxed);
        }
    }

    /// Counts all inputs, while they are searched. `sizes` has `None` for one whose size is not known.
    pub fn count_all(&self, sizes: impl Iterator<Item = Option<u64>>) {
        for size in sizes {
            let Some(size) = size.filter(|_| !*self.is_over.lock().unwrap_or_else(PoisonError::into_inner)) else {
                return;
            };
            self.all_files.fetch_add(1, Ordering::Relaxed);
            self.all_bytes.fetch_add(size, Ordering::Relaxed);
        }
        self.is_counted.store(true, Ordering::Release);
    }

    /// Shows the progress again and again, until it is over.
    pub fn show(&self) {
        const PAUSE: Duration = Duration::from_millis(250);
        let start = Instant::now();
        let mut is_over = self.is_over.lock().unwrap_or_else(PoisonError::into_inner);
        while !*is_over {
            is_over = self.over.wait_timeout(is_over, PAUSE).unwrap_or_else(PoisonError::into_inner).0;
            // A progress that can't be written is not worth a message.
            let _ = write!(io::stderr(), "\r{}\x1b[K", self.line(start.elapsed()));
        }
        let _ = write!(io::stderr(), "\r\x1b[K");
    }

    fn line(&self, elapsed: Duration) -> String {
        let get = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let megabytes = |bytes: u64| bytes as f64 / 1e6;
        let (files, bytes) = (get(&self.files), get(&self.bytes));
        let rate = megabytes(bytes) / elapsed.as_secs_f64().max(1e-3);
        let bytes = megabytes(bytes);
        if !self.is_counted.load(Ordering::Acquire) {
            return format!("{bytes:.1} MB, {rate:.0} MB/s, {files} files");
        }
        let (all_files, all_bytes) = (get(&self.all_files), get(&self.all_bytes));
        let percent = (100 * get(&self.stored)).checked_div(all_bytes).unwrap_or(0).min(100);
        let files = if all_files > 1 { format!(", {files} of {all_files} files") } else { String::new() };
        format!("{percent}% of {:.1} MB, {rate:.0} MB/s{files}", megabytes(all_bytes))
    }

    pub fn end(&self) {
        *self.is_over.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.over.notify_all();
    }
}

struct Stored<R> {
    reader: R,
    count: Arc<AtomicU64>,
}

impl<R: Read> Read for Stored<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        self.count.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn per_cent_are_shown_when_all_is_counted() {
        let progress = Progress { is_shown: true, ..Progress::default() };
        progress.bytes(3_000_000);
        progress.stored(1_500_000);
        progress.file();
        let line = || progress.line(Duration::from_secs(2));
        assert_eq!(line(), "3.0 MB, 2 MB/s, 1 files");
        progress.count_all([Some(1_000_000), None].into_iter());
        assert_eq!(line(), "3.0 MB, 2 MB/s, 1 files");
        progress.count_all([Some(5_000_000)].into_iter());
        assert_eq!(line(), "25% of 6.0 MB, 2 MB/s, 1 of 2 files");
    }

    #[test]
    fn nothing_is_counted_unseen() {
        let progress = Progress::new(false);
        progress.bytes(5);
        assert_eq!(progress.line(Duration::ZERO), "0.0 MB, 0 MB/s, 0 files");
    }
}
