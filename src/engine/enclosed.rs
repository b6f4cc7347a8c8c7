//! A URL between delimiters: all text up to the closing one, across line ends.

use std::ops::ControlFlow::{self, Break, Continue};

use super::{
    around::{is_soft_break, line_end, without_hyphen},
    at_word,
    classes::RUN,
    frame::{self, Frame},
    host::{MAX_NAME, Trust, trust},
    host_break::{Between, Halves, halves},
    left::{Left, Opening},
    line,
    rules::rows,
    scheme::{Beginning, Form, begins_url},
    text::{self, NAME, SPACE, Text},
    view::View,
};
use crate::{
    config::{Hyphen, Rejoin},
    text::file_names::ends_in_file,
};

/// The most breaks in a URL between delimiters.
const MAX_BREAKS: usize = 16;

/// The most text that is looked at after a break, and the most white space in one.
const MAX_AHEAD: usize = 256;

/// The text between delimiters.
pub(super) enum Enclosed {
    /// One line, up to this index.
    Line(usize),
    /// Several pieces without their breaks, and where the search continues.
    Lines(View, usize),
}

/// A URL between delimiters, as far as it is read.
struct Reading<'a, 't> {
    text: &'a Text<'t>,
    left: &'a Left,
    frame: Frame<'t>,
    beginning: &'a Beginning,
    level: Rejoin,
    hyphen: Hyphen,
    /// The pieces before this one.
    view: View,
    piece: usize,
    at: usize,
    breaks: usize,
}

/// Reads the URL up to the closing delimiter. Returns `None` if there is none, or if the text is not a URL.
pub(super) fn read(text: &Text, left: &Left, beginning: &Beginning, level: Rejoin, hyphen: Hyphen) -> Option<Enclosed> {
    let (frame, view, start) = (frame::read(text, beginning.start), View::default(), beginning.start);
    Reading { text, left, frame, beginning, level, hyphen, view, piece: start, at: start, breaks: 0 }.read()
}

/// Returns `true` if the bracket closes after a title at `at`.
pub(super) fn has_title(text: &Text, at: usize) -> bool {
    let ahead = text.ahead(at, MAX_AHEAD);
    let bracket = memchr::memchr2(b'<', b'>', ahead);
    text.worked(bracket.unwrap_or(ahead.len()) / 8);
    let is_blank = |pair: &[u8]| matches!(pair, [b'\n', b'\n' | b'\r']);
    bracket.is_some_and(|end| ahead[end] == b'>' && !ahead[..end].windows(2).any(is_blank))
}

impl Reading<'_, '_> {
    fn read(mut self) -> Option<Enclosed> {
        loop {
            let (c, length) = self.text.char(self.at);
            if length == 0 {
                return None;
            }
            if self.closes(c) {
                return self.end(self.at);
            }
            let string = if c == '"' { frame::string(self.text, self.at) } else { None };
            if string.is_none() && !c.is_whitespace() {
                if matches!(c, '<' | '"') || c.is_control() {
                    return None;
                }
                self.at = self.text.run(self.at + length, RUN);
                continue;
            }
            let after = line::skip_indentation(self.text, self.at);
            let at = match (string, line::next(self.text, after)) {
                (Some((_, at)), _) => Some(at),
                (None, Some(next)) => Some(frame::inside_delimiters(self.text, self.frame, self.beginning.start, next)),
                _ => frame::ending(self.text, &self.frame, self.at)
                    .filter(|ending| ending.side.is_some())
                    .map(|ending| ending.at),
            };
            let flow = match at {
                Some(at) => self.end_line(at),
                None => self.end_word(after),
            };
            if let Break(enclosed) = flow {
                return enclosed;
            }
        }
    }

    /// Returns `true` if the character closes the delimiter before the URL.
    fn closes(&self, c: char) -> bool {
        match self.left.opening {
            Opening::Angle { .. } => c == '>',
            Opening::Quote(marks) => marks.contains(&c),
            Opening::Prefix | Opening::Bare => false,
        }
    }

    fn closes_at(&self, at: usize) -> bool {
        self.closes(self.text.char(at).0)
    }

    fn is_angle(&self) -> bool {
        matches!(self.left.opening, Opening::Angle { .. })
    }

