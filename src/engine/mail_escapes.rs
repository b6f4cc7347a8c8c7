//! Characters of a local part that a `mailto` URL must escape (RFC 6068, 2).

use crate::text::top_level_domains::is_top_level_domain;

/// The shortest first label of a host to which mail is routed.
const MIN_ROUTE: usize = 3;

/// The words before an `=` with which mail servers mark a rewritten (SRS) or signed (BATV) sender.
const TAGS: [&[u8]; 5] = [b"prvs", b"btv1", b"msprvs1", b"srs0", b"srs1"];

/// Returns the address with the special characters of its local part escaped. Returns `None` if it has none, or one
/// that is not its own.
pub(crate) fn encode(address: &str) -> Option<String> {
    if !is_to_be_encoded(address) {
        return None;
    }
    let (local, rest) = address.split_at(address.find('@')?);
    let is_for_bounces = is_for_bounces(local.as_bytes());
    let mut encoded = String::with_capacity(address.len() + 8);
    for (index, c) in local.char_indices() {
        match encoded_as(local.as_bytes(), index, is_for_bounces) {
            EncodedAs::AsItIs => encoded.push(c),
            EncodedAs::Escape(escape) => encoded.push_str(escape),
            EncodedAs::Nothing => return None,
        }
    }
    encoded.push_str(rest);
    Some(encoded)
}

/// Returns `true` if the local part of an address has one of these characters.
fn is_to_be_encoded(address: &str) -> bool {
    address.bytes().take_while(|&byte| byte != b'@').any(|byte| matches!(byte, b'/' | b'%' | b'&' | b'='))
}

/// Returns the index in an address of the byte that became the one at `at` of the encoded address.
pub(crate) fn offset_before_encoding(address: &str, at: usize) -> usize {
    let local = &address.as_bytes()[..address.find('@').unwrap_or(address.len())];
    let is_for_bounces = is_for_bounces(local);
    let mut more = 0;
    for index in 0..local.len() {
        if let EncodedAs::Escape(escape) = encoded_as(local, index, is_for_bounces) {
            if at < index + more + escape.len() {
                return index.min(at - more);
            }
            more += escape.len() - 1;
        }
    }
    at - more
}

/// Returns `true` if the `=` in a local part is its own, as in the return address of undelivered mail
/// (`news-bounces+sam=a.example`).
fn is_for_bounces(local: &[u8]) -> bool {
    let Some(equals) = local.iter().position(|&byte| byte == b'=') else { return false };
    let (front, behind) = (&local[..equals], &local[equals + 1..]);
    // SRS has other characters after its tag, too.
    let tag = front.split(|byte| matches!(byte, b'+' | b'-')).next().unwrap_or_default();
    TAGS.iter().any(|known| tag.eq_ignore_ascii_case(known))
        || has_top_level_domain(behind.rsplit(|&byte| byte == b'=').next().unwrap_or_default())
}

/// Returns `true` if the digits of an escape follow a `%`.
fn has_escape_digits(behind: &[u8]) -> bool {
    matches!(behind, [high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit())
}

/// Returns `true` if a `%` is followed by a host to route to, and not by a format letter.
fn is_route(behind: &[u8]) -> bool {
    let label = behind.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'-').count();
    label >= MIN_ROUTE && behind[0].is_ascii_alphabetic()
}

/// How a URL writes a byte of a local part.
enum EncodedAs {
    AsItIs,
    Escape(&'static str),
    /// Not at all: it belongs to the text around the address, or to a template.
    Nothing,
}

/// Returns how a URL writes the byte at `index` of a local part. Its `=` are its own if it `is_for_bounces`. Of the
/// characters that a mail URL has to escape (RFC 6068, 2: `%`, gen-delims, `/`, `?`, `#`, `[`, `]`, `&`, `;`, `=`),
/// people's addresses have four.
fn encoded_as(local: &[u8], index: usize, is_for_bounces: bool) -> EncodedAs {
    let behind = &local[index + 1..];
    let is_inner = || {
        local[..index].last().is_some_and(u8::is_ascii_alphanumeric)
            && behind.first().is_some_and(u8::is_ascii_alphanumeric)
    };
    match local[index] {
        b'/' => EncodedAs::Escape("%2F"),
        b'&' if is_inner() => EncodedAs::Escape("%26"),
        b'=' if is_for_bounces => EncodedAs::Escape("%3D"),
        b'%' if is_route(behind) => EncodedAs::Escape("%25"),
        b'%' if has_escape_digits(behind) => EncodedAs::AsItIs,
        b'&' | b'=' | b'%' => EncodedAs::Nothing,
        _ => EncodedAs::AsItIs,
    }
}

fn has_top_level_domain(name: &[u8]) -> bool {
    name.iter().rposition(|&byte| byte == b'.').is_some_and(|dot| is_top_level_domain(&name[dot + 1..]))
}
