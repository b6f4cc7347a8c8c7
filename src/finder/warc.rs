//! WARC files: what a crawl fetched, or the texts of it, record by record.
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

/// Finds URLs in WARC files (ISO 28500, WARC/1.0 and 1.1): in the texts of records of the types `conversion` (WET), `response` and
/// `resource`, where their content type says that they are text or HTML, or where nothing says what they are and they look like it. All
/// other records are passed over.
///
/// Of a response the HTTP header is taken off, and its transfer encoding and content encoding are undone: chunks always, gzip and
/// deflate with the feature `zip`. Relative references in the attributes of HTML are resolved against the base of the
/// document, or else the record's target URI.
#[derive(Clone, Debug)]
pub struct WarcFinder {
    finder: Finder,
    limit: usize,
}

impl WarcFinder {
    /// A finder for WARC that finds what `finder` finds in text.
    pub fn new(finder: Finder) -> WarcFinder {
        WarcFinder { finder, limit: 32 << 20 }
    }

    /// The most bytes that a record may have which has to be in memory as a whole: HTML, and what is encoded or not in UTF-8. A
    /// larger one is searched as the text it is in the file, and reported. Other text needs no more memory than a
    /// stream, however long it is. Default: 32 MiB.
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

    /// The same with the buffers of a searcher, which the next input can be searched with.
    ///
    /// # Errors
    /// Those of [`search`](WarcFinder::search).
    pub fn search_with<R: Read, S: Sink>(&self, searcher: &mut Searcher, reader: R, sink: &mut S) -> Result<(), Error> {
        Stop::finish(warc::search(&self.finder.config, self.limit, &mut searcher.buffers, reader, sink))
    }

    /// The parts of a file, each of some records that have about `size` bytes together, so that several threads can search it at
    /// the same time. The reader is read to its end while they are asked for, and what is to be searched is in the parts: one takes
    /// as much memory more as its largest record does. From a text of more than 8 MiB on, or one that does not say how long it is, all
    /// that is left is one part, which reads it while it is searched.
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

    /// Hands to `sink` what a search of the whole file finds in the records of this part, and returns how many bytes were unpacked of
    /// them.
    ///
    /// How much may be unpacked of a file goes by how much was read of it, and by how much was unpacked before. So `before` is asked
    /// for the sum of what the searches of all parts before this one returned, where that matters: if this part unpacks to a
    /// hundred times its size. To answer, it may have to wait for those searches.
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
