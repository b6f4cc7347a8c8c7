//! What is handed back: a schema, a record batch, an array and a reader, which speak the PyCapsule interface.

use std::sync::{Arc, Mutex};

use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchIterator, RecordBatchReader, StructArray};
use arrow_schema::{DataType, SchemaRef};
use pyo3::{
    exceptions::{PyKeyError, PyStopIteration},
    prelude::*,
    types::{PyCapsule, PyTuple},
};

use super::{capsule, schema};
use crate::{errors, link::Damages};

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PySchema>()?;
    module.add_class::<PyRecordBatch>()?;
    module.add_class::<PyArray>()?;
    module.add_class::<PyReader>()?;
    module.add("SCHEMA", PySchema(schema::of_rows()))?;
    module.add("MAIL_SCHEMA", PySchema(schema::of_mail(&schema::LINK)))?;
    module.add("WARC_SCHEMA", PySchema(schema::of_warc(&schema::LINK)))
}

/// The names and types of columns. ``pyarrow.schema(schema)`` takes it.
#[pyclass(name = "Schema", module = "napkin_urls", frozen)]
pub struct PySchema(pub SchemaRef);

#[pymethods]
impl PySchema {
    /// The names of the columns, in order.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.0.fields().iter().map(|field| field.name().clone()).collect()
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsule::schema_capsule(py, &self.0)
    }

    fn __len__(&self) -> usize {
        self.0.fields().len()
    }

    fn __repr__(&self) -> String {
        format!("<Schema\n{}>", listed(&self.0))
    }

    fn __eq__(&self, other: &PySchema) -> bool {
        self.0 == other.0
    }
}

/// What a function of the package makes of an object.
fn converted(object: &Bound<'_, PyAny>, function: &str) -> PyResult<Py<PyAny>> {
    let made = object.py().import("napkin_urls._data")?.call_method1(function, (object,))?;
    Ok(made.unbind())
}

fn listed(schema: &SchemaRef) -> String {
    let line = |field: &Arc<arrow_schema::Field>| {
        let needed = if field.is_nullable() { "" } else { ", never null" };
        format!("  {}: {}{needed}", field.name(), field.data_type())
    };
    schema.fields().iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Columns of links. ``pyarrow.record_batch(batch)``, ``polars.DataFrame(batch)`` and a query in
/// DuckDB take it without a copy.
#[pyclass(name = "RecordBatch", module = "napkin_urls", frozen)]
pub struct PyRecordBatch(pub RecordBatch);

#[pymethods]
impl PyRecordBatch {
    /// The number of rows.
    #[getter]
    fn num_rows(&self) -> usize {
        self.0.num_rows()
    }

    /// The number of columns.
    #[getter]
    fn num_columns(&self) -> usize {
        self.0.num_columns()
    }

    /// The names of the columns, in order.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        self.schema().names()
    }

    /// The names and types of the columns.
    #[getter]
    fn schema(&self) -> PySchema {
        PySchema(self.0.schema())
    }

    /// Returns a column by name.
    ///
    /// Raises:
    ///     KeyError: no column has that name.
    fn column(&self, name: &str) -> PyResult<PyArray> {
        self.0
            .column_by_name(name)
            .map(|column| PyArray(Arc::clone(column)))
            .ok_or_else(|| PyKeyError::new_err(name.to_owned()))
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let _ = requested_schema;
        let rows = StructArray::from(self.0.clone());
        (capsule::schema_capsule(py, &self.0.schema())?, capsule::array_capsule(py, &rows)?).into_pyobject(py)
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let batches = RecordBatchIterator::new([Ok(self.0.clone())], self.0.schema());
        capsule::stream_capsule(py, Box::new(batches))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsule::schema_capsule(py, &self.0.schema())
    }

    /// Returns it as a ``pyarrow.Table``.
    fn to_arrow(this: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        converted(this.as_any(), "to_arrow")
    }

    /// Returns it as a ``pandas.DataFrame``.
    fn to_pandas(this: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        converted(this.as_any(), "to_pandas")
    }

    /// Returns it as a ``polars.DataFrame``.
    fn to_polars(this: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        converted(this.as_any(), "to_polars")
    }

    fn __len__(&self) -> usize {
        self.0.num_rows()
    }

    fn __repr__(&self) -> String {
        format!("<RecordBatch of {} rows\n{}>", self.0.num_rows(), listed(&self.0.schema()))
    }

    fn _repr_html_(this: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        converted(this.as_any(), "to_html")
    }
}

