//! Which inputs there are: files as they are named, and what is found in folders.

use std::{
    fs::{File, Metadata},
    io::{self, Read},
    path::{Path, PathBuf},
};

use ignore::{DirEntry, WalkBuilder};

use crate::{
    peek::{Peek, Source},
    shape::{self, Shapes},
    terminal,
};

/// How much of a file in a folder is looked at to see whether it is binary.
const HEAD: usize = 8 << 10;

/// Something to search.
#[derive(Debug)]
pub enum Input {
    /// Standard input.
    Standard,
    /// A file that was named: searched whatever is in it.
    Named(PathBuf),
    /// A file that was found in a folder: passed over when it is binary.
    Walked(PathBuf),
    /// A message that was found in a folder of messages.
    Message(PathBuf),
}

impl Input {
    /// What it is called in the output.
    pub fn path(&self) -> &Path {
        match self {
            Input::Standard => Path::new("-"),
            Input::Named(path) | Input::Walked(path) | Input::Message(path) => path,
        }
    }

    /// What to read it from, after `unzipped` has decompressed it if it is to be; none for a file that is to be passed over. It
    /// is looked into with the memory of `buffer`.
    pub fn open(
        &self,
        output: Option<&Metadata>,
        buffer: Vec<u8>,
        unzipped: impl FnOnce(Source) -> Source,
    ) -> io::Result<Option<Source>> {
        let reader: Box<dyn Read> = match self {
            Input::Standard => Box::new(io::stdin()),
            Input::Named(path) | Input::Walked(path) | Input::Message(path) => {
                let file = File::open(path)?;
                if is_output(&file, output)? {
                    let is_named = matches!(self, Input::Named(_));
                    return if is_named { Err(io::Error::other("is also the output")) } else { Ok(None) };
                }
                Box::new(file)
            }
        };
        let mut reader = unzipped(Peek::with_buffer(reader, buffer));
        Ok((!matches!(self, Input::Walked(_)) || !is_binary(&mut reader)).then_some(reader))
    }
}

/// Whether what is to be read is no text.
fn is_binary(reader: &mut Source) -> bool {
    reader.fill(HEAD);
    let head = &reader.head()[..reader.head().len().min(HEAD)];
    // UTF-16 is text that is full of NULs.
    let is_utf16 = head.starts_with(b"\xFF\xFE") || head.starts_with(b"\xFE\xFF");
    memchr::memchr(0, head).is_some() && !is_utf16
}

/// An input that can't be had, and why.
#[derive(Debug)]
pub struct Failure {
    /// What it is called.
    pub path: PathBuf,
    /// What is wrong with it.
    pub message: String,
}

/// All inputs, in the order in which they were named, and folders in the order of the names in them.
pub fn inputs(paths: &[PathBuf]) -> impl Iterator<Item = Result<Input, Failure>> {
    paths.iter().flat_map(|path| -> Box<dyn Iterator<Item = Result<Input, Failure>>> {
        if path.as_os_str() == "-" {
            Box::new(std::iter::once(Ok(Input::Standard)))
        } else if path.is_dir() {
            Box::new(folder(path))
        } else {
            Box::new(std::iter::once(Ok(Input::Named(path.clone()))))
        }
    })
}

/// Whether there may be more than one input, so that it should be said which is which.
pub fn may_be_many(paths: &[PathBuf]) -> bool {
    paths.len() > 1 || paths.iter().any(|path| path.as_os_str() != "-" && path.is_dir())
}

fn folder(root: &Path) -> Box<dyn Iterator<Item = Result<Input, Failure>>> {
    let walk = WalkBuilder::new(root)
        .follow_links(false)
        .filter_entry(|entry| {
            let path = entry.path();
            entry.depth() == 0 || !is_folder(entry) || !shape::is_under_way(path) && !shape::is_subfolder(path)
        })
        .sort_by_file_path(shape::in_order)
        .build();
    let (root, mut shapes) = (root.to_path_buf(), Shapes::default());
    Box::new(walk.flat_map(move |entry| -> Box<dyn Iterator<Item = Result<Input, Failure>>> {
        let input = match entry {
            Ok(entry) if is_folder(&entry) => {
                return Box::new(shape::subfolders(entry.path()).into_iter().flat_map(|path| folder(&path)));
            }
            // Reading a named pipe or a device could take for ever, and a symbolic link can lead anywhere.
            Ok(entry) if !is_file(&entry) => None,
            Ok(entry) if shapes.is_message(entry.path()) => Some(Ok(Input::Message(entry.into_path()))),
            Ok(entry) => Some(Ok(Input::Walked(entry.into_path()))),
            Err(error) => Some(Err(failure(&root, &error))),
        };
        Box::new(input.into_iter())
    }))
}

fn is_folder(entry: &DirEntry) -> bool {
    entry.file_type().is_some_and(|kind| kind.is_dir())
}

fn is_file(entry: &DirEntry) -> bool {
    entry.file_type().is_some_and(|kind| kind.is_file())
}

fn failure(root: &Path, error: &ignore::Error) -> Failure {
    fn path(error: &ignore::Error) -> Option<&Path> {
        match error {
            ignore::Error::WithPath { path, .. } => Some(path),
            ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => path(err),
            ignore::Error::Loop { child, .. } => Some(child),
            _ => None,
        }
    }
    let message = error.io_error().map_or_else(|| error.to_string(), |error| terminal::reason(cause(error)));
    Failure { path: path(error).unwrap_or(root).to_path_buf(), message }
}

/// What is at the bottom of an error: the walk wraps what the system said into words of its own.
fn cause(error: &io::Error) -> &dyn std::error::Error {
    let mut cause: &dyn std::error::Error = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    cause
}

/// Standard output, if it is a file: searching it would find what was just printed.
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
    use std::os::unix::fs::MetadataExt;
    let Some(output) = output else { return Ok(false) };
    let file = file.metadata()?;
    Ok((file.dev(), file.ino()) == (output.dev(), output.ino()))
}

#[cfg(not(unix))]
fn is_output(_: &File, _: Option<&Metadata>) -> io::Result<bool> {
    Ok(false)
}
