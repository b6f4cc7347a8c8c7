//! WARC and ARC files split into their records, of which no more is in memory than is asked for.
//!
//! A record begins at a version line, and its header says how long its block is. That is believed where the block so long ends
//! where a record can end: at the end of the file, or before the next version line. Where it does not, or nothing is said, the
//! block goes on to the next line that is a version with a field behind it. In ARC, each line that has the fields of a header begins a record.

use std::{
    io::{self, Read},
    ops::Range,
    sync::LazyLock,
};

use memchr::{memchr, memmem::Finder};

use super::{
    arc::ArcLine,
    version::{ARC_SIGN, RecordSign, WARC_SIGN, begins_arc, version_line},
};
use crate::{
    error::Error,
    source::{mail::header::field_name, steps},
};

/// The least bytes of a read.
const READ: usize = 256 << 10;

/// The longest header, with its version line.
const MAX_HEADER: usize = 64 << 10;

// To make it takes as long as to search half a record.
static VERSIONS: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(WARC_SIGN.sign));
static ARC_LINES: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(ARC_SIGN.sign));

#[derive(Debug)]
pub(super) struct Records<R> {
    reader: R,
    sign: &'static RecordSign,
    buffer: Vec<u8>,
    /// The offset of the buffer in the input.
    base: usize,
    /// The start of the current record, or of the rest of it. All other places are relative to it.
    start: usize,
    is_end: bool,
    failure: Option<io::Error>,
    count: usize,
}

#[derive(Debug)]
pub(super) enum NextRecord {
    Record(RecordHead),
    /// Invalid. It was skipped.
    Broken {
        number: usize,
        offset: usize,
        fault: RecordFault,
    },
}

/// The places of a record's header and block, relative to its first byte.
#[derive(Clone, Debug)]
pub(super) struct RecordHead {
    pub(super) number: usize,
    /// Its offset in the input.
    pub(super) offset: usize,
    pub(super) header: Range<usize>,
    pub(super) block: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RecordFault {
    NoVersion,
    LongHeader,
    CutHeader,
    NoLength,
    Miscounted,
    Cut,
}

#[derive(Debug)]
pub(super) enum Block {
    /// In memory: its range, and the start of the next record, relative to this one.
    Held { range: Range<usize>, next: usize, fault: Option<RecordFault> },
    /// Too long for memory. It must be read from [`Records::rest`].
    Large,
}

/// The result of a search for the next record. Places are relative to the current one.
enum RecordStart {
    At(usize),
    /// None begins before this place.
    NoneBefore(usize),
}

impl RecordHead {
    /// Returns `true` for an ARC record, which has no version line.
    pub(super) fn is_arc(&self) -> bool {
        self.header.start == 0
    }
}

impl<R: Read> Records<R> {
    /// Reads records from `reader`, into the memory of `buffer`.
    pub(super) fn new(reader: R, mut buffer: Vec<u8>) -> Records<R> {
        buffer.clear();
        Records { reader, sign: &WARC_SIGN, buffer, base: 0, start: 0, is_end: false, failure: None, count: 0 }
    }

    /// Returns the next record. The one before must be skipped first.
    pub(super) fn next(&mut self) -> Option<NextRecord> {
        self.pass_blank();
        if !self.has(1) {
            return None;
        }
        self.has(WARC_SIGN.look);
        if self.count == 0 && begins_arc(self.held()) {
            self.sign = &ARC_SIGN;
        }
        self.has(self.sign.look);
        self.count += 1;
        let (number, offset) = (self.count, self.offset());
        let arc = if self.reads_arc() { ArcLine::read(self.held()) } else { None };
        let version = if self.reads_arc() { None } else { version_line(self.held()) };
        let found = match (arc, version) {
            (Some(line), _) => Ok((0..line.end, line.end)),
            (None, Some(line)) => self.header(line),
            (None, None) => {
                self.pass_to_record(1);
                Err(RecordFault::NoVersion)
            }
        };
        Some(match found {
            Ok((header, block)) => NextRecord::Record(RecordHead { number, offset, header, block }),
            Err(fault) => NextRecord::Broken { number, offset, fault },
        })
    }

    pub(super) fn held(&self) -> &[u8] {
        &self.buffer[self.start..]
    }

