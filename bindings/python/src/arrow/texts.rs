//! A column of texts: its bytes row by row, where they stand.

use arrow_array::{Array, ArrayRef, BinaryArray, BinaryViewArray, LargeBinaryArray, cast::AsArray};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;

/// The texts of a column, whatever its type. Nothing is copied, and no text is believed to be UTF-8.
pub struct Texts {
    values: Values,
    /// The rows that are null with the row of the struct that they are in.
    outer: Option<NullBuffer>,
}

enum Values {
    Small(BinaryArray),
    Large(LargeBinaryArray),
    View(BinaryViewArray),
    /// No row has a text.
    Null(usize),
}

/// Whether a column of this type has texts.
pub fn has_texts(data_type: &DataType) -> bool {
    is_text(data_type) || matches!(data_type, DataType::Binary | DataType::LargeBinary | DataType::BinaryView)
}

/// Whether it has characters, and not just bytes.
pub fn is_text(data_type: &DataType) -> bool {
    matches!(data_type, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View | DataType::Null)
}

impl Texts {
    /// The texts of an array whose type has them.
    pub fn new(array: &ArrayRef, outer: Option<NullBuffer>) -> Texts {
        let values = match array.data_type() {
            DataType::Utf8 => Values::Small(array.as_string::<i32>().clone().into()),
            DataType::LargeUtf8 => Values::Large(array.as_string::<i64>().clone().into()),
            DataType::Utf8View => Values::View(array.as_string_view().clone().to_binary_view()),
            DataType::Binary => Values::Small(array.as_binary::<i32>().clone()),
            DataType::LargeBinary => Values::Large(array.as_binary::<i64>().clone()),
            DataType::BinaryView => Values::View(array.as_binary_view().clone()),
            _ => Values::Null(array.len()),
        };
        Texts { values, outer }
    }

    pub fn len(&self) -> usize {
        match &self.values {
            Values::Small(array) => array.len(),
            Values::Large(array) => array.len(),
            Values::View(array) => array.len(),
            Values::Null(count) => *count,
        }
    }

    /// The text of a row; none where it is null.
    pub fn get(&self, row: usize) -> Option<&[u8]> {
        if self.outer.as_ref().is_some_and(|outer| outer.is_null(row)) {
            return None;
        }
        match &self.values {
            Values::Small(array) => array.is_valid(row).then(|| array.value(row)),
            Values::Large(array) => array.is_valid(row).then(|| array.value(row)),
            Values::View(array) => array.is_valid(row).then(|| array.value(row)),
            Values::Null(_) => None,
        }
    }
}
