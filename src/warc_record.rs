//! Records of WARC files as plain data: which one something was found in.

use std::borrow::Cow;

/// A record of a WARC file (ISO 28500) that is searched. Its fields are parsed when they are asked for.
///
/// ```
/// use napkin::{Finder, warc::WarcFinder};
///
/// let file = "WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Target-URI: http://a.example/\r\nContent-Length: 17\r\n\r\n\
///             http://b.example/\r\n\r\n";
/// let mut target = None;
/// WarcFinder::new(Finder::new()).search(file.as_bytes(), |_, context| {
///     target = context.warc_record().and_then(|record| record.target()).map(|target| target.into_owned());
/// })?;
/// assert_eq!(target.as_deref(), Some("http://a.example/"));
/// # Ok::<(), napkin::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WarcRecord<'r> {
    pub(crate) number: usize,
    pub(crate) offset: usize,
    /// The values of its fields, not decoded.
    pub(crate) record_type: Option<&'r [u8]>,
    pub(crate) target: Option<&'r [u8]>,
    pub(crate) id: Option<&'r [u8]>,
    pub(crate) date: Option<&'r [u8]>,
}

impl<'r> WarcRecord<'r> {
    /// Returns the number in the file, from 1. Records that are not searched count, too.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Returns the byte offset of its first line in the input.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the type: `conversion`, `response` or `resource`.
    pub fn record_type(&self) -> Cow<'r, str> {
        self.record_type.map_or(Cow::Borrowed(""), text)
    }

    /// Returns the URI of the page (`WARC-Target-URI`), without the angle brackets that some software adds.
    pub fn target(&self) -> Option<Cow<'r, str>> {
        self.target.map(bracketed)
    }

    /// Returns the identifier (`WARC-Record-ID`) without angle brackets: `urn:uuid:…`.
    pub fn id(&self) -> Option<Cow<'r, str>> {
        self.id.map(bracketed)
    }

    /// Returns the date as written, in RFC 3339: `2026-11-22T10:20:30Z`. ARC has only its digits.
    pub fn date(&self) -> Option<Cow<'r, str>> {
        let date = self.date.map(text)?;
        if date.len() != 14 || !date.bytes().all(|byte| byte.is_ascii_digit()) {
            return Some(date);
        }
        let (day, time) = (format!("{}-{}-{}", &date[..4], &date[4..6], &date[6..8]), &date[8..]);
        Some(Cow::Owned(format!("{day}T{}:{}:{}Z", &time[..2], &time[2..4], &time[4..])))
    }
}

fn text(value: &[u8]) -> Cow<'_, str> {
    let text = String::from_utf8_lossy(value);
    let is_folded = text.contains(['\r', '\n']);
    if is_folded { Cow::Owned(text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")) } else { text }
}

fn bracketed(value: &[u8]) -> Cow<'_, str> {
    text(value.strip_prefix(b"<").and_then(|value| value.strip_suffix(b">")).unwrap_or(value))
}