    /// Reads until this much of the record is in memory. Returns `false` if it is shorter.
    pub(super) fn has(&mut self, size: usize) -> bool {
        while self.buffer.len() - self.start < size && !self.is_end {
            self.fill(size);
        }
        self.buffer.len() - self.start >= size
    }

    /// Returns the block of a record with this length by its header, of which at most `most` bytes are kept in memory.
    pub(super) fn block(&mut self, head: &RecordHead, length: Option<usize>, most: usize) -> Block {
        let from = head.block;
        if let Some(length) = length {
            if length > most {
                return Block::Large;
            }
            let end = from.saturating_add(length);
            self.has(end.saturating_add(self.sign.look));
            if self.ends_at(end) {
                return Block::Held { range: from..end, next: end, fault: None };
            }
        }
        let mut looked = from;
        let next = loop {
            match self.find(looked, usize::MAX) {
                RecordStart::At(next) => break next,
                RecordStart::NoneBefore(end) if self.is_end => break end,
                RecordStart::NoneBefore(end) if end - from > most => return Block::Large,
                RecordStart::NoneBefore(end) => {
                    looked = end;
                    self.fill(end + READ);
                }
            }
        };
        if next - from > most {
            return Block::Large;
        }
        let is_last = self.is_end && next == self.held().len();
        let fault = match length {
            None => RecordFault::NoLength,
            Some(length) if is_last && length > next - from => RecordFault::Cut,
            Some(_) => RecordFault::Miscounted,
        };
        // Two line ends stand behind a block, and are not its own.
        let end = (0..2).fold(next, |end, _| before_line_end(&self.held()[from..end]) + from);
        Block::Held { range: from..end, next, fault: Some(fault) }
    }

    /// Continues after a block in memory.
    pub(super) fn pass(&mut self, next: usize) {
        self.start += next;
    }

    /// Returns the rest of the block after this place. `left` is its length by the header.
    pub(super) fn rest(&mut self, from: usize, left: Option<usize>) -> BlockRest<'_, R> {
        self.has(from);
        self.start = (self.start + from).min(self.buffer.len());
        let fault = left.is_none().then_some(RecordFault::NoLength);
        BlockRest { records: self, left, ready: 0, is_over: false, fault }
    }

    /// Returns the error of a failed read, and gives the buffer back.
    pub(super) fn finish(self, buffer: &mut Vec<u8>) -> Result<(), Error> {
        let read = self.base + self.buffer.len();
        *buffer = self.buffer;
        self.failure.map_or(Ok(()), |failure| Err(Error::read(read, failure)))
    }

    /// Returns the offset in the input of the record, or of the rest of it.
    pub(super) fn offset(&self) -> usize {
        self.base + self.start
    }

    fn reads_arc(&self) -> bool {
        self.sign.sign == ARC_SIGN.sign
    }

    /// Reads toward `size` bytes of the record. It adds at most half of the present size, since a declared length may
    /// be wrong.
    fn fill(&mut self, size: usize) {
        // The line end in front of a record is looked back at.
        let dropped = self.start.saturating_sub(1);
        self.buffer.drain(..dropped);
        (self.base, self.start) = (self.base + dropped, self.start - dropped);
        let held = self.buffer.len();
        // Where much is held, little at a time would have all of it moved for each read.
        let wanted = self.start.saturating_add(size).saturating_sub(held).min(held / 2).max(READ).max(held / 16);
        // What a large record took is given back.
        if self.buffer.capacity() / 4 > held + wanted {
            self.buffer.shrink_to(held + wanted);
        }
        self.buffer.reserve_exact(wanted);
        match (&mut self.reader).take(wanted as u64).read_to_end(&mut self.buffer) {
            Ok(read) => self.is_end = read < wanted,
            Err(error) => (self.is_end, self.failure) = (true, Some(error)),
        }
    }

    fn pass_blank(&mut self) {
        loop {
            let held = self.held();
            let blank = held.iter().take_while(|&&byte| matches!(byte, b'\r' | b'\n')).count();
            let is_all = blank == held.len();
            self.start += blank;
            if !is_all || self.is_end {
                return;
            }
            self.fill(1);
        }
    }

