//! What an HTML document holds: its text as a reader sees it, and the values of its attributes, read in one pass.
//!
//! The tokenizer is that of the HTML standard. No tree is built of what it finds: which element a character is in matters
//! only where that is not shown, or is shown as it stands.

use std::ops::Range;

use super::{
    attributes::{self, Owner, ValueSyntax},
    element::{self, APART, CODE, ElementName, HIDDEN, LEFT, PREFORMATTED},
    hidden::Hidden,
    map::Mapped,
    tag::{Tag, noscript_end, text_behind},
    tag_log::{self, TagLog},
    tokenizer::{Doctype, RawText, Tokens, tokenize},
    tree::{CHARACTER_DATA, Tree},
    values::ValueLog,
};
use crate::source::steps;

/// The most memory that is kept for the next document, for each buffer.
const MAX_KEPT: usize = 1 << 20;

#[derive(Debug, Default)]
pub(crate) struct Document {
    /// The displayed text with its line ends.
    pub(super) text: Mapped,
    /// The values of attributes, one after the other.
    pub(super) values: Mapped,
    /// The values with URLs, in the order of the source.
    pub(super) urls: ValueLog,
    pub(super) base: Option<Range<usize>>,
    pub(super) charset: Option<String>,
    /// The ranges of the text that must not be changed, if asked for.
    pub(super) left: Vec<Range<usize>>,
    /// The start of the text that parsers read differently, which must not be changed.
    pub(super) lost: Option<Loss>,
    /// The start tags in the source of anchors that may be changed, if the text is to get anchors.
    pub(super) anchor_tags: Vec<Range<usize>>,
    /// The ranges of the anchors with targets in the text, if asked for.
    pub(super) anchors: Option<Vec<Range<usize>>>,
    /// The ranges of code in the source, if asked for.
    pub(super) code: Option<Vec<Range<usize>>>,
}

/// The place and reason from which a text must not be changed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loss {
    /// Its start in the text.
    pub(super) offset: usize,
    /// The tag or section in the source that caused it.
    pub(super) source: usize,
    pub(super) why: &'static str,
}

impl Document {
    pub(crate) fn of(source: &[u8]) -> Document {
        let mut document = Document::default();
        document.read(source, false, false);
        document
    }

    #[cfg(feature = "mail")]
    pub(super) fn with_anchors(source: &[u8]) -> Document {
        let mut document = Document::default();
        document.read(source, true, false);
        document
    }

    /// Reads a document whose text is to get anchors. It has no values. The text in `skipped` elements must not be
    /// changed.
    pub(super) fn for_anchors(source: &[u8], skipped: &[String]) -> Document {
        let mut document = Document::default();
        tokenize(source, &mut DocumentReader::new(source, &mut document, Some(Tree::new(skipped))));
        document
    }

    /// Replaces the document by another.
    pub(super) fn read(&mut self, source: &[u8], has_anchors: bool, has_code: bool) {
        self.clear();
        self.code = has_code.then(Vec::new);
        self.anchors = has_anchors.then(Vec::new);
        tokenize(source, &mut DocumentReader::new(source, self, None));
    }

    fn clear(&mut self) {
        let Document { mut text, mut values, mut urls, .. } = std::mem::take(self);
        text.clear(MAX_KEPT);
        values.clear(MAX_KEPT);
        urls.clear(MAX_KEPT);
        *self = Document { text, values, urls, ..Document::default() };
    }

    pub(super) fn value(&self, range: &Range<usize>) -> &[u8] {
        &self.values.bytes[range.clone()]
    }
}

pub(super) struct DocumentReader<'s, 'd> {
    source: &'s [u8],
    /// True if the document declares itself XML, in which a tag can make an element empty.
    is_xml: bool,
    document: &'d mut Document,
    position: usize,
    tag: Tag,
    /// The number of open elements that preserve white space.
    preformatted: usize,
    /// The number of open elements with code.
    code: usize,
    /// True in an anchor with a target.
    in_anchor: bool,
    /// The start of its words in the text.
    anchor_start: usize,
    /// The open elements, if the text is to get anchors.
    tree: Option<Tree>,
    /// The attributes of the current tag that matter to the tree.
    tag_log: TagLog,
    /// True if more than white space followed the last tag.
    is_text_taken: bool,
    /// True if the last text must not be changed.
    is_left: bool,
    /// True if something preceded a document type, which is ignored then.
    is_late: bool,
    /// The start of the last tag or comment.
    tag_start: usize,
    /// Hidden text, and the word before it.
    hidden: Hidden,
}

