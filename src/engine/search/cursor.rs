//! Where a search stands between two calls, what it is to look for, and what a call gives.

use std::{borrow::Cow, collections::VecDeque};

use crate::{
    engine::{
        budget::Budget,
        forms::name::Run,
        rejoin,
        scan::Wanted,
        search::runs::{RefusedRun, ShownRun},
        subject::Subject,
        window::Window,
    },
    link::{Break, Kind, Link, Piece, Refused},
    uri::Grammar,
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
#[derive(Clone, Debug)]
pub(crate) struct Cursor {
    /// Worked out at the first step.
    pub(super) plan: Option<Plan>,
    /// Where to look for the next trigger.
    pub(crate) at: usize,
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
    /// What may be spent on reading again, and on weighing evidence.
    pub(super) rereading: Budget,
    pub(super) weighing: Budget,
    /// What was found and not handed out: only explanations come several at a time.
    pub(super) found: VecDeque<Step<'static>>,
    /// The bytes that were looked at behind the trigger search: a measure of work for tests.
    pub(crate) steps: u64,
}

impl Default for Cursor {
    fn default() -> Cursor {
        Cursor {
            plan: None,
            at: 0,
            floor: 0,
            in_oversize: false,
            refused_end: 0,
            refused_run: RefusedRun::default(),
            shown: ShownRun::default(),
            unjoined_end: 0,
            run: Run::default(),
            rereading: Budget::REREADING,
            weighing: Budget::WEIGHING,
            found: VecDeque::new(),
            steps: 0,
        }
    }
}

impl Cursor {
    /// Goes on behind a link that took no closer look.
    #[inline(always)]
    pub(super) fn pass(&mut self, link: Piece) {
        self.steps += link.len() as u64;
        self.refused_run = RefusedRun::default();
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
        self.floor = self.floor.saturating_sub(dropped);
        self.refused_end = self.refused_end.saturating_sub(dropped);
        self.unjoined_end = self.unjoined_end.saturating_sub(dropped);
        self.refused_run.advance(dropped);
        self.shown.advance(dropped);
        self.run.advance(dropped);
        self.rereading.advance(dropped);
        self.weighing.advance(dropped);
    }

    /// Keeps what was found behind its breaks, and hands out the first.
    pub(super) fn queue<'w>(&mut self, breaks: Vec<Break<'w>>, found: Option<Step<'w>>) -> Option<Step<'w>> {
        let mut steps = breaks.into_iter().map(Step::Break).chain(found);
        let first = steps.next();
        self.found.extend(steps.map(Step::into_owned));
        first
    }
}

/// What the configuration says about each step of the search of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub(super) wanted: Wanted,
    /// Whether the grammar accepts all plain URLs.
    pub(super) accepts_plain: bool,
    /// Whether it accepts hosts with letters that are not ASCII.
    pub(super) takes_wide_names: bool,
    /// Whether a URL that nothing delimits is joined over line ends.
    pub(super) joins: bool,
    /// Whether each URL that the grammar accepts is wanted, as it is.
    pub(super) takes_all: bool,
    /// Whether each address is.
    pub(super) takes_addresses: bool,
}

impl Plan {
    #[cold]
    pub(super) fn new(subject: Subject<'_>) -> Plan {
        let config = subject.config;
        Plan {
            wanted: Wanted::new(config.kinds, subject.base.is_some()),
            accepts_plain: config.grammar.accepts_plain(),
            takes_wide_names: config.grammar == Grammar::Rfc3987,
            joins: rejoin::joins_undelimited(config.rejoin),
            takes_addresses: config.schemes.is_empty()
                && config.grammar.accepts_plain()
                && config.kinds.contains(Kind::Email),
            takes_all: config.schemes.is_empty() && config.kinds.contains(Kind::Url) && !config.unwrap_redirects,
        }
    }
}

/// What a call found.
#[derive(Clone, Debug)]
pub(crate) enum Step<'w> {
    Link(Link<'w>),
    Refused(Refused<'w>),
    Break(Break<'w>),
    /// Nothing more in this window: the text before this index is settled. At the end of the text that is all of it.
    Settled(usize),
}

impl Step<'_> {
    /// The same, free from the window.
    fn into_owned(self) -> Step<'static> {
        match self {
            Step::Link(link) => Step::Link(link.into_owned()),
            Step::Refused(refused) => Step::Refused(Refused { text: Cow::Owned(refused.text.into_owned()), ..refused }),
            Step::Break(seen) => Step::Break(Break { text: Cow::Owned(seen.text.into_owned()), ..seen }),
            Step::Settled(at) => Step::Settled(at),
        }
    }
}

/// How far the text is settled when a decision that begins at `open` is still to be made.
pub(super) fn settled(window: &Window, cursor: &Cursor, open: usize) -> usize {
    if window.is_end {
        return window.bytes.len();
    }
    open.min(window.bytes.len().saturating_sub(REACH)).max(cursor.floor)
}
