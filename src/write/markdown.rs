//! Markdown out: a text goes through, and what is no link in it yet becomes one.

use std::{
    collections::{HashSet, VecDeque},
    io::{self, Write},
    mem,
    ops::{ControlFlow, Range},
};

use memchr::{memchr, memrchr};
use pulldown_cmark::{BrokenLink, CowStr, Event as Part, Options, Parser, Tag, TagEnd};

use super::{
    html::{Caution, href},
    repeated::is_too_much,
};
use crate::{
    link::{Kind, Link, Notation},
    sink::{Context, Event, Sink},
    uri::schemes::registry,
};

/// Writes a text as Markdown (CommonMark), in which every link can be clicked on.
///
/// A URL that an autolink can say becomes one, `<http://a.example/>`; one that was completed, put together or percent-encoded becomes
/// `[www.a.example](http://www.a.example)`, each of its pieces by itself. Code, HTML, definitions of references, and what is a link
/// already stay as they are, and so does everything else, byte for byte. Only schemes that are safe to click on become links.
///
/// The text is read by [pulldown-cmark](https://docs.rs/pulldown-cmark), once as CommonMark and once with tables and strikethrough, and
/// again with its links: one that changes how the rest reads stays text. Blocks are held in memory, 64 KiB and more at a time. Of a
/// block over 1 MiB, the rest is read as if it began there, after the block's first line. What stands in single brackets,
/// `[http://a.example/]`, is a reference where its definition came before or stands near, and text otherwise. A URL with a reference to
/// a character in it (`&amp;`), which readers of text and of Markdown take for two URLs, stays as it is.
///
/// ```
/// use napkin::{Finder, write::Markdown};
///
/// let text = "See www.a.example, <http://a.example/\nb>, `http://c.example/` and\nhttp://d.example/.\n";
/// let mut markdown = Markdown::new(Vec::new());
/// Finder::new().search_into(text.as_bytes(), &mut markdown)?;
/// markdown.finish()?;
/// assert_eq!(
///     String::from_utf8(markdown.into_inner())?,
///     "See [www.a.example](http://www.a.example), \
///      <[http://a.example/](http://a.example/b)\n[b](http://a.example/b)>, \
///      `http://c.example/` and\n<http://d.example/>.\n"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Markdown<W> {
    writer: W,
    schemes: Vec<String>,
    is_strict: bool,
    /// The text to be read, of which some was written: the first line of a long block.
    text: Vec<u8>,
    written: usize,
    /// Where the rest begins, and how much is read next.
    base: usize,
    target: usize,
    names: DefinedNames,
    pieces: VecDeque<LinkedPiece>,
}

#[derive(Debug)]
struct LinkedPiece {
    range: Range<usize>,
    target: String,
    /// The displayed text, if it differs from the source.
    shown: Option<Vec<u8>>,
    /// True if the piece may become an autolink.
    is_whole: bool,
}

/// A mark before the first line, which Markdown readers ignore.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The fewest bytes that are read at a time, and the most of a block.
const LEAST: usize = 64 << 10;
const MOST: usize = 1 << 20;

/// The most bytes of a long block's first line that are read again.
const MOST_OPENING: usize = 1 << 10;

/// The most readings of a block.
const MOST_READINGS: usize = 64;

/// How Markdown is read: as CommonMark, and as most sites read it.
const READERS: [Options; 2] = [Options::empty(), Options::ENABLE_TABLES.union(Options::ENABLE_STRIKETHROUGH)];

impl<W: Write> Markdown<W> {
    /// Returns a writer that links all schemes that are safe to click on. Use a buffered writer.
    pub fn new(writer: W) -> Markdown<W> {
        Markdown {
            writer,
            schemes: registry::clickable().map(String::from).collect(),
            is_strict: false,
            text: Vec::new(),
            written: 0,
            base: 0,
            target: LEAST,
            names: DefinedNames::default(),
            pieces: VecDeque::new(),
        }
    }

    /// Adds a scheme whose URLs become links, in any letter case.
    #[must_use]
    pub fn allow_scheme(mut self, scheme: impl Into<String>) -> Markdown<W> {
        self.schemes.push(scheme.into());
        self
    }

