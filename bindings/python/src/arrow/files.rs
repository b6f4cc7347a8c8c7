//! Links out of mailboxes and WARC files: record batches that a thread of its own makes while the last one is looked at.

use std::{
    fs::{self, File},
    io::{self, Read, Seek, SeekFrom},
    mem,
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::{
        Arc,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
};

use arrow_array::{ArrayRef, RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use flate2::read::MultiGzDecoder;
use napkin::{
    Context, Event, Searcher, Sink,
    mail::MailFinder,
    warc::{self, WarcFinder},
};
use pyo3::{exceptions::PyRuntimeError, prelude::*, types::PyDict};

use super::{
    classes::PyReader,
    columns::{LinkColumns, MessageColumns, WarcColumns},
    schema,
};
use crate::{
    errors,
    link::{Damages, Message, Place},
    options::Options,
    pulled,
};

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(read, module)?)
}

/// Returns the links in mail files or a WARC file as record batches. It takes bounded memory.
///
/// Args:
///     path: a message, a mailbox (mbox), a batch of news, a maildir, or a WARC or WET file, each compressed by gzip or not.
///         A maildir is a folder with ``cur`` and ``new``; its folders whose names begin with a full stop are read, too.
///     input: the format: ``mail``, ``warc`` or ``auto``, which reads WARC if the file begins with ``WARC/1.``. Default: ``auto``.
///     batch_rows: the most rows of a batch. Default: 16,384.
///     limit: the most bytes of a message, or of a record that has to be in memory as a whole. A larger one is searched as plain
///         text, undecoded. Default: 32 MiB.
///     all_parts, headers: as for ``read_mail``.
///     **options: the options of ``Finder``; ``offsets`` can only be ``bytes``.
///
/// Returns:
///     A ``RecordBatchReader`` with the columns of ``MAIL_SCHEMA`` or ``WARC_SCHEMA``. In WARC files ``warc_target`` is the page, and
///     offsets are bytes of the record's payload, without the HTTP header, decoded to UTF-8. The messages of a maildir come in the
///     order of their file names; a message that is moved while reading is skipped. ``damage`` lists damaged messages and records.
///
/// Raises:
///     OSError: the file can't be opened. A later read error ends the stream with an error, after the links before it.
///     DataError: the folder is not a maildir.
///     OptionError: an option has a bad value.
#[pyfunction]
#[pyo3(signature = (path, *, input = "auto", batch_rows = 16_384, limit = None, all_parts = false, headers = false, **options))]
fn read(
    path: PathBuf,
    input: &str,
    batch_rows: usize,
    limit: Option<usize>,
    all_parts: bool,
    headers: bool,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<PyReader> {
    let options = Options::new(options)?;
    let mail = pulled::mail_finder(&options, limit, all_parts, headers)?;
    let mut warc = WarcFinder::new(options.finder.clone());
    if let Some(bytes) = limit {
        warc = warc.limit(bytes);
    }
    if !["auto", "mail", "warc"].contains(&input) {
        return Err(errors::option("input: expected one of auto, mail, warc"));
    }
    if batch_rows == 0 {
        return Err(errors::option("batch_rows: it must be at least 1"));
    }
    let mut files = Vec::new();
    let mut is_warc = input == "warc";
    if path.is_dir() && !is_warc {
        let found = add_maildir(&path, &mut files).map_err(|error| pulled::os_error(&error, &path))?;
        if !found {
            let path = path.display();
            return Err(errors::data(format!("{path} is no maildir: it has neither a folder cur nor a folder new")));
        }
    } else {
        // What can't be opened is said at once.
        let mut file = pulled::open(&path)?;
        is_warc |= input == "auto" && begins_as_warc(&mut file).map_err(|error| pulled::os_error(&error, &path))?;
        files.push(path);
    }
    let (finder, schema) = match is_warc {
        true => (InputFinder::Warc(warc), schema::of_warc()),
        false => (InputFinder::Mail(mail), schema::of_mail()),
    };
    let (damages, (batches, receiver)) = (Damages::default(), sync_channel(1));
    let told = damages.clone();
    let own_schema = Arc::clone(&schema);
    let search = move || {
        let mut searcher = options.finder.searcher();
        let mut sink = Batches {
            batches,
            batch_rows,
            path: String::new(),
            message: None,
            places: if is_warc {
                Places::Records(WarcColumns::default())
            } else {
                Places::Messages(MessageColumns::default())
            },
            schema: own_schema,
            links: LinkColumns::new(&schema::LINK, false),
            damages,
        };
        for file in files {
            if !sink.search(&finder, &mut searcher, &file) {
                return;
            }
        }
        // If nobody listens any more, there is nobody to tell.
        let _ = sink.flush().and_then(|()| sink.send(None));
    };
    thread::Builder::new()
        .name("napkin".to_owned())
        .spawn(search)
        .map_err(|error| PyRuntimeError::new_err(format!("no thread for the search: {error}")))?;
    let batches = Received { schema, receiver, has_ended: false };
    Ok(PyReader::with_damages(Box::new(batches), told))
}

/// What finds links in the files.
enum InputFinder {
    Mail(MailFinder),
    Warc(WarcFinder),
}

impl InputFinder {
    fn search(&self, searcher: &mut Searcher, mut file: File, sink: &mut Batches) -> Result<(), napkin::Error> {
        let mut head = Vec::new();
        // What can't be read is told when it is read again. A pipe can't be set back.
        let _ = (&mut file).take(GZIP.len() as u64).read_to_end(&mut head);
        let is_gzip = head == GZIP;
        let file = io::Cursor::new(head).chain(file);
        let reader: Box<dyn Read> = if is_gzip { Box::new(MultiGzDecoder::new(file)) } else { Box::new(file) };
        match self {
            InputFinder::Mail(finder) => finder.search_with(searcher, reader, sink),
            InputFinder::Warc(finder) => finder.search_with(searcher, reader, sink),
        }
    }
}

/// What everything begins with that gzip compressed.
const GZIP: &[u8] = b"\x1F\x8B\x08";

/// The first bytes of a file, at whose beginning it is left.
fn head(file: &mut File) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    file.take(16).read_to_end(&mut head)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(head)
}

