//! The authority behind two slashes: userinfo, a host and a port, as far as running text can mean them.

use super::{
    name::{self, Read},
    placeholder::{goes_on_behind_brace, is_filled_in, is_in_angles, is_part_of_string, is_placeholder},
};
use crate::{
    engine::{
        scan::schemes,
        window::{Ahead, Cut},
    },
    text::{
        byte_table::byte_table,
        characters::{
            character_escape, is_confusing, is_ignorable, is_invisible, is_number_with_dot, is_typographic_hyphen,
            is_written_without_spaces,
        },
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
                let is_over = is_good(&ahead.bytes[host..end]) && !is_placeholder(ahead, at)?;
                return Ok(if is_over { Read::End(end) } else { Read::Refused(end) });
            }
            Some(b'$' | b'{' | b'<' | b'%') => return Ok(Read::Refused(end)),
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
        Char::Valid('<', _) => refused_unless(!is_in_angles(ahead, end)? && !is_defanged(ahead, end)?),
        Char::Valid('{', _) => refused_unless(!goes_on_behind_brace(ahead, end)? && !is_defanged(ahead, end)?),
        Char::Valid('$', _) if ahead.get(end + 1)? == Some(b'{') => {
            refused_unless(!goes_on_behind_brace(ahead, end + 1)?)
        }
        Char::Valid('&', _) if is_bracket_entity(ahead.some(end, MAX_MARKUP_ENTITY)?) => Read::End(end),
        Char::Valid('&', _) if is_entity(ahead, end)? => refused_unless(is_host() && !is_part_reference(ahead, end)?),
        // Nothing stands behind an address but a port.
        Char::Valid('.', _) if is_literal() && name::is_name_char(ahead.char(end + 1)?) => Read::Refused(end),
        // No name goes on behind a port.
        Char::Valid('\\', _) => refused_unless(is_escape_over(ahead, end, end > host_end || is_host())?),
        Char::Valid('.', _) if ahead.get(end + 1)? == Some(b'\\') => {
            refused_unless(is_escape_over(ahead, end + 1, is_host())?)
        }
        // A template or a pattern has more of the name behind the dot, or the hyphen.
        Char::Valid('.', _) if is_filled_in(ahead, end + 1)? => Read::Refused(end),
        Char::Valid('-', _) if matches!(ahead.get(end + 1)?, Some(b'{' | b'$')) && is_filled_in(ahead, end + 1)? => {
            Read::Refused(end)
        }
        Char::Valid('#', _) if ahead.get(end + 1)? == Some(b'{') => refused_unless(is_host()),
        Char::Valid('.', _) if is_part_of_string(ahead, host, end)? => refused_unless(is_host()),
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
        Char::Valid(c, _) if !c.is_ascii() && may_be_more(ahead, end)? => Read::Refused(end),
        _ => Read::End(end),
    })
}

fn is_ascii_word(c: Char) -> bool {
    matches!(c, Char::Valid(c, _) if c.is_ascii_alphanumeric())
}

/// Whether what stands at `end` behind a host may be more of it to some reader, and to others not: an escape, a sign that software may map to a
/// delimiter or a hyphen, or what nobody sees.
pub(super) fn may_be_more(ahead: &Ahead, end: usize) -> Result<bool, Cut> {
    Ok(match ahead.char(end)? {
        Char::Valid('%', _) => number_of(ahead.up_to(end + 1, 2)?, 16).is_some_and(is_part),
        Char::Valid('\\', _) => !is_escape_over(ahead, end, true)?,
        Char::Valid('&', _) => is_entity(ahead, end)? && is_part_reference(ahead, end)?,
        // They end a sentence.
        Char::Valid('．' | '｡', length) => is_ascii_word(ahead.char(end + length)?),
        // In front of the next item of a list.
        Char::Valid(c, length) if is_number_with_dot(c) => !schemes::begins_url(ahead, end + length)?,
        Char::Valid(c, _) => is_confusing(c) || is_ignorable(c),
        _ => false,
    })
}

/// Whether a host is sure to be one: it has a known top-level domain, or is an address, or the machine's own name.
pub(super) fn is_good(host: &[u8]) -> bool {
    name::has_top_level_domain(host) || host.starts_with(b"[") || name::is_localhost(host) || name::is_ipv4(host)
}

/// Whether the bracket at `at` holds nothing but a dot, a colon or the word for one: people write so what is not to be
/// followed.
fn is_defanged(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    let [_, inner @ ..] = ahead.up_to(at, 6)? else { return Ok(false) };
    let Some(end) = inner.iter().position(|byte| matches!(byte, b']' | b')' | b'}' | b'>')) else { return Ok(false) };
    let word = &inner[..end];
    Ok(matches!(word, b"." | b":" | b"@" | b"/" | b"://") || word.eq_ignore_ascii_case(b"dot"))
}

/// Whether the authority goes on at `at` with more of a name, a port or a path.
fn goes_on(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    let next = ahead.char(at)?;
    Ok(name::is_name_char(next) || matches!(next, Char::Valid('.' | '/' | ':' | '@', _)))
}

/// How long the references are that are looked at, behind the ampersand.
const MAX_REFERENCE: usize = 10;

/// Whether a character reference of HTML begins at `at`: text that was escaped for it.
fn is_entity(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    let name = ahead.up_to(at + 1, MAX_REFERENCE)?;
    let length = name.iter().take_while(|&&byte| byte.is_ascii_alphanumeric() || byte == b'#').count();
    Ok(length > 1 && name.get(length) == Some(&b';'))
}

