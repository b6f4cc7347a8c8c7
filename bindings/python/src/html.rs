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

/// The anchor that a link is about to become: what ``on_link`` of ``linkify_html`` may change.
#[pyclass(name = "Anchor", module = "napkin_urls")]
pub struct PyAnchor {
    anchor: Anchor,
    text: Option<String>,
}

#[pymethods]
impl PyAnchor {
    /// Where it leads. If its scheme is not one that is clickable, the link stays text.
    #[getter]
    fn href(&self) -> &str {
        self.anchor.href()
    }

    #[setter]
    fn set_href(&mut self, href: String) {
        self.anchor.set_href(href);
    }

    /// What is shown in place of what is written, which is in its title then; ``None``: what is written.
    #[getter]
    fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    #[setter]
    fn set_text(&mut self, text: String) {
        self.anchor.set_text(text.as_str());
        self.text = Some(text);
    }

    /// Gives it another attribute.
    ///
    /// Raises:
    ///     OptionError: it is one that runs or loads something, that the anchor has already, or that has an option of its
    ///         own.
    fn set_attribute(&mut self, name: String, value: String) -> PyResult<()> {
        self.anchor.set_attribute(name, value).map_err(errors::option)
    }

    fn __repr__(&self) -> String {
        format!("<Anchor {}>", self.anchor.href())
    }
}

/// HTML with its URLs as links: a document or a part of one, byte for byte as it was, with an ``<a>`` around every URL in its
/// text.
///
/// Text stays as it is in links, buttons, forms, scripts, styles, titles, drawings and the like, and wherever parsers would
/// disagree about where it stands.
///
/// Args:
///     html: a ``str``, or ``bytes`` in the charset that they say they are in, or UTF-8, or what they look like.
///     on_link: what is asked about each link: a function of a ``Link``, whose offsets are those in ``html``, and of the
///         ``Anchor`` that it is about to become, which it may change. If it returns ``False``, the link stays text.
///     rel: the ``rel`` attribute of every anchor; none if empty.
///     target: the ``target`` attribute of every anchor; none if empty.
///     class_: a class of every anchor; none if empty.
///     attributes: other attributes of every anchor.
///     clickable: the schemes whose URLs become anchors, as for ``linkify``.
///     strict: whether links that lead elsewhere than the eye reads stay text.
///     skip: elements whose text is left alone as well, such as ``pre``: names, or one string with commas.
///     **options: what to find and how, as for ``Finder``.
///
/// Returns:
///     What ``html`` is, a ``str`` or ``bytes``.
///
/// Raises:
///     OptionError: an option has a value that makes no sense.
///     ValueError: the ``str`` has half a surrogate pair.
///     Whatever ``on_link`` raises.
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