    /// Returns the range of the header after the version line, which ends at `line`, and the start of the block. An
    /// invalid record is skipped.
    fn header(&mut self, line: usize) -> Result<(Range<usize>, usize), RecordFault> {
        let mut at = line;
        loop {
            let Some(end) = self.line_end(at) else {
                self.pass_to_record(at);
                return Err(RecordFault::LongHeader);
            };
            let line_bytes = &self.held()[at..end];
            let is_fold = at > line && matches!(line_bytes.first(), Some(b' ' | b'\t'));
            if line_bytes.is_empty() || version_line(line_bytes).is_some() {
                self.start += at;
                return Err(RecordFault::CutHeader);
            }
            if line_bytes.iter().all(|byte| matches!(byte, b'\r' | b'\n')) {
                return Ok((line..at, end));
            }
            // Without the empty line that should stand there, the block begins.
            if !is_fold && field_name(line_bytes).is_none() {
                return Ok((line..at, at));
            }
            at = end;
        }
    }

    /// Returns the end of the header line at `at`; `None` if it is too long.
    fn line_end(&mut self, at: usize) -> Option<usize> {
        let mut looked = at;
        loop {
            let found = memchr(b'\n', &self.held()[looked..]).map(|end| looked + end + 1);
            let end = found.unwrap_or(self.held().len());
            steps::count(end - looked);
            if end > MAX_HEADER {
                return None;
            }
            if found.is_some() || self.is_end {
                return Some(end);
            }
            looked = end;
            self.fill(end + 1);
        }
    }

    /// Returns `true` if a block can end here: only line ends precede the end of the file or a version line.
    fn ends_at(&self, end: usize) -> bool {
        let Some(behind) = self.held().get(end..) else { return false };
        let near = &behind[..behind.len().min(self.sign.look)];
        let blank = near.iter().take_while(|&&byte| matches!(byte, b'\r' | b'\n')).count();
        blank == near.len() || (self.sign.may_begin)(&near[blank..])
    }

    /// Returns the next record that begins at `from` or later, and before `until`.
    fn find(&self, from: usize, until: usize) -> RecordStart {
        let RecordSign { sign, look, is_record, .. } = *self.sign;
        let finder: &Finder = if self.reads_arc() { &ARC_LINES } else { &VERSIONS };
        // The line end in front of it.
        let begin = (self.start + from).saturating_sub(1).min(self.buffer.len());
        let end = self.start.saturating_add(until).saturating_add(sign.len() - 1).min(self.buffer.len());
        let mut looked = begin;
        for found in finder.find_iter(&self.buffer[begin..end]) {
            let at = begin + found + 1;
            steps::count(at - looked);
            looked = at;
            let bytes = &self.buffer[at..];
            if bytes.len() < look && !self.is_end {
                return RecordStart::NoneBefore(at - self.start);
            }
            if is_record(bytes) {
                return RecordStart::At(at - self.start);
            }
        }
        steps::count(end - looked);
        let held = self.held().len();
        let none_before = if self.is_end { held } else { held.saturating_sub(sign.len() - 1).max(from) };
        RecordStart::NoneBefore(none_before.min(until))
    }

    /// Skips everything up to the next record at `from` or later.
    fn pass_to_record(&mut self, from: usize) {
        let mut from = from;
        loop {
            match self.find(from, usize::MAX) {
                RecordStart::At(at) => {
                    self.start += at;
                    return;
                }
                RecordStart::NoneBefore(end) => {
                    self.start += end;
                    if self.is_end {
                        return;
                    }
                    from = 0;
                    self.fill(READ);
                }
            }
        }
    }
}

/// Returns the end of `bytes` without a final line end.
fn before_line_end(bytes: &[u8]) -> usize {
    let line = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    if line.len() == bytes.len() { bytes.len() } else { line.strip_suffix(b"\r").unwrap_or(line).len() }
}

/// A block that is not in memory. It is searched as text.
#[derive(Debug)]
pub(super) struct BlockRest<'a, R> {
    records: &'a mut Records<R>,
    /// The bytes left by the header, while that is accepted.
    left: Option<usize>,
    /// The bytes ready to hand out.
    ready: usize,
    is_over: bool,
    fault: Option<RecordFault>,
}

