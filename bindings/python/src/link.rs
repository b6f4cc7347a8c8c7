//! What was found: links, and the messages that some are in.

use std::{
    borrow::Cow,
    collections::hash_map::DefaultHasher,
    hash::{Hash, Hasher},
    ops::{Deref, Range},
    slice,
    sync::{Arc, Mutex},
};

use napkin::{Context, Delimiter, Grammar, Kind, Link, Uri, uri::Components};
use pyo3::{
    prelude::*,
    types::{PyDict, PyTuple},
};

use crate::{
    errors, hosts,
    text::{quoted, restorer},
    uri::PyUri,
};

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyLink>()?;
    module.add_class::<PyMessage>()?;
    module.add_function(wrap_pyfunction!(_restore_link, module)?)?;
    module.add_function(wrap_pyfunction!(_restore_message, module)?)
}

/// A link by itself, as searches hand it from thread to thread.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    url: String,
    /// The text from its start to its end, where it is not the URL.
    text: Option<String>,
    pub pieces: Pieces,
    kind: Kind,
    delimiter: Delimiter,
    grammar: Grammar,
    components: Components,
    /// What few links have.
    rare: Option<Box<Rare>>,
    pub place: Option<Box<Place>>,
}

/// The ranges of a link's pieces. Most links have one, which needs no allocation.
#[derive(Clone, Debug, PartialEq)]
pub enum Pieces {
    One(Range<usize>),
    Other(Vec<Range<usize>>),
}

impl Deref for Pieces {
    type Target = [Range<usize>];

    fn deref(&self) -> &[Range<usize>] {
        match self {
            Pieces::One(piece) => slice::from_ref(piece),
            Pieces::Other(pieces) => pieces,
        }
    }
}

impl FromIterator<Range<usize>> for Pieces {
    fn from_iter<I: IntoIterator<Item = Range<usize>>>(pieces: I) -> Pieces {
        let mut pieces = pieces.into_iter();
        match (pieces.next(), pieces.next()) {
            (Some(piece), None) => Pieces::One(piece),
            (first, second) => Pieces::Other(first.into_iter().chain(second).chain(pieces).collect()),
        }
    }
}

/// What few links have, as Python sees it.
#[derive(Clone, Debug, Default, PartialEq, FromPyObject, IntoPyObjectRef)]
#[pyo3(from_item_all)]
pub struct Rare {
    confidence: Option<f32>,
    rejoined_by: Option<String>,
    inside: Option<String>,
    escaped: Option<String>,
    alternative: Option<String>,
    label: Option<String>,
    truncated: bool,
    written: Option<String>,
    element: Option<String>,
    attribute: Option<String>,
    line: Option<usize>,
    column: Option<usize>,
}

impl Found {
    /// Returns a link without its text, its pieces in bytes.
    pub fn of(link: &Link<'_>) -> Found {
        let (url, text) = (link.url(), link.as_str());
        Found {
            url: url.to_owned(),
            text: (text != url).then(|| text.to_owned()),
            pieces: link.pieces().iter().cloned().collect(),
            kind: link.kind(),
            delimiter: link.delimiter(),
            grammar: link.uri().grammar(),
            components: *link.components(),
            rare: Rare::of(link).map(Box::new),
            place: None,
        }
    }
}

impl Rare {
    fn of(link: &Link<'_>) -> Option<Rare> {
        let (rejoined, attribute, position) = (link.rejoined(), link.attribute(), link.position());
        let by = if link.delimiter().encloses() { "delimiter" } else { "evidence" };
        let rare = Rare {
            confidence: rejoined.map(|rejoined| rejoined.confidence),
            rejoined_by: rejoined.map(|_| by.to_owned()),
            inside: rejoined.and_then(|rejoined| Some(rejoined.inside?.name().to_owned())),
            escaped: link.escapes().map(|notation| notation.name().to_owned()),
            alternative: link.alternative().map(str::to_owned),
            label: link.label().map(str::to_owned),
            truncated: link.is_truncated(),
            written: link.written().map(str::to_owned),
            element: attribute.map(|attribute| attribute.element().to_owned()),
            attribute: attribute.map(|attribute| attribute.name().to_owned()),
            line: position.map(|position| position.line),
            column: position.map(|position| position.column),
        };
        Some(rare).filter(|rare| *rare != Rare::default())
    }
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
    fn rare<'l, T>(&'l self, value: impl FnOnce(&'l Rare) -> Option<T>) -> Option<T> {
        value(self.0.rare.as_deref()?)
    }
}

