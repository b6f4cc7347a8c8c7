//! HTML: the URLs in its attributes, and those in the text that a reader sees.
//!
//! ```text
//! bytes  ->  document           ->  links
//! charset    text, attributes       base, grammar
//! ```
//!
//! ```
//! use napkin::{Finder, html::HtmlFinder};
//!
//! let page = "<base href='http://a.example/'><a href='b?c&amp;d'>this</a> and http://c.example/<wbr>e.";
//! let links = HtmlFinder::new(Finder::new()).find_all(page);
//! let urls: Vec<&str> = links.iter().map(|link| link.url()).collect();
//! assert_eq!(urls, ["http://a.example/b?c&d", "http://c.example/e"]);
//! assert_eq!(links[0].attribute().map(|attribute| attribute.name()), Some("href"));
//! assert_eq!((links[0].text(), &page[links[0].range()]), (&b"b?c&amp;d"[..], "b?c&amp;d"));
//! ```

mod attributes;
mod document;
mod map;
mod steps;

use std::{
    borrow::Cow,
    io::{self, Cursor, Read},
    ops::{ControlFlow, Range},
};

use self::{
    document::{Document, Value},
    map::Mapped,
};
use super::{base, charset::Charset};
use crate::{
    config::Config,
    engine::{accept, search, subject::Subject, window::Window},
    error::Error,
    finder::Finder,
    link::{Delimiter, Kind, Link, Made, Refused},
    uri::{Grammar, Rejection, Uri, percent::VALUE, rejection::Rule, schemes::registry},
};
use crate::{
    read::{lines::Lines, search_text},
    sink::{Edge, Event, Sink},
};

static LEADS_NOWHERE: Rule =
    Rule::new("napkin attribute", "a program, data or a part of the same message is no place to go to");

/// How much is looked at for a charset.
const PRESCANNED: usize = 1024;

/// Finds URLs in HTML: in the attributes that have URLs for their values, and in the text.
///
/// A relative reference in an attribute is resolved against the base of the document: that of its first `base` element,
/// or the finder's. Without a base it is no link, and nor is one to a place in the same document. Spaces and the like in a path,
/// query or fragment are percent-encoded. What leads nowhere (`javascript:`, `vbscript:`, `data:`, `blob:`, `cid:`, `about:`) is a link only
/// where [`FinderBuilder::schemes`](crate::FinderBuilder::schemes) names its scheme. An anchor whose text is the URL that it leads to is one
/// link.
#[derive(Clone, Debug)]
pub struct HtmlFinder {
    finder: Finder,
    limit: usize,
}

impl HtmlFinder {
    /// A finder for HTML that finds what `finder` finds in text.
    pub fn new(finder: Finder) -> HtmlFinder {
        HtmlFinder { finder, limit: 32 << 20 }
    }

    /// The most bytes that a document may have; a larger one is searched as the text that it is. A document is held in
    /// memory, with its text beside it. Default: 32 MiB.
    pub fn limit(mut self, bytes: usize) -> HtmlFinder {
        self.limit = bytes;
        self
    }

    /// The links of a document that is UTF-8, in order.
    pub fn find_all(&self, text: &str) -> Vec<Link<'static>> {
        let mut found = crate::read::Found::default();
        // This sink never fails, and never has enough.
        let _ = search_document(&self.finder.config, text.as_bytes(), None, &mut found);
        found.0.into()
    }

    /// Reads to the end, and hands what is found to `sink`, in the order of the source; [`Sink::settled`] is never called.
    /// Offsets are those in the source, lines and columns those of its UTF-8.
    ///
    /// The charset is that of the byte order mark, or of a `meta` element in the first 1024 bytes, or UTF-8, or what the
    /// bytes look like.
    ///
    /// # Errors
    /// A read that failed, or a document above the limit, after all that was read is searched; or the error that the sink
    /// returned.
    pub fn search<R: Read, S: Sink>(&self, mut reader: R, sink: &mut S) -> Result<(), Error> {
        let mut source = Vec::new();
        let read = reader.by_ref().take((self.limit as u64).saturating_add(1)).read_to_end(&mut source);
        if source.len() > self.limit {
            self.finder.search(Cursor::new(source).chain(reader), sink)?;
            return Err(Error::too_large(self.limit));
        }
        let config = &self.finder.config;
        let label = label(&source, None);
        let (charset, _) = Charset::of(&source, label.as_deref());
        let flow = match charset {
            Charset::Other(encoding) => {
                let file = Mapped::decoded(&source, encoding);
                search_document(config, &file.bytes, None, &mut InFile { file: &file, sink })?
            }
            Charset::Utf8 | Charset::Utf7 => search_document(config, &source, None, sink)?,
        };
        match read {
            Err(error) if flow.is_continue() => Err(Error::read(source.len(), error)),
            _ => Ok(()),
        }
    }
}

