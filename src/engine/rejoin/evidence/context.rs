//! What can be seen of a break: the URL's line and the next, and the lines around them.

use std::{borrow::Cow, cell::OnceCell};

use super::super::{
    elsewhere::{self, Elsewhere},
    line_start::{COMMENT_MARKS, Marks},
    next_line::Next,
    rest::{is_rest_of_word, without_punctuation},
};
use crate::{
    engine::window::{Ahead, Cut},
    link,
};

/// How far back from a URL's start evidence may look: the rolling buffer keeps that much.
pub(in crate::engine::rejoin) const LOOK_BACK: usize = 1000;

/// How far ahead from the start of the next line evidence may look.
pub(in crate::engine::rejoin) const LOOK_AHEAD: usize = 512;

/// How many lines evidence looks at in either direction: this bounds how often a byte is looked at.
pub(in crate::engine::rejoin) const LINES: usize = 5;

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
    /// Whether it stands in a host that is none by itself, and is one with what follows.
    pub(in crate::engine::rejoin) is_in_host: bool,
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
    /// Whether white space stands between the URL and the line end.
    pub(super) is_spaced: bool,
    pub(super) marks: Marks,
    /// The next line up to its first word, the word, and the rest of the line.
    pub(super) next_lead: &'a [u8],
    pub(super) token: &'a [u8],
    pub(super) rest: &'a [u8],
    pub(super) next_line: &'a [u8],
    /// The next line from its first word on.
    pub(super) next_text: &'a [u8],
    /// The text before the line, whether it begins with a whole line, and the text behind the next line.
    pub(super) before: &'a [u8],
    pub(super) begins_whole: bool,
    pub(super) behind: &'a [u8],
    pub(super) paragraph: OnceCell<Paragraph>,
    pub(super) cut_at: Option<usize>,
    pub(super) is_in_host: bool,
    /// The pieces before that on this line, that, and what may go on with them.
    pub(super) pieces: &'c [link::Piece],
    pub(super) piece: link::Piece,
    pub(super) next: link::Piece,
    pub(super) elsewhere: OnceCell<Elsewhere>,
    pub(super) ahead: Ahead<'a, 'c>,
}

/// What the lines around a break have in common.
#[derive(Default)]
pub(super) struct Paragraph {
    /// The columns of the longest line, where there are lines enough to tell.
    pub(super) width: Option<usize>,
    /// Whether spaces were put between words so that the lines end in the same column.
    pub(super) is_justified: bool,
    /// Whether more than one line has as many.
    pub(super) is_block: bool,
    /// Whether all lines end in white space.
    pub(super) is_spaced: bool,
    /// Whether a line ends in a hyphen.
    pub(super) is_hyphenated: bool,
    /// Whether a hyphen at a line's end stands inside a word.
    pub(super) is_split: bool,
    /// Whether a line ends in a hyphen that is not ASCII: then one that is was there before.
    pub(super) is_typographic: bool,
}

/// Lines of more columns are not filled text.
pub(super) const WIDEST: usize = 132;

/// Nor are lines that are all shorter.
pub(super) const NARROWEST: usize = 40;

/// So many lines show a width.
pub(super) const MIN_LINES: usize = 2;

impl Paragraph {
    /// What the lines have in common, of which so many stand before the URL's, which ends at the column `margin`. Where words
    /// are put apart behind a blank line counts only if the line ends there, too: a table nearby is none of the URL's paragraph.
    pub(super) fn of<'a>(lines: impl Iterator<Item = &'a [u8]>, before: usize, margin: usize) -> Paragraph {
        let mut paragraph = Paragraph::default();
        let (mut width, mut count) = (0, 0);
        let mut was_hyphenated = false;
        // The columns of a line at the margin that has a gap, as only lines that end together are justified there.
        let mut gapped = None;
        let (mut spaced, mut unspaced) = (false, false);
        let (mut is_over, mut ends_alike, mut gapped_alike) = (false, false, None);
        for (i, line) in lines.enumerate() {
            let text = line.trim_ascii();
            if text.is_empty() {
                if i < before {
                    (paragraph.is_justified, gapped) = (false, None);
                } else {
                    is_over = true;
                }
                continue;
            }
            paragraph.is_split |= was_hyphenated && is_rest_of_word(text);
            was_hyphenated = is_hyphenated(text);
            let columns = columns(line.trim_ascii_end());
            if has_gap(text) {
                ends_alike |= is_indented(line) && (columns == margin || Some(columns) == gapped_alike);
                gapped_alike = Some(columns);
                if !is_over {
                    paragraph.is_justified |= is_indented(line) || gapped == Some(columns);
                    gapped = Some(columns);
                }
            }
            let is_spaced = matches!(line.strip_suffix(b"\r").unwrap_or(line), [.., b' ' | b'\t']);
            (spaced, unspaced) = (spaced || is_spaced, unspaced || !is_spaced);
            if memchr::memmem::find(text, b"://").is_some() {
                continue;
            }
            paragraph.is_hyphenated |= was_hyphenated;
            paragraph.is_typographic |= text.ends_with("\u{2010}".as_bytes());
            if columns <= WIDEST {
                paragraph.is_block = columns == width || columns < width && paragraph.is_block;
                width = width.max(columns);
                count += 1;
            }
        }
        paragraph.is_justified |= ends_alike;
        paragraph.is_spaced = spaced && !unspaced;
        paragraph.width = (count >= MIN_LINES && width >= NARROWEST).then_some(width);
        paragraph
    }
}

