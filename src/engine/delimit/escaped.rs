//! URLs in a text whose notation puts a backslash in front of some of their characters, or between two of them: JSON, the
//! sources of manual pages, LaTeX and Markdown. The escapes are undone as breaks are: they stand between two pieces.
//!
//! | escape | stands for | in |
//! | --- | --- | --- |
//! | `\/` | `/` | JSON (RFC 8259, 7) |
//! | `\u0026` `\u003d` `\u0027` | `&` `=` `'` | JSON |
//! | `\-` | `-` | roff, LaTeX |
//! | `\_` `\#` `\~` | the character | LaTeX, Markdown |
//! | `\%` | `%` before two hexadecimal digits, else nothing | LaTeX; roff |
//! | `\&` | `&` before an argument of a query, else nothing | LaTeX; roff |
//! | `\:` | nothing | roff |
//! | `\(` `\)` | the character, around a word: elsewhere they are a formula or a regular expression | Markdown |
//! | `\.` | `.` | roff, right behind a change of font (`\fI`) alone: elsewhere it is a regular expression |
//!
//! What stands for nothing may do so only behind the authority, where nobody else reads another host; but for `\&` in front of a
//! dot there, which roff's sources have so that no line begins with one, and whose host is no other to any reader of the page.

use super::bare::{self, Undelimited};
use crate::{
    config::Config,
    engine::{
        forms::{
            beginning::{Beginning, Form},
            read,
        },
        window::{Ahead, Cut},
    },
    link::{Notation, Piece},
    text::entities::is_markup_entity,
};

/// The longest text that is read as one URL with escapes.
const MAX_LENGTH: usize = 4096;

/// How much of it is read at first, and how many times as much each time that this turns out not to be enough.
const FIRST_LENGTH: usize = 96;
const GROWTH: usize = 4;

/// The part of what was read that a URL takes at most, for what stands behind it to be enough to tell its end: the part is one of so many.
const MOST_OF_READ: usize = 2;

/// The longest authority that is read with escapes: a host name and a port.
const MAX_AUTHORITY: usize = 320;

/// How much punctuation a URL may have lost in front of an escape.
const MAX_PUNCTUATION: usize = 8;

/// A URL with its escapes undone.
pub(crate) struct Escaped {
    pub(crate) pieces: Vec<Piece>,
    pub(crate) written: String,
    pub(crate) notation: Notation,
}

/// What a backslash and what follows it stand for.
#[derive(Clone, Copy)]
enum Escape {
    /// The character behind it.
    Character,
    /// Nothing: both are left out.
    Nothing,
    /// The tilde behind it; nothing stands in the braces behind that, which it would be set on.
    Tilde,
    /// A character that is written as so many hexadecimal digits.
    Number { byte: u8, digits: usize },
}

impl Escape {
    /// How many bytes it takes.
    fn len(self) -> usize {
        match self {
            Escape::Character | Escape::Nothing => 2,
            Escape::Tilde => r"\~{}".len(),
            Escape::Number { digits, .. } => r"\u".len() + digits,
        }
    }
}

/// A part of a URL: what stands in the text, and the character that it is written for where that is another.
struct Stretch {
    piece: Piece,
    number: Option<u8>,
}

impl Stretch {
    /// How many bytes of the URL it is.
    fn len(&self) -> usize {
        if self.number.is_some() { 1 } else { self.piece.len() }
    }
}

/// Whether an escape may go on with the URL that was read as `undelimited`.
pub(crate) fn may_be_escaped(ahead: &Ahead, beginning: &Beginning, undelimited: &Undelimited) -> Result<bool, Cut> {
    if begins_escaped(ahead.bytes, beginning) {
        return Ok(true);
    }
    if !matches!(beginning.form, Form::Hierarchical(_) | Form::Host(_)) {
        return Ok(false);
    }
    let mut at = match undelimited {
        Undelimited::Url(bare) => bare.end,
        Undelimited::Refused(at) => *at,
        Undelimited::Nothing(_) => return Ok(false),
    };
    let end = at + MAX_PUNCTUATION;
    while at < end && ahead.get(at)?.is_some_and(|byte| byte.is_ascii_punctuation() && byte != b'\\') {
        at += 1;
    }
    if is_in_font(ahead.bytes, beginning.start) && ahead.some(at, 2)? == br"\." {
        return Ok(true);
    }
    Ok(matches!(
        ahead.some(at, 2)?,
        [b'\\', b'/' | b'-' | b'_' | b'#' | b'~' | b'%' | b'&' | b':' | b'(' | b'u' | b'x']
    ))
}

