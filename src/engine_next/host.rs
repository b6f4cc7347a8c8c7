//! The authority of a URL: userinfo, host and port, and the table of what may follow them.

use super::{
    notation, rules,
    text::{self, DIGIT, DOT, HYPHEN, LABEL, NAME, Text, USERINFO},
};
use crate::text::{
    characters::{
        is_common_wide_letter, is_confusing, is_email, is_ignorable, is_invisible, is_joiner, is_picture,
        is_written_without_spaces,
    },
    top_level_domains::is_top_level_domain,
};

/// The most bytes of a host name (RFC 1035, 2.3.4).
pub(super) const MAX_NAME: usize = 255;

/// What a host is known to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Trust {
    /// One label, which may be any word.
    Label,
    /// Several, with no known top-level domain.
    Dotted,
    /// One with a known top-level domain, an address, or the machine's own name.
    Known,
}

/// An authority in the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Authority {
    /// After the port, if there is one.
    pub(super) end: usize,
    /// It is nothing but a [`plain_name`], whose last label begins with a letter: the grammar accepts it.
    pub(super) is_plain: bool,
}

/// Reads `[ userinfo "@" ] host [ ":" port ]` (RFC 3986, 3.2). `Err` is the byte that can't stand where it does.
pub(super) fn authority(text: &Text, start: usize) -> Result<Authority, usize> {
    if text.byte(start) == b'/' {
        // No host: that is for the scheme's rule to judge.
        return Ok(Authority { end: start, is_plain: false });
    }
    let may_be_userinfo = |byte: u8| text::is(byte, USERINFO) || byte == b'@';
    if let Some(authority) = plain_host(text, start, may_be_userinfo) {
        return authority;
    }
    let host = match userinfo_end(text, start) {
        Some(at) if at == start => return Err(start),
        Some(at) => at + 1,
        None => start,
    };
    let authority = host_and_port(text, host)?;
    Ok(Authority { is_plain: authority.is_plain && host == start, ..authority })
}

/// Reads `host [ ":" port ]`. `Err` is the byte that can't stand where it does.
pub(super) fn host_and_port(text: &Text, host: usize) -> Result<Authority, usize> {
    if let Some(host) = plain_host(text, host, |byte| byte == b':') {
        return host;
    }
    let host_end = if text.byte(host) == b'[' { literal(text, host)? } else { name(text, host)? };
    let trust = || trust(&text.bytes[host..host_end]);
    let end = port(text, host_end, trust)?;
    // What follows a port can't be more of the host's name.
    let trust = || if end > host_end { Trust::Known } else { trust() };
    if may_follow(text, end, trust) { Ok(Authority { end, is_plain: false }) } else { Err(end) }
}

/// Reads a plain name; `None` if what stands there takes a closer look, or goes on with a byte that does.
fn plain_host(text: &Text, start: usize, goes_on: impl Fn(u8) -> bool) -> Option<Result<Authority, usize>> {
    let (end, last_label) = plain_name(text, start).filter(|&(end, _)| !goes_on(text.byte(end)))?;
    let is_plain = text.bytes[last_label].is_ascii_alphabetic();
    let may_end = may_follow(text, end, || trust(&text.bytes[start..end]));
    Some(if may_end { Ok(Authority { end, is_plain }) } else { Err(end) })
}

/// The end of a name of ASCII labels without a hyphen at an edge, as nearly all are, and where its last label begins; `None` if what stands
/// there takes a closer look.
fn plain_name(text: &Text, start: usize) -> Option<(usize, usize)> {
    let [names, dots, hyphens] = text.maps(start, [NAME, DOT, HYPHEN])?;
    let length = names.trailing_ones();
    if !(1..64).contains(&length) {
        return None;
    }
    let dots = dots & ((1 << length) - 1);
    let edges = dots << 1 | dots >> 1 | 1 | 1 << (length - 1);
    let end = start + length as usize;
    let is_plain = (dots | hyphens) & edges == 0 && text.byte(end).is_ascii() && text.bytes[end - 1] != b'_';
    is_plain.then(|| (end, start + 64 - dots.leading_zeros() as usize))
}

/// The index of the `@` after a userinfo.
fn userinfo_end(text: &Text, start: usize) -> Option<usize> {
    let mut at = start;
    loop {
        at = text.run(at, USERINFO);
        match text.char(at) {
            ('@', _) => return Some(at),
            (c, length)
                if !c.is_ascii()
                    && !is_confusing(c)
                    && !is_invisible(c)
                    && is_name_char(c)
                    && at - start < MAX_NAME =>
            {
                at += length
            }
            _ => return None,
        }
    }
}

/// Reads an IP literal. What is in it is the grammar's to judge.
fn literal(text: &Text, start: usize) -> Result<usize, usize> {
    let mut at = start + 1;
    while text.byte(at).is_ascii_alphanumeric() || matches!(text.byte(at), b':' | b'.') {
        at += 1;
    }
    if text.byte(at) == b']' { Ok(at + 1) } else { Err(at) }
}

