//! The URL in the value of an attribute, as a URL parser takes it.

use std::{borrow::Cow, ops::Range};

use super::{document::Document, map::PlaceCursor, values::Value};
use crate::{
    sink::Edge,
    source::steps,
    uri::percent::{EncodeSet, REFERENCED_VALUE, VALUE},
};

/// A URL in the value of an attribute.
pub(super) struct AttributeUrl<'d> {
    /// The URL or reference as a URL parser reads it.
    pub(super) url: Cow<'d, str>,
    /// The value without the characters that the standard removes: surrounding white space and controls, line ends and
    /// tabs.
    kept: Cow<'d, str>,
    /// The characters that are encoded.
    set: &'static EncodeSet,
    /// The range in the source.
    pub(super) range: Range<usize>,
}

impl AttributeUrl<'_> {
    /// Reads a range of the values. Returns `None` if it is blank. `cursor` has the place of an earlier search.
    pub(super) fn of<'d>(
        document: &'d Document,
        source: &[u8],
        cursor: &PlaceCursor,
        range: &Range<usize>,
    ) -> Option<AttributeUrl<'d>> {
        let value = document.value(range);
        steps::count(value.len());
        if let Some(url) = plain(value) {
            let (url, range) = (Cow::Borrowed(url), document.values.range_near(cursor, range.clone()));
            return Some(AttributeUrl { url: url.clone(), kept: url, set: &REFERENCED_VALUE, range });
        }
        let start = value.iter().position(|&byte| byte > b' ')?;
        let end = value.iter().rposition(|&byte| byte > b' ')? + 1;
        let trimmed = String::from_utf8_lossy(&value[start..end]);
        let kept = if trimmed.contains(is_taken_out) { Cow::Owned(trimmed.replace(is_taken_out, "")) } else { trimmed };
        let range = document.values.range_near(cursor, range.start + start..range.start + end);
        let written = &source[range.clone()];
        steps::count(written.len());
        let has_lost_quote = memchr::memchr3(b'<', b'>', b'"', written).is_some();
        let set = if has_lost_quote { &VALUE } else { &REFERENCED_VALUE };
        let url = set.encode(&kept).map_or_else(|| kept.clone(), Cow::Owned);
        Some(AttributeUrl { url, kept, set, range })
    }

    /// Returns the place in the source of the byte of the URL at `at`.
    pub(super) fn source(&self, document: &Document, value: &Value, at: usize) -> usize {
        let at = self.set.offset_before_encoding(&self.kept, at);
        let bytes = document.value(&value.range);
        steps::count(bytes.len());
        let kept = bytes.iter().enumerate().skip_while(|&(_, &byte)| byte <= b' ');
        let mut kept = kept.filter(|&(_, &byte)| !is_taken_out(char::from(byte)));
        let offset = kept.nth(at).map_or(bytes.len(), |(offset, _)| offset);
        document.values.source(value.range.start + offset, Edge::Start).min(self.range.end)
    }
}

/// Returns the value if no character of it has a special meaning to URL parsers, which is the usual case.
fn plain(value: &[u8]) -> Option<&str> {
    let is_plain = |byte: &u8| {
        byte.is_ascii_alphanumeric()
            || matches!(byte, b'/' | b'.' | b'-' | b':' | b'?' | b'=' | b'&' | b'_' | b'~' | b'+')
    };
    if value.is_empty() || !value.iter().all(is_plain) { None } else { str::from_utf8(value).ok() }
}

fn is_taken_out(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r')
}