/// The separator between the text before a tag and after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gap {
    None,
    Space,
    /// A line end, even of an empty line.
    Break,
    Line,
    /// A separate block. No URL continues after it.
    Block,
}

impl Gap {
    /// Returns how the standard's style sheet displays this kind of element. All others are inline, even inside a word.
    fn of(kind: u32) -> Gap {
        match kind & (element::BLOCK | element::LINE | element::BREAK | element::SPACE) {
            element::BLOCK => Gap::Block,
            element::LINE => Gap::Line,
            element::BREAK => Gap::Break,
            element::SPACE => Gap::Space,
            _ => Gap::None,
        }
    }
}

impl<'s, 'd> DocumentReader<'s, 'd> {
    pub(super) fn new(source: &'s [u8], document: &'d mut Document, tree: Option<Tree>) -> DocumentReader<'s, 'd> {
        DocumentReader {
            source,
            is_xml: source.trim_ascii_start().starts_with(b"<?xml"),
            document,
            position: 0,
            tag: Tag::new(false),
            preformatted: 0,
            code: 0,
            in_anchor: false,
            anchor_start: 0,
            tree,
            tag_log: TagLog::default(),
            is_text_taken: false,
            is_left: false,
            is_late: false,
            tag_start: 0,
            hidden: Hidden::default(),
        }
    }

    fn gap(&mut self, gap: Gap) {
        let text = &self.document.text.bytes;
        let ends: &[u8] = match gap {
            Gap::None => return,
            Gap::Space if text.ends_with(b" ") => return,
            Gap::Space => b" ",
            _ if text.is_empty() || text.ends_with(b"\n\n") => return,
            Gap::Line if text.ends_with(b"\n") => return,
            Gap::Block if !text.ends_with(b"\n") => b"\n\n",
            Gap::Break | Gap::Line | Gap::Block => b"\n",
        };
        self.document.text.push(ends, self.position..self.position);
    }

    /// Closes an anchor. Its text is separate from the text around it.
    fn close_anchor(&mut self) {
        if std::mem::take(&mut self.in_anchor) {
            self.document.urls.end_anchor(Some(self.position));
            self.keep_anchor();
            self.gap(Gap::Space);
        }
    }

    /// Records the range of the words of the closed anchor.
    fn keep_anchor(&mut self) {
        let end = self.document.text.bytes.len();
        if let Some(anchors) = &mut self.document.anchors {
            anchors.push(self.anchor_start.min(end)..end);
        }
    }

    /// Checks whether the attribute is relevant and the first of its name.
    fn hold(&mut self) {
        let tag = &mut self.tag;
        let Some(owner) = Owner::find(tag.name.as_bytes(), tag.attribute.as_bytes()).filter(|_| !tag.is_end) else {
            return;
        };
        if tag.seen >> owner.holder & 1 == 0 {
            tag.seen |= 1 << owner.holder;
            tag.owner = Some((owner, self.document.values.bytes.len()));
        }
    }

    fn finish_attribute(&mut self) {
        if self.tag.owner.is_none() && self.tag.attribute != ElementName::NONE {
            self.hold();
        }
        self.tag.attribute = ElementName::NONE;
        let Some((owner, start)) = self.tag.owner.take() else { return };
        let range = start..self.document.values.bytes.len();
        let value = &self.document.values.bytes[range.clone()];
        steps::count(value.len());
        match owner.holder().syntax {
            ValueSyntax::Url => {
                self.document.urls.push(owner, range, owner.is_anchor());
                self.tag.is_anchor |= owner.is_anchor();
            }
            ValueSyntax::Candidates => self.urls(owner, start, attributes::candidates(value)),
            ValueSyntax::List => self.urls(owner, start, attributes::list(value)),
            ValueSyntax::Base => drop(self.document.base.get_or_insert(range)),
            ValueSyntax::Charset => {
                let label = String::from_utf8_lossy(value).into_owned();
                self.document.charset.get_or_insert(label);
            }
            ValueSyntax::Pragma => self.tag.pragma = Some(range),
            ValueSyntax::Content => self.tag.content = Some(range),
        }
    }

