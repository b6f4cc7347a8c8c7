//! The files named in a list, from a file or standard input.

use std::{
    io::{self, BufRead, BufReader, Read},
    path::{Path, PathBuf},
};

use crate::option_file;

/// Returns the files that a list names. Each name ends with the byte `end`. A read error ends the list.
pub fn listed(list: &Path, end: u8) -> Box<dyn Iterator<Item = io::Result<PathBuf>> + Send> {
    let reader: Box<dyn Read + Send> = if list.as_os_str() == "-" {
        Box::new(io::stdin())
    } else {
        match option_file::open(list) {
            Ok(file) => Box::new(file),
            Err(reason) => return Box::new(std::iter::once(Err(io::Error::other(reason)))),
        }
    };
    let names = Names { reader: BufReader::new(reader), end, is_over: false };
    let names = names.filter(|name| !matches!(name, Ok(name) if name.is_empty()));
    Box::new(names.map(|name| name.map(path_of)))
}

/// The longest file name, in bytes. No system allows one that long.
const MAX_NAME: u64 = 1 << 20;

struct Names<R> {
    reader: R,
    end: u8,
    is_over: bool,
}

impl<R: BufRead> Iterator for Names<R> {
    type Item = io::Result<Vec<u8>>;

    fn next(&mut self) -> Option<io::Result<Vec<u8>>> {
        if self.is_over {
            return None;
        }
        let mut name = Vec::new();
        let read = self.reader.by_ref().take(MAX_NAME).read_until(self.end, &mut name);
        let is_ended = name.pop_if(|last| *last == self.end).is_some();
        let is_too_long = name.len() as u64 == MAX_NAME;
        self.is_over = read.is_err() || is_too_long || !is_ended;
        match read {
            Err(error) => Some(Err(error)),
            Ok(_) if is_too_long => Some(Err(io::Error::other("has a line of a megabyte, which is not a file name"))),
            Ok(0) => None,
            Ok(_) => Some(Ok(name)),
        }
    }
}

#[cfg(unix)]
fn path_of(name: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    std::ffi::OsString::from_vec(name).into()
}

#[cfg(not(unix))]
fn path_of(name: Vec<u8>) -> PathBuf {
    String::from_utf8_lossy(&name).into_owned().into()
}
