//! The reader of one hit.

use std::{
    borrow::Cow,
    cell::{Cell, RefCell},
};

use super::{
    accept::{self, Refusal},
    candidate::Candidate,
    cursor::Told,
    found::Found,
    left::{self, Left},
    scheme::Beginning,
    subject::Subject,
    tail::At,
    text::Text,
    triggers::Hit,
    view::View,
    window::Window,
};
use crate::{
    config::Rejoin,
    link::{Delimiter, Notation, Pieces},
    text::characters::is_soft,
};

pub(super) struct Reader<'a, 'w> {
    pub(super) subject: Subject<'a>,
    pub(super) window: &'a Window<'w>,
    pub(super) text: &'a Text<'w>,
    /// Nothing before it belongs to another link.
    pub(super) floor: usize,
    /// Up to here, only URLs with a scheme are found.
    pub(super) hidden: usize,
    /// The budget is spent: the text is only read as written.
    pub(super) is_spent: bool,
    /// Up to here it was useless to look for breaks and escapes.
    pub(super) plain_to: Cell<usize>,
    pub(super) hit: Hit,
    /// What the first stage has read.
    pub(super) first: Option<At>,
    /// Explanations of breaks.
    pub(super) told: RefCell<Vec<Told>>,
}

impl<'w> Reader<'_, 'w> {
    /// Returns `true` if breaks and escapes may be looked for at `at`: the budget allows it, and no look there was
    /// useless.
    pub(super) fn may_look(&self, at: usize) -> bool {
        !self.is_spent && at >= self.plain_to.get()
    }

    pub(super) fn left(&self, start: usize) -> Left {
        let left = left::read(self.text, self.floor, start);
        Left { is_field: left.is_field && !self.is_spent, ..left }
    }

    /// Returns which breaks may be joined.
    pub(super) fn level(&self) -> Rejoin {
        if self.is_spent { Rejoin::Off } else { self.subject.config.rejoin }
    }

    /// Returns the end of the run of visible characters around `at`.
    pub(super) fn run_end(&self, at: usize) -> usize {
        if at < self.hidden {
            return self.hidden;
        }
        self.text.until(at, usize::MAX, |byte| byte <= b' ' || matches!(byte, b'<' | b'>' | b'"'))
    }

    /// Returns the candidate that is written in these pieces.
    pub(super) fn candidate(
        &self,
        beginning: &Beginning,
        delimiter: Delimiter,
        pieces: Pieces,
        written: Cow<'w, str>,
        resume: usize,
    ) -> Candidate<'w> {
        Candidate {
            kind: beginning.kind,
            delimiter,
            pieces,
            written,
            completion: beginning.completion,
            is_relative: false,
            escapes: None,
            resume,
            joined: None,
        }
    }

    /// Returns the candidate in the first `length` bytes of a view.
    pub(super) fn candidate_in(
        &self,
        beginning: &Beginning,
        delimiter: Delimiter,
        view: &View,
        length: usize,
        escapes: Option<Notation>,
    ) -> Option<Candidate<'w>> {
        let written = Cow::Owned(str::from_utf8(&view.bytes[..length]).ok()?.to_owned());
        let candidate = self.candidate(beginning, delimiter, view.pieces(length), written, view.source(length));
        Some(Candidate { escapes, ..candidate })
    }

    /// Returns the link, if the grammar accepts the candidate.
    pub(super) fn accept(&self, mut candidate: Candidate<'w>) -> Result<Found<'w>, Refusal> {
        // RFC 1738, 2.2: a fragment is not part of the URL.
        if !self.subject.config.syntax.table.has_fragments()
            && let Some(fragment) = candidate.written.find('#').filter(|&at| at > 0)
            && candidate.escapes.is_none()
        {
            let fragment = candidate.written[..fragment].trim_end_matches(is_soft).len();
            candidate.pieces = first_of(&candidate.pieces, fragment);
            candidate.written = match candidate.written {
                Cow::Borrowed(written) => Cow::Borrowed(&written[..fragment]),
                Cow::Owned(written) => Cow::Owned(written[..fragment].to_owned()),
            };
        }
        self.text.worked(32 + 2 * candidate.written.len());
        accept::accept(self.subject, self.window, candidate).map(|(link, resume)| Found::Link { link, resume })
    }

    /// Returns the link, or the refusal.
    pub(super) fn judge(&self, candidate: Candidate<'w>) -> Found<'w> {
        self.accept(candidate).unwrap_or_else(|Refusal { range, at, rejection }| {
            let hidden = self.run_end(at);
            Found::Refused { range, at, rejection, hidden }
        })
    }

    /// Returns that the hit is nothing; the search continues after it.
    pub(super) fn nothing(&self) -> Found<'w> {
        Found::Nothing { resume: self.hit.at + 1, hidden: 0 }
    }

    /// Returns that the hit is nothing; the search continues after its run.
    pub(super) fn nothing_in_run(&self) -> Found<'w> {
        Found::Nothing { resume: self.hit.at + 1, hidden: self.run_end(self.hit.at) }
    }
}

/// Returns the pieces for the first `length` bytes.
fn first_of(pieces: &Pieces, length: usize) -> Pieces {
    let (mut rest, mut first) = (length, Vec::new());
    for piece in pieces.as_slice() {
        let end = piece.end.min(piece.start + rest);
        rest -= end - piece.start;
        if piece.start < end {
            first.push(piece.start..end);
        }
    }
    if let [piece] = &first[..] { Pieces::One(piece.clone()) } else { Pieces::Many(first) }
}
