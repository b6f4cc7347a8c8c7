//! What may go on in the next line with a plain URL that is a host alone, for all that is seen at once: no less than what a closer look
//! takes for it.

use std::ops::Range;

use crate::engine::forms::name::has_top_level_domain;

/// How much of a line is looked at.
const MAX_LINE: usize = 128;

/// What stands behind the line that ends at `at` or behind blanks there, or behind the quotation mark of a string that may go on below; `Some(None)`
/// where it doesn't end.
fn below(bytes: &[u8], at: usize) -> Option<Option<&[u8]>> {
    let is_mark = matches!(bytes[at], b'"' | b'\'') && matches!(*bytes.get(at + 1)?, b'\n' | b'\r');
    let at = at + usize::from(is_mark);
    let end = at + bytes[at..].iter().position(|byte| !matches!(byte, b' ' | b'\t'))?;
    Some(match &bytes[end..] {
        [b'\r', b'\n', next @ ..] | [b'\n' | b'\r', next @ ..] => Some(next),
        _ => None,
    })
}

/// Whether a host that nothing follows ends its line without a known top-level domain, or behind a full stop: the rest of it may be on the next.
/// So it may be where a few letters and a slash stand there.
pub(super) fn may_be_broken(bytes: &[u8], host: Range<usize>) -> Option<bool> {
    let is_before_stop = bytes[host.end] == b'.';
    let end = host.end + usize::from(is_before_stop);
    let Some(next) = below(bytes, end)? else { return Some(false) };
    let is_open = is_before_stop || !has_top_level_domain(&bytes[host.clone()]) || begins_with_rest_of_label(next)?;
    Some(is_open && may_be_completed(&bytes[host.start..end], next)?)
}

/// Whether a text may begin with some letters or the labels of a host, and a slash or a port, behind marks: those of a quoted reply may have a name.
fn begins_with_rest_of_label(text: &[u8]) -> Option<bool> {
    // No label of a top-level domain is longer.
    const MAX_REST: usize = 24;
    let lead = &text[..text.len().min(MAX_LINE)];
    let Some(begin) = lead.iter().position(u8::is_ascii_alphanumeric) else {
        return (lead.len() == MAX_LINE).then_some(true);
    };
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    let length = text[begin..].iter().position(|byte| !is_name(byte))?;
    let is_rest = || length <= MAX_REST || text[begin..begin + length].contains(&b'.');
    Some(match text[begin + length] {
        b'/' => is_rest(),
        b':' => text.get(begin + length + 1)?.is_ascii_digit() && is_rest(),
        behind => behind == b'>',
    })
}

/// Whether a host may be completed by what begins this text.
fn may_be_completed(host: &[u8], text: &[u8]) -> Option<bool> {
    if *text.first()? <= b' ' {
        // It may be blank.
        return Some(true);
    }
    if text.get(..4)? == b"http" {
        return Some(false);
    }
    if host.ends_with(b"-") || host.contains(&b'.') {
        return Some(true);
    }
    // One label is a host, unless a full stop begins what goes on with it, or a host with a path stands there.
    let lead = &text[..text.len().min(MAX_LINE)];
    let Some(end) = lead.iter().position(|&byte| matches!(byte, b'\n' | b'\r')) else { return Some(true) };
    let line = &lead[..end];
    let begins = |at: usize| line[at] == b'.' && (at == 0 || !line[at - 1].is_ascii_alphanumeric());
    Some((0..end).any(begins) || line.contains(&b'/') && line.contains(&b'.'))
}

/// Whether a URL that is a host alone and ends at `end` ends its line, and a path may begin the next: one slash and what a path begins with, behind
/// nothing but marks, or those of a quoted reply with a name.
pub(super) fn may_be_above_path(bytes: &[u8], end: usize) -> Option<bool> {
    let Some(next) = below(bytes, end)? else { return Some(false) };
    let lead = &next[..next.len().min(MAX_LINE)];
    let is_behind_marks = |slash: usize| {
        let marks = &lead[..slash];
        !marks.iter().any(u8::is_ascii_alphanumeric) || marks.contains(&b'>')
    };
    let mut slashes = memchr::memchr_iter(b'/', lead).take_while(|&slash| is_behind_marks(slash));
    let may_be = slashes.any(|slash| {
        let is_single = slash == 0 || lead[slash - 1] != b'/';
        is_single && lead.get(slash + 1).is_none_or(|&first| may_begin_path(first))
    });
    (may_be || lead.len() == MAX_LINE || memchr::memchr(b'\n', lead).is_some()).then_some(may_be)
}

/// Whether a path may begin with this byte behind its slash.
pub(crate) fn may_begin_path(first: u8) -> bool {
    first.is_ascii_alphanumeric() || matches!(first, b'~' | b'_')
}