/// Whether what begins with `head` is HTML; none when that takes more than `head` to say. `is_end` says that there is no
/// more of it.
///
/// HTML says so at its beginning, by a document type or an `html` element, perhaps behind an XML declaration.
///
/// ```
/// use napkin::html::recognise;
///
/// assert_eq!(recognise(b"\n<!DOCTYPE html>", false), Some(true));
/// assert_eq!(recognise(b"<!doc", false), None);
/// assert_eq!(recognise(b"<htmlish>", false), Some(false));
/// ```
pub fn recognise(head: &[u8], is_end: bool) -> Option<bool> {
    const MARK: &[u8] = b"\xEF\xBB\xBF";
    const DECLARATION: &[u8] = b"<?xml";
    const BEGINNINGS: [&[u8]; 2] = [b"<!doctype html", b"<html"];
    let undecided = if is_end { Some(false) } else { None };
    let is_begun = |word: &[u8], head: &[u8]| head.len() < word.len() && word.starts_with(head);
    let mut head = head.strip_prefix(MARK).unwrap_or(head).trim_ascii_start();
    if let Some(rest) = head.strip_prefix(DECLARATION) {
        let Some(end) = memchr::memmem::find(rest, b"?>") else { return undecided };
        head = rest[end + 2..].trim_ascii_start();
    }
    for beginning in BEGINNINGS {
        let length = head.len().min(beginning.len());
        if head[..length].eq_ignore_ascii_case(&beginning[..length]) {
            match head.get(beginning.len()) {
                Some(byte) if byte.is_ascii_whitespace() || *byte == b'>' => return Some(true),
                Some(_) => {}
                None => return undecided,
            }
        }
    }
    if is_begun(MARK, head) || is_begun(DECLARATION, head) { undecided } else { Some(false) }
}

/// The label of a document's charset: its byte order mark, `declared` outside, or declared in it.
pub(super) fn label<'l>(source: &[u8], declared: Option<&'l str>) -> Option<Cow<'l, str>> {
    if let Some((encoding, _)) = encoding_rs::Encoding::for_bom(source) {
        return Some(Cow::Borrowed(encoding.name()));
    }
    declared.map(Cow::Borrowed).or_else(|| {
        let label = Document::read(&source[..source.len().min(PRESCANNED)]).charset?;
        // A label that was read in ASCII is not in UTF-16, and UTF-7 is none that a document may name.
        let encoding = encoding_rs::Encoding::for_label(label.as_bytes())?;
        let is_wide = super::charset::has_mark(encoding);
        Some(if is_wide { Cow::Borrowed("utf-8") } else { Cow::Owned(label) })
    })
}

/// Searches a document that is UTF-8 as far as it can be read. `outer` is the base of what it is enclosed in. `Break` when
/// the sink wants no more.
pub(super) fn search_document<S: Sink>(
    config: &Config,
    source: &[u8],
    outer: Option<&Uri<'static>>,
    sink: &mut S,
) -> io::Result<ControlFlow<()>> {
    let document = Document::read(source);
    let outer = outer.or(config.base.as_ref());
    let written = document.base.as_ref().and_then(|range| Written::of(&document, range));
    let own = written.and_then(|written| base::base(&written.url, outer, config.grammar));
    let config = Config { base: own.or_else(|| outer.cloned()), ..config.clone() };
    let lines = config.positions.then(Lines::new);
    // Lines are those of the source.
    let text = Config { positions: false, ..config.clone() };
    let mut in_source = InSource { config: &config, document: &document, source, lines, next: 0, anchor: None, sink };
    if search_text(&text, &document.text.bytes, &mut in_source)?.is_break() {
        return Ok(ControlFlow::Break(()));
    }
    in_source.values_before(usize::MAX)
}

