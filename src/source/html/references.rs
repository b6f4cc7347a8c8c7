//! Character references: `&amp;`, `&#38;` (the HTML standard, 13.2.5.72 and what follows). Tests hold them against html5gum.

use htmlize::ENTITIES;

/// The longest name, with its semicolon.
const MAX_NAME: usize = 32;

/// The longest name that needs no semicolon.
const MAX_OLD_NAME: usize = 6;

/// The one or two characters of a reference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Reference {
    bytes: [u8; 8],
    length: u8,
}

impl Reference {
    pub(super) fn of(c: char) -> Reference {
        Reference::new(c.encode_utf8(&mut [0; 4]).as_bytes())
    }

    fn new(characters: &[u8]) -> Reference {
        let mut bytes = [0; 8];
        bytes[..characters.len()].copy_from_slice(characters);
        Reference { bytes, length: characters.len() as u8 }
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.length)]
    }
}

/// Reads the reference at the beginning of `bytes`, which is an ampersand. Returns it with its length. In an attribute,
/// a reference without a semicolon must not precede a letter, a digit or an equals sign.
pub(super) fn reference(bytes: &[u8], is_value: bool) -> Option<(Reference, usize)> {
    for (name, c) in [(&b"&amp;"[..], '&'), (b"&lt;", '<'), (b"&gt;", '>'), (b"&quot;", '"'), (b"&nbsp;", '\u{A0}')] {
        if bytes.starts_with(name) {
            return Some((Reference::of(c), name.len()));
        }
    }
    match bytes.get(1)? {
        b'#' => numeric(bytes),
        byte if byte.is_ascii_alphabetic() => named(bytes, is_value),
        _ => None,
    }
}

fn numeric(bytes: &[u8]) -> Option<(Reference, usize)> {
    let (radix, start) = if matches!(bytes.get(2), Some(b'x' | b'X')) { (16, 3) } else { (10, 2) };
    let (mut code, mut at) = (0u32, start);
    while let Some(digit) = bytes.get(at).and_then(|&byte| char::from(byte).to_digit(radix)) {
        code = code.saturating_mul(radix).saturating_add(digit);
        at += 1;
    }
    if at == start {
        return None;
    }
    let c = match code {
        0 => '\u{FFFD}',
        // As pages say that were written in windows-1252.
        0x80..=0x9F => encoding_rs::WINDOWS_1252.decode_without_bom_handling(&[code as u8]).0.chars().next()?,
        code => char::from_u32(code).unwrap_or('\u{FFFD}'),
    };
    let has_semicolon = bytes.get(at) == Some(&b';');
    Some((Reference::of(c), at + usize::from(has_semicolon)))
}

fn named(bytes: &[u8], is_value: bool) -> Option<(Reference, usize)> {
    let letters = bytes[1..].iter().take(MAX_NAME).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let of_length = |length: usize| Some((Reference::new(ENTITIES.get(bytes.get(..length)?)?), length));
    if bytes.get(1 + letters) == Some(&b';')
        && let Some(found) = of_length(letters + 2)
    {
        return Some(found);
    }
    // Old names need no semicolon.
    let (read, length) = (3..=1 + letters.min(MAX_OLD_NAME)).rev().find_map(of_length)?;
    let goes_on = bytes.get(length).is_some_and(|byte| *byte == b'=' || byte.is_ascii_alphanumeric());
    if is_value && goes_on { None } else { Some((read, length)) }
}

#[cfg(test)]
mod tests {
    use html5gum::{Token, Tokenizer};

    use super::*;

    /// Decodes all references of a text.
    fn decoded(text: &[u8], is_value: bool) -> Vec<u8> {
        let (mut out, mut at) = (Vec::new(), 0);
        while at < text.len() {
            match reference(&text[at..], is_value).filter(|_| text[at] == b'&') {
                Some((characters, length)) => {
                    out.extend_from_slice(characters.as_bytes());
                    at += length;
                }
                None => {
                    out.push(text[at]);
                    at += 1;
                }
            }
        }
        out
    }

    /// Decodes a text and a value with html5gum.
    fn by_html5gum(html: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        for Ok(token) in Tokenizer::new(html) {
            match token {
                Token::String(text) => out.extend_from_slice(&text.value),
                Token::StartTag(tag) => tag.attributes.values().for_each(|value| out.extend_from_slice(&value.value)),
                _ => {}
            }
        }
        out
    }

    #[test]
    fn all_names_are_read_as_html5gum_reads_them() {
        let longest = |is_closed: bool| {
            ENTITIES.keys().filter(|name| name.ends_with(b";") == is_closed).map(|name| name.len()).max()
        };
        assert_eq!((longest(true), longest(false)), (Some(1 + MAX_NAME), Some(1 + MAX_OLD_NAME)));
        let names =
            ENTITIES.keys().filter_map(|name| str::from_utf8(name.strip_prefix(b"&")?.strip_suffix(b";")?).ok());
        for name in names {
            for end in 1..=name.len() {
                for behind in [";", "", "x", "=", " ", "&amp;"] {
                    let text = format!("&{}{behind}", &name[..end]);
                    let value = format!("<a b=\"{text}\">");
                    assert_eq!(decoded(text.as_bytes(), false), by_html5gum(text.as_bytes()), "{text}");
                    assert_eq!(decoded(text.as_bytes(), true), by_html5gum(value.as_bytes()), "{text}");
                }
            }
        }
    }

    #[test]
    fn references_are_read_as_the_standard_says() {
        for (written, in_text, in_value) in [
            ("&amp;b", Some(("&", 5)), Some(("&", 5))),
            ("&ampb", Some(("&", 4)), None),
            ("&amp=", Some(("&", 4)), None),
            ("&amp ", Some(("&", 4)), Some(("&", 4))),
            ("&notit;", Some(("¬", 4)), None),
            ("&notin;", Some(("∉", 7)), Some(("∉", 7))),
            ("&fjlig;", Some(("fj", 7)), Some(("fj", 7))),
            ("&NotEqualTilde;", Some(("≂̸", 15)), Some(("≂̸", 15))),
            ("&CounterClockwiseContourIntegral;", Some(("∳", 33)), Some(("∳", 33))),
            ("&nosuch;", None, None),
            ("&#38;#", Some(("&", 5)), Some(("&", 5))),
            ("&#x26", Some(("&", 5)), Some(("&", 5))),
            ("&#128;", Some(("€", 6)), Some(("€", 6))),
            ("&#0;", Some(("\u{FFFD}", 4)), Some(("\u{FFFD}", 4))),
            ("&#xD800;", Some(("\u{FFFD}", 8)), Some(("\u{FFFD}", 8))),
            ("&#99999999999999;", Some(("\u{FFFD}", 17)), Some(("\u{FFFD}", 17))),
            ("&#x;", None, None),
            ("&#", None, None),
            ("&", None, None),
            ("& ", None, None),
        ] {
            for (expected, is_value) in [(in_text, false), (in_value, true)] {
                let read = reference(written.as_bytes(), is_value);
                let read = read.as_ref().map(|(read, length)| (str::from_utf8(read.as_bytes()).unwrap(), *length));
                assert_eq!(read, expected, "{written} {is_value}");
            }
        }
    }
}
