//! Characters of a local part that a `mailto` URL must escape (RFC 6068, 2).

use super::names::is_for_bounces;

/// The shortest first label of a host to which mail is routed.
const MIN_ROUTE: usize = 3;

/// Returns the address with the special characters of its local part escaped, if it has some and all are its own.
pub(crate) fn encode(address: &str) -> Option<String> {
    let escapes = escapes(address).filter(|escapes| !escapes.is_empty())?;
    let mut encoded = address.to_owned();
    for (at, escape) in escapes.into_iter().rev() {
        encoded.replace_range(at..=at, escape);
    }
    Some(encoded)
}

/// Returns the index in an address of the byte that became the one at `at` of the encoded address.
pub(crate) fn offset_before_encoding(address: &str, at: usize) -> usize {
    let escapes = escapes(address).unwrap_or_default();
    // An escape has two bytes more.
    escapes.into_iter().fold(at, |at, (escaped, _)| at - at.saturating_sub(escaped).min(2))
}

/// Returns the escapes of a local part with their indices. Returns `None` if a character belongs to the text around the
/// address, or to a template. Of the characters that a mail URL has to escape (RFC 6068, 2: `%`, gen-delims, `/`, `?`,
/// `#`, `[`, `]`, `&`, `;`, `=`), people's addresses have four.
fn escapes(address: &str) -> Option<Vec<(usize, &'static str)>> {
    let local = &address.as_bytes()[..address.find('@')?];
    let mut escapes = Vec::new();
    for (at, &byte) in local.iter().enumerate() {
        let (front, rest) = (&local[..at], &local[at + 1..]);
        let is_letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
        escapes.push(match byte {
            b'/' => (at, "%2F"),
            b'&' if is_letter(front.last()) && is_letter(rest.first()) => (at, "%26"),
            b'=' if is_for_bounces(local) => (at, "%3D"),
            b'%' if is_route(rest) => (at, "%25"),
            b'%' if matches!(rest, [a, b, ..] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit()) => continue,
            b'&' | b'=' | b'%' => return None,
            _ => continue,
        });
    }
    Some(escapes)
}

/// Returns `true` if a `%` is followed by a host to route to, and not by a format letter.
fn is_route(rest: &[u8]) -> bool {
    let label = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'-').count();
    label >= MIN_ROUTE && rest[0].is_ascii_alphabetic()
}
