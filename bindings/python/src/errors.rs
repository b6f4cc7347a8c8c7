//! The exceptions, which Python defines (`napkin_urls/_errors.py`), and what becomes one.

use arrow_schema::ArrowError;
use napkin::{Error, ErrorKind, Rejection, UnknownName};
use pyo3::{
    PyErr,
    exceptions::{PyOSError, PyTypeError},
};

mod imported {
    pyo3::import_exception!(napkin_urls._errors, DataError);
    pyo3::import_exception!(napkin_urls._errors, InvalidUri);
    pyo3::import_exception!(napkin_urls._errors, OptionError);
}

pub use imported::{DataError, InvalidUri, OptionError};

/// An option that can't be.
pub fn option(message: impl ToString) -> PyErr {
    OptionError::new_err(message.to_string())
}

/// An option whose value is no name that it has.
pub fn unknown_name(option: &str, unknown: &UnknownName) -> PyErr {
    OptionError::new_err(format!("{option}: {unknown}"))
}

/// An option whose value is of a type that it can't have.
pub fn wrong_type(option: &str, error: impl ToString) -> PyErr {
    PyTypeError::new_err(format!("{option}: {}", error.to_string()))
}

/// Data that no links can be taken from.
pub fn data(message: impl ToString) -> PyErr {
    DataError::new_err(message.to_string())
}

/// A string that the grammar refuses; `at` counts characters.
pub fn invalid_uri(text: &str, rejection: Rejection) -> PyErr {
    let at = character_of(text, rejection.at());
    InvalidUri::new_err((text.to_owned(), at, rejection.rule(), rejection.message()))
}

/// The character of the text that the byte is in.
pub fn character_of(text: &str, byte: usize) -> usize {
    text.char_indices().take_while(|(at, _)| *at < byte).count()
}

/// What a search or a finder says went wrong.
pub fn of_library(error: Error) -> PyErr {
    match (error.kind(), error.io_error()) {
        (ErrorKind::Configuration, _) => option(error),
        (_, Some(source)) => PyOSError::new_err(match source.raw_os_error() {
            Some(_) => format!("{error}: {source}"),
            None => source.to_string(),
        }),
        _ => data(error),
    }
}

/// What Arrow says went wrong.
pub fn of_arrow(error: ArrowError) -> PyErr {
    match error {
        // A file that can't be read, which says so by itself.
        ArrowError::IoError(_, source) => PyOSError::new_err(source.to_string()),
        // The exception of a handler of signals.
        ArrowError::ExternalError(source) => match source.downcast() {
            Ok(raised) => *raised,
            Err(source) => data(ArrowError::ExternalError(source)),
        },
        error => data(error),
    }
}
