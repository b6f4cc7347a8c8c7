//! What was found: links, and the messages that some are in.

use std::{
    borrow::Cow,
    collections::hash_map::DefaultHasher,
    hash::{Hash, Hasher},
    ops::Range,
    sync::{Arc, Mutex},
};

use napkin::{Context, Link, Notation, uri::Components};
use pyo3::{prelude::*, types::PyDict};

use crate::uri::PyUri;

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyLink>()?;
    module.add_class::<PyMessage>()
}

/// A link by itself, as searches hand it from thread to thread.
#[derive(Debug)]
pub struct Found {
    pub link: Link<'static>,
    /// Its pieces, where they are not counted in bytes.
    pub pieces: Option<Box<[Range<usize>]>>,
    pub place: Option<Box<Place>>,
}

/// Where in mail a link is.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    pub message: Arc<Message>,
    pub part: Option<String>,
    pub header: Option<String>,
}

/// What is known of a message.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    pub id: Option<String>,
    pub date: Option<String>,
    pub from: Option<String>,
    pub subject: Option<String>,
    pub number: Option<usize>,
    pub offset: usize,
}

impl Message {
    /// That of the context; the last one, where it is the same.
    pub fn of(context: &Context<'_>, last: &mut Option<Arc<Message>>) -> Option<Arc<Message>> {
        let message = context.message()?;
        if last.as_ref().is_none_or(|last| last.offset != message.offset() || last.number != message.number()) {
            *last = Some(Arc::new(Message {
                id: message.id(),
                date: message.date(),
                from: message.from(),
                subject: message.subject(),
                number: message.number(),
                offset: message.offset(),
            }));
        }
        last.clone()
    }
}

/// What is wrong with messages, as it comes up: the searching thread adds, and Python looks.
#[derive(Clone, Debug, Default)]
pub struct Damages(Arc<Mutex<Vec<String>>>);

impl Damages {
    /// How many are kept: a mailbox may consist of nothing else.
    const MOST: usize = 1000;

    pub fn push(&self, damage: impl FnOnce() -> String) {
        if let Ok(mut damages) = self.0.lock()
            && damages.len() < Damages::MOST
        {
            damages.push(damage());
        }
    }

    pub fn to_vec(&self) -> Vec<String> {
        self.0.lock().map_or_else(|_| Vec::new(), |damages| damages.clone())
    }
}

/// The host of a URL with these components as programs look it up: in A-labels, in small letters.
pub fn host_ascii<'u>(url: &'u str, components: &Components) -> Option<Cow<'u, str>> {
    let host = components.host(url)?;
    Some(match components.host_ascii(url) {
        Some(ascii) => Cow::Owned(ascii.to_ascii_lowercase()),
        None if host.bytes().any(|byte| byte.is_ascii_uppercase()) => Cow::Owned(host.to_ascii_lowercase()),
        None => Cow::Borrowed(host),
    })
}

/// A URL and its place in the text.
///
/// ``str(link)`` is the URL. Two links are equal if all their attributes are.
#[pyclass(name = "Link", module = "napkin_urls", frozen)]
pub struct PyLink(Found);

impl From<Found> for PyLink {
    fn from(found: Found) -> PyLink {
        PyLink(found)
    }
}

impl PyLink {
    fn link(&self) -> &Link<'static> {
        &self.0.link
    }

    fn pieces_of(&self) -> &[Range<usize>] {
        self.0.pieces.as_deref().unwrap_or_else(|| self.link().pieces())
    }
}

#[pymethods]
impl PyLink {
    /// The complete URL: put together if it was broken, with a scheme if it was written without one.
    #[getter]
    fn url(&self) -> &str {
        self.link().url()
    }

    /// The text from ``start`` to ``end``, breaks included. Bytes that are not UTF-8 become U+FFFD.
    #[getter]
    fn text(&self) -> &str {
        self.link().as_str()
    }

    /// The offset of its beginning: characters in ``str``, bytes in ``bytes``, or as the option ``offsets`` says.
    #[getter]
    fn start(&self) -> usize {
        self.pieces_of().first().map_or(0, |piece| piece.start)
    }

    /// The offset after its end, in the unit of ``start``.
    #[getter]
    fn end(&self) -> usize {
        self.pieces_of().last().map_or(0, |piece| piece.end)
    }

    /// The ranges of its pieces, ``(start, end)`` each. A URL that was not broken has one.
    #[getter]
    fn pieces(&self) -> Vec<(usize, usize)> {
        self.pieces_of().iter().map(|piece| (piece.start, piece.end)).collect()
    }

