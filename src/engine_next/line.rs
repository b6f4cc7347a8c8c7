//! A line of the text: its frame, and what stands in it.

use super::text::{BLANK, Text};

/// How far back the beginning of a line is looked for.
const MAX_BACK: usize = 1024;

/// What stands before the text of a line: quotation marks of mail, a comment's mark, a bullet, indentation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame<'t> {
    /// The marks, with the blanks between them.
    marks: &'t [u8],
    /// Where the text of the line begins.
    pub(super) text: usize,
}

/// Where the line of the byte at `at` begins.
pub(super) fn begin(text: &Text, at: usize) -> usize {
    let from = at.saturating_sub(MAX_BACK);
    let near = &text.bytes[from..at];
    text.worked(near.len() / 16);
    memchr::memrchr2(b'\n', b'\r', near).map_or(from, |end| from + end + 1)
}

/// The frame of the line that begins at `begin`, which ends before `end`.
pub(super) fn frame<'t>(text: &Text<'t>, begin: usize, end: usize) -> Frame<'t> {
    let mut at = begin;
    loop {
        let mark = skip_blanks(text, at);
        let after = mark + mark_length(text, mark);
        if after == mark || after > end {
            return Frame { marks: text.bytes[begin..at].trim_ascii_start(), text: mark.min(end) };
        }
        at = after;
    }
}

/// The length of the mark that stands at `at`.
fn mark_length(text: &Text, at: usize) -> usize {
    let byte = text.byte(at);
    let run = |byte: u8| (at..).take_while(|&at| text.byte(at) == byte).count();
    let is_apart = |length: usize| matches!(text.byte(at + length), b' ' | b'\t' | b'\n' | b'\r' | 0);
    match byte {
        b'>' | b'|' => 1,
        b':' if is_apart(1) => 1,
        b'#' | b'*' | b';' | b'%' | b'!' => Some(run(byte)).filter(|&length| is_apart(length)).unwrap_or(0),
        b'/' if text.byte(at + 1) == b'/' => run(b'/') + usize::from(text.byte(at + run(b'/')) == b'!'),
        b'-' if text.byte(at + 1) == b'-' && is_apart(run(b'-')) => run(b'-'),
        b'.' if text.has(at, br#".\""#) => 3,
        b'd' if text.has(at, b"dnl ") => 3,
        _ => 0,
    }
}

pub(super) fn skip_blanks(text: &Text, at: usize) -> usize {
    text.run(at, BLANK)
}

/// Where the next line begins, if the text ends a line at `at`, perhaps after blanks.
pub(super) fn after_end(text: &Text, at: usize) -> Option<usize> {
    let end = skip_blanks(text, at);
    match text.byte(end) {
        b'\n' => Some(end + 1),
        b'\r' => Some(end + 1 + usize::from(text.byte(end + 1) == b'\n')),
        _ => None,
    }
}

/// Where the text of the line that begins at `begin` goes on inside this frame: after the same marks, or after blanks alone.
pub(super) fn inside(text: &Text, frame: Frame, begin: usize) -> usize {
    let mut at = begin;
    for &mark in frame.marks.iter().filter(|&&mark| mark > b' ') {
        let next = skip_blanks(text, at);
        if text.byte(next) != mark {
            return skip_blanks(text, begin);
        }
        at = next + 1;
    }
    skip_blanks(text, at)
}
