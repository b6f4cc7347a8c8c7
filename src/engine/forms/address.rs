//! A mail address without `mailto:`: a dot-atom, as people write them, and a domain.

use super::{
    beginning::{Beginning, Ending, Form, Start},
    front::without_escape_sequence,
    name::{self, Read},
};
use crate::{
    engine::window::{Ahead, Cut},
    link::Kind,
    text::{
        characters::{is_email, is_written_without_spaces},
        utf8::Char,
    },
};

/// The longest local part of a mail address (RFC 5321 section 4.5.3.1.1), in bytes.
const MAX_LOCAL_PART: usize = 64;

/// The address whose `@` is at `at`.
pub(super) fn begin(ahead: &Ahead, floor: usize, at: usize) -> Start {
    let nowhere = Start::Nowhere { resume: at + 1 };
    let Some(start) = local_part_start(ahead, floor, at) else { return nowhere };
    let start = without_escape_sequence(ahead.bytes, start, at);
    let start = start + markup_length(&ahead.bytes[start..at]);
    let local = &ahead.bytes[start..at];
    if !is_dot_atom(local) || matches!(ahead.char_before(start), Char::Valid('\\' | '@', _)) {
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
    let markup = local.iter().take_while(|&byte| is_markup(byte)).count();
    if local[markup..].first().is_some_and(u8::is_ascii_alphanumeric) { markup } else { 0 }
}

/// Where it ends whose domain begins at `domain`.
pub(super) fn end(ahead: &Ahead, domain: usize) -> Result<Ending, Cut> {
    Ok(match name::read(ahead, domain)? {
        Read::End(end) if name::is_mail_domain(&ahead.bytes[domain..end]) && ahead.get(end)? != Some(b'@') => {
            // The final dot of a domain is never written in an address.
            let end = if ahead.bytes[end - 1] == b'.' { end - 1 } else { end };
            Ending::At { end, host_end: end }
        }
        Read::End(at) | Read::Refused(at) => Ending::Nothing(at),
    })
}

/// `1*atext *("." 1*atext)` (RFC 5322 section 3.2.3): dots only between other characters.
pub(super) fn is_dot_atom(local: &[u8]) -> bool {
    !local.is_empty() && local.split(|&byte| byte == b'.').all(|atom| !atom.is_empty())
}
