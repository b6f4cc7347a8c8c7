//! Escapes: how a notation writes the characters of a URL, as rows of one table.

use super::{
    line,
    rules::{self, Exception},
    sequences,
    text::{self, LABEL, Text, VISIBLE},
    view::View,
};
use crate::{
    link::Notation,
    text::{control_functions::Effect, entities},
};

/// The characters of an escape, and its length in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Escape {
    decoded: Option<char>,
    length: usize,
}

pub(super) fn escape(decoded: impl Into<Option<char>>, length: usize) -> Option<Escape> {
    Some(Escape { decoded: decoded.into(), length })
}

/// The escapes of a notation.
pub(super) struct Row {
    rule: &'static Exception,
    pub(super) notation: Notation,
    /// The first byte of its escapes.
    mark: u8,
    /// Reads the escape at an index.
    read: fn(&Text, usize) -> Option<Escape>,
    /// Returns `true` if the text around an index is in this notation.
    is_around: fn(&Text, usize) -> bool,
    /// Its escapes may be in an authority.
    pub(super) writes_hosts: bool,
}

/// The first row that reads an escape wins.
static ROWS: [Row; 9] = [
    row(&rules::JSON, Notation::Json, b'\\', json, anywhere),
    row(&rules::PROPERTIES, Notation::Properties, b'\\', properties, is_property),
    row(&rules::ROFF, Notation::Markup, b'\\', roff, is_roff),
    Row { writes_hosts: false, ..row(&rules::MARKUP, Notation::Markup, b'\\', markup, anywhere) },
    row(&rules::CMD, Notation::Shell, b'^', cmd, anywhere),
    row(&rules::HTML_TWICE, Notation::Html, b'&', html_twice, is_markup_in_markup),
    row(&rules::HTML, Notation::Html, b'&', html, anywhere),
    row(&rules::TERMINAL, Notation::Terminal, 0x1B, silent, anywhere),
    row(&rules::QUOTED_PRINTABLE, Notation::QuotedPrintable, b'=', quoted_printable, is_quoted_printable),
];

pub(super) const fn row(
    rule: &'static Exception,
    notation: Notation,
    mark: u8,
    read: fn(&Text, usize) -> Option<Escape>,
    is_around: fn(&Text, usize) -> bool,
) -> Row {
    Row { rule, notation, mark, read, is_around, writes_hosts: true }
}

pub(super) fn anywhere(_: &Text, _: usize) -> bool {
    true
}

/// RFC 8259, 7: a backslash and a slash, or a character by its number. JavaScript also has two-digit numbers, and YAML
/// line ends before indented lines. ESC begins a control function of a terminal.
fn json(text: &Text, at: usize) -> Option<Escape> {
    match text.byte(at + 1) {
        _ if sequences::read(text, at).is_some() => silent(text, at),
        b'/' => escape('/', 2),
        b'u' => by_number(text, at + 2, 4, 6),
        b'x' => by_number(text, at + 2, 2, 4),
        b'\n' | b'\r' if is_in_string(text, at) => {
            line_end(text, at).filter(|escape| matches!(text.byte(at + escape.length - 1), b' ' | b'\t'))
        }
        _ => None,
    }
}

/// Returns the character with the number at `digits`.
fn by_number(text: &Text, digits: usize, count: usize, length: usize) -> Option<Escape> {
    let digits = text.ahead(digits, count);
    let number = str::from_utf8(digits).ok().and_then(|digits| u32::from_str_radix(digits, 16).ok())?;
    escape(char::from_u32(number)?, length).filter(|_| digits.len() == count)
}

/// `java.util.Properties.load`: what separates a key, begins a comment, a backslash, a character by its number, and a
/// line end with the blanks after it.
fn properties(text: &Text, at: usize) -> Option<Escape> {
    match text.byte(at + 1) {
        mark @ (b':' | b'=' | b'#' | b'!' | b'\\') => escape(mark as char, 2),
        b'u' => by_number(text, at + 2, 4, 6),
        _ => line_end(text, at),
    }
}

/// Returns `true` if the scheme of a URL ends there.
fn is_property(text: &Text, at: usize) -> bool {
    text.has(at, br"\://")
}

