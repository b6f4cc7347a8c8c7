//! `mailto:` and an address, perhaps with a query behind it.

use super::{
    beginning::Ending,
    local_part::is_dot_atom,
    more_of_host,
    name::{self, Read},
    tail,
};
use crate::{
    engine::window::{Ahead, Cut},
    text::{characters::is_email, utf8::Char},
};

/// How many addresses one URL has at most.
const MAX_ADDRESSES: usize = 32;

/// Where it ends whose addresses begin at `addresses`: several with commas between, where nothing else stands there
/// (RFC 6068 section 2).
pub(super) fn end(ahead: &Ahead, start: usize, addresses: usize) -> Result<Ending, Cut> {
    let mut host_end = match address_end(ahead, addresses)? {
        Ok(end) => end,
        Err(at) => return Ok(Ending::Refused(at)),
    };
    for _ in 1..MAX_ADDRESSES {
        if host_end == addresses || ahead.get(host_end)? != Some(b',') {
            break;
        }
        match address_end(ahead, host_end + 1)? {
            Ok(end) if end > host_end + 1 => host_end = end,
            _ => break,
        }
    }
    let end = if ahead.get(host_end)? == Some(b'?') { tail::behind_name(ahead, start, host_end)? } else { host_end };
    Ok(Ending::At { end, host_end })
}

/// Moves `at` over a local part, and says what stands behind it.
fn scan_local_part(ahead: &Ahead, at: &mut usize) -> Result<Option<u8>, Cut> {
    loop {
        match ahead.char(*at)? {
            Char::Valid('%', _) if ahead.some(*at, 3)? == b"%40" => return ahead.get(*at),
            Char::Valid('.' | '%', _) => *at += 1,
            Char::Valid(c, length) if is_email(c) && !matches!(c, '`' | '{' | '|' | '}' | '^') => *at += length,
            _ => return ahead.get(*at),
        }
    }
}

/// The end of an address, which may be left out before a query, or as an error where it can't go on. Its `@` may be escaped: mailing lists'
/// software writes it so.
fn address_end(ahead: &Ahead, start: usize) -> Result<Result<usize, usize>, Cut> {
    let mut at = start;
    if ahead.get(at)? == Some(b'?') {
        return Ok(Ok(at));
    }
    let scanned = scan_local_part(ahead, &mut at);
    ahead.worked(at - start);
    let domain = match scanned? {
        Some(b'@') => at + 1,
        Some(b'%') => at + 3,
        _ => return Ok(Err(start)),
    };
    if !is_dot_atom(&ahead.bytes[start..at]) {
        return Ok(Err(start));
    }
    Ok(match name::read(ahead, domain)? {
        // Less of a domain is another.
        Read::End(end)
            if ahead.get(end)? == Some(b'@')
                || more_of_host::may_be_more(ahead, end)?
                || goes_on_escaped(ahead, end)? =>
        {
            Err(end)
        }
        Read::End(end) => Ok(if ahead.bytes[end - 1] == b'.' { end - 1 } else { end }),
        Read::Refused(_) => Err(start),
    })
}

/// Whether a name goes on at `at` behind a backslash, as it does in the sources of manual pages and in regular expressions.
fn goes_on_escaped(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    // In the string of a program it is doubled.
    let (b'\\', behind) = (ahead.get(at)?.unwrap_or(b' '), ahead.up_to(at + 1, 3)?) else { return Ok(false) };
    let escaped = behind.strip_prefix(b"\\").unwrap_or(behind);
    Ok(matches!(escaped, [b'-' | b'&' | b'.' | b':', after, ..] if after.is_ascii_alphanumeric()))
}
