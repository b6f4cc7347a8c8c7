//! Whole lines: what stands around the links, which are marked in it.

use std::{
    collections::VecDeque,
    io::{self, Write},
    ops::{ControlFlow, Range},
    path::Path,
    str,
};

use memchr::{memchr, memrchr};

use super::{
    list::{Fields, NUMBER, PATH, RESET, SEPARATOR, URL},
    visible::{push_in_one_line, visible_but},
};
use crate::{
    link::Link,
    sink::{Context, Event, Sink},
    uri::schemes::registry,
};

/// The longest line that is kept together; what is longer is written as several.
const LONGEST: usize = 1 << 20;

/// Grep's colours have none for what stands in several places: bold yellow.
const JOINED: &str = "\x1b[1m\x1b[33m";

/// Writes the lines of a text that links stand in, as grep does: each line once, with lines around it on request.
///
/// For that it needs a text and its lines: [`FinderBuilder::positions`](crate::FinderBuilder::positions) has to ask for them. In mail
/// and HTML there is none, and each link is written by itself: see [`MarkedLines::has_text`]. A line ends in LF.
///
/// ```
/// use napkin::{Finder, write::MarkedLines};
///
/// let text = b"one\ntwo http://a.example/ and http://b.example/\nthree\nfour\n";
/// let mut lines = MarkedLines::new(Vec::new()).around(0, 1);
/// let finder = Finder::builder().positions(true).build()?;
/// finder.search(&text[..], &mut lines)?;
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
    /// The pieces that are still to be marked, from left to right.
    marks: VecDeque<MarkedPiece>,
    /// The text: first some lines that were passed, for showing them, then what is still to be looked at.
    text: Vec<u8>,
    /// The offset of its first byte.
    base: usize,
    /// Up to where lines were passed.
    next: usize,
    /// Up to where lines were written, or the beginning of the text.
    written: usize,
    /// Whether any was written, and whether some were left out between the last of them and the text.
    has_written: bool,
    has_gap: bool,
    /// The number of the line behind the last that was written.
    number: usize,
    /// How many lines are still to be written behind the last with a link.
    owed: usize,
    /// How many links there were: it tells the pieces of one from those of another.
    count: usize,
    row: Vec<u8>,
}

/// How lines look.
#[derive(Clone, Debug)]
struct LineStyle {
    fields: Fields,
    before: usize,
    after: usize,
    has_heading: bool,
    is_each: bool,
    is_coloured: bool,
    has_hyperlinks: bool,
    is_watched: bool,
    end: u8,
}

/// A piece of a link.
#[derive(Clone, Debug)]
struct MarkedPiece {
    range: Range<usize>,
    line: usize,
    column: usize,
    is_first: bool,
    is_joined: bool,
    /// What a click on it leads to.
    target: Option<String>,
    /// Which link it is a piece of.
    link: usize,
}

impl<W: Write> MarkedLines<W> {
    /// MarkedLines as they are, without anything before them. Give it a writer with a buffer.
    pub fn new(writer: W) -> MarkedLines<W> {
        let style = LineStyle {
            fields: Fields::default(),
            before: 0,
            after: 0,
            has_heading: false,
            is_each: false,
            is_coloured: false,
            has_hyperlinks: false,
            is_watched: false,
            end: b'\n',
        };
        MarkedLines {
            writer,
            style,
            path: Vec::new(),
            has_text: true,
            marks: VecDeque::new(),
            text: Vec::new(),
            base: 0,
            next: 0,
            written: 0,
            has_written: false,
            has_gap: false,
            number: 1,
            owed: 0,
            count: 0,
            row: Vec::new(),
        }
    }

    /// What is printed before each line. The column is that of the first link in it, the byte offset that of the line.
    /// Default: nothing.
    #[must_use]
    pub fn fields(mut self, fields: Fields) -> MarkedLines<W> {
        self.style.fields = fields;
        self
    }

    /// How many lines before and after each of them are written as well. Default: none.
    #[must_use]
    pub fn around(mut self, before: usize, after: usize) -> MarkedLines<W> {
        (self.style.before, self.style.after) = (before, after);
        self
    }

    /// Whether the file name stands above the lines, and not before each. Default: no.
    #[must_use]
    pub fn heading(mut self, yes: bool) -> MarkedLines<W> {
        self.style.has_heading = yes;
        self
    }

    /// Whether a line is written for each of its links. Default: no.
    #[must_use]
    pub fn each(mut self, yes: bool) -> MarkedLines<W> {
        self.style.is_each = yes;
        self
    }

