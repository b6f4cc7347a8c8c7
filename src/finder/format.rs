//! The formats of inputs: how each is recognised, and what searches it.

use std::{io::Read, path::Path};

#[cfg(feature = "mail")]
use crate::error::Stop;
#[cfg(feature = "html")]
use crate::finder::html::{self, HtmlFinder};
#[cfg(feature = "mail")]
use crate::finder::mail::{self, MailFinder};
#[cfg(feature = "warc")]
use crate::finder::warc::{self, WarcFinder};
#[cfg(feature = "html")]
use crate::source;
use crate::{
    error::Error,
    finder::{searcher::Searcher, text::Finder},
    setters::setters,
    sink::Sink,
    unknown_name::by_name,
};

/// The format of an input.
///
/// ```
/// use napkin::Format;
///
/// assert_eq!(Format::recognise(b"See http://a.example/", true), Some(Format::Text));
/// assert_eq!("text".parse(), Ok(Format::Text));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Plain text.
    Text,
    /// A message, a mailbox or a batch of news.
    #[cfg(feature = "mail")]
    Mail,
    /// An HTML document.
    #[cfg(feature = "html")]
    Html,
    /// A calendar, cards or LDIF: a text whose long lines are folded.
    #[cfg(feature = "mail")]
    Folded,
    /// A WARC or ARC file: the pages of a crawl, or their texts.
    #[cfg(feature = "warc")]
    Warc,
}

/// Returns whether an input has a format, by its first bytes. Returns `None` if it takes more bytes, and there are some.
type Recognise = fn(&[u8], bool) -> Option<bool>;

/// The facts about a format.
struct FormatRow {
    name: &'static str,
    description: &'static str,
    recognise: Recognise,
    /// The same for a file whose name has the suffix of another format.
    recognise_sure: Recognise,
    /// File suffixes that decide if the first bytes do not.
    suffixes: &'static [&'static str],
}

impl FormatRow {
    const fn new(name: &'static str, description: &'static str, recognise: Recognise) -> FormatRow {
        FormatRow { name, description, recognise, recognise_sure: recognise, suffixes: &[] }
    }
}

impl Format {
    /// All formats, in the order of recognition. An input of no other format is text.
    pub const ALL: &'static [Format] = &[
        Format::Text,
        #[cfg(feature = "mail")]
        Format::Mail,
        #[cfg(feature = "html")]
        Format::Html,
        #[cfg(feature = "mail")]
        Format::Folded,
        #[cfg(feature = "warc")]
        Format::Warc,
    ];

    fn row(self) -> FormatRow {
        match self {
            // Text is any input without another format.
            Format::Text => FormatRow::new("text", "Plain text", |_, _| Some(false)),
            #[cfg(feature = "mail")]
            Format::Mail => FormatRow {
                suffixes: &["eml", "emlx"],
                ..FormatRow::new("mail", "A message or a mailbox", mail::recognise)
            },
            #[cfg(feature = "html")]
            Format::Html => FormatRow {
                recognise_sure: source::html::recognise_sure,
                suffixes: &["html", "htm", "xhtml", "xht"],
                ..FormatRow::new("html", "An HTML document", html::recognise)
            },
            #[cfg(feature = "mail")]
            Format::Folded => FormatRow {
                suffixes: &["ldif"],
                ..FormatRow::new("folded", "A calendar (.ics), cards (.vcf) or LDIF", source::folded::recognise)
            },
            #[cfg(feature = "warc")]
            Format::Warc => FormatRow::new("warc", "A WARC, WET or ARC file of a crawl", warc::recognise),
        }
    }

    /// Returns the name used in options: `text`, `mail`, `html`, `folded` or `warc`.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Returns a description in a few words.
    pub fn description(self) -> &'static str {
        self.row().description
    }

    /// Returns the format of an input that begins with `head`, or `None` if that needs more bytes. Set `is_end` if
    /// there are no more.
    ///
    /// ```
    /// # #[cfg(feature = "html")] {
    /// use napkin::Format;
    ///
    /// assert_eq!(Format::recognise(b"<!doctype html><p>", false), Some(Format::Html));
    /// assert_eq!(Format::recognise(b"<!doc", false), None);
    /// # }
    /// ```
    pub fn recognise(head: &[u8], is_end: bool) -> Option<Format> {
        Format::recognise_by(|row| row.recognise, head, is_end)
    }

    /// The same for a file with this name. If the bytes show no format, the end of the name may; a `.gz` or `.zst` after that is left out.
    /// Files of other formats may begin with HTML, such as Markdown and templates, so there only a document type, `html`, `head` and
    /// `body` count.
    ///
    /// ```
    /// # #[cfg(feature = "html")] {
    /// use napkin::Format;
    ///
    /// for (name, format) in [("a.html", Format::Html), ("a.html.gz", Format::Html), ("a", Format::Text)] {
    ///     assert_eq!(Format::recognise_file(name, b"Soup <a href=http://a.example/>", true), Some(format));
    /// }
    /// for (name, format) in [("a.md", Format::Text), ("a", Format::Html)] {
    ///     assert_eq!(Format::recognise_file(name, b"<p align=center>Soup", true), Some(format));
    /// }
    /// # }
    /// ```
    pub fn recognise_file(name: impl AsRef<Path>, head: &[u8], is_end: bool) -> Option<Format> {
        let Some(suffix) = suffix(name.as_ref()) else { return Format::recognise(head, is_end) };
        let is_own = |format: &&Format| format.row().suffixes.contains(&suffix.as_str());
        match Format::ALL.iter().find(is_own) {
            Some(&named) => Format::recognise(head, is_end).map(|own| if own == Format::Text { named } else { own }),
            None => Format::recognise_by(|row| row.recognise_sure, head, is_end),
        }
    }

    fn recognise_by(by: fn(FormatRow) -> Recognise, head: &[u8], is_end: bool) -> Option<Format> {
        let mut is_open = false;
        for &format in Format::ALL {
            match by(format.row())(head, is_end) {
                Some(true) => return Some(format),
                Some(false) => {}
                None => is_open = true,
            }
        }
        (!is_open).then_some(Format::Text)
    }
}

