//! What a line begins with in front of its text: the marks of a quoted reply, or of a comment in source code.

use crate::engine::window::{Ahead, Cut};

/// The marks at the start of the line that a URL opens on. Those of a quoted reply are `>`, `|` or `:` (some mailers use
/// each, and a thread has several), with spaces between, and perhaps a name or initials before them (`jd> `); those of a
/// comment are `#`, `//`, ` *`, `;;`, `%`, `--`, `.\"` and their like, in one run.
///
/// Only a line that begins with them makes the same marks on the next line mean the same; elsewhere `>` closes a bracket
/// and `/` or `#` is part of a URL.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LineStart {
    /// Where they stand, the name included: indices into the window.
    start: usize,
    end: usize,
    is_comment: bool,
}

/// How the marks in front of a line differ from those in front of the line before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Marks {
    /// Neither line has any.
    None,
    /// They are the same.
    Same,
    /// There are more of them.
    More,
    /// There are fewer of them, or none.
    Lost,
    /// They are those of a comment, and it is over.
    Ended,
}

/// Whether a line of a comment begins with it.
pub(super) fn is_comment_mark(byte: u8) -> bool {
    matches!(byte, b'#' | b'/' | b'*' | b';' | b'%' | b'-' | b'!')
}

/// What a comment in roff begins with.
const ROFF_COMMENT: &[u8] = b".\\\"";

/// How many bytes of marks of a comment a line's text begins with.
fn comment_marks(text: &[u8]) -> usize {
    if text.starts_with(ROFF_COMMENT) {
        return ROFF_COMMENT.len();
    }
    let Some(&byte) = text.first().filter(|&&byte| is_comment_mark(byte)) else { return 0 };
    let depth = text.iter().take_while(|&&other| other == byte).count();
    let next = text.get(depth);
    let is_comment = match byte {
        // One is a list's bullet or a patch's mark, and an option begins with two.
        b'-' => depth > 1 && next.is_none_or(|&byte| is_space_or_tab(byte)),
        // One and a name may be the rest of a URL.
        b'/' => depth > 1 || next.is_none_or(|byte| !byte.is_ascii_alphanumeric()),
        _ => true,
    };
    if is_comment { depth } else { 0 }
}

/// The marks of a comment that the line of the byte at `at` begins with, where `at` is in the text behind them. None where
/// it begins with others, or is long.
pub(super) fn comment_before(bytes: &[u8], at: usize) -> Option<&[u8]> {
    let before = &bytes[at.saturating_sub(LineStart::REACH)..at];
    let line = match memchr::memrchr2(b'\n', b'\r', before) {
        Some(end) => &before[end + 1..],
        None if before.len() == at => before,
        None => return None,
    };
    let blank = line.iter().take_while(|&&byte| is_space_or_tab(byte)).count();
    let text = &line[blank..];
    let depth = comment_marks(text);
    (depth > 0).then(|| &text[..depth])
}

/// Whether a comment with these marks is over where a line has others: a list's item and a block go on without theirs.
pub(super) fn ends_with_its_marks(marks: &[u8]) -> bool {
    marks != b"/" && !marks.starts_with(b"*")
}

impl LineStart {
    /// How far back a line's start is looked for.
    const REACH: usize = 512;

    /// The most bytes of a name in front of the marks.
    const MAX_NAME: usize = 16;

    /// Reads the start of the line that holds the byte at `at`.
    pub(super) fn of(ahead: &Ahead, at: usize) -> LineStart {
        let from = at.saturating_sub(LineStart::REACH);
        let line_end = memchr::memrchr2(b'\n', b'\r', &ahead.bytes[from..at]);
        let line = from + line_end.map_or(0, |end| end + 1);
        // Many bytes are looked at together.
        ahead.worked((at - line) / 8);
        if line_end.is_none() && from > 0 {
            return LineStart::default();
        }
        let bytes = ahead.bytes;
        let start = line + bytes[line..at].iter().take_while(|&&byte| is_space_or_tab(byte)).count();
        let text = &bytes[start..at];
        if text.starts_with(ROFF_COMMENT) || text.first().is_some_and(|&byte| is_comment_mark(byte)) {
            let depth = comment_marks(text);
            return LineStart { start, end: start + depth, is_comment: depth > 0 };
        }
        let name = name_length(text);
        let marks = text[name..].iter().take_while(|&&byte| is_mark(byte) || is_space_or_tab(byte)).count();
        let end = text[..name + marks].iter().rposition(|&byte| is_mark(byte)).map_or(0, |last| last + 1);
        LineStart { start, end: start + end, is_comment: false }
    }

