//! A closer look at a hit that is no plain link: what stands around it is read, and judged, with less and less trust.

mod passing;
mod telling;
mod unfinished;

use std::{cell::Cell, mem};

use crate::{
    engine::{
        accept::{self, Refusal},
        candidate::{Candidate, Reading, Trust, Unread},
        forms::{name::Run, read::MAX_LOOK_BACK},
        hit_reader::HitReader,
        rejoin::{Chain, enclosed::Far},
        scan::Hit,
        search::cursor::{Cursor, Step, Told, settled},
        subject::Subject,
        window::{Cut, Steps, Window},
    },
    link::{Break, Link, Refused},
    uri::{Rejection, rejection::Rule},
};

/// What a closer look costs, however little it reads, in bytes that the short way reads in that time.
const CLOSER_LOOK: usize = 16;

/// The longest word that the short way looks at whole to tell that it is nothing, and how much behind it, in bytes.
const MAX_WORD: usize = 2 * MAX_LOOK_BACK;
const BEHIND_WORD: usize = 16;

/// What it costs to judge a candidate, however short it is, and how many times its bytes are read for that.
const JUDGEMENT: usize = 64;
const JUDGED_TIMES: usize = 2;

/// What a closer look that comes to nothing takes of the budget for those, each of its steps, and each that was taken in vain for the
/// escapes of a notation.
const FRUITLESS: u64 = 2400;
const FRUITLESS_STEP: u64 = 6;
const UNESCAPED_STEP: u64 = 36;

