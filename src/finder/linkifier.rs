//! HTML out: the text escaped once, from front to back, with anchors around the pieces of links.

use std::{
    io::{self, Read, Write},
    ops::{ControlFlow, Range},
    str,
};

use crate::{
    error::Error,
    finder::text::Finder,
    link::{Link, Part, Piece},
    sink::{Context, Event, Sink},
    uri::schemes::registry,
};

/// Turns text into HTML in which the links can be clicked.
///
/// The HTML is a fragment to put into a page: the same text, escaped, with an `<a>` around every piece of a link. Where
/// a URL was broken over lines each of its pieces leads to the whole URL. The fragment is safe as the content of any
/// element that holds text (`<p>`, `<pre>`, `<div>`, `<textarea>`), in a page that declares UTF-8; it isn't made for the inside of
/// an attribute, a script, a style sheet or a template. All line ends stay as they are: a `<pre>` shows them, but for one right behind
/// its tag; put one there. Controls that HTML has no place for become U+FFFD.
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
    finder: Finder,
    schemes: Vec<String>,
    rel: String,
}

impl Linkifier {
    /// A linkifier for the links that `finder` finds.
    pub fn new(finder: Finder) -> Linkifier {
        Linkifier { finder, schemes: registry::clickable().map(String::from).collect(), rel: String::new() }
    }

    /// The schemes, in any letter case, whose URLs become anchors; any other stays text. Think twice before you allow
    /// `javascript`, `data` or `file`. Default: http, https, ftp, mailto, news, nntp, gopher, tel, sip, xmpp, irc, ircs, magnet and geo.
    #[must_use]
    pub fn schemes<S: Into<String>>(mut self, schemes: impl IntoIterator<Item = S>) -> Linkifier {
        self.schemes = schemes.into_iter().map(Into::into).collect();
        self
    }

    /// The `rel` attribute of every anchor, such as `nofollow noopener`. Default: empty, which writes no attribute.
    #[must_use]
    pub fn rel(mut self, rel: impl Into<String>) -> Linkifier {
        self.rel = rel.into();
        self
    }

    /// The HTML of `text`. An invalid UTF-8 sequence and a NUL become U+FFFD, the replacement character.
    pub fn to_string<T: AsRef<[u8]> + ?Sized>(&self, text: &T) -> String {
        // Nothing fails here: a Vec takes every write, and only whole characters are written.
        self.to_bytes(text.as_ref()).ok().and_then(|html| String::from_utf8(html).ok()).unwrap_or_default()
    }

    fn to_bytes(&self, text: &[u8]) -> io::Result<Vec<u8>> {
        let mut page = HtmlWriter::new(self, Vec::with_capacity(text.len() + text.len() / 4));
        for link in self.finder.find_iter(text) {
            page.anchor(&link);
            page.stretch(&text[page.at..link.range().end])?;
        }
        page.stretch(&text[page.at..])?;
        page.text.end()?;
        Ok(page.text.writer)
    }

    /// Reads to the end and writes the HTML, in bounded memory; flushes the writer. Each single write is of whole
    /// characters, and most are small: give it a writer with a buffer.
    ///
    /// # Errors
    /// A read that failed, after all that was read before it is written; or a write that failed.
    pub fn write<R: Read, W: Write>(&self, reader: R, writer: W) -> Result<(), Error> {
        let mut page = HtmlWriter::new(self, writer);
        let searched = self.finder.search(reader, &mut page);
        if matches!(&searched, Err(error) if error.is_write()) {
            return searched;
        }
        page.text.end()?;
        page.text.writer.flush()?;
        searched
    }

    fn allows(&self, scheme: &str) -> bool {
        self.schemes.iter().any(|allowed| allowed.eq_ignore_ascii_case(scheme))
    }
}

/// The HTML being written. Anchors wait until their stretch of text has settled.
struct HtmlWriter<'l, W> {
    linkifier: &'l Linkifier,
    text: EscapedText<W>,
    /// The pieces to come, each with its tag as a range of `tags`.
    pieces: Vec<(Piece, Range<usize>)>,
    /// The opening tags, but for their `>`; all the pieces of a link share one.
    tags: String,
    /// Where in the source the next stretch begins.
    at: usize,
}

