//! The quick half of whether a URL goes on behind the end of its line: for most it is certain that it doesn't, from a few bytes of the
//! next line, and nothing has to be weighed.

use super::{
    comment_mark::CommentMark,
    evidence::{LOOK_AHEAD, NARROWEST_CUT, SHORT_LINE},
    line_start::{comment_before, is_patch_sign},
    next_line::NO_BREAK_SPACE,
    rest::{
        begins_definition, begins_with_signs, is_prose, is_whole, labels_of_host, never_begins_rest, target_length,
    },
};

/// Lines of more bytes are not cut at a column.
const WIDEST_CUT: usize = 256;

/// Whether a URL that ends before `at`, where white space is, might go on behind the end of its line. None where the
/// bytes end before that is known. This is only the quick half of the answer.
#[inline]
pub(crate) fn may_go_on(bytes: &[u8], mut at: usize) -> Option<bool> {
    // What most have behind them is a blank line, and then a letter.
    if let [b'\n', b'\n', first, ..] = bytes[at..]
        && first > b' '
        && !matches!(first, b'>' | b'|')
    {
        return may_end_page(bytes, at + 2);
    }
    // In a list of references the next of them follows.
    if let [b'\n', b'[', ..] = bytes[at..]
        && begins_definition(&bytes[at + 1..])?
    {
        return Some(false);
    }
    // Half an escape is not the end of a URL.
    let last = if bytes[at - 2] == b'%' { b'%' } else { bytes[at - 1] };
    while matches!(bytes.get(at)?, b' ' | b'\t') {
        at += 1;
    }
    Some(matches!(bytes[at], b'\n' | b'\r') && !is_over(bytes, last, at)?)
}

/// Whether the line that begins at `at`, behind a blank one, may be the footer of a page: then the URL may go on in the next.
#[inline(always)]
fn may_end_page(bytes: &[u8], at: usize) -> Option<bool> {
    let first = *bytes.get(at)?;
    if first.is_ascii_punctuation() && first != b'[' || first == b'h' {
        // A signature, an item of a list, or another URL.
        return Some(false);
    }
    // A page's number stands at the end of its line.
    let rest = &bytes[at..];
    let end = memchr::memchr(b'\n', &rest[..rest.len().min(LOOK_AHEAD)])?;
    let last = rest[..end].iter().rfind(|&&byte| byte > b' ');
    Some(last.is_some_and(|last| *last == b']' || last.is_ascii_digit()))
}

/// Whether what follows the line end at `at` is certain to be no part of a URL: a blank line that ends no page, or
/// another URL, or prose. The URL's line ends in `last`.
fn is_over(bytes: &[u8], last: u8, at: usize) -> Option<bool> {
    let is_pair = bytes[at] == b'\r' && *bytes.get(at + 1)? == b'\n';
    let mut next = at + if is_pair { 2 } else { 1 };
    let mut is_blank = false;
    let first = loop {
        let byte = *bytes.get(next)?;
        if byte == NO_BREAK_SPACE[0] && *bytes.get(next + 1)? == NO_BREAK_SPACE[1] {
            next += 2;
            continue;
        }
        if !matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'>' | b'|') {
            break byte;
        }
        is_blank |= matches!(byte, b'\n' | b'\r');
        next += 1;
    };
    if first == b'\x0C' {
        return Some(false);
    }
    if !is_blank {
        return Some(
            first == b'h' && bytes.get(next..next + 4)? == b"http"
                || never_begins_rest(first)
                || is_over_before_prose(bytes, last, at, next)?
                || first == b'[' && begins_definition(&bytes[next..])?
                || is_over_behind_marks(bytes, last, at, next)?,
        );
    }
    Some(!may_end_page(bytes, next)?)
}

/// Whether prose begins the next line at `next`, which a URL whose line ends in `last` at `at` does not go on with: no comment, and no rest of a word
/// that was cut at a column.
fn is_over_before_prose(bytes: &[u8], last: u8, at: usize, next: usize) -> Option<bool> {
    Some(
        is_whole(last)
            && is_prose(&bytes[next..])?
            && CommentMark::at_start_of(&bytes[next..]).is_none()
            && !may_be_cut(bytes, at, next)?,
    )
}

