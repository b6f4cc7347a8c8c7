//! Replaces a file when the new one is complete.

use std::{
    fs::{self, File, Metadata},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    process,
};

use crate::{select::Result, terminal};

/// A file written under a temporary name, which replaces the target when it is complete. A pipe or a device is written
/// directly.
#[derive(Debug)]
pub struct Beside {
    pub path: PathBuf,
    /// The temporary name; `None` if the target is written directly.
    pub temporary: Option<PathBuf>,
    /// `None` after the file was put in place.
    file: Option<BufWriter<File>>,
}

impl Beside {
    pub fn new(path: &Path) -> Result<Beside> {
        let place = path.display().to_string();
        let reason = |error: io::Error| format!("--output: {place}: {}", terminal::reason(error));
        if path.is_dir() {
            return Err(format!("--output: {}: is a folder, and a fragment is one file", path.display()).into());
        }
        let before = fs::metadata(path).ok();
        if path.is_symlink() && before.as_ref().is_none_or(Metadata::is_file) {
            return Err(format!("--output: {place}: is a symbolic link; name the file it leads to").into());
        }
        if before.as_ref().is_some_and(|before| !before.is_file()) {
            let file = File::options().write(true).open(path).map_err(reason)?;
            let file = Some(BufWriter::with_capacity(128 << 10, file));
            return Ok(Beside { path: path.to_owned(), temporary: None, file });
        }
        Beside::replacing(path)
    }

    /// Begins a file that replaces whatever is at `path`, even a link. It keeps the permissions of the old file.
    pub fn replacing(path: &Path) -> Result<Beside> {
        let reason = |error| format!("--output: {}: {}", path.display(), terminal::reason(error));
        let place = path.display();
        let name = path.file_name().ok_or_else(|| format!("--output: {place}: is not a file name"))?;
        let mut own = std::ffi::OsString::from(".");
        own.push(name);
        own.push(format!(".{}", process::id()));
        let temporary = path.with_file_name(own);
        // A link at this name is not followed.
        let _ = fs::remove_file(&temporary);
        let file = File::create_new(&temporary).map_err(reason)?;
        let buffered = Some(BufWriter::with_capacity(128 << 10, file));
        let beside = Beside { path: path.to_owned(), temporary: Some(temporary), file: buffered };
        if let (Ok(before), Some(file)) = (fs::symlink_metadata(path), &beside.file)
            && before.is_file()
        {
            // Keeps a private file private.
            file.get_ref().set_permissions(before.permissions()).map_err(reason)?;
        }
        Ok(beside)
    }

    /// Puts the file in place. Without this call, dropping it leaves nothing behind.
    pub fn put(&mut self) -> io::Result<()> {
        let Some(mut file) = self.file.take() else { return Ok(()) };
        let flushed = file.flush();
        let Some(temporary) = &self.temporary else { return flushed };
        let put = flushed.and_then(|()| fs::rename(temporary, &self.path));
        if put.is_err() {
            let _ = fs::remove_file(temporary);
        }
        put
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        if let (Some(_), Some(temporary)) = (self.file.take(), &self.temporary) {
            let _ = fs::remove_file(temporary);
        }
    }
}

impl Write for Beside {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.as_mut().map_or(Ok(bytes.len()), |file| file.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), Write::flush)
    }
}
