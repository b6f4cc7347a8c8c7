//! Bytes in: a whole text or a stream becomes windows, and what is found in them is handed out as the text settles.

mod decode;
pub(crate) mod lines;
mod roll;

use std::{
    collections::VecDeque,
    io::{self, Read},
    ops::ControlFlow,
    sync::Arc,
};

use self::{decode::Decoder, lines::Lines, roll::Roll};
use crate::{
    config::Config,
    engine::{
        search::{self, Cursor, Step},
        subject::Subject,
        window::Window,
    },
    error::Error,
    link::Link,
    sink::{Event, Sink},
};

/// The search of one stream: what was read and is not settled, and where it stands.
#[derive(Debug)]
pub(crate) struct Search<R> {
    reader: Decoder<R>,
    roll: Roll,
    cursor: Cursor,
    lines: Option<Lines>,
}

impl<R: Read> Search<R> {
    pub(crate) fn new(config: &Config, reader: R) -> Search<R> {
        Search {
            reader: Decoder::new(reader),
            roll: Roll::new(config.window),
            cursor: Cursor::default(),
            lines: config.positions.then(Lines::new),
        }
    }

    /// Searches to the end, in memory that the length of the stream does not matter to.
    pub(crate) fn run<S: Sink>(mut self, config: &Config, sink: &mut S) -> Result<(), Error> {
        while self.advance(config, sink)?.is_continue() {}
        Ok(())
    }

    /// Reads once, and hands to `sink` what that settles. `Break` at the end of the stream, or when the sink wants no more.
    pub(crate) fn advance<S: Sink>(&mut self, config: &Config, sink: &mut S) -> Result<ControlFlow<()>, Error> {
        let read = self.roll.fill(&mut self.reader);
        // What was read before an error is still searched.
        self.roll.is_end |= read.is_err();
        let window = Window { bytes: self.roll.bytes(), base: self.roll.base, is_end: self.roll.is_end };
        let settled = loop {
            let mut event = match search::step(Subject::new(config), &window, &mut self.cursor) {
                Step::Settled(settled) => break settled,
                Step::Link(link) => Event::Link(link),
                Step::Refused(refused) => Event::Refused(refused),
                Step::Break(seen) => Event::Break(seen),
            };
            if let Some(lines) = &mut self.lines {
                count_to(&mut event, lines, &window);
            }
            if !sink.wants_decoded_offsets() {
                event = self.reader.in_source(event, window.bytes, window.base);
            }
            if sink.event(event)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        };
        let wants_more = sink.settled(&window.bytes[self.roll.settled..settled])?.is_continue();
        if let Some(lines) = &mut self.lines {
            lines.count(window.bytes, window.base, window.base + settled);
        }
        self.reader.pass(window.bytes, window.base, window.base + settled);
        read.map_err(|source| Error::read(self.reader.offset(), source))?;
        if self.roll.is_end || !wants_more {
            return Ok(ControlFlow::Break(()));
        }
        self.cursor.advance(self.roll.advance(settled));
        Ok(ControlFlow::Continue(()))
    }
}

/// Searches a text that is there as a whole, and is UTF-8 as far as it can be read. `Break` when the sink wants no more.
#[cfg(feature = "mail")]
pub(crate) fn search_text<S: Sink>(config: &Config, text: &[u8], sink: &mut S) -> io::Result<ControlFlow<()>> {
    let window = Window { bytes: text, base: 0, is_end: true };
    let mut cursor = Cursor::default();
    let mut lines = config.positions.then(Lines::new);
    loop {
        let mut event = match search::step(Subject::new(config), &window, &mut cursor) {
            Step::Settled(_) => return Ok(ControlFlow::Continue(())),
            Step::Link(link) => Event::Link(link),
            Step::Refused(refused) => Event::Refused(refused),
            Step::Break(seen) => Event::Break(seen),
        };
        if let Some(lines) = &mut lines {
            count_to(&mut event, lines, &window);
        }
        if sink.event(event)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
}

/// Gives what was found its line and column.
pub(crate) fn count_to(event: &mut Event<'_>, lines: &mut Lines, window: &Window<'_>) {
    let (start, position) = match event {
        Event::Link(link) => (link.range.start, &mut link.position),
        Event::Refused(refused) => (refused.range.start, &mut refused.position),
        Event::Break(seen) => (seen.range.start, &mut seen.position),
    };
    *position = Some(lines.position(window.bytes, window.base, start));
}

/// The links of a stream, in order and in bounded memory: what [`Finder::stream`](crate::Finder::stream) returns.
///
/// The last item is the error of a read that failed, after all that was found before it.
#[derive(Debug)]
pub struct Stream<R> {
    config: Arc<Config>,
    search: Option<Search<R>>,
    found: Found,
    failed: Option<Error>,
}

impl<R: Read> Stream<R> {
    pub(crate) fn new(config: Arc<Config>, reader: R) -> Stream<R> {
        let search = Some(Search::new(&config, reader));
        Stream { config, search, found: Found::default(), failed: None }
    }
}

impl<R: Read> Iterator for Stream<R> {
    type Item = Result<Link<'static>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(link) = self.found.0.pop_front() {
                return Some(Ok(link));
            }
            let Some(search) = &mut self.search else { return self.failed.take().map(Err) };
            match search.advance(&self.config, &mut self.found) {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(())) => self.search = None,
                Err(error) => {
                    self.failed = Some(error);
                    self.search = None;
                }
            }
        }
    }
}

/// The links that one read settled and nobody asked for yet.
#[derive(Debug, Default)]
pub(crate) struct Found(pub(crate) VecDeque<Link<'static>>);

impl Sink for Found {
    fn event(&mut self, event: Event<'_>) -> io::Result<ControlFlow<()>> {
        if let Event::Link(link) = event {
            self.0.push_back(link.into_owned());
        }
        Ok(ControlFlow::Continue(()))
    }
}
