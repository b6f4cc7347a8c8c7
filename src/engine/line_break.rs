//! The two lines of a break.

use super::{
    around::{Around, is_soft_break, line_end},
    host::{Trust, trust},
    left::Left,
    line::{self, Ending, Frame, columns},
    scheme::{Form, begins_url},
    text::{self, Text, VISIBLE},
};
use crate::link::Piece;

/// A URL that may continue in the next lines.
pub(super) struct Start<'a> {
    pub(super) left: &'a Left,
    pub(super) start: usize,
    pub(super) form: Form,
    /// Where the URL continues after its scheme.
    pub(super) after: usize,
}

impl Start<'_> {
    /// Returns the URL from its host on; of a mail address without fields from its domain on.
    fn host<'u>(&self, url: &'u [u8]) -> &'u [u8] {
        let rest = &url[(self.after - self.start).min(url.len())..];
        let is_address = self.form == Form::Mail && !rest.contains(&b'?');
        let domain = if is_address { memchr::memrchr(b'@', rest) } else { None };
        &rest[domain.map_or(0, |at| at + 1)..]
    }
}

/// The two lines of a break.
pub(super) struct Lines {
    pub(super) piece: Piece,
    /// The start of the first line, and of its text.
    pub(super) begin: usize,
    text: usize,
    /// The start of the next line, and of its first word; the end of its text.
    next: usize,
    pub(super) token: usize,
    pub(super) next_end: usize,
    pub(super) kept: line::Kept,
    pub(super) is_string: bool,
}

impl Lines {
    /// Reads the lines of the break after `piece`. Returns `None` if no URL can continue in the next line.
    pub(super) fn read(text: &Text, from: &Start, frame: &Frame, piece: Piece) -> Option<Lines> {
        let Ending { next, string } = line::ending(text, frame, piece.end)?;
        if string.is_some_and(|next| !may_go_on(text, piece.end, next, from)) {
            return None;
        }
        let begin = if piece.start == from.start { frame.begin } else { line::begin(text, piece.start) };
        let (token, kept) = string.map_or_else(|| line::inside(text, *frame, next), |at| (at, line::Kept::Same));
        let is_before_host = text.bytes[..piece.end].ends_with(b"/");
        if !text::is(text.byte(token), VISIBLE)
            || begins_url(text, token) && !(is_before_host && text.has(token, b"www."))
        {
            return None;
        }
        let text_begin = if frame.text >= begin { frame.text } else { line::inside(text, *frame, begin).0 };
        let next_end = line_end(text, token);
        Some(Lines { piece, begin, text: text_begin, next, token, next_end, kept, is_string: string.is_some() })
    }

    /// Returns the break. `url` is the URL up to it; `before` is the width of the line of the previous break.
    pub(super) fn of<'a, 't>(
        &'a self,
        text: &'a Text<'t>,
        from: &'a Start<'a>,
        frame: &'a Frame<'t>,
        url: &'a [u8],
        before: usize,
    ) -> Break<'a, 't> {
        let line = &text.bytes[self.token..self.next_end];
        let token_end = line.iter().position(|&byte| byte <= b' ').unwrap_or(line.len());
        let (word, rest) = line.split_at(token_end);
        // Another string or tag may follow without a blank.
        let word =
            word.split(|byte| matches!(byte, b'<' | b'"')).next().filter(|word| !word.is_empty()).unwrap_or(word);
        let is_mark = |byte: &u8| !byte.is_ascii_alphanumeric() && b".,;:!?)]}>\"'".contains(byte);
        let trimmed = word.iter().rposition(|byte| !is_mark(byte)).map_or(0, |last| last + 1);
        let (word, marks) = word.split_at(trimmed.max(1).min(word.len()));
        let rest = if frame.is_cell() { line::up_to_side(rest) } else { rest }.trim_ascii_end();
        let has_tail = from.form == Form::Opaque
            || from.form == Form::Mail && !url.contains(&b'@')
            || from.host(url).iter().any(|byte| matches!(byte, b'/' | b'?' | b'#'));
        let raw = &text.bytes[self.piece.clone()];
        let (width, around) = (0, Around::UNKNOWN);
        Break { text, from, frame, lines: self, url, raw, word, marks, rest, before, has_tail, width, around }
    }
}

