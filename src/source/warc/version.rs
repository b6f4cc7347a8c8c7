//! Where a record begins: at its version line, or in ARC at the line that is its header.

use super::arc::ArcLine;
use crate::source::{
    mail::header::{field_name, line_end},
    steps,
};

const VERSION: &[u8] = b"WARC/";

const ARC: &[u8] = b"filedesc://";

/// The signs of records, a row for each kind of file.
#[derive(Debug)]
pub(super) struct RecordSign {
    /// The beginning of each record, with the line end before it.
    pub(super) sign: &'static [u8],
    /// The bytes needed to recognize a record.
    pub(super) look: usize,
    /// Returns `true` if the bytes may begin a record.
    pub(super) may_begin: fn(&[u8]) -> bool,
    /// Returns `true` if the bytes begin a record.
    pub(super) is_record: fn(&[u8]) -> bool,
}

/// WARC: a version line, and the name of the first field.
pub(super) const WARC_SIGN: RecordSign =
    RecordSign { sign: b"\nWARC/", look: 128, may_begin: |bytes| bytes.starts_with(VERSION), is_record };

/// ARC: a line, which may contain a long URL.
pub(super) const ARC_SIGN: RecordSign =
    RecordSign { sign: b"\n", look: ArcLine::MOST, may_begin: is_arc_record, is_record: is_arc_record };

fn is_arc_record(bytes: &[u8]) -> bool {
    ArcLine::read(bytes).is_some()
}

pub(super) fn begins_arc(head: &[u8]) -> bool {
    head.starts_with(ARC)
}

/// Returns `true` if what begins with `head` is a WARC or ARC file, and `None` if that takes more than `head` to say. `is_end` says that there is no more
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
    const BEGINNINGS: [&[u8]; 3] = [b"WARC/1.", b"WARC/0.", ARC];
    let may_begin = BEGINNINGS.iter().any(|beginning| beginning.starts_with(head));
    let is_known = BEGINNINGS.iter().any(|beginning| head.starts_with(beginning));
    if may_begin && !is_known && !is_end { None } else { Some(is_known) }
}

/// Returns the length of the version line at the beginning of `bytes`.
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

/// Returns `true` for a version line, and a field after it.
fn is_record(bytes: &[u8]) -> bool {
    version_line(bytes).is_some_and(|line| {
        let rest = &bytes[line..bytes.len().min(WARC_SIGN.look).max(line)];
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
