//! HTML: text with links, and links in HTML.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use napkin::{
    Linkifier,
    html::HtmlLinkifier,
    write::{Anchor, Decision},
};
use pyo3::{
    prelude::*,
    types::{PyBytes, PyDict, PyString},
};

use crate::{
    errors,
    find::Owned,
    link::PyLink,
    options::{self, Options},
    text::{Text, lone_surrogate},
};

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyAnchor>()
}

/// The anchor of a link, which ``on_link`` of ``linkify`` and ``linkify_html`` may change. Values are escaped.
#[pyclass(name = "Anchor", module = "napkin_urls")]
pub struct PyAnchor {
    anchor: Anchor,
    text: Option<String>,
    is_new: bool,
}

#[pymethods]
impl PyAnchor {
    /// Its target: a URL, or a reference relative to the page. If it has a scheme that is not clickable, the link stays text.
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
    fn set_text(&mut self, text: String) -> PyResult<()> {
        if !self.is_new {
            return Err(errors::option("text: a link that the HTML has already keeps its content"));
        }
        self.anchor.set_text(text.as_str());
        self.text = Some(text);
        Ok(())
    }

    /// Its ``rel`` attribute; none if empty.
    #[getter]
    fn rel(&self) -> &str {
        self.anchor.rel()
    }

    #[setter]
    fn set_rel(&mut self, rel: String) {
        self.anchor.set_rel(rel);
    }

    /// Its ``target`` attribute; none if empty.
    #[getter]
    fn target(&self) -> &str {
        self.anchor.target()
    }

    #[setter]
    fn set_target(&mut self, target: String) {
        self.anchor.set_target(target);
    }

    /// Its ``class`` attribute; none if empty. Deceptive links get another class beside it.
    #[getter]
    fn class_(&self) -> &str {
        self.anchor.class()
    }

    #[setter]
    fn set_class_(&mut self, class: String) {
        self.anchor.set_class(class);
    }

    /// Its other attributes, as a new ``dict``.
    #[getter]
    fn attributes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let attributes = PyDict::new(py);
        self.anchor.attributes().try_for_each(|(name, value)| attributes.set_item(name, value))?;
        Ok(attributes)
    }

    /// Sets another attribute.
    ///
    /// Raises:
    ///     OptionError: the attribute runs or loads something, is always there, or has its own setting.
    fn set_attribute(&mut self, name: String, value: String) -> PyResult<()> {
        self.anchor.set_attribute(name, value).map_err(errors::option)
    }

    fn __repr__(&self) -> String {
        format!("<Anchor {}>", self.anchor.href())
    }
}

/// What anchors are like, as Python said it.
pub struct Anchors<'a, 'py> {
    pub on_link: Option<Py<PyAny>>,
    pub rel: &'a str,
    pub target: &'a str,
    pub class: &'a str,
    pub attributes: Option<&'a Bound<'py, PyDict>>,
    pub clickable: Option<&'a Bound<'py, PyAny>>,
    pub strict: bool,
}

/// What is asked about links, and what went wrong with that.
struct Asked {
    on_link: Py<PyAny>,
    failure: Mutex<Option<PyErr>>,
}

impl Asked {
    /// Returns the answer about an anchor, which may change it. After a failure nothing is asked.
    fn decide(&self, link: Option<PyLink>, anchor: &mut Anchor) -> Decision {
        if locked(&self.failure).is_some() {
            return Decision::Text;
        }
        self.ask(link, anchor).unwrap_or_else(|error| {
            *locked(&self.failure) = Some(error);
            Decision::Text
        })
    }

    fn ask(&self, link: Option<PyLink>, anchor: &mut Anchor) -> PyResult<Decision> {
        Python::attach(|py| {
            let asked = Bound::new(py, PyAnchor { anchor: anchor.clone(), text: None, is_new: link.is_some() })?;
            let answer = self.on_link.bind(py).call1((link, &asked))?;
            *anchor = asked.borrow().anchor.clone();
            let is_refused = !answer.is_none() && !answer.is_truthy()?;
            Ok(if is_refused { Decision::Text } else { Decision::Link })
        })
    }

    /// Returns what was made, or the exception that was raised meanwhile.
    fn finish<T>(asked: Option<Arc<Asked>>, made: T) -> PyResult<T> {
        let failure = asked.and_then(|asked| locked(&asked.failure).take());
        failure.map_or(Ok(made), Err)
    }
}

impl Anchors<'_, '_> {
    /// Returns what makes these anchors in a text, and what is asked about them.
    fn linkifier(self, options: &Options, text: &Arc<Text>) -> PyResult<(Linkifier, Option<Arc<Asked>>)> {
        let mut linkifier = Linkifier::new(options.finder.clone());
        linkifier = linkifier.rel(self.rel).target(self.target).class(self.class).strict(self.strict);
        for (name, value) in self.attributes.into_iter().flatten() {
            linkifier =
                linkifier.attribute(name.extract::<String>()?, value.extract::<String>()?).map_err(errors::option)?;
        }
        if let Some(schemes) = self.clickable {
            linkifier = linkifier.schemes(options::strings("clickable", schemes)?);
        }
        let Some(on_link) = self.on_link else { return Ok((linkifier, None)) };
        let asked = Arc::new(Asked { on_link, failure: Mutex::new(None) });
        let (ask, text) = (Arc::clone(&asked), Arc::clone(text));
        let owned = Mutex::new(Owned::new(options, &text)?);
        let linkifier = linkifier.on_link(move |link, anchor| {
            let found = locked(&owned).found(link, text.bytes());
            ask.decide(Some(found.into()), anchor)
        });
        Ok((linkifier, Some(asked)))
    }
}

/// Returns a text as HTML.
pub fn linkify(
    py: Python<'_>,
    text: &Bound<'_, PyAny>,
    options: &Options,
    anchors: Anchors<'_, '_>,
) -> PyResult<String> {
    let text = Arc::new(Text::new(text)?);
    let (linkifier, asked) = anchors.linkifier(options, &text)?;
    let html = text.detach(py, |bytes| linkifier.to_string(bytes));
    Asked::finish(asked, html)
}

/// Returns HTML with links.
pub fn linkify_html<'py>(
    html: &Bound<'py, PyAny>,
    options: &Options,
    anchors: Anchors<'_, '_>,
    skip: Option<&Bound<'py, PyAny>>,
    existing: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let (py, html) = (html.py(), Arc::new(Text::new(html)?));
    let (linkifier, asked) = anchors.linkifier(options, &html)?;
    let mut linkifier = HtmlLinkifier::new(linkifier);
    if existing {
        let asked = asked.clone();
        linkifier = linkifier
            .on_anchor(move |anchor| asked.as_ref().map_or(Decision::Link, |asked| asked.decide(None, anchor)));
    }
    if let Some(names) = skip {
        linkifier = linkifier.skip(options::strings("skip", names)?);
    }
    let linked = match &*html {
        Text::Str { text, .. } => PyString::new(py, &py.detach(|| linkifier.to_string(text))).into_any(),
        Text::Bytes(bytes) => PyBytes::new(py, &py.detach(|| linkifier.to_bytes(bytes))).into_any(),
        Text::Broken(_) => return Err(lone_surrogate("html")),
    };
    Asked::finish(asked, linked)
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
