//! What is passed over without a look, as too many before it came to nothing, or too much was read again.

use std::ops::Range;

use super::{CLOSER_LOOK, Closer};
use crate::{
    engine::{
        forms::read::MAX_LOOK_BACK,
        scan::Hit,
        search::cursor::{REACH, Step, Told},
    },
    uri::{Rejection, rejection::Rule},
};

static TOO_COSTLY: Rule =
    Rule::new("napkin budget", "so much of the text around was refused that it is not read again from here on");
static NOT_LOOKED_AT: Rule =
    Rule::new("napkin budget", "so much of the text around was nothing that there is no closer look from here on");

impl Closer<'_, '_, '_> {
    /// Goes on behind a hit that is not looked at, as too many before it were those of nothing: what stands around it is passed over as if it
    /// was refused. But where the short way may have come to nothing for the only reason that the window ends, it waits for the rest.
    pub(super) fn pass_unread(mut self) -> Option<Step> {
        let Hit { at, .. } = self.hit;
        if !self.window.is_end && self.window.bytes.len() - at < self.subject.config.window + REACH {
            return Some(self.wait(at.saturating_sub(MAX_LOOK_BACK)));
        }
        self.cursor.refused_run.enter(self.window.bytes, at, at + 1);
        self.cursor.at = at + 1;
        let end = at + if self.window.bytes[at].is_ascii() { 1 } else { "。".len() };
        self.tell_passed(at..end, &NOT_LOOKED_AT)
    }

    /// Goes on behind what was refused, as it was read again often enough.
    pub(super) fn pass_refused(self) -> Option<Step> {
        let range = self.hit.at..self.cursor.refused_end.min(self.window.bytes.len());
        self.cursor.at = range.end.max(self.hit.at + 1);
        self.tell_passed(range, &TOO_COSTLY)
    }

    /// Says why a stretch of the text is not looked at, if that is to be explained.
    fn tell_passed(self, range: Range<usize>, rule: &'static Rule) -> Option<Step> {
        self.cursor.steps += CLOSER_LOOK as u64;
        let config = self.subject.config;
        config.explain.then(|| {
            let refused = self.told_refused(range, self.hit.at, Rejection::new(0, rule));
            self.cursor.told.push_back(Told::Refused(refused.into_owned()));
            Step::Told
        })
    }
}
