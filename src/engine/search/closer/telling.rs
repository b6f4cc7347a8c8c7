//! What a closer look tells where that is asked for: the breaks that were looked at, and what was refused.

use std::borrow::Cow;

use super::Closer;
use crate::{
    engine::{accept, candidate::Candidate, rejoin::JudgedBreak},
    link::{Break, Piece, Refused},
    uri::Rejection,
};

/// What is told of a break where evidence would have been weighed, had not so much been weighed before it.
const UNWEIGHED: &str = "not weighed, as too much was before";

/// What is told of a break in a scheme that is cut, and what it weighs.
const CUT_SCHEME: (&str, f32) = ("a scheme that is cut", 20.0);

impl<'w> Closer<'_, 'w, '_> {
    /// Keeps what is to be told of the breaks of a candidate.
    pub(super) fn note(&mut self, candidate: &Candidate<'w>) {
        if !self.subject.config.explain {
            return;
        }
        // The joined URL may end before the break, and the grammar may refuse it.
        let is_joined = candidate.joined.is_some() && accept::is_valid(self.subject.config, candidate);
        if is_joined {
            self.note_scheme(candidate);
        }
        self.note_breaks(&candidate.breaks, is_joined.then_some(candidate.resume));
        if candidate.is_unweighed {
            let range = candidate.range();
            let seen = self.told_break(range.clone(), range.end, vec![(UNWEIGHED, 0.0)], 0.0, false);
            self.breaks.push(seen);
        }
    }

    /// Keeps what is to be told of the break in a scheme that is cut, which nothing has to be weighed for.
    fn note_scheme(&mut self, candidate: &Candidate<'w>) {
        let (Some(joined), [first, second, ..]) = (&candidate.joined, candidate.pieces.as_slice()) else { return };
        let is_in_scheme =
            joined.end == first.end && candidate.written.find(':').is_some_and(|colon| first.len() <= colon);
        if is_in_scheme {
            let seen = self.told_break(first.start..second.end, first.end, vec![CUT_SCHEME], joined.confidence, true);
            self.breaks.push(seen);
        }
    }

    /// Keeps what is to be told of these breaks, of a URL that goes on over those before `joined_end`, if it goes on.
    pub(super) fn note_breaks(&mut self, breaks: &[JudgedBreak], joined_end: Option<usize>) {
        for seen in breaks {
            let is_joined = seen.is_joined && joined_end.is_some_and(|end| end > seen.at);
            let evidence = seen.evidence.pieces().collect();
            let confidence = seen.evidence.confidence();
            let told = self.told_break(seen.range.clone(), seen.at, evidence, confidence, is_joined);
            self.breaks.push(told);
        }
    }

    fn told_break(
        &self,
        range: Piece,
        at: usize,
        evidence: Vec<(&'static str, f32)>,
        confidence: f32,
        is_joined: bool,
    ) -> Break<'w> {
        Break {
            text: Cow::Borrowed(&self.window.bytes[range.clone()]),
            range: range.start + self.window.base..range.end + self.window.base,
            at: at + self.window.base,
            evidence,
            confidence,
            is_joined,
            position: None,
        }
    }

    /// A refused candidate, as it is told: the byte at `at` breaks the rule.
    pub(super) fn told_refused(&self, range: Piece, at: usize, rejection: Rejection) -> Refused<'w> {
        Refused {
            text: Cow::Borrowed(&self.window.bytes[range.clone()]),
            range: range.start + self.window.base..range.end + self.window.base,
            at: at + self.window.base,
            rejection,
            grammar: self.subject.config.grammar,
            position: None,
        }
    }
}
