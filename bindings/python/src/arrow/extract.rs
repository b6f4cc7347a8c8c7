//! Links out of columns of texts.

use std::sync::Arc;

use arrow_array::{
    Array, ArrayRef, Int64Array, ListArray, RecordBatch, RecordBatchReader, StructArray, builder::BooleanBufferBuilder,
    make_array, new_empty_array,
};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_data::{ArrayData, transform::MutableArrayData};
use arrow_schema::{ArrowError, DataType, SchemaRef};
use napkin::Finder;
use pyo3::{prelude::*, types::PyDict};

use super::{
    classes::{PyArray, PyReader, PyRecordBatch},
    columns::LinkColumns,
    input::{Input, Part, Selected},
    schema,
};
use crate::{
    errors,
    options::{self, Offsets, Options},
    text::Characters,
};

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(extract, module)?)?;
    module.add_function(wrap_pyfunction!(extract_batches, module)?)?;
    module.add_function(wrap_pyfunction!(extract_nested, module)?)
}

/// A search of texts, whose links become columns.
struct Search {
    finder: Finder,
    is_counted: bool,
}

impl Search {
    fn new(options: Options, selected: &Selected) -> PyResult<Search> {
        let is_counted = options.offsets_in(selected.is_text)? == Offsets::Characters;
        Ok(Search { finder: options.finder, is_counted })
    }

    /// Adds the links of a text.
    fn push(&self, text: &[u8], columns: &mut LinkColumns) {
        let mut characters = self.is_counted.then(Characters::default);
        for link in self.finder.find_iter(text) {
            columns.push(&link, text, characters.as_mut());
        }
    }

    /// Adds the links of all texts of a part, and says for each the row within the part.
    fn push_part(&self, part: &Part, columns: &mut LinkColumns) -> Vec<usize> {
        let (before, mut rows) = (columns.len(), Vec::new());
        for row in 0..part.texts.len() {
            if let Some(text) = part.texts.get(row) {
                self.push(text, columns);
                rows.resize(columns.len() - before, row);
            }
        }
        rows
    }
}