    /// Sets whether deceptive links stay text, as in a [`Linkifier`](crate::Linkifier). Default: no.
    #[must_use]
    pub fn strict(mut self, yes: bool) -> Markdown<W> {
        self.is_strict = yes;
        self
    }

    /// Returns the writer.
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.writer
    }

    /// Returns the writer, without a flush.
    pub fn into_inner(self) -> W {
        self.writer
    }

    /// Takes a link in the next stretch of text.
    pub fn link(&mut self, link: &Link<'_>) {
        let url = link.url();
        let target = href(link, url);
        let is_allowed = self.schemes.iter().any(|scheme| scheme.eq_ignore_ascii_case(link.scheme()));
        let is_sayable = target.bytes().all(|byte| byte > b' ' && byte != 0x7F);
        let is_too_much = is_too_much(link.pieces().len(), target.len(), link.range().len());
        if link.escapes() == Some(Notation::Defanged)
            || !is_allowed
            || !is_sayable
            || is_too_much
            || self.is_strict && Caution::of(link, url).is_some()
        {
            return;
        }
        if link.escapes().is_some() {
            // Its pieces stand in one line, and what is between them is to be gone; Markdown takes out backslashes only, where
            // roff has more.
            let start = link.range().start;
            let is_backslash = |pair: &[Range<usize>]| {
                link.as_bytes().get(pair[0].end - start..pair[1].start - start) == Some(&b"\\"[..])
            };
            if !link.pieces().windows(2).all(is_backslash) {
                return;
            }
            let pieces =
                link.pieces().iter().filter_map(|piece| link.as_bytes().get(piece.start - start..piece.end - start));
            let shown = Some(pieces.collect::<Vec<_>>().concat());
            let target = target.into_owned();
            return self.pieces.push_back(LinkedPiece { range: link.range(), target, shown, is_whole: false });
        }
        let is_whole = link.kind() == Kind::Url && link.pieces().len() == 1;
        for piece in link.pieces() {
            let (range, target) = (piece.clone(), target.clone().into_owned());
            self.pieces.push_back(LinkedPiece { range, target, shown: None, is_whole });
        }
    }

    /// Takes the next stretch of the text, after all links in it.
    ///
    /// # Errors
    /// Returns the error of a write.
    pub fn text(&mut self, text: &[u8]) -> io::Result<()> {
        self.text.extend_from_slice(text);
        while self.text.len() >= self.target {
            let (target, is_long) = (self.target, self.target >= MOST);
            let lines = memrchr(b'\n', &self.text[..target]).map_or(0, |end| end + 1);
            let done = self.write_blocks(if is_long && lines <= self.written { target } else { lines }, is_long)?;
            let rest = target - done;
            self.target = self.written + rest + rest.max(LEAST);
        }
        Ok(())
    }

    /// Writes the rest at the end of a text. Another text may follow.
    ///
    /// # Errors
    /// Returns the error of a write.
    pub fn finish(&mut self) -> io::Result<()> {
        self.write_blocks(self.text.len(), true)?;
        self.text.clear();
        self.pieces.clear();
        self.names = DefinedNames::default();
        (self.base, self.written, self.target) = (0, 0, LEAST);
        Ok(())
    }

    /// Reads the text up to `to`, and writes its blocks; without the last, which may go on, unless it is long. Returns how
    /// much of the text was written.
    fn write_blocks(&mut self, to: usize, is_long: bool) -> io::Result<usize> {
        let source = readable(&self.text[..to], self.base == 0);
        let blocks = self.names.read(&source);
        let last = blocks.last().map_or(0, |block| block.start);
        let done = if is_long { to } else { last };
        if done <= self.written {
            return Ok(self.written);
        }
        let (mut row, mut at) = (Vec::new(), self.written);
        for block in blocks.iter().filter(|block| block.start < done) {
            let pieces = self.take_pieces(block);
            let mut block_links = BlockLinks::new(&source[block.clone()], &self.names);
            block_links.add(pieces);
            for piece in block_links.links {
                let range = block.start + piece.range.start..block.start + piece.range.end;
                row.extend_from_slice(&self.text[at..range.start]);
                piece.push(&self.text[..range.start], &self.text[range.clone()], &mut row);
                at = range.end;
            }
        }
        row.extend_from_slice(&self.text[at..done]);
        self.writer.write_all(&row)?;
        let opening = if is_long { first_line(&self.text[last..done]) } else { Vec::new() };
        self.base += done - self.written;
        self.written = opening.len();
        self.text.splice(..done, opening);
        Ok(done)
    }

    /// Takes the pieces in a block of the text. Their places are those in the block.
    fn take_pieces(&mut self, block: &Range<usize>) -> Vec<LinkedPiece> {
        let (start, end) = (self.base + block.start - self.written, self.base + block.end - self.written);
        let count = self.pieces.partition_point(|piece| piece.range.start < end);
        let pieces = self.pieces.drain(..count);
        pieces
            .filter(|piece| start <= piece.range.start && piece.range.end <= end)
            .map(|piece| LinkedPiece { range: piece.range.start - start..piece.range.end - start, ..piece })
            .collect()
    }
}

