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

/// Whether the URL with the host at `host..end` is all that stands in its part of a string, and the part in the next line goes on with the host.
pub(super) fn goes_on_in_next_string(ahead: &Ahead, host: usize, end: usize) -> Result<bool, Cut> {
    let Some(mark @ (b'"' | b'\'')) = ahead.get(end)? else { return Ok(false) };
    if !begins_string(ahead, host, mark) {
        return Ok(false);
    }
    let goes_on = match string_marks::next_string(ahead.bytes, end) {
        Some(Some(next)) => string_marks::goes_on_with_host(ahead.bytes, next),
        next => next.map(|_| false),
    };
    match goes_on {
        Some(goes_on) => Ok(goes_on),
        // More is asked for, unless what may be seen ends there.
        None => ahead.up_to(ahead.bytes.len(), 1).map(|_| false),
    }
}

/// Whether the URL with the host at `host` begins right behind such a mark.
fn begins_string(ahead: &Ahead, host: usize, mark: u8) -> bool {
    let Some(before) = ahead.bytes[..host].strip_suffix(b"://") else { return false };
    let scheme = before.iter().rev().take(MAX_KNOWN).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    scheme > 0 && before[..before.len() - scheme].ends_with(&[mark])
}

/// Whether a line ends at `at`, right behind a mark, and the next is a string that begins with it and a small letter or a digit.
fn goes_on_in_string(ahead: &Ahead, at: usize, mark: u8) -> Result<bool, Cut> {
    const MAX: usize = 160;
    let [b'\n', first, text @ ..] = ahead.up_to(at, MAX)? else { return Ok(false) };
    if *first != mark || !text.first().is_some_and(|first| first.is_ascii_lowercase() || first.is_ascii_digit()) {
        return Ok(false);
    }
    let Some(close) = memchr::memchr2(mark, b'\n', text) else { return Ok(false) };
    ahead.worked(close);
    Ok(text[close] == mark && matches!(text.get(close + 1), None | Some(b'\n')))
}
