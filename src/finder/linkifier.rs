//! HTML out: fragments and whole pages, in which links can be clicked.

use std::{
    borrow::Cow,
    io::{self, Read, Write},
    sync::Arc,
};

use crate::{
    blocks::into_string,
    error::Error,
    filter::Selection,
    finder::text::Finder,
    link::Link,
    setters::setters,
    uri::schemes::registry,
    write::{
        Anchor, Decision, Page, RefusedAttribute,
        html::{Anchoring, HtmlWriter, LAYOUT_HEAD, check_attribute},
    },
};

/// Turns text into HTML with anchors.
///
/// The HTML is a fragment or a whole [`Page`]: the same text, escaped, with an `<a>` around each piece of a link. Each
/// piece of a broken URL leads to the whole URL.
///
/// A fragment is safe inside any element that holds text (`<p>`, `<pre>`, `<div>`, `<textarea>`), in a page that
/// declares UTF-8. It is not safe inside an attribute, script, style sheet or template. Line ends stay, for `<pre>`;
/// write one line end after the tag, which HTML ignores. Controls and noncharacters that HTML forbids become U+FFFD.
///
/// The anchor's host is in ASCII (see [`Uri::host_ascii`](crate::Uri::host_ascii)). A deceptive link has a class, a title
/// that says why, and in its last piece the real host as `data-host`:
///
/// | class | reason |
/// | --- | --- |
/// | `napkin-careful` | a host with mixed scripts or look-alikes, or userinfo that looks like a host |
/// | `napkin-rejoined` | a scheme or host that was broken over lines |
/// | `napkin-unwrapped` | the target of a redirect |
/// | `napkin-truncated` | the beginning of a URL, with an ellipsis for the rest |
///
/// ```
/// use napkin::{Finder, Linkifier};
///
/// let html = Linkifier::new(Finder::new()).to_string("R&D: <http://a.example/?b=1&c=2>");
/// assert_eq!(
///     html,
///     r#"R&amp;D: &lt;<a href="http://a.example/?b=1&amp;c=2">http://a.example/?b=1&amp;c=2</a>&gt;"#
/// );
/// ```
#[derive(Clone, Debug)]
pub struct Linkifier {
    pub(super) finder: Finder,
    pub(super) anchoring: Anchoring,
}

impl Linkifier {
    /// Returns a linkifier for the links that `finder` finds.
    pub fn new(finder: Finder) -> Linkifier {
        let schemes = Linkifier::default_schemes().map(Cow::Borrowed).collect();
        Linkifier { finder, anchoring: Anchoring { schemes, ..Anchoring::default() } }
    }

    /// Replaces the finder.
    #[must_use]
    pub fn finder(self, finder: Finder) -> Linkifier {
        Linkifier { finder, ..self }
    }

    /// Sets the schemes whose URLs become anchors, in any letter case and without the colon. Other URLs stay text. Do
    /// not allow `javascript`, `data` or `file` for untrusted text.
    ///
    /// Default: http, https, ftp, mailto, news, nntp, gopher, tel, sip, xmpp, irc, ircs, magnet and geo.
    #[must_use]
    pub fn schemes<S: Into<String>>(mut self, schemes: impl IntoIterator<Item = S>) -> Linkifier {
        self.anchoring.schemes = schemes.into_iter().map(|scheme| Cow::Owned(scheme.into())).collect();
        self
    }

