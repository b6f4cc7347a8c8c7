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
    payload::{Payload, PayloadKind},
    records::{Block, NextRecord, RecordFault, RecordHead, Records},
};
use crate::{
    config::Config,
    engine::subject::Subject,
    error::Stop,
    message::Damage,
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

/// A block of more bytes is not held in memory, if nothing has to be done to it.
const HELD: usize = 1 << 20;

/// How much of a block is looked at for the header of HTTP, to say what its body is.
const MAX_HTTP_HEADER: usize = 64 << 10;

/// How much is looked at to tell text from what is none, where nothing says it.
const SNIFFED: usize = 1445;

/// How many content encodings within each other are undone.
const MAX_ENCODINGS: usize = 3;

const TOO_LARGE: &str = "is larger than the limit, and was searched as it stands";
const BROKEN_CHUNKS: &str = "has chunks that can't be read to their end";
const BROKEN_PACK: &str = "has a payload that can't be unpacked to its end";
const TOO_MUCH: &str = "has a payload that unpacks to too much, of which the beginning was searched";
const UNSUPPORTED: &str = "has a payload in a content encoding that is not supported, and was not searched";
const UNKNOWN_CHARSET: &str = "has a payload in an unknown charset";

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

/// Searches all records that a reader yields. What has to be in memory as a whole may have `limit` bytes.
pub(crate) fn search<R: Read>(
    config: &Config,
    limit: usize,
    buffers: &mut Buffers,
    reader: R,
    sink: &mut dyn Sink,
) -> Result<(), Stop> {
    let Buffers { search, file, document } = buffers;
    let mut records = Records::new(reader, std::mem::take(file));
    let mut warc = WarcSearch { config, limit, search, document, sink, allowance: Allowance::default() };
    let mut searched = Ok(());
    while searched.is_ok()
        && let Some(next) = records.next()
    {
        searched = match next {
            NextRecord::Record(head) => warc.record(&mut records, &head),
            NextRecord::Broken { number, offset, fault } => {
                warc.damage(Context::default(), number, offset, fault.text(), None)
            }
        };
    }
    let read = records.finish(file);
    searched?;
    Ok(read?)
}

/// The search of a file.
struct WarcSearch<'s> {
    config: &'s Config,
    limit: usize,
    search: &'s mut Search,
    document: &'s mut Document,
    sink: &'s mut dyn Sink,
    allowance: Allowance,
}

