//! The first stage of the reader: a URL of the web whose bytes stand for themselves, 64 of them at a time.
//!
//! It says nothing that the stages after it would not say. What it can't tell in a few instructions it hands on, with
//! what it has read.

use super::{
    columns::{self, KeptRow},
    found::{Plain, components, has_escapes},
    frame,
    host::ascii_name,
    left, line_break,
    simd::Maps,
    tail::At,
    text::{self, Text, USERINFO},
    window::Window,
};
use crate::link::{Delimiter, Kind};

/// The most white space that is looked back over.
const MAX_BLANKS: usize = 32;

/// The text up to the longest possible URL. It may go on after these bytes.
#[derive(Clone, Copy)]
struct Bytes<'w> {
    bytes: &'w [u8],
    is_end: bool,
}

impl Bytes<'_> {
    /// Returns the byte at `at`, or NUL after the end of the text.
    #[inline(always)]
    fn get(&self, at: usize) -> Option<u8> {
        self.bytes.get(at).copied().or(self.is_end.then_some(0))
    }
}

/// Reads the URL with its scheme's colon at `colon`, before `limit`. Puts what the next stage goes on from into
/// `first`.
#[inline(always)]
pub(super) fn read(
    window: &Window,
    floor: usize,
    colon: usize,
    limit: usize,
    row: &mut KeptRow,
    first: &mut Option<At>,
) -> Option<Plain> {
    let text = Bytes { bytes: &window.bytes[..limit], is_end: window.is_end && limit == window.bytes.len() };
    let (start, close, delimiter) = before(text.bytes, floor, colon)?;
    let host = colon + b"://".len();
    let mut maps = Maps::at(text.bytes, host);
    let (host_end, label) = ascii_name(text.bytes, &maps)?;
    if !text.bytes[label].is_ascii_alphabetic() {
        return None;
    }
    let mut at = At::of_host(host_end, true);
    let has_tail = matches!(text.get(host_end)?, b'/' | b'?');
    if has_tail {
        at.take(text.bytes, &mut maps);
    }
    // A comma before a blank belongs to no URL, whether it ends a field or not.
    let rest = text.bytes.get(at.at..).unwrap_or_default();
    let is_soft = has_tail && matches!(rest, [b',' | b';', b' ' | b'\t' | b'\n' | b'\r', ..]);
    let stop = At { at: at.at + usize::from(is_soft), ..at };
    let end = match text.bytes.get(stop.at) {
        Some(b',' | b';') => field_end(text, floor, start, close, at, row),
        _ => end(text, start, close, &stop),
    };
    let Some(end) = end.filter(|&end| !at.seen.has_percent || has_escapes(&text.bytes[host_end..end])) else {
        *first = has_tail.then_some(at);
        return None;
    };
    let components = components(start, host, host_end, end, &at.seen);
    Some(Plain { start, end, kind: Kind::Url, delimiter, components })
}

/// Returns the start of the scheme, and the mark that closes what opened before it; NUL if nothing did.
#[inline(always)]
fn before(bytes: &[u8], floor: usize, colon: usize) -> Option<(usize, u8, Delimiter)> {
    let front = &bytes[floor..colon];
    let without = |scheme: &[u8]| front.strip_suffix(scheme);
    let front = without(b"https").or_else(|| without(b"http")).or_else(|| without(b"ftp"))?;
    let (close, delimiter) = match *front {
        [] | [b'(' | b'['] | [.., b' ' | b'\n' | b'"' | b'(' | b'[', b'(' | b'['] | [.., b'>' | b'{' | b','] => {
            (0, Delimiter::Bare)
        }
        [.., b']', b'('] => (b')', Delimiter::Bare),
        [.., b'<'] => (b'>', Delimiter::Angle),
        [.., mark @ (b'"' | b'\'')] => (mark, Delimiter::Quote),
        [.., b'!'..=b'9' | b';' | b'='..=b'~', b'\t'..=b'\r' | b' '] => (0, Delimiter::Bare),
        [.., b'\t'..=b'\r' | b' '] => (0, after_blanks(front)?),
        _ => return None,
    };
    bytes[colon + 1..].starts_with(b"//").then_some((floor + front.len(), close, delimiter))
}

/// Returns what the text before the blanks here says of the URL after them, if no bracket opens there.
#[inline(never)]
fn after_blanks(front: &[u8]) -> Option<Delimiter> {
    let blanks = front.iter().rev().take(MAX_BLANKS).take_while(|byte| matches!(byte, b'\t'..=b'\r' | b' ')).count();
    match front.split_at(front.len() - blanks) {
        _ if blanks == MAX_BLANKS => None,
        ([.., b'<' | 0x80..], _) => None,
        (front @ [.., b'L' | b'l', b':'], blanks) => after_prefix(front, blanks),
        _ => Some(Delimiter::Bare),
    }
}

