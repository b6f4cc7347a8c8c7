//! Escapes: how a notation writes the characters of a URL, as rows of one table.

use super::{
    line,
    rules::rows,
    sequences,
    text::{self, LABEL, Memory, RUN, SCHEME, Text, VISIBLE},
    view::View,
};
use crate::{
    link::Notation,
    text::{characters::character_escape_before, control_functions::Effect, entities, short},
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
    pub(super) notation: Notation,
    /// The first bytes of its escapes.
    marks: &'static [u8],
    /// Reads the escape at an index.
    read: fn(&Text, usize) -> Option<Escape>,
    /// Returns `true` if an escape of this notation is at an index.
    holds: fn(&Text, usize) -> bool,
    /// Its escapes may be in an authority.
    pub(super) writes_hosts: bool,
}

/// The first row that reads an escape wins.
static ROWS: [Row; 12] = [
    row(Notation::Json, b"\\", json, |text, at| JSON.holds(text, at)),
    row(Notation::Properties, b"\\", properties, |text, at| PROPERTIES.holds(text, at)),
    row(Notation::Markup, b"\\", roff, |text, at| ROFF.holds(text, at)),
    Row { writes_hosts: false, ..row(Notation::Markup, b"\\", markdown, |text, at| MARKDOWN.holds(text, at)) },
    Row { writes_hosts: false, ..row(Notation::Markup, b"\\{", markup, |text, at| MARKUP.holds(text, at)) },
    Row {
        writes_hosts: false,
        ..row(Notation::Markup, b"\xC2\xE2", break_mark, |text, at| BREAK_MARK.holds(text, at))
    },
    row(Notation::Shell, b"^", cmd, |text, at| CMD.holds(text, at)),
    row(Notation::Shell, b"`", power_shell, |text, at| POWER_SHELL.holds(text, at)),
    row(Notation::Html, b"&", html_twice, |text, at| HTML_TWICE.holds(text, at)),
    row(Notation::Html, b"&", html, |text, at| HTML.holds(text, at)),
    row(Notation::Terminal, b"\x1B", silent, |text, at| TERMINAL.holds(text, at)),
    row(Notation::QuotedPrintable, b"=", quoted_printable, |text, at| QUOTED_PRINTABLE.holds(text, at)),
];

pub(super) const fn row(
    notation: Notation,
    marks: &'static [u8],
    read: fn(&Text, usize) -> Option<Escape>,
    holds: fn(&Text, usize) -> bool,
) -> Row {
    Row { notation, marks, read, holds, writes_hosts: true }
}

/// RFC 8259, 7: a slash, or a character by its number. A string in a string has several backslashes. JavaScript also has
/// two-digit numbers and numbers in braces, C octal ones, and YAML line ends before indented lines. ESC begins a control function of a
/// terminal.
fn json(text: &Text, at: usize) -> Option<Escape> {
    let mark = text.run_of(at, b'\\');
    let length = mark + 1 - at;
    match text.byte(mark) {
        _ if sequences::read(text, at).is_some() => silent(text, at),
        b'/' => escape('/', length),
        b'u' | b'x' if text.byte(mark + 1) == b'{' => {
            let close = text.until(mark + 2, MAX_DIGITS, |byte| byte == b'}');
            escape(char::from_u32(number(&text.bytes[mark + 2..close], 16)?)?, close + 1 - at)
                .filter(|_| text.byte(close) == b'}')
        }
        b'0' => {
            let digits = Some(text.ahead(mark, 3)).filter(|digits| digits.len() == 3)?;
            escape(char::from_u32(number(digits, 8)?)?, length + 2)
        }
        b'u' => {
            let second = if text.ahead(at, length) == text.ahead(mark + 5, length) { mark + 5 + length } else { mark };
            let units = [mark + 1, second].map(|digits| hex(text, digits, 4).unwrap_or(0) as u16);
            let c = char::decode_utf16(units).next()?.ok().filter(|_| hex(text, mark + 1, 4).is_some())?;
            // Of a reference of HTML, this is the ampersand.
            let reference = if c == '&' && text.has(mark + 5, b"amp;") { 4 } else { 0 };
            escape(c, if c.len_utf16() == 2 { second + 4 - at } else { length + 4 + reference })
        }
        b'x' => escape(char::from_u32(hex(text, mark + 1, 2)?)?, length + 2),
        b'\n' | b'\r' if is_in_string(text, at) => {
            line_end(text, at).filter(|escape| matches!(text.byte(at + escape.length - 1), b' ' | b'\t'))
        }
        b'n' if is_in_angle(text, at, mark + 1) && is_in_string(text, at) => {
            escape(None, line::skip_blanks(text, mark + 1) - at)
        }
        _ => None,
    }
}

