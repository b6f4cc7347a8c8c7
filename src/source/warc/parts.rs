//! A WARC file in parts, each of some records, so that several threads can search it at the same time.
//!
//! The parts are made by what splits a file into its records, which reads all of it, and takes what is to be searched along: what is
//! compressed can't be read from the middle on.

use std::{io::Read, mem};

use super::{
    records::{RecordFault, Records},
    select::{FaultyRecord, HeldRecord, LargeRecord, SelectedRecord, select},
};
use crate::error::Error;

/// The longest text that is copied into a part, if a search of the whole file would not hold it in memory.
const MAX_TEXT: usize = 8 << 20;

/// Some records of a WARC file, one behind the other, with what is to be searched of them: see
/// [`WarcFinder::parts`](crate::warc::WarcFinder::parts).
#[derive(Debug)]
pub struct WarcPart<R> {
    pub(super) start: usize,
    /// The most bytes of a record that must be in memory.
    pub(super) limit: usize,
    /// The searched bytes of the records.
    pub(super) bytes: Vec<u8>,
    pub(super) records: Vec<PartRecord>,
    pub(super) rest: PartRest<R>,
    is_last: bool,
    /// The bytes of the headers of records that are not searched.
    headers: usize,
}

/// A record of a part. Its searched bytes start at `start`.
#[derive(Debug)]
pub(super) enum PartRecord {
    Held {
        start: usize,
        record: HeldRecord,
    },
    /// Text that is in memory as a whole.
    Text {
        start: usize,
        record: LargeRecord,
        end: usize,
        fault: Option<RecordFault>,
    },
    Faulty(FaultyRecord),
}

/// The rest after the records of a part.
#[derive(Debug)]
pub(super) enum PartRest<R> {
    None,
    Failed(Error),
    /// The rest of the file. It begins with a text that is too large for the part.
    Records(Box<Records<R>>, LargeRecord),
    /// The same, but the text is longer than declared. Its beginning is in the part's bytes after `start`.
    Text {
        records: Box<Records<R>>,
        record: LargeRecord,
        start: usize,
        fault: Option<RecordFault>,
    },
}

impl<R> WarcPart<R> {
    /// Returns `true` if it is the last one.
    pub fn is_last(&self) -> bool {
        self.is_last
    }
}

/// The parts of a WARC file: what [`WarcFinder::parts`](crate::warc::WarcFinder::parts) returns.
#[derive(Debug)]
pub struct WarcParts<R> {
    /// The remaining records; `None` after the last part.
    records: Option<Records<R>>,
    limit: usize,
    size: usize,
}

impl<R: Read> WarcParts<R> {
    pub(crate) fn new(reader: R, limit: usize, size: usize) -> WarcParts<R> {
        WarcParts { records: Some(Records::new(reader, Vec::new())), limit, size }
    }
}

impl<R: Read> Iterator for WarcParts<R> {
    type Item = WarcPart<R>;

    fn next(&mut self) -> Option<WarcPart<R>> {
        let mut records = self.records.take()?;
        let (start, limit) = (records.offset(), self.limit);
        let mut part = WarcPart {
            start,
            limit,
            bytes: Vec::new(),
            records: Vec::new(),
            rest: PartRest::None,
            is_last: true,
            headers: 0,
        };
        loop {
            let Some(selected) = select(&mut records, limit) else {
                part.rest = records.finish(&mut Vec::new()).map_or_else(PartRest::Failed, |()| PartRest::None);
                return Some(part);
            };
            match part.take(selected, &mut records) {
                Taken::All => {}
                Taken::None(large) => {
                    part.rest = PartRest::Records(Box::new(records), large);
                    return Some(part);
                }
                Taken::Beginning { record, start, fault } => {
                    part.rest = PartRest::Text { records: Box::new(records), record, start, fault };
                    return Some(part);
                }
            }
            if part.size() >= self.size {
                break;
            }
        }
        part.is_last = false;
        self.records = Some(records);
        Some(part)
    }
}

impl<R: Read> std::iter::FusedIterator for WarcParts<R> {}

/// The copied part of a record.
enum Taken {
    All,
    None(LargeRecord),
    /// It is longer than declared, and too large.
    Beginning {
        record: LargeRecord,
        start: usize,
        fault: Option<RecordFault>,
    },
}

impl<R: Read> WarcPart<R> {
    fn size(&self) -> usize {
        self.bytes.len() + self.headers + self.records.len() * mem::size_of::<PartRecord>()
    }

    /// Copies a record and skips it, unless it is too large.
    fn take(&mut self, selected: SelectedRecord, records: &mut Records<R>) -> Taken {
        let start = self.bytes.len();
        let record = match selected {
            SelectedRecord::Held(record) => {
                self.bytes.extend_from_slice(&records.held()[..record.block.end]);
                records.pass(record.next);
                PartRecord::Held { start, record }
            }
            SelectedRecord::Large(record) if record.length.is_some_and(|length| length <= MAX_TEXT) => {
                self.bytes.extend_from_slice(&records.held()[..record.start]);
                let mut rest = records.rest(record.start, record.length);
                // What fails is told by the records, when they are at their end.
                let read = (&mut rest).take(MAX_TEXT as u64 + 1).read_to_end(&mut self.bytes);
                if read.is_ok_and(|read| read > MAX_TEXT) {
                    let fault = rest.fault();
                    return Taken::Beginning { record, start, fault };
                }
                let fault = rest.skip();
                PartRecord::Text { start, record, end: self.bytes.len(), fault }
            }
            SelectedRecord::Large(record) => return Taken::None(record),
            SelectedRecord::Faulty(record) => {
                self.headers += record.header.as_ref().map_or(0, |(_, header)| header.len());
                PartRecord::Faulty(record)
            }
        };
        self.records.push(record);
        Taken::All
    }
}
