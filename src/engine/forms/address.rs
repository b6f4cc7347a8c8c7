//! A mail address without `mailto:`: a dot-atom, as people write them, and a domain.

use super::{
    beginning::{Beginning, Ending, Form, Start},
    front::{in_front, without_escape_sequence},
    host,
    in_line::{MAX_PREFIX, PREFIX},
    local_part::{self, MAX_LOCAL_PART},
    more_of_host,
    name::{self, Read},
    password,
    placeholder::is_tag,
    reference, scheme,
};
use crate::{
    engine::window::{Ahead, Cut},
    link::Kind,
    text::{
        characters::{is_behind_roff_escape, is_email, is_ignorable, is_written_without_spaces},
        utf8::Char,
    },
};

/// The address whose `@` is at `at`.
pub(super) fn begin(ahead: &Ahead, floor: usize, at: usize) -> Result<Start, Cut> {
    let nowhere = Start::Nowhere { resume: at + 1 };
    let Some(start) = local_part_start(ahead, floor, at) else { return Ok(nowhere) };
    if ahead.bytes[start..at].starts_with(b"~/") {
        // It is a file in somebody's home.
        return Ok(nowhere);
    }
    let Some(start) = start_before_escapes(ahead, floor, start, at) else { return Ok(nowhere) };
    let start = without_escape_sequence(ahead.bytes, start, at);
    let start = start + local_part::markup_length(&ahead.bytes[start..at]);
    let start = local_part::start(ahead.bytes, start, at);
    // Dots that were left out may have had markup behind them, and that has a letter or digit.
    let is_behind_dot = ahead.bytes[floor..start].ends_with(b".");
    let start = if is_behind_dot { start + local_part::markup_length(&ahead.bytes[start..at]) } else { start };
    let hyphens = ahead.bytes[start..at].iter().take_while(|&&byte| byte == b'-').count();
    let is_rest = hyphens > 0 && is_behind_placeholder(&ahead.bytes[floor..start]);
    let start = start + hyphens;
    let start = start + usize::from(ahead.bytes[start..at].starts_with(b"_") && is_closed_by_line(ahead, at + 1)?);
    let start = start + opening_length(ahead, start, at)?;
    let local = &ahead.bytes[start..at];
    let is_part = match in_front(ahead, start) {
        Char::Valid('\\' | '@', _) => true,
        Char::Valid('.', _) => is_escaped_dot(&ahead.bytes[floor..start]),
        // What nobody sees may be a part of the name to some reader.
        Char::Valid(c, length) if is_ignorable(c) => {
            let is_mark = matches!(c, '\u{200B}' | '\u{FEFF}' | '\u{200E}'..='\u{2069}');
            !is_mark || matches!(ahead.char_before(start - length), Char::Valid(c, _) if c.is_ascii_alphanumeric())
        }
        _ => false,
    };
    let is_part =
        is_part || reference::is_behind_one(ahead.bytes, start) || host::is_behind_named_dot(ahead.bytes, start);
    let is_one = local_part::is_dot_atom(local) && local_part::has_letter(local) && !local_part::is_message_id(local);
    let is_password = password::is_one(ahead, floor, start, at + 1)?;
    let is_of_message = local_part::is_behind_field_of_message(&ahead.bytes[floor..start]);
    if !is_one || is_part || is_rest || is_of_message || is_password || is_behind_scheme(ahead.bytes, floor, start) {
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

/// Where the local part begins that ends in `start..at`, behind escapes which the sources of manual pages and LaTeX have between its
/// characters: `kim\-roe`, `kim\_roe`, `kim\&.roe`. In front of it roff may have one that stands for nothing. None where it is too long.
fn start_before_escapes(ahead: &Ahead, floor: usize, mut start: usize, at: usize) -> Option<usize> {
    let bytes = ahead.bytes;
    while let [.., before, b'\\'] = bytes[floor..start]
        && (before.is_ascii_alphanumeric() || matches!(before, b'-' | b'_'))
        && begins_inner_escape(&bytes[start..at])
        && local_part::start(bytes, start, at) == start
    {
        start = local_part_start(ahead, floor, start - 1)?;
        if at - start > MAX_LOCAL_PART {
            return None;
        }
    }
    Some(start + behind_front_escape(&bytes[floor..start], &bytes[start..at]))
}

/// How many bytes of what a local part seems to begin with are those of an escape, whose backslash stands in `front` of it: roff's of a hyphen or a mark that is
/// not printed (`\%`, `\&`), or of a quotation mark (`\(lq`).
fn behind_front_escape(front: &[u8], local: &[u8]) -> usize {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"._-+%&\\".contains(byte);
    let is_free = |before: &[u8]| !before.last().is_some_and(is_part) || is_behind_roff_escape(before, before.len());
    match (local, front) {
        ([b'%' | b'&', ..], [before @ .., b'\\']) if is_free(before) => 1,
        ([b'l' | b'o' | b'd' | b'a', b'q', _, ..], [.., b'\\', b'(']) => 2,
        _ => 0,
    }
}

/// Whether the line of markup stands behind the domain at `domain` that opened in front of the address: `_sam@a.example_`.
fn is_closed_by_line(ahead: &Ahead, domain: usize) -> Result<bool, Cut> {
    let Read::End(end) = name::read(ahead, domain)? else { return Ok(false) };
    Ok(ahead.get(end)? == Some(b'_') && !ahead.get(end + 1)?.is_some_and(|byte| byte.is_ascii_alphanumeric()))
}

/// How many bytes of what a local part seems to begin with are those of something that opens there and is closed right behind the domain: a string of
/// Python, SQL or Perl (`b'sam@a.example'`, `q{sam@a.example}`), a cell between bars, or a formula of TeX (`$<$sam@a.example$>$`). A name may begin
/// like most of them, and nothing closes there: `o'neil@a.example`.
fn opening_length(ahead: &Ahead, start: usize, at: usize) -> Result<usize, Cut> {
    let local = &ahead.bytes[start..at];
    let letters = local.iter().take(MAX_PREFIX).take_while(|byte| is_prefix_of_string(**byte)).count();
    let (length, closings) = match (memchr::memrchr(b'|', local), local) {
        (Some(bar), _) => (bar + 1, &b"|\"\n\r"[..]),
        (None, [b'$', ..]) => (1, &b"$"[..]),
        (None, [b'q', b'{', ..]) => (2, &b"}"[..]),
        (None, [b'q', b'q', b'{', ..]) => (3, &b"}"[..]),
        (None, [b'q', b'w', b'{', ..]) => (3, &b" }"[..]),
        _ if letters > 0 && local.get(letters) == Some(&b'\'') => (letters + 1, &b"'"[..]),
        _ => return Ok(0),
    };
    if length == local.len() {
        return Ok(0);
    }
    let Read::End(end) = name::read(ahead, at + 1)? else { return Ok(0) };
    let closing = ahead.get(end)?;
    // The name of a variable follows the sign.
    let is_variable = closing == Some(b'$') && ahead.get(end + 1)?.is_some_and(|byte| byte.is_ascii_alphabetic());
    let is_closed = closing.is_some_and(|byte| closings.contains(&byte)) && !is_variable;
    Ok(if is_closed { length } else { 0 })
}

/// Whether languages put the letter in front of a string, SQL `N` and `E` among them.
fn is_prefix_of_string(byte: u8) -> bool {
    PREFIX.contains(&byte) || matches!(byte, b'N' | b'E')
}

/// Whether a text ends in what a name is to be put in for, which goes on behind it: `<list>-request@…`, `{list}-request@…`, `*list*-request@…`.
fn is_behind_placeholder(text: &[u8]) -> bool {
    const MAX: usize = 32;
    match text {
        [.., b'}' | b'*' | b'`'] => true,
        [before @ .., b'>'] => {
            let word = before.iter().rev().take(MAX).take_while(|&&byte| byte != b'<').count();
            let (front, word) = before.split_at(before.len() - word);
            front.ends_with(b"<") && !is_tag(word)
        }
        _ => false,
    }
}

/// Whether a text ends in dots with a backslash in front: in a regular expression the name goes on with them.
fn is_escaped_dot(text: &[u8]) -> bool {
    text.iter().rev().find(|&&byte| byte != b'.') == Some(&b'\\')
}

/// Whether a character that a backslash escapes between others of a local part begins there.
fn begins_inner_escape(local: &[u8]) -> bool {
    matches!(local, [b'-' | b'_', ..] | [b'&', b'.', ..])
}

/// Whether the local part that begins at `start` has escapes, of an address whose domain begins at `domain`.
pub(crate) fn has_escapes(bytes: &[u8], start: usize, domain: usize) -> bool {
    memchr::memchr(b'\\', &bytes[start..domain]).is_some()
}

/// Where it ends whose domain begins at `domain`.
pub(super) fn end(ahead: &Ahead, domain: usize) -> Result<Ending, Cut> {
    Ok(match name::read(ahead, domain)? {
        Read::End(end) if name::is_mail_domain(&ahead.bytes[domain..end]) => {
            if goes_on(ahead, end)? {
                return Ok(Ending::Nothing(end));
            }
            if more_of_host::may_be_more(ahead, end)? {
                // The rest of the domain is no name of its own.
                let is_written_out =
                    matches!(ahead.char(end)?, Char::Valid(c, _) if c.is_ascii() || matches!(c, '．' | '｡'));
                return Ok(if is_written_out { Ending::Refused(end) } else { Ending::Nothing(end) });
            }
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

/// Whether what stands behind the domain at `end` makes something else of a mail address: another `@`, or the path or port of a place that a program
/// reaches by way of a user's name.
fn goes_on(ahead: &Ahead, end: usize) -> Result<bool, Cut> {
    Ok(match ahead.char(end)? {
        Char::Valid('@', _) => true,
        Char::Valid(':', _) => is_remote_path(ahead, end + 1)?,
        // Where roff may break the line, more of the domain follows.
        Char::Valid('\\', _) => {
            let behind = ahead.char(end + 2)?;
            ahead.get(end + 1)? == Some(b':') && (name::is_name_char(behind) || matches!(behind, Char::Valid('.', _)))
        }
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
