//! Lists: one URL a line, with what people ask for in front of it.

use std::{
    borrow::Cow,
    io::{self, Write},
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use super::{
    decimal::Decimal,
    visible::{push_in_one_line, visible},
};
use crate::{
    link::{Link, Position, Refused},
    sink::{Context, Event, Sink},
};

/// What is printed before each URL, in this order, with colons between. The default is nothing at all.
///
/// ```
/// let mut fields = napkin::write::Fields::default();
/// fields.line = true;
/// assert!(!fields.path);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fields {
    /// The file name, and the number of the message in a mailbox, or of the record in a WARC file: `archive.mbox#12`.
    pub path: bool,
    /// The line, from 1, where lines are [counted](crate::FinderBuilder::positions).
    pub line: bool,
    /// The column in bytes, from 1, where they are counted.
    pub column: bool,
    /// The byte offset, from 0.
    pub byte: bool,
}

/// How often a URL was found in all, and the dates of the first and the last message that it was found in.
///
/// ```
/// use napkin::write::{List, Occurrences};
///
/// let mut list = List::new(Vec::new());
/// list.occurrences(&Occurrences { url: "http://a.example/", count: 3, first: Some("2026-11-21"), last: None })?;
/// assert_eq!(list.into_inner(), b"3\t2026-11-21\t-\thttp://a.example/\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Occurrences<'a> {
    /// The URL as it was found first.
    pub url: &'a str,
    /// How often it was found.
    pub count: u64,
    /// The earliest date; `None` where no message that it was found in has one.
    pub first: Option<&'a str>,
    /// The latest date.
    pub last: Option<&'a str>,
}

/// Writes the URL of each link it is handed, one a line.
///
/// ```
/// use napkin::{Finder, write::{Fields, List}};
///
/// let mut fields = Fields::default();
/// fields.byte = true;
/// let mut list = List::new(Vec::new()).fields(fields);
/// Finder::new().search(&b"at http://a.example/ and http://b.example/."[..], &mut list)?;
/// assert_eq!(list.into_inner(), b"3:http://a.example/\n25:http://b.example/\n");
/// # Ok::<(), napkin::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct List<W> {
    writer: W,
    fields: Fields,
    path: PathBuf,
    end: u8,
    is_coloured: bool,
    is_watched: bool,
    is_visible: bool,
    is_marked: bool,
    /// The record that is being put together.
    row: Vec<u8>,
}

impl<W: Write> List<W> {
    /// A list without fields, each of whose lines ends in a line feed. Give it a writer with a buffer.
    pub fn new(writer: W) -> List<W> {
        List {
            writer,
            fields: Fields::default(),
            path: PathBuf::new(),
            end: b'\n',
            is_coloured: false,
            is_watched: false,
            is_visible: false,
            is_marked: false,
            row: Vec::new(),
        }
    }

    /// What is printed before each URL. Default: nothing.
    #[must_use]
    pub fn fields(mut self, fields: Fields) -> List<W> {
        self.fields = fields;
        self
    }

    /// What ends each record. Default: a line feed.
    #[must_use]
    pub fn end(mut self, byte: u8) -> List<W> {
        self.end = byte;
        self
    }

    /// Whether the fields have grep's colours. Default: no.
    #[must_use]
    pub fn colours(mut self, yes: bool) -> List<W> {
        self.is_coloured = yes;
        self
    }

    /// Whether people watch it appear on a terminal: each record is flushed then, and hidden characters are made
    /// [`visible`](fn@super::visible). Default: no.
    #[must_use]
    pub fn watched(mut self, yes: bool) -> List<W> {
        (self.is_watched, self.is_visible) = (yes, yes);
        self
    }

    /// Whether hidden characters are made [`visible`](fn@super::visible), without a flush. Default: no.
    #[must_use]
    pub fn visible(mut self, yes: bool) -> List<W> {
        self.is_visible = yes;
        self
    }

    /// Whether URLs that were put together have a mark behind them: a tab, `joined`, and the confidence. Default: no.
    ///
    /// ```
    /// use napkin::{Finder, write::List};
    ///
    /// let mut list = List::new(Vec::new()).marked(true);
    /// Finder::new().search(&b"<http://a.example/b\nc> http://d.example/"[..], &mut list)?;
    /// assert_eq!(list.into_inner(), b"http://a.example/bc\tjoined 1.00\nhttp://d.example/\n");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    #[must_use]
    pub fn marked(mut self, yes: bool) -> List<W> {
        self.is_marked = yes;
        self
    }

    /// What the input is called that comes next.
    pub fn set_path(&mut self, path: &Path) {
        path.clone_into(&mut self.path);
    }

    /// What is printed before each, from here on.
    pub fn fields_mut(&mut self) -> &mut Fields {
        &mut self.fields
    }

