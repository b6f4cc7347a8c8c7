//! The loop over a window of text: finds the next thing in it, and says how far the text is settled.

use std::{borrow::Cow, collections::VecDeque, mem};

use crate::{
    config::Config,
    engine::{
        accept::{self, AUTHORITY, Refusal},
        budget::Budget,
        candidate::{Candidate, HitReader, Reading, Trust, Unread, WEIGHING},
        delimit::{
            no_name::no_name,
            plain::{self, Plain},
            plain_address::{PlainAddress, plain_address, plain_address_around},
            plain_host::{Around, PlainHost, plain_host},
        },
        forms::{member, name::Run},
        rejoin::{self, closing::Closing, enclosed},
        scan::{Hit, Trigger, Wanted},
        subject::Subject,
        window::{Cut, Steps, Window},
    },
    link::{Break, Kind, Link, Piece, Pieces, Refused},
    uri::{Grammar, Rejection, rejection::Rule},
};

/// How far back from a trigger a link can begin: a host name or the local part of an address is no longer.
pub(crate) const REACH: usize = 512;

/// How many settled bytes are kept in front of a window for looking back: for the same URL elsewhere, which is further
/// than the reach of a link, and that of the start of its line behind it.
pub(crate) const HEAD: usize = rejoin::BACK;

const _: () = assert!(HEAD >= 2 * REACH);

/// What a closer look costs, however little it reads, in bytes that the short way reads in that time.
const CLOSER_LOOK: usize = 16;

/// What it costs to dismiss a hit without one.
const DISMISSAL: u64 = 4;

/// What it costs to judge a candidate, however short it is, and how many times its bytes are read for that.
const JUDGEMENT: usize = 64;
const JUDGED_TIMES: usize = 2;

/// How many bytes behind the first byte of a trigger belong to it: the ideographic full stop has three.
const LOOKAHEAD: usize = 4;

pub(crate) static TOO_LONG: Rule = Rule::new("napkin window", "the URL is longer than the search window");
static TOO_COSTLY: Rule =
    Rule::new("napkin budget", "so much of the text around was refused that it is not read again from here on");
static PORT: Rule =
    Rule::new("rfc3986 3.2.3 port", "nothing but a port's digits stands between the colon and the path");

/// What is told of a break where evidence would have been weighed, had not so much been weighed before it.
const UNWEIGHED: &str = "not weighed, as too much was before";

/// Where a search stands between two calls. Positions are indices into the window.
#[derive(Clone, Debug)]
pub(crate) struct Cursor {
    /// Worked out at the first step.
    plan: Option<Plan>,
    /// Where to look for the next trigger.
    pub(crate) at: usize,
    /// The end of the last link: nothing before it belongs to another.
    pub(crate) floor: usize,
    /// Whether the text up to the next white space belongs to a URL that was longer than the limit.
    pub(crate) in_oversize: bool,
    /// The furthest end of the candidates that were refused: what begins before it is read for another time.
    refused_end: usize,
    /// The run of characters that a refused candidate stands in.
    refused_run: RefusedRun,
    /// The run of characters that was shown last.
    shown: ShownRun,
    /// Up to here, nothing is joined on evidence: what it joined was refused.
    unjoined_end: usize,
    /// The host name characters that were looked back over last.
    run: Run,
    /// What may be spent on reading again, and on weighing evidence.
    rereading: Budget,
    weighing: Budget,
    /// What was found and not handed out: only explanations come several at a time.
    found: VecDeque<Step<'static>>,
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
    fn pass(&mut self, link: Piece) {
        self.steps += link.len() as u64;
        self.refused_run = RefusedRun::default();
        self.at = link.end;
        self.floor = link.end;
    }

