//! What is said of a file as a whole: how many URLs it has, or whether it has any.

use std::{io, ops::ControlFlow, path::Path};

use napkin::{
    Context, Event,
    write::{Fields, List},
};

use super::{look::Look, writer::Writer};
use crate::output::turns::{Between, Out};

fn list(look: Look, fields: Fields, out: Out) -> List<Out> {
    List::new(out).fields(fields).end(look.end).colours(look.coloured).visible(look.terminal)
}

/// Writes how many URLs each file has.
pub struct Counts {
    list: List<Out>,
    includes_zero: bool,
}

impl Counts {
    pub fn new(look: Look, fields: Fields, includes_zero: bool, out: Out) -> Counts {
        Counts { list: list(look, fields, out), includes_zero }
    }
}

impl Writer for Counts {
    fn out(&mut self) -> &mut Out {
        self.list.get_mut()
    }

    fn begin(&mut self, path: &Path) {
        self.list.set_path(path);
    }

    fn found(&mut self, _: &Event<'_>, _: &Context<'_>) -> io::Result<ControlFlow<()>> {
        Ok(ControlFlow::Continue(()))
    }

    fn end(&mut self, count: u64) -> io::Result<()> {
        if count > 0 || self.includes_zero { self.list.count(count) } else { Ok(()) }
    }

    fn show_path(&mut self, yes: bool) {
        self.list.fields_mut().path = yes;
    }
}

/// Writes the names of the files that have URLs, or of those that have none.
pub struct Files {
    list: List<Out>,
    without: bool,
}

impl Files {
    pub fn new(look: Look, without: bool, out: Out) -> Files {
        Files { list: list(look, Fields::default(), out), without }
    }
}

impl Writer for Files {
    fn out(&mut self) -> &mut Out {
        self.list.get_mut()
    }

    fn begin(&mut self, path: &Path) {
        self.list.set_path(path);
    }

    fn found(&mut self, _: &Event<'_>, _: &Context<'_>) -> io::Result<ControlFlow<()>> {
        Ok(ControlFlow::Break(()))
    }

    fn end(&mut self, count: u64) -> io::Result<()> {
        if self.without == (count == 0) { self.list.file() } else { Ok(()) }
    }
}

/// Writes the names of the files that would be searched.
pub struct Names(List<Out>);

impl Names {
    pub fn new(look: Look, out: Out) -> Names {
        Names(list(look, Fields::default(), out))
    }
}

impl Writer for Names {
    fn out(&mut self) -> &mut Out {
        self.0.get_mut()
    }

    fn begin(&mut self, path: &Path) {
        self.0.set_path(path);
    }

    fn found(&mut self, _: &Event<'_>, _: &Context<'_>) -> io::Result<ControlFlow<()>> {
        Ok(ControlFlow::Break(()))
    }

    fn name(&mut self) -> io::Result<()> {
        self.0.file()
    }
}

/// Writes nothing of what is found, and perhaps stops at the first. What comes out is written by others.
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
