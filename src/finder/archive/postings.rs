//! An index from terms to messages, in bounded memory.
//!
//! Terms are gathered in memory up to a limit, then written to a file as a sorted run with the numbers of their
//! messages. At the end the runs are merged, so that each term comes once.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashMap},
    io::{self, Read},
    ops::Range,
};

use super::spool::Spool;

/// The memory for terms before they are written, roughly.
const MOST_MEMORY: usize = 32 << 20;

/// The memory for a term besides its bytes, roughly.
const OVERHEAD: usize = 112;

/// How much of a run is read at a time.
const CHUNK: u64 = 32 << 10;

/// Terms with the numbers of their messages.
#[derive(Debug)]
pub(super) struct Postings {
    lists: HashMap<Box<str>, Vec<u32>>,
    size: usize,
    spool: Spool,
    runs: Vec<Range<u64>>,
    /// All terms in one run, for the next archive.
    kept: Option<Spool>,
}

impl Postings {
    /// Returns empty postings, which wait in this spool.
    pub(super) fn new(spool: Spool) -> Postings {
        Postings { lists: HashMap::new(), size: 0, spool, runs: Vec::new(), kept: None }
    }

    /// Also writes all terms as one run into this spool, when they are taken.
    pub(super) fn keep(&mut self, spool: Spool) {
        self.kept = Some(spool);
    }

    pub(super) fn kept(&mut self) -> Option<&mut Spool> {
        self.kept.as_mut()
    }

    /// Adds a run that was kept, of so many bytes.
    pub(super) fn append(&mut self, run: &mut impl Read, length: u64) -> io::Result<()> {
        let start = self.spool.length();
        self.spool.append(run, length)?;
        self.runs.push(start..start + length);
        Ok(())
    }

    /// Adds a message to a term. Messages come in order.
    pub(super) fn add(&mut self, term: &str, message: u32) {
        match self.lists.get_mut(term) {
            Some(list) if list.last() == Some(&message) => {}
            Some(list) => {
                list.push(message);
                // A list may have allocated twice as much.
                self.size += 8;
            }
            None => {
                self.lists.insert(term.into(), vec![message]);
                self.size += term.len() + OVERHEAD;
            }
        }
    }

    /// Writes the terms to the file if they take too much memory.
    pub(super) fn settle(&mut self) -> io::Result<()> {
        if self.size < MOST_MEMORY { Ok(()) } else { self.write_run() }
    }

    fn write_run(&mut self) -> io::Result<()> {
        let mut lists: Vec<(Box<str>, Vec<u32>)> = std::mem::take(&mut self.lists).into_iter().collect();
        self.size = 0;
        lists.sort_unstable();
        let (mut bytes, mut start) = (Vec::new(), None);
        let mut end = 0;
        for (term, list) in lists {
            push_entry(&mut bytes, &term, &list);
            if bytes.len() as u64 > CHUNK {
                let at = self.spool.push(&bytes)?;
                (start, end) = (start.or(Some(at)), at + bytes.len() as u64);
                bytes.clear();
            }
        }
        let at = self.spool.push(&bytes)?;
        end = end.max(at + bytes.len() as u64);
        self.runs.push(start.unwrap_or(at)..end);
        Ok(())
    }

    /// Calls `take` for each term in order, with the ranks of its messages in order.
    pub(super) fn finish(
        &mut self,
        ranks: &[u32],
        take: &mut dyn FnMut(&str, &[u32]) -> io::Result<()>,
    ) -> io::Result<()> {
        self.write_run()?;
        let mut runs: Vec<SortedTerms> = self.runs.drain(..).map(SortedTerms::new).collect();
        let mut next = BinaryHeap::new();
        for (index, run) in runs.iter_mut().enumerate() {
            next.extend(run.term(&mut self.spool)?.map(|term| Reverse((term, index))));
        }
        let (mut numbers, mut kept) = (Vec::new(), Vec::new());
        while let Some(Reverse((term, index))) = next.pop() {
            runs[index].numbers(&mut self.spool, &mut numbers)?;
            next.extend(runs[index].term(&mut self.spool)?.map(|term| Reverse((term, index))));
            if next.peek().is_none_or(|Reverse((other, _))| *other != term) {
                if let Some(spool) = &mut self.kept {
                    push_entry(&mut kept, &term, &numbers);
                    if kept.len() as u64 > CHUNK {
                        spool.push(&kept)?;
                        kept.clear();
                    }
                }
                for number in &mut numbers {
                    *number = *ranks.get(*number as usize).ok_or(io::ErrorKind::InvalidData)?;
                }
                numbers.sort_unstable();
                take(&term, &numbers)?;
                numbers.clear();
            }
        }
        if let Some(spool) = &mut self.kept {
            spool.push(&kept)?;
        }
        Ok(())
    }
}

