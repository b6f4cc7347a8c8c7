//! The authority behind two slashes: userinfo, a host and a port, as far as running text can mean them.

use super::{
    host_in_string::{goes_on_in_next_string, is_part_of_string},
    host_part::{goes_on_with_label, is_name_behind},
    more_of_host::{is_ascii_word, is_defanged, is_escape_over, is_part_in_braces, may_be_more},
    name::{self, Read},
    placeholder::{is_in_angles, is_placeholder, is_port_put_in},
    reference::{is_character_reference, is_part_reference},
    string_in_line::may_be_in_front_of_operator,
};
use crate::{
    engine::window::{Ahead, Cut},
    text::{
        byte_table::byte_table,
        characters::{is_confusing, is_invisible, is_typographic_hyphen},
        entities::{MAX_MARKUP_ENTITY, is_bracket_entity},
        utf8::{Char, decode},
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
        // Nobody writes a userinfo of nothing.
        Some(at) if at == start => return Ok(Read::Refused(start)),
        Some(at) => at + 1,
        None => start,
    };
    let read = if ahead.get(host)? == Some(b'[') { literal(ahead, host)? } else { name::read(ahead, host)? };
    match read {
        Read::End(end) => port(ahead, host, end),
        refused => Ok(refused),
    }
}

/// Bytes of a plain host name, and bytes that end one without a doubt.
const PLAIN: u8 = 1;
const END: u8 = 2;
/// Bytes of userinfo beside those.
const USERINFO: u8 = 4;
const AUTHORITY: [u8; 256] = byte_table!(|byte| match byte {
    b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' => PLAIN,
    b'/' | b'?' | b' ' | b'\t' | b'\n' | b'\r' | b'>' | b'"' => END,
    b'_' | b'~' | b'%' | b':' | b'!' | b'$' | b'&' | b'\'' | b'(' | b')' | b'*' | b'+' | b',' | b';' | b'=' => {
        USERINFO
    }
    _ => 0,
});

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
    if rest[length] == b'"'
        && rest.get(length + 1).is_none_or(|&next| next <= b' ' || may_be_in_front_of_operator(next))
    {
        // A string of a program may go on in the next line, or in its own.
        return None;
    }
    match (ends, is_scheme) {
        (true, _) if is_name => Some(Read::End(end)),
        (_, true) if is_name => Some(Read::Refused(end)),
        _ => None,
    }
}

/// Whether none begins at `start`, whatever follows the few bytes that tell so, nor behind the end of the line: a byte stands there that
/// begins neither a host nor a break nor an escape, and no userinfo ends in an `@`.
pub(super) fn is_none(bytes: &[u8], start: usize) -> bool {
    let is_userinfo = |byte: u8| !byte.is_ascii() || AUTHORITY[usize::from(byte)] & (PLAIN | USERINFO) != 0;
    let Some(&first) = bytes.get(start) else { return false };
    match first {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'/' | b'[' | b'@' | b'\n' | b'\r' => false,
        // What may be escaped begins none either where it is a part of another URL's scheme.
        b'\\' => bytes.get(start + 2..).is_some_and(begins_scheme),
        b' ' | b'\t' => bytes.get(start + 1).is_some_and(|&next| next > b' '),
        // Behind the soft break of quoted-printable text the host may stand.
        b'=' if matches!(bytes.get(start + 1), None | Some(b'\n' | b'\r')) => false,
        _ if !is_userinfo(first) => true,
        _ => {
            let begins_name = || match decode(&bytes[start..]) {
                Char::Valid(c, length) => name::is_name_char(Char::Valid(c, length)) || is_typographic_hyphen(c),
                _ => true,
            };
            let behind = bytes[start..].iter().take(MAX_USERINFO).find(|&&byte| !is_userinfo(byte));
            behind.is_some_and(|&byte| !matches!(byte, b'@' | b'\\')) && !begins_name()
        }
    }
}

/// Whether a scheme, or the rest of one, stands there with two slashes behind it.
fn begins_scheme(text: &[u8]) -> bool {
    let is_plain = |byte: &&u8| AUTHORITY[usize::from(**byte)] == PLAIN;
    let length = text.iter().take(MAX_USERINFO).take_while(is_plain).count();
    text[length..].starts_with(b"://")
}

/// How much of what may be userinfo is looked at at once.
const MAX_USERINFO: usize = 64;

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

