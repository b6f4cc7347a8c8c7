//! Bytes in: what a search hands out as text settles.

use std::{io, ops::ControlFlow};

use crate::{Link, Refused};

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event<'w> {
    /// A link.
    Link(Link<'w>),
    /// A candidate that was refused; only with [`FinderBuilder::explain`](crate::FinderBuilder::explain).
    Refused(Refused<'w>),
}

/// Takes what a search finds, in the order of the text.
pub trait Sink {
    /// Takes a link or a refused candidate. `Break` ends the search.
    ///
    /// # Errors
    /// Whatever makes going on senseless, such as a failed write.
    fn event(&mut self, event: Event<'_>) -> io::Result<ControlFlow<()>>;

    /// Takes the next stretch of the text, from where the last stretch ended, after all events in it: every link that
    /// starts in the stretch also ends in it. The stretches together are the whole text.
    ///
    /// # Errors
    /// Whatever makes going on senseless, such as a failed write.
    fn settled(&mut self, text: &[u8]) -> io::Result<ControlFlow<()>> {
        let _ = text;
        Ok(ControlFlow::Continue(()))
    }
}
