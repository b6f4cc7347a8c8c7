//! What can be seen of a break: the URL's line and the next, and the lines around them.

use std::{borrow::Cow, cell::OnceCell, cmp::Ordering};

use super::{
    super::{
        comment_mark::is_comment_sign,
        elsewhere::{self, Elsewhere},
        line_start::Marks,
        next_line::Next,
        rest::without_punctuation,
        soft_break,
    },
    paragraph::{LINES, LOOK_AHEAD, LinesAround, Paragraph, characters, columns, take_first, take_last},
    typeset::Setting,
};
use crate::{
    engine::window::{Ahead, Cut},
    link,
    text::byte_set::ByteSet,
};

/// The digits.
pub(super) const DIGITS: ByteSet = ByteSet::of(b"0123456789");

/// What stands in front of the name of a package of R, in the URL that its archive has for it.
pub(super) const PACKAGE_OF_R: &str = "/package=";

/// Where a break stands: indices into the window.
pub(in crate::engine::rejoin) struct Place {
    /// Where the URL begins.
    pub(in crate::engine::rejoin) start: usize,
    /// Where its piece on this line begins.
    pub(in crate::engine::rejoin) piece: usize,
    /// Where the line begins.
    pub(in crate::engine::rejoin) line: usize,
    /// The end of the piece, with the punctuation behind it.
    pub(in crate::engine::rejoin) raw_end: usize,
    /// The line end.
    pub(in crate::engine::rejoin) line_end: usize,
    /// How far back may be looked.
    pub(in crate::engine::rejoin) from: usize,
    /// The length of the line of the break before this one in the same URL.
    pub(in crate::engine::rejoin) cut_at: Option<usize>,
    /// The length of the line that its scheme's first letters end, if the scheme is cut.
    pub(in crate::engine::rejoin) scheme_cut_at: Option<usize>,
    /// Whether it stands in a host that is none by itself, and is one with what follows.
    pub(in crate::engine::rejoin) is_in_host: bool,
    /// Whether it stands between two parts of a string of a program.
    pub(in crate::engine::rejoin) is_in_string: bool,
    /// Whether a backslash ends the line in an open string, and no word of a sentence follows.
    pub(in crate::engine::rejoin) is_in_open_string: bool,
}

/// What stands around a break.
pub(in crate::engine::rejoin) struct BreakContext<'a, 'c> {
    /// What stands right in front of the URL.
    pub(super) opener: Option<u8>,
    /// The part of the URL on the line before the break.
    pub(super) url: &'a [u8],
    /// The line before the break up to that part, and with it.
    pub(super) lead: &'a [u8],
    pub(super) line: &'a [u8],
    /// What stands before that part behind the marks of a quoted reply.
    pub(super) front: &'a [u8],
    /// Whether white space stands between the URL and the line end.
    pub(super) is_spaced: bool,
    pub(super) marks: Marks,
    /// The next line up to its first word, the word, and the rest of the line.
    pub(super) next_lead: &'a [u8],
    /// Where its marks end.
    pub(super) next_marks: usize,
    pub(super) token: &'a [u8],
    /// The bytes that stand in the word.
    pub(super) token_bytes: ByteSet,
    /// The word without the punctuation of a sentence and closing brackets behind it.
    pub(super) word: &'a [u8],
    pub(super) rest: &'a [u8],
    pub(super) next_line: &'a [u8],
    /// The next line from its first word on.
    pub(super) next_text: &'a [u8],
    /// The text before the line, whether it begins with a whole line, and the text behind the next line.
    pub(super) before: &'a [u8],
    pub(super) begins_whole: bool,
    pub(super) behind: &'a [u8],
    length: OnceCell<usize>,
    length_unquoted: OnceCell<usize>,
    pub(super) is_code: OnceCell<bool>,
    pub(super) is_in_cut_text: OnceCell<bool>,
    pub(super) completes_suffix: OnceCell<bool>,
    pub(super) ends_in_file_name: OnceCell<bool>,
    pub(super) lines: OnceCell<LinesAround<'a>>,
    pub(super) paragraph: OnceCell<Paragraph>,
    filled: OnceCell<Option<Ordering>>,
    pub(super) cut_at: Option<usize>,
    pub(super) scheme_cut_at: Option<usize>,
    pub(super) is_in_host: bool,
    pub(super) is_in_string: bool,
    pub(super) is_in_open_string: bool,
    /// The pieces before that on this line, that, and what may go on with them.
    pub(super) pieces: &'c [link::Piece],
    pub(super) piece: link::Piece,
    pub(super) next: link::Piece,
    pub(super) elsewhere: OnceCell<Elsewhere>,
    pub(super) ahead: Ahead<'a, 'c>,
}

