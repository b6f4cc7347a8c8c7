//! One input: its name, and how to open it.

use std::{
    fs::{File, Metadata},
    io::{self, Read},
    path::{Path, PathBuf},
    sync::Arc,
};

use napkin::Format;

use crate::inputs::{
    peek::{Peek, Source},
    pre::Pre,
    recognise::is_utf16,
    shared_file::SharedFile,
    truncation::Measured,
};

/// How much of a file in a folder is checked for binary data.
pub const HEAD: usize = 8 << 10;

#[derive(Debug)]
pub enum Input {
    Standard,
    /// A named file: always searched.
    Named(PathBuf),
    /// A file found in a folder: skipped if it is binary.
    Walked(PathBuf),
    /// A message found in a folder of messages.
    Message(PathBuf),
}

impl Input {
    pub fn path(&self) -> &Path {
        match self {
            Input::Standard => Path::new("-"),
            Input::Named(path) | Input::Walked(path) | Input::Message(path) => path,
        }
    }

    /// Returns `true` if the input was found in a folder.
    pub fn is_walked(&self) -> bool {
        matches!(self, Input::Walked(_) | Input::Message(_))
    }

    pub fn without_folder(self) -> Input {
        let shorter = |path: PathBuf| path.strip_prefix(".").map(Path::to_path_buf).unwrap_or(path);
        match self {
            Input::Standard => Input::Standard,
            Input::Named(path) => Input::Named(shorter(path)),
            Input::Walked(path) => Input::Walked(shorter(path)),
            Input::Message(path) => Input::Message(shorter(path)),
        }
    }

    pub fn size(&self) -> Option<u64> {
        let file = match self {
            Input::Standard => standard_input(),
            Input::Named(path) | Input::Walked(path) | Input::Message(path) => path.metadata(),
        };
        file.ok().filter(Metadata::is_file).map(|file| file.len())
    }

    /// Opens the input, and lets `unzipped` decompress it. Returns `None` for the output itself. The source reuses
    /// `buffer`.
    pub fn open(
        &self,
        output: Option<&Metadata>,
        pre: Option<&Pre>,
        buffer: Vec<u8>,
        unzipped: impl FnOnce(Source) -> Source,
    ) -> io::Result<Option<Opened>> {
        let (reader, file): (Box<dyn Read + Send>, _) = match self {
            Input::Standard if output.is_some_and(is_standard_input) => {
                return Err(io::Error::other("is also the output"));
            }
            Input::Standard => (Box::new(Measured::standard_input()), None),
            Input::Named(path) | Input::Walked(path) | Input::Message(path) => {
                let file = File::open(path)?;
                if is_output(&file, output)? {
                    let is_named = matches!(self, Input::Named(_));
                    return if is_named { Err(io::Error::other("is also the output")) } else { Ok(None) };
                }
                match pre.filter(|pre| pre.is_for(path)) {
                    Some(pre) => (pre.open(path)?, None),
                    None => {
                        let file = Arc::new(file);
                        (Box::new(Measured::new(Arc::clone(&file))), Some(SharedFile::new(file)))
                    }
                }
            }
        };
        Ok(Some(Opened { source: unzipped(Peek::with_buffer(reader, buffer)), file }))
    }
}

/// An input that is open.
pub struct Opened {
    pub source: Source,
    /// The same file for access at any position. It may be a pipe.
    pub file: Option<SharedFile>,
}

pub fn is_binary(reader: &mut Source) -> bool {
    reader.fill(HEAD);
    let head = &reader.head()[..reader.head().len().min(HEAD)];
    // UTF-16, and HTML in it without a byte order mark, is text with many NULs. WARC files may contain pictures besides
    // texts.
    let is_known = || matches!(Format::recognise(head, false), Some(Format::Warc | Format::Html));
    memchr::memchr(0, head).is_some() && !is_utf16(head) && !is_known()
}

/// Returns standard output, if it is a file. It must not be searched.
pub fn output_file() -> Option<Metadata> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        let out = File::from(io::stdout().as_fd().try_clone_to_owned().ok()?);
        out.metadata().ok().filter(Metadata::is_file)
    }
    #[cfg(not(unix))]
    None
}

#[cfg(unix)]
fn is_output(file: &File, output: Option<&Metadata>) -> io::Result<bool> {
    let Some(output) = output else { return Ok(false) };
    Ok(is_same(&file.metadata()?, output))
}

#[cfg(unix)]
fn is_standard_input(output: &Metadata) -> bool {
    standard_input().is_ok_and(|input| is_same(&input, output))
}

#[cfg(unix)]
fn standard_input() -> io::Result<Metadata> {
    use std::os::fd::AsFd;
    io::stdin().as_fd().try_clone_to_owned().and_then(|input| File::from(input).metadata())
}

#[cfg(not(unix))]
fn standard_input() -> io::Result<Metadata> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(unix)]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn is_output(_: &File, _: Option<&Metadata>) -> io::Result<bool> {
    Ok(false)
}

#[cfg(not(unix))]
fn is_standard_input(_: &Metadata) -> bool {
    false
}
