//! ZIP archives: the directory at the end lists the members, and each is read from its place.
//!
//! If the directory is missing or damaged, the headers before the members are read.

use std::{
    io::{self, Read, Seek, SeekFrom},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use flate2::{Crc, read::DeflateDecoder};
use memchr::memmem;

use crate::inputs::{
    allowance::{Allowance, Share},
    member::{Damage, Member, Members, parts_of_path},
    peek::{Peek, READ, Source},
    unzip,
};

/// The largest directory that is kept in memory: about 80 bytes a member.
const MAX_DIRECTORY: u64 = 16 << 20;

/// The size of a decompression step. An error loses the output of its step, so it is small.
const STEP: usize = 4 << 10;

/// The signatures of the parts.
const MEMBER: &[u8] = b"PK\x03\x04";
const LISTED: &[u8] = b"PK\x01\x02";
const END: &[u8] = b"PK\x05\x06";
const END_64: &[u8] = b"PK\x06\x06";
const LOCATOR_64: &[u8] = b"PK\x06\x07";

/// The longest name of a member. No system allows a longer one.
const MAX_NAME: usize = 4096;

/// The lengths of the fixed parts of a header, an entry of the directory, and the three records at its end.
const MEMBER_LENGTH: usize = 30;
const LISTED_LENGTH: usize = 46;
const END_LENGTH: usize = 22;
const END_64_LENGTH: usize = 56;
const LOCATOR_64_LENGTH: usize = 20;

/// The storage of an archive: a file, or memory.
pub trait Place: Read + Seek + Send {}

impl<P: Read + Seek + Send> Place for P {}

type Shared = Arc<Mutex<Box<dyn Place>>>;

fn lock(place: &Shared) -> MutexGuard<'_, Box<dyn Place>> {
    place.lock().unwrap_or_else(PoisonError::into_inner)
}

#[derive(Clone, Debug)]
pub struct Entry {
    /// Its path in the archive, with slashes and without `..`.
    pub path: String,
    /// Its uncompressed size, as listed.
    pub size: u64,
    is_encrypted: bool,
    method: u64,
    /// The checksum, if known.
    crc: Option<u32>,
    /// The offset of its header, and its compressed size.
    offset: u64,
    stored: u64,
}

pub struct Archive {
    place: Shared,
    /// The members in the order of the archive, without folders.
    pub entries: Vec<Entry>,
    /// Damage to the archive as a whole.
    pub damage: Option<io::Error>,
}

impl Archive {
    /// Reads the list of members.
    ///
    /// # Errors
    /// The place can't be read, the list is too long, or the members overlap.
    pub fn open(mut place: Box<dyn Place>) -> io::Result<Archive> {
        let length = place.seek(SeekFrom::End(0))?;
        let (mut entries, mut damage) = (Vec::new(), None);
        match directory(&mut place, length)?.and_then(|directory| listed(&directory)) {
            Some(listed) => entries = listed,
            None => {
                damage = Some(Damage::error("the ZIP archive is cut off or damaged"));
                found(&mut place, length, &mut entries)?;
            }
        }
        // Overlapping members would expand the same bytes several times.
        if entries.iter().try_fold(0, |sum: u64, entry| sum.checked_add(entry.stored)).is_none_or(|sum| sum > length) {
            return Err(Damage::error("is a ZIP archive whose members overlap"));
        }
        Ok(Archive { place: Arc::new(Mutex::new(place)), entries, damage })
    }

    /// Returns the contents of a member, decompressed within the allowance.
    ///
    /// # Errors
    /// The member is encrypted, damaged, or compressed by an unknown method.
    pub fn read(&self, entry: &Entry, allowance: &Allowance) -> io::Result<Source> {
        if entry.is_encrypted {
            return Err(Damage::error("is encrypted"));
        }
        let mut header = [0; MEMBER_LENGTH];
        read_at(&mut lock(&self.place), entry.offset, &mut header)?;
        let lengths = number(&header, 26, 2).zip(number(&header, 28, 2)).filter(|_| header.starts_with(MEMBER));
        let (name, extra) = lengths.ok_or_else(|| Damage::error("has a damaged header"))?;
        let at = entry.offset.saturating_add(MEMBER_LENGTH as u64 + name + extra);
        let section = Section { place: Arc::clone(&self.place), at, left: entry.stored };
        let reader: Box<dyn Read + Send> = match entry.method {
            0 => Box::new(section),
            8 => Box::new(Inflated { decoder: DeflateDecoder::new(section), share: allowance.enter() }),
            // Bzip2, zstd and xz: the member is such a file.
            12 | 93 | 95 => Box::new(unzip::unzip(Peek::new(Box::new(section)), allowance)),
            method => return Err(Damage::error(format!("is compressed by method {method}, which napkin can't read"))),
        };
        Ok(Peek::new(Box::new(Checked { reader, sum: Crc::new(), crc: entry.crc })))
    }