/// Whether a change of font stands right in front, such as `\fI`: the text is the source of a manual page.
fn is_in_font(bytes: &[u8], start: usize) -> bool {
    matches!(bytes[..start], [.., b'\\', b'f', b'B' | b'I' | b'C'])
}

/// Whether the slashes in front of the authority are escaped.
fn begins_escaped(bytes: &[u8], beginning: &Beginning) -> bool {
    matches!(beginning.form, Form::Hierarchical(authority) if bytes[..authority].ends_with(b"\\/"))
}

/// The URL that begins there, if escapes stand in it.
pub(crate) fn read(config: &Config, ahead: &Ahead, beginning: &Beginning) -> Result<Option<Escaped>, Cut> {
    let start = beginning.start;
    let has_escaped_slashes = begins_escaped(ahead.bytes, beginning);
    let in_font = is_in_font(ahead.bytes, start);
    let has_authority = match beginning.form {
        Form::Hierarchical(authority) => begins_authority(ahead, authority, in_font)?,
        _ => true,
    };
    if !has_authority {
        return Ok(None);
    }
    // A text without white space can have thousands of such URLs, and is not read to its end for each.
    let mut length = FIRST_LENGTH;
    loop {
        let reader = EscapedReader { config, ahead, beginning, in_font, has_escaped_slashes };
        match reader.read(length.min(MAX_LENGTH))? {
            ReadSoFar::Known(escaped) => return Ok(escaped),
            ReadSoFar::Unknown => length *= GROWTH,
        }
    }
}

/// What was read of a URL with escapes.
enum ReadSoFar {
    /// All of it, if it is one.
    Known(Option<Escaped>),
    /// Not enough to tell where it ends.
    Unknown,
}

/// Reads the URL that begins somewhere as far as it is told to.
#[derive(Clone, Copy)]
struct EscapedReader<'r, 'w, 'c> {
    config: &'r Config,
    ahead: &'r Ahead<'w, 'c>,
    beginning: &'r Beginning,
    in_font: bool,
    has_escaped_slashes: bool,
}

impl EscapedReader<'_, '_, '_> {
    fn read(self, length: usize) -> Result<ReadSoFar, Cut> {
        let EscapedReader { config, ahead, beginning, in_font, has_escaped_slashes } = self;
        let start = beginning.start;
        let notation = has_escaped_slashes.then_some(Notation::Json);
        let Stretches { stretches, notation, is_whole } = stretches(ahead, start, length, in_font, notation)?;
        let is_whole = is_whole || length == MAX_LENGTH;
        let nothing = if is_whole { ReadSoFar::Known(None) } else { ReadSoFar::Unknown };
        let (Some(notation), [first, _, ..]) = (notation, &stretches[..]) else { return Ok(nothing) };
        // What stands in front of a URL may close it.
        let front = usize::from(start > 0);
        let mut joined = ahead.bytes[start - front..start].to_vec();
        for Stretch { piece, number } in &stretches {
            joined.extend_from_slice(number.as_ref().map_or(&ahead.bytes[piece.clone()], std::slice::from_ref));
        }
        ahead.worked(joined.len());
        let text = ahead.over(&joined);
        let Some(form) = form(&text, beginning, front, has_escaped_slashes) else { return Ok(nothing) };
        let beginning = Beginning { start: front, form, ..*beginning };
        let Ok(Undelimited::Url(url)) = bare::read(config, &text, 0, &beginning) else { return Ok(nothing) };
        if !is_whole && url.end > joined.len() / MOST_OF_READ {
            return Ok(ReadSoFar::Unknown);
        }
        let is_pattern = has_escaped_slashes
            && is_whole
            && url.authority_end.is_none()
            && joined[url.end..].iter().all(|byte| matches!(byte, b'-' | b'_' | b'.'))
            && stretches.last().is_some_and(|last| begins_pattern(&ahead.bytes[last.piece.end..]));
        if is_pattern
            || url.end <= front + first.len()
            || !leaves_authority_alone(ahead.bytes, &text, form, &stretches, front)
        {
            return Ok(ReadSoFar::Known(None));
        }
        let written = String::from_utf8(joined[front..url.end].to_vec()).ok();
        let pieces = pieces(stretches, url.end - front);
        Ok(ReadSoFar::Known(
            written.filter(|_| pieces.len() > 1 || notation == Notation::Json).map(|written| Escaped {
                pieces,
                written,
                notation,
            }),
        ))
    }
}