/// A line end after a mark, with the blanks after it.
fn line_end(text: &Text, at: usize) -> Option<Escape> {
    let next = line::after_end(text, at + 1).filter(|_| matches!(text.byte(at + 1), b'\n' | b'\r'))?;
    escape(None, line::skip_blanks(text, next) - at)
}

/// Returns `true` if a string that opens in this line, or in lines above that end in a backslash, is open at `at`.
fn is_in_string(text: &Text, at: usize) -> bool {
    let mut begin = line::begin(text, at);
    while at - begin < NEAR && (text.bytes[..begin].ends_with(b"\\\n") || text.bytes[..begin].ends_with(b"\\\r\n")) {
        begin = line::begin(text, begin - b"\\\n".len());
    }
    text.worked(at - begin);
    let line = &text.bytes[begin..at];
    memchr::memchr_iter(b'"', line).filter(|&mark| !line[..mark].ends_with(b"\\")).count() % 2 == 1
}

/// roff: hyphens, zero-width escapes, and characters by name. Another name, a string or a font ends a URL like a
/// quotation mark.
fn roff(text: &Text, at: usize) -> Option<Escape> {
    match text.ahead(at + 1, 4) {
        [mark @ (b'-' | b'_' | b'.'), ..] => escape(*mark as char, 2),
        [b'&' | b':' | b'%', ..] => escape(None, 2),
        [b'(', b't', b'i', ..] => escape('~', 4),
        [b'(', b'a', b't', ..] => escape('@', 4),
        [b'[', b't', b'i', b']'] => escape('~', 5),
        [b'[', b'a', b't', b']'] => escape('@', 5),
        [b'(' | b'[' | b'*' | b'f', ..] => escape('"', 2),
        _ => None,
    }
}

/// The longest word between escaped brackets.
const MAX_WORD: usize = 32;

/// How far around an escape to look for signs of its notation.
const NEAR: usize = 512;

/// The bytes around `at`.
fn near<'t>(text: &Text<'t>, at: usize) -> &'t [u8] {
    text.worked(NEAR);
    text.ahead(at.saturating_sub(NEAR), at.min(NEAR) + NEAR)
}

/// Returns `true` if a roff request begins a line nearby, perhaps quoted or in a patch, or if a font change or another
/// escaped dot is near.
fn is_roff(text: &Text, at: usize) -> bool {
    let (near, here) = (near(text, at), at.min(NEAR));
    let begins_line =
        |at: usize| matches!(near[..at].iter().rev().take(8).find(|byte| !b"> +-".contains(byte)), None | Some(b'\n'));
    memchr::memchr2_iter(b'.', b'\\', near).any(|at| match near[at..] {
        [b'.', b'A'..=b'Z', b' ' | b'\n', ..]
        | [b'.', b'A'..=b'Z' | b'a'..=b'z', b'A'..=b'Z' | b'a'..=b'z', b' ' | b'\n', ..] => begins_line(at),
        [b'\\', b'f', b'B' | b'I' | b'R' | b'P' | b'C' | b'(' | b'[', ..] => true,
        [b'\\', b'&', b'.', ..] => at != here,
        _ => false,
    })
}

/// LaTeX, Markdown and shells: a backslash before a mark. Brackets are escaped on both sides of a word.
fn markup(text: &Text, at: usize) -> Option<Escape> {
    let next = text.byte(at + 1);
    let goes_on = text::is(text.byte(at + 2), VISIBLE);
    let is_escaped = match next {
        b'(' => text.has(text.run(at + 2, LABEL), br"\)"),
        b')' => text.bytes[..text.run_back(at.saturating_sub(MAX_WORD), at, LABEL)].ends_with(br"\("),
        _ => b"-_#%~&+=?@!".contains(&next) && goes_on,
    };
    is_escaped.then(|| escape(next as char, 2)).flatten()
}

/// The Windows shell: a caret before an ampersand.
fn cmd(text: &Text, at: usize) -> Option<Escape> {
    (text.byte(at + 1) == b'&').then(|| escape('&', 2)).flatten()
}

/// A reference whose ampersand is itself a reference.
fn html_twice(text: &Text, at: usize) -> Option<Escape> {
    let reference = b"&amp;amp;";
    text.has(at, reference).then(|| escape('&', reference.len())).flatten()
}

