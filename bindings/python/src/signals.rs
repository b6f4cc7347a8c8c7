//! Interrupts of Python, such as Ctrl-C, during a long search.

use std::io::{self, Read};

use napkin::{Finder, Link};
use pyo3::prelude::*;

use crate::{attached::attached, errors};

/// How many bytes are searched between two looks for signals: some hundredths of a second.
const BETWEEN: usize = 8 << 20;

/// Looks for signals once in a while.
#[derive(Debug, Default)]
pub struct Signals {
    searched: usize,
}

impl Signals {
    /// Counts bytes that were searched.
    ///
    /// # Errors
    /// The handler of a signal raised an exception.
    pub fn count(&mut self, bytes: usize) -> PyResult<()> {
        self.searched += bytes;
        if self.searched < BETWEEN {
            return Ok(());
        }
        self.searched = 0;
        attached(|py| py.check_signals())
    }
}

/// Returns `true` if a text is so long that somebody may want to stop its search.
pub fn is_long(text: &[u8]) -> bool {
    // A stream that begins so is read as UTF-16.
    text.len() >= BETWEEN && !text.starts_with(b"\xFF\xFE") && !text.starts_with(b"\xFE\xFF")
}

/// Calls `take` with each link in a text.
pub fn for_each_link(finder: &Finder, text: &[u8], mut take: impl FnMut(&Link<'_>)) -> PyResult<()> {
    if is_long(text) {
        return Watched::read(text, |text| finder.search(text, |link| take(&link)));
    }
    finder.find_iter(text).for_each(|link| take(&link));
    Ok(())
}

/// A text in memory as a stream that ends with an error once a signal was raised.
pub struct Watched<'t> {
    text: &'t [u8],
    signals: Signals,
    raised: Option<PyErr>,
}

impl<'t> Watched<'t> {
    pub fn read(text: &'t [u8], search: impl FnOnce(&mut Watched<'t>) -> Result<(), napkin::Error>) -> PyResult<()> {
        let mut watched = Watched { text, signals: Signals::default(), raised: None };
        let searched = search(&mut watched);
        watched.raised.map_or_else(|| searched.map_err(errors::of_library), Err)
    }
}

impl Read for Watched<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.text.read(buffer)?;
        match self.signals.count(count) {
            Ok(()) => Ok(count),
            Err(raised) => {
                self.raised = Some(raised);
                Err(io::Error::other("interrupted"))
            }
        }
    }
}