/// Reads a host name as people write it: labels of letters, digits, hyphens and low lines of any script, with dots between.
pub(super) fn name(text: &Text, start: usize) -> Result<usize, usize> {
    if let Some((end, _)) = plain_name(text, start) {
        return Ok(end);
    }
    let (mut at, mut label) = (start, start);
    loop {
        at = text.run(at, LABEL);
        let (c, length) = text.char(at);
        match c {
            '.' if is_name_char(text.char(at + 1).0) && at > start => {
                at += 1;
                label = at;
            }
            '.' => {
                let after = (at + 1..).find(|&at| text.byte(at) != b'.').unwrap_or(at);
                let next = text.char(after).0;
                if is_name_char(next) {
                    return Err(at);
                }
                // A name may end in the dot of the root.
                let is_root = after == at + 1
                    && (matches!(next, '/' | '?' | '#') || next == ':' && text.byte(after + 1).is_ascii_digit());
                at += usize::from(is_root);
                break;
            }
            // It ends sentences far more often.
            '。' if at > start => {
                let end = label_end(text, at + length);
                if !is_top_level_domain(&text.bytes[at + length..end]) {
                    break;
                }
                (at, label) = (end, end);
            }
            _ if c.is_ascii() || at - start > MAX_NAME => break,
            _ if is_joiner(c) && at > label && is_name_char(text.char(at + length).0) => at += length,
            '\u{FE0F}' if is_picture(text.char_before(at)) => at += length,
            _ if is_name_char(c) => {
                if ends_before_word(text, start, label, at, c) {
                    break;
                }
                at += length;
            }
            _ => break,
        }
    }
    // Hyphens and low lines at the end are a dash or emphasis, unless the URL goes on.
    let goes_on =
        matches!(text.byte(at), b'/' | b'?' | b'#') || text.byte(at) == b':' && text.byte(at + 1).is_ascii_digit();
    while !goes_on && at > start && (matches!(text.bytes[at - 1], b'-' | b'_') || is_joiner(text.char_before(at))) {
        at -= text.char_before(at).len_utf8();
    }
    if at > start { Ok(at) } else { Err(start) }
}

/// Returns `true` if a whole host of ASCII letters ends before a word of a script without spaces.
fn ends_before_word(text: &Text, start: usize, label: usize, at: usize, c: char) -> bool {
    (is_written_without_spaces(c) || matches!(c, '가'..='힣') || is_picture(c))
        && at > label
        && text.bytes[at - 1].is_ascii_alphanumeric()
        && trust(&text.bytes[start..at]) == Trust::Known
        && !goes_on_to_domain(text, at)
}

/// Returns `true` if the labels from `at` on end in a known top-level domain: `www.it동아.com`.
fn goes_on_to_domain(text: &Text, at: usize) -> bool {
    let mut end = label_end(text, at);
    if text.bytes[at..end].iter().any(u8::is_ascii) {
        return false;
    }
    let mut label = at;
    while end - at < MAX_NAME && text.byte(end) == b'.' && is_name_char(text.char(end + 1).0) {
        label = end + 1;
        end = label_end(text, label);
    }
    label > at && is_top_level_domain(&text.bytes[label..end])
}

fn label_end(text: &Text, start: usize) -> usize {
    let mut at = start;
    while at - start < MAX_NAME && is_name_char(text.char(at).0) {
        at += text.char(at).1;
    }
    text.worked(at - start);
    at
}

/// Returns `true` if it is a character of words, as names have them.
pub(super) fn is_name_char(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    }
    is_common_wide_letter(c)
        || !is_ignorable(c)
            && (is_email(c) && !matches!(c, '\u{AA}' | '\u{BA}' | '\u{2071}'..='\u{209C}') || is_picture(c))
}

/// What the host name or literal is known to be.
pub(super) fn trust(host: &[u8]) -> Trust {
    let name = host.strip_suffix(b".").unwrap_or(host);
    let dot = name
        .iter()
        .rposition(|&byte| byte == b'.')
        .or_else(|| memchr::memmem::rfind(name, "。".as_bytes()).map(|dot| dot + 2));
    if host.starts_with(b"[") || name.eq_ignore_ascii_case(b"localhost") {
        return Trust::Known;
    }
    match dot {
        None => Trust::Label,
        Some(dot) if is_top_level_domain(&name[dot + 1..]) || is_ipv4(name) => Trust::Known,
        Some(_) => Trust::Dotted,
    }
}

pub(super) fn is_ipv4(name: &[u8]) -> bool {
    matches!(name, [b'0'..=b'9', .., b'0'..=b'9'])
        && name.len() <= 15
        && str::from_utf8(name).is_ok_and(|name| name.parse::<std::net::Ipv4Addr>().is_ok())
}

