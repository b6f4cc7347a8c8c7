//! Searches of strings and bytes.

use std::sync::Mutex;

use napkin::{FindIter, Link};
use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyDict, PyList, PyTuple},
};
use self_cell::self_cell;

use crate::{
    html::{self, Anchors},
    interrupts::Interrupts,
    link::{Found, PyLink},
    options::{Offsets, Options},
    pulled::{self, PyLinks},
    text::{Characters, Text},
};

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyFinder>()?;
    module.add_class::<PyFindIter>()?;
    module.add_function(wrap_pyfunction!(find, module)?)
}

/// Turns the links of one text, which come from left to right, into what stands by itself.
pub struct Owned {
    is_counted: bool,
    characters: Characters,
}

impl Owned {
    pub fn new(options: &Options, text: &Text) -> PyResult<Owned> {
        let is_counted = options.offsets_in(text.is_str())? == Offsets::Characters && !text.is_ascii();
        Ok(Owned { is_counted, characters: Characters::default() })
    }

    pub fn found(&mut self, link: &Link<'_>, text: &[u8]) -> Found {
        let mut found = Found::of(link);
        if self.is_counted {
            found.pieces = self.characters.ranges(&found.pieces, text, 0);
        }
        found
    }
}

fn found_in<'py>(py: Python<'py>, text: &Bound<'py, PyAny>, options: &Options) -> PyResult<Bound<'py, PyList>> {
    let text = Text::new(text)?;
    let mut owned = Owned::new(options, &text)?;
    let mut interrupts = Interrupts::new();
    let found: PyResult<Vec<Found>> = text.detach(py, |bytes| {
        let links = options.finder.find_iter(bytes);
        links.map(|link| interrupts.check().map(|()| owned.found(&link, bytes))).collect()
    });
    let links = found?.into_iter().map(|found| Bound::new(py, PyLink::from(found)));
    PyList::new(py, links.collect::<PyResult<Vec<_>>>()?)
}

/// Returns the links in a text, in order.
///
/// Args:
///     text: a ``str``, or ``bytes`` of UTF-8. Bytes that are not UTF-8 end a URL.
///     **options: the options of ``Finder``.
///
/// Returns:
///     A list of ``Link``. Offsets count characters in ``str`` and bytes in ``bytes``; see the option ``offsets``.
///
/// Raises:
///     OptionError: an option has a bad value.
///     TypeError: ``text`` has another type, or an option is unknown.
#[pyfunction]
#[pyo3(signature = (text, **options))]
fn find<'py>(
    py: Python<'py>,
    text: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyList>> {
    match options {
        Some(options) => found_in(py, text, &Options::new(Some(options))?),
        None => found_in(py, text, Options::unchanged()),
    }
}

/// Finds links in many texts with the same options. Threads may share it.
///
/// Args:
///     kinds: the kinds to find: ``url``, ``www``, ``domain``, ``email``. Strings, or one string with commas.
///         Default: ``url`` and ``www``.
///     schemes: finds only URLs with these schemes. Default: all known schemes.
///     refang: finds defanged URLs (``hxxp://soup[.]example``), too. Default: false.
///     any_scheme: lets every well-formed ``scheme://`` begin a URL. Default: false.
///     grammar: the grammar of URLs, as for ``Uri.parse``. Default: ``rfc3987``.
///     base: the base URL for relative references in ``<URL:…>``. Without it they are not links.
///     rejoin: which URLs broken over lines to put together: ``off``, ``delimited``, ``auto``, ``eager``, or the least
///         confidence, from 0 to 1. Default: ``auto``.
///     hyphen: keeps or drops a hyphen at the end of a line inside a URL: ``auto``, ``keep``, ``drop``. Default: ``auto``.
///     unwrap_redirects: gives the target of URLs that a mail gateway or redirector rewrote. Default: false.
///     strip_tracking: strips query parameters that only track people, such as ``utm_source``. Default: false.
///     window: the most bytes of a URL, breaks included: from 1 KiB to 1 GiB. Default: 64 KiB.
///     positions: counts lines and columns. Default: false.
///     labels: gives ``label``, the text that markup such as ``[label](url)`` has for a link. Default: false.
///     skip_code: leaves out links in code: blocks and spans of Markdown, as which text is read. Default: false.
///     offsets: the unit of offsets: ``characters``, or ``bytes`` of UTF-8. Default: characters in ``str``. In ``bytes``
///         the unit is always bytes.
///
/// Raises:
///     OptionError: an option has a bad value.
///     TypeError: an option is unknown, or its value has another type.
#[pyclass(name = "Finder", module = "napkin_urls", frozen)]
pub struct PyFinder {
    options: Options,
    /// As Python said them.
    said: Py<PyDict>,
}