    fn urls(&mut self, owner: Owner, start: usize, ranges: Vec<Range<usize>>) {
        for range in ranges {
            self.document.urls.push(owner, start + range.start..start + range.end, false);
        }
    }

    /// Appends displayed text.
    fn show(&mut self, chunk: &[u8], source: Range<usize>) {
        let text = &mut self.document.text;
        self.hidden.show(text, chunk, source.start);
        if self.preformatted > 0 {
            text.push(chunk, source);
            return;
        }
        // A line end is nothing but a space, and at the beginning of a line there are none.
        let is_start = text.bytes.last().is_none_or(|&byte| byte == b'\n');
        let skipped = if is_start { chunk.len() - chunk.trim_ascii_start().len() } else { 0 };
        let start = if source.len() == chunk.len() { source.start + skipped } else { source.start };
        let from = text.bytes.len();
        text.push(&chunk[skipped..], start..source.end);
        make_spaces(&mut text.bytes[from..]);
    }

    /// Passes the tag to the tree. Returns `true` if the text after it has its own syntax.
    fn grow(&mut self, kind: u32) -> bool {
        let (source, position) = (self.source, self.position);
        let Some(tree) = &mut self.tree else { return !self.tag.is_end };
        self.is_late = true;
        self.is_text_taken = false;
        let is_read_apart = if self.tag.is_end {
            tree.end(self.tag.name.as_bytes(), kind, self.tag_start);
            false
        } else {
            let start_tag = self.tag_log.start_tag(self.tag.name.as_bytes(), kind, self.tag.is_closed);
            tree.start(&start_tag, || noscript_end(source, position))
        };
        self.note_loss(self.tag_start);
        is_read_apart
    }

    /// Records the first place where the tree lost track. `at` is the cause if that is now.
    fn note_loss(&mut self, at: usize) {
        let Document { text, lost, .. } = &mut *self.document;
        if let Some(why) = self.tree.as_ref().and_then(Tree::lost) {
            lost.get_or_insert(Loss { offset: text.bytes.len(), source: at, why });
        }
    }

    fn take_text(&mut self, text: &[u8]) {
        let Some(tree) = &mut self.tree else { return };
        tree.text(text);
        let is_space = text.trim_ascii().is_empty();
        self.is_late |= !is_space;
        self.is_left = !tree.may_have_anchors();
        // More of it is no other to the tree.
        self.is_text_taken = !is_space && text != [0];
    }

    /// Records that the text after `from` must not be changed.
    fn leave(&mut self, from: usize) {
        let to = self.document.text.bytes.len();
        if from == to {
            return;
        }
        match self.document.left.last_mut() {
            Some(last) if last.end == from => last.end = to,
            _ => self.document.left.push(from..to),
        }
    }

    /// Reads the header field in a `meta` element.
    fn meta(&mut self) {
        let (Some(pragma), Some(content)) = (self.tag.pragma.take(), self.tag.content.take()) else { return };
        let value = self.document.value(&content);
        if self.document.value(&pragma).eq_ignore_ascii_case(b"content-type") {
            let label = attributes::charset(&String::from_utf8_lossy(value)).map(str::to_string);
            self.document.charset = self.document.charset.take().or(label);
        } else if self.document.value(&pragma).eq_ignore_ascii_case(b"refresh")
            && let Some(url) = attributes::refresh(value)
        {
            self.urls(Owner::REFRESH, content.start, vec![url]);
        }
    }

