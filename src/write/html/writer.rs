//! The HTML of one text, escaped once, from front to back, with anchors around the pieces of links.

use std::{
    borrow::Cow,
    collections::VecDeque,
    fmt,
    io::{self, Write},
    ops::{ControlFlow, Range},
    sync::Arc,
};

use memchr::{memchr, memchr2, memchr2_iter};

use super::{
    anchor::{Anchor, Common, Decision, ascii_href, href, push_host, push_opening, shortened},
    caution::Caution,
    escape::{EscapedText, push_escaped},
    layout::{PageLayout, PageLines},
    link_table::LinkTable,
    masking::{MASK, domains, masked_address, masked_text, may_be_of_address},
    spans::spans,
};
use crate::{
    filter::Selection,
    link::{Kind, Link, Notation, Piece},
    sink::{Context, Event, Sink},
    source::steps,
    write::repeated::is_too_much,
};

/// What is asked about each link.
type OnLink = Arc<dyn Fn(&Link<'_>, &mut Anchor) -> Decision + Send + Sync>;

/// Which links become anchors, and of what kind.
#[derive(Clone, Default)]
pub(crate) struct Anchoring {
    pub(crate) schemes: Vec<Cow<'static, str>>,
    pub(crate) common: Common,
    /// How many characters of a piece are shown.
    pub(crate) short: Option<usize>,
    /// Mail addresses are shown without what is behind their `@`.
    pub(crate) masks_addresses: bool,
    /// Links to be careful with stay text.
    pub(crate) is_strict: bool,
    /// The links that are wanted.
    pub(crate) selection: Option<Arc<Selection>>,
    pub(crate) on_link: Option<OnLink>,
}

impl fmt::Debug for Anchoring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Anchoring { schemes, common, short, masks_addresses, is_strict, selection, on_link } = self;
        let mut shown = f.debug_struct("Anchoring");
        shown.field("schemes", schemes).field("common", common).field("short", short).field("is_strict", is_strict);
        shown.field("masks_addresses", masks_addresses);
        shown.field("selection", selection).field("on_link", &on_link.is_some()).finish()
    }
}

impl Anchoring {
    fn wants(&self, link: &Link<'_>) -> bool {
        self.selection.as_ref().is_none_or(|selection| selection.wants(link))
    }

    pub(crate) fn allows(&self, href: &str) -> bool {
        let Some(colon) = href.bytes().position(|byte| byte == b':') else { return false };
        let scheme = &href[..colon];
        self.schemes.iter().any(|allowed| allowed.eq_ignore_ascii_case(scheme))
    }

    /// The same, and `true` for a reference without a scheme: it has no colon in its first segment. Browsers drop tabs, line ends and
    /// leading controls, but no slash, question mark or number sign.
    pub(crate) fn allows_reference(&self, href: &str) -> bool {
        let first = href.split(['/', '\\', '?', '#']).next().unwrap_or_default();
        !first.contains(':') || self.allows(href)
    }

    /// What is shown in place of a link with addresses that are to be masked.
    fn masked(&self, link: &Link<'_>) -> Option<String> {
        if !self.masks_addresses {
            return None;
        }
        let text = link.as_str();
        if link.kind() == Kind::Email || link.scheme().eq_ignore_ascii_case("mailto") {
            return Some(masked_address(text));
        }
        memchr(b'@', text.as_bytes()).map(|_| masked_text(text)).filter(|masked| masked != text)
    }

    /// What is written in place of a link; `None` if it stays text. Its tags are appended to `tags`.
    pub(crate) fn replacement(&self, link: &Link<'_>, tags: &mut Vec<u8>, medium: Medium) -> Option<Replacement> {
        if let Some(masked) = self.masked(link) {
            return Some(Replacement { tag: 0..0, last: 0..0, shown: Some(masked) });
        }
        if link.escapes() == Some(Notation::Defanged) {
            return None;
        }
        // To ask for it has a price.
        let url = link.url();
        let mut target = if medium == Medium::OtherCharset { ascii_href(link, url) } else { href(link, url) };
        let caution = Caution::of(link, url);
        if !self.allows(&target) || !self.wants(link) || self.is_strict && caution.is_some() {
            return None;
        }
        let mut asked = None;
        if let Some(on_link) = &self.on_link {
            let mut anchor = self.common.anchor(target.into_owned());
            if on_link(link, &mut anchor) == Decision::Text || !self.allows_reference(&anchor.href) {
                return None;
            }
            target = Cow::Owned(std::mem::take(&mut anchor.href));
            asked = Some(anchor);
        }
        let is_broken = medium == Medium::Page && link.rejoined().is_some();
        let class = if is_broken && caution.is_none() { "napkin-joined" } else { "" };
        let start = tags.len();
        self.common.push_tag(tags, &target, (class, caution), asked.as_ref());
        let tag = start..tags.len();
        if caution.is_some() {
            push_host(tags, link);
        }
        Some(Replacement { tag, last: start..tags.len(), shown: asked.and_then(|anchor| anchor.text) })
    }
}

