//! Columns of links while they grow: one buffer each, whatever the number of links.

use std::{borrow::Cow, sync::Arc};

use arrow_array::{
    ArrayRef, Int64Array,
    builder::{Float32Builder, LargeStringBuilder, StringDictionaryBuilder},
    types::Int32Type,
};
use arrow_schema::{ArrowError, DataType};
use napkin::{Attribute, Context, Link, warc::WarcRecord};

use super::schema::LinkField;
use crate::{
    hosts::{domain_of_page, host_ascii, registered_domain},
    link::Place,
    text::Characters,
};

/// What is said of each link, in the order that was asked for.
pub struct LinkColumns {
    columns: Vec<(LinkField, Column)>,
    len: usize,
}

enum Column {
    Text(LargeStringBuilder),
    Names(Names),
    Number(Vec<i64>),
    Share(Float32Builder),
}

impl Column {
    fn new(data_type: &DataType) -> Column {
        match data_type {
            DataType::Int64 => Column::Number(Vec::new()),
            DataType::Float32 => Column::Share(Float32Builder::new()),
            DataType::Dictionary(..) => Column::Names(Names::default()),
            _ => Column::Text(LargeStringBuilder::new()),
        }
    }

    fn finish(&mut self) -> Result<ArrayRef, ArrowError> {
        Ok(match self {
            Column::Text(builder) => Arc::new(builder.finish()),
            Column::Names(names) => {
                names.settle()?;
                Arc::new(names.builder.finish())
            }
            Column::Number(numbers) => Arc::new(Int64Array::from(std::mem::take(numbers))),
            Column::Share(builder) => Arc::new(builder.finish()),
        })
    }
}

/// Names in a dictionary. Most are the same as the one before, and need no look at the dictionary.
#[derive(Default)]
struct Names {
    builder: StringDictionaryBuilder<Int32Type>,
    last: Option<String>,
    /// How often the last one came, after those that the builder has.
    repeated: usize,
}

impl Names {
    fn push(&mut self, name: Option<Cow<'_, str>>) -> Result<(), ArrowError> {
        if self.last.as_deref() != name.as_deref() {
            self.settle()?;
            self.last = name.map(Cow::into_owned);
        }
        self.repeated += 1;
        Ok(())
    }

    fn settle(&mut self) -> Result<(), ArrowError> {
        match (self.last.as_deref(), std::mem::take(&mut self.repeated)) {
            (_, 0) => {}
            (Some(name), count) => self.builder.append_n(name, count).map(drop)?,
            (None, count) => self.builder.append_nulls(count),
        }
        Ok(())
    }
}

/// What is known of a text beside its links.
#[derive(Clone, Copy, Default)]
pub struct TextPlace<'t> {
    /// Its index in a list.
    pub item: usize,
    /// The registered domain of the page of its row.
    pub page_domain: Option<&'t str>,
}

/// A link, and what is known of its place.
struct Seen<'l, 't> {
    link: &'l Link<'t>,
    /// Once, for a link's URL is looked at as text whenever it is asked for.
    url: &'l str,
    text: TextPlace<'l>,
    /// Where it begins and ends in its text.
    start: usize,
    end: usize,
    context: &'l Context<'l>,
}

impl<'l> Seen<'l, '_> {
    fn text(&self, field: LinkField) -> Option<Cow<'l, str>> {
        let (link, components) = (self.link, self.link.components());
        let text = match field {
            LinkField::Url => Some(self.url),
            LinkField::Kind => Some(link.kind().name()),
            LinkField::Delimiter => Some(link.delimiter().name()),
            LinkField::Scheme => Some(components.scheme(self.url).unwrap_or_default()),
            LinkField::Host => components.host(self.url),
            LinkField::HostAscii => return host_ascii(self.url, components),
            LinkField::RegisteredDomain => return registered_domain(self.url, components),
            LinkField::PageRegisteredDomain => return self.page_domain(),
            LinkField::Alternative => link.alternative(),
            LinkField::Element => link.attribute().map(Attribute::element),
            LinkField::Attribute => link.attribute().map(Attribute::name),
            LinkField::Part => self.context.part(),
            LinkField::Header => self.context.field(),
            LinkField::Item | LinkField::Start | LinkField::End | LinkField::Confidence => None,
        };
        text.map(Cow::Borrowed)
    }

    /// Returns the registered domain of the page that the row or the record names.
    fn page_domain(&self) -> Option<Cow<'l, str>> {
        let of_record = || domain_of_page(&self.context.warc_record()?.target()?);
        self.text.page_domain.map(Cow::Borrowed).or_else(|| of_record().map(Cow::Owned))
    }

    fn number(&self, field: LinkField) -> i64 {
        let number = match field {
            LinkField::Item => self.text.item,
            LinkField::Start => self.start,
            _ => self.end,
        };
        number as i64
    }
}