/// Where a port ends after the host that ends at `end`; a colon with nothing after it is the sentence's.
fn port(text: &Text, end: usize, trust: impl Fn() -> Trust) -> Result<usize, usize> {
    if text.byte(end) != b':' {
        return Ok(end);
    }
    let after = text.run(end + 1, DIGIT);
    match text.byte(after) {
        // What looked like a host was a scheme.
        b'/' if after == end + 1 && text.byte(after + 1) == b'/' => Err(end),
        b'/' | b'?' | b'#' => Ok(after),
        byte if after > end + 1 => {
            if byte.is_ascii_alphanumeric() {
                Err(after)
            } else {
                Ok(after)
            }
        }
        // A password or a port that is put in; an IPv6 address without its brackets.
        b'$' | b'{' | b'<' | b'%' | b'@' | b'*' | b'\\' => Err(end),
        byte if byte.is_ascii_alphanumeric() || byte == b':' => {
            if trust() == Trust::Known {
                Ok(end)
            } else {
                Err(end)
            }
        }
        _ => Ok(end),
    }
}

/// What a byte after a host asks of it, by the byte and what follows that.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Follows {
    /// The host is over.
    Any,
    /// It is over, if a host is known to end there.
    After(Trust),
    /// It is over if what comes next is no more of a name, and else only if a host is known to end there.
    Between(Trust),
    /// It may be more of the host to some reader.
    Never,
}

/// What may follow a host: the byte right after it. All that is not here refuses the host.
const fn follows(byte: u8) -> Follows {
    match byte {
        0..=b' ' | 0x7F => Follows::Any,
        b'/' | b'?' | b'#' => Follows::Any,
        b'"' | b'>' | b')' | b']' | b'}' | b'`' => Follows::Any,
        b'.' | b':' | b'\'' | b'|' | b'^' => Follows::Any,
        b',' | b';' => Follows::Between(Trust::Known),
        b'(' | b'[' => Follows::Between(Trust::Known),
        b'<' | b'*' => Follows::Any,
        b'!' | b'+' | b'~' | b'=' => Follows::Between(Trust::Known),
        b'-' | b'_' => Follows::Any,
        _ => Follows::Never,
    }
}

/// Returns `true` if a host may end before what stands at `end`.
fn may_follow(text: &Text, end: usize, trust: impl Fn() -> Trust) -> bool {
    let (c, length) = text.char(end);
    let next = || text.char(end + length).0;
    let goes_on = |c: char| is_name_char(c) || matches!(c, '.' | '@' | '%');
    match c {
        '\\' => may_follow_backslash(text, end, trust),
        // A dot that is kept from being one: `a[.]example`.
        '(' | '['
            if rules::DEFANGED_DOT.holds(next() == '.' || text.ahead(end + 1, 3).eq_ignore_ascii_case(b"dot")) =>
        {
            false
        }
        '&' => {
            notation::is_markup_reference(text, end)
                || trust() == Trust::Known && next() != '#' && !text.has(end, b"&period;")
        }
        '\0' => length == 0 || !goes_on(next()),
        _ if c.is_ascii() => match follows(c as u8) {
            Follows::Any => c > ' ' || c.is_whitespace() || !goes_on(next()),
            Follows::After(least) => trust() >= least,
            Follows::Between(least) => trust() >= least || !goes_on(next()),
            Follows::Never => false,
        },
        // Punctuation and spaces that nobody takes for a part of a name.
        _ => {
            c.is_whitespace()
                || is_sentence_mark(c)
                || (is_written_without_spaces(c) || matches!(c, '가'..='힣'))
                || is_picture(c) && trust() == Trust::Known
        }
    }
}

/// The escapes that end a string or a line, and the slash of JSON.
fn may_follow_backslash(text: &Text, end: usize, trust: impl Fn() -> Trust) -> bool {
    match text.byte(end + 1) {
        b'"' | b'\'' | b'`' | b'/' | b'\\' => true,
        b'0' => trust() == Trust::Known && !text.byte(end + 2).is_ascii_digit() || text.has(end + 1, b"033"),
        b'n' | b'r' | b't' => !matches!(text.byte(end + 2), b'.' | b'@'),
        0..=b' ' => true,
        b')' | b'}' | b']' => trust() == Trust::Known,
        b'f' => matches!(text.byte(end + 2), b'R' | b'P' | b'B' | b'I'),
        b'u' => [&b"u003c"[..], b"u003e", b"u0022", b"u0026", b"u0027"]
            .iter()
            .any(|escape| text.ahead(end + 1, 5).eq_ignore_ascii_case(escape)),
        _ => false,
    }
}

fn is_sentence_mark(c: char) -> bool {
    matches!(c,
        '«' | '»' | '·' | '\u{2010}'..='\u{2015}' | '\u{2018}'..='\u{201E}' | '\u{2020}'..='\u{2022}' | '\u{2026}' | '\u{2039}' | '\u{203A}'
        | '\u{27E8}' | '\u{27E9}' | '\u{3000}'..='\u{3002}' | '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301F}' | '（' | '）' | '，' | '；' | '！' | '？' | '：' | '［' | '］' | '\u{2500}'..='\u{257F}')
}
