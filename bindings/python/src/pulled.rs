//! Searches of files and mail, whose links are asked for one by one.
//!
//! The library hands links to a sink until the input ends. Here a thread of its own searches, and waits while nobody asks
//! for more; it never calls Python. What a Python file has is read by the thread that asks for the next link.

use std::{
    cell::RefCell,
    collections::VecDeque,
    fs::File,
    io::{self, Read},
    mem,
    ops::ControlFlow,
    path::{Path, PathBuf},
    rc::Rc,
    sync::{
        Arc, Mutex,
        mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    },
    thread,
};

use napkin::{Context, Event, Sink, mail::MailFinder};
use pyo3::{
    exceptions::{PyOSError, PyRuntimeError, PyTypeError, PyValueError},
    prelude::*,
    types::{PyBytesMethods, PyDict, PyString},
};

use crate::{
    errors,
    interrupts::EVERY,
    link::{Damages, Found, Message, Place, PyLink},
    options::{Offsets, Options},
    text::{Characters, bytes_of, encoded},
};

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyLinks>()?;
    module.add_function(wrap_pyfunction!(read_mail, module)?)
}

/// How many links are handed over at a time.
const BATCH: usize = 256;

/// What the searching thread says.
enum Said {
    Found(Vec<Found>),
    /// It needs up to so many bytes to go on.
    Wants(usize),
    Ended(Result<(), napkin::Error>),
}

/// What was read for it; `None` where that failed.
type Food = Option<Vec<u8>>;

/// The links found and not told yet, and whom to tell.
struct Outbox {
    found: Vec<Found>,
    said: SyncSender<Said>,
}

impl Outbox {
    fn flush(&mut self) -> io::Result<()> {
        let found = mem::take(&mut self.found);
        if found.is_empty() { Ok(()) } else { self.say(Said::Found(found)) }
    }

    fn say(&mut self, what: Said) -> io::Result<()> {
        self.said.send(what).map_err(|_| nobody_asks())
    }

    fn push(&mut self, found: Found) -> io::Result<()> {
        self.found.push(found);
        if self.found.len() < BATCH { Ok(()) } else { self.flush() }
    }
}

/// The iterator is gone.
fn nobody_asks() -> io::Error {
    io::Error::other("nobody asks for more")
}

/// Reads what the other side read of a Python file.
struct Fed {
    outbox: Rc<RefCell<Outbox>>,
    food: Receiver<Food>,
    rest: Vec<u8>,
    taken: usize,
    is_end: bool,
}

impl Read for Fed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.taken == self.rest.len() && !self.is_end {
            let mut outbox = self.outbox.borrow_mut();
            // Nobody waits for what is already found.
            outbox.flush()?;
            outbox.say(Said::Wants(buffer.len().max(1 << 16)))?;
            self.taken = 0;
            self.rest = self.food.recv().map_err(|_| nobody_asks())?.ok_or_else(|| io::Error::other("read failed"))?;
            self.is_end = self.rest.is_empty();
        }
        let count = buffer.len().min(self.rest.len() - self.taken);
        buffer[..count].copy_from_slice(&self.rest[self.taken..self.taken + count]);
        self.taken += count;
        Ok(count)
    }
}

/// Takes what is found: in text whose characters are counted, once the text it stands in is settled.
struct Gather {
    outbox: Rc<RefCell<Outbox>>,
    offsets: Offsets,
    characters: Characters,
    waiting: Vec<Found>,
    settled: usize,
    message: Option<Arc<Message>>,
    damages: Damages,
}

