//! Addresses: whom a message is from.

use super::{
    header::readable,
    words::{JoinedWords, encoded_word},
};

/// Returns the first address of a field, such as `Name <address>`, or the readable parts of it.
pub(super) fn first(value: &[u8]) -> Option<String> {
    let mut rest = readable(value);
    let mut address = NamedAddress::default();
    while let Some(&byte) = rest.first() {
        let length = match byte {
            b',' | b';' if address.is_empty() => 1,
            b',' | b';' => break,
            // group = display-name ":" [group-list] ";"   (RFC 5322, 3.4)
            b':' => {
                address = NamedAddress::default();
                1
            }
            b'"' => address.quoted(rest),
            b'(' => address.comment(rest),
            b'<' => address.angle(rest),
            _ if byte.is_ascii_whitespace() => 1,
            _ => address.word(rest),
        };
        rest = &rest[length..];
    }
    address.shown()
}

/// A mailbox (RFC 5322, 3.4), as far as it was read.
#[derive(Debug, Default)]
struct NamedAddress {
    name: JoinedWords,
    address: String,
    comment: JoinedWords,
}

impl NamedAddress {
    fn is_empty(&self) -> bool {
        self.name.text.is_empty() && self.address.is_empty() && self.comment.text.is_empty()
    }

    /// Reads a quoted string. Returns its length.
    fn quoted(&mut self, text: &[u8]) -> usize {
        let (string, length) = enclosed(text, b'"', b'"');
        self.name.plain(&decoded(&string));
        length
    }

    /// Reads a comment, which may be nested. Returns its length.
    fn comment(&mut self, text: &[u8]) -> usize {
        let (comment, length) = enclosed(text, b'(', b')');
        self.comment.plain(&decoded(&comment));
        length
    }

    /// Reads the text in angle brackets. Returns its length.
    fn angle(&mut self, text: &[u8]) -> usize {
        let length = memchr::memchr(b'>', text).map_or(text.len(), |end| end + 1);
        let inside = text[1..length].strip_suffix(b">").unwrap_or(&text[1..length]);
        self.address = String::from_utf8_lossy(inside.trim_ascii()).into_owned();
        length
    }

    /// Reads a word up to white space or a special character. Returns its length.
    fn word(&mut self, text: &[u8]) -> usize {
        if let Some((word, length)) = encoded_word(text) {
            self.name.encoded(&word);
            return length;
        }
        let is_end = |byte: &u8| byte.is_ascii_whitespace() || b"\"(<,;:".contains(byte);
        let length = text.iter().position(is_end).unwrap_or(text.len()).max(1);
        let word = String::from_utf8_lossy(&text[..length]);
        if word.contains('@') && self.address.is_empty() {
            self.address = word.into_owned();
        } else {
            self.name.plain(&word);
        }
        length
    }

    fn shown(self) -> Option<String> {
        let [mut name, mut address, comment] = [self.name.text, self.address, self.comment.text].map(trimmed);
        if !comment.is_empty() {
            if name.is_empty() {
                name = comment;
            } else if address.is_empty() && !name.contains(char::is_whitespace) {
                (name, address) = (comment, name);
            } else {
                name = format!("{name} ({comment})");
            }
        }
        match (name.is_empty(), address.is_empty()) {
            (false, false) => Some([&name, " <", &address, ">"].concat()),
            (false, true) => Some(name),
            (true, false) => Some(address),
            (true, true) => None,
        }
    }
}

fn trimmed(text: String) -> String {
    if text.trim().len() == text.len() { text } else { text.trim().to_owned() }
}

/// Returns the text between two delimiters, without escapes and folds, and its length with the delimiters.
fn enclosed(text: &[u8], open: u8, close: u8) -> (Vec<u8>, usize) {
    let (mut inside, mut depth, mut at) = (Vec::new(), 1, 1);
    while let Some(&byte) = text.get(at) {
        at += 1;
        match byte {
            b'\\' if at < text.len() => {
                inside.push(text[at]);
                at += 1;
            }
            b'\r' | b'\n' => {}
            _ if byte == close && depth == 1 => return (inside, at),
            _ => {
                depth = if byte == close { depth - 1 } else { depth + usize::from(byte == open) };
                inside.push(byte);
            }
        }
    }
    (inside, at)
}

/// Decodes the encoded words of a text. They are not allowed in a quoted string, but occur there.
fn decoded(text: &[u8]) -> String {
    super::words::unstructured(text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_address_is_shown() {
        for (value, shown) in [
            (" \"Kim\" <kim@a.example>, x@b.example\n", Some("Kim <kim@a.example>")),
            (" kim@a.example\n", Some("kim@a.example")),
            (" Kim Soup <kim@a.example>\n", Some("Kim Soup <kim@a.example>")),
            (" kim@a.example (Kim Soup)\n", Some("Kim Soup <kim@a.example>")),
            (" Kim (of (all) the soups) <kim@a.example>\n", Some("Kim (of (all) the soups) <kim@a.example>")),
            (" kim at a.example (Kim)\n", Some("kim at a.example (Kim)")),
            (" kim (Kim Soup)\n", Some("Kim Soup <kim>")),
            (" =?utf-8?q?Zo=C3=AB?= =?utf-8?q?_Soup?= <zoe@a.example>\n", Some("Zoë Soup <zoe@a.example>")),
            (" \"=?utf-8?q?Zo=C3=AB?=\" <zoe@a.example>\n", Some("Zoë <zoe@a.example>")),
            (" \"Soup, Kim \\\"K\\\"\"\r\n <kim@a.example>\n", Some("Soup, Kim \"K\" <kim@a.example>")),
            (" Cooks: Kim <kim@a.example>, sam@a.example;\n", Some("Kim <kim@a.example>")),
            (" , <kim@a.example>\n", Some("kim@a.example")),
            (" Kim\n", Some("Kim")),
            (" <kim@a.example\n", Some("kim@a.example")),
            (" \"open\n", Some("open")),
            (" Cooks:;\n", None),
            (" \n", None),
        ] {
            assert_eq!(first(value.as_bytes()).as_deref(), shown, "{value:?}");
        }
    }
}
