//! URLs without a scheme: `www.` hosts, other host names, and mail addresses.

use super::{
    host::{self, Trust},
    scheme::is_glued,
    text::{LABEL, LOCAL, Text},
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
    let is_host = end > dot && host::trust(name) == Trust::Known && !matches!(text.byte(end), b'@' | b'(');
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
    let _ = LABEL;
    (is_domain && text.byte(end) != b'@').then_some((start, end))
}
