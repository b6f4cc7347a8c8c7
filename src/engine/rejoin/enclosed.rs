//! A URL between delimiters: read to what closes it, with the white space that its breaks left in it taken out.

use std::cell::OnceCell;

use super::{closing::Closing, line_start::LineStart, page, pieces::Gathered, prose, soft_break};
use crate::{
    config::Rejoin,
    engine::{
        scan::schemes,
        window::{Ahead, Cut, Steps},
    },
    link::Pieces,
    text::{
        byte_table::byte_table,
        characters::{is_apostrophe, is_written_without_spaces},
        utf8::{Char, char_before},
    },
};

/// How many apostrophes a quoted URL may hold before its opening mark is taken for one of them: this bounds how often
/// the same text is read.
const MAX_APOSTROPHES: usize = 4;

/// How much behind a blank is looked at for the end of the brackets.
const MAX_REST: usize = 256;

/// How many breaks of a URL are not far: most have no more, and to read on to the next line costs little.
const NEAR: usize = 1;

/// What it costs to go on in the next line, in bytes that are read in the same time.
const LINE: usize = 128;

/// What stands behind a delimiter that opens.
pub(crate) enum Enclosure {
    /// What is delimited, up to what closes it. Hyphens in front of breaks are still in it.
    Closed(Pieces),
    /// Nothing: at a blank line, a second opening bracket, or further away than a URL may reach; what stands here is read as if nothing had been
    /// opened.
    Unopened,
    /// More than may be read, and nobody knows; with the end of the first line, if that is in the URL.
    TooFar { first_break: Option<usize> },
}

/// How much may be read further ahead than to the next line. Behind what opens, the next that opens ends what is read, but for one that is passed
/// over in a comment's mark at the start of a line, or between pages: a text that has one in each line would be read from each of them to its end.
#[derive(Debug, Default)]
pub(crate) struct Far {
    left: u64,
    spent: Steps,
}

impl Far {
    /// As much as it costs to read so many bytes, or a line for each [`LINE`] of them.
    pub(crate) fn of(left: u64) -> Far {
        Far { left, spent: Steps::default() }
    }

    /// What of it was read.
    pub(crate) fn spent(&self) -> u64 {
        self.spent.count()
    }
}

/// Reads from `start` to the closing delimiter.
pub(crate) fn read(ahead: &Ahead, start: usize, closing: Closing, level: Rejoin, far: &Far) -> Result<Enclosure, Cut> {
    let mut enclosed = Enclosed::new(ahead, start, closing, level);
    let found = enclosed.read(far.left.saturating_sub(far.spent()));
    ahead.worked(enclosed.at - start);
    if enclosed.breaks > NEAR {
        far.spent.add(enclosed.cost());
    }
    match found {
        Err(Cut::Limit) => Ok(Enclosure::Unopened),
        found => found,
    }
}

/// What is read of a delimited URL so far.
struct Enclosed<'a, 'w, 'c> {
    ahead: &'a Ahead<'w, 'c>,
    closing: Closing,
    level: Rejoin,
    start: usize,
    at: usize,
    /// Where the piece begins that is being read, and those before it.
    piece: usize,
    pieces: Gathered,
    /// How many breaks were come to, and where the first stands, if that is in the URL.
    breaks: usize,
    first_break: Option<usize>,
    /// How many pieces stand before this line, and how many of them and of its own can't be a title.
    before_line: usize,
    proven: usize,
    /// Whether the URL is over, and what follows up to the bracket is its title: `<http://a.example Some Title>`.
    is_in_title: bool,
    apostrophes: usize,
    /// The one that closes it, if one does.
    apostrophe: Option<&'static [u8]>,
    /// The `=` at the end of a query's line is its own.
    has_query: bool,
    /// Most that is delimited stands on one line.
    line_start: OnceCell<LineStart<'w>>,
}

/// What a character does to a delimited URL.
enum Mark {
    /// It is part of it.
    Inside,
    /// It closes it.
    Closes,
    /// It shows that nothing was opened.
    Spoils,
    /// It is white space.
    Space,
}

