//! The columns of links. They are public: columns are only ever added, at the end.

use std::sync::{Arc, LazyLock};

use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef};

/// The column with the index of the row that a link is in.
pub const ROW: &str = "row";

/// A column of links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkField {
    Item,
    Url,
    Start,
    End,
    Kind,
    Delimiter,
    Scheme,
    Host,
    HostAscii,
    RegisteredDomain,
    PageRegisteredDomain,
    Confidence,
    Alternative,
    Element,
    Attribute,
    Part,
    Header,
}

use LinkField::*;

/// What is said of each link.
pub const LINK: [LinkField; 10] = [Url, Start, End, Kind, Delimiter, Scheme, Host, HostAscii, Confidence, Alternative];

/// What is only said of a link when it is asked for.
pub const ASKED: [LinkField; 2] = [RegisteredDomain, PageRegisteredDomain];

/// What is said of a link in HTML, beside that.
pub const HTML: [LinkField; 2] = [Element, Attribute];

/// What is said of a link in mail, beside that.
pub const MAIL: [LinkField; 4] = [Element, Attribute, Part, Header];

impl LinkField {
    pub fn name(self) -> &'static str {
        match self {
            Item => "item",
            Url => "url",
            Start => "start",
            End => "end",
            Kind => "kind",
            Delimiter => "delimiter",
            Scheme => "scheme",
            Host => "host",
            HostAscii => "host_ascii",
            RegisteredDomain => "registered_domain",
            PageRegisteredDomain => "page_registered_domain",
            Confidence => "confidence",
            Alternative => "alternative",
            Element => "element",
            Attribute => "attribute",
            Part => "part",
            Header => "header",
        }
    }

    /// Returns the type of the column. Names that many links share are in dictionaries, except in lists, whose readers know fewer types.
    pub fn data_type(self, is_nested: bool) -> DataType {
        match self {
            Item | Start | End => DataType::Int64,
            Confidence => DataType::Float32,
            Kind | Delimiter | Scheme | Element | Attribute if !is_nested => {
                DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8))
            }
            _ => DataType::LargeUtf8,
        }
    }

    fn field(self, prefix: &str, is_nested: bool) -> Field {
        let is_always = matches!(self, Item | Url | Start | End | Kind | Delimiter | Scheme);
        Field::new(format!("{prefix}{}", self.name()), self.data_type(is_nested), !is_always)
    }
}

/// The columns of links, by name.
pub fn fields(columns: &[LinkField], prefix: &str, is_nested: bool) -> Fields {
    columns.iter().map(|column| column.field(prefix, is_nested)).collect()
}

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

/// The schema of links by row.
pub fn of_rows() -> SchemaRef {
    let row = Arc::new(Field::new(ROW, DataType::Int64, false));
    with_links([row], &LINK)
}

/// The schema of the links of mail.
pub fn of_mail(columns: &[LinkField]) -> SchemaRef {
    with_links(MESSAGE.iter().cloned(), columns)
}

/// The schema of the links of WARC files.
pub fn of_warc(columns: &[LinkField]) -> SchemaRef {
    with_links(WARC.iter().cloned(), columns)
}

fn with_links(first: impl IntoIterator<Item = Arc<Field>>, columns: &[LinkField]) -> SchemaRef {
    let links = fields(columns, "", false);
    Arc::new(Schema::new(first.into_iter().chain(links.iter().cloned()).collect::<Fields>()))
}

/// The field of the lists of links that a column of texts has.
pub fn item(columns: &[LinkField]) -> Arc<Field> {
    Arc::new(Field::new("item", DataType::Struct(fields(columns, "", true)), false))
}
