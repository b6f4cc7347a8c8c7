//! URLs without a scheme: `www.` hosts, other host names, and mail addresses.

use super::{
    host::{self, Trust},
    member,
    scheme::is_glued,
    text::{LOCAL, NAME, Text},
};
use crate::text::{
    characters::{is_email, is_written_without_spaces},
    top_level_domains::is_top_level_domain,
};

/// The longest local part (RFC 5321, 4.5.3.1.1).
const MAX_LOCAL: usize = 64;

/// Where the `www.` or `ftp.` host begins whose first dot is at `dot`.
pub(super) fn abbreviation(text: &Text, floor: usize, dot: usize) -> Option<usize> {
    let start = dot.checked_sub(3).filter(|&start| start >= floor)?;
    let before = text.byte_before(start);
    let is_part = matches!(before, b'\\' | b'$') || before == b'/' && start > 1 && text.bytes[start - 2] > b' ';
    if is_glued(text, floor, start) || is_part {
        return None;
    }
    let end = host::name(text, start).ok()?;
    let labels = text.bytes[start..end].iter().filter(|&&byte| byte == b'.').count() + 1;
    (labels >= 3 && host::trust(&text.bytes[start..end]) == Trust::Known && text.byte(end) != b'@').then_some(start)
}

/// Where the host name begins that has its dot at `dot`, and where it ends.
pub(super) fn domain(text: &Text, floor: usize, dot: usize) -> Option<(usize, usize)> {
    if !may_end_domain(text, dot) {
        return None;
    }
    let mut start = dot;
    while start > floor && dot - start <= host::MAX_NAME {
        let c = text.char_before(start);
        let follows_ascii = start < dot && text.bytes[start].is_ascii_alphanumeric();
        if c != '.' && !host::is_name_char(c) || follows_ascii && is_written_without_spaces(c) {
            break;
        }
        start -= c.len_utf8();
    }
    while start < dot && matches!(text.bytes[start], b'_' | b'-' | b'.') {
        start += 1;
    }
    let before = text.char_before(start);
    // A part of something else: of an address, a path, an escape, a pattern, or a name that was cut.
    let is_part =
        matches!(before, '@' | '/' | '\\' | '$' | '%' | '&' | '#' | '.' | '-' | '_') || ends_in_reference(text, start);
    if start == dot || is_part && start > floor {
        return None;
    }
    let end = host::name(text, start).ok()?;
    let name = &text.bytes[start..end];
    let is_host = end > dot
        && host::trust(name) == Trust::Known
        && !is_in_local_part(text, end)
        && member::is_host(text, start, end);
    is_host.then_some((start, end))
}

/// Returns `false` if the name after a dot is of ASCII letters, and its last label is no top-level domain: most dots are dismissed so.
fn may_end_domain(text: &Text, dot: usize) -> bool {
    let end = text.run(dot + 1, NAME);
    if text.bytes[dot] != b'.' || !text.byte(end).is_ascii() {
        return true;
    }
    let name = &text.bytes[dot + 1..end];
    let name = &name[..name.iter().rposition(u8::is_ascii_alphanumeric).map_or(0, |last| last + 1)];
    let label = &name[name.iter().rposition(|&byte| byte == b'.').map_or(0, |dot| dot + 1)..];
    label.last().is_none_or(u8::is_ascii_digit) || is_top_level_domain(label)
}

