//! ZIP archives, made for a test.

use std::io::Write;

/// An archive that is being written.
#[derive(Clone, Default)]
pub struct Zip {
    members: Vec<u8>,
    directory: Vec<u8>,
    count: u16,
}

/// A member as an archive says that it is.
#[derive(Clone, Copy)]
pub struct Member<'m> {
    pub name: &'m str,
    pub flags: u16,
    pub method: u16,
    pub crc: u32,
    pub size: usize,
    pub stored: &'m [u8],
}

impl Zip {
    /// Appends a member, compressed.
    pub fn add(&mut self, name: &str, text: &[u8]) {
        let mut writer = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::default());
        writer.write_all(text).unwrap();
        let stored = writer.finish().unwrap();
        let mut crc = flate2::Crc::new();
        crc.update(text);
        self.add_as(Member { name, flags: 0, method: 8, crc: crc.sum(), size: text.len(), stored: &stored });
    }

    /// Appends a member with this header.
    pub fn add_as(&mut self, member: Member<'_>) {
        let offset = self.members.len();
        self.list(member, offset);
        self.members.extend(b"PK\x03\x04\x14\0");
        self.members.extend(header(member));
        self.members.extend(0_u16.to_le_bytes());
        self.members.extend(member.name.bytes());
        self.members.extend(member.stored);
    }

    /// Lists a member that stands at `offset`.
    pub fn list(&mut self, member: Member<'_>, offset: usize) {
        self.directory.extend(b"PK\x01\x02\x14\0\x14\0");
        self.directory.extend(header(member));
        self.directory.extend([0; 12]);
        self.directory.extend((offset as u32).to_le_bytes());
        self.directory.extend(member.name.bytes());
        self.count += 1;
    }

    /// Returns the archive.
    pub fn finish(self) -> Vec<u8> {
        let mut bytes = self.members;
        let offset = bytes.len() as u32;
        bytes.extend(&self.directory);
        bytes.extend(b"PK\x05\x06\0\0\0\0");
        bytes.extend([self.count.to_le_bytes(); 2].concat());
        bytes.extend((self.directory.len() as u32).to_le_bytes());
        bytes.extend(offset.to_le_bytes());
        bytes.extend([0; 2]);
        bytes
    }
}

/// What both headers of a member have in common.
fn header(member: Member<'_>) -> Vec<u8> {
    let mut header = Vec::new();
    header.extend(member.flags.to_le_bytes());
    header.extend(member.method.to_le_bytes());
    header.extend([0; 4]);
    for number in [member.crc, member.stored.len() as u32, member.size as u32] {
        header.extend(number.to_le_bytes());
    }
    header.extend((member.name.len() as u16).to_le_bytes());
    header
}

/// Returns an archive of texts.
pub fn zip(members: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = Zip::default();
    members.iter().for_each(|(name, text)| zip.add(name, text.as_bytes()));
    zip.finish()
}