impl<W: Write> Sink for Markdown<W> {
    fn event(&mut self, event: Event<'_>, _: &Context<'_>) -> io::Result<ControlFlow<()>> {
        if let Event::Link(link) = &event {
            self.link(link);
        }
        Ok(ControlFlow::Continue(()))
    }

    fn wants_decoded_offsets(&self) -> bool {
        true
    }

    fn settled(&mut self, text: &[u8]) -> io::Result<ControlFlow<()>> {
        self.text(text)?;
        Ok(ControlFlow::Continue(()))
    }
}

/// Returns the bytes as text of the same length: what is not UTF-8 is replaced, and the mark at the beginning is blank.
fn readable(bytes: &[u8], is_first: bool) -> String {
    let mark = if is_first && bytes.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    let mut text = " ".repeat(mark);
    for chunk in bytes[mark..].utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| '?'));
    }
    text
}

/// Returns the first line of a block.
fn first_line(block: &[u8]) -> Vec<u8> {
    let mut line = block[..memchr(b'\n', block).unwrap_or(block.len()).min(MOST_OPENING)].to_vec();
    line.push(b'\n');
    line
}

/// The names of references that were defined.
#[derive(Debug, Default)]
struct DefinedNames(HashSet<String>);

impl DefinedNames {
    /// The most names that are remembered.
    const MOST: usize = 1 << 16;

    /// Returns the name as it is compared: letter case and the kind of white space do not matter (CommonMark, 4.7).
    fn key(name: &str) -> String {
        name.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Returns the parts of the text with their places, where these names are defined.
    fn parts<'t>(&self, text: &'t str, options: Options) -> impl Iterator<Item = (Part<'t>, Range<usize>)> {
        let target = |link: BrokenLink| {
            let is_defined = !self.0.is_empty() && self.0.contains(&DefinedNames::key(&link.reference));
            is_defined.then(|| (CowStr::from("defined"), CowStr::from("")))
        };
        Parser::new_with_broken_link_callback(text, options, Some(target)).into_offset_iter()
    }

    /// Returns the blocks of the text, and adds the names that it defines.
    fn read(&mut self, text: &str) -> Vec<Range<usize>> {
        let parser = Parser::new(text);
        let names = parser.reference_definitions().iter().map(|(name, _)| DefinedNames::key(name));
        self.0.extend(names.take(DefinedNames::MOST - self.0.len().min(DefinedNames::MOST)));
        let (mut blocks, mut depth) = (Vec::new(), 0);
        for (part, range) in parser.into_offset_iter() {
            match part {
                Part::End(_) => depth -= 1,
                // The indentation of code belongs to it.
                _ if depth == 0 => blocks.push(text[..range.start].rfind('\n').map_or(0, |end| end + 1)..range.end),
                _ => {}
            }
            depth += usize::from(matches!(part, Part::Start(_)));
        }
        blocks
    }
}

/// The links of a block, with which it reads as without them.
struct BlockLinks<'b> {
    block: &'b str,
    names: &'b DefinedNames,
    readings: usize,
    links: Vec<LinkedPiece>,
}

