//! What a step of the search gives.

use std::mem;

use crate::link::{Break, Link, Refused};

/// How many settled bytes are kept in front of a window for looking back.
pub(crate) const HEAD: usize = 8 << 10;

/// What a step found.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    /// A link.
    Link,
    /// What is to be told, in the order of the text: it is the first of what the cursor holds.
    Told,
    /// Nothing more in this window: the text before this index is settled. At the end of the text that is all of it.
    Settled(usize),
}

/// What explanations hand out.
#[derive(Clone, Debug)]
pub(crate) enum Told {
    Link(Link<'static>),
    Refused(Refused<'static>),
    Break(Break<'static>),
}

/// Where a link is put. It is written there once, and not moved: a processor waits where what was written in pieces is read as a
/// whole right after that.
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
