//! One URI: judged, taken apart, resolved and normalised.

use std::{
    collections::hash_map::DefaultHasher,
    hash::{Hash, Hasher},
};

use napkin::{Rejection, Uri};
use pyo3::{
    prelude::*,
    types::{PyString, PyType},
};

use crate::{errors, link::quoted, options};

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyUri>()?;
    module.add_class::<Verdict>()?;
    module.add_function(wrap_pyfunction!(check, module)?)
}

/// A URI that its grammar accepts, or a reference to one.
///
/// ``str(uri)`` is the URI as it was given. Two are equal when they are the same string; see ``is_equivalent``.
#[pyclass(name = "Uri", module = "napkin_urls", frozen)]
pub struct PyUri(pub Uri<'static>);

#[pymethods]
impl PyUri {
    /// The URI that is written as ``text``.
    ///
    /// Args:
    ///     text: all of the URI, and nothing else: spaces are not taken off.
    ///     grammar: ``rfc3987`` (the default), ``rfc3986``, ``rfc2396bis-00``, ``draft-url-05``, ``rfc1738`` or
    ///         ``draft-1993``.
    ///     reference: whether it may be a relative reference.
    ///
    /// Raises:
    ///     InvalidUri: the grammar refuses it.
    ///     OptionError: there is no such grammar.
    #[classmethod]
    #[pyo3(signature = (text, *, grammar = "rfc3987", reference = false))]
    fn parse(_class: &Bound<'_, PyType>, text: &str, grammar: &str, reference: bool) -> PyResult<PyUri> {
        judged(text, grammar, reference)?.map_err(|rejection| errors::invalid_uri(text, rejection))
    }

    /// What a reference leads to, with this URI as the base, by the algorithm of its grammar's document.
    ///
    /// Args:
    ///     reference: a string, or a ``Uri``.
    ///
    /// Raises:
    ///     InvalidUri: the grammar refuses the reference, or what it leads to.
    fn resolve(&self, reference: &Bound<'_, PyAny>) -> PyResult<PyUri> {
        if let Ok(uri) = reference.cast::<PyUri>() {
            let given = &uri.get().0;
            return match self.0.resolve(given) {
                Ok(target) => Ok(PyUri(target)),
                Err(rejection) => Err(errors::invalid_uri(given.as_str(), rejection)),
            };
        }
        let text = reference.cast::<PyString>()?.to_cow()?;
        let refused = |rejection| errors::invalid_uri(&text, rejection);
        let given = Uri::parse_reference(&text, self.0.grammar()).map_err(refused)?;
        Ok(PyUri(self.0.resolve(&given).map_err(refused)?))
    }

    /// What equivalent URIs have in common: cases, escapes, dots and default ports in their normal form
    /// (RFC 3986, 6.2.2 and 6.2.3).
    fn normalize(&self) -> PyUri {
        PyUri(self.0.normalize())
    }

    /// Whether the other URI has the same normal form.
    fn is_equivalent(&self, other: &PyUri) -> bool {
        self.0.is_equivalent(&other.0)
    }

    /// The URI as people read it: escapes undone where that can't mislead.
    fn to_readable(&self) -> String {
        self.0.to_readable()
    }

    /// The scheme as written; ``None`` in a relative reference.
    #[getter]
    fn scheme(&self) -> Option<&str> {
        self.0.scheme()
    }

    /// Userinfo, host and port, as written; ``None`` where there is no authority.
    #[getter]
    fn authority(&self) -> Option<&str> {
        self.0.authority()
    }

    /// The userinfo; ``None`` where there is none.
    #[getter]
    fn userinfo(&self) -> Option<&str> {
        self.0.userinfo()
    }

    /// The host as written, square brackets of an IP literal included.
    #[getter]
    fn host(&self) -> Option<&str> {
        self.0.host()
    }

    /// What the host is: ``name``, ``ipv4``, ``ipv6`` or the like; ``None`` without one.
    #[getter]
    fn host_kind(&self) -> Option<&'static str> {
        self.0.host_kind().map(|kind| kind.name())
    }

    /// The host in A-labels (``xn--…``), where that differs from ``host``; ``None`` otherwise.
    #[getter]
    fn host_ascii(&self) -> Option<String> {
        self.0.host_ascii()
    }

    /// What stands behind the colon of the authority: digits, or nothing; ``None`` without a colon.
    #[getter]
    fn port(&self) -> Option<&str> {
        self.0.port()
    }

    /// The port that the scheme has where none is written; ``None`` where it isn't known.
    #[getter]
    fn default_port(&self) -> Option<u16> {
        self.0.default_port()
    }

    /// The path, which may be empty.
    #[getter]
    fn path(&self) -> &str {
        self.0.path()
    }

    /// What stands behind the question mark; ``None`` without one.
    #[getter]
    fn query(&self) -> Option<&str> {
        self.0.query()
    }

    /// What stands behind the number sign; ``None`` without one.
    #[getter]
    fn fragment(&self) -> Option<&str> {
        self.0.fragment()
    }

    /// The name of the grammar that it was judged by.
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
}

fn judged(text: &str, grammar: &str, reference: bool) -> PyResult<Result<PyUri, Rejection>> {
    let grammar = options::grammar(grammar)?;
    let uri = if reference { Uri::parse_reference(text, grammar) } else { Uri::parse(text, grammar) };
    Ok(uri.map(|uri| PyUri(uri.into_owned())))
}

/// What a grammar says of a string: true where it is a URI.
#[pyclass(module = "napkin_urls", frozen, get_all)]
pub struct Verdict {
    /// Whether the grammar accepts it.
    valid: bool,
    /// The URI; ``None`` where the string is none.
    uri: Option<Py<PyUri>>,
    /// The index of the first character that can't stand where it is, the length where the string ends too soon;
    /// ``None`` where it is valid.
    at: Option<usize>,
    /// The rule that it breaks, by document, section and production; ``None`` where it is valid.
    rule: Option<&'static str>,
    /// What is wrong, in a sentence for people; ``None`` where it is valid.
    reason: Option<&'static str>,
}

#[pymethods]
impl Verdict {
    fn __bool__(&self) -> bool {
        self.valid
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        match (&self.uri, self.at, self.rule) {
            (Some(uri), ..) => Ok(format!("<Verdict valid: {}>", uri.get().__repr__(py)?)),
            (None, at, rule) => {
                let (at, rule, reason) =
                    (at.unwrap_or_default(), rule.unwrap_or_default(), self.reason.unwrap_or_default());
                Ok(format!("<Verdict invalid at {at}: {reason} ({rule})>"))
            }
        }
    }
}

/// Judges a string: whether it is a URI, all of it, and if not, which rule it breaks where.
///
/// Args:
///     uri: the string, exactly as it stands.
///     grammar: the grammar to judge it by, as for ``Uri.parse``.
///     reference: whether it may be a relative reference.
///
/// Returns:
///     A ``Verdict``, which is true where the string is valid.
///
/// Raises:
///     OptionError: there is no such grammar.
#[pyfunction]
#[pyo3(signature = (uri, *, grammar = "rfc3987", reference = false))]
fn check(py: Python<'_>, uri: &str, grammar: &str, reference: bool) -> PyResult<Verdict> {
    Ok(match judged(uri, grammar, reference)? {
        Ok(parsed) => Verdict { valid: true, uri: Some(Py::new(py, parsed)?), at: None, rule: None, reason: None },
        Err(rejection) => Verdict {
            valid: false,
            uri: None,
            at: Some(errors::character_of(uri, rejection.at())),
            rule: Some(rejection.rule()),
            reason: Some(rejection.message()),
        },
    })
}