    /// Whether there are grep's colours. What was put together has one of its own. Default: no.
    #[must_use]
    pub fn colours(mut self, yes: bool) -> MarkedLines<W> {
        self.style.is_coloured = yes;
        self
    }

    /// Whether links can be clicked on, in terminals that know how (OSC 8): those with schemes that are safe to click on.
    /// Default: no.
    #[must_use]
    pub fn hyperlinks(mut self, yes: bool) -> MarkedLines<W> {
        self.style.has_hyperlinks = yes;
        self
    }

    /// Whether people watch it appear on a terminal: hidden characters are made [`visible`](fn@super::visible).
    /// Default: no.
    #[must_use]
    pub fn watched(mut self, yes: bool) -> MarkedLines<W> {
        self.style.is_watched = yes;
        self
    }

    /// What ends each record. Default: a line feed.
    #[must_use]
    pub fn end(mut self, byte: u8) -> MarkedLines<W> {
        self.style.end = byte;
        self
    }

    /// What the input is called that comes next: nothing of the last is left.
    pub fn set_path(&mut self, path: &Path) {
        self.path.clear();
        self.path.extend_from_slice(path.as_os_str().as_encoded_bytes());
        self.marks.clear();
        self.text.clear();
        (self.base, self.next, self.written, self.owed) = (0, 0, 0, 0);
        (self.has_written, self.has_gap) = (false, false);
        self.has_text = true;
    }

    /// Whether the input is plain text. In any other each link is written by itself. Default: yes.
    pub fn has_text(&mut self, yes: bool) {
        self.has_text = yes;
    }

    /// What is printed before each, from here on.
    pub fn fields_mut(&mut self) -> &mut Fields {
        &mut self.style.fields
    }

