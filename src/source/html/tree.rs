//! What a parser has open where a text stands: the tree construction of the HTML standard (13.2.6), of which nothing is kept but
//! the stack of open elements and the list of active formatting elements.
//!
//! It is exact or it says that it is lost. It is lost where parsers differ (inside `select`, and with scripting and without it in
//! `noscript`), in frames, and where more is open than any page has.

use super::element::{
    self, ANNOTATION, BUTTON, ElementName, FOREIGN, FORMATTING, HEADING, HTML_POINT, IMPLIED, LEFT, LIST, MODE, RAW,
    SCOPE, SPECIAL, TEXT_POINT,
};

/// How many elements may be open, and how many formatting elements active. Browsers open no more than 512.
const MAX_OPEN: usize = 256;
const MAX_FORMATTING: usize = 64;

/// A start tag, as far as it matters.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StartTag<'t> {
    pub(super) name: &'t [u8],
    /// Whether it ends in `/>`.
    pub(super) is_closed: bool,
    /// The same for two tags whose attributes are the same.
    pub(super) attributes: u64,
    /// Whether the element's text may be edited by who reads it.
    pub(super) is_editable: bool,
    /// Whether it is an input that is not shown.
    pub(super) is_hidden_input: bool,
    /// Whether it has an attribute of `font` with which that is no foreign element.
    pub(super) has_font: bool,
    /// Whether its `encoding` is that of HTML.
    pub(super) is_encoded_html: bool,
}

/// Whether the document is in quirks mode, in which a table may be in a paragraph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Quirks {
    /// Nothing says so yet: a part of a document may come to be in either.
    #[default]
    Unknown,
    No,
    Yes,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Open {
    id: u32,
    name: ElementName,
    kind: u32,
}

impl Open {
    fn is(&self, kind: u32) -> bool {
        self.kind & kind != 0
    }

    /// Whether it is the HTML element of this name.
    fn is_html(&self, name: &[u8]) -> bool {
        !self.is(FOREIGN) && self.name.as_bytes() == name
    }
}

/// An active formatting element; without one it is a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Formatting {
    element: Option<Open>,
    attributes: u64,
    is_open: bool,
}

/// How what comes next is taken: the insertion mode, which follows from the innermost element that has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Body,
    Table,
    TableBody,
    Row,
    Cell,
    Caption,
    ColumnGroup,
    Select,
    Template,
}

/// A `noscript` element that is not at its end: what is in it is text to some parsers, and elements to others.
#[derive(Debug)]
struct Noscript {
    /// Where both see its end tag.
    end: usize,
    /// Whether it may be in the head, where it ends at the first element that has no place there.
    is_in_head: bool,
    open: Vec<Open>,
    formatting: Vec<Formatting>,
}

/// What is open.
#[derive(Debug)]
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
    /// Whether it is a whole document, by its tags.
    is_document: bool,
    /// Whether its body has begun for certain.
    has_body: bool,
    /// Whether all of it may be edited by who reads it.
    pub(super) is_edited: bool,
    is_lost: bool,
}

impl Tree {
    /// Nothing was read. The text in elements called like those that are `skipped` is left alone.
    pub(super) fn new(skipped: &[String]) -> Tree {
        let skipped = skipped.iter().map(|name| ElementName::new(name.to_ascii_lowercase().as_bytes())).collect();
        let mut tree = Tree {
            open: Vec::with_capacity(32),
            formatting: Vec::new(),
            skipped,
            form: None,
            next_id: 0,
            left: 0,
            modes: 0,
            paragraphs: 0,
            noscript: None,
            quirks: Quirks::default(),
            is_document: false,
            has_body: false,
            is_edited: false,
            is_lost: false,
        };
        tree.push(b"html", SCOPE | SPECIAL);
        tree.push(b"body", SPECIAL);
        tree
    }

    /// Leaves the rest of the document alone.
    pub(super) fn lose(&mut self) {
        self.is_lost = true;
    }

    /// Whether a text that stands here may have anchors.
    pub(super) fn may_have_anchors(&self) -> bool {
        !self.is_lost
            && self.left == 0
            && self.noscript.is_none()
            && matches!(self.mode().0, Mode::Body | Mode::Cell | Mode::Caption)
    }

    /// Whether a section of character data may stand here.
    pub(super) fn is_in_foreign_content(&self) -> bool {
        !self.is_lost && self.current().is(FOREIGN)
    }

