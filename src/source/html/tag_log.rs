//! What of tags and of the document type decides on the tree.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::{
    element::{self, MAX_NAME},
    tokenizer::Doctype,
    tree::{Quirks, StartTag},
};

/// The bytes of a value that are kept. All relevant values are shorter.
const MAX_VALUE: usize = 32;

/// The attributes of a tag, as far as the tree needs them.
#[derive(Debug, Default)]
pub(super) struct TagLog {
    is_touched: bool,
    name: Vec<u8>,
    value: Vec<u8>,
    /// True if two tags must be compared by all of their attributes.
    is_hashed: Option<bool>,
    name_hash: DefaultHasher,
    value_hash: DefaultHasher,
    /// The hashes of names and values. The first of a name counts.
    hashes: Vec<(u64, u64)>,
    is_editable: bool,
    has_font: bool,
    /// The first `type` of an input.
    is_hidden_input: Option<bool>,
    is_encoded_html: Option<bool>,
}

impl TagLog {
    pub(super) fn begin_tag(&mut self) {
        if !self.is_touched {
            return;
        }
        let TagLog { mut name, mut value, mut hashes, .. } = std::mem::take(self);
        name.clear();
        value.clear();
        hashes.clear();
        *self = TagLog { name, value, hashes, ..TagLog::default() };
    }

    pub(super) fn push_name(&mut self, tag: &[u8], name: &[u8]) {
        self.is_touched = true;
        push_some(&mut self.name, name, MAX_NAME);
        if *self.is_hashed.get_or_insert_with(|| element::kind(tag) & element::FORMATTING != 0) {
            self.name_hash.write(name);
        }
    }

    /// Returns `true` if the value of the last attribute matters.
    pub(super) fn wants_value(&self) -> bool {
        self.is_hashed == Some(true) || matches!(&self.name[..], b"type" | b"encoding")
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

    fn hash(&mut self) -> u64 {
        if self.hashes.is_empty() {
            return 0;
        }
        self.hashes.sort_by_key(|hash| hash.0);
        self.hashes.dedup_by_key(|hash| hash.0);
        let mut all = DefaultHasher::new();
        self.hashes.hash(&mut all);
        all.finish()
    }

    pub(super) fn start_tag<'t>(&mut self, name: &'t [u8], kind: u32, is_closed: bool) -> StartTag<'t> {
        self.finish_attribute();
        StartTag {
            name,
            kind,
            is_closed,
            attributes: self.hash(),
            is_editable: self.is_editable,
            is_hidden_input: self.is_hidden_input == Some(true),
            has_font: self.has_font,
            is_encoded_html: self.is_encoded_html == Some(true),
        }
    }
}

/// Returns the mode of a document with this type (the standard's list, 13.2.6.4.1).
pub(super) fn quirks(doctype: &Doctype<'_>) -> Quirks {
    let begins = |identifier: &[u8], start: &str| {
        identifier.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start.as_bytes()))
    };
    let is_system = |known: &str| doctype.system.is_some_and(|system| system.eq_ignore_ascii_case(known.as_bytes()));
    if doctype.is_damaged || !doctype.name.eq_ignore_ascii_case(b"html") || is_system(QUIRKS_SYSTEM) {
        return Quirks::Yes;
    }
    let Some(public) = doctype.public else { return Quirks::No };
    let is_public = |known: &&str| public.eq_ignore_ascii_case(known.as_bytes());
    let is_without_system = doctype.system.is_none() && QUIRKS_WITHOUT_SYSTEM.iter().any(|start| begins(public, start));
    let is_quirky = QUIRKS_PUBLIC.iter().any(is_public)
        || QUIRKS_BEGINNINGS.iter().any(|start| begins(public, start))
        || is_without_system;
    if is_quirky { Quirks::Yes } else { Quirks::No }
}

