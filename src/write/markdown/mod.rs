//! Markdown out: a text goes through, and what is no link in it yet becomes one.
//!
//! ```text
//! blocks   which lines hold text in which links may stand
//! inlines  what of a paragraph stays as it is
//! ```

mod blocks;
mod inlines;

use std::{
    collections::VecDeque,
    io::{self, Write},
    ops::{ControlFlow, Range},
};

use memchr::{memchr, memchr2};

use self::{
    blocks::{Blocks, LineKind},
    inlines::{DefinedNames, KeptRanges},
};
use super::{
    html::{Caution, href},
    repeated::is_too_much,
};
use crate::{
    link::{Kind, Link, Notation},
    sink::{Context, Event, Sink},
    source::steps,
    uri::schemes::registry,
};

/// Writes a text as Markdown (CommonMark), in which every link can be clicked on.
///
/// A URL that an autolink can say becomes one, `<http://a.example/>`; one that was completed, put together or percent-encoded becomes
/// `[www.a.example](http://www.a.example)`, each of its pieces by itself. Code, HTML, definitions of references, and what is a link
/// already stay as they are, and so does everything else, byte for byte. Only schemes that are safe to click on become links.
///
/// Paragraphs are held in memory, up to a mebibyte of each; a longer one stays as it is. What stands in single brackets, `[http://a.example/]`,
/// is a reference where its definition came before, and text otherwise: a definition that comes later is not known yet. A URL with a reference to a character in it (`&amp;`), which readers of
/// text and of Markdown take for two URLs, stays as it is; and so does one beside a mark of emphasis that would not be one any more.
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
    blocks: Blocks,
    defined: DefinedNames,
    /// The kept text: written text, the lines of the open block, and unread lines.
    text: Vec<u8>,
    base: usize,
    /// The end of the lines that were read.
    seen: usize,
    /// The end of the text that was searched for a line end.
    searched: usize,
    /// The end of the written text that is still there.
    done: usize,
    /// The lines of the open block, without the marks of its containers.
    lines: Vec<Range<usize>>,
    /// True if the open block is too long, and stays as it is.
    is_long_block: bool,
    is_long_line: bool,
    pieces: VecDeque<LinkedPiece>,
    row: Vec<u8>,
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

/// The most bytes of a paragraph or line that are kept.
const MOST: usize = 1 << 20;

