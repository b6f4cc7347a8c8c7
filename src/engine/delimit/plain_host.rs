//! The short way for host names without a scheme, perhaps with a port, a path, query and fragment: `www.a.example`, or any with
//! a known top-level domain, of ASCII letters, digits, hyphens and dots.
//!
//! Texts that are nothing but short names would cost many times as much the long way, which finds the same (the tests
//! compare them). Behind the name it goes on as a plain URL does.

use super::{
    clusters::stands_alone,
    plain::{Host, PlainTail, any_opening, behind_host, host},
};
use crate::{
    engine::scan::{self, BLOCK, Classes, Hit, Trigger},
    link::{Delimiter, Kind},
    text::{
        characters::{closing_quotation_marks, is_email, is_ignorable, is_written_without_spaces},
        top_level_domains::is_top_level_domain,
        utf8::{Char, char_before, decode},
    },
    uri::Components,
};

/// How much punctuation behind a name is looked behind for an escape: as much as the long way does.
const MAX_PUNCTUATION: usize = 8;

/// Bytes of a plain host name.
const NAME: u8 = 1;
/// What may stand in front of one and means nothing to it.
const FRONT: u8 = 2;
/// What ends one that nothing delimits, whatever follows.
const END: u8 = 4;
/// White space.
const SPACE: u8 = 8;
/// What may stand in front of a mail address: none of its characters.
const ADDRESS_FRONT: u8 = 16;

const CLASS: [u8; 256] = {
    let mut class = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        class[byte] = match byte as u8 {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' => NAME,
            b' ' | b'\t' | b'\n' | b'\r' => SPACE | END,
            b'"' | b'\'' | b'`' => END,
            b')' | b',' | b';' | b'>' | b']' => FRONT | END | ADDRESS_FRONT,
            b'(' | b'[' => FRONT | ADDRESS_FRONT,
            b'^' | b'{' | b'|' | b'}' => FRONT | END,
            b'=' | b'*' | b'!' | b'?' | b'~' | b'+' => FRONT,
            _ => 0,
        };
        byte += 1;
    }
    class
};

#[inline(always)]
fn is(byte: u8, class: u8) -> bool {
    CLASS[usize::from(byte)] & class != 0
}

/// A plain host name and what follows it.
pub(crate) struct PlainHost {
    pub(crate) kind: Kind,
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) delimiter: Delimiter,
    pub(crate) components: Components,
}

/// What the search says of a text that plain names are looked for in.
pub(crate) trait Around {
    /// Whether the name that begins and ends at these indices is a host's and no member's.
    fn takes_for_host(&self, start: usize, end: usize) -> bool;

