//! What the payload of a record is by its header and by that of the HTTP message in it.

use super::fields::{FieldName, RecordFields};
use crate::source::mail::{
    content_type::ContentType,
    header::{Header, line_end},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PayloadKind {
    Text,
    Html,
    Unknown,
}

/// The payload of a record in its block.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Payload {
    pub(super) kind: PayloadKind,
    /// The label of its charset.
    pub(super) label: Option<String>,
    /// Its start, after the HTTP header.
    pub(super) start: usize,
    pub(super) is_chunked: bool,
    /// Its content encodings, the last first.
    pub(super) encodings: Vec<String>,
    /// True for the body of an HTTP message.
    pub(super) is_http: bool,
    /// True for plain UTF-8 text.
    pub(super) is_plain: bool,
}

impl Payload {
    /// Returns the payload of a record, or `None` if it is not searched. `block` may be cut after the HTTP header.
    pub(super) fn of(fields: &RecordFields, header: &[u8], block: &[u8]) -> Option<Payload> {
        let is = |value: &[u8], name: &str| value.eq_ignore_ascii_case(name.as_bytes());
        let record_type = fields.value(FieldName::Type, header)?;
        let content_type = fields.value(FieldName::ContentType, header);
        if is(record_type, "conversion") {
            // That is what a conversion is made to be.
            let text = Payload::new(PayloadKind::Text, None);
            let payload = content_type.map_or(Some(text), Payload::of_type)?;
            let is_plain = payload.is_plain || payload.kind == PayloadKind::Text && payload.label.is_none();
            return Some(Payload { is_plain, ..payload });
        }
        let is_http = content_type.is_none_or(|value| value.to_ascii_lowercase().starts_with(b"application/http"));
        if is(record_type, "response") && is_http {
            Payload::of_response(block)
        } else if is(record_type, "response") || is(record_type, "resource") {
            content_type.map_or(Some(Payload::new(PayloadKind::Unknown, None)), Payload::of_type)
        } else {
            None
        }
    }

    fn new(kind: PayloadKind, label: Option<String>) -> Payload {
        let is_plain = kind == PayloadKind::Text
            && label.as_deref().is_some_and(|label| {
                ["utf-8", "utf8", "us-ascii"].iter().any(|known| label.trim().eq_ignore_ascii_case(known))
            });
        Payload { kind, label, start: 0, is_chunked: false, encodings: Vec::new(), is_http: false, is_plain }
    }

    fn of_type(value: &[u8]) -> Option<Payload> {
        // Each of millions of conversions is that.
        if value == b"text/plain" {
            return Some(Payload::new(PayloadKind::Text, None));
        }
        let Some(ContentType { main, sub, charset, .. }) = ContentType::read(value) else {
            return Some(Payload::new(PayloadKind::Unknown, None));
        };
        let charset = charset.map(std::borrow::Cow::into_owned);
        match (&*main, &*sub) {
            ("text", "html") | ("application", "xhtml+xml") => Some(Payload::new(PayloadKind::Html, charset)),
            ("text", _) => Some(Payload::new(PayloadKind::Text, charset)),
            _ => None,
        }
    }

    fn of_response(block: &[u8]) -> Option<Payload> {
        let (header, start) = response(block)?;
        let [content_type, transfer, encoding] =
            header.values(["Content-Type", "Transfer-Encoding", "Content-Encoding"]);
        let payload = content_type.map_or(Some(Payload::new(PayloadKind::Unknown, None)), Payload::of_type)?;
        let names = |value: Option<&[u8]>| -> Vec<String> {
            let value = String::from_utf8_lossy(value.unwrap_or_default()).to_ascii_lowercase();
            value.split(',').map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect()
        };
        let is_chunked = names(transfer).iter().any(|name| name == "chunked");
        let mut encodings = names(encoding);
        encodings.retain(|name| name != "identity");
        encodings.reverse();
        let is_plain = payload.is_plain && !is_chunked && encodings.is_empty();
        Some(Payload { start, is_chunked, encodings, is_http: true, is_plain, ..payload })
    }
}

/// Returns the header of a response and the start of its body. Interim responses may precede it.
fn response(block: &[u8]) -> Option<(Header<'_>, usize)> {
    let mut at = 0;
    loop {
        let rest = &block[at..];
        if !rest.starts_with(b"HTTP/") {
            return None;
        }
        let line = line_end(rest, 0);
        let (header, length) = Header::split(&rest[line..]);
        let status = rest[..line].split(|&byte| byte == b' ').find(|part| !part.is_empty() && part[0].is_ascii_digit());
        let is_interim = status.is_some_and(|status| status.len() > 2 && status[0] == b'1');
        let behind = at + line + length;
        if !is_interim || !block[behind..].starts_with(b"HTTP/") {
            return Some((header, behind));
        }
        at = behind;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn payload(header: &str, block: &str) -> Option<Payload> {
        Payload::of(&RecordFields::read(header.as_bytes()), header.as_bytes(), block.as_bytes())
    }

    fn kind(header: &str, block: &str) -> Option<PayloadKind> {
        payload(header, block).map(|payload| payload.kind)
    }

    #[test]
    fn types_say_what_is_searched() {
        for (header, block, expected) in [
            ("WARC-Type: conversion\nContent-Type: text/plain\n", "", Some(PayloadKind::Text)),
            ("WARC-Type: conversion\n", "", Some(PayloadKind::Text)),
            ("WARC-Type: conversion\nContent-Type: application/json\n", "", None),
            ("WARC-Type: resource\nContent-Type: Text/HTML; charset=x\n", "", Some(PayloadKind::Html)),
            ("WARC-Type: resource\n", "", Some(PayloadKind::Unknown)),
            ("WARC-Type: resource\nContent-Type: image/png\n", "", None),
            ("WARC-Type: response\nContent-Type: text/dns\n", "", Some(PayloadKind::Text)),
            (
                "WARC-Type: response\nContent-Type: application/http\n",
                "HTTP/1.0 200\nContent-Type: text/css\n\n",
                Some(PayloadKind::Text),
            ),
            ("WARC-Type: response\n", "HTTP/2 200 OK\r\n\r\nx", Some(PayloadKind::Unknown)),
            ("WARC-Type: response\n", "HTTP/2 200 OK\r\nContent-Type: video/mp4\r\n\r\nx", None),
            ("WARC-Type: response\n", "x", None),
            ("WARC-Type: request\nContent-Type: text/plain\n", "", None),
            ("WARC-Type: warcinfo\nContent-Type: text/plain\n", "", None),
            ("WARC-Type: metadata\nContent-Type: text/plain\n", "", None),
            ("WARC-Type: revisit\n", "HTTP/2 200 OK\r\n\r\nx", None),
            ("Content-Type: text/plain\n", "", None),
        ] {
            assert_eq!(kind(header, block), expected, "{header}{block}");
        }
    }

    #[test]
    fn a_body_stands_behind_its_header() {
        let header = "WARC-Type: response\n";
        let last = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=latin1\r\nTransfer-Encoding: Chunked\r\n\
                    Content-Encoding: gzip, br\r\n\r\n";
        for before in ["", "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"] {
            let block = format!("{before}{last}x");
            let payload = payload(header, &block).unwrap();
            assert_eq!(&block[payload.start..], "x");
            assert_eq!((payload.label.as_deref(), payload.is_chunked), (Some("latin1"), true));
            assert_eq!(payload.encodings, ["br", "gzip"]);
        }
    }
}
