//! Whatever is in a ZIP archive, as its members or in place of its bytes: reading ends, and the text of a document is the same however it
//! is read.

#![no_main]

use std::io::{Cursor, Read};

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;

use inputs::{allowance::Allowance, document, zip::Archive};

/// The files of the command that read documents.
#[allow(dead_code, reason = "the command uses the rest")]
#[path = "../../src/bin/napkin/inputs"]
mod inputs {
    pub mod allowance;
    pub mod document;
    pub mod encoded;
    pub mod member;
    pub mod peek;
    pub mod shared_file;
    pub mod truncation;
    pub mod unzip;
    pub mod zip;
}

#[derive(Arbitrary, Debug)]
struct Input {
    format: u8,
    first: String,
    second: String,
    /// Bytes of the archive that are others than they should be.
    changes: Vec<(u16, u8)>,
}

/// The members of each format: the first two hold what comes from outside.
const FORMATS: [&[&str]; 5] = [
    &["word/document.xml", "word/_rels/document.xml.rels"],
    &["xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/workbook.xml"],
    &["ppt/slides/slide1.xml", "ppt/slides/_rels/slide1.xml.rels", "ppt/presentation.xml"],
    &["content.xml", "styles.xml", "META-INF/manifest.xml"],
    &["META-INF/container.xml", "b.xhtml"],
];

fuzz_target!(|input: Input| {
    let names = FORMATS[usize::from(input.format) % FORMATS.len()];
    let texts = [&input.first, &input.second, ""];
    let mut archive = written(names.iter().copied().zip(texts));
    for &(at, byte) in &input.changes {
        let at = usize::from(at) % archive.len();
        archive[at] = byte;
    }
    assert_eq!(texts_of(&archive, 1), texts_of(&archive, 1 << 16));
});

/// Returns what is read of each member by reads of this size, up to what is wrong with it.
fn texts_of(archive: &[u8], size: usize) -> Vec<(Vec<u8>, Option<String>)> {
    let allowance = Allowance::new(None);
    let Ok(archive) = Archive::open(Box::new(Cursor::new(archive.to_vec()))) else { return Vec::new() };
    let members = document::members(archive, &allowance).unwrap_or_else(|archive| archive.members(&allowance));
    let (mut texts, mut buffer) = (Vec::new(), vec![0; size]);
    for member in members.list.flatten() {
        let (mut source, mut text) = (member.source, Vec::new());
        let error = loop {
            match source.read(&mut buffer) {
                Ok(0) => break None,
                Ok(count) => text.extend_from_slice(&buffer[..count]),
                Err(error) => break Some(error.to_string()),
            }
        };
        texts.push((text, error));
    }
    texts
}

/// Returns an archive in which nothing is compressed.
fn written<'t>(members: impl Iterator<Item = (&'t str, &'t str)>) -> Vec<u8> {
    let (mut archive, mut directory, mut count) = (Vec::new(), Vec::new(), 0_u16);
    for (name, text) in members {
        let mut crc = flate2::Crc::new();
        crc.update(text.as_bytes());
        let mut header = vec![0; 8];
        [crc.sum(), text.len() as u32, text.len() as u32].iter().for_each(|number| header.extend(number.to_le_bytes()));
        header.extend((name.len() as u32).to_le_bytes());
        let offset = archive.len() as u32;
        archive.extend([b"PK\x03\x04\x14\0", &header[..], name.as_bytes(), text.as_bytes()].concat());
        directory.extend([b"PK\x01\x02\x14\0\x14\0", &header[..], &[0; 10], &offset.to_le_bytes(), name.as_bytes()].concat());
        count += 1;
    }
    let (size, offset) = (directory.len() as u32, archive.len() as u32);
    archive.append(&mut directory);
    archive.extend([b"PK\x05\x06\0\0\0\0", &[count.to_le_bytes(); 2].concat()[..], &size.to_le_bytes(), &offset.to_le_bytes(), &[0; 2]].concat());
    archive
}
