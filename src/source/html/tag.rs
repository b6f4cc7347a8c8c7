//! The tag that is being read, and how the text behind it is read.

use std::ops::Range;

use super::{
    attributes::Owner,
    element::ElementName,
    tokenizer::{RawText, ends_tag_name},
};
use crate::source::steps;

/// The current tag.
pub(super) struct Tag {
    pub(super) name: ElementName,
    pub(super) is_end: bool,
    pub(super) is_closed: bool,
    /// The name of the current attribute, until it is checked.
    pub(super) attribute: ElementName,
    /// The relevant attributes so far, a bit for each. A second one with the same name is ignored.
    pub(super) seen: u32,
    /// The attribute whose value is being read, if it is relevant, and the start of the value.
    pub(super) owner: Option<(Owner, usize)>,
    /// True for an anchor with a target.
    pub(super) is_anchor: bool,
    /// The pragma of a `meta` element and its content.
    pub(super) pragma: Option<Range<usize>>,
    pub(super) content: Option<Range<usize>>,
}

impl Tag {
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

/// Returns the syntax of the text after a start tag, without scripting; `true` if it is displayed.
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

/// Returns the start of the first end tag of `noscript` after `position`, whatever its context is.
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