    /// Takes text.
    pub(super) fn text(&mut self, text: &[u8]) {
        let current = self.current();
        let is_of_element = current.is(RAW) || current.is(FOREIGN) && !current.is(HTML_POINT | TEXT_POINT);
        if self.is_lost || is_of_element || text.iter().all(|&byte| byte == 0) {
            return;
        }
        match self.mode().0 {
            Mode::Body | Mode::Cell | Mode::Caption => {
                self.has_body |= !text.iter().all(|byte| byte.is_ascii_whitespace() || *byte == 0);
                self.reconstruct();
            }
            Mode::Select | Mode::Template => {}
            Mode::Table | Mode::TableBody | Mode::Row | Mode::ColumnGroup => {
                if text.iter().all(|byte| byte.is_ascii_whitespace() || *byte == 0) {
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
        if self.is_lost {
            return false;
        }
        if tag.name.len() >= ElementName::MOST || self.open.len() >= MAX_OPEN || self.formatting.len() >= MAX_FORMATTING
        {
            self.lose();
            return false;
        }
        if self.is_taken_by_foreign(tag) {
            return self.foreign_start(tag);
        }
        if tag.name == b"noscript" && self.noscript.is_none() {
            let Some(end) = noscript_end() else {
                self.lose();
                return false;
            };
            let (open, formatting) = (self.open.clone(), self.formatting.clone());
            self.noscript = Some(Noscript { end, is_in_head: !self.has_body, open, formatting });
        }
        let is_raw = self.html_start(tag);
        let is_in_head = self.noscript.as_ref().is_some_and(|noscript| noscript.is_in_head);
        self.is_lost |= is_in_head && !is_raw && !self.current().is_html(b"noscript");
        is_raw
    }

    /// Takes an end tag that stands at `at`.
    pub(super) fn end(&mut self, name: &[u8], at: usize) {
        if self.is_lost {
            return;
        }
        if name.len() >= ElementName::MOST {
            return self.lose();
        }
        if self.current().is(RAW) {
            self.pop();
        } else if self.current().is(FOREIGN) {
            self.foreign_end(name);
        } else {
            self.html_end(name);
        }
        if let Some(noscript) = self.noscript.take_if(|noscript| noscript.end <= at) {
            // With scripting there was nothing but text.
            let is_same = noscript.open == self.open && noscript.formatting == self.formatting;
            self.is_lost |= !is_same || noscript.end < at || name != b"noscript";
        }
    }

    fn current(&self) -> Open {
        // There is always a body.
        self.open.last().copied().unwrap_or(Open { id: 0, name: ElementName::default(), kind: SPECIAL })
    }

    fn push(&mut self, name: &[u8], kind: u32) -> u32 {
        let name = ElementName::new(name);
        let kind = if self.skipped.contains(&name) { kind | LEFT } else { kind };
        self.push_open(name, kind)
    }

    fn push_open(&mut self, name: ElementName, kind: u32) -> u32 {
        self.next_id += 1;
        let open = Open { id: self.next_id, name, kind };
        self.left += usize::from(open.is(LEFT));
        self.modes += usize::from(open.is(MODE));
        self.paragraphs += usize::from(open.is_html(b"p"));
        self.open.push(open);
        open.id
    }

    fn remove(&mut self, at: usize) {
        let open = self.open.remove(at);
        self.left -= usize::from(open.is(LEFT));
        self.modes -= usize::from(open.is(MODE));
        self.paragraphs -= usize::from(open.is_html(b"p"));
        // What was in it and is still open stays in it.
        if open.is(LEFT)
            && let Some(inner) = self.open.get_mut(at).filter(|inner| !inner.is(LEFT))
        {
            inner.kind |= LEFT;
            self.left += 1;
        }
        if open.is(FORMATTING)
            && let Some(listed) = self.listed(open.id)
        {
            self.formatting[listed].is_open = false;
        }
    }

    fn pop(&mut self) {
        self.truncate(self.open.len() - 1);
    }

    /// Closes all elements from an index on, but for the body.
    fn truncate(&mut self, length: usize) {
        while self.open.len() > length.max(2) {
            self.remove(self.open.len() - 1);
        }
    }

    /// The insertion mode, and the index of the element that decides on it.
    fn mode(&self) -> (Mode, usize) {
        if self.modes == 0 {
            return (Mode::Body, 1);
        }
        let at = self.open.iter().rposition(|open| open.is(MODE)).unwrap_or(1);
        let mode = match self.open[at].name.as_bytes() {
            b"table" => Mode::Table,
            b"tbody" | b"thead" | b"tfoot" => Mode::TableBody,
            b"tr" => Mode::Row,
            b"td" | b"th" => Mode::Cell,
            b"caption" => Mode::Caption,
            b"colgroup" => Mode::ColumnGroup,
            b"select" => Mode::Select,
            _ => Mode::Template,
        };
        (mode, at)
    }

    /// Where the innermost element is that this holds for, unless one that ends the scope is in between.
    fn in_scope(&self, ends: u32, is: impl Fn(&Open) -> bool) -> Option<usize> {
        for (at, open) in self.open.iter().enumerate().rev() {
            if is(open) {
                return Some(at);
            }
            if open.is(ends) {
                return None;
            }
        }
        None
    }

    fn named_in_scope(&self, ends: u32, name: &[u8]) -> Option<usize> {
        self.in_scope(ends, |open| open.is_html(name))
    }

    /// Whether an element of this name is open in the innermost table.
    fn is_in_table(&self, name: &[u8]) -> bool {
        let innermost = self.open.iter().rev().find(|open| {
            open.is_html(name) || open.is_html(b"table") || open.is_html(b"template") || open.is_html(b"html")
        });
        innermost.is_some_and(|open| open.is_html(name))
    }

    fn close_implied(&mut self, but: &[u8]) {
        while self.current().is(IMPLIED) && !self.current().is_html(but) {
            self.pop();
        }
    }

    fn close_paragraph(&mut self) {
        if self.paragraphs > 0
            && let Some(at) = self.named_in_scope(SCOPE | BUTTON, b"p")
        {
            self.truncate(at);
        }
    }

    fn listed(&self, id: u32) -> Option<usize> {
        self.formatting.iter().rposition(|listed| listed.element.is_some_and(|element| element.id == id))
    }

    /// The last active formatting element of this name behind the last marker.
    fn last_formatting(&self, name: &[u8]) -> Option<usize> {
        let behind = self.behind_marker();
        let named = |listed: &Formatting| listed.element.is_some_and(|element| element.is_html(name));
        self.formatting[behind..].iter().rposition(named).map(|at| behind + at)
    }

    fn behind_marker(&self) -> usize {
        self.formatting.iter().rposition(|listed| listed.element.is_none()).map_or(0, |at| at + 1)
    }

    fn push_marker(&mut self) {
        self.formatting.push(Formatting { element: None, attributes: 0, is_open: true });
    }

    fn clear_to_marker(&mut self) {
        let behind = self.behind_marker();
        self.formatting.truncate(behind.saturating_sub(1));
    }

    /// Opens the active formatting elements that are not open.
    fn reconstruct(&mut self) {
        if self.formatting.last().is_none_or(|last| last.is_open) {
            return;
        }
        let first = self.formatting.iter().rposition(|listed| listed.is_open).map_or(0, |at| at + 1);
        for at in first..self.formatting.len() {
            if let Some(element) = self.formatting[at].element {
                let id = self.push_open(element.name, element.kind);
                self.formatting[at].element = Some(Open { id, ..element });
                self.formatting[at].is_open = true;
            }
        }
    }

    fn push_formatting(&mut self, tag: &StartTag<'_>) {
        self.push_element(tag);
        let element = self.current();
        let behind = self.behind_marker();
        let is_same = |listed: &Formatting| {
            listed.attributes == tag.attributes && listed.element.is_some_and(|other| other.name == element.name)
        };
        let mut same = (behind..self.formatting.len()).filter(|&at| is_same(&self.formatting[at]));
        let (first, count) = (same.next(), same.count());
        if let Some(first) = first.filter(|_| count >= 2) {
            self.formatting.remove(first);
        }
        self.formatting.push(Formatting { element: Some(element), attributes: tag.attributes, is_open: true });
    }

    fn push_element(&mut self, tag: &StartTag<'_>) -> u32 {
        let edited = if tag.is_editable { LEFT } else { 0 };
        self.push(tag.name, element::kind(tag.name) | edited)
    }

    fn html_start(&mut self, tag: &StartTag<'_>) -> bool {
        loop {
            let (mode, at) = self.mode();
            match (mode, tag.name) {
                (Mode::Template, _) => return self.template_start(tag),
                (Mode::Select, _) => return self.select_start(tag),
                (
                    Mode::Cell | Mode::Caption,
                    b"caption" | b"col" | b"colgroup" | b"tbody" | b"td" | b"tfoot" | b"th" | b"thead" | b"tr",
                ) => self.close_marked(at),
                (Mode::Row, b"td" | b"th") => {
                    self.truncate(at + 1);
                    self.push_element(tag);
                    self.push_marker();
                    return false;
                }
                (Mode::Row, b"caption" | b"col" | b"colgroup" | b"tbody" | b"tfoot" | b"thead" | b"tr")
                | (Mode::TableBody, b"caption" | b"col" | b"colgroup" | b"tbody" | b"tfoot" | b"thead")
                | (Mode::Table | Mode::TableBody | Mode::Row, b"table") => {
                    // A table in one stands behind it.
                    self.truncate(at);
                }
                (Mode::TableBody, b"tr") | (Mode::Table, b"colgroup" | b"tbody" | b"tfoot" | b"thead") => {
                    self.truncate(at + 1);
                    self.push_element(tag);
                    return false;
                }
                (Mode::TableBody, b"td" | b"th") => self.push_in(at, b"tr"),
                (Mode::Table, b"td" | b"th" | b"tr") => self.push_in(at, b"tbody"),
                (Mode::Table, b"col") => self.push_in(at, b"colgroup"),
                (Mode::Table, b"caption") => {
                    self.truncate(at + 1);
                    self.push_marker();
                    self.push_element(tag);
                    return false;
                }
                (Mode::Table | Mode::TableBody | Mode::Row, b"input") if tag.is_hidden_input => return false,
                (Mode::Table | Mode::TableBody | Mode::Row, b"form") => {
                    if self.form.is_none() {
                        self.next_id += 1;
                        self.form = Some(self.next_id);
                    }
                    return false;
                }
                (Mode::ColumnGroup, b"col") => return false,
                (Mode::ColumnGroup, name) if name != b"template" && name != b"html" => self.pop(),
                _ => return self.body_start(tag),
            }
        }
    }

    fn push_in(&mut self, at: usize, name: &[u8]) {
        self.truncate(at + 1);
        self.push(name, element::kind(name));
    }

    /// Closes a cell or a caption.
    fn close_marked(&mut self, at: usize) {
        self.truncate(at);
        self.clear_to_marker();
    }

    /// A start tag in a template, whose text is left alone: only what decides on where it ends matters.
    fn template_start(&mut self, tag: &StartTag<'_>) -> bool {
        if self.current().is(FOREIGN) {
            self.lose();
        }
        match tag.name {
            b"template" | b"svg" | b"math" | b"script" | b"style" | b"title" | b"textarea" | b"xmp" | b"iframe"
            | b"noembed" | b"noframes" | b"plaintext" | b"select" => self.body_start(tag),
            b"col" | b"colgroup" | b"frameset" => {
                self.lose();
                false
            }
            _ => false,
        }
    }

    fn select_start(&mut self, tag: &StartTag<'_>) -> bool {
        match tag.name {
            b"option" | b"optgroup" | b"hr" => {
                if self.current().is_html(b"option") {
                    self.pop();
                }
                if tag.name != b"option" && self.current().is_html(b"optgroup") {
                    self.pop();
                }
                if tag.name != b"hr" {
                    self.push_element(tag);
                }
                false
            }
            b"script" => self.push_raw(tag),
            // Parsers of before 2025 pass over what newer ones open.
            _ => {
                self.lose();
                false
            }
        }
    }

    fn push_raw(&mut self, tag: &StartTag<'_>) -> bool {
        self.push(tag.name, LEFT | RAW | SPECIAL);
        true
    }

    fn body_start(&mut self, tag: &StartTag<'_>) -> bool {
        self.has_body |= !element::may_be_in_head(tag.name);
        match tag.name {
            b"html" | b"head" | b"body" => self.is_document = true,
            b"frameset" => self.lose(),
            b"frame" | b"caption" | b"col" | b"colgroup" | b"tbody" | b"td" | b"tfoot" | b"th" | b"thead" | b"tr" => {}
            b"base" | b"basefont" | b"bgsound" | b"link" | b"meta" | b"param" | b"source" | b"track" => {}
            b"noframes" | b"script" | b"style" | b"title" | b"textarea" | b"iframe" | b"noembed" => {
                return self.push_raw(tag);
            }
            b"xmp" => {
                self.close_paragraph();
                self.reconstruct();
                return self.push_raw(tag);
            }
            b"plaintext" => {
                self.close_paragraph();
                return self.push_raw(tag);
            }
            b"template" => {
                self.push_element(tag);
                self.push_marker();
            }
            b"address" | b"article" | b"aside" | b"blockquote" | b"center" | b"details" | b"dialog" | b"dir"
            | b"div" | b"dl" | b"fieldset" | b"figcaption" | b"figure" | b"footer" | b"header" | b"hgroup"
            | b"main" | b"menu" | b"nav" | b"ol" | b"p" | b"search" | b"section" | b"summary" | b"ul" | b"pre"
            | b"listing" => {
                self.close_paragraph();
                self.push_element(tag);
            }
            b"h1" | b"h2" | b"h3" | b"h4" | b"h5" | b"h6" => {
                self.close_paragraph();
                if self.current().is(HEADING) {
                    self.pop();
                }
                self.push_element(tag);
            }
            b"form" => {
                if self.form.is_none() {
                    self.close_paragraph();
                    self.form = Some(self.push_element(tag));
                }
            }
            b"li" => self.start_item(tag, &[b"li"]),
            b"dd" | b"dt" => self.start_item(tag, &[b"dd", b"dt"]),
            b"button" => {
                if let Some(at) = self.named_in_scope(SCOPE, b"button") {
                    self.truncate(at);
                }
                self.reconstruct();
                self.push_element(tag);
            }
            b"a" => {
                if let Some(id) = self.last_formatting(b"a").and_then(|at| self.formatting[at].element).map(|a| a.id) {
                    self.adopt(b"a");
                    if let Some(listed) = self.listed(id) {
                        self.formatting.remove(listed);
                    }
                    if let Some(at) = self.open.iter().rposition(|open| open.id == id) {
                        self.remove(at);
                    }
                }
                self.reconstruct();
                self.push_formatting(tag);
            }
            b"nobr" => {
                self.reconstruct();
                if self.named_in_scope(SCOPE, b"nobr").is_some() {
                    self.adopt(b"nobr");
                    self.reconstruct();
                }
                self.push_formatting(tag);
            }
            name if element::kind(name) & FORMATTING != 0 => {
                self.reconstruct();
                self.push_formatting(tag);
            }
            b"applet" | b"marquee" | b"object" => {
                self.reconstruct();
                self.push_element(tag);
                self.push_marker();
            }
            b"table" => {
                let is_in_paragraph = self.paragraphs > 0 && self.named_in_scope(SCOPE | BUTTON, b"p").is_some();
                match self.quirks {
                    Quirks::No => self.close_paragraph(),
                    Quirks::Unknown if is_in_paragraph && !self.is_document => self.lose(),
                    Quirks::Unknown | Quirks::Yes => {}
                }
                self.push_element(tag);
            }
            b"area" | b"br" | b"embed" | b"img" | b"image" | b"keygen" | b"wbr" | b"input" => self.reconstruct(),
            b"hr" => self.close_paragraph(),
            b"optgroup" | b"option" => {
                if self.current().is_html(b"option") {
                    self.pop();
                }
                self.reconstruct();
                self.push_element(tag);
            }
            b"rb" | b"rtc" | b"rp" | b"rt" => {
                if self.named_in_scope(SCOPE, b"ruby").is_some() {
                    self.close_implied(if tag.name.len() == 2 && tag.name != b"rb" { b"rtc" } else { b"" });
                }
                self.push_element(tag);
            }
            b"svg" | b"math" => {
                self.reconstruct();
                self.push_foreign(tag, tag.name == b"math");
            }
            _ => {
                self.reconstruct();
                self.push_element(tag);
            }
        }
        false
    }

    /// Opens an item, and closes the one before it in the same list.
    fn start_item(&mut self, tag: &StartTag<'_>, names: &[&[u8]]) {
        for at in (0..self.open.len()).rev() {
            let open = self.open[at];
            if names.iter().any(|name| open.is_html(name)) {
                self.truncate(at);
                break;
            }
            let is_passed = ["address", "div", "p"].iter().any(|name| open.is_html(name.as_bytes()));
            if open.is(SPECIAL) && !is_passed {
                break;
            }
        }
        self.close_paragraph();
        self.push_element(tag);
    }

    fn html_end(&mut self, name: &[u8]) {
        loop {
            let (mode, at) = self.mode();
            match (mode, name) {
                (Mode::Template, b"template") => return self.close_marked_template(at),
                (Mode::Template, _) => {
                    self.is_lost |= self.current().is(FOREIGN);
                    return;
                }
                (Mode::Select, b"option" | b"optgroup") => return self.end_option(name),
                (Mode::Select, b"select") => return self.truncate(at),
                (Mode::Select, _) => return self.lose(),
                (Mode::Cell, b"td" | b"th") | (Mode::Caption, b"caption") => {
                    if self.open[at].is_html(name) {
                        self.close_marked(at);
                    }
                    return;
                }
                (Mode::Caption, b"table") => self.close_marked(at),
                (Mode::Cell, b"table" | b"tbody" | b"tfoot" | b"thead" | b"tr") => {
                    if !self.is_in_table(name) {
                        return;
                    }
                    self.close_marked(at);
                }
                (Mode::Row, b"tr") => return self.truncate(at),
                (Mode::Row | Mode::TableBody, b"table") => self.truncate(at),
                (Mode::Row | Mode::TableBody, b"tbody" | b"tfoot" | b"thead") => {
                    if !self.is_in_table(name) {
                        return;
                    }
                    self.truncate(at);
                    if mode == Mode::TableBody {
                        return;
                    }
                }
                (Mode::Table, b"table") | (Mode::ColumnGroup, b"colgroup") => return self.truncate(at),
                (
                    Mode::Table | Mode::TableBody | Mode::Row | Mode::Cell | Mode::Caption,
                    b"body" | b"caption" | b"col" | b"colgroup" | b"html" | b"tbody" | b"td" | b"tfoot" | b"th"
                    | b"thead" | b"tr",
                )
                | (Mode::ColumnGroup, b"col") => return,
                (Mode::ColumnGroup, name) if name != b"template" => self.truncate(at),
                _ => return self.body_end(name),
            }
        }
    }

    fn close_marked_template(&mut self, at: usize) {
        self.truncate(at);
        self.clear_to_marker();
    }

    fn end_option(&mut self, name: &[u8]) {
        let before = self.open.len().saturating_sub(2);
        if name == b"optgroup" && self.current().is_html(b"option") && self.open[before].is_html(b"optgroup") {
            self.pop();
        }
        if self.current().is_html(name) {
            self.pop();
        }
    }

    fn body_end(&mut self, name: &[u8]) {
        match name {
            // No template is open here.
            b"template" | b"body" | b"html" => {}
            b"address" | b"article" | b"aside" | b"blockquote" | b"button" | b"center" | b"details" | b"dialog"
            | b"dir" | b"div" | b"dl" | b"fieldset" | b"figcaption" | b"figure" | b"footer" | b"header" | b"hgroup"
            | b"listing" | b"main" | b"menu" | b"nav" | b"ol" | b"pre" | b"search" | b"section" | b"summary"
            | b"ul" | b"dd" | b"dt" => {
                if let Some(at) = self.named_in_scope(SCOPE, name) {
                    self.truncate(at);
                }
            }
            b"form" => {
                let Some(id) = self.form.take() else { return };
                if self.in_scope(SCOPE, |open| open.id == id).is_none() {
                    return;
                }
                self.close_implied(b"");
                if let Some(at) = self.open.iter().rposition(|open| open.id == id) {
                    self.remove(at);
                }
            }
            b"p" => self.close_paragraph(),
            b"li" => {
                if let Some(at) = self.named_in_scope(SCOPE | LIST, name) {
                    self.truncate(at);
                }
            }
            b"h1" | b"h2" | b"h3" | b"h4" | b"h5" | b"h6" => {
                if let Some(at) = self.in_scope(SCOPE, |open| open.is(HEADING)) {
                    self.truncate(at);
                }
            }
            name if element::kind(name) & FORMATTING != 0 => self.adopt(name),
            b"applet" | b"marquee" | b"object" => {
                if let Some(at) = self.named_in_scope(SCOPE, name) {
                    self.truncate(at);
                    self.clear_to_marker();
                }
            }
            b"br" => self.reconstruct(),
            _ => self.any_other_end(name),
        }
    }

    fn any_other_end(&mut self, name: &[u8]) {
        for at in (0..self.open.len()).rev() {
            if self.open[at].is_html(name) {
                return self.truncate(at);
            }
            if self.open[at].is(SPECIAL) {
                return;
            }
        }
    }

    /// The end tag of a formatting element: the adoption agency algorithm.
    fn adopt(&mut self, name: &[u8]) {
        if self.current().is_html(name) && self.listed(self.current().id).is_none() {
            return self.pop();
        }
        for _ in 0..8 {
            let found = self.last_formatting(name).and_then(|at| Some((at, self.formatting[at].element?.id)));
            let Some((listed, id)) = found else { return self.any_other_end(name) };
            let Some(at) = self.open.iter().rposition(|open| open.id == id) else {
                self.formatting.remove(listed);
                return;
            };
            if self.open[at + 1..].iter().any(|open| open.is(SCOPE)) {
                return;
            }
            let Some(furthest) = (at + 1..self.open.len()).find(|&at| self.open[at].is(SPECIAL)) else {
                self.truncate(at);
                self.formatting.remove(listed);
                return;
            };
            self.move_inside(at, id, furthest, listed);
        }
    }

    /// Moves a formatting element from around a block, the furthest that it may be in, into it, with those between that are active.
    fn move_inside(&mut self, at: usize, id: u32, mut furthest: usize, listed: usize) {
        let (mut node, mut bookmark, mut is_first) = (furthest, listed, true);
        for counter in 1.. {
            node -= 1;
            if node == at {
                break;
            }
            let mut active = self.listed(self.open[node].id);
            if let Some(index) = active.filter(|_| counter > 3) {
                self.formatting.remove(index);
                bookmark -= usize::from(index < bookmark);
                active = None;
            }
            let Some(index) = active else {
                self.remove(node);
                furthest -= 1;
                continue;
            };
            if is_first {
                bookmark = index + 1;
                is_first = false;
            }
        }
        if let Some(listed) = self.listed(id) {
            let element = self.formatting.remove(listed);
            bookmark -= usize::from(listed < bookmark);
            self.formatting.insert(bookmark.min(self.formatting.len()), element);
        }
        // It is another one: the end of the first is not the end of this.
        self.next_id += 1;
        let element = Open { id: self.next_id, ..self.open.remove(at) };
        self.open.insert(furthest, element);
        if let Some(moved) = self.formatting.iter_mut().find(|listed| listed.element.is_some_and(|old| old.id == id)) {
            moved.element = Some(element);
        }
    }

    /// Whether the rules for foreign content hold for a start tag.
    fn is_taken_by_foreign(&self, tag: &StartTag<'_>) -> bool {
        let current = self.current();
        let is_text = current.is(TEXT_POINT) && !matches!(tag.name, b"mglyph" | b"malignmark");
        let is_drawing = current.is(ANNOTATION) && tag.name == b"svg";
        current.is(FOREIGN) && !is_text && !is_drawing && !current.is(HTML_POINT)
    }

    fn foreign_start(&mut self, tag: &StartTag<'_>) -> bool {
        if element::breaks_out(tag.name) || tag.name == b"font" && tag.has_font {
            self.break_out();
            return self.html_start(tag);
        }
        self.push_foreign(tag, self.current().is(element::MATH));
        false
    }

    fn push_foreign(&mut self, tag: &StartTag<'_>, is_math: bool) {
        if !tag.is_closed {
            self.push(tag.name, element::foreign_kind(tag.name, is_math, tag.is_encoded_html));
        }
    }

    /// Closes foreign elements up to one in which there may be others.
    fn break_out(&mut self) {
        while self.current().is(FOREIGN) && !self.current().is(HTML_POINT | TEXT_POINT) {
            self.pop();
        }
    }

    fn foreign_end(&mut self, name: &[u8]) {
        if matches!(name, b"br" | b"p") {
            self.break_out();
            return self.html_end(name);
        }
        for at in (1..self.open.len()).rev() {
            if !self.open[at].is(FOREIGN) {
                return self.html_end(name);
            }
            if self.open[at].name.as_bytes() == name {
                return self.truncate(at);
            }
        }
    }
}
