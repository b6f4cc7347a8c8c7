//! Recognises HTML by its beginning.

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

/// The byte order that a document in UTF-16 without a byte order mark shows by its beginning: two characters of ASCII, each beside a NUL.
pub(super) fn utf16_without_mark(head: &[u8]) -> Option<&'static Encoding> {
    match *head {
        [1..0x80, 0, 1..0x80, 0, ..] => Some(UTF_16LE),
        [0, 1..0x80, 0, 1..0x80, ..] => Some(UTF_16BE),
        _ => None,
    }
}

/// The ASCII that UTF-16 begins with, and whether that may go on behind `head`; `None` if it is not UTF-16. One byte of a character that
/// is cut off is left out.
fn ascii_of_utf16(head: &[u8]) -> Option<(Vec<u8>, bool)> {
    /// More than stands before what tells HTML.
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

/// Returns `true` if what begins with `head` is HTML, and `None` if that takes more than `head` to say. `is_end` says that there is no
/// more of it.
///
/// HTML says so at its beginning, by a document type or an `html` element, perhaps behind an XML declaration, in any charset with the bytes of
/// ASCII and in UTF-16.
///
/// ```
/// use napkin::html::recognise;
///
/// assert_eq!(recognise(b"\n<!DOCTYPE html>", false), Some(true));
/// assert_eq!(recognise(b"<!doc", false), None);
/// assert_eq!(recognise(b"<htmlish>", false), Some(false));
/// ```
pub fn recognise(head: &[u8], is_end: bool) -> Option<bool> {
    let may_be_utf16 = head.len() < 4 && (head.contains(&0) || matches!(head, [0xFE | 0xFF, ..]));
    match ascii_of_utf16(head) {
        Some((ascii, goes_on)) => recognise_ascii(&ascii, is_end || !goes_on),
        None if may_be_utf16 && !is_end => None,
        None => recognise_ascii(head, is_end),
    }
}

fn recognise_ascii(head: &[u8], is_end: bool) -> Option<bool> {
    const MARK: &[u8] = b"\xEF\xBB\xBF";
    const DECLARATION: &[u8] = b"<?xml";
    const BEGINNINGS: [&[u8]; 2] = [b"<!doctype html", b"<html"];
    let undecided = if is_end { Some(false) } else { None };
    let is_begun = |word: &[u8], head: &[u8]| head.len() < word.len() && word.starts_with(head);
    let mut head = head.strip_prefix(MARK).unwrap_or(head).trim_ascii_start();
    if let Some(rest) = head.strip_prefix(DECLARATION) {
        let Some(end) = memchr::memmem::find(rest, b"?>") else { return undecided };
        head = rest[end + 2..].trim_ascii_start();
    }
    for beginning in BEGINNINGS {
        let length = head.len().min(beginning.len());
        if head[..length].eq_ignore_ascii_case(&beginning[..length]) {
            match head.get(beginning.len()) {
                Some(byte) if byte.is_ascii_whitespace() || *byte == b'>' => return Some(true),
                Some(_) => {}
                None => return undecided,
            }
        }
    }
    if is_begun(MARK, head) || is_begun(DECLARATION, head) { undecided } else { Some(false) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_known_by_its_beginning() {
        for (head, is_html) in [
            ("<!doctype html>", true),
            ("<!DOCTYPE HTML PUBLIC", true),
            (" \n<HTML\n>", true),
            ("\u{feff}<html>", true),
            ("<?xml version='1.0'?>\n<html xmlns=x>", true),
            ("<?xml version='1.0'?><rss>", false),
            ("<?php", false),
            ("<!doctype htmlx>", false),
            ("<!doctype svg>", false),
            ("<p><html>", false),
            ("\u{fffd}<html>", false),
            ("Суп", false),
            ("text", false),
        ] {
            let little: Vec<u8> = head.encode_utf16().flat_map(u16::to_le_bytes).collect();
            let big: Vec<u8> = head.encode_utf16().flat_map(u16::to_be_bytes).collect();
            let marked = if head.starts_with('\u{feff}') { big.clone() } else { [&b"\xFE\xFF"[..], &big].concat() };
            for head in [head.as_bytes(), &little, &big, &marked] {
                assert_eq!(recognise(head, true), Some(is_html), "{}", head.escape_ascii());
                // What was said of the beginning is not taken back.
                let first = (0..=head.len()).find_map(|end| recognise(&head[..end], false));
                assert_eq!(first, Some(is_html), "{}", head.escape_ascii());
            }
        }
        assert_eq!(
            (recognise(b"", false), recognise(b"", true), recognise(b"<html", true)),
            (None, Some(false), Some(false))
        );
    }
}