#[pymethods]
impl PyLink {
    /// The complete URL: put together if it was broken, with a scheme if it was written without one.
    #[getter]
    fn url(&self) -> &str {
        &self.0.url
    }

    /// The text from ``start`` to ``end``, breaks included. Bytes that are not UTF-8 become U+FFFD.
    #[getter]
    fn text(&self) -> &str {
        self.0.text.as_ref().unwrap_or(&self.0.url)
    }

    /// The offset of its beginning: characters in ``str``, bytes in ``bytes``, or as the option ``offsets`` says.
    #[getter]
    fn start(&self) -> usize {
        self.0.pieces.first().map_or(0, |piece| piece.start)
    }

    /// The offset after its end, in the unit of ``start``.
    #[getter]
    fn end(&self) -> usize {
        self.0.pieces.last().map_or(0, |piece| piece.end)
    }

    /// The ranges of its pieces, ``(start, end)`` each. A URL that was not broken has one.
    #[getter]
    fn pieces(&self) -> Vec<(usize, usize)> {
        self.0.pieces.iter().map(|piece| (piece.start, piece.end)).collect()
    }

    /// How it is written: ``url``, ``www``, ``domain`` or ``email``.
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind.name()
    }

    /// Its delimiter: ``angle``, ``quote``, ``prefix`` (``URL:``), ``bare``, or ``attribute`` in HTML.
    #[getter]
    fn delimiter(&self) -> &'static str {
        self.0.delimiter.name()
    }

    /// The scheme of ``url``.
    #[getter]
    fn scheme(&self) -> &str {
        self.0.components.scheme(&self.0.url).unwrap_or_default()
    }

    /// The host of ``url``; ``None`` without an authority.
    #[getter]
    fn host(&self) -> Option<&str> {
        self.0.components.host(&self.0.url)
    }

    /// The host for look-ups: in A-labels (``xn--…``) and lower case.
    #[getter]
    fn host_ascii(&self) -> Option<Cow<'_, str>> {
        hosts::host_ascii(&self.0.url, &self.0.components)
    }

    /// The domain that was registered for the host, by the public suffix list; ``None`` without a name.
    #[getter]
    fn registered_domain(&self) -> Option<Cow<'_, str>> {
        hosts::registered_domain(&self.0.url, &self.0.components)
    }

    /// ``url`` as a ``Uri``, with all its components.
    #[getter]
    fn uri(&self) -> PyResult<PyUri> {
        let parsed = Uri::parse(&self.0.url, self.0.grammar);
        parsed.map(|uri| PyUri(uri.into_owned())).map_err(|rejection| errors::invalid_uri(&self.0.url, rejection))
    }

    /// The confidence that it was put together rightly, from 0 to 1; ``None`` for one piece.
    #[getter]
    fn confidence(&self) -> Option<f32> {
        self.rare(|rare| rare.confidence)
    }

    /// The reason for putting it together: ``delimiter`` or ``evidence``; ``None`` for one piece.
    #[getter]
    fn rejoined_by(&self) -> Option<&str> {
        self.rare(|rare| rare.rejoined_by.as_deref())
    }

    /// ``True`` if an ellipsis stands for the rest of the URL.
    #[getter]
    fn truncated(&self) -> bool {
        self.rare(|rare| Some(rare.truncated)).unwrap_or_default()
    }

    /// ``host`` or ``scheme`` if it was broken inside that; else ``None``.
    #[getter]
    fn inside(&self) -> Option<&str> {
        self.rare(|rare| rare.inside.as_deref())
    }

    /// The notation whose escapes were undone, such as ``json`` or ``markup``; else ``None``.
    #[getter]
    fn escaped(&self) -> Option<&str> {
        self.rare(|rare| rare.escaped.as_deref())
    }

    /// The other possible reading, if there is one: without the pieces joined on evidence, or with another hyphen.
    #[getter]
    fn alternative(&self) -> Option<&str> {
        self.rare(|rare| rare.alternative.as_deref())
    }

    /// The text that markup gives the link, such as ``[label](url)``; ``None`` without the option ``labels``.
    #[getter]
    fn label(&self) -> Option<&str> {
        self.rare(|rare| rare.label.as_deref())
    }

    /// The URL as written, if ``unwrap_redirects`` or ``strip_tracking`` changed it; else ``None``.
    #[getter]
    fn written(&self) -> Option<&str> {
        self.rare(|rare| rare.written.as_deref())
    }

    /// The HTML element that has it in an attribute; ``None`` in text.
    #[getter]
    fn element(&self) -> Option<&str> {
        self.rare(|rare| rare.element.as_deref())
    }

    /// The name of that attribute.
    #[getter]
    fn attribute(&self) -> Option<&str> {
        self.rare(|rare| rare.attribute.as_deref())
    }

    /// The line that it begins in, from 1; ``None`` without the option ``positions``.
    #[getter]
    fn line(&self) -> Option<usize> {
        self.rare(|rare| rare.line)
    }

    /// The column that it begins at, in bytes of UTF-8 from 1; ``None`` without the option ``positions``.
    #[getter]
    fn column(&self) -> Option<usize> {
        self.rare(|rare| rare.column)
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
    /// These are missing if they don't apply: ``host_ascii``, ``escaped``, ``truncated``, ``written``, ``element``, ``attribute``,
    /// ``message``.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
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
        set("host_ascii", self.0.components.host_ascii(&self.0.url).as_deref())?;
        record.set_item("pieces", self.pieces())?;
        match self.confidence() {
            None => record.set_item("rejoined", py.None())?,
            Some(confidence) => {
                let join = PyDict::new(py);
                join.set_item("by", self.rejoined_by())?;
                join.set_item("confidence", confidence)?;
                if let Some(inside) = self.inside() {
                    join.set_item("inside", inside)?;
                }
                record.set_item("rejoined", join)?;
            }
        }
        set("escaped", self.escaped())?;
        record.set_item("alternative", self.alternative())?;
        record.set_item("label", self.label())?;
        if self.truncated() {
            record.set_item("truncated", true)?;
        }
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
            shown.push_str(&format!(", {} pieces, confidence {confidence:.2}", self.0.pieces.len()));
        }
        if let Some(alternative) = self.alternative() {
            shown.push_str(&format!(", or {}", quoted(py, alternative)?));
        }
        Ok(shown + ">")
    }

    fn __eq__(&self, other: &PyLink) -> bool {
        self.0 == other.0
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.url(), self.start(), self.end()).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let names = (self.kind(), self.delimiter(), self.0.grammar.name());
        let place = self.message().map(|message| (message, self.part(), self.header()));
        let state = (self.url(), self.0.text.as_deref(), self.pieces(), names, self.0.rare.as_deref(), place);
        Ok((restorer(py, "_restore_link")?, state.into_pyobject(py)?))
    }
}