/// What says that two URLs are one.
pub(super) fn identity(url: &str, grammar: Grammar) -> String {
    steps::count(url.len());
    Uri::parse(url, grammar).map_or_else(|_| url.to_owned(), |uri| uri.normalize().as_str().to_owned())
}

/// Whether the link in the text of an anchor is the URL that the anchor leads to. One that was written without a scheme has that
/// of the anchor, and one with an ellipsis `behind` it is only its beginning.
fn is_same(link: &Link<'_>, anchor: &str, behind: &[u8], grammar: Grammar) -> bool {
    let is_cut = ["...", "…", "&hellip;"].iter().any(|ellipsis| behind.starts_with(ellipsis.as_bytes()));
    let is_it = |own: &str, anchor: &str| own == anchor || is_cut && anchor.starts_with(own);
    let place = |url| str::split_once(url, ':').and_then(|(_, rest)| rest.strip_prefix("//"));
    [&identity(link.url(), grammar), link.url()].into_iter().any(|own| {
        let without_scheme = place(own).zip(place(anchor)).filter(|_| link.kind != Kind::Url);
        is_it(own, anchor) || without_scheme.is_some_and(|(own, anchor)| is_it(own, anchor))
    })
}

/// Puts what is found in the text among what the attributes have, and all in its place in the source.
struct InSource<'d, S> {
    config: &'d Config,
    document: &'d Document,
    source: &'d [u8],
    lines: Option<Lines>,
    /// The next value to judge.
    next: usize,
    /// Where the last anchor ends, and what URL it leads to.
    anchor: Option<(usize, String)>,
    sink: &'d mut S,
}