/// A break and its context. Anything beyond two words is read from the lines when needed.
pub(super) struct Break<'a, 't> {
    pub(super) text: &'a Text<'t>,
    pub(super) from: &'a Start<'a>,
    pub(super) frame: &'a Frame<'t>,
    pub(super) lines: &'a Lines,
    /// The URL up to the break, and its last piece as written.
    pub(super) url: &'a [u8],
    pub(super) raw: &'a [u8],
    /// The first word of the next line, without punctuation at its end; the punctuation; the rest of the line.
    pub(super) word: &'a [u8],
    pub(super) marks: &'a [u8],
    pub(super) rest: &'a [u8],
    /// The width of the line of the previous break; 0 if there is none.
    pub(super) before: usize,
    pub(super) has_tail: bool,
    /// The width of the line up to the break, and the lines around: computed after the first vetoes.
    pub(super) width: usize,
    pub(super) around: Around,
}

impl Break<'_, '_> {
    /// The line before the URL, without its frame.
    pub(super) fn lead(&self) -> &[u8] {
        &self.text.bytes[self.lines.text.min(self.lines.piece.start)..self.lines.piece.start]
    }

    /// The line after both.
    pub(super) fn below(&self) -> &[u8] {
        let begin = line::after_end(self.text, self.lines.next_end).unwrap_or(self.lines.next_end);
        self.text.bytes[begin..line_end(self.text, begin)].trim_ascii()
    }

    pub(super) fn is_indented_less(&self) -> bool {
        let Lines { begin, text, next, token, .. } = *self.lines;
        let bytes = self.text.bytes;
        columns(&bytes[next.min(token)..token]) < columns(&bytes[begin..text.max(begin)])
    }

    /// The columns left in the table cell, box or padded line.
    pub(super) fn room(&self) -> Option<usize> {
        let Lines { next, next_end, .. } = *self.lines;
        let end = self.lines.piece.end;
        let blanks = line::skip_blanks(self.text, end) - end;
        let line = &self.text.bytes[next.min(next_end)..next_end];
        let is_padded = (blanks > 0 || line.ends_with(b" ")) && self.width + blanks == columns(line);
        let is_closed = self.frame.is_cell() && line::has_side(self.text, end + blanks);
        (is_closed || is_padded).then(|| blanks.saturating_sub(1))
    }

    /// A blank alone stands before the next line, as between two words that a program cut apart.
    pub(super) fn is_next_word(&self) -> bool {
        let Lines { begin, text, next, token, .. } = *self.lines;
        token == next + 1 && self.text.byte(next) == b' ' && text == begin
    }

    pub(super) fn next_width(&self) -> usize {
        let Lines { next, next_end, .. } = *self.lines;
        columns(self.text.bytes[next..next_end.max(next)].trim_ascii_end())
    }

    /// No line near is wider; in a cell, the next word did not fit.
    pub(super) fn is_widest(&self) -> bool {
        match self.room() {
            Some(room) => room < self.word.len(),
            None => self.around.widest.max(self.next_width()) <= self.width,
        }
    }

    /// The other cells of the next line have text, too, so it is another row of the table.
    pub(super) fn is_next_row(&self) -> bool {
        let Lines { next, next_end, token, .. } = *self.lines;
        self.frame.is_cell() && line::has_other_cells(self.text, next, token, next_end)
    }

    /// The line is added by a patch, and the next line was there before.
    pub(super) fn is_next_in_patch(&self) -> bool {
        let Lines { begin, next, .. } = *self.lines;
        self.text.byte(begin) == b'+' && self.lines.kept == line::Kept::Lost && self.text.byte(next) == b' '
    }

    /// The next line counts the changes of a file in a patch.
    pub(super) fn is_next_in_diffstat(&self) -> bool {
        let count = self.rest.trim_ascii_start().strip_prefix(b"|").map(<[u8]>::trim_ascii_start);
        count.is_some_and(|count| count.starts_with(b"Bin ") || count.first().is_some_and(u8::is_ascii_digit))
            && !self.frame.is_cell()
    }

