//! What stands at the end of a URL and is not its own: the sentence's punctuation, and the markup around it.

use crate::engine::{
    forms::tail::without_soft,
    window::{Ahead, Cut},
};

/// The end of the URL without what belongs to the sentence or its markup: a wrapper that opened right before the URL, a
/// dash, a possessive, a bracket that opens and has nothing in it, a bar or a caret. Nothing before `floor` opened anything.
pub(super) fn trim(ahead: &Ahead, floor: usize, start: usize, end: usize) -> Result<usize, Cut> {
    let before = (start > floor).then(|| ahead.bytes[start - 1]);
    if let Some(end) = closing_apostrophe(ahead, before, start, end)? {
        return Ok(end);
    }
    let mut end = end;
    if ahead.bytes[start..end].ends_with(b"*/") && is_behind_opened_comment(ahead, start) {
        end = without_soft(ahead, start, end - 2);
    }
    if is_arrow(ahead, start, end)? || is_difference(ahead, start, end)? {
        end = without_soft(ahead, start, end - 1);
    }
    while let Some(length) = outside(&ahead.bytes[start..end], before)
        && length < end - start
    {
        // What the wrapper or the dash kept inside is the sentence's again.
        end = without_soft(ahead, start, end - length);
    }
    Ok(end)
}

/// Whether the URL ends in the equals sign of an arrow, `=>`, and not in its own in front of the end of a tag.
fn is_arrow(ahead: &Ahead, start: usize, end: usize) -> Result<bool, Cut> {
    let url = &ahead.bytes[start..end];
    let is_value = ahead.bytes[..start].ends_with(b"=");
    let may_be_own = |url: &[u8]| url.ends_with(b"==") || url.iter().any(|byte| matches!(byte, b'?' | b'#' | b';'));
    Ok(url.ends_with(b"=") && !is_value && !may_be_own(url) && ahead.get(end)? == Some(b'>'))
}

/// Whether the URL ends in a mark of a program that compares words: `[-http://a.example/b-]`, `{+http://a.example/c+}`.
fn is_difference(ahead: &Ahead, start: usize, end: usize) -> Result<bool, Cut> {
    let closing = match (&ahead.bytes[..start], &ahead.bytes[start..end]) {
        ([.., b'[', b'-'], [.., b'-']) => b']',
        ([.., b'{', b'+'], [.., b'+']) => b'}',
        _ => return Ok(false),
    };
    Ok(end - start > 1 && ahead.get(end)? == Some(closing))
}

/// How far back is looked for what opens a comment or a string.
const REACH: usize = 512;

/// Whether a comment in C opened nearby in front of the URL at `start`, or its line begins with a star.
fn is_behind_opened_comment(ahead: &Ahead, start: usize) -> bool {
    let before = &ahead.bytes[start.saturating_sub(REACH)..start];
    let line = &before[memchr::memrchr(b'\n', before).map_or(0, |end| end + 1)..];
    line.trim_ascii_start().starts_with(b"*") || memchr::memmem::find(before, b"/*").is_some()
}

/// How many bytes at the end of a URL are not its own, where `before` stands in front of it.
fn outside(url: &[u8], before: Option<u8>) -> Option<usize> {
    let run = |byte: u8| url.iter().rev().take_while(|&&other| other == byte).count();
    match *url.last()? {
        b'*' | b'@' | b'(' | b'[' | b'|' | b'^' => Some(1),
        b'_' | b'~' | b'$' if url.last().copied() == before => Some(1),
        b's' if url.ends_with(b"'s") => Some(2),
        b's' if url.ends_with("’s".as_bytes()) => Some("’s".len()),
        b'-' if url.ends_with(b"--") => Some(run(b'-')),
        // A line drawn under or behind the text.
        byte @ (b'=' | b'_') if url.ends_with(&[byte; 4]) => Some(run(byte)),
        _ => None,
    }
}

/// The end of a URL that an apostrophe ends which closes one inside it: `/'b'` is a pair, unless one opens in front of
/// the URL. A pair may also be empty, at the end of a path.
fn closing_apostrophe(ahead: &Ahead, before: Option<u8>, start: usize, end: usize) -> Result<Option<usize>, Cut> {
    if before == Some(b'\'') || ahead.get(end)? != Some(b'\'') {
        return Ok(None);
    }
    let opened = memchr::memchr_iter(b'\'', &ahead.bytes[start..end]).count();
    let is_pair = || Ok(ahead.get(end + 1)? == Some(b'\'') && !closes_string(ahead, start, end)?);
    let is_empty_pair = opened == 0 && ahead.bytes[end - 1] == b'/' && is_pair()?;
    Ok(if is_empty_pair { Some(end + 2) } else { (opened % 2 == 1).then_some(end + 1) })
}

/// Whether three apostrophes stand at `end` that close a string of Python, which opened nearby with as many.
fn closes_string(ahead: &Ahead, start: usize, end: usize) -> Result<bool, Cut> {
    const MARK: &[u8] = b"'''";
    let before = &ahead.bytes[start.saturating_sub(REACH)..start];
    Ok(ahead.some(end, MARK.len())? == MARK && memchr::memmem::find(before, MARK).is_some())
}

/// The end of the URL from `start` on without a brace that is open there: what would have closed it was part of another character.
pub(super) fn without_open_brace(bytes: &[u8], start: usize) -> usize {
    let (mut end, mut closed) = (bytes.len(), 0);
    for at in memchr::memchr2_iter(b'{', b'}', &bytes[start..]).rev() {
        match bytes[start + at] {
            b'}' => closed += 1,
            _ if closed > 0 => closed -= 1,
            _ => end = start + at,
        }
    }
    end
}
