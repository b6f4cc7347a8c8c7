//! The search of streams, one after the other, with the same buffers.

use std::io::{self, Read};

#[cfg(feature = "mail")]
use crate::engine::budget::Budget;
use crate::{
    config::Config,
    engine::{subject::Subject, window::Window},
    error::{Error, Stop},
    read::{decode::Decoder, driver::Driver, roll::Roll},
    sink::{Context, Sink},
};

/// The unsettled part of a stream, and the state of its search.
///
/// A reader may return a single byte per read. After a read that ends a line, everything settled is handed on before
/// the next read, so nobody waits for it while the reader blocks. Text without a line end waits for more. A candidate
/// that was open at the last look is examined again after it has grown by half, or by a quarter with a line end in it.
/// So each byte is examined a few times, not once per read.
#[derive(Debug, Default)]
pub(crate) struct Search {
    decoder: Decoder,
    roll: Roll,
    driver: Driver,
    /// The end of the buffer at the last look.
    looked: usize,
}

/// Pushed bytes. More follows after their end.
struct Pushed<R>(R);

impl<R: Read> Read for Pushed<R> {
    #[inline]
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(io::ErrorKind::WouldBlock.into()),
            count => Ok(count),
        }
    }
}

/// The bytes to read before a look, unless a line ends.
const MIN_LOOK: usize = 512;

impl Search {
    /// Searches a stream to its end, in memory that does not depend on its length.
    pub(crate) fn run<R: Read, S: Sink + ?Sized>(
        &mut self,
        subject: Subject<'_>,
        mut reader: R,
        context: &Context<'_>,
        sink: &mut S,
    ) -> Result<(), Stop> {
        self.begin(subject.config);
        self.go_on(subject, &mut reader, context, sink)
    }

    /// Does the same for one of several streams that share a budget.
    #[cfg(feature = "mail")]
    pub(crate) fn run_with<R: Read, S: Sink + ?Sized>(
        &mut self,
        subject: Subject<'_>,
        mut reader: R,
        funds: &mut Budget,
        context: &Context<'_>,
        sink: &mut S,
    ) -> Result<(), Stop> {
        self.begin(subject.config);
        self.driver.cursor.funds = *funds;
        self.go_on(subject, &mut reader, context, sink)?;
        *funds = self.driver.cursor.funds.behind(self.roll.bytes().len());
        Ok(())
    }

    /// Does the same for the rest of a stream from `offset` on, the start of a line.
    pub(crate) fn run_from<R: Read, S: Sink + ?Sized>(
        &mut self,
        subject: Subject<'_>,
        (offset, line): (usize, usize),
        mut reader: R,
        sink: &mut S,
    ) -> Result<(), Stop> {
        self.begin(subject.config);
        self.decoder.begin_at(offset);
        self.roll.base = offset;
        self.driver = Driver::starting(subject.config, line, offset);
        self.go_on(subject, &mut reader, &Context::default(), sink)
    }

    fn go_on<R: Read, S: Sink + ?Sized>(
        &mut self,
        subject: Subject<'_>,
        reader: &mut R,
        context: &Context<'_>,
        sink: &mut S,
    ) -> Result<(), Stop> {
        while !self.has_ended() {
            self.advance(subject, reader, context, sink)?;
        }
        sink.worked(self.driver.cursor.steps);
        Ok(())
    }

    pub(crate) fn begin(&mut self, config: &Config) {
        self.decoder.begin();
        self.roll.begin(config.window);
        self.driver = Driver::new(config);
        self.looked = 0;
    }

    pub(crate) fn has_begun(&self) -> bool {
        self.decoder.offset() > 0
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.roll.is_end
    }

    /// Reads, and hands the settled items to `sink`.
    pub(crate) fn advance<R: Read, S: Sink + ?Sized>(
        &mut self,
        subject: Subject<'_>,
        reader: &mut R,
        context: &Context<'_>,
        sink: &mut S,
    ) -> Result<(), Stop> {
        let read = self.fill(reader);
        // What was read before an error is still searched.
        self.roll.is_end |= read.is_err();
        self.look(subject, read, context, sink)
    }

    /// Takes the next bytes of a pushed stream, and hands the settled items to `sink`. The first call must have at
    /// least two bytes.
    pub(crate) fn push<S: Sink + ?Sized>(
        &mut self,
        subject: Subject<'_>,
        bytes: impl Read,
        context: &Context<'_>,
        sink: &mut S,
    ) -> Result<(), Stop> {
        let mut reader = Pushed(bytes);
        // What nobody can wait for is all that fails here.
        while self.fill(&mut reader).is_ok() {
            self.look(subject, Ok(()), context, sink)?;
        }
        Ok(())
    }

    /// Hands the settled items to `sink`. Returns the error of the last read, if it failed.
    fn look<S: Sink + ?Sized>(
        &mut self,
        subject: Subject<'_>,
        read: io::Result<()>,
        context: &Context<'_>,
        sink: &mut S,
    ) -> Result<(), Stop> {
        let Search { decoder, roll, driver, .. } = self;
        let window = Window { bytes: roll.bytes(), base: roll.base, is_end: roll.is_end };
        let wants_decoded = sink.wants_decoded_offsets();
        let settled = driver.run(subject, &window, context, sink, |event| {
            if !wants_decoded {
                decoder.place_in_source(event, window.bytes, window.base);
            }
        })?;
        // What a decision looks back at may have been settled for one before it.
        let settled = settled.max(roll.settled);
        let flow = sink.settled(&window.bytes[roll.settled..settled])?;
        decoder.pass(window.bytes, window.base, window.base + settled);
        read.map_err(|source| Error::read(decoder.offset(), source))?;
        self.looked = roll.bytes().len();
        let dropped = roll.advance(settled);
        driver.cursor.advance(dropped);
        self.looked -= dropped;
        Stop::at(flow)
    }

    /// Reads until a look is worthwhile.
    fn fill(&mut self, reader: &mut impl Read) -> io::Result<()> {
        loop {
            self.roll.fill(|buffer| self.decoder.read(reader, buffer))?;
            if self.roll.is_end || self.roll.has_no_room() || self.is_worth_a_look() {
                return Ok(());
            }
        }
    }

    #[inline]
    fn is_worth_a_look(&self) -> bool {
        let open = self.looked.saturating_sub(self.driver.cursor.at);
        let new = &self.roll.bytes()[self.looked..];
        new.len() >= MIN_LOOK.max(open / 2) || new.ends_with(b"\n") && new.len() >= open / 4
    }
}