impl<W: Write> Markdown<W> {
    /// Returns a writer that links all schemes that are safe to click on. Use a buffered writer.
    pub fn new(writer: W) -> Markdown<W> {
        Markdown {
            writer,
            schemes: registry::clickable().map(String::from).collect(),
            is_strict: false,
            blocks: Blocks::default(),
            defined: DefinedNames::default(),
            text: Vec::new(),
            base: 0,
            seen: 0,
            searched: 0,
            done: 0,
            lines: Vec::new(),
            is_long_block: false,
            is_long_line: false,
            pieces: VecDeque::new(),
            row: Vec::new(),
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
        loop {
            let from = self.searched.max(self.seen);
            let found = memchr2(b'\n', b'\r', &self.text[from..]);
            steps::count(found.unwrap_or(self.text.len() - from));
            let Some(at) = found else {
                self.searched = self.text.len();
                break;
            };
            let end = from + at;
            self.searched = end;
            let length = match self.text[end..] {
                [b'\r', b'\n', ..] => 2,
                // A line feed may follow.
                [b'\r'] => break,
                _ => 1,
            };
            self.line(end, length)?;
        }
        if self.text.len() - self.seen > MOST {
            if self.is_long_line {
                self.seen = self.text.len();
                self.write_block(self.seen)?;
            } else {
                self.line(self.text.len(), 0)?;
                self.is_long_line = true;
            }
        }
        self.forget();
        Ok(())
    }

    /// Writes the rest at the end of a text. Another text may follow.
    ///
    /// # Errors
    /// Returns the error of a write.
    pub fn finish(&mut self) -> io::Result<()> {
        let end = self.text.len();
        let length = usize::from(self.text[self.seen..].ends_with(b"\r"));
        if self.seen < end {
            self.line(end - length, length)?;
        }
        self.write_block(self.text.len())?;
        self.forget();
        (self.blocks, self.defined) = (Blocks::default(), DefinedNames::default());
        (self.base, self.searched) = (0, 0);
        (self.is_long_block, self.is_long_line) = (false, false);
        self.pieces.clear();
        Ok(())
    }

    /// Takes the next line. It ends at `end`, with a line end of `length` bytes.
    fn line(&mut self, end: usize, length: usize) -> io::Result<()> {
        if std::mem::take(&mut self.is_long_line) {
            self.seen = end + length;
            return self.write_block(self.seen);
        }
        let first = &self.text[..if self.base == 0 && self.seen == 0 { end } else { 0 }];
        let mark = if first.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
        let start = self.seen + mark;
        // The beginning of a long line says what it is.
        let kind = self.blocks.line(&self.text[start..end.min(start + MOST)]);
        self.seen = end + length;
        if !matches!(kind, LineKind::Text { is_first: false, .. }) {
            // What was before it is a block of its own.
            self.write_block(start)?;
            self.is_long_block = false;
        }
        let next = self.seen;
        match kind {
            LineKind::Other => self.write_block(next),
            LineKind::Text { .. } if self.is_long_block => self.write_block(next),
            LineKind::Text { start: own, is_last, .. } => {
                self.lines.push(start + own..end);
                self.is_long_block = next > MOST;
                if is_last || self.is_long_block { self.write_block(next) } else { Ok(()) }
            }
        }
    }

    /// Drops the written text, once for each piece of the input, since the rest must be moved.
    fn forget(&mut self) {
        if self.done == 0 {
            return;
        }
        steps::count(self.text.len() - self.done + self.lines.len());
        self.text.drain(..self.done);
        self.base += self.done;
        self.seen -= self.done;
        self.searched = self.searched.saturating_sub(self.done);
        self.lines.iter_mut().for_each(|line| *line = line.start - self.done..line.end - self.done);
        self.done = 0;
    }

    /// Writes everything up to an index, with the links in the block.
    fn write_block(&mut self, to: usize) -> io::Result<()> {
        let mut row = std::mem::take(&mut self.row);
        row.clear();
        steps::count(to - self.done + self.lines.len());
        let mut done = self.done;
        if self.is_long_block {
            self.lines.clear();
        }
        let end = self.base + to;
        let count = self.pieces.partition_point(|piece| piece.range.start < end);
        if count > 0 && !self.lines.is_empty() {
            let mut paragraph = BlockText::new(&self.text, &self.lines, &mut self.defined);
            for piece in self.pieces.iter().take(count) {
                let Some(start) = piece.range.start.checked_sub(self.base).filter(|&start| start >= done) else {
                    continue;
                };
                let range = start..piece.range.end - self.base;
                let Some(form) = paragraph.form(&range, piece) else { continue };
                row.extend_from_slice(&self.text[done..start]);
                form.push(&self.text[range.clone()], piece, &mut row);
                done = range.end;
            }
        }
        self.pieces.drain(..count);
        row.extend_from_slice(&self.text[done..to]);
        self.done = to;
        self.lines.clear();
        let written = self.writer.write_all(&row);
        self.row = row;
        written
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

/// The text of a block, without the marks before its lines.
struct BlockText<'l> {
    text: Vec<u8>,
    /// Its lines in the source, and their starts in the text.
    lines: &'l [Range<usize>],
    starts: Vec<usize>,
    kept: KeptRanges,
}

/// The form of a written link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct LinkForm {
    is_autolink: bool,
    /// The text before it would take its first character, so it needs a backslash.
    is_guarded: bool,
    /// The text before it would make it an image.
    is_behind_mark: bool,
}

impl<'l> BlockText<'l> {
    fn new(source: &[u8], lines: &'l [Range<usize>], defined: &mut DefinedNames) -> BlockText<'l> {
        let mut text = Vec::new();
        let mut starts = Vec::with_capacity(lines.len());
        for line in lines {
            starts.push(text.len());
            text.extend_from_slice(&source[line.clone()]);
            text.push(b'\n');
        }
        text.pop();
        steps::count(text.len());
        let kept = KeptRanges::of(&text, defined);
        BlockText { text, lines, starts, kept }
    }

    /// Returns the form of a piece; `None` if it stays as it is.
    fn form(&mut self, range: &Range<usize>, piece: &LinkedPiece) -> Option<LinkForm> {
        let line = self.lines.partition_point(|line| line.end < range.end);
        let own = self.lines.get(line).filter(|own| own.start <= range.start && range.end <= own.end)?;
        let start = self.starts[line] + range.start - own.start;
        let (text, range) = (&*self.text, start..start + range.len());
        let is_autolink = piece.is_whole && is_autolink(&text[range.clone()], &piece.target);
        let (before, after) = (&text[..range.start], &text[range.end..]);
        // What is looked at around it: blanks and marks.
        let is_near = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\n' | b'*' | b'_' | b'~' | b'\\');
        steps::count(range.len() + before.iter().rev().take_while(is_near).count());
        steps::count(after.iter().take_while(is_near).count());
        let written = &text[range.clone()];
        // What stands for a character, or is taken out by Markdown, is another URL than what is written.
        let mut references = memchr::memchr_iter(b'&', written).filter(|at| is_reference(&text[range.start + at..]));
        let is_ambiguous = references.next().is_some() || piece.shown.is_none() && memchr(b'\\', written).is_some();
        let is_beside_bracket = before.ends_with(b"]") && !is_autolink;
        let is_text = self.kept.leaves(&range) && !self.kept.is_place(text, range.start);
        let is_safe = is_text
            && !is_ambiguous
            && !is_beside_bracket
            && keeps_emphasis(before, written, after)
            && str::from_utf8(written).is_ok();
        let is_escaped = |text: &[u8]| text.iter().rev().take_while(|&&byte| byte == b'\\').count() % 2 == 1;
        let mark = before.strip_suffix(b"!").filter(|before| !is_autolink && !is_escaped(before));
        is_safe.then_some(LinkForm { is_autolink, is_guarded: is_escaped(before), is_behind_mark: mark.is_some() })
    }
}

impl LinkForm {
    fn push(self, written: &[u8], piece: &LinkedPiece, row: &mut Vec<u8>) {
        if self.is_guarded {
            row.push(b'\\');
        }
        if self.is_behind_mark {
            row.insert(row.len().saturating_sub(1), b'\\');
        }
        if self.is_autolink {
            row.push(b'<');
            row.extend_from_slice(written);
            return row.push(b'>');
        }
        row.push(b'[');
        for &byte in piece.shown.as_deref().unwrap_or(written) {
            if b"\\[]*_`<>&~|".contains(&byte) {
                row.push(b'\\');
            }
            row.push(byte);
        }
        row.extend_from_slice(b"](");
        for byte in piece.target.bytes() {
            if b"\\()<>`&|".contains(&byte) {
                row.push(b'\\');
            }
            row.push(byte);
        }
        row.push(b')');
    }
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

/// Returns `true` if emphasis marks beside a link open and close the same as without it (CommonMark, 6.2).
fn keeps_emphasis(before: &[u8], link: &[u8], after: &[u8]) -> bool {
    let is_mark = |byte: &u8| matches!(byte, b'*' | b'_' | b'~');
    // A mark at either end of a link is of what stands around it.
    if link.first().is_some_and(is_mark) || link.last().is_some_and(is_mark) {
        return false;
    }
    let marks = before.iter().rev().take_while(|byte| is_mark(byte)).count();
    let left = before.len() - marks;
    let is_free = |byte: Option<&u8>| byte.is_none_or(|byte| matches!(byte, b' ' | b'\t' | b'\n'));
    let keeps_left = marks == 0 || is_free(left.checked_sub(1).and_then(|at| before.get(at)));
    let marks = after.iter().take_while(|byte| is_mark(byte)).count();
    let ends_in_sign = link.last().is_some_and(u8::is_ascii_punctuation);
    keeps_left && (marks == 0 || ends_in_sign || is_free(after.get(marks)))
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;
    use crate::finder::Finder;

    struct Slow<'t>(&'t [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.0.take(self.1 as u64).read(buffer).inspect(|&count| self.0 = &self.0[count..])
        }
    }

