//! The HTML of a text that arrives in chunks.

use std::{fmt, io::Write};

use crate::{
    error::Error,
    finder::{feed::Feed, linkifier::Linkifier},
    write::html::HtmlWriter,
};

impl Linkifier {
    /// Starts to linkify a text that arrives in chunks. HTML is written as soon as its text is settled, in whole
    /// characters.
    ///
    /// ```
    /// use napkin::{Finder, Linkifier};
    ///
    /// let linkifier = Linkifier::new(Finder::new());
    /// let mut html = Vec::new();
    /// let mut feed = linkifier.feed(&mut html);
    /// for chunk in ["see http://a.exam", "ple/b & <http://c.exa", "mple/>, please"] {
    ///     feed.push(chunk.as_bytes())?;
    /// }
    /// feed.finish()?;
    /// let text = "see http://a.example/b & <http://c.example/>, please";
    /// assert_eq!(String::from_utf8(html)?, linkifier.to_string(text));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn feed<W: Write>(&self, writer: W) -> LinkifierFeed<'_, W> {
        LinkifierFeed { feed: self.finder.feed(), html: HtmlWriter::new(&self.anchoring, writer) }
    }
}

/// Linkifies a text that arrives in chunks of any size, in bounded memory, from [`Linkifier::feed`].
///
/// It writes the same HTML as [`Linkifier::write`], in smaller writes.
pub struct LinkifierFeed<'l, W> {
    feed: Feed,
    html: HtmlWriter<'l, W>,
}

impl<W> fmt::Debug for LinkifierFeed<'_, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LinkifierFeed").field("feed", &self.feed).finish_non_exhaustive()
    }
}

impl<W: Write> LinkifierFeed<'_, W> {
    /// Takes the next bytes and writes the HTML of the settled text. A URL that may continue is held back; so is a line
    /// that an option needs whole.
    ///
    /// # Errors
    /// Returns the error of a write. After it, nothing more is written.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.feed.push(bytes, &mut self.html)?;
        Ok(self.html.write_out()?)
    }

    /// Writes the remaining HTML, flushes the writer and returns it.
    ///
    /// # Errors
    /// Returns the error of a write.
    pub fn finish(mut self) -> Result<W, Error> {
        self.feed.finish(&mut self.html)?;
        let mut writer = self.html.finish("")?;
        writer.flush()?;
        Ok(writer)
    }
}