const QUIRKS_SYSTEM: &str = "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd";
const QUIRKS_PUBLIC: [&str; 3] = ["-//W3O//DTD W3 HTML Strict 3.0//EN//", "-/W3C/DTD HTML 4.0 Transitional/EN", "HTML"];
const QUIRKS_WITHOUT_SYSTEM: [&str; 2] = ["-//W3C//DTD HTML 4.01 Frameset//", "-//W3C//DTD HTML 4.01 Transitional//"];
const QUIRKS_BEGINNINGS: [&str; 55] = [
    "+//Silmaril//dtd html Pro v0r11 19970101//",
    "-//AS//DTD HTML 3.0 asWedit + extensions//",
    "-//AdvaSoft Ltd//DTD HTML 3.0 asWedit + extensions//",
    "-//IETF//DTD HTML 2.0 Level 1//",
    "-//IETF//DTD HTML 2.0 Level 2//",
    "-//IETF//DTD HTML 2.0 Strict Level 1//",
    "-//IETF//DTD HTML 2.0 Strict Level 2//",
    "-//IETF//DTD HTML 2.0 Strict//",
    "-//IETF//DTD HTML 2.0//",
    "-//IETF//DTD HTML 2.1E//",
    "-//IETF//DTD HTML 3.0//",
    "-//IETF//DTD HTML 3.2 Final//",
    "-//IETF//DTD HTML 3.2//",
    "-//IETF//DTD HTML 3//",
    "-//IETF//DTD HTML Level 0//",
    "-//IETF//DTD HTML Level 1//",
    "-//IETF//DTD HTML Level 2//",
    "-//IETF//DTD HTML Level 3//",
    "-//IETF//DTD HTML Strict Level 0//",
    "-//IETF//DTD HTML Strict Level 1//",
    "-//IETF//DTD HTML Strict Level 2//",
    "-//IETF//DTD HTML Strict Level 3//",
    "-//IETF//DTD HTML Strict//",
    "-//IETF//DTD HTML//",
    "-//Metrius//DTD Metrius Presentational//",
    "-//Microsoft//DTD Internet Explorer 2.0 HTML Strict//",
    "-//Microsoft//DTD Internet Explorer 2.0 HTML//",
    "-//Microsoft//DTD Internet Explorer 2.0 Tables//",
    "-//Microsoft//DTD Internet Explorer 3.0 HTML Strict//",
    "-//Microsoft//DTD Internet Explorer 3.0 HTML//",
    "-//Microsoft//DTD Internet Explorer 3.0 Tables//",
    "-//Netscape Comm. Corp.//DTD HTML//",
    "-//Netscape Comm. Corp.//DTD Strict HTML//",
    "-//O'Reilly and Associates//DTD HTML 2.0//",
    "-//O'Reilly and Associates//DTD HTML Extended 1.0//",
    "-//O'Reilly and Associates//DTD HTML Extended Relaxed 1.0//",
    "-//SQ//DTD HTML 2.0 HoTMetaL + extensions//",
    "-//SoftQuad Software//DTD HoTMetaL PRO 6.0::19990601::extensions to HTML 4.0//",
    "-//SoftQuad//DTD HoTMetaL PRO 4.0::19971010::extensions to HTML 4.0//",
    "-//Spyglass//DTD HTML 2.0 Extended//",
    "-//Sun Microsystems Corp.//DTD HotJava HTML//",
    "-//Sun Microsystems Corp.//DTD HotJava Strict HTML//",
    "-//W3C//DTD HTML 3 1995-03-24//",
    "-//W3C//DTD HTML 3.2 Draft//",
    "-//W3C//DTD HTML 3.2 Final//",
    "-//W3C//DTD HTML 3.2//",
    "-//W3C//DTD HTML 3.2S Draft//",
    "-//W3C//DTD HTML 4.0 Frameset//",
    "-//W3C//DTD HTML 4.0 Transitional//",
    "-//W3C//DTD HTML Experimental 19960712//",
    "-//W3C//DTD HTML Experimental 970421//",
    "-//W3C//DTD W3 HTML//",
    "-//W3O//DTD W3 HTML 3.0//",
    "-//WebTechs//DTD Mozilla HTML 2.0//",
    "-//WebTechs//DTD Mozilla HTML//",
];

fn push_some(all: &mut Vec<u8>, more: &[u8], most: usize) {
    let room = most.saturating_sub(all.len());
    all.extend_from_slice(&more[..more.len().min(room)]);
}