pub(crate) static TOO_LONG: Rule = Rule::new("napkin window", "the URL is longer than the search window");
/// A closer look at a hit that is no plain URL.
pub(super) struct Closer<'s, 'w, 'c> {
    subject: Subject<'s>,
    window: &'c Window<'w>,
    cursor: &'c mut Cursor,
    hit: Hit,
    /// What evidence joined there at the first look, until it is asked for.
    known: Cell<Option<Chain>>,
    /// What is believed of what stands around it.
    trust: Trust,
    /// Whether it stands in what was refused before.
    is_nested: bool,
    /// The host name characters looked back over, and what was read and weighed so far.
    run: Run,
    steps: Steps,
    weighing: Steps,
    /// What the evidence that was weighed cost.
    weighed: Steps,
    /// What was read in vain for the escapes of a notation.
    unescaped: Steps,
    /// What may be read far ahead for what closes a delimiter, and what was.
    far: Far,
    /// How much of that was read for another time.
    reread: u64,
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
    pub(super) fn new(
        subject: Subject<'s>,
        window: &'c Window<'w>,
        cursor: &'c mut Cursor,
        hit: Hit,
        known: Option<Chain>,
    ) -> Closer<'s, 'w, 'c> {
        let is_nested = hit.at < cursor.refused_end;
        let trust = Trust { delimiters: true, evidence: hit.at >= cursor.unjoined_end };
        let (run, unjoined_end) = (cursor.run, cursor.unjoined_end);
        let far = Far::of(cursor.funds.enclosing.left_at(hit.at));
        Closer {
            subject,
            window,
            cursor,
            hit,
            known: Cell::new(known),
            trust,
            is_nested,
            run,
            steps: Steps::default(),
            weighing: Steps::default(),
            weighed: Steps::default(),
            unescaped: Steps::default(),
            far,
            reread: 0,
            end: 0,
            unjoined_end,
            breaks: Vec::new(),
        }
    }

    /// What is found at the hit; none when the search goes on behind it.
    pub(super) fn look(mut self, place: &mut Option<Link<'w>>) -> Option<Step> {
        // Until now the text has paid, whatever comes of this hit.
        self.cursor.funds.earn(self.hit.at);
        if self.cursor.funds.looking.is_spent() && !self.has_slashes() {
            return self.pass_unread();
        }
        if self.is_nested && self.cursor.funds.rereading.is_spent() {
            return self.pass_refused();
        }
        let may_be_plain = self.may_be_plain();
        let before = (self.cursor.refused_run, self.cursor.floor, self.cursor.shown);
        let outcome = match self.read() {
            Ok(Reading::Candidate(candidate)) => self.judge(candidate),
            Ok(Reading::Refused { start, at, is_in_host, breaks }) => {
                self.note_breaks(&breaks, None);
                self.refuse_unfinished(start, at, is_in_host)
            }
            Ok(Reading::Unknown { start, resume }) => {
                self.cursor.refused_run.enter(self.window.bytes, start, resume);
                Outcome::Nothing(resume)
            }
            Ok(Reading::Nothing { resume }) => Outcome::Nothing(resume),
            Err(Unread { cut: Cut::More, open }) => Outcome::Open(open),
            Err(Unread { cut: Cut::Limit, open }) => Outcome::Oversize(open),
        };
        // What evidence cost is also what was read for it, where that is no more.
        let weighed = self.weighing.count().max(self.weighed.count());
        self.cursor.steps += self.steps.count() + weighed + CLOSER_LOOK as u64;
        let waits_from = match outcome {
            Outcome::Open(from) => Some(from),
            Outcome::Found(..) => None,
            _ => may_be_plain.then(|| self.hit.at.saturating_sub(MAX_LOOK_BACK)),
        };
        if let Some(from) = waits_from {
            // With the rest it is looked at as if it never was.
            (self.cursor.refused_run, self.cursor.floor, self.cursor.shown) = before;
            return Some(self.wait(from));
        }
        self.charge(&outcome);
        self.cursor.run = self.run;
        self.cursor.unjoined_end = self.unjoined_end;
        self.cursor.refused_end = self.cursor.refused_end.max(self.end);
        if self.subject.config.explain {
            return self.tell(outcome);
        }
        *place = self.settle(outcome);
        place.is_some().then_some(Step::Link)
    }

    /// Keeps what came of the hit, behind its breaks, for being told.
    fn tell(&mut self, outcome: Outcome<'w>) -> Option<Step> {
        let breaks = mem::take(&mut self.breaks);
        self.cursor.told.extend(breaks.into_iter().map(|seen| Told::Break(seen.into_owned())));
        let link = self.settle(outcome);
        self.cursor.told.extend(link.map(|link| Told::Link(link.into_owned())));
        (!self.cursor.told.is_empty()).then_some(Step::Told)
    }

    /// Takes what it cost from the funds.
    fn charge(&mut self, outcome: &Outcome<'_>) {
        let funds = &mut self.cursor.funds;
        let steps = self.steps.count();
        funds.rereading.spend(if self.is_nested { steps } else { self.reread });
        funds.weighing.spend(self.weighed.count());
        if !matches!(outcome, Outcome::Found(..)) {
            funds.looking.spend_down(FRUITLESS + FRUITLESS_STEP * steps);
        }
        funds.unescaping.spend(UNESCAPED_STEP * self.unescaped.count());
        funds.enclosing.spend(self.far.spent());
    }

    /// Whether two slashes stand behind the hit: a URL like that is looked at whatever stood before it, for that is what others would hide.
    fn has_slashes(&self) -> bool {
        self.window.bytes[self.hit.at..].starts_with(b"://")
    }

    /// Waits for more of the text, as a decision that begins at `open` needs it.
    fn wait(&mut self, open: usize) -> Step {
        self.cursor.at = self.hit.at;
        Step::Settled(settled(self.window, self.cursor, open))
    }

    /// Whether the short way may have come to nothing for the only reason that the window ends in the word of the hit, or right behind it. With all
    /// of it there might have been no closer look, which is not to be charged then.
    fn may_be_plain(&self) -> bool {
        let Window { bytes, is_end, .. } = *self.window;
        let word_end = bytes.len().saturating_sub(BEHIND_WORD);
        let word = || bytes.get(self.hit.at..word_end).unwrap_or_default();
        !is_end && bytes.len() - self.hit.at <= MAX_WORD && !word().iter().any(u8::is_ascii_whitespace)
    }

    fn read(&mut self) -> Result<Reading<'w>, Unread> {
        let reader = HitReader {
            config: self.subject.config,
            window: self.window,
            floor: self.cursor.floor,
            hit: self.hit,
            can_weigh: !self.cursor.funds.weighing.is_spent(),
            known: &self.known,
            steps: &self.steps,
            weighing: &self.weighing,
            weighed: &self.weighed,
            can_undo: !self.cursor.funds.unescaping.is_spent(),
            unescaped: &self.unescaped,
            far: &self.far,
        };
        reader.read(self.trust, &mut self.run)
    }

    /// The link that a candidate is, if the grammar accepts it or another reading of the same hit.
    fn judge(&mut self, mut candidate: Candidate<'w>) -> Outcome<'w> {
        loop {
            self.note(&candidate);
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
        let refused = config.explain.then(|| self.told_refused(range, at, rejection));
        Outcome::Refused(refused, resume)
    }

    /// What stands before a second `@` is not the local part of an address either.
    fn raise_floor(&mut self, at: usize) {
        if self.window.bytes.get(at) == Some(&b'@') {
            self.cursor.floor = self.cursor.floor.max(at);
        }
    }

    /// Moves the cursor behind what came of the hit: the link, if it is one that is wanted.
    fn settle(&mut self, outcome: Outcome<'w>) -> Option<Link<'w>> {
        let (config, behind) = (self.subject.config, self.hit.at + 1);
        match outcome {
            Outcome::Found(mut link, resume) => {
                self.cursor.at = resume.max(behind);
                self.cursor.floor = resume;
                self.cursor.refused_run.leave();
                if config.unwrap_redirects {
                    accept::unwrap(config, &mut link);
                }
                accept::is_wanted(config, &link).then_some(link)
            }
            Outcome::Refused(refused, resume) => {
                self.cursor.at = resume.max(behind);
                if let Some(refused) = refused {
                    self.cursor.told.push_back(Told::Refused(refused.into_owned()));
                }
                None
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
                if config.explain {
                    let too_long = self.told_refused(start..end, end, Rejection::new(0, &TOO_LONG));
                    self.cursor.told.push_back(Told::Refused(too_long.into_owned()));
                }
                None
            }
            Outcome::Open(_) => None,
        }
    }
}

/// Moves past the URL that was too long; false when the window ends first.
pub(super) fn skip_oversize(bytes: &[u8], cursor: &mut Cursor) -> bool {
    let rest = &bytes[cursor.at..];
    let end = rest.iter().position(|&byte| byte <= b' ' || matches!(byte, b'<' | b'>' | b'"'));
    cursor.steps += end.unwrap_or(rest.len()) as u64;
    cursor.at += end.unwrap_or(rest.len());
    cursor.floor = cursor.at;
    cursor.in_oversize = end.is_none();
    end.is_some()
}