impl<'l, W: Write> HtmlWriter<'l, W> {
    fn new(linkifier: &'l Linkifier, writer: W) -> HtmlWriter<'l, W> {
        let text = EscapedText { writer, held: [0; 4], len: 0, turned: false };
        HtmlWriter { linkifier, text, pieces: Vec::new(), tags: String::new(), at: 0 }
    }

    fn anchor(&mut self, link: &Link<'_>) {
        if !self.linkifier.allows(link.scheme()) {
            return;
        }
        let from = self.tags.len();
        self.tags.push_str("<a href=\"");
        push_escaped(&mut self.tags, link.url());
        self.tags.push('"');
        if let Some(part) = link.rejoined().and_then(|rejoined| rejoined.inside) {
            // Where a broken URL leads depends on the join: whoever is about to click should be able to see that.
            let part = if part == Part::Scheme { "scheme" } else { "host" };
            self.tags.push_str(" class=\"napkin-rejoined\" title=\"joined across a line break inside the ");
            self.tags.push_str(part);
            self.tags.push('"');
        }
        if !self.linkifier.rel.is_empty() {
            self.tags.push_str(" rel=\"");
            push_escaped(&mut self.tags, &self.linkifier.rel);
            self.tags.push('"');
        }
        let tag = from..self.tags.len();
        self.pieces.extend(link.pieces().iter().map(|piece| (piece.clone(), tag.clone())));
    }

    fn stretch(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut done = 0;
        for (piece, tag) in self.pieces.drain(..) {
            let from = piece.start.saturating_sub(self.at).clamp(done, bytes.len());
            let to = piece.end.saturating_sub(self.at).clamp(from, bytes.len());
            self.text.push(&bytes[done..from])?;
            self.text.end()?;
            self.text.writer.write_all(self.tags[tag].as_bytes())?;
            if self.text.turned {
                // An override or embedding that was left open must not reorder what the anchor shows.
                self.text.writer.write_all(b" dir=\"auto\"")?;
            }
            self.text.writer.write_all(b">")?;
            self.text.push(&bytes[from..to])?;
            self.text.end()?;
            self.text.writer.write_all(b"</a>")?;
            done = to;
        }
        self.tags.clear();
        self.at += bytes.len();
        self.text.push(&bytes[done..])
    }
}

impl<W: Write> Sink for HtmlWriter<'_, W> {
    fn event(&mut self, event: Event<'_>, _: &Context<'_>) -> io::Result<ControlFlow<()>> {
        if let Event::Link(link) = event {
            self.anchor(&link);
        }
        Ok(ControlFlow::Continue(()))
    }

    fn wants_decoded_offsets(&self) -> bool {
        true
    }

    fn settled(&mut self, text: &[u8]) -> io::Result<ControlFlow<()>> {
        self.stretch(text)?;
        Ok(ControlFlow::Continue(()))
    }
}

/// Bytes in any cut, written as escaped characters.
///
/// Feeding `b"a\xE2\x82"` and then `b"\xAC"` writes `a`, holds the two bytes that may yet become a character, and
/// then writes `€`.
struct EscapedText<W> {
    writer: W,
    /// The beginning of a character whose end is still to come: `len` bytes, at most three.
    held: [u8; 4],
    len: usize,
    /// Whether a bidirectional embedding, override or isolate was opened somewhere before.
    turned: bool,
}

