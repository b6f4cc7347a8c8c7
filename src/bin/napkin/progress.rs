//! How far a long search is, for people who wait for it.

use std::{
    io::{self, IsTerminal, Write},
    sync::{
        Condvar, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

/// What was done so far, and whether it is told.
#[derive(Debug, Default)]
pub struct Progress {
    is_shown: bool,
    files: AtomicU64,
    bytes: AtomicU64,
    is_over: Mutex<bool>,
    over: Condvar,
}

impl Progress {
    /// Nothing was done yet. It is told where standard error is a terminal and nothing else is written to one.
    pub fn new(is_wanted: bool) -> Progress {
        let is_shown = is_wanted && io::stderr().is_terminal() && !io::stdout().is_terminal();
        Progress { is_shown, ..Progress::default() }
    }

    /// Whether it is told.
    pub fn is_shown(&self) -> bool {
        self.is_shown
    }

    /// A file was searched.
    pub fn file(&self) {
        if self.is_shown {
            self.files.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// So many bytes were read.
    pub fn bytes(&self, count: u64) {
        if self.is_shown {
            self.bytes.fetch_add(count, Ordering::Relaxed);
        }
    }

    /// Tells again and again how far it is, until it is over.
    pub fn show(&self) {
        const PAUSE: Duration = Duration::from_millis(250);
        let mut is_over = self.is_over.lock().unwrap_or_else(PoisonError::into_inner);
        while !*is_over {
            is_over = self.over.wait_timeout(is_over, PAUSE).unwrap_or_else(PoisonError::into_inner).0;
            let megabytes = self.bytes.load(Ordering::Relaxed) as f64 / 1e6;
            // What can't be told is not worth a word.
            let _ = write!(io::stderr(), "\r{} files, {megabytes:.1} MB\x1b[K", self.files.load(Ordering::Relaxed));
        }
        let _ = write!(io::stderr(), "\r\x1b[K");
    }

    /// It is over.
    pub fn end(&self) {
        *self.is_over.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.over.notify_all();
    }
}