impl<'b> BlockLinks<'b> {
    fn new(block: &'b str, names: &'b DefinedNames) -> BlockLinks<'b> {
        BlockLinks { block, names, readings: 0, links: Vec::new() }
    }

    /// Adds the pieces that stand in text.
    fn add(&mut self, mut pieces: Vec<LinkedPiece>) {
        if pieces.is_empty() {
            return;
        }
        let block = self.without_marks(&pieces);
        let texts = READERS.map(|reader| self.texts(&block, reader));
        let edges = self.edges_of_emphasis();
        pieces.retain(|piece| {
            let written = &self.block.as_bytes()[piece.range.clone()];
            let range = &piece.range;
            let is_text = |texts: &Vec<Range<usize>>| {
                let next = texts.partition_point(|text| text.end < range.end);
                texts.get(next).is_some_and(|text| text.start <= range.start)
            };
            let inside = &edges[edges.partition_point(|edge| edge.0 <= range.start)..];
            let mut inside = inside.iter().take_while(|edge| edge.0 < range.end);
            let is_even = inside.all(|&(_, other)| range.start <= other && other <= range.end);
            texts.iter().all(is_text) && is_even && !piece.is_ambiguous(written)
        });
        self.try_all(pieces);
    }

    /// Adds the pieces that change nothing else, as far as the readings go.
    fn try_all(&mut self, mut pieces: Vec<LinkedPiece>) {
        let count = self.links.len();
        if pieces.is_empty() || self.readings == MOST_READINGS {
            return;
        }
        self.readings += 1;
        let alone = pieces.len() == 1;
        self.links.append(&mut pieces);
        if !self.reads_the_same() {
            let mut pieces = self.links.split_off(count);
            if !alone {
                let second = pieces.split_off(pieces.len() / 2);
                self.try_all(pieces);
                self.try_all(second);
            }
        }
    }

    /// Returns `true` if the block with the links reads as the block without.
    fn reads_the_same(&self) -> bool {
        let (mut linked, mut at) = (Vec::new(), 0);
        for link in &self.links {
            linked.extend_from_slice(&self.block.as_bytes()[at..link.range.start]);
            let (before, rest) = self.block.as_bytes().split_at(link.range.start);
            link.push(before, &rest[..link.range.len()], &mut linked);
            at = link.range.end;
        }
        linked.extend_from_slice(&self.block.as_bytes()[at..]);
        let (linked, block) = (String::from_utf8_lossy(&linked), self.without_marks(&self.links));
        READERS.iter().all(|&reader| {
            let (before, links) = self.shown(&block, reader);
            self.shown(&linked, reader) == (before, links + self.links.len())
        })
    }

    /// Returns the block without the marks of emphasis in these pieces: there, they are text.
    fn without_marks(&self, pieces: &[LinkedPiece]) -> String {
        let mut block = self.block.to_owned().into_bytes();
        for piece in pieces {
            let mut is_escaped = false;
            for byte in &mut block[piece.range.clone()] {
                if !is_escaped && EMPHASIS.contains(byte) {
                    *byte = b'x';
                }
                is_escaped = *byte == b'\\' && !is_escaped;
            }
        }
        String::from_utf8_lossy(&block).into_owned()
    }

    /// Returns where emphasis begins and ends in the block as it is, in order, each with its other end.
    fn edges_of_emphasis(&self) -> Vec<(usize, usize)> {
        let mut edges = Vec::new();
        for (part, range) in READERS.iter().flat_map(|&reader| self.names.parts(self.block, reader)) {
            if matches!(part, Part::Start(Tag::Emphasis | Tag::Strong | Tag::Strikethrough)) {
                edges.extend([(range.start, range.end), (range.end, range.start)]);
            }
        }
        edges.sort_unstable();
        edges
    }

    /// Returns the places of text in which links may stand.
    fn texts(&self, block: &str, reader: Options) -> Vec<Range<usize>> {
        let (mut texts, mut depth) = (Vec::<Range<usize>>::new(), 0_usize);
        for (part, range) in self.names.parts(block, reader) {
            match part {
                Part::Start(Tag::Link { .. } | Tag::Image { .. } | Tag::CodeBlock(_)) => depth += 1,
                Part::End(TagEnd::Link | TagEnd::Image | TagEnd::CodeBlock) => depth -= 1,
                Part::InlineHtml(tag) if begins_anchor(&tag, "<a") => depth += 1,
                Part::InlineHtml(tag) if begins_anchor(&tag, "</a") => depth = depth.max(1) - 1,
                Part::Text(_) if depth == 0 => match texts.last_mut() {
                    Some(last) if matches!(&block[last.end..range.start], "" | "\\") => last.end = range.end,
                    _ => texts.push(range),
                },
                _ => {}
            }
        }
        texts
    }

    /// Returns what a reader sees, without marks of emphasis and what stands for them, and the number of links.
    fn shown(&self, block: &str, reader: Options) -> (String, usize) {
        let (mut shown, mut text, mut links) = (String::new(), String::new(), 0);
        for (part, _) in self.names.parts(block, reader) {
            match part {
                Part::Text(part) => text.extend(part.chars().filter(|c| *c != 'x' && !"*_~".contains(*c))),
                Part::Start(Tag::Link { .. }) => links += 1,
                Part::End(TagEnd::Link) => {}
                part => shown += &format!("{}\n{part:?}\n", mem::take(&mut text)),
            }
        }
        (shown + &text, links)
    }
}

