//! The character references of HTML in text that was escaped for it, perhaps more than once.

use super::host_part::{goes_on_with_part, is_name_behind, is_part, number_of};
use crate::engine::window::{Ahead, Cut};

/// How many bytes of a reference are looked at, behind the ampersand: the longest name has so many, and a number may have zeros in front.
const MAX_REFERENCE: usize = 32;

/// Whether a character reference begins at `at`. Readers do without the semicolon behind a number.
pub(super) fn is_character_reference(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    let text = ahead.up_to(at + 1, MAX_REFERENCE)?;
    let length = text.iter().take_while(|&&byte| byte.is_ascii_alphanumeric() || byte == b'#').count();
    Ok(length > 1 && text.get(length) == Some(&b';') || number(text).is_some())
}

/// The names of the references that stand for what may be a part of a host, or for what nobody sees; sorted.
const PART_REFERENCES: [&[u8]; 31] = [
    b"ApplyFunction",
    b"InvisibleComma",
    b"InvisibleTimes",
    b"NegativeMediumSpace",
    b"NegativeThickSpace",
    b"NegativeThinSpace",
    b"NegativeVeryThinSpace",
    b"NewLine",
    b"NoBreak",
    b"Tab",
    b"UnderBar",
    b"ZeroWidthSpace",
    b"af",
    b"bsol",
    b"centerdot",
    b"colon",
    b"commat",
    b"dash",
    b"hyphen",
    b"ic",
    b"it",
    b"lowbar",
    b"lrm",
    b"middot",
    b"num",
    b"percnt",
    b"period",
    b"rlm",
    b"shy",
    b"zwj",
    b"zwnj",
];

/// What the names of letters end in behind the letters that they are made of, `eacute` and `aelig`.
const MARKS_OF_LETTERS: [&[u8]; 15] = [
    b"acute", b"grave", b"circ", b"uml", b"tilde", b"cedil", b"ring", b"slash", b"lig", b"caron", b"breve", b"macr",
    b"ogon", b"dblac", b"strok",
];

/// Whether the reference with this name stands for a letter of a Latin alphabet.
fn is_letter(name: &[u8]) -> bool {
    const MAX_LETTERS: usize = 2;
    let is_marked =
        |mark: &&[u8]| name.strip_suffix(*mark).is_some_and(|letters| (1..=MAX_LETTERS).contains(&letters.len()));
    MARKS_OF_LETTERS.iter().any(is_marked)
        || matches!(name, b"eth" | b"ETH" | b"thorn" | b"THORN" | b"imath" | b"inodot")
}

/// The names of the references that stand for spaces, and for marks that no host has in it.
const ENDS: [&str; 51] = [
    "nbsp", "ensp", "emsp", "thinsp", "hairsp", "lt", "gt", "quot", "apos", "laquo", "raquo", "ldquo", "rdquo",
    "lsquo", "rsquo", "lsaquo", "rsaquo", "bdquo", "sbquo", "lpar", "rpar", "ndash", "mdash", "hellip", "comma",
    "semi", "excl", "quest", "sol", "bull", "copy", "larr", "rarr", "harr", "plus", "equals", "vert", "verbar", "rArr",
    "lArr", "hArr", "darr", "uarr", "para", "dagger", "Dagger", "sect", "deg", "prime", "times", "divide",
];

/// What an ampersand becomes each time that a text is escaped.
const ESCAPED: [&[u8]; 4] = [b"amp;", b"AMP;", b"#38;", b"#x26;"];

/// Whether the reference at `at` stands for what may be a part of a host, or for an ampersand with a name behind it.
pub(super) fn is_part_reference(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    let mut text = ahead.up_to(at + 1, MAX_REFERENCE)?;
    let mut begin = at + 1;
    while let Some(escaped) = ESCAPED.iter().find_map(|escaped| text.strip_prefix(*escaped)) {
        begin += text.len() - escaped.len();
        text = escaped;
    }
    if let Some(digits) = number(text) {
        let is_letter = |c: char| c.is_alphanumeric();
        let end = || text.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'#').count();
        return Ok(
            digits.is_none_or(is_part) || digits.is_some_and(is_letter) && goes_on_with_part(ahead, begin + end() + 1)?
        );
    }
    if begin == at + 1 && text.starts_with(b"#") {
        // A number without digits.
        return Ok(true);
    }
    let length = text.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    if length > 0 && text.get(length) == Some(&b';') {
        let name = &text[..length];
        let is_part = PART_REFERENCES.binary_search(&name).is_ok() || is_letter(name);
        let is_end = || ENDS.iter().any(|end| end.as_bytes() == name);
        // Behind most others a path may stand that is none of the URL's.
        let behind = begin + length + 1;
        return Ok(is_part || !is_end() && ahead.get(behind)? != Some(b'/') && goes_on_with_part(ahead, behind)?);
    }
    Ok(begin > at + 1 && is_name_behind(ahead, begin)?)
}

/// Whether what begins at `start` goes on behind a reference by number that stands for a part of a name or a local part: `kim&#46;sam@soup.example`.
pub(crate) fn is_behind_one(bytes: &[u8], start: usize) -> bool {
    const MOST: usize = 10;
    let Some(front) = bytes[..start].strip_suffix(b";") else { return false };
    let near = &front[front.len().saturating_sub(MOST)..];
    let Some(at) = memchr::memmem::rfind(near, b"&#") else { return false };
    let c = number(&near[at + 1..]).flatten();
    c.is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | '@' | '+'))
}

/// The character that the reference by number stands for which begins there, behind its ampersand; none in the answer if there is no such character.
#[expect(clippy::option_option, reason = "a number may be that of no character")]
fn number(text: &[u8]) -> Option<Option<char>> {
    let (digits, radix) = match text.strip_prefix(b"#")? {
        [b'x' | b'X', digits @ ..] => (digits, 16),
        digits => (digits, 10),
    };
    let length = digits.iter().take_while(|&&byte| char::from(byte).is_digit(radix)).count();
    (length > 0).then(|| number_of(&digits[..length], radix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted() {
        assert!(PART_REFERENCES.is_sorted());
    }
}
