//! A line of the text and its frame.

use super::{
    rules::rows,
    text::{BLANK, Text},
};

/// How far back to look for the start of a line.
const MAX_BACK: usize = 1024;

/// The part of a line that is not text: quotation marks of mail, a comment mark, a bullet, indentation, the sides of a
/// box or table cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame<'t> {
    pub(super) begin: usize,
    /// The marks, with the blanks between them.
    marks: &'t [u8],
    /// A blank stands between the marks and the text, so a line of text may begin with the same mark.
    is_apart: bool,
    /// The start of the line's text.
    pub(super) text: usize,
    /// The column of the left side, in a box or table.
    cell: Option<usize>,
}

impl Frame<'_> {
    /// Returns `true` if the marks are those of quoted mail.
    pub(super) fn is_quotation(&self) -> bool {
        self.marks.first() == Some(&b'>')
    }

    pub(super) fn is_cell(&self) -> bool {
        self.cell.is_some()
    }
}

/// Returns the length of the side of a box, cell or bar at `at`: `|` or a vertical line.
fn side_length(text: &Text, at: usize) -> usize {
    match text.ahead(at, 3) {
        [b'|', ..] => 1,
        [0xE2, 0x94, 0x82 | 0x83 | 0x86 | 0x8A]
        | [0xE2, 0x95, 0x8E | 0x91]
        | [0xE2, 0x96, 0x8C | 0x8E | 0x8F | 0x90] => 3,
        _ => 0,
    }
}

/// Returns `true` if the side of a box or cell stands at `at`.
pub(super) fn has_side(text: &Text, at: usize) -> bool {
    side_length(text, at) > 0
}

/// Returns the column of the nearest side to the left of `at`, and the start of the text after it.
fn cell(text: &Text, begin: usize, at: usize) -> Option<(usize, usize)> {
    let line = &text.bytes[begin..at];
    let mut end = line.len();
    while let Some(side) = memchr::memrchr2(b'|', 0xE2, &line[..end]) {
        let length = side_length(text, begin + side);
        if length > 0 && side + length <= line.len() {
            return Some((columns(&line[..side]), skip_blanks(text, begin + side + length)));
        }
        end = side;
    }
    None
}

/// Returns the index of the character in this column of the line that begins at `begin`.
fn at_column(text: &Text, begin: usize, column: usize) -> usize {
    let line = text.ahead(begin, 4 * column + 4);
    let mut starts = line.iter().enumerate().filter(|(_, byte)| !matches!(byte, 0x80..=0xBF));
    begin + starts.nth(column).map_or(line.len(), |(at, _)| at)
}

/// Returns where the text continues in the cell with this column, in the line that begins at `begin`, if only sides and
/// blanks stand before it.
fn in_cell(text: &Text, begin: usize, column: usize) -> Option<usize> {
    let side = at_column(text, begin, column);
    let length = side_length(text, side);
    let is_apart = text.bytes[begin..side].iter().all(|&byte| byte == b' ' || byte == b'|' || !byte.is_ascii());
    (length > 0 && is_apart).then(|| skip_blanks(text, side + length))
}

/// Returns `true` if the line from `begin` to `end` has other cells than the one with the text at `at`, and all have
/// text.
pub(super) fn has_other_cells(text: &Text, begin: usize, at: usize, end: usize) -> bool {
    let (mut cell, mut others) = (begin, 0);
    while cell < end {
        let side = cell + up_to_side(&text.bytes[cell..end]).len();
        if cell < side && !(cell..=side).contains(&at) {
            let cell = &text.bytes[cell..side];
            if cell.iter().all(|&byte| byte == b' ') {
                return false;
            }
            others += usize::from(cell.iter().any(u8::is_ascii_alphanumeric));
        }
        cell = side + side_length(text, side).max(1);
    }
    others > 0
}

/// Returns the line up to the next side of its cell.
pub(super) fn up_to_side(line: &[u8]) -> &[u8] {
    let side = memchr::memchr2_iter(b'|', 0xE2, line).find(|&at| side_length(&Text::new(&line[at..]), 0) > 0);
    &line[..side.unwrap_or(line.len())]
}

/// Returns the start of the line of the byte at `at`.
pub(super) fn begin(text: &Text, at: usize) -> usize {
    let is_inside_end = match text.byte_before(at) {
        b'\n' => return at,
        b'\r' => text.bytes.get(at) == Some(&b'\n'),
        _ => false,
    };
    let at = at - usize::from(is_inside_end);
    let from = at.saturating_sub(MAX_BACK);
    let near = &text.bytes[from..at];
    let begin = memchr::memrchr2(b'\n', b'\r', near).map_or(from, |end| from + end + 1);
    text.worked((at - begin) / 16);
    begin
}

