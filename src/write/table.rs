//! Tables: a row for each link, as comma-separated values (RFC 4180) or with tabs between.

use std::{
    io::{self, Write},
    ops::ControlFlow,
    path::Path,
};

use super::{column::Column, rows::RowWriter};
use crate::sink::{Context, Event, Sink};

/// How the values of a row are kept apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Separation {
    /// By commas, with quotation marks around values that need them: RFC 4180. Rows end in CRLF.
    Commas,
    /// By tabs. Tabs, line ends and backslashes in values are written as `\t`, `\n`, `\r` and `\\`.
    Tabs,
}

/// Writes a row for each link it is handed, and for each candidate that was refused.
///
/// ```
/// use napkin::{Finder, write::{Column, Separation, Table}};
///
/// let mut table = Table::new(Separation::Commas, [Column::Host, Column::Url], Vec::new());
/// table.header()?;
/// Finder::new().search(&b"at http://a.example/b,c"[..], &mut table)?;
/// assert_eq!(table.into_inner(), b"host,url\r\na.example,\"http://a.example/b,c\"\r\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Table<W> {
    separation: Separation,
    columns: Vec<Column>,
    rows: RowWriter<W>,
}

impl<W: Write> Table<W> {
    /// A table with these columns. Give it a writer with a buffer.
    pub fn new(separation: Separation, columns: impl IntoIterator<Item = Column>, writer: W) -> Table<W> {
        let columns = columns.into_iter().collect();
        Table { separation, columns, rows: RowWriter::new(writer) }
    }

    /// Writes the names of the columns.
    ///
    /// # Errors
    /// A write that failed.
    pub fn header(&mut self) -> io::Result<()> {
        let mut row = Vec::new();
        for (index, column) in self.columns.iter().enumerate() {
            self.separation.push(index, column.name().as_bytes(), &mut row);
        }
        row.extend_from_slice(self.separation.row_end());
        self.rows.writer.write_all(&row)
    }

    /// What the input is called that comes next.
    pub fn set_path(&mut self, path: &Path) {
        self.rows.set_path(path);
    }

    /// The writer.
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.rows.writer
    }

    /// The writer, for good. It is not flushed.
    pub fn into_inner(self) -> W {
        self.rows.writer
    }

    /// Writes the row of something that was found.
    ///
    /// # Errors
    /// A write that failed.
    pub fn found(&mut self, event: &Event<'_>, context: &Context<'_>) -> io::Result<()> {
        let (separation, columns) = (self.separation, &self.columns);
        self.rows.found(event, context, |found, value, row| {
            for (index, &column) in columns.iter().enumerate() {
                value.clear();
                found.push(column, value);
                separation.push(index, value, row);
            }
            row.extend_from_slice(separation.row_end());
        })
    }
}

impl Separation {
    fn row_end(self) -> &'static [u8] {
        match self {
            Separation::Commas => b"\r\n",
            Separation::Tabs => b"\n",
        }
    }

    /// Appends the value of a column to its row.
    fn push(self, index: usize, value: &[u8], row: &mut Vec<u8>) {
        match self {
            Separation::Commas => {
                if index > 0 {
                    row.push(b',');
                }
                push_quoted(value, row);
            }
            Separation::Tabs => {
                if index > 0 {
                    row.push(b'\t');
                }
                push_escaped(value, row);
            }
        }
    }
}

/// RFC 4180, 2: "Fields containing line breaks (CRLF), double quotes, and commas should be enclosed in double-quotes."
fn push_quoted(value: &[u8], row: &mut Vec<u8>) {
    if !value.iter().any(|byte| matches!(byte, b',' | b'"' | b'\n' | b'\r')) {
        return row.extend_from_slice(value);
    }
    row.push(b'"');
    for &byte in value {
        if byte == b'"' {
            row.push(b'"');
        }
        row.push(byte);
    }
    row.push(b'"');
}

fn push_escaped(value: &[u8], row: &mut Vec<u8>) {
    for &byte in value {
        match byte {
            b'\t' => row.extend_from_slice(b"\\t"),
            b'\n' => row.extend_from_slice(b"\\n"),
            b'\r' => row.extend_from_slice(b"\\r"),
            b'\\' => row.extend_from_slice(b"\\\\"),
            byte => row.push(byte),
        }
    }
}

impl<W: Write> Sink for Table<W> {
    fn event(&mut self, event: Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>> {
        self.found(&event, context)?;
        Ok(ControlFlow::Continue(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_in_their_column() {
        let value = b"a,\"b\"\tc\\\r\nd";
        for (separation, expected) in [
            (Separation::Commas, &b"x,\"a,\"\"b\"\"\tc\\\r\nd\",x"[..]),
            (Separation::Tabs, b"x\ta,\"b\"\\tc\\\\\\r\\nd\tx"),
        ] {
            let mut row = Vec::new();
            for (index, value) in [b"x", &value[..], b"x"].into_iter().enumerate() {
                separation.push(index, value, &mut row);
            }
            assert_eq!(row, expected);
        }
    }
}
