//! Where a record begins: at its version line.

use crate::source::{
    mail::header::{field_name, line_end},
    steps,
};

/// What each record begins with.
pub(super) const VERSION: &[u8] = b"WARC/";

/// How much is looked at to say whether a record begins: its version line, and the name of the first field.
pub(super) const LOOK: usize = 128;

/// Returns `true` if what begins with `head` is a WARC file, and `None` if that takes more than `head` to say. `is_end` says that there is no more
/// of it.
///
/// ```
/// use napkin::warc::recognise;
///
/// assert_eq!(recognise(b"WARC/1.0\r\nWARC-Type: warcinfo\r\n", false), Some(true));
/// assert_eq!(recognise(b"WARC", false), None);
/// assert_eq!(recognise(b"WARC is a format", false), Some(false));
/// ```
pub fn recognise(head: &[u8], is_end: bool) -> Option<bool> {
    // The drafts had the versions 0.17 and 0.18.
    const BEGINNINGS: [&[u8]; 2] = [b"WARC/1.", b"WARC/0."];
    let may_begin = BEGINNINGS.iter().any(|beginning| beginning.starts_with(&head[..head.len().min(beginning.len())]));
    let is_known = head.len() >= BEGINNINGS[0].len() || is_end;
    if may_begin && !is_known { None } else { Some(may_begin && head.len() >= BEGINNINGS[0].len()) }
}

/// The length of the version line that `bytes` begin with, if they begin with one.
pub(super) fn version_line(bytes: &[u8]) -> Option<usize> {
    // version = "WARC/1.1" CRLF   (ISO 28500, 4); of other versions the records look the same.
    let digits = |at: usize| bytes[at..].iter().take(3).take_while(|byte| byte.is_ascii_digit()).count();
    let major = VERSION.len();
    let dot = major + digits(bytes.starts_with(VERSION).then_some(major)?);
    let minor = dot + 1;
    if dot == major || bytes.get(dot) != Some(&b'.') {
        return None;
    }
    let end = minor + digits(minor);
    let blank = bytes[end..].iter().take(8).take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r')).count();
    let is_line = end > minor && bytes.get(end + blank) == Some(&b'\n');
    is_line.then_some(end + blank + 1)
}

/// Returns `true` if a record begins with `bytes`, which [`LOOK`] of are enough: a version line, and a field behind it.
pub(super) fn is_record(bytes: &[u8]) -> bool {
    version_line(bytes).is_some_and(|line| {
        let rest = &bytes[line..bytes.len().min(LOOK).max(line)];
        let end = line_end(rest, 0);
        steps::count(line + end);
        field_name(&rest[..end]).is_some()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_line_has_a_version_and_nothing_else() {
        for (line, length) in [
            (&b"WARC/1.0\r\nx"[..], Some(10)),
            (b"WARC/1.1\n", Some(9)),
            (b"WARC/0.18 \r\n", Some(12)),
            (b"WARC/1.0", None),
            (b"WARC/1.\r\n", None),
            (b"WARC/.1\r\n", None),
            (b"WARC/1.0 is\r\n", None),
            (b"warc/1.0\r\n", None),
            (b"WARC/", None),
            (b"", None),
        ] {
            assert_eq!(version_line(line), length, "{}", line.escape_ascii());
        }
    }

    #[test]
    fn a_record_has_a_field_behind_its_version() {
        assert!(is_record(b"WARC/1.0\r\nWARC-Type: x\r\n"));
        assert!(!is_record(b"WARC/1.0\r\n\r\n"));
        assert!(!is_record(b"WARC/1.0\r\nis the version\r\n"));
    }
}