    /// Where the quotation ends that begins at `start` and any of these marks closes, if it is one piece; `Some(None)` where
    /// nothing closes it.
    fn quotation(&self, start: usize, marks: &'static [char]) -> Option<Option<usize>>;

    /// Whether a URL may go on behind the white space at `at`.
    fn continues_behind(&self, bytes: &[u8], at: usize) -> Option<bool>;
}

/// What opens in front of a name.
#[derive(Clone, Copy)]
enum FrontMark {
    /// A space, or what means nothing to the name.
    Nothing,
    Bracket,
    /// What any of these closes.
    Quotation(&'static [char]),
}

/// The plain host name that has the dot of `hit` in it, if there is one and it has less than `limit` bytes. Nothing before
/// `floor` belongs to it. `is_wide` says that the grammar has a place for letters that are not ASCII.
#[inline(never)]
pub(crate) fn plain_host(
    bytes: &[u8],
    floor: usize,
    limit: usize,
    is_wide: bool,
    hit: Hit,
    around: &impl Around,
) -> Option<PlainHost> {
    let is_abbreviation = hit.trigger == Trigger::Abbreviation;
    let is_ideographic = bytes[hit.at] != b'.';
    let second = hit.at + if is_ideographic { "。".len() } else { 1 };
    let mut classes = scan::classes(bytes, second);
    let mut block = second;
    let (start, label, host_end) = match host(bytes, second, &classes) {
        Some(Host { label, end }) if !is_wide_letter_at(bytes, end) && is_top_level_domain(&bytes[label..end]) => {
            let start = if is_abbreviation {
                // A label of its own has to stand between it and the top-level domain.
                hit.at.checked_sub(3).filter(|&start| start >= floor && label > second)
            } else {
                plain_name_start(bytes, floor, hit.at)
            };
            match start {
                Some(start) => (start, label, end),
                None if is_wide && !is_abbreviation && !is_ideographic => {
                    (wide_start(bytes, floor, hit.at)?, label, end)
                }
                None => return None,
            }
        }
        _ if is_wide && !is_abbreviation && !is_ideographic && goes_on_wide(bytes, second, &classes) => {
            let (label, end) = wide_end(bytes, second)?;
            let start = wide_start(bytes, floor, hit.at)?;
            (block, classes) = (end, scan::classes(bytes, end));
            (start, label, end)
        }
        _ => return None,
    };
    // Behind the ideographic full stop stands the top-level domain.
    if host_end - start >= BLOCK || is_ideographic && (!is_wide || label > second) {
        return None;
    }
    let name = start..host_end;
    if !bytes[name.clone()].is_ascii() && bytes[name.clone()].windows(2).any(|pair| pair == b"--") {
        // It may be half encoded.
        return None;
    }
    let opening = mark_before(bytes, floor, start, FRONT)?;
    if !is_abbreviation && !around.takes_for_host(start, host_end) {
        return None;
    }
    let behind = |mark| {
        behind_host(bytes, mark, start, name.clone(), block, classes.tail, |bytes, at| {
            around.continues_behind(bytes, at)
        })
    };
    let tail = match opening {
        FrontMark::Nothing if is_end_at(bytes, host_end)? => PlainTail::none(host_end),
        FrontMark::Nothing => behind(b' ')?,
        FrontMark::Bracket => behind(b'<')?,
        FrontMark::Quotation(marks) if is_end_at(bytes, host_end)? => match around.quotation(start, marks)? {
            Some(end) if end == host_end => PlainTail::none(host_end).in_quotation(),
            Some(_) => return None,
            None => PlainTail::none(host_end),
        },
        FrontMark::Quotation(['"', ..]) => behind(b'"')?,
        FrontMark::Quotation(_) => return None,
    };
    let end = tail.end;
    let is_short = end - start + MAX_PUNCTUATION < limit;
    if !is_short || end == host_end && is_before_escape(bytes, end)? {
        return None;
    }
    let (kind, scheme_end) = match bytes[start] {
        b'f' | b'F' if is_abbreviation => (Kind::Www, "ftp".len()),
        _ if is_abbreviation => (Kind::Www, "http".len()),
        _ => (Kind::Domain, "http".len()),
    };
    let components = tail.components(start, scheme_end + "://".len(), scheme_end, name.clone());
    Some(PlainHost { kind, start, end, delimiter: tail.delimiter, components })
}

/// Whether the name of ASCII characters that begins at `start` goes on with others.
#[inline(always)]
fn goes_on_wide(bytes: &[u8], start: usize, classes: &Classes) -> bool {
    let run = (classes.alphanumeric | classes.hyphens | classes.dots).trailing_ones() as usize;
    bytes.get(start + run).is_some_and(|byte| !byte.is_ascii())
}

/// Whether it is a letter that names have wherever it stands, and no part of a grapheme cluster.
fn is_wide_letter(c: char) -> bool {
    !c.is_ascii() && stands_alone(c) && is_email(c) && !is_ignorable(c) && !matches!(c, '\u{AA}' | '\u{BA}')
}

fn is_wide_letter_at(bytes: &[u8], at: usize) -> bool {
    bytes.get(at).is_some_and(|byte| !byte.is_ascii())
        && matches!(decode(&bytes[at..]), Char::Valid(c, _) if is_wide_letter(c))
}

/// Whether an ASCII letter or digit and one of a script that is written without spaces stand side by side: where the name
/// begins or ends is not plain then.
fn is_change_of_script(one: char, other: char) -> bool {
    one.is_ascii_alphanumeric() && is_written_without_spaces(other)
        || other.is_ascii_alphanumeric() && is_written_without_spaces(one)
}

/// Where the last label of a name begins that goes on at `start` with letters of any script, and where it ends, if that is a
/// top-level domain.
fn wide_end(bytes: &[u8], start: usize) -> Option<(usize, usize)> {
    let (mut at, mut label, mut previous) = (start, start, '.');
    while at - start < BLOCK {
        match decode(bytes.get(at..)?) {
            Char::Valid(c, length) if c == '-' && previous != '.' || c.is_ascii_alphanumeric() || is_wide_letter(c) => {
                if is_change_of_script(previous, c) {
                    return None;
                }
                (at, previous) = (at + length, c);
            }
            Char::Valid('.', _) if !matches!(previous, '.' | '-') && begins_label(bytes, at + 1) => {
                (at, previous) = (at + 1, '.');
                label = at;
            }
            _ => break,
        }
    }
    let is_over = !matches!(bytes.get(at)?, b'_' | b'-' | b'.') && !matches!(previous, '.' | '-');
    (is_over && is_top_level_domain(&bytes[label..at])).then_some((label, at))
}

fn begins_label(bytes: &[u8], at: usize) -> bool {
    bytes.get(at).is_some_and(u8::is_ascii_alphanumeric) || is_wide_letter_at(bytes, at)
}

/// Where the name of letters of any script begins that goes on with the dot at `dot`.
pub(super) fn wide_start(bytes: &[u8], floor: usize, dot: usize) -> Option<usize> {
    let (mut start, mut next) = (dot, '.');
    while dot - start < BLOCK && start > floor {
        match char_before(bytes, start) {
            Char::Valid('-', _) if next == '.' => return None,
            Char::Valid('.', _) if matches!(next, '.' | '-') => return None,
            Char::Valid(c, length) if matches!(c, '.' | '-') || c.is_ascii_alphanumeric() || is_wide_letter(c) => {
                if is_change_of_script(next, c) {
                    return None;
                }
                (start, next) = (start.checked_sub(length)?, c);
            }
            _ => break,
        }
    }
    (start >= floor && dot - start < BLOCK && !matches!(next, '.' | '-')).then_some(start)
}

/// Whether a name that nothing delimits ends at `end`, whatever follows.
#[inline(always)]
fn is_end_at(bytes: &[u8], end: usize) -> Option<bool> {
    let next = *bytes.get(end)?;
    Some(if next.is_ascii() { ends_name(next) } else { is_wide_end(bytes.get(end..end + 4)?) })
}

/// The same for a character that is not ASCII: punctuation that means nothing to any reader.
fn is_wide_end(bytes: &[u8]) -> bool {
    matches!(decode(bytes), Char::Valid(c, _) if is_punctuation(c))
}

/// Whether it is punctuation that is no part of a name, no space and no hyphen, and that nobody takes for another.
fn is_punctuation(c: char) -> bool {
    matches!(c,
        '«' | '»' | '\u{2013}' | '\u{2014}' | '\u{2018}'..='\u{201E}' | '\u{2026}' | '\u{2039}' | '\u{203A}' | '\u{3001}'
        | '\u{3008}'..='\u{3011}' | '（' | '）' | '，' | '；' | '！')
}

/// Where the name begins that goes on with the dot at `dot`, no further back than a block.
#[inline(always)]
pub(super) fn plain_name_start(bytes: &[u8], floor: usize, dot: usize) -> Option<usize> {
    let mut start = dot;
    let mut next = b'.';
    let furthest = floor.max(dot.saturating_sub(BLOCK));
    while start > furthest && is(bytes[start - 1], NAME) {
        let byte = bytes[start - 1];
        let is_alphanumeric = byte.is_ascii_alphanumeric();
        // Each label begins and ends with a letter or digit.
        if !is_alphanumeric && next == b'.' || byte == b'.' && next == b'-' {
            return None;
        }
        next = byte;
        start -= 1;
    }
    (next.is_ascii_alphanumeric() && (start > furthest || furthest == floor)).then_some(start)
}

/// The bracket or quotation mark that opens right before the address that begins at `start`, or a space where something
/// else stands there that means nothing to it.
#[inline(always)]
pub(super) fn opening_before_address(bytes: &[u8], floor: usize, start: usize) -> Option<u8> {
    match mark_before(bytes, floor, start, ADDRESS_FRONT)? {
        FrontMark::Nothing => Some(b' '),
        FrontMark::Bracket => Some(b'<'),
        FrontMark::Quotation(['"', ..]) => Some(b'"'),
        FrontMark::Quotation(_) => None,
    }
}

/// Whether nothing opens in front of the name that begins at `start`, and nothing there belongs to it.
pub(super) fn stands_in_open(bytes: &[u8], floor: usize, start: usize) -> bool {
    matches!(mark_before(bytes, floor, start, FRONT), Some(FrontMark::Nothing))
}

/// Whether the byte ends a name or an address that nothing delimits, whatever follows.
#[inline(always)]
pub(super) fn ends_name(byte: u8) -> bool {
    is(byte, END)
}

/// What opens right before `start`. A byte of the class `front` opens nothing.
#[inline(always)]
fn mark_before(bytes: &[u8], floor: usize, start: usize, front: u8) -> Option<FrontMark> {
    let before = &bytes[floor..start];
    match before {
        [.., word, space] if is(*space, SPACE) && word.is_ascii_alphanumeric() => Some(FrontMark::Nothing),
        // They may be those of a terminal's colour sequence.
        [.., b'[' | b';'] if matches!(bytes[start], b'0'..=b'9' | b'm') => None,
        [.., byte] if is(*byte, front) => Some(FrontMark::Nothing),
        [.., b'<'] => Some(FrontMark::Bracket),
        [.., mark @ (b'"' | b'\'' | b'`')] => closing_quotation_marks(*mark as char).map(FrontMark::Quotation),
        [.., byte] if !byte.is_ascii() => wide_opening_before(bytes, start),
        // The name of a URL which is broken.
        [.., space] if is(*space, SPACE) && bytes[..start - 1].ends_with(b"://") => None,
        [.., space] if !is(*space, SPACE) => None,
        _ => any_opening(before, floor == 0).map(|_| FrontMark::Nothing),
    }
}

/// The same where a character that is not ASCII stands there.
fn wide_opening_before(bytes: &[u8], start: usize) -> Option<FrontMark> {
    let Char::Valid(c, _) = char_before(bytes, start) else { return None };
    let opening = closing_quotation_marks(c).map_or(FrontMark::Nothing, FrontMark::Quotation);
    (is_punctuation(c) && begins_label(bytes, start)).then_some(opening)
}

/// Whether a backslash stands behind the punctuation at `end`: then it may be that of an escape.
#[inline(always)]
fn is_before_escape(bytes: &[u8], end: usize) -> Option<bool> {
    let mut at = end;
    while at < end + MAX_PUNCTUATION && *bytes.get(at)? != b'\\' && bytes[at].is_ascii_punctuation() {
        at += 1;
    }
    Some(*bytes.get(at)? == b'\\')
}
