//! What a line begins with in front of its text: the marks of a quoted reply, or of a comment in source code.

use super::evidence::Marks;
use crate::window::{Ahead, Cut};

/// The marks at the start of the line that a URL opens on. Those of a quoted reply are `>`, `|` or `:` (some mailers use
/// each), with spaces between, and perhaps a name or initials before them (`jd> `); those of a comment are `#`, `//`, ` *`, `;;`, `%`, `--` and their like, in one run.
///
/// Only a line that begins with them makes the same marks on the next line mean the same; elsewhere `>` closes a bracket
/// and `/` or `#` is part of a URL.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LineStart {
    mark: u8,
    depth: usize,
    is_comment: bool,
    /// Where the name in front of the marks stands, and its length: zero without one.
    name: usize,
    name_length: usize,
}

impl LineStart {
    /// How far back a line's start is looked for.
    const REACH: usize = 512;

    /// The most bytes of a name in front of the marks.
    const LONGEST_NAME: usize = 16;

    /// Reads the start of the line that holds the byte at `at`.
    pub(crate) fn of(bytes: &[u8], at: usize) -> LineStart {
        let from = at.saturating_sub(LineStart::REACH);
        let line = match bytes[from..at].iter().rposition(|&byte| matches!(byte, b'\n' | b'\r')) {
            Some(end) => &bytes[from + end + 1..at],
            None if from == 0 => &bytes[..at],
            None => return LineStart::default(),
        };
        let mut start = LineStart::default();
        let text = line.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        (start.name, start.name_length) = (at - line.len() + text, name_length(&line[text..]));
        for (i, &byte) in line.iter().enumerate().skip(text + start.name_length) {
            let rest = &line[i..];
            match byte {
                b' ' | b'\t' => {}
                b'>' | b'|' | b':' if start.depth == 0 || byte == start.mark => {
                    start.mark = byte;
                    start.depth += 1;
                }
                b'#' | b'/' | b'*' | b';' | b'%' | b'-' | b'!' if start.depth == 0 => {
                    start.mark = byte;
                    start.depth = rest.iter().take_while(|&&other| other == byte).count();
                    start.is_comment = true;
                    break;
                }
                _ => break,
            }
        }
        start
    }

    /// The index of the text that follows the marks, as many as this line start has, of the line at `at`. Fewer are quoting
    /// of a lower level, but no comment.
    pub(crate) fn skip(&self, ahead: &Ahead, at: usize) -> Result<usize, Cut> {
        let Some(mut next) = self.behind_name(ahead, at)? else { return Ok(at) };
        let mut end = at;
        let mut depth = 0;
        while depth < self.depth {
            match ahead.get(next)? {
                Some(b' ' | b'\t') if !self.is_comment || depth == 0 => next += 1,
                Some(byte) if byte == self.mark => {
                    next += 1;
                    depth += 1;
                    end = next;
                }
                _ => break,
            }
        }
        if self.is_comment && depth < self.depth {
            return Ok(at);
        }
        Ok(end)
    }

    /// The index of the text that follows the marks of the line at `at`, however many it has, and how they differ from
    /// these. A reply may have quoted one line of a broken URL once more, or one less.
    pub(crate) fn pass(&self, ahead: &Ahead, at: usize) -> Result<(usize, Marks), Cut> {
        if self.is_comment {
            let end = self.skip(ahead, at)?;
            return Ok((end, if end > at { Marks::Same } else { Marks::Lost }));
        }
        let mark = if self.depth == 0 { b'>' } else { self.mark };
        let Some(mut next) = self.behind_name(ahead, at)? else { return Ok((at, Marks::Lost)) };
        let (mut end, mut depth) = (at, 0);
        while let Some(byte @ (b' ' | b'\t' | b'>' | b'|' | b':')) = ahead.get(next)? {
            next += 1;
            if byte == mark {
                (end, depth) = (next, depth + 1);
            } else if !matches!(byte, b' ' | b'\t') {
                break;
            }
        }
        let marks = match depth {
            0 if self.depth == 0 => Marks::None,
            _ if depth == self.depth => Marks::Same,
            _ if depth > self.depth => Marks::More,
            _ => Marks::Lost,
        };
        Ok((end, marks))
    }

    /// The index behind the name that the line at `at` begins with; none where it has to and does not.
    fn behind_name(&self, ahead: &Ahead, at: usize) -> Result<Option<usize>, Cut> {
        if self.name_length == 0 {
            return Ok(Some(at));
        }
        let mut next = at;
        while let Some(b' ' | b'\t') = ahead.get(next)? {
            next += 1;
        }
        let name = &ahead.bytes[self.name..self.name + self.name_length];
        Ok((ahead.some(next, name.len())? == name).then_some(next + name.len()))
    }
}

/// The length of the name or the initials that a quoted line begins with, right before its marks.
fn name_length(line: &[u8]) -> usize {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    let length = line.iter().take(LineStart::LONGEST_NAME).take_while(|byte| is_name(byte)).count();
    match (&line[..length], line.get(length)) {
        ([first, ..], Some(b'>')) if first.is_ascii_alphabetic() && line[length - 1].is_ascii_alphanumeric() => length,
        _ => 0,
    }
}
