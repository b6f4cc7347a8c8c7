//! A URL without delimiters.

use super::{
    host::{self, Authority},
    left::Left,
    rules::rows,
    scheme::{Form, begins_url},
    tail::{self, At, Seen},
    text::Text,
};
use crate::text::characters::is_invisible;

/// Reads the URL that begins at `start` and continues at `after`, by its form. Goes on with what is read: the name of the
/// host, or what the first stage has read. `Err` is the byte at fault.
pub(super) fn read(
    text: &Text,
    left: &Left,
    start: usize,
    form: Form,
    after: usize,
    read: Option<At>,
) -> Result<At, usize> {
    let authority = match (read, form) {
        (Some(read), Form::Host) => host::after_name(text, after, read.host_end)?,
        (Some(read), _) => Authority { end: read.host_end, is_plain: true },
        (None, Form::Hierarchical) => host::authority(text, after)?,
        (None, Form::Host) => host::host_and_port(text, after)?,
        (None, Form::Opaque | Form::Mail | Form::Address) => Authority { end: after, is_plain: false },
    };
    let (host_end, host) = (authority.end, At::of_host(authority.end, authority.is_plain));
    let has_tail = match form {
        Form::Opaque | Form::Mail => true,
        Form::Address => false,
        Form::Hierarchical | Form::Host => matches!(text.byte(host_end), b'/' | b'?' | b'#'),
    };
    if !has_tail {
        return if goes_on_to_user(text, left, form, host_end) || VARIABLE.holds(left, text.byte(host_end)) {
            Err(host_end)
        } else {
            Ok(At { at: after_marks(text, host_end), ..host })
        };
    }
    let At { at: stop, end, seen, .. } =
        tail::read(text, left, start, read.filter(|_| form != Form::Host).unwrap_or(host));
    // Without a host, the path alone says what the URL is.
    if host_end == after
        && form == Form::Hierarchical
        && matches!(text.byte(stop), b'\\' | b'{')
        && matches!(text.byte_before(stop), b'/' | b':' | b'$')
    {
        return Err(stop);
    }
    if let Some(close) = string_end(text, left, stop) {
        let is_value = left.close == b')' || ATTRIBUTE.holds(left);
        let end = if is_value { close } else { without_stops(text.bytes, host_end, close) };
        return Ok(At { host_end, at: close, end, seen: Seen { is_plain: seen.is_plain && end <= stop, ..seen } });
    }
    let end = tail::trim(text, left, start, if form == Form::Mail { addresses_end(text, after, end) } else { end });
    if form == Form::Mail && !host::may_follow(text, end, || host::Trust::Known)
        || form == Form::Opaque && is_invisible(text.char(end).0)
        || VARIABLE.holds(left, text.byte(end))
    {
        return Err(end.max(after));
    }
    Ok(At { host_end, at: stop, end: end.max(host_end), seen })
}

/// Returns `true` if what follows the host may make a userinfo of it, or a shell puts it in between two grave accents.
fn goes_on_to_user(text: &Text, left: &Left, form: Form, host_end: usize) -> bool {
    let is_put_in = left.mark != '`' && text.byte(host_end) == b'`' && text.byte(host_end + 1).is_ascii_alphanumeric();
    form != Form::Address && (is_put_in || host::is_userinfo(text, host_end, left))
}

/// Returns the end of the addresses at `start`, which commas separate, and of the fields after them (RFC 6068, 2).
fn addresses_end(text: &Text, start: usize, end: usize) -> usize {
    let mut from = start;
    while let Some(at) = memchr::memchr(b'@', &text.bytes[from.min(end)..end]) {
        let Ok(domain) = host::name(text, from + at + 1) else { break };
        let has_address = |rest: &[u8]| rest.iter().find(|byte| matches!(byte, b'@' | b'?')) == Some(&b'@');
        match text.byte(domain) {
            b',' if domain < end && has_address(&text.bytes[domain..end]) => from = domain,
            b',' | b';' | b'/' => return domain.min(end),
            _ => break,
        }
    }
    end
}

/// Returns the index after the hyphens, underscores and dots at `end`, which a line may end in before more of the host.
pub(super) fn after_marks(text: &Text, end: usize) -> usize {
    let mut at = end;
    while matches!(text.char(at).0, '-' | '_' | '.' | '\u{2010}' | '\u{AD}') && at - end < 8 {
        at += text.char(at).1;
    }
    at
}

/// Returns the start of the host, if the URL read so far ends in it.
pub(super) fn last_host(form: Form, bytes: &[u8], after: usize, bare: &At) -> Option<usize> {
    match form {
        Form::Opaque => None,
        Form::Address => memchr::memrchr(b'@', &bytes[..bare.end]).map(|at| at + 1),
        Form::Mail => {
            let at = after + bytes[after..bare.end].iter().rposition(|byte| matches!(byte, b'@' | b'?'))?;
            (bytes[at] == b'@').then_some(at + 1)
        }
        _ => (bare.end <= bare.host_end).then_some(after.min(bare.end)),
    }
}

/// The most of a string literal that is read after the tail.
const MAX_STRING: usize = 1024;

/// Returns the index of the mark that closes the string around the URL, if all up to it may belong to a URL.
fn string_end(text: &Text, left: &Left, stop: usize) -> Option<usize> {
    let begins_template = text.byte(stop) == b'{' && matches!(text.byte_before(stop), b'$' | b'#' | b'%');
    let is_link = left.close == b')';
    if left.close == 0 || is_link && text.byte(stop) != b')' || begins_template || begins_url(text, stop + 1) {
        return None;
    }
    let ends_string = |byte: &u8| *byte == left.close || matches!(byte, 0..=b' ' | b'"' | b'<' | b'>' | b'\\' | b'`');
    let rest = text.ahead(stop, MAX_STRING);
    let length = rest.iter().position(ends_string)?;
    text.worked(length);
    let closes =
        rest[length] == left.close && (left.close != b'\'' || !text.byte(stop + length + 1).is_ascii_alphanumeric());
    (closes && STRING.holds(&rest[..length])).then_some(stop + length)
}

fn has_blanks(text: &[u8]) -> bool {
    !str::from_utf8(text).is_ok_and(|text| !text.contains(char::is_whitespace))
}

/// Returns the end without the full stops, commas and semicolons before it.
fn without_stops(bytes: &[u8], start: usize, end: usize) -> usize {
    let stops = bytes[start..end].iter().rev().take_while(|byte| matches!(byte, b'.' | b',' | b';')).count();
    end - stops
}

rows! { Tail;
    VARIABLE "variable" (left: &Left, next: u8) = left.mark == '$' && next != b'$',
        "a dollar sign right before the scheme that none behind the URL closes" => "refuses it",
        "$http://a.example/b" / "$http://a.example/b$";
    STRING "string" (rest: &[u8]) = rest.is_empty() || !has_blanks(rest),
        "the mark that closes a string or a link of Markdown in the same word" => "takes all up to it",
        "u = 'http://a.example/{}/b'.format(c)" / "u = http://a.example/{}/b'";
    ATTRIBUTE "attribute" (left: &Left) = left.is_markup,
        "the quotation mark that closes an attribute's value" => "takes all up to it",
        "<a href=\"http://a.example/b.\">" / "see \"http://a.example/b.\"";
}