    /// How it is written: ``url``, ``www``, ``domain`` or ``email``.
    #[getter]
    fn kind(&self) -> &'static str {
        self.link().kind().name()
    }

    /// Its delimiter: ``angle``, ``quote``, ``prefix`` (``URL:``), ``bare``, or ``attribute`` in HTML.
    #[getter]
    fn delimiter(&self) -> &'static str {
        self.link().delimiter().name()
    }

    /// The scheme of ``url``.
    #[getter]
    fn scheme(&self) -> &str {
        self.link().scheme()
    }

    /// The host of ``url``; ``None`` without an authority.
    #[getter]
    fn host(&self) -> Option<&str> {
        self.link().host()
    }

    /// The host for look-ups: in A-labels (``xn--…``) and lower case.
    #[getter]
    fn host_ascii(&self) -> Option<Cow<'_, str>> {
        host_ascii(self.url(), self.link().components())
    }

    /// ``url`` as a ``Uri``, with all its components.
    #[getter]
    fn uri(&self) -> PyUri {
        PyUri(self.link().uri().into_owned())
    }

    /// The confidence that it was put together rightly, from 0 to 1; ``None`` for one piece.
    #[getter]
    fn confidence(&self) -> Option<f32> {
        self.link().rejoined().map(|rejoined| rejoined.confidence)
    }

    /// The reason for putting it together: ``delimiter`` or ``evidence``; ``None`` for one piece.
    #[getter]
    fn rejoined_by(&self) -> Option<&'static str> {
        self.link().rejoined().map(|_| if self.link().delimiter().encloses() { "delimiter" } else { "evidence" })
    }

    /// ``host`` or ``scheme`` if it was broken inside that; else ``None``.
    #[getter]
    fn inside(&self) -> Option<&'static str> {
        self.link().rejoined()?.inside.map(|part| part.name())
    }

    /// ``json`` or ``markup`` if escapes of that notation were undone; else ``None``.
    #[getter]
    fn escaped(&self) -> Option<&'static str> {
        self.link().escapes().map(Notation::name)
    }

    /// The other possible reading, if there is one: without the pieces joined on evidence, or with another hyphen.
    #[getter]
    fn alternative(&self) -> Option<&str> {
        self.link().alternative()
    }

    /// The URL as written, if ``unwrap_redirects`` changed it; else ``None``.
    #[getter]
    fn written(&self) -> Option<&str> {
        self.link().written()
    }

    /// The HTML element that has it in an attribute; ``None`` in text.
    #[getter]
    fn element(&self) -> Option<&'static str> {
        self.link().attribute().map(|attribute| attribute.element())
    }

    /// The name of that attribute.
    #[getter]
    fn attribute(&self) -> Option<&'static str> {
        self.link().attribute().map(|attribute| attribute.name())
    }

    /// The line that it begins in, from 1; ``None`` without the option ``positions``.
    #[getter]
    fn line(&self) -> Option<usize> {
        self.link().position().map(|position| position.line)
    }

    /// The column that it begins at, in bytes of UTF-8 from 1; ``None`` without the option ``positions``.
    #[getter]
    fn column(&self) -> Option<usize> {
        self.link().position().map(|position| position.column)
    }

    /// The message that it is in; ``None`` outside mail.
    #[getter]
    fn message(&self) -> Option<PyMessage> {
        self.0.place.as_ref().map(|place| PyMessage(Arc::clone(&place.message)))
    }

    /// The part of the message, such as ``1.2``; ``None`` in a header.
    #[getter]
    fn part(&self) -> Option<&str> {
        self.0.place.as_ref()?.part.as_deref()
    }

    /// The name of the header field; ``None`` in a body.
    #[getter]
    fn header(&self) -> Option<&str> {
        self.0.place.as_ref()?.header.as_deref()
    }

    /// Returns a ``dict`` with the fields of the command's ``--json``.
    ///
    /// These are missing if they don't apply: ``host_ascii``, ``escaped``, ``written``, ``element``, ``attribute``,
    /// ``message``.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let link = self.link();
        let record = PyDict::new(py);
        record.set_item("line", self.line())?;
        record.set_item("column", self.column())?;
        record.set_item("start", self.start())?;
        record.set_item("end", self.end())?;
        record.set_item("url", self.url())?;
        record.set_item("text", self.text())?;
        record.set_item("kind", self.kind())?;
        record.set_item("delimiter", self.delimiter())?;
        record.set_item("scheme", self.scheme())?;
        record.set_item("host", self.host())?;
        let set = |name: &str, value: Option<&str>| value.map_or(Ok(()), |value| record.set_item(name, value));
        set("host_ascii", link.uri().host_ascii().as_deref())?;
        record.set_item("pieces", self.pieces())?;
        match link.rejoined() {
            None => record.set_item("rejoined", py.None())?,
            Some(rejoined) => {
                let join = PyDict::new(py);
                join.set_item("by", self.rejoined_by())?;
                join.set_item("confidence", rejoined.confidence)?;
                if let Some(inside) = self.inside() {
                    join.set_item("inside", inside)?;
                }
                record.set_item("rejoined", join)?;
            }
        }
        set("escaped", self.escaped())?;
        record.set_item("alternative", self.alternative())?;
        set("element", self.element())?;
        set("attribute", self.attribute())?;
        set("written", self.written())?;
        if let Some(place) = &self.0.place {
            let message = PyMessage(Arc::clone(&place.message)).to_dict(py)?;
            message.set_item("part", self.part())?;
            if let Some(header) = self.header() {
                message.set_item("header", header)?;
            }
            record.set_item("message", message)?;
        }
        Ok(record)
    }

    fn __str__(&self) -> &str {
        self.url()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let url = quoted(py, self.url())?;
        let mut shown = format!("<Link {url} at {}:{} {} {}", self.start(), self.end(), self.kind(), self.delimiter());
        if let Some(confidence) = self.confidence() {
            shown.push_str(&format!(", {} pieces, confidence {confidence:.2}", self.pieces_of().len()));
        }
        if let Some(alternative) = self.alternative() {
            shown.push_str(&format!(", or {}", quoted(py, alternative)?));
        }
        Ok(shown + ">")
    }

    fn __eq__(&self, other: &PyLink) -> bool {
        self.link() == other.link() && self.pieces_of() == other.pieces_of() && self.0.place == other.0.place
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.url(), self.start(), self.end()).hash(&mut hasher);
        hasher.finish()
    }
}

