//! Rows of separated values: which marks end a URL that is a field.

use super::{line, scheme::begins_url, text::Text};

/// How much of a line is looked at. Fields of longer ones are not counted.
const MAX_ROW: usize = 1024;

/// The most fields that a row has.
const MAX_FIELDS: usize = 64;

/// A line as fields between marks of one kind, outside of quotation marks.
struct Row<'t> {
    begin: usize,
    line: &'t [u8],
    mark: u8,
    /// Where the fields end in the line.
    ends: [u16; MAX_FIELDS],
    count: usize,
}

impl<'t> Row<'t> {
    /// The line of the byte at `at`.
    fn at(text: &Text<'t>, at: usize, mark: u8) -> Option<Row<'t>> {
        let begin = line::begin(text, at);
        let ahead = text.ahead(begin, MAX_ROW);
        let end = memchr::memchr2(b'\n', b'\r', ahead);
        text.worked(end.unwrap_or(ahead.len()));
        let end = end.or((ahead.len() < MAX_ROW).then_some(ahead.len()))?;
        let mut row = Row { begin, line: &ahead[..end], mark, ends: [0; MAX_FIELDS], count: 0 };
        let mut is_quoted = false;
        for at in memchr::memchr2_iter(mark, b'"', row.line) {
            is_quoted ^= row.line[at] == b'"';
            if row.line[at] == mark && !is_quoted {
                row.push(at)?;
            }
        }
        row.push(end)?;
        Some(row)
    }

    fn push(&mut self, end: usize) -> Option<()> {
        *self.ends.get_mut(self.count)? = end as u16;
        self.count += 1;
        Some(())
    }

    fn above(&self, text: &Text<'t>) -> Option<Row<'t>> {
        let end = self.begin.checked_sub(1)?;
        Row::at(text, end - usize::from(text.bytes[..end].ends_with(b"\r")), self.mark)
    }

    fn below(&self, text: &Text<'t>) -> Option<Row<'t>> {
        Row::at(text, line::after_end(text, self.begin + self.line.len())?, self.mark)
    }

    /// The field of this index, and where it begins.
    fn field(&self, index: usize) -> (usize, &'t [u8]) {
        let start = index.checked_sub(1).map_or(0, |before| usize::from(self.ends[before]) + 1);
        (self.begin + start, &self.line[start..usize::from(self.ends[index])])
    }

    fn fields(&self) -> impl Iterator<Item = (usize, &'t [u8])> {
        (0..self.count).map(|index| self.field(index))
    }

    /// Returns `true` if all fields are names, as in the first line of a table.
    fn has_names(&self) -> bool {
        self.fields().all(|(_, field)| {
            field.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'"')
                && field.iter().all(|byte| byte.is_ascii_alphanumeric() || b" _-\"".contains(byte))
        })
    }

    /// Returns `true` if the fields behind a URL in the first one are no part of it: one is empty or has a blank, or one begins with a letter
    /// and the last is no file.
    fn has_values(&self) -> bool {
        let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || !byte.is_ascii() || b"-_:\"@./".contains(byte);
        let is_word = |field: &[u8]| field.first().is_some_and(|byte| byte.is_ascii_alphabetic() || !byte.is_ascii());
        let values = || self.fields().skip(1).map(|(_, field)| field);
        let (_, last) = self.field(self.count - 1);
        let suffix = last.iter().rev().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let is_file = last[..last.len() - suffix].ends_with(b".") && is_word(&last[last.len() - suffix..]);
        values().any(|field| field.is_empty() || field.contains(&b' '))
            || values().any(is_word) && values().all(|field| field.iter().all(is_plain)) && !is_file
    }
}

/// Returns `true` if `mark` ends the field that the URL at `start` begins: the line above has the names of as many fields, or a line next to it
/// as many with a URL in the same one.
pub(super) fn mark_ends_field(text: &Text, start: usize, mark: u8) -> bool {
    let Some(row) = Row::at(text, start, mark) else { return false };
    let Some(index) = row.fields().position(|(begin, _)| begin == start) else { return false };
    let is_like = |other: &Row| other.count == row.count;
    let has_url = |other: &Row| {
        let (begin, _) = other.field(index);
        begins_url(text, begin + usize::from(text.byte(begin) == b'"'))
    };
    let is_table = row.count > 2 && (index > 0 || row.has_values());
    let above = row.above(text).filter(is_like);
    above.as_ref().is_some_and(Row::has_names)
        || is_table
            && (above.is_some_and(|above| has_url(&above))
                || row.below(text).is_some_and(|below| is_like(&below) && has_url(&below)))
}
