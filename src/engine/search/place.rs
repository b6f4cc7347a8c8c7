//! Where a link is put that was found.

use std::mem;

use crate::link::Link;

/// Where a link is put. It is written there once, and not moved: a processor waits where what was written in pieces is read as a
/// whole right behind that.
pub(crate) trait LinkPlace<'w> {
    /// Puts the link there, where none is.
    fn put(&mut self, link: Link<'w>);
}

impl<'w> LinkPlace<'w> for Option<Link<'w>> {
    #[inline(always)]
    fn put(&mut self, link: Link<'w>) {
        fill(self, link);
    }
}

/// Puts something where nothing is that would have to be dropped, which the compiler can't know.
#[inline(always)]
pub(crate) fn fill<T>(place: &mut Option<T>, something: T) {
    debug_assert!(place.is_none());
    mem::forget(place.replace(something));
}