/// Reads a port after the host that stands at `host..host_end`; a colon with nothing behind it is the sentence's.
///
/// Something else right behind a host that is known to be one ends it there. Behind any other it may be a part of a
/// template, a pattern or a name that some reader would take for another.
pub(super) fn port(ahead: &Ahead, host: usize, host_end: usize) -> Result<Read, Cut> {
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
            // Two colons: an IPv6 address without its brackets, unless a name ends before them.
            Some(b':') if at == digits => {
                return Ok(if is_good(&ahead.bytes[host..end]) { Read::End(end) } else { Read::Refused(end) });
            }
            Some(b'/' | b'?' | b'#') => end = at,
            _ if at > digits => end = at,
            // What was meant is no port, and the host alone is not what was written.
            Some(byte) if byte.is_ascii_alphanumeric() => {
                let word = name::ascii_length(ahead.up_to(at, name::MAX_NAME)?);
                let is_over =
                    is_good(&ahead.bytes[host..end]) && !is_placeholder(ahead, at)? && !may_be_more(ahead, at + word)?;
                return Ok(if is_over { Read::End(end) } else { Read::Refused(end) });
            }
            // What may be a password, or a port that is put in.
            Some(b'$' | b'{' | b'<' | b'%' | b'@') => return Ok(Read::Refused(end)),
            Some(b'\\' | b'&' | b'[' | b'"' | b'\'') if may_be_more(ahead, at)? => return Ok(Read::Refused(end)),
            Some(b'*' | b'(') if is_port_put_in(ahead, at)? => return Ok(Read::Refused(end)),
            _ => return Ok(Read::End(end)),
        }
        if ahead.get(end)?.is_some_and(|byte| byte.is_ascii_alphanumeric()) {
            return Ok(Read::Refused(end));
        }
    }
    let is_host = || is_good(&ahead.bytes[host..host_end]);
    let is_literal = || ahead.bytes[host] == b'[';
    let refused_unless = |is_over: bool| if is_over { Read::End(end) } else { Read::Refused(end) };
    Ok(match ahead.char(end)? {
        Char::Valid('@' | '%', _) => Read::Refused(end),
        // A footnote's mark or a link's text; not a dot that is kept from being one.
        Char::Valid('[', _) => refused_unless(is_host() && !is_defanged(ahead, end)?),
        Char::Valid('(', _) => refused_unless(!is_defanged(ahead, end)?),
        Char::Valid('<', _) => refused_unless(!is_in_angles(ahead, end)? && !may_be_more(ahead, end)?),
        Char::Valid('{', _) => refused_unless(!is_part_in_braces(ahead, end)?),
        Char::Valid('$', _) if matches!(ahead.get(end + 1)?, Some(b'{' | b'(')) => {
            refused_unless(!may_be_more(ahead, end)?)
        }
        Char::Valid('&', _) if is_bracket_entity(ahead.some(end, MAX_MARKUP_ENTITY)?) => Read::End(end),
        Char::Valid('&', _) if is_character_reference(ahead, end)? => {
            refused_unless(is_host() && !is_part_reference(ahead, end)?)
        }
        // Nothing stands behind an address but a port.
        Char::Valid('.', _) if is_literal() && name::is_name_char(ahead.char(end + 1)?) => Read::Refused(end),
        // No name goes on behind a port.
        Char::Valid('\\', _) => refused_unless(is_escape_over(ahead, end, end > host_end || is_host())?),
        Char::Valid('.', _) if ahead.get(end + 1)? == Some(b'\\') => {
            refused_unless(is_escape_over(ahead, end + 1, is_host())?)
        }
        Char::Valid('#', _) if ahead.get(end + 1)? == Some(b'{') => {
            refused_unless(is_host() && !may_be_more(ahead, end)?)
        }
        Char::Valid('"' | '\'', _) => {
            refused_unless(!goes_on_in_next_string(ahead, host, end)? && !may_be_more(ahead, end)?)
        }
        Char::Valid('.', _) if is_part_of_string(ahead, host, end)? => {
            refused_unless(is_host() && !may_be_more(ahead, end)?)
        }
        Char::Valid('.', _) if name::is_beginning(&ahead.bytes[host..host_end]) => Read::Refused(end),
        // Less of a name may have been left than a host has.
        Char::Valid(c @ '…', _) => refused_unless(is_host() && !goes_on(ahead, end + c.len_utf8())?),
        // Some readers take these for part of a host name, others end it here.
        Char::Valid('!' | '$' | '&' | '*' | '+' | '=' | '~', _) if name::is_name_char(ahead.char(end + 1)?) => {
            refused_unless(is_host() && !is_name_behind(ahead, end + 1)?)
        }
        // In running text these end a sentence or stand between words; right before more of a name they may be meant as a delimiter or a hyphen in it.
        Char::Valid('：' | '？' | '－' | '﹣', length) if is_ascii_word(ahead.char(end + length)?) => {
            Read::Refused(end)
        }
        // A sentence has no dot behind these, and RFC 3986 has all of it for one name; names without a scheme are listed so.
        Char::Valid('!' | '$' | '&' | '*' | '+' | '=' | '~', _) if goes_on_with_label(ahead, end + 1)? => {
            Read::Refused(end)
        }
        Char::Valid(',' | ';', _) if ahead.bytes[..host].ends_with(b"//") && goes_on_with_label(ahead, end + 1)? => {
            Read::Refused(end)
        }
        Char::Valid('`' | '.' | '-' | '_', _) if may_be_more(ahead, end)? => Read::Refused(end),
        Char::Valid(c, _) if !c.is_ascii() && may_be_more(ahead, end)? => Read::Refused(end),
        _ => Read::End(end),
    })
}

/// Whether a host is sure to be one: it has a known top-level domain, or is an address, or the machine's own name.
pub(super) fn is_good(host: &[u8]) -> bool {
    name::has_top_level_domain(host) || host.starts_with(b"[") || name::is_localhost(host) || name::is_ipv4(host)
}

/// Whether the authority goes on at `at` with more of a name, a port or a path.
fn goes_on(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    let next = ahead.char(at)?;
    Ok(name::is_name_char(next) || matches!(next, Char::Valid('.' | '/' | ':' | '@', _)))
}
