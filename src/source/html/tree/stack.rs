//! The stack of open elements (13.2.4.2), what is in its scopes, and the insertion mode, which follows from it.

use super::{
    StartTag, Tree,
    open::{Mode, Open},
};
use crate::source::{
    html::element::{BUTTON, ElementName, FORMATTING, IMPLIED, LEFT, MODE, SCOPE, SPECIAL},
    steps,
};

impl Tree {
    pub(super) fn current(&self) -> &Open {
        const NONE: &Open = &Open { id: 0, name: ElementName::NONE, kind: SPECIAL };
        // There is always a body.
        self.open.last().unwrap_or(NONE)
    }

    pub(super) fn push(&mut self, name: &[u8], kind: u32) -> u32 {
        let name = ElementName::new(name);
        let kind = if self.skipped.contains(&name) { kind | LEFT } else { kind };
        self.push_open(name, kind)
    }

    pub(super) fn push_element(&mut self, tag: &StartTag<'_>) -> u32 {
        let edited = if tag.is_editable { LEFT } else { 0 };
        self.push(tag.name, tag.kind | edited)
    }

    pub(super) fn push_open(&mut self, name: ElementName, kind: u32) -> u32 {
        self.next_id += 1;
        let open = Open { id: self.next_id, name, kind };
        self.left += usize::from(open.is(LEFT));
        self.modes += usize::from(open.is(MODE));
        self.paragraphs += usize::from(open.is_html(b"p"));
        self.open.push(open);
        open.id
    }

    pub(super) fn remove(&mut self, at: usize) {
        let open = self.open.remove(at);
        steps::count(1 + self.open.len() - at);
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

    pub(super) fn pop(&mut self) {
        self.truncate(self.open.len() - 1);
    }

    /// Closes all elements from an index on, except the body.
    pub(super) fn truncate(&mut self, length: usize) {
        while self.open.len() > length.max(2) {
            self.remove(self.open.len() - 1);
        }
    }

    /// Returns `true` if an open element determines the insertion mode. The mode is that of the body otherwise.
    pub(super) fn has_mode(&self) -> bool {
        self.modes > 0
    }

    /// Returns the insertion mode, and the index of the element that determines it.
    pub(super) fn mode(&self) -> (Mode, usize) {
        if !self.has_mode() {
            return (Mode::Body, 1);
        }
        let at = self.open.iter().rposition(|open| open.is(MODE)).unwrap_or(1);
        steps::count(self.open.len() - at);
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

    /// Returns the innermost element for which `is` holds, unless an element that ends the scope is inside it.
    pub(super) fn in_scope(&self, ends: u32, is: impl Fn(&Open) -> bool) -> Option<usize> {
        for (at, open) in self.open.iter().enumerate().rev() {
            steps::count(1);
            if is(open) {
                return Some(at);
            }
            if open.is(ends) {
                return None;
            }
        }
        None
    }

    pub(super) fn named_in_scope(&self, ends: u32, name: &[u8]) -> Option<usize> {
        self.in_scope(ends, |open| open.is_html(name))
    }

    pub(super) fn is_in_table(&self, name: &[u8]) -> bool {
        steps::count(self.open.len());
        let innermost = self.open.iter().rev().find(|open| {
            open.is_html(name) || open.is_html(b"table") || open.is_html(b"template") || open.is_html(b"html")
        });
        innermost.is_some_and(|open| open.is_html(name))
    }

    pub(super) fn close_implied(&mut self, but: &[u8]) {
        while self.current().is(IMPLIED) && !self.current().is_html(but) {
            self.pop();
        }
    }

    pub(super) fn close_paragraph(&mut self) {
        if self.paragraphs > 0
            && let Some(at) = self.named_in_scope(SCOPE | BUTTON, b"p")
        {
            self.truncate(at);
        }
    }
}
