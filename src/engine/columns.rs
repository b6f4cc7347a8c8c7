//! Rows of separated values: which marks end a URL that is a field.

use super::{
    frame,
    left::{Left, Opening},
    line,
    scheme::begins_url,
    text::Text,
};

/// The longest line that is read. Fields of longer lines are not counted.
const MAX_ROW: usize = 1024;

/// A line split into fields at one kind of mark, outside quotation marks.
struct Row<'t> {
    begin: usize,
    line: &'t [u8],
    mark: u8,
}

impl<'t> Row<'t> {
    /// Returns the line of the byte at `at`.
    fn at(text: &Text<'t>, at: usize, mark: u8) -> Option<Row<'t>> {
        let begin = line::begin(text, at);
        let ahead = text.ahead(begin, MAX_ROW);
        let end = memchr::memchr2(b'\n', b'\r', ahead);
        text.worked(end.unwrap_or(ahead.len()));
        let end = end.or((ahead.len() < MAX_ROW).then_some(ahead.len()))?;
        Some(Row { begin, line: &ahead[..end], mark })
    }

    fn above(&self, text: &Text<'t>) -> Option<Row<'t>> {
        let end = self.begin.checked_sub(1)?;
        Row::at(text, end - usize::from(text.bytes[..end].ends_with(b"\r")), self.mark)
    }

    fn below(&self, text: &Text<'t>) -> Option<Row<'t>> {
        Row::at(text, line::after_end(text, self.begin + self.line.len())?, self.mark)
    }

    fn fields(&self) -> impl Iterator<Item = &'t [u8]> + use<'t> {
        let Row { line, mark, .. } = *self;
        let (mut is_quoted, mut begin) = (false, 0);
        let ends_field = move |at: &usize| {
            is_quoted ^= line[*at] == b'"';
            line[*at] == mark && !is_quoted
        };
        memchr::memchr2_iter(mark, b'"', line).filter(ends_field).chain([line.len()]).map(move |end| {
            let field = &line[begin..end];
            begin = end + 1;
            field
        })
    }

    fn count(&self) -> usize {
        match memchr::memchr(b'"', self.line) {
            Some(_) => self.fields().count(),
            None => memchr::memchr_iter(self.mark, self.line).count() + 1,
        }
    }

    /// Counts the fields before the one that begins at `start`. Returns `None` if no field begins there.
    fn fields_before(&self, start: usize) -> Option<usize> {
        if start == self.begin {
            return Some(0);
        }
        let before = Row { line: &self.line[..start - self.begin], ..*self };
        before.fields().last()?.is_empty().then(|| before.count() - 1)
    }

    /// Returns `true` if the field with this index has a URL.
    fn has_url(&self, text: &Text, index: usize) -> bool {
        let mut fields = self.fields();
        let begin = self.begin + fields.by_ref().take(index).map(|field| field.len() + 1).sum::<usize>();
        fields.next().is_some_and(|field| begins_url(text, begin + usize::from(field.starts_with(b"\""))))
    }

    /// Returns `true` if all fields are names, as in the first line of a table.
    fn has_names(&self) -> bool {
        self.fields().all(|field| {
            field.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'"')
                && field.iter().all(|byte| byte.is_ascii_alphanumeric() || b" _-\"".contains(byte))
        })
    }

    /// Returns `true` if the fields after the first are values: one is empty or has a blank, or one is a word.
    fn has_values(&self) -> bool {
        let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || !byte.is_ascii() || b"-_:\"@./".contains(byte);
        let is_word = |field: &[u8]| field.first().is_some_and(|byte| byte.is_ascii_alphabetic() || !byte.is_ascii());
        let values = || self.fields().skip(1);
        let is_file = |last: &[u8]| {
            let (name, suffix) = last.split_at(last.iter().rposition(|&byte| byte == b'.').map_or(0, |dot| dot + 1));
            !name.is_empty() && is_word(suffix) && suffix.iter().all(u8::is_ascii_alphanumeric)
        };
        let first = memchr::memchr(self.mark, self.line).unwrap_or(0);
        memchr::memchr(b' ', &self.line[first..]).is_some()
            || values().any(<[u8]>::is_empty)
            || values().any(is_word)
                && values().all(|field| field.iter().all(is_plain))
                && !values().last().is_some_and(is_file)
    }
}

/// A field of a row that begins with a URL.
struct UrlField<'t> {
    row: Row<'t>,
    index: usize,
    /// The number of fields in the row.
    count: usize,
}

impl<'t> UrlField<'t> {
    fn at(text: &Text<'t>, start: usize, mark: u8) -> Option<UrlField<'t>> {
        let row = Row::at(text, start, mark)?;
        Some(UrlField { index: row.fields_before(start)?, count: row.count(), row })
    }

    /// Returns `true` if the row may be one of a table.
    fn is_of_table(&self) -> bool {
        self.count > 2 && (self.index > 0 || self.row.has_values())
    }

    /// Returns `true` if the line above names as many fields, or one next to it has as many and a URL in the same.
    fn has_like_neighbour(&self, text: &Text<'t>) -> bool {
        let is_of_table = self.is_of_table();
        let is_like = |other: &Row| other.count() == self.count;
        let has_url = |other: &Row| is_of_table && other.has_url(text, self.index) && is_like(other);
        self.row.above(text).is_some_and(|above| has_url(&above) || above.has_names() && is_like(&above))
            || is_of_table && self.row.below(text).is_some_and(|below| has_url(&below))
    }
}

/// The last row in which a mark ended a field with a URL. Positions are those of the window.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct KeptRow {
    end: usize,
    mark: u8,
    count: usize,
    /// The index of the field with the URL.
    index: usize,
}

/// Returns `true` if `mark` ends the field that the URL at `start` begins, as in the lines around, and keeps the row.
/// Most rows are like the one above, which needs no other look then.
pub(super) fn mark_ends_field(text: &Text, start: usize, mark: u8, kept: &mut KeptRow) -> bool {
    let Some(field) = UrlField::at(text, start, mark) else { return false };
    let (UrlField { row, index, count }, above) = (&field, *kept);
    let is_below = row.begin > above.end && line::after_end(text, above.end) == Some(row.begin);
    let is_like = is_below && (above.mark, above.count, above.index) == (mark, *count, *index);
    let ends = is_like && field.is_of_table() || field.has_like_neighbour(text);
    let row = KeptRow { end: row.begin + row.line.len(), mark, count: *count, index: *index };
    *kept = if ends { row } else { KeptRow::default() };
    ends
}

/// How much of a line before a URL is read for a bar.
const MAX_BEFORE: usize = 64;

/// Returns `true` if a bar ends the URL at `start`: a label follows, an image's size, or the next value of a row.
pub(super) fn bar_ends_field(text: &Text, left: &Left, start: usize, bar: usize) -> bool {
    let before = &text.bytes[start.saturating_sub(MAX_BEFORE)..start];
    let line = before.rsplit(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default();
    text.worked(line.len());
    let is_open = |open: usize| matches!(line.get(open + 1), Some(b'{' | b'@')) && !line[open..].contains(&b'}');
    let separates = |bar: usize| {
        let (front, value) = (&line[..bar], &line[bar + 1..]);
        let is_key = |key: &[u8]| key.iter().all(|byte| byte.is_ascii_alphanumeric() || b" _-".contains(byte));
        front.last().is_none_or(|&before| before <= b' ')
            || value.first().is_none_or(|&after| after <= b' ')
            || value.trim_ascii_end().strip_suffix(b"=").is_some_and(is_key)
    };
    matches!(left.opening, Opening::Angle { .. })
        || matches!(left.mark, '[' | '!')
        || memchr::memrchr(b'|', line).is_some_and(separates)
        || memchr::memchr_iter(b'{', line).any(is_open)
        || frame::has_like_side(text, start, bar)
}
