//! HTML: the URLs in its attributes, and those in the text that a reader sees, which an [`HtmlLinkifier`] makes links of.
//!
//! ```
//! use napkin::{Finder, html::HtmlFinder};
//!
//! let page = "<base href='http://a.example/'><a href='b?c&amp;d'>this</a> and http://c.example/<wbr>e.";
//! let links = HtmlFinder::new(Finder::new()).find_all(page);
//! let urls: Vec<&str> = links.iter().map(|link| link.url()).collect();
//! assert_eq!(urls, ["http://a.example/b?c&d", "http://c.example/e"]);
//! assert_eq!(links[0].attribute().map(|attribute| attribute.name()), Some("href"));
//! assert_eq!((links[0].as_str(), &page[links[0].range()]), ("b?c&amp;d", "b?c&amp;d"));
//! ```

use std::io::Read;

use crate::{
    engine::{budget::Budget, subject::Subject},
    error::{Error, Stop},
    finder::{searcher::Searcher, stream::Collected, text::Finder},
    link::Link,
    sink::{Answer, Context, EachLink, Sink},
    source::html::{self, Document},
};

/// Finds URLs in HTML, in attributes and in text.
///
/// Relative references in attributes are resolved against the first `base` element, or the finder's base. Without a
/// base they are not links; neither are references to the same document. Spaces in a path, query or fragment are
/// percent-encoded.
///
/// Schemes that lead nowhere (`javascript:`, `vbscript:`, `data:`, `blob:`, `cid:`, `about:`) are links only if
/// [`FinderBuilder::schemes`](crate::FinderBuilder::schemes) names them. An anchor whose text is its own URL is one
/// link.
#[derive(Clone, Debug)]
pub struct HtmlFinder {
    finder: Finder,
    limit: usize,
}

impl HtmlFinder {
    /// Returns a finder for HTML with the settings of `finder`.
    pub fn new(finder: Finder) -> HtmlFinder {
        HtmlFinder { finder, limit: 32 << 20 }
    }

    /// Sets the maximum size of a document, in bytes. A larger one is searched as plain text. A document is held in
    /// memory, with its text. Default: 32 MiB.
    pub fn limit(mut self, bytes: usize) -> HtmlFinder {
        self.limit = bytes;
        self
    }

    /// Returns the links of a document, in order.
    pub fn find_all(&self, text: &str) -> Vec<Link<'static>> {
        let (subject, context, mut found) =
            (Subject::new(&self.finder.config), Context::default(), Collected::default());
        // This sink never fails or stops.
        let (mut document, mut funds) = (Document::default(), Budget::default());
        let _ = html::search_document(subject, text.as_bytes(), &mut document, &mut funds, &context, &mut found);
        found.0.into()
    }

    /// Reads to the end and calls `on_link` with each link and its [`Context`], in the order of the source. Offsets are
    /// those in the source; lines and columns are those of its UTF-8.
    ///
    /// The charset is that of the byte order mark, or of a `meta` element in the first 1024 bytes, or UTF-8, or what the
    /// bytes look like.
    ///
    /// ```
    /// use napkin::{Finder, html::HtmlFinder};
    ///
    /// let page = "<a href=http://a.example/>soup</a> at http://b.example/";
    /// let mut found = Vec::new();
    /// HtmlFinder::new(Finder::new()).search(page.as_bytes(), |link, context| {
    ///     found.push((link.url().to_string(), context.element()));
    /// })?;
    /// assert_eq!(found, [("http://a.example/".to_string(), Some("a")), ("http://b.example/".to_string(), None)]);
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the error of a read that failed, or of a document above the limit, after everything read was searched; or
    /// the error that `on_link` returned.
    pub fn search<R: Read, F, A>(&self, reader: R, on_link: F) -> Result<(), Error>
    where
        F: FnMut(Link<'_>, &Context<'_>) -> A,
        A: Answer,
    {
        self.search_into(reader, &mut EachLink(on_link))
    }

    /// Reads to the end and hands each event to `sink`, in the order of the source. [`Sink::settled`] is never called.
    ///
    /// # Errors
    /// Those of [`search`](HtmlFinder::search).
    pub fn search_into<R: Read, S: Sink>(&self, reader: R, sink: &mut S) -> Result<(), Error> {
        self.search_with(&mut self.finder.searcher(), reader, sink)
    }

    /// Searches with the buffers of a searcher, which can then search the next input.
    ///
    /// # Errors
    /// Those of [`search`](HtmlFinder::search).
    pub fn search_with<R: Read, S: Sink>(&self, searcher: &mut Searcher, reader: R, sink: &mut S) -> Result<(), Error> {
        Stop::finish(html::search(&self.finder.config, self.limit, &mut searcher.buffers, reader, sink))
    }
}

pub use crate::{
    finder::html_linkifier::{HtmlLinkifier, LeftAlone},
    source::html::recognise,
};
