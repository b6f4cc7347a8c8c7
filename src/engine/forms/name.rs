//! Host names as they stand in running text: where one ends, where the run of characters begins that it is in, and what
//! makes one.

use crate::{
    engine::window::{Ahead, Cut},
    text::{
        byte_table::byte_table,
        characters::{
            is_common_wide_letter, is_common_wide_mark, is_email, is_ignorable, is_joiner, is_picture,
            is_written_without_spaces,
        },
        entities::is_in_pod_escape,
        top_level_domains::is_top_level_domain,
        utf8::Char,
    },
};

/// The most bytes a host name takes as it is written, and so the furthest that is looked back for its start.
pub(super) const MAX_NAME: usize = 255;

/// How many characters that nobody sees are looked behind.
const MAX_HIDDEN: usize = 16;

/// How an attempt to read a name, a host or an authority ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Read {
    /// It ends at this index.
    End(usize),
    /// The byte at this index can't stand there.
    Refused(usize),
}

/// Reads a host name in running text: labels of letters, digits, hyphens and underscores.
pub(super) fn read(ahead: &Ahead, start: usize) -> Result<Read, Cut> {
    let mut at = start;
    let scanned = scan(ahead, start, &mut at);
    ahead.worked(at - start);
    if let Read::Refused(refused) = scanned? {
        return Ok(Read::Refused(refused));
    }
    if ahead.get(at)? == Some(b'<') && is_in_pod_escape(&ahead.bytes[start..at], ahead.some(at, 4)?) {
        at -= 1;
    }
    // Hyphens and underscores at the end are a dash or emphasis, unless the URL goes on.
    if !goes_on_behind(ahead, at)? {
        while let Char::Valid(c, length) = ahead.char_before(at)
            && at > start
            && (matches!(c, '-' | '_' | '.') || is_joiner(c))
        {
            at -= length;
        }
    }
    Ok(if at > start { Read::End(at) } else { Read::Refused(start) })
}

/// Whether the URL goes on right behind a name that ends at `at`. A colon is the sentence's where white space or what closes something
/// follows, and else a port may be meant.
fn goes_on_behind(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    Ok(match ahead.get(at)? {
        Some(b'/' | b'?' | b'#') => true,
        Some(b':') => ahead.get(at + 1)?.is_some_and(|byte| {
            byte > b' ' && !matches!(byte, b'"' | b'\'' | b')' | b',' | b'.' | b';' | b'>' | b']' | b'}')
        }),
        _ => false,
    })
}

/// Moves `at`, which is `start`, over labels and the dots between them.
fn scan(ahead: &Ahead, start: usize, at: &mut usize) -> Result<Read, Cut> {
    let mut label = start;
    loop {
        *at += ahead.bytes[*at..].iter().take_while(|&&byte| IS_ASCII_NAME[usize::from(byte)]).count();
        match ahead.bytes.get(*at..) {
            // Most of what stands in a name, and behind one.
            Some([b'.', next, ..]) if is_ascii_name(*next) && *at > start => {
                *at += 1;
                label = *at;
                continue;
            }
            Some([byte, ..]) if byte.is_ascii() && *byte != b'.' => return Ok(Read::End(*at)),
            _ => {}
        }
        match ahead.char(*at)? {
            Char::Valid('.', _) => {
                let after = skip_dots(ahead, *at)?;
                let next = ahead.char(after)?;
                let goes_on = is_name_char(next);
                if goes_on && (after > *at + 1 || *at == start) {
                    return Ok(Read::Refused(*at));
                }
                let is_before_port =
                    next == Char::Valid(':', 1) && ahead.get(after + 1)?.is_some_and(|byte| byte.is_ascii_digit());
                let is_root = after == *at + 1 && (is_before_port || matches!(next, Char::Valid('/' | '?' | '#', _)));
                if goes_on || is_root {
                    *at = after;
                    label = after;
                }
                if !goes_on {
                    if after == *at + 1 && is_hidden_name(ahead, after)? {
                        return Ok(Read::Refused(*at));
                    }
                    break;
                }
            }
            // The ideographic full stop separates labels too, but far more often it ends a sentence.
            Char::Valid('。', length) if *at > start => {
                let end = label_end(ahead, *at + length)?;
                if !is_top_level_domain(&ahead.bytes[*at + length..end]) {
                    break;
                }
                *at = end;
                label = end;
            }
            Char::Valid(c, length) if is_name_char(Char::Valid(c, length)) => {
                let is_glued = (is_written_without_spaces(c) || is_syllable(c))
                    && ahead.bytes[label..*at].last().is_some_and(u8::is_ascii_alphanumeric)
                    && is_complete_host(&ahead.bytes[start..*at], label - start)
                    && !goes_on_to_top_level_domain(ahead, *at)?;
                if is_glued {
                    break;
                }
                *at += length;
            }
            Char::Valid(c, length) if is_joiner(c) && is_name_char(ahead.char(*at + length)?) && *at > label => {
                *at += length;
            }
            // It makes the sign before it a picture.
            Char::Valid('\u{FE0F}', length) if matches!(ahead.char_before(*at), Char::Valid(c, _) if is_picture(c)) => {
                *at += length;
            }
            _ => break,
        }
    }
    Ok(Read::End(*at))
}

