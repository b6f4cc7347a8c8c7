//! Links out of columns of texts.

use std::sync::Arc;

use arrow_array::{
    Array, ArrayRef, Int64Array, ListArray, RecordBatch, RecordBatchReader, StructArray, builder::BooleanBufferBuilder,
    make_array, new_empty_array,
};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_data::{ArrayData, transform::MutableArrayData};
use arrow_schema::{ArrowError, DataType, Field, Fields, Schema, SchemaRef};
use pyo3::{prelude::*, types::PyDict};

use super::{
    classes::{PyArray, PyReader, PyRecordBatch},
    columns::LinkColumns,
    input::{Input, Part, Selected},
    schema::{self, LinkField, ROW},
    search::{Format, Search},
};
use crate::{
    errors,
    options::{self, Options},
};

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(extract, module)?)?;
    module.add_function(wrap_pyfunction!(extract_batches, module)?)?;
    module.add_function(wrap_pyfunction!(extract_nested, module)?)
}

/// What was asked for: data, a search of it, and the columns to make.
struct Request {
    input: Input,
    search: Search,
    has_row: bool,
    columns: Vec<LinkField>,
    schema: SchemaRef,
}

impl Request {
    fn new(
        data: &Bound<'_, PyAny>,
        column: Option<&str>,
        keep: Option<&Bound<'_, PyAny>>,
        columns: Option<&Bound<'_, PyAny>>,
        prefix: &str,
        format: &str,
        options: &Bound<'_, PyDict>,
    ) -> PyResult<Request> {
        let format: Format = format.parse().map_err(errors::option)?;
        let base = options.get_item("base")?.and_then(|base| base.extract::<String>().ok());
        let input = Input::new(data, column, base.as_deref(), &options::names("keep", keep)?)?;
        let options = options.copy()?;
        let base = base.filter(|_| !input.selected.has_bases());
        if input.selected.has_bases() {
            options.del_item("base")?;
        }
        let search = Search::new(&Options::new(Some(&options))?, format, &input.selected, base.as_deref())?;
        let item = [LinkField::Item].into_iter().filter(|_| input.selected.is_list);
        let all = item.chain(schema::LINK).chain(format.fields().iter().copied()).collect();
        let (has_row, columns) = chosen(all, true, columns)?;
        let schema = schema_of(&input.selected, has_row, &columns, prefix)?;
        Ok(Request { input, search, has_row, columns, schema })
    }
}

/// Returns the columns to make: all, or those that were named. One of those may be the row, if there are rows.
pub fn chosen(
    all: Vec<LinkField>,
    has_rows: bool,
    names: Option<&Bound<'_, PyAny>>,
) -> PyResult<(bool, Vec<LinkField>)> {
    if names.is_none_or(|names| names.is_none()) {
        return Ok((has_rows, all));
    }
    let (mut has_row, mut columns) = (false, Vec::new());
    let known = || all.iter().chain(&schema::ASKED);
    for name in options::names("columns", names)? {
        match known().find(|field| field.name() == name) {
            Some(field) if !columns.contains(field) => columns.push(*field),
            None if name == ROW && has_rows && !has_row => has_row = true,
            Some(_) => return Err(errors::data(format!("columns: {name:?} is there twice"))),
            None => {
                let row = [ROW].into_iter().filter(|_| has_rows);
                let known = row.chain(known().map(|field| field.name())).collect::<Vec<_>>().join(", ");
                return Err(errors::data(format!("columns: there is no {name:?}: expected some of {known}")));
            }
        }
    }
    Ok((has_row, columns))
}

/// Returns the schema: the row, what is kept, and the links. No name may be there twice.
fn schema_of(selected: &Selected, has_row: bool, columns: &[LinkField], prefix: &str) -> PyResult<SchemaRef> {
    let row = Field::new(format!("{prefix}{ROW}"), DataType::Int64, false);
    let row = [Arc::new(row)].into_iter().filter(|_| has_row);
    let links = schema::fields(columns, prefix, false);
    let is_own = |name: &String| links.iter().chain(&row.clone().collect::<Vec<_>>()).any(|field| field.name() == name);
    if let Some(field) = selected.fields.iter().find(|field| is_own(field.name())) {
        let name = field.name();
        return Err(errors::data(format!(
            "column {name:?} can't be kept: links have one of that name. Give theirs a prefix, such as prefix=\"link_\""
        )));
    }
    let fields = row.chain(selected.fields.iter().cloned()).chain(links.iter().cloned());
    Ok(Arc::new(Schema::new(fields.collect::<Fields>())))
}

/// Adds the links of all texts of a part, and returns for each the row within the part.
fn push_part(search: &mut Search, part: &Part, columns: &mut LinkColumns) -> Result<Vec<usize>, ArrowError> {
    let (before, mut rows) = (columns.len(), Vec::new());
    for row in 0..part.texts.len() {
        search.push_row(part, row, columns)?;
        rows.resize(columns.len() - before, row);
    }
    Ok(rows)
}

/// See ``napkin_urls.extract``.
#[pyfunction]
fn extract(
    data: &Bound<'_, PyAny>,
    column: Option<&str>,
    keep: Option<&Bound<'_, PyAny>>,
    columns: Option<&Bound<'_, PyAny>>,
    prefix: &str,
    input: &str,
    options: &Bound<'_, PyDict>,
) -> PyResult<PyRecordBatch> {
    let request = Request::new(data, column, keep, columns, prefix, input, options)?;
    data.py().detach(|| extracted(request)).map(PyRecordBatch).map_err(errors::of_arrow)
}

