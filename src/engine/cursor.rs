//! The result of a search step.

use std::mem;

use crate::link::{Break, Link, Refused};

/// How many settled bytes are kept before a window, for looking back.
pub(crate) const HEAD: usize = 8 << 10;

#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    Link,
    /// An explanation. It is the first in the cursor's queue, which is in the order of the text.
    Told,
    /// Nothing more in this window. The text is settled up to this index; at the end of the text, that is all of it.
    Settled(usize),
}

/// An explanation.
#[derive(Clone, Debug)]
pub(crate) enum Told {
    Link(Link<'static>),
    Refused(Refused<'static>),
    Break(Break<'static>),
}

/// Stores the link. The place is empty, so nothing is dropped, which the compiler cannot know.
#[inline(always)]
pub(crate) fn put<'w>(place: &mut Option<Link<'w>>, link: Link<'w>) {
    debug_assert!(place.is_none());
    mem::forget(place.replace(link));
}
