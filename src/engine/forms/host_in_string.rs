//! A host in front of the mark that ends its part of a string of a program, where another part goes on with it.

use super::string_marks;
use crate::{
    engine::window::{Ahead, Cut},
    uri::schemes::registry::MAX_KNOWN,
};

/// Whether the host at `host..end` has a dot behind it that a string of a program ends with, which only the URL began or another goes on with in the next
/// line: the rest of the name is put together with it.
pub(super) fn is_part_of_string(ahead: &Ahead, host: usize, end: usize) -> Result<bool, Cut> {
    if ahead.get(end)? != Some(b'.') {
        return Ok(false);
    }
    let Some(mark @ (b'"' | b'\'' | b'`')) = ahead.get(end + 1)? else { return Ok(false) };
    if mark != b'`' && goes_on_in_string(ahead, end + 2, mark)? {
        return Ok(true);
    }
    Ok(begins_string(ahead, host, mark))
}

/// Whether the URL with the host at `host..end` is all that stands in its part of a string, and the part in the next line goes on with the host: behind an
/// operator, or with a path behind it where nothing else stands in that line, which is no item of a list.
pub(super) fn goes_on_in_next_string(ahead: &Ahead, host: usize, end: usize) -> Result<bool, Cut> {
    let Some(mark @ (b'"' | b'\'')) = ahead.get(end)? else { return Ok(false) };
    if !begins_string(ahead, host, mark) {
        return Ok(false);
    }
    let next = string_marks::next_string(ahead.bytes, end);
    let goes_on = match next {
        Some(Some(next)) => string_marks::goes_on_with_host(ahead.bytes, next),
        next => next.map(|_| false),
    };
    if !ahead.answer(goes_on)? {
        return Ok(false);
    }
    let Some(Some(next)) = next else { return Ok(false) };
    let (between, text) = (&ahead.bytes[end + 1..next - 1], ahead.up_to(next, MAX_PART)?);
    ahead.worked(between.len() + text.len());
    Ok(is_behind_operator(between) || is_path_alone(text, between, mark))
}

/// How much of a part is looked at.
const MAX_PART: usize = 160;

/// Whether an operator stands between two parts, other than the sign in the first column of a patch.
fn is_behind_operator(between: &[u8]) -> bool {
    let line = memchr::memrchr2(b'\n', b'\r', between).map_or(0, |end| end + 1);
    let (above, own) = between.split_at(line);
    let is_operator = |text: &[u8]| matches!(text.trim_ascii(), [b'+' | b'.']);
    is_operator(above) || !matches!(own.first(), Some(b'+')) && is_operator(own)
}

/// Whether a part that such a mark closes has a path in it and no white space, and its line nothing else; and no backslash stands in front of that, behind
/// which the shell has another word.
fn is_path_alone(text: &[u8], between: &[u8], mark: u8) -> bool {
    let Some(close) = memchr::memchr(mark, text) else { return false };
    let (part, behind) = (&text[..close], &text[close + 1..]);
    let line = memchr::memchr2(b'\n', b'\r', behind).map_or(behind, |end| &behind[..end]);
    part.contains(&b'/')
        && !part.iter().any(|&byte| byte <= b' ')
        && !between.contains(&b'\\')
        && string_marks::ends_part(line)
}

/// Whether the URL with the host at `host` begins right behind such a mark.
fn begins_string(ahead: &Ahead, host: usize, mark: u8) -> bool {
    let Some(before) = ahead.bytes[..host].strip_suffix(b"://") else { return false };
    let scheme = before.iter().rev().take(MAX_KNOWN).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    scheme > 0 && before[..before.len() - scheme].ends_with(&[mark])
}

/// Whether a line ends at `at`, right behind a mark, and the next is a string that begins with it and a small letter or a digit.
fn goes_on_in_string(ahead: &Ahead, at: usize, mark: u8) -> Result<bool, Cut> {
    let [b'\n', first, text @ ..] = ahead.up_to(at, MAX_PART)? else { return Ok(false) };
    if *first != mark || !text.first().is_some_and(|first| first.is_ascii_lowercase() || first.is_ascii_digit()) {
        return Ok(false);
    }
    let Some(close) = memchr::memchr2(mark, b'\n', text) else { return Ok(false) };
    ahead.worked(close);
    Ok(text[close] == mark && matches!(text.get(close + 1), None | Some(b'\n')))
}
