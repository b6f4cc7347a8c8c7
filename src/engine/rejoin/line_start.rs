//! What a line begins with in front of its text: the marks of a quoted reply, or of a comment in source code.

use super::comment_mark::{CommentMark, is_space_or_tab};
use crate::engine::window::{Ahead, Cut};

/// The marks at the start of the line that a URL opens on. Those of a quoted reply are `>`, `|` or `:` (some mailers use
/// each, and a thread has several), with spaces between, and perhaps a name or initials before them (`jd> `); those of a
/// comment are one [`CommentMark`], perhaps behind the sign of a patch.
///
/// Only a line that begins with them makes the same marks on the next line mean the same; elsewhere `>` closes a bracket
/// and `/` or `#` is part of a URL.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LineStart<'t> {
    /// The marks of a quoted reply, the name included.
    quote: &'t [u8],
    /// `+` or `-` in the first column, as a patch has it.
    sign: Option<u8>,
    /// Whether the line in front of it begins as those of a patch do.
    is_in_patch: bool,
    comment: Option<CommentMark<'t>>,
    /// How many blanks stand in front of the text, where no marks of a quoted reply do.
    indentation: usize,
    /// What stands between these marks and the URL.
    text: &'t [u8],
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
    /// They are those of a comment that goes on.
    Comment,
    /// They are those of a comment, and it is over.
    Ended,
}

/// The mark of a comment that the line of the byte at `at` begins with, where `at` is in the text behind it, or what that line has up to there.
/// Neither where the line is long.
pub(super) fn comment_before(bytes: &[u8], at: usize) -> Result<CommentMark<'_>, &[u8]> {
    let Some((line, _)) = line_before(bytes, at) else { return Err(b"") };
    let text = line.trim_ascii_start();
    CommentMark::at_start_of(text).filter(|mark| mark.length() < text.len()).ok_or(line)
}

/// The line of the byte at `at` up to that, and where it begins; none where it is long.
fn line_before(bytes: &[u8], at: usize) -> Option<(&[u8], usize)> {
    let from = at.saturating_sub(LineStart::REACH);
    let line = match memchr::memrchr2(b'\n', b'\r', &bytes[from..at]) {
        Some(end) => from + end + 1,
        None if from == 0 => 0,
        None => return None,
    };
    Some((&bytes[line..at], line))
}

impl<'t> LineStart<'t> {
    /// How far back a line's start is looked for.
    const REACH: usize = 512;

    /// The most bytes of a name in front of the marks.
    const MAX_NAME: usize = 16;

