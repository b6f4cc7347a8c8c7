//! The search of WARC: one record after the other, and the payload of each as what it is.

use std::{
    borrow::Cow,
    io::{self, Read},
    ops::ControlFlow,
};

use encoding_rs::Encoding;

use super::{
    chunks::unchunked,
    fields::{FieldName, RecordFields},
    packed::{Allowance, Unpacked, unpack},
    parts::{PartRecord, PartRest, WarcPart},
    payload::{Payload, PayloadKind},
    records::{RecordFault, Records},
    select::{FaultyRecord, HELD, HeldRecord, LargeRecord, SelectedRecord, may_be_text, select},
};
use crate::{
    config::Config,
    engine::{budget::Budget, subject::Subject},
    error::Stop,
    message::{Damage, UNKNOWN_CHARSETS},
    read::{driver::Driver, search::Search},
    sink::{Context, Event, Sink},
    source::{
        base::base,
        buffers::Buffers,
        charset::Charset,
        html::{self, Document},
    },
    warc_record::WarcRecord,
};

/// The most nested content encodings that are decoded.
const MAX_ENCODINGS: usize = 3;

const TOO_LARGE: &str = "is too large to parse, so it was searched as plain text";
const BROKEN_CHUNKS: &str = "has chunks that can't be read to their end";
const BROKEN_PACK: &str = "has a payload that can't be unpacked to its end";
const TOO_MUCH: &str = "has a payload that unpacks to too much, of which the beginning was searched";
const UNSUPPORTED: &str = "has a payload in a content encoding that is not supported, and was not searched";

impl RecordFault {
    fn text(self) -> &'static str {
        match self {
            RecordFault::NoVersion => "does not begin with a version line, and was passed over",
            RecordFault::LongHeader => "has a header that is too long, and was passed over",
            RecordFault::CutHeader => "has a header without an end, and was passed over",
            RecordFault::NoLength => "does not say how long it is",
            RecordFault::Miscounted => "is not as long as its header says",
            RecordFault::Cut => "is cut off: the file ends before it does",
        }
    }
}

/// Searches all records of a reader. `limit` is the most bytes of a record that must be in memory.
pub(crate) fn search<R: Read>(
    config: &Config,
    limit: usize,
    buffers: &mut Buffers,
    reader: R,
    sink: &mut dyn Sink,
) -> Result<(), Stop> {
    let Buffers { search, file, document } = buffers;
    let records = Records::new(reader, std::mem::take(file));
    let allowance = Allowance::of_file();
    WarcSearch { config, limit, search, document, sink, allowance }.all(records, file)
}

/// Searches the records of a part. `before` returns how much was decompressed before it, and is called if that matters.
/// Returns how much was decompressed in the part.
pub(crate) fn search_part<R: Read>(
    config: &Config,
    buffers: &mut Buffers,
    part: WarcPart<R>,
    before: &mut dyn FnMut() -> u64,
    sink: &mut dyn Sink,
) -> Result<u64, Stop> {
    let Buffers { search, file, document } = buffers;
    let allowance = Allowance::of_part(part.start, before);
    let mut warc = WarcSearch { config, limit: part.limit, search, document, sink, allowance };
    for record in &part.records {
        warc.of_part(record, &part.bytes)?;
    }
    match part.rest {
        PartRest::None => {}
        PartRest::Failed(error) => return Err(error.into()),
        PartRest::Records(mut records, large) => {
            warc.large(&mut records, &large)?;
            warc.all(*records, file)?;
        }
        PartRest::Text { mut records, record, start, fault } => {
            warc.begun(&mut records, &record, &part.bytes[start..], fault)?;
            drop(part.bytes);
            warc.all(*records, file)?;
        }
    }
    Ok(warc.allowance.made() as u64)
}

struct WarcSearch<'s, 'b> {
    config: &'s Config,
    limit: usize,
    search: &'s mut Search,
    document: &'s mut Document,
    sink: &'s mut dyn Sink,
    allowance: Allowance<'b>,
}

