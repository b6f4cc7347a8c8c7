//! What a step of the search gives.

use std::mem;

use crate::link::{Break, Link, Refused};

/// How many settled bytes are kept in front of a window for looking back.
pub(crate) const HEAD: usize = 8 << 10;

/// What a step found.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
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

/// Puts a link where none is that would have to be dropped, which the compiler can't know.
#[inline(always)]
pub(crate) fn put<'w>(place: &mut Option<Link<'w>>, link: Link<'w>) {
    debug_assert!(place.is_none());
    mem::forget(place.replace(link));
}