impl<R: Read> BlockRest<'_, R> {
    /// Skips the unread rest. Returns the fault of the block, if any.
    pub(super) fn skip(mut self) -> Option<RecordFault> {
        while self.advance() {
            self.hand_out(self.ready);
        }
        self.fault
    }

    /// Returns the fault of the block, as far as it was read.
    pub(super) fn fault(&self) -> Option<RecordFault> {
        self.fault
    }

    fn hand_out(&mut self, count: usize) {
        self.records.start += count;
        self.ready -= count;
        self.left = self.left.map(|left| left - count);
    }

    /// Reads more if nothing is left. Returns `true` if there is something to hand out.
    fn advance(&mut self) -> bool {
        while self.ready == 0 && !self.is_over {
            if self.left.is_some_and(|left| left <= self.records.held().len()) {
                self.end();
            }
            // Behind its end stand others, which would be looked through for each record again.
            let found = self.records.find(0, self.left.unwrap_or(usize::MAX));
            let is_end = self.records.is_end;
            (self.ready, self.is_over) = match (found, self.left) {
                // Something begins before the block should end.
                (RecordStart::At(at), None) => (at, true),
                (RecordStart::At(at), Some(left)) if at < left => {
                    self.fault = Some(RecordFault::Miscounted);
                    (at, true)
                }
                (RecordStart::NoneBefore(end), None) => (end, is_end),
                (RecordStart::NoneBefore(end), Some(left)) if end < left => {
                    if is_end {
                        self.fault = Some(RecordFault::Cut);
                    }
                    (end, is_end)
                }
                (_, Some(left)) => (left, true),
            };
            if self.ready == 0 && !self.is_over {
                self.records.fill(READ);
            }
        }
        self.ready > 0
    }

    /// Checks the declared end, now in memory. It is only accepted if a block can end there.
    fn end(&mut self) {
        let Some(left) = self.left else { return };
        self.records.has(left + self.records.sign.look);
        if !self.records.ends_at(left) {
            (self.left, self.fault) = (None, Some(RecordFault::Miscounted));
        }
    }
}

impl<R: Read> Read for BlockRest<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if !self.advance() {
            return Ok(0);
        }
        let count = buffer.len().min(self.ready);
        buffer[..count].copy_from_slice(&self.records.held()[..count]);
        self.hand_out(count);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads all records of a file with at most `most` bytes of a block in memory. Returns their number.
    fn pass_all(file: &[u8], length: Option<usize>, most: usize) -> usize {
        let mut records = Records::new(file, Vec::new());
        let mut count = 0;
        while let Some(next) = records.next() {
            count += 1;
            let NextRecord::Record(head) = next else { continue };
            match records.block(&head, length, most) {
                Block::Held { next, .. } => records.pass(next),
                Block::Large => {
                    records.rest(head.block, length).skip();
                }
            }
        }
        records.finish(&mut Vec::new()).expect("memory can be read");
        count
    }

    /// Bounds the steps per byte for every damage and every declared length.
    #[test]
    fn no_file_takes_longer_than_its_length() {
        const SIZE: usize = 1 << 17;
        for word in [
            "WARC/1.0\r\n",
            "WARC/1.0\r\nA: b\r\n",
            "WARC/1.0\r\nA: b\r\n\r\n",
            "WARC/1.0\r\nA: b\r\n\r\nx\r\n\r\n",
            "WARC/1.0\nA: b\n\n\n",
            "WARC/1.0\n\n",
            "WARC/9\n",
            "\nWARC/",
            "WARC/1.0\nx",
            "A: b\n",
            " b\n",
            "\r\n",
            "\r",
            "x",
            "x\n",
            "a:b 0 20090303102030 - 3\n",
            "a:b 0 20090303102030 - 0\n\n",
            "a:b 0 ",
            "a:\n",
        ] {
            for begin in [
                "filedesc://a 0 20090303102030 - 9\n",
                "filedesc://a",
                "",
                "WARC/1.0\r\nA: b\r\n",
                "WARC/1.0\r\nA: b\r\n\r\n",
                "WARC/1.0\r\nA: b\r\n c",
            ] {
                let file = format!("{begin}{}", word.repeat(SIZE / word.len()));
                for length in [None, Some(0), Some(3), Some(60_000), Some(SIZE / 2), Some(usize::MAX / 2)] {
                    for most in [0, 1 << 10, 32 << 20] {
                        steps::take();
                        let count = pass_all(file.as_bytes(), length, most);
                        let steps = steps::take();
                        let most_steps = 32 * file.len() as u64;
                        assert!(steps <= most_steps, "{begin:?} {word:?} {length:?} {most}: {steps} steps, {count}");
                    }
                }
            }
        }
    }
}
