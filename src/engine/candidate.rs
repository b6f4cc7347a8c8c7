//! What stands around a hit: a candidate, what is refused of one, or nothing.

use std::borrow::Cow;

use crate::{
    engine::{
        rejoin::{JudgedBreak, pieces::source_index},
        window::Cut,
    },
    link::{Delimiter, Kind, Notation, Piece, Pieces},
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
    /// Whether it is a reference that a base completes.
    pub(crate) is_relative: bool,
    /// The notation whose escapes stand between its pieces.
    pub(crate) escapes: Option<Notation>,
    /// Where the search goes on after it.
    pub(crate) resume: usize,
    /// What evidence joined.
    pub(crate) joined: Option<Joined>,
    /// What evidence was looked at, where that is asked for.
    pub(crate) breaks: Vec<JudgedBreak>,
    /// Whether evidence was not looked at, as too much was before, though the URL may go on behind the end of its line.
    pub(crate) is_unweighed: bool,
}

impl Candidate<'_> {
    /// From its first byte to the end of its last piece.
    pub(crate) fn range(&self) -> Piece {
        let pieces = self.pieces.as_slice();
        pieces[0].start..pieces[pieces.len() - 1].end
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

/// What is believed of what stands around a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Trust {
    /// That brackets and quotation marks hold one URL.
    pub(crate) delimiters: bool,
    /// That a URL goes on over its breaks, where evidence says so.
    pub(crate) evidence: bool,
}

/// What a hit turned out to be.
pub(crate) enum Reading<'w> {
    /// A URL, should the grammar accept it.
    Candidate(Candidate<'w>),
    /// A URL up to the byte at `at`, which can't stand there or is where its host may go on in the next line, and what evidence was looked at,
    /// where that is asked for.
    Refused { start: usize, at: usize, is_in_host: bool, breaks: Vec<JudgedBreak> },
    /// A URL of an unknown scheme, in which nothing is a link of its own.
    Unknown { start: usize, resume: usize },
    /// Nothing up to `resume`.
    Nothing { resume: usize },
}

/// What stands between delimiters.
pub(crate) enum Delimited<'w> {
    Candidate(Candidate<'w>),
    /// Nothing that is one URL, or no such pair.
    Nothing,
    /// More than may be read.
    TooFar,
    /// The same, and the line ends at this index in a host: less of it is another.
    BrokenHost {
        at: usize,
    },
}

/// A hit that could not be read to the end of what stands there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unread {
    pub(crate) cut: Cut,
    /// The start of the text that the decision depends on.
    pub(crate) open: usize,
}
