//! The two lines of a break.

use std::cell::OnceCell;

use super::{
    around::{Around, is_soft_break, line_end, without_hyphen},
    frame::{self, Ending, Frame},
    front,
    host::{Trust, trust},
    left::Left,
    line::{self, columns},
    scheme::{Beginning, Form, begins_url},
    text::{self, LABEL, Text, VISIBLE},
};
use crate::{config::Hyphen, link::Piece};

/// How many bytes after a piece are read with it, for lookahead.
const BEHIND: usize = 64;

/// The breaks before one.
#[derive(Clone, Copy, Default)]
pub(super) struct Earlier {
    /// The width of the line of the last one; 0 if there is none.
    pub(super) width: usize,
    /// The width of the line of the last one inside a word, where a program cut the text; or 0.
    pub(super) cut: usize,
    /// One left room in its cell, so words aren't cut at its column.
    left_room: bool,
}

/// The two lines of a break inside a URL, and their context.
pub(super) struct Break<'a, 't> {
    pub(super) text: &'a Text<'t>,
    pub(super) left: &'a Left,
    pub(super) from: &'a Beginning,
    pub(super) frame: &'a Frame<'t>,
    /// The URL up to the break, and its last piece as written.
    pub(super) url: &'a [u8],
    pub(super) raw: &'a [u8],
    /// The start of the first line, and of its text; the start and the end of its piece.
    pub(super) begin: usize,
    words: usize,
    piece: usize,
    end: usize,
    /// The end of the first line, and the start of the next.
    pub(super) ending: Ending,
    /// The end of the next line, and of its text before the right side of a cell.
    pub(super) next_end: usize,
    text_end: usize,
    /// A program marked the break.
    pub(super) is_wrapped: bool,
    /// The first word of the next line, without punctuation at its end; the punctuation; the rest of the line.
    pub(super) word: &'a [u8],
    pub(super) marks: &'a [u8],
    pub(super) rest: &'a [u8],
    pub(super) before: Earlier,
    pub(super) has_tail: bool,
    /// The width of the line up to the break.
    pub(super) width: usize,
    around: OnceCell<Around>,
}

impl<'a, 't> Break<'a, 't> {
    /// Reads the break after `piece`. `url` is the URL up to there.
    /// Returns `None` if no URL can continue in the next line.
    pub(super) fn read(
        text: &'a Text<'t>,
        left: &'a Left,
        from: &'a Beginning,
        frame: &'a Frame<'t>,
        url: &'a [u8],
        Piece { start: piece, end: stop }: Piece,
        before: Earlier,
    ) -> Option<Break<'a, 't>> {
        // An apostrophe may be part of a URL, or close a string.
        let end = stop - usize::from(text.byte_before(stop) == b'\'' && frame::string(text, stop - 1).is_some());
        let ending = frame::ending(text, frame, end)?;
        let begin = if piece == from.start { frame.begin } else { line::begin(text, piece) };
        let wrap = frame::wrap(text, frame, begin, end, &ending);
        let (end, at) = wrap.unwrap_or((end, ending.at));
        let ending = Ending { at, ..ending };
        if !may_go_on(text, end, at) || ending.is_string && !string_may_go_on(text, end, at, left, from, piece) {
            return None;
        }
        let next_end = line_end(text, at);
        let below = &text.bytes[ending.next.min(next_end)..next_end];
        let before_side = |side: usize| ending.next + line::before_column(below, side).trim_ascii_end().len();
        let text_end = ending.side.map_or(next_end, before_side);
        let (word, marks, rest) = words(text.bytes.get(at..text_end)?)?;
        let url = &url[..url.len() - (stop - end)];
        Some(Break {
            text,
            left,
            from,
            frame,
            url,
            raw: &text.bytes[piece..end],
            begin,
            words: if frame.text >= begin { frame.text } else { frame::inside(text, *frame, begin).0 },
            piece,
            end,
            ending,
            next_end,
            text_end,
            is_wrapped: wrap.is_some(),
            word,
            marks,
            rest,
            before,
            has_tail: has_tail(from, url),
            width: columns(&text.bytes[begin..end]),
            around: OnceCell::new(),
        })
    }