impl Paragraph {
    /// Whether it is set by a typesetter who hyphenates with an ASCII hyphen.
    pub(super) fn is_typeset(&self) -> bool {
        (self.is_justified || self.is_split) && !self.is_typographic
    }
}

/// Whether a line is indented as far as the text of a manual page. Headers and footers of pages and the labels of
/// references are set apart from what follows as justified words are, but stand at the margin.
pub(super) fn is_indented(line: &[u8]) -> bool {
    line.len() - line.trim_ascii_start().len() > 4
}

/// Whether several spaces stand between two words that a sentence has one between.
pub(super) fn has_gap(text: &[u8]) -> bool {
    text.windows(4).any(|four| {
        (four[0].is_ascii_lowercase() || four[0] == b',')
            && four[1] == b' '
            && four[2] == b' '
            && (four[3] == b' ' || four[3].is_ascii_alphanumeric() || four[3] == b'(')
    })
}

pub(super) fn is_hyphenated(text: &[u8]) -> bool {
    let stem = text.strip_suffix(b"-").or(text.strip_suffix("\u{2010}".as_bytes()));
    stem.and_then(<[u8]>::last).is_some_and(u8::is_ascii_alphabetic)
}

fn after_slash(text: &[u8]) -> &[u8] {
    memchr::memrchr(b'/', text).map_or(text, |slash| &text[slash + 1..])
}

/// How many columns a line takes.
pub(super) fn columns(line: &[u8]) -> usize {
    const TAB: usize = 8;
    if memchr::memchr(b'\t', line).is_none() {
        return line.iter().filter(|&&byte| !matches!(byte, 0x80..=0xBF)).count();
    }
    line.iter().fold(0, |columns, byte| match byte {
        b'\t' => (columns / TAB + 1) * TAB,
        0x80..=0xBF => columns,
        _ => columns + 1,
    })
}

/// Whether the lines around a text are set by a typesetter who hyphenates.
pub(in crate::engine::rejoin) fn is_typeset_around(ahead: &Ahead, start: usize, end: usize) -> Result<bool, Cut> {
    let from = start.saturating_sub(LOOK_BACK);
    let before = lines_before(&ahead.bytes[from..start], from == 0);
    let after = ahead.up_to(end, LOOK_AHEAD)?.split(|&byte| byte == b'\n').take(LINES);
    let lines = before.into_iter().rev().chain(after);
    ahead.worked(lines.clone().map(<[u8]>::len).sum());
    let line_end = |bytes: &[u8]| bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    let line = memchr::memrchr(b'\n', &ahead.bytes[from..start]).map_or(from, |end| from + end + 1);
    let margin = columns(&ahead.bytes[line..start + line_end(&ahead.bytes[start..end])]);
    Ok(Paragraph::of(lines, before.len(), margin).is_typeset())
}

/// The last lines of a text, the last first, which begins with a whole line or in the middle of one.
pub(super) fn lines_before(text: &[u8], is_whole: bool) -> [&[u8]; LINES] {
    let mut lines: [&[u8]; LINES] = [&[]; LINES];
    let mut rest = text.strip_suffix(b"\n").unwrap_or(text);
    for line in &mut lines {
        match memchr::memrchr(b'\n', rest) {
            Some(end) => (*line, rest) = (&rest[end + 1..], &rest[..end]),
            None => {
                *line = if is_whole { rest } else { &[] };
                break;
            }
        }
    }
    lines
}