    /// Ends what the element's tag at `end` began.
    fn end_element(&mut self, kind: u32, end: usize) {
        self.preformatted -= usize::from(kind & PREFORMATTED != 0 && self.preformatted > 0);
        if kind & CODE != 0 {
            self.code = self.code.saturating_sub(1);
            let last = self.document.code.as_mut().and_then(|code| code.last_mut());
            if let Some(code) = last.filter(|code| self.code == 0 && code.end == usize::MAX) {
                code.end = end;
            }
        }
    }

    /// Begins the anchor, code or preformatted text behind the tag at `end`.
    fn begin_element(&mut self, kind: u32, end: usize, is_empty: bool) {
        let is_anchor = std::mem::take(&mut self.tag.is_anchor);
        if is_empty {
            if is_anchor {
                self.document.urls.end_anchor(None);
                self.anchor_start = self.document.text.bytes.len();
                self.keep_anchor();
            }
            return;
        }
        if is_anchor {
            self.in_anchor = true;
            // What leads somewhere by itself goes on with no URL of the line above.
            let begins_line = self.document.text.bytes.ends_with(b"\n");
            self.gap(if begins_line { Gap::Block } else { Gap::Space });
            self.anchor_start = self.document.text.bytes.len();
        }
        self.preformatted += usize::from(kind & PREFORMATTED != 0);
        if kind & CODE != 0 {
            let code = self.document.code.iter_mut().filter(|_| self.code == 0);
            code.for_each(|code| code.push(end..usize::MAX));
            self.code += 1;
        }
    }
}

impl Tokens for DocumentReader<'_, '_> {
    fn text(&mut self, text: &[u8], source: Range<usize>) {
        steps::count(text.len() + source.len());
        if self.tree.is_some() && !self.is_text_taken {
            self.take_text(text);
        }
        // Browsers drop NULs (HTML, 13.2.6.4.7), and who reads `a.exa\0mple` reads one host.
        if text != [0] {
            let from = self.document.text.bytes.len();
            self.show(text, source);
            if self.is_left {
                self.leave(from);
            }
        }
    }

    fn takes_character_data(&mut self) -> bool {
        self.tree.as_ref().is_some_and(Tree::is_in_foreign_content)
    }

    fn begin_tag(&mut self, at: usize, is_end: bool) {
        self.tag_start = at;
        self.tag = Tag::new(is_end);
        if self.tree.is_some() {
            self.tag_log.begin_tag();
        }
    }

    fn tag_name(&mut self, name: &[u8]) {
        self.tag.name.push(name);
    }

    fn begin_attribute(&mut self) {
        if self.tree.is_some() {
            self.tag_log.finish_attribute();
        } else {
            self.finish_attribute();
        }
    }

    fn attribute_name(&mut self, name: &[u8]) {
        steps::count(name.len());
        if self.tree.is_some() {
            self.tag_log.push_name(self.tag.name.as_bytes(), name);
        } else {
            self.tag.attribute.push(name);
        }
    }

    fn begin_value(&mut self) -> bool {
        if self.tree.is_some() {
            return self.tag_log.wants_value();
        }
        self.hold();
        self.tag.owner.is_some()
    }

    fn value(&mut self, value: &[u8], source: Range<usize>) {
        steps::count(value.len() + source.len());
        if self.tree.is_some() {
            self.tag_log.push_value(value);
        } else if !value.is_empty() {
            self.document.values.push(value, source);
        }
    }

