//! The header of a record of ARC: one line.

use std::ops::Range;

use memchr::memchr;

use crate::source::steps;

/// Where the fields stand in the line.
///
/// ```text
/// http://a.example/b 192.0.2.1 20090303102030 text/html 1234
/// ```
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ArcLine {
    pub(super) target: Range<usize>,
    pub(super) date: Range<usize>,
    pub(super) content_type: Range<usize>,
    /// The last field. The second version has more fields before it.
    pub(super) length: Range<usize>,
    pub(super) end: usize,
}

impl ArcLine {
    pub(super) const MOST: usize = 4 << 10;

    pub(super) fn read(bytes: &[u8]) -> Option<ArcLine> {
        let is_scheme = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
        let scheme = bytes.iter().take(32).take_while(is_scheme).count();
        steps::count(scheme);
        if scheme == 0 || bytes.get(scheme) != Some(&b':') {
            return None;
        }
        let end = memchr(b'\n', &bytes[..bytes.len().min(ArcLine::MOST)])? + 1;
        steps::count(end);
        let line = bytes[..end].trim_ascii_end();
        let mut words = line.split(|&byte| byte == b' ').scan(0, |at, word| {
            let start = *at;
            *at += word.len() + 1;
            Some(start..start + word.len())
        });
        let is_number = |word: &Range<usize>| line[word.clone()].iter().all(u8::is_ascii_digit);
        let (mut url, mut address) = (words.next()?, words.next()?);
        // A URL may have spaces in it.
        let date = loop {
            let word = words.next()?;
            if word.len() == 14 && is_number(&word) {
                break word;
            }
            (url.end, address) = (address.end, word);
        };
        let (content_type, length) = (words.next()?, words.last()?);
        let is_address = line[address].iter().all(|byte| byte.is_ascii_hexdigit() || matches!(byte, b'.' | b':'));
        let is_line = is_address && !length.is_empty() && is_number(&length);
        is_line.then_some(ArcLine { target: url, date, content_type, length, end })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_its_fields() {
        for (line, expected) in [
            (
                "http://a.example/b 192.0.2.1 20090303102030 text/html 12\n",
                Some(("http://a.example/b", "text/html", "12")),
            ),
            ("http://a.example/b c 2001:db8::1 20090303102030 - 0\r\n", Some(("http://a.example/b c", "-", "0"))),
            (
                "dns:a.example 192.0.2.1 20090303102030 text/dns 200 - - 5 a.arc 34\n",
                Some(("dns:a.example", "text/dns", "34")),
            ),
            ("http://a.example/b 192.0.2.1 20090303102030 text/html\n", None),
            ("http://a.example/b 192.0.2.1 20090303 text/html 12\n", None),
            ("http://a.example/b somewhere 20090303102030 text/html 12\n", None),
            ("http://a.example/b 192.0.2.1 20090303102030 text/html 12", None),
            ("soup 192.0.2.1 20090303102030 text/html 12\n", None),
            ("", None),
        ] {
            let read = ArcLine::read(line.as_bytes());
            let read = read.map(|own| (&line[own.target], &line[own.content_type], &line[own.length]));
            assert_eq!(read, expected, "{line:?}");
        }
    }
}