/// What is wrong with a record, with a word about it where there is one.
type RecordFaults = Vec<(&'static str, Option<String>)>;

impl WarcSearch<'_> {
    /// Searches a record, and passes it.
    fn record<R: Read>(&mut self, records: &mut Records<R>, head: &RecordHead) -> Result<(), Stop> {
        let fields = RecordFields::read(&records.held()[head.header.clone()]);
        let header = &records.held()[head.header.clone()];
        let length = fields.length(header);
        if fields.value(FieldName::Type, header).is_some_and(|value| value.eq_ignore_ascii_case(b"response")) {
            records.has(head.block + length.unwrap_or(MAX_HTTP_HEADER).min(MAX_HTTP_HEADER));
        }
        let (header, begin) = parts(records.held(), head, length);
        let Some(mut payload) = Payload::of(&fields, header, begin) else {
            return self.pass(records, head, length, &fields);
        };
        let most = if payload.is_plain { HELD.min(self.limit) } else { self.limit };
        let Block::Held { range, next, fault } = records.block(head, length, most) else {
            return self.large(records, head, length, &fields, &payload);
        };
        let read = records.read();
        let bytes = records.held();
        let (header, block) = (&bytes[head.header.clone()], &bytes[range]);
        let context = context(head, &fields, header);
        let mut wrong: RecordFaults = fault.map(|fault| (fault.text(), None)).into_iter().collect();
        let mut is_searched = true;
        if payload.is_http {
            // What was looked at may have been less than the header of HTTP, or more than the block.
            let whole = Payload::of(&fields, header, block);
            is_searched = whole.is_some();
            payload = whole.unwrap_or(payload);
        }
        if is_searched {
            self.payload(&payload, block, read, context, &mut wrong)?;
        }
        // A crawler that cuts off what it fetches says so, and then it is as it should be; and what the file cuts off was told.
        let is_truncated = fault == Some(RecordFault::Cut) || fields.value(FieldName::Truncated, header).is_some();
        for (reason, detail) in wrong {
            if !(is_truncated && matches!(reason, BROKEN_CHUNKS | BROKEN_PACK)) {
                self.damage(context, head.number, head.offset, reason, detail)?;
            }
        }
        records.pass(next);
        Ok(())
    }

    /// Passes a record that is not searched.
    fn pass<R: Read>(
        &mut self,
        records: &mut Records<R>,
        head: &RecordHead,
        length: Option<usize>,
        fields: &RecordFields,
    ) -> Result<(), Stop> {
        let header = records.held()[head.header.clone()].to_vec();
        let fault = match records.block(head, length, HELD) {
            Block::Held { next, fault, .. } => {
                records.pass(next);
                fault
            }
            Block::Large => records.rest(head.block, length).skip(),
        };
        match fault {
            Some(fault) => self.damage(context(head, fields, &header), head.number, head.offset, fault.text(), None),
            None => Ok(()),
        }
    }

    /// Searches a record that is not held in memory, as the text that it is.
    fn large<R: Read>(
        &mut self,
        records: &mut Records<R>,
        head: &RecordHead,
        length: Option<usize>,
        fields: &RecordFields,
        payload: &Payload,
    ) -> Result<(), Stop> {
        let header = records.held()[head.header.clone()].to_vec();
        let context = context(head, fields, &header);
        let left = length.map(|length| length.saturating_sub(payload.start));
        let begin = head.block + payload.start;
        records.has(begin + SNIFFED);
        let is_searched = payload.kind != PayloadKind::Unknown || records.held().get(begin..).is_some_and(may_be_text);
        let mut rest = records.rest(begin, left);
        if is_searched {
            self.announce(context)?;
            let mut sink = InRecord { sink: self.sink };
            self.search.run(Subject::new(self.config), &mut rest, &context, &mut sink)?;
        }
        let fault = rest.skip();
        let too_large = (!payload.is_plain && is_searched).then_some(TOO_LARGE);
        for reason in fault.map(RecordFault::text).into_iter().chain(too_large) {
            self.damage(context, head.number, head.offset, reason, None)?;
        }
        Ok(())
    }

    /// Searches a payload in its block. `read` is how much was read of the file.
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
            kind => kind,
        };
        if kind == PayloadKind::Unknown {
            return Ok(());
        }
        self.announce(context)?;
        let (config, mut sink) = (self.config, InRecord { sink: self.sink });
        let subject = Subject::new(config);
        let declared = payload.label.as_deref();
        if kind == PayloadKind::Html {
            let label = html::label(&body, declared);
            let text = decoded(&body, label.as_deref(), wrong);
            let target = context.warc_record().and_then(WarcRecord::target);
            let own = target.and_then(|target| base(&target, config.base.as_ref(), config.grammar));
            let subject = Subject { config, base: own.as_ref().or(config.base.as_ref()) };
            return html::search_document(subject, &text, self.document, &context, &mut sink);
        }
        let text = if payload.is_plain {
            body
        } else {
            let mark = Encoding::for_bom(&body).map(|(encoding, _)| encoding.name());
            Cow::Owned(decoded(&body, mark.or(declared), wrong).into_owned())
        };
        Driver::new(config.positions).run_slice(subject, &text, &context, &mut sink)
    }

    /// A body without its encodings; `None` where one of them is not known.
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

    /// Tells that a record that is searched begins.
    fn announce(&mut self, context: Context<'_>) -> Result<(), Stop> {
        match context.warc_record {
            Some(record) => Stop::at(self.sink.event(Event::WarcRecord(record), &context)?),
            None => Ok(()),
        }
    }

    fn damage(
        &mut self,
        context: Context<'_>,
        number: usize,
        offset: usize,
        reason: &'static str,
        detail: Option<String>,
    ) -> Result<(), Stop> {
        let damage = Damage { what: "record", number: Some(number), offset, reason, detail };
        Stop::at(self.sink.event(Event::Damage(damage), &context)?)
    }
}

/// Whether what does not say what it is may be text: it begins with a byte order mark, or has none of the bytes near its beginning that only
/// binary data has (the standard on MIME sniffing, 7.2).
fn may_be_text(body: &[u8]) -> bool {
    let begin = &body[..body.len().min(SNIFFED)];
    let is_binary = |byte: &u8| matches!(byte, 0..=8 | 0x0B | 0x0E..=0x1A | 0x1C..=0x1F);
    Encoding::for_bom(begin).is_some() || !begin.is_empty() && !begin.iter().any(is_binary)
}

/// The header of a record, and the beginning of its block, as far as it is held.
fn parts<'h>(held: &'h [u8], head: &RecordHead, length: Option<usize>) -> (&'h [u8], &'h [u8]) {
    let most = length.unwrap_or(MAX_HTTP_HEADER).min(MAX_HTTP_HEADER);
    let end = (head.block + most).min(held.len());
    (&held[head.header.clone()], &held[head.block.min(end)..end])
}

/// What all of a record is found in.
fn context<'h>(head: &RecordHead, fields: &RecordFields, header: &'h [u8]) -> Context<'h> {
    let value = |name| fields.value(name, header);
    let record = WarcRecord {
        number: head.number,
        offset: head.offset,
        record_type: value(FieldName::Type),
        target: value(FieldName::Target),
        id: value(FieldName::Id),
        date: value(FieldName::Date),
    };
    Context { warc_record: Some(record), ..Context::default() }
}

/// A body as UTF-8.
fn decoded<'b>(body: &'b [u8], label: Option<&str>, wrong: &mut RecordFaults) -> Cow<'b, [u8]> {
    let (charset, known) = Charset::of(body, label);
    wrong.extend(known.is_err().then(|| (UNKNOWN_CHARSET, label.map(str::to_owned))));
    charset.decode(body)
}

/// Hands on what is found in a payload, whose text is none of the file's.
struct InRecord<'s> {
    sink: &'s mut dyn Sink,
}

impl Sink for InRecord<'_> {
    fn event(&mut self, event: Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>> {
        self.sink.event(event, context)
    }
}
