//! Tags by the insertion mode: those of tables, `select` and templates, of which all others go to the body (13.2.6.4.9 to 13.2.6.4.18).

use super::{SELECT, StartTag, TEMPLATE, Tree, open::Mode};
use crate::source::html::element::{self, FOREIGN};

impl Tree {
    pub(super) fn html_start(&mut self, tag: &StartTag<'_>) -> bool {
        if !self.has_mode() {
            return self.body_start(tag);
        }
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

    /// Closes a cell, a caption or a template, which have a marker.
    fn close_marked(&mut self, at: usize) {
        self.truncate(at);
        self.clear_to_marker();
    }

    /// Takes a start tag in a template. Its text must not be changed, so only the end of the template matters.
    fn template_start(&mut self, tag: &StartTag<'_>) -> bool {
        if self.current().is(FOREIGN) {
            self.lose(TEMPLATE);
        }
        match tag.name {
            b"template" | b"svg" | b"math" | b"script" | b"style" | b"title" | b"textarea" | b"xmp" | b"iframe"
            | b"noembed" | b"noframes" | b"plaintext" | b"select" => self.body_start(tag),
            b"col" | b"colgroup" | b"frameset" => {
                self.lose(TEMPLATE);
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
                self.lose(SELECT);
                false
            }
        }
    }

    pub(super) fn html_end(&mut self, name: &[u8], kind: u32) {
        if !self.has_mode() {
            return self.body_end(name, kind);
        }
        loop {
            let (mode, at) = self.mode();
            match (mode, name) {
                (Mode::Template, b"template") => return self.close_marked(at),
                (Mode::Template, _) => {
                    if self.current().is(FOREIGN) {
                        self.lose(TEMPLATE);
                    }
                    return;
                }
                (Mode::Select, b"option" | b"optgroup") => return self.end_option(name),
                (Mode::Select, b"select") => return self.truncate(at),
                (Mode::Select, _) => return self.lose(SELECT),
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
                _ => return self.body_end(name, kind),
            }
        }
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
}
