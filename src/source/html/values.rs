//! The URLs in the values of attributes, in the order of the source, packed: a document may have one for every few bytes.

use std::ops::Range;

use super::{
    attributes::{HOLDERS, Owner},
    packed,
};
use crate::link::Attribute;

#[derive(Clone, Debug)]
pub(super) struct Value {
    pub(super) attribute: Attribute,
    /// Its range in the values.
    pub(super) range: Range<usize>,
    /// The end of the anchor with this target.
    pub(super) anchor_end: Option<usize>,
}

#[derive(Debug, Default)]
pub(super) struct ValueLog {
    /// The attribute, element and range of each value, packed.
    log: Vec<u8>,
    end: usize,
    /// The end of the anchor of each value that has one, packed.
    anchor_ends: Vec<u8>,
    anchor_end: usize,
}

/// The attribute number of an anchor's target.
const ANCHOR: u8 = 0x80;

const _: () = assert!(HOLDERS.len() < ANCHOR as usize);

impl ValueLog {
    /// Appends a value. For an anchor, [`end_anchor`](ValueLog::end_anchor) must be called before the next one.
    pub(super) fn push(&mut self, owner: Owner, range: Range<usize>, is_anchor: bool) {
        self.log.push(owner.holder | if is_anchor { ANCHOR } else { 0 });
        self.log.push(owner.element);
        packed::push(&mut self.log, self.end, range.start);
        packed::push(&mut self.log, range.start, range.end);
        self.end = range.end;
    }

    /// Records the end of the last anchor; `None` if it never began.
    pub(super) fn end_anchor(&mut self, end: Option<usize>) {
        let end = end.unwrap_or(self.anchor_end);
        packed::push(&mut self.anchor_ends, self.anchor_end, end);
        self.anchor_end = end;
    }

    pub(super) fn iter(&self) -> ValueReader<'_> {
        ValueReader { log: self, at: 0, end: 0, anchor_at: 0, anchor_end: 0 }
    }

    /// Clears it, but keeps that much of the memory.
    pub(super) fn clear(&mut self, max_kept: usize) {
        let (mut log, mut anchor_ends) = (std::mem::take(&mut self.log), std::mem::take(&mut self.anchor_ends));
        log.clear();
        anchor_ends.clear();
        log.shrink_to(max_kept);
        anchor_ends.shrink_to(max_kept);
        *self = ValueLog { log, anchor_ends, ..ValueLog::default() };
    }
}

#[derive(Clone, Debug)]
pub(super) struct ValueReader<'v> {
    log: &'v ValueLog,
    at: usize,
    end: usize,
    anchor_at: usize,
    anchor_end: usize,
}

impl Iterator for ValueReader<'_> {
    type Item = Value;

    fn next(&mut self) -> Option<Value> {
        let (&holder, &element) = (self.log.log.get(self.at)?, self.log.log.get(self.at + 1)?);
        self.at += 2;
        let start = packed::next(&self.log.log, &mut self.at, self.end);
        self.end = packed::next(&self.log.log, &mut self.at, start);
        let mut anchor_end = None;
        if holder & ANCHOR != 0 {
            let end = packed::next(&self.log.anchor_ends, &mut self.anchor_at, self.anchor_end);
            // One that never began ends where the one before it did.
            anchor_end = (end != self.anchor_end).then_some(end);
            self.anchor_end = end;
        }
        let attribute = Owner { holder: holder & !ANCHOR, element }.attribute();
        Some(Value { attribute, range: start..self.end, anchor_end })
    }
}