fn after_slash(text: &[u8]) -> &[u8] {
    memchr::memrchr(b'/', text).map_or(text, |slash| &text[slash + 1..])
}

impl<'a, 'c> BreakContext<'a, 'c> {
    /// Looks around a break.
    #[inline(always)]
    pub(in crate::engine::rejoin) fn new(
        ahead: &Ahead<'a, 'c>,
        place: Place,
        next: &Next,
        pieces: &'c [link::Piece],
    ) -> Result<BreakContext<'a, 'c>, Cut> {
        let bytes = ahead.bytes;
        let view = ahead.up_to(next.line, next.token.end - next.line + LOOK_AHEAD)?;
        let (next_line, behind) = match memchr::memchr(b'\n', view) {
            Some(end) => (&view[..end], &view[end + 1..]),
            None => (view, &view[view.len()..]),
        };
        let next_line = next_line.strip_suffix(b"\r").unwrap_or(next_line);
        ahead.worked(next_line.len());
        let lead = &bytes[place.line..place.piece];
        let next_lead = &bytes[next.line..next.token.start];
        Ok(BreakContext {
            opener: place.start.checked_sub(1).map(|before| bytes[before]),
            url: &bytes[place.piece..place.raw_end],
            lead,
            front: &lead[marks_end(lead)..],
            line: &bytes[place.line..place.raw_end],
            length: OnceCell::new(),
            length_unquoted: OnceCell::new(),
            is_code: OnceCell::new(),
            is_in_cut_text: OnceCell::new(),
            completes_suffix: OnceCell::new(),
            ends_in_file_name: OnceCell::new(),
            is_spaced: !place.is_in_string && bytes[place.raw_end..place.line_end].iter().any(u8::is_ascii_whitespace),
            marks: next.marks,
            next_lead,
            next_marks: marks_end(next_lead),
            token: &bytes[next.token.clone()],
            token_bytes: ByteSet::of(&bytes[next.token.clone()]),
            word: without_punctuation(&bytes[next.token.clone()]),
            rest: next_line.get(next.token.end - next.line..).unwrap_or_default().trim_ascii(),
            next_line,
            next_text: next_line.get(next.token.start - next.line..).unwrap_or_default(),
            before: &bytes[place.from..place.line],
            begins_whole: place.from == 0,
            behind,
            lines: OnceCell::new(),
            paragraph: OnceCell::new(),
            filled: OnceCell::new(),
            cut_at: place.cut_at,
            scheme_cut_at: place.scheme_cut_at,
            is_in_host: place.is_in_host,
            is_in_string: place.is_in_string,
            is_in_open_string: place.is_in_open_string,
            pieces,
            piece: place.piece..place.raw_end,
            next: next.token.clone(),
            elsewhere: OnceCell::new(),
            ahead: *ahead,
        })
    }

