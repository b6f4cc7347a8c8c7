//! The charset that an HTML document says it has.

use std::borrow::Cow;

use encoding_rs::Encoding;

use super::{document::Document, recognise::utf16_without_mark};
use crate::source::charset;

/// The bytes examined for a charset.
const PRESCANNED: usize = 1024;

/// Returns the label of a document's charset: by its byte order mark, `declared` outside, by the NULs of UTF-16, or
/// declared in the document.
pub(in crate::source) fn label<'l>(source: &[u8], declared: Option<&'l str>) -> Option<Cow<'l, str>> {
    if let Some((encoding, _)) = Encoding::for_bom(source) {
        return Some(Cow::Borrowed(encoding.name()));
    }
    declared.map(Cow::Borrowed).or_else(|| {
        if let Some(encoding) = utf16_without_mark(source) {
            return Some(Cow::Borrowed(encoding.name()));
        }
        let head = &source[..source.len().min(PRESCANNED)];
        // Most of what has no charset beside it has none in it, and need not be read for it.
        let label = names_charset(head).then(|| Document::of(head).charset).flatten()?;
        // A label that was read in ASCII is not in UTF-16, and UTF-7 is none that a document may name.
        let encoding = Encoding::for_label(label.as_bytes())?;
        Some(if charset::has_byte_order_mark(encoding) { Cow::Borrowed("utf-8") } else { Cow::Owned(label) })
    })
}

/// Returns `true` if the bytes contain the word `charset` (HTML, 13.2.3.2). No declaration is possible without it.
fn names_charset(head: &[u8]) -> bool {
    const WORD: &[u8] = b"charset";
    memchr::memchr2_iter(b'c', b'C', head)
        .any(|at| head[at..].get(..WORD.len()).is_some_and(|word| word.eq_ignore_ascii_case(WORD)))
}
