//! The loop over a window of text: finds the next thing in it, and says how far the text is settled.

use std::borrow::Cow;

use crate::{
    config::Config,
    engine::{
        accept::{self, AUTHORITY, Judged},
        delimit::{self, Candidate, Reading, Trust},
        rejoin,
        scan::{self, Hit, Trigger, Wanted},
        subject::Subject,
        window::{Cut, Notes, Window},
    },
    link::{Break, Delimiter, Kind, Link, Refused},
    uri::{Rejection, rejection::Rule},
};

/// How far back from a trigger a link can begin: a host name or the local part of an address is no longer.
pub(crate) const REACH: usize = 512;

/// How many settled bytes are kept in front of a window for looking back: for the same URL elsewhere, which is further
/// than the reach of a link, and that of the start of its line behind it.
pub(crate) const HEAD: usize = rejoin::BACK;

const _: () = assert!(HEAD >= 2 * REACH);

/// What a closer look costs, however little it reads, in bytes that the short way reads in that time.
const CLOSER_LOOK: u64 = 16;

/// How many bytes behind the first byte of a trigger belong to it: the ideographic full stop has three.
const LOOKAHEAD: usize = 2;

pub(crate) static TOO_LONG: Rule = Rule::new("napkin window", "the URL is longer than the search window");
static PORT: Rule =
    Rule::new("rfc3986 3.2.3 port", "nothing but a port's digits stands between the colon and the path");

/// Where a search stands between two calls. Positions are indices into the window.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cursor {
    /// Where to look for the next trigger.
    pub(crate) at: usize,
    /// The end of the last link: nothing before it belongs to another.
    pub(crate) floor: usize,
    /// Whether the text up to the next white space belongs to a URL that was longer than the limit.
    pub(crate) in_oversize: bool,
    /// The furthest end of the candidates that were refused one inside the other, the bytes from the start of the first to
    /// there, and how many of them were read again.
    refused_end: usize,
    refused_length: usize,
    reread: usize,
    /// The run of characters that a refused candidate stands in.
    refused_run: Run,
    /// Up to here, nothing is joined on evidence: what it joined was refused.
    apart: usize,
    /// The URL whose breaks are being told, by its offset in the text, and how many of them were.
    told: Option<(usize, usize)>,
    /// The bytes that were looked at behind the trigger search: a measure of work for tests.
    pub(crate) steps: u64,
}

impl Cursor {
    /// Moves all positions down with the window, whose first `dropped` bytes are gone.
    pub(crate) fn advance(&mut self, dropped: usize) {
        self.at -= dropped;
        self.floor = self.floor.saturating_sub(dropped);
        self.refused_end = self.refused_end.saturating_sub(dropped);
        self.apart = self.apart.saturating_sub(dropped);
        self.refused_run.end = self.refused_run.end.saturating_sub(dropped);
    }

    /// How often a run of refused candidates may be read, all in all, before the rest of it is passed over. A rule can
    /// refuse a candidate at its start whose end is far away; without a bound, a run of such would be read once for each.
    const MOST_READINGS: usize = 16;

    /// Where to go on when the candidate of the trigger at `hit`, which reaches to `end`, was refused: at `next`, so that
    /// what is good in it is found.
    fn after_refusal(&mut self, hit: usize, next: usize, end: usize) -> usize {
        if hit >= self.refused_end {
            (self.refused_length, self.reread) = (end.saturating_sub(hit), 0);
        } else {
            self.refused_length += end.saturating_sub(self.refused_end);
            self.reread += end.min(self.refused_end).saturating_sub(hit);
        }
        self.refused_end = self.refused_end.max(end);
        let is_read_enough = self.reread > Cursor::MOST_READINGS * self.refused_length;
        if is_read_enough { next.max(self.refused_end) } else { next }
    }
}

/// A run of characters without white space: what a refused candidate was meant to be is in it, and a name or an address in it
/// would be another's.
#[derive(Clone, Copy, Debug, Default)]
struct Run {
    /// Where it ends, as far as it was looked at.
    end: usize,
    /// Whether it goes on there.
    is_open: bool,
    /// The quotation mark that stands in front of it.
    mark: Option<u8>,
}

impl Run {
    /// The run around a candidate that begins at `start` and is refused at `at`.
    fn enter(&mut self, bytes: &[u8], start: usize, at: usize) {
        if !self.is_open && at > self.end {
            let mark = bytes[..start].last().copied().filter(|byte| matches!(byte, b'\'' | b'`'));
            *self = Run { end: at, is_open: true, mark };
        }
        self.follow(bytes);
    }

