//! A mail address without `mailto:`: a dot-atom, as people write them, and a domain.

use super::{
    beginning::{Beginning, Ending, Form, Start},
    front::without_escape_sequence,
    name::{self, Read},
    scheme,
};
use crate::{
    engine::window::{Ahead, Cut},
    link::Kind,
    text::{
        characters::{is_email, is_ignorable, is_written_without_spaces},
        utf8::Char,
    },
};

/// The longest local part of a mail address (RFC 5321 section 4.5.3.1.1), in bytes.
const MAX_LOCAL_PART: usize = 64;

/// The fewest characters that mailers make for a message, in front of a dot.
const MIN_MESSAGE_ID: usize = 8;

/// The address whose `@` is at `at`.
pub(super) fn begin(ahead: &Ahead, floor: usize, at: usize) -> Start {
    let nowhere = Start::Nowhere { resume: at + 1 };
    let Some(start) = local_part_start(ahead, floor, at) else { return nowhere };
    let start = without_escape_sequence(ahead.bytes, start, at);
    let start = start + markup_length(&ahead.bytes[start..at]);
    let start = local_start(ahead.bytes, start, at);
    let local = &ahead.bytes[start..at];
    let is_part = match ahead.char_before(start) {
        Char::Valid('\\' | '@', _) => true,
        // What nobody sees may be a part of the name to some reader.
        Char::Valid(c, _) if is_ignorable(c) => !matches!(c, '\u{200B}' | '\u{FEFF}' | '\u{200E}'..='\u{2069}'),
        _ => false,
    };
    if !is_dot_atom(local) || is_part || is_message_id(local) || is_behind_scheme(ahead.bytes, floor, start) {
        return nowhere;
    }
    let form = Form::Address(at + 1);
    Start::At(Beginning { start, kind: Kind::Email, completion: "mailto:", is_proven: true, form })
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

/// How much of what a local part begins with is markup and quotation marks: they are allowed in one, but never begin one
/// that people have.
fn markup_length(local: &[u8]) -> usize {
    let is_markup = |byte: &u8| {
        matches!(byte, b'\'' | b'*' | b'/' | b'=' | b'?' | b'`' | b'{' | b'|' | b'}' | b'~' | b'^' | b'#' | b'&' | b'!')
    };
    // A tilde and a path are those of a user's home: mailing lists are named so.
    if local.starts_with(b"~") && local.contains(&b'/') {
        return 0;
    }
    let markup = local.iter().take_while(|&byte| is_markup(byte)).count();
    if local[markup..].first().is_some_and(u8::is_ascii_alphanumeric) { markup } else { 0 }
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

/// Where the local part begins that `start..at` ends in: behind a key and its `=`, behind a slash or a quotation mark, and
/// behind dots in front of it.
fn local_start(bytes: &[u8], start: usize, at: usize) -> usize {
    let local = &bytes[start..at];
    // What bounces are sent to has the address of the one who did not get the message in its own.
    let key = local.iter().position(|&byte| byte == b'=').filter(|&equals| {
        let is_key =
            local[..equals].iter().all(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'_' | b'.'));
        let is_tag = local[..equals].eq_ignore_ascii_case(b"prvs") || local[equals + 1..].contains(&b'=');
        is_key && !is_tag
    });
    let is_home = local.starts_with(b"~");
    let slash = local.iter().rposition(|&byte| byte == b'/').filter(|_| !is_home);
    let is_letter = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphabetic() || !byte.is_ascii());
    let quote = (0..local.len()).rev().find(|&index| {
        let is_inner = || is_letter(local[..index].last()) && is_letter(local.get(index + 1));
        matches!(local[index], b'\'' | b'`') && !is_inner()
    });
    let behind = [key, slash, quote].into_iter().flatten().max().map_or(0, |last| last + 1);
    // A dot behind a space is part of what was meant, which is no address.
    let is_behind_space = behind == 0 && bytes[..start].last().is_some_and(|byte| matches!(byte, b' ' | b'\t'));
    let leading = local[behind..].iter().take_while(|&&byte| byte == b'.').count();
    start + behind + if is_behind_space { 0 } else { leading }
}

/// Whether the local part was made by a mailer for a message, and no mail can be sent to it: a date or a checksum and
/// a number.
fn is_message_id(local: &[u8]) -> bool {
    if local.len() < MIN_MESSAGE_ID {
        return false;
    }
    let first = local.split(|&byte| byte == b'.').next().unwrap_or_default();
    let has_dot = first.len() < local.len();
    let is_hexadecimal = first.iter().all(u8::is_ascii_hexdigit) && first.iter().any(u8::is_ascii_digit);
    let is_date = first.len() >= MIN_MESSAGE_ID && first.iter().all(u8::is_ascii_digit);
    has_dot && is_date || is_hexadecimal && (first.len() >= 24 || has_dot && first.len() == MIN_MESSAGE_ID)
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

/// Whether a local part of letters, digits, `.`, `+`, `-` and `_` is one that people have.
pub(crate) fn is_plain_local(local: &[u8]) -> bool {
    local.len() <= MAX_LOCAL_PART && is_dot_atom(local) && !is_message_id(local)
}

/// `1*atext *("." 1*atext)` (RFC 5322 section 3.2.3): dots only between other characters.
pub(super) fn is_dot_atom(local: &[u8]) -> bool {
    let mut previous = b'.';
    for &byte in local {
        if byte == b'.' && previous == b'.' {
            return false;
        }
        previous = byte;
    }
    previous != b'.'
}
