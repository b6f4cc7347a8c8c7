//! The marks between messages in files without `From ` lines: a row for each kind of file.

use memchr::memmem;

use super::{
    header::line_end,
    postmark::{MAX_LINE, is_field_of_mail},
};

/// A mark between messages. It may have several lines.
#[derive(Debug)]
pub(super) struct Mark {
    /// The beginning of such a file.
    begins: &'static [u8],
    /// The beginning of each mark, and the line end before it.
    pub(super) sign: &'static [u8],
    /// Returns the length of the mark at the beginning of some bytes, if there is one. Returns `None` if that takes more bytes.
    pub(super) length: fn(&[u8], bool) -> Option<Option<usize>>,
}

pub(super) const BATCH: usize = 0;
pub(super) const BABYL: usize = 1;
pub(super) const ARTICLES: usize = 3;

/// All marks: of news (RFC 5537), Emacs's Rmail, MMDF, and newsreaders such as `rn`.
pub(super) const MARKS: [Mark; 4] = [
    Mark { begins: b"#! rnews ", sign: b"\n#! rnews ", length: batch },
    Mark { begins: b"BABYL OPTIONS:", sign: b"\n\x1F\x0C", length: babyl },
    Mark { begins: b"\x01\x01\x01\x01", sign: b"\n\x01\x01\x01\x01", length: mmdf },
    Mark { begins: b"Article", sign: b"\nArticle", length: saved },
];

/// The longest options of a Babyl file.
const MAX_OPTIONS: usize = 64 << 10;

/// The line between the whole header of a message and the one that Rmail shows.
pub(super) const SHOWN: &[u8] = b"*** EOOH ***";

/// Returns the index of the mark of a file that begins with `head`, if it has one. Returns `None` if that takes more bytes.
pub(super) fn kind(head: &[u8], is_end: bool) -> Option<Option<usize>> {
    for (index, mark) in MARKS.iter().enumerate() {
        if head.starts_with(mark.begins) {
            return Some((mark.length)(head, is_end)?.map(|_| index));
        }
        if !is_end && mark.begins.starts_with(head) {
            return None;
        }
    }
    Some(None)
}

/// Returns the first line, and `None` if there may be more of it.
fn line(bytes: &[u8], is_end: bool) -> Option<&[u8]> {
    let line = &bytes[..line_end(bytes, 0).min(MAX_LINE)];
    (line.ends_with(b"\n") || is_end || line.len() == MAX_LINE).then_some(line)
}

/// `#! rnews 1234`
fn batch(bytes: &[u8], is_end: bool) -> Option<Option<usize>> {
    let line = line(bytes, is_end)?;
    Some(article_length(line).map(|_| line.len()))
}

/// Returns the length of an article by the line before it.
pub(super) fn article_length(bytes: &[u8]) -> Option<usize> {
    // batch-header = "#!" SP "rnews" SP article-size CRLF   (RFC 5537, 4.1)
    let rest = bytes.strip_prefix(MARKS[BATCH].begins)?;
    let line = rest[..rest.len().min(MAX_LINE)].split_inclusive(|&byte| byte == b'\n').next()?;
    str::from_utf8(line.strip_suffix(b"\n")?.trim_ascii()).ok()?.parse().ok()
}

/// Two control characters, a line of labels, and perhaps [`SHOWN`]. Before the first mark of a file stand its options.
fn babyl(bytes: &[u8], is_end: bool) -> Option<Option<usize>> {
    let mut start = 0;
    if bytes.starts_with(MARKS[BABYL].begins) {
        let options = &bytes[..bytes.len().min(MAX_OPTIONS)];
        match memmem::find(options, MARKS[BABYL].sign) {
            Some(end) => start = end + 1,
            None if is_end || options.len() == MAX_OPTIONS => return Some(None),
            None => return None,
        }
    }
    let first = line(&bytes[start..], is_end)?;
    if first.trim_ascii_end() != b"\x1F" {
        return Some(None);
    }
    let labels = line(&bytes[start + first.len()..], is_end)?;
    let end = start + first.len() + labels.len();
    let next = line(&bytes[end..], is_end)?;
    Some(Some(if next.starts_with(SHOWN) { end + next.len() } else { end }))
}

/// Four times U+0001.
fn mmdf(bytes: &[u8], is_end: bool) -> Option<Option<usize>> {
    let line = line(bytes, is_end)?;
    Some((line.trim_ascii_end() == b"\x01\x01\x01\x01").then_some(line.len()))
}

/// `Article: 123 of comp.x`, and a field of mail in the next line.
fn saved(bytes: &[u8], is_end: bool) -> Option<Option<usize>> {
    let own = line(bytes, is_end)?;
    if !is_saved_article(own) {
        return Some(None);
    }
    let next = line(&bytes[own.len()..], is_end)?;
    Some(is_field_of_mail(next).then_some(own.len()))
}

/// Returns `true` if a newsreader wrote the line before an article.
pub(super) fn is_saved_article(line: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(b"Article") else { return false };
    let rest = rest.strip_prefix(b":").unwrap_or(rest);
    let digits = rest.iter().skip(1).take_while(|byte| byte.is_ascii_digit()).count();
    rest.starts_with(b" ") && digits > 0 && rest[1 + digits..].starts_with(b" of ")
}

/// Returns the length of the message in a file of Apple Mail (`.emlx`), which stands in its first line.
pub(super) fn emlx_length(line: &[u8]) -> Option<usize> {
    let number = line.trim_ascii_end();
    let is_number = number.iter().all(u8::is_ascii_digit);
    str::from_utf8(number).ok().filter(|_| is_number)?.parse().ok()
}