    /// Reads the start of the line that holds the byte at `at`, where a URL begins.
    pub(super) fn of(ahead: &Ahead<'t, '_>, at: usize) -> LineStart<'t> {
        let bytes = ahead.bytes;
        let Some((before, line)) = line_before(bytes, at) else { return LineStart::default() };
        // Many bytes are looked at together.
        ahead.worked(before.len() / 8);
        // What the URL begins with tells whether a mark has a blank behind it.
        let text_at = |start: usize| &bytes[start..bytes.len().min(at + 1)];
        let comment_at =
            |start: usize| CommentMark::at_start_of(text_at(start)).filter(|mark| start + mark.length() <= at);
        let start = line + blank_length(before);
        let sign = before.first().copied().filter(|&byte| is_patch_sign(byte));
        let signed = sign.map(|_| line + 1 + blank_length(&before[1..]));
        let found = comment_at(start).map(|mark| (None, start, mark));
        let found = found.or_else(|| signed.and_then(|start| Some((sign, start, comment_at(start)?))));
        if let Some((sign, start, comment)) = found {
            let text = &bytes[start + comment.length()..at];
            return LineStart { sign, comment: Some(comment), text, ..LineStart::default() };
        }
        let text = &bytes[start..at];
        let name = name_length(text);
        let marks = text[name..].iter().take_while(|&&byte| is_mark(byte) || is_space_or_tab(byte)).count();
        let end = text[..name + marks].iter().rposition(|&byte| is_mark(byte)).map_or(0, |last| last + 1);
        let (quote, text) = text.split_at(end);
        let text = &text[usize::from(sign.is_some())..];
        let is_in_patch = sign.is_some() && is_behind_line_of_patch(bytes, line, at);
        LineStart { quote, sign, is_in_patch, comment: None, indentation: start - line, text }
    }

    /// These marks, but for those of a comment that may be the slashes of a URL which are missing in its line: what begins the next so
    /// may be its own.
    pub(crate) fn but_for_slashes(self, missing: &[u8]) -> LineStart<'t> {
        match &self.comment {
            Some(mark) if missing == b"//" => match mark.but_for_slashes() {
                Some(mark) => LineStart { comment: Some(mark), ..self },
                None => LineStart::default(),
            },
            _ => self,
        }
    }

    /// The index of the text that follows the marks, as many as this line start has, of the line at `at`, where nothing but the rest of
    /// a URL can stand. Fewer are quoting of a lower level, but no comment.
    pub(crate) fn skip(&self, ahead: &Ahead, at: usize) -> Result<usize, Cut> {
        let (end, marks) = self.pass_same(ahead, at)?;
        let Some(sign) = self.sign.filter(|_| marks == Marks::None) else { return Ok(end) };
        // A hyphen may be the URL's, and the sign in front of a blank is a bullet.
        let needs_blank = sign == b'-' || self.text.first().is_some_and(|&byte| is_space_or_tab(byte));
        let is_signed = match ahead.some(at, 2)? {
            [first, second] => *first == sign && (!needs_blank || is_space_or_tab(*second)),
            _ => false,
        };
        Ok(if is_signed { at + 1 } else { end })
    }

    /// How many bytes the sign of a patch takes in front of the text of the line at `at`, where this line has the same in a patch, and no blank stands
    /// behind either, as behind a bullet. A hyphen may be the URL's elsewhere than in the target of a link in Markdown.
    pub(super) fn sign_length(&self, ahead: &Ahead, at: usize) -> Result<usize, Cut> {
        let is_blank = |byte: &u8| byte.is_ascii_whitespace();
        let Some(sign) = self.sign.filter(|sign| *sign == b'+' || self.text.ends_with(b"](")) else { return Ok(0) };
        let is_signed = match ahead.up_to(at, 2)? {
            [first, second] => *first == sign && !is_blank(second) && *second != sign,
            _ => false,
        };
        let has_text = self.is_in_patch
            && self.quote.is_empty()
            && self.comment.is_none()
            && !self.text.first().is_none_or(is_blank);
        Ok(usize::from(is_signed && has_text))
    }

    /// The index of the text that follows the marks of the line at `at`, however many it has, and how they differ from
    /// these. A reply may have quoted one line of a broken URL once more, or one less.
    pub(crate) fn pass(&self, ahead: &Ahead, at: usize) -> Result<(usize, Marks), Cut> {
        let (mut end, mut marks) = self.pass_same(ahead, at)?;
        if !matches!(marks, Marks::None | Marks::Same) {
            return Ok((end, marks));
        }
        let last = self.quote.last().copied().unwrap_or(b'>');
        let mut next = end;
        while let Some(byte) = ahead.get(next)?
            && self.comment.is_none()
            && (is_space_or_tab(byte) || byte == last)
        {
            next += 1;
            if byte == last {
                (end, marks) = (next, Marks::More);
            }
        }
        Ok((end, marks))
    }

    /// The same, with as many marks as this line start has.
    fn pass_same(&self, ahead: &Ahead, at: usize) -> Result<(usize, Marks), Cut> {
        if let Some(comment) = &self.comment {
            return self.pass_comment(ahead, at, comment);
        }
        let (end, is_same) = self.pass_quote(ahead, at)?;
        Ok(match self.comment_behind(ahead, end)? {
            _ if !is_same => (end, Marks::Lost),
            Some(end) => (end, Marks::Comment),
            None if self.quote.is_empty() => (end, Marks::None),
            None => (end, Marks::Same),
        })
    }

    /// Where the marks of the line at `at` end that are the same as those of this comment.
    fn pass_comment(&self, ahead: &Ahead, at: usize, comment: &CommentMark) -> Result<(usize, Marks), Cut> {
        let is_signed = self.sign.is_none() || ahead.get(at)? == self.sign;
        let text = skip_blanks(ahead, at + usize::from(self.sign.is_some() && is_signed))?;
        let length = comment.length_in(ahead.up_to(text, comment.reach())?).filter(|_| is_signed);
        Ok(match length {
            Some(length) => (text + length, Marks::Comment),
            None if comment.ends_with_line() && self.sign.is_none() => (at, Marks::Ended),
            None => (at, Marks::None),
        })
    }

    /// Where the marks of a quoted reply end that the line at `at` begins with, as far as they are these, and whether all of them are.
    fn pass_quote(&self, ahead: &Ahead, at: usize) -> Result<(usize, bool), Cut> {
        let (mut end, mut next) = (at, at);
        for &mark in self.quote.iter().filter(|&&byte| !is_space_or_tab(byte)) {
            next = skip_blanks(ahead, next)?;
            if ahead.get(next)? != Some(mark) {
                return Ok((end, false));
            }
            next += 1;
            if is_mark(mark) {
                end = next;
            }
        }
        Ok((end, true))
    }

    /// Where the mark of a comment ends that the text at `at` begins with, if that goes on with one behind something else on this line.
    fn comment_behind(&self, ahead: &Ahead, at: usize) -> Result<Option<usize>, Cut> {
        const MAX_MARK: usize = 8;
        let at = if self.sign.is_some() && ahead.get(at)? == self.sign { at + 1 } else { at };
        let start = skip_blanks(ahead, at)?;
        let Some(mark) = CommentMark::at_start_of(ahead.up_to(start, MAX_MARK)?) else { return Ok(None) };
        ahead.worked(self.text.len() / 8);
        // Behind code the comment's lines are set in below it; in prose what looks like a mark stands at the margin.
        let text = self.text.trim_ascii_start();
        let is_behind = mark.is_star() || start - at > self.indentation || mark.length_in(text).is_some();
        Ok((is_behind && mark.goes_on_behind(self.text)).then_some(start + mark.length()))
    }
}

/// Whether the line in front of the one at `line`, near `at`, begins with what those of a patch begin with: a sign, a blank, or `@@`.
fn is_behind_line_of_patch(bytes: &[u8], line: usize, at: usize) -> bool {
    let from = at.saturating_sub(LineStart::REACH);
    let Some(above) = bytes[from.min(line)..line].strip_suffix(b"\n") else { return false };
    let start = match memchr::memrchr(b'\n', above) {
        Some(end) => end + 1,
        None if from == 0 => 0,
        None => return false,
    };
    let is_bullet = above[start..].starts_with(b"- ");
    !is_bullet && matches!(above[start..], [b'+' | b'-' | b' ', ..] | [b'@', b'@', ..])
}

/// The index of what stands behind the blanks at `at`.
fn skip_blanks(ahead: &Ahead, mut at: usize) -> Result<usize, Cut> {
    while ahead.get(at)?.is_some_and(is_space_or_tab) {
        at += 1;
    }
    Ok(at)
}

fn blank_length(text: &[u8]) -> usize {
    text.iter().take_while(|&&byte| is_space_or_tab(byte)).count()
}

pub(super) fn is_patch_sign(byte: u8) -> bool {
    matches!(byte, b'+' | b'-')
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
