//! Strings of programs that are written in parts, each in a line of its own, and put together without anything between them:
//! `"… http://a.example/b/"` and `"c"`, as in C, in Python and in catalogues of messages; and lines that a backslash ends, which go on in the next.

use super::{line_start::Marks, next_line::Next};
use crate::{
    engine::{
        delimit::opening::is_open_end,
        window::{Ahead, Cut},
    },
    link::Piece,
};

/// How far back the mark is looked for that opens the string of a URL.
const REACH: usize = 256;

/// A line that it ends goes on in the next.
const BACKSLASH: u8 = b'\\';

/// The quotation mark or the backslash at `at`, if it ends its line.
pub(super) fn mark_at_end(ahead: &Ahead, at: usize) -> Result<Option<u8>, Cut> {
    let Some(mark @ (b'"' | b'\'' | BACKSLASH)) = ahead.get(at)? else { return Ok(None) };
    Ok(matches!(ahead.get(at + 1)?, Some(b'\n' | b'\r')).then_some(mark))
}

/// Whether this mark opens a string in front of the URL that begins at `start`, on its line: one alone of them stands there, which closes nothing, with
/// other text behind it, so that neither the string nor another is a field's, or the URL ends in `last`, which is open. A backslash opens nothing.
pub(super) fn is_in_string(ahead: &Ahead, start: usize, mark: u8, last: u8) -> bool {
    if mark == BACKSLASH {
        return true;
    }
    let from = start.saturating_sub(REACH);
    let before = &ahead.bytes[from..start];
    ahead.worked(before.len() / 8);
    let line = match memchr::memrchr2(b'\n', b'\r', before) {
        Some(end) => &before[end + 1..],
        None if from == 0 => before,
        None => return false,
    };
    let is_escaped = |at: usize| line[..at].ends_with(b"\\");
    let mut marks = memchr::memchr_iter(mark, line).filter(|&at| !is_escaped(at));
    let (Some(only), None) = (marks.next(), marks.next()) else { return false };
    opens(&line[..only]) && (only + 1 < line.len() || is_open_end(last))
}

/// Whether a mark behind this text opens a string: behind a word it is an apostrophe or closes one, but for the letters that languages put in front,
/// and behind a bracket and a name the strings of Lisp are apart.
fn opens(before: &[u8]) -> bool {
    const MAX_PREFIX: usize = 2;
    let prefix = before.iter().rev().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let (front, prefix) = before.split_at(before.len() - prefix);
    let is_prefix = prefix.len() <= MAX_PREFIX && prefix.iter().all(|byte| b"uUfFbBrRL".contains(byte));
    let is_behind_word = front.last().is_some_and(u8::is_ascii_alphanumeric);
    is_prefix && !is_behind_word && !is_of_lisp(front)
}

/// Whether it ends in a bracket of a list, `'(`, or in one with a name behind it: `(list `.
fn is_of_lisp(before: &[u8]) -> bool {
    let Some(bracket) = before.iter().rposition(|byte| matches!(byte, b'(' | b'{' | b'[')) else { return false };
    let name = &before[bracket + 1..];
    before[..bracket].ends_with(b"'")
        || name.first().is_some_and(|first| first.is_ascii_alphabetic() || *first == b':') && name.ends_with(b" ")
}

/// What the next part of the string begins with, up to a blank or the end of the part; none where the next line has no other part, but a field, a
/// command, or a word that stands in a list. Behind a backslash that is what the next line begins with, be it white space; and where nothing but letters
/// stands on both sides of it, a blank may have been lost. `last` is what stands in front of the mark.
pub(super) fn rest(ahead: &Ahead, next: &Next, mark: u8, last: u8) -> Result<Option<Piece>, Cut> {
    let token = next.token.clone();
    if mark == BACKSLASH {
        let is_indented = ahead.bytes[next.line..token.start].iter().any(|byte| matches!(byte, b' ' | b'\t'));
        // In a comment nothing takes the blanks behind its marks for a break.
        let is_indented = is_indented && next.marks != Marks::Comment;
        let is_in_word = last.is_ascii_alphanumeric() && ahead.bytes[token.start].is_ascii_alphanumeric();
        return Ok((!is_indented && !is_in_word).then_some(token));
    }
    if ahead.get(token.start)? != Some(mark) {
        return Ok(None);
    }
    let line = ahead.up_to(token.start + 1, REACH)?;
    let line = &line[..memchr::memchr2(b'\n', b'\r', line).unwrap_or(line.len())];
    ahead.worked(line.len());
    let is_escaped = |at: usize| line[..at].ends_with(b"\\");
    let Some(close) = memchr::memchr_iter(mark, line).find(|&at| !is_escaped(at)) else { return Ok(None) };
    let (part, behind) = (&line[..close], &line[close + 1..]);
    let length = part.iter().position(|&byte| byte <= b' ' || byte == b'\\').unwrap_or(part.len());
    let goes_on = length > 0 && part[0] != b'$' && (is_open_end(last) || !is_word_of_list(part)) && ends_part(behind);
    Ok(goes_on.then_some(token.start + 1..token.start + 1 + length))
}

/// Whether it is one word, with nothing in it that URLs have and lists don't.
fn is_word_of_list(part: &[u8]) -> bool {
    part.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'))
}

/// Whether what stands behind the mark that closes a part goes on with the statement or ends it, and is neither another field nor what a field is
/// set to, and no word.
fn ends_part(behind: &[u8]) -> bool {
    match behind.trim_ascii() {
        [] => true,
        [b',' | b';', fields @ ..] => !matches!(fields.trim_ascii_start(), [b'"' | b'\'', ..]),
        [first, ..] => b")]}.%+\\>".contains(first),
    }
}
