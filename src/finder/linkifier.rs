//! HTML out: fragments and whole pages, in which links can be clicked.

use std::{
    io::{self, Read, Write},
    sync::Arc,
};

use crate::{
    engine::scan::into_string,
    error::Error,
    filter::Selection,
    finder::text::Finder,
    link::Link,
    uri::schemes::registry,
    write::{
        Anchor, Decision, Page, RefusedAttribute,
        html::{Anchoring, HtmlWriter, LAYOUT_HEAD, check_attribute},
    },
};

/// Turns text into HTML in which the links can be clicked.
///
/// The HTML is a fragment to put into a page, or a whole [`Page`]: the same text, escaped, with an `<a>` around every piece of a link. Where
/// a URL was broken over lines each of its pieces leads to the whole URL. The fragment is safe as the content of any
/// element that holds text (`<p>`, `<pre>`, `<div>`, `<textarea>`), in a page that declares UTF-8; it isn't made for the inside of
/// an attribute, a script, a style sheet or a template. All line ends stay as they are: a `<pre>` shows them, but for one right behind
/// its tag; put one there. Controls and noncharacters that HTML has no place for become U+FFFD.
///
/// An anchor leads to the URL of the link with its host as programs look it up (see
/// [`Uri::host_ascii`](crate::Uri::host_ascii)). One that leads elsewhere than the eye reads has a class, a title that says why, and in
/// its last piece the host that it leads to, as `data-host`:
///
/// | class | what it is about |
/// | --- | --- |
/// | `napkin-careful` | a host with letters of several scripts or with look-alikes, or userinfo that looks like a host |
/// | `napkin-rejoined` | a scheme or host that was broken over lines |
/// | `napkin-unwrapped` | a target that was taken out of what is written |
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
    /// A linkifier for the links that `finder` finds.
    pub fn new(finder: Finder) -> Linkifier {
        let schemes = Linkifier::default_schemes().map(String::from).collect();
        Linkifier { finder, anchoring: Anchoring { schemes, ..Anchoring::default() } }
    }

    /// The same for the links that another finder finds.
    #[must_use]
    pub fn finder(self, finder: Finder) -> Linkifier {
        Linkifier { finder, ..self }
    }

    /// The schemes, in any letter case and without their colon, whose URLs become anchors; any other stays text. Think twice before you allow
    /// `javascript`, `data` or `file`. Default: http, https, ftp, mailto, news, nntp, gopher, tel, sip, xmpp, irc, ircs, magnet and geo.
    #[must_use]
    pub fn schemes<S: Into<String>>(mut self, schemes: impl IntoIterator<Item = S>) -> Linkifier {
        self.anchoring.schemes = schemes.into_iter().map(Into::into).collect();
        self
    }

    /// The schemes whose URLs become anchors unless [`schemes`](Linkifier::schemes) says otherwise: those that are safe to click on.
    ///
    /// ```
    /// let schemes: Vec<&str> = napkin::Linkifier::default_schemes().collect();
    /// assert!(schemes.contains(&"https") && !schemes.contains(&"javascript"));
    /// ```
    pub fn default_schemes() -> impl Iterator<Item = &'static str> {
        registry::clickable()
    }

    /// Another scheme, in any letter case, whose URLs become anchors.
    #[must_use]
    pub fn allow_scheme(mut self, scheme: impl Into<String>) -> Linkifier {
        self.anchoring.schemes.push(scheme.into());
        self
    }

    /// The `rel` attribute of every anchor, such as `nofollow noopener`. Default: empty, which writes no attribute.
    #[must_use]
    pub fn rel(mut self, rel: impl Into<String>) -> Linkifier {
        self.anchoring.common.rel = rel.into();
        self.anchoring.common.settle();
        self
    }

    /// The `target` attribute of every anchor, such as `_blank`. Default: empty, which writes no attribute.
    #[must_use]
    pub fn target(mut self, target: impl Into<String>) -> Linkifier {
        self.anchoring.common.target = target.into();
        self.anchoring.common.settle();
        self
    }

    /// A class that every anchor has, before those of its own. Default: empty, which is none.
    #[must_use]
    pub fn class(mut self, class: impl Into<String>) -> Linkifier {
        self.anchoring.common.class = class.into();
        self
    }

    /// Another attribute of every anchor.
    ///
    /// # Errors
    /// One that [`Anchor::set_attribute`] refuses.
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

    /// Shows no more than so many characters of each piece of a link, and an ellipsis for the rest, which is in the title then; the scheme
    /// and the host are always shown whole. The text of the HTML is not that of the source then. Default: all of it.
    ///
    /// ```
    /// use napkin::{Finder, Linkifier};
    ///
    /// let html = Linkifier::new(Finder::new()).short(20).to_string("http://a.example/winter/soup");
    /// let title = "http://a.example/winter/soup";
    /// assert_eq!(html, format!(r#"<a href="{title}" title="{title}">http://a.example/wi…</a>"#));
    /// ```
    #[must_use]
    pub fn short(mut self, characters: usize) -> Linkifier {
        self.anchoring.short = Some(characters);
        self
    }

    /// Whether links that lead elsewhere than the eye reads stay text. Default: no; they are anchors and marked.
    #[must_use]
    pub fn strict(mut self, yes: bool) -> Linkifier {
        self.anchoring.is_strict = yes;
        self
    }

    /// Shows mail addresses without what is behind their `@`, and makes no anchors of them: for texts that are published. It is all that
    /// has the shape of one (RFC 5322, 3.4.1), whether the finder looks for addresses or not: with a name that no domain has, with an address
    /// for a domain, with a quoted local part; and so what is written like one, `soup@stable`, but for versions, `soup@1.2`. Default: no.
    ///
    /// ```
    /// use napkin::{Finder, Linkifier};
    ///
    /// let linkifier = Linkifier::new(Finder::new()).mask_addresses(true);
    /// assert_eq!(linkifier.to_string("sam@a.example or mailto:kim@b.example?subject=soup"), "sam@… or mailto:kim@…?subject=soup");
    /// assert_eq!(linkifier.to_string("\"Sam K.\"@[192.0.2.1], root@soup"), "&quot;Sam K.&quot;@…, root@…");
    /// ```
    #[must_use]
    pub fn mask_addresses(mut self, yes: bool) -> Linkifier {
        self.anchoring.masks_addresses = yes;
        self
    }

    /// Makes anchors only of the links that this wants; the others stay text. Of its conditions those on messages don't count.
    #[must_use]
    pub fn selection(mut self, selection: Selection) -> Linkifier {
        self.anchoring.selection = Some(Arc::new(selection));
        self
    }

    /// Asks what is to become of each link whose scheme is allowed. What the [`Anchor`] says when it was asked is what is
    /// written: where it leads, other attributes, another text. If its scheme is not an allowed one any more, it stays text.
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

    /// The HTML of `text`. An invalid UTF-8 sequence and a NUL become U+FFFD, the replacement character.
    pub fn to_string<T: AsRef<[u8]> + ?Sized>(&self, text: &T) -> String {
        let text = text.as_ref();
        string(self.linkify(text, HtmlWriter::new(&self.anchoring, buffer(text)), ""))
    }

    /// The whole page of `text`.
    pub fn to_page<T: AsRef<[u8]> + ?Sized>(&self, page: &Page, text: &T) -> String {
        let text = text.as_ref();
        let layout = page.section_layout().for_text(&text[..text.len().min(LAYOUT_HEAD)]);
        let mut html = buffer(text);
        html.extend_from_slice(page.head().as_bytes());
        html.extend_from_slice(page.before_section(1, "", layout).as_bytes());
        let writer = HtmlWriter::for_page(&self.anchoring, html, layout, &Page::prefix(1));
        let mut html = string(self.linkify(text, writer, Page::after_section(layout)));
        html.push_str(page.tail());
        html
    }

    /// Writes the HTML of a text that is there as a whole.
    pub(crate) fn linkify<W: Write>(&self, text: &[u8], mut writer: HtmlWriter<'_, W>, after: &str) -> io::Result<W> {
        let mut done = 0;
        for link in self.finder.find_iter(text) {
            writer.anchor(&link);
            let end = link.range().end;
            writer.stretch(&text[done..end])?;
            done = end;
        }
        writer.stretch(&text[done..])?;
        writer.finish(after)
    }

    /// Reads to the end and writes the HTML, in bounded memory; flushes the writer. Each single write is of whole
    /// characters, and of some 64 KiB: what is settled is written at once by [`Linkifier::feed`].
    ///
    /// # Errors
    /// A read that failed, after all that was read before it is written; or a write that failed.
    pub fn write<R: Read, W: Write>(&self, reader: R, writer: W) -> Result<(), Error> {
        self.write_text(reader, HtmlWriter::new(&self.anchoring, writer), "")
    }

    /// The same as a whole page.
    ///
    /// # Errors
    /// A read that failed, after all that was read before it is written and the page is closed; or a write that failed.
    pub fn write_page<R: Read, W: Write>(&self, page: &Page, reader: R, mut writer: W) -> Result<(), Error> {
        writer.write_all(page.head().as_bytes())?;
        let read = self.write_section(page, (1, ""), reader, &mut writer);
        if !matches!(&read, Err(error) if error.is_write()) {
            writer.write_all(page.tail().as_bytes())?;
            writer.flush()?;
        }
        read
    }

    /// The same as a section of a page of several, with its number, counted from 1, and its name. [`Page::head`] stands before the first,
    /// and [`Page::tail`] behind the last of them.
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
    /// assert!(html.contains("<span id=f2-L1>none</span>"));
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
        let html = HtmlWriter::for_page(&self.anchoring, writer, layout, &Page::prefix(number));
        // What failed there may not fail again, and the rest is not read then.
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