/// The string as Python shows it.
pub fn quoted(py: Python<'_>, text: &str) -> PyResult<String> {
    text.into_pyobject(py)?.repr()?.extract()
}

/// A message of mail or news.
#[pyclass(name = "Message", module = "napkin_urls", frozen, eq)]
#[derive(PartialEq)]
pub struct PyMessage(Arc<Message>);

#[pymethods]
impl PyMessage {
    /// Its identifier, without angle brackets; ``None`` without one.
    #[getter]
    fn id(&self) -> Option<&str> {
        self.0.id.as_deref()
    }

    /// Its date by RFC 3339, ``2009-03-03T10:20:30+01:00``; ``None`` without a valid one.
    #[getter]
    fn date(&self) -> Option<&str> {
        self.0.date.as_deref()
    }

    /// Its sender: the field ``From``, decoded.
    #[getter]
    fn sender(&self) -> Option<&str> {
        self.0.from.as_deref()
    }

    /// Its subject, decoded.
    #[getter]
    fn subject(&self) -> Option<&str> {
        self.0.subject.as_deref()
    }

    /// Its number in the mailbox, from 1; ``None`` for a single message.
    #[getter]
    fn number(&self) -> Option<usize> {
        self.0.number
    }

    /// The offset of its beginning in the file, in bytes.
    #[getter]
    fn offset(&self) -> usize {
        self.0.offset
    }

    /// Returns a ``dict`` with the names of the command's ``--json``, where ``sender`` is ``from``.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let record = PyDict::new(py);
        record.set_item("id", self.id())?;
        record.set_item("date", self.date())?;
        record.set_item("from", self.sender())?;
        record.set_item("subject", self.subject())?;
        record.set_item("number", self.number())?;
        record.set_item("offset", self.offset())?;
        Ok(record)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let show = |value: Option<&str>| value.map_or(Ok("None".to_owned()), |value| quoted(py, value));
        Ok(format!(
            "<Message {} of {} from {}: {}>",
            self.0.number.map_or("by itself".to_owned(), |number| number.to_string()),
            self.date().unwrap_or("no date"),
            show(self.sender())?,
            show(self.subject())?
        ))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.number(), self.offset(), self.id()).hash(&mut hasher);
        hasher.finish()
    }
}