    /// Follows an open run to its end; each byte is looked at once.
    fn follow(&mut self, bytes: &[u8]) {
        if !self.is_open {
            return;
        }
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

/// What a call found.
pub(crate) enum Step<'w> {
    Link(Link<'w>),
    Refused(Refused<'w>),
    Break(Break<'w>),
    /// Nothing more in this window: the text before this index is settled. At the end of the text that is all of it.
    Settled(usize),
}

/// Finds the next link or refused candidate in the window and moves the cursor behind it.
///
/// What is found depends on the text alone and not on where the window ends: whatever would need a look past the end
/// stays unsettled, and is looked at again in the next window.
#[inline]
pub(crate) fn step<'w>(subject: Subject<'_>, window: &Window<'w>, cursor: &mut Cursor) -> Step<'w> {
    let config = subject.config;
    let bytes = window.bytes;
    let wanted = Wanted::new(config.kinds, subject.base.is_some());
    let has_short_way = config.grammar.accepts_plain();
    let joins = rejoin::joins_undelimited(config.rejoin);
    let is_taken_as_it_is = config.schemes.is_empty() && config.kinds.contains(Kind::Url) && !config.unwrap_redirects;
    if cursor.in_oversize && !skip_oversize(bytes, cursor) {
        return Step::Settled(settled(window, cursor, bytes.len()));
    }
    cursor.refused_run.follow(bytes);
    // The last bytes of a window are looked at again in the next: what follows decides whether they are a trigger.
    let searched = if window.is_end { bytes.len() } else { bytes.len().saturating_sub(LOOKAHEAD) };
    loop {
        let Some(hit) = scan::next_hit(bytes, cursor.at, wanted) else {
            cursor.at = cursor.at.max(searched);
            return Step::Settled(settled(window, cursor, bytes.len()));
        };
        if cursor.refused_run.hides(bytes, hit) {
            cursor.at = hit.at + 1;
            continue;
        }
        if has_short_way
            && hit.trigger == Trigger::Colon
            && let Some(plain) = delimit::plain(bytes, cursor.floor, config.window, joins, hit)
        {
            cursor.steps += (plain.end - plain.start) as u64;
            cursor.refused_run = Run::default();
            cursor.at = plain.end;
            cursor.floor = plain.end;
            if is_taken_as_it_is {
                return Step::Link(accept::plain(window, plain));
            }
            let mut link = accept::plain(window, plain);
            if config.unwrap_redirects {
                accept::unwrap(config, &mut link);
            }
            if accept::is_wanted(config, &link) {
                return Step::Link(link);
            }
            continue;
        }
        if let Some(step) = look_closer(subject, window, cursor, hit) {
            return step;
        }
    }
}

/// What is found at a hit that is no plain URL; none when the search goes on behind it.
fn look_closer<'w>(subject: Subject<'_>, window: &Window<'w>, cursor: &mut Cursor, hit: Hit) -> Option<Step<'w>> {
    let config = subject.config;
    let bytes = window.bytes;
    let notes = Notes::default();
    let trust = Trust { delimiters: true, evidence: hit.at >= cursor.apart };
    let reading = delimit::read(config, window, cursor.floor, hit, trust, &notes);
    cursor.steps += notes.worked.take() + CLOSER_LOOK;
    let reading = match reading {
        Ok(reading) => reading,
        Err(Cut::More) => {
            cursor.at = hit.at;
            return Some(Step::Settled(settled(window, cursor, notes.open.get())));
        }
        Err(Cut::Limit) => {
            cursor.steps += config.window as u64;
            cursor.in_oversize = true;
            cursor.at = hit.at + 1;
            cursor.floor = cursor.floor.max(hit.at);
            skip_oversize(bytes, cursor);
            let end = bytes.len().min(notes.open.get() + config.window);
            if config.explain {
                return Some(Step::Refused(refused(
                    config,
                    window,
                    notes.open.get()..end,
                    end,
                    Rejection::new(0, &TOO_LONG),
                )));
            }
            return None;
        }
    };
    match reading {
        Reading::Nothing { resume } => {
            cursor.at = resume.max(hit.at + 1);
        }
        Reading::Unknown { start, resume } => {
            cursor.refused_run.enter(bytes, start, resume);
            cursor.at = resume.max(hit.at + 1);
        }
        Reading::Refused { start, at } => {
            // The end is only for showing, and is not looked for otherwise.
            let end = if config.explain { run_end(window, at) } else { Some(at) };
            let Some(end) = end else {
                cursor.at = hit.at;
                return Some(Step::Settled(settled(window, cursor, start)));
            };
            cursor.refused_run.enter(bytes, start, at);
            cursor.at = at.max(hit.at + 1);
            if bytes.get(at) == Some(&b'@') {
                // What stands before a second `@` is not the local part of an address either.
                cursor.floor = cursor.floor.max(at);
            }
            if config.explain {
                let in_port = matches!(bytes.get(at), Some(b':' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z'));
                let rejection = Rejection::new(at - start, if in_port { &PORT } else { &AUTHORITY });
                return Some(Step::Refused(refused(config, window, start..end, at, rejection)));
            }
        }
        Reading::Candidate(candidate) => return first_accepted(subject, window, cursor, hit, trust, candidate),
    }
    None
}

/// The link that a candidate is, if the grammar accepts it or another reading of the same hit.
fn first_accepted<'w>(
    subject: Subject<'_>,
    window: &Window<'w>,
    cursor: &mut Cursor,
    hit: Hit,
    mut trust: Trust,
    mut candidate: Candidate<'w>,
) -> Option<Step<'w>> {
    let config = subject.config;
    let notes = Notes::default();
    let end = candidate.resume;
    let judged = loop {
        if let Some(seen) = unexplained(config, window, cursor, &candidate) {
            cursor.at = hit.at;
            return Some(Step::Break(seen));
        }
        let is_delimited = matches!(candidate.delimiter, Delimiter::Angle | Delimiter::Quote);
        let (is_joined, end) = (candidate.joined.is_some(), candidate.resume);
        let judged = match accept::accept(subject, window, candidate) {
            Err(judged) if is_delimited || is_joined => judged,
            judged => break judged,
        };
        // What is refused is read once more as if nothing delimited it, and then as if no evidence joined it.
        if is_joined {
            trust.evidence = false;
            cursor.apart = cursor.apart.max(end);
        } else {
            trust.delimiters = false;
        }
        let reading = delimit::read(config, window, cursor.floor, hit, trust, &notes);
        cursor.steps += notes.worked.take();
        match reading {
            Ok(Reading::Candidate(bare)) => candidate = bare,
            Ok(Reading::Nothing { resume } | Reading::Unknown { resume, .. }) => break Err(Judged { resume, ..judged }),
            Ok(Reading::Refused { at, .. }) => {
                if window.bytes.get(at) == Some(&b'@') {
                    cursor.floor = cursor.floor.max(at);
                }
                break Err(Judged { resume: at, ..judged });
            }
            Err(Cut::More) => {
                cursor.at = hit.at;
                return Some(Step::Settled(settled(window, cursor, notes.open.get())));
            }
            Err(Cut::Limit) => break Err(judged),
        }
    };
    match judged {
        Ok((mut link, resume)) => {
            cursor.at = resume.max(hit.at + 1);
            cursor.floor = resume;
            cursor.refused_run = Run::default();
            if config.unwrap_redirects {
                accept::unwrap(config, &mut link);
            }
            if accept::is_wanted(config, &link) {
                return Some(Step::Link(link));
            }
        }
        Err(Judged { range, at, rejection, resume }) => {
            cursor.refused_run.enter(window.bytes, range.start, at);
            cursor.at = cursor.after_refusal(hit.at, resume.max(hit.at + 1), end);
            if config.explain {
                return Some(Step::Refused(refused(config, window, range, at, rejection)));
            }
        }
    }
    None
}

/// The next break of the candidate that was not told of yet.
fn unexplained<'w>(
    config: &Config,
    window: &Window<'w>,
    cursor: &mut Cursor,
    candidate: &Candidate,
) -> Option<Break<'w>> {
    let start = candidate.breaks.first()?.range.start;
    let offset = start + window.base;
    let told = cursor.told.filter(|&(url, _)| url == offset).map_or(0, |(_, told)| told);
    let seen = candidate.breaks.get(told)?;
    cursor.told = Some((offset, told + 1));
    // The joined URL may end before the break, and the grammar may refuse it.
    let is_joined = seen.is_joined
        && candidate.joined.is_some()
        && candidate.resume > seen.at
        && accept::is_valid(config, candidate);
    Some(Break {
        text: Cow::Borrowed(&window.bytes[seen.range.clone()]),
        range: seen.range.start + window.base..seen.range.end + window.base,
        at: seen.at + window.base,
        evidence: seen.evidence.pieces().collect(),
        confidence: seen.evidence.confidence(),
        is_joined,
        position: None,
    })
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

/// The end of the run of characters that a refused candidate stands in, for showing it; not far. None when the window
/// ends first.
fn run_end(window: &Window, at: usize) -> Option<usize> {
    let bytes = window.bytes;
    let rest = &bytes[at..bytes.len().min(at + REACH)];
    let end = rest.iter().position(|&byte| byte <= b' ' || matches!(byte, b'<' | b'>' | b'"'));
    end.or((window.is_end || rest.len() == REACH).then_some(rest.len())).map(|length| at + length)
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
