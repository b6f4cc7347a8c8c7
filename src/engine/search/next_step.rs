//! What comes next in a window: what is plain is handed on at the first look, the rest takes a closer one.

use std::ops::ControlFlow;

use super::{
    closer::Closer,
    cursor::{Cursor, Step, settled},
    names_around::NamesAround,
    no_authority::{NoAuthority, no_authority},
    place::LinkPlace,
    plan::Plan,
    text_end::{is_short_end, plain_at_end},
};
use crate::{
    config::Config,
    engine::{
        accept,
        delimit::{
            plain::{self, Plain, Surroundings},
            plain_address::{no_address, plain_address},
            plain_host::{BehindDot, PlainName, plain_host},
            plain_opaque::{PlainOpaque, plain_opaque},
        },
        rejoin::{self, Chain, KnownParts},
        scan::{BlockSearcher, Classifier, Detecting, Hit, Task, Trigger, schemes::NUMBERED_SLASHES},
        subject::Subject,
        window::{Steps, Window},
    },
    link::Piece,
};

/// How many bytes behind the first byte of a trigger belong to it: no other takes as many as two slashes by their numbers.
const LOOKAHEAD: usize = NUMBERED_SLASHES.len();

/// To find what comes next in a window, and to move the cursor behind it.
///
/// Most of the time of a search is spent here. It is compiled for each kind of processor, with all that plain URLs take in it.
pub(super) struct NextStep<'s, 'w, 'c, P> {
    pub(super) subject: Subject<'s>,
    pub(super) plan: &'c Plan,
    pub(super) window: &'c Window<'w>,
    pub(super) cursor: &'c mut Cursor,
    pub(super) place: &'c mut P,
    /// What evidence joined to a plain URL, until a closer look is taken at it.
    pub(super) joined: Option<Chain>,
}

impl<'w, P: LinkPlace<'w>> Task for NextStep<'_, 'w, '_, P> {
    type Answer = Step;

    #[inline(always)]
    fn run(mut self, searcher: impl BlockSearcher) -> Step {
        let bytes = self.window.bytes;
        loop {
            let Some(hit) = self.plan.wanted.next_hit(searcher, bytes, self.cursor.at, &mut self.cursor.reached) else {
                return Step::Settled(settle(self.window, self.cursor));
            };
            if hit.at < self.cursor.refused_run.end {
                if !self.window.is_end && bytes.len() < hit.at + 3 {
                    // What follows decides whether it is a URL with its scheme.
                    self.cursor.at = hit.at;
                    return Step::Settled(settled(self.window, self.cursor, hit.at));
                }
                if self.cursor.refused_run.hides(bytes, hit) {
                    self.cursor.at = hit.at + 1;
                    continue;
                }
            }
            if hit.trigger == Trigger::Colon
                && self.plan.takes_plain
                && let Some(url) = self.url(searcher, hit)
            {
                return self.hand_on(url);
            }
            if hit.trigger == Trigger::At
                && self.plan.takes_addresses
                && let Some(address) = self.address(searcher, hit)
            {
                return self.hand_on(address);
            }
            if matches!(hit.trigger, Trigger::Dot | Trigger::Abbreviation) && self.plan.takes_names {
                match self.name(searcher, hit) {
                    Some(PlainName::Host(name)) => return self.hand_on(name),
                    Some(PlainName::Nothing(resume)) => {
                        self.cursor.dismiss(resume);
                        continue;
                    }
                    None => {}
                }
            }
            if let Some(step) = self.look(hit) {
                return step;
            }
        }
    }
}

