//! ` at ` in place of an at sign, as archives of mailing lists write it.

use super::{
    host,
    notation::{Escape, Row, anywhere, escape, row},
    rules,
    text::Text,
};
use crate::link::Notation;

static ROW: Row = row(&rules::AT, Notation::At, b' ', at_sign, anywhere);

/// The notation, if the word at `at` stands for an at sign.
pub(super) fn at(text: &Text, at: usize) -> Option<&'static Row> {
    rules::AT.holds(text.has(at, b" at ") && at_sign(text, at).is_some()).then_some(&ROW)
}

/// The schemes whose URLs are addresses.
const ADDRESSES: [&[u8]; 7] = [b"mailto", b"sip", b"sips", b"xmpp", b"im", b"pres", b"acct"];

/// The most of a URL that is read back.
const MAX_BEFORE: usize = 256;

/// ` at ` between the parts of an address: after the local part behind a scheme of addresses, a user in an authority, or a segment that goes
/// on in a path.
fn at_sign(text: &Text, at: usize) -> Option<Escape> {
    if !text.has(at, b" at ") {
        return None;
    }
    let end = host::name(text, at + 4).ok()?;
    let near = &text.bytes[at.saturating_sub(MAX_BEFORE)..at];
    let url = near.rsplit(|byte| matches!(byte, 0..=b' ' | b'<' | b'"' | b'(' | b'[')).next()?;
    let colon = memchr::memchr(b':', url)?;
    let (scheme, rest) = (&url[..colon], &url[colon + 1..]);
    let next = text.byte(end);
    let part = rest.rsplit(|&byte| byte == b'/').next().filter(|part| !part.is_empty() && !part.contains(&b'@'))?;
    let is_known = match rest.strip_prefix(b"//") {
        None => ADDRESSES.iter().any(|known| scheme.ends_with(known)),
        Some(user) if user.len() == part.len() => next == b'/' && !part.contains(&b'.'),
        Some(_) => next == b'/' || matches!(next, b'>' | b']') && part.iter().any(u8::is_ascii_digit),
    };
    escape('@', 4).filter(|_| is_known && host::trust(&text.bytes[at + 4..end]) == host::Trust::Known)
}
