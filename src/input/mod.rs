//! Bytes in: a whole text or a stream becomes windows, and what is found in them is handed out as the text settles.

mod decode;
mod lines;
mod roll;

use std::{
    io::{self, Read},
    ops::ControlFlow,
};

use self::{decode::Decoder, lines::Lines, roll::Roll};
use crate::{
    Error, Link, Refused,
    finder::Config,
    search::{self, Cursor, Step},
    window::Window,
};

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event<'w> {
    /// A link.
    Link(Link<'w>),
    /// A candidate that was refused; only with [`FinderBuilder::explain`](crate::FinderBuilder::explain).
    Refused(Refused<'w>),
}

/// Takes what a search finds, in the order of the text.
pub trait Sink {
    /// Takes a link or a refused candidate. `Break` ends the search.
    ///
    /// # Errors
    /// Whatever makes going on senseless, such as a failed write.
    fn event(&mut self, event: Event<'_>) -> io::Result<ControlFlow<()>>;

    /// Takes the next stretch of the text, from where the last stretch ended, after all events in it: every link that
    /// starts in the stretch also ends in it. The stretches together are the whole text, as UTF-8.
    ///
    /// # Errors
    /// Whatever makes going on senseless, such as a failed write.
    fn settled(&mut self, text: &[u8]) -> io::Result<ControlFlow<()>> {
        let _ = text;
        Ok(ControlFlow::Continue(()))
    }
}

/// Searches a stream to its end, in memory that its length does not matter to.
pub(crate) fn search<R: Read, S: Sink>(config: &Config, reader: R, sink: &mut S) -> Result<(), Error> {
    let mut reader = Decoder::new(reader);
    let mut roll = Roll::new(config.window);
    let mut cursor = Cursor::default();
    let mut lines = config.positions.then(Lines::new);
    loop {
        let read = roll.fill(&mut reader);
        // What was read before an error is still searched.
        roll.is_end |= read.is_err();
        let window = Window { bytes: roll.bytes(), base: roll.base, is_end: roll.is_end };
        let settled = loop {
            let event = match search::step(config, &window, &mut cursor) {
                Step::Settled(settled) => break settled,
                Step::Link(mut link) => {
                    if let Some(lines) = &mut lines {
                        link.position = Some(lines.position(window.bytes, window.base, link.range().start));
                    }
                    Event::Link(link)
                }
                Step::Refused(mut refused) => {
                    if let Some(lines) = &mut lines {
                        refused.position = Some(lines.position(window.bytes, window.base, refused.range.start));
                    }
                    Event::Refused(refused)
                }
            };
            let event = reader.in_source(event, window.bytes, window.base);
            if sink.event(event)?.is_break() {
                return Ok(());
            }
        };
        if sink.settled(&window.bytes[roll.settled..settled])?.is_break() {
            return Ok(());
        }
        if let Some(lines) = &mut lines {
            lines.count(window.bytes, window.base, window.base + settled);
        }
        reader.pass(window.bytes, window.base, window.base + settled);
        read.map_err(|source| Error::read(reader.offset(), source))?;
        if roll.is_end {
            return Ok(());
        }
        let moved = roll.advance(settled);
        cursor.advance(moved);
    }
}
