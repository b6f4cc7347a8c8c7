//! One URI: judged, taken apart, resolved and normalised.

use std::{
    borrow::Cow,
    collections::hash_map::DefaultHasher,
    hash::{Hash, Hasher},
};

use napkin::{Rejection, Uri};
use pyo3::{
    prelude::*,
    types::{PyTuple, PyType},
};

use crate::{
    errors, hosts, options,
    text::{quoted, restorer, utf8},
};

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyUri>()?;
    module.add_class::<Verdict>()?;
    module.add_function(wrap_pyfunction!(_restore_uri, module)?)?;
    module.add_function(wrap_pyfunction!(_restore_verdict, module)?)?;
    module.add_function(wrap_pyfunction!(check, module)?)
}

/// A valid URI, or a relative reference.
///
/// ``str(uri)`` is the URI as given. Two are equal if their strings are; see ``is_equivalent``.
#[pyclass(name = "Uri", module = "napkin_urls", frozen)]
pub struct PyUri(pub Uri<'static>);

#[pymethods]
impl PyUri {
    /// Parses a URI.
    ///
    /// Args:
    ///     text: the URI alone; spaces around it are an error.
    ///     grammar: ``rfc3987`` (the default), ``rfc3986``, ``rfc2396bis-00``, ``draft-url-05``, ``rfc1738`` or
    ///         ``draft-1993``.
    ///     reference: also accepts a relative reference.
    ///
    /// Raises:
    ///     InvalidUri: the text does not match the grammar.
    ///     OptionError: there is no such grammar.
    #[classmethod]
    #[pyo3(signature = (text, *, grammar = "rfc3987", reference = false))]
    fn parse(_class: &Bound<'_, PyType>, text: &Bound<'_, PyAny>, grammar: &str, reference: bool) -> PyResult<PyUri> {
        let text = utf8("text", text)?;
        judged(&text, grammar, reference)?.map_err(|rejection| errors::invalid_uri(&text, rejection))
    }

    /// Resolves a reference against this URI, by the algorithm of its grammar's document.
    ///
    /// Args:
    ///     reference: a string, or a ``Uri``.
    ///
    /// Raises:
    ///     InvalidUri: the reference or the result does not match the grammar.
    fn resolve(&self, reference: &Bound<'_, PyAny>) -> PyResult<PyUri> {
        if let Ok(uri) = reference.cast::<PyUri>() {
            let given = &uri.get().0;
            return match self.0.resolve(given) {
                Ok(target) => Ok(PyUri(target)),
                Err(rejection) => Err(errors::invalid_uri(given.as_str(), rejection)),
            };
        }
        let text = utf8("reference", reference)?;
        let refused = |rejection| errors::invalid_uri(&text, rejection);
        let given = Uri::parse_reference(&text, self.0.grammar()).map_err(refused)?;
        Ok(PyUri(self.0.resolve(&given).map_err(refused)?))
    }

    /// Returns the normal form, which equivalent URIs share: cases, escapes, dots and default ports (RFC 3986, 6.2.2 and
    /// 6.2.3).
    fn normalize(&self) -> PyUri {
        PyUri(self.0.normalize())
    }

    /// Returns ``True`` if the other URI has the same normal form.
    fn is_equivalent(&self, other: &PyUri) -> bool {
        self.0.is_equivalent(&other.0)
    }

    /// Returns the URI for people: without escapes, except where that could mislead.
    fn to_readable(&self) -> String {
        self.0.to_readable()
    }

    /// The scheme as written; ``None`` in a relative reference.
    #[getter]
    fn scheme(&self) -> Option<&str> {
        self.0.scheme()
    }

    /// Userinfo, host and port, as written; ``None`` without an authority.
    #[getter]
    fn authority(&self) -> Option<&str> {
        self.0.authority()
    }

    /// The userinfo; ``None`` without one.
    #[getter]
    fn userinfo(&self) -> Option<&str> {
        self.0.userinfo()
    }

    /// The host as written, square brackets of an IP literal included.
    #[getter]
    fn host(&self) -> Option<&str> {
        self.0.host()
    }

    /// The kind of the host: ``name``, ``ipv4``, ``ipv6`` or the like; ``None`` without one.
    #[getter]
    fn host_kind(&self) -> Option<&'static str> {
        self.0.host_kind().map(|kind| kind.name())
    }

    /// The host in A-labels (``xn--…``), if that differs from ``host``; else ``None``.
    #[getter]
    fn host_ascii(&self) -> Option<String> {
        self.0.host_ascii()
    }

    /// The domain that was registered for the host, by the public suffix list; ``None`` without a name.
    #[getter]
    fn registered_domain(&self) -> Option<Cow<'_, str>> {
        hosts::registered_domain(self.0.as_str(), self.0.components())
    }

    /// The port as written: digits, or an empty string after a colon; ``None`` without a colon.
    #[getter]
    fn port(&self) -> Option<&str> {
        self.0.port()
    }

    /// The default port of the scheme; ``None`` if it is unknown.
    #[getter]
    fn default_port(&self) -> Option<u16> {
        self.0.default_port()
    }

    /// The path, which may be empty.
    #[getter]
    fn path(&self) -> &str {
        self.0.path()
    }

    /// The query, without its question mark; ``None`` without one.
    #[getter]
    fn query(&self) -> Option<&str> {
        self.0.query()
    }

    /// The fragment, without its number sign; ``None`` without one.
    #[getter]
    fn fragment(&self) -> Option<&str> {
        self.0.fragment()
    }

    /// The name of its grammar.
    #[getter]
    fn grammar(&self) -> &'static str {
        self.0.grammar().name()
    }

    fn __str__(&self) -> &str {
        self.0.as_str()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Uri {}>", quoted(py, self.0.as_str())?))
    }

    fn __eq__(&self, other: &PyUri) -> bool {
        self.0.as_str() == other.0.as_str()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.as_str().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        Ok((restorer(py, "_restore_uri")?, (self.__str__(), self.grammar()).into_pyobject(py)?))
    }
}

