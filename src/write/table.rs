//! Tables: a row for each link, as comma-separated values (RFC 4180) or with tabs between.

use std::io::{self, Write};

use super::{
    column::Column,
    rows::{Layout, Rows, sealed::LayOut},
    visible::visible_but,
};

/// The separator between the values of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Separation {
    /// Commas, with quotation marks where needed (RFC 4180). Rows end in CRLF.
    Commas,
    /// Tabs. Tabs, line ends and backslashes in values are written as `\t`, `\n`, `\r` and `\\`.
    Tabs,
}

/// Writes a row for each link and each rejected candidate.
///
/// ```
/// use napkin::{Finder, write::{Column, Separation, Table}};
///
/// let mut table = Table::new(Separation::Commas, [Column::Host, Column::Url], Vec::new());
/// table.header()?;
/// Finder::new().search_into(&b"at http://a.example/b,c"[..], &mut table)?;
/// assert_eq!(table.into_inner(), b"host,url\r\na.example,\"http://a.example/b,c\"\r\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Table<W> = Rows<TableLayout, W>;

/// The columns of a [`Table`], and the separator.
#[derive(Clone, Debug)]
pub struct TableLayout {
    separation: Separation,
    columns: Vec<Column>,
    is_watched: bool,
}

impl<W: Write> Table<W> {
    /// Returns a table with these columns. Use a buffered writer.
    pub fn new(separation: Separation, columns: impl IntoIterator<Item = Column>, writer: W) -> Table<W> {
        let columns = columns.into_iter().collect();
        Rows::laid_out(TableLayout { separation, columns, is_watched: false }, writer)
    }

    /// Sets whether the output is watched on a terminal: hidden characters are made [`visible`](fn@super::visible).
    /// Default: no.
    ///
    /// ```
    /// use std::path::Path;
    /// use napkin::{Finder, write::{Column, Separation, Table}};
    ///
    /// let mut table = Table::new(Separation::Tabs, [Column::Path, Column::Host], Vec::new()).watched(true);
    /// table.set_path(Path::new("a\u{1b}[2J"));
    /// Finder::new().search_into("http://a.example/".as_bytes(), &mut table)?;
    /// assert_eq!(String::from_utf8(table.into_inner())?, "a\\u{1b}[2J\ta.example\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn watched(mut self, yes: bool) -> Table<W> {
        self.layout.is_watched = yes;
        self
    }

    /// Writes the names of the columns.
    ///
    /// # Errors
    /// Returns the error of a write.
    pub fn header(&mut self) -> io::Result<()> {
        let TableLayout { separation, columns, .. } = &self.layout;
        let mut row = Vec::new();
        for (index, column) in columns.iter().enumerate() {
            separation.push(index, column.name().as_bytes(), &mut row);
        }
        row.extend_from_slice(separation.row_end());
        self.writer.write_all(&row)
    }
}

impl Layout for TableLayout {}

impl LayOut for TableLayout {
    fn lay_out(&self, push: &dyn Fn(Column, &mut Vec<u8>), value: &mut Vec<u8>, row: &mut Vec<u8>) {
        for (index, &column) in self.columns.iter().enumerate() {
            value.clear();
            push(column, value);
            self.separation.push(index, value, row);
        }
        if self.is_watched {
            let shown = visible_but(&String::from_utf8_lossy(row), |c| c == '\t').into_owned();
            *row = shown.into_bytes();
        }
        row.extend_from_slice(self.separation.row_end());
    }
}

impl Separation {
    /// Returns a row with these values, for a table of anything.
    ///
    /// ```
    /// use napkin::write::Separation;
    ///
    /// assert_eq!(Separation::Commas.row(["3", "a, \"b\""]), b"3,\"a, \"\"b\"\"\"\r\n");
    /// ```
    pub fn row<'v>(self, values: impl IntoIterator<Item = &'v str>) -> Vec<u8> {
        let mut row = Vec::new();
        for (index, value) in values.into_iter().enumerate() {
            self.push(index, value.as_bytes(), &mut row);
        }
        row.extend_from_slice(self.row_end());
        row
    }

    fn row_end(self) -> &'static [u8] {
        match self {
            Separation::Commas => b"\r\n",
            Separation::Tabs => b"\n",
        }
    }

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