/// The pieces that evidence put together, with the escapes of manual pages and Markdown undone in those behind the first, which ends
/// before any. A backslash that is none of them ends the URL.
pub(crate) fn undone(ahead: &Ahead, pieces: Vec<Piece>) -> Result<Vec<Piece>, Cut> {
    let mut without = Vec::with_capacity(pieces.len());
    for piece in pieces {
        if without.is_empty() || memchr::memchr(b'\\', &ahead.bytes[piece.clone()]).is_none() {
            without.push(piece);
            continue;
        }
        let Stretches { stretches, .. } = stretches(ahead, piece.start, piece.len(), false, Some(Notation::Markup))?;
        let end = stretches.last().map_or(piece.start, |last| last.piece.end);
        // A hyphen that was left out at the line's end stands behind the piece.
        let inside = stretches.into_iter().map(|Stretch { piece: part, .. }| part.start..part.end.min(piece.end));
        without.extend(inside.filter(|part| !part.is_empty()));
        if end < piece.end {
            break;
        }
    }
    Ok(without)
}

/// Whether a backslash stands in front of one of the pieces behind the first: its escape was undone.
pub(crate) fn is_undone(bytes: &[u8], pieces: &[Piece]) -> bool {
    pieces.iter().skip(1).any(|piece| bytes[..piece.start].ends_with(b"\\"))
}

/// Whether an authority begins at `start`, with its escapes undone: most that is none is told from a few bytes.
fn begins_authority(ahead: &Ahead, start: usize, in_font: bool) -> Result<bool, Cut> {
    let mut authority = Vec::new();
    let mut at = start;
    while authority.len() < MAX_AUTHORITY {
        let byte = match ahead.get(at)? {
            Some(b'\\') => match escape(ahead, at, EscapePlace { font: in_font, ..EscapePlace::default() })? {
                Some((Escape::Character, _)) => {
                    at += 1;
                    ahead.get(at)?
                }
                _ => None,
            },
            byte => byte,
        };
        at += 1;
        authority.push(byte.unwrap_or(b' '));
        if matches!(byte, None | Some(0..=b' ' | b'/' | b'?' | b'#' | b'"' | b'<' | b'>')) {
            break;
        }
    }
    ahead.worked(at - start);
    Ok(read::is_authority(&ahead.over(&authority), 0))
}

/// The form of the URL that begins at `start` in the text without escapes; none where that has no place for them.
fn form(text: &Ahead, beginning: &Beginning, start: usize, has_escaped_slashes: bool) -> Option<Form> {
    match beginning.form {
        Form::Hierarchical(authority) => {
            let backslashes = if has_escaped_slashes { 2 } else { 0 };
            Some(Form::Hierarchical(authority - beginning.start - backslashes + start))
        }
        Form::Host(_) => read::name_end(text, start).map(Form::Host),
        Form::Opaque(_) | Form::Mail(_) | Form::Address(_) => None,
    }
}

/// Whether what follows a host is of a regular expression that goes on with it: `\.`, `\-`, `\d`, `\w`.
fn begins_pattern(text: &[u8]) -> bool {
    match text {
        [b'\\', b'.' | b'-', next, ..] => !matches!(next, 0..=b' ' | b'"' | b'\'' | b'<'),
        [b'\\', b'd' | b'w' | b'W' | b's' | b'S' | b'b', next, ..] => b"+*?{[\\()|/".contains(next),
        _ => false,
    }
}

