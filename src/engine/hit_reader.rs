//! Hit to candidate: which bytes around a hit may be one URL, by its form and by what delimits it.

mod argument_of_tex;
mod between_delimiters;
mod references;
mod without_delimiters;

use std::{borrow::Cow, cell::Cell, iter};

use crate::{
    config::Config,
    engine::{
        candidate::{Candidate, Delimited, Joined, Reading, Trust, Unread},
        delimit::{
            bare,
            opening::{self, Opening},
        },
        forms::{
            beginning::{Beginning, Form, SchemeFront, Start},
            name::{self, Run},
            read::{self, MAX_LOOK_BACK},
            string_marks,
        },
        rejoin::{self, Chain, enclosed::Far},
        scan::{Hit, Trigger},
        window::{Ahead, Cut, Steps, Window},
    },
    link::{Delimiter, Pieces},
};

/// How sure it is that the letters of a scheme which a line ends in, and those which the next begins with, are one: there is no other reading.
const CUT_SCHEME: f32 = 0.99;

/// A closer look at one hit: what stands around it is read with more or less trust in it.
pub(crate) struct HitReader<'l, 'w> {
    pub(crate) config: &'l Config,
    pub(crate) window: &'l Window<'w>,
    /// Nothing before this index belongs to what is read.
    pub(crate) floor: usize,
    pub(crate) hit: Hit,
    /// Whether evidence may be weighed, or too much was before.
    pub(crate) can_weigh: bool,
    /// What evidence is known to join, and is taken where it is asked for.
    pub(crate) known: &'l Cell<Option<Chain>>,
    /// Count what is read, what is read for weighing, and what the evidence that was weighed cost, whatever came of it.
    pub(crate) steps: &'l Steps,
    pub(crate) weighing: &'l Steps,
    pub(crate) weighed: &'l Steps,
    /// Whether escapes may be undone, or too much was read for them before; counts what was read in vain.
    pub(crate) can_undo: bool,
    pub(crate) unescaped: &'l Steps,
    /// How far ahead what closes a delimiter may be looked for.
    pub(crate) far: &'l Far,
}

