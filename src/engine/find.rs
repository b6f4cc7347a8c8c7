//! The search step: finds the next link of a window, or how far the window is settled.

use std::{
    borrow::Cow,
    cell::{Cell, RefCell},
    collections::VecDeque,
};

use super::{
    accept,
    budget::Budget,
    columns::KeptRow,
    cursor::{Step, Told, put},
    found::{Found, takes_as_it_is},
    plain,
    reader::Reader,
    simd::Block,
    subject::Subject,
    tail::At,
    text::{Memory, Text},
    triggers::{Hit, Trigger, Wanted},
    window::Window,
};
use crate::{
    link::{Kind, Link, Piece, Refused},
    uri::{Rejection, rejection::Rule},
};

/// How far back from its trigger a URL may begin.
const REACH: usize = 512;

/// The most bytes of a trigger after its first.
const LOOKAHEAD: usize = 12;

pub(crate) static TOO_LONG: Rule = Rule::new("napkin window", "the URL is longer than the search window");

/// What a search looks for, computed once for a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    wanted: Wanted,
    /// Plain URLs are handed out as they are. The rules of explanations are not asked about them.
    takes_plain: bool,
}

impl Plan {
    pub(crate) fn new(subject: Subject<'_>) -> Plan {
        let config = subject.config;
        Plan {
            wanted: Wanted::new(config, subject.base.is_some()),
            takes_plain: !cfg!(napkin_rent) && config.kinds.contains(Kind::Url) && takes_as_it_is(config),
        }
    }
}

/// The state of a search between two steps. Positions are indices into the window.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cursor {
    /// Where to look for the next trigger.
    pub(crate) at: usize,
    /// The block of the last trigger.
    block: Block,
    /// The end of the last link. Nothing before it belongs to another.
    pub(crate) floor: usize,
    /// Up to here was refused. Only URLs with a scheme are found in it.
    hidden: usize,
    /// Up to here it was useless to look for breaks and escapes.
    plain_to: usize,
    memory: Memory,
    /// The text up to the next white space belongs to a URL that is too long.
    in_oversize: bool,
    pub(crate) funds: Budget,
    /// The last row of separated values.
    row: KeptRow,
    /// Explanations that were not handed out yet.
    pub(crate) told: VecDeque<Told>,
    /// The bytes read after the search for triggers.
    pub(crate) steps: u64,
}

impl Cursor {
    /// Moves all positions down with the window, whose first `dropped` bytes are gone.
    pub(crate) fn advance(&mut self, dropped: usize) {
        self.at -= dropped;
        self.block = Block::default();
        self.floor = self.floor.saturating_sub(dropped);
        self.hidden = self.hidden.saturating_sub(dropped);
        self.plain_to = self.plain_to.saturating_sub(dropped);
        self.memory.advance(dropped);
        self.funds.advance(dropped);
        self.row = KeptRow::default();
    }

    /// Moves after a plain URL.
    #[inline(always)]
    fn pass(&mut self, hit: Hit, end: usize) {
        let steps = (end - hit.at) as u64;
        self.steps += steps;
        self.funds.spend(steps);
        (self.at, self.floor, self.hidden) = (end, end, 0);
    }
}

/// Finds the next result in the window, and moves the cursor after it. A link is put into `place`.
#[inline(always)]
pub(crate) fn step<'w>(
    subject: Subject<'_>,
    plan: &Plan,
    window: &Window<'w>,
    cursor: &mut Cursor,
    place: &mut Option<Link<'w>>,
) -> Step {
    loop {
        if !cursor.told.is_empty() {
            return Step::Told;
        }
        if cursor.in_oversize && !skip_oversize(window, cursor) {
            return Step::Settled(settled(window, cursor, window.bytes.len()));
        }
        let Some(hit) = plan.wanted.next_hit(window.bytes, cursor.at, &mut cursor.block) else {
            // The last block changes when more text comes.
            cursor.block = Block::default();
            let length = window.bytes.len();
            cursor.at = cursor.at.max(if window.is_end { length } else { length.saturating_sub(LOOKAHEAD) });
            return Step::Settled(settled(window, cursor, length));
        };
        cursor.funds.earn(hit.at);
        let end = hit.at.saturating_add(subject.config.window).min(window.bytes.len());
        let mut first = None;
        if plan.takes_plain
            && hit.trigger == Trigger::Colon
            && !cursor.funds.is_spent()
            && let Some(plain) = plain::read(window, cursor.floor, hit.at, end, &mut cursor.row, &mut first)
        {
            cursor.pass(hit, plain.end);
            put(place, plain.link(subject.config, window));
            return Step::Link;
        }
        if let Some(step) = go_on(subject, window, cursor, hit, end, first, place) {
            return step;
        }
    }
}

