//! Where in the source of a document the text stands that may have anchors.

use std::ops::Range;

use encoding_rs::{Encoding, ISO_2022_JP, UTF_16BE, UTF_16LE};

use super::{
    document::Document,
    label::label,
    map::{Mapped, PlaceCursor},
};
use crate::{
    link::{Kind, Link},
    sink::Edge,
    source::{charset::Charset, steps},
};

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The form in which text is inserted in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Insertion {
    Utf8,
    /// In ASCII, with references for all other characters.
    References,
    Utf16Le,
    Utf16Be,
}

#[derive(Debug)]
pub(crate) struct TextNodes<'f> {
    file: &'f [u8],
    /// The length of the byte order mark.
    mark: usize,
    /// The file in UTF-8, if it has another charset.
    decoded: Option<Mapped>,
    document: Document,
    insertion: Insertion,
    /// The first bidirectional embedding, override or isolate.
    turned: Option<usize>,
    /// The cursors of the text and of the decoded file. Most searches are in the order of the text.
    cursors: [PlaceCursor; 2],
}

impl<'f> TextNodes<'f> {
    /// Reads a file in UTF-8. The text in `skipped` elements must not be changed either.
    pub(crate) fn utf8(file: &'f [u8], skipped: &[String]) -> TextNodes<'f> {
        let mark = if file.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
        let document = Document::for_anchors(&file[mark..], skipped);
        TextNodes::new(file, mark, None, document, Insertion::Utf8)
    }

    /// Reads a file in its declared or guessed charset. Returns `None` if nothing can be inserted in that.
    pub(crate) fn of(file: &'f [u8], skipped: &[String]) -> Option<TextNodes<'f>> {
        let label = label(file, None);
        let (charset, _) = Charset::of(file, label.as_deref());
        let Charset::Other(encoding) = charset else { return Some(TextNodes::utf8(file, skipped)) };
        let insertion = insertion(encoding)?;
        let decoded = Mapped::decoded(file, encoding);
        let document = Document::for_anchors(&decoded.bytes, skipped);
        Some(TextNodes::new(file, 0, Some(decoded), document, insertion))
    }

    fn new(
        file: &'f [u8],
        mark: usize,
        decoded: Option<Mapped>,
        document: Document,
        insertion: Insertion,
    ) -> TextNodes<'f> {
        let turned = first_turn(&document.text.bytes);
        TextNodes { file, mark, decoded, document, insertion, turned, cursors: Default::default() }
    }

    pub(crate) fn file(&self) -> &'f [u8] {
        self.file
    }

    pub(crate) fn insertion(&self) -> Insertion {
        self.insertion
    }

    pub(crate) fn text(&self) -> &[u8] {
        &self.document.text.bytes
    }

    /// Returns `true` if the text at an offset may be displayed in another order.
    pub(crate) fn is_turned(&self, offset: usize) -> bool {
        self.turned.is_some_and(|turned| turned < offset)
    }

    /// Returns from where the text must not be changed because parsers differ: the offset, the place of the causing tag
    /// in the file, and the reason.
    pub(crate) fn lost(&self) -> Option<(usize, usize, &'static str)> {
        let loss = self.document.lost?;
        Some((loss.offset, self.in_file(loss.source..loss.source).start, loss.why))
    }

    /// Returns `true` if a link may become an anchor: all of it is where anchors may be, and no tag hides its
    /// continuation.
    pub(crate) fn may_be_anchor(&self, link: &Link<'_>) -> bool {
        let range = link.range();
        let is_left = self.is_left(&range);
        let text = self.text();
        let is_word = |at: usize| {
            let some = text.get(at..text.len().min(at + 4)).unwrap_or_default();
            String::from_utf8_lossy(some).starts_with(char::is_alphanumeric)
        };
        let goes_on = |at: usize| match text.get(at) {
            Some(b'-' | b'_' | b'/' | b'%' | b'@' | b'#' | b'=' | b'&' | b'~' | b'+') => true,
            // As a sentence's they have a space behind them.
            Some(b'.' | b':' | b'?') => is_word(at + 1),
            _ => is_word(at),
        };
        let is_cut = || goes_on(range.end + 1) && self.is_gap(range.end);
        let is_rest = || {
            if link.kind() == Kind::Url {
                return false;
            }
            let before = range.start.checked_sub(1).filter(|&at| self.is_gap(at)).and_then(|at| text[..at].last());
            let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b".-_@".contains(byte) || *byte >= 0x80;
            before.is_some_and(is_part)
        };
        !is_left && !is_cut() && !is_rest()
    }