/// Whether the label that has more at `at`, and those behind it, end in a known top-level domain: `www.it동아.com`. Behind words another
/// name may begin: `a.example中国語b.example`.
fn goes_on_to_top_level_domain(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    let mut end = label_end(ahead, at)?;
    if ahead.bytes[at..end].iter().any(u8::is_ascii) {
        return Ok(false);
    }
    let mut label = at;
    while end - at < MAX_NAME && ahead.get(end)? == Some(b'.') && is_name_char(ahead.char(end + 1)?) {
        label = end + 1;
        end = label_end(ahead, label)?;
    }
    Ok(label > at && is_top_level_domain(&ahead.bytes[label..end]))
}

/// Whether a name whose last label begins at `label` is that of a host as it is: it has a known top-level domain, or is an address or
/// the machine's own name.
fn is_complete_host(name: &[u8], label: usize) -> bool {
    label > 0 && is_top_level_domain(&name[label..]) || is_ipv4(name) || is_localhost(name)
}

/// Whether it is the machine's own name (RFC 6761, 6.3).
pub(crate) fn is_localhost(name: &[u8]) -> bool {
    name.eq_ignore_ascii_case(b"localhost")
}

/// Whether it is a syllable of Korean, whose particles stand right behind a word.
pub(super) fn is_syllable(c: char) -> bool {
    matches!(c, '가'..='힣')
}

/// Whether an authority is one label that begins with a letter of a script that is written without spaces, or of Korean: right behind
/// two slashes a sentence goes on with it.
pub(super) fn is_sentence(authority: &[u8]) -> bool {
    let Ok(authority) = str::from_utf8(authority) else { return false };
    let first = authority.chars().next();
    first.is_some_and(|c| is_written_without_spaces(c) || is_syllable(c)) && !authority.contains(['.', '。', ':', '@'])
}

/// Whether more of the name stands at `at` behind what nobody sees: to some reader it goes on there.
fn is_hidden_name(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    let mut end = at;
    for _ in 0..MAX_HIDDEN {
        match ahead.char(end)? {
            Char::Valid(c, length) if is_ignorable(c) => end += length,
            c => return Ok(end > at && is_name_char(c)),
        }
    }
    Ok(true)
}

fn skip_dots(ahead: &Ahead, start: usize) -> Result<usize, Cut> {
    let length = ahead.bytes[start..].iter().take_while(|&&byte| byte == b'.').count();
    ahead.worked(length);
    ahead.get(start + length)?;
    Ok(start + length)
}

fn label_end(ahead: &Ahead, start: usize) -> Result<usize, Cut> {
    let mut at = start;
    while let Char::Valid(c, length) = ahead.char(at)? {
        if c == '.' || at - start > MAX_NAME || !is_name_char(Char::Valid(c, length)) {
            break;
        }
        at += length;
    }
    ahead.worked(at - start);
    Ok(at)
}

/// How many ASCII characters of a name a text begins with, of as many as one may have.
pub(super) fn ascii_length(text: &[u8]) -> usize {
    text.iter().take(MAX_NAME).take_while(|&&byte| is_ascii_name(byte)).count()
}

#[inline]
pub(crate) fn is_ascii_name(byte: u8) -> bool {
    IS_ASCII_NAME[usize::from(byte)]
}

/// The ASCII characters of a label as people write it.
const IS_ASCII_NAME: [bool; 256] = byte_table!(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));