    pub fn members(mut self, allowance: &Allowance) -> Members {
        let allowance = allowance.clone();
        let (entries, damage) = (std::mem::take(&mut self.entries), self.damage.take().map(Err));
        let members = entries.into_iter().map(move |entry| {
            let source = self.read(&entry, &allowance).unwrap_or_else(Peek::failing);
            Ok(Member { path: entry.path.into(), size: entry.size, format: None, source })
        });
        Members::of_archive(members.chain(damage))
    }
}

struct Section {
    place: Shared,
    at: u64,
    left: u64,
}

impl Read for Section {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let room = buffer.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        if room == 0 {
            return Ok(0);
        }
        let mut place = lock(&self.place);
        place.seek(SeekFrom::Start(self.at))?;
        let count = place.read(&mut buffer[..room])?;
        if count == 0 {
            return Err(Damage::error("is cut off"));
        }
        (self.at, self.left) = (self.at + count as u64, self.left - count as u64);
        Ok(count)
    }
}

struct Inflated {
    decoder: DeflateDecoder<Section>,
    share: Share,
}

impl Read for Inflated {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let room = buffer.len().min(STEP);
        let count = self.decoder.read(&mut buffer[..room]).map_err(|error| match error.kind() {
            io::ErrorKind::InvalidInput => Damage::error("is damaged"),
            io::ErrorKind::UnexpectedEof => Damage::error("is cut off"),
            _ => error,
        })?;
        let may_go_on = self.share.take(self.decoder.total_in(), count);
        if may_go_on { Ok(count) } else { Err(Damage::error("expands too much; see --max-decompressed")) }
    }
}

/// The contents of a member, whose checksum is verified at the end.
struct Checked {
    reader: Box<dyn Read + Send>,
    sum: Crc,
    crc: Option<u32>,
}

impl Read for Checked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        self.sum.update(&buffer[..count]);
        let is_end = count == 0 && !buffer.is_empty();
        if is_end && self.crc.take().is_some_and(|crc| crc != self.sum.sum()) {
            return Err(Damage::error("is damaged: its checksum is wrong"));
        }
        Ok(count)
    }
}

fn number(bytes: &[u8], at: usize, size: usize) -> Option<u64> {
    let field = bytes.get(at..at.checked_add(size)?)?;
    Some(field.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
}

/// Fills the buffer from `offset` on.
fn read_at(place: &mut Box<dyn Place>, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
    let read = place.seek(SeekFrom::Start(offset)).and_then(|_| place.read_exact(buffer));
    read.map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidInput => Damage::error("is cut off"),
        _ => error,
    })
}

/// Returns the directory of an archive of this length, if there is one.
fn directory(place: &mut Box<dyn Place>, length: u64) -> io::Result<Option<Vec<u8>>> {
    // A comment may follow its end.
    let mut tail = vec![0; length.min((LOCATOR_64_LENGTH + END_LENGTH + 0xFFFF) as u64) as usize];
    read_at(place, length - tail.len() as u64, &mut tail)?;
    let Some(end) = memmem::rfind(&tail, END) else { return Ok(None) };
    let mut place_of = number(&tail, end + 16, 4).zip(number(&tail, end + 12, 4));
    let locator = end.checked_sub(LOCATOR_64_LENGTH).filter(|&at| tail[at..].starts_with(LOCATOR_64));
    if let Some(offset) = locator.and_then(|at| number(&tail, at + 8, 8)) {
        let mut record = [0; END_64_LENGTH];
        let is_there = read_at(place, offset, &mut record).is_ok() && record.starts_with(END_64);
        place_of = number(&record, 48, 8).zip(number(&record, 40, 8)).filter(|_| is_there);
    }
    let Some((offset, size)) =
        place_of.filter(|&(offset, size)| offset.checked_add(size).is_some_and(|end| end <= length))
    else {
        return Ok(None);
    };
    if size > MAX_DIRECTORY {
        return Err(too_many());
    }
    let mut bytes = vec![0; size as usize];
    read_at(place, offset, &mut bytes)?;
    Ok(Some(bytes))
}

fn too_many() -> io::Error {
    Damage::error("is a ZIP archive with too many members")
}