/// Where the local part begins before the `@` at `at`, and where the domain ends.
pub(super) fn address(text: &Text, floor: usize, at: usize) -> Option<(usize, usize)> {
    let mut start = at;
    while start > floor && at - start <= MAX_LOCAL {
        let c = text.char_before(start);
        let follows_ascii = start < at && text.bytes[start].is_ascii_alphanumeric();
        if !(c.is_ascii() && super::text::is(c as u8, LOCAL) || !c.is_ascii() && is_email(c))
            || follows_ascii && is_written_without_spaces(c)
        {
            break;
        }
        start -= c.len_utf8();
    }
    while start < at
        && !text.bytes[start].is_ascii_alphanumeric()
        && text.bytes[start].is_ascii()
        && text.bytes[start] != b'_'
    {
        start += 1;
    }
    start += key_length(&text.bytes[start..at]);
    let local = &text.bytes[start..at];
    if local.is_empty() || at - start > MAX_LOCAL || local.ends_with(b".") || local.windows(2).any(|pair| pair == b"..")
    {
        return None;
    }
    let end = host::name(text, at + 1).ok()?;
    let end = end - usize::from(text.bytes[end - 1] == b'.');
    let domain = &text.bytes[at + 1..end];
    let is_domain =
        host::trust(domain) == Trust::Known && !host::is_ipv4(domain) && !domain.eq_ignore_ascii_case(b"localhost");
    (is_domain && text.byte(end) != b'@' && !is_message_id(local) && !is_of_message(&text.bytes[floor..start]))
        .then_some((start, end))
}

/// Returns `true` if the name that ends at `end` begins a mail address.
fn is_in_local_part(text: &Text, end: usize) -> bool {
    let mut at = end;
    while at - end < 16 && matches!(text.byte(at), b'-' | b'_' | b'.') {
        at += 1;
    }
    matches!(text.byte(at), b'@' | b'+')
}

/// Returns `true` if a mailer made the local part for a message: it begins with a long number, or is a checksum.
fn is_message_id(local: &[u8]) -> bool {
    let first = local.split(|&byte| matches!(byte, b'.' | b'-')).next().unwrap_or_default();
    let is_number = first.len() >= 8 && first.iter().all(u8::is_ascii_digit) && first.len() < local.len();
    let is_checksum = first.iter().all(u8::is_ascii_hexdigit)
        && first.iter().any(u8::is_ascii_digit)
        && (first.len() >= 24 || first.len() == 8 && first.len() < local.len());
    let is_capital = first.len() >= 24 && first.iter().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    let is_of_gmail = local.len() >= 40 && local.starts_with(b"CA");
    is_number || is_checksum || is_capital || is_of_gmail || memchr::memmem::find(local, b"-git-send-email-").is_some()
}

/// Returns `true` if a character reference ends before `start`, which may stand for a part of the name: `debian&#64;a.example`.
fn ends_in_reference(text: &Text, start: usize) -> bool {
    let Some(front) = text.bytes[..start].strip_suffix(b";") else { return false };
    let length = front.iter().rev().take(8).take_while(|&&byte| byte.is_ascii_digit()).count();
    length > 0 && front[..front.len() - length].ends_with(b"&#")
}

/// How much of what a local part seems to begin with stands before its last slash, quotation mark or equals sign.
fn key_length(local: &[u8]) -> usize {
    let is_for_bounces = local
        .iter()
        .position(|&byte| byte == b'=')
        .is_some_and(|equals| local[..equals].iter().any(|byte| matches!(byte, b'+' | b'-' | b'0'..=b'9')));
    let is_mark = |&byte: &u8| matches!(byte, b'/' | b'`' | b'{' | b'|') || byte == b'=' && !is_for_bounces;
    local.iter().rposition(is_mark).map_or(0, |mark| mark + 1)
}

/// Returns `true` if a text ends in a field of mail that has message ids, and perhaps some of them: `Message-ID: <`.
fn is_of_message(front: &[u8]) -> bool {
    let Some(mut front) = front.strip_suffix(b"<") else { return false };
    while let Some(inner) = front.trim_ascii_end().strip_suffix(b">") {
        let Some(open) = inner.iter().rposition(|&byte| byte == b'<') else { return false };
        front = &inner[..open];
    }
    let Some(field) = front.trim_ascii_end().strip_suffix(b":") else { return false };
    [&b"message-id"[..], b"in-reply-to", b"references", b"content-id", b"resent-message-id"]
        .iter()
        .any(|name| field.len() >= name.len() && field[field.len() - name.len()..].eq_ignore_ascii_case(name))
}