impl LinkColumns {
    pub fn new(fields: &[LinkField], is_nested: bool) -> LinkColumns {
        let column = |&field: &LinkField| (field, Column::new(&field.data_type(is_nested)));
        LinkColumns { columns: fields.iter().map(column).collect(), len: 0 }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// Adds a link of a text. Its offsets are counted in characters if there is a counter.
    pub fn push(
        &mut self,
        link: &Link<'_>,
        context: &Context<'_>,
        (place, text): (TextPlace<'_>, &[u8]),
        counter: Option<&mut Characters>,
    ) -> Result<(), ArrowError> {
        let range = link.range();
        let (start, end) = match counter {
            Some(counter) => (counter.at(range.start, text, 0), counter.at(range.end, text, 0)),
            None => (range.start, range.end),
        };
        let seen = Seen { link, url: link.url(), text: place, start, end, context };
        for (field, column) in &mut self.columns {
            match column {
                Column::Text(builder) => builder.append_option(seen.text(*field)),
                Column::Names(names) => names.push(seen.text(*field))?,
                Column::Number(numbers) => numbers.push(seen.number(*field)),
                Column::Share(builder) => builder.append_option(link.rejoined().map(|rejoined| rejoined.confidence)),
            }
        }
        self.len += 1;
        Ok(())
    }

    /// Hands out what there is, and begins anew.
    pub fn finish(&mut self) -> Result<Vec<ArrayRef>, ArrowError> {
        self.len = 0;
        self.columns.iter_mut().map(|(_, column)| column.finish()).collect()
    }
}

/// What is said of the message that each link is in.
#[derive(Default)]
pub struct MessageColumns {
    path: LargeStringBuilder,
    number: Vec<Option<i64>>,
    offset: Vec<i64>,
    id: LargeStringBuilder,
    date: LargeStringBuilder,
    from: LargeStringBuilder,
    subject: LargeStringBuilder,
    part: LargeStringBuilder,
    header: LargeStringBuilder,
}

impl MessageColumns {
    pub fn push(&mut self, path: &str, place: &Place) {
        let message = &place.message;
        self.path.append_value(path);
        self.number.push(message.number.map(|number| number as i64));
        self.offset.push(message.offset as i64);
        self.id.append_option(message.id.as_deref());
        self.date.append_option(message.date.as_deref());
        self.from.append_option(message.from.as_deref());
        self.subject.append_option(message.subject.as_deref());
        self.part.append_option(place.part.as_deref());
        self.header.append_option(place.header.as_deref());
    }

    pub fn finish(mut self) -> Vec<ArrayRef> {
        vec![
            Arc::new(self.path.finish()),
            Arc::new(Int64Array::from(self.number)),
            Arc::new(Int64Array::from(self.offset)),
            Arc::new(self.id.finish()),
            Arc::new(self.date.finish()),
            Arc::new(self.from.finish()),
            Arc::new(self.subject.finish()),
            Arc::new(self.part.finish()),
            Arc::new(self.header.finish()),
        ]
    }
}

/// What is said of the record of a WARC file that each link is in.
#[derive(Default)]
pub struct WarcColumns {
    path: LargeStringBuilder,
    number: Vec<i64>,
    offset: Vec<i64>,
    record_type: LargeStringBuilder,
    id: LargeStringBuilder,
    date: LargeStringBuilder,
    target: LargeStringBuilder,
}

impl WarcColumns {
    pub fn push(&mut self, path: &str, record: &WarcRecord<'_>) {
        self.path.append_value(path);
        self.number.push(record.number() as i64);
        self.offset.push(record.offset() as i64);
        self.record_type.append_value(record.record_type());
        self.id.append_option(record.id());
        self.date.append_option(record.date());
        self.target.append_option(record.target());
    }

    pub fn finish(mut self) -> Vec<ArrayRef> {
        vec![
            Arc::new(self.path.finish()),
            Arc::new(Int64Array::from(self.number)),
            Arc::new(Int64Array::from(self.offset)),
            Arc::new(self.record_type.finish()),
            Arc::new(self.id.finish()),
            Arc::new(self.date.finish()),
            Arc::new(self.target.finish()),
        ]
    }
}
