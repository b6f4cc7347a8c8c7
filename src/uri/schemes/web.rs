//! http, https, ws, wss: a host, and for the sockets no fragment.

use super::{Cursor, Rejection, Rule};

pub(super) const HTTP: &Rule = &Rule::new("rfc9110 4.2.1 http-URI", "an http URL needs \"//\" and a host");
pub(super) const HTTPS: &Rule = &Rule::new("rfc9110 4.2.2 https-URI", "an https URL needs \"//\" and a host");
pub(super) const WS: &Rule = &Rule::new("rfc6455 3 ws-URI", "a WebSocket URL needs \"//\" and a host");
const FRAGMENT: &Rule = &Rule::new("rfc6455 3 fragment", "a WebSocket URL has no fragment");

/// "Fragment identifiers are meaningless in the context of WebSocket URIs and MUST NOT be used on these URIs."
pub(super) fn ws(cursor: &mut Cursor<'_>) -> Result<(), Rejection> {
    let rest = cursor.bytes.get(cursor.at..).unwrap_or_default();
    match memchr::memchr(b'#', rest) {
        Some(fragment) => Err(Rejection::new(cursor.at + fragment, FRAGMENT)),
        None => Ok(()),
    }
}