impl<'w, P: LinkPlace<'w>> NextStep<'_, 'w, '_, P> {
    /// The plain URL with slashes, if it is one and all evidence says that it ends where it does.
    #[inline(always)]
    fn url(&mut self, classifier: impl Classifier, hit: Hit) -> Option<Plain> {
        let surroundings = self.surroundings();
        let weighs = || weighs(self.subject, self.plan, self.cursor, hit);
        let plain = plain::plain(classifier, &surroundings, hit, self.plan.joins, weighs, rejoin::may_go_on)?;
        if plain.may_go_on
            && let Err(joined) =
                within_its_line(self.subject.config, self.window, self.cursor, hit, plain.start..plain.end)
        {
            self.joined = joined;
            return None;
        }
        Some(plain)
    }

    /// The plain address, if it is one and not one in what was refused.
    #[inline(always)]
    fn address(&mut self, classifier: impl Classifier, hit: Hit) -> Option<Plain> {
        if hit.at < self.cursor.refused_end {
            return None;
        }
        let (address, steps) = {
            let around = self.names_around(hit);
            (plain_address(classifier, &self.surroundings(), hit, &around), around.steps.take())
        };
        self.cursor.steps += steps;
        address
    }

    /// The plain name around a dot, or the address whose local part it is in; `None` as well where it stands in what was refused.
    #[inline(always)]
    fn name(&mut self, classifier: impl Classifier, hit: Hit) -> Option<PlainName> {
        if hit.at < self.cursor.refused_end {
            return None;
        }
        let bytes = self.window.bytes;
        let behind = BehindDot::new(classifier, bytes, hit);
        // What may stand before an `@` is no name of its own there.
        if self.plan.takes_addresses
            && hit.trigger == Trigger::Dot
            && let Some(at) = behind.at_sign(bytes)
            && let Some(address) = self.address_around(hit, at)
        {
            return Some(PlainName::Host(address));
        }
        let (name, steps) = {
            let around = self.names_around(hit);
            (plain_host(&self.surroundings(), hit, &behind, &around), around.steps.take())
        };
        self.cursor.steps += steps;
        if let Some(PlainName::Host(host)) = &name
            && host.may_go_on
        {
            let url = host.start..host.end;
            if let Err(joined) = within_its_line(self.subject.config, self.window, self.cursor, hit, url) {
                self.joined = joined;
                return None;
            }
        }
        name
    }

    /// The plain address that ends behind the `@` at `at`, if it has the dot of `hit` in its local part.
    #[inline(never)]
    fn address_around(&mut self, hit: Hit, at: usize) -> Option<Plain> {
        self.address(Detecting, Hit { at, ..hit }).filter(|address| address.start < hit.at)
    }

    #[inline(always)]
    fn names_around(&self, hit: Hit) -> NamesAround<'_, 'w, impl Fn() -> bool> {
        let weighs = move || weighs(self.subject, self.plan, self.cursor, hit);
        NamesAround { config: self.subject.config, window: self.window, weighs, steps: Steps::default() }
    }

    #[inline(always)]
    fn surroundings(&self) -> Surroundings<'w> {
        Surroundings {
            bytes: self.window.bytes,
            floor: self.cursor.floor,
            limit: self.subject.config.window,
            is_wide: self.plan.takes_wide_names,
        }
    }

    /// Puts a plain link into its place, and goes on behind it.
    #[inline(always)]
    fn hand_on(&mut self, plain: Plain) -> Step {
        self.cursor.pass(plain.start..plain.end);
        self.place.put(accept::plain(self.subject.config, self.window, plain));
        Step::Link
    }

    /// What is found at a hit that is that of nothing which can be handed on as it is, if it is any that is wanted.
    #[inline(never)]
    fn look(&mut self, hit: Hit) -> Option<Step> {
        let (subject, plan, window) = (self.subject, self.plan, self.window);
        if plan.accepts_plain {
            match self.plain(hit) {
                Some(ControlFlow::Continue(plain)) => {
                    self.cursor.pass(plain.start..plain.end);
                    return self.takes(plain).then_some(Step::Link);
                }
                Some(ControlFlow::Break(())) => return None,
                None => {}
            }
        }
        let joined = self.joined.take();
        let mut found = None;
        let step = Closer::new(subject, window, self.cursor, hit, joined).look(&mut found);
        found.into_iter().for_each(|link| self.place.put(link));
        step
    }

    /// What is plain at a hit, and was not looked at before; `Break` where it is nothing, and the cursor has gone on behind it. What
    /// stands in what was refused is read again, and that is counted.
    #[inline(always)]
    fn plain(&mut self, hit: Hit) -> Option<ControlFlow<(), Plain>> {
        let (plan, window) = (self.plan, self.window);
        match hit.trigger {
            Trigger::Colon => {
                let url = if plan.takes_plain { None } else { self.url(Detecting, hit) };
                match url {
                    Some(url) => Some(ControlFlow::Continue(url)),
                    None if self.joined.is_some() || hit.at < self.cursor.refused_end => None,
                    None if window.bytes[hit.at..].starts_with(b"://") => match self.no_authority(hit) {
                        None if is_short_end(window) => self.url_at_end(hit).map(ControlFlow::Continue),
                        nothing => nothing,
                    },
                    None => self.opaque(hit),
                }
            }
            Trigger::Dot | Trigger::Abbreviation if plan.takes_names => None,
            Trigger::Dot | Trigger::Abbreviation => match self.name(Detecting, hit)? {
                PlainName::Host(name) => Some(ControlFlow::Continue(name)),
                PlainName::Nothing(resume) => {
                    self.cursor.dismiss(resume);
                    Some(ControlFlow::Break(()))
                }
            },
            Trigger::At if hit.at < self.cursor.refused_end => None,
            Trigger::At => {
                let resume = no_address(window.bytes, self.cursor.floor, hit.at)?;
                self.cursor.dismiss(resume);
                Some(ControlFlow::Break(()))
            }
            Trigger::Prefix => None,
        }
    }

    /// The plain URL that a short text ends with. What is to be explained takes a closer look.
    #[inline(never)]
    fn url_at_end(&self, hit: Hit) -> Option<Plain> {
        let config = self.subject.config;
        if config.explain || hit.at < self.cursor.unjoined_end {
            return None;
        }
        plain_at_end(config, self.window, self.cursor.floor, hit)
    }

    /// `Break` where nothing stands behind two slashes that could be an authority.
    #[inline(never)]
    fn no_authority(&mut self, hit: Hit) -> Option<ControlFlow<(), Plain>> {
        let config = self.subject.config;
        if config.explain {
            return None;
        }
        let steps = Steps::default();
        let NoAuthority { start, at } = no_authority(config, self.window, self.cursor.floor, hit, &steps)?;
        if let Some(start) = start {
            self.cursor.refused_run.enter(self.window.bytes, start, at);
        }
        self.cursor.steps += steps.count();
        self.cursor.dismiss(at);
        Some(ControlFlow::Break(()))
    }

    #[inline(never)]
    fn opaque(&mut self, hit: Hit) -> Option<ControlFlow<(), Plain>> {
        let (config, surroundings) = (self.subject.config, self.surroundings());
        match plain_opaque(config.grammar, &surroundings, hit)? {
            PlainOpaque::Url(plain) => Some(ControlFlow::Continue(plain)),
            PlainOpaque::Refused(..) if config.explain => None,
            PlainOpaque::Refused(url, at) => {
                self.cursor.refuse(surroundings.bytes, url, at.max(hit.at + 1));
                Some(ControlFlow::Break(()))
            }
        }
    }

    /// Puts the plain link into its place, as it is wanted, if it is.
    #[inline(never)]
    fn takes(&mut self, plain: Plain) -> bool {
        let config = self.subject.config;
        let mut link = accept::plain(config, self.window, plain);
        if config.unwrap_redirects {
            accept::unwrap(config, &mut link);
        }
        let is_wanted = accept::is_wanted(config, &link);
        if is_wanted {
            self.place.put(link);
        }
        is_wanted
    }
}

