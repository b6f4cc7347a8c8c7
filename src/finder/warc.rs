//! WARC files: the pages of a crawl, or their texts, record by record.
//!
//! ```text
//! file          ->  record      ->  payload                           ->  text, HTML
//! version lines     named fields    HTTP header, encodings, charset       base
//! ```
//!
//! ```
//! use napkin::{Finder, warc::WarcFinder};
//!
//! let page = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=soup>Soup</a>";
//! let file = format!(
//!     "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/menu/\r\nContent-Length: {}\r\n\r\n{page}\r\n\r\n",
//!     page.len()
//! );
//! let mut urls = Vec::new();
//! WarcFinder::new(Finder::new()).search(file.as_bytes(), |link, _| urls.push(link.url().to_string()))?;
//! assert_eq!(urls, ["http://a.example/menu/soup"]);
//! # Ok::<(), napkin::Error>(())
//! ```

use std::io::Read;

use crate::{
    error::{Error, Stop},
    finder::{searcher::Searcher, text::Finder},
    link::Link,
    sink::{Answer, Context, EachLink, Sink},
    source::warc,
};
pub use crate::{
    source::warc::{WarcPart, WarcParts, recognise},
    warc_record::WarcRecord,
};

/// Finds URLs in WARC files (ISO 28500, WARC/1.0 and 1.1, and the drafts 0.17 and 0.18) and ARC files: in the text and HTML of `conversion` (WET), `response` and
/// `resource` records. Other records are skipped.
///
/// The HTTP header of a response is removed, and its encodings are decoded: chunks always, gzip and deflate with the
/// feature `zip`. Relative references in HTML are resolved against the document's base, or the record's target URI.
#[derive(Clone, Debug)]
pub struct WarcFinder {
    finder: Finder,
    limit: usize,
}

impl WarcFinder {
    /// Returns a finder for WARC with the settings of `finder`.
    pub fn new(finder: Finder) -> WarcFinder {
        WarcFinder { finder, limit: 32 << 20 }
    }

    /// Sets the maximum size of a record that has to be in memory, in bytes: HTML, and encoded or non-UTF-8 text. A
    /// larger one is searched as plain text and reported as damage. Other text is searched as a stream. Default: 32
    /// MiB.
    pub fn limit(mut self, bytes: usize) -> WarcFinder {
        self.limit = bytes;
        self
    }

    /// Reads to the end and calls `on_link` with each link and its [`Context`], which has the record. Offsets are those in
    /// the payload: without the HTTP header, decoded, as UTF-8.
    ///
    /// A record whose length is wrong ends at the next version line. To hear of damaged records, use
    /// [`search_into`](WarcFinder::search_into).
    ///
    /// # Errors
    /// Returns the error of a read that failed, after everything before it was searched, or the error that `on_link`
    /// returned.
    pub fn search<R: Read, F, A>(&self, reader: R, on_link: F) -> Result<(), Error>
    where
        F: FnMut(Link<'_>, &Context<'_>) -> A,
        A: Answer,
    {
        self.search_into(reader, &mut EachLink(on_link))
    }

    /// Reads to the end and hands each event to `sink`: for each searched record an
    /// [`Event::WarcRecord`](crate::Event::WarcRecord), then its links, and an [`Event::Damage`](crate::Event::Damage) for
    /// each fault in it.
    ///
    /// # Errors
    /// Those of [`search`](WarcFinder::search).
    pub fn search_into<R: Read, S: Sink>(&self, reader: R, sink: &mut S) -> Result<(), Error> {
        self.search_with(&mut self.finder.searcher(), reader, sink)
    }

    /// Searches with the buffers of a searcher, which can then search the next input.
    ///
    /// # Errors
    /// Those of [`search`](WarcFinder::search).
    pub fn search_with<R: Read, S: Sink>(&self, searcher: &mut Searcher, reader: R, sink: &mut S) -> Result<(), Error> {
        Stop::finish(warc::search(&self.finder.config, self.limit, &mut searcher.buffers, reader, sink))
    }

    /// Splits a file into parts of about `size` bytes, for threads to search. The iterator reads the reader to its end;
    /// a part holds the text of its records, so it takes as much memory as the largest record.
    ///
    /// From the first text above 8 MiB, or of unknown length, the rest of the file is one part, which is read while it
    /// is searched.
    ///
    /// ```
    /// use napkin::{Context, Event, Finder, warc::WarcFinder};
    ///
    /// let record = "WARC/1.0\r\nWARC-Type: conversion\r\nContent-Length: 17\r\n\r\nhttp://a.example/\r\n\r\n";
    /// let file = record.repeat(40);
    /// let warc = WarcFinder::new(Finder::new());
    /// let parts: Vec<_> = warc.parts(file.as_bytes(), 4096).collect();
    /// assert!(parts.len() > 1);
    ///
    /// let mut searcher = Finder::new().searcher();
    /// let (mut numbers, mut unpacked) = (Vec::new(), 0);
    /// for part in parts {
    ///     let mut sink = |event: Event<'_>, context: &Context<'_>| {
    ///         if let Event::Link(_) = event {
    ///             numbers.extend(context.warc_record().map(|record| record.number()));
    ///         }
    ///     };
    ///     unpacked += warc.search_part(&mut searcher, part, || unpacked, &mut sink)?;
    /// }
    /// assert_eq!(numbers, (1..=40).collect::<Vec<usize>>());
    /// # Ok::<(), napkin::Error>(())
    /// ```
    pub fn parts<R: Read>(&self, reader: R, size: usize) -> WarcParts<R> {
        WarcParts::new(reader, self.limit, size)
    }

    /// Searches one part and hands each event to `sink`. Returns how many bytes its records expanded to.
    ///
    /// The limit for compressed data depends on what all parts before this one expanded to. If this part expands to a
    /// hundred times its size, `before` is called and has to return that sum. It may have to wait for the other
    /// searches.
    ///
    /// # Errors
    /// Those of [`search`](WarcFinder::search).
    pub fn search_part<R: Read, S: Sink>(
        &self,
        searcher: &mut Searcher,
        part: WarcPart<R>,
        mut before: impl FnMut() -> u64,
        sink: &mut S,
    ) -> Result<u64, Error> {
        let mut unpacked = 0;
        let searched = warc::search_part(&self.finder.config, &mut searcher.buffers, part, &mut before, sink);
        Stop::finish(searched.map(|made| unpacked = made))?;
        Ok(unpacked)
    }
}