    /// The writer.
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.writer
    }

    /// The writer, for good. It is not flushed.
    pub fn into_inner(self) -> W {
        self.writer
    }

    /// Writes what is left at the end of an input.
    ///
    /// # Errors
    /// A write that failed.
    pub fn finish(&mut self) -> io::Result<()> {
        self.pass(true)
    }

    /// Takes a link that is to be shown.
    ///
    /// # Errors
    /// A write that failed.
    pub fn link(&mut self, link: &Link<'_>, context: &Context<'_>) -> io::Result<()> {
        if !self.has_text {
            return self.alone(link, context);
        }
        let (line, column) = link.position().map_or((0, 0), |position| (position.line, position.column));
        let pieces = link.pieces();
        let start = link.range().start;
        self.count += 1;
        for (index, piece) in pieces.iter().enumerate() {
            let before = link.text().get(..piece.start - start).unwrap_or_default();
            let range = piece.clone();
            self.marks.push_back(MarkedPiece {
                range,
                line: line + memchr::memchr_iter(b'\n', before).count(),
                column,
                is_first: index == 0,
                is_joined: pieces.len() > 1,
                target: self.target(link),
                link: self.count,
            });
        }
        Ok(())
    }

    /// Takes the next stretch of the text, all of whose links were taken.
    ///
    /// # Errors
    /// A write that failed.
    pub fn text(&mut self, text: &[u8]) -> io::Result<()> {
        self.text.extend_from_slice(text);
        self.pass(false)?;
        self.forget();
        Ok(())
    }

    /// Whether nothing that was taken waits for more of the text: no line of a link, and none that is to be shown behind it.
    pub fn is_idle(&self) -> bool {
        self.marks.is_empty() && self.owed == 0
    }

    fn target(&self, link: &Link<'_>) -> Option<String> {
        let is_safe = || registry::clickable().any(|scheme| scheme.eq_ignore_ascii_case(link.scheme()));
        if !self.style.has_hyperlinks || !is_safe() {
            return None;
        }
        let uri = link.uri();
        let target = match (uri.host(), uri.host_ascii()) {
            // Everything before the host is ASCII by now.
            (Some(host), Some(ascii)) if !host.is_ascii() => uri.to_escaped().replacen(host, &ascii, 1),
            _ => uri.to_escaped().into_owned(),
        };
        target.bytes().all(|byte| byte.is_ascii_graphic()).then_some(target)
    }

    /// Writes a link that stands in no line.
    fn alone(&mut self, link: &Link<'_>, context: &Context<'_>) -> io::Result<()> {
        let mut row = std::mem::take(&mut self.row);
        row.clear();
        self.push_head(&mut row);
        let style = &self.style;
        let has_path = style.fields.path && !style.has_heading;
        let number = super::list::number(context).filter(|_| style.has_heading || has_path);
        if let Some(number) = number {
            style.push_styled(SEPARATOR, b"#", &mut row);
            style.push_styled(NUMBER, number.to_string().as_bytes(), &mut row);
        }
        if number.is_some() || has_path {
            style.push_styled(SEPARATOR, b":", &mut row);
        }
        let position = link.position();
        let (line, column) = (position.map(|position| position.line), position.map(|position| position.column));
        style.push_numbers(line, column, link.range().start, b":", &mut row);
        style.push_link(link.url().as_bytes(), self.target(link).as_deref(), false, 0, &mut row);
        self.finish_row(row)
    }

    /// Appends what stands before each line, or above the first.
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

    fn finish_row(&mut self, mut row: Vec<u8>) -> io::Result<()> {
        row.push(self.style.end);
        self.has_written = true;
        let written = self.writer.write_all(&row);
        self.row = row;
        written
    }

    /// Passes all lines that are complete; at the end of the input, all that is there.
    fn pass(&mut self, is_end: bool) -> io::Result<()> {
        while self.next < self.text.len() {
            let Some(mark) = self.marks.front() else {
                if self.owed == 0 {
                    self.pass_unmarked();
                    return Ok(());
                }
                let Some(end) = self.line_end(self.next, is_end) else { return Ok(()) };
                self.pass_owed(end)?;
                continue;
            };
            // A mark before the text is of a line that was cut for its length.
            let at = mark.range.start.saturating_sub(self.base).max(self.next);
            let line = mark.line;
            if at >= self.text.len() {
                return Ok(());
            }
            while self.owed > 0 {
                match self.line_end(self.next, is_end) {
                    Some(end) if end <= at => self.pass_owed(end)?,
                    _ => break,
                }
            }
            let start = memrchr(b'\n', &self.text[self.next..at]).map_or(self.next, |end| self.next + end + 1);
            let Some(end) = self.line_end(at, is_end) else { return Ok(()) };
            self.before(start, line)?;
            self.marked(start, end, line)?;
            self.passed(end, line + 1);
            self.owed = self.style.after;
        }
        Ok(())
    }

    /// Notes that lines were written up to an index, and the number of the next.
    fn passed(&mut self, end: usize, number: usize) {
        (self.next, self.written, self.number) = (end, end, number);
        self.has_gap = false;
    }

    /// The end of the line that the byte at `at` is in, its line end included; none if it is still to come.
    fn line_end(&self, at: usize, is_end: bool) -> Option<usize> {
        match memchr(b'\n', &self.text[at..]) {
            Some(end) => Some(at + end + 1),
            None if is_end || self.text.len() - self.next > LONGEST => Some(self.text.len()),
            None => None,
        }
    }

    /// Passes all lines that are complete and have nothing to be shown.
    fn pass_unmarked(&mut self) {
        let rest = &self.text[self.next..];
        if let Some(end) = memrchr(b'\n', rest) {
            self.next += end + 1;
        } else if rest.len() > LONGEST {
            self.next = self.text.len();
        }
    }

    /// Forgets all lines that were passed, but for those that may still be shown.
    fn forget(&mut self) {
        let kept = self.line_before(self.next, self.style.before).0;
        let kept = if self.next - kept > LONGEST { self.next } else { kept };
        self.has_gap |= kept > self.written;
        self.text.drain(..kept);
        self.base += kept;
        self.next -= kept;
        self.written = self.written.saturating_sub(kept);
    }

    /// Where the line begins that is so many before the one at `start`, or the first that was not written; and how many there
    /// are between the two.
    fn line_before(&self, start: usize, most: usize) -> (usize, usize) {
        let (mut from, mut count) = (start, 0);
        while count < most && from > self.written {
            let before = &self.text[self.written..from - 1];
            from = memrchr(b'\n', before).map_or(self.written, |end| self.written + end + 1);
            count += 1;
        }
        (from, count)
    }

    fn pass_owed(&mut self, end: usize) -> io::Result<()> {
        self.owed -= 1;
        self.write_line(self.next..end, self.number, b"-", &[])?;
        self.passed(end, self.number + 1);
        Ok(())
    }

    /// Writes the lines before the one at `start` that are to be shown with it.
    fn before(&mut self, start: usize, line: usize) -> io::Result<()> {
        let (mut from, count) = self.line_before(start, self.style.before);
        let has_context = self.style.before + self.style.after > 0;
        if has_context && self.has_written && (self.has_gap || from > self.written) {
            let mut row = std::mem::take(&mut self.row);
            row.clear();
            self.style.push_styled(SEPARATOR, b"--", &mut row);
            self.finish_row(row)?;
        }
        for number in (line.saturating_sub(count)..line).take(count) {
            let end = memchr(b'\n', &self.text[from..start]).map_or(start, |end| from + end + 1);
            self.write_line(from..end, number, b"-", &[])?;
            from = end;
        }
        Ok(())
    }

    /// Writes a line with the links in it.
    fn marked(&mut self, start: usize, end: usize, line: usize) -> io::Result<()> {
        let end_offset = self.base + end;
        let count = self.marks.iter().take_while(|mark| mark.range.start < end_offset).count();
        let marks: Vec<MarkedPiece> = self.marks.drain(..count).collect();
        if !self.style.is_each {
            return self.write_line(start..end, line, b":", &marks);
        }
        for mark in marks.iter().filter(|mark| mark.is_first) {
            self.write_line(start..end, line, b":", std::slice::from_ref(mark))?;
        }
        Ok(())
    }

    fn write_line(&mut self, range: Range<usize>, number: usize, sign: &[u8], marks: &[MarkedPiece]) -> io::Result<()> {
        let mut row = std::mem::take(&mut self.row);
        row.clear();
        self.push_head(&mut row);
        let style = &self.style;
        if style.fields.path && !style.has_heading {
            style.push_styled(SEPARATOR, sign, &mut row);
        }
        let column = marks.first().filter(|mark| mark.is_first).map(|mark| mark.column);
        let start = self.base + range.start;
        style.push_numbers(Some(number), column, start, sign, &mut row);
        let line = &self.text[range];
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let mut done = 0;
        for mark in marks {
            let from = mark.range.start.saturating_sub(start).clamp(done, line.len());
            let to = mark.range.end.saturating_sub(start).clamp(from, line.len());
            style.push_text(&line[done..from], &mut row);
            style.push_link(&line[from..to], mark.target.as_deref(), mark.is_joined, mark.link, &mut row);
            done = to;
        }
        style.push_text(&line[done..], &mut row);
        self.finish_row(row)
    }
}