    /// Returns the part of the next line that may continue the URL, and how many bytes after it are read with it. A side
    /// may stand right after the text of a cell; what a host goes on with is none.
    pub(super) fn next_piece(&self) -> (Piece, usize) {
        let at = self.ending.at;
        let (run_end, side) = (self.text.run(at, VISIBLE), self.text_end.max(at));
        let is_side = side < run_end && !b":@.-_".contains(&self.text.byte(side));
        let end = if is_side { side } else { run_end };
        let is_apart = end < self.text_end || self.text.byte(end) <= b' ';
        (at..end, if is_apart { BEHIND } else { 0 })
    }

    /// Returns the length of the piece before the break, without a sign or a hyphen of the break.
    pub(super) fn kept(&self, hyphen: Hyphen) -> usize {
        if self.is_soft() {
            return self.raw.len() - 1;
        }
        without_hyphen(self.text, (self.begin, self.next_end), self.frame.is_cell(), self.raw, self.word, hyphen)
    }

    /// The lines around, which are read when they are needed.
    pub(super) fn around(&self) -> &Around {
        self.around.get_or_init(|| {
            let left = &self.text.bytes[self.ending.next.min(self.ending.at)..self.ending.at];
            Around::read(self.text, self.begin, self.next_end, self.width, left, self.ending.side)
        })
    }

    /// All lines are cut at the column of the break. The line above may show at once that it is wider.
    pub(super) fn is_cut_everywhere(&self) -> bool {
        let end = self.begin.saturating_sub(1);
        let above = || columns(self.text.bytes[line::begin(self.text, end)..end].trim_ascii_end());
        self.has_tail
            && self.indent() != 1
            && (self.ending.side.is_some() || above() <= self.width)
            && self.around().is_cut_everywhere
    }

    /// The line before the URL, without its frame.
    pub(super) fn lead(&self) -> &[u8] {
        &self.text.bytes[self.words.min(self.piece)..self.piece]
    }

    /// The line after both begins with a quotation mark of mail.
    pub(super) fn is_below_quoted(&self) -> bool {
        let below = line::after_end(self.text, self.next_end);
        below.is_some_and(|below| self.text.byte(line::skip_blanks(self.text, below)) == b'>')
    }

    /// By how many columns the next line is indented more. One more blank was cut there between words.
    pub(super) fn indent(&self) -> isize {
        let bytes = self.text.bytes;
        let first = columns(&bytes[self.begin..self.words.max(self.begin)]);
        columns(&bytes[self.ending.next.min(self.ending.at)..self.ending.at]) as isize - first as isize
    }

    /// The columns left in the table cell, box or padded line.
    pub(super) fn room(&self) -> Option<usize> {
        let blanks = line::skip_blanks(self.text, self.end) - self.end;
        let line = self.next_line();
        let is_padded = (blanks > 0 || line.ends_with(b" ")) && self.width + blanks == columns(line);
        (self.ending.side.is_some() || is_padded).then(|| blanks.saturating_sub(1))
    }

    fn next_line(&self) -> &[u8] {
        &self.text.bytes[self.ending.next.min(self.next_end)..self.next_end]
    }

    pub(super) fn next_width(&self) -> usize {
        columns(self.next_line().trim_ascii_end())
    }

    /// No line near is wider; in a cell, the next word did not fit.
    pub(super) fn is_widest(&self) -> bool {
        match self.room() {
            Some(room) => room < self.word.len(),
            None => self.around().widest.max(self.next_width()) <= self.width,
        }
    }

    /// The URL fills the rest of its cell, which its text doesn't begin with.
    pub(super) fn fills_cell(&self) -> bool {
        self.ending.side.is_some()
            && self.room() == Some(0)
            && self.before.width == 0
            && self.piece > self.words
            && self.indent() != 1
    }

    /// Returns the breaks before the next one.
    pub(super) fn earlier(&self) -> Earlier {
        let left_room = self.ending.side.is_some() && self.room().is_some_and(|room| room > 0);
        let is_cut = self.last().is_ascii_alphanumeric() && !b"/?&#.".contains(&self.first());
        let cut = if is_cut { self.width } else { self.before.cut };
        Earlier { width: self.width, cut, left_room: self.before.left_room || left_room }
    }

    /// A plain word next begins there: the break before left room in its cell, or the word is indented in its cell.
    pub(super) fn begins_word(&self) -> bool {
        self.before.left_room || self.ending.side.is_some() && self.frame.is_cell() && self.indent() > 0
    }

