//! Hit to candidate: which bytes around a hit may be one URL, by its form and by what delimits it.

use std::{borrow::Cow, cell::Cell, iter};

use crate::{
    config::Config,
    engine::{
        candidate::{Candidate, Joined, Reading, Trust, Unread},
        delimit::{
            bare::{self, AuthorityBounds, Undelimited},
            escaped::{self, Escaped},
            opening::{self, Opening},
        },
        forms::{
            beginning::{Beginning, Form, SchemeFront, Start},
            name::{self, Run},
            read::{self, MAX_LOOK_BACK},
        },
        rejoin::{
            self, Chain, JudgedBreak, KnownParts,
            closing::Closing,
            enclosed,
            enclosed_end::{trim_backslashes, trim_quotation, without_fragment, without_list},
            pieces::join,
        },
        scan::{Hit, Trigger},
        window::{Ahead, Cut, Steps, Window},
    },
    link::{Delimiter, Kind, Notation, Pieces},
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
            Start::At(beginning) => self.from(&beginning, trust).map_err(|cut| Unread { cut, open: beginning.first() }),
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

    /// Reads the candidate that begins there: between delimiters, or bare.
    fn from(&self, beginning: &Beginning, trust: Trust) -> Result<Reading<'w>, Cut> {
        let ahead = self.ahead(beginning.start);
        if !bare::begins_cluster(&ahead, beginning.first())? {
            return Ok(self.nothing(0));
        }
        if let Some(front) = beginning.front
            && trust.evidence
            && rejoin::joins_undelimited(self.config.rejoin)
        {
            return self.behind_front(&ahead, beginning, front, trust);
        }
        let opening = opening::before(ahead.bytes, beginning.start);
        if trust.delimiters
            && let Some(candidate) = self.enclosed(&ahead, beginning, opening)?
        {
            return Ok(Reading::Candidate(candidate));
        }
        if beginning.is_proven {
            return self.bare(&ahead, beginning, opening, trust);
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

    /// Reads the candidate whose scheme is cut, with the front of that in the line before.
    fn behind_front(
        &self,
        ahead: &Ahead<'w, '_>,
        beginning: &Beginning,
        front: SchemeFront,
        trust: Trust,
    ) -> Result<Reading<'w>, Cut> {
        let beginning = Beginning { is_proven: true, ..*beginning };
        let candidate = match self.bare(ahead, &beginning, Opening::Bare, trust)? {
            Reading::Candidate(candidate) => candidate,
            reading => return Ok(reading),
        };
        // One label may be the beginning of a host that is cut as well.
        let host = candidate.written.split_once("://").map_or("", |(_, behind)| behind);
        let host = host.split(['/', '?', '#', ':']).next().unwrap_or_default().as_bytes();
        if !name::has_top_level_domain(host) && !name::is_ipv4(host) && !name::is_localhost(host) {
            return Ok(Reading::Unknown { start: beginning.start, resume: candidate.resume });
        }
        let pieces = iter::once(front.start..front.end).chain(candidate.pieces.as_slice().iter().cloned());
        let written = [&String::from_utf8_lossy(&ahead.bytes[front.start..front.end]), &*candidate.written].concat();
        let confidence = candidate.joined.map_or(1.0, |joined| joined.confidence);
        Ok(Reading::Candidate(Candidate {
            pieces: Pieces::Many(pieces.collect()),
            written: Cow::Owned(written),
            joined: Some(Joined { confidence: confidence.min(CUT_SCHEME), end: front.end }),
            ..candidate
        }))
    }

    /// Reads a relative reference between the brackets of `<URL:…>`. One with a scheme has a trigger of its own.
    fn reference(&self) -> Result<Reading<'w>, Cut> {
        let nothing = self.nothing(0);
        let ahead = self.ahead(self.hit.at);
        let mut start = self.hit.at + 1;
        while ahead.get(start)?.is_some_and(|byte| byte.is_ascii_whitespace()) {
            start += 1;
        }
        if opening::before(ahead.bytes, start) != (Opening::Angle { prefixed: true }) {
            return Ok(nothing);
        }
        let found = self.read_enclosed(&ahead, start, Closing::Angle);
        let Some((pieces, is_unweighed)) = found? else { return Ok(nothing) };
        let Some(written) = join(ahead.bytes, &pieces) else { return Ok(nothing) };
        let resume = pieces.as_slice().last().map_or(start, |piece| piece.end);
        // Words behind it make it one of a sentence.
        let is_whole = ahead.bytes[resume..].trim_ascii_start().first() == Some(&b'>');
        let has_scheme = written.find([':', '/', '?', '#']).is_some_and(|at| written.as_bytes()[at] == b':');
        if !is_whole || has_scheme {
            return Ok(nothing);
        }
        Ok(Reading::Candidate(Candidate {
            kind: Kind::Url,
            delimiter: Delimiter::Angle,
            pieces,
            written,
            completion: "",
            is_relative: true,
            escapes: None,
            resume,
            joined: None,
            breaks: Vec::new(),
            is_unweighed,
        }))
    }

    /// The pieces up to the closing delimiter, without the hyphens that a typesetter put between them, and whether evidence about these
    /// was not weighed, as too much was before: to look around for what he does is to weigh it.
    fn read_enclosed(
        &self,
        ahead: &Ahead<'w, '_>,
        start: usize,
        closing: Closing,
    ) -> Result<Option<(Pieces, bool)>, Cut> {
        let Some(mut pieces) = enclosed::read(ahead, start, closing, self.config.rejoin)? else { return Ok(None) };
        let around = self.window.ahead(start, self.config.window, self.weighing);
        let before = around.steps();
        let is_unweighed = rejoin::trim_hyphens(&around, &mut pieces, self.config.hyphen, self.can_weigh);
        self.weighed.add(around.steps() - before);
        Ok(Some((pieces, is_unweighed?)))
    }

    /// Reads to what closes the delimiter that opens in front of the candidate; none where there is no such pair.
    fn enclosed(
        &self,
        ahead: &Ahead<'w, '_>,
        beginning: &Beginning,
        opening: Opening,
    ) -> Result<Option<Candidate<'w>>, Cut> {
        let Some(closing) = Closing::of(opening, beginning) else { return Ok(None) };
        let start = beginning.start;
        let found = self.read_enclosed(ahead, start, closing)?;
        let Some((mut pieces, is_unweighed)) = found else { return Ok(None) };
        let behind_fragment = without_fragment(self.config, ahead.bytes, &mut pieces);
        if closing == Closing::Angle {
            trim_backslashes(ahead.bytes, beginning, &mut pieces);
        }
        if closing.may_hold_prose() {
            trim_quotation(ahead.bytes, &mut pieces);
        } else if let Pieces::One(piece) = &mut pieces {
            piece.end = without_list(ahead.bytes, piece.clone());
        }
        if closing == Closing::Angle
            && let Some(candidate) = self.escaped_between_brackets(ahead, beginning, &pieces)?
        {
            return Ok(Some(candidate));
        }
        if let (Form::Hierarchical(host), Pieces::One(piece)) = (&beginning.form, &pieces)
            && read::is_beginning_of_host(ahead, *host, piece.end)?
        {
            return Ok(None);
        }
        let Some(written) = join(ahead.bytes, &pieces) else { return Ok(None) };
        // Brackets mark a host name off, but don't make one: `<stdio.h>` is none.
        if let Form::Host(_) = beginning.form {
            let host = written.split(['/', '?', '#', ':']).next().unwrap_or_default().as_bytes();
            if !name::has_top_level_domain(host) && !name::is_ipv4(host) {
                return Ok(None);
            }
        }
        if let Form::Address(_) = beginning.form {
            let domain = written.rsplit('@').next().unwrap_or_default();
            if !name::is_mail_domain(domain.as_bytes()) && !domain.eq_ignore_ascii_case("localhost") {
                return Ok(None);
            }
        }
        let end = pieces.as_slice().last().map_or(start, |piece| piece.end);
        if end <= self.hit.at {
            // The quotation is over before the trigger: `'x'@`.
            return Ok(None);
        }
        Ok(Some(Candidate {
            kind: beginning.kind,
            delimiter: closing.delimiter(),
            pieces,
            written,
            completion: beginning.completion,
            is_relative: false,
            escapes: None,
            resume: behind_fragment.unwrap_or(end),
            joined: None,
            breaks: Vec::new(),
            is_unweighed,
        }))
    }

    /// The candidate between angle brackets in the source of a manual page, which writes a hyphen as `\-`: with the escapes of
    /// all of it undone. Any other backslash there is one of the URL.
    fn escaped_between_brackets(
        &self,
        ahead: &Ahead<'w, '_>,
        beginning: &Beginning,
        pieces: &Pieces,
    ) -> Result<Option<Candidate<'w>>, Cut> {
        let Pieces::One(piece) = pieces else { return Ok(None) };
        let is_of_manual = memchr::memmem::find(&ahead.bytes[piece.clone()], br"\-").is_some();
        if !is_of_manual || !beginning.is_proven {
            return Ok(None);
        }
        let Some(Escaped { pieces, written, notation }) = escaped::read(self.config, ahead, beginning)? else {
            return Ok(None);
        };
        if pieces.last().map(|last| last.end) != Some(piece.end) {
            return Ok(None);
        }
        Ok(Some(Candidate {
            kind: beginning.kind,
            delimiter: Delimiter::Angle,
            pieces: Pieces::Many(pieces),
            written: Cow::Owned(written),
            completion: beginning.completion,
            is_relative: false,
            escapes: Some(notation),
            resume: piece.end,
            joined: None,
            breaks: Vec::new(),
            is_unweighed: false,
        }))
    }

    /// Reads the candidate as if nothing delimited it.
    fn bare(
        &self,
        ahead: &Ahead<'w, '_>,
        beginning: &Beginning,
        opening: Opening,
        trust: Trust,
    ) -> Result<Reading<'w>, Cut> {
        let start = beginning.start;
        let undelimited = bare::read(self.config, ahead, self.floor, beginning)?;
        let joins = trust.evidence && rejoin::joins_undelimited(self.config.rejoin);
        let mut judged = Vec::new();
        let candidate = |reading: Written<'w>, resume, judged, is_unweighed| Candidate {
            kind: beginning.kind,
            delimiter: if opening == Opening::Prefix { Delimiter::Prefix } else { Delimiter::Bare },
            escapes: escaped::is_undone(ahead.bytes, reading.pieces.as_slice()).then_some(Notation::Markup),
            pieces: reading.pieces,
            written: reading.written,
            completion: beginning.completion,
            is_relative: false,
            resume,
            joined: reading.joined,
            breaks: judged,
            is_unweighed,
        };
        if joins
            && let Some(authority) = undelimited.authority_alone(beginning)
            && let Some(host) = rejoin::broken_host(ahead, start, authority)?
        {
            if self.can_weigh
                && let Some(joined) = self.joined(beginning, host.end, AuthorityBounds::From(authority), &mut judged)?
            {
                let resume = joined.end();
                return Ok(Reading::Candidate(candidate(joined, resume, judged, false)));
            }
            if host.is_open || host.is_beginning {
                return Ok(Reading::Refused { start, at: host.end, is_in_host: true, breaks: judged });
            }
        }
        if beginning.is_proven
            && escaped::may_be_escaped(ahead, beginning, &undelimited)?
            && let Some(Escaped { pieces, written, notation }) = self.escaped(ahead, beginning)?
        {
            let written = Written { pieces: Pieces::Many(pieces), written: Cow::Owned(written), joined: None };
            let resume = written.end();
            let candidate = candidate(written, resume, judged, false);
            return Ok(Reading::Candidate(Candidate { escapes: Some(notation), ..candidate }));
        }
        let bare = match undelimited {
            Undelimited::Url(bare) => bare,
            Undelimited::Refused(at) => return Ok(Reading::Refused { start, at, is_in_host: false, breaks: judged }),
            Undelimited::Nothing(resume) => return Ok(self.nothing(resume)),
        };
        if bare.end <= self.hit.at {
            return Ok(self.nothing(0));
        }
        let may_go_on = joins
            && bare.end == bare.resume
            && (bare.has_tail()
                || bare.authority_end.is_some()
                    && beginning.kind != Kind::Domain
                    && rejoin::is_above_path(ahead, start, bare.end)?);
        let authority_end = bare.authority_end.filter(|_| may_go_on);
        let is_unweighed =
            authority_end.is_some() && !self.can_weigh && self.config.explain && may_go_on_behind(ahead, bare.end)?;
        let joined = match authority_end.filter(|_| self.can_weigh) {
            Some(end) => self.joined(beginning, bare.end, AuthorityBounds::To(end), &mut judged)?,
            None => None,
        };
        if let Some(joined) = joined {
            let resume = joined.end();
            return Ok(Reading::Candidate(candidate(joined, resume, judged, is_unweighed)));
        }
        let pieces = Pieces::One(start..bare.end);
        let Some(written) = join(ahead.bytes, &pieces) else { return Ok(self.nothing(0)) };
        let alone = Written { pieces, written, joined: None };
        Ok(Reading::Candidate(candidate(alone, bare.resume, judged, is_unweighed)))
    }

    /// The URL that begins there with its escapes undone, if there are any and not too much was read for some before.
    fn escaped(&self, ahead: &Ahead<'w, '_>, beginning: &Beginning) -> Result<Option<Escaped>, Cut> {
        if !self.can_undo {
            return Ok(None);
        }
        let before = self.steps.count();
        let read = escaped::read(self.config, ahead, beginning)?;
        if read.is_none() {
            self.unescaped.add((self.steps.count() - before) as usize);
        }
        Ok(read)
    }

    /// The URL with this beginning that ends at `end` by itself with what evidence joins to it, if it does; `judged` takes what was looked at.
    fn joined(
        &self,
        beginning: &Beginning,
        end: usize,
        authority: AuthorityBounds,
        judged: &mut Vec<JudgedBreak>,
    ) -> Result<Option<Written<'w>>, Cut> {
        let start = beginning.start;
        let ahead = &self.window.ahead(start, self.config.window, self.weighing);
        let host = match authority {
            AuthorityBounds::To(_) => None,
            AuthorityBounds::From(begin) => Some(begin),
        };
        let known = self.known.take().filter(|known| host.is_none() && known.url == (start..end));
        let mut chain = known.map_or_else(
            || {
                let parts = KnownParts { host, front_end: beginning.front.map(|front| front.end) };
                rejoin::chain(self.config, ahead, start, end, parts)
            },
            Ok,
        )?;
        judged.append(&mut chain.breaks);
        self.weighed.add(chain.cost);
        // In a host they stay: less of one, or more, is another.
        let pieces = if host.is_none() { escaped::undone(ahead, chain.pieces)? } else { chain.pieces };
        let ended = bare::end_joined(ahead, self.floor, authority, end, pieces);
        Ok(ended.map(|(pieces, written)| Written {
            pieces: Pieces::Many(pieces),
            written: Cow::Owned(written),
            joined: Some(Joined { confidence: chain.confidence, end }),
        }))
    }
}

/// What a candidate that nothing delimits is written as, and what evidence joined of it.
struct Written<'w> {
    pieces: Pieces,
    written: Cow<'w, str>,
    joined: Option<Joined>,
}

impl Written<'_> {
    /// The end of its last piece.
    fn end(&self) -> usize {
        self.pieces.as_slice().last().map_or(0, |piece| piece.end)
    }
}

/// Whether the URL that ends at `end` may go on behind the end of its line, for all that is seen at once.
fn may_go_on_behind(ahead: &Ahead, end: usize) -> Result<bool, Cut> {
    match (rejoin::may_go_on(ahead.bytes, end), ahead.get(ahead.bytes.len())) {
        (Some(goes_on), _) => Ok(goes_on),
        (None, Err(Cut::More)) => Err(Cut::More),
        (None, _) => Ok(false),
    }
}