impl<'a, 'w, 'c> Enclosed<'a, 'w, 'c> {
    fn new(ahead: &'a Ahead<'w, 'c>, start: usize, closing: Closing, level: Rejoin) -> Enclosed<'a, 'w, 'c> {
        Enclosed {
            ahead,
            closing,
            level,
            start,
            at: start,
            piece: start,
            pieces: Gathered::default(),
            breaks: 0,
            first_break: None,
            before_line: 0,
            proven: 1,
            is_in_title: false,
            apostrophes: 0,
            apostrophe: closing.apostrophe(),
            has_query: false,
            line_start: OnceCell::new(),
        }
    }

    /// Reads on to what closes it, as long as it costs no more than `most` to go on behind what is near.
    fn read(&mut self, most: u64) -> Result<Enclosure, Cut> {
        loop {
            if !self.pass_inner() {
                return Ok(Enclosure::Unopened);
            }
            let Char::Valid(c, length) = self.ahead.char(self.at)? else { return Ok(Enclosure::Unopened) };
            match self.mark(c, length)? {
                Mark::Inside => {
                    self.has_query |= c == '?';
                    self.at += length;
                }
                Mark::Closes => {
                    if !self.is_in_title {
                        self.pieces.push(self.piece..self.at);
                    }
                    return Ok(self.pieces.finish().map_or(Enclosure::Unopened, Enclosure::Closed));
                }
                Mark::Spoils => return Ok(Enclosure::Unopened),
                Mark::Space => {
                    let Some(space) = self.space()? else { return Ok(Enclosure::Unopened) };
                    if space.lines > 0 {
                        self.pass_break();
                        if self.breaks > NEAR && self.cost() as u64 > most {
                            return Ok(Enclosure::TooFar { first_break: self.first_break });
                        }
                    }
                    if !self.is_in_title && !self.end_piece(&space)? {
                        return Ok(Enclosure::Unopened);
                    }
                    self.at = space.end;
                }
            }
        }
    }

    /// Counts a break, and keeps the first.
    fn pass_break(&mut self) {
        if self.breaks == 0 && !self.is_in_title {
            self.first_break = Some(self.at);
        }
        self.breaks += 1;
    }

    /// What it took to read so far.
    fn cost(&self) -> usize {
        LINE * self.breaks + self.at - self.start
    }

    /// What the character at the place where it is read does.
    fn mark(&mut self, c: char, length: usize) -> Result<Mark, Cut> {
        if self.closing.closes_with(c) {
            let is_in_word = is_apostrophe(c) && goes_on_word(self.ahead.char(self.at + length)?);
            if !is_in_word {
                return Ok(Mark::Closes);
            }
            return Ok(if self.is_over_apostrophe() { Mark::Spoils } else { Mark::Inside });
        }
        Ok(match c {
            c if c.is_whitespace() => Mark::Space,
            c if self.closing.is_opened_again_by(c) || c.is_control() => Mark::Spoils,
            // Quotation marks hold a list as well; a query's values have commas of their own.
            ',' | ';'
                if self.closing.may_hold_prose()
                    && !self.has_query
                    && schemes::begins_url(self.ahead, self.at + 1)? =>
            {
                Mark::Spoils
            }
            _ => Mark::Inside,
        })
    }

    /// Goes on behind the bytes that are only ever a part of what is delimited, and the apostrophes in its words; false where those
    /// show that nothing was opened.
    fn pass_inner(&mut self) -> bool {
        let bytes = self.ahead.bytes;
        let mut at = self.at;
        while let Some(&byte) = bytes.get(at) {
            if IS_INNER[usize::from(byte)] {
                at += 1;
                continue;
            }
            self.at = at;
            let Some(length) = self.apostrophe_in_word(&bytes[at..]) else { return true };
            if self.is_over_apostrophe() {
                return false;
            }
            at += length;
        }
        self.at = at;
        true
    }

    /// The length of the apostrophe that `text` begins with, if it would close what is delimited and an ASCII word goes on behind it.
    fn apostrophe_in_word(&self, text: &[u8]) -> Option<usize> {
        let apostrophe = self.apostrophe?;
        let behind = text.strip_prefix(apostrophe)?.first()?;
        behind.is_ascii_alphanumeric().then_some(apostrophe.len())
    }

    /// Counts an apostrophe in a word, and says whether it shows that nothing was opened: at the start of a line it opens the next
    /// quotation.
    fn is_over_apostrophe(&mut self) -> bool {
        self.apostrophes += 1;
        self.at == self.piece || self.apostrophes > MAX_APOSTROPHES
    }

    /// The white space that begins where it is read; none where no URL goes on behind it.
    fn space(&self) -> Result<Option<Space>, Cut> {
        let mut space = self.space_end()?;
        if space.lines > 1
            && let Some(end) = page_end(self.ahead, self.at)?
        {
            space = Space { end, lines: 1 };
        }
        let is_over = space.lines > 1 || self.level == Rejoin::Off && !self.is_in_title;
        Ok((!is_over).then_some(space))
    }

    /// The run of white space, the marks at the start of the next line included.
    fn space_end(&self) -> Result<Space, Cut> {
        let ahead = self.ahead;
        let mut space = Space { end: self.at, lines: 0 };
        loop {
            match ahead.char(space.end)? {
                Char::Valid(c @ ('\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}'), length) => {
                    let is_pair = c == '\r' && ahead.get(space.end + 1)? == Some(b'\n');
                    space.end += if is_pair { 2 } else { length };
                    space.lines += 1;
                    if space.lines == 1 {
                        let line_start = self.line_start.get_or_init(|| LineStart::of(ahead, self.start));
                        space.end = line_start.skip(ahead, space.end)?;
                    }
                }
                Char::Valid(c, length) if c.is_whitespace() => space.end += length,
                _ => return Ok(space),
            }
        }
    }

    /// Ends the piece at the white space, and begins the next behind it or a title. False where what is delimited is no URL.
    fn end_piece(&mut self, space: &Space) -> Result<bool, Cut> {
        let ahead = self.ahead;
        let has_title = self.closing.ignores_blanks();
        let is_closing =
            has_title && matches!(ahead.char(space.end)?, Char::Valid(c, _) if self.closing.closes_with(c));
        if space.lines == 0 && !is_closing {
            if !has_title {
                return Ok(false);
            }
            self.is_in_title = !is_rest(ahead, &ahead.bytes[self.piece..self.at], space.end)?;
        }
        let is_break = space.lines > 0 && !is_closing && !self.is_in_title;
        if is_break && (ends_literal(&ahead.bytes[self.start..self.at]) || self.ends_item(space.end)?) {
            return Ok(false);
        }
        if is_break && prose::follows(ahead, &ahead.bytes[self.start..self.at], space.end, self.closing)? {
            if !has_title {
                return Ok(false);
            }
            self.is_in_title = true;
            self.before_line = self.pieces.len() + 1;
        }
        let may_be_encoded = || !self.has_query || soft_break::has_escaped_equals(&ahead.bytes[self.piece..self.at]);
        let is_encoded = is_break && may_be_encoded() && soft_break::ends_soft(ahead, self.at)?;
        self.pieces.push(self.piece..self.at - usize::from(is_encoded));
        self.piece = space.end;
        if self.is_in_title {
            // One space that is none of a URL's makes prose of the line's others, and of all of a later line.
            self.pieces.truncate(self.proven.max(self.before_line));
            self.pieces.trim_sentence(ahead.bytes);
        } else if space.lines > 0 {
            self.before_line = self.pieces.len();
            self.proven = self.before_line;
        }
        if space.lines > 0 && prose::is_signature(ahead, space.end)? {
            return Ok(false);
        }
        Ok(self.is_in_title || is_closing || !self.begins_another(space)?)
    }

    /// Whether a semicolon at the end of the line parts a list between quotation marks, `"http://a.example/x.bib;` with `y.bib"` below. A query has
    /// such marks of its own, and `;session=1` is a parameter.
    fn ends_item(&self, next: usize) -> Result<bool, Cut> {
        let bytes = self.ahead.bytes;
        if !self.closing.may_hold_prose() || self.has_query || bytes[self.at - 1] != b';' {
            return Ok(false);
        }
        let segment = bytes[self.piece..self.at].rsplit(|&byte| byte == b'/').next().unwrap_or_default();
        let is_set_apart = matches!(self.ahead.char_before(self.start), Char::Valid('⟨', _));
        Ok(!segment.contains(&b'=') && !is_set_apart && !prose::is_parameter(self.ahead, next)?)
    }

    /// Whether another URL begins behind the white space: two between the marks are not one. But brackets hold the URL of an
    /// archive, which has another inside, and a host may stand behind the break after `http://`.
    fn begins_another(&self, space: &Space) -> Result<bool, Cut> {
        let is_after_slash = self.ahead.char_before(self.at) == Char::Valid('/', 1);
        let is_one = is_after_slash
            && (self.closing.ignores_blanks() && space.lines > 0
                || self.ahead.some(space.end, 4)?.eq_ignore_ascii_case(b"www."));
        Ok(!is_one && schemes::begins_url(self.ahead, space.end)?)
    }
}

/// Whether a string of a program ends here, and what goes on in the next line is another one, or a statement.
fn ends_literal(text: &[u8]) -> bool {
    let end = text.iter().rposition(|byte| !b")+,;\\".contains(byte));
    end.is_some_and(|end| matches!(text[end], b'\'' | b'"' | b'`'))
}

/// A run of white space: where it ends, and how many lines end in it.
struct Space {
    end: usize,
    lines: usize,
}

/// Whether what stands behind a blank in brackets can be nothing but the rest of the URL: it goes up to the closing bracket
/// without another blank, and has what a title has not, be it that the URL, which `piece` ends, does not look whole.
fn is_rest(ahead: &Ahead, piece: &[u8], at: usize) -> Result<bool, Cut> {
    let rest = ahead.up_to(at, MAX_REST)?;
    let end = rest.iter().position(|&byte| byte == b'>' || byte <= b' ' || byte == b'"' || byte == b'\'');
    let Some(rest) = end.filter(|&end| rest[end] == b'>').map(|end| &rest[..end]) else { return Ok(false) };
    let has_mark = |text: &[u8]| text.iter().any(|byte| b"/?#=%".contains(byte));
    // The number of an issue, once more as its label.
    let is_label = rest.strip_prefix(b"#").is_some_and(|number| !number.is_empty() && piece.ends_with(number));
    let is_cut = joins(char_before(piece, piece.len()));
    Ok(!is_label && (has_mark(&rest[..rest.len().min(1)]) || is_cut && has_mark(rest)))
}

/// The bytes that are only ever a part of what is delimited: they are read without a look at what they may mean.
const IS_INNER: [bool; 256] = byte_table!(|byte| {
    let is_mark = matches!(byte, b'-' | b'.' | b'_' | b'~' | b'/' | b':' | b'@' | b'%' | b'&' | b'=' | b'+');
    byte.is_ascii_alphanumeric() || is_mark
});

/// Whether it is a mark that words of prose don't have on both sides of a space: a URL goes on beside it.
fn joins(c: Char) -> bool {
    matches!(c, Char::Valid(c, _) if "/.?&=#%-_~:;+,".contains(c))
}

/// The index of the text that goes on behind the page that ends with the line of the white space at `at`.
fn page_end(ahead: &Ahead, at: usize) -> Result<Option<usize>, Cut> {
    let mut line = at;
    while let Some(b' ' | b'\t') = ahead.get(line)? {
        line += 1;
    }
    line += match ahead.get(line)? {
        Some(b'\r') if ahead.get(line + 1)? == Some(b'\n') => 2,
        Some(b'\r' | b'\n') => 1,
        _ => return Ok(None),
    };
    let Some(mut end) = page::skip(ahead, line)? else { return Ok(None) };
    while let Some(b' ' | b'\t') = ahead.get(end)? {
        end += 1;
    }
    Ok(Some(end))
}

/// Whether a word may go on with it behind an apostrophe: no script without spaces has one in its words.
fn goes_on_word(c: Char) -> bool {
    matches!(c, Char::Valid(c, _) if c.is_alphanumeric() && !is_written_without_spaces(c))
}