impl LineStyle {
    fn push_path(&self, path: &[u8], row: &mut Vec<u8>) {
        let mut shown = Vec::new();
        push_in_one_line(path, self.is_watched, self.end == b'\n', &mut shown);
        self.push_styled(PATH, &shown, row);
    }

    fn push_numbers(&self, line: Option<usize>, column: Option<usize>, byte: usize, sign: &[u8], row: &mut Vec<u8>) {
        let numbers = [
            line.filter(|_| self.fields.line),
            column.filter(|_| self.fields.column),
            self.fields.byte.then_some(byte),
        ];
        for number in numbers.into_iter().flatten() {
            self.push_styled(NUMBER, number.to_string().as_bytes(), row);
            self.push_styled(SEPARATOR, sign, row);
        }
    }

    fn push_text(&self, text: &[u8], row: &mut Vec<u8>) {
        if self.is_watched {
            row.extend_from_slice(visible_but(&String::from_utf8_lossy(text), |c| c == '\t').as_bytes());
        } else {
            row.extend_from_slice(text);
        }
    }

    fn push_link(&self, text: &[u8], target: Option<&str>, is_joined: bool, number: usize, row: &mut Vec<u8>) {
        if let Some(target) = target {
            // The pieces of one link light up together where they have one identifier.
            let id = if is_joined { format!("id=napkin-{number}") } else { String::new() };
            row.extend_from_slice(format!("\x1b]8;{id};{target}\x1b\\").as_bytes());
        }
        if self.is_coloured {
            row.extend_from_slice(if is_joined { JOINED } else { URL }.as_bytes());
        }
        self.push_text(text, row);
        if self.is_coloured {
            row.extend_from_slice(RESET.as_bytes());
        }
        if target.is_some() {
            row.extend_from_slice(b"\x1b]8;;\x1b\\");
        }
    }

    fn push_styled(&self, code: &str, bytes: &[u8], row: &mut Vec<u8>) {
        if !self.is_coloured {
            return row.extend_from_slice(bytes);
        }
        row.extend_from_slice(code.as_bytes());
        row.extend_from_slice(bytes);
        row.extend_from_slice(RESET.as_bytes());
    }
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
    use std::io::Read;

