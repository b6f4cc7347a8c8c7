//! The content lines of calendars and cards (RFC 5545, 3.1; RFC 6350, 3.2): their folds and escapes undone.

use memchr::{memchr, memrchr_iter};

/// Joins the lines that were folded, wherever that was, and reads the escapes of text.
///
/// ```text
/// DESCRIPTION:See http://a.example/b\,\n  c      becomes      DESCRIPTION:See http://a.example/b,c
/// ```
pub(super) fn read(lines: &[u8]) -> Vec<u8> {
    let unfolded = unfold(lines);
    let (mut read, mut rest) = (Vec::with_capacity(unfolded.len()), unfolded.as_slice());
    while let Some(at) = memchr(b'\\', rest) {
        read.extend_from_slice(&rest[..at]);
        // ESCAPED-CHAR = ("\\" / "\;" / "\," / "\N" / "\n")
        let (plain, length) = match rest.get(at + 1) {
            Some(b'n' | b'N') => (b'\n', 2),
            Some(&escaped @ (b'\\' | b';' | b',')) => (escaped, 2),
            _ => (b'\\', 1),
        };
        read.push(plain);
        rest = &rest[at + length..];
    }
    read.extend_from_slice(rest);
    read
}

/// How many bytes are whole content lines, behind which no fold goes on: what does so may still be to come.
pub(super) fn whole_length(lines: &[u8]) -> usize {
    let is_whole = |&end: &usize| lines.get(end + 1).is_some_and(|next| !matches!(next, b' ' | b'\t'));
    memrchr_iter(b'\n', lines).find(is_whole).map_or(0, |end| end + 1)
}

/// "Any sequence of CRLF followed immediately by a single linear white-space character is ignored" (RFC 5545, 3.1), even
/// in the middle of a character.
fn unfold(lines: &[u8]) -> Vec<u8> {
    let mut unfolded = Vec::with_capacity(lines.len());
    for line in lines.split_inclusive(|&byte| byte == b'\n') {
        match line {
            [b' ' | b'\t', folded @ ..] if unfolded.ends_with(b"\n") => {
                unfolded.pop();
                unfolded.pop_if(|last| *last == b'\r');
                unfolded.extend_from_slice(folded);
            }
            _ => unfolded.extend_from_slice(line),
        }
    }
    unfolded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folds_and_escapes_are_undone() {
        for (lines, text) in [
            ("URL:http://a.exam\r\n ple/\r\nX:y\r\n", "URL:http://a.example/\r\nX:y\r\n"),
            ("a\n b\n\tc\n  d", "abc d"),
            (" a\n\n b", " a\nb"),
            ("a\\nb\\Nc\\,d\\;e\\\\n", "a\nb\nc,d;e\\n"),
            ("a\\\n nb\\x\\", "a\nb\\x\\"),
            ("", ""),
        ] {
            assert_eq!(String::from_utf8(read(lines.as_bytes())).unwrap(), text, "{lines:?}");
        }
        assert_eq!(read(b"caf\xC3\r\n \xA9"), "café".as_bytes());
    }
}
