//! Recognises HTML by its beginning.

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};
use memchr::memmem;

use crate::{
    source::sign::{matches_sign, text_of},
    text::words::words,
};

/// Returns the byte order of UTF-16 without a byte order mark, from its first two characters: ASCII, each beside a NUL.
pub(super) fn utf16_without_mark(head: &[u8]) -> Option<&'static Encoding> {
    match *head {
        [1..0x80, 0, 1..0x80, 0, ..] => Some(UTF_16LE),
        [0, 1..0x80, 0, 1..0x80, ..] => Some(UTF_16BE),
        _ => None,
    }
}

/// Returns the ASCII at the beginning of UTF-16, and whether it may continue after `head`; `None` if it is not UTF-16.
/// An incomplete character is ignored.
fn ascii_of_utf16(head: &[u8]) -> Option<(Vec<u8>, bool)> {
    /// More than ever precedes the signs of HTML.
    const MOST: usize = 1 << 10;
    let (encoding, text) = match Encoding::for_bom(head) {
        Some((encoding, length)) => (encoding, &head[length..]),
        None => (utf16_without_mark(head)?, head),
    };
    if encoding != UTF_16LE && encoding != UTF_16BE {
        return None;
    }
    let units = text.chunks_exact(2).take(MOST);
    let units = units.map(|pair| if encoding == UTF_16LE { [pair[1], pair[0]] } else { [pair[0], pair[1]] });
    let ascii: Vec<u8> = units.map_while(|[high, low]| (high == 0 && low.is_ascii()).then_some(low)).collect();
    let goes_on = ascii.len() < MOST && ascii.len() == text.len() / 2;
    Some((ascii, goes_on))
}

/// The first tags of documents, `>` for the end of the tag's name: WHATWG's MIME Sniffing, 7.1, with `meta` and
/// browsers' bookmarks. No other kind of file begins with one of these.
const SURE: [&str; 5] = ["<!doctype html>", "<!doctype netscape-bookmark-file-1>", "<html>", "<head>", "<body>"];
const OTHERS: &[&str] =
    words!("<script> <iframe> <h1> <div> <font> <table> <a> <style> <title> <meta> <b> <br> <p> <!--> <link>");

/// Returns `true` if what begins with `head` is HTML, and `None` if that takes more than `head` to say. `is_end` says that there is no
/// more of it.
///
/// HTML begins with a document type, with one of the tags that browsers know it by, or with a comment. After an XML declaration only a
/// document type or an `html` element counts. The charset is any with the bytes of ASCII, or UTF-16.
///
/// ```
/// use napkin::html::recognise;
///
/// assert_eq!(recognise(b"\n<!DOCTYPE html>", false), Some(true));
/// assert_eq!(recognise(b"<p>Soup", false), Some(true));
/// assert_eq!(recognise(b"<!doc", false), None);
/// assert_eq!(recognise(b"<htmlish>", false), Some(false));
/// ```
pub fn recognise(head: &[u8], is_end: bool) -> Option<bool> {
    recognise_by(head, is_end, false)
}

/// Does the same for a file with the name of another type: Markdown may begin with a paragraph, and a program with a
/// script.
pub(crate) fn recognise_sure(head: &[u8], is_end: bool) -> Option<bool> {
    recognise_by(head, is_end, true)
}

fn recognise_by(head: &[u8], is_end: bool, is_sure: bool) -> Option<bool> {
    let may_be_utf16 = head.len() < 4 && (head.contains(&0) || matches!(head, [0xFE | 0xFF, ..]));
    match ascii_of_utf16(head) {
        Some((ascii, goes_on)) => recognise_ascii(&ascii, is_end || !goes_on, is_sure),
        None if may_be_utf16 && !is_end => None,
        None => recognise_ascii(head, is_end, is_sure),
    }
}

fn recognise_ascii(head: &[u8], is_end: bool, is_sure: bool) -> Option<bool> {
    let undecided = if is_end { Some(false) } else { None };
    let (mut rest, mut is_sure) = (head, is_sure);
    loop {
        let Some(text) = text_of(rest) else { return undecided };
        let passed = |begin: &str, end: &str| {
            let is_begun = matches_sign(text, begin) == Some(true);
            is_begun.then(|| memmem::find(text, end.as_bytes()).map(|at| &text[at + end.len()..]))
        };
        let others = if is_sure { &[] } else { OTHERS };
        let mut is_open = matches_sign(text, "<?xml").is_none() || matches_sign(text, "<!--").is_none();
        for sign in SURE.iter().chain(others) {
            match matches_sign(text, sign) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => is_open = true,
            }
        }
        rest = match passed("<?xml", "?>").or_else(|| passed("<!--", "-->")) {
            Some(Some(behind)) => behind,
            Some(None) => return undecided,
            None if is_open => return undecided,
            None => return Some(false),
        };
        is_sure = true;
    }
}
