//! The anchors that HTML has already: read from their tags, asked about, and written again if they changed.

use super::{
    anchor::{Anchor, Decision, push_attribute, push_unless_empty},
    writer::Anchoring,
};
use crate::source::html::attributes;

/// What is asked about each anchor that is there.
pub(crate) type OnAnchor = dyn Fn(&mut Anchor) -> Decision + Send + Sync;

impl Anchor {
    /// Returns the anchor of a start tag; `None` if it leads nowhere.
    fn from_tag(tag: &[u8]) -> Option<Anchor> {
        let mut attributes = attributes(tag);
        let mut take = |name: &str| {
            let at = attributes.iter().position(|(own, _)| own == name)?;
            Some(attributes.remove(at).1)
        };
        let href = take("href")?;
        let [rel, target, class] = ["rel", "target", "class"].map(|name| take(name).unwrap_or_default());
        Some(Anchor { href, text: None, rel, target, class, attributes })
    }

    /// Adds what all anchors have in common: the words of `rel` and `class`, the target and other attributes.
    fn add_common(&mut self, anchoring: &Anchoring) {
        let common = &anchoring.common;
        add_words(&mut self.rel, &common.rel);
        add_words(&mut self.class, &common.class);
        if !common.target.is_empty() {
            self.target.clone_from(&common.target);
        }
        for (name, value) in &common.attributes {
            self.replace_attribute(name.clone(), value.clone());
        }
    }
}

/// Adds the words that are missing.
fn add_words(value: &mut String, words: &str) {
    for word in words.split_ascii_whitespace() {
        if !value.split_ascii_whitespace().any(|own| own.eq_ignore_ascii_case(word)) {
            let space = if value.is_empty() { "" } else { " " };
            value.push_str(space);
            value.push_str(word);
        }
    }
}

/// Returns the tag to write in place of an anchor's start tag; `None` if that stays. An anchor that is not to lead anywhere has no `href`.
pub(super) fn replaced_tag(tag: &[u8], anchoring: &Anchoring, ask: &OnAnchor) -> Option<Vec<u8>> {
    let before = Anchor::from_tag(tag)?;
    let mut anchor = before.clone();
    anchor.add_common(anchoring);
    let is_link =
        ask(&mut anchor) == Decision::Link && (anchor.href == before.href || anchoring.allows_reference(&anchor.href));
    if is_link && anchor == before {
        return None;
    }
    let mut html = b"<a".to_vec();
    if is_link {
        push_attribute(&mut html, "href", &anchor.href);
    }
    for (name, value) in [("class", &anchor.class), ("rel", &anchor.rel), ("target", &anchor.target)] {
        push_unless_empty(&mut html, name, value);
    }
    for (name, value) in &anchor.attributes {
        push_attribute(&mut html, name, value);
    }
    html.extend_from_slice(if tag.ends_with(b"/>") { b"/>" } else { b">" });
    Some(html)
}