/// What an anchor is written into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Medium {
    Fragment,
    /// One that has a style of ours, so that a broken link can say that it is.
    Page,
    /// A document in another charset than UTF-8, in which browsers encode queries.
    OtherCharset,
}

/// What is written in place of a link.
pub(crate) struct Replacement {
    /// The tag of each piece but the last, but for the `>`; an empty one is for text without an anchor.
    pub(crate) tag: Range<usize>,
    /// That of the last piece.
    pub(crate) last: Range<usize>,
    /// What is shown in place of what stands there.
    pub(crate) shown: Option<String>,
}

/// How much is gathered before it is written.
const BUFFER: usize = 64 << 10;

/// The longest line of which all is looked at before it is written.
const LONG_LINE: usize = 64 << 10;

/// The longest word in such a line that is looked at whole for an address to mask.
const LONG_WORD: usize = 4 << 10;

/// The HTML being written. Anchors wait until their stretch of text has settled.
pub(crate) struct HtmlWriter<'l, W> {
    anchoring: &'l Anchoring,
    writer: W,
    /// What is made and not written yet.
    html: Vec<u8>,
    text: EscapedText,
    /// The pieces to come.
    pieces: VecDeque<AnchorSpan>,
    /// Their opening tags, but for the `>`; the pieces of a link share one.
    tags: Vec<u8>,
    /// Where in the source the next byte stands that is written.
    at: usize,
    /// What is around the lines of a page; none in a fragment.
    lines: Option<PageLines>,
    /// The table of links below a page's text, if it is wanted.
    table: Option<LinkTable>,
    /// The beginning of a line whose end is still to come.
    pending: Vec<u8>,
    /// The line that comes next has begun.
    is_in_line: bool,
}

/// Where an anchor stands.
struct AnchorSpan {
    range: Piece,
    /// Its tag in the tags; an empty one is for text without an anchor.
    tag: Range<usize>,
    /// What is shown in place of what stands there.
    shown: Option<String>,
    /// The row of the link in the table, for its first piece.
    row: Option<usize>,
}

