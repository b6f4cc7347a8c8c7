//! The context before a URL.

use super::text::Text;
use crate::{link::Delimiter, text::characters::closing_quotation_marks};

/// The most white space between an opening bracket, `URL:` and the URL.
const MAX_SPACE: usize = 64;

/// The longest name of a command.
const MAX_COMMAND: usize = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opening {
    /// `<`, perhaps with `URL:` after it.
    Angle {
        is_prefixed: bool,
    },
    /// A quotation mark, which any of these characters closes.
    Quote(&'static [char]),
    /// `URL:` without a bracket.
    Prefix,
    Bare,
}

/// The context before a URL.
#[derive(Clone, Copy, Debug)]
pub(super) struct Left {
    pub(super) opening: Opening,
    /// The character right before the URL; NUL at the start of the text.
    pub(super) mark: char,
    /// The mark that closes the quotation or Markdown link; all up to it belongs to the URL. NUL if there is none.
    pub(super) close: u8,
    /// The comma or bar that ends the URL as a field of a row, or as part of a link. NUL if there is none.
    pub(super) separator: u8,
    /// The URL may be a field of a row: it begins a line, or follows a separator.
    pub(super) is_field: bool,
    /// The URL is the value of an attribute or the text of an element, so HTML references stand for characters.
    pub(super) is_markup: bool,
}

impl Left {
    /// Returns the delimiters of the URL that ends at `end`.
    pub(super) fn delimiter(&self, text: &Text, end: usize) -> Delimiter {
        match self.opening {
            Opening::Angle { .. } if text.byte(end) == b'>' => Delimiter::Angle,
            Opening::Quote(marks) if marks.contains(&text.char(end).0) => Delimiter::Quote,
            _ => Delimiter::Bare,
        }
    }
}

/// Reads the context of `start`, not before `floor`.
pub(super) fn read(text: &Text, floor: usize, start: usize) -> Left {
    let mark = if start > floor { text.char_before(start) } else { '\0' };
    let before = if matches!(mark, '!'..='~') { start } else { skip_space(text, floor, start) };
    let prefixed = text.bytes[floor..before]
        .last_chunk()
        .filter(|prefix: &&[u8; 4]| prefix[3] == b':' && prefix.eq_ignore_ascii_case(b"URL:"))
        .map(|prefix| before - prefix.len());
    let is_angle = |at: usize| text.bytes[floor..at].last() == Some(&b'<');
    let opening = match prefixed {
        Some(prefix) if is_angle(skip_space(text, floor, prefix)) => Opening::Angle { is_prefixed: true },
        Some(prefix) if !text.char_before(prefix).is_alphanumeric() && !text.bytes[before..start].contains(&b'\n') => {
            Opening::Prefix
        }
        _ if is_angle(before) => Opening::Angle { is_prefixed: false },
        _ => closing_quotation_marks(mark).map_or(Opening::Bare, Opening::Quote),
    };
    let close = match mark {
        '"' | '\'' | '`' => mark as u8,
        '(' if text.bytes[floor..start].ends_with(b"](") => b')',
        _ => 0,
    };
    let separator = match mark {
        '|' => b'|',
        '{' if opens_argument(&text.bytes[..start - 1]) => b',',
        _ if is_field(text, start, mark) => b',',
        _ => 0,
    };
    let is_markup = match mark {
        '"' | '\'' => matches!(text.bytes[floor..start - 1], [.., name, b'='] if name.is_ascii_alphanumeric()),
        _ => mark == '>',
    };
    let is_field = matches!(mark, '\0' | '\n' | '\r' | ',' | ';' | '|');
    Left { opening, mark, close, separator, is_field, is_markup }
}

/// Returns `true` if a text ends in a command whose arguments commas separate: `@url`, as Texinfo has it.
fn opens_argument(front: &[u8]) -> bool {
    let length = front.iter().rev().take(MAX_COMMAND).take_while(|byte| byte.is_ascii_alphabetic()).count();
    length > 0 && front[..front.len() - length].ends_with(b"@")
}

fn skip_space(text: &Text, floor: usize, end: usize) -> usize {
    let mut at = end;
    while at > floor && end - at < MAX_SPACE {
        at -= match text.bytes[at - 1] {
            b'\t'..=b'\r' | b' ' => 1,
            0x80.. if text.char_before(at).is_whitespace() => text.char_before(at).len_utf8(),
            _ => break,
        };
    }
    at
}

/// Returns `true` if a comma right before the URL separates fields: no other comma in the line has a space after it.
pub(super) fn is_field(text: &Text, start: usize, mark: char) -> bool {
    if mark != ',' {
        return false;
    }
    let line = &text.bytes[start.saturating_sub(64)..start];
    let line = &line[memchr::memrchr(b'\n', line).map_or(0, |end| end + 1)..];
    let is_other = |a: u8, b: u8| {
        let opens = (a == b'(') | (a == b'[') | (a == b'{') | (a == b'<') | (a == b'=');
        opens | (a == b',') & (b == b' ')
    };
    // There are no branches, so many are looked at at once.
    let all_separate =
        |line: &[u8], next: &[u8]| (0..line.len()).fold(0, |has, at| has | u8::from(is_other(line[at], next[at]))) == 0;
    matches!(line, [.., before, b','] if *before > b' ') && all_separate(&line[..line.len() - 1], &line[1..])
}