/// Where in mail a pickled link is.
type PickledPlace<'py> = (Bound<'py, PyMessage>, Option<String>, Option<String>);

/// The link of a pickle.
#[pyfunction]
#[pyo3(signature = (url, text, pieces, names, rare, place))]
fn _restore_link(
    url: String,
    text: Option<String>,
    pieces: Vec<(usize, usize)>,
    names: (String, String, String),
    rare: Option<Rare>,
    place: Option<PickledPlace<'_>>,
) -> PyResult<PyLink> {
    let (kind, delimiter, grammar) = names;
    let grammar: Grammar = grammar.parse().map_err(errors::option)?;
    let parsed = Uri::parse(&url, grammar).map_err(|rejection| errors::invalid_uri(&url, rejection))?;
    let components = *parsed.components();
    let place =
        place.map(|(message, part, header)| Box::new(Place { message: Arc::clone(&message.get().0), part, header }));
    Ok(PyLink(Found {
        url,
        text,
        pieces: pieces.into_iter().map(|(start, end)| start..end).collect(),
        kind: kind.parse().map_err(errors::option)?,
        delimiter: delimiter.parse().map_err(errors::option)?,
        grammar,
        components,
        rare: rare.map(Box::new),
        place,
    }))
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

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let state = (self.id(), self.date(), self.sender(), self.subject(), self.number(), self.offset());
        Ok((restorer(py, "_restore_message")?, state.into_pyobject(py)?))
    }
}

/// The message of a pickle.
#[pyfunction]
#[pyo3(signature = (id, date, from, subject, number, offset))]
fn _restore_message(
    id: Option<String>,
    date: Option<String>,
    from: Option<String>,
    subject: Option<String>,
    number: Option<usize>,
    offset: usize,
) -> PyMessage {
    PyMessage(Arc::new(Message { id, date, from, subject, number, offset }))
}
