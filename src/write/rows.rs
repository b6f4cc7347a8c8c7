//! Rows of values, however they are laid out: what tables and templates share.

use std::{
    io::{self, Write},
    path::Path,
};

use super::column::Row;
use crate::sink::{Context, Event};

/// Writes a row for each thing that was found.
#[derive(Clone, Debug)]
pub(super) struct RowWriter<W> {
    pub(super) writer: W,
    path: Vec<u8>,
    row: Vec<u8>,
    value: Vec<u8>,
}

impl<W: Write> RowWriter<W> {
    pub(super) fn new(writer: W) -> RowWriter<W> {
        RowWriter { writer, path: Vec::new(), row: Vec::new(), value: Vec::new() }
    }

    /// What the input is called that comes next.
    pub(super) fn set_path(&mut self, path: &Path) {
        self.path.clear();
        self.path.extend_from_slice(path.as_os_str().as_encoded_bytes());
    }

    /// Writes the row of something that was found, a link or a refused candidate. `lay_out` appends it, with a buffer for values.
    pub(super) fn found(
        &mut self,
        event: &Event<'_>,
        context: &Context<'_>,
        lay_out: impl FnOnce(&Row<'_>, &mut Vec<u8>, &mut Vec<u8>),
    ) -> io::Result<()> {
        if !matches!(event, Event::Link(_) | Event::Refused(_)) {
            return Ok(());
        }
        self.row.clear();
        lay_out(&Row { path: &self.path, event, context }, &mut self.value, &mut self.row);
        self.writer.write_all(&self.row)
    }
}
