//! The interface of all output formats.

use std::{io, ops::ControlFlow, path::Path};

use napkin::{
    Context, Event,
    write::{Occurrences, Summary},
};

use crate::output::turns::{Between, Out};

/// The settings of all writers.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    pub end: u8,
    pub coloured: bool,
    pub hyperlinks: bool,
    /// Standard output is a terminal: hidden characters are made visible, and lines appear at once.
    pub terminal: bool,
}

/// Writes results to an [`Out`], in one format.
pub trait Writer: Send {
    fn out(&mut self) -> &mut Out;

    fn begin(&mut self, path: &Path);

    /// Writes a result: a link, or a rejected candidate if those are wanted. Returns whether more of the input is
    /// wanted.
    fn found(&mut self, event: &Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>>;

    /// Writes the explanation of a break or a rejected candidate. Returns `false` if it goes to standard error.
    fn explain(&mut self, _: &Event<'_>, _: &Context<'_>) -> io::Result<bool> {
        Ok(false)
    }

    /// Returns the row of a result without its end, in a format with rows.
    fn row(&mut self, _: &Event<'_>, _: &Context<'_>) -> String {
        String::new()
    }

    /// Returns `true` if no result waits for more of the text.
    fn is_idle(&self) -> bool {
        true
    }

    /// Returns `true` if it needs the text, with offsets in it.
    fn wants_text(&self) -> bool {
        false
    }

    /// Sets whether the input is plain text, which has lines.
    fn has_text(&mut self, _: bool) {}

    /// Begins a part of the input at this offset. Its heading may stand above an earlier part.
    fn part(&mut self, _start: usize) {}

    fn settled(&mut self, _: &[u8]) -> io::Result<()> {
        Ok(())
    }

    fn end(&mut self, _: u64) -> io::Result<()> {
        Ok(())
    }

    fn show_path(&mut self, _: bool) {}

    fn before(&self) -> Between {
        Between::Nothing
    }

    /// Writes the error of an input, besides the message.
    fn error(&mut self, _: &Path, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn name(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn occurrences(&mut self, _: &Occurrences<'_>) -> io::Result<()> {
        Ok(())
    }

    /// Writes the summary. Returns `false` if it goes to standard error.
    fn summary(&mut self, _: &Summary) -> io::Result<bool> {
        Ok(false)
    }
}
