//! What stands in front of a plain name or address and behind it: marks that open and close, and what means nothing to it.

use super::{
    clusters::is_known_to_part,
    plain::any_opening,
    plain_name::{begins_label, is_change_of_script},
};
use crate::engine::forms::{reference::is_behind_one, verbatim::verbatim_mark};
use crate::text::{
    byte_table::byte_table,
    characters::{closing_quotation_marks, is_written_without_spaces},
    utf8::{Char, char_before, decode},
};

/// What may stand in front of a plain host name and means nothing to it.
const FRONT: u8 = 1;
/// What ends one that nothing delimits, whatever follows.
const END: u8 = 2;
/// White space.
const SPACE: u8 = 4;
/// What may stand in front of a mail address: none of its characters.
const ADDRESS_FRONT: u8 = 8;
/// What may stand in front of one where nothing of it stands before that: it may be in a local part, and seldom begins one.
const LOCAL_FRONT: u8 = 16;
/// What ends an address, whatever follows, beside what ends a name.
const ADDRESS_END: u8 = 32;
/// What ends a name where nothing that follows makes more of it.
const MARK: u8 = 64;

/// HYPHEN, which a typesetter puts at the end of a line.
const HYPHEN: char = '\u{2010}';

const CLASS: [u8; 256] = byte_table!(|byte| match byte {
    b' ' | b'\t' | b'\n' | b'\r' => SPACE | END,
    // Form feeds and the like are white space to some, and a colour sequence begins with an escape.
    0..=8 | 0xE..=0x1A => FRONT | END | ADDRESS_FRONT,
    0..b' ' | b'"' | b'\'' | b'`' => END,
    b')' | b',' | b';' | b'>' | b']' => FRONT | END | ADDRESS_FRONT,
    // They may hold the word for a dot, or one that a part of the name is put in for.
    b'(' | b'[' => FRONT | ADDRESS_FRONT | MARK,
    b'{' => FRONT | LOCAL_FRONT | MARK,
    b'^' | b'|' | b'}' => FRONT | END | LOCAL_FRONT,
    b'=' | b'*' | b'!' | b'~' => FRONT | LOCAL_FRONT | MARK | ADDRESS_END,
    b'?' => FRONT | LOCAL_FRONT | ADDRESS_END,
    b'+' => FRONT | ADDRESS_END,
    b'&' => LOCAL_FRONT | MARK,
    b'#' => LOCAL_FRONT | ADDRESS_END,
    b'<' => MARK | ADDRESS_END,
    b'%' | b'$' => MARK,
    b'/' => LOCAL_FRONT | ADDRESS_END,
    _ => 0,
});

#[inline(always)]
fn is(byte: u8, class: u8) -> bool {
    CLASS[usize::from(byte)] & class != 0
}

