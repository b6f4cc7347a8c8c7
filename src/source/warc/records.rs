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

/// How much is read at a time, at least.
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
    /// The offset of the buffer's first byte in what was read.
    base: usize,
    /// The index at which the record begins, or what is left of it. All other places are counted from here.
    start: usize,
    is_end: bool,
    failure: Option<io::Error>,
    /// How many records have begun.
    count: usize,
}

#[derive(Debug)]
pub(super) enum NextRecord {
    Record(RecordHead),
    /// It is none that can be read, and was passed over.
    Broken {
        number: usize,
        offset: usize,
        fault: RecordFault,
    },
}

/// Where the header of a record stands, and where its block begins: both counted from the record's first byte.
#[derive(Clone, Debug)]
pub(super) struct RecordHead {
    pub(super) number: usize,
    /// Where it begins in what was read.
    pub(super) offset: usize,
    pub(super) header: Range<usize>,
    pub(super) block: usize,
}

/// What is wrong with how a record stands in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RecordFault {
    NoVersion,
    LongHeader,
    CutHeader,
    NoLength,
    Miscounted,
    Cut,
}

/// The block of a record.
#[derive(Debug)]
pub(super) enum Block {
    /// It is in memory: where it stands, and where the next record begins, counted from the first byte of this one.
    Held { range: Range<usize>, next: usize, fault: Option<RecordFault> },
    /// It is longer than was to be held, and has to be read from [`Records::rest`].
    Large,
}

/// What a search for the next record comes to; places are counted from the record's first byte.
enum RecordStart {
    At(usize),
    /// None begins before this place.
    NoneBefore(usize),
}

impl RecordHead {
    /// Returns `true` if it is one of ARC, in which no version stands before the header.
    pub(super) fn is_arc(&self) -> bool {
        self.header.start == 0
    }
}

impl<R: Read> Records<R> {
    /// The records of `reader`. The memory of `buffer` is used.
    pub(super) fn new(reader: R, mut buffer: Vec<u8>) -> Records<R> {
        buffer.clear();
        Records { reader, sign: &WARC_SIGN, buffer, base: 0, start: 0, is_end: false, failure: None, count: 0 }
    }

    /// The next record. The one before has to be passed.
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

    /// The bytes of the record that are in memory.
    pub(super) fn held(&self) -> &[u8] {
        &self.buffer[self.start..]
    }

    /// Makes sure that so much of the record is in memory, if there is so much. Whether it is.
    pub(super) fn has(&mut self, size: usize) -> bool {
        while self.buffer.len() - self.start < size && !self.is_end {
            self.fill(size);
        }
        self.buffer.len() - self.start >= size
    }

    /// The block of a record whose header gives this length. No more than `most` bytes of it are held.
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

    /// Goes on behind a block that was held.
    pub(super) fn pass(&mut self, next: usize) {
        self.start += next;
    }

    /// The block from this place on, as it stands, whose header gives this length for what is left.
    pub(super) fn rest(&mut self, from: usize, left: Option<usize>) -> BlockRest<'_, R> {
        self.has(from);
        self.start = (self.start + from).min(self.buffer.len());
        let fault = left.is_none().then_some(RecordFault::NoLength);
        BlockRest { records: self, left, ready: 0, is_over: false, fault }
    }

    /// The read that failed, if one did. The memory of the buffer is given back.
    pub(super) fn finish(self, buffer: &mut Vec<u8>) -> Result<(), Error> {
        let read = self.base + self.buffer.len();
        *buffer = self.buffer;
        self.failure.map_or(Ok(()), |failure| Err(Error::read(read, failure)))
    }

    /// Where the record begins, or what is left of it, in what was read.
    pub(super) fn offset(&self) -> usize {
        self.base + self.start
    }

    /// The file is one of ARC.
    fn reads_arc(&self) -> bool {
        self.sign.sign == ARC_SIGN.sign
    }

    /// Reads more, toward `size` bytes of the record: at least some, and half as much again as there is at most, for a length
    /// may be a lie.
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

    /// Passes the line ends between two records.
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

    /// Where the header stands behind the version line, which ends at `line`, and where its block begins. Where there is no such
    /// record, it is passed.
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

    /// Where the line of a header ends that begins at `at`; `None` where that would be too long.
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

    /// Returns `true` if a block can end at this place: behind line ends, if there are any, stands the end of the file or a version line.
    fn ends_at(&self, end: usize) -> bool {
        let Some(behind) = self.held().get(end..) else { return false };
        let near = &behind[..behind.len().min(self.sign.look)];
        let blank = near.iter().take_while(|&&byte| matches!(byte, b'\r' | b'\n')).count();
        blank == near.len() || (self.sign.may_begin)(&near[blank..])
    }

    /// The next record, which begins at this place or behind it, and before `until`.
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

    /// Passes everything up to the next record, which begins at this place or behind it.
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

/// Where `bytes` end without the line end that they may end with.
fn before_line_end(bytes: &[u8]) -> usize {
    let line = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    if line.len() == bytes.len() { bytes.len() } else { line.strip_suffix(b"\r").unwrap_or(line).len() }
}

/// A block that is not held: what a search of it as text reads.
#[derive(Debug)]
pub(super) struct BlockRest<'a, R> {
    records: &'a mut Records<R>,
    /// How many bytes there are by the header, as long as that is believed.
    left: Option<usize>,
    /// How many bytes can be handed out.
    ready: usize,
    is_over: bool,
    fault: Option<RecordFault>,
}

impl<R: Read> BlockRest<'_, R> {
    /// Passes over what was not read. What is wrong with the block, if anything is.
    pub(super) fn skip(mut self) -> Option<RecordFault> {
        while self.advance() {
            self.hand_out(self.ready);
        }
        self.fault
    }

    /// What is wrong with the block, as far as it was read.
    pub(super) fn fault(&self) -> Option<RecordFault> {
        self.fault
    }

    fn hand_out(&mut self, count: usize) {
        self.records.start += count;
        self.ready -= count;
        self.left = self.left.map(|left| left - count);
    }

    /// Makes sure that there is something to hand out. Whether there is.
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

    /// The end that the header gives is in memory: without the end of a block there, it is not believed any more.
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

    /// Takes all records of a file as they come, holding no more than `most` bytes of a block. How many there were.
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

    /// No file takes more than so many steps a byte, whatever is missing in it and whatever lengths are said.
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
