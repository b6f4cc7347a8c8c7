//! Puts anchors around the URLs in the text of HTML.

use std::{
    fmt,
    io::{self, Read, Write},
    sync::Arc,
};

use crate::{
    blocks::into_string,
    error::Error,
    finder::linkifier::Linkifier,
    read::driver::Driver,
    source::html::TextNodes,
    write::{
        Anchor, Decision,
        html::{OnAnchor, Splice, domains},
    },
};

/// Turns the URLs in the text of HTML into links. The HTML is otherwise unchanged, byte for byte.
///
/// Its [`Linkifier`] makes the anchors. A URL with tags inside gets an anchor in each text node. Without the anchors, a
/// parser builds the same tree. URLs stay text
///
/// - in `a`, `button`, `option`, `select`, `textarea`, `datalist`, and `contenteditable` elements;
/// - in `script`, `style`, `title`, `template`, `noscript`, `iframe`, `noembed`, `noframes`, `xmp`, `plaintext`, and comments;
/// - in `svg` and `math`, and in `object`, `applet`, `audio`, `video`, `canvas`, `meter` and `progress`, which show text only
///   as a fallback;
/// - in a table outside its cells and captions, as parsers move such text;
/// - if tags hide that a URL continues, as in `http://a.example<a id=x></a>.b.example`;
/// - after markup that parsers read in different ways: foreign tags in `select`, an unclosed element in `noscript`, a
///   `frameset`, a table in a paragraph of a fragment, more than 256 open elements.
///
/// An unclosed anchor ends at the next one, as in browsers.
///
/// A document from a reader is held in memory, up to a [`limit`](HtmlLinkifier::limit).
/// [`mask_addresses`](Linkifier::mask_addresses) masks addresses only where anchors may stand. Addresses in attributes
/// (`href="mailto:…"`), comments and the elements above stay.
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
#[derive(Clone)]
pub struct HtmlLinkifier {
    linkifier: Linkifier,
    on_anchor: Option<Arc<OnAnchor>>,
    skipped: Vec<String>,
    limit: usize,
}

impl HtmlLinkifier {
    /// Returns a linkifier for HTML with the anchors of `linkifier`. For [`Linkifier::on_link`], offsets count in the
    /// HTML, and the link's text is the text shown.
    pub fn new(linkifier: Linkifier) -> HtmlLinkifier {
        let code = ["code", "kbd", "listing", "pre", "samp"];
        let code: &[&str] = if linkifier.finder.config.skip_code { &code } else { &[] };
        let skipped = code.iter().map(|&name| name.into()).collect();
        HtmlLinkifier { linkifier, on_anchor: None, skipped, limit: 32 << 20 }
    }

    /// Calls `ask` for each `<a href>` that the HTML has, too, in order. By default they are left alone.
    ///
    /// First the anchor gets what the [`Linkifier`] adds to all: missing words of `rel` and `class`, the target and the attributes.
    /// `ask` can change it. It loses its `href` by [`Decision::Text`], or if `ask` sets a target whose scheme is not allowed.
    /// Its text stays. Tags that parsers read in different ways, and elements to [`skip`](HtmlLinkifier::skip), are left alone.
    ///
    /// ```
    /// use napkin::{Finder, Linkifier, html::HtmlLinkifier, write::Decision};
    ///
    /// let linkifier = HtmlLinkifier::new(Linkifier::new(Finder::new()).rel("nofollow"));
    /// let linkifier = linkifier.on_anchor(|anchor| {
    ///     if anchor.href().starts_with("http:") { Decision::Link } else { Decision::Text }
    /// });
    /// assert_eq!(
    ///     linkifier.to_string("<a href='http://a.example/'>a</a>, <A HREF=b>b</A>"),
    ///     r#"<a href="http://a.example/" rel="nofollow">a</a>, <a rel="nofollow">b</A>"#
    /// );
    /// ```
    #[must_use]
    pub fn on_anchor<F>(mut self, ask: F) -> HtmlLinkifier
    where
        F: Fn(&mut Anchor) -> Decision + Send + Sync + 'static,
    {
        self.on_anchor = Some(Arc::new(ask));
        self
    }

