//! Texts that Python holds, and how their characters are counted.

use std::ops::Range;

use pyo3::{
    exceptions::PyTypeError,
    prelude::*,
    pybacked::{PyBackedBytes, PyBackedStr},
    types::{PyBytes, PyString},
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
        if let Ok(bytes) = value.cast::<PyBytes>() {
            return Ok(Text::Bytes(bytes.clone().into()));
        }
        let name = value.get_type().name()?;
        Err(PyTypeError::new_err(format!("expected str or bytes, and not {name}")))
    }

    pub fn bytes(&self) -> &[u8] {
        match self {
            Text::Str { text, .. } => text.as_bytes(),
            Text::Broken(bytes) | Text::Bytes(bytes) => bytes,
        }
    }

    pub fn is_str(&self) -> bool {
        !matches!(self, Text::Bytes(_))
    }

    /// Whether each character of it is a byte.
    pub fn is_ascii(&self) -> bool {
        matches!(self, Text::Str { is_ascii: true, .. })
    }
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
    pub fn ranges(&mut self, ranges: &[Range<usize>], rest: &[u8], base: usize) -> Box<[Range<usize>]> {
        ranges.iter().map(|range| self.at(range.start, rest, base)..self.at(range.end, rest, base)).collect()
    }
}
