//! The named fields of a record that matter here: where their values stand, found in one pass.

use std::ops::Range;

use memchr::memchr;

use super::arc::ArcLine;
use crate::source::steps;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FieldName {
    Type,
    Target,
    Id,
    Date,
    ContentType,
    Length,
    Truncated,
}

const NAMES: [(FieldName, &[u8]); 7] = [
    (FieldName::Type, b"WARC-Type"),
    (FieldName::Target, b"WARC-Target-URI"),
    (FieldName::Id, b"WARC-Record-ID"),
    (FieldName::Date, b"WARC-Date"),
    (FieldName::ContentType, b"Content-Type"),
    (FieldName::Length, b"Content-Length"),
    (FieldName::Truncated, b"WARC-Truncated"),
];

/// The ranges of the fields of a header.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RecordFields {
    values: [Range<usize>; NAMES.len()],
    /// The type of an ARC record, which its header does not give.
    arc_type: Option<&'static [u8]>,
}

impl RecordFields {
    /// Reads a header. The first field of a name counts, and other lines are skipped.
    pub(super) fn read(header: &[u8]) -> RecordFields {
        steps::count(header.len());
        let mut fields = RecordFields::default();
        // Which field the line before is of, whose value goes on with a line that begins with white space.
        let mut open: Option<usize> = None;
        let mut at = 0;
        while at < header.len() {
            let end = memchr(b'\n', &header[at..]).map_or(header.len(), |end| at + end + 1);
            let line = &header[at..end];
            if matches!(line[0], b' ' | b'\t') {
                if let Some(index) = open {
                    fields.values[index].end = end;
                }
            } else {
                open = name(line).filter(|&(index, _)| fields.values[index].is_empty()).map(|(index, colon)| {
                    fields.values[index] = at + colon + 1..end;
                    index
                });
            }
            at = end;
        }
        fields
    }

    pub(super) fn read_arc(header: &[u8]) -> RecordFields {
        let mut fields = RecordFields::default();
        let Some(ArcLine { target, date, content_type, length, .. }) = ArcLine::read(header) else { return fields };
        let starts_with = |start: &str| {
            let scheme = header.get(..start.len());
            scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case(start.as_bytes()))
        };
        let is_http = starts_with("http:") || starts_with("https:");
        // A response says it again.
        let content_type = if is_http { 0..0 } else { content_type };
        fields.arc_type = Some(match is_http {
            true => b"response",
            false if starts_with("filedesc:") => b"warcinfo",
            false => b"resource",
        });
        for (name, value) in [
            (FieldName::Target, target),
            (FieldName::Date, date),
            (FieldName::ContentType, content_type),
            (FieldName::Length, length),
        ] {
            fields.values[name as usize] = value;
        }
        fields
    }

    /// Returns the trimmed value of a field; `None` if it is missing or empty.
    pub(super) fn value<'h>(&self, name: FieldName, header: &'h [u8]) -> Option<&'h [u8]> {
        if let (FieldName::Type, Some(own)) = (name, self.arc_type) {
            return Some(own);
        }
        let value = header.get(self.values[name as usize].clone())?.trim_ascii();
        (!value.is_empty()).then_some(value)
    }

    /// Returns the length of the block by the header; `None` if it is missing or invalid.
    pub(super) fn length(&self, header: &[u8]) -> Option<usize> {
        let value = self.value(FieldName::Length, header)?;
        // Content-Length = 1*DIGIT
        let is_number = value.iter().all(u8::is_ascii_digit);
        str::from_utf8(value).ok().filter(|_| is_number)?.parse().ok()
    }
}

/// Returns the field of a line, and the place of its colon.
fn name(line: &[u8]) -> Option<(usize, usize)> {
    let colon = memchr(b':', line)?;
    let own = line[..colon].trim_ascii_end();
    let index = NAMES.iter().position(|(_, name)| own.eq_ignore_ascii_case(name))?;
    Some((index, colon))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_behind_their_names() {
        let header = b"WARC-Type: response\r\nwarc-target-uri : <http://a.example/\r\n  b>\r\nX: y\r\n z\r\nContent-Length:12\r\n\
                       Content-Length: 13\r\nWARC-Dates: x\r\nContent-Type:\r\nno field\r\n";
        let fields = RecordFields::read(header);
        assert_eq!(fields.value(FieldName::Type, header), Some(&b"response"[..]));
        assert_eq!(fields.value(FieldName::Target, header), Some(&b"<http://a.example/\r\n  b>"[..]));
        assert_eq!(fields.length(header), Some(12));
        for name in [FieldName::Date, FieldName::ContentType, FieldName::Id, FieldName::Truncated] {
            assert_eq!(fields.value(name, header), None);
        }
    }

    #[test]
    fn a_line_of_arc_has_fields() {
        for (start, record_type, content_type) in [
            ("HTTP://a.example/b", "response", None),
            ("ftp://a.example/b", "resource", Some(&b"text/html"[..])),
            ("filedesc://b.arc", "warcinfo", Some(b"text/html")),
        ] {
            let header = format!("{start} 192.0.2.1 20090303102030 text/html 12\n");
            let fields = RecordFields::read_arc(header.as_bytes());
            let value = |name| fields.value(name, header.as_bytes());
            assert_eq!(value(FieldName::Target), Some(start.as_bytes()));
            assert_eq!(value(FieldName::Type), Some(record_type.as_bytes()));
            assert_eq!(value(FieldName::ContentType), content_type);
            assert_eq!(fields.length(header.as_bytes()), Some(12));
        }
    }

    #[test]
    fn names_are_in_the_order_of_their_numbers() {
        for (index, (name, _)) in NAMES.iter().enumerate() {
            assert_eq!(*name as usize, index);
        }
    }

    #[test]
    fn a_length_is_a_number() {
        for (value, expected) in
            [("0", Some(0)), ("+1", None), ("-1", None), ("1x", None), ("", None), ("99999999999999999999999", None)]
        {
            let header = format!("Content-Length: {value}\r\n");
            assert_eq!(RecordFields::read(header.as_bytes()).length(header.as_bytes()), expected, "{value}");
        }
    }
}
