//! The search of one text through all its windows: every face of the library goes through here.

use crate::{
    config::Config,
    engine::{
        budget::Budget,
        cursor::{Step, Told, put},
        find::{self, Cursor, Plan},
        subject::Subject,
        window::Window,
    },
    error::Stop,
    link::Link,
    read::{code::Code, label, lines::Lines},
    sink::{Context, Event, Sink},
};

/// The state of the search of a text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Driver {
    pub(crate) cursor: Cursor,
    /// Made by the first step.
    plan: Option<Plan>,
    /// A link that waits for the text after it, which may have its label.
    waiting: Option<Box<Link<'static>>>,
    /// `None` if lines are not counted.
    lines: Option<Lines>,
    /// The code in the text, if that is skipped.
    code: Option<Box<Code>>,
}

impl Driver {
    pub(crate) fn new(config: &Config) -> Driver {
        Driver::starting(config, 1, 0)
    }

    /// Starts in the text of markup, which marks code itself.
    #[cfg(feature = "html")]
    pub(crate) fn of_markup(config: &Config) -> Driver {
        Driver { code: None, ..Driver::new(config) }
    }

    /// Starts in the middle of a text. `offset` is the start of a line.
    pub(crate) fn starting(config: &Config, line: usize, offset: usize) -> Driver {
        let lines = config.positions.then(|| Lines::starting(line, offset));
        let code = config.skip_code.then(|| Box::new(Code::starting(offset)));
        Driver { lines, code, ..Driver::default() }
    }

    /// Finds the next item in the window. A link is put into `place`.
    #[inline(never)]
    pub(crate) fn step<'w>(&mut self, subject: Subject<'_>, window: &Window<'w>, place: &mut Option<Link<'w>>) -> Step {
        loop {
            let plan = self.plan.get_or_insert_with(|| Plan::new(subject));
            let mut step = match self.waiting.take() {
                Some(link) => {
                    put(place, *link);
                    Step::Link
                }
                None => find::step(subject, plan, window, &mut self.cursor, place),
            };
            if subject.config.labels || self.code.is_some() {
                match self.examine(subject.config.labels, window, step, place) {
                    Ok(true) => {}
                    Ok(false) => continue,
                    Err(settled) => step = Step::Settled(settled),
                }
            }
            if self.lines.is_some() {
                self.locate(window, step, place.as_mut());
            }
            return step;
        }
    }

    /// Gives a found link its label. Returns `false` for what was in code and is gone, or where it begins if it takes
    /// more text to tell.
    #[inline(never)]
    fn examine(
        &mut self,
        labels: bool,
        window: &Window<'_>,
        step: Step,
        place: &mut Option<Link<'_>>,
    ) -> Result<bool, usize> {
        let range = match (step, place.as_ref(), self.cursor.told.front()) {
            (Step::Link, Some(link), _) | (Step::Told, _, Some(Told::Link(link))) => &link.range,
            (Step::Told, _, Some(Told::Refused(refused))) => &refused.range,
            (Step::Told, _, Some(Told::Break(seen))) => &seen.range,
            (Step::Settled(settled), ..) => {
                self.code.iter_mut().for_each(|code| code.read_to(window, settled));
                return Ok(true);
            }
            _ => return Ok(true),
        };
        let range = range.start - window.base..range.end - window.base;
        let is_code = self.code.as_mut().map_or(Ok(false), |code| code.holds(window, range.start));
        if is_code == Ok(true) {
            match step {
                Step::Link => *place = None,
                _ => drop(self.cursor.told.pop_front()),
            }
            return Ok(false);
        }
        let Ok(label) = is_code.and_then(|_| if labels { label::of(window, range.clone()) } else { Ok(None) }) else {
            self.waiting = place.take().map(|link| Box::new(link.into_owned()));
            return Err(range.start);
        };
        match (place, self.cursor.told.front_mut()) {
            (Some(link), _) => link.set_label(label),
            (_, Some(Told::Link(link))) => link.set_label(label),
            _ => {}
        }
        Ok(true)
    }

    #[inline(never)]
    fn locate(&mut self, window: &Window<'_>, step: Step, link: Option<&mut Link<'_>>) {
        let Some(lines) = &mut self.lines else { return };
        match (step, link) {
            (Step::Settled(settled), _) => lines.count(window.bytes, window.base, window.base + settled),
            (Step::Link, Some(link)) => {
                link.position = Some(lines.position(window.bytes, window.base, link.range.start));
            }
            (Step::Link | Step::Told, _) => {}
        }
    }

    pub(crate) fn told(&mut self, window: &Window<'_>) -> Option<Told> {
        let mut told = self.cursor.told.pop_front()?;
        if let Some(lines) = &mut self.lines {
            let (start, position) = match &mut told {
                Told::Link(link) => (link.range.start, &mut link.position),
                Told::Refused(refused) => (refused.range.start, &mut refused.position),
                Told::Break(seen) => (seen.range.start, &mut seen.position),
            };
            *position = Some(lines.position(window.bytes, window.base, start));
        }
        Some(told)
    }

    /// Hands every item in the window to `sink`, with its position. Returns the end of the settled text, as an index
    /// into the window.
    pub(crate) fn run<'w, S: Sink + ?Sized>(
        &mut self,
        subject: Subject<'_>,
        window: &Window<'w>,
        context: &Context<'_>,
        sink: &mut S,
        mut place: impl FnMut(&mut Event<'w>),
    ) -> Result<usize, Stop> {
        loop {
            let mut link = None;
            let mut found = match self.step(subject, window, &mut link) {
                Step::Link => link.map(Event::Link),
                Step::Told => self.told(window).map(|told| match told {
                    Told::Link(link) => Event::Link(link),
                    Told::Refused(refused) => Event::Refused(refused),
                    Told::Break(seen) => Event::Break(seen),
                }),
                Step::Settled(settled) => return Ok(settled),
            };
            found.iter_mut().for_each(&mut place);
            let Some(event) = found else { continue };
            Stop::at(sink.event(event, context)?)?;
        }
    }

    /// Searches one of several texts in memory that share a budget.
    pub(crate) fn run_slice_with<S: Sink + ?Sized>(
        mut self,
        subject: Subject<'_>,
        text: &[u8],
        funds: &mut Budget,
        context: &Context<'_>,
        sink: &mut S,
    ) -> Result<(), Stop> {
        self.cursor.funds = *funds;
        let window = Window { bytes: text, base: 0, is_end: true };
        self.run(subject, &window, context, sink, |_| {})?;
        sink.worked(self.cursor.steps);
        *funds = self.cursor.funds.behind(text.len());
        Stop::at(sink.settled(text)?)
    }

    /// Searches a text in memory, which may be invalid UTF-8 in parts.
    pub(crate) fn run_slice<S: Sink + ?Sized>(
        self,
        subject: Subject<'_>,
        text: &[u8],
        context: &Context<'_>,
        sink: &mut S,
    ) -> Result<(), Stop> {
        self.run_slice_with(subject, text, &mut Budget::default(), context, sink)
    }
}