    /// Moves all positions down with the window, whose first `dropped` bytes are gone.
    pub(crate) fn advance(&mut self, dropped: usize) {
        self.at -= dropped;
        self.floor = self.floor.saturating_sub(dropped);
        self.refused_end = self.refused_end.saturating_sub(dropped);
        self.unjoined_end = self.unjoined_end.saturating_sub(dropped);
        self.refused_run.end = self.refused_run.end.saturating_sub(dropped);
        self.shown.advance(dropped);
        self.run.advance(dropped);
        self.rereading.advance(dropped);
        self.weighing.advance(dropped);
    }
}

/// What the configuration says about each step of the search of a text.
#[derive(Clone, Copy, Debug)]
struct Plan {
    wanted: Wanted,
    /// Whether the grammar accepts all plain URLs.
    accepts_plain: bool,
    /// Whether it accepts hosts with letters that are not ASCII.
    takes_wide_names: bool,
    /// Whether a URL that nothing delimits is joined over line ends.
    joins: bool,
    /// Whether each URL that the grammar accepts is wanted, as it is.
    takes_all: bool,
    /// Whether each address is.
    takes_addresses: bool,
}

impl Plan {
    #[cold]
    fn new(subject: Subject<'_>) -> Plan {
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

/// A run of characters without white space: what a refused candidate was meant to be is in it, and a name or an address in it
/// would be another's.
#[derive(Clone, Copy, Debug, Default)]
struct RefusedRun {
    /// Where it ends, as far as it was looked at.
    end: usize,
    /// Whether it goes on there.
    is_open: bool,
    /// The quotation mark that stands in front of it.
    mark: Option<u8>,
}

impl RefusedRun {
    /// The run around a candidate that begins at `start` and is refused at `at`.
    fn enter(&mut self, bytes: &[u8], start: usize, at: usize) {
        if !self.is_open && at > self.end {
            let mark = bytes[..start].last().copied().filter(|byte| matches!(byte, b'\'' | b'`'));
            *self = RefusedRun { end: at, is_open: true, mark };
        }
        self.follow(bytes);
    }

    /// Follows an open run to its end; each byte is looked at once.
    #[inline]
    fn follow(&mut self, bytes: &[u8]) {
        if self.is_open {
            self.go_on(bytes);
        }
    }

    fn go_on(&mut self, bytes: &[u8]) {
        let is_end = |byte: &u8| *byte <= b' ' || matches!(byte, b'<' | b'>' | b'"') || Some(*byte) == self.mark;
        let rest = bytes.get(self.end..).unwrap_or_default();
        let length = rest.iter().position(is_end);
        self.end += length.unwrap_or(rest.len());
        self.is_open = length.is_none();
    }

    /// Whether a hit is of nothing that could stand in the run by itself: all but a URL with its scheme.
    fn hides(&self, bytes: &[u8], hit: Hit) -> bool {
        let has_scheme = hit.trigger == Trigger::Colon && bytes[hit.at + 1..].starts_with(b"//");
        hit.at < self.end && !has_scheme && hit.trigger != Trigger::Prefix
    }
}

/// A run of characters that refused candidates stand in, for showing them: each byte of it is looked at once.
#[derive(Clone, Copy, Debug, Default)]
struct ShownRun {
    start: usize,
    /// Up to where it was looked at.
    end: usize,
    /// Whether it goes on there, for all that is known.
    is_open: bool,
}

impl ShownRun {
    /// The end of the run that the byte at `at` stands in, not far behind it; `None` when the window ends first.
    fn end(&mut self, window: &Window, at: usize, steps: &Steps) -> Option<usize> {
        if at < self.start || at >= self.end {
            *self = ShownRun { start: at, end: at, is_open: true };
        }
        let far = at + REACH;
        if self.is_open && self.end < far {
            let rest = &window.bytes[self.end..window.bytes.len().min(far)];
            let length = rest.iter().position(|&byte| byte <= b' ' || matches!(byte, b'<' | b'>' | b'"'));
            steps.add(length.unwrap_or(rest.len()));
            self.end += length.unwrap_or(rest.len());
            self.is_open = length.is_none();
        }
        let is_known = !self.is_open || self.end >= far || window.is_end;
        is_known.then_some(self.end.min(far))
    }

    /// Moves it down with the window.
    fn advance(&mut self, dropped: usize) {
        self.start = self.start.saturating_sub(dropped);
        self.end = self.end.saturating_sub(dropped);
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

/// Finds the next link or refused candidate in the window and moves the cursor behind it.
///
/// What is found depends on the text alone and not on where the window ends: whatever would need a look past the end
/// stays unsettled, and is looked at again in the next window.
#[inline]
pub(crate) fn step<'w>(subject: Subject<'_>, window: &Window<'w>, cursor: &mut Cursor) -> Step<'w> {
    let config = subject.config;
    let bytes = window.bytes;
    if config.explain
        && let Some(found) = cursor.found.pop_front()
    {
        return found;
    }
    if cursor.in_oversize && !skip_oversize(bytes, cursor) {
        return Step::Settled(settled(window, cursor, bytes.len()));
    }
    cursor.refused_run.follow(bytes);
    let takes_all = cursor.plan.get_or_insert_with(|| Plan::new(subject)).takes_all;
    loop {
        let mut link = match next(subject, window, cursor) {
            Found::Plain(plain) if takes_all => return Step::Link(accept::plain(config, window, plain)),
            Found::Plain(plain) => accept::plain(config, window, plain),
            Found::Host(host) => accept::plain_host(config, window, host),
            Found::Address(address) => return Step::Link(accept::plain_address(config, window, address)),
            Found::Hit(hit) => match Closer::new(subject, window, cursor, hit).look() {
                Some(step) => return step,
                None => continue,
            },
            Found::Settled(at) => return Step::Settled(at),
        };
        if config.unwrap_redirects {
            accept::unwrap(config, &mut link);
        }
        if accept::is_wanted(config, &link) {
            return Step::Link(link);
        }
    }
}

/// What comes next in a window.
enum Found {
    /// A URL that took no closer look.
    Plain(Plain),
    /// An address that took none.
    Address(PlainAddress),
    /// A host name that took none.
    Host(PlainHost),
    /// A place that takes one.
    Hit(Hit),
    /// Nothing: the text before this index is settled.
    Settled(usize),
}

/// Finds the next plain URL or another hit in the window, and moves the cursor behind the URL.
///
/// Most of the time of a search is spent here. It is compiled once, with all that it calls in it.
#[inline(never)]
fn next(subject: Subject<'_>, window: &Window<'_>, cursor: &mut Cursor) -> Found {
    let bytes = window.bytes;
    let Plan { wanted, accepts_plain, takes_wide_names, joins, takes_addresses, .. } =
        *cursor.plan.get_or_insert_with(|| Plan::new(subject));
    loop {
        let Some(hit) = wanted.next_hit(bytes, cursor.at) else {
            // The last bytes of a window are looked at again in the next: what follows decides whether they are a trigger.
            let searched = if window.is_end { bytes.len() } else { bytes.len().saturating_sub(LOOKAHEAD) };
            cursor.at = cursor.at.max(searched);
            return Found::Settled(settled(window, cursor, bytes.len()));
        };
        if hit.at < cursor.refused_run.end {
            if !window.is_end && bytes.len() < hit.at + 3 {
                // What follows decides whether it is a URL with its scheme.
                cursor.at = hit.at;
                return Found::Settled(settled(window, cursor, hit.at));
            }
            if cursor.refused_run.hides(bytes, hit) {
                cursor.at = hit.at + 1;
                continue;
            }
        }
        // Where nothing is weighed any more, nothing goes on behind its line, and only explanations tell where that is so.
        let weighs = joins && (subject.config.explain || !cursor.weighing.is_spent_at(hit.at));
        if hit.trigger == Trigger::Colon
            && accepts_plain
            && let Some(plain) =
                plain::plain(bytes, cursor.floor, subject.config.window, hit, (joins, weighs), rejoin::may_go_on)
        {
            cursor.pass(plain.start..plain.end);
            return Found::Plain(plain);
        }
        // What stands in what was refused is read again, and that is counted.
        if accepts_plain && matches!(hit.trigger, Trigger::Dot | Trigger::Abbreviation) && hit.at >= cursor.refused_end
        {
            let around = NamesAround { config: subject.config, window, joins: weighs, steps: Steps::default() };
            let limit = subject.config.window;
            let host = plain_host(bytes, cursor.floor, limit, takes_wide_names, hit, &around);
            cursor.steps += around.steps.count();
            if let Some(host) = host {
                cursor.pass(host.start..host.end);
                return Found::Host(host);
            }
        }
        if takes_addresses && hit.at >= cursor.refused_end {
            let (floor, limit) = (cursor.floor, subject.config.window);
            let address = match hit.trigger {
                Trigger::At => plain_address(bytes, floor, limit, hit),
                Trigger::Dot => plain_address_around(bytes, floor, limit, hit),
                _ => None,
            };
            if let Some(address) = address {
                cursor.pass(address.start..address.end);
                return Found::Address(address);
            }
        }
        if accepts_plain
            && hit.at >= cursor.refused_end
            && let Some(resume) = no_name(bytes, cursor.floor, hit)
        {
            cursor.steps += DISMISSAL;
            cursor.at = resume;
            continue;
        }
        return Found::Hit(hit);
    }
}

/// What plain names are looked for in.
struct NamesAround<'s, 'w, 'c> {
    config: &'s Config,
    window: &'c Window<'w>,
    joins: bool,
    steps: Steps,
}

impl Around for NamesAround<'_, '_, '_> {
    fn takes_for_host(&self, start: usize, end: usize) -> bool {
        member::is_host(&self.window.ahead(start, self.config.window, &self.steps), start, end) == Ok(true)
    }

    fn quotation(&self, start: usize, marks: &'static [char]) -> Option<Option<usize>> {
        let ahead = self.window.ahead(start, self.config.window, &self.steps);
        let found = enclosed::read(&ahead, start, Closing::Quote(marks), self.config.rejoin, self.config.hyphen);
        match found.ok()? {
            Some(Pieces::One(piece)) => Some(Some(piece.end)),
            Some(Pieces::Many(_)) => None,
            None => Some(None),
        }
    }

    fn continues_behind(&self, bytes: &[u8], at: usize) -> Option<bool> {
        if self.joins { rejoin::may_go_on(bytes, at) } else { Some(false) }
    }
}

/// A closer look at a hit that is no plain URL.
struct Closer<'s, 'w, 'c> {
    subject: Subject<'s>,
    window: &'c Window<'w>,
    cursor: &'c mut Cursor,
    hit: Hit,
    /// What is believed of what stands around it.
    trust: Trust,
    /// Whether it stands in what was refused before.
    is_nested: bool,
    /// The host name characters looked back over, and what was read and weighed so far.
    run: Run,
    steps: Steps,
    weighing: Steps,
    /// How much of that was read for another time, and at how many breaks evidence was weighed.
    reread: u64,
    weighed: usize,
    /// How far the candidates reached that were refused, and those of them that evidence had joined.
    end: usize,
    unjoined_end: usize,
    breaks: Vec<Break<'w>>,
}

/// What came of a hit.
enum Outcome<'w> {
    /// A link, and the search goes on behind it.
    Found(Link<'w>, usize),
    /// A refused candidate, told where that is asked for, and the search goes on at an index inside it.
    Refused(Option<Refused<'w>>, usize),
    /// Nothing before an index.
    Nothing(usize),
    /// A candidate from an index on that is longer than the limit.
    Oversize(usize),
    /// A decision about the text from an index on which needs more of it.
    Open(usize),
}

impl<'s, 'w, 'c> Closer<'s, 'w, 'c> {
    fn new(subject: Subject<'s>, window: &'c Window<'w>, cursor: &'c mut Cursor, hit: Hit) -> Closer<'s, 'w, 'c> {
        let is_nested = hit.at < cursor.refused_end;
        let trust = Trust { delimiters: true, evidence: hit.at >= cursor.unjoined_end };
        let (run, unjoined_end) = (cursor.run, cursor.unjoined_end);
        Closer {
            subject,
            window,
            cursor,
            hit,
            trust,
            is_nested,
            run,
            steps: Steps::default(),
            weighing: Steps::default(),
            reread: 0,
            weighed: 0,
            end: 0,
            unjoined_end,
            breaks: Vec::new(),
        }
    }

    /// What is found at the hit; none when the search goes on behind it.
    fn look(mut self) -> Option<Step<'w>> {
        // Until now the text has paid, whatever comes of this hit.
        self.cursor.rereading.earn(self.hit.at);
        self.cursor.weighing.earn(self.hit.at);
        if self.is_nested && self.cursor.rereading.is_spent() {
            return self.pass_refused();
        }
        let outcome = match self.read() {
            Ok(Reading::Candidate(candidate)) => self.judge(candidate),
            Ok(Reading::Refused { start, at }) => self.refuse_unfinished(start, at),
            Ok(Reading::Unknown { start, resume }) => {
                self.cursor.refused_run.enter(self.window.bytes, start, resume);
                Outcome::Nothing(resume)
            }
            Ok(Reading::Nothing { resume }) => Outcome::Nothing(resume),
            Err(Unread { cut: Cut::More, open }) => Outcome::Open(open),
            Err(Unread { cut: Cut::Limit, open }) => Outcome::Oversize(open),
        };
        self.cursor.steps += self.steps.count() + self.weighing.count() + CLOSER_LOOK as u64;
        if let Outcome::Open(from) = outcome {
            self.cursor.at = self.hit.at;
            return Some(Step::Settled(settled(self.window, self.cursor, from)));
        }
        let reread = if self.is_nested { self.steps.count() } else { self.reread };
        self.cursor.rereading.spend(reread);
        self.cursor.weighing.spend((WEIGHING * self.weighed) as u64);
        self.cursor.run = self.run;
        self.cursor.unjoined_end = self.unjoined_end;
        self.cursor.refused_end = self.cursor.refused_end.max(self.end);
        let breaks = mem::take(&mut self.breaks);
        let found = self.settle(outcome);
        if breaks.is_empty() { found } else { self.cursor.queue(breaks, found) }
    }

