//! The folder of an archive: its files are written beside the old ones, and take their names when all are written.

use std::{
    collections::HashSet,
    fs::{self, File, TryLockError},
    io::{self, Write},
    path::{Path, PathBuf},
    process,
};

use super::{file_name::is_file_name, spool::Spool};

/// The names of the files for one run.
const SPOOLS: [&str; 7] = ["authors", "hosts", "kept-terms", "kept-urls", "messages", "terms", "urls"];

#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    /// True if the folder was not there before.
    is_new: bool,
    /// The names of all files of the next version.
    names: HashSet<String>,
    /// The names of those that wait under temporary names.
    waiting: Vec<String>,
    /// True if attachments and raw messages of earlier runs stay.
    keeps_attachments: bool,
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
        let (names, waiting, temporary) = (HashSet::new(), Vec::new(), Vec::new());
        let (path, keeps_attachments) = (path.to_owned(), false);
        let folder = Folder { path, is_new, names, waiting, keeps_attachments, temporary, _lock: lock };
        if folder._lock.is_some() {
            folder.remove(is_temporary);
        }
        Ok(folder)
    }

    /// Adds a file to the next version. It is written unless it has this content already, or was added before.
    pub(super) fn put(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        if !self.names.insert(name.to_owned()) {
            return Ok(());
        }
        let path = self.path.join(name);
        let is_same_size = fs::metadata(&path).is_ok_and(|file| file.len() == bytes.len() as u64);
        if is_same_size && fs::read(&path)? == bytes {
            return Ok(());
        }
        self.waiting.push(name.to_owned());
        self.temporary_file(name)?.write_all(bytes)
    }

    /// Makes a file of the next version that is written piece by piece.
    pub(super) fn file(&mut self, name: &str) -> io::Result<File> {
        self.names.insert(name.to_owned());
        self.waiting.push(name.to_owned());
        self.temporary_file(name)
    }

    /// Opens a file of the version before.
    pub(super) fn open_file(&self, name: &str) -> io::Result<File> {
        File::open(self.path.join(name))
    }

    /// Leaves a file of the version before as it is.
    pub(super) fn keep_file(&mut self, name: &str) {
        self.names.insert(name.to_owned());
    }

    /// Leaves attachments and raw messages of earlier runs as they are.
    pub(super) fn keep_attachments(&mut self) {
        self.keeps_attachments = true;
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

    /// Gives all files their names, and removes those of older versions. Returns how many were written.
    ///
    /// # Errors
    /// Returns the error of a file that can't be renamed. Those before it are new, and those after it old.
    pub(super) fn commit(mut self) -> io::Result<usize> {
        for name in &self.waiting {
            fs::rename(self.temporary_path(name), self.path.join(name))?;
        }
        let written = self.waiting.len();
        self.waiting.clear();
        let is_kept = |name: &str| self.keeps_attachments && name.starts_with(['a', 'm']) && name[1..].starts_with('-');
        self.remove(|name| is_file_name(name) && !self.names.contains(name) && !is_kept(name));
        Ok(written)
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

/// Returns `true` for `.name.123`, the temporary name of a file of archives.
fn is_temporary(name: &str) -> bool {
    let parts = name.strip_prefix('.').and_then(|name| name.rsplit_once('.'));
    let is_number = |number: &str| !number.is_empty() && number.bytes().all(|c| c.is_ascii_digit());
    parts.is_some_and(|(name, number)| is_number(number) && (is_file_name(name) || SPOOLS.contains(&name)))
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
        new.put("index.html", b"a").unwrap();
        assert!(!path.join("index.html").exists());
        assert_eq!(new.commit().unwrap(), 1);
        assert_eq!(names(&path), ["index.html"]);

        let mut dropped = Folder::open(&path).unwrap();
        dropped.put("index.html", b"a").unwrap();
        dropped.put("2009-03.html", b"b").unwrap();
        drop(dropped);
        assert_eq!(names(&path), ["index.html"]);

        let mut next = Folder::open(&path).unwrap();
        fs::write(path.join("notes.html"), b"of a user").unwrap();
        next.put("2009-04.html", b"c").unwrap();
        next.commit().unwrap();
        assert_eq!(names(&path), ["2009-04.html", "notes.html"]);
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
        fs::write(path.join(".t-0123456789abcdef.html.123"), b"of a killed run").unwrap();
        fs::write(path.join(".vimrc.1"), b"of a user").unwrap();
        drop(Folder::open(&path).unwrap());
        assert_eq!(names(&path), [".vimrc.1"]);
        fs::remove_dir_all(&path).unwrap();
    }
}
