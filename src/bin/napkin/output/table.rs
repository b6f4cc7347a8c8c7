//! A table: one row for each URL.

use std::{io, ops::ControlFlow, path::Path};

use napkin::{
    Context, Event,
    write::{Column, Separation, Table},
};

use super::writer::Writer;
use crate::out::Out;

/// The columns, whatever was found: a program may rely on them.
const COLUMNS: [Column; 20] = [
    Column::Path,
    Column::Line,
    Column::Column,
    Column::Start,
    Column::End,
    Column::Url,
    Column::Kind,
    Column::Scheme,
    Column::Host,
    Column::Port,
    Column::UrlPath,
    Column::Query,
    Column::Fragment,
    Column::Confidence,
    Column::Alternative,
    Column::MessageNumber,
    Column::MessageId,
    Column::MessageDate,
    Column::MessageFrom,
    Column::MessageSubject,
];

/// Writes tables.
pub struct TableWriter(Table<Out>);

impl TableWriter {
    pub fn new(separation: Separation, out: Out) -> TableWriter {
        TableWriter(Table::new(separation, COLUMNS, out))
    }
}

/// The names of the columns, as the first row.
pub fn header(separation: Separation) -> io::Result<Vec<u8>> {
    let mut table = Table::new(separation, COLUMNS, Vec::new());
    table.header()?;
    Ok(table.into_inner())
}

impl Writer for TableWriter {
    fn out(&mut self) -> &mut Out {
        self.0.get_mut()
    }

    fn begin(&mut self, path: &Path) {
        self.0.set_path(path);
    }

    fn found(&mut self, event: &Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>> {
        self.0.found(event, context)?;
        Ok(ControlFlow::Continue(()))
    }
}