/// What opens in front of a name or an address.
#[derive(Clone, Copy)]
pub(super) enum FrontMark {
    /// A space, or what means nothing to the name.
    Nothing,
    /// White space that is not ASCII, behind a word.
    WideSpace,
    Bracket,
    /// What any of these closes.
    Quotation(&'static [char]),
}

/// What opens in front of the address that begins at `start`, if nothing there belongs to it.
#[inline(always)]
pub(super) fn address_front(bytes: &[u8], floor: usize, start: usize) -> Option<FrontMark> {
    match bytes[floor..start] {
        [.., mark] if is(mark, LOCAL_FRONT) => {
            // Nothing of the address stands before it.
            let is_first = bytes[floor..start - 1].last().is_none_or(|&before| is(before, SPACE | ADDRESS_FRONT));
            (is_first && bytes[start].is_ascii_alphanumeric()).then_some(FrontMark::Nothing)
        }
        _ => mark_before(bytes, floor, start, ADDRESS_FRONT),
    }
}

/// Whether the mark in front of the name that begins at `start` makes a part of something else of it.
#[inline(always)]
pub(super) fn is_behind_part(bytes: &[u8], floor: usize, start: usize) -> bool {
    match bytes[floor..start] {
        [.., b'\\'] => !begins_escape(bytes, start),
        [.., mark] => matches!(mark, b'@' | b'/' | b'$' | b'%' | b'&' | b'#'),
        [] => false,
    }
}

/// Whether the letter at `start` may be that of an escape: `\u003c`, `\fB`.
pub(super) fn begins_escape(bytes: &[u8], start: usize) -> bool {
    matches!(bytes.get(start), Some(b'u' | b'x' | b'f'))
}

/// What opens in front of the name that begins at `start`, if nothing there belongs to it.
pub(super) fn name_front(bytes: &[u8], floor: usize, start: usize) -> Option<FrontMark> {
    mark_before(bytes, floor, start, FRONT)
}

/// Whether the byte ends a name or an address that nothing delimits, whatever follows.
#[inline(always)]
fn ends_name(byte: u8) -> bool {
    is(byte, END)
}

/// What opens right before `start`. A byte of the class `front` opens nothing.
#[inline(always)]
fn mark_before(bytes: &[u8], floor: usize, start: usize, front: u8) -> Option<FrontMark> {
    let before = &bytes[floor..start];
    match before {
        // Most often it is one, behind a word or a link.
        [.., space] if is(*space, SPACE) && bytes[..start - 1].last().is_some_and(u8::is_ascii_alphanumeric) => {
            Some(FrontMark::Nothing)
        }
        // A mark or a font of roff may have its name there, `\(lq`, `\*(Aq`, `\f(CW`, or the name of an `@` or a dot stands there.
        [.., b'\\', b'('] | [.., b'\\', b'*' | b'f', b'('] | [.., b't' | b'T', b']' | b')' | b'}' | b'>'] => None,
        // It may be that of a reference for a part of the name.
        [.., b';'] if is_behind_one(bytes, start) => None,
        // They may be those of a terminal's colour sequence.
        [.., b'[' | b';'] if matches!(bytes[start], b'0'..=b'9' | b'm') => None,
        [.., b'|' | b'=' | b'+' | b'!'] if verbatim_mark(before).is_some() => None,
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
    let Char::Valid(c, length) = char_before(bytes, start) else { return None };
    if !begins_label(bytes, start) {
        return None;
    }
    if bytes[start].is_ascii() && is_written_without_spaces(c) {
        // There the name begins with its ASCII letters.
        return Some(FrontMark::Nothing);
    }
    if is_punctuation(c) || c == HYPHEN {
        return Some(closing_quotation_marks(c).map_or(FrontMark::Nothing, FrontMark::Quotation));
    }
    // In front of white space a bracket may open, `URL:` or a URL that is broken.
    let opens_nothing = |byte: &u8| byte.is_ascii_graphic() && !matches!(byte, b'<' | b':' | b'/');
    (c.is_whitespace() && bytes[..start - length].last().is_some_and(opens_nothing)).then_some(FrontMark::WideSpace)
}

/// Whether a name may end before what stands at `end`, as far as what follows says: a mark, or a letter of another script.
#[inline(always)]
pub(super) fn may_be_end_at(bytes: &[u8], end: usize) -> bool {
    if bytes[end].is_ascii() { is(bytes[end], MARK) } else { is_other_script_at(bytes, end) }
}

/// Whether a letter stands at `end` that is none of a name of ASCII letters which is whole, as a word in its script stands right behind it.
#[inline(never)]
pub(super) fn is_other_script_at(bytes: &[u8], end: usize) -> bool {
    let before = char::from(bytes[end - 1]);
    matches!(decode(&bytes[end..]), Char::Valid(c, _) if is_change_of_script(before, c) && is_known_to_part(before, c))
}

/// Whether an address that nothing delimits ends at `end`, whatever follows.
#[inline(always)]
pub(super) fn is_address_end_at(bytes: &[u8], end: usize) -> Option<bool> {
    Some(match *bytes.get(end)? {
        // Other references may stand for a part of it.
        b'&' => [&b"&gt;"[..], b"&lt;"].contains(&bytes.get(end..end + 4)?),
        // So may what a program puts in, and the word for a dot.
        b'#' => *bytes.get(end + 1)? != b'{',
        b'<' => !matches!(*bytes.get(end + 1)?, b'%' | b'?' | b'a'..=b'z' | b'A'..=b'Z'),
        byte => is(byte, ADDRESS_END) || is_end_at(bytes, end)?,
    })
}

/// Whether a name or an address that nothing delimits ends at `end`, whatever follows.
#[inline(always)]
pub(super) fn is_end_at(bytes: &[u8], end: usize) -> Option<bool> {
    let next = *bytes.get(end)?;
    Some(if next.is_ascii() { ends_name(next) } else { is_wide_end(bytes.get(end..end + 4)?) })
}

/// The same for a character that is not ASCII: white space, and punctuation that means nothing to any reader. A hyphen does at the end of
/// a line, and an ellipsis stands for what is left out in the middle of a name.
fn is_wide_end(bytes: &[u8]) -> bool {
    let is_next = |length: usize, holds: fn(&u8) -> bool| bytes.get(length).is_some_and(holds);
    match decode(bytes) {
        Char::Valid(c, length) if c == HYPHEN => is_next(length, u8::is_ascii_alphanumeric),
        Char::Valid('…', length) => {
            is_next(length, |&byte| byte.is_ascii() && !byte.is_ascii_alphanumeric() && !b"./:@-_".contains(&byte))
        }
        Char::Valid(c, _) => is_punctuation(c) || c.is_whitespace(),
        _ => false,
    }
}

/// Whether it is punctuation that is no part of a name, no space and no hyphen, and that nobody takes for another.
fn is_punctuation(c: char) -> bool {
    matches!(c,
        '«' | '»' | '\u{2013}' | '\u{2014}' | '\u{2018}'..='\u{201E}' | '\u{2026}' | '\u{2039}' | '\u{203A}' | '\u{3001}'
        | '\u{3008}'..='\u{3011}' | '（' | '）' | '，' | '；' | '！')
}
