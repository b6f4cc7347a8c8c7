//! Text escaped for HTML: what needs no escape is found and copied by blocks.

use std::str;

use crate::blocks::push_html;

/// Bytes in any cut, written as escaped characters.
///
/// Feeding `b"a\xE2\x82"` and then `b"\xAC"` writes `a`, holds the two bytes that may yet become a character, and
/// then writes `€`.
#[derive(Debug, Default)]
pub(crate) struct EscapedText {
    /// The beginning of a character whose end is still to come: `len` bytes, at most three.
    held: [u8; 4],
    len: usize,
    /// A bidirectional embedding, override or isolate was opened somewhere before.
    pub(crate) is_turned: bool,
}

/// What stands for bytes and characters that HTML has no place for.
const REPLACEMENT: &[u8] = "\u{FFFD}".as_bytes();

impl EscapedText {
    /// Appends what the bytes are as HTML.
    pub(crate) fn push(&mut self, html: &mut Vec<u8>, mut bytes: &[u8]) {
        while self.len > 0 && !bytes.is_empty() {
            self.held[self.len] = bytes[0];
            match str::from_utf8(&self.held[..self.len + 1]) {
                Ok(_) => {
                    let (char, length) = (self.held, self.len + 1);
                    (self.len, bytes) = (0, &bytes[1..]);
                    self.push(html, &char[..length]);
                }
                Err(error) if error.error_len().is_none() => {
                    self.len += 1;
                    bytes = &bytes[1..];
                }
                // The byte belongs to something else: it is looked at again without those before it.
                Err(_) => self.end(html),
            }
        }
        let mut at = 0;
        loop {
            at = push_html(html, bytes, at);
            let rest = &bytes[at..];
            if rest.is_empty() {
                return;
            }
            match beyond_ascii(rest) {
                Beyond::Kept { length, turns } => {
                    self.is_turned |= turns;
                    html.extend_from_slice(&rest[..length]);
                    at += length;
                }
                Beyond::Replaced { length } => {
                    html.extend_from_slice(REPLACEMENT);
                    at += length;
                }
                Beyond::Open => {
                    self.len = rest.len();
                    self.held[..self.len].copy_from_slice(rest);
                    return;
                }
            }
        }
    }

    /// What is held can't be continued any more.
    pub(crate) fn end(&mut self, html: &mut Vec<u8>) {
        if self.len > 0 {
            self.len = 0;
            html.extend_from_slice(REPLACEMENT);
        }
    }
}

/// Appends a title or a name as text that turns nothing beside it: what opens or closes a bidirectional embedding, override or isolate
/// becomes U+FFFD.
pub(crate) fn push_label(html: &mut Vec<u8>, label: &str) {
    let turns = |c: char| matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    if label.contains(turns) {
        push_escaped(html, &label.replace(turns, "\u{FFFD}"));
    } else {
        push_escaped(html, label);
    }
}

/// Appends a value as it may stand in an attribute between quotation marks, or as text.
pub(crate) fn push_escaped(html: &mut Vec<u8>, value: &str) {
    EscapedText::default().push(html, value.as_bytes());
}

/// What bytes beyond ASCII are.
enum Beyond {
    /// A character, and whether it opens a bidirectional embedding, override or isolate.
    Kept { length: usize, turns: bool },
    /// A control or a noncharacter that HTML has no place for, or no character.
    Replaced { length: usize },
    /// The beginning of a character whose end is still to come.
    Open,
}

/// What the bytes begin with, the first of which is not ASCII.
#[inline]
fn beyond_ascii(bytes: &[u8]) -> Beyond {
    let kept = |length| Beyond::Kept { length, turns: false };
    match *bytes {
        // U+0080 to U+009F
        [0xC2, 0x80..=0x9F, ..] => Beyond::Replaced { length: 2 },
        [0xC2..=0xDF, 0x80..=0xBF, ..] => kept(2),
        [0xE2, second @ 0x80..=0xBF, third @ 0x80..=0xBF, ..] => {
            let turns = matches!((second, third), (0x80, 0xAA..=0xAE) | (0x81, 0xA6..=0xA8));
            Beyond::Kept { length: 3, turns }
        }
        // U+FDD0 to U+FDEF, U+FFFE and U+FFFF
        [0xEF, 0xB7, 0x90..=0xAF, ..] | [0xEF, 0xBF, 0xBE..=0xBF, ..] => Beyond::Replaced { length: 3 },
        [0xE0, 0xA0..=0xBF, 0x80..=0xBF, ..]
        | [0xE1 | 0xE3..=0xEC | 0xEE..=0xEF, 0x80..=0xBF, 0x80..=0xBF, ..]
        | [0xED, 0x80..=0x9F, 0x80..=0xBF, ..] => kept(3),
        _ => of_four(bytes),
    }
}

