//! The search of files: record batches, which another thread makes ahead.
//!
//! That thread never calls Python. What an object of Python has is read by the thread that asks for the next batch.

use std::{
    io::{self, Read},
    mem,
    ops::ControlFlow,
    path::PathBuf,
    sync::{
        Arc,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
};

use arrow_array::{ArrayRef, RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use flate2::read::MultiGzDecoder;
use napkin::{Context, Event, Searcher, Sink, mail::MailFinder, warc::WarcFinder};
use pyo3::{
    exceptions::{PyException, PyRuntimeError},
    prelude::*,
};

use super::{
    classes::{Failure, PyReader},
    columns::{LinkColumns, MessageColumns, TextPlace, WarcColumns},
    schema::{self, LinkField},
};
use crate::{
    attached::attached,
    errors,
    link::{Damages, Message, Place},
    pulled,
    text::bytes_of,
};

/// Something to read.
pub enum Source {
    File(PathBuf),
    /// A message of a maildir, which may be moved meanwhile.
    Message(PathBuf),
    /// An object of Python, by its name and its number.
    Object(PathBuf, usize),
}

/// Starts a search.
pub fn start(
    finder: InputFinder,
    mut searcher: Searcher,
    sources: Vec<Source>,
    objects: Vec<Py<PyAny>>,
    (batch_rows, columns): (usize, &[LinkField]),
    notes_errors: bool,
) -> PyResult<PyReader> {
    let (damages, (said, receiver), (feeds, food)) = (Damages::default(), sync_channel(1), sync_channel(1));
    let (schema, places) = match finder {
        InputFinder::Warc(_) => (schema::of_warc(columns), Places::Records(WarcColumns::default())),
        InputFinder::Mail(_) => (schema::of_mail(columns), Places::Messages(MessageColumns::default())),
    };
    let mut sink = Batches {
        said: said.clone(),
        batch_rows,
        path: String::new(),
        message: None,
        places,
        schema: Arc::clone(&schema),
        links: LinkColumns::new(columns, false),
        damages: damages.clone(),
        notes_errors,
    };
    let search = move || {
        for source in sources {
            let fed = |number| Fed { number, said: &said, food: &food, rest: Vec::new(), taken: 0, is_end: false };
            if !sink.search(&finder, &mut searcher, source, fed) {
                return;
            }
        }
        // If nobody listens any more, there is nobody to tell.
        let _ = sink.flush().and_then(|()| sink.say(Said::Ended));
    };
    thread::Builder::new()
        .name("napkin".to_owned())
        .spawn(search)
        .map_err(|error| PyRuntimeError::new_err(format!("no thread for the search: {error}")))?;
    let failure = Failure::default();
    let batches = Received {
        schema,
        receiver,
        feeds,
        objects,
        notes_errors,
        failure: Arc::clone(&failure),
        message: None,
        has_ended: false,
    };
    Ok(PyReader::of_files(Box::new(batches), damages, failure))
}

/// What finds links in the files.
pub enum InputFinder {
    Mail(MailFinder),
    Warc(WarcFinder),
}

impl InputFinder {
    fn search(&self, searcher: &mut Searcher, mut file: impl Read, sink: &mut Batches) -> Result<(), napkin::Error> {
        let mut head = Vec::new();
        let failed = (&mut file).take(GZIP.len() as u64).read_to_end(&mut head).err();
        let is_gzip = head == GZIP;
        // A pipe can't be set back. An object of Python is not read again after an error.
        let file = io::Cursor::new(head).chain(Failing(failed)).chain(file);
        let reader: Box<dyn Read + '_> = if is_gzip { Box::new(MultiGzDecoder::new(file)) } else { Box::new(file) };
        match self {
            InputFinder::Mail(finder) => finder.search_with(searcher, reader, sink),
            InputFinder::Warc(finder) => finder.search_with(searcher, reader, sink),
        }
    }
}

/// Nothing to read, or once an error.
struct Failing(Option<io::Error>);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// What everything begins with that gzip compressed.
pub const GZIP: &[u8] = b"\x1F\x8B\x08";

/// What the searching thread says.
enum Said {
    Batch(Result<RecordBatch, ArrowError>),
    /// It needs up to so many bytes of the object with this number.
    Wants(usize, usize),
    Ended,
}

/// What was read for it, or why that failed.
type Food = Result<Vec<u8>, String>;

/// Reads what the other side reads of an object of Python.
struct Fed<'f> {
    number: usize,
    said: &'f SyncSender<Said>,
    food: &'f Receiver<Food>,
    rest: Vec<u8>,
    taken: usize,
    is_end: bool,
}

impl Read for Fed<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.taken == self.rest.len() && !self.is_end {
            let wanted = self.said.send(Said::Wants(self.number, buffer.len().max(1 << 16)));
            let food = wanted.ok().and_then(|()| self.food.recv().ok()).ok_or_else(nobody_asks)?;
            self.taken = 0;
            self.rest = food.map_err(io::Error::other)?;
            self.is_end = self.rest.is_empty();
        }
        let count = buffer.len().min(self.rest.len() - self.taken);
        buffer[..count].copy_from_slice(&self.rest[self.taken..self.taken + count]);
        self.taken += count;
        Ok(count)
    }
}