/// Returns a row for each link in a column of texts.
///
/// Args:
///     data: an object with Arrow's PyCapsule interface: a table, batch, frame, relation or column. It is not copied.
///     column: the name of the column with the texts: utf8, large_utf8, utf8_view, binary, large_binary or binary_view.
///         Leave it out if ``data`` is a column.
///     keep: the columns to keep; their values are repeated for each link.
///     **options: the options of ``Finder``. Offsets count characters in text and bytes in binary.
///
/// Returns:
///     A ``RecordBatch`` with the columns of ``SCHEMA``, and those in ``keep`` after ``row``. ``row`` is the index of the text, from 0,
///     over all batches of ``data``. Nulls and texts without links have no row.
///
/// Raises:
///     DataError: the column is missing or not text, a name is used twice, or reading ``data`` fails.
///     OptionError: an option has a bad value.
///     TypeError: ``data`` does not have that interface.
#[pyfunction]
#[pyo3(
    signature = (data, column = None, *, keep = None, **options),
    text_signature = "(data, column=None, *, keep=(), **options)"
)]
fn extract(
    py: Python<'_>,
    data: &Bound<'_, PyAny>,
    column: Option<&str>,
    keep: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<PyRecordBatch> {
    let input = Input::new(data, column, &options::names("keep", keep)?)?;
    let search = Search::new(Options::new(options)?, &input.selected)?;
    py.detach(|| extracted(input, &search)).map(PyRecordBatch).map_err(errors::of_arrow)
}

fn extracted(input: Input, search: &Search) -> Result<RecordBatch, ArrowError> {
    let (mut columns, mut places, mut kept) = (LinkColumns::default(), Vec::new(), Vec::new());
    let (mut rows, mut before) = (Vec::new(), 0);
    for (index, array) in input.arrays.enumerate() {
        let part = input.selected.part(&array?);
        let found = search.push_part(&part, &mut columns);
        rows.extend(found.iter().map(|row| (before + row) as i64));
        if !part.kept.is_empty() {
            places.extend(found.iter().map(|&row| (index, row)));
        }
        before += part.texts.len();
        kept.push(part.kept);
    }
    let mut arrays: Vec<ArrayRef> = vec![Arc::new(Int64Array::from(rows))];
    for (column, field) in input.selected.fields.iter().enumerate() {
        let sources: Vec<&ArrayRef> = kept.iter().map(|kept: &Vec<ArrayRef>| &kept[column]).collect();
        arrays.push(repeated(&sources, field.data_type(), &places)?);
    }
    arrays.extend(columns.finish());
    RecordBatch::try_new(schema::of_rows(&input.selected.fields), arrays)
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

/// The same as ``extract``, batch by batch: one for each batch of ``data``, when it is asked for.
///
/// Nothing is read ahead, so that data of any length takes the memory of one batch. ``row`` counts over all batches.
///
/// Returns:
///     A ``RecordBatchReader``.
///
/// Raises:
///     What ``extract`` raises; what goes wrong while ``data`` is read, when the batch is asked for.
#[pyfunction]
#[pyo3(
    signature = (data, column = None, *, keep = None, **options),
    text_signature = "(data, column=None, *, keep=(), **options)"
)]
fn extract_batches(
    data: &Bound<'_, PyAny>,
    column: Option<&str>,
    keep: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<PyReader> {
    let input = Input::new(data, column, &options::names("keep", keep)?)?;
    let search = Search::new(Options::new(options)?, &input.selected)?;
    let schema = schema::of_rows(&input.selected.fields);
    Ok(PyReader::new(Box::new(Batches { schema, input, search, before: 0 })))
}

/// The batches of links of the batches of an input.
struct Batches {
    schema: SchemaRef,
    input: Input,
    search: Search,
    /// The rows of the batches so far.
    before: usize,
}

impl Batches {
    fn batch(&mut self, array: &ArrayRef) -> Result<RecordBatch, ArrowError> {
        let part = self.input.selected.part(array);
        let mut columns = LinkColumns::default();
        let rows = self.search.push_part(&part, &mut columns);
        let places: Vec<(usize, usize)> = rows.iter().map(|&row| (0, row)).collect();
        let before = self.before;
        self.before += part.texts.len();
        let numbers: Int64Array = rows.iter().map(|&row| (before + row) as i64).collect::<Vec<_>>().into();
        let mut arrays: Vec<ArrayRef> = vec![Arc::new(numbers)];
        for kept in &part.kept {
            arrays.push(repeated(&[kept], kept.data_type(), &places)?);
        }
        arrays.extend(columns.finish());
        RecordBatch::try_new(Arc::clone(&self.schema), arrays)
    }
}

impl Iterator for Batches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let array = self.input.arrays.next()?;
        Some(array.and_then(|array| self.batch(&array)))
    }
}

impl RecordBatchReader for Batches {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}

/// The links of each text of a column, as a column of the same length.
///
/// Args:
///     data, column, **options: as for ``extract``.
///
/// Returns:
///     An ``Array`` of lists of structs, with the fields of a link: those of ``SCHEMA`` without ``row``. The list of a null
///     is null, that of a text without links is empty.
///
/// Raises:
///     What ``extract`` raises.
#[pyfunction]
#[pyo3(signature = (data, column = None, **options))]
fn extract_nested(
    py: Python<'_>,
    data: &Bound<'_, PyAny>,
    column: Option<&str>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<PyArray> {
    let input = Input::new(data, column, &[])?;
    let search = Search::new(Options::new(options)?, &input.selected)?;
    let lists = py.detach(|| nested(input, &search)).map_err(errors::of_arrow)?;
    Ok(PyArray(Arc::new(lists)))
}

fn nested(input: Input, search: &Search) -> Result<ListArray, ArrowError> {
    let (mut columns, mut ends, mut valid) = (LinkColumns::default(), vec![0], BooleanBufferBuilder::new(0));
    for array in input.arrays {
        let part = input.selected.part(&array?);
        for row in 0..part.texts.len() {
            let text = part.texts.get(row);
            if let Some(text) = text {
                search.push(text, &mut columns);
            }
            valid.append(text.is_some());
            let end = i32::try_from(columns.len());
            ends.push(end.map_err(|_| ArrowError::ComputeError("more links than a list can have".to_owned()))?);
        }
    }
    let links = StructArray::try_new(schema::LINK.clone(), columns.finish(), None)?;
    let nulls = Some(NullBuffer::new(valid.finish())).filter(|nulls| nulls.null_count() > 0);
    ListArray::try_new(schema::list().0, OffsetBuffer::new(ends.into()), Arc::new(links), nulls)
}
