//! The signs of a local part that a `mailto` URL has only as escapes (RFC 6068, 2).

use crate::text::top_level_domains::is_top_level_domain;

/// The fewest characters of the first label of a host that mail is to be passed on to.
const MIN_ROUTE: usize = 3;

/// The words in front of an `=` that the servers of mail put there: they have rewritten the sender's address (SRS), or signed it
/// (BATV).
const TAGS: [&[u8]; 5] = [b"prvs", b"btv1", b"msprvs1", b"srs0", b"srs1"];

/// The address with the signs of its local part as escapes; `None` if it has none, or one that is not its own.
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

/// Returns `true` if the local part of an address has one of these signs.
pub(crate) fn is_to_be_encoded(address: &str) -> bool {
    address.bytes().take_while(|&byte| byte != b'@').any(|byte| matches!(byte, b'/' | b'%' | b'&' | b'='))
}

/// Where in an address the byte stands that the one at `at` of what it was encoded as is for.
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

/// Returns `true` if a local part has an `=` itself, as the addresses that undelivered mail returns to (`news-bounces+sam=a.example`).
fn is_for_bounces(local: &[u8]) -> bool {
    let Some(equals) = local.iter().position(|&byte| byte == b'=') else { return false };
    let (front, behind) = (&local[..equals], &local[equals + 1..]);
    // SRS has other signs behind its tag as well.
    let tag = front.split(|byte| matches!(byte, b'+' | b'-')).next().unwrap_or_default();
    if TAGS.iter().any(|known| tag.eq_ignore_ascii_case(known)) {
        return true;
    }
    if front.contains(&b'+') {
        return has_top_level_domain(behind.rsplit(|&byte| byte == b'=').next().unwrap_or_default());
    }
    let is_longer = !front.starts_with(b"-") && front.iter().any(|byte| *byte == b'-' || byte.is_ascii_digit());
    // Nobody has one of these at the end of a name.
    let is_host = || [&b".com"[..], b".org", b".net"].iter().any(|end| behind.ends_with(end));
    !behind.contains(&b'=') && has_top_level_domain(behind) && (is_longer || is_host())
}

/// Returns `true` if the digits of an escape follow a `%`.
fn has_escape_digits(behind: &[u8]) -> bool {
    matches!(behind, [high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit())
}

/// Returns `true` if a `%` is followed by the host that passes the mail on, and not by an escape's digits or a format's letter.
fn is_route(behind: &[u8]) -> bool {
    let label = behind.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'-').count();
    let is_word = behind.iter().take(2).all(u8::is_ascii_lowercase);
    label >= MIN_ROUTE && behind[0].is_ascii_alphabetic() && (is_word || !has_escape_digits(behind))
}

/// What a URL has for a byte of a local part.
enum EncodedAs {
    AsItIs,
    Escape(&'static str),
    /// The sign is none of the address's own, but of what stands around it, or of a program that puts something in its place.
    Nothing,
}

/// What a URL has for the byte at `index` of a local part, whose `=` are its own if it `is_for_bounces`. Of what a mail URL has only
/// as escapes (RFC 6068, 2: `%`, gen-delims, `/`, `?`, `#`, `[`, `]`, `&`, `;`, `=`) people's addresses have four.
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
        b'%' if is_inner() && is_route(behind) => EncodedAs::Escape("%25"),
        b'%' if has_escape_digits(behind) => EncodedAs::AsItIs,
        b'&' | b'=' | b'%' => EncodedAs::Nothing,
        _ => EncodedAs::AsItIs,
    }
}

fn has_top_level_domain(name: &[u8]) -> bool {
    name.iter().rposition(|&byte| byte == b'.').is_some_and(|dot| is_top_level_domain(&name[dot + 1..]))
}