impl<'a, 'c> BreakContext<'a, 'c> {
    /// Looks around a break.
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
        Ok(BreakContext {
            opener: place.start.checked_sub(1).map(|before| bytes[before]),
            url: &bytes[place.piece..place.raw_end],
            lead: &bytes[place.line..place.piece],
            line: &bytes[place.line..place.raw_end],
            is_spaced: place.line_end > place.raw_end,
            marks: next.marks,
            next_lead: &bytes[next.line..next.token.start],
            token: &bytes[next.token.clone()],
            rest: next_line.get(next.token.end - next.line..).unwrap_or_default().trim_ascii(),
            next_line,
            next_text: next_line.get(next.token.start - next.line..).unwrap_or_default(),
            before: &bytes[place.from..place.line],
            begins_whole: place.from == 0,
            behind,
            paragraph: OnceCell::new(),
            cut_at: place.cut_at,
            is_in_host: place.is_in_host,
            pieces,
            piece: place.piece..place.raw_end,
            next: next.token.clone(),
            elsewhere: OnceCell::new(),
            ahead: *ahead,
        })
    }

    /// How long the line before the break is.
    pub(in crate::engine::rejoin) fn length(&self) -> usize {
        columns(self.line)
    }

    /// Whether the equals sign that the line ends in is that of quoted-printable text which nobody decoded (RFC 2045, 6.7, rule
    /// 5), and none of a query, whose arguments may end in one.
    pub(in crate::engine::rejoin) fn ends_in_soft_break(&self) -> bool {
        const LINE: std::ops::RangeInclusive<usize> = 73..=76;
        if self.last() != b'='
            || self.is_spaced
            || self.next_lead != self.lead.get(..self.next_lead.len()).unwrap_or(b"-")
        {
            return false;
        }
        let pieces = || self.pieces.iter().chain([&self.piece]).map(|piece| &self.ahead.bytes[piece.clone()]);
        let has_query = pieces().any(|piece| piece.contains(&b'?'));
        let is_escaped = || pieces().any(|piece| memchr::memmem::find(piece, b"=3D").is_some());
        let is_soft = |line: &[u8]| line.trim_ascii_end().ends_with(b"=");
        let before = || lines_before(self.before, self.begins_whole)[0];
        !has_query || is_escaped() || LINE.contains(&self.length()) && (is_soft(self.next_line) || is_soft(before()))
    }

    /// How long it was before it was quoted.
    pub(super) fn length_unquoted(&self) -> usize {
        let marks = marks_end(self.line);
        let space = usize::from(marks > 0 && self.line.get(marks) == Some(&b' '));
        self.length() - marks - space
    }

    /// Whether the lines around are set by a typesetter who hyphenates.
    pub(in crate::engine::rejoin) fn is_typeset(&self) -> bool {
        self.paragraph().is_typeset()
    }

    /// What the lines around have in common.
    pub(super) fn paragraph(&self) -> &Paragraph {
        self.paragraph.get_or_init(|| {
            let before = lines_before(self.before, self.begins_whole);
            let around = before.into_iter().rev().chain([self.next_line]);
            let around = around.chain(self.behind.split(|&byte| byte == b'\n').take(LINES - 1));
            self.ahead.worked(around.clone().map(<[u8]>::len).sum());
            let mut paragraph = Paragraph::of(around, before.len(), self.length());
            paragraph.is_justified |= is_indented(self.line) && has_gap(self.line.trim_ascii());
            paragraph.is_split |= is_hyphenated(before[0].trim_ascii()) && is_rest_of_word(self.line.trim_ascii());
            paragraph
        })
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

    /// The token without the punctuation of a sentence and closing brackets behind it.
    pub(super) fn word(&self) -> &'a [u8] {
        without_punctuation(self.token)
    }

    /// The length of what a filler would have had to put on the line.
    pub(super) fn part(&self) -> usize {
        let part = self
            .token
            .iter()
            .position(|byte| matches!(byte, b'/' | b'-' | b'?' | b'&'))
            .map_or(self.token.len(), |at| at + 1);
        columns(&self.token[..part])
    }

    pub(super) fn is_plain_word(&self) -> bool {
        let word = self.word();
        !word.is_empty() && word.iter().all(|byte| byte.is_ascii_alphabetic() || *byte == b'\'')
    }

    pub(super) fn is_followed_by_words(&self) -> bool {
        self.rest.iter().any(u8::is_ascii_alphanumeric)
    }
}

/// Where the marks of a quoted reply end that a line begins with.
pub(super) fn marks_end(lead: &[u8]) -> usize {
    let text = lead.iter().position(|byte| !b" \t>|:".contains(byte)).unwrap_or(lead.len());
    lead[..text].iter().rposition(|byte| b">|:".contains(byte)).map_or(0, |last| last + 1)
}

/// How far the text of a line is indented behind its marks.
pub(super) fn indentation(lead: &[u8]) -> usize {
    lead[marks_end(lead)..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

/// Where the text of a line begins, behind white space, the marks of a quoted reply and those of a comment.
pub(super) fn text_column(line: &[u8]) -> usize {
    let is_mark = |byte: &u8| b" \t>|:".contains(byte) || COMMENT_MARKS.contains(byte);
    let marks = line.iter().take_while(|byte| is_mark(byte)).count();
    // What stands right in front of the text may be a part of it: `/path`, `#fragment`, `--option`.
    let spaced = line[..marks].iter().rposition(|byte| b" \t>|".contains(byte));
    spaced.map_or(0, |last| last + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_at_the_margin_are_justified_where_they_end_together() {
        let is_justified = |lines: &[&str]| Paragraph::of(lines.iter().map(|line| line.as_bytes()), 1, 23).is_justified;
        assert!(is_justified(&["words  put apart", "and  words again"]));
        assert!(is_justified(&["       words  put apart"]));
        assert!(!is_justified(&["words  put apart", "and  words again, but longer"]));
        assert!(!is_justified(&["words  put apart"]));
        assert!(!is_justified(&["words and words", "", "       words  put  apart"]));
        assert!(is_justified(&["words and words", "", "       words  put apart"]), "it ends where the URL's line does");
    }
}
