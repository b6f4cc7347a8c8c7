//! Where a large text is cut: between lines, far enough from each other.

use std::{
    fs::File,
    io::{Read, Seek, SeekFrom},
};

use napkin::Searcher;

use crate::inputs::walk::LARGE;

/// How large a part of a large file is, about.
pub(super) const PART: u64 = LARGE / 4;

/// How far a place is looked for where a text can be parted: near first, and then further.
const REACH: [usize; 2] = [4 << 10, 64 << 10];

/// Looks for places where a text can be cut.
pub(super) struct TextCuts {
    file: File,
    /// From where on the next part is read.
    pub(super) lead: u64,
}

impl TextCuts {
    /// Those of a file, of which the first part is read from its beginning on.
    pub(super) fn new(file: File) -> TextCuts {
        TextCuts { file, lead: 0 }
    }

    /// Where the part ends that begins at `start`, which is the beginning of a line, as is where the next is read from. Where there
    /// are none near, the part is longer.
    pub(super) fn next(&mut self, start: u64, size: u64) -> u64 {
        let (end, lead) = self.cut(start, size);
        self.lead = lead;
        end
    }

    /// Where the part ends that begins at `start`, and from where on the next is read. Both are beginnings of lines; where there
    /// are none near, the part is longer.
    fn cut(&mut self, start: u64, size: u64) -> (u64, u64) {
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
