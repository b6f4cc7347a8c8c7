//! A line of the text.

use super::{
    rules::rows,
    text::{BLANK, Text},
};

/// How far back to look for the start of a line.
const MAX_BACK: usize = 1024;

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

#[inline(never)]
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

#[inline(never)]
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

/// Returns the index of the character in this column of a line.
pub(super) fn at_column(line: &[u8], column: usize) -> usize {
    let mut starts = line.iter().enumerate().filter(|(_, byte)| !matches!(byte, 0x80..=0xBF));
    starts.nth(column).map_or(line.len(), |(at, _)| at)
}

/// Returns the part of a line before this column.
pub(super) fn before_column(line: &[u8], column: usize) -> &[u8] {
    &line[..at_column(line, column)]
}

rows! { Line;
    PAGE_END "page-end" (text: &Text, word: usize) = word < text.bytes.len(),
        "the end of a page, and the beginning of the next" => "skips them",
        "http://a.example/b-\n\n   [Page 7]\n\nc\n" / "http://a.example/b-\nc";
}