    /// Returns the text up to here; the delimiter closes at `close`.
    fn end(&mut self, close: usize) -> Option<Enclosed> {
        if self.piece == self.beginning.start {
            return Some(Enclosed::Line(self.at));
        }
        self.view.copy(self.text.bytes, self.piece..self.at);
        Some(Enclosed::Lines(std::mem::take(&mut self.view), close))
    }

    /// The URL ends before a title. Returns `None` if it has one piece, which is read without the brackets.
    fn end_before_title(&mut self, title: usize, keeps_line: bool) -> Option<Enclosed> {
        if !keeps_line {
            self.at = self.piece;
        }
        let is_joined = self.breaks + usize::from(keeps_line) > 1;
        if self.is_angle() && is_joined && has_title(self.text, title) { self.end(self.at) } else { None }
    }

    /// A line ends; the text continues at `next`.
    fn end_line(&mut self, next: usize) -> ControlFlow<Option<Enclosed>> {
        let text = self.text;
        if self.closes_at(next) {
            return Break(self.end(next));
        }
        if self.level == Rejoin::Off
            || self.breaks == MAX_BREAKS
            || text::is(text.byte(next), SPACE)
            || text.byte(next) == b'|'
            || NEXT_LINE_IS_URL.holds(text, self.at, next)
        {
            return Break(None);
        }
        if NEXT_LINE_IS_TITLE.holds(self, next) {
            return Break(self.end_before_title(next, true));
        }
        self.take_line(next);
        self.continue_host(next)
    }

    /// Takes the piece up to the end of its line, without a soft break, and without the hyphen of a typesetter.
    fn take_line(&mut self, next: usize) {
        let (text, piece, at) = (self.text, self.piece, self.at);
        self.breaks += 1;
        self.piece = next;
        self.at = next;
        if at == piece {
            return;
        }
        let (begin, next_end) = (line::begin(text, piece), line_end(text, next));
        let (this, next) = (&text.bytes[piece..at], &text.bytes[next..next_end]);
        let kept = without_hyphen(text, (begin, next_end), false, this, next, self.hyphen);
        let kept_piece = &text.bytes[piece..piece + kept];
        let sign = usize::from(kept_piece.ends_with(b"=") && SOFT_BREAK_ENCLOSED.holds(text, begin, at, next_end));
        self.view.copy(text.bytes, piece..piece + kept - sign);
    }

    /// A blank stands inside a line, up to `after`.
    fn end_word(&mut self, after: usize) -> ControlFlow<Option<Enclosed>> {
        let text = self.text;
        let may_break = self.level != Rejoin::Off && self.breaks < MAX_BREAKS;
        if let Some(host) = at_word::before_line_end(text, self.frame, self.at).filter(|_| may_break) {
            self.view.copy(text.bytes, self.piece..self.at);
            self.view.decode(text.bytes, self.at..self.at + 1, b"@");
            (self.piece, self.at, self.breaks) = (host, host, self.breaks + 1);
            return Continue(());
        }
        if !self.is_angle() {
            return Break(None);
        }
        if text.byte(after) == b'>' {
            return Break(self.end(after));
        }
        if may_break && after - self.at <= MAX_AHEAD && BLANK_IN_ANGLE.holds(self, after) {
            self.view.copy(text.bytes, self.piece..self.at);
            (self.piece, self.at, self.breaks) = (after, after, self.breaks + 1);
            return Continue(());
        }
        let has_structure = has_structure(&text.bytes[self.piece..self.at]);
        Break(self.end_before_title(after, has_structure))
    }

    /// Returns `true` if the word at `at` can be nothing but the rest of the URL: it ends at the bracket, the text
    /// before it breaks there, and it has marks that no title has.
    fn is_rest_of_url(&self, at: usize) -> bool {
        let text = self.text;
        let end = text.until(at, MAX_AHEAD, |byte| byte <= b' ' || matches!(byte, b'<' | b'>' | b'"' | b'\''));
        let (url, word) = (&text.bytes[self.piece..self.at], &text.bytes[at..end]);
        if text.byte(end) != b'>'
            || !url.last().is_some_and(|last| b"/.?&=#%-_~+".contains(last))
            || begins_url(text, at)
        {
            return false;
        }
        let before = [&self.view.bytes, url].concat();
        match self.host_of(&before) {
            Some(host) => word.contains(&b'/') && self.joins_host(host, at, Between::Line),
            None => has_structure(word) && trust(&word[..word.len().min(text.run(at, NAME) - at)]) != Trust::Known,
        }
    }

