//! URLs without a scheme: `www.` hosts, other host names, and mail addresses.

use super::{
    host::{self, Trust},
    member,
    scheme::is_glued,
    text::{LOCAL, Text},
};
use crate::text::characters::{is_email, is_written_without_spaces};

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
    if start == dot || matches!(before, '@' | '/' | '\\' | '$' | '%' | '&' | '#' | '=') && start > floor {
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
    (is_domain && text.byte(end) != b'@' && !is_message_id(local)).then_some((start, end))
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
