//! What may be a part of a host: a character, the one with a number, the rest of a name.

use super::name;
use crate::{
    engine::{
        scan::schemes,
        window::{Ahead, Cut},
    },
    text::{
        characters::{is_confusing, is_ignorable, is_written_without_spaces},
        utf8::Char,
    },
};

/// Whether a character may be a part of a host or an authority to some reader.
pub(super) fn is_part(c: char) -> bool {
    c.is_alphanumeric() && !is_written_without_spaces(c)
        || matches!(c, '.' | '-' | '_' | '@' | ':' | '%' | '\\' | '。' | '．' | '｡')
        || is_confusing(c)
        || is_ignorable(c)
}

/// The character with this number.
pub(super) fn number_of(digits: &[u8], radix: u32) -> Option<char> {
    u32::from_str_radix(str::from_utf8(digits).ok()?, radix).ok().and_then(char::from_u32)
}

/// Whether a dot and a label of small letters or digits stand at `at`.
pub(super) fn goes_on_with_label(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    Ok(matches!(ahead.up_to(at, 2)?, [b'.', b'a'..=b'z' | b'0'..=b'9']))
}

/// Whether a name, a port, a path or a query goes on at `at`, and neither another URL nor a sentence.
pub(super) fn goes_on_with_part(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    if schemes::begins_url(ahead, at)? {
        return Ok(false);
    }
    Ok(match ahead.up_to(at, 2)? {
        [b'/', ..] => !schemes::begins_url(ahead, at + 1)?,
        [b'?', next] => next.is_ascii_alphanumeric(),
        [b':', next] => next.is_ascii_digit(),
        [b'.', first] if first.is_ascii_uppercase() => {
            let label = name::ascii_length(ahead.up_to(at + 1, name::MAX_NAME)?);
            matches!(ahead.get(at + 1 + label)?, Some(b'.' | b'/' | b':'))
        }
        _ => {
            let is_of_sentence = matches!(ahead.char(at)?, Char::Valid(c, _) if is_written_without_spaces(c));
            let word = name::ascii_length(ahead.up_to(at, name::MAX_NAME)?);
            !is_of_sentence && (word > 0 && ahead.get(at + word)? == Some(b'/') || is_name_behind(ahead, at)?)
        }
    })
}

/// Whether what stands at `at` looks like the rest of a host name: it has a dot in it.
pub(super) fn is_name_behind(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    let mut end = at;
    while end - at < name::MAX_NAME {
        match ahead.char(end)? {
            Char::Valid('.', _) => return Ok(name::is_name_char(ahead.char(end + 1)?)),
            c @ Char::Valid(_, length) if name::is_name_char(c) => end += length,
            Char::Valid('@', _) => return Ok(true),
            _ => return Ok(false),
        }
    }
    Ok(true)
}
