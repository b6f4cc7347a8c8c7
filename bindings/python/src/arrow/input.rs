//! What was handed over to take links from: a column of texts, and what to keep of the rows, batch by batch.

use std::{iter, sync::Arc};

use arrow_array::{Array, ArrayRef, StructArray, cast::AsArray};
use arrow_schema::{ArrowError, DataType, Field, FieldRef};
use pyo3::{exceptions::PyTypeError, prelude::*};

use super::{
    capsule,
    schema::{self, ROW},
    texts::{self, Texts},
};
use crate::errors;

/// Arrays, one after the other, and which columns of them are asked for.
pub struct Input {
    pub arrays: Box<dyn Iterator<Item = Result<ArrayRef, ArrowError>> + Send>,
    pub selected: Selected,
}

/// Where in an array the texts are, and what is kept.
pub struct Selected {
    /// None where the array itself is that of the texts.
    column: Option<usize>,
    kept: Vec<usize>,
    pub fields: Vec<FieldRef>,
    /// Whether the texts are text, and not just bytes.
    pub is_text: bool,
}

/// One array's share of both.
pub struct Part {
    pub texts: Texts,
    pub kept: Vec<ArrayRef>,
}

impl Input {
    /// Takes what an object hands out through Arrow's PyCapsule interface.
    pub fn new(data: &Bound<'_, PyAny>, column: Option<&str>, keep: &[String]) -> PyResult<Input> {
        if let Some((field, array)) = capsule::array_of(data)? {
            let selected = Selected::new(&field, column, keep)?;
            return Ok(Input { arrays: Box::new(iter::once(Ok(array))), selected });
        }
        if let Some(reader) = capsule::stream_of(data)? {
            let selected = Selected::new(arrow_array::ArrayReader::field(&reader), column, keep)?;
            return Ok(Input { arrays: Box::new(reader), selected });
        }
        let name = data.get_type().name()?;
        Err(PyTypeError::new_err(format!(
            "expected what has __arrow_c_array__ or __arrow_c_stream__ (pyarrow, Polars, DuckDB, …), and not {name}"
        )))
    }
}

impl Selected {
    fn new(field: &Field, column: Option<&str>, keep: &[String]) -> PyResult<Selected> {
        let DataType::Struct(fields) = field.data_type() else {
            return Selected::of_array(field.data_type(), column, keep);
        };
        let find = |name: &str| {
            let known = || fields.iter().map(|field| field.name().as_str()).collect::<Vec<_>>().join(", ");
            let mut found = fields.iter().enumerate().filter(|(_, field)| field.name() == name);
            match (found.next(), found.next()) {
                (Some((index, _)), None) => Ok(index),
                (None, _) => Err(errors::data(format!("there is no column {name:?}: expected one of {}", known()))),
                (Some(_), Some(_)) => Err(errors::data(format!("there are two columns {name:?}"))),
            }
        };
        let Some(column) = column else {
            return Err(errors::data("which column has the texts? Say column=…"));
        };
        let texts = find(column)?;
        let data_type = fields[texts].data_type();
        if !texts::has_texts(data_type) && *data_type != DataType::Null {
            return Err(errors::data(format!("column {column:?} is {data_type}, which holds no text: {EXPECTED}")));
        }
        let kept = keep.iter().map(|name| find(name)).collect::<PyResult<Vec<_>>>()?;
        let clashes = |name: &String| name == ROW || schema::LINK.iter().any(|field| field.name() == name);
        if let Some(name) = keep.iter().find(|name| clashes(name)) {
            return Err(errors::data(format!("column {name:?} can't be kept: links have one of that name. Rename it")));
        }
        if let Some((_, name)) = keep.iter().enumerate().find(|(index, name)| keep[..*index].contains(name)) {
            return Err(errors::data(format!("column {name:?} is to be kept twice")));
        }
        let fields = kept.iter().map(|&index| Arc::clone(&fields[index])).collect();
        Ok(Selected { column: Some(texts), kept, fields, is_text: texts::is_text(data_type) })
    }

    fn of_array(data_type: &DataType, column: Option<&str>, keep: &[String]) -> PyResult<Selected> {
        if !texts::has_texts(data_type) && *data_type != DataType::Null {
            return Err(errors::data(format!("the array is {data_type}, which holds no text: {EXPECTED}")));
        }
        if column.is_some() || !keep.is_empty() {
            return Err(errors::data("an array has no columns: leave out column and keep"));
        }
        Ok(Selected { column: None, kept: Vec::new(), fields: Vec::new(), is_text: texts::is_text(data_type) })
    }

    /// The share of an array that has the type that was looked at.
    pub fn part(&self, array: &ArrayRef) -> Part {
        let Some(column) = self.column else { return Part { texts: Texts::new(array, None), kept: Vec::new() } };
        let rows: &StructArray = array.as_struct();
        let kept = self.kept.iter().map(|&index| Arc::clone(rows.column(index))).collect();
        Part { texts: Texts::new(rows.column(column), rows.nulls().cloned()), kept }
    }
}

const EXPECTED: &str =
    "expected one of utf8, large_utf8, utf8_view, binary, large_binary, binary_view (cast a dictionary first)";