/// Whether each place where an escape stands for nothing, or for a character that is not written, is behind the authority.
fn leaves_authority_alone(source: &[u8], text: &Ahead, form: Form, stretches: &[Stretch], front: usize) -> bool {
    let is_other = |pair: &[Stretch]| {
        let (end, start) = (pair[0].piece.end, pair[1].piece.start);
        let is_before_dot = || source[end..].starts_with(br"\&.");
        pair[1].number.is_some() || start - end > 1 && !is_before_dot()
    };
    let Some(first) = stretches.windows(2).position(is_other) else { return true };
    let before: usize = stretches[..=first].iter().map(Stretch::len).sum();
    let authority_end = match form {
        Form::Hierarchical(authority) => read::authority_end(text, authority),
        Form::Host(end) => Some(end),
        _ => None,
    };
    authority_end.is_some_and(|end| end < front + before)
}

/// The pieces in the text of the first `length` bytes of a URL.
fn pieces(stretches: Vec<Stretch>, length: usize) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut rest = length;
    for stretch in stretches {
        if rest == 0 {
            break;
        }
        let kept = stretch.len().min(rest);
        rest -= kept;
        let end = if stretch.number.is_some() { stretch.piece.end } else { stretch.piece.start + kept };
        match pieces.last_mut() {
            Some(last) if last.end == stretch.piece.start => last.end = end,
            _ => pieces.push(stretch.piece.start..end),
        }
    }
    pieces
}

/// What stands in a text without the escapes in it.
struct Stretches {
    stretches: Vec<Stretch>,
    /// The notation of the escapes.
    notation: Option<Notation>,
    /// Whether no URL goes on behind the last.
    is_whole: bool,
}

/// What stands from `start` on up to what no URL goes on with, or `length` bytes of it, without the escapes. The first that is none of
/// the notation ends it.
fn stretches(
    ahead: &Ahead,
    start: usize,
    length: usize,
    in_font: bool,
    mut notation: Option<Notation>,
) -> Result<Stretches, Cut> {
    let mut stretches = Vec::new();
    let (mut piece, mut at) = (start, start);
    let mut place = EscapePlace { font: in_font, ..EscapePlace::default() };
    let mut is_whole = true;
    loop {
        if at - start >= length {
            is_whole = false;
            break;
        }
        match ahead.get(at)? {
            Some(b'\\') => {
                let Some((escape, of)) = escape(ahead, at, place)? else { break };
                if notation.is_some_and(|notation| notation != of) {
                    break;
                }
                notation = Some(of);
                if at > piece {
                    stretches.push(Stretch { piece: piece..at, number: None });
                }
                let end = at + escape.len();
                match ahead.bytes[at + 1] {
                    b'(' => place.bracket = true,
                    b')' => place.bracket = false,
                    _ => {}
                }
                piece = if let Escape::Character = escape { at + 1 } else { end };
                match escape {
                    Escape::Number { byte, .. } => stretches.push(Stretch { piece: at..end, number: Some(byte) }),
                    Escape::Tilde => stretches.push(Stretch { piece: at + 1..at + 2, number: None }),
                    Escape::Character | Escape::Nothing => {}
                }
                at = end;
            }
            None | Some(0..=b' ' | b'"' | b'<' | b'>') => break,
            Some(byte) => {
                place.query |= byte == b'?';
                at += 1;
            }
        }
    }
    if at > piece {
        stretches.push(Stretch { piece: piece..at, number: None });
    }
    ahead.worked(at - start);
    Ok(Stretches { stretches, notation, is_whole })
}

/// How much of an argument's name is looked at.
const MAX_NAME: usize = 32;

/// How much is looked at for the bracket that closes an escaped one.
const MAX_BRACKETED: usize = 64;

/// Where in a URL an escape stands, as far as it matters to what it stands for.
#[derive(Clone, Copy, Default)]
struct EscapePlace {
    /// Behind the question mark.
    query: bool,
    /// Behind a change of font.
    font: bool,
    /// Behind an escaped bracket that is still to be closed.
    bracket: bool,
}

