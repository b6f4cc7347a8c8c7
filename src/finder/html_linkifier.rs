//! HTML in, HTML out: anchors put around the URLs in the text of a document.

use std::io::{self, Read, Write};

use crate::{
    engine::scan::into_string, error::Error, finder::linkifier::Linkifier, source::html::TextNodes, write::html::Splice,
};

/// Turns the URLs in the text of HTML into links: a document or a part of one comes out as it went in, byte for byte, with
/// anchors around its URLs.
///
/// The anchors are those that its [`Linkifier`] makes, and so is what is asked about each link. A URL with tags in it has an
/// anchor in each text node. Without the anchors the tree that a parser builds is the same. Text stays as it is
///
/// - in `a`, `button`, `option`, `select`, `textarea`, `datalist`, and what is `contenteditable`;
/// - in `script`, `style`, `title`, `template`, `noscript`, `iframe`, `noembed`, `noframes`, `xmp`, `plaintext`, and comments;
/// - in `svg` and `math`, and in `object`, `applet`, `audio`, `video`, `canvas`, `meter` and `progress`, where it is shown only in place of
///   something else;
/// - in a table and in none of its cells or captions, where a parser moves it elsewhere;
/// - where tags hide that a URL goes on, as in `http://a.example<a id=x></a>.b.example`;
/// - behind whatever parsers read in several ways: other tags in `select` than its own, a `noscript` whose elements do not end in it, a
///   `frameset`, in a part of a document a table in a paragraph, more than 256 open elements.
///
/// An anchor without an end goes on to the next one, as it does in browsers.
///
/// A document that is read is held in memory as a whole, up to a [`limit`](HtmlLinkifier::limit). With
/// [`mask_addresses`](Linkifier::mask_addresses) the mail addresses are masked that would be anchors: those in text that is left alone, in
/// attributes (`href="mailto:…"`) and in comments stay as they are, so what is published may still have some.
///
/// ```
/// use napkin::{Finder, Linkifier, html::HtmlLinkifier};
///
/// let linkifier = HtmlLinkifier::new(Linkifier::new(Finder::new()).rel("nofollow"));
/// assert_eq!(
///     linkifier.to_string("<p>At http://a.example/?b&amp;c, not <a href=d>http://b.example/</a>"),
///     r#"<p>At <a href="http://a.example/?b&amp;c" rel="nofollow">http://a.example/?b&amp;c</a>, not <a href=d>http://b.example/</a>"#
/// );
/// ```
#[derive(Clone, Debug)]
pub struct HtmlLinkifier {
    linkifier: Linkifier,
    skipped: Vec<String>,
    limit: usize,
}

impl HtmlLinkifier {
    /// A linkifier for HTML that makes the anchors which `linkifier` makes of text. The links that [`Linkifier::on_link`] is asked
    /// about have offsets into the HTML; their text is that which is shown.
    pub fn new(linkifier: Linkifier) -> HtmlLinkifier {
        HtmlLinkifier { linkifier, skipped: Vec::new(), limit: 32 << 20 }
    }

    /// Elements of HTML, by name and in any letter case, whose text is left alone as well: `pre`, `code`. Default: none.
    ///
    /// ```
    /// use napkin::{Finder, Linkifier, html::HtmlLinkifier};
    ///
    /// let linkifier = HtmlLinkifier::new(Linkifier::new(Finder::new())).skip(["code"]);
    /// let html = linkifier.to_string("<code>http://a.example/</code> http://b.example/");
    /// assert_eq!(html, r#"<code>http://a.example/</code> <a href="http://b.example/">http://b.example/</a>"#);
    /// ```
    #[must_use]
    pub fn skip<S: Into<String>>(mut self, names: impl IntoIterator<Item = S>) -> HtmlLinkifier {
        self.skipped = names.into_iter().map(Into::into).collect();
        self
    }

