//! The conditions of a filter.

use crate::link::{Link, Refused};

/// Decides whether a link is wanted. A closure is a condition.
pub trait Condition: Send + Sync {
    /// Returns `true` if the link is wanted.
    fn holds(&self, link: &Link<'_>) -> bool;

    /// Returns whether a rejected candidate is wanted, or `None` if the condition only applies to URLs. Default:
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
