//! What stands right behind a host, and may be more of it to some reader: escapes, references, signs that are mapped to others, what nobody sees.
//! Less of a host is another.

use super::{
    host_part::{goes_on_with_label, goes_on_with_part, is_name_behind, is_part, number_of},
    name,
    placeholder::{goes_on_behind_put_in, is_filled_in, is_in_angles},
    reference::{is_character_reference, is_part_reference},
    string_in_line::{host_goes_on_in_line, name_goes_on_in_line},
    string_marks::{MAX_JOINING_MARKS, joining_marks},
};
use crate::{
    engine::{
        scan::schemes,
        window::{Ahead, Cut},
    },
    text::{
        characters::{character_escape, is_confusing, is_ignorable, is_mapped, is_number_with_dot},
        utf8::Char,
    },
};

/// Whether it is a letter or a digit of ASCII.
pub(super) fn is_ascii_word(c: Char) -> bool {
    matches!(c, Char::Valid(c, _) if c.is_ascii_alphanumeric())
}

/// Whether what stands at `end` behind a host may be more of it to some reader, and to others not: an escape, a sign that software may map to a
/// delimiter or a hyphen, or what nobody sees. Dots, hyphens and low lines may stand in front of that, in which no name ends.
pub(super) fn may_be_more(ahead: &Ahead, end: usize) -> Result<bool, Cut> {
    let at = end + joining_marks(ahead.up_to(end, MAX_JOINING_MARKS)?);
    let is_open = at > end || matches!(ahead.bytes[end - 1], b'.' | b'-' | b'_');
    if at > end && (ahead.get(at)? == Some(b'@') || is_filled_in(ahead, at)?) {
        return Ok(true);
    }
    Ok(match ahead.char(at)? {
        Char::Valid('%', _) => {
            number_of(ahead.up_to(at + 1, 2)?, 16).is_some_and(is_part) || goes_on_behind_put_in(ahead, at)?
        }
        Char::Valid('\\', _) => !is_escape_over(ahead, at, true)?,
        Char::Valid('&', _) => is_character_reference(ahead, at)? && is_part_reference(ahead, at)?,
        Char::Valid('[' | '(', _) => is_defanged(ahead, at)?,
        Char::Valid('{', _) => is_part_in_braces(ahead, at)?,
        Char::Valid('<', _) => is_defanged(ahead, at)? || goes_on_behind_put_in(ahead, at)? || is_in_angles(ahead, at)?,
        Char::Valid('$', _) => goes_on_behind_put_in(ahead, at)? || is_name_behind(ahead, at + 1)?,
        Char::Valid('#' | '`', _) => goes_on_behind_put_in(ahead, at)?,
        Char::Valid('"' | '\'', _) if is_open => ahead.answer(name_goes_on_in_line(ahead.bytes, at))?,
        Char::Valid('"' | '\'', _) => ahead.answer(host_goes_on_in_line(ahead.bytes, at))?,
        // They end a sentence.
        Char::Valid('．' | '｡', length) => is_ascii_word(ahead.char(at + length)?),
        // In front of the next item of a list.
        Char::Valid(c, length) if is_number_with_dot(c) => !schemes::begins_url(ahead, at + length)?,
        // Behind many hosts they are the mark of a footnote.
        Char::Valid(c, _) if is_mapped(c) => goes_on_behind_mapped(ahead, at)?,
        Char::Valid(c, _) => is_confusing(c) || is_ignorable(c),
        _ => false,
    })
}

/// Whether a name, a port or a path goes on behind the signs at `at` that are mapped to letters, and no other URL.
fn goes_on_behind_mapped(ahead: &Ahead, mut at: usize) -> Result<bool, Cut> {
    const MAX_SIGNS: usize = 32;
    let most = at + MAX_SIGNS;
    while let Char::Valid(c, length) = ahead.char(at)?
        && at < most
        && is_mapped(c)
    {
        at += length;
    }
    goes_on_with_part(ahead, at)
}

/// Whether the bracket at `at` holds nothing but a dot, a colon or the word for one: people write so what is not to be
/// followed.
pub(super) fn is_defanged(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    let [_, inner @ ..] = ahead.up_to(at, 6)? else { return Ok(false) };
    let Some(end) = inner.iter().position(|byte| matches!(byte, b']' | b')' | b'}' | b'>')) else { return Ok(false) };
    let word = &inner[..end];
    Ok(matches!(word, b"." | b":" | b"@" | b"/" | b"://") || word.eq_ignore_ascii_case(b"dot"))
}

/// Whether what stands in the braces that open at `at` is a part of a host: the word for a dot, or one that a part is put in for.
pub(super) fn is_part_in_braces(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    Ok(goes_on_behind_put_in(ahead, at)? || is_defanged(ahead, at)?)
}