    fn finish_tag(&mut self, end: usize, is_closed: bool) -> Option<(RawText, bool)> {
        self.position = end;
        self.tag.is_closed = is_closed;
        if self.tree.is_none() {
            self.finish_attribute();
        }
        let kind = element::kind(self.tag.name.as_bytes());
        if self.tag.name.as_bytes() == b"a" {
            self.close_anchor();
        }
        if self.tree.is_some() && kind & LEFT != 0 {
            self.gap(Gap::Space);
        }
        if self.tag.name.as_bytes() == b"meta" {
            self.meta();
        }
        if self.tree.is_none() && kind & HIDDEN != 0 {
            self.hidden.tag(&mut self.document.text, self.tag.is_end, end);
            self.gap(Gap::Block);
        }
        let gap = Gap::of(kind);
        if gap != Gap::None {
            self.hidden.end_word();
        }
        self.gap(gap);
        let is_read_apart = self.grow(kind);
        if self.tag.is_end {
            self.end_element(kind, end);
            return None;
        }
        if self.tag.name.as_bytes() == b"a" && self.tree.as_ref().is_some_and(Tree::reads_tags_surely) {
            self.document.anchor_tags.push(self.tag_start..end);
        }
        let is_empty = self.is_xml && self.tag.is_closed && self.tree.is_none();
        self.begin_element(kind, end, is_empty);
        let is_text = !is_empty && kind & APART != 0 && is_read_apart;
        if is_text { text_behind(self.tag.name.as_bytes()) } else { None }
    }

    fn character_data_comment(&mut self, at: usize) {
        // In XML it is text, and ends elsewhere.
        if let Some(tree) = self.tree.as_mut().filter(|_| self.is_xml) {
            tree.lose(CHARACTER_DATA);
            self.is_text_taken = false;
            self.note_loss(at);
        }
    }

    fn doctype(&mut self, doctype: Doctype<'_>) {
        if let Some(tree) = self.tree.as_mut().filter(|_| !self.is_late) {
            tree.quirks = tag_log::quirks(&doctype);
        }
        self.is_late = true;
    }

    fn finish(&mut self) {
        self.position = self.source.len();
        self.close_anchor();
        if self.tree.as_ref().is_some_and(|tree| tree.is_edited) {
            self.document.left = std::iter::once(0..usize::MAX).collect();
            self.document.anchor_tags.clear();
        }
    }
}