    /// Both lines begin with the same word, except for its digits.
    pub(super) fn is_next_record(&self) -> bool {
        let first = self.lead().split(|&byte| byte == b' ').next().unwrap_or_default();
        let is_alike = |(a, b): (&u8, &u8)| a == b || a.is_ascii_digit() && b.is_ascii_digit();
        first.len() == self.word.len()
            && first.iter().zip(self.word).all(is_alike)
            && first.iter().any(u8::is_ascii_alphanumeric)
    }

    /// The URL ends a comment after code, and the next line is not a comment.
    pub(super) fn ends_comment(&self) -> bool {
        let lead = self.lead().trim_ascii_end();
        let code = lead.strip_suffix(b"//").or_else(|| lead.strip_suffix(b"#")).unwrap_or_default();
        code.len() > 1 && code.ends_with(b" ")
    }

    /// The next line begins with the same bullet as this one. The stars of a comment are in odd columns.
    pub(super) fn is_next_bullet(&self) -> bool {
        let Lines { begin, text, token, .. } = *self.lines;
        let star = |text: &[u8]| text.trim_ascii_end().ends_with(b"*").then(|| text.trim_ascii_end().len() - 1);
        let marks = &self.text.bytes[begin..text.max(begin)];
        star(marks).is_some_and(|at| columns(&marks[..at]).is_multiple_of(2))
            && star(&self.text.bytes[text.max(begin)..token]).is_some()
    }

    /// It is a soft break of quoted-printable text.
    pub(super) fn is_soft(&self) -> bool {
        self.raw.ends_with(b"=")
            && is_soft_break(self.text, self.lines.begin, self.lines.piece.end, self.lines.next_end)
    }

    /// The line is quoted mail, or was broken off a quoted line above.
    pub(super) fn is_quoted(&self) -> bool {
        let begin = self.lines.begin;
        self.frame.is_quotation()
            || self.below().starts_with(b">") && begin > 0 && self.text.byte(line::begin(self.text, begin - 1)) == b'>'
    }

    /// It is a host name without a scheme.
    pub(super) fn is_name(&self) -> bool {
        self.from.form == Form::Host
    }

    /// The host up to the break, with its port, and without a typesetter's hyphen.
    fn host(&self) -> &[u8] {
        let host = self.from.host(self.url).rsplit(|&byte| byte == b'@').next().unwrap_or_default();
        let typeset = ["\u{AD}", "\u{2010}"].iter().find_map(|hyphen| host.strip_suffix(hyphen.as_bytes()));
        typeset.unwrap_or(host)
    }

    pub(super) fn has_port(&self) -> bool {
        !self.host().starts_with(b"[") && self.host().contains(&b':')
    }

    /// The next line begins with a known host.
    pub(super) fn is_before_host(&self) -> bool {
        let next = self.word.iter().position(|&byte| !text::is(byte, text::NAME)).unwrap_or(self.word.len());
        self.word.first().is_some_and(u8::is_ascii_alphanumeric) && trust(&self.word[..next]) == Trust::Known
    }

    /// The URL ends in its host, which may be incomplete.
    pub(super) fn is_in_host(&self) -> bool {
        let goes_on = self.host().ends_with(b".") && self.lines.is_string && self.word[0].is_ascii_lowercase();
        let is_part = self.host().ends_with(b"-") || goes_on || trust(self.host()) != Trust::Known;
        !self.has_tail && !self.has_port() && is_part
    }
}

/// Returns `true` if the URL may continue in the next string literal. A URL that fills its literal may be an item of a
/// list.
fn may_go_on(text: &Text, end: usize, next: usize, from: &Start) -> bool {
    from.form == Form::Hierarchical
        && (from.left.mark != char::from(text.byte(end))
            || text.bytes[..from.start - 1].ends_with(b"\\")
            || matches!(text.byte_before(end), b'/' | b'-' | b'=' | b'&')
            || matches!(text.byte(next), b'/' | b'?' | b'#' | b'&')
            || text.byte(next) == b'%' && text.ahead(next + 1, 2).iter().all(u8::is_ascii_hexdigit))
}
