//! What a form says of a URL: where it begins, what it looks like, and where it ends by itself.

use crate::link::Kind;

/// Where a candidate begins and what it looks like, before its end is known. Positions are indices into the window.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Beginning {
    pub(crate) start: usize,
    pub(crate) kind: Kind,
    /// What is put in front of it to make it complete.
    pub(crate) completion: &'static str,
    /// Whether it is one wherever it stands. An unknown scheme is one only in angle brackets.
    pub(crate) is_proven: bool,
    pub(crate) form: Form,
    /// The first letters of its scheme, where that is cut and they end the line before.
    pub(crate) front: Option<SchemeFront>,
}

/// The first letters of a scheme that is cut at the end of a line: indices into the window.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SchemeFront {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Beginning {
    /// Where the first of it stands.
    pub(crate) fn first(&self) -> usize {
        self.front.map_or(self.start, |front| front.start)
    }
}

/// How a candidate goes on, and so how its end is found.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Form {
    /// A scheme and two slashes: an authority begins at this index.
    Hierarchical(usize),
    /// A scheme without slashes: its own part begins at this index.
    Opaque(usize),
    /// `mailto:`: addresses begin at this index.
    Mail(usize),
    /// A host name that begins the candidate and ends at this index.
    Host(usize),
    /// A mail address whose domain begins at this index.
    Address(usize),
}

/// Whether something begins at a trigger.
pub(crate) enum Start {
    At(Beginning),
    /// Nothing does that has its trigger before `resume`.
    Nowhere {
        resume: usize,
    },
}

/// Where a candidate ends by its form.
pub(crate) enum Ending {
    /// It may end at `end`. Before `host_end` it can't: less of a host is another host.
    At { end: usize, host_end: usize },
    /// The byte at this index can't stand there.
    Refused(usize),
    /// It is none, and no other begins before this index.
    Nothing(usize),
}