    /// Whether the equals sign that the line ends in is that of quoted-printable text which nobody decoded (RFC 2045, 6.7, rule
    /// 5), and none of a query, whose arguments may end in one.
    pub(in crate::engine::rejoin) fn ends_in_soft_break(&self) -> bool {
        if self.last() != b'='
            || self.is_spaced
            || self.next_lead != self.lead.get(..self.next_lead.len()).unwrap_or(b"-")
        {
            return false;
        }
        let pieces = || self.pieces.iter().chain([&self.piece]).map(|piece| &self.ahead.bytes[piece.clone()]);
        let has_query = pieces().any(|piece| piece.contains(&b'?'));
        let is_escaped = || pieces().chain([self.next_line]).any(soft_break::has_escaped_equals);
        let is_soft = |line: &[u8]| line.trim_ascii_end().ends_with(b"=");
        let before = || {
            let mut line: [&[u8]; 1] = [&[]];
            take_last(&mut line, self.before, self.begins_whole);
            line[0]
        };
        let is_soft_around = || is_soft(self.next_line) || is_soft(before());
        // Some sites have the sign in their paths, behind these names, and others behind any that a semicolon begins.
        let parameter = self.url[..self.url.len() - 1].rsplit(|&byte| byte == b';').next().unwrap_or_default();
        let is_named = [PACKAGE_OF_R, "/ref="].iter().any(|name| self.url.ends_with(name.as_bytes()))
            || parameter.len() + 1 < self.url.len() && parameter.iter().all(u8::is_ascii_alphanumeric);
        let is_full = || soft_break::LINE.contains(&self.length()) || soft_break::is_declared(self.before);
        is_escaped() || is_soft_around() && (!has_query || is_full()) || !has_query && !is_named && is_full()
    }

    /// How many columns the line before the break takes.
    pub(in crate::engine::rejoin) fn length(&self) -> usize {
        *self.length.get_or_init(|| columns(self.line))
    }

    /// How long it was before it was quoted, or made a comment.
    pub(super) fn length_unquoted(&self) -> usize {
        *self.length_unquoted.get_or_init(|| {
            let mark = self.comment_mark().filter(|mark| self.line.starts_with(mark));
            let marks = mark.map_or_else(|| marks_end(self.line), <[u8]>::len);
            let space = usize::from(marks > 0 && self.line.get(marks) == Some(&b' '));
            self.length() - marks - space
        })
    }

    /// Whether the lines around are set by a typesetter who hyphenates. In comments of source code nobody does.
    pub(in crate::engine::rejoin) fn is_typeset(&self) -> bool {
        if self.marks == Marks::Comment {
            return false;
        }
        let lines = self.lines();
        Setting::of(lines, self.length()).with(lines[LINES - 1], self.line).is_typeset()
    }

    /// What the lines around have in common.
    pub(super) fn paragraph(&self) -> &Paragraph {
        self.paragraph.get_or_init(|| Paragraph::of(self.lines()))
    }