/// The most digits of a number in braces.
const MAX_DIGITS: usize = 6;

/// Returns the number that so many hexadecimal digits write.
fn hex(text: &Text, digits: usize, count: usize) -> Option<u32> {
    Some(text.ahead(digits, count)).filter(|digits| digits.len() == count).and_then(|digits| number(digits, 16))
}

/// Returns the number that these digits write.
fn number(digits: &[u8], radix: u32) -> Option<u32> {
    let is_number = digits.iter().all(|&digit| char::from(digit).is_digit(radix));
    u32::from_str_radix(str::from_utf8(digits).ok()?, radix).ok().filter(|_| is_number)
}

/// `java.util.Properties.load` and shells: a mark that no host has, a character by its number, and a line end.
fn properties(text: &Text, at: usize) -> Option<Escape> {
    match text.byte(at + 1) {
        mark if mark.is_ascii_punctuation() && !b"@.-_/<>\"".contains(&mark) => escape(mark as char, 2),
        b'u' => json(text, at),
        _ => line_end(text, at),
    }
}

/// A line end after a mark, with the blanks after it.
fn line_end(text: &Text, at: usize) -> Option<Escape> {
    let next = line::after_end(text, at + 1).filter(|_| matches!(text.byte(at + 1), b'\n' | b'\r'))?;
    escape(None, line::skip_blanks(text, next) - at)
}

/// Returns `true` if the URL around `at` is between angle brackets, and goes on at `next`.
fn is_in_angle(text: &Text, at: usize, next: usize) -> bool {
    text.worked(NEAR);
    let word = &text.bytes[text.run_back(at.saturating_sub(NEAR), at, VISIBLE)..at];
    let end = text.until(next, NEAR, |byte| matches!(byte, b'<' | b'>' | b'"' | b'\n'));
    text.byte(end) == b'>' && memchr::memrchr2(b'<', b'>', word).is_some_and(|open| word[open] == b'<')
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

/// The special characters of roff that stand for marks of URLs (groff_char, 7).
const SPECIAL: [(&[u8], char); 8] =
    [(b"ti", '~'), (b"at", '@'), (b"sl", '/'), (b"sh", '#'), (b"Do", '$'), (b"ul", '_'), (b"hy", '-'), (b"mi", '-')];

/// roff: hyphens, zero-width escapes, and characters by name. Another name or a font ends a URL like a quotation mark.
fn roff(text: &Text, at: usize) -> Option<Escape> {
    match text.ahead(at + 1, 4) {
        [mark @ (b'-' | b'_' | b'.'), ..] => escape(*mark as char, 2),
        [b'&' | b':' | b'%', ..] => escape(None, 2),
        [open @ (b'(' | b'['), name @ .., close]
            if (*open == b'(' || *close == b']')
                && let Some((_, c)) = SPECIAL.iter().find(|(known, _)| known == &name) =>
        {
            escape(*c, if *open == b'(' { 4 } else { 5 })
        }
        [b'(' | b'[' | b'*' | b'f', ..] => escape('"', 2),
        _ => None,
    }
}

/// How far around an escape to look for signs of its notation.
const NEAR: usize = 512;

/// The bytes around `at`.
fn near<'t>(text: &Text<'t>, at: usize) -> &'t [u8] {
    text.worked(NEAR);
    text.ahead(at.saturating_sub(NEAR), at.min(NEAR) + NEAR)
}

/// Returns `true` if a roff request begins a line nearby, or if a font change or another escaped dot is near.
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