impl Sink for Gather {
    fn event(&mut self, event: Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>> {
        if let Event::Damage(damage) = &event {
            self.damages.push(|| damage.to_string());
        }
        if let Event::Link(link) = event {
            let place = Message::of(context, &mut self.message).map(|message| {
                let (part, header) = (context.part().map(str::to_owned), context.field().map(str::to_owned));
                Box::new(Place { message, part, header })
            });
            let mut found = Found::of(&link);
            found.place = place;
            match self.offsets {
                Offsets::Characters => self.waiting.push(found),
                Offsets::Bytes => self.outbox.borrow_mut().push(found)?,
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn settled(&mut self, text: &[u8]) -> io::Result<ControlFlow<()>> {
        if self.offsets == Offsets::Characters {
            let mut outbox = self.outbox.borrow_mut();
            for mut found in self.waiting.drain(..) {
                found.pieces = self.characters.ranges(&found.pieces, text, self.settled);
                outbox.push(found)?;
            }
            self.characters.at(self.settled + text.len(), text, self.settled);
            self.settled += text.len();
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// What a search reads: a file of its own, or what it is fed.
enum Source {
    File(File),
    Fed(Fed),
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Source::File(file) => file.read(buffer),
            Source::Fed(fed) => fed.read(buffer),
        }
    }
}

/// How a search searches.
enum How {
    Text(napkin::Finder),
    Mail(MailFinder),
}

/// Starts a search of the file, or of what is fed to it.
fn start(how: How, offsets: Offsets, own: Option<File>, file: Option<PythonFile>) -> PyResult<PyLinks> {
    let damages = Damages::default();
    let told = damages.clone();
    // One batch is found while the one before it is taken.
    let (said, hears) = sync_channel(1);
    let (feeds, food) = sync_channel(1);
    let search = move || {
        let outbox = Rc::new(RefCell::new(Outbox { found: Vec::new(), said }));
        let source = match own {
            Some(file) => Source::File(file),
            None => {
                let outbox = Rc::clone(&outbox);
                Source::Fed(Fed { outbox, food, rest: Vec::new(), taken: 0, is_end: false })
            }
        };
        let mut sink = Gather {
            outbox: Rc::clone(&outbox),
            offsets,
            characters: Characters::default(),
            waiting: Vec::new(),
            settled: 0,
            message: None,
            damages,
        };
        let ended = match how {
            How::Text(finder) => finder.search_into(source, &mut sink),
            How::Mail(finder) => finder.search_into(source, &mut sink),
        };
        let mut outbox = outbox.borrow_mut();
        // If nobody listens any more, there is nobody to tell.
        let _ = outbox.flush().and_then(|()| outbox.say(Said::Ended(ended)));
    };
    thread::Builder::new()
        .name("napkin".to_owned())
        .spawn(search)
        .map_err(|error| PyRuntimeError::new_err(format!("no thread for the search: {error}")))?;
    let search = Some(Running { hears, feeds, file, failure: None });
    Ok(PyLinks { pulled: Mutex::new(Pulled { ready: VecDeque::new(), search }), damages: told })
}

/// An iterator of the links in a file or in mail.
#[pyclass(name = "Links", module = "napkin_urls", frozen)]
pub struct PyLinks {
    pulled: Mutex<Pulled>,
    damages: Damages,
}

/// Where a search stands.
struct Pulled {
    ready: VecDeque<Found>,
    /// None when it has ended.
    search: Option<Running>,
}

struct Running {
    hears: Receiver<Said>,
    feeds: SyncSender<Food>,
    file: Option<PythonFile>,
    /// What is told when a read fails and all before it was handed out.
    failure: Option<PyErr>,
}

struct PythonFile {
    file: Py<PyAny>,
    /// Whether it returns `str`; none before the first read.
    is_text: Option<bool>,
    /// What was read to learn that.
    first: Option<Vec<u8>>,
}

impl PythonFile {
    fn read(&mut self, py: Python<'_>, count: usize) -> PyResult<Vec<u8>> {
        if let Some(first) = self.first.take() {
            return Ok(first);
        }
        let read = self.file.bind(py).call_method1("read", (count,))?;
        let (is_text, bytes) = if let Ok(text) = read.cast::<PyString>() {
            let bytes = match text.to_str() {
                Ok(text) => text.as_bytes().to_vec(),
                Err(_) => encoded(text)?.as_bytes().to_vec(),
            };
            (true, bytes)
        } else if let Some(bytes) = bytes_of(&read)? {
            (false, bytes.as_bytes().to_vec())
        } else {
            let name = read.get_type().name()?;
            return Err(PyTypeError::new_err(format!("read(n) has to return bytes or str, and not {name}")));
        };
        match self.is_text {
            Some(before) if before != is_text => Err(PyTypeError::new_err("read(n) returned both bytes and str")),
            _ => {
                self.is_text = Some(is_text);
                Ok(bytes)
            }
        }
    }
}

#[pymethods]
impl PyLinks {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    /// The damage in the messages read so far, as sentences; at most the first thousand. Damaged messages are searched up to the
    /// damage.
    #[getter]
    fn damage(&self) -> Vec<String> {
        self.damages.to_vec()
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PyLink>> {
        // Nobody waits for the lock: who has it may wait for Python's.
        let Ok(mut pulled) = self.pulled.try_lock() else {
            return Err(PyValueError::new_err("another thread is asking for the next link"));
        };
        loop {
            if let Some(found) = pulled.ready.pop_front() {
                return Ok(Some(found.into()));
            }
            let Some(running) = &mut pulled.search else { return Ok(None) };
            let hears = &mut running.hears;
            match py.detach(move || hears.recv_timeout(EVERY)) {
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Ok(Said::Found(found)) => pulled.ready.extend(found),
                Ok(Said::Wants(count)) => running.feed(py, count),
                Ok(Said::Ended(ended)) => {
                    let failure = running.failure.take();
                    pulled.search = None;
                    match failure {
                        Some(failure) => return Err(failure),
                        None => ended.map_err(errors::of_library)?,
                    }
                }
                Err(_) => {
                    pulled.search = None;
                    return Err(PyRuntimeError::new_err("the search broke off"));
                }
            }
        }
    }
}

impl Running {
    fn feed(&mut self, py: Python<'_>, count: usize) {
        let read = match &mut self.file {
            Some(file) => file.read(py, count),
            None => Ok(Vec::new()),
        };
        let food = match read {
            Ok(bytes) => Some(bytes),
            Err(failure) => {
                self.failure = Some(failure);
                None
            }
        };
        // It asked for it, and waits.
        let _ = self.feeds.send(food);
    }
}

/// The links of a Python file.
pub fn stream(file: Py<PyAny>, options: Options) -> PyResult<PyLinks> {
    Python::attach(|py| {
        let mut file = PythonFile { file, is_text: None, first: None };
        // Only what it returns says whether it is text.
        file.first = Some(file.read(py, 1 << 16)?);
        let offsets = options.offsets_in(file.is_text == Some(true))?;
        start(How::Text(options.finder), offsets, None, Some(file))
    })
}

/// How mail is searched: the finder, and what is said of mail.
pub fn mail_finder(options: &Options, limit: Option<usize>, all_parts: bool, headers: bool) -> PyResult<MailFinder> {
    if options.offsets == Some(Offsets::Characters) {
        return Err(errors::option("offsets: those in mail are bytes of the part's text, as UTF-8"));
    }
    let finder = MailFinder::new(options.finder.clone()).all_parts(all_parts).headers(headers);
    Ok(match limit {
        Some(bytes) => finder.limit(bytes),
        None => finder,
    })
}

/// Returns an iterator of the links in a message, a mailbox (mbox) or a batch of news. It takes bounded memory.
///
/// Args:
///     source: the path of a file, or any object with a method ``read(n)`` that returns ``bytes``.
///     limit: the most bytes of a message. A larger one is searched as plain text, undecoded.
///         Default: 32 MiB.
///     all_parts: searches all alternatives of a part. Default: false.
///     headers: also searches header fields that carry URLs. Default: false.
///     **options: the options of ``Finder``; ``offsets`` can only be ``bytes``.
///
/// Returns:
///     An iterator of ``Link``, each with its ``message``, ``part`` and ``header``. Offsets are bytes of the part's
///     text, decoded to UTF-8. Its ``damage`` lists damaged messages.
///
/// Raises:
///     OSError: the file can't be opened or read. A read error comes after the links before it.
///     OptionError: an option has a bad value.
#[pyfunction]
#[pyo3(signature = (source, *, limit = None, all_parts = false, headers = false, **options))]
fn read_mail(
    source: &Bound<'_, PyAny>,
    limit: Option<usize>,
    all_parts: bool,
    headers: bool,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<PyLinks> {
    let finder = mail_finder(&Options::new(options)?, limit, all_parts, headers)?;
    let (file, own) = if source.hasattr("read")? {
        (Some(PythonFile { file: source.clone().unbind(), is_text: None, first: None }), None)
    } else if bytes_of(source)?.is_some() {
        return Err(PyTypeError::new_err("source: expected a path or a file object: wrap bytes in io.BytesIO(…)"));
    } else {
        (None, Some(open(&source.extract::<PathBuf>()?)?))
    };
    start(How::Mail(finder), Offsets::Bytes, own, file)
}

/// Opens a file; the error is the one that Python's own `open` raises.
pub fn open(path: &Path) -> PyResult<File> {
    open_file(path).map_err(|error| os_error(&error, path))
}

/// Opens a file, which is no folder.
pub fn open_file(path: &Path) -> io::Result<File> {
    /// What Unix says of a folder that is read like a file.
    const IS_A_DIRECTORY: i32 = 21;
    let file = File::open(path)?;
    let is_folder = file.metadata().is_ok_and(|data| data.is_dir());
    if is_folder { Err(io::Error::from_raw_os_error(IS_A_DIRECTORY)) } else { Ok(file) }
}

/// The exception that says what failed with which file: `OSError` makes itself the class that its number stands for.
pub fn os_error(failed: &io::Error, path: &Path) -> PyErr {
    let message = failed.to_string();
    let message = message.split(" (os error").next().unwrap_or_default().to_owned();
    PyOSError::new_err((failed.raw_os_error(), message, path.to_owned()))
}
