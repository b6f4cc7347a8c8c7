//! What of tags and of the document type decides on the tree.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::{
    element::{self, MAX_NAME},
    tree::{Quirks, StartTag},
};

/// How much of a value is looked at: all that mean something are shorter.
const MAX_VALUE: usize = 32;

/// What is remembered of the attributes of one tag.
#[derive(Debug, Default)]
pub(super) struct TagLog {
    name: Vec<u8>,
    value: Vec<u8>,
    /// Whether two tags have to be told apart by all of their attributes.
    is_hashed: Option<bool>,
    name_hash: DefaultHasher,
    value_hash: DefaultHasher,
    /// The names and values, of which only the first of a name counts.
    hashes: Vec<(u64, u64)>,
    is_editable: bool,
    has_font: bool,
    /// What the first of a name says.
    is_hidden_input: Option<bool>,
    is_encoded_html: Option<bool>,
}

impl TagLog {
    pub(super) fn begin_tag(&mut self) {
        let TagLog { mut name, mut value, mut hashes, .. } = std::mem::take(self);
        name.clear();
        value.clear();
        hashes.clear();
        *self = TagLog { name, value, hashes, ..TagLog::default() };
    }

    pub(super) fn push_name(&mut self, tag: &[u8], name: &[u8]) {
        push_some(&mut self.name, name, MAX_NAME);
        if *self.is_hashed.get_or_insert_with(|| element::kind(tag) & element::FORMATTING != 0) {
            self.name_hash.write(name);
        }
    }

    pub(super) fn push_value(&mut self, value: &[u8]) {
        push_some(&mut self.value, value, MAX_VALUE);
        if self.is_hashed == Some(true) {
            self.value_hash.write(value);
        }
    }

    pub(super) fn finish_attribute(&mut self) {
        if self.name.is_empty() {
            return;
        }
        let is_value = |words: &[&str]| words.iter().any(|word| self.value.eq_ignore_ascii_case(word.as_bytes()));
        match &self.name[..] {
            b"contenteditable" => self.is_editable = true,
            b"color" | b"face" | b"size" => self.has_font = true,
            b"type" => _ = self.is_hidden_input.get_or_insert(is_value(&["hidden"])),
            b"encoding" => {
                let is_html = is_value(&["text/html", "application/xhtml+xml"]);
                self.is_encoded_html.get_or_insert(is_html);
            }
            _ => {}
        }
        if self.is_hashed == Some(true) {
            let (name, value) = (std::mem::take(&mut self.name_hash), std::mem::take(&mut self.value_hash));
            self.hashes.push((name.finish(), value.finish()));
        }
        self.name.clear();
        self.value.clear();
    }

    pub(super) fn start_tag<'t>(&mut self, name: &'t [u8], is_closed: bool) -> StartTag<'t> {
        self.finish_attribute();
        self.hashes.sort_by_key(|hash| hash.0);
        self.hashes.dedup_by_key(|hash| hash.0);
        let mut all = DefaultHasher::new();
        self.hashes.hash(&mut all);
        StartTag {
            name,
            is_closed,
            attributes: if self.hashes.is_empty() { 0 } else { all.finish() },
            is_editable: self.is_editable,
            is_hidden_input: self.is_hidden_input == Some(true),
            has_font: self.has_font,
            is_encoded_html: self.is_encoded_html == Some(true),
        }
    }
}

/// What is remembered of the document type.
#[derive(Debug, Default)]
pub(super) struct DoctypeLog {
    name: Vec<u8>,
    public: Option<Vec<u8>>,
    pub(super) has_system: bool,
    pub(super) is_damaged: bool,
    /// Whether something stands before it, so that it counts for nothing.
    pub(super) is_late: bool,
}

impl DoctypeLog {
    pub(super) fn begin(&mut self) {
        *self = DoctypeLog { is_late: self.is_late, ..DoctypeLog::default() };
    }

    pub(super) fn push_name(&mut self, name: &[u8]) {
        push_some(&mut self.name, name, MAX_NAME);
    }

    pub(super) fn push_public(&mut self, identifier: &[u8]) {
        push_some(self.public.get_or_insert_default(), identifier, 2 * MAX_VALUE);
    }

    /// The mode of a document with it, by the standard's list as far as documents are known to have one of it.
    pub(super) fn quirks(&self) -> Quirks {
        if self.is_damaged || !self.name.eq_ignore_ascii_case(b"html") {
            return Quirks::Yes;
        }
        let Some(public) = &self.public else { return if self.has_system { Quirks::Unknown } else { Quirks::No } };
        let begins =
            |start: &str| public.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start.as_bytes()));
        if begins("-//W3C//DTD XHTML 1.") || begins("-//W3C//DTD HTML 4.01//") || begins("-//W3C//DTD HTML 4.0//") {
            Quirks::No
        } else if begins("-//W3C//DTD HTML 4.01 ") {
            // Of the other two, Transitional and Frameset.
            if self.has_system { Quirks::No } else { Quirks::Yes }
        } else if begins("-//W3C//DTD HTML 4.0 ") || begins("-//W3C//DTD HTML 3") || begins("-//IETF//DTD HTML") {
            Quirks::Yes
        } else {
            Quirks::Unknown
        }
    }
}

fn push_some(all: &mut Vec<u8>, more: &[u8], most: usize) {
    let room = most.saturating_sub(all.len());
    all.extend_from_slice(&more[..more.len().min(room)]);
}