/// Whether a file is WARC, compressed or not.
fn begins_as_warc(file: &mut File) -> io::Result<bool> {
    let mut head = head(file)?;
    if head.starts_with(GZIP) {
        head.clear();
        // What is damaged is told when it is read.
        let _ = MultiGzDecoder::new(file).take(16).read_to_end(&mut head);
    }
    Ok(warc::recognise(&head, true) == Some(true))
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

/// A batch, or why there are no more; `None` says that all is told.
type Sent = Option<Result<RecordBatch, ArrowError>>;

/// Makes batches of what is found.
struct Batches {
    batches: SyncSender<Sent>,
    batch_rows: usize,
    path: String,
    message: Option<Arc<Message>>,
    places: Places,
    schema: SchemaRef,
    links: LinkColumns,
    damages: Damages,
}

/// What is said of where each link is.
#[expect(clippy::large_enum_variant, reason = "a file has one of them")]
enum Places {
    Messages(MessageColumns),
    Records(WarcColumns),
}

impl Places {
    fn take(&mut self) -> Vec<ArrayRef> {
        match self {
            Places::Messages(columns) => mem::take(columns).finish(),
            Places::Records(columns) => mem::take(columns).finish(),
        }
    }
}

impl Batches {
    /// Searches a file; whether to go on with the next.
    fn search(&mut self, finder: &InputFinder, searcher: &mut Searcher, path: &Path) -> bool {
        self.path = path.to_string_lossy().into_owned();
        self.message = None;
        let searched = match File::open(path) {
            Ok(file) => finder.search(searcher, file, self),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return true,
            Err(error) => return self.fail(&error, error.to_string()),
        };
        match searched {
            Ok(()) => true,
            Err(error) if error.is_write() => false,
            Err(error) => match error.io_error() {
                Some(source) => self.fail(source, format!("{error}: {source}")),
                None => self.fail(&io::ErrorKind::Other.into(), error.to_string()),
            },
        }
    }

    /// Tells of a file that can't be read, behind all that was found before: that is the end.
    fn fail(&mut self, error: &io::Error, message: String) -> bool {
        let source = io::Error::new(error.kind(), format!("{}: {message}", self.path));
        let _ = self.flush().and_then(|()| self.send(Some(Err(ArrowError::IoError(source.to_string(), source)))));
        false
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.links.len() == 0 {
            return Ok(());
        }
        let mut arrays = self.places.take();
        arrays.extend(self.links.finish());
        self.send(Some(RecordBatch::try_new(Arc::clone(&self.schema), arrays)))
    }

    fn send(&mut self, batch: Sent) -> io::Result<()> {
        self.batches.send(batch).map_err(|_| io::Error::other("nobody asks for more"))
    }
}

impl Sink for Batches {
    fn event(&mut self, event: Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>> {
        if let Event::Damage(damage) = &event {
            self.damages.push(|| format!("{}: {damage}", self.path));
        }
        let Event::Link(link) = event else { return Ok(ControlFlow::Continue(())) };
        match &mut self.places {
            Places::Messages(messages) => {
                let Some(message) = Message::of(context, &mut self.message) else {
                    return Ok(ControlFlow::Continue(()));
                };
                let (part, header) = (context.part().map(str::to_owned), context.field().map(str::to_owned));
                messages.push(&self.path, &Place { message, part, header });
            }
            Places::Records(records) => {
                let Some(record) = context.warc_record() else { return Ok(ControlFlow::Continue(())) };
                records.push(&self.path, record);
            }
        }
        self.links.push(&link, context, (0, &[]), None).map_err(io::Error::other)?;
        if self.links.len() >= self.batch_rows {
            self.flush()?;
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// The batches that the other thread makes.
struct Received {
    schema: SchemaRef,
    receiver: Receiver<Sent>,
    has_ended: bool,
}

impl Iterator for Received {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_ended {
            return None;
        }
        let sent = self.receiver.recv().unwrap_or_else(|_| Some(Err(broken_off())));
        self.has_ended = !matches!(sent, Some(Ok(_)));
        sent
    }
}

/// The other thread is gone and has not told all.
fn broken_off() -> ArrowError {
    ArrowError::ComputeError("the search broke off".to_owned())
}

impl RecordBatchReader for Received {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}