/// The same of what is none of two or three bytes.
#[cold]
fn of_four(bytes: &[u8]) -> Beyond {
    match str::from_utf8(&bytes[..bytes.len().min(4)]) {
        Err(error) if error.valid_up_to() == 0 => match error.error_len() {
            Some(length) => Beyond::Replaced { length },
            // More may come only where there is no more yet.
            None => Beyond::Open,
        },
        // The last two of each plane
        _ => match *bytes {
            [_, second, 0xBF, 0xBE..=0xBF, ..] if second & 0xF == 0xF => Beyond::Replaced { length: 4 },
            _ => Beyond::Kept { length: 4, turns: false },
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pushed(parts: &[&[u8]]) -> String {
        let (mut text, mut html) = (EscapedText::default(), Vec::new());
        for part in parts {
            text.push(&mut html, part);
        }
        text.end(&mut html);
        String::from_utf8(html).unwrap()
    }

    /// The same, character by character.
    fn naive(text: &[u8]) -> String {
        let mut html = String::new();
        for char in String::from_utf8_lossy(text).chars() {
            match char {
                '&' => html += "&amp;",
                '<' => html += "&lt;",
                '>' => html += "&gt;",
                '"' => html += "&quot;",
                '\'' => html += "&#39;",
                '\t' | '\n' | '\r' | '\u{C}' => html.push(char),
                _ if char.is_control() || u32::from(char) & 0xFFFE == 0xFFFE => html.push('\u{FFFD}'),
                '\u{FDD0}'..='\u{FDEF}' => html.push('\u{FFFD}'),
                _ => html.push(char),
            }
        }
        html
    }

    #[test]
    fn bytes_in_any_cut_give_the_same_characters() {
        let texts: [&[u8]; 11] = [
            "a€b𝄞c".as_bytes(),
            b"\xE2\x82",
            b"\xE2\x82x",
            b"\xE2\xE2\x82\xAC",
            b"\xF0\x9F\x98<\xF0\x9F\x98\x80",
            b"\xFF\xFE&\0'\"",
            b"\xC0\x80\xED\xA0\x80\xF5\x80\x80\x80",
            b"\xF0\x80\x80\x80",
            "\u{85}\u{FDD0}\u{FFFE}\u{1FFFF}\u{10FFFE}\u{FFFD}\u{3FFFD}".as_bytes(),
            "\u{202E}x\u{2066}".as_bytes(),
            b"",
        ];
        for text in texts {
            let whole = naive(text);
            for i in 0..=text.len() {
                for j in i..=text.len() {
                    assert_eq!(pushed(&[&text[..i], &text[i..j], &text[j..]]), whole, "{text:?} cut at {i} and {j}");
                }
            }
        }
    }

    #[test]
    fn every_character_is_escaped_wherever_it_stands_in_a_block() {
        for char in ('\0'..='\u{2FF}').chain('\u{2028}'..='\u{206F}').chain('\u{FDC0}'..='\u{10010}') {
            for at in [0, 1, 31, 32, 33, 63, 64] {
                let text = format!("{}{char}{}", "a".repeat(at), "b".repeat(70 - at));
                assert_eq!(pushed(&[text.as_bytes()]), naive(text.as_bytes()), "{char:?} at {at}");
            }
        }
    }

    #[test]
    fn text_without_links_is_escaped_once() {
        assert_eq!(pushed(&[b"&amp; <b>'\"</b>\r\n"]), "&amp;amp; &lt;b&gt;&#39;&quot;&lt;/b&gt;\r\n");
    }
}
