//! Which word before a colon begins a URL.

use crate::{
    engine::window::{Ahead, Cut},
    text::characters::character_escape_before,
    uri::schemes::registry::{
        MAX_KNOWN, MAX_OPAQUE, is_known_or_compound, is_opaque, may_end_without_slashes, takes_no_slashes,
    },
};

/// Whether the word before the colon may be a scheme that takes no `//`. Most colons in text end other words.
#[inline]
pub(crate) fn may_be_opaque(bytes: &[u8], colon: usize) -> bool {
    may_end_without_slashes(&bytes[..colon]) && is_opaque_before(bytes, colon)
}

/// How many of the two slashes behind the colon stand in its line, where that ends before the second and `http`, `https` or `ftp` stands before the
/// colon: a typesetter may end the line in front of both, and where lines are cut at a column one may end between them.
pub(crate) fn slashes_before_break(bytes: &[u8], colon: usize) -> Option<usize> {
    let ends = |scheme: &[u8]| {
        let start = colon.checked_sub(scheme.len());
        start.is_some_and(|start| bytes[start..colon].eq_ignore_ascii_case(scheme))
    };
    let slashes = match bytes[colon + 1..] {
        [b'\n' | b'\r', ..] => 0,
        [b'/', b'\n' | b'\r', ..] => 1,
        _ => return None,
    };
    (ends(b"https") || ends(b"http") || ends(b"ftp")).then_some(slashes)
}

/// Two slashes by their numbers, as what serialises JavaScript writes them.
pub(crate) const NUMBERED_SLASHES: &[u8] = br"\u002F\u002F";

pub(crate) fn begins_numbered_slashes(text: &[u8]) -> bool {
    text.get(..NUMBERED_SLASHES.len()).is_some_and(|slashes| slashes.eq_ignore_ascii_case(NUMBERED_SLASHES))
}

/// How many letters of an escape stand in front of a word at most: those of `\uabcd`.
const MAX_ESCAPE: usize = 4;

fn is_opaque_before(bytes: &[u8], colon: usize) -> bool {
    let before = bytes[..colon].iter().rev().take(MAX_OPAQUE + MAX_ESCAPE);
    let length = before.take_while(|byte| byte.is_ascii_alphabetic()).count();
    let word = &bytes[colon - length..colon];
    let next = bytes.get(colon + 1).copied();
    let is_scheme = |word: &[u8]| takes_no_slashes(word, next);
    // The letter that a terminal's colour sequence ends in is no part of the word, nor are those of the escape of a mark.
    let is_behind_escape = |front: usize| character_escape_before(bytes, colon - length + front).is_some();
    is_scheme(word)
        || word.strip_prefix(b"m").is_some_and(is_scheme)
        || (1..=MAX_ESCAPE.min(length)).any(|front| is_scheme(&word[front..]) && is_behind_escape(front))
}

/// Whether a scheme that takes no slashes begins at `at`, with its colon and without them.
pub(crate) fn begins_opaque(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    let text = ahead.up_to(at, MAX_OPAQUE + 3)?;
    let colon = memchr::memchr(b':', text).unwrap_or(text.len());
    Ok(is_opaque(&text[..colon]) && !text[colon..].starts_with(b"://"))
}

/// Whether another URL begins at `at`: a known scheme and `://`, a scheme that takes none, or `www.`.
pub(crate) fn begins_url(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    if !ahead.get(at)?.is_some_and(|byte| byte.is_ascii_alphabetic()) {
        return Ok(false);
    }
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-');
    let mut end = at;
    while end - at <= MAX_KNOWN {
        match ahead.get(end)? {
            Some(b':') => {
                let scheme = &ahead.bytes[at..end];
                return Ok(is_opaque(scheme) || ahead.some(end, 3)? == b"://" && is_known_or_compound(scheme));
            }
            Some(b'.') if ahead.bytes[at..end].eq_ignore_ascii_case(b"www") => return Ok(true),
            Some(b'.') => end += 1,
            Some(byte) if is_part(&byte) => end += ahead.bytes[end..].iter().take_while(|byte| is_part(byte)).count(),
            _ => break,
        }
    }
    Ok(false)
}