/// Whether evidence is weighed at a hit: where nothing is any more, nothing goes on behind its line, and only explanations tell where
/// that is so.
#[inline(always)]
fn weighs(subject: Subject<'_>, plan: &Plan, cursor: &Cursor, hit: Hit) -> bool {
    plan.joins && (subject.config.explain || !cursor.funds.weighing.is_spent_at(hit.at))
}

/// `Ok` where the plain link ends with its line by all evidence. What is joined to it, and what is to be explained, takes a closer
/// look: `Err` with what was joined, where that is known.
#[inline(never)]
fn within_its_line(
    config: &Config,
    window: &Window<'_>,
    cursor: &mut Cursor,
    hit: Hit,
    url: Piece,
) -> Result<(), Option<Chain>> {
    if config.explain || hit.at < cursor.refused_end.max(cursor.unjoined_end) {
        return Err(None);
    }
    if matches!(window.bytes.get(url.end), Some(b'"' | b'\'')) {
        // The string of a program may go on in the next line.
        return Err(None);
    }
    if rejoin::is_before_other_host(window.bytes, url.start, url.end) {
        weighed(cursor, hit, rejoin::VETOED);
        return Ok(());
    }
    let steps = Steps::default();
    let ahead = window.ahead(url.start, config.window, &steps);
    let chain = rejoin::chain(config, &ahead, url.start, url.end, KnownParts::default()).map_err(|_| {
        cursor.steps += steps.count();
        None
    })?;
    if !chain.pieces.is_empty() {
        return Err(Some(chain));
    }
    cursor.steps += steps.count().saturating_sub(chain.cost as u64);
    weighed(cursor, hit, chain.cost);
    Ok(())
}

/// Takes from the funds what weighing the evidence at a hit cost.
fn weighed(cursor: &mut Cursor, hit: Hit, cost: usize) {
    cursor.funds.weighing.earn(hit.at);
    cursor.funds.weighing.spend(cost as u64);
    cursor.steps += cost as u64;
}

/// How far a window without another hit is settled. Its last bytes are looked at again in the next: what follows decides whether they
/// are a trigger.
#[inline(never)]
fn settle(window: &Window<'_>, cursor: &mut Cursor) -> usize {
    let length = window.bytes.len();
    cursor.at = cursor.at.max(if window.is_end { length } else { length.saturating_sub(LOOKAHEAD) });
    settled(window, cursor, length)
}
