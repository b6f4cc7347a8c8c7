//! One line for each file: its number of URLs, or its name.

use std::{io, ops::ControlFlow, path::Path};

use napkin::{
    Context, Event,
    write::{Fields, List},
};

use super::writer::{Look, Writer};
use crate::output::turns::{Between, Out};

/// Writes a line for each file.
pub struct FileLines {
    list: List<Out>,
    line: FileLine,
}

/// What is written for a file.
#[derive(Clone, Copy)]
pub enum FileLine {
    /// Its number of URLs.
    Count { includes_zero: bool },
    /// Its name, if it has URLs, or if it has none and `without` is set.
    Name { without: bool },
    /// Its name, if it would be searched.
    Listed,
}

impl FileLines {
    pub fn new(look: Look, fields: Fields, line: FileLine, out: Out) -> FileLines {
        let list = List::new(out).fields(fields).end(look.end).colours(look.coloured).visible(look.terminal);
        FileLines { list, line }
    }
}

impl Writer for FileLines {
    fn out(&mut self) -> &mut Out {
        self.list.get_mut()
    }

    fn begin(&mut self, path: &Path) {
        self.list.set_path(path);
    }

    fn found(&mut self, _: &Event<'_>, _: &Context<'_>) -> io::Result<ControlFlow<()>> {
        let needs_all = matches!(self.line, FileLine::Count { .. });
        Ok(if needs_all { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    }

    fn end(&mut self, count: u64) -> io::Result<()> {
        match self.line {
            FileLine::Count { includes_zero } if count > 0 || includes_zero => self.list.count(count),
            FileLine::Name { without } if without == (count == 0) => self.list.file(),
            _ => Ok(()),
        }
    }

    fn show_path(&mut self, yes: bool) {
        self.list.fields_mut().path = yes;
    }

    fn name(&mut self) -> io::Result<()> {
        self.list.file()
    }
}

/// Writes nothing, and may stop at the first URL.
pub struct Silence {
    out: Out,
    stops: bool,
    before: Between,
}

impl Silence {
    pub fn new(out: Out, stops: bool, before: Between) -> Silence {
        Silence { out, stops, before }
    }
}

impl Writer for Silence {
    fn out(&mut self) -> &mut Out {
        &mut self.out
    }

    fn begin(&mut self, _: &Path) {}

    fn before(&self) -> Between {
        self.before
    }

    fn found(&mut self, _: &Event<'_>, _: &Context<'_>) -> io::Result<ControlFlow<()>> {
        Ok(if self.stops { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }
}
