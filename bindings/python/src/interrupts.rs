//! Ctrl-C while a search runs without Python's lock.

use std::{
    thread::{self, ThreadId},
    time::{Duration, Instant},
};

use pyo3::PyResult;

use crate::attached::attached;

/// How often Python is asked.
pub const EVERY: Duration = Duration::from_millis(50);

/// Asks Python for signals now and then. Handlers only run in the thread that started the search: in another one, whoever waits for it
/// may have Python's lock.
pub struct Interrupts {
    thread: ThreadId,
    asked: Instant,
    turns: u32,
}

impl Interrupts {
    pub fn new() -> Interrupts {
        Interrupts { thread: thread::current().id(), asked: Instant::now(), turns: 0 }
    }

    /// Returns the exception of a handler, such as `KeyboardInterrupt`.
    pub fn check(&mut self) -> PyResult<()> {
        self.turns = self.turns.wrapping_add(1);
        if !self.turns.is_multiple_of(16) || self.asked.elapsed() < EVERY || thread::current().id() != self.thread {
            return Ok(());
        }
        self.asked = Instant::now();
        attached(|py| py.check_signals())
    }
}
