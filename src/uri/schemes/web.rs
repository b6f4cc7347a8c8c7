//! http, https, ws, wss: a host, and for the sockets no fragment.

use crate::uri::{
    cursor::UriCursor,
    rejection::{Rejection, Rule},
};

pub(crate) const HTTP: &Rule = &Rule::new("rfc9110 4.2.1 http-URI", "an http URL needs \"//\" and a host");
pub(crate) const HTTPS: &Rule = &Rule::new("rfc9110 4.2.2 https-URI", "an https URL needs \"//\" and a host");
pub(crate) const WS: &Rule = &Rule::new("rfc6455 3 ws-URI", "a WebSocket URL needs \"//\" and a host");
const FRAGMENT: &Rule = &Rule::new("rfc6455 3 fragment", "a WebSocket URL has no fragment");

/// "Fragment identifiers are meaningless in the context of WebSocket URIs and MUST NOT be used on these URIs."
pub(crate) fn ws(cursor: &mut UriCursor<'_>) -> Result<(), Rejection> {
    match memchr::memchr(b'#', cursor.rest()) {
        Some(fragment) => Err(Rejection::new(cursor.position() + fragment, FRAGMENT)),
        None => Ok(()),
    }
}
