//! Whole lines: what stands around the links, which are marked in it.

use std::{
    collections::VecDeque,
    io::{self, Write},
    ops::{ControlFlow, Range},
    path::Path,
};

use super::{
    decimal::Decimal,
    hyperlink,
    kept_text::KeptText,
    line_style::LineStyle,
    list::{Fields, NOTE, NUMBER, SEPARATOR, note},
    repeated::is_too_much,
};
use crate::{
    link::Link,
    setters::setters,
    sink::{Context, Event, Sink},
};

/// Writes the lines that have links, as grep does: each line once, with context on request.
///
/// The finder has to count [positions](crate::FinderBuilder::positions). Mail and HTML have no lines; each link is
/// written alone: see [`MarkedLines::has_text`]. Lines end in LF.
///
/// ```
/// use napkin::{Finder, write::MarkedLines};
///
/// let text = b"one\ntwo http://a.example/ and http://b.example/\nthree\nfour\n";
/// let mut lines = MarkedLines::new(Vec::new()).around(0, 1);
/// let finder = Finder::builder().positions(true).build()?;
/// finder.search_into(&text[..], &mut lines)?;
/// lines.finish()?;
/// assert_eq!(lines.into_inner(), b"two http://a.example/ and http://b.example/\nthree\n");
/// # Ok::<(), napkin::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct MarkedLines<W> {
    writer: W,
    style: LineStyle,
    path: Vec<u8>,
    has_text: bool,
    /// The remaining pieces to mark, from left to right.
    marks: VecDeque<MarkedPiece>,
    /// The start of the text. Earlier text belongs to another writer.
    start: usize,
    text: KeptText,
    has_written: bool,
    /// The number of the line after the last written one.
    number: usize,
    /// The number of context lines still to write after the last line with a link.
    owed: usize,
    /// True if all lines are written.
    is_whole: bool,
    row: Vec<u8>,
}

/// The most times that a long line is written whole.
const MOST_TIMES: usize = 32;

/// The bytes of a long line displayed on each side of a link, and the mark for the rest.
const AROUND: usize = 256;
const LEFT_OUT: &[u8] = b"[...]";

#[derive(Clone, Debug)]
struct MarkedPiece {
    range: Range<usize>,
    line: usize,
    column: usize,
    is_first: bool,
    is_joined: bool,
    /// The target of a click on it.
    target: Option<String>,
    /// The start of its link, which identifies the link.
    link: usize,
    /// The joined URL to write below the line. Only the last piece has it.
    whole: Option<String>,
}

impl<W: Write> MarkedLines<W> {
    /// Returns a writer of lines without fields. Use a buffered writer.
    pub fn new(writer: W) -> MarkedLines<W> {
        let style = LineStyle { end: b'\n', ..LineStyle::default() };
        MarkedLines {
            writer,
            style,
            path: Vec::new(),
            has_text: true,
            marks: VecDeque::new(),
            start: 0,
            text: KeptText::default(),
            has_written: false,
            number: 1,
            owed: 0,
            is_whole: false,
            row: Vec::new(),
        }
    }

    /// Sets how many lines are written before and after each line. Default: none.
    #[must_use]
    pub fn around(mut self, before: usize, after: usize) -> MarkedLines<W> {
        (self.style.before, self.style.after) = (before, after);
        self
    }

