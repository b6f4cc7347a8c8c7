//! What was handed over to take links from: a column of texts, and what to keep of the rows, batch by batch.

use std::{iter, sync::Arc};

use arrow_array::{Array, ArrayRef, StructArray, cast::AsArray};
use arrow_buffer::NullBuffer;
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Fields};
use pyo3::{exceptions::PyTypeError, prelude::*};

use super::{
    capsule,
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
    /// The way to the texts, through structs; none where the array itself is that of the texts.
    column: Vec<usize>,
    base: Option<Vec<usize>>,
    kept: Vec<usize>,
    pub fields: Vec<FieldRef>,
    /// The texts are text, and not just bytes.
    pub is_text: bool,
    /// Each row has a list of texts.
    pub is_list: bool,
}

/// The share that one array has of these.
pub struct Part {
    pub texts: Texts,
    pub bases: Option<Texts>,
    pub kept: Vec<ArrayRef>,
}

impl Input {
    /// Takes what an object hands out through Arrow's PyCapsule interface. A `base` that is no column is left to others.
    pub fn new(data: &Bound<'_, PyAny>, column: Option<&str>, base: Option<&str>, keep: &[String]) -> PyResult<Input> {
        if let Some((field, array)) = capsule::array_of(data)? {
            let selected = Selected::new(&field, column, base, keep)?;
            return Ok(Input { arrays: Box::new(iter::once(Ok(array))), selected });
        }
        if let Some(reader) = capsule::stream_of(data)? {
            let selected = Selected::new(arrow_array::ArrayReader::field(&reader), column, base, keep)?;
            return Ok(Input { arrays: Box::new(reader), selected });
        }
        let name = data.get_type().name()?;
        Err(PyTypeError::new_err(format!(
            "expected what has __arrow_c_array__ or __arrow_c_stream__ (pyarrow, Polars, DuckDB, …), and not {name}: make a \
             column of strings with pyarrow.array(…) or polars.Series(…)"
        )))
    }
}

impl Selected {
    fn new(field: &Field, column: Option<&str>, base: Option<&str>, keep: &[String]) -> PyResult<Selected> {
        let DataType::Struct(fields) = field.data_type() else {
            if column.is_some() || !keep.is_empty() {
                return Err(errors::data("an array has no columns: leave out column and keep"));
            }
            let texts = field.data_type();
            let text = text_type("the array", texts)?;
            let (is_text, is_list) = (texts::is_text(text), texts::list_item(texts).is_some());
            return Ok(Selected {
                column: Vec::new(),
                base: None,
                kept: Vec::new(),
                fields: Vec::new(),
                is_text,
                is_list,
            });
        };
        let Some(column) = column else {
            return Err(errors::data("which column has the texts? Say column=…"));
        };
        let (way, texts) = way_to(fields, column)?;
        let text = text_type(&format!("column {column:?}"), texts)?;
        let base = base.and_then(|base| way_to(fields, base).ok());
        if let Some((_, base)) = &base {
            text_type("the column with base URLs", base)?;
        }
        let kept = keep.iter().map(|name| find(fields, name)).collect::<PyResult<Vec<_>>>()?;
        if let Some((_, name)) = keep.iter().enumerate().find(|(index, name)| keep[..*index].contains(name)) {
            return Err(errors::data(format!("column {name:?} is to be kept twice")));
        }
        Ok(Selected {
            column: way,
            base: base.map(|(way, _)| way),
            fields: kept.iter().map(|&index| Arc::clone(&fields[index])).collect(),
            kept,
            is_text: texts::is_text(text),
            is_list: texts::list_item(texts).is_some(),
        })
    }

    pub fn has_bases(&self) -> bool {
        self.base.is_some()
    }

    /// The share of an array that has the type that was looked at.
    pub fn part(&self, array: &ArrayRef) -> Part {
        let kept = || {
            let rows: &StructArray = array.as_struct();
            self.kept.iter().map(|&index| Arc::clone(rows.column(index))).collect()
        };
        Part {
            texts: texts_at(array, &self.column),
            bases: self.base.as_ref().map(|way| texts_at(array, way)),
            kept: if self.kept.is_empty() { Vec::new() } else { kept() },
        }
    }
}

/// The texts at the end of a way through structs, any of which may be null.
fn texts_at(array: &ArrayRef, way: &[usize]) -> Texts {
    let (mut array, mut outer): (&ArrayRef, Option<NullBuffer>) = (array, None);
    for &index in way {
        let rows: &StructArray = array.as_struct();
        outer = NullBuffer::union(outer.as_ref(), rows.nulls());
        array = rows.column(index);
    }
    Texts::new(array, outer)
}

/// The way to a column, which may be a field of a struct: `page.text`.
fn way_to<'f>(fields: &'f Fields, name: &str) -> PyResult<(Vec<usize>, &'f DataType)> {
    let whole = find(fields, name);
    let (Err(_), Some((first, rest))) = (&whole, name.split_once('.')) else {
        return whole.map(|index| (vec![index], fields[index].data_type()));
    };
    let Ok(index) = find(fields, first) else { return Err(whole.err().unwrap_or_else(|| errors::data(name))) };
    let DataType::Struct(inner) = fields[index].data_type() else {
        return Err(errors::data(format!("column {first:?} is no struct, so that it has no field {rest:?}")));
    };
    let (mut way, data_type) = way_to(inner, rest)?;
    way.insert(0, index);
    Ok((way, data_type))
}

/// The index of the only field of this name.
fn find(fields: &Fields, name: &str) -> PyResult<usize> {
    let known = || fields.iter().map(|field| field.name().as_str()).collect::<Vec<_>>().join(", ");
    let mut found = fields.iter().enumerate().filter(|(_, field)| field.name() == name);
    match (found.next(), found.next()) {
        (Some((index, _)), None) => Ok(index),
        (None, _) => Err(errors::data(format!("there is no column {name:?}: expected one of {}", known()))),
        (Some(_), Some(_)) => Err(errors::data(format!("there are two columns {name:?}"))),
    }
}

fn text_type<'t>(what: &str, data_type: &'t DataType) -> PyResult<&'t DataType> {
    let refused = || errors::data(format!("{what} is {data_type}, which holds no text: expected {}", texts::EXPECTED));
    texts::text_type(data_type).ok_or_else(refused)
}
