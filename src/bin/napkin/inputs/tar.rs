//! Tar archives as folders: the members are read one after another, in little memory whatever the archive claims.
//!
//! The formats of POSIX (ustar and pax) and GNU are supported. Only regular files are returned.

use std::{
    io::{self, BufRead, Read},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::inputs::{
    member::{Damage, Member, parts_of_path},
    peek::{Peek, Source},
};

const BLOCK: usize = 512;

/// The longest name, or list of attributes.
const LONGEST: u64 = 64 << 10;

pub fn is_tar(source: &mut Source) -> bool {
    source.fill(1);
    let has_magic = |head: &[u8]| head.get(257..262).map(|magic| magic == b"ustar");
    // Do not wait for more input without need: a header is full of NULs, and text has none.
    let may_be = has_magic(source.head()).unwrap_or_else(|| memchr::memchr(0, source.head()).is_some());
    if !may_be {
        return false;
    }
    source.fill(BLOCK);
    source.head().get(..BLOCK).is_some_and(|header| has_magic(header) == Some(true) && is_sound(header))
}

/// Returns `true` if the checksum is right: the sum of the header's bytes, with spaces for the checksum itself.
fn is_sound(header: &[u8]) -> bool {
    let sum: u64 =
        header.iter().enumerate().map(|(at, &byte)| if (148..156).contains(&at) { 32 } else { u64::from(byte) }).sum();
    number(&header[148..156]) == Some(sum)
}

/// Reads a number in octal digits, or in binary if its first bit is set.
fn number(field: &[u8]) -> Option<u64> {
    if field[0] & 0x80 != 0 {
        let is_small =
            field[..field.len() - 8].iter().enumerate().all(|(at, &byte)| byte == if at == 0 { 0x80 } else { 0 });
        return is_small
            .then(|| field[field.len() - 8..].iter().fold(0, |number, &byte| number << 8 | u64::from(byte)));
    }
    let digits = field.iter().skip_while(|&&byte| byte == b' ').take_while(|byte| byte.is_ascii_digit());
    digits
        .map(|&byte| u64::from(byte - b'0'))
        .try_fold(0_u64, |number, digit| (digit < 8).then(|| number.checked_mul(8)?.checked_add(digit)).flatten())
}

fn text(field: &[u8]) -> &[u8] {
    &field[..memchr::memchr(0, field).unwrap_or(field.len())]
}

pub struct Tar {
    unread: Arc<Mutex<Unread>>,
    is_over: bool,
}

struct Unread {
    source: Source,
    /// The rest of the last member, with its padding.
    bytes: u64,
    filling: u64,
}

fn lock(unread: &Mutex<Unread>) -> MutexGuard<'_, Unread> {
    unread.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Tar {
    pub fn new(source: Source) -> Tar {
        Tar { unread: Arc::new(Mutex::new(Unread { source, bytes: 0, filling: 0 })), is_over: false }
    }

    fn read(&mut self) -> io::Result<Option<Member>> {
        let mut long_name = None;
        loop {
            self.skip()?;
            let mut header = Vec::with_capacity(BLOCK);
            (&mut lock(&self.unread).source).take(BLOCK as u64).read_to_end(&mut header)?;
            // Two blocks of zeros end the archive, or its last byte does.
            if header.iter().all(|&byte| byte == 0) {
                return Ok(None);
            }
            if header.len() < BLOCK {
                return Err(damage("is cut off"));
            }
            if !is_sound(&header) {
                return Err(damage("has a damaged header; the rest of it was not searched"));
            }
            let size = number(&header[124..136]).ok_or_else(|| damage("has a member without a size"))?;
            let mut unread = lock(&self.unread);
            (unread.bytes, unread.filling) = (size, size.next_multiple_of(BLOCK as u64) - size);
            drop(unread);
            match header[156] {
                b'L' => long_name = Some(text(&self.read_small(size)?).to_vec()),
                b'x' => long_name = pax_path(&self.read_small(size)?).or(long_name),
                b'0' | 0 | b'7' => {
                    let name = long_name.take().unwrap_or_else(|| name(&header));
                    if name.ends_with(b"/") {
                        continue;
                    }
                    let reader = MemberReader(Arc::clone(&self.unread));
                    let path = parts_of_path(&String::from_utf8_lossy(&name)).collect();
                    return Ok(Some(Member { path, size, format: None, source: Peek::new(Box::new(reader)) }));
                }
                // Links, folders, devices, and attributes for all members.
                _ => long_name = None,
            }
        }
    }

    fn read_small(&mut self, size: u64) -> io::Result<Vec<u8>> {
        if size > LONGEST {
            return Err(damage("has a member whose name is too long"));
        }
        let mut bytes = Vec::with_capacity(size as usize);
        let mut unread = lock(&self.unread);
        let read = (&mut unread.source).take(size).read_to_end(&mut bytes)? as u64;
        unread.bytes -= read;
        if read < size { Err(damage("is cut off")) } else { Ok(bytes) }
    }

    fn skip(&mut self) -> io::Result<()> {
        let mut unread = lock(&self.unread);
        let mut left = unread.bytes + unread.filling;
        (unread.bytes, unread.filling) = (0, 0);
        let source = &mut unread.source;
        while left > 0 {
            let count = source.fill_buf()?.len().min(usize::try_from(left).unwrap_or(usize::MAX));
            if count == 0 {
                return Err(damage("is cut off"));
            }
            source.consume(count);
            left -= count as u64;
        }
        Ok(())
    }
}

/// Nothing comes after an error.
impl Iterator for Tar {
    type Item = io::Result<Member>;

    fn next(&mut self) -> Option<io::Result<Member>> {
        if self.is_over {
            return None;
        }
        let next = self.read();
        self.is_over = !matches!(next, Ok(Some(_)));
        next.transpose()
    }
}

struct MemberReader(Arc<Mutex<Unread>>);

impl Read for MemberReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut unread = lock(&self.0);
        let room = buffer.len().min(usize::try_from(unread.bytes).unwrap_or(usize::MAX));
        if room == 0 {
            return Ok(0);
        }
        let count = unread.source.read(&mut buffer[..room])?;
        if count == 0 {
            return Err(damage("is cut off"));
        }
        unread.bytes -= count as u64;
        Ok(count)
    }
}