    /// Returns the steps that Markdown takes besides the search.
    fn steps_of(text: &str, step: usize) -> u64 {
        let mut markdown = Markdown::new(io::sink());
        steps::take();
        Finder::new().search_into(Slow(text.as_bytes(), step), &mut markdown).unwrap();
        markdown.finish().unwrap();
        steps::take()
    }

    /// Bounds the steps per byte for repeated texts of every kind.
    #[test]
    fn no_text_takes_longer_than_its_length() {
        const WORDS: &str = "[|]|](|][|(|)|<|>|`|``|*|_|\\|!|\"|&|\n|> |* |<a b='|<!--|http://a.example/b ";
        const SIZE: usize = 4 << 10;
        let pairs = WORDS.split('|').flat_map(|first| WORDS.split('|').map(move |second| format!("{first}{second}")));
        let mut words: Vec<String> = pairs.collect();
        let more = [
            "[a]: b (",
            "[a](<b",
            "](a(",
            "<a b=c ",
            "<a b=\"c\" ",
            "]( \n",
            "[a]: http://a.example/\n",
            "a http://a.example/ **",
        ];
        words.extend(more.map(String::from));
        let link = "http://a.example/b ";
        for word in words {
            let many = word.repeat(SIZE / word.len());
            for text in [format!("{link}{many}"), format!("{many}{link}"), format!("x {many}").replace('\n', " \n")] {
                for step in [1, 1 << 10, SIZE * 4] {
                    let steps = steps_of(&text, step);
                    assert!(steps <= 64 * text.len() as u64, "{word:?} in steps of {step}: {steps} for {}", text.len());
                }
            }
        }
    }
}