impl<'w> HitReader<'_, 'w> {
    /// Reads what stands around the hit.
    pub(crate) fn read(&self, trust: Trust, run: &mut Run) -> Result<Reading<'w>, Unread> {
        let at = self.hit.at;
        if self.hit.trigger == Trigger::Prefix {
            return if trust.delimiters {
                self.reference().map_err(|cut| Unread { cut, open: at })
            } else {
                Ok(self.nothing(0))
            };
        }
        // A hit alone is looked around from its own place; its start is behind it, at most as far as a host name reaches.
        let around = self.ahead(at);
        let start = read::begin(self.config, &around, self.floor, self.hit, run)
            .map_err(|cut| Unread { cut, open: at.saturating_sub(MAX_LOOK_BACK) })?;
        match start {
            Start::At(beginning) => {
                let reading = self.from(&beginning, trust).and_then(|reading| self.with_ampersands(reading));
                reading.map_err(|cut| Unread { cut, open: beginning.first() })
            }
            Start::Nowhere { resume } => Ok(Reading::Nothing { resume }),
        }
    }

    /// What a candidate may see that begins at `start`.
    fn ahead(&self, start: usize) -> Ahead<'w, '_> {
        self.window.ahead(start, self.config.window, self.steps)
    }

    /// Nothing up to `resume`, and the hit is behind it.
    fn nothing<'a>(&self, resume: usize) -> Reading<'a> {
        Reading::Nothing { resume: resume.max(self.hit.at + 1) }
    }

    /// The same with the ampersands that the markup around it has as references.
    fn with_ampersands(&self, reading: Reading<'w>) -> Result<Reading<'w>, Cut> {
        let Reading::Candidate(candidate) = reading else { return Ok(reading) };
        let ahead = self.ahead(candidate.range().start);
        references::without_references(&ahead, candidate).map(Reading::Candidate)
    }

    /// Reads the candidate that begins there: between delimiters, or bare.
    fn from(&self, beginning: &Beginning, trust: Trust) -> Result<Reading<'w>, Cut> {
        let ahead = self.ahead(beginning.start);
        if !bare::begins_cluster(&ahead, beginning.first())? {
            return Ok(self.nothing(0));
        }
        let joins = trust.evidence && rejoin::joins_undelimited(self.config.rejoin);
        if let Some(front) = beginning.front
            && joins
        {
            return self.behind_front(&ahead, beginning, front, trust);
        }
        let opening = opening::before(ahead.bytes, beginning.start);
        if joins
            && beginning.is_proven
            && let Some(candidate) = self.spaced_argument(&ahead, beginning)?
        {
            return Ok(Reading::Candidate(candidate));
        }
        let delimited = if trust.delimiters { self.enclosed(&ahead, beginning, opening)? } else { Delimited::Nothing };
        let is_too_far = match delimited {
            Delimited::Candidate(candidate) if joins && is_string_left_open(&ahead, &candidate)? => {
                return self.in_string(&ahead, beginning, opening, trust, candidate);
            }
            Delimited::Candidate(candidate) => return Ok(Reading::Candidate(candidate)),
            Delimited::BrokenHost { at } => {
                return Ok(Reading::Refused { start: beginning.start, at, is_in_host: true, breaks: Vec::new() });
            }
            Delimited::TooFar => true,
            Delimited::Nothing => false,
        };
        if beginning.is_proven {
            return Ok(match self.bare(&ahead, beginning, opening, trust)? {
                Reading::Candidate(bare) => {
                    Reading::Candidate(Candidate { is_unweighed: bare.is_unweighed || is_too_far, ..bare })
                }
                reading => reading,
            });
        }
        if !matches!(beginning.form, Form::Hierarchical(_)) {
            return Ok(self.nothing(0));
        }
        // Nothing inside a URL of an unknown scheme is a link of its own.
        let resume = match self.bare(&ahead, beginning, opening, trust)? {
            Reading::Candidate(candidate) => candidate.resume,
            Reading::Refused { at, .. } => at,
            Reading::Unknown { resume, .. } | Reading::Nothing { resume } => resume,
        };
        Ok(Reading::Unknown { start: beginning.start, resume: resume.max(self.hit.at + 1) })
    }

    /// Reads the candidate that stands between the marks of a string which the next line goes on with: joined to what begins the next, or as
    /// `quoted`, without.
    fn in_string(
        &self,
        ahead: &Ahead<'w, '_>,
        beginning: &Beginning,
        opening: Opening,
        trust: Trust,
        quoted: Candidate<'w>,
    ) -> Result<Reading<'w>, Cut> {
        Ok(match self.bare(ahead, beginning, opening, trust)? {
            Reading::Candidate(joined) if joined.joined.is_some() => Reading::Candidate(joined),
            Reading::Candidate(alone) => Reading::Candidate(Candidate { breaks: alone.breaks, ..quoted }),
            // Less of a host is another.
            refused @ Reading::Refused { is_in_host: true, .. } => refused,
            Reading::Refused { start, at, breaks, .. }
                if at == quoted.resume || string_marks::is_host_alone(&ahead.bytes[start..quoted.resume]) =>
            {
                Reading::Refused { start, at, is_in_host: true, breaks }
            }
            _ => Reading::Candidate(quoted),
        })
    }

    /// Reads the candidate whose scheme is cut, with the front of that in the line before.
    fn behind_front(
        &self,
        ahead: &Ahead<'w, '_>,
        beginning: &Beginning,
        front: SchemeFront,
        trust: Trust,
    ) -> Result<Reading<'w>, Cut> {
        let beginning = Beginning { is_proven: true, ..*beginning };
        Ok(match self.bare(ahead, &beginning, Opening::Bare, trust)? {
            Reading::Candidate(candidate) if has_whole_host(&candidate.written) => {
                Reading::Candidate(with_front(ahead, candidate, front))
            }
            Reading::Candidate(Candidate { resume, .. }) => Reading::Unknown { start: beginning.start, resume },
            reading => reading,
        })
    }
}

/// Whether a candidate between quotation marks is a string of a program that goes on in the next line, and may go on there.
fn is_string_left_open(ahead: &Ahead, candidate: &Candidate) -> Result<bool, Cut> {
    match (candidate.delimiter, &candidate.pieces) {
        (Delimiter::Quote, Pieces::One(piece)) => is_left_open(ahead, piece.start, piece.end),
        _ => Ok(false),
    }
}

/// The same of what stands between `start` and `end`.
fn is_left_open(ahead: &Ahead, start: usize, end: usize) -> Result<bool, Cut> {
    ahead.answer(string_marks::may_go_on_in_string(ahead.bytes, start, end))
}

/// The candidate with the front of its scheme, which stands in the line before.
fn with_front<'w>(ahead: &Ahead<'w, '_>, candidate: Candidate<'w>, front: SchemeFront) -> Candidate<'w> {
    let SchemeFront { start, end } = front;
    let pieces = iter::once(start..end).chain(candidate.pieces.as_slice().iter().cloned());
    let written = [&String::from_utf8_lossy(&ahead.bytes[start..end]), &*candidate.written].concat();
    let confidence = candidate.joined.map_or(1.0, |joined| joined.confidence);
    Candidate {
        pieces: Pieces::Many(pieces.collect()),
        written: Cow::Owned(written),
        joined: Some(Joined { confidence: confidence.min(CUT_SCHEME), end }),
        ..candidate
    }
}

/// Whether the host of a URL with slashes is whole by itself: one label may be the beginning of a host that is cut as well.
fn has_whole_host(url: &str) -> bool {
    let authority = url.split_once("://").map_or("", |(_, behind)| behind);
    let authority = authority.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    let name = host.split(':').next().unwrap_or_default().as_bytes();
    host.starts_with('[') || name::has_top_level_domain(name) || name::is_ipv4(name) || name::is_localhost(name)
}
