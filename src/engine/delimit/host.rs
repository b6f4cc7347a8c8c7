//! Where the authority of an undelimited URL ends, and where a host name begins.

use crate::{
    engine::window::{Ahead, Cut},
    text::{
        characters::{is_confusing, is_email, is_ignorable, is_invisible, is_markup_entity, is_picture, is_written_without_spaces},
        top_level_domains::is_top_level_domain,
        utf8::Char,
    },
};

/// How an attempt to read something ended: the end of it, or the byte that can't stand where it is.
pub(super) type Read = Result<usize, usize>;

/// The most bytes a host name takes as it is written, and so the furthest that is looked back for its start.
pub(super) const LONGEST_NAME: usize = 255;

/// Reads `[ userinfo "@" ] host [ ":" port ]` (RFC 3986 section 3.2), as far as running text can mean it.
///
/// Whatever would let two readers see two hosts is refused, not cut short: a second `@`, a percent sign, a bracket, or a
/// symbol that some software turns into a delimiter.
pub(super) fn authority(ahead: &Ahead, start: usize) -> Result<Read, Cut> {
    if let Some(plain) = plain_authority(ahead.bytes, start) {
        return Ok(plain);
    }
    let host = match userinfo_end(ahead, start)? {
        // Nobody writes a userinfo of nothing.
        Some(at) if at == start => return Ok(Err(start)),
        Some(at) => at + 1,
        None => start,
    };
    ahead.worked(host - start);
    let end = if ahead.get(host)? == Some(b'[') { literal(ahead, host)? } else { name(ahead, host)? };
    match end {
        Ok(end) => port(ahead, host, end),
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
            b'/' | b'?' | b'#' | b' ' | b'\t' | b'\n' | b'\r' | b'>' | b'"' => END,
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
    if ends && is_name { Some(Ok(end)) } else { (is_scheme && is_name).then_some(Err(end)) }
}

/// The index of the `@` after a userinfo, if there is one: `*( unreserved / pct-encoded / sub-delims / ":" )`.
fn userinfo_end(ahead: &Ahead, start: usize) -> Result<Option<usize>, Cut> {
    let mut at = start;
    loop {
        let is_userinfo = |byte: &u8| AUTHORITY[usize::from(*byte)] & (PLAIN | USERINFO) != 0;
        at += ahead.bytes[at..].iter().take_while(|&byte| is_userinfo(byte)).count();
        match ahead.get(at)? {
            Some(b'@') => return Ok(Some(at)),
            Some(byte) if !byte.is_ascii() => match ahead.char(at)? {
                Char::Valid(c, length) if !is_confusing(c) && !is_invisible(c) && !c.is_whitespace() => at += length,
                _ => return Ok(None),
            },
            _ => {
                ahead.worked(at - start);
                return Ok(None);
            }
        }
    }
}

/// Reads an IP literal: its end is the first closing bracket.
fn literal(ahead: &Ahead, start: usize) -> Result<Read, Cut> {
    let mut at = start + 1;
    loop {
        match ahead.get(at)? {
            Some(b']') => return Ok(Ok(at + 1)),
            Some(byte) if byte.is_ascii_alphanumeric() || matches!(byte, b':' | b'.') => at += 1,
            _ => return Ok(Err(at)),
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
            Some(b'/') if at == digits && ahead.get(at + 1)? == Some(b'/') => return Ok(Err(end)),
            // Two colons: an IPv6 address without its brackets, unless a name ends before them.
            Some(b':') if at == digits => {
                return Ok(if is_good(&ahead.bytes[host..end]) { Ok(end) } else { Err(end) });
            }
            Some(b'/' | b'?' | b'#') => end = at,
            _ if at > digits => end = at,
            // What was meant is no port, and the host alone is not what was written.
            Some(byte) if byte.is_ascii_alphanumeric() => {
                let is_over = is_good(&ahead.bytes[host..end]) && !is_placeholder(ahead, at)?;
                return Ok(if is_over { Ok(end) } else { Err(end) });
            }
            Some(b'$' | b'{' | b'<' | b'%') => return Ok(Err(end)),
            _ => return Ok(Ok(end)),
        }
        if ahead.get(end)?.is_some_and(|byte| byte.is_ascii_alphanumeric()) {
            return Ok(Err(end));
        }
    }
    let is_host = || is_good(&ahead.bytes[host..host_end]);
    let refused_unless = |is_over: bool| if is_over { Ok(end) } else { Err(end) };
    Ok(match ahead.char(end)? {
        Char::Valid('@' | '%', _) => Err(end),
        // A footnote's mark or a link's text; not a dot that is kept from being one.
        Char::Valid('[', _) => refused_unless(is_host() && !is_defanged(ahead, end)?),
        Char::Valid('(', _) => refused_unless(!is_defanged(ahead, end)?),
        Char::Valid('<', _) => refused_unless(!is_in_angles(ahead, end)?),
        Char::Valid('&', _) if is_markup_entity(ahead.some(end, 6)?) => Ok(end),
        Char::Valid('&', _) if is_entity(ahead, end)? => refused_unless(is_host()),
        Char::Valid('\\', _) => refused_unless(is_escape_over(ahead, end, is_host())?),
        // Some readers take these for part of a host name, others end it here.
        Char::Valid('!' | '$' | '&' | '*' | '+' | '=' | '~', _) if is_name_char(ahead.char(end + 1)?) => {
            refused_unless(is_host() && !is_name_behind(ahead, end + 1)?)
        }
        // In running text these end a sentence; right before more of a name they may be meant as a delimiter in it.
        Char::Valid(c @ ('．' | '：' | '？' | '｡'), _) if matches!(ahead.char(end + c.len_utf8())?, Char::Valid(next, _) if next.is_ascii_alphanumeric()) => {
            Err(end)
        }
        // A sign that software may map to a delimiter: the host would depend on the reader.
        Char::Valid(c, _) if is_confusing(c) => Err(end),
        // What nobody sees may be a part of the name to some reader.
        Char::Valid(c, _) if is_ignorable(c) => Err(end),
        _ => Ok(end),
    })
}

/// Whether a host is sure to be one: it has a known top-level domain, or is an address, or the machine's own name.
fn is_good(host: &[u8]) -> bool {
    has_top_level_domain(host) || host.starts_with(b"[") || host.eq_ignore_ascii_case(b"localhost") || is_ipv4(host)
}

/// Whether the word behind a colon stands for a port: it is written large, or a path or another part follows it.
fn is_placeholder(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    let mut end = at;
    while end - at < LONGEST_NAME && ahead.get(end)?.is_some_and(is_ascii_name) {
        end += 1;
    }
    let word = &ahead.bytes[at..end];
    let goes_on = matches!(ahead.get(end)?, Some(b'/' | b'?' | b'#' | b'.' | b'@' | b':'));
    Ok(goes_on || !word.iter().any(u8::is_ascii_lowercase) || word.eq_ignore_ascii_case(b"port"))
}

/// Whether the bracket at `at` holds nothing but a dot, a colon or the word for one: people write so what is not to be
/// followed.
fn is_defanged(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    let [_, inner @ ..] = ahead.up_to(at, 6)? else { return Ok(false) };
    let Some(end) = inner.iter().position(|byte| matches!(byte, b']' | b')')) else { return Ok(false) };
    let word = &inner[..end];
    Ok(matches!(word, b"." | b":" | b"@" | b"/" | b"://") || word.eq_ignore_ascii_case(b"dot"))
}

/// Whether a word in angle brackets stands at `at`, and the name or the URL goes on behind it: a placeholder, and no tag.
fn is_in_angles(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    let mut end = at + 1;
    while end - at < LONGEST_NAME && ahead.get(end)?.is_some_and(|byte| is_ascii_name(byte) || byte == b' ') {
        end += 1;
    }
    let goes_on = end > at + 1 && ahead.get(end)? == Some(b'>');
    Ok(goes_on && matches!(ahead.get(end + 1)?, Some(b'/' | b':' | b'.' | b'?' | b'-' | b'_')))
}

/// Whether a character reference of HTML begins at `at`: text that was escaped for it.
fn is_entity(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    let name = ahead.up_to(at + 1, 10)?;
    let length = name.iter().take_while(|&&byte| byte.is_ascii_alphanumeric() || byte == b'#').count();
    Ok(length > 1 && name.get(length) == Some(&b';'))
}

/// Whether a host ends before the backslash at `at`. Before a dot it is the pattern of a host name, and a name that may
/// be none is cut off by one only where no more of it follows.
fn is_escape_over(ahead: &Ahead, at: usize, is_host: bool) -> Result<bool, Cut> {
    Ok(match ahead.get(at + 1)? {
        Some(b'.' | b'-' | b'&' | b':' | b'%') => !is_name_char(ahead.char(at + 2)?),
        Some(b'/') => is_host,
        Some(byte) if is_ascii_name(byte) => is_host,
        _ => true,
    })
}

/// Whether what stands at `at` looks like the rest of a host name: it has a dot in it.
fn is_name_behind(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    let mut end = at;
    while end - at < LONGEST_NAME {
        match ahead.char(end)? {
            Char::Valid('.', _) => return Ok(is_name_char(ahead.char(end + 1)?)),
            c @ Char::Valid(_, length) if is_name_char(c) => end += length,
            Char::Valid('@', _) => return Ok(true),
            _ => return Ok(false),
        }
    }
    Ok(true)
}

/// Reads a host name in running text: labels of letters, digits, hyphens and underscores.
pub(super) fn name(ahead: &Ahead, start: usize) -> Result<Read, Cut> {
    let mut at = start;
    let mut label = start;
    loop {
        at += ahead.bytes[at..].iter().take_while(|&&byte| is_ascii_name(byte)).count();
        match ahead.char(at)? {
            Char::Valid('.', _) => {
                let after = skip_dots(ahead, at)?;
                let next = ahead.char(after)?;
                let goes_on = is_name_char(next);
                if goes_on && (after > at + 1 || at == start) {
                    return Ok(Err(at));
                }
                let before_port =
                    next == Char::Valid(':', 1) && ahead.get(after + 1)?.is_some_and(|byte| byte.is_ascii_digit());
                let is_root = after == at + 1 && (before_port || matches!(next, Char::Valid('/' | '?' | '#', _)));
                if goes_on || is_root {
                    at = after;
                    label = at;
                }
                if !goes_on {
                    break;
                }
            }
            // The ideographic full stop separates labels too, but far more often it ends a sentence.
            Char::Valid('。', length) if at > start => {
                let end = label_end(ahead, at + length)?;
                if !is_top_level_domain(&ahead.bytes[at + length..end]) {
                    break;
                }
                at = end;
                label = end;
            }
            Char::Valid(c, length) if is_name_char(Char::Valid(c, length)) => {
                let glued = is_written_without_spaces(c)
                    && label > start
                    && ahead.bytes[label..at].last().is_some_and(u8::is_ascii_alphanumeric)
                    && is_top_level_domain(&ahead.bytes[label..at]);
                if glued {
                    break;
                }
                at += length;
            }
            Char::Valid('\u{200C}' | '\u{200D}', length) if is_name_char(ahead.char(at + length)?) && at > label => {
                at += length;
            }
            // It makes the sign before it a picture.
            Char::Valid('\u{FE0F}', length) if matches!(ahead.char_before(at), Char::Valid(c, _) if is_picture(c)) => {
                at += length;
            }
            _ => break,
        }
    }
    ahead.worked(at - start);
    // Hyphens and underscores at the end are a dash or emphasis, unless the URL goes on.
    if !matches!(ahead.get(at)?, Some(b'/' | b'?' | b'#' | b':')) {
        while let Char::Valid('-' | '_' | '.' | '\u{200C}' | '\u{200D}', length) = ahead.char_before(at)
            && at > start
        {
            at -= length;
        }
    }
    Ok(if at > start { Ok(at) } else { Err(start) })
}

fn skip_dots(ahead: &Ahead, start: usize) -> Result<usize, Cut> {
    let mut at = start;
    while ahead.get(at)? == Some(b'.') {
        at += 1;
    }
    Ok(at)
}

fn label_end(ahead: &Ahead, start: usize) -> Result<usize, Cut> {
    let mut at = start;
    while let Char::Valid(c, length) = ahead.char(at)? {
        if c == '.' || at - start > LONGEST_NAME || !is_name_char(Char::Valid(c, length)) {
            break;
        }
        at += length;
    }
    Ok(at)
}

#[inline]
fn is_ascii_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')
}