impl<W: Write> EscapedText<W> {
    fn push(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while self.len > 0 && !bytes.is_empty() {
            self.held[self.len] = bytes[0];
            match str::from_utf8(&self.held[..self.len + 1]) {
                Ok(_) => {
                    let (held, len) = (self.held, self.len + 1);
                    self.len = 0;
                    bytes = &bytes[1..];
                    self.valid(&held[..len])?;
                }
                Err(error) if error.error_len().is_none() => {
                    self.len += 1;
                    bytes = &bytes[1..];
                }
                // The byte belongs to something else: it is looked at again without those before it.
                Err(_) => self.end()?,
            }
        }
        while let Err(error) = str::from_utf8(bytes) {
            let (valid, rest) = bytes.split_at(error.valid_up_to());
            self.valid(valid)?;
            let Some(invalid) = error.error_len() else {
                self.len = rest.len();
                self.held[..self.len].copy_from_slice(rest);
                return Ok(());
            };
            self.writer.write_all("\u{FFFD}".as_bytes())?;
            bytes = &rest[invalid..];
        }
        self.valid(bytes)
    }

    /// What is held can't be continued any more.
    fn end(&mut self) -> io::Result<()> {
        if self.len > 0 {
            self.len = 0;
            self.writer.write_all("\u{FFFD}".as_bytes())?;
        }
        Ok(())
    }

    /// Writes bytes that are known to be UTF-8.
    fn valid(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut done = 0;
        for (i, &byte) in bytes.iter().enumerate() {
            if let Some(escape) = escape(byte) {
                self.writer.write_all(&bytes[done..i])?;
                self.writer.write_all(escape.as_bytes())?;
                done = i + 1;
            } else if byte == 0xE2 {
                self.turned |= matches!(bytes[i + 1..], [0x80, 0xAA..=0xAE, ..] | [0x81, 0xA6..=0xA8, ..]);
            }
        }
        self.writer.write_all(&bytes[done..])
    }
}

/// What an ASCII character is written as where it could be more than text; none for all others.
fn escape(byte: u8) -> Option<&'static str> {
    match byte {
        b'&' => Some("&amp;"),
        b'<' => Some("&lt;"),
        b'>' => Some("&gt;"),
        b'"' => Some("&quot;"),
        b'\'' => Some("&#39;"),
        // HTML has no NUL; parsers drop it or replace it, and disagree where.
        0 => Some("\u{FFFD}"),
        // "Code points in the input stream" may not be other controls either (HTML, 13.2.3.5).
        1..=8 | 0x0B | 0x0E..=0x1F | 0x7F => Some("\u{FFFD}"),
        _ => None,
    }
}

fn push_escaped(html: &mut String, value: &str) {
    for char in value.chars() {
        match u8::try_from(char).ok().and_then(escape) {
            Some(escape) => html.push_str(escape),
            None => html.push(char),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pushed(parts: &[&[u8]]) -> String {
        let mut text = EscapedText { writer: Vec::new(), held: [0; 4], len: 0, turned: false };
        for part in parts {
            text.push(part).unwrap();
        }
        text.end().unwrap();
        String::from_utf8(text.writer).unwrap()
    }

    #[test]
    fn bytes_in_any_cut_give_the_same_characters() {
        let texts: [&[u8]; 9] = [
            "a€b𝄞c".as_bytes(),
            b"\xE2\x82",
            b"\xE2\x82x",
            b"\xE2\xE2\x82\xAC",
            b"\xF0\x9F\x98<\xF0\x9F\x98\x80",
            b"\xFF\xFE&\0'\"",
            b"\xC0\x80\xED\xA0\x80\xF5\x80\x80\x80",
            b"\xF0\x80\x80\x80",
            b"",
        ];
        for text in texts {
            let whole = String::from_utf8_lossy(text);
            let whole = whole.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
            let whole = whole.replace('\'', "&#39;").replace('\0', "\u{FFFD}");
            for i in 0..=text.len() {
                for j in i..=text.len() {
                    assert_eq!(pushed(&[&text[..i], &text[i..j], &text[j..]]), whole, "{text:?} cut at {i} and {j}");
                }
            }
        }
    }

    #[test]
    fn text_without_links_is_escaped_once() {
        assert_eq!(pushed(&[b"&amp; <b>'\"</b>\r\n"]), "&amp;amp; &lt;b&gt;&#39;&quot;&lt;/b&gt;\r\n");
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