#[pymethods]
impl PyFinder {
    #[new]
    #[pyo3(signature = (**options))]
    fn new(py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<PyFinder> {
        let said = PyDict::new(py);
        for (name, value) in options.into_iter().flatten() {
            // What can be read once is kept as what was read.
            let is_once = value.hasattr("__next__")?;
            said.set_item(
                name,
                if is_once {
                    PyTuple::new(py, value.try_iter()?.collect::<PyResult<Vec<_>>>()?)?.into_any()
                } else {
                    value
                },
            )?;
        }
        Ok(PyFinder { options: Options::new(Some(&said))?, said: said.unbind() })
    }

    /// What a copy is made of, in another process, too.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        Ok((PyTuple::empty(py), self.said.bind(py).copy()?))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut said = Vec::new();
        for (name, value) in self.said.bind(py) {
            said.push(format!("{name}={}", value.repr()?));
        }
        Ok(format!("Finder({})", said.join(", ")))
    }

    /// Returns the links in a text, as ``napkin_urls.find`` does.
    fn find<'py>(&self, py: Python<'py>, text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        found_in(py, text, &self.options)
    }

    /// Returns an iterator of the links in a text.
    fn find_iter(&self, text: &Bound<'_, PyAny>) -> PyResult<PyFindIter> {
        let text = Text::new(text)?;
        let owned = Owned::new(&self.options, &text)?;
        let search = Search::new(text, |text| self.options.finder.find_iter(text.bytes()));
        Ok(PyFindIter(Mutex::new((search, owned))))
    }

    /// Returns an iterator of the links in a file. It takes bounded memory.
    ///
    /// Args:
    ///     file: any object with a method ``read(n)`` that returns ``bytes`` or ``str``, and an empty one at the end.
    ///
    /// Returns:
    ///     An iterator of ``Link``. Offsets count from the beginning of the file. UTF-16 with a byte order mark is decoded.
    ///
    /// Raises:
    ///     Any exception of ``read``, after the links before it.
    fn stream(&self, file: Py<PyAny>) -> PyResult<PyLinks> {
        pulled::stream(file, self.options.clone())
    }

    /// Returns the text as HTML with anchors, as ``napkin_urls.linkify`` does.
    #[pyo3(signature = (
        text, *, on_link = None, rel = "nofollow noopener", target = "", class_ = "", attributes = None, clickable = None,
        strict = false
    ))]
    #[expect(clippy::too_many_arguments, reason = "Python calls them by their names")]
    fn linkify<'py>(
        &self,
        text: &Bound<'py, PyAny>,
        on_link: Option<Py<PyAny>>,
        rel: &str,
        target: &str,
        class_: &str,
        attributes: Option<&Bound<'py, PyDict>>,
        clickable: Option<&Bound<'py, PyAny>>,
        strict: bool,
    ) -> PyResult<String> {
        let anchors = Anchors { on_link, rel, target, class: class_, attributes, clickable, strict };
        html::linkify(text.py(), text, &self.options, anchors)
    }

    /// Returns HTML with anchors around its URLs, as ``napkin_urls.linkify_html`` does.
    #[pyo3(signature = (
        html, *, on_link = None, rel = "nofollow noopener", target = "", class_ = "", attributes = None, clickable = None,
        strict = false, skip = None, existing = false
    ))]
    #[expect(clippy::too_many_arguments, reason = "Python calls them by their names")]
    fn linkify_html<'py>(
        &self,
        html: &Bound<'py, PyAny>,
        on_link: Option<Py<PyAny>>,
        rel: &str,
        target: &str,
        class_: &str,
        attributes: Option<&Bound<'py, PyDict>>,
        clickable: Option<&Bound<'py, PyAny>>,
        strict: bool,
        skip: Option<&Bound<'py, PyAny>>,
        existing: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let anchors = Anchors { on_link, rel, target, class: class_, attributes, clickable, strict };
        html::linkify_html(html, &self.options, anchors, skip, existing)
    }
}

self_cell! {
    /// A search, with the text that it borrows from.
    struct Search {
        owner: Text,
        #[covariant]
        dependent: FindIter,
    }
}

/// An iterator of the links in a text.
#[pyclass(name = "FindIter", module = "napkin_urls", frozen)]
pub struct PyFindIter(Mutex<(Search, Owned)>);

#[pymethods]
impl PyFindIter {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PyLink>> {
        // Two threads may share it, and none waits for the other with Python's lock in its hand.
        py.detach(|| {
            let mut locked = self.0.lock().map_err(|_| broken_off())?;
            let (search, owned) = &mut *locked;
            Ok(search
                .with_dependent_mut(|text, links| links.next().map(|link| owned.found(&link, text.bytes()).into())))
        })
    }
}

/// Another thread broke off in the middle of the search.
fn broken_off() -> PyErr {
    PyValueError::new_err("the search was broken off")
}
