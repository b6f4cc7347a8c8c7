//! Detects files that are truncated while they are read. Such a read only sees the end of the file.

use std::{
    error::Error,
    fmt,
    fs::File,
    io::{self, Read, Seek, Stdin},
    sync::Arc,
};

use crate::inputs::shared_file::SharedFile;

/// A reader that fails if a regular file ends early.
#[derive(Debug)]
pub struct Measured<R> {
    reader: R,
    read: u64,
    length: Length,
    /// Returns how much of a regular file is left to read.
    rest: fn(&R) -> Option<u64>,
}

#[derive(Clone, Copy, Debug)]
enum Length {
    Unasked,
    Known(u64),
    /// Not a regular file, or its end was reported.
    Unknown,
}

impl Measured<Arc<File>> {
    /// Reads a file from its start. If the first read gets it all, its size is not checked.
    pub fn new(file: Arc<File>) -> Measured<Arc<File>> {
        Measured { reader: file, read: 0, length: Length::Unasked, rest: |file| rest(file) }
    }
}

impl Measured<SharedFile> {
    /// Reads a file that has `rest` more bytes.
    pub fn with_rest(file: SharedFile, rest: u64) -> Measured<SharedFile> {
        Measured { reader: file, read: 0, length: Length::Known(rest), rest: |_| None }
    }
}

impl Measured<Stdin> {
    pub fn standard_input() -> Measured<Stdin> {
        Measured { reader: io::stdin(), read: 0, length: Length::Unasked, rest: rest_of_standard_input }
    }
}

impl<R: Read> Read for Measured<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        self.read += count as u64;
        if let Length::Known(length) = self.length
            && count == 0
            && !buffer.is_empty()
        {
            // It is reported once.
            self.length = Length::Unknown;
            if self.read < length {
                return Err(io::Error::other(Truncation { read: self.read, length }));
            }
        }
        // Only at its end does a regular file return less than asked for.
        if matches!(self.length, Length::Unasked) && count == buffer.len() {
            self.length = (self.rest)(&self.reader).map_or(Length::Unknown, |rest| Length::Known(self.read + rest));
        }
        Ok(count)
    }
}

/// Returns how much of a file follows the current position.
fn rest(file: &File) -> Option<u64> {
    let length = file.metadata().ok().filter(|file| file.is_file())?.len();
    let place = (&mut &*file).stream_position().ok()?;
    Some(length.saturating_sub(place))
}

#[cfg(unix)]
fn rest_of_standard_input(input: &Stdin) -> Option<u64> {
    use std::os::fd::AsFd;
    rest(&File::from(input.as_fd().try_clone_to_owned().ok()?))
}

#[cfg(not(unix))]
fn rest_of_standard_input(_: &Stdin) -> Option<u64> {
    None
}

/// A file was truncated while it was read. The data before was searched.
#[derive(Clone, Copy, Debug)]
pub struct Truncation {
    read: u64,
    length: u64,
}

impl Truncation {
    pub fn in_error(error: &io::Error) -> Option<&Truncation> {
        error.get_ref()?.downcast_ref()
    }
}

impl fmt::Display for Truncation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "was truncated during the search: got {} of {} bytes", self.read, self.length)
    }
}

impl Error for Truncation {}

#[cfg(test)]
mod tests {
    use std::{env, fs, io::Write, process};

    use super::*;

    /// Returns the result of reading a file in chunks of `room` bytes, with `change` after the first read.
    fn read(name: &str, size: usize, room: usize, change: impl FnOnce(&mut File)) -> (usize, Option<String>) {
        let path = env::temp_dir().join(format!("napkin-{}-{name}", process::id()));
        let mut file = File::create_new(&path).unwrap();
        file.write_all(&vec![b'a'; size]).unwrap();
        let mut reader = Measured::new(Arc::new(File::open(&path).unwrap()));
        let mut buffer = vec![0; room];
        let mut total = reader.read(&mut buffer).unwrap();
        change(&mut file);
        let error = loop {
            match reader.read(&mut buffer) {
                Ok(0) => break None,
                Ok(count) => total += count,
                Err(error) => break Some(Truncation::in_error(&error).unwrap().to_string()),
            }
        };
        assert_eq!(reader.read(&mut buffer).unwrap(), 0, "it is told once");
        fs::remove_file(path).unwrap();
        (total, error)
    }

    #[test]
    fn what_becomes_shorter_is_told_and_nothing_else() {
        let told = "was truncated during the search: got 10 of 25 bytes".to_owned();
        assert_eq!(read("shorter", 25, 10, |file| file.set_len(5).unwrap()), (10, Some(told)));
        assert_eq!(read("as-long", 20, 10, |_| {}), (20, None));
        assert_eq!(read("longer", 20, 10, |file| file.write_all(b"more").unwrap()), (24, None));
        assert_eq!(read("all-read", 20, 20, |_| {}), (20, None));
        // One read gets it all, so later changes are not seen.
        assert_eq!(read("small", 5, 10, |file| file.set_len(0).unwrap()), (5, None));
    }

    #[test]
    fn a_part_that_is_not_there_is_told() {
        let path = env::temp_dir().join(format!("napkin-{}-part", process::id()));
        fs::write(&path, "0123456789").unwrap();
        let file = SharedFile::new(Arc::new(File::open(&path).unwrap()));
        let read = |rest| io::read_to_string(Measured::with_rest(file.clone(), rest));
        assert_eq!(read(10).unwrap(), "0123456789");
        assert!(read(11).unwrap_err().to_string().contains("10 of 11"));
        fs::remove_file(path).unwrap();
    }
}
