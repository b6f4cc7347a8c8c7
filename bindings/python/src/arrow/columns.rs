//! Columns of links while they grow: one buffer each, whatever the number of links.

use std::sync::Arc;

use arrow_array::{
    ArrayRef, Int64Array,
    builder::{Float32Builder, LargeStringBuilder},
};
use napkin::{Link, warc::WarcRecord};

use crate::{
    link::{Place, host_ascii},
    text::Characters,
};

/// What is said of each link: the columns of [`schema::LINK`](super::schema::LINK), in their order.
#[derive(Default)]
pub struct LinkColumns {
    url: LargeStringBuilder,
    start: Vec<i64>,
    end: Vec<i64>,
    kind: LargeStringBuilder,
    delimiter: LargeStringBuilder,
    scheme: LargeStringBuilder,
    host: LargeStringBuilder,
    host_ascii: LargeStringBuilder,
    confidence: Float32Builder,
    alternative: LargeStringBuilder,
}

impl LinkColumns {
    pub fn len(&self) -> usize {
        self.start.len()
    }

    /// Adds a link of a text, whose offsets are counted in characters if there is a counter.
    pub fn push(&mut self, link: &Link<'_>, text: &[u8], counter: Option<&mut Characters>) {
        let range = link.range();
        let (start, end) = match counter {
            Some(counter) => (counter.at(range.start, text, 0), counter.at(range.end, text, 0)),
            None => (range.start, range.end),
        };
        // Once, for a link's URL is looked at as text whenever it is asked for.
        let (url, components) = (link.url(), link.components());
        self.url.append_value(url);
        self.start.push(start as i64);
        self.end.push(end as i64);
        self.kind.append_value(link.kind().name());
        self.delimiter.append_value(link.delimiter().name());
        self.scheme.append_value(components.scheme(url).unwrap_or_default());
        self.host.append_option(components.host(url));
        self.host_ascii.append_option(host_ascii(url, components));
        self.confidence.append_option(link.rejoined().map(|rejoined| rejoined.confidence));
        self.alternative.append_option(link.alternative());
    }

    pub fn finish(mut self) -> Vec<ArrayRef> {
        vec![
            Arc::new(self.url.finish()),
            Arc::new(Int64Array::from(self.start)),
            Arc::new(Int64Array::from(self.end)),
            Arc::new(self.kind.finish()),
            Arc::new(self.delimiter.finish()),
            Arc::new(self.scheme.finish()),
            Arc::new(self.host.finish()),
            Arc::new(self.host_ascii.finish()),
            Arc::new(self.confidence.finish()),
            Arc::new(self.alternative.finish()),
        ]
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
