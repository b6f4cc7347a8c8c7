//! What there is to do: one input after the other, and large files in parts.

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    ops::Range,
    path::{Path, PathBuf},
    sync::{
        Arc, Condvar, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use napkin::{PartStart, Searcher};

use crate::walk::{Failure, Found, Input, LARGE};

/// How large a part of a large file is, about.
const PART: u64 = 4 << 20;

/// How far a place is looked for where a file can be parted: near first, and then further.
const REACH: [usize; 2] = [4 << 10, 64 << 10];

/// Something to do.
#[derive(Debug)]
pub enum Task {
    /// Search an input.
    Whole(Input),
    /// Search a part of a large text.
    Part(Part),
    /// Tell of an input that can't be had.
    Failed(Failure),
}

/// A part of a large text, whose links are those of the text that begin in it.
#[derive(Debug)]
pub struct Part {
    /// The file.
    pub path: PathBuf,
    /// From where on it is read, some way before the part.
    lead: u64,
    /// Where it is in the file.
    pub range: Range<u64>,
    index: usize,
    shared: Arc<Shared>,
}

/// What the parts of a file know of each other.
#[derive(Debug, Default)]
struct Shared {
    /// How many lines end in each part, as far as they were counted.
    lines: Mutex<Vec<Option<usize>>>,
    counted: Condvar,
    has_links: AtomicBool,
}

impl Part {
    /// What the part is read from, and where in the text that begins. The lines before it are counted where `positions` asks for
    /// that.
    pub fn open(&self, positions: bool) -> io::Result<(File, PartStart)> {
        let mut file = File::open(&self.path)?;
        let mut line = 1;
        if positions {
            let counted = count_lines(&mut file, self.range.clone());
            // Whoever waits for it has to come by a number, right or wrong.
            self.shared.tell(self.index, *counted.as_ref().unwrap_or(&0));
            counted?;
            let before = self.shared.before(self.index);
            line = 1 + before - count_lines(&mut file, self.lead..self.range.start)?;
        }
        file.seek(SeekFrom::Start(self.lead))?;
        Ok((file, PartStart { offset: self.lead as usize, line }))
    }

    /// Gives up: no one is to wait for its lines.
    pub fn fail(&self) {
        self.shared.tell(self.index, 0);
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

impl Shared {
    fn tell(&self, index: usize, count: usize) {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() <= index {
            lines.resize(index + 1, None);
        }
        lines[index].get_or_insert(count);
        self.counted.notify_all();
    }

    /// How many lines end before a part. Those before it were begun earlier, and counting is the first thing that is done.
    fn before(&self, index: usize) -> usize {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let known = lines.iter().take(index).copied().collect::<Option<Vec<usize>>>();
            match known.filter(|known| known.len() == index) {
                Some(known) => return known.iter().sum(),
                None => lines = self.counted.wait(lines).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}

/// How many lines end in a range of a file that begins with a line, as the library counts them: LF, CRLF, or a lone CR.
fn count_lines(file: &mut File, range: Range<u64>) -> io::Result<usize> {
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
    Ok(count)
}

/// A large file that is being parted.
struct Parting {
    path: PathBuf,
    file: File,
    size: u64,
    next: u64,
    lead: u64,
    index: usize,
    shared: Arc<Shared>,
}

impl Parting {
    fn next(&mut self) -> Part {
        let (start, lead, index) = (self.next, self.lead, self.index);
        (self.next, self.lead) = self.cut(start);
        self.index += 1;
        let shared = Arc::clone(&self.shared);
        Part { path: self.path.clone(), lead, range: start..self.next, index, shared }
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

/// Says of an input whether it is a text that may be parted.
pub type MayBeParted<'w> = Box<dyn Fn(&Input) -> bool + Send + 'w>;

/// Hands out the tasks, each with its number.
pub struct Jobs<'w> {
    inputs: Box<dyn Iterator<Item = Found> + Send + 'w>,
    /// Whether a large file may be parted, by what is to come of it and by what is in it.
    parts: Option<MayBeParted<'w>>,
    parting: Option<Parting>,
    number: u64,
}

impl<'w> Jobs<'w> {
    /// All that is to be done with these inputs.
    pub fn new(inputs: impl Iterator<Item = Found> + Send + 'w, parts: Option<MayBeParted<'w>>) -> Jobs<'w> {
        Jobs { inputs: Box::new(inputs), parts, parting: None, number: 0 }
    }

    /// How many there were so far.
    pub fn handed_out(&self) -> u64 {
        self.number
    }

    fn parting(&self, input: &Input) -> Option<Parting> {
        // To ask each file in a folder for its size takes as long as to search a small one.
        let Input::Named(path) = input else { return None };
        let parts = self.parts.as_ref()?;
        let file = large(path)?;
        let size = file.metadata().ok()?.len();
        let path = path.clone();
        parts(input).then(|| Parting { path, file, size, next: 0, lead: 0, index: 0, shared: Arc::default() })
    }
}

fn large(path: &Path) -> Option<File> {
    let is_large = path.metadata().is_ok_and(|file| file.is_file() && file.len() >= LARGE);
    is_large.then(|| File::open(path).ok()).flatten()
}

impl Iterator for Jobs<'_> {
    type Item = (u64, Task);

    fn next(&mut self) -> Option<(u64, Task)> {
        let task = loop {
            if let Some(parting) = &mut self.parting {
                if parting.next < parting.size {
                    break Task::Part(parting.next());
                }
                self.parting = None;
            }
            match self.inputs.next()? {
                Err(failure) => break Task::Failed(failure),
                Ok(input) => match self.parting(&input) {
                    Some(parting) => self.parting = Some(parting),
                    None => break Task::Whole(input),
                },
            }
        };
        self.number += 1;
        Some((self.number - 1, task))
    }
}