fn extracted(request: Request) -> Result<RecordBatch, ArrowError> {
    let Request { input, mut search, has_row, columns, schema } = request;
    let (mut links, mut places, mut kept) = (LinkColumns::new(&columns, false), Vec::new(), Vec::new());
    let (mut rows, mut before) = (Vec::new(), 0);
    for (index, array) in input.arrays.enumerate() {
        let part = input.selected.part(&array?);
        let found = push_part(&mut search, &part, &mut links)?;
        rows.extend(found.iter().map(|row| (before + row) as i64));
        if !part.kept.is_empty() {
            places.extend(found.iter().map(|&row| (index, row)));
        }
        before += part.texts.len();
        kept.push(part.kept);
    }
    let count = rows.len();
    let mut arrays: Vec<ArrayRef> = Vec::new();
    if has_row {
        arrays.push(Arc::new(Int64Array::from(rows)));
    }
    for (column, field) in input.selected.fields.iter().enumerate() {
        let sources: Vec<&ArrayRef> = kept.iter().map(|kept: &Vec<ArrayRef>| &kept[column]).collect();
        arrays.push(repeated(&sources, field.data_type(), &places)?);
    }
    arrays.extend(links.finish()?);
    batch(schema, arrays, count)
}

/// A batch, which may have no columns.
fn batch(schema: SchemaRef, arrays: Vec<ArrayRef>, rows: usize) -> Result<RecordBatch, ArrowError> {
    let options = arrow_array::RecordBatchOptions::new().with_row_count(Some(rows));
    RecordBatch::try_new_with_options(schema, arrays, &options)
}

/// The values at these places, each by its array and its row.
fn repeated(arrays: &[&ArrayRef], data_type: &DataType, places: &[(usize, usize)]) -> Result<ArrayRef, ArrowError> {
    if places.is_empty() {
        return Ok(new_empty_array(data_type));
    }
    let data: Vec<ArrayData> = arrays.iter().map(|array| array.to_data()).collect();
    let mut values = MutableArrayData::new(data.iter().collect(), false, places.len());
    for &(array, row) in places {
        values.try_extend(array, row, row + 1)?;
    }
    Ok(make_array(values.freeze()))
}

/// See ``napkin_urls.extract_batches``.
#[pyfunction]
fn extract_batches(
    data: &Bound<'_, PyAny>,
    column: Option<&str>,
    keep: Option<&Bound<'_, PyAny>>,
    columns: Option<&Bound<'_, PyAny>>,
    prefix: &str,
    input: &str,
    options: &Bound<'_, PyDict>,
) -> PyResult<PyReader> {
    let request = Request::new(data, column, keep, columns, prefix, input, options)?;
    let links = LinkColumns::new(&request.columns, false);
    Ok(PyReader::new(Box::new(Batches { request, links, before: 0 })))
}

/// The batches of links of the batches of an input.
struct Batches {
    request: Request,
    links: LinkColumns,
    /// The rows of the batches so far.
    before: usize,
}

impl Batches {
    fn batch(&mut self, array: &ArrayRef) -> Result<RecordBatch, ArrowError> {
        let part = self.request.input.selected.part(array);
        let rows = push_part(&mut self.request.search, &part, &mut self.links)?;
        let places: Vec<(usize, usize)> = rows.iter().map(|&row| (0, row)).collect();
        let before = self.before;
        self.before += part.texts.len();
        let mut arrays: Vec<ArrayRef> = Vec::new();
        if self.request.has_row {
            let numbers: Int64Array = rows.iter().map(|&row| (before + row) as i64).collect::<Vec<_>>().into();
            arrays.push(Arc::new(numbers));
        }
        for kept in &part.kept {
            arrays.push(repeated(&[kept], kept.data_type(), &places)?);
        }
        arrays.extend(self.links.finish()?);
        batch(Arc::clone(&self.request.schema), arrays, rows.len())
    }
}

impl Iterator for Batches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let array = self.request.input.arrays.next()?;
        Some(array.and_then(|array| self.batch(&array)))
    }
}

impl RecordBatchReader for Batches {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.request.schema)
    }
}

/// See ``napkin_urls.extract_nested``.
#[pyfunction]
fn extract_nested(
    data: &Bound<'_, PyAny>,
    column: Option<&str>,
    columns: Option<&Bound<'_, PyAny>>,
    input: &str,
    options: &Bound<'_, PyDict>,
) -> PyResult<PyArray> {
    let mut request = Request::new(data, column, None, columns, "", input, options)?;
    if columns.is_some_and(|columns| !columns.is_none()) && (request.has_row || request.columns.is_empty()) {
        return Err(errors::data("columns: the structs of links have no row, and need another one"));
    }
    request.has_row = false;
    let lists = data.py().detach(|| nested(request)).map_err(errors::of_arrow)?;
    Ok(PyArray(Arc::new(lists)))
}

fn nested(request: Request) -> Result<ListArray, ArrowError> {
    let Request { input, mut search, columns, .. } = request;
    let mut links = LinkColumns::new(&columns, true);
    let (mut ends, mut valid) = (vec![0], BooleanBufferBuilder::new(0));
    for array in input.arrays {
        let part = input.selected.part(&array?);
        for row in 0..part.texts.len() {
            search.push_row(&part, row, &mut links)?;
            valid.append(!part.texts.is_null(row));
            let end = i32::try_from(links.len());
            ends.push(end.map_err(|_| ArrowError::ComputeError("more links than a list can have".to_owned()))?);
        }
    }
    let structs = StructArray::try_new(schema::fields(&columns, "", true), links.finish()?, None)?;
    let nulls = Some(NullBuffer::new(valid.finish())).filter(|nulls| nulls.null_count() > 0);
    ListArray::try_new(schema::item(&columns), OffsetBuffer::new(ends.into()), Arc::new(structs), nulls)
}
