//! Large files in parts, which several threads search at the same time.
//!
//! A text is cut between lines, wherever that is, and a part is read from some way before it on: what begins in it is found as in
//! the whole. A mailbox is cut between messages, which what splits it into them tells.

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    ops::Range,
    path::{Path, PathBuf},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use napkin::{
    Format, PartStart, Searcher,
    mail::{MailFinder, MailboxPart, MailboxParts},
};

/// How large a part of a large file is, about.
const PART: u64 = 4 << 20;

/// How far a place is looked for where a text can be parted: near first, and then further.
const REACH: [usize; 2] = [4 << 10, 64 << 10];

/// A part of a large file, whose links are those of the file that begin in it.
#[derive(Debug)]
pub struct Part {
    /// The file.
    pub path: PathBuf,
    /// Where it is in the file.
    pub range: Range<u64>,
    /// What it is a part of.
    pub whole: Whole,
    index: usize,
    is_last: bool,
    shared: Arc<Shared>,
}

/// What is parted, and what more there is to know of the part.
#[derive(Clone, Copy, Debug)]
pub enum Whole {
    /// A text, and from where on the part is read, some way before it.
    Text { lead: u64 },
    /// A mailbox.
    Mail(MailboxPart),
}

/// What the parts of a file know of each other.
#[derive(Debug, Default)]
struct Shared {
    /// How many lines end in each part.
    lines: Counts,
    /// How many URLs are in each part.
    links: Counts,
    has_links: AtomicBool,
}

/// A number for each part, as far as it was counted.
#[derive(Debug, Default)]
struct Counts {
    counts: Mutex<Vec<Option<u64>>>,
    counted: Condvar,
}

impl Part {
    /// The format of what it is a part of.
    pub fn format(&self) -> Format {
        match self.whole {
            Whole::Text { .. } => Format::Text,
            Whole::Mail(_) => Format::Mail,
        }
    }

    /// What the part is read from, from where on it is to be read.
    pub fn open(&self) -> io::Result<File> {
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(self.read_from()))?;
        Ok(file)
    }

    fn read_from(&self) -> u64 {
        match self.whole {
            Whole::Text { lead } => lead,
            Whole::Mail(_) => self.range.start,
        }
    }

    /// Where in a text that begins. The lines before it are counted where `positions` asks for that.
    pub fn text_start(&self, positions: bool) -> io::Result<PartStart> {
        let lead = self.read_from();
        let mut line = 1;
        if positions {
            let mut file = File::open(&self.path)?;
            let counted = count_lines(&mut file, self.range.clone());
            // Whoever waits for it has to come by a number, right or wrong.
            self.shared.lines.tell(self.index, *counted.as_ref().unwrap_or(&0));
            counted?;
            let before = self.shared.lines.before(self.index);
            line = 1 + before - count_lines(&mut file, lead..self.range.start)?;
        }
        Ok(PartStart { offset: lead as usize, line: line as usize })
    }

    /// The part is done, well or not, and so many URLs were found in it: no one is to wait for anything of it. How many there are
    /// in all of the file, if it is the last part.
    pub fn finish(&self, links: u64) -> Option<u64> {
        self.shared.lines.tell(self.index, 0);
        self.shared.links.tell(self.index, links);
        self.is_last.then(|| self.shared.links.before(self.index + 1))
    }

    /// Whether it is the first part of its file.
    pub fn is_first(&self) -> bool {
        self.index == 0
    }

    /// Notes that there are links in the part; whether there were none known of in others.
    pub fn has_links(&self) -> bool {
        !self.shared.has_links.swap(true, Ordering::Relaxed)
    }
}

impl Counts {
    fn lock(&self) -> MutexGuard<'_, Vec<Option<u64>>> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a number, if there is none yet.
    fn tell(&self, index: usize, count: u64) {
        let mut counts = self.lock();
        if counts.len() <= index {
            counts.resize(index + 1, None);
        }
        counts[index].get_or_insert(count);
        self.counted.notify_all();
    }