/// Replaces all white space by spaces.
fn make_spaces(text: &mut [u8]) {
    /// A fixed length, for which the compiler uses vectors.
    const SOME: usize = 16;
    // Without a branch, for which the compiler would go byte by byte.
    let space = |byte: &mut u8| {
        let is_other = (*byte == b'\t') | (*byte == b'\n') | (*byte == b'\x0C');
        let mask = u8::from(is_other).wrapping_neg();
        *byte = *byte & !mask | b' ' & mask;
    };
    if text.len() < SOME {
        return text.iter_mut().for_each(space);
    }
    let (blocks, _) = text.as_chunks_mut::<SOME>();
    blocks.iter_mut().for_each(|block| block.iter_mut().for_each(space));
    // What was looked at already may be once more.
    if let Some(last) = text.last_chunk_mut::<SOME>() {
        last.iter_mut().for_each(space);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::html::values::Value;

    fn text(source: &str) -> String {
        String::from_utf8(Document::of(source.as_bytes()).text.bytes).unwrap()
    }

    /// Returns the element, attribute, value and written text of each URL.
    fn urls(source: &str) -> Vec<(String, String, String)> {
        let document = Document::of(source.as_bytes());
        let url = |value: &Value| {
            let written = String::from_utf8(document.value(&value.range).to_vec()).unwrap();
            let name = format!("{} {}", value.attribute.element(), value.attribute.name());
            (name, written, source[document.values.range(value.range.clone())].to_string())
        };
        document.urls.iter().map(|value| url(&value)).collect()
    }

    #[test]
    fn the_text_is_what_is_shown() {
        for (source, shown) in [
            ("a<b>b</b>c<wbr>d", "abcd"),
            ("a<br>\n b<br><br>c", "a\nb\n\nc"),
            ("<div>a</div>\n<div>b</div>", "a\nb\n"),
            ("<p>a</p><p>b", "a\n\nb"),
            ("a<td>b", "a\n\nb"),
            ("a\r\nb\rc", "a b c"),
            ("\0a.exa\0mple\0\0", "a.example"),
            ("a<pre>b\r\n  c</pre>d\ne", "a\n\nb\n  c\n\nd e"),
            ("a<!-- b --><script>c<b></script>d<style>e</style>f", "adf"),
            ("<title>a</title>b<textarea>c&amp;<b></textarea>", "b\n\nc&<b>\n\n"),
            ("a &lt;b&gt; &amp &#x41; &nosuch; &", "a <b> & A &nosuch; &"),
            ("a<img>b", "a b"),
            ("a<a href=x>b</a>c<a>d</a>", "a b cd"),
            ("a < b </ c <3 </> <? d", "a < b  "),
            ("a<![CDATA[b]]>c", "ac"),
            ("<noscript>a</noscript><xmp><b></xmp>", "a\n\n<b>\n\n"),
            ("a<plaintext><b></plaintext>", "a\n\n<b></plaintext>"),
            ("a<script>b", "a"),
            ("<p>a<title/>b", "a\n\n"),
            ("<?xml version='1.0'?><p>a<title/>b<pre/>c\nd", "a\n\nb\n\nc d"),
        ] {
            assert_eq!(text(source), shown, "{source:?}");
        }
    }

    #[test]
    fn every_byte_of_the_text_leads_back() {
        let source =
            "x\r\ny &amp;z<i a='&lt;'>&#x41;b</i> < &nosuch &notit; a<3 </ x><pre>\r\nc\rd\r\r\ne&lt;f</pre>é&eacute;";
        let text = Document::of(source.as_bytes()).text;
        let mut last = 0;
        for at in 0..text.bytes.len() {
            let range = text.range(at..at + 1);
            assert!(range.start >= last && range.end <= source.len(), "{at}: {range:?}");
            last = range.start;
            let (shown, written) = (text.bytes[at], &source.as_bytes()[range]);
            let is_same = match written {
                [] => shown == b'\n',
                [byte] => *byte == shown || byte.is_ascii_whitespace() && shown.is_ascii_whitespace(),
                _ => written[0] == b'&',
            };
            assert!(is_same, "{at}: {shown:?} is {:?}", written.escape_ascii().to_string());
        }
    }

    #[test]
    fn urls_are_in_attributes() {
        for (source, expected) in [
            (
                "<A HREF=http://a.example/?b&amp;c>",
                vec![("a href", "http://a.example/?b&c", "http://a.example/?b&amp;c")],
            ),
            ("<a href='a' href='b' name=c>", vec![("a href", "a", "a")]),
            ("<a href href=b>", vec![("a href", "", "")]),
            ("<a title='<a href=b>' data-href=c>", vec![]),
            ("</a href=b><div href=c><ahref=d>", vec![]),
            ("<img src=\"a&#x2F;b\n c\">", vec![("img src", "a/b\n c", "a&#x2F;b\n c")]),
            ("<img srcset='a 1x, b 2x'>", vec![("img srcset", "a", "a"), ("img srcset", "b", "b")]),
            ("<meta content='0; url=a' http-equiv=Refresh>", vec![("meta content", "a", "a")]),
            ("<meta content='0; url=a' name=description>", vec![]),
            ("<!-- <a href=a> --><script><a href=a></script><a href=b", vec![]),
            ("<a href=\"a\nb>c", vec![]),
            (
                "<form action=a><blockquote cite=b><object data=c><body background=d>",
                vec![
                    ("form action", "a", "a"),
                    ("blockquote cite", "b", "b"),
                    ("object data", "c", "c"),
                    ("body background", "d", "d"),
                ],
            ),
            ("<a href=x?a&copy=b&amp=c&lt;>", vec![("a href", "x?a&copy=b&amp=c<", "x?a&copy=b&amp=c&lt;")]),
        ] {
            let found = urls(source);
            let found: Vec<_> = found.iter().map(|(a, b, c)| (a.as_str(), b.as_str(), c.as_str())).collect();
            assert_eq!(found, expected, "{source:?}");
        }
    }

    #[test]
    fn the_first_base_and_the_first_charset_count() {
        let source = "<base target=x><base href=a><base href=b><meta http-equiv=content-type content='x;charset=b'>\
                      <meta charset=c>";
        let document = Document::of(source.as_bytes());
        assert_eq!(document.base.as_ref().map(|base| document.value(base)), Some(&b"a"[..]));
        assert_eq!(document.charset.as_deref(), Some("b"));
    }
}