    /// Leaves the text of these elements alone, too: `pre`, `code`. Names may have any letter case. Default: none, or
    /// all elements for code if the finder [skips code](crate::FinderBuilder::skip_code).
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
        self.skipped.extend(names.into_iter().map(Into::into));
        self
    }

    /// Sets the maximum size of a document from a reader, in bytes. A larger one is written unchanged. Default: 32 MiB.
    #[must_use]
    pub fn limit(mut self, bytes: usize) -> HtmlLinkifier {
        self.limit = bytes;
        self
    }

    /// Returns a document, or part of one, with anchors. Charset labels in it are ignored.
    pub fn to_string(&self, html: &str) -> String {
        let nodes = TextNodes::utf8(html.as_bytes(), &self.skipped);
        let linked = self.linkify(&nodes, Vec::with_capacity(html.len() + html.len() / 4));
        // Nothing fails here, and the result is UTF-8.
        linked.ok().and_then(|(html, _)| into_string(html)).unwrap_or_else(|| html.to_owned())
    }

    /// Returns a document in any charset with anchors. The charset is taken from the byte order mark, or a `meta`
    /// element in the first 1,024 bytes, or it is UTF-8 or guessed. ISO-2022-JP is returned unchanged.
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
        let linked = self.write_html(html, Vec::with_capacity(html.len() + html.len() / 4));
        linked.map_or_else(|_| html.to_owned(), |(html, _)| html)
    }

    /// Reads a document to its end and writes it with anchors; flushes the writer. Returns where and why links stay
    /// text, if parsers read the rest of the document in different ways.
    ///
    /// ```
    /// use napkin::{Finder, Linkifier, html::HtmlLinkifier};
    ///
    /// let linkifier = HtmlLinkifier::new(Linkifier::new(Finder::new()));
    /// let left = linkifier.write(&b"<p>Soups:<table><tr><td>http://a.example/</table>"[..], Vec::new())?;
    /// assert_eq!(left.map(|left| (left.offset(), left.links())), Some((9, 1)));
    /// assert_eq!(linkifier.write(&b"<!DOCTYPE html><p>Soups:<table><tr><td>http://a.example/"[..], Vec::new())?, None);
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the error of a read, or of a document above the limit, after everything read was written unchanged; or
    /// of a write.
    pub fn write<R: Read, W: Write>(&self, mut reader: R, mut writer: W) -> Result<Option<LeftAlone>, Error> {
        let mut html = Vec::new();
        let read = reader.by_ref().take((self.limit as u64).saturating_add(1)).read_to_end(&mut html);
        if read.is_ok() && html.len() <= self.limit {
            let (_, left) = self.write_html(&html, &mut writer)?;
            writer.flush()?;
            return Ok(left);
        }
        writer.write_all(&html)?;
        let wrong = match read {
            Ok(_) => copy_rest(reader, &mut writer, html.len())?.unwrap_or_else(|| Error::too_large(self.limit)),
            Err(error) => Error::read(html.len(), error),
        };
        writer.flush()?;
        Err(wrong)
    }

    fn write_html<W: Write>(&self, html: &[u8], mut writer: W) -> io::Result<(W, Option<LeftAlone>)> {
        match TextNodes::of(html, &self.skipped) {
            Some(nodes) => self.linkify(&nodes, writer),
            None => {
                writer.write_all(html)?;
                Ok((writer, None))
            }
        }
    }

    fn linkify<W: Write>(&self, nodes: &TextNodes<'_>, writer: W) -> io::Result<(W, Option<LeftAlone>)> {
        let anchoring = &self.linkifier.anchoring;
        let mut splice = Splice::new(anchoring, nodes, self.on_anchor.as_deref(), writer);
        let masked: &[u8] = if anchoring.masks_addresses { nodes.text() } else { b"" };
        let mut domains = domains(masked).filter(|domain| !nodes.is_left(domain)).peekable();
        let lost = nodes.lost();
        let finder = &self.linkifier.finder;
        let mut links = 0;
        for link in finder.find_iter_with(nodes.text(), Driver::of_markup(&finder.config)) {
            let range = link.range();
            if !nodes.may_be_anchor(&link) {
                links += usize::from(lost.is_some_and(|(text, ..)| text <= range.start));
                continue;
            }
            while let Some(domain) = domains.next_if(|domain| domain.end <= range.start) {
                splice.mask(domain)?;
            }
            if domains.peek().is_some_and(|domain| domain.start <= range.start) {
                continue;
            }
            // The link masks the addresses in it. Only a part after its end is masked separately.
            let inner = std::iter::from_fn(|| domains.next_if(|domain| domain.start < range.end));
            let end = inner.map(|domain| domain.end).max().unwrap_or(0);
            splice.link(link)?;
            if range.end < end {
                splice.mask(range.end..end)?;
            }
        }
        domains.try_for_each(|domain| splice.mask(domain))?;
        let left = lost.filter(|_| links > 0).map(|(_, offset, why)| LeftAlone { offset, links, why });
        Ok((splice.finish()?, left))
    }
}