/// The names of the references of HTML that stand for what may be a part of a host, or for what nobody sees.
const PART_REFERENCES: [&[u8]; 15] = [
    b"period", b"commat", b"colon", b"percnt", b"hyphen", b"dash", b"shy", b"zwj", b"zwnj", b"lrm", b"rlm", b"num",
    b"bsol", b"lowbar", b"NoBreak",
];

/// Whether the reference at `at` stands for what may be a part of a host, or for an ampersand with a name behind it.
fn is_part_reference(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    let name = ahead.up_to(at + 1, MAX_REFERENCE)?;
    let Some(end) = memchr::memchr(b';', name) else { return Ok(false) };
    let number = match &name[..end] {
        b"amp" => return is_name_behind(ahead, at + 1 + end + 1),
        [b'#', b'x' | b'X', digits @ ..] => number_of(digits, 16),
        [b'#', digits @ ..] => number_of(digits, 10),
        name => return Ok(PART_REFERENCES.contains(&name)),
    };
    Ok(number.is_none_or(is_part))
}

/// The character with this number.
fn number_of(digits: &[u8], radix: u32) -> Option<char> {
    u32::from_str_radix(str::from_utf8(digits).ok()?, radix).ok().and_then(char::from_u32)
}

/// Whether a character may be a part of a host or an authority to some reader.
fn is_part(c: char) -> bool {
    c.is_alphanumeric() && !is_written_without_spaces(c)
        || matches!(c, '.' | '-' | '_' | '@' | ':' | '%' | '\\' | '。' | '．' | '｡')
        || is_confusing(c)
        || is_ignorable(c)
}

/// Whether a host ends before the backslash at `at`. Before a dot it is the pattern of a host name, and a name that may
/// be none is cut off by one only where no more of it follows.
fn is_escape_over(ahead: &Ahead, at: usize, is_host: bool) -> Result<bool, Cut> {
    // What closes a tag or a string is none of a name, nor is white space or a control; what else is escaped may be.
    if let Some((c, _)) = character_escape(ahead.up_to(at, 6)?) {
        let is_over = matches!(c, '"' | '\'' | '<' | '>') || c.is_whitespace() || c.is_control();
        return Ok(is_over || is_host && c != char::REPLACEMENT_CHARACTER && !is_part(c));
    }
    if let Some(c) = numbered_escape(ahead.up_to(at, 10)?) {
        return Ok(is_host && !is_part(c));
    }
    Ok(match ahead.get(at + 1)? {
        Some(b'.' | b'-' | b'&' | b':' | b'%') => !name::is_name_char(ahead.char(at + 2)?),
        // The same in the string of a program.
        Some(b'\\') if matches!(ahead.get(at + 2)?, Some(b'.' | b'-')) => !name::is_name_char(ahead.char(at + 3)?),
        // Behind the end of the line the name may go on.
        Some(b'/' | b'\n' | b'\r') => is_host,
        // Behind the host roff sets the text as before.
        Some(b'f') if matches!(ahead.get(at + 2)?, Some(b'P' | b'R')) => is_host || is_over_behind_font(ahead, at + 3)?,
        // A string of roff; those with longer names are quotation marks and the like.
        Some(b'*') => is_host || ahead.get(at + 2)? != Some(b':'),
        Some(byte) if name::is_ascii_name(byte) => is_host,
        _ => true,
    })
}

/// The character that the escape stands for which begins there: `\u{2e}` and `\U0000002e` of programs, `\056` of C and the shell, `\00002e` and `\2e` of
/// CSS. A byte that is not ASCII is none by itself.
fn numbered_escape(bytes: &[u8]) -> Option<char> {
    match bytes.strip_prefix(b"\\")? {
        [b'u', b'{', rest @ ..] => number_of(&rest[..memchr::memchr(b'}', rest)?], 16),
        [b'U', rest @ ..] => number_of(rest.get(..8)?, 16),
        digits if digits.get(..6).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)) => {
            number_of(&digits[..6], 16)
        }
        [a @ b'0'..=b'3', b @ b'0'..=b'7', c @ b'0'..=b'7', ..] => number_of(&[*a, *b, *c], 8).filter(char::is_ascii),
        [a @ b'0'..=b'9', b, ..] => number_of(&[*a, *b], 16),
        _ => None,
    }
}

/// Whether nothing of a URL stands at `at`, where the text is set as before: white space or the end, perhaps behind the punctuation of a sentence.
fn is_over_behind_font(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    const MAX_MARKS: usize = 3;
    let behind = ahead.up_to(at, MAX_MARKS + 1)?;
    let marks = behind.iter().take(MAX_MARKS).take_while(|byte| b".,;:!?)]>\"'".contains(byte)).count();
    Ok(behind.get(marks).is_none_or(|&byte| byte <= b' '))
}

/// Whether what stands at `at` looks like the rest of a host name: it has a dot in it.
fn is_name_behind(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    let mut end = at;
    while end - at < name::MAX_NAME {
        match ahead.char(end)? {
            Char::Valid('.', _) => return Ok(name::is_name_char(ahead.char(end + 1)?)),
            c @ Char::Valid(_, length) if name::is_name_char(c) => end += length,
            Char::Valid('@', _) => return Ok(true),
            _ => return Ok(false),
        }
    }
    Ok(true)
}
