//! A mail address without `mailto:`: a dot-atom, as people write them, and a domain.

use super::{
    beginning::{Beginning, Ending, Form, Start},
    front::{in_front, without_escape_sequence},
    local_part::{self, MAX_LOCAL_PART},
    name::{self, Read},
    password, scheme,
};
use crate::{
    engine::window::{Ahead, Cut},
    link::Kind,
    text::{
        characters::{is_email, is_ignorable, is_written_without_spaces},
        utf8::Char,
    },
};

/// The address whose `@` is at `at`.
pub(super) fn begin(ahead: &Ahead, floor: usize, at: usize) -> Result<Start, Cut> {
    let nowhere = Start::Nowhere { resume: at + 1 };
    let Some(start) = local_part_start(ahead, floor, at) else { return Ok(nowhere) };
    let start = without_escape_sequence(ahead.bytes, start, at);
    let start = start + local_part::markup_length(&ahead.bytes[start..at]);
    let start = local_part::start(ahead.bytes, start, at);
    // Dots that were left out may have had markup behind them, and that has a letter or digit.
    let is_behind_dot = ahead.bytes[floor..start].ends_with(b".");
    let start = if is_behind_dot { start + local_part::markup_length(&ahead.bytes[start..at]) } else { start };
    let local = &ahead.bytes[start..at];
    let is_part = match in_front(ahead, start) {
        Char::Valid('\\' | '@', _) => true,
        // What nobody sees may be a part of the name to some reader.
        Char::Valid(c, _) if is_ignorable(c) => !matches!(c, '\u{200B}' | '\u{FEFF}' | '\u{200E}'..='\u{2069}'),
        _ => false,
    };
    let is_one = local_part::is_dot_atom(local) && !local_part::is_message_id(local);
    let is_password = password::is_one(ahead, floor, start, at + 1)?;
    if !is_one || is_part || is_password || is_behind_scheme(ahead.bytes, floor, start) {
        return Ok(nowhere);
    }
    let form = Form::Address(at + 1);
    Ok(Start::At(Beginning { start, kind: Kind::Email, completion: "mailto:", is_proven: true, form, front: None }))
}

/// Where the characters of a local part begin in front of the `@` at `at`; none where there are too many.
fn local_part_start(ahead: &Ahead, floor: usize, at: usize) -> Option<usize> {
    let mut start = at;
    while start > floor {
        let ascii_follows = start < at && ahead.bytes[start].is_ascii_alphanumeric();
        match ahead.char_before(start) {
            Char::Valid('a'..='z' | 'A'..='Z' | '0'..='9', length) => start -= length,
            Char::Valid(c, _) if ascii_follows && is_written_without_spaces(c) => break,
            Char::Valid(c, length) if c == '.' || is_email(c) => start -= length,
            _ => break,
        }
        if at - start > MAX_LOCAL_PART {
            ahead.worked(at - start);
            return None;
        }
    }
    ahead.worked(at - start);
    Some(start.max(floor))
}

/// Where it ends whose domain begins at `domain`.
pub(super) fn end(ahead: &Ahead, domain: usize) -> Result<Ending, Cut> {
    Ok(match name::read(ahead, domain)? {
        Read::End(end) if name::is_mail_domain(&ahead.bytes[domain..end]) && !goes_on(ahead, end)? => {
            // The final dot of a domain is never written in an address.
            let end = if ahead.bytes[end - 1] == b'.' { end - 1 } else { end };
            Ending::At { end, host_end: end }
        }
        Read::End(at) | Read::Refused(at) => Ending::Nothing(at),
    })
}

/// Whether a scheme that programs run, or that is no mail's, stands right before `start` with its colon.
fn is_behind_scheme(bytes: &[u8], floor: usize, start: usize) -> bool {
    let Some(before) = bytes[floor..start].strip_suffix(b":") else { return false };
    let length = before.iter().rev().take(scheme::MAX_SCHEME).take_while(|&byte| scheme::is_scheme(byte)).count();
    let word = &before[before.len() - length..];
    [&b"javascript"[..], b"vbscript", b"skype", b"matrix", b"ssh", b"sip", b"sips", b"xmpp", b"acct", b"callto", b"im"]
        .iter()
        .any(|known| word.eq_ignore_ascii_case(known))
}

/// Whether what stands behind the domain at `end` makes something else of a mail address: another `@`, a character that
/// nobody sees, or the path or port of a place that a program reaches by way of a user's name.
fn goes_on(ahead: &Ahead, end: usize) -> Result<bool, Cut> {
    Ok(match ahead.char(end)? {
        Char::Valid('@', _) => true,
        Char::Valid(c, _) if is_ignorable(c) => true,
        Char::Valid(':', _) => is_remote_path(ahead, end + 1)?,
        _ => false,
    })
}

/// Whether the path of a file on another machine stands at `at`: `user/repository`, `/tmp`, `~user`.
fn is_remote_path(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    let mut end = at;
    while end - at < name::MAX_NAME && ahead.get(end)?.is_some_and(|byte| name::is_ascii_name(byte) || byte == b'.') {
        end += 1;
    }
    let is_port = end > at && ahead.bytes[at..end].iter().all(u8::is_ascii_digit);
    Ok(match ahead.get(end)? {
        Some(b'/') => !is_port && ahead.get(end + 1)? != Some(b'/'),
        Some(b'~') => end == at,
        _ => ahead.bytes[at..end].ends_with(b".git"),
    })
}