/// The iterator is gone.
fn nobody_asks() -> io::Error {
    io::Error::other("nobody asks for more")
}

/// Makes batches of what is found.
struct Batches {
    said: SyncSender<Said>,
    batch_rows: usize,
    path: String,
    message: Option<Arc<Message>>,
    places: Places,
    schema: SchemaRef,
    links: LinkColumns,
    damages: Damages,
    /// What can't be read is damage, and not the end.
    notes_errors: bool,
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
    /// Searches a source; whether to go on with the next.
    fn search<'f>(
        &mut self,
        finder: &InputFinder,
        searcher: &mut Searcher,
        source: Source,
        fed: impl FnOnce(usize) -> Fed<'f>,
    ) -> bool {
        let (Source::File(path) | Source::Message(path) | Source::Object(path, _)) = &source;
        self.path = path.to_string_lossy().into_owned();
        self.message = None;
        let searched = match &source {
            Source::Object(_, number) => finder.search(searcher, fed(*number), self),
            Source::File(path) | Source::Message(path) => match pulled::open_file(path) {
                Ok(file) => finder.search(searcher, file, self),
                Err(error) if error.kind() == io::ErrorKind::NotFound && matches!(source, Source::Message(_)) => {
                    return true;
                }
                Err(error) => return self.fail(&error, error.to_string()),
            },
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

    /// Reports what can't be read, after all that was found before; whether to go on with the next.
    fn fail(&mut self, error: &io::Error, message: String) -> bool {
        let message = format!("{}: {message}", self.path);
        if self.notes_errors {
            self.damages.push(|| message);
            return true;
        }
        let source = io::Error::new(error.kind(), message);
        let failed = Said::Batch(Err(ArrowError::IoError(source.to_string(), source)));
        let _ = self.flush().and_then(|()| self.say(failed));
        false
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.links.len() == 0 {
            return Ok(());
        }
        let mut arrays = self.places.take();
        arrays.extend(self.links.finish().map_err(io::Error::other)?);
        self.say(Said::Batch(RecordBatch::try_new(Arc::clone(&self.schema), arrays)))
    }

    fn say(&mut self, what: Said) -> io::Result<()> {
        self.said.send(what).map_err(|_| nobody_asks())
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
        self.links.push(&link, context, (TextPlace::default(), &[]), None).map_err(io::Error::other)?;
        if self.links.len() >= self.batch_rows {
            self.flush()?;
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// The batches that the other thread makes.
struct Received {
    schema: SchemaRef,
    receiver: Receiver<Said>,
    feeds: SyncSender<Food>,
    objects: Vec<Py<PyAny>>,
    notes_errors: bool,
    /// What Python raised, and its message, until all that was found before is handed out.
    failure: Failure,
    message: Option<String>,
    has_ended: bool,
}

impl Received {
    /// Reads an object for the other thread, and keeps an exception that is to be raised.
    fn feed(&mut self, number: usize, count: usize) {
        attached(|py| {
            let food = read_object(self.objects[number].bind(py), count).map_err(|error| {
                let message = error.to_string();
                if !(self.notes_errors && error.is_instance_of::<PyException>(py)) {
                    self.message = Some(message.clone());
                    self.keep_failure(Some(error));
                }
                message
            });
            // It asked for it, and waits.
            let _ = self.feeds.send(food);
        });
    }

    fn keep_failure(&self, failure: Option<PyErr>) {
        if let Ok(mut kept) = self.failure.lock() {
            *kept = failure;
        }
    }

    /// Ends here, with what was raised meanwhile, or with this.
    fn end(&mut self, error: Option<ArrowError>) -> Option<Result<RecordBatch, ArrowError>> {
        self.has_ended = true;
        let raised = self.message.take().map(|message| ArrowError::IoError(message.clone(), io::Error::other(message)));
        raised.or(error).map(Err)
    }
}

impl Drop for Received {
    fn drop(&mut self) {
        let objects = mem::take(&mut self.objects);
        if !objects.is_empty() {
            attached(|_| {
                drop(objects);
                // Nobody else is left to drop it with the lock.
                if Arc::strong_count(&self.failure) == 1 {
                    self.keep_failure(None);
                }
            });
        }
    }
}

fn read_object(object: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<u8>> {
    let read = object.call_method1("read", (count,))?;
    match bytes_of(&read)? {
        Some(bytes) => Ok(bytes.as_bytes().to_vec()),
        None => {
            let name = read.get_type().name()?;
            Err(errors::wrong_type("read(n)", format!("expected bytes, and not {name}: open the file in binary mode")))
        }
    }
}

impl Iterator for Received {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_ended {
            return None;
        }
        loop {
            match self.receiver.recv() {
                Ok(Said::Batch(Ok(batch))) => return Some(Ok(batch)),
                Ok(Said::Batch(Err(error))) => return self.end(Some(error)),
                Ok(Said::Wants(..)) if self.message.is_some() => return self.end(None),
                Ok(Said::Wants(number, count)) => self.feed(number, count),
                Ok(Said::Ended) => return self.end(None),
                Err(_) => return self.end(Some(ArrowError::ComputeError("the search broke off".to_owned()))),
            }
        }
    }
}

impl RecordBatchReader for Received {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}