/// The marks of emphasis and strikethrough.
const EMPHASIS: &[u8] = b"*_~";

impl LinkedPiece {
    /// Returns `true` if readers of text and of Markdown take what is written for two URLs.
    fn is_ambiguous(&self, written: &[u8]) -> bool {
        let is_mark = |byte: Option<&u8>| byte.is_some_and(|byte| EMPHASIS.contains(byte));
        memchr::memchr_iter(b'&', written).any(|at| is_reference(&written[at..]))
            || self.shown.is_none() && memchr(b'\\', written).is_some()
            || is_mark(written.first())
            || is_mark(written.last())
    }

    /// Adds the link to a row that ends in the text before it.
    fn push(&self, before: &[u8], written: &[u8], row: &mut Vec<u8>) {
        let is_autolink = self.is_whole && is_autolink(written, &self.target);
        let is_escaped = |text: &[u8]| text.iter().rev().take_while(|&&byte| byte == b'\\').count() % 2 == 1;
        if is_escaped(before) {
            row.push(b'\\');
        }
        if is_autolink {
            row.push(b'<');
            row.extend_from_slice(written);
            return row.push(b'>');
        }
        // It would be an image.
        if before.strip_suffix(b"!").is_some_and(|before| !is_escaped(before)) {
            row.insert(row.len() - 1, b'\\');
        }
        let escape = |text: &[u8], marks: &[u8], row: &mut Vec<u8>| {
            for &byte in text {
                row.extend(marks.contains(&byte).then_some(b'\\'));
                row.push(byte);
            }
        };
        row.push(b'[');
        escape(self.shown.as_deref().unwrap_or(written), b"\\[]*_`<>&~|", row);
        row.extend_from_slice(b"](");
        escape(self.target.as_bytes(), b"\\()<>`&|", row);
        row.push(b')');
    }
}

/// Returns `true` for a tag of an anchor, which begins so.
fn begins_anchor(tag: &str, begin: &str) -> bool {
    let (name, rest) = (tag.get(..begin.len()), tag.get(begin.len()..).unwrap_or_default());
    name.is_some_and(|name| name.eq_ignore_ascii_case(begin))
        && rest.starts_with(|c: char| c == '>' || c.is_whitespace())
}

/// Returns `true` if an autolink of the written text leads to the target.
fn is_autolink(written: &[u8], target: &str) -> bool {
    let scheme = memchr(b':', written).unwrap_or(0);
    let is_plain = !written.iter().any(|byte| b"<>\\`|".contains(byte));
    written == target.as_bytes() && (2..=32).contains(&scheme) && is_plain
}

/// Returns `true` if a text begins with a character reference (`&amp;`, `&#38;`), which would change the URL.
fn is_reference(text: &[u8]) -> bool {
    /// The longest name.
    const LONGEST: usize = 40;
    let name =
        text.iter().skip(1).take(LONGEST).take_while(|&&byte| byte.is_ascii_alphanumeric() || byte == b'#').count();
    name > 0 && text.get(name + 1) == Some(&b';')
}
