//! The tag that is being read, and how the text behind it is read.

use std::ops::Range;

use super::{
    attributes::Owner,
    element::ElementName,
    tokenizer::{RawText, ends_tag_name},
};
use crate::source::steps;

/// The tag that is being read.
pub(super) struct Tag {
    pub(super) name: ElementName,
    pub(super) is_end: bool,
    /// It ends in `/>`.
    pub(super) is_closed: bool,
    /// The name of the attribute that is being read, if it was not looked at yet.
    pub(super) attribute: ElementName,
    /// Which of the attributes that matter it has, by their number: of two with the same name the second is not believed.
    pub(super) seen: u32,
    /// The attribute whose value is being read, if it matters, and where the value begins.
    pub(super) owner: Option<(Owner, usize)>,
    /// It is that of an anchor, and leads somewhere.
    pub(super) is_anchor: bool,
    /// The pragma of a `meta` element and its content.
    pub(super) pragma: Option<Range<usize>>,
    pub(super) content: Option<Range<usize>>,
}

impl Tag {
    /// One of which nothing was read.
    pub(super) const fn new(is_end: bool) -> Tag {
        Tag {
            name: ElementName::NONE,
            is_end,
            is_closed: false,
            attribute: ElementName::NONE,
            seen: 0,
            owner: None,
            is_anchor: false,
            pragma: None,
            content: None,
        }
    }
}

/// How the text behind a start tag is read, as it is without scripting, and whether it is shown.
pub(super) fn text_behind(name: &[u8]) -> Option<(RawText, bool)> {
    match name {
        b"script" => Some((RawText::Script, false)),
        b"style" | b"iframe" | b"noembed" | b"noframes" => Some((RawText::Plain, false)),
        b"title" => Some((RawText::WithReferences, false)),
        b"textarea" => Some((RawText::WithReferences, true)),
        b"xmp" => Some((RawText::Plain, true)),
        b"plaintext" => Some((RawText::Endless, true)),
        _ => None,
    }
}

/// Where the first end tag of `noscript` stands behind `position`, whatever is around it.
pub(super) fn noscript_end(source: &[u8], position: usize) -> Option<usize> {
    const TAG: &[u8] = b"</noscript";
    let mut at = position;
    loop {
        let length = memchr::memchr(b'<', source.get(at..)?);
        steps::count(length.unwrap_or(source.len() - at) + TAG.len());
        at += length?;
        let rest = &source[at..];
        if rest.get(TAG.len()).is_some_and(ends_tag_name) && rest[..TAG.len()].eq_ignore_ascii_case(TAG) {
            return Some(at);
        }
        at += 1;
    }
}
