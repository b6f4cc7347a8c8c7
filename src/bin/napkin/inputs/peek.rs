//! A reader with a lookahead buffer.

use std::io::{self, BufRead, Read};

/// The size of the first read. It suffices to recognise most inputs, and allocating more costs more than filling it.
pub const FIRST: usize = 16 << 10;

/// The size of later reads.
pub const READ: usize = 64 << 10;

pub type Source = Peek<Box<dyn Read + Send>>;

/// A reader, and the bytes read and not consumed yet.
#[derive(Debug)]
pub struct Peek<R> {
    reader: R,
    buffer: Vec<u8>,
    /// Bytes before this index are consumed.
    start: usize,
    /// The end of the bytes read.
    end: usize,
    /// The number of consumed bytes that left the buffer.
    base: u64,
    is_end: bool,
    /// The error of a read, reported after all bytes before it.
    failure: Option<io::Error>,
}

#[cfg(feature = "zip")]
impl Source {
    pub fn failing(failure: io::Error) -> Source {
        Peek { is_end: true, failure: Some(failure), ..Peek::new(Box::new(io::empty())) }
    }
}

impl<R: Read> Peek<R> {
    pub fn new(reader: R) -> Peek<R> {
        Peek::with_buffer(reader, Vec::new())
    }

    pub fn with_buffer(reader: R, buffer: Vec<u8>) -> Peek<R> {
        Peek { reader, buffer, start: 0, end: 0, base: 0, is_end: false, failure: None }
    }

    pub fn into_buffer(self) -> Vec<u8> {
        self.buffer
    }

    /// Returns the bytes that were read and not consumed.
    pub fn head(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// Returns `true` if nothing more can be read after [`head`](Peek::head).
    pub fn is_end(&self) -> bool {
        self.is_end
    }

    #[cfg(any(feature = "zip", test))]
    pub fn offset(&self) -> u64 {
        self.base + self.start as u64
    }

    pub fn more(&mut self) {
        if self.is_end {
            return;
        }
        let is_full = self.end == self.buffer.len();
        if self.start == self.end {
            self.base += self.start as u64;
            (self.start, self.end) = (0, 0);
        }
        if self.buffer.is_empty() {
            self.buffer = vec![0; FIRST];
        } else if is_full && self.buffer.len() < self.end + READ {
            self.buffer.resize(self.end + READ, 0);
        }
        match self.reader.read(&mut self.buffer[self.end..]) {
            Ok(count) => (self.is_end, self.end) = (count == 0, self.end + count),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => (self.is_end, self.failure) = (true, Some(error)),
        }
    }

    /// Returns the whole input if it is shorter than [`READ`], nothing was consumed, and no read failed.
    pub fn whole(&mut self) -> Option<&[u8]> {
        self.fill(READ);
        (self.is_end && self.failure.is_none() && self.base == 0 && self.start == 0).then(|| self.head())
    }

    pub fn fill(&mut self, size: usize) {
        while self.head().len() < size && !self.is_end {
            self.more();
        }
    }
}

impl<R: Read> BufRead for Peek<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.fill(1);
        match self.failure.take() {
            Some(failure) if self.start == self.end => Err(failure),
            failure => {
                self.failure = failure;
                Ok(self.head())
            }
        }
    }

    fn consume(&mut self, count: usize) {
        self.start = (self.start + count).min(self.end);
    }
}

impl<R: Read> Read for Peek<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.start == self.end && !self.is_end && buffer.len() >= READ {
            let count = self.reader.read(buffer)?;
            self.base += count as u64;
            return Ok(count);
        }
        let head = self.fill_buf()?;
        let count = head.len().min(buffer.len());
        buffer[..count].copy_from_slice(&head[..count]);
        self.consume(count);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads one byte at a time, then fails.
    struct Failing<'a>(&'a [u8]);

    impl Read for Failing<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            match self.0.split_off_first() {
                Some(&byte) => {
                    buffer[0] = byte;
                    Ok(1)
                }
                None => Err(io::Error::other("gone")),
            }
        }
    }

    #[test]
    fn what_was_looked_at_is_read_and_then_the_failure_comes() {
        for size in [0, 1, 3, 5, 9] {
            let mut peek = Peek::new(Failing(b"abcde"));
            peek.fill(size);
            assert_eq!(peek.head(), &b"abcde"[..size.min(5)]);
            let mut read = Vec::new();
            assert_eq!(peek.read_to_end(&mut read).unwrap_err().to_string(), "gone", "{size}");
            assert_eq!((read.as_slice(), peek.offset()), (&b"abcde"[..], 5), "{size}");
        }
    }

    #[test]
    fn what_is_long_comes_whole() {
        let text: Vec<u8> = (0..READ * 3 + 7).map(|index| index as u8).collect();
        for (size, room) in [(0, 1 << 20), (10, 1000), (READ + 1, READ), (READ * 4, READ * 2)] {
            let mut peek = Peek::new(&text[..]);
            peek.fill(size);
            let (mut read, mut buffer) = (Vec::new(), vec![0; room]);
            loop {
                assert_eq!(peek.offset(), read.len() as u64);
                match peek.read(&mut buffer).unwrap() {
                    0 => break,
                    count => read.extend_from_slice(&buffer[..count]),
                }
            }
            assert!(read == text, "{size} {room}");
        }
    }

    #[test]
    fn what_ends_within_a_read_is_there_as_a_whole() {
        for size in [0, 1, FIRST, FIRST + 1, READ - 1, READ, READ + 1, READ * 2] {
            let text = vec![b'x'; size];
            let mut peek = Peek::with_buffer(&text[..], vec![b'y'; 10]);
            peek.fill(8);
            assert_eq!(peek.whole().map(<[u8]>::len), (size < READ).then_some(size), "{size}");
            let mut read = Vec::new();
            peek.read_to_end(&mut read).unwrap();
            assert!(read == text, "{size}");
        }
        let mut peek = Peek::new(Failing(b""));
        assert!(peek.whole().is_none(), "the failure is still to be told");
        assert_eq!(peek.read(&mut [0; 9]).unwrap_err().to_string(), "gone");
        let mut peek = Peek::new(&b"abc"[..]);
        peek.fill(3);
        peek.consume(1);
        assert!(peek.whole().is_none(), "some of it was taken");
    }
}