fn damage(what: &str) -> io::Error {
    Damage::error(format!("the archive {what}"))
}

/// Returns the name in a header. POSIX may put a prefix before it.
fn name(header: &[u8]) -> Vec<u8> {
    let prefix = if &header[257..263] == b"ustar\0" { text(&header[345..500]) } else { b"" };
    let separator: &[u8] = if prefix.is_empty() { b"" } else { b"/" };
    [prefix, separator, text(&header[..100])].concat()
}

/// Returns the attribute `path` from lines of `LENGTH NAME=VALUE`.
fn pax_path(mut attributes: &[u8]) -> Option<Vec<u8>> {
    let mut path = None;
    while let Some(space) = memchr::memchr(b' ', attributes) {
        let length: usize = std::str::from_utf8(&attributes[..space]).ok()?.parse().ok()?;
        let line = attributes.get(space + 1..length)?;
        if let Some(value) = line.strip_prefix(b"path=") {
            path = Some(value.strip_suffix(b"\n").unwrap_or(value).to_vec());
        }
        attributes = &attributes[length..];
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_octal_or_binary() {
        assert_eq!(number(b"00000000017\0"), Some(15));
        assert_eq!(number(b"     17 \0\0\0\0"), Some(15));
        assert_eq!(number(b"\x80\0\0\0\0\0\0\0\0\0\x01\x02"), Some(258));
        assert_eq!(number(b"\x80\x01\0\0\0\0\0\0\0\0\0\0"), None);
        assert_eq!(number(b"00000000019\0"), None);
        assert_eq!(number(&[0; 12]), Some(0));
    }

    #[test]
    fn attributes_have_a_path() {
        assert_eq!(pax_path(b"12 mtime=1.5\n11 path=a=b\n"), None);
        assert_eq!(pax_path(b"13 mtime=1.5\n12 path=a=b\n"), Some(b"a=b".to_vec()));
        assert_eq!(pax_path(b"99 path=a\n"), None);
    }
}
