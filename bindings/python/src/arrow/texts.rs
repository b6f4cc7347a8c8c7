//! A column of texts: its bytes row by row, where they stand.

use std::ops::Range;

use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, LargeBinaryArray, RunArray,
    cast::AsArray,
    types::{Int16Type, Int32Type, Int64Type, RunEndIndexType},
};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;

/// The texts of a column, whatever its type. No text is copied, and none is believed to be UTF-8.
pub struct Texts {
    values: Values,
    /// Which of the values are those of each row, in a column of lists.
    lists: Option<Vec<Range<usize>>>,
    /// The rows that are null, by themselves as lists or with the row of the struct that they are in.
    outer: Option<NullBuffer>,
    len: usize,
}

enum Values {
    Small(BinaryArray),
    Large(LargeBinaryArray),
    View(BinaryViewArray),
    /// Each is another one's: dictionaries, and runs of equal values.
    At(Vec<Option<usize>>, Box<Values>),
    /// No row has a text.
    Null,
}

/// The types of columns that have texts, for messages.
pub const EXPECTED: &str =
    "utf8, large_utf8, utf8_view, binary, large_binary, binary_view, or a dictionary, runs or lists of these";

/// Returns the type of the texts in a column of this type: its own, or that of the values of dictionaries, runs and lists. `None` if it
/// has no texts.
pub fn text_type(data_type: &DataType) -> Option<&DataType> {
    let item = list_item(data_type).unwrap_or(data_type);
    let value = match item {
        DataType::Dictionary(_, value) => value,
        DataType::RunEndEncoded(_, value) => value.data_type(),
        value => value,
    };
    let is_known = is_text(value) || matches!(value, DataType::Binary | DataType::LargeBinary | DataType::BinaryView);
    is_known.then_some(value)
}

/// Returns `true` if texts of this type have characters, and not just bytes.
pub fn is_text(value: &DataType) -> bool {
    matches!(value, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View | DataType::Null)
}

/// Returns the type of the items of a list.
pub fn list_item(data_type: &DataType) -> Option<&DataType> {
    match data_type {
        DataType::List(item) | DataType::LargeList(item) | DataType::FixedSizeList(item, _) => Some(item.data_type()),
        _ => None,
    }
}

impl Texts {
    /// The texts of an array whose type has them.
    pub fn new(array: &ArrayRef, outer: Option<NullBuffer>) -> Texts {
        let len = array.len();
        let (items, lists) = match array.data_type() {
            DataType::List(_) => {
                (array.as_list::<i32>().values(), Some(ranges(array.as_list::<i32>().value_offsets())))
            }
            DataType::LargeList(_) => {
                (array.as_list::<i64>().values(), Some(ranges(array.as_list::<i64>().value_offsets())))
            }
            DataType::FixedSizeList(_, _) => {
                let list = array.as_fixed_size_list();
                let size = usize::try_from(list.value_length()).unwrap_or_default();
                (list.values(), Some((0..len).map(|row| row * size..(row + 1) * size).collect()))
            }
            _ => (array, None),
        };
        let own = lists.as_ref().and_then(|_| array.nulls());
        Texts { values: Values::new(items), lists, outer: NullBuffer::union(outer.as_ref(), own), len }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// The texts of a row, each with its index in the row's list, which is 0 without lists; none where the row is null.
    pub fn get(&self, row: usize) -> impl Iterator<Item = (usize, &[u8])> {
        let is_null = self.outer.as_ref().is_some_and(|outer| outer.is_null(row));
        let own = || self.lists.as_ref().map_or(row..row + 1, |lists| lists[row].clone());
        let range = if is_null { 0..0 } else { own() };
        let start = range.start;
        range.filter_map(move |at| Some((at - start, self.values.get(at)?)))
    }

    /// Returns `true` if a row of a column without lists has no text.
    pub fn is_null(&self, row: usize) -> bool {
        self.get(row).next().is_none()
    }
}

fn ranges<O: Copy + TryInto<usize>>(offsets: &[O]) -> Vec<Range<usize>> {
    let offset = |offset: O| offset.try_into().unwrap_or_default();
    offsets.windows(2).map(|pair| offset(pair[0])..offset(pair[1])).collect()
}

impl Values {
    fn new(array: &ArrayRef) -> Values {
        match array.data_type() {
            DataType::Utf8 => Values::Small(array.as_string::<i32>().clone().into()),
            DataType::LargeUtf8 => Values::Large(array.as_string::<i64>().clone().into()),
            DataType::Utf8View => Values::View(array.as_string_view().clone().to_binary_view()),
            DataType::Binary => Values::Small(array.as_binary::<i32>().clone()),
            DataType::LargeBinary => Values::Large(array.as_binary::<i64>().clone()),
            DataType::BinaryView => Values::View(array.as_binary_view().clone()),
            DataType::Dictionary(..) => Values::of_dictionary(array),
            DataType::RunEndEncoded(ends, _) => match ends.data_type() {
                DataType::Int16 => Values::of_runs(array.as_run::<Int16Type>()),
                DataType::Int32 => Values::of_runs(array.as_run::<Int32Type>()),
                _ => Values::of_runs(array.as_run::<Int64Type>()),
            },
            _ => Values::Null,
        }
    }

    fn of_dictionary(array: &ArrayRef) -> Values {
        let dictionary = array.as_any_dictionary();
        if dictionary.values().is_empty() {
            return Values::Null;
        }
        let keys = dictionary.keys();
        let places = dictionary.normalized_keys().into_iter().enumerate();
        let places = places.map(|(row, key)| keys.is_valid(row).then_some(key)).collect();
        Values::At(places, Box::new(Values::new(dictionary.values())))
    }

    fn of_runs<R: RunEndIndexType>(array: &RunArray<R>) -> Values {
        let places = (0..array.len()).map(|row| Some(array.get_physical_index(row))).collect();
        Values::At(places, Box::new(Values::new(array.values())))
    }

    /// The value at a place; none if it is null.
    fn get(&self, at: usize) -> Option<&[u8]> {
        match self {
            Values::Small(array) => array.is_valid(at).then(|| array.value(at)),
            Values::Large(array) => array.is_valid(at).then(|| array.value(at)),
            Values::View(array) => array.is_valid(at).then(|| array.value(at)),
            Values::At(places, values) => values.get((*places.get(at)?)?),
            Values::Null => None,
        }
    }
}
