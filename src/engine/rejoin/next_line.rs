//! The line behind a break: what may go on with a URL there.

use super::{
    line_start::{LineStart, Marks},
    page,
};
use crate::{
    engine::window::{Ahead, Cut},
    link::Piece,
};

/// What the line after a break begins with.
pub(super) struct Next {
    /// Where the line begins, its marks included.
    pub(super) line: usize,
    pub(super) marks: Marks,
    /// The text up to the first white space, or the first space that keeps words together.
    pub(super) token: Piece,
}

/// How many blanks may stand between a host and the end of its line.
const MAX_BLANKS: usize = 8;

/// The line end at `at`, or behind a few blanks there; none where something else is.
pub(super) fn line_end_behind_blanks(ahead: &Ahead, at: usize) -> Result<Option<usize>, Cut> {
    let blanks = ahead.up_to(at, MAX_BLANKS)?.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let is_end = matches!(ahead.get(at + blanks)?, Some(b'\n' | b'\r'));
    Ok(is_end.then_some(at + blanks))
}

/// Where the line behind the line end at `at` begins.
pub(super) fn line_behind(ahead: &Ahead, at: usize) -> usize {
    let is_pair = ahead.some(at, 2) == Ok(b"\r\n");
    at + if is_pair { 2 } else { 1 }
}

/// The line behind the line end at `at`; none where it is blank.
pub(super) fn next_line(ahead: &Ahead, at: usize, marks: &LineStart) -> Result<Option<Next>, Cut> {
    let line = line_behind(ahead, at);
    match next_in(ahead, line, marks) {
        Ok(Some(next)) => Ok(Some(next)),
        Ok(None) => match page::skip(ahead, line) {
            Ok(Some(line)) => limited(next_in(ahead, line, marks)),
            Ok(None) => Ok(None),
            Err(cut) => limited(Err(cut)),
        },
        Err(cut) => limited(Err(cut)),
    }
}

/// Beyond what one candidate may see, nothing goes on.
fn limited<T>(result: Result<Option<T>, Cut>) -> Result<Option<T>, Cut> {
    if let Err(Cut::Limit) = result { Ok(None) } else { result }
}

/// U+00A0 in UTF-8: what converters to HTML put between words.
pub(super) const NO_BREAK_SPACE: [u8; 2] = [0xC2, 0xA0];

/// The line that begins at `line`; none where it is blank.
pub(super) fn next_in(ahead: &Ahead, line: usize, line_start: &LineStart) -> Result<Option<Next>, Cut> {
    let (mut at, marks) = line_start.pass(ahead, line)?;
    if marks == Marks::None {
        at += line_start.sign_length(ahead, line)?;
    }
    loop {
        match ahead.get(at)? {
            Some(b' ' | b'\t') => at += 1,
            Some(byte) if byte == NO_BREAK_SPACE[0] && ahead.get(at + 1)? == Some(NO_BREAK_SPACE[1]) => at += 2,
            _ => break,
        }
    }
    let mut end = at;
    loop {
        let is_inside = |byte: &&u8| **byte > b' ' && **byte != NO_BREAK_SPACE[0];
        end += ahead.bytes.get(end..).unwrap_or_default().iter().take_while(is_inside).count();
        if ahead.get(end)? != Some(NO_BREAK_SPACE[0]) || ahead.get(end + 1)? == Some(NO_BREAK_SPACE[1]) {
            break;
        }
        end += 1;
    }
    ahead.worked(end - line);
    Ok((end > at).then_some(Next { line, marks, token: at..end }))
}
