//! A span of text that is a URL if the grammar accepts it.

use std::borrow::Cow;

use super::found::Plain;
use crate::{
    link::{Delimiter, Kind, Notation, Piece, Pieces},
    uri::Components,
};

/// A span of text that is a URL if the grammar accepts it. Positions are indices into the window.
pub(crate) struct Candidate<'w> {
    pub(crate) kind: Kind,
    pub(crate) delimiter: Delimiter,
    pub(crate) pieces: Pieces,
    pub(crate) written: Cow<'w, str>,
    /// The text before it that makes it a complete URL.
    pub(crate) completion: &'static str,
    /// A relative reference, which a base completes.
    pub(crate) is_relative: bool,
    /// The notation whose escapes stand between its pieces.
    pub(crate) escapes: Option<Notation>,
    pub(crate) resume: usize,
    /// Joins on evidence.
    pub(crate) joined: Option<Joined>,
}

impl Candidate<'_> {
    /// Returns the range from its first byte to the end of its last piece.
    pub(crate) fn range(&self) -> Piece {
        let pieces = self.pieces.as_slice();
        pieces[0].start..pieces[pieces.len() - 1].end
    }

    /// Returns the link with these components and no changes but its completion.
    pub(super) fn plain(&self, components: Components) -> Plain {
        let (Piece { start, end }, kind, delimiter) = (self.range(), self.kind, self.delimiter);
        Plain { start, end, kind, delimiter, components }
    }

    /// Returns the window index of the byte at `offset` of the written text.
    pub(crate) fn source_index(&self, offset: usize) -> usize {
        let (pieces, mut offset) = (self.pieces.as_slice(), offset);
        for piece in pieces {
            if offset < piece.len() {
                return piece.start + offset;
            }
            offset -= piece.len();
        }
        pieces.last().map_or(0, |piece| piece.end)
    }
}

/// What evidence joined to a URL.
pub(crate) struct Joined {
    /// The confidence of the least certain join.
    pub(crate) confidence: f32,
    /// The end of the URL without the joins.
    pub(crate) end: usize,
}
