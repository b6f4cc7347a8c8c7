//! The URLs in the values of attributes, in the order of the source, packed: a document may have one for every few bytes.

use std::ops::Range;

use super::{
    attributes::{HOLDERS, Owner},
    packed,
};
use crate::link::Attribute;

/// A URL in the value of an attribute.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub(super) attribute: Attribute,
    /// Where it stands in the values.
    pub(super) range: Range<usize>,
    /// Where the anchor ends that leads there.
    pub(super) anchor_end: Option<usize>,
}

/// The values that are URLs.
#[derive(Debug, Default)]
pub(super) struct ValueLog {
    /// For each, the numbers of its attribute and element, and its range.
    log: Vec<u8>,
    end: usize,
    /// For each that an anchor leads to, where that ends.
    anchor_ends: Vec<u8>,
    anchor_end: usize,
}

/// The number of an attribute whose value is where an anchor leads.
const ANCHOR: u8 = 0x80;

const _: () = assert!(HOLDERS.len() < ANCHOR as usize);

impl ValueLog {
    /// Appends one. Where an anchor leads to it, [`end_anchor`](ValueLog::end_anchor) has to be called before the next
    /// that one leads to.
    pub(super) fn push(&mut self, owner: Owner, range: Range<usize>, is_anchor: bool) {
        self.log.push(owner.holder | if is_anchor { ANCHOR } else { 0 });
        self.log.push(owner.element);
        packed::push(&mut self.log, self.end, range.start);
        packed::push(&mut self.log, range.start, range.end);
        self.end = range.end;
    }

    /// Says where the anchor ends that leads to the last value that one leads to; `None` where it never began.
    pub(super) fn end_anchor(&mut self, end: Option<usize>) {
        let end = end.unwrap_or(self.anchor_end);
        packed::push(&mut self.anchor_ends, self.anchor_end, end);
        self.anchor_end = end;
    }

    pub(super) fn iter(&self) -> ValueReader<'_> {
        ValueReader { log: self, at: 0, end: 0, anchor_at: 0, anchor_end: 0 }
    }

    /// Forgets all of them, but for as much of the memory.
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