/// Returns `true` if references for brackets or quotation marks are near.
fn is_markup_in_markup(text: &Text, at: usize) -> bool {
    let near = near(text, at);
    [&b"&lt;"[..], b"&quot;"].iter().any(|reference| memchr::memmem::find(near, reference).is_some())
}

/// Returns `true` if a closing tag is near, or markup in markup.
pub(super) fn is_markup(text: &Text, at: usize) -> bool {
    let near = near(text, at);
    memchr::memmem::find_iter(near, b"</").any(|tag| near.get(tag + 2).is_some_and(u8::is_ascii_alphabetic))
        || is_markup_in_markup(text, at)
}

/// A reference for an ampersand. References for brackets and quotation marks end a URL.
fn html(text: &Text, at: usize) -> Option<Escape> {
    [&b"&amp;"[..], b"&#38;", b"&#038;", b"&#x26;"]
        .iter()
        .find(|name| text.has(at, name))
        .and_then(|name| escape('&', name.len()))
}

/// A control function of a terminal that does nothing to the text around it.
fn silent(text: &Text, at: usize) -> Option<Escape> {
    let sequence = sequences::read(text, at).filter(|sequence| sequence.effect == Effect::Nothing)?;
    escape(None, sequence.end - at)
}

/// RFC 2045, 6.7, in undecoded text, which may be quoted.
fn quoted_printable(text: &Text, at: usize) -> Option<Escape> {
    match text.ahead(at + 1, 2) {
        [b'\r', b'\n'] => escape(None, quoted_next(text, at + 3)? - at),
        [b'\n', ..] => escape(None, quoted_next(text, at + 2)? - at),
        digits if digits.iter().all(|digit| matches!(digit, b'0'..=b'9' | b'A'..=b'F')) => {
            by_number(text, at + 1, 2, 3).filter(|escape| escape.decoded.is_some_and(|c| c.is_ascii()))
        }
        _ => None,
    }
}

/// Returns where the line at `next` goes on after the quotation marks of the line above.
fn quoted_next(text: &Text, next: usize) -> Option<usize> {
    let above = &text.bytes[line::begin(text, next - 1 - usize::from(text.bytes[..next].ends_with(b"\r\n")))..next];
    let marks = above.iter().position(|byte| !matches!(byte, b'>' | b' ')).unwrap_or(0);
    let length = above[..marks].iter().rposition(|&byte| byte == b'>').map_or(0, |last| (last + 2).min(marks));
    if length > 0 && text.has(next, &above[..length]) {
        return Some(next + length);
    }
    (text.byte(next) != b'>').then_some(next)
}

/// Returns the notation of the escape at `at`.
pub(super) fn at(text: &Text, at: usize) -> Option<&'static Row> {
    let mark = match text.ahead(at, 2) {
        [b' ', 0x08] => 0x1B,
        [b' ', b'\\'] => b'\\',
        _ => text.byte(at),
    };
    ROWS.iter()
        .find(|row| row.mark == mark && row.rule.holds((row.read)(text, at).is_some() && (row.is_around)(text, at)))
}

/// Returns `true` if three signs of quoted-printable text are near, not all of them in queries or at line ends.
fn is_quoted_printable(text: &Text, at: usize) -> bool {
    let (mut signs, mut escaped, mut soft, mut is_sure) = (0, false, false, false);
    let near = near(text, at);
    for at in memchr::memchr_iter(b'=', near) {
        match near[at + 1..] {
            [b'\n', ..] | [b'\r', b'\n', ..] => {
                let line = memchr::memrchr(b'\n', &near[..at]).map_or(0, |end| end + 1);
                soft |= SOFT_BROKEN.contains(&(at - line));
            }
            [b'2', b'0', b'\r' | b'\n', ..] | [b'3', b'D', b'"', ..] => is_sure = true,
            [b'8'..=b'9' | b'A'..=b'F', b'0'..=b'9' | b'A'..=b'F', b'=', ..] => is_sure = true,
            [b'3', b'D', ..] => escaped = true,
            _ => continue,
        }
        signs += 1;
    }
    signs >= 3 && (is_sure || soft && escaped)
}

/// The columns of soft breaks. Encoders fill lines up to 76 characters.
const SOFT_BROKEN: std::ops::RangeInclusive<usize> = 60..=76;