fn push_entry(bytes: &mut Vec<u8>, term: &str, numbers: &[u32]) {
    push_number(bytes, term.len() as u32);
    bytes.extend_from_slice(term.as_bytes());
    push_number(bytes, numbers.len() as u32);
    numbers.iter().for_each(|&number| push_number(bytes, number));
}

fn push_number(bytes: &mut Vec<u8>, number: u32) {
    bytes.extend_from_slice(&number.to_le_bytes());
}

/// Sorted terms in the file, partly read.
struct SortedTerms {
    range: Range<u64>,
    bytes: Vec<u8>,
    /// The bytes already used.
    done: usize,
}

impl SortedTerms {
    fn new(range: Range<u64>) -> SortedTerms {
        SortedTerms { range, bytes: Vec::new(), done: 0 }
    }

    fn term(&mut self, spool: &mut Spool) -> io::Result<Option<String>> {
        if self.done == self.bytes.len() && self.range.is_empty() {
            return Ok(None);
        }
        let length = self.number(spool)?;
        let bytes = self.take(spool, length as usize)?.to_vec();
        String::from_utf8(bytes).map(Some).map_err(io::Error::other)
    }

    /// Appends the message numbers of the term.
    fn numbers(&mut self, spool: &mut Spool, numbers: &mut Vec<u32>) -> io::Result<()> {
        for _ in 0..self.number(spool)? {
            numbers.push(self.number(spool)?);
        }
        Ok(())
    }

    fn number(&mut self, spool: &mut Spool) -> io::Result<u32> {
        let bytes = self.take(spool, 4)?;
        Ok(u32::from_le_bytes(bytes.try_into().unwrap_or_default()))
    }

    /// Returns the next `length` bytes.
    fn take(&mut self, spool: &mut Spool, length: usize) -> io::Result<&[u8]> {
        if self.bytes.len() - self.done < length {
            self.bytes.drain(..self.done);
            self.done = 0;
            let end = self.range.end.min(self.range.start + CHUNK.max(length as u64));
            spool.read(self.range.start..end, &mut self.bytes)?;
            self.range.start = end;
        }
        self.done += length;
        self.bytes.get(self.done - length..self.done).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }
}

#[cfg(test)]
mod tests {
    use super::{super::folder::Folder, *};

    #[test]
    fn each_term_comes_once_and_in_order() {
        let path = std::env::temp_dir().join(format!("napkin-terms-{}", std::process::id()));
        let mut folder = Folder::open(&path).unwrap();
        let mut postings = Postings::new(folder.spool("terms").unwrap());
        for message in 0..1000 {
            for term in ["soup", "salt", &format!("{message}"), "soup"] {
                postings.add(term, message);
            }
            if message % 300 == 0 {
                postings.write_run().unwrap();
            }
        }
        let ranks: Vec<u32> = (0..1000).rev().collect();
        let mut found = Vec::new();
        postings
            .finish(&ranks, &mut |term, numbers| {
                assert!(numbers.is_sorted());
                found.push((term.to_owned(), numbers.len()));
                Ok(())
            })
            .unwrap();
        assert!(found.is_sorted_by(|a, b| a.0 < b.0));
        assert_eq!(found.len(), 1002);
        assert_eq!(found[1000..], [("salt".to_owned(), 1000), ("soup".to_owned(), 1000)]);
    }
}
