//! What a search hands out: links, refused candidates and breaks, and who takes them.

use std::{io, ops::ControlFlow};

use crate::link::{Break, Link, Piece, Refused};

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event<'w> {
    /// A link.
    Link(Link<'w>),
    /// A candidate that was refused; only with [`FinderBuilder::explain`](crate::FinderBuilder::explain).
    Refused(Refused<'w>),
    /// A break in a URL that nothing delimits, and what was decided about it; only with
    /// [`FinderBuilder::explain`](crate::FinderBuilder::explain).
    Break(Break<'w>),
}

/// Takes what a search finds, in the order of the text.
pub trait Sink {
    /// Takes a link or a refused candidate. `Break` ends the search.
    ///
    /// # Errors
    /// Whatever makes going on senseless, such as a failed write.
    fn event(&mut self, event: Event<'_>) -> io::Result<ControlFlow<()>>;

    /// Whether events shall have their offsets in the text that [`settled`](Sink::settled) hands out. Otherwise, and that
    /// is the default, they are those of the source: the two differ where the source is UTF-16.
    fn wants_decoded_offsets(&self) -> bool {
        false
    }

    /// Takes the next stretch of the text, from where the last stretch ended, after all events in it: every link that
    /// starts in the stretch also ends in it. The stretches together are the whole text, as UTF-8.
    ///
    /// # Errors
    /// Whatever makes going on senseless, such as a failed write.
    fn settled(&mut self, text: &[u8]) -> io::Result<ControlFlow<()>> {
        let _ = text;
        Ok(ControlFlow::Continue(()))
    }
}

/// Which end of a range an offset is: where something between two ranges is left out, they are not the same place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edge {
    Start,
    End,
}

impl Event<'_> {
    /// Makes its offsets those of another text: `moved` is called for each of them from left to right.
    pub(crate) fn move_offsets(&mut self, mut moved: impl FnMut(usize, Edge) -> usize) {
        let mut move_range = |range: &mut Piece, at: Option<&mut usize>| {
            range.start = moved(range.start, Edge::Start);
            let inside = at.map(|at| (moved(*at, Edge::Start), at));
            range.end = moved(range.end, Edge::End).max(range.start);
            if let Some((place, at)) = inside {
                *at = place.clamp(range.start, range.end);
            }
        };
        match self {
            Event::Link(link) => match &mut link.made {
                Some(made) if !made.pieces.is_empty() => {
                    made.pieces.iter_mut().for_each(|piece| move_range(piece, None));
                    link.range = made.pieces[0].start..made.pieces[made.pieces.len() - 1].end;
                }
                _ => move_range(&mut link.range, None),
            },
            Event::Refused(refused) => move_range(&mut refused.range, Some(&mut refused.at)),
            Event::Break(seen) => move_range(&mut seen.range, Some(&mut seen.at)),
        }
    }

    /// Where it stands.
    #[cfg(feature = "mail")]
    pub(crate) fn range(&self) -> Piece {
        match self {
            Event::Link(link) => link.range.clone(),
            Event::Refused(refused) => refused.range.clone(),
            Event::Break(seen) => seen.range.clone(),
        }
    }
}
