//! The folder of an archive, and the files in it that wait for the archive's end.

use std::{
    fs::{self, File},
    io::{self, Read, Seek, SeekFrom, Write},
    ops::Range,
    path::{Path, PathBuf},
    process,
};

/// A folder that goes again if nothing came of it.
#[derive(Debug)]
pub(super) struct MadeFolder {
    /// `None` if it was there before.
    path: Option<PathBuf>,
}

impl MadeFolder {
    pub(super) fn new(path: &Path) -> io::Result<MadeFolder> {
        let is_there = path.is_dir();
        fs::create_dir_all(path)?;
        Ok(MadeFolder { path: (!is_there).then(|| path.to_owned()) })
    }
}

impl Drop for MadeFolder {
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            // One with something in it stays.
            let _ = fs::remove_dir(path);
        }
    }
}

/// A file that is gone when it is not needed any more.
#[derive(Debug)]
pub(super) struct Spool {
    path: PathBuf,
    file: File,
    end: u64,
}

impl Spool {
    /// Returns an empty one. Its name begins with a dot.
    pub(super) fn new(folder: &Path, name: &str) -> io::Result<Spool> {
        let path = folder.join(format!(".{name}.{}", process::id()));
        let file = File::options().read(true).write(true).create(true).truncate(true).open(&path)?;
        // Where a file may be used without a name, an end by a signal leaves nothing behind.
        #[cfg(unix)]
        fs::remove_file(&path)?;
        Ok(Spool { path, file, end: 0 })
    }

    /// Appends some bytes, and returns where they begin.
    pub(super) fn push(&mut self, bytes: &[u8]) -> io::Result<u64> {
        let start = self.end;
        self.file.seek(SeekFrom::Start(start))?;
        self.file.write_all(bytes)?;
        self.end += bytes.len() as u64;
        Ok(start)
    }

    /// Appends what stands there to `bytes`.
    pub(super) fn read(&mut self, range: Range<u64>, bytes: &mut Vec<u8>) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(range.start))?;
        let length = range.end - range.start;
        let read = (&self.file).take(length).read_to_end(bytes)?;
        if read as u64 == length { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    }
}

impl Drop for Spool {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}