/// Returns the frame of the line of the byte at `end`. The frame ends before that byte.
pub(super) fn frame<'t>(text: &Text<'t>, end: usize) -> Frame<'t> {
    let begin = begin(text, end);
    let mut at = begin;
    loop {
        let mark = skip_blanks(text, at);
        let after = mark + mark_length(text, mark);
        if after == mark || after > end {
            let cell = cell(text, begin, end).filter(|(_, at)| *at >= mark);
            let at = cell.map_or(mark, |(_, at)| at).min(end);
            let marks = text.bytes[begin..mark.min(at)].trim_ascii();
            let is_apart = !matches!(marks.last(), None | Some(b'>' | b'|' | b'+')) && text.byte_before(at) <= b' ';
            return Frame { begin, marks, is_apart, text: at, cell: cell.map(|(column, _)| column) };
        }
        at = after;
    }
}

/// Returns `false` if the line of the URL at `start` surely has no frame.
pub(super) fn has_frame(text: &Text, start: usize) -> bool {
    let begin = begin(text, start);
    mark_length(text, skip_blanks(text, begin)) > 0 || memchr::memchr2(b'|', 0xE2, &text.bytes[begin..start]).is_some()
}

/// Returns the length of the mark at `at`.
fn mark_length(text: &Text, at: usize) -> usize {
    let byte = text.byte(at);
    let run = |byte: u8| (at..).take_while(|&at| text.byte(at) == byte).count();
    let is_apart = |length: usize| matches!(text.byte(at + length), b' ' | b'\t' | b'\n' | b'\r' | 0);
    match byte {
        b'>' | b'|' => 1,
        b'+' if is_sign(text, at) => 1,
        b':' if is_apart(1) => 1,
        b'#' | b'*' | b';' | b'%' | b'!' => Some(run(byte)).filter(|&length| is_apart(length)).unwrap_or(0),
        b'/' if text.byte(at + 1) == b'/' => run(b'/') + usize::from(text.byte(at + run(b'/')) == b'!'),
        b'-' if text.byte(at + 1) == b'-' && is_apart(run(b'-')) => run(b'-'),
        b'.' if text.has(at, br#".\""#) => 3,
        b'd' if text.has(at, b"dnl ") => 3,
        _ => 0,
    }
}

/// Returns `true` if the plus sign begins a line of a patch, perhaps quoted.
fn is_sign(text: &Text, at: usize) -> bool {
    let line = &text.bytes[begin(text, at)..at];
    line.iter().all(|byte| matches!(byte, b'>' | b' ')) && (line.is_empty() || line.contains(&b'>'))
}

#[inline]
pub(super) fn skip_blanks(text: &Text, at: usize) -> usize {
    const SPACES: u64 = u64::from_le_bytes([b' '; 8]);
    let eight = text.bytes.get(at..).and_then(<[u8]>::first_chunk);
    let spaces = eight.map_or(0, |&eight| (u64::from_le_bytes(eight) ^ SPACES).trailing_zeros() as usize / 8);
    match text.byte(at + spaces) {
        b' ' | b'\t' => text.run(at + spaces, BLANK),
        _ => at + spaces,
    }
}

/// Skips blanks and white space beyond ASCII.
#[inline]
pub(super) fn skip_indentation(text: &Text, at: usize) -> usize {
    let at = skip_blanks(text, at);
    if text.byte(at).is_ascii() { at } else { skip_wide(text, at) }
}

fn skip_wide(text: &Text, mut at: usize) -> usize {
    while let (c @ '\u{A0}'.., length) = text.char(at)
        && c.is_whitespace()
    {
        at = skip_blanks(text, at + length);
    }
    at
}

/// Returns the start of the next line, if the line ends at `at`, perhaps after blanks.
pub(super) fn after_end(text: &Text, at: usize) -> Option<usize> {
    if text.byte(at) == b'\n' {
        return Some(at + 1);
    }
    let end = skip_blanks(text, at);
    match text.byte(end) {
        b'\n' => Some(end + 1),
        b'\r' => Some(end + 1 + usize::from(text.byte(end + 1) == b'\n')),
        _ => None,
    }
}

/// The end of a line inside a frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ending {
    pub(super) next: usize,
    /// Where a string literal continues in the next line.
    pub(super) string: Option<usize>,
}