    /// Sets whether all lines are written, including those without links, with their own line ends. Default: no.
    ///
    /// ```
    /// use napkin::{Finder, write::MarkedLines};
    ///
    /// let mut lines = MarkedLines::new(Vec::new()).whole(true).watched(true).hyperlinks(true);
    /// Finder::new().search_into("Soup:\x1b[2J\n<http://a.example/>\n".as_bytes(), &mut lines)?;
    /// lines.finish()?;
    /// let shown = String::from_utf8(lines.into_inner())?;
    /// assert_eq!(
    ///     shown,
    ///     "Soup:\\u{1b}[2J\n<\x1b]8;;http://a.example/\x1b\\http://a.example/\x1b]8;;\x1b\\>\n"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn whole(mut self, yes: bool) -> MarkedLines<W> {
        // All lines are behind the first, or behind one with a link.
        (self.is_whole, self.owed) = (yes, if yes { usize::MAX } else { 0 });
        self
    }

    setters! {
        #![must_use]

        /// Sets the fields before each line. The column is that of its first link; the byte offset is that of the line.
        /// Default: none.
        fields(fields: Fields) { style.fields = fields }

        /// Sets whether the file name is a heading above the lines instead of a field. Default: no.
        heading(yes: bool) { style.has_heading = yes }

        /// Sets whether a line is written once for each of its links. Default: no.
        ///
        /// In a line of more than 512 bytes with more than 32 links, only 256 bytes on each side of the link are written,
        /// and `[...]` for the rest.
        each(yes: bool) { style.is_each = yes }

        /// Sets whether there are grep's colours, with a separate one for joined URLs. Default: no.
        colours(yes: bool) { style.is_coloured = yes }

        /// Sets whether links can be clicked on in terminals that support OSC 8. This only applies to schemes that are safe
        /// to click on. Default: no.
        hyperlinks(yes: bool) { style.has_hyperlinks = yes }

        /// Sets whether the output is watched on a terminal: hidden characters are made [`visible`](fn@super::visible).
        /// Default: no.
        watched(yes: bool) { style.is_watched = yes }

        /// Sets whether each joined URL is written whole below its last line. Default: no.
        ///
        /// ```
        /// use napkin::{Finder, write::MarkedLines};
        ///
        /// let mut lines = MarkedLines::new(Vec::new()).wholes(true);
        /// let finder = Finder::builder().positions(true).build()?;
        /// finder.search_into("see <http://a.example/b/\nc>\n".as_bytes(), &mut lines)?;
        /// lines.finish()?;
        /// let shown = String::from_utf8(lines.into_inner())?;
        /// assert_eq!(shown, "see <http://a.example/b/\nc>\n  ↳ http://a.example/b/c\n");
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        wholes(yes: bool) { style.has_wholes = yes }

        /// Sets the byte after each record. Default: a line feed.
        end(byte: u8) { style.end = byte }
    }

    /// Sets the name of the next input, and forgets the last one.
    pub fn set_path(&mut self, path: &Path) {
        self.path.clear();
        self.path.extend_from_slice(path.as_os_str().as_encoded_bytes());
        self.marks.clear();
        self.set_start(0);
        let owed = if self.is_whole { usize::MAX } else { 0 };
        (self.owed, self.has_written, self.has_text) = (owed, false, true);
    }

    /// Sets the byte offset in the input where the next text begins, if it is a part of it, at the start of a line. A
    /// link that begins before it is marked in part. Default: 0.
    ///
    /// Without context, the lines of a text are the lines of its parts, one after the other.
    ///
    /// ```
    /// use napkin::{Finder, PartStart, write::MarkedLines};
    ///
    /// let text = b"one http://a.example/\ntwo\nthree http://b.example/\n";
    /// let finder = Finder::builder().positions(true).build()?;
    /// let mut lines = MarkedLines::new(Vec::new());
    /// let (start, part) = (PartStart { offset: 0, line: 1 }, 26..text.len());
    /// lines.set_start(part.start);
    /// finder.searcher().search_part(&text[..], start, part, &mut lines)?;
    /// lines.finish()?;
    /// assert_eq!(lines.into_inner(), b"three http://b.example/\n");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    pub fn set_start(&mut self, offset: usize) {
        self.start = offset;
        self.text.start_at(offset);
    }

    /// Returns the length in bytes of the heading above the first line of an input, or 0 without a heading.
    pub fn heading_len(&self) -> usize {
        let mut row = Vec::new();
        if self.style.has_heading && !self.has_written {
            self.push_head(&mut row);
        }
        row.len()
    }

    /// Sets whether the input is plain text. In other inputs each link is written alone. Default: yes.
    pub fn has_text(&mut self, yes: bool) {
        self.has_text = yes;
    }

    /// Returns the fields, to change them for the next records.
    pub fn fields_mut(&mut self) -> &mut Fields {
        &mut self.style.fields
    }

    /// Returns the writer.
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.writer
    }

    /// Returns the writer, without a flush.
    pub fn into_inner(self) -> W {
        self.writer
    }

    /// Writes the rest at the end of an input.
    ///
    /// # Errors
    /// Returns the error of a write.
    pub fn finish(&mut self) -> io::Result<()> {
        self.pass(true)
    }

    /// Takes a link to be shown.
    ///
    /// # Errors
    /// Returns the error of a write.
    pub fn link(&mut self, link: &Link<'_>, context: &Context<'_>) -> io::Result<()> {
        if !self.has_text {
            return self.alone(link, context);
        }
        let (mut line, column) = link.position().map_or((0, 0), |position| (position.line, position.column));
        let mut counted = 0;
        let pieces = link.pieces();
        let start = link.range().start;
        let target = self.target(link);
        let whole = if self.style.has_wholes { link.rejoined().map(|_| link.url().to_owned()) } else { None };
        let is_too_much = |target: &String| is_too_much(pieces.len(), target.len(), link.range().len());
        let target = target.filter(|target| !is_too_much(target));
        for (index, piece) in pieces.iter().enumerate().filter(|(_, piece)| piece.start >= self.start) {
            let before = link.as_bytes().get(counted..piece.start - start).unwrap_or_default();
            line += memchr::memchr_iter(b'\n', before).count();
            counted = piece.start - start;
            let range = piece.clone();
            self.marks.push_back(MarkedPiece {
                range,
                line,
                column,
                is_first: index == 0,
                is_joined: pieces.len() > 1,
                target: target.clone(),
                link: start,
                whole: whole.as_ref().filter(|_| index + 1 == pieces.len()).cloned(),
            });
        }
        Ok(())
    }

    /// Takes the next stretch of the text, after all links in it.
    ///
    /// # Errors
    /// Returns the error of a write.
    pub fn text(&mut self, text: &[u8]) -> io::Result<()> {
        self.text.push(text);
        self.pass(false)?;
        self.text.forget(self.style.before);
        Ok(())
    }

    /// Returns `true` if no line waits for more text.
    pub fn is_idle(&self) -> bool {
        self.marks.is_empty() && self.owed == 0
    }

    fn target(&self, link: &Link<'_>) -> Option<String> {
        if self.style.has_hyperlinks { hyperlink::target(link) } else { None }
    }

    /// Writes a link that is in no line.
    fn alone(&mut self, link: &Link<'_>, context: &Context<'_>) -> io::Result<()> {
        let mut row = self.empty_row();
        self.push_head(&mut row);
        let style = &self.style;
        let has_path = style.fields.path && !style.has_heading;
        // An editor opens the path: no number belongs to it.
        let has_number = (style.has_heading || has_path) && !style.is_each;
        let number = super::list::number(context).filter(|_| has_number);
        if let Some(number) = number {
            style.push_styled(SEPARATOR, b"#", &mut row);
            style.push_styled(NUMBER, number.to_string().as_bytes(), &mut row);
        }
        if number.is_some() || has_path {
            style.push_styled(SEPARATOR, b":", &mut row);
        }
        let position = context.file_position().or(link.position());
        let (line, column) = (position.map(|position| position.line), position.map(|position| position.column));
        style.push_numbers(line, column, link.range().start, b":", &mut row);
        let rejoined = link.rejoined();
        let target = self.target(link);
        style.push_link(link.url().as_bytes(), target.as_deref(), rejoined.is_some(), link.range().start, &mut row);
        if let Some(rejoined) = rejoined.filter(|_| style.has_wholes) {
            row.extend_from_slice(b"  ");
            style.push_styled(NOTE, note(link, rejoined).as_bytes(), &mut row);
        }
        self.finish_row(row)
    }

    /// Appends the fields before each line, or above the first.
    fn push_head(&self, row: &mut Vec<u8>) {
        let style = &self.style;
        if !style.fields.path || style.has_heading && self.has_written {
            return;
        }
        style.push_path(&self.path, row);
        if style.has_heading {
            row.push(style.end);
        }
    }

    /// Returns the memory of the last row.
    fn empty_row(&mut self) -> Vec<u8> {
        let mut row = std::mem::take(&mut self.row);
        row.clear();
        row
    }

    fn finish_row(&mut self, mut row: Vec<u8>) -> io::Result<()> {
        row.push(self.style.end);
        self.write_row(row)
    }

    fn write_row(&mut self, row: Vec<u8>) -> io::Result<()> {
        self.has_written = true;
        let written = self.writer.write_all(&row);
        self.row = row;
        written
    }

    /// Passes all complete lines, or at the end of the input, all lines.
    fn pass(&mut self, is_end: bool) -> io::Result<()> {
        while !self.text.is_passed() {
            let Some(mark) = self.marks.front() else {
                if self.owed == 0 {
                    self.text.pass_complete();
                    return Ok(());
                }
                let Some(end) = self.text.line_end(self.text.next(), is_end) else { return Ok(()) };
                self.pass_owed(end)?;
                continue;
            };
            let Some(at) = self.text.index_of(mark.range.start) else { return Ok(()) };
            let line = mark.line;
            while self.owed > 0 {
                match self.text.line_end(self.text.next(), is_end) {
                    Some(end) if end <= at => self.pass_owed(end)?,
                    _ => break,
                }
            }
            let start = self.text.line_start(at);
            let Some(end) = self.text.line_end(at, is_end) else { return Ok(()) };
            self.before(start, line)?;
            self.marked(start, end, line)?;
            self.passed(end, line + 1);
            self.owed = if self.is_whole { usize::MAX } else { self.style.after };
        }
        Ok(())
    }

    /// Records the end of the written lines, and the number of the next.
    fn passed(&mut self, end: usize, number: usize) {
        self.text.pass_written(end);
        self.number = number;
    }

    fn pass_owed(&mut self, end: usize) -> io::Result<()> {
        self.owed -= 1;
        self.write_line(self.text.next()..end, self.number, b"-", &[])?;
        self.passed(end, self.number + 1);
        Ok(())
    }

    /// Writes the context before the line at `start`.
    fn before(&mut self, start: usize, line: usize) -> io::Result<()> {
        let (mut from, count) = self.text.line_before(start, self.style.before);
        let has_context = self.style.before > 0 || self.style.after > 0 || self.is_whole;
        if has_context && self.has_written && self.text.has_gap_before(from) {
            let mut row = self.empty_row();
            self.style.push_styled(SEPARATOR, b"--", &mut row);
            self.finish_row(row)?;
        }
        for number in (line.saturating_sub(count)..line).take(count) {
            let end = self.text.line_end(from, true).map_or(start, |end| end.min(start));
            self.write_line(from..end, number, b"-", &[])?;
            from = end;
        }
        Ok(())
    }

    fn marked(&mut self, start: usize, end: usize, line: usize) -> io::Result<()> {
        let end_offset = self.text.offset_of(end);
        let count = self.marks.iter().take_while(|mark| mark.range.start < end_offset).count();
        let marks: Vec<MarkedPiece> = self.marks.drain(..count).collect();
        if !self.style.is_each {
            self.write_line(start..end, line, b":", &marks)?;
            return marks.iter().try_for_each(|mark| self.write_whole(mark, line));
        }
        let links = marks.iter().filter(|mark| mark.is_first).count();
        let is_excerpt = links > MOST_TIMES && end - start > 2 * AROUND;
        let around = if is_excerpt { AROUND } else { usize::MAX };
        for mark in marks.iter().filter(|mark| mark.is_first) {
            self.write_around(around, start..end, line, b":", std::slice::from_ref(mark))?;
        }
        Ok(())
    }

    /// Writes a joined URL below the line of its last piece, with this number.
    fn write_whole(&mut self, mark: &MarkedPiece, line: usize) -> io::Result<()> {
        let Some(url) = &mark.whole else { return Ok(()) };
        let mut row = self.empty_row();
        // Below the text of the line, if nothing but its number stands before it.
        let indent = if self.style.fields.line { Decimal::of(line as u64).as_bytes().len() + 1 } else { 2 };
        row.resize(indent, b' ');
        self.style.push_styled(NOTE, "↳ ".as_bytes(), &mut row);
        self.style.push_link(url.as_bytes(), mark.target.as_deref(), true, mark.link, &mut row);
        self.finish_row(row)
    }

    fn write_line(&mut self, range: Range<usize>, number: usize, sign: &[u8], marks: &[MarkedPiece]) -> io::Result<()> {
        self.write_around(usize::MAX, range, number, sign, marks)
    }

    /// Writes a line with this many bytes before the first mark and after the last.
    fn write_around(
        &mut self,
        around: usize,
        range: Range<usize>,
        number: usize,
        sign: &[u8],
        marks: &[MarkedPiece],
    ) -> io::Result<()> {
        let mut row = self.empty_row();
        self.push_head(&mut row);
        let style = &self.style;
        if style.fields.path && !style.has_heading {
            style.push_styled(SEPARATOR, sign, &mut row);
        }
        let column = marks.first().filter(|mark| mark.is_first).map(|mark| mark.column);
        let start = self.text.offset_of(range.start);
        style.push_numbers(Some(number), column, start, sign, &mut row);
        let whole = self.text.bytes(range);
        let line = whole.strip_suffix(b"\n").unwrap_or(whole);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        self.push_marked(line, start, around, marks, &mut row);
        if self.is_whole {
            row.extend_from_slice(&whole[line.len()..]);
            return self.write_row(row);
        }
        self.finish_row(row)
    }

    /// Appends a line that begins at `start`, with this many bytes before the first mark and after the last.
    fn push_marked(&self, line: &[u8], start: usize, around: usize, marks: &[MarkedPiece], row: &mut Vec<u8>) {
        let style = &self.style;
        let index = |offset: usize| offset.saturating_sub(start).min(line.len());
        let first = marks.first().map_or(0, |mark| index(mark.range.start));
        let mut done = char_start(line, first.saturating_sub(around));
        if done > 0 {
            row.extend_from_slice(LEFT_OUT);
        }
        for mark in marks {
            let from = index(mark.range.start).max(done);
            let to = index(mark.range.end).max(from);
            style.push_text(&line[done..from], row);
            style.push_link(&line[from..to], mark.target.as_deref(), mark.is_joined, mark.link, row);
            done = to;
        }
        let end = char_start(line, done.saturating_add(around).min(line.len()));
        style.push_text(&line[done..end], row);
        if end < line.len() {
            row.extend_from_slice(LEFT_OUT);
        }
    }
}

/// Returns the start of the character at an index, if there is one.
fn char_start(text: &[u8], at: usize) -> usize {
    let inner = text[..at].iter().rev().take(3).take_while(|&&byte| byte & 0xC0 == 0x80).count();
    let is_inside = text.get(at).is_some_and(|byte| byte & 0xC0 == 0x80);
    if is_inside { at - (inner + 1).min(at) } else { at }
}

impl<W: Write> Sink for MarkedLines<W> {
    fn event(&mut self, event: Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>> {
        if let Event::Link(link) = &event {
            self.link(link, context)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_is_no_utf8_is_cut_somewhere() {
        for text in [&b"\x80\x80\x80\x80\x80\x80"[..], b"a\x80", b"\xF0\x9F\x98\x80a", b""] {
            assert!((0..=text.len()).all(|at| (at.saturating_sub(4)..=at).contains(&char_start(text, at))));
        }
        assert_eq!([0, 1, 2, 3, 4, 5].map(|at| char_start("\u{1f600}a".as_bytes(), at)), [0, 0, 0, 0, 4, 5]);
    }
}
