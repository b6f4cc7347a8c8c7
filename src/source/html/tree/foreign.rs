//! Tags in foreign content, which is SVG and MathML (13.2.6.5).

use super::{StartTag, Tree};
use crate::source::{
    html::element::{self, ANNOTATION, FOREIGN, HTML_POINT, TEXT_POINT},
    steps,
};

impl Tree {
    /// Returns `true` if the rules for foreign content apply to a start tag.
    pub(super) fn is_taken_by_foreign(&self, tag: &StartTag<'_>) -> bool {
        let current = self.current();
        let is_text = current.is(TEXT_POINT) && !matches!(tag.name, b"mglyph" | b"malignmark");
        let is_drawing = current.is(ANNOTATION) && tag.name == b"svg";
        current.is(FOREIGN) && !is_text && !is_drawing && !current.is(HTML_POINT)
    }

    pub(super) fn foreign_start(&mut self, tag: &StartTag<'_>) -> bool {
        if element::breaks_out(tag.name) || tag.name == b"font" && tag.has_font {
            self.break_out();
            return self.html_start(tag);
        }
        self.push_foreign(tag, self.current().is(element::MATH));
        false
    }

    pub(super) fn push_foreign(&mut self, tag: &StartTag<'_>, is_math: bool) {
        if !tag.is_closed {
            self.push(tag.name, element::foreign_kind(tag.name, is_math, tag.is_encoded_html));
        }
    }

    /// Closes foreign elements up to one that may contain others.
    fn break_out(&mut self) {
        while self.current().is(FOREIGN) && !self.current().is(HTML_POINT | TEXT_POINT) {
            self.pop();
        }
    }

    pub(super) fn foreign_end(&mut self, name: &[u8], kind: u32) {
        if matches!(name, b"br" | b"p") {
            self.break_out();
            return self.html_end(name, kind);
        }
        for at in (1..self.open.len()).rev() {
            steps::count(1);
            if !self.open[at].is(FOREIGN) {
                return self.html_end(name, kind);
            }
            if self.open[at].name.as_bytes() == name {
                return self.truncate(at);
            }
        }
    }
}
