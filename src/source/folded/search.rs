//! The search of a folded text: it is unfolded while it is read, and what is found has its place in the source.

use std::{
    cell::RefCell,
    collections::VecDeque,
    io::{self, Read},
    ops::ControlFlow,
};

use super::{
    recognise::{FoldedKind, LOOK, kind},
    unfold::{UnfoldedPlace, Unfolder},
};
use crate::{
    config::Config,
    engine::{cursor::HEAD, subject::Subject},
    error::Stop,
    link::Position,
    sink::{Context, Edge, Event, Sink},
    source::buffers::Buffers,
};

/// The bytes read at a time.
const READ: usize = 16 << 10;

pub(crate) fn search<R: Read>(
    config: &Config,
    buffers: &mut Buffers,
    reader: R,
    sink: &mut dyn Sink,
) -> Result<(), Stop> {
    let places = RefCell::default();
    let mut text =
        Unfolded { reader, places: &places, piece: vec![0; READ], unfolder: None, text: Vec::new(), read: 0 };
    let mut sink = InFolded { has_positions: config.positions, places: &places, settled: 0, sink };
    buffers.search.run(Subject::new(config), &mut text, &Context::default(), &mut sink)
}

/// The places in the text that are still needed.
type UnfoldedPlaces = RefCell<VecDeque<UnfoldedPlace>>;

struct Unfolded<'p, R> {
    reader: R,
    places: &'p UnfoldedPlaces,
    piece: Vec<u8>,
    /// `None` until the first bytes show the kind.
    unfolder: Option<Unfolder>,
    text: Vec<u8>,
    read: usize,
}

impl<R: Read> Unfolded<'_, R> {
    fn advance(&mut self) -> io::Result<bool> {
        self.text.clear();
        self.read = 0;
        let mut length = 0;
        let unfolder = loop {
            let count = self.reader.read(&mut self.piece[length..])?;
            length += count;
            match &mut self.unfolder {
                Some(unfolder) => break unfolder,
                None if count > 0 && length < LOOK && kind(&self.piece[..length], false).is_none() => {}
                begun => {
                    let kind = kind(&self.piece[..length], true).flatten();
                    break begun.insert(match kind {
                        Some(FoldedKind::Ldif) => Unfolder::ldif(),
                        kind => Unfolder::new(kind == Some(FoldedKind::Escaped)),
                    });
                }
            }
        };
        let mut places = self.places.borrow_mut();
        unfolder.push(&self.piece[..length], length == 0, &mut self.text, &mut |place| places.push_back(place));
        Ok(length > 0)
    }
}

impl<R: Read> Read for Unfolded<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.read == self.text.len() && self.advance()? {}
        let count = buffer.len().min(self.text.len() - self.read);
        buffer[..count].copy_from_slice(&self.text[self.read..self.read + count]);
        self.read += count;
        Ok(count)
    }
}

/// Moves events to their places in the source.
struct InFolded<'p> {
    has_positions: bool,
    places: &'p UnfoldedPlaces,
    /// The end of the settled text.
    settled: usize,
    sink: &'p mut dyn Sink,
}

/// Returns the offset in the source, and the position there, of a byte of the text.
fn place(places: &VecDeque<UnfoldedPlace>, offset: usize, edge: Edge) -> (usize, Position) {
    let is_before = |place: &UnfoldedPlace| place.unfolded < offset || place.unfolded == offset && edge == Edge::Start;
    let last = places.partition_point(is_before).saturating_sub(1);
    let UnfoldedPlace { unfolded, source, line, line_start } = places.get(last).copied().unwrap_or_default();
    let source = source + offset.saturating_sub(unfolded);
    (source, Position { line: line + 1, column: source.saturating_sub(line_start) + 1 })
}

impl Sink for InFolded<'_> {
    fn event(&mut self, mut event: Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>> {
        let places = self.places.borrow();
        if let Some(range) = event.range().filter(|_| self.has_positions) {
            event.set_position(place(&places, range.start, Edge::Start).1);
        }
        event.move_offsets(|offset, edge| place(&places, offset, edge).0);
        drop(places);
        self.sink.event(event, context)
    }

    fn settled(&mut self, text: &[u8]) -> io::Result<ControlFlow<()>> {
        self.settled += text.len();
        let mut places = self.places.borrow_mut();
        // What is looked back at may still be asked for.
        let passed = places.partition_point(|place| place.unfolded + HEAD < self.settled);
        places.drain(..passed.saturating_sub(1));
        Ok(ControlFlow::Continue(()))
    }

    fn worked(&mut self, steps: u64) {
        self.sink.worked(steps);
    }
}