/// CommonMark 0.31, 2.4: a backslash before any mark of ASCII.
fn markdown(text: &Text, at: usize) -> Option<Escape> {
    let next = text.byte(at + 1);
    next.is_ascii_punctuation().then(|| escape(next as char, 2)).flatten()
}

/// Returns `true` if the URL around `at` follows a bracket: the target of a link, or a string of PDF.
fn is_target(text: &Text, at: usize) -> bool {
    let word = text.run_back(at.saturating_sub(NEAR), at, VISIBLE);
    let colon = short::find(&text.bytes[word..at], b"://").map(|colon| word + colon);
    colon.is_some_and(|colon| text.byte_before(text.run_back(word, colon, SCHEME)) == b'(')
}

/// How documents of LaTeX write marks of URLs with more than a backslash.
const LATEX: [(&[u8], char); 9] = [
    (br"{\_}", '_'),
    (br"{\%}", '%'),
    (br"{\&}", '&'),
    (br"{\#}", '#'),
    (br"{\~}", '~'),
    (br"\~{}", '~'),
    (br"{\textasciitilde}", '~'),
    (br"\textasciitilde{}", '~'),
    (br"\string~", '~'),
];

/// LaTeX, Markdown and shells: a backslash before a mark, and more of the URL behind that.
fn markup(text: &Text, at: usize) -> Option<Escape> {
    let next = text.byte(at + 1);
    if let Some((written, c)) = LATEX.iter().find(|(written, _)| written[1] == next && text.has(at, written)) {
        return escape(*c, written.len());
    }
    let is_inside = || {
        text::is(
            text.byte(text.until(at + 2, MAX_SOFT, |byte| !matches!(byte, b'.' | b',' | b';' | b':' | b'!' | b'?'))),
            VISIBLE,
        )
    };
    let is_escaped = match next {
        b'(' => text.has(text.run(at + 2, LABEL), br"\)"),
        b')' => text.bytes[..text.run_back(at.saturating_sub(MAX_WORD), at, LABEL)].ends_with(br"\("),
        b'-' | b'_' | b'#' | b'%' | b'~' | b'&' | b'+' | b'=' | b'?' | b'@' | b'!' => is_inside(),
        _ => false,
    };
    (text.byte(at) == b'\\' && is_escaped).then(|| escape(next as char, 2))?
}

/// The longest word between escaped brackets.
const MAX_WORD: usize = 32;

/// The most marks of the sentence behind an escape.
const MAX_SOFT: usize = 8;

/// A soft hyphen or a zero-width space where typesetters let a line break: beside a mark of a URL.
fn break_mark(text: &Text, at: usize) -> Option<Escape> {
    let (c, length) = text.char(at);
    let sides = [text.byte_before(at), text.byte(at + length)];
    let is_break = matches!(c, '\u{AD}' | '\u{200B}')
        && sides.iter().all(|&byte| text::is(byte, VISIBLE) && byte.is_ascii())
        && sides.iter().any(|byte| b"/-._?&=#%".contains(byte));
    let is_in_path = || {
        let word = &text.bytes[text.run_back(at.saturating_sub(NEAR), at, VISIBLE)..at];
        word[short::find(word, b"://").map_or(0, |colon| colon + 3)..].contains(&b'/')
    };
    let is_scheme = || text.has(text.run(at + length, SCHEME), b"://");
    (is_break && is_in_path() && !is_scheme()).then(|| escape(None, length))?
}

/// The Windows shell: a caret before an ampersand.
fn cmd(text: &Text, at: usize) -> Option<Escape> {
    (text.byte(at + 1) == b'&').then(|| escape('&', 2)).flatten()
}

/// A string of PowerShell: a grave accent before the dollar sign of an option of OData.
fn power_shell(text: &Text, at: usize) -> Option<Escape> {
    let is_option = matches!(text.byte_before(at), b'?' | b'&') && text.byte(at + 2).is_ascii_alphabetic();
    (is_option && text.byte(at + 1) == b'$' && is_in_string(text, at)).then(|| escape('$', 2)).flatten()
}