impl<'d, S: Sink> InSource<'d, S> {
    /// Judges the values that begin before `end`.
    fn values_before(&mut self, end: usize) -> io::Result<ControlFlow<()>> {
        let document = self.document;
        while let Some(value) = document.urls.get(self.next) {
            // It may be long, and waits for all that is found in the text before it.
            if document.values.source(value.range.start, Edge::Start) >= end {
                break;
            }
            self.next += 1;
            let written = Written::of(document, &value.range);
            let Some(event) = written.and_then(|written| self.judge(value, written)) else { continue };
            if let (Event::Link(link), Some(end)) = (&event, value.anchor_end) {
                self.anchor = Some((end, identity(link.url(), self.config.grammar)));
            }
            let is_wanted = match &event {
                Event::Link(link) => accept::is_wanted(self.config, link),
                _ => self.config.explain,
            };
            if is_wanted && self.hand_on(event)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// What a value is; none for a reference that leads nowhere else.
    fn judge(&self, value: &Value, written: Written<'_>) -> Option<Event<'d>> {
        let Written { url, range, .. } = &written;
        let has_scheme = url.find([':', '/', '?', '#']).is_some_and(|at| url.as_bytes()[at] == b':');
        if !has_scheme && (self.config.base.is_none() || url.starts_with('#')) {
            return None;
        }
        let text = Cow::Borrowed(&self.source[range.clone()]);
        let refused = |rejection: Rejection, at| {
            let grammar = self.config.grammar;
            Event::Refused(Refused { text: text.clone(), range: range.clone(), at, rejection, grammar, position: None })
        };
        if has_scheme && self.leads_nowhere(url) {
            return Some(refused(Rejection::new(0, &LEADS_NOWHERE), range.start));
        }
        if range.len() > self.config.window {
            return Some(refused(Rejection::new(0, &search::TOO_LONG), range.start + self.config.window));
        }
        steps::count(url.len() + self.config.base.as_ref().map_or(0, |base| base.as_str().len()));
        let (url, judged) = accept::verdict(Subject::new(self.config), Cow::Borrowed(url.as_ref()), &VALUE, !has_scheme, true);
        let components = match judged {
            Ok(components) => components,
            Err(rejection) => {
                let at = written.source(self.document, value, rejection.at());
                return Some(refused(rejection, at));
            }
        };
        let made = Made { url: url.into_owned(), attribute: Some(value.attribute), ..Made::default() };
        let mut link = Link {
            text,
            range: range.clone(),
            components,
            kind: Kind::Url,
            delimiter: Delimiter::Attribute,
            position: None,
            made: Some(Box::new(made)),
        };
        if self.config.unwrap_redirects {
            accept::unwrap(self.config, &mut link);
        }
        Some(Event::Link(link))
    }

    /// Whether the scheme is that of something else than a place, and nobody asked for it.
    fn leads_nowhere(&self, url: &str) -> bool {
        let scheme = url.split(':').next().unwrap_or_default();
        registry::find(scheme).is_some_and(|scheme| scheme.leads_nowhere)
            && !self.config.schemes.iter().any(|wanted| wanted.eq_ignore_ascii_case(scheme))
    }

    fn hand_on(&mut self, mut event: Event<'_>) -> io::Result<ControlFlow<()>> {
        if let Some(lines) = &mut self.lines {
            crate::read::count_to(&mut event, lines, &Window { bytes: self.source, base: 0, is_end: true });
        }
        self.sink.event(event)
    }
}

impl<S: Sink> Sink for InSource<'_, S> {
    fn event(&mut self, mut event: Event<'_>) -> io::Result<ControlFlow<()>> {
        event.move_offsets(|offset, edge| self.document.text.source(offset, edge));
        if self.values_before(event.range().start)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        if let (Event::Link(link), Some((end, url))) = (&event, &self.anchor)
            && link.range.end <= *end
            && is_same(link, url, &self.source[link.range.end..], self.config.grammar)
        {
            return Ok(ControlFlow::Continue(()));
        }
        let text = &self.source[event.range()];
        let event = match event {
            Event::Link(link) => Event::Link(link.in_text(text)),
            Event::Refused(refused) => Event::Refused(Refused { text: Cow::Borrowed(text), ..refused }),
            Event::Break(seen) => Event::Break(crate::Break { text: Cow::Borrowed(text), ..seen }),
        };
        self.hand_on(event)
    }
}

/// What a value says.
struct Written<'d> {
    /// The URL or reference that a URL parser makes of it.
    url: Cow<'d, str>,
    /// The value without what the standard has taken out of it: white space and controls around it, line ends and tabs.
    kept: Cow<'d, str>,
    /// Where it stands in the source.
    range: Range<usize>,
}

impl Written<'_> {
    /// None where there is nothing left.
    fn of<'d>(document: &'d Document, range: &Range<usize>) -> Option<Written<'d>> {
        let value = document.value(range);
        steps::count(value.len());
        let start = value.iter().position(|&byte| byte > b' ')?;
        let end = value.iter().rposition(|&byte| byte > b' ')? + 1;
        let trimmed = String::from_utf8_lossy(&value[start..end]);
        let kept = if trimmed.contains(is_taken_out) { Cow::Owned(trimmed.replace(is_taken_out, "")) } else { trimmed };
        let url = VALUE.encode(&kept).map_or_else(|| kept.clone(), Cow::Owned);
        let range = document.values.range(range.start + start..range.start + end);
        Some(Written { url, kept, range })
    }

    /// Where in the source the byte of the URL at `at` stands.
    fn source(&self, document: &Document, value: &Value, at: usize) -> usize {
        let at = VALUE.offset_before_encoding(&self.kept, at);
        let bytes = document.value(&value.range);
        steps::count(bytes.len());
        let kept = bytes.iter().enumerate().skip_while(|&(_, &byte)| byte <= b' ');
        let mut kept = kept.filter(|&(_, &byte)| !is_taken_out(char::from(byte)));
        let offset = kept.nth(at).map_or(bytes.len(), |(offset, _)| offset);
        document.values.source(value.range.start + offset, Edge::Start).min(self.range.end)
    }
}