/// Whether the next line is as long as that of the URL, which ends at `at`, or the last of its paragraph: so it is where words are cut at a column.
fn may_be_cut(bytes: &[u8], at: usize, next: usize) -> Option<bool> {
    let Some(length) =
        memchr::memrchr(b'\n', &bytes[at.saturating_sub(WIDEST_CUT)..at]).map(|end| at.min(WIDEST_CUT) - end - 1)
    else {
        return Some(false);
    };
    if length < NARROWEST_CUT {
        return Some(false);
    }
    let line = memchr::memrchr(b'\n', &bytes[at..next]).map_or(next, |end| at + end + 1);
    // In front of a space that was taken off it is one less.
    match memchr::memchr(b'\n', &bytes[line..bytes.len().min(line + length + 1)]) {
        Some(end) if end + 1 >= length => Some(true),
        Some(end) => Some(*bytes.get(line + end + 1)? == b'\n'),
        None if bytes.len() > line + length => Some(false),
        None => None,
    }
}

/// Whether a comment in source code ends with the URL's line, which ends at `at`, or what stands behind its marks is certain to be
/// no part of the URL. The next line's first byte is at `next`.
fn is_over_behind_marks(bytes: &[u8], last: u8, at: usize, next: usize) -> Option<bool> {
    let next_text = &bytes[next..];
    let length = match comment_before(bytes, at) {
        Ok(mark) => match mark.length_in(next_text.get(..mark.reach())?) {
            Some(length) => length,
            // The target of a link in Markdown may end in the next line.
            None if mark.ends_with_line() => return Some(target_length(first_word(next_text)?, b')').is_none()),
            None => return begins_with_signs(next_text),
        },
        Err(line) => {
            if !begins_with_signs(next_text)? {
                return Some(false);
            }
            let is_signed = line.first().is_some_and(|sign| is_patch_sign(*sign) && *sign == next_text[0]);
            if is_signed {
                return Some(false);
            }
            let mark = CommentMark::at_start_of(next_text).filter(|mark| mark.goes_on_behind(line));
            let Some(mark) = mark else { return Some(true) };
            mark.length()
        }
    };
    let mut text = next + length;
    if next_text[0] == b'*' && *bytes.get(text)? == b'/' {
        // The end of the comment.
        return Some(true);
    }
    while matches!(bytes.get(text)?, b' ' | b'\t') {
        text += 1;
    }
    let is_empty = bytes[text] <= b' ';
    Some(
        is_empty
            || never_begins_rest(bytes[text])
            || is_whole(last) && is_prose(&bytes[text..])?
            || begins_with_signs(&bytes[text..])?,
    )
}

/// The word that a text begins with. None where it may go on.
fn first_word(text: &[u8]) -> Option<&[u8]> {
    text.iter().position(|&byte| byte <= b' ').map(|end| &text[..end])
}

/// Whether the URL at `start..end` fills a short line, and another host begins the next one: the quick half of the veto of that name, in
/// what most lists are.
pub(crate) fn is_before_other_host(bytes: &[u8], start: usize, end: usize) -> bool {
    let url = &bytes[start..end];
    let next_begins_url = || bytes[end + 1..].get(..4).is_none_or(|word| word.eq_ignore_ascii_case(b"www."));
    url.len() < SHORT_LINE
        && bytes[..start].ends_with(b"\n")
        && bytes.get(end) == Some(&b'\n')
        && url.last().is_some_and(u8::is_ascii_alphanumeric)
        // Such a URL may be of an archive, or of a message whose host is broken.
        && !url.iter().any(|byte| matches!(byte, b':' | b'@'))
        && labels_of_host(&bytes[end + 1..]).is_some_and(|labels| labels > 0)
        && !next_begins_url()
}