/// Faults of a record, with details.
type RecordFaults = Vec<(&'static str, Option<String>)>;

impl WarcSearch<'_, '_> {
    /// Searches the remaining records, and gives their memory back.
    fn all<R: Read>(&mut self, mut records: Records<R>, memory: &mut Vec<u8>) -> Result<(), Stop> {
        let mut searched = Ok(());
        while searched.is_ok()
            && let Some(selected) = select(&mut records, self.limit)
        {
            searched = match selected {
                SelectedRecord::Held(record) => {
                    let searched = self.held(&record, records.held());
                    records.pass(record.next);
                    searched
                }
                SelectedRecord::Large(record) => self.large(&mut records, &record),
                SelectedRecord::Faulty(record) => self.faulty(&record),
            };
        }
        let read = records.finish(memory);
        searched?;
        Ok(read?)
    }

    fn of_part(&mut self, record: &PartRecord, bytes: &[u8]) -> Result<(), Stop> {
        match record {
            PartRecord::Held { start, record } => self.held(record, &bytes[*start..]),
            PartRecord::Text { start, record, end, fault } => {
                let bytes = &bytes[*start..*end];
                let mut text = &bytes[record.start..];
                self.text(record, &bytes[record.head.header.clone()], &mut text)?;
                self.text_faults(record, &bytes[record.head.header.clone()], *fault)
            }
            PartRecord::Faulty(record) => self.faulty(record),
        }
    }

    /// Searches a record in memory, which begins with `bytes`.
    fn held(&mut self, record: &HeldRecord, bytes: &[u8]) -> Result<(), Stop> {
        let HeldRecord { head, fields, payload, .. } = record;
        let (header, block) = (&bytes[head.header.clone()], &bytes[record.block.clone()]);
        let context = context(head.number, head.offset, fields, header);
        let mut wrong: RecordFaults = record.fault.map(|fault| (fault.text(), None)).into_iter().collect();
        // What was looked at may have been less than the header of HTTP, or more than the block.
        let whole = if payload.is_http { Payload::of(fields, header, block) } else { None };
        let is_searched = !payload.is_http || whole.is_some();
        if is_searched {
            let read = head.offset + record.next;
            self.payload(whole.as_ref().unwrap_or(payload), block, read, context, &mut wrong)?;
        }
        // A crawler that cuts off what it fetches says so, and then it is as it should be; and what the file cuts off was told.
        let is_truncated =
            record.fault == Some(RecordFault::Cut) || fields.value(FieldName::Truncated, header).is_some();
        for (reason, detail) in wrong {
            if !(is_truncated && matches!(reason, BROKEN_CHUNKS | BROKEN_PACK)) {
                self.damage(context, (head.number, head.offset), reason, detail)?;
            }
        }
        Ok(())
    }

    /// Searches a large record as text, and skips it.
    fn large<R: Read>(&mut self, records: &mut Records<R>, record: &LargeRecord) -> Result<(), Stop> {
        let header = records.held()[record.head.header.clone()].to_vec();
        let mut rest = records.rest(record.start, record.length);
        self.text(record, &header, &mut rest)?;
        let fault = rest.skip();
        self.text_faults(record, &header, fault)
    }

    /// Searches a large record as text, and skips it. `bytes` are its beginning, and the records have the rest.
    fn begun<R: Read>(
        &mut self,
        records: &mut Records<R>,
        record: &LargeRecord,
        bytes: &[u8],
        fault: Option<RecordFault>,
    ) -> Result<(), Stop> {
        let header = &bytes[record.head.header.clone()];
        let mut rest = records.rest(0, None);
        self.text(record, header, &mut bytes[record.start..].chain(&mut rest))?;
        let fault = fault.or(rest.skip());
        self.text_faults(record, header, fault)
    }

    fn text<R: Read>(&mut self, record: &LargeRecord, header: &[u8], reader: &mut R) -> Result<(), Stop> {
        let context = context(record.head.number, record.head.offset, &record.fields, header);
        self.announce(context)?;
        let mut sink = InRecord { sink: self.sink };
        // It is longer than what is held in memory.
        let mut funds = Budget::of_record(record.head.number, self.limit.min(HELD));
        self.search.run_with(Subject::new(self.config), reader, &mut funds, &context, &mut sink)
    }

    fn text_faults(&mut self, record: &LargeRecord, header: &[u8], fault: Option<RecordFault>) -> Result<(), Stop> {
        let place = (record.head.number, record.head.offset);
        let context = context(place.0, place.1, &record.fields, header);
        let too_large = (!record.is_plain).then_some(TOO_LARGE);
        for reason in fault.map(RecordFault::text).into_iter().chain(too_large) {
            self.damage(context, place, reason, None)?;
        }
        Ok(())
    }

    fn faulty(&mut self, record: &FaultyRecord) -> Result<(), Stop> {
        let place = (record.number, record.offset);
        let context = match &record.header {
            Some((fields, header)) => context(place.0, place.1, fields, header),
            None => Context::default(),
        };
        self.damage(context, place, record.fault.text(), None)
    }

    /// Searches a payload in its block. `read` is how much of the file was read by its end.
    fn payload(
        &mut self,
        payload: &Payload,
        block: &[u8],
        read: usize,
        context: Context<'_>,
        wrong: &mut RecordFaults,
    ) -> Result<(), Stop> {
        let Some(body) = self.unpacked(payload, &block[payload.start..], read, wrong) else {
            return self.announce(context);
        };
        let kind = match payload.kind {
            PayloadKind::Unknown if html::recognise(&body, true) == Some(true) => PayloadKind::Html,
            PayloadKind::Unknown if may_be_text(&body) => PayloadKind::Text,
            PayloadKind::Unknown => return Ok(()),
            kind => kind,
        };
        self.announce(context)?;
        let (config, mut sink) = (self.config, InRecord { sink: self.sink });
        let declared = payload.label.as_deref();
        let record = context.warc_record();
        let mut funds = Budget::of_record(record.map_or(0, |record| record.number), body.len());
        if kind == PayloadKind::Html {
            let label = html::label(&body, declared);
            let text = decoded(&body, label.as_deref(), wrong);
            let target = record.and_then(WarcRecord::target);
            let own = target.and_then(|target| base(&target, config.base.as_ref(), config.grammar));
            let subject = Subject { config, base: own.as_ref().or(config.base.as_ref()) };
            return html::search_document(subject, &text, self.document, &mut funds, &context, &mut sink);
        }
        let text = if payload.is_plain {
            body
        } else {
            let mark = Encoding::for_bom(&body).map(|(encoding, _)| encoding.name());
            Cow::Owned(decoded(&body, mark.or(declared), wrong).into_owned())
        };
        Driver::new(config).run_slice_with(Subject::new(config), &text, &mut funds, &context, &mut sink)
    }

    /// Decodes the content encodings of a body; `None` if one of them is unknown.
    fn unpacked<'b>(
        &mut self,
        payload: &Payload,
        body: &'b [u8],
        read: usize,
        wrong: &mut RecordFaults,
    ) -> Option<Cow<'b, [u8]>> {
        let mut body = Cow::Borrowed(body);
        if payload.is_chunked
            && let Some((joined, is_whole)) = unchunked(&body)
        {
            wrong.extend((!is_whole).then_some((BROKEN_CHUNKS, None)));
            body = Cow::Owned(joined);
        }
        for (index, name) in payload.encodings.iter().enumerate() {
            if index == MAX_ENCODINGS {
                wrong.push((UNSUPPORTED, Some(name.clone())));
                return None;
            }
            match unpack(name, &body, self.limit, read, &mut self.allowance) {
                Unpacked::Text { bytes, is_whole } => {
                    wrong.extend((!is_whole).then_some((BROKEN_PACK, None)));
                    body = Cow::Owned(bytes);
                }
                Unpacked::TooMuch(bytes) => {
                    wrong.push((TOO_MUCH, None));
                    body = Cow::Owned(bytes);
                }
                Unpacked::AsItIs => {}
                Unpacked::Unknown => {
                    wrong.push((UNSUPPORTED, Some(name.clone())));
                    return None;
                }
            }
        }
        Some(body)
    }

    fn announce(&mut self, context: Context<'_>) -> Result<(), Stop> {
        match context.warc_record {
            Some(record) => Stop::at(self.sink.event(Event::WarcRecord(record), &context)?),
            None => Ok(()),
        }
    }

    fn damage(
        &mut self,
        context: Context<'_>,
        (number, offset): (usize, usize),
        reason: &'static str,
        detail: Option<String>,
    ) -> Result<(), Stop> {
        let damage = Damage { what: "record", number: Some(number), offset, reason, detail };
        Stop::at(self.sink.event(Event::Damage(damage), &context)?)
    }
}

fn context<'h>(number: usize, offset: usize, fields: &RecordFields, header: &'h [u8]) -> Context<'h> {
    let value = |name| fields.value(name, header);
    let record = WarcRecord {
        number,
        offset,
        record_type: value(FieldName::Type),
        target: value(FieldName::Target),
        id: value(FieldName::Id),
        date: value(FieldName::Date),
    };
    Context { warc_record: Some(record), ..Context::default() }
}

fn decoded<'b>(body: &'b [u8], label: Option<&str>, wrong: &mut RecordFaults) -> Cow<'b, [u8]> {
    let (charset, known) = Charset::of(body, label);
    wrong.extend(known.is_err().then(|| (UNKNOWN_CHARSETS[1], label.map(str::to_owned))));
    charset.decode(body)
}

/// Passes on the events of a decoded payload.
struct InRecord<'s> {
    sink: &'s mut dyn Sink,
}

impl Sink for InRecord<'_> {
    fn event(&mut self, event: Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>> {
        self.sink.event(event, context)
    }

    fn worked(&mut self, steps: u64) {
        self.sink.worked(steps);
    }
}