    /// Returns `true` if a part of the range must not be changed.
    pub(crate) fn is_left(&self, range: &Range<usize>) -> bool {
        let left = &self.document.left;
        let next = left.partition_point(|left| left.end <= range.start);
        left.get(next).is_some_and(|left| left.start < range.end)
    }

    /// Returns `true` if the space at an offset stands for a tag.
    fn is_gap(&self, at: usize) -> bool {
        // As all that stands for a tag does, it stands behind one.
        let is_behind_tag = || {
            let place = self.document.text.source_near(&self.cursors[0], at, Edge::Start);
            place == 0 || self.html()[..place].ends_with(b">")
        };
        self.text().get(at) == Some(&b' ') && is_behind_tag() && self.node_range(at..at + 1).is_empty()
    }

    /// Appends the ranges of the file that a range of the text comes from, one for each text node.
    pub(crate) fn find_nodes(&self, range: Range<usize>, nodes: &mut Vec<Range<usize>>) {
        let whole = self.node_range(range.clone());
        steps::count(whole.len());
        if memchr::memchr(b'<', &self.html()[whole.clone()]).is_none() {
            return nodes.push(self.in_file(whole));
        }
        let first = nodes.len();
        let mut last: Option<Range<usize>> = None;
        for at in range {
            let place = self.node_range(at..at + 1);
            match &mut last {
                _ if place.is_empty() => {}
                Some(last) if place.start <= last.end => last.end = last.end.max(place.end),
                _ => nodes.extend(last.replace(place)),
            }
        }
        nodes.extend(last);
        for node in &mut nodes[first..] {
            *node = self.in_file(node.clone());
        }
    }

    /// Returns where the byte at `offset` begins in the file, or the one before it ends.
    pub(crate) fn source(&self, offset: usize, edge: Edge) -> usize {
        let [of_text, of_file] = &self.cursors;
        let offset = self.document.text.source_near(of_text, offset, edge);
        self.decoded.as_ref().map_or(offset, |decoded| decoded.source_near(of_file, offset, edge)) + self.mark
    }

    fn node_range(&self, range: Range<usize>) -> Range<usize> {
        self.document.text.range_near(&self.cursors[0], range)
    }

    /// Returns the range and the UTF-8 text of the start tag with this number, if the anchor may be changed.
    pub(crate) fn anchor_tag(&self, index: usize) -> Option<(Range<usize>, &[u8])> {
        let tag = self.document.anchor_tags.get(index)?;
        Some((self.in_file(tag.clone()), &self.html()[tag.clone()]))
    }

    fn html(&self) -> &[u8] {
        self.decoded.as_ref().map_or(&self.file[self.mark..], |decoded| &decoded.bytes)
    }

    fn in_file(&self, range: Range<usize>) -> Range<usize> {
        let range = self.decoded.as_ref().map_or(range.clone(), |decoded| decoded.range_near(&self.cursors[1], range));
        range.start + self.mark..range.end + self.mark
    }
}

/// Returns the form of insertions in this encoding; `None` if its bytes depend on the ones before.
fn insertion(encoding: &'static Encoding) -> Option<Insertion> {
    match encoding {
        _ if encoding == UTF_16LE => Some(Insertion::Utf16Le),
        _ if encoding == UTF_16BE => Some(Insertion::Utf16Be),
        _ if encoding == ISO_2022_JP => None,
        _ => Some(Insertion::References),
    }
}

/// Returns the first character that opens a bidirectional embedding, override or isolate.
fn first_turn(text: &[u8]) -> Option<usize> {
    memchr::memchr_iter(0xE2, text).find(|&at| match text.get(at + 1..at + 3) {
        Some([0x80, last]) => (0xAA..=0xAE).contains(last) && *last != 0xAC,
        Some([0x81, last]) => (0xA6..=0xA8).contains(last),
        _ => false,
    })
}