/// One column. ``pyarrow.array(array)`` and ``polars.Series(array)`` take it without a copy.
#[pyclass(name = "Array", module = "napkin_urls", frozen)]
pub struct PyArray(pub ArrayRef);

#[pymethods]
impl PyArray {
    /// The type, as text.
    #[getter]
    fn r#type(&self) -> String {
        self.data_type().to_string()
    }

    /// The number of nulls.
    #[getter]
    fn null_count(&self) -> usize {
        self.0.null_count()
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let _ = requested_schema;
        (capsule::type_capsule(py, self.data_type())?, capsule::array_capsule(py, &self.0)?).into_pyobject(py)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsule::type_capsule(py, self.data_type())
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __repr__(&self) -> String {
        format!("<Array of {} rows, {}>", self.0.len(), self.data_type())
    }
}

impl PyArray {
    fn data_type(&self) -> &DataType {
        self.0.data_type()
    }
}

/// An iterator of ``RecordBatch``, and a stream that
/// ``pyarrow.RecordBatchReader.from_stream(reader)``, Polars and DuckDB take as a whole. It can be read once.
#[pyclass(name = "RecordBatchReader", module = "napkin_urls", frozen)]
pub struct PyReader {
    schema: SchemaRef,
    batches: Mutex<Option<Box<dyn RecordBatchReader + Send>>>,
    damages: Damages,
    failure: Failure,
}

/// What Python raised while a batch was made. Whoever reads the stream gets no more than its message.
pub type Failure = Arc<Mutex<Option<PyErr>>>;

impl PyReader {
    pub fn new(batches: Box<dyn RecordBatchReader + Send>) -> PyReader {
        PyReader::of_files(batches, Damages::default(), Failure::default())
    }

    pub fn of_files(batches: Box<dyn RecordBatchReader + Send>, damages: Damages, failure: Failure) -> PyReader {
        PyReader { schema: batches.schema(), batches: Mutex::new(Some(batches)), damages, failure }
    }
}

#[pymethods]
impl PyReader {
    /// The names and types of the columns of each batch.
    #[getter]
    fn schema(&self) -> PySchema {
        PySchema(Arc::clone(&self.schema))
    }

    /// The damage in the messages or records read so far, each after its file's name, as sentences; at most the first thousand.
    #[getter]
    fn damage(&self) -> Vec<String> {
        self.damages.to_vec()
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let taken = py.detach(|| self.batches.lock().ok()?.take());
        capsule::stream_capsule(py, taken.ok_or_else(|| errors::data("the reader was read already"))?)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsule::schema_capsule(py, &self.schema)
    }

    /// Reads the rest, and returns it as a ``pyarrow.Table``.
    fn to_arrow(this: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        converted(this.as_any(), "to_arrow")
    }

    /// Reads the rest, and returns it as a ``pandas.DataFrame``.
    fn to_pandas(this: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        converted(this.as_any(), "to_pandas")
    }

    /// Reads the rest, and returns it as a ``polars.DataFrame``.
    fn to_polars(this: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        converted(this.as_any(), "to_polars")
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<PyRecordBatch> {
        let next = py.detach(|| self.batches.lock().ok()?.as_mut()?.next());
        match next {
            Some(Ok(batch)) => Ok(PyRecordBatch(batch)),
            Some(Err(error)) => {
                let raised = self.failure.lock().ok().and_then(|mut failure| failure.take());
                Err(raised.unwrap_or_else(|| errors::of_arrow(error)))
            }
            None => Err(PyStopIteration::new_err(())),
        }
    }

    fn __repr__(&self) -> String {
        format!("<RecordBatchReader\n{}>", listed(&self.schema))
    }
}
