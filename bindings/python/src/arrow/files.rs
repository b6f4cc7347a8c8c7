//! Links out of mailboxes and WARC files: which files there are, and how they are read.

use std::{
    fs::{self, File},
    io::{self, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
};

use flate2::read::MultiGzDecoder;
use napkin::warc::{self, WarcFinder};
use pyo3::{prelude::*, types::PyDict};

use super::{
    classes::PyReader,
    extract::chosen,
    file_search::{GZIP, InputFinder, Source, start},
    schema,
};
use crate::{errors, options::Options, pulled};

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(read, module)?)
}

/// See ``napkin_urls.read``. A source is a path, or a name and an object with ``read(n)``. `head` is what an object to read first begins
/// with.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are what Python says")]
fn read(
    sources: Vec<(PathBuf, Option<Py<PyAny>>)>,
    head: Option<Vec<u8>>,
    input: &str,
    batch_rows: usize,
    limit: Option<usize>,
    all_parts: bool,
    headers: bool,
    on_error: &str,
    columns: Option<&Bound<'_, PyAny>>,
    options: &Bound<'_, PyDict>,
) -> PyResult<PyReader> {
    let options = Options::new(Some(options))?;
    let mail = pulled::mail_finder(&options, limit, all_parts, headers)?;
    let mut warc = WarcFinder::new(options.finder.clone());
    if let Some(bytes) = limit {
        warc = warc.limit(bytes);
    }
    if !["auto", "mail", "warc"].contains(&input) {
        return Err(errors::option("input: expected one of auto, mail, warc"));
    }
    if !["raise", "note"].contains(&on_error) {
        return Err(errors::option("on_error: expected one of raise, note"));
    }
    if batch_rows == 0 {
        return Err(errors::option("batch_rows: it must be at least 1"));
    }
    let (_, columns) = chosen(schema::LINK.to_vec(), false, columns)?;
    let is_warc = input == "warc" || input == "auto" && begins_as_warc(&sources, head, on_error == "note")?;
    let (mut files, mut objects) = (Vec::new(), Vec::new());
    for (path, object) in sources {
        if let Some(object) = object {
            objects.push(object);
            files.push(Source::Object(path, objects.len() - 1));
        } else if !is_warc && path.is_dir() {
            let mut messages = Vec::new();
            if !add_maildir(&path, &mut messages).map_err(|error| pulled::os_error(&error, &path))? {
                let path = path.display();
                return Err(errors::data(format!(
                    "{path} is no maildir: it has neither a folder cur nor a folder new"
                )));
            }
            files.extend(messages.into_iter().map(Source::Message));
        } else {
            files.push(Source::File(path));
        }
    }
    let finder = if is_warc { InputFinder::Warc(warc) } else { InputFinder::Mail(mail) };
    start(finder, options.finder.searcher(), files, objects, (batch_rows, &columns), on_error == "note")
}

/// Returns `true` if the first source is WARC. If it is a file that can't be opened, that is raised, unless errors are noted.
fn begins_as_warc(sources: &[(PathBuf, Option<Py<PyAny>>)], head: Option<Vec<u8>>, is_noted: bool) -> PyResult<bool> {
    match (sources.first(), head) {
        (_, Some(head)) => Ok(is_warc_head(&head)),
        (Some((path, None)), _) if !path.is_dir() => {
            let read = pulled::open(path)
                .and_then(|mut file| head_of(&mut file).map_err(|error| pulled::os_error(&error, path)));
            if is_noted { Ok(read.is_ok_and(|head| is_warc_head(&head))) } else { Ok(is_warc_head(&read?)) }
        }
        _ => Ok(false),
    }
}

/// Returns the first bytes of a file.
fn head_of(file: &mut File) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    file.take(1 << 16).read_to_end(&mut head)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(head)
}

/// Returns `true` if a file that begins like this is WARC, compressed or not.
fn is_warc_head(head: &[u8]) -> bool {
    let mut inner = Vec::new();
    if head.starts_with(GZIP) {
        // Damage is reported when the file is read.
        let _ = MultiGzDecoder::new(head).take(16).read_to_end(&mut inner);
    }
    warc::recognise(if inner.is_empty() { head } else { &inner }, true) == Some(true)
}

/// Adds the messages of a maildir, and of those in it; whether it is one.
fn add_maildir(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<bool> {
    let (mut is_maildir, mut inner) = (false, Vec::new());
    for name in ["cur", "new"] {
        match fs::read_dir(folder.join(name)) {
            Ok(entries) => {
                is_maildir = true;
                let start = files.len();
                for entry in entries {
                    let entry = entry?;
                    let is_message = !entry.file_name().as_encoded_bytes().starts_with(b".");
                    if is_message && !entry.file_type()?.is_dir() {
                        files.push(entry.path());
                    }
                }
                files[start..].sort();
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    if is_maildir {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            if entry.file_name().as_encoded_bytes().starts_with(b".") && entry.file_type()?.is_dir() {
                inner.push(entry.path());
            }
        }
        inner.sort();
        for folder in inner {
            add_maildir(&folder, files)?;
        }
    }
    Ok(is_maildir)
}
