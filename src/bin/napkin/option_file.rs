//! Files that options name. Each is read whole, so each has a size limit.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

use crate::terminal;

/// The largest list of hosts or patterns.
pub const MAX_LIST: u64 = 256 << 20;

/// Reads a text file or a pipe, or standard input for `-`. Returns the message to print if that fails.
pub fn read(path: &Path, limit: u64) -> Result<String, String> {
    let text = if path.as_os_str() == "-" {
        whole(io::stdin(), limit)
    } else {
        open(path).and_then(|file| whole(file, limit))
    };
    text.map_err(|reason| format!("{}: {reason}", path.display()))
}

/// Reads a regular file. A pipe could block.
pub fn read_regular(path: &Path, limit: u64) -> Result<String, String> {
    let is_special = std::fs::metadata(path).is_ok_and(|file| !file.is_file() && !file.is_dir());
    if is_special && path != Path::new("/dev/null") {
        return Err(format!("{}: is not a regular file", path.display()));
    }
    let text = File::open(path).map_err(terminal::reason).and_then(|file| whole(file, limit));
    text.map_err(|reason| format!("{}: {reason}", path.display()))
}

/// Opens a file or a pipe. A device might never end.
pub fn open(path: &Path) -> Result<File, String> {
    let file = File::open(path).map_err(terminal::reason)?;
    if is_device(&file) { Err("is a device, not a file".to_owned()) } else { Ok(file) }
}

fn whole(reader: impl Read, limit: u64) -> Result<String, String> {
    let mut bytes = Vec::new();
    reader.take(limit + 1).read_to_end(&mut bytes).map_err(terminal::reason)?;
    if bytes.len() as u64 > limit {
        let limit = if limit < 1 << 20 { format!("{} KiB", limit >> 10) } else { format!("{} MiB", limit >> 20) };
        return Err(format!("is larger than {limit}"));
    }
    String::from_utf8(bytes).map_err(|_| "is not UTF-8 text".to_owned())
}

#[cfg(unix)]
fn is_device(file: &File) -> bool {
    use std::{io::IsTerminal, os::unix::fs::FileTypeExt};
    let kind = file.metadata().map(|file| file.file_type());
    kind.is_ok_and(|kind| kind.is_block_device() || kind.is_char_device()) && !file.is_terminal() && !is_null(file)
}

#[cfg(unix)]
fn is_null(file: &File) -> bool {
    use std::os::unix::fs::MetadataExt;
    let device = |file: std::fs::Metadata| file.rdev();
    let null = std::fs::metadata("/dev/null").map(device);
    file.metadata().map(device).is_ok_and(|own| null.is_ok_and(|null| own == null))
}

#[cfg(not(unix))]
fn is_device(_: &File) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_may_be_as_large_as_the_limit() {
        assert_eq!(whole(&b"soup"[..], 4).as_deref(), Ok("soup"));
        assert_eq!(whole(io::repeat(0), 64 << 10), Err("is larger than 64 KiB".to_owned()));
        assert_eq!(whole(&b"\xFF"[..], 4), Err("is not UTF-8 text".to_owned()));
    }

    #[cfg(unix)]
    #[test]
    fn devices_are_refused() {
        for path in ["/dev/zero", "/dev/full"] {
            assert_eq!(read(Path::new(path), 9), Err(format!("{path}: is a device, not a file")));
            assert_eq!(read_regular(Path::new(path), 9), Err(format!("{path}: is not a regular file")));
        }
        assert_eq!(read(Path::new("/dev/null"), 9).as_deref(), Ok(""));
        assert_eq!(read_regular(Path::new("/dev/null"), 9).as_deref(), Ok(""));
    }
}
