//! The columns of links. They are public: columns are only ever added, at the end.

use std::sync::{Arc, LazyLock};

use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef};

/// The column with the index of the row that a link is in.
pub const ROW: &str = "row";

/// What is said of each link.
pub static LINK: LazyLock<Fields> = LazyLock::new(|| {
    Fields::from(vec![
        Field::new("url", DataType::LargeUtf8, false),
        Field::new("start", DataType::Int64, false),
        Field::new("end", DataType::Int64, false),
        Field::new("kind", DataType::LargeUtf8, false),
        Field::new("delimiter", DataType::LargeUtf8, false),
        Field::new("scheme", DataType::LargeUtf8, false),
        Field::new("host", DataType::LargeUtf8, true),
        Field::new("host_ascii", DataType::LargeUtf8, true),
        Field::new("confidence", DataType::Float32, true),
        Field::new("alternative", DataType::LargeUtf8, true),
    ])
});

/// What is said of the message that a link is in.
static MESSAGE: LazyLock<Fields> = LazyLock::new(|| {
    Fields::from(vec![
        Field::new("path", DataType::LargeUtf8, false),
        Field::new("message_number", DataType::Int64, true),
        Field::new("message_offset", DataType::Int64, false),
        Field::new("message_id", DataType::LargeUtf8, true),
        Field::new("message_date", DataType::LargeUtf8, true),
        Field::new("message_from", DataType::LargeUtf8, true),
        Field::new("message_subject", DataType::LargeUtf8, true),
        Field::new("message_part", DataType::LargeUtf8, true),
        Field::new("message_header", DataType::LargeUtf8, true),
    ])
});

/// What is said of the record of a WARC file that a link is in.
static WARC: LazyLock<Fields> = LazyLock::new(|| {
    Fields::from(vec![
        Field::new("path", DataType::LargeUtf8, false),
        Field::new("warc_number", DataType::Int64, false),
        Field::new("warc_offset", DataType::Int64, false),
        Field::new("warc_type", DataType::LargeUtf8, false),
        Field::new("warc_id", DataType::LargeUtf8, true),
        Field::new("warc_date", DataType::LargeUtf8, true),
        Field::new("warc_target", DataType::LargeUtf8, true),
    ])
});

/// The schema of links by row, with these columns of the input behind the row.
pub fn of_rows(kept: &[Arc<Field>]) -> SchemaRef {
    let row = Arc::new(Field::new(ROW, DataType::Int64, false));
    let fields = [row].into_iter().chain(kept.iter().cloned()).chain(LINK.iter().cloned());
    Arc::new(Schema::new(fields.collect::<Fields>()))
}

/// The schema of the links of mail.
pub fn of_mail() -> SchemaRef {
    Arc::new(Schema::new(MESSAGE.iter().chain(LINK.iter()).cloned().collect::<Fields>()))
}

/// The schema of the links of WARC files.
pub fn of_warc() -> SchemaRef {
    Arc::new(Schema::new(WARC.iter().chain(LINK.iter()).cloned().collect::<Fields>()))
}

/// The type of the lists of links that a column of texts has.
pub fn list() -> (Arc<Field>, DataType) {
    let item = Arc::new(Field::new("item", DataType::Struct(LINK.clone()), false));
    (Arc::clone(&item), DataType::List(item))
}
