//! Links in HTML.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use napkin::{
    Linkifier,
    html::HtmlLinkifier,
    write::{Anchor, Decision},
};
use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyBytes, PyDict, PyString},
};

use crate::{
    errors,
    find::Owned,
    link::PyLink,
    options::{self, Options},
    text::Text,
};

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyAnchor>()?;
    module.add_function(wrap_pyfunction!(linkify_html, module)?)
}

/// The anchor of a link, which ``on_link`` of ``linkify_html`` may change.
#[pyclass(name = "Anchor", module = "napkin_urls")]
pub struct PyAnchor {
    anchor: Anchor,
    text: Option<String>,
}

#[pymethods]
impl PyAnchor {
    /// Its target. If the scheme is not clickable, the link stays text.
    #[getter]
    fn href(&self) -> &str {
        self.anchor.href()
    }

    #[setter]
    fn set_href(&mut self, href: String) {
        self.anchor.set_href(href);
    }

    /// The text to show in place of the URL as written, which becomes the title; ``None`` shows the URL as written.
    #[getter]
    fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    #[setter]
    fn set_text(&mut self, text: String) {
        self.anchor.set_text(text.as_str());
        self.text = Some(text);
    }

    /// Adds an attribute.
    ///
    /// Raises:
    ///     OptionError: the attribute runs or loads something, is already there, or has an option.
    fn set_attribute(&mut self, name: String, value: String) -> PyResult<()> {
        self.anchor.set_attribute(name, value).map_err(errors::option)
    }

    fn __repr__(&self) -> String {
        format!("<Anchor {}>", self.anchor.href())
    }
}

/// Returns HTML with an ``<a>`` around every URL in its text. All other bytes stay as they are.
///
/// It skips the text of links, buttons, forms, scripts, styles, titles, drawings and similar elements, and text that parsers place
/// differently.
///
/// Args:
///     html: a document or a part of one: a ``str``, or ``bytes`` in the declared charset, in UTF-8, or in a charset to guess.
///     on_link: a function that is called with each ``Link`` and its ``Anchor``, and may change the anchor. If it returns
///         ``False``, the link stays text. Offsets of the link are those in ``html``.
///     rel: the ``rel`` attribute of every anchor; none if empty.
///     target: the ``target`` attribute of every anchor; none if empty.
///     class_: a class of every anchor; none if empty.
///     attributes: other attributes of every anchor.
///     clickable: the schemes whose URLs become anchors, as for ``linkify``.
///     strict: leaves out links whose text looks like another target.
///     skip: more elements to skip, such as ``pre``: names, or one string with commas.
///     **options: the options of ``Finder``.
///
/// Returns:
///     A ``str`` for a ``str``, ``bytes`` for ``bytes``.
///
/// Raises:
///     OptionError: an option has a bad value.
///     ValueError: the ``str`` has a lone surrogate.
///     Any exception of ``on_link``.
#[pyfunction]
#[pyo3(signature = (
    html, *, on_link = None, rel = "nofollow noopener", target = "", class_ = "", attributes = None, clickable = None,
    strict = false, skip = None, **options
))]
#[expect(clippy::too_many_arguments, reason = "Python calls them by their names")]
fn linkify_html<'py>(
    py: Python<'py>,
    html: &Bound<'py, PyAny>,
    on_link: Option<Py<PyAny>>,
    rel: &str,
    target: &str,
    class_: &str,
    attributes: Option<&Bound<'py, PyDict>>,
    clickable: Option<&Bound<'py, PyAny>>,
    strict: bool,
    skip: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (options, html) = (Options::new(options)?, Arc::new(Text::new(html)?));
    let mut linkifier = Linkifier::new(options.finder.clone()).rel(rel).target(target).class(class_).strict(strict);
    for (name, value) in attributes.into_iter().flatten() {
        linkifier =
            linkifier.attribute(name.extract::<String>()?, value.extract::<String>()?).map_err(errors::option)?;
    }
    if let Some(schemes) = clickable {
        linkifier = linkifier.schemes(options::strings("clickable", schemes)?);
    }
    let failure = Arc::new(Mutex::new(None));
    if let Some(ask) = on_link {
        let (html, failure) = (Arc::clone(&html), Arc::clone(&failure));
        let owned = Mutex::new(Owned::new(&options, &html)?);
        linkifier = linkifier.on_link(move |link, anchor| {
            if locked(&failure).is_some() {
                return Decision::Text;
            }
            let found = locked(&owned).found(link.clone(), html.bytes());
            decide(&ask, found.into(), anchor).unwrap_or_else(|error| {
                *locked(&failure) = Some(error);
                Decision::Text
            })
        });
    }
    let mut linkifier = HtmlLinkifier::new(linkifier);
    if let Some(names) = skip {
        linkifier = linkifier.skip(options::strings("skip", names)?);
    }
    let linked = match &*html {
        Text::Str { text, .. } => PyString::new(py, &py.detach(|| linkifier.to_string(text))).into_any(),
        Text::Bytes(bytes) => PyBytes::new(py, &py.detach(|| linkifier.to_bytes(bytes))).into_any(),
        Text::Broken(_) => return Err(PyValueError::new_err("html: half a surrogate pair is no character")),
    };
    let failure = locked(&failure).take();
    failure.map_or(Ok(linked), Err)
}

fn decide(ask: &Py<PyAny>, link: PyLink, anchor: &mut Anchor) -> PyResult<Decision> {
    Python::attach(|py| {
        let asked = Bound::new(py, PyAnchor { anchor: anchor.clone(), text: None })?;
        let answer = ask.bind(py).call1((Bound::new(py, link)?, &asked))?;
        *anchor = asked.borrow().anchor.clone();
        let is_refused = !answer.is_none() && !answer.is_truthy()?;
        Ok(if is_refused { Decision::Text } else { Decision::Link })
    })
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