/// The URI of a pickle.
#[pyfunction]
fn _restore_uri(text: &str, grammar: &str) -> PyResult<PyUri> {
    judged(text, grammar, true)?.map_err(|rejection| errors::invalid_uri(text, rejection))
}

fn judged(text: &str, grammar: &str, reference: bool) -> PyResult<Result<PyUri, Rejection>> {
    let grammar = options::grammar(grammar)?;
    let uri = if reference { Uri::parse_reference(text, grammar) } else { Uri::parse(text, grammar) };
    Ok(uri.map(|uri| PyUri(uri.into_owned())))
}

/// The verdict of a grammar on a string. It is true if the string is valid.
#[pyclass(module = "napkin_urls", frozen, get_all)]
pub struct Verdict {
    /// ``True`` if the string is valid.
    valid: bool,
    /// The URI; ``None`` if the string is invalid.
    uri: Option<Py<PyUri>>,
    /// The index of the first wrong character, or the length if the string ends too soon; ``None`` if it is valid.
    at: Option<usize>,
    /// The rule that it breaks, by document, section and production; ``None`` if it is valid.
    rule: Option<String>,
    /// The reason as a sentence; ``None`` if it is valid.
    reason: Option<String>,
}

#[pymethods]
impl Verdict {
    fn __bool__(&self) -> bool {
        self.valid
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        match &self.uri {
            Some(uri) => Ok(format!("<Verdict valid: {}>", uri.get().__repr__(py)?)),
            None => {
                let [rule, reason] = [&self.rule, &self.reason].map(|text| text.as_deref().unwrap_or_default());
                Ok(format!("<Verdict invalid at {}: {reason} ({rule})>", self.at.unwrap_or_default()))
            }
        }
    }

    fn __eq__(&self, other: &Verdict) -> bool {
        let text = |verdict: &Verdict| verdict.uri.as_ref().map(|uri| uri.get().0.as_str().to_owned());
        text(self) == text(other) && self.at == other.at && self.rule == other.rule
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.uri.as_ref().map(|uri| uri.get().__hash__()), self.at, &self.rule).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let state = (self.uri.as_ref(), self.at, self.rule.as_deref(), self.reason.as_deref());
        Ok((restorer(py, "_restore_verdict")?, state.into_pyobject(py)?))
    }
}

/// The verdict of a pickle.
#[pyfunction]
#[pyo3(signature = (uri, at, rule, reason))]
fn _restore_verdict(
    uri: Option<Py<PyUri>>,
    at: Option<usize>,
    rule: Option<String>,
    reason: Option<String>,
) -> Verdict {
    Verdict { valid: uri.is_some(), uri, at, rule, reason }
}

/// Checks a whole string against a grammar. The verdict says which rule it breaks, and where.
///
/// Args:
///     uri: the string; spaces around it are an error.
///     grammar: the grammar, as for ``Uri.parse``.
///     reference: also accepts a relative reference.
///
/// Returns:
///     A ``Verdict``, which is true if the string is valid.
///
/// Raises:
///     OptionError: there is no such grammar.
#[pyfunction]
#[pyo3(signature = (uri, *, grammar = "rfc3987", reference = false))]
fn check(py: Python<'_>, uri: &Bound<'_, PyAny>, grammar: &str, reference: bool) -> PyResult<Verdict> {
    let uri: &str = &utf8("uri", uri)?;
    Ok(match judged(uri, grammar, reference)? {
        Ok(parsed) => Verdict { valid: true, uri: Some(Py::new(py, parsed)?), at: None, rule: None, reason: None },
        Err(rejection) => Verdict {
            valid: false,
            uri: None,
            at: Some(errors::character_of(uri, rejection.at())),
            rule: Some(rejection.rule().to_owned()),
            reason: Some(rejection.message().to_owned()),
        },
    })
}
