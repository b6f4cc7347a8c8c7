//! How a document resolves references, as data.

use crate::uri::rejection::Rule;

/// The algorithm by which a document resolves references, as data. There is a field for each difference.
pub(crate) struct Resolution {
    /// The path of a reference with only a query.
    pub(crate) query_only: QueryOnly,
    /// The meaning of a reference that is empty or only a fragment.
    pub(crate) same_document: SameDocument,
    /// The bases with an empty path after which a relative path gets a slash.
    pub(crate) empty_base: EmptyBase,
    /// The removal of dot segments from a merged path.
    pub(crate) dots: Dots,
    /// True if they are also removed from an absolute path.
    pub(crate) dots_in_absolute: bool,
    /// True if dot segments are also removed from the query of a merged path.
    pub(crate) query_in_path: bool,
    /// The rule that a base without a scheme breaks.
    pub(crate) base: &'static Rule,
}

#[derive(PartialEq)]
pub(crate) enum QueryOnly {
    Path,
    /// The base's path without its last segment, like for any relative path.
    Directory,
}

#[derive(PartialEq)]
pub(crate) enum SameDocument {
    Inherits,
    /// It means the current document, and stays as it is.
    Stays,
}

#[derive(PartialEq)]
pub(crate) enum EmptyBase {
    Any,
    /// A base with an authority, which a path without a slash cannot follow.
    Authority,
}

#[derive(Clone, Copy)]
pub(crate) enum Dots {
    /// Segments above the root are dropped.
    Dropped,
    /// Segments above the root stay.
    Kept,
    /// The same, but a removed segment takes the slash before it, not the one after it.
    WithSlashBefore,
}
