//! Lists: one URL a line, with what people ask for in front of it.

use std::{
    borrow::Cow,
    io::{self, Write},
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use super::{
    decimal::Decimal,
    hyperlink,
    visible::{push_in_one_line, visible},
};
use crate::{
    link::{Link, Position, Refused, Rejoined},
    setters::setters,
    sink::{Context, Event, Sink},
};

/// The fields before each URL, in this order, with colons between. Default: none.
///
/// ```
/// let mut fields = napkin::write::Fields::default();
/// fields.line = true;
/// assert!(!fields.path);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fields {
    /// The file name, with the number of the message or WARC record: `archive.mbox#12`.
    pub path: bool,
    /// The line of the file, from 1, if the finder counts [positions](crate::FinderBuilder::positions).
    pub line: bool,
    /// The column in bytes, from 1, if the finder counts positions.
    pub column: bool,
    /// The byte offset, from 0.
    pub byte: bool,
}

/// The occurrences of a URL: how many, and the first and last date of their messages.
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
    /// The URL as first found.
    pub url: &'a str,
    /// The number of occurrences.
    pub count: u64,
    /// The earliest date, or `None` if no message has one.
    pub first: Option<&'a str>,
    /// The latest date.
    pub last: Option<&'a str>,
}

/// Writes the URL of each link, one a line.
///
/// ```
/// use napkin::{Finder, write::{Fields, List}};
///
/// let mut fields = Fields::default();
/// fields.byte = true;
/// let mut list = List::new(Vec::new()).fields(fields);
/// Finder::new().search_into(&b"at http://a.example/ and http://b.example/."[..], &mut list)?;
/// assert_eq!(list.into_inner(), b"3:http://a.example/\n25:http://b.example/\n");
/// # Ok::<(), napkin::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct List<W> {
    writer: W,
    fields: Fields,
    path: PathBuf,
    /// The path as printed, made on first use.
    shown_path: Vec<u8>,
    end: u8,
    is_coloured: bool,
    is_watched: bool,
    is_visible: bool,
    is_marked: bool,
    has_notes: bool,
    has_hyperlinks: bool,
    has_heading: bool,
    is_headed: bool,
    /// True if a heading names the message of the URLs below it.
    has_groups: bool,
}

impl<W: Write> List<W> {
    /// Returns a list without fields, with a line feed after each record. Use a buffered writer: each record takes
    /// several writes.
    pub fn new(writer: W) -> List<W> {
        List {
            writer,
            fields: Fields::default(),
            path: PathBuf::new(),
            shown_path: Vec::new(),
            end: b'\n',
            is_coloured: false,
            is_watched: false,
            is_visible: false,
            is_marked: false,
            has_notes: false,
            has_hyperlinks: false,
            has_heading: false,
            is_headed: false,
            has_groups: false,
        }
    }

    /// Sets the byte after each record. Default: a line feed.
    #[must_use]
    pub fn end(mut self, byte: u8) -> List<W> {
        self.end = byte;
        self.shown_path.clear();
        self
    }

    /// Sets whether the output is watched on a terminal: each record is flushed, and hidden characters are made
    /// [`visible`](fn@super::visible). Default: no.
    #[must_use]
    pub fn watched(mut self, yes: bool) -> List<W> {
        self.is_watched = yes;
        self.visible(yes)
    }

    /// Sets whether hidden characters are made [`visible`](fn@super::visible), without a flush. Default: no.
    #[must_use]
    pub fn visible(mut self, yes: bool) -> List<W> {
        self.is_visible = yes;
        self.shown_path.clear();
        self
    }

    setters! {
        #![must_use]

        /// Sets the fields before each URL. Default: none.
        fields(fields: Fields) { fields = fields }

        /// Sets whether fields have grep's colours. Default: no.
        colours(yes: bool) { is_coloured = yes }

        /// Sets whether joined URLs are followed by a tab, `joined`, and the confidence. Default: no.
        ///
        /// ```
        /// use napkin::{Finder, write::List};
        ///
        /// let mut list = List::new(Vec::new()).marked(true);
        /// Finder::new().search_into(&b"<http://a.example/b\nc> http://d.example/"[..], &mut list)?;
        /// assert_eq!(list.into_inner(), b"http://a.example/bc\tjoined 1.00\nhttp://d.example/\n");
        /// # Ok::<(), napkin::Error>(())
        /// ```
        marked(yes: bool) { is_marked = yes }

        /// Sets whether joined URLs are followed by a note for people. Default: no.
        ///
        /// ```
        /// use napkin::{Finder, write::List};
        ///
        /// let mut list = List::new(Vec::new()).notes(true);
        /// Finder::new().search_into(&b"<http://a.example/b\nc> http://d.example/"[..], &mut list)?;
        /// assert_eq!(list.into_inner(), b"http://a.example/bc  (joined from 2 lines)\nhttp://d.example/\n");
        /// # Ok::<(), napkin::Error>(())
        /// ```
        notes(yes: bool) { has_notes = yes }

        /// Sets whether URLs can be clicked on in terminals that support OSC 8. This only applies to schemes that are safe
        /// to click on. Default: no.
        hyperlinks(yes: bool) { has_hyperlinks = yes }

        /// Sets whether the file name is a heading above the URLs of each input, instead of a field. Default: no.
        ///
        /// ```
        /// use napkin::{Finder, write::{Fields, List}};
        ///
        /// let mut fields = Fields::default();
        /// fields.path = true;
        /// let mut list = List::new(Vec::new()).fields(fields).path_heading(true);
        /// list.set_path("a.txt".as_ref());
        /// Finder::new().search_into(&b"http://a.example/ http://b.example/"[..], &mut list)?;
        /// assert_eq!(list.into_inner(), b"a.txt\nhttp://a.example/\nhttp://b.example/\n");
        /// # Ok::<(), napkin::Error>(())
        /// ```
        path_heading(yes: bool) { has_heading = yes }
    }

