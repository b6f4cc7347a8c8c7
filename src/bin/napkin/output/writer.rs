//! What writes what is found, whatever its format.

use std::{io, ops::ControlFlow, path::Path};

use napkin::{
    Context, Event,
    write::{Occurrences, Summary},
};

use crate::output::turns::{Between, Out};

/// Writes what is found into an [`Out`], in one format.
pub trait Writer: Send {
    fn out(&mut self) -> &mut Out;

    /// What the input is called that comes next.
    fn begin(&mut self, path: &Path);

    /// Writes something that was found: a link, or a refused candidate where those are wanted. Whether more of the input is
    /// wanted.
    fn found(&mut self, event: &Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>>;

    /// Tells of a break or of a refused candidate beside the links; false if that is said on standard error.
    fn explain(&mut self, _: &Event<'_>, _: &Context<'_>) -> io::Result<bool> {
        Ok(false)
    }

    /// The row of something that was found, without its end, in a format that has rows.
    fn row(&mut self, _: &Event<'_>, _: &Context<'_>) -> String {
        String::new()
    }

    /// Returns `true` if nothing that was found waits for more of the text.
    fn is_idle(&self) -> bool {
        true
    }

    /// Returns `true` if it is handed the text, with offsets that count in it.
    fn wants_text(&self) -> bool {
        false
    }

    /// Takes whether the input is plain text, which has lines.
    fn has_text(&mut self, _: bool) {}

    /// What comes next is a part of the input, which begins at this offset; its heading, if it has one, may stand above another part.
    fn part(&mut self, _start: usize) {}

    /// Takes a stretch of the text.
    fn settled(&mut self, _: &[u8]) -> io::Result<()> {
        Ok(())
    }

    /// The input is done, and so many were found in it.
    fn end(&mut self, _: u64) -> io::Result<()> {
        Ok(())
    }

    /// Puts file names before what is found, or doesn't.
    fn show_path(&mut self, _: bool) {}

    /// What stands between what comes of two inputs.
    fn before(&self) -> Between {
        Between::Nothing
    }

    /// Writes that an input can't be had, beside the message.
    fn error(&mut self, _: &Path, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn name(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn occurrences(&mut self, _: &Occurrences<'_>) -> io::Result<()> {
        Ok(())
    }

    /// Writes how it all went; false if that is said on standard error.
    fn summary(&mut self, _: &Summary) -> io::Result<bool> {
        Ok(false)
    }
}
