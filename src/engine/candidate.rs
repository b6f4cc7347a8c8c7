//! A span of the text that may be a URL, should the grammar accept it.

use std::borrow::Cow;

use super::found::Plain;
use crate::{
    link::{Delimiter, Kind, Notation, Piece, Pieces},
    uri::Components,
};

/// A span of the text that may be a URL, should the grammar accept it. Positions are indices into the window.
pub(crate) struct Candidate<'w> {
    pub(crate) kind: Kind,
    pub(crate) delimiter: Delimiter,
    pub(crate) pieces: Pieces,
    /// What stands there, its pieces joined.
    pub(crate) written: Cow<'w, str>,
    /// What is put in front of it to make it complete.
    pub(crate) completion: &'static str,
    /// It is a reference that a base completes.
    pub(crate) is_relative: bool,
    /// The notation whose escapes stand between its pieces.
    pub(crate) escapes: Option<Notation>,
    /// Where the search goes on after it.
    pub(crate) resume: usize,
    /// What evidence joined.
    pub(crate) joined: Option<Joined>,
}

impl Candidate<'_> {
    /// From its first byte to the end of its last piece.
    pub(crate) fn range(&self) -> Piece {
        let pieces = self.pieces.as_slice();
        pieces[0].start..pieces[pieces.len() - 1].end
    }

    /// The candidate as a link with these components, of which nothing has to be made but its completion.
    pub(super) fn plain(&self, components: Components) -> Plain {
        let (Piece { start, end }, kind, delimiter) = (self.range(), self.kind, self.delimiter);
        Plain { start, end, kind, delimiter, components }
    }

    /// The index in the window of the byte at `offset` of what stands there.
    pub(crate) fn source_index(&self, offset: usize) -> usize {
        source_index(self.pieces.as_slice(), offset)
    }
}

/// What there is to a URL that evidence put together.
pub(crate) struct Joined {
    /// How sure the least sure of the joins is.
    pub(crate) confidence: f32,
    /// Where the URL would end without them.
    pub(crate) end: usize,
}

/// The source index of the byte at `offset` of the joined text.
fn source_index(pieces: &[Piece], mut offset: usize) -> usize {
    for piece in pieces {
        if offset < piece.len() {
            return piece.start + offset;
        }
        offset -= piece.len();
    }
    pieces.last().map_or(0, |piece| piece.end)
}
