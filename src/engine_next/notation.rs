//! Escapes: what a notation writes in place of a character of a URL, as rows of one table.

use super::{
    text::{self, DIGIT, Text, VISIBLE},
    view::View,
};
use crate::{link::Notation, text::entities};

/// What an escape stands for, and its length in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Escape {
    decoded: Option<char>,
    length: usize,
}

fn escape(decoded: impl Into<Option<char>>, length: usize) -> Option<Escape> {
    Some(Escape { decoded: decoded.into(), length })
}

/// The escapes of a notation.
struct Row {
    notation: Notation,
    /// The byte that its escapes begin with.
    mark: u8,
    /// Reads the escape that begins at an index.
    read: fn(&Text, usize) -> Option<Escape>,
}

/// The first that reads an escape has the stretch.
static ROWS: [Row; 6] = [
    Row { notation: Notation::Json, mark: b'\\', read: json },
    Row { notation: Notation::Properties, mark: b'\\', read: properties },
    Row { notation: Notation::Markup, mark: b'\\', read: markup },
    Row { notation: Notation::Html, mark: b'&', read: html },
    Row { notation: Notation::Terminal, mark: 0x1B, read: terminal },
    Row { notation: Notation::QuotedPrintable, mark: b'=', read: quoted_printable },
];

/// RFC 8259, 7: a slash behind a backslash, and characters by their numbers. JavaScript has two digits, too.
fn json(text: &Text, at: usize) -> Option<Escape> {
    match text.byte(at + 1) {
        b'/' => escape('/', 2),
        b'u' => by_number(text, at + 2, 4, 6),
        b'x' => by_number(text, at + 2, 2, 4),
        _ => None,
    }
}

/// The character with the number that stands at `digits`.
fn by_number(text: &Text, digits: usize, count: usize, length: usize) -> Option<Escape> {
    let digits = text.ahead(digits, count);
    let number = str::from_utf8(digits).ok().and_then(|digits| u32::from_str_radix(digits, 16).ok())?;
    escape(char::from_u32(number)?, length).filter(|_| digits.len() == count)
}

/// `java.util.Properties.load`: a colon or an equals sign after a backslash, behind the scheme.
fn properties(text: &Text, at: usize) -> Option<Escape> {
    let is_scheme = text.has(at, br"\://");
    (is_scheme).then(|| escape(':', 2)).flatten()
}

/// roff, LaTeX, Markdown and shells: a mark after a backslash. roff has some that print nothing.
fn markup(text: &Text, at: usize) -> Option<Escape> {
    let next = text.byte(at + 1);
    let goes_on = text::is(text.byte(at + 2), VISIBLE);
    match next {
        b'&' | b':' if goes_on && !text.has(at + 2, b"&") && is_roff(text, at) => escape(None, 2),
        b'-' | b'_' | b'#' | b'%' | b'~' | b'&' | b'*' | b'.' | b'+' | b'=' | b'?' | b'@' | b'!' | b':' if goes_on => {
            escape(next as char, 2)
        }
        b'f' if matches!(text.byte(at + 2), b'B' | b'I' | b'R' | b'P') && goes_on => escape(None, 3),
        _ => None,
    }
}

/// Returns `true` if the stretch around looks like roff: it has another of its escapes.
fn is_roff(text: &Text, at: usize) -> bool {
    let from = at.saturating_sub(64);
    let near = &text.bytes[from..at];
    near.windows(2).any(|pair| matches!(pair, br"\-" | br"\(" | br"\f" | br"\&" | br"\:"))
        || text.ahead(at + 2, 32).windows(2).any(|pair| matches!(pair, br"\-" | br"\f" | br"\&" | br"\:"))
}

/// The reference of an ampersand. Those of brackets and quotation marks end a URL.
fn html(text: &Text, at: usize) -> Option<Escape> {
    [&b"&amp;"[..], b"&#38;", b"&#038;", b"&#x26;"]
        .iter()
        .find(|name| text.has(at, name))
        .and_then(|name| escape('&', name.len()))
}

/// ECMA-48: control sequences, commands of an operating system, and the choice of a character set.
fn terminal(text: &Text, at: usize) -> Option<Escape> {
    match text.byte(at + 1) {
        b'[' => {
            let end = (at + 2..at + 34).find(|&at| matches!(text.byte(at), b'@'..=b'~' | 0))?;
            escape(None, end + 1 - at).filter(|_| text.byte(end) != 0)
        }
        b']' => {
            let end = (at + 2..at + 2048).find(|&at| matches!(text.byte(at), 7 | 0x1B | 0 | b'\n'))?;
            match text.byte(end) {
                7 => escape(None, end + 1 - at),
                0x1B if text.byte(end + 1) == b'\\' => escape(None, end + 2 - at),
                _ => None,
            }
        }
        b'(' | b')' => escape(None, 3),
        b'=' | b'>' | b'7' | b'8' | b'M' => escape(None, 2),
        _ => None,
    }
}

