//! The options that all searches have, by name: what Python hands over becomes a finder.

use std::sync::LazyLock;

use napkin::{Finder, FinderBuilder, Grammar, Hyphen, Kinds, Rejoin};
use pyo3::{
    exceptions::PyTypeError,
    prelude::*,
    types::{PyDict, PyString},
};

use crate::errors;

/// What offsets count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offsets {
    /// Code points, as the indices of a `str`.
    Characters,
    Bytes,
}

/// How to search, as Python said it.
#[derive(Clone, Debug)]
pub struct Options {
    pub finder: Finder,
    /// What made it, for finders with another base.
    pub builder: FinderBuilder,
    /// None where it is left to what is searched.
    pub offsets: Option<Offsets>,
}

/// The names, for who writes one wrong.
const NAMES: &str = "kinds, schemes, any_scheme, refang, grammar, base, rejoin, hyphen, unwrap_redirects, strip_tracking, window, positions, labels, skip_code, offsets";

impl Options {
    pub fn new(options: Option<&Bound<'_, PyDict>>) -> PyResult<Options> {
        let (mut builder, mut offsets) = (Finder::builder(), None);
        for (name, value) in options.into_iter().flatten() {
            let name: String = name.extract()?;
            // None is what leaving it out is.
            if value.is_none() {
                is_known(&name)?;
                continue;
            }
            builder = match name.as_str() {
                "kinds" => builder.kinds(kinds(&value)?),
                "schemes" => builder.schemes(strings("schemes", &value)?),
                "any_scheme" => builder.any_scheme(extract("any_scheme", &value)?),
                "refang" => builder.refang(extract("refang", &value)?),
                "grammar" => builder.grammar(grammar(&extract::<String>("grammar", &value)?)?),
                "base" => builder.base(extract::<String>("base", &value)?),
                "rejoin" => builder.rejoin(rejoin(&value)?),
                "hyphen" => builder.hyphen(hyphen(&extract::<String>("hyphen", &value)?)?),
                "unwrap_redirects" => builder.unwrap_redirects(extract("unwrap_redirects", &value)?),
                "strip_tracking" => builder.strip_tracking(extract("strip_tracking", &value)?),
                "window" => builder.window(extract("window", &value)?),
                "positions" => builder.positions(extract("positions", &value)?),
                "skip_code" => builder.skip_code(extract("skip_code", &value)?),
                "labels" => builder.labels(extract("labels", &value)?),
                "offsets" => {
                    offsets = Some(offsets_named(&extract::<String>("offsets", &value)?)?);
                    builder
                }
                _ => return Err(is_known(&name).err().unwrap_or_else(|| errors::option(&name))),
            };
        }
        Ok(Options { finder: builder.clone().build().map_err(errors::of_library)?, builder, offsets })
    }

    /// Returns those of a search that was given none.
    pub fn unchanged() -> &'static Options {
        static UNCHANGED: LazyLock<Options> =
            LazyLock::new(|| Options { finder: Finder::new(), builder: Finder::builder(), offsets: None });
        &UNCHANGED
    }

    /// What offsets count in text, or in bytes, where characters can't be counted.
    pub fn offsets_in(&self, is_text: bool) -> PyResult<Offsets> {
        match (self.offsets, is_text) {
            (None, true) => Ok(Offsets::Characters),
            (None, false) => Ok(Offsets::Bytes),
            (Some(Offsets::Characters), false) => {
                Err(errors::option("offsets: characters can only be counted in str; those in bytes are in bytes"))
            }
            (Some(offsets), _) => Ok(offsets),
        }
    }
}

fn is_known(name: &str) -> PyResult<()> {
    match NAMES.split(", ").any(|known| known == name) {
        true => Ok(()),
        false => Err(PyTypeError::new_err(format!("unexpected option {name:?}: expected one of {NAMES}"))),
    }
}

fn extract<'py, T>(name: &str, value: &Bound<'py, PyAny>) -> PyResult<T>
where
    T: for<'a> FromPyObject<'a, 'py>,
    for<'a> <T as FromPyObject<'a, 'py>>::Error: Into<PyErr>,
{
    value.extract::<T>().map_err(|error| errors::wrong_type(name, error.into().value(value.py())))
}

/// A string with commas, or any iterable of strings.
pub fn strings(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text.to_cow()?.split(',').map(|part| part.trim().to_owned()).collect());
    }
    value
        .try_iter()
        .map_err(|error| errors::wrong_type(name, error.value(value.py())))?
        .map(|item| extract(name, &item?))
        .collect()
}

/// An iterable of names, which may have commas in them; none without a value.
pub fn names(name: &str, value: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<String>> {
    let Some(value) = value else { return Ok(Vec::new()) };
    if value.is_instance_of::<PyString>() {
        let list = format!("{name}=[{}]", value.repr()?);
        return Err(PyTypeError::new_err(format!("{name}: expected a list of names, and not a string: {list}")));
    }
    strings(name, value)
}

fn kinds(value: &Bound<'_, PyAny>) -> PyResult<Kinds> {
    let names = strings("kinds", value)?;
    names.iter().map(|name| name.parse().map_err(|unknown| errors::unknown_name("kinds", &unknown))).collect()
}

pub fn grammar(name: &str) -> PyResult<Grammar> {
    name.parse().map_err(|unknown| errors::unknown_name("grammar", &unknown))
}

fn hyphen(name: &str) -> PyResult<Hyphen> {
    name.parse().map_err(|unknown| errors::unknown_name("hyphen", &unknown))
}

fn rejoin(value: &Bound<'_, PyAny>) -> PyResult<Rejoin> {
    match value.cast::<PyString>() {
        Ok(name) => name.to_cow()?.parse().map_err(|unknown| errors::unknown_name("rejoin", &unknown)),
        Err(_) => Ok(Rejoin::AtLeast(extract("rejoin", value)?)),
    }
}

fn offsets_named(name: &str) -> PyResult<Offsets> {
    match name {
        "characters" => Ok(Offsets::Characters),
        "bytes" => Ok(Offsets::Bytes),
        _ => Err(errors::option("offsets: expected one of characters, bytes")),
    }
}