    /// Returns the host that the URL ends in so far.
    fn host_of<'u>(&self, url: &'u [u8]) -> Option<&'u [u8]> {
        let Beginning { start, form, after, .. } = *self.beginning;
        let host = url.get(if form == Form::Address { 0 } else { after - start }..)?;
        if form == Form::Opaque || form == Form::Mail && !host.contains(&b'@') {
            return None;
        }
        let has_tail = memchr::memchr3(b'/', b'?', b'#', host).is_some();
        (!has_tail && !host.is_empty()).then_some(host)
    }

    /// Continues after a break, if the host before it, if any, continues at `next`.
    fn continue_host(&mut self, next: usize) -> ControlFlow<Option<Enclosed>> {
        // A backslash continues the line.
        let is_escape = self.view.bytes.ends_with(b"\\");
        self.view.truncate(self.view.bytes.len() - usize::from(is_escape));
        let between = if self.is_angle() { Between::Brackets } else { Between::Line };
        let is_whole = matches!(self.text.byte(next), b'/' | b'?' | b'#' | b':');
        if is_whole || self.host_of(&self.view.bytes).is_none_or(|host| self.joins_host(host, next, between)) {
            Continue(())
        } else {
            Break(None)
        }
    }

    /// Returns `true` if a host before a break goes on at `next`, and makes none without that.
    fn joins_host(&self, host: &[u8], next: usize, between: Between) -> bool {
        halves(host, self.text.ahead(next, MAX_NAME), between) == Halves::Both
    }

    /// Returns `true` if one word follows up to the delimiter, after a file's name or in a quoted sentence.
    fn is_title(&self, next: usize) -> bool {
        let text = self.text;
        let end = text.until(next, MAX_AHEAD, |byte| !byte.is_ascii_alphabetic());
        let (url, word) = (&text.bytes[self.piece..self.at], &text.bytes[next..end]);
        let is_sentence = || word[0].is_ascii_uppercase() && word[1..].iter().all(u8::is_ascii_lowercase);
        word.len() > 1
            && self.closes_at(end)
            && url.last().is_some_and(u8::is_ascii_alphanumeric)
            && (!self.is_angle() && is_sentence() || ends_in_file(url) && !ends_in_file(&[url, word].concat()))
    }
}

/// Returns `true` if a word has marks that only URLs have: `b/c.html`, `?c=1&d=2`.
fn has_structure(word: &[u8]) -> bool {
    let trimmed = word.strip_suffix(b".").unwrap_or(word);
    let marks = trimmed.iter().filter(|byte| b"/?#=&%".contains(byte)).count();
    let dots = trimmed.iter().filter(|&&byte| byte == b'.').count();
    marks > 0 && marks + dots > 1 && trimmed.iter().any(u8::is_ascii_alphabetic)
}

rows! { Enclosed;
    BLANK_IN_ANGLE "blank-in-angle" (reading: &Reading, word: usize) = reading.is_rest_of_url(word),
        "a blank after a mark, and up to the angle bracket one word with marks that no title has" => "leaves it out",
        "<http://a.example/ b/c.html>" / "<http://a.example/ b/c>";
    NEXT_LINE_IS_URL "next-line-is-url" (text: &Text, at: usize, next: usize) = !text.bytes[..at].ends_with(b"/") && begins_url(text, next),
        "another URL in the next line" => "takes the text for none",
        "\"http://a.example/b\nhttp://c.example/\"" / "\"http://a.example/b\nc\"";
    NEXT_LINE_IS_TITLE "next-line-is-title" (reading: &Reading, next: usize) = reading.is_title(next),
        "a file's name or a sentence's mark, and one word in the next line" => "ends it",
        "<http://a.example/b.html\nSoup>" / "<http://a.example/b\nsoup>";
    SOFT_BREAK_ENCLOSED "soft-break-enclosed" (text: &Text, begin: usize, at: usize, next_end: usize) = is_soft_break(text, begin, at, next_end),
        "a soft break of quoted-printable text" => "leaves its sign out",
        "<http://a.example/b=\nc> =20\nd=20" / "<http://a.example/b\nc>";
}
