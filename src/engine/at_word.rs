//! ` at ` for an at sign, as archives of mailing lists write it.

use super::{
    frame::{self, Frame},
    host, line, names,
    notation::{Escape, Row, escape, row},
    rules::rows,
    text::{LABEL, LOCAL, Text},
    view::View,
};
use crate::link::Notation;

static ROW: Row = row(Notation::At, b" ", at_sign, |text, at| at_sign(text, at).is_some());

/// Returns the notation if the word at `at` stands for an at sign.
pub(super) fn at(text: &Text, at: usize) -> Option<&'static Row> {
    at_sign(text, at).map(|_| &ROW)
}

/// The schemes whose URLs are addresses.
const ADDRESSES: [&[u8]; 7] = [b"mailto", b"sip", b"sips", b"xmpp", b"im", b"pres", b"acct"];

/// The most bytes of a label (RFC 1035, 2.3.4).
const MAX_LABEL: usize = 63;

/// The most of a URL that is read back.
const MAX_BEFORE: usize = 256;

/// Reads ` at ` in a URL: after a scheme for addresses, after a user, or inside a path.
fn at_sign(text: &Text, at: usize) -> Option<Escape> {
    escape('@', 4).filter(|_| text.has(at, b" at ") && AT.holds(text, at, at + 4))
}

/// Returns `true` if the host at `start` continues the URL that ends at `at`.
fn joins_host(text: &Text, at: usize, start: usize) -> bool {
    let Ok(end) = host::name(text, start) else { return false };
    let near = &text.bytes[at.saturating_sub(MAX_BEFORE)..at];
    let url = near.rsplit(|byte| matches!(byte, 0..=b' ' | b'<' | b'"' | b'(' | b'[')).next().unwrap_or_default();
    let Some(colon) = memchr::memchr(b':', url) else { return false };
    let (scheme, rest) = (&url[..colon], &url[colon + 1..]);
    let next = text.byte(end);
    let part = rest.rsplit(|&byte| byte == b'/').next().unwrap_or_default();
    let is_known = match rest.strip_prefix(b"//") {
        _ if part.is_empty() || part.contains(&b'@') => false,
        None => ADDRESSES.iter().any(|known| scheme.ends_with(known)),
        Some(user) if user.len() == part.len() => next == b'/' && !part.contains(&b'.'),
        Some(_) => next == b'/' || matches!(next, b'>' | b']') && part.iter().any(u8::is_ascii_digit),
    };
    is_known && host::trust(&text.bytes[start..end]) == host::Trust::Known
}

/// Returns the start of the host in the next line, if ` at` ends this line before it.
pub(super) fn before_line_end(text: &Text, frame: Frame, at: usize) -> Option<usize> {
    let next = line::after_end(text, at + b" at".len()).filter(|_| text.has(at, b" at"))?;
    let (host, _) = frame::inside(text, frame, next);
    AT.holds(text, at, host).then_some(host)
}

/// Returns the address with ` at ` whose host has its first dot at `dot`, where nothing but an address stands.
pub(super) fn address(text: &Text, floor: usize, dot: usize) -> Option<View> {
    let host = text.run_back(floor.max(dot.saturating_sub(MAX_LABEL)), dot, LABEL);
    let front = text.bytes[floor..host].strip_suffix(b" at ")?;
    let at = floor + front.len();
    let start = text.run_back(floor.max(at.saturating_sub(MAX_BEFORE)), at, LOCAL);
    let end = host::name(text, host).ok()?;
    let begin = line::begin(text, start);
    let line = &text.bytes[begin..start];
    let marks = line.iter().take_while(|byte| matches!(byte, b'>' | b' ')).count();
    let field = line[marks..].trim_ascii_end();
    let mut view = View::default();
    view.copy(text.bytes, start..at);
    view.decode(text.bytes, at..at + 4, b"@");
    view.copy(text.bytes, host..end);
    let whole = Some((0, view.bytes.len()));
    let is_whole = |view: &View| view.read(text, |copy| names::address(copy, 0, at - start)) == whole;
    let is_id = names::ends_in_id_field(&text.bytes[floor..start]);
    (start < at && !is_id && AT_IN_ADDRESS.holds(text, start, field, end) && is_whole(&view)).then_some(view)
}

/// Returns `true` if nothing but an address stands at `start..end`. `field` is what its line begins with.
fn is_in_place(text: &Text, start: usize, field: &[u8], end: usize) -> bool {
    text.byte_before(start) == b'<' && text.byte(end) == b'>'
        || FIELDS.iter().any(|name| name.eq_ignore_ascii_case(field))
        || text.byte_before(start) <= b' ' && text.has(end, b" wrote:")
}

/// The mail header fields that begin with an address.
const FIELDS: [&[u8]; 5] = [b"From:", b"To:", b"Cc:", b"Reply-To:", b"Sender:"];

rows! { Notation;
    AT "at" (text: &Text, at: usize, host: usize) = joins_host(text, at, host),
        "` at ` between the parts of an address in a URL" => "reads an at sign",
        "mailto:user at a.com" / "mailto:user at home";
    AT_IN_ADDRESS "at-in-address" (text: &Text, start: usize, field: &[u8], end: usize) = is_in_place(text, start, field, end),
        "` at ` in an address in angle brackets, in a field of mail, or before `wrote:`" => "reads an at sign",
        "From: user at a.com" / "Form: user at a.com";
}
