//! Where a search stands between two calls, and what a call gives.

use std::collections::VecDeque;

use crate::{
    engine::{
        budget::Funds,
        forms::name::Run,
        rejoin,
        scan::Candidates,
        search::runs::{RefusedRun, ShownRun},
        window::Window,
    },
    link::{Break, Link, Piece, Refused},
};

/// How far back from a trigger a link can begin: a host name or the local part of an address is no longer.
pub(crate) const REACH: usize = 512;

/// How many settled bytes are kept in front of a window for looking back: for the same URL elsewhere, which is further
/// than the reach of a link, and that of the start of its line behind it.
pub(crate) const HEAD: usize = rejoin::BACK;

const _: () = assert!(HEAD >= 2 * REACH);

/// What it costs to dismiss a hit without a closer look.
const DISMISSAL: u64 = 4;

/// Where a search stands between two calls. Positions are indices into the window.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cursor {
    /// Where to look for the next trigger.
    pub(crate) at: usize,
    /// The block that the last trigger was found in.
    pub(super) reached: Candidates,
    /// The end of the last link: nothing before it belongs to another.
    pub(crate) floor: usize,
    /// Whether the text up to the next white space belongs to a URL that was longer than the limit.
    pub(crate) in_oversize: bool,
    /// The furthest end of the candidates that were refused: what begins before it is read for another time.
    pub(super) refused_end: usize,
    /// The run of characters that a refused candidate stands in.
    pub(super) refused_run: RefusedRun,
    /// The run of characters that was shown last.
    pub(super) shown: ShownRun,
    /// Up to here, nothing is joined on evidence: what it joined was refused.
    pub(super) unjoined_end: usize,
    /// The host name characters that were looked back over last.
    pub(super) run: Run,
    /// What may be spent on reading again, on weighing evidence, and on closer looks that come to nothing.
    pub(crate) funds: Funds,
    /// What was found and not handed out: only explanations come several at a time.
    pub(crate) told: VecDeque<Told>,
    /// The bytes that were looked at behind the trigger search: a measure of work for tests.
    pub(crate) steps: u64,
}

impl Cursor {
    /// Whether something is left to do of what was found last.
    #[inline(always)]
    pub(super) fn has_rest(&self) -> bool {
        !self.told.is_empty() || self.in_oversize || self.refused_run.is_open
    }

    /// Goes on behind a link that took no closer look.
    #[inline(always)]
    pub(super) fn pass(&mut self, link: Piece) {
        self.steps += link.len() as u64;
        self.refused_run.leave();
        self.at = link.end;
        self.floor = link.end;
    }

    /// Goes on behind a hit that is that of nothing, up to `resume`.
    #[inline(always)]
    pub(super) fn dismiss(&mut self, resume: usize) {
        self.steps += DISMISSAL;
        self.at = resume;
    }

    /// Goes on at `at` inside a candidate that took no closer look, where it was refused.
    pub(super) fn refuse(&mut self, bytes: &[u8], candidate: Piece, at: usize) {
        self.steps += candidate.len() as u64;
        self.refused_end = self.refused_end.max(candidate.end);
        self.refused_run.enter(bytes, candidate.start, at);
        self.at = at;
    }

    /// Moves all positions down with the window, whose first `dropped` bytes are gone.
    pub(crate) fn advance(&mut self, dropped: usize) {
        self.at -= dropped;
        self.reached = self.reached.moved_down(dropped);
        self.floor = self.floor.saturating_sub(dropped);
        self.refused_end = self.refused_end.saturating_sub(dropped);
        self.unjoined_end = self.unjoined_end.saturating_sub(dropped);
        self.refused_run.advance(dropped);
        self.shown.advance(dropped);
        self.run.advance(dropped);
        self.funds.advance(dropped);
    }
}

/// What a call found.
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

/// How far the text is settled when a decision that begins at `open` is still to be made.
pub(super) fn settled(window: &Window, cursor: &Cursor, open: usize) -> usize {
    if window.is_end {
        return window.bytes.len();
    }
    open.min(window.bytes.len().saturating_sub(REACH)).max(cursor.floor)
}
