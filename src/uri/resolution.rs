//! How a document resolves references, as data.

use crate::uri::rejection::Rule;

/// How a document resolves references: its algorithm as data. Where the documents differ there is a field.
pub(crate) struct Resolution {
    /// Whose path a reference that has only a query goes on from.
    pub(crate) query_only: QueryOnly,
    /// What a reference is that is empty or has only a fragment.
    pub(crate) same_document: SameDocument,
    /// Which base gives a relative path a slash to begin with where the base's path is empty.
    pub(crate) empty_base: EmptyBase,
    /// How dot segments are removed from a merged path.
    pub(crate) dots: Dots,
    /// True if they are also removed from a path that the reference gave whole.
    pub(crate) dots_in_absolute: bool,
    /// True if the query of a merged path is still part of it when dot segments are removed.
    pub(crate) query_in_path: bool,
    /// A base without a scheme.
    pub(crate) base: &'static Rule,
}

#[derive(PartialEq)]
pub(crate) enum QueryOnly {
    /// The base's path, whole.
    Path,
    /// The base's path without its last segment, like any relative path.
    Directory,
}

#[derive(PartialEq)]
pub(crate) enum SameDocument {
    /// It inherits all but the fragment.
    Inherits,
    /// It means the current document, wherever that came from, and stays as it is.
    Stays,
}

#[derive(PartialEq)]
pub(crate) enum EmptyBase {
    Any,
    /// One with an authority. A path without a slash can't follow that.
    Authority,
}

#[derive(Clone, Copy)]
pub(crate) enum Dots {
    /// What goes beyond the root is dropped.
    Dropped,
    /// What goes beyond the root stays.
    Kept,
    /// The same, and a removed segment takes with it the slash before it, not the one behind.
    WithSlashBefore,
}