/// A reference whose ampersand is itself a reference.
fn html_twice(text: &Text, at: usize) -> Option<Escape> {
    let reference = b"&amp;amp;";
    if text.has(at, reference) { escape('&', reference.len()) } else { html(text, at) }
}

/// Returns `true` if references for brackets or quotation marks are near.
fn is_markup_in_markup(text: &Text, at: usize) -> bool {
    let near = near(text, at);
    [&b"&lt;"[..], b"&quot;"].iter().any(|reference| short::find(near, reference).is_some())
}

/// Returns `true` if a closing tag is near.
pub(super) fn is_markup(text: &Text, at: usize) -> bool {
    let near = near(text, at);
    memchr::memchr_iter(b'<', near).any(|tag| matches!(near[tag + 1..], [b'/', next, ..] if next.is_ascii_alphabetic()))
}

/// A character reference. References for brackets and quotation marks end a URL.
fn html(text: &Text, at: usize) -> Option<Escape> {
    let (c, length) = entities::reference(text.ahead(at, entities::MAX_REFERENCE))?;
    escape(c, length).filter(|_| !ends_at_reference(text, at))
}

/// Returns `true` if a reference is certain: it has a number, or stands in markup or between two parameters of a query.
fn is_reference(text: &Text, at: usize) -> bool {
    let name = at + b"&amp;".len();
    // Names of arrays and fields have brackets and dots.
    let ends_name = |byte: u8| !byte.is_ascii_alphanumeric() && !b"-_.:$[]%".contains(&byte);
    let is_between = || {
        let parameter = &text.bytes[text.run_back(at.saturating_sub(NEAR), at, VISIBLE)..at];
        let is_written = |mark: usize| !parameter[mark..].starts_with(b"&amp;");
        let next = text.until(name, MAX_WORD, ends_name);
        text.has(at, b"&amp;")
            && next > name
            && text.byte(next) == b'='
            && parameter.contains(&b'?')
            && parameter.contains(&b'=')
            && !memchr::memchr_iter(b'&', parameter).any(is_written)
    };
    !text.byte(at + 1).is_ascii_alphabetic() || is_between() || is_markup(text, at)
}

/// A control function of a terminal that does nothing to the text around it.
fn silent(text: &Text, at: usize) -> Option<Escape> {
    let sequence = sequences::read(text, at).filter(|sequence| sequence.effect == Effect::Nothing)?;
    escape(None, sequence.end - at)
}

/// RFC 2045, 6.7, in undecoded text, which may be quoted.
fn quoted_printable(text: &Text, at: usize) -> Option<Escape> {
    match text.ahead(at + 1, 2) {
        [b'\r', b'\n'] => escape(None, quoted_next(text, at + 3) - at),
        [b'\n', ..] => escape(None, quoted_next(text, at + 2) - at),
        digits if digits.iter().all(|digit| matches!(digit, b'0'..=b'9' | b'A'..=b'F')) => {
            escape(char::from_u32(hex(text, at + 1, 2)?).filter(char::is_ascii)?, 3)
        }
        _ => None,
    }
}

/// Returns where the line at `next` goes on after the quotation marks of the line above.
fn quoted_next(text: &Text, next: usize) -> usize {
    let above = &text.bytes[line::begin(text, next - 1 - usize::from(text.bytes[..next].ends_with(b"\r\n")))..next];
    let marks = above.iter().position(|byte| !matches!(byte, b'>' | b' ')).unwrap_or(0);
    let length = above[..marks].iter().rposition(|&byte| byte == b'>').map_or(0, |last| (last + 2).min(marks));
    if text.has(next, &above[..length]) { next + length } else { next }
}

/// Returns `true` if a row has escapes that begin with this byte.
pub(super) fn begins_some(byte: u8) -> bool {
    ROWS.iter().any(|row| row.may_have(byte))
}

/// Returns the notation of the escape at `at`.
pub(super) fn at(text: &Text, at: usize) -> Option<&'static Row> {
    let mark = match text.ahead(at, 2) {
        [b' ', 0x08] => 0x1B,
        [b' ', b'\\'] => b'\\',
        _ => text.byte(at),
    };
    ROWS.iter().find(|row| row.may_have(mark) && (row.holds)(text, at))
}