/// Returns the members that a directory lists, or `None` if it is damaged.
fn listed(mut directory: &[u8]) -> Option<Vec<Entry>> {
    let mut entries = Vec::new();
    while !directory.is_empty() {
        let field = |at, size| number(directory, at, size);
        let (name, extra, comment) = (field(28, 2)? as usize, field(30, 2)? as usize, field(32, 2)? as usize);
        let name_end = LISTED_LENGTH + name;
        let (name, attributes) = (directory.get(LISTED_LENGTH..name_end)?, directory.get(name_end..name_end + extra)?);
        if !directory.starts_with(LISTED) || name.len() > MAX_NAME {
            return None;
        }
        let mut entry = Entry {
            path: path(name),
            size: field(24, 4)?,
            is_encrypted: field(8, 2)? & 1 == 1,
            method: field(10, 2)?,
            crc: Some(field(16, 4)? as u32),
            offset: field(42, 4)?,
            stored: field(20, 4)?,
        };
        lengthen(&mut entry, attributes);
        if !is_folder(name) {
            entries.push(entry);
        }
        directory = directory.get(name_end + extra + comment..)?;
    }
    Some(entries)
}

/// Some programs write backslashes.
fn path(name: &[u8]) -> String {
    let name = String::from_utf8_lossy(name).replace('\\', "/");
    parts_of_path(&name).collect::<Vec<_>>().join("/")
}

fn is_folder(name: &[u8]) -> bool {
    name.ends_with(b"/") || name.ends_with(b"\\")
}

/// Reads numbers of more than four bytes from the extra fields.
fn lengthen(entry: &mut Entry, mut attributes: &[u8]) {
    while let (Some(id), Some(size)) = (number(attributes, 0, 2), number(attributes, 2, 2)) {
        let end = attributes.len().min(4 + size as usize);
        if id == 1 {
            let mut at = 4;
            for long in [&mut entry.size, &mut entry.stored, &mut entry.offset] {
                if *long == 0xFFFF_FFFF
                    && let Some(number) = number(&attributes[..end], at, 8)
                {
                    (*long, at) = (number, at + 8);
                }
            }
        }
        attributes = &attributes[end..];
    }
}

/// Finds the headers of members in an archive without a directory.
fn found(place: &mut Box<dyn Place>, length: u64, entries: &mut Vec<Entry>) -> io::Result<()> {
    let (mut block, mut start, mut names, mut covered) = (vec![0; READ], 0, 0, 0);
    while start < length {
        let size = usize::try_from(length - start).map_or(READ, |left| left.min(READ));
        read_at(place, start, &mut block[..size])?;
        for at in memmem::find_iter(&block[..size], MEMBER) {
            let offset = start + at as u64;
            // A member of known length may be an archive itself.
            if offset < covered {
                continue;
            }
            let (entry, name) = header_at(place, offset).unwrap_or_default();
            names += (LISTED_LENGTH + name) as u64;
            if names > MAX_DIRECTORY {
                return Err(too_many());
            }
            covered = entry.as_ref().filter(|entry| entry.crc.is_some()).map_or(0, |entry| offset + entry.stored);
            entries.extend(entry);
        }
        let is_last = start + size as u64 == length;
        start += (size - if is_last { 0 } else { MEMBER.len() - 1 }) as u64;
    }
    // If a header does not give the length, the next header ends the member.
    let mut next = length;
    for entry in entries.iter_mut().rev() {
        let most = next.saturating_sub(entry.offset + MEMBER_LENGTH as u64);
        entry.stored = entry.stored.min(most);
        next = entry.offset;
    }
    Ok(())
}

/// Returns the member whose header stands at `offset`, unless it is a folder, and the length of its name.
fn header_at(place: &mut Box<dyn Place>, offset: u64) -> Option<(Option<Entry>, usize)> {
    let mut header = [0; MEMBER_LENGTH];
    read_at(place, offset, &mut header).ok()?;
    let field = |at, size| number(&header, at, size).unwrap_or(0);
    let mut name = vec![0; Some(field(26, 2) as usize).filter(|&length| length <= MAX_NAME)?];
    read_at(place, offset + MEMBER_LENGTH as u64, &mut name).ok()?;
    let flags = field(6, 2);
    // The length may follow the member, or need more than four bytes.
    let is_known = flags & 8 == 0 && field(18, 4) < 0xFFFF_FFFF;
    let entry = Entry {
        path: path(&name),
        size: 0,
        is_encrypted: flags & 1 == 1,
        method: field(8, 2),
        crc: is_known.then(|| field(14, 4) as u32),
        offset,
        stored: if is_known { field(18, 4) } else { u64::MAX },
    };
    Some(((!is_folder(&name)).then_some(entry), name.len()))
}