    /// The most bytes that a document which is read may have; a larger one comes out as it is. A document is held in memory, with its
    /// text beside it. Default: 32 MiB.
    #[must_use]
    pub fn limit(mut self, bytes: usize) -> HtmlLinkifier {
        self.limit = bytes;
        self
    }

    /// A document, or a part of one, with its links. What it says about its charset doesn't count.
    pub fn to_string(&self, html: &str) -> String {
        let nodes = TextNodes::utf8(html.as_bytes(), &self.skipped);
        let linked = self.linkify(&nodes, Vec::with_capacity(html.len() + html.len() / 4));
        // Nothing fails here, and whole characters were put between whole characters.
        linked.ok().and_then(into_string).unwrap_or_else(|| html.to_owned())
    }

    /// The same for bytes, in the charset of their byte order mark, or of a `meta` element in the first 1024, or UTF-8, or what they
    /// look like. Those of ISO-2022-JP, in which nothing can be put anywhere, come out as they are.
    ///
    /// ```
    /// use napkin::{Finder, Linkifier, html::HtmlLinkifier};
    ///
    /// let linkifier = HtmlLinkifier::new(Linkifier::new(Finder::new()));
    /// let page = b"<meta charset=iso-8859-1><p>Th\xE9: http://a.example/";
    /// let linked = b"<meta charset=iso-8859-1><p>Th\xE9: <a href=\"http://a.example/\">http://a.example/</a>";
    /// assert_eq!(linkifier.to_bytes(page), linked);
    /// ```
    pub fn to_bytes(&self, html: &[u8]) -> Vec<u8> {
        // A vector takes every write.
        self.write_html(html, Vec::with_capacity(html.len() + html.len() / 4)).unwrap_or_else(|_| html.to_owned())
    }

    /// Reads a document to its end and writes it with its links; flushes the writer.
    ///
    /// # Errors
    /// A read that failed, or a document above the limit, after all that was read is written as it is; or a write that failed.
    pub fn write<R: Read, W: Write>(&self, mut reader: R, mut writer: W) -> Result<(), Error> {
        let mut html = Vec::new();
        let read = reader.by_ref().take((self.limit as u64).saturating_add(1)).read_to_end(&mut html);
        if read.is_ok() && html.len() <= self.limit {
            self.write_html(&html, &mut writer)?;
            return Ok(writer.flush()?);
        }
        writer.write_all(&html)?;
        let wrong = match read {
            Ok(_) => copy_rest(reader, &mut writer, html.len())?.unwrap_or_else(|| Error::too_large(self.limit)),
            Err(error) => Error::read(html.len(), error),
        };
        writer.flush()?;
        Err(wrong)
    }

    fn write_html<W: Write>(&self, html: &[u8], mut writer: W) -> io::Result<W> {
        match TextNodes::of(html, &self.skipped) {
            Some(nodes) => self.linkify(&nodes, writer),
            None => {
                writer.write_all(html)?;
                Ok(writer)
            }
        }
    }

    fn linkify<W: Write>(&self, nodes: &TextNodes<'_>, writer: W) -> io::Result<W> {
        let mut splice = Splice::new(&self.linkifier.anchoring, nodes, writer);
        for link in self.linkifier.finder.find_iter(nodes.text()) {
            if nodes.may_be_anchor(&link) {
                splice.link(link)?;
            }
        }
        splice.finish()
    }
}

/// Writes what is still to be read, from `offset` on, as it is; returns the error of a read that failed.
fn copy_rest(mut reader: impl Read, writer: &mut impl Write, mut offset: usize) -> io::Result<Option<Error>> {
    let mut buffer = vec![0; 64 << 10];
    loop {
        match reader.read(&mut buffer) {
            Ok(0) => return Ok(None),
            Ok(count) => {
                writer.write_all(&buffer[..count])?;
                offset += count;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Ok(Some(Error::read(offset, error))),
        }
    }
}