    /// These marks, but for those of a comment that begins with a slash where these slashes of a URL are missing in its line: what begins the next
    /// so may be its own.
    pub(crate) fn but_for_slashes(self, bytes: &[u8], missing: &[u8]) -> LineStart {
        let marks = &bytes[self.start..];
        let may_be_own = match missing {
            b"" => false,
            b"/" => marks.starts_with(b"/*"),
            _ => marks.starts_with(b"/"),
        };
        if self.is_comment && may_be_own { LineStart::default() } else { self }
    }

    /// The index of the text that follows the marks, as many as this line start has, of the line at `at`. Fewer are quoting
    /// of a lower level, but no comment.
    pub(crate) fn skip(&self, ahead: &Ahead, at: usize) -> Result<usize, Cut> {
        Ok(self.matched(ahead, at)?.0)
    }

    /// Where the marks of the line at `at` end that are the same as these, and whether all of them are.
    fn matched(&self, ahead: &Ahead, at: usize) -> Result<(usize, bool), Cut> {
        let (mut end, mut next) = (at, at);
        for &mark in ahead.bytes[self.start..self.end].iter().filter(|&&byte| !is_space_or_tab(byte)) {
            while !(self.is_comment && end > at) && ahead.get(next)?.is_some_and(is_space_or_tab) {
                next += 1;
            }
            if ahead.get(next)? != Some(mark) {
                return Ok((if self.is_comment { at } else { end }, false));
            }
            next += 1;
            if self.is_comment || is_mark(mark) {
                end = next;
            }
        }
        Ok((end, true))
    }

    /// The index of the text that follows the marks of the line at `at`, however many it has, and how they differ from
    /// these. A reply may have quoted one line of a broken URL once more, or one less.
    pub(crate) fn pass(&self, ahead: &Ahead, at: usize) -> Result<(usize, Marks), Cut> {
        let (mut end, is_same) = self.matched(ahead, at)?;
        if !is_same {
            let is_ended = ends_with_its_marks(&ahead.bytes[self.start..self.end]);
            return Ok((
                end,
                if !self.is_comment {
                    Marks::Lost
                } else if is_ended {
                    Marks::Ended
                } else {
                    Marks::None
                },
            ));
        }
        let mut marks = if self.start == self.end { Marks::None } else { Marks::Same };
        let last = ahead.bytes[self.start..self.end].last().copied().unwrap_or(b'>');
        let mut next = end;
        while let Some(byte) = ahead.get(next)?
            && !self.is_comment
            && (is_space_or_tab(byte) || byte == last)
        {
            next += 1;
            if byte == last {
                (end, marks) = (next, Marks::More);
            }
        }
        Ok((end, marks))
    }
}

fn is_space_or_tab(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

fn is_mark(byte: u8) -> bool {
    matches!(byte, b'>' | b'|' | b':')
}

/// Whether it is the mark of a quoted line with a name: another's words follow.
pub(super) fn is_named_mark(token: &[u8]) -> bool {
    token.ends_with(b">") && name_length(token) + 1 == token.len() && token.len() > 1
}

/// The length of the name or the initials that a quoted line begins with, right before its marks.
fn name_length(line: &[u8]) -> usize {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    let front = &line[..line.len().min(LineStart::MAX_NAME)];
    let length = front.iter().position(|byte| !is_name(byte)).unwrap_or(front.len());
    match (&line[..length], line.get(length)) {
        ([first, ..], Some(b'>')) if first.is_ascii_alphabetic() && line[length - 1].is_ascii_alphanumeric() => length,
        _ => 0,
    }
}