/// Whether it can stand in a host name as people write it: the characters of words.
fn is_name_char(c: Char) -> bool {
    match c {
        Char::Valid(c, _) if c.is_ascii() => is_ascii_name(c as u8),
        Char::Valid('\u{AA}' | '\u{BA}' | '\u{2071}'..='\u{209C}', _) => false,
        // Nobody sees them; the joiners need letters around them.
        Char::Valid(c, _) if is_ignorable(c) => false,
        // The Tibetan mark between syllables, and the pictures that some registries sell.
        Char::Valid(
            '\u{F0B}'
            | '\u{2300}'..='\u{23FF}'
            | '\u{2600}'..='\u{27BF}'
            | '\u{2B00}'..='\u{2BFF}'
            | '\u{1F300}'..='\u{1FAFF}',
            _,
        ) => true,
        Char::Valid(c, _) => is_email(c),
        _ => false,
    }
}

/// Where the run of host name characters and dots that holds the byte at `within` begins, or none when that is further
/// back than any host name reaches.
pub(super) fn name_start(ahead: &Ahead, floor: usize, within: usize) -> Option<usize> {
    let mut at = within;
    while at > floor {
        if is_ascii_name(ahead.bytes[at - 1]) && within - at < LONGEST_NAME {
            at -= 1;
            continue;
        }
        let ascii_follows = ahead.bytes[at].is_ascii_alphanumeric();
        match ahead.char_before(at) {
            Char::Valid('.', length) => at -= length,
            // In text without spaces the name begins with its ASCII letters.
            Char::Valid(c, _) if ascii_follows && (c == '。' || is_written_without_spaces(c)) => break,
            Char::Valid('。', length) => at -= length,
            c @ Char::Valid(_, length) if is_name_char(c) => at -= length,
            Char::Valid('\u{200C}' | '\u{200D}' | '\u{FE0F}', length) => at -= length,
            _ => break,
        }
        if within - at > LONGEST_NAME {
            return None;
        }
    }
    ahead.worked(within - at);
    Some(at.max(floor))
}