    /// A number stands before each line but the next.
    pub(super) fn is_below_number(&self) -> bool {
        self.has_tail
            && self.ending.at == self.ending.next
            && self.text.byte(self.end) < b' '
            && front::is_missing(self.text, self.frame.begin, self.ending.next, self.from.start)
            && self.is_widest()
    }

    /// Both lines begin with the same word, except for its digits.
    pub(super) fn is_next_record(&self) -> bool {
        let first = self.lead().split(|&byte| byte == b' ').next().unwrap_or_default();
        let next = &self.text.bytes[self.ending.at..self.text_end];
        let (word, rest) = next.split_at(first.len().min(next.len()));
        !first.is_empty() && front::are_alike(first, word) && rest.first().is_none_or(|&byte| byte <= b' ')
    }

    /// The next line begins with the same bullet as this one. The stars of a comment are in odd columns.
    pub(super) fn is_next_bullet(&self) -> bool {
        let star = |text: &[u8]| text.trim_ascii_end().strip_suffix(b"*").map(columns);
        let words = self.words.max(self.begin);
        self.ending.side.is_none()
            && star(&self.text.bytes[self.begin..words]).is_some_and(|column| column.is_multiple_of(2))
            && star(&self.text.bytes[words..self.ending.at]).is_some()
    }

    /// It is a soft break of quoted-printable text.
    pub(super) fn is_soft(&self) -> bool {
        self.raw.ends_with(b"=") && self.indent() <= 0 && is_soft_break(self.text, self.begin, self.end, self.next_end)
    }

    /// The line is quoted mail, or was broken off a quoted line above.
    pub(super) fn is_quoted(&self) -> bool {
        let is_above = || self.begin > 0 && self.text.byte(line::begin(self.text, self.begin - 1)) == b'>';
        self.frame.is_quotation() || self.is_below_quoted() && is_above()
    }

    /// The host up to the break, with its port, and without a typesetter's hyphen or a soft break.
    fn host(&self) -> &[u8] {
        let host = host(self.from, self.url).rsplit(|&byte| byte == b'@').next().unwrap_or_default();
        let typeset = ["\u{AD}", "\u{2010}", "="].iter().find_map(|hyphen| host.strip_suffix(hyphen.as_bytes()));
        typeset.unwrap_or(host)
    }

    pub(super) fn has_port(&self) -> bool {
        let host = self.host();
        !host.starts_with(b"[") && host.contains(&b':')
    }

    /// The URL ends in its host, which may be incomplete.
    pub(super) fn is_in_host(&self) -> bool {
        if self.has_tail || self.has_port() {
            return false;
        }
        let host = self.host();
        let goes_on = host.ends_with(b".") && self.ending.is_string && self.word[0].is_ascii_lowercase();
        host.ends_with(b"-") || goes_on || trust(host) != Trust::Known
    }
}

/// Returns the URL from its host on; of a mail address without fields from its domain on.
fn host<'u>(from: &Beginning, url: &'u [u8]) -> &'u [u8] {
    let rest = &url[(from.after - from.start).min(url.len())..];
    let is_address = from.form == Form::Mail && !rest.contains(&b'?');
    let domain = if is_address { memchr::memrchr(b'@', rest) } else { None };
    &rest[domain.map_or(0, |at| at + 1)..]
}

/// Returns `true` if a URL goes on behind its host, or has none.
fn has_tail(from: &Beginning, url: &[u8]) -> bool {
    from.form == Form::Opaque
        || from.form == Form::Mail && !url.contains(&b'@')
        || host(from, url).iter().any(|byte| matches!(byte, b'/' | b'?' | b'#'))
}

/// Returns the first word of a line, without the punctuation at its end; the punctuation; the rest of the line.
fn words(line: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let line = if let [_, .., b'\\'] = line { &line[..line.len() - 1] } else { line };
    let (word, rest) = line.split_at(line.iter().position(|&byte| byte <= b' ').unwrap_or(line.len()));
    // Another string or tag may follow without a blank.
    let other = word.iter().position(|byte| matches!(byte, b'<' | b'"')).filter(|&at| at > 0);
    let word = &word[..other.unwrap_or(word.len())];
    let is_mark = |byte: &u8| b".,;:!?)]}>\"'".contains(byte);
    let trimmed = word.iter().rposition(|byte| !is_mark(byte)).map_or(1, |last| last + 1);
    let (word, marks) = word.split_at_checked(trimmed)?;
    Some((word, marks, rest.trim_ascii_end()))
}

