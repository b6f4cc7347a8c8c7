//! The shape of a folder: what the names in it say about the files.

use std::{
    cmp::Ordering,
    fs,
    path::{MAIN_SEPARATOR, Path, PathBuf},
};

/// Knows which folders hold messages, whatever their files begin with. It remembers the last folder.
#[derive(Debug, Default)]
pub struct Shapes {
    /// The bytes of its path, and what its files are.
    last: Option<(Vec<u8>, Shape)>,
}

/// What the files of a folder are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Any,
    /// Messages: it belongs to a maildir.
    Maildir,
    /// Messages where they have numbers for names: it is a folder of MH.
    Mh,
}

impl Shapes {
    /// Returns `true` if the file is a message by where it stands and by its name.
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
        // It may be called `.` or `..`, and its own name is what counts.
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

/// Returns `true` if the folder is a maildir: messages are in its `cur` and `new`, and on their way to them in its `tmp`.
pub fn is_maildir(folder: &Path) -> bool {
    ["cur", "new", "tmp"].iter().all(|name| folder.join(name).is_dir())
}

/// Returns `true` if the folder holds what is on its way into a maildir.
pub fn is_under_way(folder: &Path) -> bool {
    folder.file_name().is_some_and(|name| name == "tmp") && folder.parent().is_some_and(is_maildir)
}

/// Returns `true` if the folder is one of the two in a maildir that have messages in them.
pub fn is_of_messages(folder: &Path) -> bool {
    let is_named = folder.file_name().is_some_and(|name| name == "cur" || name == "new");
    is_named && folder.parent().is_some_and(is_maildir)
}

/// Returns `true` if the folder is one that stands in a maildir and is hidden there: a folder of mail, by its owner's choice.
pub fn is_subfolder(folder: &Path) -> bool {
    let is_hidden = folder.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
    is_hidden && is_maildir(folder) && folder.parent().is_some_and(is_maildir)
}

/// The folders of mail in a maildir, in the order of their names; none of any other folder. Those that can't be listed are
/// told of by who walks the folder.
pub fn subfolders(folder: &Path) -> Vec<PathBuf> {
    let entries = is_maildir(folder).then(|| fs::read_dir(folder).ok()).flatten();
    let is_own =
        |entry: &fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir()) && is_subfolder(&entry.path());
    let own = entries.into_iter().flatten().flatten().filter(is_own);
    let mut folders: Vec<PathBuf> = own.map(|entry| entry.path()).collect();
    folders.sort();
    folders
}

/// The order of two files of a folder by their names: numbers, which messages and articles have for names, by what they
/// count, and before all others.
pub fn in_order(a: &Path, b: &Path) -> Ordering {
    let (a, b) = (a.as_os_str().as_encoded_bytes(), b.as_os_str().as_encoded_bytes());
    match (number_in(a), number_in(b)) {
        // Equal numbers, with more zeros before them or fewer, still have an order.
        (Some(one), Some(other)) => (value(one).len(), value(one), one).cmp(&(value(other).len(), value(other), other)),
        // They stand in one folder, so the names are where the paths differ.
        (None, None) => a.cmp(b),
        (one, other) => other.is_some().cmp(&one.is_some()),
    }
}

/// The name at the end of a path, where it is a number.
fn number_in(path: &[u8]) -> Option<&[u8]> {
    let may_be_number = path.last().is_some_and(u8::is_ascii_digit);
    may_be_number.then(|| &path[name_start(path)..]).filter(|name| is_number(name))
}

/// Where the name of a file begins in its path. There may be many files in a folder, and to take a path apart by all of its
/// rules takes as long as to search a small one.
fn name_start(path: &[u8]) -> usize {
    path.iter().rposition(|&byte| byte == b'/' || byte == MAIN_SEPARATOR as u8).map_or(0, |end| end + 1)
}

/// The digits of a number, without the zeros before them.
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
