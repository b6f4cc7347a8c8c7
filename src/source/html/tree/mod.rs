//! What a parser has open where a text stands: the tree construction of the HTML standard (13.2.6), of which nothing is kept but
//! the stack of open elements and the list of active formatting elements.
//!
//! ```text
//! open        what is kept of an element
//! stack       what is open, and the insertion mode
//! formatting  what of it is opened again elsewhere
//! body        tags in the body; modes: in tables, `select` and templates; foreign: in SVG and MathML
//! ```
//!
//! It is exact or it says that it is lost. It is lost where parsers differ (inside `select`, and with scripting and without it in
//! `noscript`), in frames, and where more is open than any page has.

mod open;

mod stack;

mod formatting;

mod body;
mod foreign;
mod modes;

use self::open::{Formatting, Mode, Open};
use super::element::{ElementName, FOREIGN, HTML_POINT, RAW, SCOPE, SPECIAL, TEXT_POINT};

/// Why it is lost.
const DEEP: &str = "more elements are open, or longer names are theirs, than in any page";
const FRAMES: &str = "a frameset takes the place of text";
const SELECT: &str = "a select element holds what only newer parsers open";
const TEMPLATE: &str = "a template holds what is read in several ways";
const NOSCRIPT: &str = "a noscript element does not hold the same with scripting and without";
const TABLE: &str = "a table is in a paragraph, and with no document type parsers differ in whether it ends that";
pub(super) const CHARACTER_DATA: &str = "a section of character data is text in XML alone";

/// How many elements may be open, and how many formatting elements active. Browsers open no more than 512.
const MAX_OPEN: usize = 256;
const MAX_FORMATTING: usize = 64;

/// A start tag, as far as it matters.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StartTag<'t> {
    pub(super) name: &'t [u8],
    /// What elements of this name are.
    pub(super) kind: u32,
    /// It ends in `/>`.
    pub(super) is_closed: bool,
    /// The same for two tags whose attributes are the same.
    pub(super) attributes: u64,
    /// The element's text may be edited by who reads it.
    pub(super) is_editable: bool,
    /// It is an input that is not shown.
    pub(super) is_hidden_input: bool,
    /// It has an attribute of `font` with which that is no foreign element.
    pub(super) has_font: bool,
    /// Its `encoding` is that of HTML.
    pub(super) is_encoded_html: bool,
}

/// A document's mode. In quirks mode a table may be in a paragraph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Quirks {
    /// Nothing says so yet: a part of a document may come to be in either.
    #[default]
    Unknown,
    No,
    Yes,
}

/// A `noscript` element that is not at its end: what is in it is text to some parsers, and elements to others.
#[derive(Debug)]
struct Noscript {
    /// Where both see its end tag.
    end: usize,
    /// It may be in the head, where it ends at the first element that has no place there.
    is_in_head: bool,
    open: Vec<Open>,
    formatting: Vec<Formatting>,
}

/// What is open.
#[derive(Debug, Default)]
pub(super) struct Tree {
    open: Vec<Open>,
    formatting: Vec<Formatting>,
    /// The elements whose text is left alone beside those that always are.
    skipped: Vec<ElementName>,
    form: Option<u32>,
    next_id: u32,
    /// How many of the open elements leave their text alone, decide on the mode, or are paragraphs.
    left: usize,
    modes: usize,
    paragraphs: usize,
    noscript: Option<Noscript>,
    pub(super) quirks: Quirks,
    /// It is a whole document, by its tags.
    is_document: bool,
    /// Its body has begun for certain.
    has_body: bool,
    /// All of it may be edited by who reads it.
    pub(super) is_edited: bool,
    /// Why it is lost, if it is.
    lost: Option<&'static str>,
}

impl Tree {
    /// Nothing was read. The text in elements called like those that are `skipped` is left alone.
    pub(super) fn new(skipped: &[String]) -> Tree {
        let skipped = skipped.iter().map(|name| ElementName::new(name.to_ascii_lowercase().as_bytes())).collect();
        let mut tree = Tree { open: Vec::with_capacity(32), skipped, ..Tree::default() };
        tree.push(b"html", SCOPE | SPECIAL);
        tree.push(b"body", SPECIAL);
        tree
    }

    /// Leaves the rest of the document alone.
    pub(super) fn lose(&mut self, why: &'static str) {
        self.lost.get_or_insert(why);
    }