/// Whether it is an IPv4 address: four numbers up to 255 (RFC 3986 section 3.2.2, IPv4address).
pub(super) fn is_ipv4(name: &[u8]) -> bool {
    std::str::from_utf8(name).is_ok_and(|name| name.parse::<std::net::Ipv4Addr>().is_ok())
}

/// Whether mail can be sent to it: no label of it begins or ends with a hyphen, and the last is a top-level domain.
pub(super) fn is_mail_domain(name: &[u8]) -> bool {
    let is_hyphenated = |label: &[u8]| label.starts_with(b"-") || label.ends_with(b"-");
    has_top_level_domain(name) && !name.split(|&byte| byte == b'.').any(is_hyphenated)
}

/// Whether what stands behind the domain at `end` makes something else of a mail address: another `@`, a character that
/// nobody sees, or the path or port of a place that a program reaches by way of a user's name.
pub(super) fn goes_on_behind_address(ahead: &Ahead, end: usize) -> Result<bool, Cut> {
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
    while end - at < LONGEST_NAME && ahead.get(end)?.is_some_and(|byte| is_ascii_name(byte) || byte == b'.') {
        end += 1;
    }
    let is_port = end > at && ahead.bytes[at..end].iter().all(u8::is_ascii_digit);
    Ok(match ahead.get(end)? {
        Some(b'/') => !is_port && ahead.get(end + 1)? != Some(b'/'),
        Some(b'~') => end == at,
        _ => ahead.bytes[at..end].ends_with(b".git"),
    })
}

/// How many labels a host name has: a full stop separates them, or an ideographic one.
pub(super) fn label_count(name: &[u8]) -> usize {
    let dots = name.strip_suffix(b".").unwrap_or(name).iter().filter(|&&byte| byte == b'.').count();
    dots + ideographic_dots(name).count() + 1
}

fn ideographic_dots(name: &[u8]) -> impl Iterator<Item = usize> {
    let dot = "。".as_bytes();
    memchr::memchr_iter(dot[0], name).filter(move |&at| name[at..].starts_with(dot))
}

/// Whether a host name ends in a known top-level domain, with a label in front of it.
pub(super) fn has_top_level_domain(name: &[u8]) -> bool {
    let name = name.strip_suffix(b".").unwrap_or(name);
    let ascii = name.iter().rposition(|&byte| byte == b'.').map(|dot| (dot, dot + 1));
    let ideographic = ideographic_dots(name).last().map(|dot| (dot, dot + "。".len()));
    ascii.max(ideographic).is_some_and(|(dot, label)| dot > 0 && is_top_level_domain(&name[label..]))
}
