//! Recognises inputs by their first bytes and their names.

use std::path::Path;

use napkin::Format;

use crate::inputs::peek::Source;

/// A kind of file that contains other files or mail, and is not text.
#[derive(Debug)]
pub struct Container {
    magic: &'static [u8],
    /// The name with its article.
    pub name: &'static str,
    pub advice: &'static str,
}

/// The containers that napkin recognises but cannot read.
const CONTAINERS: [Container; 10] = [
    Container { magic: b"7z\xBC\xAF\x27\x1C", name: "a 7z file", advice: "try: 7z x -so FILE | napkin" },
    Container { magic: b"Rar!\x1A\x07", name: "a RAR file", advice: "try: unrar p -inul FILE | napkin" },
    Container { magic: b"\x04\x22\x4D\x18", name: "an lz4 file", advice: "try: lz4 -dc FILE | napkin" },
    Container { magic: b"\x1F\x9D", name: "a file of compress", advice: "try: uncompress -c FILE | napkin" },
    Container { magic: b"LZIP\x01", name: "an lzip file", advice: "try: lzip -dc FILE | napkin" },
    Container { magic: b"MSCF\0\0\0\0", name: "a CAB file", advice: "try: cabextract -p FILE | napkin" },
    Container { magic: b"!<arch>\n", name: "an ar archive", advice: "try: ar p FILE | napkin" },
    Container { magic: b"!BDN", name: "an Outlook mailbox", advice: "try: readpst -o FOLDER FILE" },
    Container {
        magic: b"\xCF\xAD\x12\xFE",
        name: "an Outlook Express mailbox",
        advice: "try: readdbx -f FILE -o MBOX",
    },
    Container {
        magic: b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1",
        name: "an Office document that is encrypted or in the format of before 2007",
        advice: "save it as docx, xlsx or pptx",
    },
];

/// The signatures of ZIP archives: a member, an empty archive, or a split one.
const ZIP: [&[u8]; 3] = [b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08"];

pub fn is_zip(source: &mut Source) -> bool {
    source.fill(1);
    if source.head().first() == Some(&b'P') {
        source.fill(4);
    }
    ZIP.iter().any(|magic| source.head().starts_with(magic))
}

pub fn container(source: &mut Source) -> Option<&'static Container> {
    source.fill(1);
    // Few texts begin with these letters; others need not wait for more bytes.
    if source.head().first().is_some_and(|first| CONTAINERS.iter().any(|container| container.magic[0] == *first)) {
        source.fill(8);
    }
    CONTAINERS.iter().find(|container| source.head().starts_with(container.magic))
}

pub fn is_pdf(source: &mut Source) -> bool {
    const MAGIC: &[u8] = b"%PDF-";
    source.fill(1);
    if source.head().first() == Some(&MAGIC[0]) {
        source.fill(MAGIC.len());
    }
    source.head().starts_with(MAGIC)
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