    /// Why the rest of the document is left alone, if it is.
    pub(super) fn lost(&self) -> Option<&'static str> {
        self.lost
    }

    /// Returns `true` if a text that stands here may have anchors.
    pub(super) fn may_have_anchors(&self) -> bool {
        self.lost.is_none()
            && self.left == 0
            && self.noscript.is_none()
            && matches!(self.mode().0, Mode::Body | Mode::Cell | Mode::Caption)
    }

    /// Returns `true` if every parser reads a tag here as a tag, and no element around it is to be left alone.
    pub(super) fn reads_tags_surely(&self) -> bool {
        let is_skipped = |open: &Open| self.skipped.contains(&open.name);
        self.lost.is_none()
            && self.noscript.is_none()
            && !matches!(self.mode().0, Mode::Select | Mode::Template)
            && (self.skipped.is_empty() || !self.open.iter().any(is_skipped))
    }

    /// Returns `true` if a section of character data may stand here.
    pub(super) fn is_in_foreign_content(&self) -> bool {
        self.lost.is_none() && self.current().is(FOREIGN)
    }

    /// Takes text: a NUL, or some without one.
    pub(super) fn text(&mut self, text: &[u8]) {
        let current = self.current();
        let is_of_element = current.is(RAW) || current.is(FOREIGN) && !current.is(HTML_POINT | TEXT_POINT);
        if self.lost.is_some() || is_of_element || text == [0] {
            return;
        }
        match self.mode().0 {
            Mode::Body | Mode::Cell | Mode::Caption => {
                self.has_body = self.has_body || !text.trim_ascii().is_empty();
                self.reconstruct();
            }
            Mode::Select | Mode::Template => {}
            Mode::Table | Mode::TableBody | Mode::Row | Mode::ColumnGroup => {
                if text.trim_ascii().is_empty() {
                    return;
                }
                if self.mode().0 == Mode::ColumnGroup {
                    self.pop();
                }
                self.reconstruct();
            }
        }
    }

    /// Takes a start tag; whether the tokenizer is to read the element's text as that of this name. `noscript_end` is where the first
    /// end tag of `noscript` is behind it, whatever is around that.
    pub(super) fn start(&mut self, tag: &StartTag<'_>, noscript_end: impl FnOnce() -> Option<usize>) -> bool {
        // Whatever comes before is in it, too.
        self.is_edited |= tag.is_editable && matches!(tag.name, b"html" | b"body");
        if self.lost.is_some() {
            return false;
        }
        if tag.name.len() >= ElementName::MOST || self.open.len() >= MAX_OPEN || self.formatting.len() >= MAX_FORMATTING
        {
            self.lose(DEEP);
            return false;
        }
        if self.is_taken_by_foreign(tag) {
            return self.foreign_start(tag);
        }
        if tag.name == b"noscript" && self.noscript.is_none() {
            let Some(end) = noscript_end() else {
                self.lose(NOSCRIPT);
                return false;
            };
            let (open, formatting) = (self.open.clone(), self.formatting.clone());
            self.noscript = Some(Noscript { end, is_in_head: !self.has_body, open, formatting });
        }
        let is_raw = self.html_start(tag);
        let is_in_head = self.noscript.as_ref().is_some_and(|noscript| noscript.is_in_head);
        if is_in_head && !is_raw && !self.current().is_html(b"noscript") {
            self.lose(NOSCRIPT);
        }
        is_raw
    }

    /// Takes an end tag of an element of this kind that stands at `at`.
    pub(super) fn end(&mut self, name: &[u8], kind: u32, at: usize) {
        if self.lost.is_some() {
            return;
        }
        if name.len() >= ElementName::MOST {
            return self.lose(DEEP);
        }
        if self.current().is(RAW) {
            self.pop();
        } else if self.current().is(FOREIGN) {
            self.foreign_end(name, kind);
        } else {
            self.html_end(name, kind);
        }
        if let Some(noscript) = self.noscript.take_if(|noscript| noscript.end <= at) {
            // With scripting there was nothing but text.
            let is_same = noscript.open == self.open && noscript.formatting == self.formatting;
            if !is_same || noscript.end < at || name != b"noscript" {
                self.lose(NOSCRIPT);
            }
        }
    }
}