/// Returns `true` if the URL up to `end` may continue in the text at `next`: it is no other URL.
fn may_go_on(text: &Text, end: usize, next: usize) -> bool {
    let is_host = || text.byte_before(end) == b'/' && text.has(next, b"www.");
    text::is(text.byte(next), VISIBLE) && (!begins_url(text, next + usize::from(text.byte(next) == b'%')) || is_host())
}

/// Returns `true` if the URL may continue in the next string literal. A URL that fills its literal may be an item of a
/// list, unless an operator puts both together.
fn string_may_go_on(text: &Text, end: usize, next: usize, left: &Left, from: &Beginning, piece: usize) -> bool {
    let (after, between) = (line::skip_blanks(text, end + 1), text.bytes.get(end + 1..next - 1).unwrap_or_default());
    let is_part = b"/-=&.?%_+#".contains(&text.byte_before(end))
        || matches!(text.ahead(next, 2), [b'/' | b'?' | b'#' | b'&', ..] | [b':', b'0'..=b'9'])
        || text.byte(next) == b'%' && text.ahead(next + 1, 2).iter().all(u8::is_ascii_hexdigit);
    from.form == Form::Hierarchical
        && (left.mark != char::from(text.byte(end))
            || text.bytes[..from.start - 1].ends_with(b"\\")
            || piece > from.start && text.byte(next) != b'%'
            || frame::OPERATORS.iter().any(|sign| text.has(after, sign) || between.trim_ascii_end().ends_with(sign))
            || is_part && !is_argument(text, from.start - 1, text.byte(after) == b'\\'))
}

/// How far before a string the beginning of its list may be.
const MAX_LIST: usize = 256;

/// Returns `true` if the string that opens at `open` is an argument of a command or an item of a list without commas,
/// behind others: after words of a shell, a line such as `set(NAME`, `name=(` or `'(`.
fn is_argument(text: &Text, open: usize, is_continued: bool) -> bool {
    text.worked(MAX_LIST);
    let (mut lead, mark) = (&text.bytes[open.saturating_sub(MAX_LIST)..open], [text.byte(open)]);
    let words = loop {
        let words = lead.trim_ascii_end();
        let words = words.strip_suffix(b"\\").unwrap_or(words).trim_ascii_end();
        let string = words.strip_suffix(&mark).and_then(|front| memchr::memrchr(mark[0], front));
        lead = string.map_or(lead, |string| &words[..string]);
        if string.is_none() {
            break words;
        }
    };
    let line = &words[memchr::memrchr(b'\n', words).map_or(0, |end| end + 1)..];
    let is_word = words.last().is_some_and(u8::is_ascii_alphanumeric) && !line.starts_with(b"#");
    is_word && (is_continued || line.contains(&b'(') && lead[words.len()..].contains(&b'\n'))
        || is_continued && lead.ends_with(b"=")
        || words.ends_with(b"'(")
        || words.ends_with(b"=(") && !line.contains(&b' ')
}

/// Returns `true` if the first bytes of the line after `stop` show that the URL from `start` on doesn't continue there.
pub(super) fn begins_other(text: &Text, start: usize, stop: usize) -> bool {
    let Some(token) = line::next_word(text, stop) else { return false };
    let (first, second) = (text.byte(token), text.byte(token + 1));
    match first {
        0..=b' ' => true,
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => {
            let end = text.run(token, LABEL);
            let is_label = text.byte(end) == b':' && text.byte(end + 1) <= b' ';
            let is_host = text.byte_before(stop) == b'/' && text.has(token, b"www.");
            is_label || begins_url(text, token) && !is_host
        }
        b'-' if second != b'-' => second <= b' ',
        b'+' if second > b' ' => false,
        b'#' => second == b'+',
        0xC2 | 0xE2 if frame::is_wrap_mark(text, token) => false,
        // The frame of the line may begin so, too.
        _ if first >= 0x80 || b"-+<>\"\\`{}|^()[],;!*'".contains(&first) => !frame::may_repeat(text, start, token),
        _ => false,
    }
}