impl Row {
    /// Returns the index after the escapes at `at` that stand for nothing.
    pub(super) fn skip(&self, text: &Text, mut at: usize) -> usize {
        while text.byte(at) == self.mark
            && let Some(Escape { decoded: None, length }) = (self.read)(text, at)
        {
            at += length;
        }
        at
    }
}

/// How many bytes after a URL's run are copied into its view, for lookahead.
const BEHIND: usize = 64;

/// Returns the text from `start` with the escapes of a notation undone, up to `end` or to a byte that ends any URL, and
/// the length of the result.
pub(super) fn view(text: &Text, start: usize, end: usize, row: &Row) -> (View, usize) {
    let mut view = View::default();
    let mut at = start;
    // The value of an attribute may have references, too.
    let has_references = row.notation == Notation::QuotedPrintable && text.bytes[..start].ends_with(b"=3D\"");
    while at < end {
        let byte = text.byte(at);
        let escape = match byte {
            _ if byte == row.mark => (row.read)(text, at),
            b'&' if has_references => html(text, at),
            0x1B | b' ' => silent(text, at),
            _ => None,
        };
        if let Some(Escape { decoded, length }) = escape {
            let mut buffer = [0; 4];
            let decoded = decoded.map_or(&b""[..], |c| c.encode_utf8(&mut buffer).as_bytes());
            view.decode(text.bytes, at..at + length, decoded);
            at += length;
            continue;
        }
        if byte <= b' ' || matches!(byte, b'<' | b'>' | b'"') {
            break;
        }
        let next = (at + 1..)
            .find(|&at| {
                text.byte(at) == row.mark
                    || matches!(text.byte(at), 0..=b' ' | b'<' | b'>' | b'"' | b'\\' | b'&' | b'=')
            })
            .unwrap_or(at);
        view.copy(text.bytes, at..next);
        at = next;
    }
    let length = view.bytes.len();
    let behind = at + text.ahead(at, BEHIND).len();
    view.copy(text.bytes, at..behind);
    text.worked(at - start);
    (view, length)
}

/// How notations write the two slashes after a scheme.
const SLASHES: [&[u8]; 5] = [br"\/\/", br"\u002F\u002F", br"\x2F\x2F", br"/\:/", br"\:/\:/"];

/// Returns `true` if a text begins with two escaped slashes.
pub(super) fn begins_with_slashes(text: &[u8]) -> bool {
    matches!(text, [b'\\', ..] | [b'/', b'\\', ..])
        && SLASHES
            .iter()
            .any(|slashes| text.get(..slashes.len()).is_some_and(|text| text.eq_ignore_ascii_case(slashes)))
}

/// Returns the start of the word in `start..end` after the rest of an escape whose first byte is before `start`: `
/// `, `\u003c`, `\fB`, or the letter of a terminal sequence.
pub(super) fn after_escape(text: &Text, floor: usize, start: usize, end: usize) -> usize {
    let word = &text.bytes[start..end];
    let front = &text.bytes[floor..start];
    let length = match (front, word) {
        _ if sequences::rest(text, start) > 0 => sequences::rest(text, start).min(word.len()),
        ([.., b'\\'], _) if sequences::before(text, start).is_some() => 0,
        ([.., b'\\'], [b'u', ..]) => 5,
        ([.., b'\\'], [b'x', ..]) => 3,
        ([.., b'\\'], [b'f', b'B' | b'I' | b'R' | b'P' | b'C', ..]) => 2,
        ([.., b'\\', b'*', b'('], [b'A', b'q', ..]) => 2,
        ([.., b'\\', b'('], [b'a' | b'd' | b'l' | b'o', b'q', ..] | [b'l', b'a', ..]) => 2,
        ([.., b'\\'], [b'n' | b'r' | b't' | b'f' | b'b' | b'N', ..]) => 1,
        _ => 0,
    };
    if rules::ESCAPE_BEFORE_NAME.holds((1..=word.len()).contains(&length)) { start + length } else { start }
}

/// Returns `true` if a reference for a bracket or a quotation mark begins at `at`. It ends a URL.
pub(super) fn is_markup_reference(text: &Text, at: usize) -> bool {
    entities::is_markup_entity(text.ahead(at, entities::MAX_MARKUP_ENTITY))
}
