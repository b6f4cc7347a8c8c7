//! The cuts of a large text: between lines, far enough apart.

use std::io::Read;

use napkin::Searcher;

use crate::inputs::{shared_file::SharedFile, walk::LARGE};

/// How large a part of a large file is, about.
pub(super) const PART: u64 = LARGE / 4;

/// How far to look for a place to cut: near first, then further.
const REACH: [usize; 2] = [4 << 10, 64 << 10];

pub(super) struct TextCuts {
    file: SharedFile,
    pub(super) lead: u64,
}

impl TextCuts {
    /// Returns the cuts of a file. The search of the first part begins at the start of the file.
    pub(super) fn new(file: SharedFile) -> TextCuts {
        TextCuts { file, lead: 0 }
    }

    /// Returns the end of the part that begins at `start`. Both are starts of lines, as is the start of the next
    /// search. If there are none near, the part is longer.
    pub(super) fn next(&mut self, start: u64, size: u64) -> u64 {
        let (end, lead) = self.cut(start, size);
        self.lead = lead;
        end
    }

    /// Returns the end of the part that begins at `start`, and where the search of the next part begins. Both are
    /// starts of lines. If there are none near, the part is longer.
    fn cut(&self, start: u64, size: u64) -> (u64, u64) {
        let mut end = start + PART;
        while end + PART / 2 < size {
            for reach in REACH {
                let lead = end - Searcher::LEAD as u64 - reach as u64;
                if let Some(cut) = self.line_after(end, reach).zip(self.line_after(lead, reach)) {
                    return cut;
                }
            }
            end += PART;
        }
        (size, size)
    }

    /// Returns the start of a line near an offset, after an empty line if possible.
    fn line_after(&self, offset: u64, reach: usize) -> Option<u64> {
        let mut bytes = vec![0; reach];
        let read = self.file.at(offset).read(&mut bytes).ok()?;
        let bytes = &bytes[..read];
        let empty = memchr::memmem::find(bytes, b"\n\n").map(|at| at + 2);
        let at = empty.or_else(|| memchr::memchr(b'\n', bytes).map(|at| at + 1))?;
        Some(offset + at as u64)
    }
}