fn is_taken_out(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r')
}

/// Gives what was found in decoded text the offsets of the file.
struct InFile<'f, S> {
    file: &'f Mapped,
    sink: &'f mut S,
}

impl<S: Sink> Sink for InFile<'_, S> {
    fn event(&mut self, mut event: Event<'_>) -> io::Result<ControlFlow<()>> {
        event.move_offsets(|offset, edge| self.file.source(offset, edge));
        self.sink.event(event)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_known_by_its_beginning() {
        for (head, is_html) in [
            ("<!doctype html>", true),
            ("<!DOCTYPE HTML PUBLIC", true),
            (" \n<HTML\n>", true),
            ("\u{feff}<html>", true),
            ("<?xml version='1.0'?>\n<html xmlns=x>", true),
            ("<?xml version='1.0'?><rss>", false),
            ("<?php", false),
            ("<!doctype htmlx>", false),
            ("<!doctype svg>", false),
            ("<p><html>", false),
            ("\u{fffd}<html>", false),
            ("text", false),
        ] {
            let head = head.as_bytes();
            assert_eq!(recognise(head, true), Some(is_html), "{}", head.escape_ascii());
            // What was said of the beginning is not taken back.
            let first = (0..=head.len()).find_map(|end| recognise(&head[..end], false));
            assert_eq!(first.unwrap_or(false), is_html, "{}", head.escape_ascii());
        }
        assert_eq!(
            (recognise(b"", false), recognise(b"", true), recognise(b"<html", true)),
            (None, Some(false), Some(false))
        );
    }

    /// No document takes more than so many steps a byte, beside those of the search in its text.
    #[test]
    fn no_document_takes_longer_than_its_length() {
        const SIZE: usize = 64 << 10;
        let many = |word: &str| word.repeat(SIZE / word.len());
        let base = format!("<base href='http://a.example/{}/'>", "b".repeat(1900));
        let long = "b".repeat(SIZE);
        for document in [
            many("<"),
            many("&"),
            many("&lt"),
            many("&lt;http://a/"),
            many("<a href=\""),
            many("<a href=a:b "),
            many("<a href=a:b>"),
            many("<a href=a:b>a:b</a>"),
            many("<div>"),
            many("<b>"),
            many("<p>"),
            many("<br>"),
            many("<pre>\n"),
            many("</"),
            many("<!"),
            many("<!--"),
            many("<![CDATA["),
            many("<script>"),
            many("<script><!--<script>"),
            many("<a a=a "),
            many("\r"),
            many("http://a.example/<b>"),
            many("<a>http://a.example/"),
            format!("<!--{}", many("-")),
            format!("<!--{}", many("http://a.example/ ")),
            format!("<title>{}", many("</titl")),
            format!("<textarea>{}", many("</textare http://a ")),
            format!("<img srcset='{}'>", many("a:b,")),
            format!("<img srcset='{}'>", many("a:b (, ")),
            format!("<a ping='{}'>", many("a:b ")),
            format!("<a href='a:{}'>", many("b\n")),
            format!("<a href='{}'>", many(" ")),
            format!("<meta http-equiv=content-type content='{}'>", many("charset")),
            format!("<a href='http://a.example/{long}'>{}", many("http://a.example/ ")),
            format!("{}<a href='http://a.example/{long}'>", many("http://a.example/ ")),
            format!("{base}{}", many("<a href=x>")),
            format!("<base href='http://a.example/{long}/'>{}", many("<a href=x>")),
        ] {
            let finder = Finder::builder().explain(true).positions(true).build().unwrap();
            steps::take();
            let found = HtmlFinder::new(finder).find_all(&document);
            let steps = steps::take();
            let start = &document[..40];
            // A reference may become as long as the longest base.
            let most = if start.starts_with("<base") { 512 } else { 8 };
            assert!(steps <= most * document.len() as u64, "{start:?}: {steps} steps for {} links", found.len());
        }
    }
}