/// Returns the end of the line at `at`: after blanks, the closing mark of a string literal, or the right side of a
/// cell.
pub(super) fn ending(text: &Text, frame: &Frame, at: usize) -> Option<Ending> {
    // A backslash continues a line, as in many languages.
    if let Some(next) = next(text, at + usize::from(text.byte(at) == b'\\')) {
        return Some(Ending { next, string: None });
    }
    let string = string(text, at);
    if string.is_some() {
        return string;
    }
    let side = skip_blanks(text, at);
    if frame.is_cell() && side > at && side_length(text, side) > 0 {
        let ahead = text.ahead(side, MAX_BACK);
        let end = memchr::memchr2(b'\n', b'\r', ahead)?;
        let next = after_end(text, side + end)?;
        let column = columns(&text.bytes[begin(text, at)..side]);
        return (side_length(text, at_column(text, next, column)) > 0).then_some(Ending { next, string: None });
    }
    None
}

/// Returns `true` if a line may end at `at`, for a URL whose frame was not read yet.
pub(super) fn may_end(text: &Text, at: usize) -> bool {
    match text.byte(at) {
        b'\n' | b'\r' => true,
        b' ' | b'\t' => {
            let end = skip_blanks(text, at);
            matches!(text.byte(end), b'\n' | b'\r') || side_length(text, end) > 0
        }
        b'"' | b'\'' => string(text, at).is_some(),
        b'\\' => matches!(text.byte(at + 1), b'\n' | b'\r'),
        _ => false,
    }
}

/// Returns the end of the line if the quotation mark at `at` closes a string literal and another of its kind opens in
/// the next line.
pub(super) fn string(text: &Text, at: usize) -> Option<Ending> {
    let mark = text.byte(at);
    if !matches!(mark, b'"' | b'\'') {
        return None;
    }
    let sign = skip_blanks(text, at + 1);
    let end = sign + usize::from(matches!(text.byte(sign), b'\\' | b'+' | b'.' | b'&'));
    let next = after_end(text, end)?;
    let line = &text.bytes[begin(text, at)..at];
    let opens = skip_blanks(text, next);
    let first = text.byte(opens);
    let begins_line = || line.trim_ascii_start().first() == Some(&first);
    if first != mark && !first.is_ascii_alphabetic() && !begins_line() {
        return None;
    }
    // A comment's mark stands before both: `#~ "`.
    let front = line[..memchr::memchr(mark, line).unwrap_or(0)].trim_ascii();
    let is_comment = !front.is_empty() && front.iter().all(u8::is_ascii_punctuation) && text.has(opens, front);
    let opens = if is_comment { skip_blanks(text, opens + front.len()) } else { opens };
    let opens = opens + text.ahead(opens, 2).iter().take_while(|byte| b"fFbBrRuUL".contains(byte)).count();
    let marks = (0..line.len()).filter(|&index| line[index] == mark && (index == 0 || line[index - 1] != b'\\'));
    let goes_on = text.byte(opens) == mark && text.byte(opens + 1) != mark && marks.count() % 2 == 1;
    (goes_on && !is_key_or_field(text, opens)).then_some(Ending { next, string: Some(opens + 1) })
}

/// Returns `true` if the string that opens at `at` is a field or a key: a mark and another string follow it.
fn is_key_or_field(text: &Text, at: usize) -> bool {
    let mark = text.byte(at);
    let close = text.until(at + 1, MAX_BACK, |byte| byte == mark || byte < b' ');
    let sign = skip_blanks(text, close + 1);
    text.byte(close) == mark
        && matches!(text.byte(sign), b',' | b':' | b'=')
        && text.byte(skip_blanks(text, sign + 1)) == mark
}

/// Returns where the text of the line at `begin` continues inside this frame, and whether the line keeps the frame.
pub(super) fn inside(text: &Text, frame: Frame, begin: usize) -> (usize, bool) {
    if let Some(at) = frame.cell.and_then(|column| in_cell(text, begin, column)) {
        return (at, true);
    }
    let mut marks = frame.marks.iter().filter(|&&mark| mark > b' ');
    let mut at = begin;
    let is_same = marks.all(|&mark| {
        let next = skip_blanks(text, at);
        let is_there = text.byte(next) == mark;
        // Bullets are not repeated.
        at = if is_there { next + 1 } else { at };
        is_there || BULLET.holds(mark)
    });
    let is_same = is_same && (!frame.is_apart || at == begin || text.byte(at) <= b' ');
    let after = if is_same { at } else { begin };
    let mut at = skip_indentation(text, after);
    // More quotation marks may follow, or other ones: a reply was wrapped again.
    let is_changed = frame.is_quotation() && text.byte(at) == b'>';
    while is_changed && text.byte(at) == b'>' {
        at = skip_blanks(text, at + 1);
    }
    (at, is_same && !is_changed)
}

/// The longest mark before the text of a comment: `//!`.
const MAX_MARK: usize = 3;

