//! An open file that several threads read, each at its own position. Another file may get its name meanwhile.

use std::{
    fs::{File, Metadata},
    io::{self, Read, Seek, SeekFrom},
    sync::Arc,
};

/// A position in a file that is open.
#[derive(Clone, Debug)]
pub struct SharedFile {
    file: Arc<File>,
    at: u64,
}

impl SharedFile {
    /// Returns the start of the file.
    pub fn new(file: Arc<File>) -> SharedFile {
        SharedFile { file, at: 0 }
    }

    /// Returns another position in the same file.
    pub fn at(&self, at: u64) -> SharedFile {
        SharedFile { file: Arc::clone(&self.file), at }
    }

    /// Returns the size of a regular file.
    pub fn size(&self) -> Option<u64> {
        self.file.metadata().ok().filter(Metadata::is_file).map(|file| file.len())
    }
}

impl Read for SharedFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = read_at(&self.file, buffer, self.at)?;
        self.at += count as u64;
        Ok(count)
    }
}

impl Seek for SharedFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
            SeekFrom::End(by) => self.file.metadata()?.len().checked_add_signed(by),
        };
        self.at = at.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.at)
    }
}

#[cfg(unix)]
fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, at)
}

#[cfg(windows)]
fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, at)
}

#[cfg(test)]
mod tests {
    use std::{env, fs, process};

    use super::*;

    #[test]
    fn each_reads_at_its_own_position_of_the_same_file() {
        let path = env::temp_dir().join(format!("napkin-{}-shared", process::id()));
        fs::write(&path, "0123456789").unwrap();
        let mut one = SharedFile::new(Arc::new(File::open(&path).unwrap()));
        let mut other = one.at(7);
        fs::remove_file(&path).unwrap();
        fs::write(&path, "abc").unwrap();
        let mut read = [0; 2];
        one.read_exact(&mut read).unwrap();
        assert_eq!((&read, io::read_to_string(&mut other).unwrap().as_str()), (b"01", "789"));
        assert_eq!((one.seek(SeekFrom::End(-4)).unwrap(), one.size()), (6, Some(10)));
        assert_eq!(one.seek(SeekFrom::Current(-7)).unwrap_err().kind(), io::ErrorKind::InvalidInput);
        assert_eq!(io::read_to_string(one).unwrap(), "6789");
        fs::remove_file(path).unwrap();
    }
}