    /// The lines around.
    pub(super) fn lines(&self) -> &LinesAround<'a> {
        self.lines.get_or_init(|| {
            let mut lines = LinesAround::default();
            take_last(&mut lines[..LINES], self.before, self.begins_whole);
            lines[LINES] = self.next_line;
            take_first(&mut lines[LINES + 1..], self.behind);
            self.ahead.worked(lines.iter().map(|line| line.len()).sum());
            lines
        })
    }

    /// How far the text of the URL's line is indented behind its marks, and that of the next.
    pub(super) fn indentation(&self) -> usize {
        let mark = self.comment_mark().and_then(|mark| Some(memchr::memmem::rfind(self.lead, mark)? + mark.len()));
        blank(mark.map_or(self.front, |end| &self.lead[end..]))
    }

    pub(super) fn next_indentation(&self) -> usize {
        match self.comment_mark() {
            Some(_) => self.next_lead.len() - self.next_lead.trim_ascii_end().len(),
            None => blank(&self.next_lead[self.next_marks..]),
        }
    }

    /// The mark of the comment that both lines are of, as the next line has it.
    fn comment_mark(&self) -> Option<&'a [u8]> {
        (self.marks == Marks::Comment).then(|| self.next_lead.trim_ascii())
    }

    /// What stands elsewhere of the URL.
    pub(in crate::engine::rejoin) fn elsewhere(&self) -> Result<Elsewhere, Cut> {
        if let Some(known) = self.elsewhere.get() {
            return Ok(*known);
        }
        let pieces: Vec<_> = self.pieces.iter().chain([&self.piece]).cloned().collect();
        let elsewhere = elsewhere::look(&self.ahead, &pieces, self.next.clone())?;
        Ok(*self.elsewhere.get_or_init(|| elsewhere))
    }

    /// What stands behind the two slashes of the URL: its host as far as it is on this line, where the break stands in that.
    pub(super) fn host(&self) -> &'a [u8] {
        let authority = places(self.url, b"://").next().map_or(0, |at| at + "://".len());
        &self.url[authority..]
    }

    /// What stands behind the last slash of the URL, over the breaks before this one, or the end of it.
    pub(super) fn last_segment(&self) -> Cow<'a, [u8]> {
        const MAX_LENGTH: usize = 128;
        let mut segment = Cow::Borrowed(after_slash(self.url));
        let mut is_whole = segment.len() < self.url.len();
        for piece in self.pieces.iter().rev() {
            if is_whole || segment.len() > MAX_LENGTH {
                break;
            }
            let text = &self.ahead.bytes[piece.clone()];
            let part = after_slash(&text[text.len().saturating_sub(MAX_LENGTH)..]);
            is_whole = part.len() < text.len();
            segment = Cow::Owned([part, &segment].concat());
        }
        segment
    }

    /// The line after the next.
    pub(super) fn following(&self) -> &'a [u8] {
        &self.behind[..memchr::memchr(b'\n', self.behind).unwrap_or(self.behind.len())]
    }

    pub(super) fn last(&self) -> u8 {
        self.url.last().copied().unwrap_or_default()
    }

    pub(super) fn first(&self) -> u8 {
        self.token.first().copied().unwrap_or_default()
    }

    /// How long the line would have been with what a filler would have had to put on it, beside the width of the paragraph.
    pub(super) fn filled(&self) -> Option<Ordering> {
        *self.filled.get_or_init(|| {
            let width = self.paragraph().width?;
            let is_mark = |byte: &u8| matches!(byte, b'/' | b'-' | b'?' | b'&');
            let part = self.token.iter().position(is_mark).map_or(self.token.len(), |at| at + 1);
            Some((self.length() + characters(&self.token[..part])).cmp(&width))
        })
    }

    pub(super) fn is_plain_word(&self) -> bool {
        !self.word.is_empty() && self.word.iter().all(|byte| byte.is_ascii_alphabetic() || *byte == b'\'')
    }

    pub(super) fn is_followed_by_words(&self) -> bool {
        // Behind the mark that closes a string stand no words of it.
        let is_closed = self.is_in_string && matches!(self.rest.first(), Some(b'"' | b'\''));
        !is_closed && self.rest.iter().any(u8::is_ascii_alphanumeric)
    }
}

/// Where the marks of a quoted reply end that a line begins with.
pub(super) fn marks_end(lead: &[u8]) -> usize {
    let mut end = 0;
    for (at, byte) in lead.iter().enumerate() {
        match byte {
            b'>' | b'|' | b':' => end = at + 1,
            b' ' | b'\t' => {}
            _ => break,
        }
    }
    end
}

/// How many spaces and tabs it begins with.
fn blank(text: &[u8]) -> usize {
    text.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// Where the text of a line begins, behind white space, the marks of a quoted reply and those of a comment.
pub(super) fn text_column(line: &[u8]) -> usize {
    let is_mark = |byte: &u8| matches!(byte, b' ' | b'\t' | b'>' | b'|' | b':') || is_comment_sign(*byte);
    let marks = line.iter().take_while(|byte| is_mark(byte)).count();
    // What stands right in front of the text may be a part of it: `/path`, `#fragment`, `--option`.
    let spaced = line[..marks].iter().rposition(|byte| matches!(byte, b' ' | b'\t' | b'>' | b'|'));
    spaced.map_or(0, |last| last + 1)
}

/// Where this stands in a text that is too short for a searcher to be worth its making.
pub(super) fn places<'t>(text: &'t [u8], sought: &'static [u8]) -> impl Iterator<Item = usize> + 't {
    memchr::memchr_iter(sought[0], text).filter(move |&at| text[at..].starts_with(sought))
}