/// Nothing to read, or once an error.
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

/// What the HTML of a text goes into.
fn buffer(text: &[u8]) -> Vec<u8> {
    Vec::with_capacity(text.len() + text.len() / 4)
}

/// Nothing fails here: a vector takes every write, and only whole characters are written.
fn string(written: io::Result<Vec<u8>>) -> String {
    written.ok().and_then(into_string).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::steps;

    /// Whatever is repeated, what looks for addresses to mask takes no more than so many steps a byte, beside those of the search.
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

    #[test]
    fn every_piece_leads_to_the_whole_url() {
        let html = Linkifier::new(Finder::new()).to_string("<http://a.example/b/\n  c?d=1&e>");
        let href = r#"<a href="http://a.example/b/c?d=1&amp;e">"#;
        assert_eq!(html, format!("&lt;{href}http://a.example/b/</a>\n  {href}c?d=1&amp;e</a>&gt;"));
    }

    #[test]
    fn a_join_inside_the_host_is_marked() {
        let html = Linkifier::new(Finder::new()).to_string("<http://a.exa\nmple/b>");
        assert!(
            html.contains(r#"class="napkin-rejoined" title="joined across a line break inside the host""#),
            "{html}"
        );
    }

    #[test]
    fn only_allowed_schemes_become_anchors() {
        let finder = Finder::builder().any_scheme(true).build().unwrap();
        let text = "HTTP://a.example/ foo://a.example/";
        let html = Linkifier::new(finder.clone()).to_string(text);
        assert_eq!(html, r#"<a href="HTTP://a.example/">HTTP://a.example/</a> foo://a.example/"#);
        let html = Linkifier::new(finder).schemes(["FOO"]).rel("nofollow \"").to_string(text);
        assert_eq!(html, r#"HTTP://a.example/ <a href="foo://a.example/" rel="nofollow &quot;">foo://a.example/</a>"#);
    }

    #[test]
    fn an_open_override_does_not_reach_into_an_anchor() {
        let html = Linkifier::new(Finder::new()).to_string("http://a.example/ \u{202E} http://b.example/");
        let first = r#"<a href="http://a.example/">http://a.example/</a>"#;
        let second = r#"<a href="http://b.example/" dir="auto">http://b.example/</a>"#;
        assert_eq!(html, format!("{first} \u{202E} {second}"));
    }

    #[test]
    fn a_stream_gives_what_the_string_gives() {
        struct Bytewise<'t>(&'t [u8]);
        impl Read for Bytewise<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                let n = self.0.len().min(buffer.len()).min(1);
                buffer[..n].copy_from_slice(&self.0[..n]);
                self.0 = &self.0[n..];
                Ok(n)
            }
        }
        let text = b"\xFF <http://a.example/b\n/c> \xE2\x82\xAC http://d.example/\xE2\x82 & \xE2";
        let linkifier = Linkifier::new(Finder::new());
        let mut html = Vec::new();
        linkifier.write(Bytewise(text), &mut html).unwrap();
        assert_eq!(String::from_utf8(html).unwrap(), linkifier.to_string(text));
    }
}
