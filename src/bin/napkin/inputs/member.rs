//! A member of an archive or a document.

use std::{error::Error, fmt, io, path::PathBuf};

use napkin::Format;

use crate::inputs::peek::Source;

/// A file in an archive, or a part of a document.
pub struct Member {
    /// Its path in the archive, without `..`.
    pub path: PathBuf,
    pub size: u64,
    /// The format, if it is known.
    pub format: Option<Format>,
    /// Its contents. A read fails if the member is damaged or missing.
    pub source: Source,
}

pub struct Members {
    pub is_document: bool,
    /// The members in search order. An error concerns the whole archive.
    pub list: Box<dyn Iterator<Item = io::Result<Member>>>,
}

impl Members {
    pub fn of_archive(list: impl Iterator<Item = io::Result<Member>> + 'static) -> Members {
        Members { is_document: false, list: Box::new(list) }
    }
}

/// Damage to an input or a part of it. The data before it was searched.
#[derive(Debug)]
pub struct Damage(String);

impl Damage {
    /// Returns an error whose message follows a path, such as `is encrypted`.
    pub fn error(predicate: impl Into<String>) -> io::Error {
        io::Error::new(io::ErrorKind::InvalidData, Damage(predicate.into()))
    }

    /// Returns the damage that made a read fail.
    pub fn in_error(error: &io::Error) -> Option<&Damage> {
        error.get_ref()?.downcast_ref()
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Damage {}

/// Returns the parts of a member's path, without `..` and the like.
pub fn parts_of_path(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|part| !matches!(*part, "" | "." | ".."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_path_leads_out_of_the_archive() {
        assert_eq!(parts_of_path("/etc/../../passwd").collect::<Vec<_>>(), ["etc", "passwd"]);
        assert_eq!(parts_of_path("./a//b").collect::<Vec<_>>(), ["a", "b"]);
    }
}