    /// Goes on behind what was refused, as it was read again often enough.
    fn pass_refused(self) -> Option<Step<'w>> {
        let range = self.hit.at..self.cursor.refused_end.min(self.window.bytes.len());
        self.cursor.at = range.end.max(self.hit.at + 1);
        self.cursor.steps += CLOSER_LOOK as u64;
        let refused = || refused(self.subject.config, self.window, range, self.hit.at, Rejection::new(0, &TOO_COSTLY));
        self.subject.config.explain.then(|| Step::Refused(refused()))
    }

    fn read(&mut self) -> Result<Reading<'w>, Unread> {
        let reader = HitReader {
            config: self.subject.config,
            window: self.window,
            floor: self.cursor.floor,
            hit: self.hit,
            can_weigh: !self.cursor.weighing.is_spent(),
            steps: &self.steps,
            weighing: &self.weighing,
        };
        reader.read(self.trust, &mut self.run)
    }

    /// The link that a candidate is, if the grammar accepts it or another reading of the same hit.
    fn judge(&mut self, mut candidate: Candidate<'w>) -> Outcome<'w> {
        loop {
            self.note_breaks(&candidate);
            self.weighed += candidate.weighed;
            let (is_joined, end) = (candidate.joined.is_some(), candidate.resume);
            let is_delimited = candidate.delimiter.encloses();
            self.steps.add(JUDGEMENT + JUDGED_TIMES * candidate.written.len());
            let refusal = match accept::accept(self.subject, self.window, candidate) {
                Ok((link, resume)) => return Outcome::Found(link, resume),
                Err(refusal) => refusal,
            };
            self.end = self.end.max(end);
            // What is refused is read once more as if nothing delimited it, and then as if no evidence joined it.
            if is_joined {
                self.trust.evidence = false;
                self.unjoined_end = self.unjoined_end.max(end);
            } else if is_delimited {
                self.trust.delimiters = false;
            } else {
                return self.refuse(refusal);
            }
            let before = self.steps.count();
            let reading = self.read();
            self.reread += self.steps.count() - before;
            match reading {
                Ok(Reading::Candidate(other)) => candidate = other,
                Ok(Reading::Nothing { resume } | Reading::Unknown { resume, .. }) => {
                    return self.refuse(Refusal { resume, ..refusal });
                }
                Ok(Reading::Refused { at, .. }) => {
                    self.raise_floor(at);
                    return self.refuse(Refusal { resume: at, ..refusal });
                }
                Err(Unread { cut: Cut::More, open }) => return Outcome::Open(open),
                Err(Unread { cut: Cut::Limit, open }) => {
                    self.end = self.end.max(open.saturating_add(self.subject.config.window));
                    return self.refuse(refusal);
                }
            }
        }
    }

    fn refuse(&mut self, refusal: Refusal) -> Outcome<'w> {
        let Refusal { range, at, rejection, resume } = refusal;
        self.cursor.refused_run.enter(self.window.bytes, range.start, at);
        let config = self.subject.config;
        let refused = config.explain.then(|| refused(config, self.window, range, at, rejection));
        Outcome::Refused(refused, resume)
    }

    /// A candidate that ends in the middle, before the byte at `at`.
    fn refuse_unfinished(&mut self, start: usize, at: usize) -> Outcome<'w> {
        let config = self.subject.config;
        let bytes = self.window.bytes;
        let mut told = None;
        if config.explain {
            // The end is only for showing, and is not looked for otherwise.
            let Some(end) = self.cursor.shown.end(self.window, at, &self.steps) else { return Outcome::Open(start) };
            let in_port = matches!(bytes.get(at), Some(b':' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z'));
            let rejection = Rejection::new(at - start, if in_port { &PORT } else { &AUTHORITY });
            told = Some(refused(config, self.window, start..end, at, rejection));
        }
        self.raise_floor(at);
        self.cursor.refused_run.enter(bytes, start, at);
        Outcome::Refused(told, at)
    }

    /// What stands before a second `@` is not the local part of an address either.
    fn raise_floor(&mut self, at: usize) {
        if self.window.bytes.get(at) == Some(&b'@') {
            self.cursor.floor = self.cursor.floor.max(at);
        }
    }

    /// Keeps what is to be told of the breaks of a candidate.
    fn note_breaks(&mut self, candidate: &Candidate<'w>) {
        if !self.subject.config.explain {
            return;
        }
        let tell = |range: Piece, at: usize, evidence, confidence, is_joined| Break {
            text: Cow::Borrowed(&self.window.bytes[range.clone()]),
            range: range.start + self.window.base..range.end + self.window.base,
            at: at + self.window.base,
            evidence,
            confidence,
            is_joined,
            position: None,
        };
        // The joined URL may end before the break, and the grammar may refuse it.
        let is_joined = candidate.joined.is_some() && accept::is_valid(self.subject.config, candidate);
        for seen in &candidate.breaks {
            let is_joined = seen.is_joined && is_joined && candidate.resume > seen.at;
            let evidence = seen.evidence.pieces().collect();
            self.breaks.push(tell(seen.range.clone(), seen.at, evidence, seen.evidence.confidence(), is_joined));
        }
        if candidate.is_unweighed {
            let range = candidate.range();
            self.breaks.push(tell(range.clone(), range.end, vec![(UNWEIGHED, 0.0)], 0.0, false));
        }
    }

    /// Moves the cursor behind what came of the hit.
    fn settle(&mut self, outcome: Outcome<'w>) -> Option<Step<'w>> {
        let (config, behind) = (self.subject.config, self.hit.at + 1);
        match outcome {
            Outcome::Found(mut link, resume) => {
                self.cursor.at = resume.max(behind);
                self.cursor.floor = resume;
                self.cursor.refused_run = RefusedRun::default();
                if config.unwrap_redirects {
                    accept::unwrap(config, &mut link);
                }
                accept::is_wanted(config, &link).then_some(Step::Link(link))
            }
            Outcome::Refused(refused, resume) => {
                self.cursor.at = resume.max(behind);
                refused.map(Step::Refused)
            }
            Outcome::Nothing(resume) => {
                self.cursor.at = resume.max(behind);
                None
            }
            Outcome::Oversize(start) => {
                self.cursor.steps += config.window as u64;
                self.cursor.in_oversize = true;
                self.cursor.at = behind;
                self.cursor.floor = self.cursor.floor.max(self.hit.at);
                skip_oversize(self.window.bytes, self.cursor);
                let end = self.window.bytes.len().min(start + config.window);
                let too_long = || refused(config, self.window, start..end, end, Rejection::new(0, &TOO_LONG));
                config.explain.then(|| Step::Refused(too_long()))
            }
            Outcome::Open(from) => Some(Step::Settled(settled(self.window, self.cursor, from))),
        }
    }
}

impl Cursor {
    /// Keeps what was found behind its breaks, and hands out the first.
    fn queue<'w>(&mut self, breaks: Vec<Break<'w>>, found: Option<Step<'w>>) -> Option<Step<'w>> {
        let mut steps = breaks.into_iter().map(Step::Break).chain(found);
        let first = steps.next();
        self.found.extend(steps.map(Step::into_owned));
        first
    }
}

/// How far the text is settled when a decision that begins at `open` is still to be made.
fn settled(window: &Window, cursor: &Cursor, open: usize) -> usize {
    if window.is_end {
        return window.bytes.len();
    }
    open.min(window.bytes.len().saturating_sub(REACH)).max(cursor.floor)
}

/// Moves past the URL that was too long; false when the window ends first.
fn skip_oversize(bytes: &[u8], cursor: &mut Cursor) -> bool {
    let rest = &bytes[cursor.at..];
    let end = rest.iter().position(|&byte| byte <= b' ' || matches!(byte, b'<' | b'>' | b'"'));
    cursor.steps += end.unwrap_or(rest.len()) as u64;
    cursor.at += end.unwrap_or(rest.len());
    cursor.floor = cursor.at;
    cursor.in_oversize = end.is_none();
    end.is_some()
}

fn refused<'w>(
    config: &Config,
    window: &Window<'w>,
    range: std::ops::Range<usize>,
    at: usize,
    rejection: Rejection,
) -> Refused<'w> {
    Refused {
        text: Cow::Borrowed(&window.bytes[range.clone()]),
        range: range.start + window.base..range.end + window.base,
        at: at + window.base,
        rejection,
        grammar: config.grammar,
        position: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        config::{Hyphen, Rejoin},
        link::Kinds,
        uri::Grammar,
    };

    /// What a search finds, with its short ways or without.
    fn found(config: &Config, text: &str, has_short_ways: bool) -> Vec<(Kind, crate::link::Delimiter, Piece, String)> {
        let subject = Subject::new(config);
        let plan = Plan::new(subject);
        let plan = Plan {
            accepts_plain: plan.accepts_plain && has_short_ways,
            takes_addresses: plan.takes_addresses && has_short_ways,
            ..plan
        };
        let window = Window { bytes: text.as_bytes(), base: 0, is_end: true };
        let mut cursor = Cursor { plan: Some(plan), ..Cursor::default() };
        let mut links = Vec::new();
        loop {
            let link = match step(subject, &window, &mut cursor) {
                Step::Link(link) => link,
                Step::Refused(_) | Step::Break(_) => continue,
                Step::Settled(_) => return links,
            };
            let components = *link.components();
            assert_eq!(config.grammar.validate(link.url()), Ok(components), "{text:?}");
            links.push((link.kind(), link.delimiter(), link.range(), link.url().to_owned()));
        }
    }

    #[test]
    fn short_ways_find_what_a_closer_look_finds() {
        const WORDS: [&str; 102] = [
            "\n\n",
            "// ",
            "\n// ",
            "\n# ",
            "\n * ",
            "\nlet x = ",
            "\nand so on",
            "\n[Page 7]\n",
            " ",
            " ",
            " ",
            "\n",
            "<",
            ">",
            "<",
            ">",
            "(",
            ")",
            "\"",
            "'",
            "[",
            "]",
            ".",
            ",",
            ":",
            ";",
            "-",
            "_",
            "+",
            "@",
            "/",
            "?q=1&r",
            "#f",
            "%41",
            "&amp;",
            "é",
            "x",
            "1",
            "URL:",
            "sip:",
            "mailto:",
            "http://",
            "https://a.example/b",
            "ftp://b.example",
            "kim@a.example",
            "12345678.x@a.com",
            "x.y-z@mail.example.org",
            "www.a.example/",
            "a.de",
            "B.co.uk",
            "row.id",
            "x-1.example.com",
            "ftp.b.org",
            "www.c.net",
            "/b.",
            ":80",
            "{",
            "}",
            "|",
            "*",
            "!",
            "?",
            "=",
            "~",
            "$",
            "^",
            "`",
            "\\",
            "\\-",
            "\\_b",
            "\x1B[0m",
            "://",
            "::",
            "->",
            "](http",
            "。",
            "\u{200B}",
            "\t",
            "\r",
            "日",
            "ö.",
            "ü.рф",
            "“",
            "”",
            "›",
            "«",
            "，",
            "—",
            "xn--é",
            "́",
            "b。com",
            "1.2",
            "10.0.0.1",
            "a.c",
            "é.x",
            "x@a.",
            "http://lists.",
            "http://exam-\nple.org/b",
            "https://www.exam\n",
            "\n.org/c",
            "\na.example.org/b",
            "www.",
        ];
        let mut number = 1u64;
        let mut below = |bound: usize| {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (number >> 33) as usize % bound
        };
        let kinds = [Kinds::default(), Kinds::ALL, Kind::Url | Kind::Email, Kind::Email.into()];
        let mut configs: Vec<Config> = kinds.map(|kinds| Config { kinds, ..Config::default() }).into();
        let all = || Config { kinds: Kinds::ALL, ..Config::default() };
        configs.push(Config { grammar: Grammar::Rfc3986, ..all() });
        configs.push(Config { rejoin: Rejoin::Off, ..all() });
        configs.push(Config { rejoin: Rejoin::Eager, hyphen: Hyphen::Keep, ..all() });
        configs.push(Config { explain: true, ..all() });
        let mut count = 0;
        let mut compare = |config: &Config, text: &str| {
            let long = found(config, text, false);
            count += long.len();
            assert_eq!(found(config, text, true), long, "{text:?} {config:?}");
        };
        let mut text = || -> String {
            let words: String = (0..2 + below(9)).map(|_| WORDS[below(WORDS.len())]).collect();
            words + " and some more, which is long enough that whole blocks of it can be looked at together"
        };
        for _ in 0..50_000 {
            let text = text();
            configs.iter().for_each(|config| compare(config, &text));
        }
        // Where so much was weighed that nothing is any more.
        let spent = "http://exam-\nple.org/b\n".repeat(20_000);
        let behind: Vec<String> = (0..2_000).map(|_| text()).collect();
        for config in [Config::default(), all()] {
            compare(&config, &(spent.clone() + &behind.join("\n")));
        }
        assert!(count > 100_000, "only {count} links");
    }
}