impl fmt::Debug for HtmlLinkifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let HtmlLinkifier { linkifier, on_anchor, skipped, limit } = self;
        let mut shown = f.debug_struct("HtmlLinkifier");
        shown.field("linkifier", linkifier).field("on_anchor", &on_anchor.is_some());
        shown.field("skipped", skipped).field("limit", limit).finish()
    }
}

/// Why links of a document stayed text, from [`HtmlLinkifier::write`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct LeftAlone {
    offset: usize,
    links: usize,
    why: &'static str,
}

impl LeftAlone {
    /// Returns the byte offset of the tag after which all URLs stay text.
    pub fn offset(self) -> usize {
        self.offset
    }

    /// Returns the number of links that stayed text.
    pub fn links(self) -> usize {
        self.links
    }

    /// Returns the reason, for people.
    ///
    /// ```
    /// use napkin::{Finder, Linkifier, html::HtmlLinkifier};
    ///
    /// let linkifier = HtmlLinkifier::new(Linkifier::new(Finder::new()));
    /// let left = linkifier.write(&b"<frameset></frameset>http://a.example/"[..], Vec::new())?.unwrap();
    /// assert_eq!(left.reason(), "a frameset takes the place of text");
    /// assert_eq!(left.to_string(), "byte 0: 1 link from here on stays text: a frameset takes the place of text");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    pub fn reason(self) -> &'static str {
        self.why
    }
}

impl fmt::Display for LeftAlone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LeftAlone { offset, links, why } = self;
        let (links, stay) =
            if *links == 1 { ("1 link".to_owned(), "stays") } else { (format!("{links} links"), "stay") };
        write!(f, "byte {offset}: {links} from here on {stay} text: {why}")
    }
}

/// Writes the rest of the input unchanged, from `offset` on. Returns the error of a failed read.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{finder::Finder, source::steps};

    /// No repeated text may take more than a fixed number of steps a byte, not counting the search in it.
    #[test]
    fn no_document_takes_longer_than_its_length() {
        const WORDS: &str = "<b>|</b>|<p>|</p>|<a>|<a href=b>|<div>|</div>|<table>|<td>|<i a=b>|</i>|<select>|\
            <svg>|<template>|<noscript>|</noscript>|<!--|<nobr>|<button>|<li>|<h1>|<|http://a.example/b |b";
        const SIZE: usize = 4 << 10;
        let linkifier = HtmlLinkifier::new(Linkifier::new(Finder::new()).mask_addresses(true).rel("b"));
        let linkifier = linkifier.skip(["code"]).on_anchor(|_| Decision::Link);
        let pairs = WORDS.split('|').flat_map(|first| WORDS.split('|').map(move |second| format!("{first}{second}")));
        let more = [
            "http://a.example/<b>c</b>",
            "http://a.example/<wbr>",
            "&lt;http://a.example/\n",
            "<b><i><p></b></i>",
            "<noscript><b>http://a.example/</b></noscript>",
            "<table><tr><td></table>",
            "<svg><a></svg></b>",
            "<svg><g>",
            "a@b.example ",
        ]
        .map(String::from);
        let steps_of = |text: &str| {
            steps::take();
            linkifier.to_string(text);
            steps::take()
        };
        for word in pairs.chain(more) {
            for before in ["", "<!DOCTYPE html>http://a.example/", "<b><i><u><s><p>http://a.example/"] {
                let text = |size: usize| format!("{before}{}", word.repeat(size / word.len()));
                let (small, large) = (text(SIZE), text(4 * SIZE));
                let steps = steps_of(&large);
                assert!(steps <= 512 * large.len() as u64, "{before:?} {word:?}: {steps} for {}", large.len());
                // What is looked at of what is open is bounded, and so the beginning may cost more.
                let first = steps_of(&small);
                assert!(steps <= 5 * first + (1 << 16), "{before:?} {word:?}: {first} and {steps}");
            }
        }
    }
}
