//! What an input is, by what it begins with.

use napkin::Format;

use crate::inputs::peek::Source;

/// Whether it is UTF-16, by the byte order mark it begins with.
pub fn is_utf16(head: &[u8]) -> bool {
    head.starts_with(b"\xFF\xFE") || head.starts_with(b"\xFE\xFF")
}

/// How much is read to see what it is: a header may be long.
pub const HEAD: usize = 64 << 10;

/// What the input is: reads as much as it takes to know. What was read is only looked at again when some more of it is
/// there, so that a byte a read costs no look at all of it for each.
pub fn recognise(reader: &mut Source) -> Format {
    let mut looked = 0;
    loop {
        let (head, is_end) = (reader.head(), reader.is_end());
        let new = head.len() - looked;
        if is_end || head.len() >= HEAD || new >= looked / 8 || new >= looked / 64 && head.ends_with(b"\n") {
            looked = head.len();
            match Format::recognise(head, is_end) {
                Some(format) => return format,
                None if is_end || looked >= HEAD => return Format::Text,
                None => {}
            }
        }
        reader.more();
    }
}