/// Whether it can stand in a host name as people write it: the characters of words.
pub(super) fn is_name_char(c: Char) -> bool {
    match c {
        Char::Valid(c, _) if c.is_ascii() => is_ascii_name(c as u8),
        // Most letters of Chinese, Japanese and Korean, and most marks beside words.
        Char::Valid('\u{AC00}'..='\u{D7A3}', _) => true,
        Char::Valid(c, _) if is_common_wide_letter(c) => true,
        Char::Valid(c, _) if is_common_wide_mark(c) => false,
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

/// The run of host name characters and dots that was looked back over last, so that the triggers in it don't each look
/// back over all of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Run {
    /// Where it begins, or a place in it that is further back from its end than a host name reaches.
    start: usize,
    /// Up to where it was looked at.
    end: usize,
    /// Where in it no name begins, if one was read from there.
    nowhere: Option<usize>,
}

impl Run {
    /// Where the run begins that holds the byte at `within`; none where that is further back than any host name reaches.
    pub(super) fn name_start(&mut self, ahead: &Ahead, floor: usize, within: usize) -> Option<usize> {
        let from = self.walk(ahead, floor, within);
        let is_known = from > floor && from == self.end;
        let start = if is_known { self.start.max(floor) } else { from };
        ahead.worked(within - from);
        *self = Run { start, end: within, ..*self };
        (within - start <= MAX_NAME).then_some(start.max(floor))
    }

    /// Looks back from `within` to where the run begins, or was looked at before, or no host name reaches.
    fn walk(&self, ahead: &Ahead, floor: usize, within: usize) -> usize {
        let mut at = within;
        while at > floor && within - at <= MAX_NAME {
            if at == self.end && at < within {
                break;
            }
            if is_ascii_name(ahead.bytes[at - 1]) || ahead.bytes[at - 1] == b'.' {
                at -= 1;
                continue;
            }
            let ascii_follows = ahead.bytes[at].is_ascii_alphanumeric();
            match ahead.char_before(at) {
                // In text without spaces the name begins with its ASCII letters.
                Char::Valid(c, _) if ascii_follows && (c == '。' || is_written_without_spaces(c)) => break,
                Char::Valid('。', length) => at -= length,
                c @ Char::Valid(_, length) if is_name_char(c) => at -= length,
                Char::Valid(c, length) if is_joiner(c) || c == '\u{FE0F}' => at -= length,
                _ => break,
            }
        }
        at
    }

    /// Moves it down with the window.
    pub(crate) fn advance(&mut self, dropped: usize) {
        let moved = |at: usize| at.saturating_sub(dropped);
        *self = Run {
            start: moved(self.start),
            end: moved(self.end),
            nowhere: self.nowhere.and_then(|at| at.checked_sub(dropped)),
        };
    }

    /// Whether it is known that no name begins there.
    pub(super) fn is_nowhere(&self, start: usize) -> bool {
        self.nowhere == Some(start)
    }

    /// Notes that no name begins there, so that none of the dots in the run makes it read again.
    pub(super) fn note_nowhere(&mut self, start: usize) {
        self.nowhere = Some(start);
    }
}

/// Whether it is an IPv4 address: four numbers up to 255 (RFC 3986 section 3.2.2, IPv4address).
pub(crate) fn is_ipv4(name: &[u8]) -> bool {
    // Text without spaces is asked about again behind each of its words.
    ("0.0.0.0".len()..="255.255.255.255".len()).contains(&name.len())
        && matches!(name, [b'0'..=b'9', .., b'0'..=b'9'])
        && std::str::from_utf8(name).is_ok_and(|name| name.parse::<std::net::Ipv4Addr>().is_ok())
}

/// Whether it is what the names of hosts begin with, `www`: what it is about was left out where a full stop and no more of a name follow.
pub(crate) fn is_beginning(name: &[u8]) -> bool {
    name.eq_ignore_ascii_case(b"www")
}

/// Whether mail can be sent to it: no label of it begins or ends with a hyphen, and the last is a top-level domain.
pub(crate) fn is_mail_domain(name: &[u8]) -> bool {
    let is_hyphenated = |label: &[u8]| label.starts_with(b"-") || label.ends_with(b"-");
    has_top_level_domain(name) && !name.split(|&byte| byte == b'.').any(is_hyphenated)
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
pub(crate) fn has_top_level_domain(name: &[u8]) -> bool {
    let name = name.strip_suffix(b".").unwrap_or(name);
    let ascii = name.iter().rposition(|&byte| byte == b'.').map(|dot| (dot, dot + 1));
    let ideographic = || ideographic_dots(name).last().map(|dot| (dot, dot + "。".len()));
    let last = if name.is_ascii() { ascii } else { ascii.max(ideographic()) };
    last.is_some_and(|(dot, label)| dot > 0 && is_top_level_domain(&name[label..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_by_its_block_is_told_right() {
        for c in '\u{80}'..=char::MAX {
            if is_common_wide_mark(c) {
                assert!(!is_email(c) || is_ignorable(c), "{c:?}");
            }
            if is_common_wide_letter(c) || matches!(c, '\u{AC00}'..='\u{D7A3}') {
                assert!(is_email(c) && !is_ignorable(c), "{c:?}");
            }
        }
    }
}
