//! The shape of a folder: what the names in it say about the files.

use std::{
    cmp::Ordering,
    fs,
    path::{MAIN_SEPARATOR, Path, PathBuf},
};

/// Knows which folders hold messages. It remembers the last folder.
#[derive(Debug, Default)]
pub struct Shapes {
    /// The bytes of its path, and its shape.
    last: Option<(Vec<u8>, Shape)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Any,
    Maildir,
    /// Messages of an MH folder, if they have numbers as names.
    Mh,
}

impl Shapes {
    /// Returns `true` if the folder and the name make the file a message.
    pub fn is_message(&mut self, file: &Path) -> bool {
        let path = file.as_os_str().as_encoded_bytes();
        let (folder, name) = path.split_at(name_start(path));
        let shape = match &self.last {
            Some((last, shape)) if last == folder => *shape,
            _ => {
                let shape = file.parent().map_or(Shape::Any, Shape::of);
                self.last = Some((folder.to_vec(), shape));
                shape
            }
        };
        match shape {
            Shape::Any => false,
            Shape::Maildir => true,
            Shape::Mh => is_number(name),
        }
    }
}

impl Shape {
    fn of(folder: &Path) -> Shape {
        // The path may be `.` or `..`; the folder's real name counts.
        let Ok(folder) = fs::canonicalize(folder) else { return Shape::Any };
        let is_named = |names: &[&str]| folder.file_name().is_some_and(|own| names.iter().any(|name| own == *name));
        if is_named(&["cur", "new"]) && folder.parent().is_some_and(is_maildir) {
            Shape::Maildir
        } else if folder.join(".mh_sequences").is_file() {
            Shape::Mh
        } else {
            Shape::Any
        }
    }
}

/// Returns `true` if the folder is a maildir: it has `cur` and `new` for messages, and `tmp` for their delivery.
pub fn is_maildir(folder: &Path) -> bool {
    ["cur", "new", "tmp"].iter().all(|name| folder.join(name).is_dir())
}

/// Returns `true` if the folder is the `tmp` of a maildir.
pub fn is_under_way(folder: &Path) -> bool {
    folder.file_name().is_some_and(|name| name == "tmp") && folder.parent().is_some_and(is_maildir)
}

/// Returns `true` if the folder is the `cur` or `new` of a maildir.
pub fn is_of_messages(folder: &Path) -> bool {
    let is_named = folder.file_name().is_some_and(|name| name == "cur" || name == "new");
    is_named && folder.parent().is_some_and(is_maildir)
}

/// Returns `true` if the folder is hidden in a maildir: a mail folder of its owner.
pub fn is_subfolder(folder: &Path) -> bool {
    let is_hidden = folder.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
    is_hidden && is_maildir(folder) && folder.parent().is_some_and(is_maildir)
}

/// Returns the mail folders in a maildir in the order of their names, or nothing for another folder. Errors are
/// reported by the walk of the folder.
pub fn subfolders(folder: &Path) -> Vec<PathBuf> {
    let entries = is_maildir(folder).then(|| fs::read_dir(folder).ok()).flatten();
    let is_own =
        |entry: &fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir()) && is_subfolder(&entry.path());
    let own = entries.into_iter().flatten().flatten().filter(is_own);
    let mut folders: Vec<PathBuf> = own.map(|entry| entry.path()).collect();
    folders.sort();
    folders
}

/// The order of two files in a folder: first numbers, by value, as messages and articles have them; then other names.
pub fn in_order(a: &Path, b: &Path) -> Ordering {
    let (a, b) = (a.as_os_str().as_encoded_bytes(), b.as_os_str().as_encoded_bytes());
    match (number_in(a), number_in(b)) {
        // Equal numbers are ordered by their zeros.
        (Some(one), Some(other)) => (value(one).len(), value(one), one).cmp(&(value(other).len(), value(other), other)),
        // They are in one folder, so only the names differ.
        (None, None) => a.cmp(b),
        (one, other) => other.is_some().cmp(&one.is_some()),
    }
}

/// Returns the name at the end of a path, if it is a number.
fn number_in(path: &[u8]) -> Option<&[u8]> {
    let may_be_number = path.last().is_some_and(u8::is_ascii_digit);
    may_be_number.then(|| &path[name_start(path)..]).filter(|name| is_number(name))
}

/// Returns the start of the file name in its path. Parsing the whole path would take as long as searching a small file.
fn name_start(path: &[u8]) -> usize {
    path.iter().rposition(|&byte| byte == b'/' || byte == MAIN_SEPARATOR as u8).map_or(0, |end| end + 1)
}

/// Returns the digits of a number without leading zeros.
fn value(digits: &[u8]) -> &[u8] {
    &digits[digits.iter().take_while(|&&byte| byte == b'0').count()..]
}

fn is_number(name: &[u8]) -> bool {
    name.iter().all(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_first_and_in_their_order() {
        let mut names = ["x", "10", "9", "1x", "007", "8", "99999999999999999999999", "-", "7", "B"];
        names.sort_by(|a, b| in_order(Path::new(a), Path::new(b)));
        assert_eq!(names, ["007", "7", "8", "9", "10", "99999999999999999999999", "-", "1x", "B", "x"]);
        assert_eq!(in_order(Path::new("-"), Path::new("9")), Ordering::Greater);
    }
}
