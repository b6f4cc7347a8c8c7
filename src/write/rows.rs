//! Rows of values, however they are laid out: what tables and templates share.

use std::{
    io::{self, Write},
    ops::ControlFlow,
    path::Path,
};

use super::column::{Column, Row};
use crate::sink::{Context, Event, Sink};

/// The layout of a row: see [`Table`](super::Table) and [`Formatted`](super::Formatted).
pub trait Layout: sealed::LayOut {}

/// Sealed.
pub(super) mod sealed {
    use super::Column;

    pub trait LayOut {
        /// Appends a row. `push` appends the value of a column, perhaps to the buffer for single values.
        fn lay_out(&self, push: &dyn Fn(Column, &mut Vec<u8>), value: &mut Vec<u8>, row: &mut Vec<u8>);
    }
}

/// Writes a row for each link and each rejected candidate.
#[derive(Clone, Debug)]
pub struct Rows<L, W> {
    pub(super) layout: L,
    pub(super) writer: W,
    path: Vec<u8>,
    row: Vec<u8>,
    value: Vec<u8>,
}

impl<L: Layout, W: Write> Rows<L, W> {
    pub(super) fn laid_out(layout: L, writer: W) -> Rows<L, W> {
        Rows { layout, writer, path: Vec::new(), row: Vec::new(), value: Vec::new() }
    }

    /// Sets the name of the next input.
    pub fn set_path(&mut self, path: &Path) {
        self.path.clear();
        self.path.extend_from_slice(path.as_os_str().as_encoded_bytes());
    }

    /// Returns the writer.
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.writer
    }

    /// Returns the writer, without a flush.
    pub fn into_inner(self) -> W {
        self.writer
    }

    /// Writes the row of an event.
    ///
    /// # Errors
    /// Returns the error of a write.
    pub fn found(&mut self, event: &Event<'_>, context: &Context<'_>) -> io::Result<()> {
        self.row(event, context);
        self.writer.write_all(&self.row)
    }

    /// Returns the row of an event, with its end, without writing it. Only links and rejected candidates have one.
    ///
    /// ```
    /// use napkin::{Context, Event, Finder, write::Formatted};
    ///
    /// let link = Finder::new().find("at http://a.example/b").unwrap();
    /// let mut lines = Formatted::new("{host}".parse()?, Vec::new());
    /// assert_eq!(lines.row(&Event::Link(link), &Context::default()), b"a.example\n");
    /// assert!(lines.into_inner().is_empty());
    /// # Ok::<(), napkin::Error>(())
    /// ```
    pub fn row(&mut self, event: &Event<'_>, context: &Context<'_>) -> &[u8] {
        self.row.clear();
        if matches!(event, Event::Link(_) | Event::Refused(_)) {
            let found = Row { path: &self.path, event, context };
            self.layout.lay_out(&|column, out| found.push(column, out), &mut self.value, &mut self.row);
        }
        &self.row
    }
}

impl<L: Layout, W: Write> Sink for Rows<L, W> {
    fn event(&mut self, event: Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>> {
        self.found(&event, context)?;
        Ok(ControlFlow::Continue(()))
    }
}
