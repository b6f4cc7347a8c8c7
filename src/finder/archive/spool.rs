//! Bytes that wait in a temporary file until the archive is written.

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom, Write},
    ops::Range,
};

/// Bytes in a file, appended and read by their places.
#[derive(Debug)]
pub(super) struct Spool {
    file: File,
    end: u64,
}

impl Spool {
    pub(super) fn new(file: File) -> Spool {
        Spool { file, end: 0 }
    }

    /// Appends some bytes, and returns where they begin.
    pub(super) fn push(&mut self, bytes: &[u8]) -> io::Result<u64> {
        let start = self.end;
        self.file.seek(SeekFrom::Start(start))?;
        self.file.write_all(bytes)?;
        self.end += bytes.len() as u64;
        Ok(start)
    }

    /// Appends so many bytes of a reader.
    pub(super) fn append(&mut self, reader: &mut impl Read, length: u64) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.end))?;
        let copied = io::copy(&mut reader.take(length), &mut self.file)?;
        self.end += copied;
        if copied == length { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    }

    pub(super) fn length(&self) -> u64 {
        self.end
    }

    /// Writes all bytes.
    pub(super) fn write_to(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(0))?;
        io::copy(&mut (&self.file).take(self.end), out).map(drop)
    }

    /// Appends the bytes at these places to `bytes`.
    pub(super) fn read(&mut self, range: Range<u64>, bytes: &mut Vec<u8>) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(range.start))?;
        let length = range.end - range.start;
        let read = (&self.file).take(length).read_to_end(bytes)?;
        if read as u64 == length { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    }
}
