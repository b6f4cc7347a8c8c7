//! What a filter asks of a link.

use crate::link::{Link, Refused};

/// Says of a link whether it is wanted. Closures do.
pub trait Condition: Send + Sync {
    /// Whether the link is wanted.
    fn holds(&self, link: &Link<'_>) -> bool;

    /// Whether a candidate that was refused is wanted where such are; `None` if that can't be asked of what is no URL. Default:
    /// `None`.
    fn holds_of_refused(&self, refused: &Refused<'_>) -> Option<bool> {
        let _ = refused;
        None
    }
}

impl<F: Fn(&Link<'_>) -> bool + Send + Sync> Condition for F {
    fn holds(&self, link: &Link<'_>) -> bool {
        self(link)
    }
}
