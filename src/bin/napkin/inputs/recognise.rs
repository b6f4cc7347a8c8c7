//! Recognises inputs by their first bytes and their names.

use std::path::Path;

use napkin::Format;

use crate::inputs::peek::Source;

/// The signatures of ZIP archives: a member, an empty archive, or a split one.
const ZIP: [&[u8]; 3] = [b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08"];

pub fn is_zip(source: &mut Source) -> bool {
    source.fill(1);
    if source.head().first() == Some(&b'P') {
        source.fill(4);
    }
    ZIP.iter().any(|magic| source.head().starts_with(magic))
}

/// Returns `true` if it is UTF-16, by the byte order mark it begins with.
pub fn is_utf16(head: &[u8]) -> bool {
    head.starts_with(b"\xFF\xFE") || head.starts_with(b"\xFE\xFF")
}

/// How much is read to recognise an input: a header may be long.
pub const HEAD: usize = 64 << 10;

/// Returns the format of an input with this name. Reads as much as needed, and looks again only when the bytes have
/// grown enough, so that slow pipes cost little.
pub fn recognise(path: &Path, reader: &mut Source) -> Format {
    let mut looked = 0;
    loop {
        let (head, is_end) = (reader.head(), reader.is_end());
        let new = head.len() - looked;
        if is_end || head.len() >= HEAD || new >= looked / 8 || new >= looked / 64 && head.ends_with(b"\n") {
            looked = head.len();
            match Format::recognise_file(path, head, is_end) {
                Some(format) => return format,
                None if is_end || looked >= HEAD => return Format::Text,
                None => {}
            }
        }
        reader.more();
    }
}
