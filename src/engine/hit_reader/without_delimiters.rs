//! A closer look at what nothing delimits: its form says where it ends, and evidence whether it goes on in the next line.

use std::borrow::Cow;

use super::{HitReader, is_left_open};
use crate::{
    engine::{
        candidate::{Candidate, Joined, Reading, Trust},
        delimit::{
            bare::{self, AuthorityBounds, Bare, Undelimited},
            escaped::{self, Escaped},
            opening::Opening,
        },
        forms::{
            address::has_escapes,
            beginning::{Beginning, Form},
        },
        rejoin::{self, JudgedBreak, KnownParts, pieces::join},
        window::{Ahead, Cut},
    },
    link::{Delimiter, Kind, Notation, Piece, Pieces},
};

impl<'w> HitReader<'_, 'w> {
    /// Reads the candidate as if nothing delimited it.
    pub(super) fn bare(
        &self,
        ahead: &Ahead<'w, '_>,
        beginning: &Beginning,
        opening: Opening,
        trust: Trust,
    ) -> Result<Reading<'w>, Cut> {
        let undelimited = bare::read(self.config, ahead, self.floor, beginning)?;
        let joins = trust.evidence && rejoin::joins_undelimited(self.config.rejoin);
        let mut judged = Vec::new();
        if joins
            && let Some(authority) = undelimited.authority_alone(beginning)
            && let Some(host) = rejoin::broken_host(ahead, beginning.start, authority)?
        {
            if self.can_weigh
                && !host.is_either
                && let Some(joined) = self.joined(beginning, host.end, AuthorityBounds::From(authority), &mut judged)?
            {
                return Ok(joined.into_reading(ahead, beginning, opening, judged));
            }
            if host.is_open || host.is_beginning {
                let (start, at) = (beginning.start, host.end);
                return Ok(Reading::Refused { start, at, is_in_host: true, breaks: judged });
            }
        }
        if beginning.is_proven
            && escaped::may_be_escaped(ahead, beginning, &undelimited)?
            && let Some(Escaped { pieces, written, notation }) = self.escaped(ahead, beginning)?
        {
            let written = Written::in_pieces(pieces, written);
            return Ok(Written { escapes: Some(notation), ..written }.into_reading(ahead, beginning, opening, judged));
        }
        match undelimited {
            // What its escapes stand for could not be told, and nobody's name has a backslash.
            Undelimited::Url(bare) if matches!(beginning.form, Form::Address(domain) if has_escapes(ahead.bytes, beginning.start, domain)) => {
                Ok(self.nothing(bare.resume))
            }
            Undelimited::Url(bare) => self.over_breaks(ahead, beginning, opening, &bare, joins, judged),
            Undelimited::Refused(at) => {
                Ok(Reading::Refused { start: beginning.start, at, is_in_host: false, breaks: judged })
            }
            Undelimited::Nothing(resume) => Ok(self.nothing(resume)),
        }
    }

    /// Reads the URL that ends by itself as `bare` says, with what evidence joins to it.
    fn over_breaks(
        &self,
        ahead: &Ahead<'w, '_>,
        beginning: &Beginning,
        opening: Opening,
        bare: &Bare,
        joins: bool,
        mut judged: Vec<JudgedBreak>,
    ) -> Result<Reading<'w>, Cut> {
        let start = beginning.start;
        if bare.end <= self.hit.at {
            return Ok(self.nothing(0));
        }
        let may_go_on = joins
            && bare.end == bare.resume
            && (bare.has_tail()
                || bare.authority_end.is_some()
                    && beginning.kind != Kind::Domain
                    && (rejoin::is_above_path(ahead, start, bare.end)? || is_left_open(ahead, start, bare.end)?));
        let authority_end = bare.authority_end.filter(|_| may_go_on);
        let is_unweighed =
            authority_end.is_some() && !self.can_weigh && self.config.explain && may_go_on_behind(ahead, bare.end)?;
        let joined = match authority_end.filter(|_| self.can_weigh) {
            Some(end) => self.joined(beginning, bare.end, AuthorityBounds::To(end), &mut judged)?,
            None => None,
        };
        if let Some(joined) = joined {
            return Ok(Written { is_unweighed, ..joined }.into_reading(ahead, beginning, opening, judged));
        }
        let pieces = Pieces::One(start..bare.end);
        let Some(written) = join(ahead.bytes, &pieces) else { return Ok(self.nothing(0)) };
        let alone = Written { pieces, written, resume: bare.resume, joined: None, escapes: None, is_unweighed };
        Ok(alone.into_reading(ahead, beginning, opening, judged))
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
        // They are told from where the URL begins, which is in the line before if its scheme is cut.
        chain.breaks.iter_mut().for_each(|seen| seen.range.start = beginning.first());
        judged.append(&mut chain.breaks);
        self.weighed.add(chain.cost);
        // In a host they stay: less of one, or more, is another.
        let pieces = if host.is_none() { escaped::undone(ahead, chain.pieces)? } else { chain.pieces };
        let ended = bare::end_joined(ahead, self.floor, authority, end, pieces);
        let joined = Some(Joined { confidence: chain.confidence, end });
        Ok(ended.map(|(pieces, written)| Written { joined, ..Written::in_pieces(pieces, written) }))
    }
}

/// What a candidate that nothing delimits is written as, and what is known of how it came to be.
struct Written<'w> {
    pieces: Pieces,
    written: Cow<'w, str>,
    /// Where the search goes on after it.
    resume: usize,
    /// What evidence joined.
    joined: Option<Joined>,
    /// The notation whose escapes were undone to read it.
    escapes: Option<Notation>,
    is_unweighed: bool,
}

impl<'w> Written<'w> {
    /// One that stands in pieces, and is over with the last of them.
    fn in_pieces(pieces: Vec<Piece>, written: String) -> Written<'w> {
        let resume = pieces.last().map_or(0, |piece| piece.end);
        let (pieces, written) = (Pieces::Many(pieces), Cow::Owned(written));
        Written { pieces, written, resume, joined: None, escapes: None, is_unweighed: false }
    }

    /// The candidate that it is, behind this beginning.
    fn into_reading(
        self,
        ahead: &Ahead<'w, '_>,
        beginning: &Beginning,
        opening: Opening,
        breaks: Vec<JudgedBreak>,
    ) -> Reading<'w> {
        let is_undone = || escaped::is_undone(ahead.bytes, self.pieces.as_slice());
        Reading::Candidate(Candidate {
            kind: beginning.kind,
            delimiter: if opening == Opening::Prefix { Delimiter::Prefix } else { Delimiter::Bare },
            escapes: self.escapes.or_else(|| is_undone().then_some(Notation::Markup)),
            pieces: self.pieces,
            written: self.written,
            completion: beginning.completion,
            is_relative: false,
            resume: self.resume,
            joined: self.joined,
            breaks,
            is_unweighed: self.is_unweighed,
        })
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