/// Goes on with a hit after the first stage. Returns `None` if there is no result.
#[inline(never)]
fn go_on<'w>(
    subject: Subject<'_>,
    window: &Window<'w>,
    cursor: &mut Cursor,
    hit: Hit,
    end: usize,
    first: Option<At>,
    place: &mut Option<Link<'w>>,
) -> Option<Step> {
    let is_cut = end < window.bytes.len();
    let text = Text::new(&window.bytes[..end]);
    text.memory.set(cursor.memory);
    let reader = Reader {
        subject,
        window,
        text: &text,
        floor: cursor.floor,
        hidden: cursor.hidden,
        is_spent: cursor.funds.is_spent(),
        plain_to: Cell::new(cursor.plain_to),
        hit,
        first,
        told: RefCell::default(),
    };
    let found = reader.read();
    cursor.steps += text.steps() + 4;
    if text.met_end() && !is_cut && !window.is_end {
        cursor.block = Block::default();
        cursor.at = hit.at;
        return Some(Step::Settled(settled(window, cursor, hit.at.saturating_sub(REACH))));
    }
    cursor.funds.spend(text.steps() + 4);
    (cursor.plain_to, cursor.memory) = (reader.plain_to.get(), text.memory.get());
    if subject.config.explain {
        cursor.told.extend(reader.told.into_inner());
    }
    put(place, take(subject, window, cursor, hit, found)?);
    Some(Step::Link)
}

/// Moves the cursor after the result. Returns the link if it is wanted and there are no explanations.
#[inline(always)]
fn take<'w>(
    subject: Subject<'_>,
    window: &Window<'w>,
    cursor: &mut Cursor,
    hit: Hit,
    found: Found<'w>,
) -> Option<Link<'w>> {
    let config = subject.config;
    let (mut link, resume) = match found {
        Found::Plain(plain) => (plain.link(config, window), plain.end),
        Found::Link { link, resume } => (link, resume),
        Found::Refused { range, at, rejection, hidden } => {
            (cursor.at, cursor.hidden) = (at.max(hit.at + 1), cursor.hidden.max(hidden));
            tell_refused(subject, window, cursor, range, at, rejection);
            return None;
        }
        Found::Nothing { resume, hidden } => {
            (cursor.at, cursor.hidden) = (resume.max(hit.at + 1), cursor.hidden.max(hidden));
            return None;
        }
    };
    if link.range.len() > config.window {
        (cursor.in_oversize, cursor.at) = (true, hit.at + 1);
        let (start, rejection) = (link.range.start - window.base, Rejection::new(0, &TOO_LONG));
        tell_refused(subject, window, cursor, start..start + config.window, start + config.window, rejection);
        return None;
    }
    (cursor.at, cursor.floor, cursor.hidden) = (resume.max(hit.at + 1), resume, 0);
    if let Some(unwrap) = config.unwrap {
        unwrap(config, &mut link);
    }
    if !accept::is_wanted(config, &link) {
        return None;
    }
    if config.explain {
        cursor.told.push_back(Told::Link(link.into_owned()));
        return None;
    }
    Some(link)
}

/// Keeps a refused candidate, if there are explanations.
fn tell_refused(
    subject: Subject<'_>,
    window: &Window,
    cursor: &mut Cursor,
    range: Piece,
    at: usize,
    rejection: Rejection,
) {
    if subject.config.explain {
        cursor.told.push_back(Told::Refused(Refused {
            text: Cow::Owned(window.bytes[range.clone()].to_vec()),
            range: range.start + window.base..range.end + window.base,
            at: at + window.base,
            rejection,
            grammar: subject.config.grammar,
            position: None,
        }));
    }
}

/// Moves past a URL that is too long. Returns `false` if the window ends first.
fn skip_oversize(window: &Window, cursor: &mut Cursor) -> bool {
    let rest = &window.bytes[cursor.at..];
    let end = rest.iter().position(|&byte| byte <= b' ' || matches!(byte, b'<' | b'>' | b'"'));
    cursor.at += end.unwrap_or(rest.len());
    cursor.floor = cursor.at;
    cursor.in_oversize = end.is_none();
    cursor.steps += rest.len() as u64;
    end.is_some()
}

/// Returns how far the text is settled if the text from `open` on is undecided.
fn settled(window: &Window, cursor: &Cursor, open: usize) -> usize {
    if window.is_end {
        return window.bytes.len();
    }
    open.min(window.bytes.len().saturating_sub(REACH)).max(cursor.floor)
}
