//! `mailto:` and an address, perhaps with a query behind it.

use super::{
    address::is_dot_atom,
    beginning::Ending,
    name::{self, Read},
    tail,
};
use crate::{
    engine::window::{Ahead, Cut},
    text::{characters::is_email, utf8::Char},
};

/// Where it ends whose addresses begin at `addresses`.
pub(super) fn end(ahead: &Ahead, addresses: usize) -> Result<Ending, Cut> {
    let Some(host_end) = first_address_end(ahead, addresses)? else { return Ok(Ending::Refused(addresses)) };
    let end = if ahead.get(host_end)? == Some(b'?') { tail::behind_name(ahead, host_end)? } else { host_end };
    Ok(Ending::At { end, host_end })
}

/// Moves `at` over a local part, and says what stands behind it.
fn scan_local_part(ahead: &Ahead, at: &mut usize) -> Result<Option<u8>, Cut> {
    loop {
        match ahead.char(*at)? {
            Char::Valid('.' | '%', _) => *at += 1,
            Char::Valid(c, length) if is_email(c) && !matches!(c, '`' | '{' | '|' | '}' | '^') => *at += length,
            _ => return ahead.get(*at),
        }
    }
}

/// The end of the first address, which may be left out before a query.
fn first_address_end(ahead: &Ahead, start: usize) -> Result<Option<usize>, Cut> {
    let mut at = start;
    if ahead.get(at)? == Some(b'?') {
        return Ok(Some(at));
    }
    let scanned = scan_local_part(ahead, &mut at);
    ahead.worked(at - start);
    if scanned? != Some(b'@') || !is_dot_atom(&ahead.bytes[start..at]) {
        return Ok(None);
    }
    Ok(match name::read(ahead, at + 1)? {
        Read::End(end) => Some(if ahead.bytes[end - 1] == b'.' { end - 1 } else { end }),
        Read::Refused(_) => None,
    })
}