/// Returns the notation of the reference at `at` in the value of an attribute or the text of an element.
pub(super) fn of_value(text: &Text, at: usize) -> Option<&'static Row> {
    static VALUE: Row = row(Notation::Html, b"&", html, |text, at| HTML_OF_VALUE.holds(text, at));
    self::at(text, at).or_else(|| (VALUE.holds)(text, at).then_some(&VALUE))
}

/// What three signs of quoted-printable text are, as bits: soft breaks, escaped equals signs, and what is in no query.
const SOFT: u8 = 1;
const ESCAPED: u8 = 2;
const SURE: u8 = 4;

/// An equals sign that is none of the encoding.
const BARE: u8 = 8;

/// Returns what the equals sign before this text is.
fn sign_of_quoted_printable(rest: &[u8]) -> u8 {
    let is_hex = |digit: u8| matches!(digit, b'0'..=b'9' | b'A'..=b'F');
    match *rest {
        [b'\n', ..] | [b'\r', b'\n', ..] => SOFT,
        [b'3', b'D', b'"', ..] => ESCAPED | SURE,
        [b'3', b'D', ..] => ESCAPED,
        [b'2', b'0', b'\r' | b'\n', ..] => SURE,
        [a, b, b'=', ..] if a >= b'8' && is_hex(a) && is_hex(b) => SURE,
        [a, b, ..] if !is_hex(a) || !is_hex(b) => BARE,
        _ => 0,
    }
}

/// Returns `true` if three signs of quoted-printable text are near, not all of them in queries or at line ends.
fn is_quoted_printable(text: &Text, at: usize) -> bool {
    let memory = text.memory.get();
    if at < memory.no_escape {
        return false;
    }
    let near = near(text, at);
    let (mut signs, mut kinds) = (0, 0);
    for sign in memchr::memchr_iter(b'=', near) {
        let kind = sign_of_quoted_printable(&near[sign + 1..]);
        (signs, kinds) = (signs + usize::from(kind > 0), kinds | kind);
    }
    // Without any other equals sign, the lines may be narrower.
    let least = if kinds & BARE > 0 { FULL } else { FULL / 2 };
    let is_certain = || kinds & SURE > 0 || kinds & !BARE == SOFT | ESCAPED && has_soft_break(near, least);
    let is_near = signs >= 3 && is_certain();
    // The text near the next sign is nearly the same.
    text.memory.set(Memory { no_escape: if is_near { 0 } else { at + NEXT }, ..memory });
    is_near
}

/// How far behind an equals sign that is no escape the others are none.
const NEXT: usize = 256;

/// The least length of most lines that encoders break.
const FULL: usize = 60;

/// Returns `true` if a line longer than `least` ends in a soft break: encoders fill lines up to 76 characters.
fn has_soft_break(text: &[u8], least: usize) -> bool {
    let mut begin = 0;
    while let Some(line) = text.get(begin..).filter(|line| line.len() > least) {
        // Of short lines, several are passed at once.
        begin += match memchr::memrchr(b'\n', &line[..least]) {
            Some(end) => end + 1,
            None => match memchr::memchr(b'\n', line) {
                Some(end) => {
                    let line = line[..end].strip_suffix(b"\r").unwrap_or(&line[..end]);
                    if (least + 1..=77).contains(&line.len()) && line.ends_with(b"=") {
                        return true;
                    }
                    end + 1
                }
                None => return false,
            },
        };
    }
    false
}

impl Row {
    /// Returns `true` if one of its escapes may begin with this byte. There are one or two such bytes.
    #[inline(always)]
    fn may_have(&self, byte: u8) -> bool {
        self.marks.first() == Some(&byte) || self.marks.last() == Some(&byte)
    }

    /// Returns the index after the escapes at `at` that stand for nothing.
    pub(super) fn skip(&self, text: &Text, mut at: usize) -> usize {
        while self.marks.contains(&text.byte(at))
            && let Some(Escape { decoded: None, length }) = (self.read)(text, at)
        {
            at += length;
        }
        at
    }
}