    /// Returns the schemes whose URLs become anchors by default.
    ///
    /// ```
    /// let schemes: Vec<&str> = napkin::Linkifier::default_schemes().collect();
    /// assert!(schemes.contains(&"https") && !schemes.contains(&"javascript"));
    /// ```
    pub fn default_schemes() -> impl Iterator<Item = &'static str> {
        registry::clickable()
    }

    /// Adds a scheme whose URLs become anchors.
    #[must_use]
    pub fn allow_scheme(mut self, scheme: impl Into<String>) -> Linkifier {
        self.anchoring.schemes.push(Cow::Owned(scheme.into()));
        self
    }

    /// Sets the `rel` attribute of every anchor, such as `nofollow noopener`. Default: no attribute.
    #[must_use]
    pub fn rel(mut self, rel: impl Into<String>) -> Linkifier {
        self.anchoring.common.rel = rel.into();
        self.anchoring.common.settle();
        self
    }

    /// Sets the `target` attribute of every anchor, such as `_blank`. Default: no attribute.
    #[must_use]
    pub fn target(mut self, target: impl Into<String>) -> Linkifier {
        self.anchoring.common.target = target.into();
        self.anchoring.common.settle();
        self
    }

    /// Adds an attribute to every anchor.
    ///
    /// # Errors
    /// Returns an error for an attribute that [`Anchor::set_attribute`] refuses.
    pub fn attribute(
        mut self,
        name: impl Into<String>,
        value: impl Into<String>,
    ) -> Result<Linkifier, RefusedAttribute> {
        let name = check_attribute(name.into())?;
        let common = &mut self.anchoring.common;
        common.attributes.retain(|(own, _)| !own.eq_ignore_ascii_case(&name));
        common.attributes.push((name, value.into()));
        common.settle();
        Ok(self)
    }

    setters! {
        #![must_use]

        /// Sets a class for every anchor, before its other classes. Default: none.
        class(class: impl Into<String>) { anchoring.common.class = class.into() }

        /// Shows at most this many characters of each piece, then an ellipsis; the title has the whole URL. Scheme and host
        /// are always shown whole. Default: no limit.
        ///
        /// ```
        /// use napkin::{Finder, Linkifier};
        ///
        /// let html = Linkifier::new(Finder::new()).short(20).to_string("http://a.example/winter/soup");
        /// let title = "http://a.example/winter/soup";
        /// assert_eq!(html, format!(r#"<a href="{title}" title="{title}">http://a.example/wi…</a>"#));
        /// ```
        short(characters: usize) { anchoring.short = Some(characters) }

        /// Sets whether deceptive links stay text. By default they are anchors with a class.
        strict(yes: bool) { anchoring.is_strict = yes }

        /// Sets whether to show mail addresses without the part after the `@`, and without anchors, for texts to be
        /// published. Default: no.
        ///
        /// This masks everything that looks like an address (RFC 5322, 3.4.1), even if the finder does not look for
        /// addresses. Text such as `soup@stable` is masked too; versions such as `soup@1.2` are not.
        ///
        /// ```
        /// use napkin::{Finder, Linkifier};
        ///
        /// let linkifier = Linkifier::new(Finder::new()).mask_addresses(true);
        /// assert_eq!(linkifier.to_string("sam@a.example or mailto:kim@b.example?subject=soup"), "sam@… or mailto:kim@…?subject=soup");
        /// assert_eq!(linkifier.to_string("\"Sam K.\"@[192.0.2.1], root@soup"), "&quot;Sam K.&quot;@…, root@…");
        /// ```
        mask_addresses(yes: bool) { anchoring.masks_addresses = yes }

        /// Makes anchors only of the links that the selection wants. Conditions on messages do not apply.
        selection(selection: Selection) { anchoring.selection = Some(Arc::new(selection)) }
    }

    /// Calls `ask` for each link whose scheme is allowed. `ask` can change the [`Anchor`]'s target, attributes and
    /// text, or leave the link as text. The new target may be a relative reference. If its scheme is not allowed, the link
    /// stays text.
    ///
    /// ```
    /// use napkin::{Finder, Linkifier, write::Decision};
    ///
    /// let linkifier = Linkifier::new(Finder::new()).on_link(|link, anchor| {
    ///     if link.host() == Some("old.example") {
    ///         return Decision::Text;
    ///     }
    ///     anchor.set_href(format!("https://go.example/?to={}", link.url()));
    ///     anchor.set_text(link.host().unwrap_or("there"));
    ///     Decision::Link
    /// });
    /// assert_eq!(
    ///     linkifier.to_string("http://old.example/ http://a.example/b"),
    ///     r#"http://old.example/ <a href="https://go.example/?to=http://a.example/b" title="http://a.example/b">a.example</a>"#
    /// );
    /// ```
    #[must_use]
    pub fn on_link<F>(mut self, ask: F) -> Linkifier
    where
        F: Fn(&Link<'_>, &mut Anchor) -> Decision + Send + Sync + 'static,
    {
        self.anchoring.on_link = Some(Arc::new(ask));
        self
    }

    /// Returns the HTML of `text`. Invalid UTF-8 and NUL become U+FFFD.
    pub fn to_string<T: AsRef<[u8]> + ?Sized>(&self, text: &T) -> String {
        let text = text.as_ref();
        string(self.linkify(text, HtmlWriter::new(&self.anchoring, buffer(text)), ""))
    }

    /// Returns `text` as a whole page.
    pub fn to_page<T: AsRef<[u8]> + ?Sized>(&self, page: &Page, text: &T) -> String {
        let text = text.as_ref();
        let layout = page.section_layout().for_text(&text[..text.len().min(LAYOUT_HEAD)]);
        let mut html = buffer(text);
        html.extend_from_slice(page.head().as_bytes());
        html.extend_from_slice(page.before_section(1, "", layout).as_bytes());
        let writer =
            HtmlWriter::for_page(&self.anchoring, html, layout, &Page::prefix(1)).with_table(page.has_link_tables());
        let mut html = string(self.linkify(text, writer, Page::after_section(layout)));
        html.push_str(page.tail());
        html
    }

    /// Writes the HTML of a text in memory.
    pub(crate) fn linkify<W: Write>(&self, text: &[u8], writer: HtmlWriter<'_, W>, after: &str) -> io::Result<W> {
        self.linkify_seeing(text, writer, after, &mut |_| {})
    }

    /// The same, and shows each link to `see`.
    pub(super) fn linkify_seeing<W: Write>(
        &self,
        text: &[u8],
        mut writer: HtmlWriter<'_, W>,
        after: &str,
        see: &mut dyn FnMut(&Link<'_>),
    ) -> io::Result<W> {
        let mut done = 0;
        for link in self.finder.find_iter(text) {
            see(&link);
            writer.anchor(&link);
            let end = link.range().end;
            writer.stretch(&text[done..end])?;
            done = end;
        }
        writer.stretch(&text[done..])?;
        writer.finish(after)
    }

    /// Reads to the end and writes the HTML, in bounded memory; flushes the writer. Writes are of whole characters,
    /// about 64 KiB each. To write as soon as text is settled, use [`Linkifier::feed`].
    ///
    /// # Errors
    /// Returns the error of a read, after everything before it was written, or of a write.
    pub fn write<R: Read, W: Write>(&self, reader: R, writer: W) -> Result<(), Error> {
        self.write_text(reader, HtmlWriter::new(&self.anchoring, writer), "")
    }

    /// Reads to the end and writes a whole page.
    ///
    /// # Errors
    /// Returns the error of a read, after the page was closed, or of a write.
    pub fn write_page<R: Read, W: Write>(&self, page: &Page, reader: R, mut writer: W) -> Result<(), Error> {
        writer.write_all(page.head().as_bytes())?;
        let read = self.write_section(page, (1, ""), reader, &mut writer);
        if !matches!(&read, Err(error) if error.is_write()) {
            writer.write_all(page.tail().as_bytes())?;
            writer.flush()?;
        }
        read
    }

    /// Writes one section of a page with several, with its number, from 1, and its name. Write [`Page::head`] before
    /// the first section and [`Page::tail`] after the last.
    ///
    /// ```
    /// use napkin::{Finder, Linkifier, write::Page};
    ///
    /// let (linkifier, page) = (Linkifier::new(Finder::new()), Page::new("Recipes").names(true));
    /// let mut html = page.head().into_bytes();
    /// for (index, (name, text)) in [("soup", "http://a.example/"), ("salt", "none")].into_iter().enumerate() {
    ///     linkifier.write_section(&page, (index + 1, name), text.as_bytes(), &mut html)?;
    /// }
    /// html.extend_from_slice(page.tail().as_bytes());
    /// let html = String::from_utf8(html)?;
    /// assert!(html.contains(r#"<section id=f2 class=notes><h2 aria-label="salt"></h2>"#));
    /// assert!(html.contains("<pre>\nnone</pre>"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`write_page`](Linkifier::write_page).
    pub fn write_section<R: Read, W: Write>(
        &self,
        page: &Page,
        (number, name): (usize, &str),
        mut reader: R,
        mut writer: W,
    ) -> Result<(), Error> {
        let mut head = Vec::new();
        let mut read = Ok(0);
        if page.section_layout().is_told_by_text() {
            read = reader.by_ref().take(LAYOUT_HEAD as u64).read_to_end(&mut head);
        }
        let layout = page.section_layout().for_text(&head);
        writer.write_all(page.before_section(number, name, layout).as_bytes())?;
        let html = HtmlWriter::for_page(&self.anchoring, writer, layout, &Page::prefix(number))
            .with_table(page.has_link_tables());
        // A second read might succeed, so the error is kept and the rest is not read.
        let rest = Failing(read.err()).chain(reader);
        self.write_text(head.as_slice().chain(rest), html, Page::after_section(layout))
    }

    fn write_text<R: Read, W: Write>(&self, reader: R, mut html: HtmlWriter<'_, W>, after: &str) -> Result<(), Error> {
        let searched = self.finder.search_into(reader, &mut html);
        if !matches!(&searched, Err(error) if error.is_write()) {
            html.finish(after)?.flush()?;
        }
        searched
    }
}

/// An empty reader, which may fail once.
struct Failing(Option<io::Error>);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

impl Linkifier {
    /// Which links become anchors.
    #[cfg(feature = "mail")]
    pub(crate) fn anchoring(&self) -> &Anchoring {
        &self.anchoring
    }
}

fn buffer(text: &[u8]) -> Vec<u8> {
    Vec::with_capacity(text.len() + text.len() / 4)
}

/// Returns the HTML. This cannot fail: a vector takes every write, and writes are of whole characters.
fn string(written: io::Result<Vec<u8>>) -> String {
    written.ok().and_then(into_string).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::steps;

    /// No repeated text may take more than a fixed number of steps a byte to mask, not counting the search.
    #[test]
    fn no_text_takes_longer_to_mask_than_its_length() {
        const SIZE: usize = 128 << 10;
        let linkifier = Linkifier::new(Finder::new()).mask_addresses(true);
        let steps_of = |text: &str| {
            steps::take();
            linkifier.write(text.as_bytes(), io::sink()).unwrap();
            steps::take()
        };
        for word in [
            "sam@a.example ",
            "sam@a.example\n",
            "sam@a.example",
            "@",
            "a@",
            "@a",
            "a@@",
            "a@.",
            "a@-.",
            "a@[",
            "a@[1] ",
            "\"@",
            "\\\"@",
            "\"a b\"@c ",
            "'@",
            "....@",
            "é@é。",
            "soup@1.2 ",
            "a",
            "a\r",
            "\r",
            "<http://a.example/@b\n/c@d> ",
            "http://a.example/b@c ",
            "http://sam@a.example/ ",
            "mailto:sam@a.example,",
        ] {
            let (first, more) = (steps_of(&word.repeat(SIZE / word.len())), word.repeat(4 * SIZE / word.len()));
            let steps = steps_of(&more);
            assert!(steps <= 320 * more.len() as u64, "{word:?}: {steps} for {}", more.len());
            assert!(steps <= 5 * first + (1 << 16), "{word:?}: {first} and {steps}");
        }
    }
}
