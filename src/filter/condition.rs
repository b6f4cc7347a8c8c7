//! What a filter asks of a link.

use crate::link::Link;

/// Says of a link whether it is wanted. Closures do.
pub trait Condition: Send + Sync {
    /// Whether the link is wanted.
    fn holds(&self, link: &Link<'_>) -> bool;
}

impl<F: Fn(&Link<'_>) -> bool + Send + Sync> Condition for F {
    fn holds(&self, link: &Link<'_>) -> bool {
        self(link)
    }
}