    /// Sets the name of the next input.
    pub fn set_path(&mut self, path: &Path) {
        path.clone_into(&mut self.path);
        self.shown_path.clear();
        self.is_headed = false;
    }

    /// Returns the length in bytes of the heading above the first URL of this input, or 0 without a heading.
    pub fn heading_len(&self) -> usize {
        if !self.has_heading || !self.fields.path {
            return 0;
        }
        let mut path = Vec::new();
        push_in_one_line(self.path.as_os_str().as_encoded_bytes(), self.is_visible, self.end == b'\n', &mut path);
        let colour = if self.is_coloured { PATH.len() + RESET.len() } else { 0 };
        path.len() + colour + 1
    }

    /// Returns the fields, to change them for the next records.
    pub fn fields_mut(&mut self) -> &mut Fields {
        &mut self.fields
    }

    /// Returns the writer.
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.writer
    }

    /// Returns the writer, without a flush.
    pub fn into_inner(self) -> W {
        self.writer
    }

    /// Writes the URL of a link, with its fields.
    ///
    /// # Errors
    /// Returns the error of a write.
    pub fn link(&mut self, link: &Link<'_>, context: &Context<'_>) -> io::Result<()> {
        self.write_fields(context.file_position().or(link.position()), link.range.start, context)?;
        let target = if self.has_hyperlinks { hyperlink::target(link) } else { None };
        if let Some(target) = &target {
            self.writer.write_all(hyperlink::open(target, None).as_bytes())?;
        }
        match link.as_it_stands() {
            Some((completion, text)) if !self.is_visible && !self.is_coloured => {
                if !completion.is_empty() {
                    self.writer.write_all(completion.as_bytes())?;
                }
                self.writer.write_all(text)?;
            }
            _ => self.write_url(link.url(), if link.rejoined().is_some() { JOINED } else { URL })?,
        }
        if target.is_some() {
            self.writer.write_all(hyperlink::CLOSE)?;
        }
        if let Some(rejoined) = link.rejoined() {
            if self.is_marked {
                self.write_tab()?;
                self.write_styled(NUMBER, format!("joined {:.2}", rejoined.confidence).as_bytes())?;
            } else if self.has_notes {
                self.writer.write_all(b"  ")?;
                self.write_styled(NOTE, note(link, rejoined).as_bytes())?;
            }
        }
        self.finish()
    }

    /// Writes a rejected candidate as the text has it. Hidden characters and line ends become spaces.
    ///
    /// # Errors
    /// Returns the error of a write.
    pub fn refused(&mut self, refused: &Refused<'_>, context: &Context<'_>) -> io::Result<()> {
        self.write_fields(context.file_position().or(refused.position()), refused.range().start, context)?;
        let text = String::from_utf8_lossy(refused.as_bytes());
        let words: Vec<&str> = text.split(['\n', '\r']).filter(|line| !line.is_empty()).collect();
        self.write_url(&words.join(" "), URL)?;
        self.finish()
    }

    /// Writes a line of values with tabs between, such as the date and sender of a message.
    ///
    /// # Errors
    /// Returns the error of a write.
    pub fn heading(&mut self, values: &[&str]) -> io::Result<()> {
        self.write_heading()?;
        self.has_groups = true;
        for (index, value) in values.iter().enumerate() {
            if index > 0 {
                self.write_tab()?;
            }
            // Headers say anything: no tab or line end in them makes a value of its own.
            self.write_styled(PATH, visible(value).as_bytes())?;
        }
        self.finish()
    }

    /// Writes a count, after the file name if that is a field.
    ///
    /// # Errors
    /// Returns the error of a write.
    pub fn count(&mut self, count: u64) -> io::Result<()> {
        if self.fields.path {
            self.write_path()?;
            self.write_separator()?;
        }
        self.write_number(count)?;
        self.finish()
    }

    /// Writes the file name.
    ///
    /// # Errors
    /// Returns the error of a write.
    pub fn file(&mut self) -> io::Result<()> {
        self.write_path()?;
        self.finish()
    }

    /// Writes the count, the two dates and the URL, with tabs between. A missing date is `-`.
    ///
    /// # Errors
    /// Returns the error of a write.
    pub fn occurrences(&mut self, occurrences: &Occurrences<'_>) -> io::Result<()> {
        self.write_number(occurrences.count)?;
        for date in [occurrences.first, occurrences.last] {
            self.write_tab()?;
            self.write_styled(NUMBER, date.unwrap_or("-").as_bytes())?;
        }
        self.write_tab()?;
        self.write_url(occurrences.url, URL)?;
        self.finish()
    }

    /// Writes the file name above the first URL of an input, if it is a heading.
    #[inline]
    fn write_heading(&mut self) -> io::Result<()> {
        if !self.has_heading || !self.fields.path || self.is_headed {
            return Ok(());
        }
        self.is_headed = true;
        self.write_path()?;
        self.writer.write_all(&[self.end])
    }

    /// Writes the fields before a URL.
    #[inline]
    fn write_fields(&mut self, position: Option<Position>, byte: usize, context: &Context<'_>) -> io::Result<()> {
        self.write_heading()?;
        let Fields { path, line, column, byte: has_byte } = self.fields;
        let has_path = path && !self.has_heading;
        if has_path {
            self.write_path()?;
        }
        let has_number = has_path || self.has_heading && !self.has_groups;
        let number = if has_number { number(context) } else { None };
        if let Some(number) = number {
            self.write_styled(SEPARATOR, b"#")?;
            self.write_number(number as u64)?;
        }
        if has_path || number.is_some() {
            self.write_separator()?;
        }
        if let Some(position) = position {
            if line {
                self.write_field(position.line)?;
            }
            if column {
                self.write_field(position.column)?;
            }
        }
        if has_byte {
            self.write_field(byte)?;
        }
        Ok(())
    }

    #[inline]
    fn write_field(&mut self, number: usize) -> io::Result<()> {
        self.write_number(number as u64)?;
        self.write_separator()
    }

    fn write_url(&mut self, url: &str, style: &'static str) -> io::Result<()> {
        let url = if self.is_visible { visible(url) } else { Cow::Borrowed(url) };
        self.write_styled(style, url.as_bytes())
    }

    fn write_path(&mut self) -> io::Result<()> {
        if self.shown_path.is_empty() {
            let path = self.path.as_os_str().as_encoded_bytes();
            push_in_one_line(path, self.is_visible, self.end == b'\n', &mut self.shown_path);
        }
        if !self.is_coloured {
            return self.writer.write_all(&self.shown_path);
        }
        self.writer.write_all(PATH.as_bytes())?;
        self.writer.write_all(&self.shown_path)?;
        self.writer.write_all(RESET.as_bytes())
    }

    #[inline]
    fn write_number(&mut self, number: u64) -> io::Result<()> {
        self.write_styled(NUMBER, Decimal::of(number).as_bytes())
    }

    fn write_tab(&mut self) -> io::Result<()> {
        self.write_styled(SEPARATOR, b"\t")
    }

    #[inline]
    fn write_separator(&mut self) -> io::Result<()> {
        self.write_styled(SEPARATOR, b":")
    }

    #[inline]
    fn write_styled(&mut self, style: &'static str, text: &[u8]) -> io::Result<()> {
        if !self.is_coloured {
            return self.writer.write_all(text);
        }
        self.write_coloured(style, text)
    }

    fn write_coloured(&mut self, style: &'static str, text: &[u8]) -> io::Result<()> {
        self.writer.write_all(style.as_bytes())?;
        self.writer.write_all(text)?;
        self.writer.write_all(RESET.as_bytes())
    }

    #[inline]
    fn finish(&mut self) -> io::Result<()> {
        self.writer.write_all(&[self.end])?;
        if self.is_watched { self.writer.flush() } else { Ok(()) }
    }
}