/// Whether a host ends before the backslash at `at`. Before a dot it is the pattern of a host name, and a name that may
/// be none is cut off by one only where no more of it follows.
pub(super) fn is_escape_over(ahead: &Ahead, at: usize, is_host: bool) -> Result<bool, Cut> {
    // What closes a tag or a string is none of a name, nor is white space or a control; what else is escaped may be.
    if let Some((c, length)) = character_escape(ahead.up_to(at, 6)?) {
        let is_over = matches!(c, '"' | '\'' | '<' | '>') || c.is_whitespace() || c.is_control();
        return Ok(is_over
            || is_host && c != char::REPLACEMENT_CHARACTER && !is_part(c) && !goes_on_with_label(ahead, at + length)?);
    }
    if let Some(c) = numbered_escape(ahead.up_to(at, MAX_NUMBERED_ESCAPE)?) {
        return Ok(is_host && !is_part(c));
    }
    Ok(match ahead.get(at + 1)? {
        Some(b'%') if goes_on_with_label(ahead, at + 2)? => false,
        Some(b'.' | b'-' | b'&' | b':' | b'%') => !name::is_name_char(ahead.char(at + 2)?),
        // The same in the string of a program.
        Some(b'\\') if matches!(ahead.get(at + 2)?, Some(b'.' | b'-')) => !name::is_name_char(ahead.char(at + 3)?),
        // A change of the font or its size.
        _ if is_setting_in_host(ahead, at)? => false,
        // By its name, which may be that of anything.
        Some(b'N') if matches!(ahead.get(at + 2)?, Some(b'{' | b'\'')) => false,
        // Behind the end of the line the name may go on.
        Some(b'\n' | b'\r') => is_host && !begins_rest_of_host(ahead, at + 2)?,
        Some(b'/') => is_host,
        // Behind the host roff sets the text as before.
        Some(b'f') if matches!(ahead.get(at + 2)?, Some(b'P' | b'R')) => is_host || is_over_behind_font(ahead, at + 3)?,
        Some(b'(') if goes_on_behind_put_in(ahead, at)? => false,
        // A string of roff; those with longer names are quotation marks and the like.
        Some(b'*') => is_host || ahead.get(at + 2)? != Some(b':'),
        Some(b'n' | b'r' | b't') if ends_string(ahead, at)? => true,
        Some(byte) if name::is_ascii_name(byte) => is_host,
        _ => true,
    })
}

/// Whether a line end by its escape stands at `at`, or several, and a quotation mark behind them closes the string.
fn ends_string(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    const MOST: usize = 16;
    let mut text = ahead.up_to(at, MOST)?;
    while let [b'\\', b'n' | b'r' | b't', rest @ ..] = text {
        text = rest;
    }
    Ok(matches!(text, [b'"' | b'\'', ..]))
}

/// Whether the backslash at `at` begins what roff changes the font, its size or its colour by, and a label stands behind that: `\fB.evil`, `\s0.evil`,
/// `\f[B].evil`. To most others a path begins with a backslash.
fn is_setting_in_host(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    const MAX_SETTING: usize = 24;
    let length = match ahead.up_to(at + 1, MAX_SETTING)? {
        [b'f', b'(', _, _, ..] => b"f(CW".len(),
        [b'f' | b'm' | b'*', b'[', rest @ ..] => match memchr::memchr(b']', rest) {
            Some(close) => close + b"f[]".len(),
            None => return Ok(false),
        },
        [b'f', b'A'..=b'Z', ..] | [b's' | b'f', b'0'..=b'9', ..] => b"fB".len(),
        _ => return Ok(false),
    };
    goes_on_with_label(ahead, at + 1 + length)
}

/// Whether the line that begins at `at`, or behind its line feed, begins with more of a host, behind a backslash that ends the line in front.
fn begins_rest_of_host(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    let text = ahead.up_to(at, 3)?;
    let text = text.strip_prefix(b"\n").unwrap_or(text);
    Ok(matches!(text, [b'.' | b'-' | b'@', next, ..] if next.is_ascii_alphanumeric()))
}

/// How long the escapes by number are that are looked at: zeros may stand in front.
const MAX_NUMBERED_ESCAPE: usize = 16;

/// The character that the escape stands for which begins there: `\u{2e}`, `\x{2e}` and `\U0000002e` of programs, `\056` of C and the shell, `\00002e` and `\2e` of
/// CSS, `\[u002E]`, `\[char46]` and `\(hy` of roff. A byte that is not ASCII is none by itself.
fn numbered_escape(bytes: &[u8]) -> Option<char> {
    match bytes.strip_prefix(b"\\")? {
        [b'u', b'{', rest @ ..] => number_of(braced(rest)?, 16),
        [b'o', b'{', rest @ ..] => number_of(braced(rest)?, 8),
        [b'[', b'u', rest @ ..] => number_of(&rest[..memchr::memchr(b']', rest)?], 16),
        [b'[', b'c', b'h', b'a', b'r', rest @ ..] => number_of(&rest[..memchr::memchr(b']', rest)?], 10),
        [b'[', b'h', b'y', b']', ..] | [b'(', b'h', b'y', ..] => Some('-'),
        [b'x', b'{', rest @ ..] => {
            let digits = braced(rest)?;
            number_of(digits, 16).filter(|c| digits.len() > 2 || c.is_ascii())
        }
        [b'U', rest @ ..] => number_of(rest.get(..8)?, 16),
        digits if digits.get(..6).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)) => {
            number_of(&digits[..6], 16)
        }
        [a @ b'0'..=b'3', b @ b'0'..=b'7', c @ b'0'..=b'7', ..] => number_of(&[*a, *b, *c], 8).filter(char::is_ascii),
        [a @ b'0'..=b'9', b, ..] => number_of(&[*a, *b], 16),
        _ => None,
    }
}

/// What stands in the braces that were opened in front of a text.
fn braced(text: &[u8]) -> Option<&[u8]> {
    Some(&text[..memchr::memchr(b'}', text)?])
}

/// Whether nothing of a URL stands at `at`, where the text is set as before: white space or the end, perhaps behind the punctuation of a sentence.
fn is_over_behind_font(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    const MAX_MARKS: usize = 3;
    let behind = ahead.up_to(at, MAX_MARKS + 1)?;
    let marks = behind.iter().take(MAX_MARKS).take_while(|byte| b".,;:!?)]>\"'".contains(byte)).count();
    Ok(behind.get(marks).is_none_or(|&byte| byte <= b' '))
}
