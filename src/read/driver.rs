//! The search of one text through all its windows: every face of the library goes through here.

use crate::{
    engine::{
        budget::Budget,
        cursor::{Step, Told, put},
        find::{self, Cursor, Plan},
        subject::Subject,
        window::Window,
    },
    error::Stop,
    link::Link,
    read::{label, lines::Lines},
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
}

impl Driver {
    pub(crate) fn new(has_positions: bool) -> Driver {
        Driver { lines: has_positions.then(Lines::new), ..Driver::default() }
    }

    /// Starts in the middle of a text. `offset` is the start of a line.
    pub(crate) fn starting(has_positions: bool, line: usize, offset: usize) -> Driver {
        Driver { lines: has_positions.then(|| Lines::starting(line, offset)), ..Driver::default() }
    }

    /// Finds the next item in the window. A link is put into `place`.
    #[inline(never)]
    pub(crate) fn step<'w>(&mut self, subject: Subject<'_>, window: &Window<'w>, place: &mut Option<Link<'w>>) -> Step {
        let plan = self.plan.get_or_insert_with(|| Plan::new(subject));
        let mut step = match self.waiting.take() {
            Some(link) => {
                put(place, *link);
                Step::Link
            }
            None => find::step(subject, plan, window, &mut self.cursor, place),
        };
        if subject.config.labels
            && let Some(settled) = self.label(window, step, place)
        {
            step = Step::Settled(settled);
        }
        if self.lines.is_some() {
            self.locate(window, step, place.as_mut());
        }
        step
    }

    /// Gives a found link its label. Returns where the link begins if that takes more text.
    #[inline(never)]
    fn label(&mut self, window: &Window<'_>, step: Step, place: &mut Option<Link<'_>>) -> Option<usize> {
        let link = match step {
            Step::Link => place.as_mut()?.range.clone(),
            Step::Told => self.front()?.range.clone(),
            Step::Settled(_) => return None,
        };
        let range = link.start - window.base..link.end - window.base;
        let Ok(label) = label::of(window, range.clone()) else {
            self.waiting = place.take().map(|link| Box::new(link.into_owned()));
            return Some(range.start);
        };
        match step {
            Step::Link => place.as_mut()?.set_label(label),
            _ => self.front()?.set_label(label),
        }
        None
    }

    fn front(&mut self) -> Option<&mut Link<'static>> {
        match self.cursor.told.front_mut() {
            Some(Told::Link(link)) => Some(link),
            _ => None,
        }
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