/// Grep's colours, as ECMA-48 selects them: magenta, green, cyan, and bold red.
pub(super) const PATH: &str = "\x1b[35m";
pub(super) const NUMBER: &str = "\x1b[32m";
pub(super) const SEPARATOR: &str = "\x1b[36m";
pub(super) const URL: &str = "\x1b[1m\x1b[31m";
/// Colours that grep has not: bold yellow for a joined URL, faint for a note.
pub(super) const JOINED: &str = "\x1b[1m\x1b[33m";
pub(super) const NOTE: &str = "\x1b[2m";
pub(super) const RESET: &str = "\x1b[0m";

impl<W: Write> Sink for List<W> {
    fn event(&mut self, event: Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>> {
        if let Event::Link(link) = event {
            self.link(&link, context)?;
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// Returns a note on a joined URL: the number of lines, and if a break was in its scheme or host.
pub(super) fn note(link: &Link<'_>, rejoined: Rejoined) -> String {
    let lines = memchr::memchr_iter(b'\n', link.as_bytes()).count() + 1;
    let from = if lines > 1 { format!(" from {lines} lines") } else { String::new() };
    let inside = rejoined.inside.map(|part| format!(", inside the {}", part.name())).unwrap_or_default();
    format!("(joined{from}{inside})")
}

/// Returns the number of the message or of the WARC record.
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
