//! Tags in the body (13.2.6.4.7).

use super::{FRAMES, Quirks, StartTag, TABLE, Tree};
use crate::source::{
    html::element::{self, BUTTON, FORMATTING, HEADING, LEFT, LIST, RAW, RULE, SCOPE, SPECIAL},
    steps,
};

impl Tree {
    pub(super) fn push_raw(&mut self, tag: &StartTag<'_>) -> bool {
        self.push(tag.name, LEFT | RAW | SPECIAL);
        true
    }

    pub(super) fn body_start(&mut self, tag: &StartTag<'_>) -> bool {
        self.has_body = self.has_body || !element::may_be_in_head(tag.name);
        if tag.kind & RULE == 0 {
            self.reconstruct();
            if tag.kind & FORMATTING != 0 {
                self.push_formatting(tag);
            } else {
                self.push_element(tag);
            }
            return false;
        }
        match tag.name {
            b"html" | b"head" | b"body" => self.is_document = true,
            b"frameset" => self.lose(FRAMES),
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
                self.close_in_scope(SCOPE, b"button");
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
            b"applet" | b"marquee" | b"object" => {
                self.reconstruct();
                self.push_element(tag);
                self.push_marker();
            }
            b"table" => {
                let is_in_paragraph = self.paragraphs > 0 && self.named_in_scope(SCOPE | BUTTON, b"p").is_some();
                match self.quirks {
                    Quirks::No => self.close_paragraph(),
                    Quirks::Unknown if is_in_paragraph && !self.is_document => self.lose(TABLE),
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

    /// Closes the element with this name, if it is in scope.
    fn close_in_scope(&mut self, scope: u32, name: &[u8]) {
        if let Some(at) = self.named_in_scope(scope, name) {
            self.truncate(at);
        }
    }

    /// Opens an item, and closes the previous one of the same list.
    fn start_item(&mut self, tag: &StartTag<'_>, names: &[&[u8]]) {
        for at in (0..self.open.len()).rev() {
            steps::count(1);
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

    pub(super) fn body_end(&mut self, name: &[u8], kind: u32) {
        if kind & FORMATTING != 0 {
            return self.adopt(name);
        }
        if kind & RULE == 0 {
            return self.any_other_end(name);
        }
        match name {
            // No template is open here.
            b"template" | b"body" | b"html" => {}
            b"address" | b"article" | b"aside" | b"blockquote" | b"button" | b"center" | b"details" | b"dialog"
            | b"dir" | b"div" | b"dl" | b"fieldset" | b"figcaption" | b"figure" | b"footer" | b"header" | b"hgroup"
            | b"listing" | b"main" | b"menu" | b"nav" | b"ol" | b"pre" | b"search" | b"section" | b"summary"
            | b"ul" | b"dd" | b"dt" => self.close_in_scope(SCOPE, name),
            b"form" => {
                let form = self.form.take();
                let Some(id) = form.filter(|&id| self.in_scope(SCOPE, |open| open.id == id).is_some()) else { return };
                self.close_implied(b"");
                if let Some(at) = self.open.iter().rposition(|open| open.id == id) {
                    self.remove(at);
                }
            }
            b"p" => self.close_paragraph(),
            b"li" => self.close_in_scope(SCOPE | LIST, name),
            b"h1" | b"h2" | b"h3" | b"h4" | b"h5" | b"h6" => {
                if let Some(at) = self.in_scope(SCOPE, |open| open.is(HEADING)) {
                    self.truncate(at);
                }
            }
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

    pub(super) fn any_other_end(&mut self, name: &[u8]) {
        for at in (0..self.open.len()).rev() {
            steps::count(1);
            if self.open[at].is_html(name) {
                return self.truncate(at);
            }
            if self.open[at].is(SPECIAL) {
                return;
            }
        }
    }
}