/// The escape at `at` and its notation; none where no URL goes on.
fn escape(ahead: &Ahead, at: usize, place: EscapePlace) -> Result<Option<(Escape, Notation)>, Cut> {
    let behind = ahead.up_to(at + 1, 1 + MAX_NAME)?;
    let Some((&escaped, rest)) = behind.split_first() else { return Ok(None) };
    Ok(match escaped {
        b'/' => Some((Escape::Character, Notation::Json)),
        b'u' | b'x' => number(behind).map(|number| (number, Notation::Json)),
        b'.' if place.font => Some((Escape::Character, Notation::Markup)),
        b'(' if !place.bracket && is_bracketed(ahead.up_to(at + 2, MAX_BRACKETED)?) => {
            Some((Escape::Character, Notation::Markup))
        }
        b')' if place.bracket => Some((Escape::Character, Notation::Markup)),
        b'&' if place.query && !is_markup_entity(behind) && is_argument(rest) => {
            Some((Escape::Character, Notation::Markup))
        }
        _ => markup_escape(behind).map(|escape| (escape, Notation::Markup)),
    })
}

/// What the escape of manual pages and Markdown stands for whose backslash is in front of `behind`, of those that are told without their
/// place in a URL; none where no URL goes on.
fn markup_escape(behind: &[u8]) -> Option<Escape> {
    let (&escaped, rest) = behind.split_first()?;
    let goes_on = rest.first().is_some_and(|byte| byte.is_ascii_alphanumeric() || b"/.-_~%=&?#+".contains(byte));
    match escaped {
        b'~' if rest.starts_with(b"{}") => Some(Escape::Tilde),
        b'-' | b'_' | b'~' => Some(Escape::Character),
        b'#' if goes_on => Some(Escape::Character),
        b'%' if matches!(rest, [high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit()) => {
            Some(Escape::Character)
        }
        b'&' if is_markup_entity(behind) => None,
        b'%' | b'&' | b':' if goes_on => Some(Escape::Nothing),
        _ => None,
    }
}

/// Whether an escape of manual pages or Markdown begins there that a URL goes on over, wherever in it that is.
pub(crate) fn begins_markup_escape(text: &[u8]) -> bool {
    matches!(text, [b'\\', behind @ ..] if markup_escape(behind).is_some())
}

/// Whether a text begins with a word, perhaps of several, and the escaped bracket that closes it, and not with what a regular expression
/// would have there.
fn is_bracketed(text: &[u8]) -> bool {
    let is_inner = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.,'%!:/".contains(&byte) || !byte.is_ascii();
    let mut at = 0;
    loop {
        at += match &text[at..] {
            [b'\\', b')', behind @ ..] => {
                return at > 0 && !matches!(behind.first(), Some(b'*' | b'+' | b'?' | b'{' | b'\\'));
            }
            [b'\\', b'_' | b'-', ..] => 2,
            [byte, ..] if is_inner(*byte) => 1,
            _ => return false,
        };
    }
}

/// The character of a URL whose number begins `behind`: those that programs write so in JSON and JavaScript, as HTML gives them a
/// meaning. An apostrophe of two digits is a quotation mark in their strings.
fn number(behind: &[u8]) -> Option<Escape> {
    let (byte, digits) = match behind {
        [b'u', b'0', b'0', b'2', b'6', ..] => (b'&', 4),
        [b'u', b'0', b'0', b'3', b'd' | b'D', ..] => (b'=', 4),
        [b'u', b'0', b'0', b'2', b'7', ..] => (b'\'', 4),
        [b'x', b'2', b'6', ..] => (b'&', 2),
        [b'x', b'3', b'd' | b'D', ..] => (b'=', 2),
        _ => return None,
    };
    Some(Escape::Number { byte, digits })
}

/// Whether an argument of a query begins there, with its name.
fn is_argument(text: &[u8]) -> bool {
    let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'[' | b']' | b'\\');
    let name = text.iter().take_while(is_name).count();
    name > 0 && text.get(name) == Some(&b'=')
}
