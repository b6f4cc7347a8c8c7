//! Character references: `&amp;`, `&#38;`. Those with rarer names are read by html5gum, which has the table of them.

use std::convert::Infallible;

use html5gum::{Emitter, Error, State, Tokenizer};

/// The longest name that there is, with its semicolon.
const MAX_NAME: usize = 32;

/// What a reference stands for: one character or two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Reference {
    bytes: [u8; 16],
    length: u8,
}

impl Reference {
    pub(super) fn of(c: char) -> Reference {
        let mut bytes = [0; 16];
        let length = c.encode_utf8(&mut bytes).len() as u8;
        Reference { bytes, length }
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.length)]
    }
}

/// The reference that `bytes`, the first of which is an ampersand, begin with, and its length. In the value of an attribute it is none
/// without a semicolon before a letter, a digit or an equals sign.
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
    let has_semicolon = bytes.get(1 + letters) == Some(&b';');
    let slice = &bytes[..1 + letters + usize::from(has_semicolon)];
    // Reading from memory can't fail.
    let mut read = ReadReference::default();
    let Ok(()) = Tokenizer::new_with_emitter(slice, NameReader(&mut read)).finish();
    let length = slice.len() - read.rest;
    if read.first.as_bytes() == b"&" && length == 1 || read.first.length == 0 {
        return None;
    }
    let goes_on = bytes.get(length).is_some_and(|byte| *byte == b'=' || byte.is_ascii_alphanumeric());
    if is_value && goes_on && bytes[length - 1] != b';' { None } else { Some((read.first, length)) }
}

/// What was read of a name: what it stands for, or its ampersand, and how many bytes there are behind it.
#[derive(Default)]
struct ReadReference {
    first: Reference,
    rest: usize,
}

struct NameReader<'r>(&'r mut ReadReference);

impl Emitter for NameReader<'_> {
    type Token = Infallible;

    fn emit_string(&mut self, text: &[u8]) {
        let first = &mut self.0.first;
        if first.length > 0 {
            self.0.rest += text.len();
        } else if let Some(place) = first.bytes.get_mut(..text.len()) {
            place.copy_from_slice(text);
            first.length = text.len() as u8;
        }
    }

    fn should_emit_errors(&mut self) -> bool {
        false
    }

    fn current_is_appropriate_end_tag_token(&mut self) -> bool {
        false
    }

    fn emit_current_tag(&mut self) -> Option<State> {
        None
    }

    fn pop_token(&mut self) -> Option<Infallible> {
        None
    }

    fn set_last_start_tag(&mut self, _: Option<&[u8]>) {}
    fn emit_eof(&mut self) {}
    fn emit_error(&mut self, _: Error) {}
    fn init_start_tag(&mut self) {}
    fn init_end_tag(&mut self) {}
    fn init_comment(&mut self) {}
    fn emit_current_comment(&mut self) {}
    fn emit_current_doctype(&mut self) {}
    fn set_self_closing(&mut self) {}
    fn set_force_quirks(&mut self) {}
    fn push_tag_name(&mut self, _: &[u8]) {}
    fn push_comment(&mut self, _: &[u8]) {}
    fn push_doctype_name(&mut self, _: &[u8]) {}
    fn init_doctype(&mut self) {}
    fn init_attribute(&mut self) {}
    fn push_attribute_name(&mut self, _: &[u8]) {}
    fn push_attribute_value(&mut self, _: &[u8]) {}
    fn set_doctype_public_identifier(&mut self, _: &[u8]) {}
    fn set_doctype_system_identifier(&mut self, _: &[u8]) {}
    fn push_doctype_public_identifier(&mut self, _: &[u8]) {}
    fn push_doctype_system_identifier(&mut self, _: &[u8]) {}
}

#[cfg(test)]
mod tests {
    use super::*;

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
