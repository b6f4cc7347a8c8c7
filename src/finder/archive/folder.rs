//! The folder of an archive: its files are written beside the old ones, and take their names when all are written.

use std::{
    fs::{self, File, TryLockError},
    io::{self, Write},
    path::{Path, PathBuf},
    process,
};

use super::spool::Spool;

#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    /// True if the folder was not there before.
    is_new: bool,
    /// The names of files that wait under temporary names.
    waiting: Vec<String>,
    /// The names of files that are needed until the end.
    temporary: Vec<String>,
    /// The folder, locked for other runs; `None` if this system can't lock folders.
    _lock: Option<File>,
}

impl Folder {
    /// Opens a folder, or makes it, and removes the files of a run that was killed.
    ///
    /// # Errors
    /// Returns an error if another run writes to the folder, or if it can't be made.
    pub(super) fn open(path: &Path) -> io::Result<Folder> {
        let is_new = !path.is_dir();
        fs::create_dir_all(path)?;
        let lock = File::open(path).ok();
        let lock = match lock.as_ref().map(File::try_lock) {
            Some(Err(TryLockError::WouldBlock)) => {
                return Err(io::Error::other("another run of napkin is writing to this folder"));
            }
            Some(Ok(())) => lock,
            _ => None,
        };
        let folder = Folder { path: path.to_owned(), is_new, waiting: Vec::new(), temporary: Vec::new(), _lock: lock };
        if folder._lock.is_some() {
            folder.remove(is_temporary);
        }
        Ok(folder)
    }

    /// Writes a file unless it has this content already. Returns `true` if it was written.
    pub(super) fn put(&mut self, name: &str, bytes: &[u8]) -> io::Result<bool> {
        let path = self.path.join(name);
        let is_same_size = fs::metadata(&path).is_ok_and(|file| file.len() == bytes.len() as u64);
        if is_same_size && fs::read(&path)? == bytes {
            return Ok(false);
        }
        self.waiting.push(name.to_owned());
        self.temporary_file(name)?.write_all(bytes)?;
        Ok(true)
    }

    /// Makes a file for this run alone.
    pub(super) fn spool(&mut self, name: &str) -> io::Result<Spool> {
        let file = self.temporary_file(name)?;
        if cfg!(unix) {
            // The file stays until it is closed, and a run that is killed leaves nothing.
            fs::remove_file(self.temporary_path(name))?;
        } else {
            self.temporary.push(name.to_owned());
        }
        Ok(Spool::new(file))
    }

    /// Gives all files their names, and removes those that are not in this version.
    pub(super) fn commit(mut self, is_stale: impl Fn(&str) -> bool) -> io::Result<()> {
        for name in &self.waiting {
            fs::rename(self.temporary_path(name), self.path.join(name))?;
        }
        self.waiting.clear();
        self.remove(is_stale);
        Ok(())
    }

    fn temporary_file(&self, name: &str) -> io::Result<File> {
        // An existing file, or a link, is not followed.
        File::options().read(true).write(true).create_new(true).open(self.temporary_path(name))
    }

    fn temporary_path(&self, name: &str) -> PathBuf {
        self.path.join(format!(".{name}.{}", process::id()))
    }

    /// Removes files by their names, as far as possible.
    fn remove(&self, is_unwanted: impl Fn(&str) -> bool) {
        for file in fs::read_dir(&self.path).into_iter().flatten().flatten() {
            if file.file_name().to_str().is_some_and(&is_unwanted) {
                // One that stays does no harm.
                let _ = fs::remove_file(file.path());
            }
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        for name in self.waiting.iter().chain(&self.temporary) {
            let _ = fs::remove_file(self.temporary_path(name));
        }
        if self.is_new {
            // A folder that has files stays.
            let _ = fs::remove_dir(&self.path);
        }
    }
}

/// Returns `true` for `.name.123`, the name of a temporary file.
fn is_temporary(name: &str) -> bool {
    let parts = name.strip_prefix('.').and_then(|name| name.rsplit_once('.'));
    parts.is_some_and(|(name, number)| {
        !name.is_empty() && !number.is_empty() && number.bytes().all(|c| c.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("napkin-{name}-{}", process::id()));
        let _ = fs::remove_dir_all(&path);
        path
    }

    fn names(path: &Path) -> Vec<String> {
        let files = fs::read_dir(path).expect("it is there").flatten();
        let mut names: Vec<String> = files.map(|file| file.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn files_appear_when_all_are_written() {
        let path = folder("commit");
        let mut new = Folder::open(&path).unwrap();
        assert!(new.put("a.html", b"a").unwrap());
        assert!(!path.join("a.html").exists());
        new.commit(|_| false).unwrap();
        assert_eq!(names(&path), ["a.html"]);

        let mut dropped = Folder::open(&path).unwrap();
        assert!(!dropped.put("a.html", b"a").unwrap() && dropped.put("b.html", b"b").unwrap());
        drop(dropped);
        assert_eq!(names(&path), ["a.html"]);

        let mut next = Folder::open(&path).unwrap();
        next.put("c.html", b"c").unwrap();
        next.commit(|name| name == "a.html").unwrap();
        assert_eq!(names(&path), ["c.html"]);
        fs::remove_dir_all(&path).unwrap();
    }

    #[test]
    fn one_run_at_a_time_writes_to_a_folder() {
        let path = folder("lock");
        let first = Folder::open(&path).unwrap();
        let error = Folder::open(&path).unwrap_err();
        assert!(error.to_string().contains("another run"), "{error}");
        drop(first);
        assert!(!path.exists());
        fs::create_dir(&path).unwrap();
        fs::write(path.join(".t-1.html.123"), b"of a killed run").unwrap();
        drop(Folder::open(&path).unwrap());
        assert!(names(&path).is_empty());
        fs::remove_dir(&path).unwrap();
    }
}