/// Returns where the text of a URL between delimiters, which begins at `start`, continues in the line at `begin`: also
/// after a mark that stands before the URL, but not at the start of its line.
pub(super) fn inside_delimiters(text: &Text, frame: Frame, start: usize, begin: usize) -> usize {
    let (at, _) = inside(text, frame, begin);
    let end = text.until(at, MAX_MARK, |byte| !byte.is_ascii_punctuation() || matches!(byte, b'<' | b'>'));
    let (mark, line) = (&text.bytes[at..end], &text.bytes[frame.begin..start]);
    if !matches!(text.byte(end), b' ' | b'\t') || matches!(mark, b"" | b"-") {
        return at;
    }
    text.worked(line.len() / 16);
    if memchr::memmem::find(line, mark).is_some() { skip_blanks(text, end) } else { at }
}

/// Returns the start of the next line with text, if a line ends at `at`: the next line, or the first one of the next
/// page.
pub(super) fn next(text: &Text, at: usize) -> Option<usize> {
    let next = after_end(text, at)?;
    let is_blank = text.byte(skip_blanks(text, next)) <= b' ';
    Some(is_blank.then(|| after_page(text, next)).flatten().unwrap_or(next))
}

/// Returns the first word of that line.
pub(super) fn next_word(text: &Text, at: usize) -> Option<usize> {
    let next = after_end(text, at)?;
    let word = skip_indentation(text, next);
    let page = if text.byte(word) <= b' ' { after_page(text, next) } else { None };
    Some(page.map_or(word, |page| skip_indentation(text, page)))
}

/// The most white space before the text of a page.
const MAX_SPACE: usize = 512;

/// Returns where the text continues on the next page, if a page ends at `at`: with a form feed, or with a footer or
/// header that has the page number.
#[inline(never)]
fn after_page(text: &Text, at: usize) -> Option<usize> {
    let (mut at, mut has_number, mut has_header, mut has_feed) = (at, false, false, false);
    loop {
        let word = text.until(at, MAX_SPACE, |byte| byte > b' ');
        let space = &text.bytes[at..word];
        has_feed |= space.contains(&0x0C);
        let line = text.ahead(word, 160);
        let line = &line[..memchr::memchr2(b'\n', b'\r', line).unwrap_or(line.len())];
        text.worked(line.len());
        let is_new = !has_number && is_numbered(line);
        if !is_new && !has_number && !has_feed {
            return None;
        }
        let begin = memchr::memrchr2(b'\n', b'\r', space).map_or(at, |end| at + end + 1);
        let next = after_end(text, word + line.len());
        let is_last = || next.is_some_and(|next| text.byte(next) <= b' ');
        if is_new {
            has_number = true;
        } else if !has_header && begin == word && is_header(line) && is_last() {
            has_header = true;
        } else {
            return PAGE_END.holds(text, word).then_some(begin);
        }
        at = next?;
    }
}

/// The longest number of a page.
const MAX_NUMBER: usize = 5;

/// Returns `true` if a line ends in a page number after a gap: `[Page 7]`, `Page 7`.
fn is_numbered(line: &[u8]) -> bool {
    let line = line.trim_ascii_end();
    let line = line.strip_suffix(b"]").unwrap_or(line);
    let digits = line.iter().rev().take(MAX_NUMBER + 1).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let Some(front) = line[..line.len() - digits].strip_suffix(b"Page ") else { return false };
    let front = front.strip_suffix(b"[").unwrap_or(front);
    (1..=MAX_NUMBER).contains(&digits) && (front.ends_with(b"  ") || front.trim_ascii().is_empty())
}

/// Returns `true` if a line at the margin has a wide gap, as page headers have.
fn is_header(line: &[u8]) -> bool {
    line.trim_ascii_end().windows(2).any(|pair| pair == b"  ")
}

pub(super) fn columns(line: &[u8]) -> usize {
    if memchr::memchr(b'\t', line).is_none() {
        let is_first = |&byte: &u8| u8::from(!matches!(byte, 0x80..=0xBF));
        return line.chunks(255).map(|part| usize::from(part.iter().map(is_first).sum::<u8>())).sum();
    }
    line.iter().fold(0, |column, &byte| match byte {
        b'\t' => (column / 8 + 1) * 8,
        0x80..=0xBF => column,
        _ => column + 1,
    })
}

rows! { Line;
    PAGE_END "page-end" (text: &Text, word: usize) = word < text.bytes.len(),
        "the end of a page, and the beginning of the next" => "skips them",
        "http://a.example/b-\n\n   [Page 7]\n\nc\n" / "http://a.example/b-\nc";
    BULLET "bullet" (mark: u8) = mark == b'*',
        "a bullet that the next line doesn't repeat" => "goes on without it",
        "* http://a.example/b-\n  c" / "> http://a.example/b-\n> c";
}