/// How many bytes after a URL's run are copied into its view, for lookahead.
const BEHIND: usize = 64;

/// Returns the text from `start` to `end`, or up to what ends any URL, with its escapes undone, and its length.
pub(super) fn view(text: &Text, start: usize, end: usize, row: &Row) -> (View, usize) {
    let mut view = View::default();
    let mut at = start;
    // The value of an attribute may have references, too.
    let has_references = row.notation == Notation::QuotedPrintable && text.bytes[..start].ends_with(b"=3D\"");
    while at < end {
        let byte = text.byte(at);
        let escape = match byte {
            _ if row.may_have(byte) => (row.read)(text, at),
            b'&' if has_references || row.notation == Notation::Json && HTML.holds(text, at) => html(text, at),
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
        let ends = |byte: u8| row.may_have(byte) || matches!(byte, 0..=b' ' | b'<' | b'>' | b'"' | b'\\' | b'&' | b'=');
        // No notation has a mark among these.
        let plain = text.bytes[at + 1..].iter().take_while(|&&byte| text::is(byte, RUN)).count();
        let next = (at + 1 + plain..).find(|&at| ends(text.byte(at))).unwrap_or(at);
        view.copy(text.bytes, at..next);
        at = next;
    }
    let length = view.bytes.len();
    let behind = at + text.ahead(at, BEHIND).len();
    view.copy(text.bytes, at..behind);
    // Each byte is read, and copied.
    text.worked(2 * (at - start));
    (view, length)
}

/// How notations write the two slashes after a scheme.
const SLASHES: [&[u8]; 10] = [
    br"\/\/",
    br"\\/\\/",
    br"\u002F\u002F",
    br"\x2F\x2F",
    br"\057\057",
    br"/\:/",
    br"\:/\:/",
    b"&#x2F;&#x2F;",
    b"&#47;&#47;",
    b"&sol;&sol;",
];

/// Returns `true` if a text begins with two escaped slashes.
pub(super) fn begins_with_slashes(text: &[u8]) -> bool {
    matches!(text, [b'\\' | b'&', ..] | [b'/', b'\\', ..])
        && SLASHES
            .iter()
            .any(|slashes| text.get(..slashes.len()).is_some_and(|text| text.eq_ignore_ascii_case(slashes)))
}

/// The most bytes of an escape behind its first: those of `\\uabcd`.
const MAX_REST: usize = 5;

/// Returns the start of the word in `start..end` after the rest of an escape whose first byte is before `start`:
/// `\n`, `\u003c`, `\fB`, or the letter of a terminal sequence.
pub(super) fn after_escape(text: &Text, floor: usize, start: usize, end: usize) -> usize {
    let front = &text.bytes[floor..start];
    let rest = sequences::rest(text, start);
    let length = match text.byte(start) {
        _ if rest > 0 => rest.min(end - start),
        _ if !front[front.len().saturating_sub(3)..].contains(&b'\\') => 0,
        _ if front.ends_with(b"\\") && sequences::before(text, start).is_some() => 0,
        first => (1..=MAX_REST.min(end - start))
            .find(|length| character_escape_before(&text.bytes[floor..], start - floor + length).is_some())
            .unwrap_or(usize::from(front.ends_with(b"\\") && b"nrtfbN%&:".contains(&first))),
    };
    if ESCAPE_BEFORE_NAME.holds(length, end - start) { start + length } else { start }
}

/// Returns `true` if a reference for a bracket, a quotation mark or a dash begins at `at`.
pub(super) fn is_markup_reference(text: &Text, at: usize) -> bool {
    text.byte(at) == b'&'
        && entities::reference(text.ahead(at, entities::MAX_REFERENCE)).is_some_and(|(c, _)| entities::ends_markup(c))
}

/// Returns `true` if such a reference ends a URL. Some are in a word.
pub(super) fn ends_at_reference(text: &Text, at: usize) -> bool {
    entities::reference(text.ahead(at, entities::MAX_REFERENCE)).is_some_and(|(c, length)| {
        entities::ends_markup(c) && !(entities::is_inner_mark(c) && text.byte(at + length).is_ascii_alphanumeric())
    })
}

rows! { Notation;
    JSON "json" (text: &Text, at: usize) = json(text, at).is_some(),
        "a slash behind a backslash, or a character by its number" => "reads the character",
        r"http:\/\/a.example\/b" / r"http://a.example/b\c";
    PROPERTIES "properties" (text: &Text, at: usize) = text.has(at, br"\://"),
        "a colon behind a backslash, and two slashes" => "reads it and the other escapes of Java's properties",
        r"http\://a.example/b" / r"http://a.example/b\:";
    ROFF "roff" (text: &Text, at: usize) = roff(text, at).is_some() && is_roff(text, at),
        "an escape of roff, and a request near it" => "reads its character",
        ".UR http://a.example/b\\:c\n" / "http://a.example/b\\:c\n";
    MARKDOWN "markdown" (text: &Text, at: usize) = markdown(text, at).is_some() && is_target(text, at),
        "a mark behind a backslash in the target of a link of Markdown, or in a string of PDF" => "reads the mark",
        r"[a](http://a.example/b\*c)" / r"http://a.example/b\*c";
    MARKUP "markup" (text: &Text, at: usize) = markup(text, at).is_some(),
        "a mark behind a backslash, as in LaTeX and Markdown" => "reads the mark",
        r"http://a.example/b\_c" / r"http://a.example/b\c";
    BREAK_MARK "break-mark" (text: &Text, at: usize) = break_mark(text, at).is_some(),
        "a soft hyphen or a zero-width space beside a mark of a URL" => "leaves it out",
        "http://a.example/b/\u{200B}c" / "http://a.example/b\u{200B}c";
    CMD "cmd" (text: &Text, at: usize) = cmd(text, at).is_some(),
        "an ampersand behind a caret, as in commands of Windows" => "reads the ampersand",
        "start http://a.example/?b=1^&c=2" / "http://a.example/?b=x^2";
    POWER_SHELL "power-shell" (text: &Text, at: usize) = power_shell(text, at).is_some(),
        "a grave accent and a dollar sign behind `?` or `&`, as in strings of PowerShell" => "reads the dollar sign",
        "\"http://a.example/b?`$top=1\"" / "`http://a.example/b`$c";
    HTML_TWICE "html-twice" (text: &Text, at: usize) = html_twice(text, at).is_some() && is_markup_in_markup(text, at),
        "the reference of a reference's ampersand, in markup inside markup" => "reads the ampersand",
        "&lt;a href=&quot;http://a.example/?b&amp;amp;c&quot;&gt;" / "http://a.example/?b&amp;amp;c";
    HTML "html" (text: &Text, at: usize) = html(text, at).is_some() && is_reference(text, at),
        "the reference of an ampersand in markup, or between parameters" => "reads the ampersand",
        "<p>see http://a.example/?b&amp;c and</p>" / "http://a.example/?b&amp;c";
    HTML_OF_VALUE "html-of-value" (text: &Text, at: usize) = html(text, at).is_some(),
        "the reference of a character in the value of an attribute, or right behind a tag" => "reads the character",
        "<a href=\"http://a.example/?b&amp;c\">" / "http://a.example/?b&amp;c";
    TERMINAL "terminal" (text: &Text, at: usize) = silent(text, at).is_some(),
        "a control sequence of a terminal" => "leaves it out",
        "http://a.example/\x1B[1mb" / "http://a.example/[1mb";
    QUOTED_PRINTABLE "quoted-printable" (text: &Text, at: usize) = quoted_printable(text, at).is_some() && is_quoted_printable(text, at),
        "an equals sign by its number, or a soft break, and more signs of the encoding near" => "undoes them",
        "<a href=3D\"http://a.example/?b=3Dc\">=20\n" / "http://a.example/?b=3Dc";
    ESCAPE_BEFORE_NAME "escape-before-name" (length: usize, most: usize) = (1..=most).contains(&length),
        "the letters of an escape before a name" => "keeps them out of it",
        r"\na.com" / "na.com";
}