/// RFC 2045, 6.7, in text that nobody decoded.
fn quoted_printable(text: &Text, at: usize) -> Option<Escape> {
    match text.ahead(at + 1, 2) {
        [b'\r', b'\n'] => escape(None, 3),
        [b'\n', ..] => escape(None, 2),
        [b'3', b'D'] => escape('=', 3),
        _ => None,
    }
}

/// The notation whose escape begins at `at`.
pub(super) fn at(text: &Text, at: usize) -> Option<Notation> {
    let mark = text.byte(at);
    let row = ROWS.iter().find(|row| row.mark == mark && (row.read)(text, at).is_some())?;
    (row.notation != Notation::QuotedPrintable || is_quoted_printable(text, at)).then_some(row.notation)
}

/// Returns `true` if three signs of quoted-printable text stand near.
fn is_quoted_printable(text: &Text, at: usize) -> bool {
    let from = at.saturating_sub(512);
    let near = [&text.bytes[from..at], text.ahead(at, 512)].concat();
    let signs = near
        .windows(3)
        .filter(|three| {
            matches!(
                *three,
                [b'=', b'\n', _]
                    | [b'=', b'\r', b'\n']
                    | [b'=', b'3', b'D']
                    | [b'=', b'2', b'0']
                    | [b'=', b'C' | b'E', _]
            )
        })
        .count();
    signs >= 3
}

/// The most bytes that follow a URL's run in its view, for what looks ahead.
const BEHIND: usize = 64;

/// The text from `start` on with the escapes of a notation undone, up to where no URL goes on.
pub(super) fn view(text: &Text, start: usize, limit: usize, notation: Notation) -> View {
    let row = ROWS.iter().find(|row| row.notation == notation).expect("each has a row");
    let mut view = View::default();
    let mut at = start;
    while at - start < limit {
        let byte = text.byte(at);
        if byte == row.mark
            && let Some(Escape { decoded, length }) = (row.read)(text, at)
        {
            let mut buffer = [0; 4];
            let decoded = decoded.map_or(&b""[..], |c| c.encode_utf8(&mut buffer).as_bytes());
            view.decode(text.bytes, at..at + length, decoded);
            at += length;
            continue;
        }
        if byte <= b' ' || matches!(byte, b'<' | b'>' | b'"') {
            break;
        }
        let end = (at + 1..)
            .find(|&at| matches!(text.byte(at), 0..=b' ' | b'<' | b'>' | b'"' | b'\\' | b'&' | b'='))
            .unwrap_or(at);
        view.copy(text.bytes, at..end);
        at = end;
    }
    let behind = at + text.ahead(at, BEHIND).len();
    view.copy(text.bytes, at..behind);
    text.worked(at - start);
    view
}

/// Where the word begins that `start..end` seems to begin with a part of an escape whose mark stands before it: `\n`, `\u003c`, `\fB`, and the
/// letter of a terminal's sequence.
pub(super) fn after_escape(text: &Text, floor: usize, start: usize, end: usize) -> usize {
    let word = &text.bytes[start..end];
    let front = &text.bytes[floor..start];
    let length = match (front, word) {
        ([.., b'\\'], [b'u', ..]) => 5,
        ([.., b'\\'], [b'x', ..]) => 3,
        ([.., b'\\'], [b'f', b'B' | b'I' | b'R' | b'P' | b'C', ..]) => 2,
        ([.., b'\\'], [b'n' | b'r' | b't' | b'f' | b'b' | b'N', ..]) => 1,
        _ => sequence_rest(front, word),
    };
    if length <= word.len() { start + length } else { start }
}

/// How many bytes at the start of a word belong to a terminal's sequence that begins before it.
fn sequence_rest(front: &[u8], word: &[u8]) -> usize {
    let is_parameter = |byte: &&u8| text::is(**byte, DIGIT) || matches!(**byte, b';' | b'?');
    let parameters = front.iter().rev().take(16).take_while(is_parameter).count();
    let front = &front[..front.len() - parameters];
    const STARTS: [&[u8]; 6] = [b"\x1B[", br"\033[", br"\e[", br"\x1b[", br"\x1B[", br"\u001b["];
    if front.ends_with(b"[") && STARTS.iter().any(|start| front.ends_with(start)) {
        return word.iter().take_while(|byte| byte.is_ascii_digit()).count() + 1;
    }
    usize::from(front.ends_with(b"\x1B(") || front.ends_with(b"\x1B)"))
}

/// Returns `true` if a reference of a bracket or a quotation mark begins at `at`: it ends a URL.
pub(super) fn is_markup_reference(text: &Text, at: usize) -> bool {
    entities::is_markup_entity(text.ahead(at, entities::MAX_MARKUP_ENTITY))
}
