//! The text of fields: encoded words decoded (RFC 2047), and folding undone.

use super::{base64::base64, header::readable, transfer::octet};
use crate::source::charset::Charset;

/// Returns the text of a field; `None` if it is empty.
///
/// White space in a line stays. A fold becomes a space, and nothing between two encoded words.
pub(super) fn unstructured(value: &[u8]) -> Option<String> {
    let mut text = JoinedWords::default();
    for line in readable(value).split(|byte| matches!(byte, b'\n')) {
        let mut rest = line.trim_ascii();
        while !rest.is_empty() {
            let (plain, word) = match next_word(rest) {
                Some((at, word, length)) => (&rest[..at], Some((word, &rest[at + length..]))),
                None => (rest, None),
            };
            text.plain(&String::from_utf8_lossy(plain.trim_ascii()));
            let Some((word, after)) = word else { break };
            text.encoded(&word);
            rest = after.trim_ascii();
        }
    }
    Some(text.text).filter(|text| !text.trim().is_empty()).map(|text| text.trim().to_string())
}

/// Joined words: one space between two of them, unless both were encoded (RFC 2047, 6.2).
#[derive(Debug, Default)]
pub(super) struct JoinedWords {
    pub(super) text: String,
    is_encoded: bool,
}

impl JoinedWords {
    pub(super) fn plain(&mut self, words: &str) {
        if !words.is_empty() {
            self.space(false);
            self.text.push_str(words);
        }
    }

    pub(super) fn encoded(&mut self, word: &str) {
        self.space(true);
        self.text.push_str(word);
    }

    fn space(&mut self, is_encoded: bool) {
        if !(self.text.is_empty() || is_encoded && self.is_encoded) {
            self.text.push(' ');
        }
        self.is_encoded = is_encoded;
    }
}

/// Returns the start, text and length of the first encoded word in a line.
fn next_word(line: &[u8]) -> Option<(usize, String, usize)> {
    let mut at = 0;
    while let Some(found) = memchr::memmem::find(&line[at..], b"=?") {
        at += found;
        if let Some((word, length)) = encoded_word(&line[at..]) {
            return Some((at, word, length));
        }
        at += 2;
    }
    None
}

/// Decodes the encoded word at the beginning of `text`. Returns its length, too.
pub(super) fn encoded_word(text: &[u8]) -> Option<(String, usize)> {
    // encoded-word = "=?" charset "?" encoding "?" encoded-text "?="   (RFC 2047, 2; "*" language behind the charset: RFC 2231, 5)
    /// The longest charset with its language.
    const MAX_CHARSET: usize = 80;
    /// The longest text. The RFC allows 75 characters in all, but much software ignores that.
    const MAX_DATA: usize = 4 << 10;
    let rest = text.strip_prefix(b"=?")?;
    let charset = &rest[..memchr::memchr(b'?', &rest[..rest.len().min(MAX_CHARSET)])?];
    let rest = &rest[charset.len() + 1..];
    let (encoding, rest) =
        rest.split_first().and_then(|(&encoding, rest)| Some((encoding, rest.strip_prefix(b"?")?)))?;
    let label = str::from_utf8(charset).ok()?.split('*').next().filter(|label| label.len() >= 2)?;
    let line = &rest[..memchr::memchr(b'\n', &rest[..rest.len().min(MAX_DATA)]).unwrap_or(rest.len().min(MAX_DATA))];
    let data = &line[..memchr::memmem::find(line, b"?=")?];
    let mut octets = Vec::with_capacity(data.len());
    match encoding {
        b'q' | b'Q' => quoted(data, &mut octets),
        b'b' | b'B' => drop(base64(data, &mut octets)),
        _ => return None,
    }
    let length = 2 + charset.len() + 1 + 2 + data.len() + 2;
    Some((decode(&octets, label), length))
}

/// Decodes the "Q" encoding: quoted-printable with `_` for a space.
fn quoted(mut data: &[u8], out: &mut Vec<u8>) {
    while let Some((&byte, after)) = data.split_first() {
        data = after;
        match byte {
            b'_' => out.push(b' '),
            b'=' => match after.get(..2).and_then(octet) {
                Some(octet) => {
                    out.push(octet);
                    data = &after[2..];
                }
                None => out.push(b'='),
            },
            _ => out.push(byte),
        }
    }
}

pub(super) fn decode(octets: &[u8], label: &str) -> String {
    let (charset, _) = Charset::of(octets, Some(label));
    String::from_utf8_lossy(&charset.decode(octets)).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_decoded_and_joined() {
        for (value, text) in [
            (" soup\n", Some("soup")),
            (" a  b\r\n\t c\n", Some("a  b c")),
            (" =?utf-8?q?caf=C3=A9?=\n and more\n", Some("café and more")),
            (" =?utf-8?q?a?= =?UTF-8?B?Yg==?=\n =?x?q?c?= d\n", Some("ab =?x?q?c?= d")),
            (" =?iso-8859-1*en?Q?=E9_=E9?= x\n", Some("é é x")),
            (" x=?us-ascii?q?y?=z\n", Some("x y z")),
            (" =?utf-8?q?a b?=\n", Some("a b")),
            (" =?utf-8?x?a?= =?utf-8?q?b\n", Some("=?utf-8?x?a?= =?utf-8?q?b")),
            (" =?koi8-r?B?09XQ?=\n", Some("суп")),
            (" caf\u{e9}\n", Some("caf\u{e9}")),
            (" =?utf-8?q?=ZZ?=\n", Some("=ZZ")),
            (" \n", None),
            ("", None),
        ] {
            assert_eq!(unstructured(value.as_bytes()).as_deref(), text, "{value:?}");
        }
    }
}