    /// The sum of the parts before this one. They were begun earlier, and each comes to tell its number without waiting for a later
    /// one.
    fn before(&self, index: usize) -> u64 {
        let mut counts = self.lock();
        loop {
            let known = counts.iter().take(index).copied().collect::<Option<Vec<u64>>>();
            match known.filter(|known| known.len() == index) {
                Some(known) => return known.iter().sum(),
                None => counts = self.counted.wait(counts).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}

/// How many lines end in a range of a file that begins with a line, as the library counts them: LF, CRLF, or a lone CR.
fn count_lines(file: &mut File, range: Range<u64>) -> io::Result<u64> {
    file.seek(SeekFrom::Start(range.start))?;
    let mut left = range.end - range.start;
    let mut buffer = vec![0; 128 << 10];
    let (mut count, mut after_cr) = (0, false);
    while left > 0 {
        let room = buffer.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        let read = file.read(&mut buffer[..room])?;
        if read == 0 {
            break;
        }
        let bytes = &buffer[..read];
        count += memchr::memchr_iter(b'\n', bytes).count();
        if after_cr && bytes[0] == b'\n' {
            count -= 1;
        }
        if memchr::memchr(b'\r', bytes).is_some() {
            count += memchr::memchr_iter(b'\r', bytes).filter(|&at| bytes.get(at + 1) != Some(&b'\n')).count();
        }
        after_cr = bytes.last() == Some(&b'\r');
        left -= read as u64;
    }
    Ok(count as u64)
}

/// The parts of a large file, one after the other.
pub struct Parts {
    path: PathBuf,
    size: u64,
    next: u64,
    index: usize,
    cuts: Cuts,
    shared: Arc<Shared>,
}

/// What says where the parts end.
enum Cuts {
    Text(TextCuts),
    Mail(MailboxParts<File>),
}

impl Parts {
    /// Those of a file of this size; `None` if a file in this format is searched as a whole.
    pub fn new(path: &Path, file: File, size: u64, format: Format, mail: &MailFinder) -> Option<Parts> {
        let cuts = match format {
            Format::Text => Cuts::Text(TextCuts { file, size, lead: 0 }),
            Format::Mail => Cuts::Mail(mail.parts(file, PART as usize)),
            _ => return None,
        };
        Some(Parts { path: path.to_path_buf(), size, next: 0, index: 0, cuts, shared: Arc::default() })
    }
}

impl Iterator for Parts {
    type Item = Part;

    fn next(&mut self) -> Option<Part> {
        let start = self.next;
        if start >= self.size {
            return None;
        }
        let (whole, end) = match &mut self.cuts {
            Cuts::Text(cuts) => {
                let lead = cuts.lead;
                (Whole::Text { lead }, cuts.next(start))
            }
            Cuts::Mail(parts) => {
                let part = parts.next()?;
                (Whole::Mail(part), part.end().map_or(self.size, |end| end as u64))
            }
        };
        (self.next, self.index) = (end, self.index + 1);
        Some(Part {
            path: self.path.clone(),
            range: start..end,
            whole,
            index: self.index - 1,
            is_last: end >= self.size,
            shared: Arc::clone(&self.shared),
        })
    }
}

/// Looks for places where a text can be cut.
struct TextCuts {
    file: File,
    size: u64,
    /// From where on the next part is read.
    lead: u64,
}

impl TextCuts {
    /// Where the part ends that begins at `start`, which is the beginning of a line, as is where the next is read from. Where there
    /// are none near, the part is longer.
    fn next(&mut self, start: u64) -> u64 {
        let (end, lead) = self.cut(start);
        self.lead = lead;
        end
    }

    /// Where the part ends that begins at `start`, and from where on the next is read. Both are beginnings of lines; where there
    /// are none near, the part is longer.
    fn cut(&mut self, start: u64) -> (u64, u64) {
        let mut end = start + PART;
        while end + PART / 2 < self.size {
            for reach in REACH {
                let lead = end - Searcher::LEAD as u64 - reach as u64;
                if let Some(cut) = self.line_after(end, reach).zip(self.line_after(lead, reach)) {
                    return cut;
                }
            }
            end += PART;
        }
        (self.size, self.size)
    }

    /// Where a line begins near to an offset, behind an empty one if there is any.
    fn line_after(&mut self, offset: u64, reach: usize) -> Option<u64> {
        let mut bytes = vec![0; reach];
        self.file.seek(SeekFrom::Start(offset)).ok()?;
        let read = self.file.read(&mut bytes).ok()?;
        let bytes = &bytes[..read];
        let empty = memchr::memmem::find(bytes, b"\n\n").map(|at| at + 2);
        let at = empty.or_else(|| memchr::memchr(b'\n', bytes).map(|at| at + 1))?;
        Some(offset + at as u64)
    }
}
