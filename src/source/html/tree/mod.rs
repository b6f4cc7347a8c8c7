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

const DEEP: &str = "more elements are open, or longer names are theirs, than in any page";
const FRAMES: &str = "a frameset takes the place of text";
const SELECT: &str = "a select element holds what only newer parsers open";
const TEMPLATE: &str = "a template holds what is read in several ways";
const NOSCRIPT: &str = "a noscript element does not hold the same with scripting and without";
const TABLE: &str = "a table is in a paragraph, and with no document type parsers differ in whether it ends that";
pub(super) const CHARACTER_DATA: &str = "a section of character data is text in XML alone";

/// The most open elements, and active formatting elements. Browsers open at most 512.
const MAX_OPEN: usize = 256;
const MAX_FORMATTING: usize = 64;

/// The relevant parts of a start tag.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StartTag<'t> {
    pub(super) name: &'t [u8],
    /// The kind of its element.
    pub(super) kind: u32,
    pub(super) is_closed: bool,
    /// Equal for tags with the same attributes.
    pub(super) attributes: u64,
    pub(super) is_editable: bool,
    pub(super) is_hidden_input: bool,
    /// True for a `font` with an attribute that ends foreign content.
    pub(super) has_font: bool,
    pub(super) is_encoded_html: bool,
}

/// A document's mode. In quirks mode, a paragraph may contain a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Quirks {
    /// Not known. A part of a document may be in either mode.
    #[default]
    Unknown,
    No,
    Yes,
}

/// An open `noscript` element. Some parsers see text in it, others elements.
#[derive(Debug)]
struct Noscript {
    /// The start of its end tag, which both see.
    end: usize,
    /// True if it may be in the head. It ends there at the first element that may not.
    is_in_head: bool,
    open: Vec<Open>,
    formatting: Vec<Formatting>,
}

/// The open elements.
#[derive(Debug, Default)]
pub(super) struct Tree {
    open: Vec<Open>,
    formatting: Vec<Formatting>,
    /// Elements whose text must not be changed, in addition to the fixed ones.
    skipped: Vec<ElementName>,
    form: Option<u32>,
    next_id: u32,
    /// The number of open elements whose text must not be changed, that determine the mode, or that are paragraphs.
    left: usize,
    modes: usize,
    paragraphs: usize,
    noscript: Option<Noscript>,
    pub(super) quirks: Quirks,
    /// True if its tags show a whole document.
    is_document: bool,
    /// True if its body has certainly begun.
    has_body: bool,
    /// True if readers may edit all of it.
    pub(super) is_edited: bool,
    /// The reason why parsers differ from here on.
    lost: Option<&'static str>,
}

impl Tree {
    /// Returns an empty tree. The text in `skipped` elements must not be changed.
    pub(super) fn new(skipped: &[String]) -> Tree {
        let skipped = skipped.iter().map(|name| ElementName::new(name.to_ascii_lowercase().as_bytes())).collect();
        let mut tree = Tree { open: Vec::with_capacity(32), skipped, ..Tree::default() };
        tree.push(b"html", SCOPE | SPECIAL);
        tree.push(b"body", SPECIAL);
        tree
    }

    /// Leaves the rest of the document unchanged, for this reason.
    pub(super) fn lose(&mut self, why: &'static str) {
        self.lost.get_or_insert(why);
    }

    pub(super) fn lost(&self) -> Option<&'static str> {
        self.lost
    }

    /// Returns `true` if a text here may contain anchors.
    pub(super) fn may_have_anchors(&self) -> bool {
        self.lost.is_none()
            && self.left == 0
            && self.noscript.is_none()
            && matches!(self.mode().0, Mode::Body | Mode::Cell | Mode::Caption)
    }

    /// Returns `true` if every parser reads a tag here as a tag, and no element around it must stay unchanged.
    pub(super) fn reads_tags_surely(&self) -> bool {
        let is_skipped = |open: &Open| self.skipped.contains(&open.name);
        self.lost.is_none()
            && self.noscript.is_none()
            && !matches!(self.mode().0, Mode::Select | Mode::Template)
            && (self.skipped.is_empty() || !self.open.iter().any(is_skipped))
    }

    pub(super) fn is_in_foreign_content(&self) -> bool {
        self.lost.is_none() && self.current().is(FOREIGN)
    }

    /// Takes a NUL, or text without NULs.
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

    /// Takes a start tag. Returns `true` if the tokenizer is to read the element's text by the rules for its name.
    /// `noscript_end` returns the start of the next end tag of `noscript`, whatever its context is.
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

    /// Takes an end tag at `at`.
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