/// Returns how a name ends, in lower case, before the suffix of a compressed file.
fn suffix(name: &Path) -> Option<String> {
    let of = |name: &Path| name.extension().and_then(|suffix| suffix.to_str()).map(str::to_ascii_lowercase);
    let suffix = of(name)?;
    let is_packed = ["gz", "bz2", "xz", "zst"].contains(&suffix.as_str());
    if is_packed { of(Path::new(name.file_stem()?)) } else { Some(suffix) }
}

by_name!(Format, "format");

/// Finds URLs in inputs of all formats.
///
/// ```
/// use napkin::{Context, Event, Finder, Format, InputFinder};
///
/// let finder = Finder::new();
/// let (inputs, mut searcher) = (InputFinder::new(finder.clone()), finder.searcher());
/// let input = "See http://a.example/";
/// let format = Format::recognise(input.as_bytes(), true).unwrap();
/// let mut count = 0;
/// inputs.search_with(&mut searcher, format, input.as_bytes(), &mut |event: Event<'_>, _: &Context<'_>| {
///     count += usize::from(matches!(event, Event::Link(_)));
/// })?;
/// assert_eq!(count, 1);
/// # Ok::<(), napkin::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct InputFinder {
    #[cfg(feature = "mail")]
    mail: MailFinder,
    #[cfg(feature = "html")]
    html: HtmlFinder,
    #[cfg(feature = "warc")]
    warc: WarcFinder,
    /// The finder for text.
    finder: Finder,
}

impl InputFinder {
    /// Returns a finder for all formats with the settings of `finder`.
    pub fn new(finder: Finder) -> InputFinder {
        InputFinder {
            #[cfg(feature = "mail")]
            mail: MailFinder::new(finder.clone()),
            #[cfg(feature = "html")]
            html: HtmlFinder::new(finder.clone()),
            #[cfg(feature = "warc")]
            warc: WarcFinder::new(finder.clone()),
            finder,
        }
    }

    /// Returns the finder for text.
    pub fn text(&self) -> &Finder {
        &self.finder
    }

    /// Returns the finder for mail.
    #[cfg(feature = "mail")]
    pub fn mail(&self) -> &MailFinder {
        &self.mail
    }

    setters! {
        #![must_use]

        /// Replaces the finder for mail.
        #[cfg(feature = "mail")]
        with_mail(mail: MailFinder) { mail = mail }

        /// Replaces the finder for HTML.
        #[cfg(feature = "html")]
        with_html(html: HtmlFinder) { html = html }

        /// Replaces the finder for WARC.
        #[cfg(feature = "warc")]
        with_warc(warc: WarcFinder) { warc = warc }
    }

    /// Returns the finder for WARC.
    #[cfg(feature = "warc")]
    pub fn warc(&self) -> &WarcFinder {
        &self.warc
    }

    /// Reads an input of this format to its end and hands each event to `sink`. The searcher has to come from the same
    /// finder.
    ///
    /// # Errors
    /// Returns the error of a read, after everything before it was searched, or the error of the sink.
    pub fn search_with<R: Read, S: Sink>(
        &self,
        searcher: &mut Searcher,
        format: Format,
        reader: R,
        sink: &mut S,
    ) -> Result<(), Error> {
        match format {
            Format::Text => searcher.search_into(reader, sink),
            #[cfg(feature = "mail")]
            Format::Mail => self.mail.search_with(searcher, reader, sink),
            #[cfg(feature = "html")]
            Format::Html => self.html.search_with(searcher, reader, sink),
            #[cfg(feature = "mail")]
            Format::Folded => {
                Stop::finish(source::folded::search(&self.finder.config, &mut searcher.buffers, reader, sink))
            }
            #[cfg(feature = "warc")]
            Format::Warc => self.warc.search_with(searcher, reader, sink),
        }
    }
}
