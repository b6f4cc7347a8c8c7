//! JSON: one object a line.

mod harmless;
mod plain;

use std::{
    io::{self, Write},
    ops::ControlFlow,
    path::Path,
};

use serde::Serialize;

use self::plain::PlainRecords;
use super::record::{MessageFields, PathName, Record, Within};
use crate::{
    setters::setters,
    sink::{Context, Event, Sink},
};

/// Writes each event as a [`Record`]: one JSON object a line.
///
/// Characters that act on a terminal, close a `<script>` or are invisible are written as `\uXXXX`.
///
/// ```
/// use napkin::{Finder, write::Json};
///
/// let mut json = Json::new(Vec::new());
/// Finder::new().search_into(&b"at <http://a.example/>"[..], &mut json)?;
/// let json = String::from_utf8(json.into_inner()).unwrap();
/// assert!(json.starts_with(r#"{"type":"link","line":null,"column":null,"start":4,"end":21,"url":"http://a.example/""#));
/// # Ok::<(), napkin::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Json<W> {
    writer: W,
    line: Vec<u8>,
    path: Option<PathName<'static>>,
    plain: PlainRecords,
    end: u8,
    is_watched: bool,
    /// The header of the last message, and its offset.
    message: Option<(usize, MessageFields<'static>)>,
}

impl<W: Write> Json<W> {
    /// Returns a writer of JSON. Use a buffered writer.
    pub fn new(writer: W) -> Json<W> {
        let mut plain = PlainRecords::default();
        plain.set_head(b"{\"type\":\"link\"}");
        Json { writer, line: Vec::new(), path: None, plain, end: b'\n', is_watched: false, message: None }
    }

    setters! {
        #![must_use]

        /// Sets the byte after each record. Default: a line feed.
        end(byte: u8) { end = byte }

        /// Sets whether each record is flushed, for output that is watched. Default: no.
        watched(yes: bool) { is_watched = yes }
    }

    /// Sets the name of the next input: the field `path` of its records.
    pub fn set_path(&mut self, path: impl Into<String>) {
        self.set_name(PathName::Text(path.into().into()));
    }

    /// Sets the path of the next input, which need not be UTF-8: see [`Record::file`].
    pub fn set_file(&mut self, path: &Path) {
        self.set_name(PathName::of(path).into_owned());
    }

    fn set_name(&mut self, name: PathName<'static>) {
        /// The first fields of a record of the input.
        #[derive(Serialize)]
        struct Head<'n> {
            r#type: &'static str,
            path: &'n PathName<'static>,
        }
        self.line.clear();
        // What is written into memory can't fail.
        let _ = harmless::append(&mut self.line, &Head { r#type: "link", path: &name });
        self.plain.set_head(&self.line);
        self.path = Some(name);
        self.message = None;
    }

    /// Returns the writer.
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.writer
    }

    /// Returns the writer, without a flush.
    pub fn into_inner(self) -> W {
        self.writer
    }

    /// Writes a record.
    ///
    /// ```
    /// use napkin::write::{Json, Record};
    ///
    /// let mut json = Json::new(Vec::new());
    /// json.record(&Record::error("it is gone").path("a.txt"))?;
    /// assert_eq!(json.into_inner(), b"{\"type\":\"error\",\"path\":\"a.txt\",\"message\":\"it is gone\"}\n");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the error of a write.
    pub fn record(&mut self, record: &Record<'_>) -> io::Result<()> {
        write_line(&mut self.writer, &mut self.line, record, self.end)?;
        self.flush_if_watched()
    }

    /// Writes the record of an event.
    ///
    /// # Errors
    /// Returns the error of a write.
    pub fn found(&mut self, event: &Event<'_>, context: &Context<'_>) -> io::Result<()> {
        let offset = MessageFields::offset_in(context);
        if self.message.as_ref().map(|(known, _)| *known) != offset {
            self.message = offset.zip(MessageFields::of(context).map(MessageFields::into_owned));
        }
        let message = self.message.as_ref().and_then(|(_, known)| known.in_part(context));
        let within = Within::with_message(message, context);
        if let Event::Link(link) = event
            && let Some(record) = self.plain.record(link, self.end)
        {
            if within.message.is_none() && within.warc.is_none() {
                self.writer.write_all(record)?;
            } else {
                let (fields, end) = record.split_at(record.len() - 2);
                self.line.clear();
                self.line.extend_from_slice(fields);
                push_field(&mut self.line, b",\"file_line\":", within.file_line.as_ref())?;
                push_field(&mut self.line, b",\"message\":", within.message.as_ref())?;
                push_field(&mut self.line, b",\"warc\":", within.warc.as_ref())?;
                self.line.extend_from_slice(end);
                self.writer.write_all(&self.line)?;
            }
            return self.flush_if_watched();
        }
        let Some(mut record) = Record::within(event, within) else { return Ok(()) };
        if let Some(path) = &self.path {
            record.set_name(path.borrowed());
        }
        write_line(&mut self.writer, &mut self.line, &record, self.end)?;
        self.flush_if_watched()
    }

    fn flush_if_watched(&mut self) -> io::Result<()> {
        if self.is_watched { self.writer.flush() } else { Ok(()) }
    }
}

impl<W: Write> Sink for Json<W> {
    fn event(&mut self, event: Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>> {
        self.found(&event, context)?;
        Ok(ControlFlow::Continue(()))
    }
}

/// Appends an optional field.
fn push_field(line: &mut Vec<u8>, name: &[u8], value: Option<&impl Serialize>) -> io::Result<()> {
    let Some(value) = value else { return Ok(()) };
    line.extend_from_slice(name);
    harmless::append(line, value)
}

/// Writes a record at once. `line` is a buffer.
fn write_line(writer: &mut impl Write, line: &mut Vec<u8>, record: &Record<'_>, end: u8) -> io::Result<()> {
    line.clear();
    harmless::append(line, record)?;
    line.push(end);
    writer.write_all(line)
}