    /// The writer.
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.writer
    }

    /// The writer, for good. It is not flushed.
    pub fn into_inner(self) -> W {
        self.writer
    }

    /// Writes the URL of a link, and its fields.
    ///
    /// # Errors
    /// A write that failed.
    pub fn link(&mut self, link: &Link<'_>, context: &Context<'_>) -> io::Result<()> {
        self.push_fields(link.position(), link.range().start, context);
        match link.as_it_stands() {
            Some((completion, text)) if !self.is_visible => self.push_styled(URL, completion.as_bytes(), text),
            _ => self.push_url(link.url()),
        }
        if let Some(rejoined) = link.rejoined().filter(|_| self.is_marked) {
            self.push_styled(SEPARATOR, b"\t", b"");
            self.push_styled(NUMBER, format!("joined {:.2}", rejoined.confidence).as_bytes(), b"");
        }
        self.finish()
    }

    /// Writes a candidate that was refused as it stands there, but for what is not seen and for line ends, which become spaces.
    ///
    /// # Errors
    /// A write that failed.
    pub fn refused(&mut self, refused: &Refused<'_>, context: &Context<'_>) -> io::Result<()> {
        self.push_fields(refused.position(), refused.range().start, context);
        let text = String::from_utf8_lossy(refused.text());
        let words: Vec<&str> = text.split(['\n', '\r']).filter(|line| !line.is_empty()).collect();
        self.push_url(&words.join(" "));
        self.finish()
    }

    /// Writes a line of its own with tabs between its values, such as what a message says of itself.
    ///
    /// # Errors
    /// A write that failed.
    pub fn heading(&mut self, values: &[&str]) -> io::Result<()> {
        for (index, value) in values.iter().enumerate() {
            if index > 0 {
                self.push_styled(SEPARATOR, b"\t", b"");
            }
            // Headers say anything: no tab or line end in them makes a value of its own.
            self.push_styled(PATH, visible(value).as_bytes(), b"");
        }
        self.finish()
    }

    /// Writes how many there are of something, behind the file name where that is a field.
    ///
    /// # Errors
    /// A write that failed.
    pub fn count(&mut self, count: u64) -> io::Result<()> {
        if self.fields.path {
            self.push_path();
            self.push_separator();
        }
        self.push_number(count);
        self.finish()
    }

    /// Writes the file name.
    ///
    /// # Errors
    /// A write that failed.
    pub fn file(&mut self) -> io::Result<()> {
        self.push_path();
        self.finish()
    }

    /// Writes a URL and how often it was found, with tabs between, so that a date can be told from a URL; `-` is no date.
    ///
    /// # Errors
    /// A write that failed.
    pub fn occurrences(&mut self, occurrences: &Occurrences<'_>) -> io::Result<()> {
        self.push_number(occurrences.count);
        for date in [occurrences.first, occurrences.last] {
            self.push_styled(SEPARATOR, b"\t", b"");
            self.push_styled(NUMBER, date.unwrap_or("-").as_bytes(), b"");
        }
        self.push_styled(SEPARATOR, b"\t", b"");
        self.push_url(occurrences.url);
        self.finish()
    }

    /// Appends what stands before a URL.
    #[inline]
    fn push_fields(&mut self, position: Option<Position>, byte: usize, context: &Context<'_>) {
        let Fields { path, line, column, byte: has_byte } = self.fields;
        if path {
            self.push_path();
            if let Some(number) = number(context) {
                self.push_styled(SEPARATOR, b"#", b"");
                self.push_number(number as u64);
            }
            self.push_separator();
        }
        if let Some(position) = position {
            if line {
                self.push_field(position.line);
            }
            if column {
                self.push_field(position.column);
            }
        }
        if has_byte {
            self.push_field(byte);
        }
    }

    #[inline]
    fn push_field(&mut self, number: usize) {
        if !self.is_coloured {
            return Decimal::of(number as u64).push_before(b':', &mut self.row);
        }
        self.push_number(number as u64);
        self.push_separator();
    }

    fn push_url(&mut self, url: &str) {
        let url = if self.is_visible { visible(url) } else { Cow::Borrowed(url) };
        self.push_styled(URL, url.as_bytes(), b"");
    }

    fn push_path(&mut self) {
        if self.is_coloured {
            self.row.extend_from_slice(PATH.as_bytes());
        }
        push_in_one_line(self.path.as_os_str().as_encoded_bytes(), self.is_visible, self.end == b'\n', &mut self.row);
        if self.is_coloured {
            self.row.extend_from_slice(RESET.as_bytes());
        }
    }

    fn push_number(&mut self, number: u64) {
        self.push_styled(NUMBER, Decimal::of(number).as_bytes(), b"");
    }

    fn push_separator(&mut self) {
        self.push_styled(SEPARATOR, b":", b"");
    }

    /// Appends something in two parts, in its colour.
    #[inline]
    fn push_styled(&mut self, style: &str, first: &[u8], second: &[u8]) {
        if self.is_coloured {
            self.row.extend_from_slice(style.as_bytes());
        }
        self.row.extend_from_slice(first);
        self.row.extend_from_slice(second);
        if self.is_coloured {
            self.row.extend_from_slice(RESET.as_bytes());
        }
    }

    /// Writes the record at once.
    fn finish(&mut self) -> io::Result<()> {
        self.row.push(self.end);
        let written = self.writer.write_all(&self.row);
        self.row.clear();
        written?;
        if self.is_watched { self.writer.flush() } else { Ok(()) }
    }
}

/// Grep's colours, as ECMA-48 selects them: magenta, green, cyan, and bold red.
pub(super) const PATH: &str = "\x1b[35m";
pub(super) const NUMBER: &str = "\x1b[32m";
pub(super) const SEPARATOR: &str = "\x1b[36m";
pub(super) const URL: &str = "\x1b[1m\x1b[31m";
pub(super) const RESET: &str = "\x1b[0m";

impl<W: Write> Sink for List<W> {
    fn event(&mut self, event: Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>> {
        if let Event::Link(link) = event {
            self.link(&link, context)?;
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// The number of the message in its mailbox, or of the record in its WARC file.
#[cfg(feature = "mail")]
pub(super) fn number(context: &Context<'_>) -> Option<usize> {
    #[cfg(feature = "warc")]
    if let Some(record) = context.warc_record() {
        return Some(record.number());
    }
    context.message()?.number()
}

#[cfg(not(feature = "mail"))]
pub(super) fn number(_: &Context<'_>) -> Option<usize> {
    None
}
