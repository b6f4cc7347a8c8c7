//! What a line begins with in front of its text: the marks of a quoted reply, or of a comment in source code.

use super::evidence::Marks;
use crate::window::{Ahead, Cut};

/// The marks at the start of the line that a URL opens on. Those of a quoted reply are `>`, `|` or `:` (some mailers use
/// each), with spaces between; those of a comment are `#`, `//`, ` *`, `;;`, `%`, `--` and their like, in one run.
///
/// Only a line that begins with them makes the same marks on the next line mean the same; elsewhere `>` closes a bracket
/// and `/` or `#` is part of a URL.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LineStart {
    mark: u8,
    depth: usize,
    is_comment: bool,
}

impl LineStart {
    /// How far back a line's start is looked for.
    const REACH: usize = 512;

    /// Reads the start of the line that holds the byte at `at`.
    pub(super) fn of(ahead: &Ahead, at: usize) -> LineStart {
        let from = at.saturating_sub(LineStart::REACH);
        let before = &ahead.bytes[from..at];
        let line_end = memchr::memrchr2(b'\n', b'\r', before);
        let line = &before[line_end.map_or(0, |end| end + 1)..];
        ahead.worked(line.len());
        if line_end.is_none() && from > 0 {
            return LineStart::default();
        }
        let mut start = LineStart::default();
        for (i, &byte) in line.iter().enumerate() {
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
        let mut end = at;
        let mut next = at;
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
        let (mut end, mut next, mut depth) = (at, at, 0);
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
}
