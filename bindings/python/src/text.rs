//! Texts that Python holds, and how their characters are counted.

use std::ops::Range;

use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    pybacked::{PyBackedBytes, PyBackedStr},
    types::{PyBytes, PyMemoryView, PyString},
};

/// A `str` or `bytes`: its UTF-8 or its bytes, without a copy, and without Python's lock.
pub enum Text {
    Str {
        text: PyBackedStr,
        is_ascii: bool,
    },
    /// A `str` with half a surrogate pair, which UTF-8 has no form for.
    Broken(PyBackedBytes),
    Bytes(PyBackedBytes),
}

impl Text {
    pub fn new(value: &Bound<'_, PyAny>) -> PyResult<Text> {
        if let Ok(string) = value.cast::<PyString>() {
            return match PyBackedStr::try_from(string.clone()) {
                Ok(text) => Ok(Text::Str { is_ascii: text.len() == string.code_point_len()?, text }),
                Err(_) => Ok(Text::Broken(encoded(string)?.into())),
            };
        }
        if let Some(bytes) = bytes_of(value)? {
            return Ok(Text::Bytes(bytes.into()));
        }
        let hints = [
            ("read", ": search a file with Finder().stream(file)"),
            ("__fspath__", ": open the file, and search it with Finder().stream(file)"),
            ("__arrow_c_array__", ": search columns with extract"),
            ("__arrow_c_stream__", ": search columns with extract"),
        ];
        let mut hint = "";
        for (method, said) in hints {
            hint = if hint.is_empty() && value.hasattr(method)? { said } else { hint };
        }
        let name = value.get_type().name()?;
        Err(PyTypeError::new_err(format!("expected str or bytes, and not {name}{hint}")))
    }

    pub fn bytes(&self) -> &[u8] {
        match self {
            Text::Str { text, .. } => text.as_bytes(),
            Text::Broken(bytes) | Text::Bytes(bytes) => bytes,
        }
    }

    /// Runs a search of the bytes, of a long text without Python's lock. That of a short one takes no longer than the lock does.
    pub fn detach<T: Send>(&self, py: Python<'_>, search: impl Send + FnOnce(&[u8]) -> T) -> T {
        const SHORT: usize = 1 << 10;
        let bytes = self.bytes();
        if bytes.len() > SHORT { py.detach(|| search(bytes)) } else { search(bytes) }
    }

    pub fn is_str(&self) -> bool {
        !matches!(self, Text::Bytes(_))
    }

    /// Whether each character of it is a byte.
    pub fn is_ascii(&self) -> bool {
        matches!(self, Text::Str { is_ascii: true, .. })
    }
}

/// The bytes of an object that holds some: `bytes` themselves, and a copy of a `bytearray`, a `memoryview`, an `mmap` and the like.
pub fn bytes_of<'py>(value: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyBytes>>> {
    if let Ok(bytes) = value.cast::<PyBytes>() {
        return Ok(Some(bytes.clone()));
    }
    let Ok(view) = PyMemoryView::from(value) else { return Ok(None) };
    if view.getattr("itemsize")?.extract::<usize>()? != 1 {
        return Ok(None);
    }
    Ok(Some(view.call_method0("tobytes")?.cast_into::<PyBytes>()?))
}

/// The text of the argument called `name`, which has to be a `str` of whole characters.
pub fn utf8(name: &str, value: &Bound<'_, PyAny>) -> PyResult<PyBackedStr> {
    let Ok(string) = value.cast::<PyString>() else {
        let found = value.get_type().name()?;
        let hint =
            if bytes_of(value)?.is_some() { format!(": decode it first, {name}.decode()") } else { String::new() };
        return Err(PyTypeError::new_err(format!("{name}: expected str, and not {found}{hint}")));
    };
    PyBackedStr::try_from(string.clone()).map_err(|_| lone_surrogate(name))
}

/// The error of a string that is not text.
pub fn lone_surrogate(name: &str) -> PyErr {
    let replaced = format!("{name}.encode('utf-8', 'replace').decode()");
    PyValueError::new_err(format!("{name}: a lone surrogate is no character. Replace it: {replaced}"))
}

/// The string as Python shows it.
pub fn quoted(py: Python<'_>, text: &str) -> PyResult<String> {
    text.into_pyobject(py)?.repr()?.extract()
}

/// The function of the module that makes again what was pickled.
pub fn restorer<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("napkin_urls._napkin")?.getattr(name)
}

/// The string as UTF-8 in which half a surrogate pair is three bytes, as Python writes it.
pub fn encoded<'py>(string: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyBytes>> {
    Ok(string.call_method1("encode", ("utf-8", "surrogatepass"))?.cast_into::<PyBytes>()?)
}

/// How many characters begin in it.
pub fn count_characters(utf8: &[u8]) -> usize {
    // In sums of a byte each, which vectors add up fast.
    let begins = |byte: &u8| u8::from((*byte as i8) >= -0x40);
    utf8.chunks(255).map(|some| usize::from(some.iter().map(begins).sum::<u8>())).sum()
}

/// Counts characters up to byte offsets that come from left to right.
#[derive(Debug, Default)]
pub struct Characters {
    byte: usize,
    character: usize,
}

impl Characters {
    /// The character at the byte `offset` of a text of which `rest` is what begins at `base`.
    pub fn at(&mut self, offset: usize, rest: &[u8], base: usize) -> usize {
        let passed = self.byte.saturating_sub(base)..offset.saturating_sub(base);
        self.character += rest.get(passed).map_or(0, count_characters);
        self.byte = offset.max(self.byte);
        self.character
    }

    /// The same for ranges, none of which overlaps with another.
    pub fn ranges<C>(&mut self, ranges: &[Range<usize>], rest: &[u8], base: usize) -> C
    where
        C: FromIterator<Range<usize>>,
    {
        ranges.iter().map(|range| self.at(range.start, rest, base)..self.at(range.end, rest, base)).collect()
    }
}