/// Returns the same for `URL:` after a blank or at the start of a line.
fn after_prefix(front: &[u8], blanks: &[u8]) -> Option<Delimiter> {
    let (front, prefix) = front.split_last_chunk::<4>()?;
    let is_blank = |last: &u8| matches!(last, b' ' | b'\n') && after_blanks(front) == Some(Delimiter::Bare);
    (prefix.eq_ignore_ascii_case(b"URL:") && front.last().is_some_and(is_blank) && !blanks.contains(&b'\n'))
        .then_some(Delimiter::Prefix)
}

/// Returns the end of the URL that stops at `at`, if what follows has no say in it.
#[inline(always)]
fn end(text: Bytes, start: usize, close: u8, at: &At) -> Option<usize> {
    let (stop, next, has_tail) = (text.get(at.at)?, text.get(at.at + 1)?, at.end > at.host_end);
    let last = text.bytes[at.end - 1];
    if close != 0 && stop == close {
        let is_closed = match close {
            b'>' => true,
            b')' if has_tail => !next.is_ascii_alphabetic(),
            b')' => is_after_host(next),
            b'\'' if !has_tail && !is_after_host(next) => false,
            _ if !has_tail && may_wrap(if next == b' ' { text.get(at.at + 2)? } else { next }) => false,
            _ => at.end == at.at && !next.is_ascii_alphanumeric() && ends_string(text, at.at)?,
        };
        return is_closed.then_some(at.at);
    }
    let is_end = match stop {
        // A userinfo may go on there.
        b')' | b']' | b'}' | b'"' if !has_tail => false,
        _ if matches!(close, b'>' | b'"' | b'\'') => false,
        b' ' | b'\t' if next > b' ' => {
            let is_word = next < 0x80 && !matches!(next, b'|' | b'\\') && (has_tail || !may_wrap(next));
            let is_word = is_word && (!next.is_ascii_punctuation() || is_before_word(&text.bytes[at.at..]));
            is_word && text.bytes.get(at.at..at.at + 4)? != b" at "
        }
        b' ' | b'\t' | b'\n' | b'\r' => has_tail && text.bytes[at.at - 1] != b'=' && ends_with_line(text, start, at.at),
        b')' => has_tail || is_after_host(next),
        b']' | b'}' => true,
        b'<' => has_tail && last != b'E',
        b'>' => last != b'-',
        b'"' => ends_string(text, at.at)?,
        _ => false,
    };
    (is_end && !matches!(last, b'*' | b'@')).then_some(at.end)
}

/// Returns the end of the URL that stops at a comma or semicolon, if that ends the field of a row.
#[inline(never)]
fn field_end(bytes: Bytes, floor: usize, start: usize, close: u8, at: At, row: &mut KeptRow) -> Option<usize> {
    let is_field = close == 0 && (start == floor || matches!(bytes.bytes[start - 1], b'\n' | b'\r' | b','));
    if !is_field || at.at == at.host_end || matches!(bytes.bytes[at.end - 1], b'*' | b'@') {
        return None;
    }
    let (text, mark) = (Text::new(bytes.bytes), bytes.bytes[at.at]);
    let is_separator = start > floor && bytes.bytes[start - 1] == mark && left::is_field(&text, start, mark.into());
    let ends = is_separator || columns::mark_ends_field(&text, start, mark, row);
    (ends && (bytes.is_end || !text.met_end())).then_some(at.end)
}

/// Returns `true` if the byte may be one of the marks that end a broken line (`host_break`).
fn may_wrap(byte: u8) -> bool {
    b" \t\r\n\\=+_%^&\"'*/|~<".contains(&byte) || byte >= 0x80
}

/// Returns `true` if a letter or digit follows in the line, so the symbols before it are no right side of a box.
#[inline(never)]
fn is_before_word(line: &[u8]) -> bool {
    let is_end = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'\n' | b'\r');
    let may_be_side = matches!(line, [_, mark, b' ', ..] if *mark != b'-');
    !may_be_side && line.iter().find(is_end).is_some_and(u8::is_ascii_alphanumeric)
}

/// Returns `true` if no userinfo goes on with the byte after a bracket or an apostrophe.
fn is_after_host(next: u8) -> bool {
    next.is_ascii() && next != b'@' && !text::is(next, USERINFO)
}

/// Returns `true` if no string literal after the quotation mark at `at` is in the next line.
fn ends_string(text: Bytes, at: usize) -> Option<bool> {
    let mut after = at + 1;
    while matches!(text.get(after)?, b' ' | b'\t') {
        after += 1;
    }
    Some(match text.get(after)? {
        b'\n' | b'\r' => ends_string_with_line(text, at),
        after => !b"\\+.&|<~_".contains(&after),
    })
}

#[inline(never)]
fn ends_string_with_line(bytes: Bytes, at: usize) -> bool {
    let text = Text::new(bytes.bytes);
    frame::string(&text, at).is_none() && (bytes.is_end || !text.met_end())
}

#[inline(never)]
fn ends_with_line(bytes: Bytes, start: usize, stop: usize) -> bool {
    let text = Text::new(bytes.bytes);
    line_break::begins_other(&text, start, stop) && (bytes.is_end || !text.met_end())
}
