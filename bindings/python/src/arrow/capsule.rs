//! The border: the structures of Arrow's C data interface, in and out of Python's capsules. All `unsafe` is here.
//!
//! Whoever hands over a capsule with one of the three names promises that what is in it is what the interface says;
//! nothing could check that. What is taken out is moved, and its owner sees it as released.

#![allow(unsafe_code)]

use std::ffi::CStr;

use arrow_array::{
    Array, ArrayRef, RecordBatchReader,
    ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi_and_data_type},
    ffi_stream::{ArrayStreamReader, FFI_ArrowArrayStream},
    make_array,
};
use arrow_schema::{DataType, Field, Schema};
use pyo3::{
    prelude::*,
    types::{PyCapsule, PyTuple},
};

use crate::errors;

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

/// The array that an object hands out, if it does, with its field.
pub fn array_of(object: &Bound<'_, PyAny>) -> PyResult<Option<(Field, ArrayRef)>> {
    if !object.hasattr("__arrow_c_array__")? {
        return Ok(None);
    }
    let pair = object.call_method0("__arrow_c_array__")?.cast_into::<PyTuple>()?;
    let (schema, array) = (pair.get_item(0)?.cast_into::<PyCapsule>()?, pair.get_item(1)?.cast_into::<PyCapsule>()?);
    // SAFETY: a capsule of this name holds such a structure, and the capsule is alive while it is moved out.
    let schema = unsafe { FFI_ArrowSchema::from_raw(schema.pointer_checked(Some(SCHEMA))?.cast().as_ptr()) };
    // SAFETY: the same.
    let array = unsafe { FFI_ArrowArray::from_raw(array.pointer_checked(Some(ARRAY))?.cast().as_ptr()) };
    if schema.release().is_none() || array.is_released() {
        return Err(errors::data("the array was taken already"));
    }
    let field = Field::try_from(&schema).map_err(errors::data)?;
    // SAFETY: the two belong together, as the interface says.
    let data = unsafe { from_ffi_and_data_type(array, field.data_type().clone()) }.map_err(errors::data)?;
    Ok(Some((field, make_array(data))))
}

/// The stream of arrays that an object hands out, if it does.
pub fn stream_of(object: &Bound<'_, PyAny>) -> PyResult<Option<ArrayStreamReader>> {
    if !object.hasattr("__arrow_c_stream__")? {
        return Ok(None);
    }
    let capsule = object.call_method0("__arrow_c_stream__")?.cast_into::<PyCapsule>()?;
    let pointer = capsule.pointer_checked(Some(STREAM))?.cast();
    // SAFETY: a capsule of this name holds such a structure, and the capsule is alive while it is moved out.
    let reader = unsafe { ArrayStreamReader::from_raw(pointer.as_ptr()) };
    reader.map(Some).map_err(errors::data)
}

/// A schema in a capsule.
pub fn schema_capsule<'py>(py: Python<'py>, schema: &Schema) -> PyResult<Bound<'py, PyCapsule>> {
    capsule(py, FFI_ArrowSchema::try_from(schema).map_err(errors::data)?, SCHEMA)
}

/// A type in a capsule, for an array without a name.
pub fn type_capsule<'py>(py: Python<'py>, data_type: &DataType) -> PyResult<Bound<'py, PyCapsule>> {
    let field = Field::new("", data_type.clone(), true);
    capsule(py, FFI_ArrowSchema::try_from(&field).map_err(errors::data)?, SCHEMA)
}

/// An array in a capsule.
pub fn array_capsule<'py>(py: Python<'py>, array: &dyn Array) -> PyResult<Bound<'py, PyCapsule>> {
    capsule(py, FFI_ArrowArray::new(&array.to_data()), ARRAY)
}

/// A stream of record batches in a capsule.
pub fn stream_capsule<'py>(
    py: Python<'py>,
    reader: Box<dyn RecordBatchReader + Send>,
) -> PyResult<Bound<'py, PyCapsule>> {
    capsule(py, FFI_ArrowArrayStream::new(reader), STREAM)
}

/// Nobody who finds the structure released frees it again, so that one that nobody took is freed with its capsule.
fn capsule<'py, T: Send + 'static>(
    py: Python<'py>,
    structure: T,
    name: &'static CStr,
) -> PyResult<Bound<'py, PyCapsule>> {
    PyCapsule::new_with_value(py, structure, name)
}