    use super::*;
    use crate::finder::Finder;

    /// Reads some bytes at a time.
    struct Slow<'t>(&'t [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let (now, later) = self.0.split_at(self.1.min(buffer.len()).min(self.0.len()));
            buffer[..now.len()].copy_from_slice(now);
            self.0 = later;
            Ok(now.len())
        }
    }

    fn written(text: &[u8], step: usize, lines: MarkedLines<Vec<u8>>) -> String {
        let mut lines = lines;
        let finder = Finder::builder().positions(true).build().unwrap();
        finder.search(Slow(text, step), &mut lines).unwrap();
        lines.finish().unwrap();
        String::from_utf8(lines.into_inner()).unwrap()
    }

    fn numbered() -> MarkedLines<Vec<u8>> {
        MarkedLines::new(Vec::new()).fields(Fields { line: true, ..Fields::default() })
    }

    /// Whatever the context, these are the lines that grep would show; by the obvious way.
    fn naive(text: &str, before: usize, after: usize) -> String {
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let hits: Vec<bool> = lines.iter().map(|line| line.contains("http")).collect();
        let mut shown = String::new();
        let mut last = None;
        for (index, line) in lines.iter().enumerate() {
            let is_near = (index.saturating_sub(after)..=index + before).any(|at| hits.get(at) == Some(&true));
            if !is_near {
                continue;
            }
            if before + after > 0 && last.is_some_and(|last| last + 1 < index) {
                shown.push_str("--\n");
            }
            last = Some(index);
            let sign = if hits[index] { ':' } else { '-' };
            shown.push_str(&format!("{}{sign}{}\n", index + 1, line.trim_end_matches('\n')));
        }
        shown
    }

    #[test]
    fn context_is_what_grep_shows() {
        for pattern in 0..1 << 9 {
            let text: String = (0..9)
                .map(|line| if pattern >> line & 1 == 1 { "a http://a.example/ b\n" } else { "none at all.\n" })
                .collect();
            let text = text.trim_end_matches('\n').to_owned() + if pattern % 2 == 0 { "\n" } else { "" };
            for (before, after) in [(0, 0), (1, 0), (0, 1), (1, 2), (3, 1)] {
                let expected = naive(&text, before, after);
                for step in [7, 1000] {
                    let lines = written(text.as_bytes(), step, numbered().around(before, after));
                    assert_eq!(lines, expected, "{before} {after} {step}: {text}");
                }
            }
        }
    }

    #[test]
    fn every_piece_is_marked_and_leads_to_the_whole_url() {
        let text = b"x\n<http://a.example/b/\n  c> y\n";
        let lines = written(text, 1000, numbered().hyperlinks(true));
        let open = "\x1b]8;id=napkin-1;http://a.example/b/c\x1b\\";
        let close = "\x1b]8;;\x1b\\";
        assert_eq!(lines, format!("2:<{open}http://a.example/b/{close}\n3:  {open}c{close}> y\n"));
        let lines = written(text, 1000, numbered().colours(true));
        assert!(lines.contains("  \x1b[1m\x1b[33mc\x1b[0m> y"), "{lines:?}");
    }

    #[test]
    fn nothing_leads_where_it_could_do_harm() {
        let finder = Finder::builder().schemes(["javascript", "http"]).positions(true).build().unwrap();
        let mut lines = numbered().hyperlinks(true).watched(true);
        finder.search("javascript:a\x1b http://\u{e9}.example/\u{e9}".as_bytes(), &mut lines).unwrap();
        lines.finish().unwrap();
        let lines = String::from_utf8(lines.into_inner()).unwrap();
        assert!(!lines.contains(";javascript"), "{lines:?}");
        assert!(lines.contains(";http://") && !lines.contains(";http://\u{e9}.example"), "{lines:?}");
    }

    #[test]
    fn a_line_of_any_length_is_written_whole() {
        let text = "x".repeat(3 * LONGEST) + " http://a.example/ " + &"y ".repeat(LONGEST);
        let lines = written(text.as_bytes(), 100_000, numbered());
        assert!(lines.len() <= text.len() + 100, "{}", lines.len());
        assert!(lines.contains("http://a.example/"));
        let each = written(b"http://a.example/ http://b.example/", 1000, numbered().each(true));
        assert_eq!(each, "1:http://a.example/ http://b.example/\n".repeat(2));
    }
}
