//! JSON in one line, without characters that act on a terminal, close a `<script>` or hide.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::{Serializer, ser::Formatter};

use crate::write::visible::is_hidden;

pub(super) fn append(out: &mut Vec<u8>, value: &impl Serialize) -> io::Result<()> {
    value.serialize(&mut Serializer::with_formatter(out, Harmless)).map_err(io::Error::from)
}

struct Harmless;

impl Formatter for Harmless {
    fn write_string_fragment<W: Write + ?Sized>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        while let Some((at, harmful)) = rest.char_indices().find(|&(_, char)| is_harmful(char)) {
            writer.write_all(&rest.as_bytes()[..at])?;
            for unit in harmful.encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
            rest = &rest[at + harmful.len_utf8()..];
        }
        writer.write_all(rest.as_bytes())
    }
}

fn is_harmful(char: char) -> bool {
    char == '<' || !matches!(char, ' '..='~') && is_hidden(char)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_characters_come_back() {
        for start in (0..=0x10FFFF).step_by(64) {
            let text: String = (start..start + 64).filter_map(char::from_u32).collect();
            let mut json = Vec::new();
            append(&mut json, &text).unwrap();
            let json = String::from_utf8(json).unwrap();
            assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
            assert!(!json.contains(is_harmful), "{json:?}");
        }
    }
}
