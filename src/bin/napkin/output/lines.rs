//! Whole lines, with the URLs marked in them.

use std::{io, ops::ControlFlow, path::Path};

use napkin::{
    Context, Event,
    write::{Fields, MarkedLines},
};

use super::{look::Look, writer::Writer};
use crate::output::turns::{Between, Out};

/// How lines look.
#[derive(Clone, Copy, Debug)]
pub struct LinesLook {
    /// What stands before each line.
    pub fields: Fields,
    /// How many lines stand before it and after it.
    pub before: usize,
    pub after: usize,
    /// Whether the file name stands above all of them.
    pub has_heading: bool,
    /// Whether there is a line for each URL.
    pub is_each: bool,
}

/// Writes lines.
pub struct LinesWriter {
    lines: MarkedLines<Out>,
    before: Between,
    has_text: bool,
}

impl LinesWriter {
    pub fn new(look: Look, shown: LinesLook, out: Out) -> LinesWriter {
        let lines = MarkedLines::new(out)
            .fields(shown.fields)
            .around(shown.before, shown.after)
            .heading(shown.has_heading)
            .each(shown.is_each)
            .end(look.end)
            .colours(look.coloured)
            .hyperlinks(look.hyperlinks)
            .watched(look.terminal);
        let before = match (shown.has_heading && shown.fields.path, shown.before + shown.after > 0) {
            (true, _) => Between::Line(b"\n"),
            (false, true) => Between::Line(b"--\n"),
            (false, false) => Between::Nothing,
        };
        LinesWriter { lines, before, has_text: true }
    }
}

impl LinesWriter {
    /// Writes all lines, as for a terminal whatever they go to.
    pub fn whole(look: Look, out: Out) -> LinesWriter {
        let lines = MarkedLines::new(out).whole(true).watched(true);
        let lines = lines.colours(look.coloured).hyperlinks(look.hyperlinks);
        LinesWriter { lines, before: Between::LineEnd, has_text: true }
    }
}

impl Writer for LinesWriter {
    fn out(&mut self) -> &mut Out {
        self.lines.get_mut()
    }

    fn begin(&mut self, path: &Path) {
        self.lines.set_path(path);
    }

    fn found(&mut self, event: &Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>> {
        if let Event::Link(link) = event {
            self.lines.link(link, context)?;
        }
        Ok(ControlFlow::Continue(()))
    }

    fn is_idle(&self) -> bool {
        self.lines.is_idle()
    }

    fn wants_text(&self) -> bool {
        self.has_text
    }

    fn has_text(&mut self, yes: bool) {
        self.has_text = yes;
        self.lines.has_text(yes);
    }

    fn settled(&mut self, text: &[u8]) -> io::Result<()> {
        self.lines.text(text)
    }

    fn end(&mut self, _: u64) -> io::Result<()> {
        self.lines.finish()
    }

    fn show_path(&mut self, yes: bool) {
        self.lines.fields_mut().path = yes;
    }

    fn before(&self) -> Between {
        self.before
    }
}
