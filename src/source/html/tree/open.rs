//! What is kept of the elements that are open, and of those that format.

use crate::source::html::element::{ElementName, FOREIGN};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Open {
    pub(super) id: u32,
    pub(super) name: ElementName,
    pub(super) kind: u32,
}

impl Open {
    pub(super) fn is(&self, kind: u32) -> bool {
        self.kind & kind != 0
    }

    pub(super) fn is_html(&self, name: &[u8]) -> bool {
        !self.is(FOREIGN) && self.name.as_bytes() == name
    }
}

/// The insertion mode, determined by the innermost element that has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
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

/// An active formatting element, or a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Formatting {
    pub(super) element: Option<Open>,
    pub(super) attributes: u64,
    pub(super) is_open: bool,
}
