//! Which records of a file are searched, and what of them is in memory for it.

use std::{io::Read, ops::Range};

use encoding_rs::Encoding;

use super::{
    fields::{FieldName, RecordFields},
    payload::{Payload, PayloadKind},
    records::{Block, NextRecord, RecordFault, RecordHead, Records},
};

/// A longer block is not kept in memory, unless it must be decoded.
pub(super) const HELD: usize = 1 << 20;

/// How much of a block is examined for its HTTP header.
const MAX_HTTP_HEADER: usize = 64 << 10;

/// How much of an undeclared body is examined for being text.
const SNIFFED: usize = 1445;

/// A record that is searched or has a fault.
pub(super) enum SelectedRecord {
    Held(HeldRecord),
    Large(LargeRecord),
    Faulty(FaultyRecord),
}

/// A searched record in memory. All places are relative to its first byte.
#[derive(Debug)]
pub(super) struct HeldRecord {
    pub(super) head: RecordHead,
    pub(super) fields: RecordFields,
    pub(super) payload: Payload,
    pub(super) block: Range<usize>,
    pub(super) next: usize,
    pub(super) fault: Option<RecordFault>,
}

/// A record that is searched as text while it is read.
#[derive(Debug)]
pub(super) struct LargeRecord {
    pub(super) head: RecordHead,
    pub(super) fields: RecordFields,
    /// The start of its text, relative to its first byte.
    pub(super) start: usize,
    /// The length of the text by the header.
    pub(super) length: Option<usize>,
    /// True for plain text that needs no decoding.
    pub(super) is_plain: bool,
}

/// A record with a fault that is not searched.
#[derive(Debug)]
pub(super) struct FaultyRecord {
    pub(super) number: usize,
    pub(super) offset: usize,
    /// Its header, if that is readable.
    pub(super) header: Option<(RecordFields, Vec<u8>)>,
    pub(super) fault: RecordFault,
}

/// Returns the next record to search or report. `limit` is the most bytes of a record that must be in memory.
pub(super) fn select<R: Read>(records: &mut Records<R>, limit: usize) -> Option<SelectedRecord> {
    loop {
        let selected = match records.next()? {
            NextRecord::Record(head) => record(records, head, limit),
            NextRecord::Broken { number, offset, fault } => {
                Some(SelectedRecord::Faulty(FaultyRecord { number, offset, header: None, fault }))
            }
        };
        if selected.is_some() {
            return selected;
        }
    }
}

/// Selects a record. One that is not searched is skipped.
fn record<R: Read>(records: &mut Records<R>, head: RecordHead, limit: usize) -> Option<SelectedRecord> {
    let header = &records.held()[head.header.clone()];
    let fields = if head.is_arc() { RecordFields::read_arc(header) } else { RecordFields::read(header) };
    let length = fields.length(header);
    if fields.value(FieldName::Type, header).is_some_and(|value| value.eq_ignore_ascii_case(b"response")) {
        records.has(head.block + length.unwrap_or(MAX_HTTP_HEADER).min(MAX_HTTP_HEADER));
    }
    let (header, begin) = parts(records.held(), &head, length);
    let Some(payload) = Payload::of(&fields, header, begin) else {
        return pass(records, &head, length, fields);
    };
    let most = if payload.is_plain { HELD.min(limit) } else { limit };
    if let Block::Held { range, next, fault } = records.block(&head, length, most) {
        return Some(SelectedRecord::Held(HeldRecord { head, fields, payload, block: range, next, fault }));
    }
    let start = head.block + payload.start;
    let length = length.map(|length| length.saturating_sub(payload.start));
    records.has(start + SNIFFED);
    let is_searched = payload.kind != PayloadKind::Unknown || records.held().get(start..).is_some_and(may_be_text);
    if !is_searched {
        let header = records.held()[head.header.clone()].to_vec();
        let fault = records.rest(start, length).skip();
        return faulty(&head, fields, header, fault);
    }
    Some(SelectedRecord::Large(LargeRecord { head, fields, start, length, is_plain: payload.is_plain }))
}

fn pass<R: Read>(
    records: &mut Records<R>,
    head: &RecordHead,
    length: Option<usize>,
    fields: RecordFields,
) -> Option<SelectedRecord> {
    let header = records.held()[head.header.clone()].to_vec();
    let fault = match records.block(head, length, HELD) {
        Block::Held { next, fault, .. } => {
            records.pass(next);
            fault
        }
        Block::Large => records.rest(head.block, length).skip(),
    };
    faulty(head, fields, header, fault)
}

/// Returns the fault of a skipped record, if any.
fn faulty(
    head: &RecordHead,
    fields: RecordFields,
    header: Vec<u8>,
    fault: Option<RecordFault>,
) -> Option<SelectedRecord> {
    let (number, offset) = (head.number, head.offset);
    fault.map(|fault| SelectedRecord::Faulty(FaultyRecord { number, offset, header: Some((fields, header)), fault }))
}

/// Returns `true` if an undeclared body may be text: it begins with a byte order mark, or has no binary data byte near
/// its beginning (WHATWG's MIME Sniffing, 7.2).
pub(super) fn may_be_text(body: &[u8]) -> bool {
    let begin = &body[..body.len().min(SNIFFED)];
    let is_binary = |byte: &u8| matches!(byte, 0..=8 | 0x0B | 0x0E..=0x1A | 0x1C..=0x1F);
    Encoding::for_bom(begin).is_some() || !begin.is_empty() && !begin.iter().any(is_binary)
}

/// Returns the header of a record, and the part of its block in memory.
fn parts<'h>(held: &'h [u8], head: &RecordHead, length: Option<usize>) -> (&'h [u8], &'h [u8]) {
    let most = length.unwrap_or(MAX_HTTP_HEADER).min(MAX_HTTP_HEADER);
    let end = (head.block + most).min(held.len());
    (&held[head.header.clone()], &held[head.block.min(end)..end])
}
