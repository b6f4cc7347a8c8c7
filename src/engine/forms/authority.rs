//! The authority behind two slashes: userinfo, a host and a port, as far as running text can mean them.

use super::name::{self, Read};
use crate::{
    engine::window::{Ahead, Cut},
    text::{
        characters::{is_confusing, is_invisible, is_markup_entity},
        utf8::Char,
    },
};

/// Reads `[ userinfo "@" ] host [ ":" port ]` (RFC 3986 section 3.2), as far as running text can mean it.
///
/// Whatever would let two readers see two hosts is refused, not cut short: a second `@`, a percent sign, a bracket, or a
/// symbol that some software turns into a delimiter.
pub(super) fn read(ahead: &Ahead, start: usize) -> Result<Read, Cut> {
    if let Some(plain) = plain_authority(ahead.bytes, start) {
        let (Read::End(at) | Read::Refused(at)) = plain;
        ahead.worked(at - start);
        return Ok(plain);
    }
    let host = match userinfo_end(ahead, start)? {
        Some(at) => at + 1,
        None => start,
    };
    let read = if ahead.get(host)? == Some(b'[') { literal(ahead, host)? } else { name::read(ahead, host)? };
    match read {
        Read::End(end) => port(ahead, end),
        refused => Ok(refused),
    }
}

/// Bytes of a plain host name, and bytes that end one without a doubt.
const PLAIN: u8 = 1;
const END: u8 = 2;
/// Bytes of userinfo beside those.
const USERINFO: u8 = 4;
const AUTHORITY: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' => PLAIN,
            b'/' | b'?' | b'#' | b' ' | b'\t' | b'\n' | b'\r' | b'<' | b'>' | b'"' => END,
            b'_' | b'~' | b'%' | b':' | b'!' | b'$' | b'&' | b'\'' | b'(' | b')' | b'*' | b'+' | b',' | b';' | b'=' => {
                USERINFO
            }
            _ => 0,
        };
        byte += 1;
    }
    table
};

/// Reads an authority that is a host name and nothing else, which nearly all are: ASCII letters, digits, hyphens and
/// dots, and an unmistakable end. A colon and two slashes show a name to be a scheme. None leaves it to the careful way.
fn plain_authority(bytes: &[u8], start: usize) -> Option<Read> {
    let rest = &bytes[start..];
    let length = rest.iter().position(|&byte| AUTHORITY[usize::from(byte)] != PLAIN)?;
    let ends = AUTHORITY[usize::from(rest[length])] == END;
    let is_scheme = !ends && rest[length..].starts_with(b"://");
    let is_name = length > 0
        && rest[0] != b'.'
        && !matches!(rest[length - 1], b'.' | b'-')
        && !rest[..length].windows(2).any(|pair| pair == b"..");
    let end = start + length;
    match (ends, is_scheme) {
        (true, _) if is_name => Some(Read::End(end)),
        (_, true) if is_name => Some(Read::Refused(end)),
        _ => None,
    }
}

/// The index of the `@` after a userinfo, if there is one: `*( unreserved / pct-encoded / sub-delims / ":" )`.
fn userinfo_end(ahead: &Ahead, start: usize) -> Result<Option<usize>, Cut> {
    let mut at = start;
    let scanned = scan_userinfo(ahead, &mut at);
    ahead.worked(at - start);
    Ok(scanned?.then_some(at))
}

/// Moves `at` over userinfo, and says whether an `@` stands behind it.
fn scan_userinfo(ahead: &Ahead, at: &mut usize) -> Result<bool, Cut> {
    loop {
        let is_userinfo = |byte: &u8| AUTHORITY[usize::from(*byte)] & (PLAIN | USERINFO) != 0;
        *at += ahead.bytes[*at..].iter().take_while(|&byte| is_userinfo(byte)).count();
        match ahead.char(*at)? {
            Char::Valid('@', _) => return Ok(true),
            Char::Valid(c, length) if !c.is_ascii() && !is_confusing(c) && !is_invisible(c) && !c.is_whitespace() => {
                *at += length;
            }
            _ => return Ok(false),
        }
    }
}

/// Reads an IP literal: its end is the first closing bracket.
fn literal(ahead: &Ahead, start: usize) -> Result<Read, Cut> {
    let mut at = start + 1;
    loop {
        match ahead.get(at)? {
            Some(b']') => return Ok(Read::End(at + 1)),
            Some(byte) if byte.is_ascii_alphanumeric() || matches!(byte, b':' | b'.') => at += 1,
            _ => {
                ahead.worked(at - start);
                return Ok(Read::Refused(at));
            }
        }
    }
}

/// Reads a port after a host; a colon with nothing behind it is the sentence's.
pub(super) fn port(ahead: &Ahead, host_end: usize) -> Result<Read, Cut> {
    let mut end = host_end;
    if ahead.get(end)? == Some(b':') {
        let digits = end + 1;
        let mut at = digits;
        while ahead.get(at)?.is_some_and(|byte| byte.is_ascii_digit()) {
            at += 1;
        }
        match ahead.get(at)? {
            // A colon and two slashes: what looked like a host was a scheme, and the URL begins there.
            Some(b'/') if at == digits && ahead.get(at + 1)? == Some(b'/') => return Ok(Read::Refused(end)),
            // Two colons: an IPv6 address without its brackets.
            Some(b':') if at == digits => return Ok(Read::Refused(end)),
            Some(b'/' | b'?' | b'#') => end = at,
            _ if at > digits => end = at,
            // What was meant is no port, and the host alone is not what was written.
            Some(byte) if byte.is_ascii_alphanumeric() => return Ok(Read::Refused(end)),
            _ => return Ok(Read::End(end)),
        }
        if ahead.get(end)?.is_some_and(|byte| byte.is_ascii_alphanumeric()) {
            return Ok(Read::Refused(end));
        }
    }
    Ok(match ahead.char(end)? {
        Char::Valid('@' | '%' | '[', _) => Read::Refused(end),
        Char::Valid('&', _) if is_markup_entity(ahead.some(end, 6)?) => Read::End(end),
        // Some readers take these for part of a host name, others end it here.
        Char::Valid('!' | '$' | '&' | '*' | '+' | '=' | '~', _) if name::is_name_char(ahead.char(end + 1)?) => {
            Read::Refused(end)
        }
        // In running text these end a sentence; right before more of a name they may be meant as a delimiter in it.
        Char::Valid(c @ ('．' | '：' | '？' | '｡'), _) if matches!(ahead.char(end + c.len_utf8())?, Char::Valid(next, _) if next.is_ascii_alphanumeric()) => {
            Read::Refused(end)
        }
        // A sign that software may map to a delimiter: the host would depend on the reader.
        Char::Valid(c, _) if is_confusing(c) => Read::Refused(end),
        // What nobody sees must not stand between two parts of a name.
        Char::Valid(c, length) if is_invisible(c) && name::is_name_char(ahead.char(end + length)?) => {
            Read::Refused(end)
        }
        _ => Read::End(end),
    })
}
