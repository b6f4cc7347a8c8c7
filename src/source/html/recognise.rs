//! Whether something is HTML, by its beginning.

/// Whether what begins with `head` is HTML; none when that takes more than `head` to say. `is_end` says that there is no
/// more of it.
///
/// HTML says so at its beginning, by a document type or an `html` element, perhaps behind an XML declaration.
///
/// ```
/// use napkin::html::recognise;
///
/// assert_eq!(recognise(b"\n<!DOCTYPE html>", false), Some(true));
/// assert_eq!(recognise(b"<!doc", false), None);
/// assert_eq!(recognise(b"<htmlish>", false), Some(false));
/// ```
pub fn recognise(head: &[u8], is_end: bool) -> Option<bool> {
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
            ("text", false),
        ] {
            let head = head.as_bytes();
            assert_eq!(recognise(head, true), Some(is_html), "{}", head.escape_ascii());
            // What was said of the beginning is not taken back.
            let first = (0..=head.len()).find_map(|end| recognise(&head[..end], false));
            assert_eq!(first.unwrap_or(false), is_html, "{}", head.escape_ascii());
        }
        assert_eq!(
            (recognise(b"", false), recognise(b"", true), recognise(b"<html", true)),
            (None, Some(false), Some(false))
        );
    }
}