impl<'l, W: Write> HtmlWriter<'l, W> {
    /// A fragment.
    pub(crate) fn new(anchoring: &'l Anchoring, writer: W) -> HtmlWriter<'l, W> {
        HtmlWriter {
            anchoring,
            writer,
            html: Vec::new(),
            text: EscapedText::default(),
            pieces: VecDeque::new(),
            tags: Vec::new(),
            at: 0,
            lines: None,
            table: None,
            pending: Vec::new(),
            is_in_line: false,
        }
    }

    /// The text of a page: with ids that begin with `prefix`.
    pub(crate) fn for_page(anchoring: &'l Anchoring, writer: W, layout: PageLayout, prefix: &str) -> HtmlWriter<'l, W> {
        HtmlWriter { lines: Some(PageLines::new(layout, prefix)), ..HtmlWriter::new(anchoring, writer) }
    }

    /// Adds a table of the links below the text.
    pub(crate) fn with_table(mut self, yes: bool) -> HtmlWriter<'l, W> {
        self.table = yes.then(LinkTable::default);
        self
    }

    /// Takes a link that is in the text to come.
    pub(crate) fn anchor(&mut self, link: &Link<'_>) {
        let medium = if self.lines.is_some() { Medium::Page } else { Medium::Fragment };
        let Some(replacement) = self.anchoring.replacement(link, &mut self.tags, medium) else { return };
        let Replacement { tag, last, shown } = replacement;
        let tag_bytes = &self.tags[last.clone()];
        let mut row =
            self.table.as_mut().filter(|_| !tag_bytes.is_empty()).and_then(|table| table.row(link.url(), tag_bytes));
        if shown.is_some() {
            self.pieces.push_back(AnchorSpan { range: link.range(), tag: last, shown, row });
            return;
        }
        let spans = spans(link);
        if is_too_much(spans.len(), last.len(), link.range().len()) {
            return;
        }
        let end = spans.len() - 1;
        for (index, range) in spans.into_iter().enumerate() {
            let tag = if index == end { last.clone() } else { tag.clone() };
            self.pieces.push_back(AnchorSpan { range, tag, shown: None, row: row.take() });
        }
    }

    /// Writes what has settled: all anchors in it are known.
    pub(crate) fn stretch(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.lines.is_none() && !self.anchoring.masks_addresses {
            self.inline(bytes);
        } else if !self.pending.ends_with(b"\r") && memchr2(b'\n', b'\r', bytes).is_none() {
            // What waits has no line end, and is not looked through for one again.
            self.pending.extend_from_slice(bytes);
        } else {
            let rest = self.end_pending(bytes);
            let done = self.whole_lines(rest);
            self.pending.extend_from_slice(&rest[done..]);
        }
        if self.pending.len() > LONG_LINE {
            // What comes next may still belong to a line end, or to an address.
            let pending = std::mem::take(&mut self.pending);
            steps::count(pending.len());
            let (part, rest) = pending.split_at(pending.len() - self.held_back(&pending));
            self.is_apart(part, self.at);
            self.line_part(part);
            self.pending.extend_from_slice(rest);
        }
        if self.html.len() >= BUFFER { self.write_out() } else { Ok(()) }
    }

    /// The text is at its end: writes the rest of it, and what closes it.
    pub(crate) fn finish(mut self, after: &str) -> io::Result<W> {
        let pending = std::mem::take(&mut self.pending);
        let line = pending.strip_suffix(b"\r").unwrap_or(&pending);
        if !pending.is_empty() {
            self.is_apart(line, self.at);
            self.line_part(line);
        }
        self.end_line();
        self.inline(&pending[line.len()..]);
        self.text.end(&mut self.html);
        if let Some(lines) = &mut self.lines {
            lines.finish(&mut self.html);
        }
        self.html.extend_from_slice(after.as_bytes());
        if let (Some(table), Some(lines)) = (&self.table, &self.lines) {
            table.write(&mut self.html, lines.prefix());
        }
        self.write_out()?;
        Ok(self.writer)
    }

    /// Writes the HTML that there is.
    pub(crate) fn write_out(&mut self) -> io::Result<()> {
        if let Some(lines) = &mut self.lines {
            lines.forget();
        }
        self.writer.write_all(&self.html)?;
        self.html.clear();
        Ok(())
    }

    /// Writes the line that waits, if it ends in the bytes, and returns those behind it.
    fn end_pending<'b>(&mut self, bytes: &'b [u8]) -> &'b [u8] {
        if self.pending.is_empty() {
            return bytes;
        }
        let mut pending = std::mem::take(&mut self.pending);
        let end = memchr2(b'\n', b'\r', bytes).map_or(bytes.len(), |end| bytes.len().min(end + 2));
        steps::count(pending.len() + end);
        pending.extend_from_slice(&bytes[..end]);
        let done = self.whole_lines(&pending);
        let rest = pending.len() - done;
        if done == 0 {
            self.pending = pending;
            return &[];
        }
        &bytes[end - rest..]
    }

    /// Writes all lines that end in the bytes, and returns how many bytes they are. Those without tags are written together.
    fn whole_lines(&mut self, bytes: &[u8]) -> usize {
        let (mut done, mut start) = (0, 0);
        for end in memchr2_iter(b'\n', b'\r', bytes) {
            let next = match bytes[end..] {
                _ if end < start => continue,
                [b'\r', b'\n', ..] => end + 2,
                // A line feed may follow.
                [b'\r'] => break,
                _ => end + 1,
            };
            if self.is_apart(&bytes[start..end], self.at + end - done) {
                self.inline(&bytes[done..start]);
                self.line_part(&bytes[start..end]);
                self.end_line();
                done = end;
            }
            start = next;
        }
        self.inline(&bytes[done..start]);
        start
    }

    /// Takes the next line, which is this and ends at `end`, or begins so. Returns `true` if it can't be written with others.
    fn is_apart(&mut self, line: &[u8], end: usize) -> bool {
        if self.is_in_line {
            return true;
        }
        let has_tags = self.lines.as_mut().is_some_and(|lines| lines.next(line));
        let is_target = || self.table.is_some() && self.pieces.front().is_some_and(|piece| piece.range.start < end);
        has_tags || self.anchoring.masks_addresses || is_target()
    }

    /// How many bytes at the end of a part of a line wait for those behind them: the beginning of a line end, or of an address that is
    /// to be masked.
    fn held_back(&self, part: &[u8]) -> usize {
        if !self.anchoring.masks_addresses {
            return usize::from(part.ends_with(b"\r"));
        }
        let word = part.iter().rev().take(LONG_WORD).take_while(|byte| may_be_of_address(**byte)).count();
        steps::count(word);
        if word < LONG_WORD { word.max(usize::from(part.ends_with(b"\r"))) } else { 0 }
    }

    /// Writes a part of a line, which begins with it unless it has begun.
    fn line_part(&mut self, part: &[u8]) {
        let has_begun = std::mem::replace(&mut self.is_in_line, true);
        if let Some(lines) = self.lines.as_mut().filter(|_| !has_begun) {
            lines.begin(&mut self.html, self.table.is_some());
        }
        if self.anchoring.masks_addresses {
            self.mask(part);
        }
        self.inline(part);
    }

    /// Puts the domains of the addresses in the bytes that come next among what is shown otherwise. No anchor tells of one.
    fn mask(&mut self, bytes: &[u8]) {
        let (start, end) = (self.at, self.at + bytes.len());
        let mut domains = domains(bytes).map(|domain| start + domain.start..start + domain.end).peekable();
        if domains.peek().is_none() {
            return;
        }
        let span = |range, shown: &str| AnchorSpan { range, tag: 0..0, shown: Some(shown.to_owned()), row: None };
        let mut masked = Vec::new();
        // Those behind these bytes, of which there may be very many, stay where they are.
        while self.pieces.front().is_some_and(|piece| piece.range.start < end)
            && let Some(piece) = self.pieces.pop_front()
        {
            while let Some(domain) = domains.next_if(|domain| domain.end <= piece.range.start) {
                masked.push(span(domain, MASK));
            }
            if piece.tag.is_empty() {
                // It is masked as a whole, and so is what of a domain goes on behind it.
                let mut behind = piece.range.end;
                masked.push(piece);
                while let Some(domain) = domains.next_if(|domain| domain.start < behind) {
                    if domain.end > behind {
                        masked.push(span(behind..domain.end, ""));
                        behind = domain.end;
                    }
                }
            } else if domains.peek().is_none_or(|domain| domain.start >= piece.range.end) {
                masked.push(piece);
            }
        }
        masked.extend(domains.map(|domain| span(domain, MASK)));
        steps::count(masked.len());
        for piece in masked.into_iter().rev() {
            self.pieces.push_front(piece);
        }
    }

    fn end_line(&mut self) {
        self.text.end(&mut self.html);
        if std::mem::take(&mut self.is_in_line)
            && let Some(lines) = &mut self.lines
        {
            lines.end(&mut self.html);
        }
    }

    /// Escapes the bytes that come next, with the anchors in them.
    fn inline(&mut self, bytes: &[u8]) {
        steps::count(bytes.len());
        let (start, end) = (self.at, self.at + bytes.len());
        let mut done = start;
        while let Some(opening) = self.pieces.front_mut().filter(|opening| opening.range.start < end) {
            if let (Some(table), Some(lines), Some(row)) = (&mut self.table, &self.lines, opening.row.take()) {
                table.push(row, lines.number());
            }
            let from = opening.range.start.max(done);
            let to = opening.range.end.clamp(from, end);
            self.text.push(&mut self.html, &bytes[done - start..from - start]);
            self.text.end(&mut self.html);
            done = to;
            let goes_on = opening.range.end > end;
            opening.range.start = end;
            if opening.tag.is_empty() {
                push_escaped(&mut self.html, &opening.shown.take().unwrap_or_default());
            } else if opening.shown.as_deref() != Some("") {
                let piece = &bytes[from - start..to - start];
                let short = |most| shortened(str::from_utf8(piece).ok()?, most);
                let shown = opening.shown.take().or_else(|| self.anchoring.short.and_then(short));
                // The rest of a piece that was replaced stands for nothing.
                opening.shown = shown.as_ref().map(|_| String::new()).filter(|_| goes_on);
                let tag = opening.tag.clone();
                self.push_anchor(tag, piece, shown.as_deref());
            }
            if goes_on {
                break;
            }
            self.pieces.pop_front();
        }
        if self.pieces.is_empty() {
            self.tags.clear();
        }
        self.text.push(&mut self.html, &bytes[done - start..]);
        self.at = end;
    }

    /// Writes an anchor with this tag around a piece, or around what is shown in place of it.
    fn push_anchor(&mut self, tag: Range<usize>, piece: &[u8], shown: Option<&str>) {
        // What was written can still be seen.
        let written = shown.and_then(|_| str::from_utf8(piece).ok());
        push_opening(&mut self.html, &self.tags[tag], written, self.text.is_turned);
        match shown {
            Some(shown) => push_escaped(&mut self.html, shown),
            None => self.text.push(&mut self.html, piece),
        }
        self.text.end(&mut self.html);
        self.html.extend_from_slice(b"</a>");
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
