//! Large files in parts, which several threads search at the same time.
//!
//! A text is cut between lines. The search of a part begins some way before it, and so finds what a search of the whole
//! text would find. A mailbox is cut between messages. A WARC file may be compressed, so one thread at a time reads
//! some records; it searches them while the next thread reads on.

mod counts;
mod text_cuts;

use std::{
    io::{self, Read},
    ops::Range,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use napkin::{
    Format, PartStart,
    mail::{MailboxPart, MailboxParts},
    warc::{WarcPart, WarcParts},
};

use self::{
    counts::{Counts, count_lines},
    text_cuts::{PART, TextCuts},
};
use crate::{
    inputs::{input::Input, peek::Source, recognise::is_utf16, shared_file::SharedFile, truncation::Measured},
    output::turns::Turn,
    plan::Plan,
};

/// The size of a part of a mailbox, about. A part is read once to split it, before it is searched.
const MESSAGES: u64 = PART / 4;

/// The size of a part of a WARC file, about: small enough to be in the processor's cache when it is searched.
const RECORDS: usize = 512 << 10;

/// A part of a large file: the links that begin in it.
#[derive(Debug)]
pub struct Part {
    pub path: PathBuf,
    file: SharedFile,
    pub format: Format,
    /// The file was found in a folder.
    pub is_walked: bool,
    /// Its range in the file; empty if the part holds its bytes.
    pub range: Range<u64>,
    /// Where the search begins.
    lead: u64,
    /// The size of the file when it was split.
    file_size: u64,
    index: usize,
    pub is_last: bool,
    shared: Arc<Shared>,
}

pub enum Content {
    Text,
    Mail(MailboxPart),
    /// Records of a WARC file, with their bytes.
    Warc(Box<WarcPart<Tallied>>),
}

pub struct Tallied {
    source: Source,
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    /// The line ends in each part.
    lines: Counts,
    links: Counts,
    unpacked: Counts,
    has_links: AtomicBool,
    /// The file was truncated, and that was reported.
    truncated: AtomicBool,
    /// Bytes read of the file and not reported yet, if the parts hold their bytes.
    read: AtomicU64,
}

impl Part {
    /// Returns the file from where the search begins.
    pub fn reader(&self) -> Measured<SharedFile> {
        Measured::with_rest(self.file.at(self.lead), self.file_size.saturating_sub(self.lead))
    }

    /// Returns how many bytes of the file were read for this part.
    pub fn size(&self) -> u64 {
        self.range.end - self.range.start + self.shared.read.swap(0, Ordering::Relaxed)
    }

    pub fn unpacked_before(&self) -> u64 {
        self.shared.unpacked.before(self.index)
    }

    pub fn tell_unpacked(&self, bytes: u64) {
        self.shared.unpacked.tell(self.index, bytes);
    }

    /// Returns where output for a text begins, and where the part begins: a line may begin before the part.
    pub fn text_range(&self, plan: &Plan) -> (usize, usize) {
        let start = if self.format == Format::Text { self.range.start } else { 0 };
        let lead = if self.format == Format::Text && plan.output.has_pieces() { self.lead } else { start };
        (lead as usize, start as usize)
    }

    /// Returns where the search of a text begins. Lines before it are counted if `positions` are needed.
    pub fn text_start(&self, positions: bool) -> io::Result<PartStart> {
        let mut line = 1;
        if positions {
            let counted = count_lines(&self.file, self.range.clone());
            // Others wait for this count, right or wrong.
            self.shared.lines.tell(self.index, *counted.as_ref().unwrap_or(&0));
            counted?;
            let before = self.shared.lines.before(self.index);
            line = 1 + before - count_lines(&self.file, self.lead..self.range.start)?;
        }
        Ok(PartStart { offset: self.lead as usize, line: line as usize })
    }

    /// Ends the part, with the number of URLs found in it. Nobody waits for its counts afterwards. Returns the number
    /// in the whole file if this is the last part.
    pub fn finish(&self, links: u64) -> Option<u64> {
        self.shared.lines.tell(self.index, 0);
        self.shared.unpacked.tell(self.index, 0);
        self.shared.links.tell(self.index, links);
        self.is_last.then(|| self.shared.links.before(self.index + 1))
    }

    pub fn is_first(&self) -> bool {
        self.index == 0
    }

    /// Records that the part has links. Returns `true` if no other part has any so far.
    pub fn has_links(&self) -> bool {
        !self.shared.has_links.swap(true, Ordering::Relaxed)
    }

    /// Records that the file was truncated while its parts were read. Returns `true` the first time.
    pub fn tell_truncated(&self) -> bool {
        !self.shared.truncated.swap(true, Ordering::Relaxed)
    }
}

impl Read for Tallied {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(buffer)?;
        self.shared.read.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

pub struct Parts {
    path: PathBuf,
    file: SharedFile,
    format: Format,
    is_walked: bool,
    size: u64,
    next: u64,
    index: usize,
    cuts: Cuts,
    shared: Arc<Shared>,
}

enum Cuts {
    Text(TextCuts),
    Mail(MailboxParts<SharedFile>),
    Warc(Box<WarcParts<Tallied>>),
}

impl Parts {
    /// Splits a large `file`, whose `source` may be decompressed. Returns the source if the file is to be searched whole.
    pub fn new(
        input: &Input,
        file: SharedFile,
        (source, is_unzipped): (Source, bool),
        format: Format,
        plan: &Plan,
    ) -> Result<Parts, Source> {
        let shared = Arc::<Shared>::default();
        let (cuts, size) = match format {
            // Decompressed data has no random access, which the parts of a text need.
            Format::Text | Format::Mail if is_unzipped || is_utf16(source.head()) => return Err(source),
            Format::Text | Format::Mail => {
                let Some(size) = file.size() else { return Err(source) };
                let cuts = match format {
                    Format::Text => Cuts::Text(TextCuts::new(file.clone())),
                    _ => Cuts::Mail(plan.inputs.mail().parts(file.clone(), MESSAGES as usize)),
                };
                (cuts, size)
            }
            Format::Warc => {
                let source = Tallied { source, shared: Arc::clone(&shared) };
                (Cuts::Warc(Box::new(plan.inputs.warc().parts(source, RECORDS))), 0)
            }
            _ => return Err(source),
        };
        let is_walked = input.is_walked();
        let path = input.path().to_path_buf();
        Ok(Parts { path, file, format, is_walked, size, next: 0, index: 0, cuts, shared })
    }

    /// Returns the turn of the next part, if the file has this number.
    pub fn turn(&self, input: u64) -> Turn {
        Turn { part: self.index as u64, ..Turn::of_input(input) }
    }
}

impl Iterator for Parts {
    type Item = (Part, Content);

    fn next(&mut self) -> Option<(Part, Content)> {
        let start = self.next;
        let (content, lead, end, is_last) = match &mut self.cuts {
            Cuts::Text(_) if start >= self.size => return None,
            Cuts::Text(cuts) => {
                let lead = cuts.lead;
                let end = cuts.next(start, self.size);
                (Content::Text, lead, end, end >= self.size)
            }
            Cuts::Mail(parts) => {
                let part = parts.next()?;
                let end = part.end().map_or(self.size, |end| end as u64);
                (Content::Mail(part), start, end, part.end().is_none())
            }
            Cuts::Warc(parts) => {
                let part = parts.next()?;
                let is_last = part.is_last();
                (Content::Warc(Box::new(part)), 0, 0, is_last)
            }
        };
        let index = self.index;
        (self.next, self.index) = (end, index + 1);
        let (path, file, shared) = (self.path.clone(), self.file.clone(), Arc::clone(&self.shared));
        let (format, is_walked, file_size) = (self.format, self.is_walked, self.size);
        Some((
            Part { path, file, format, is_walked, range: start..end, lead, file_size, index, is_last, shared },
            content,
        ))
    }
}
