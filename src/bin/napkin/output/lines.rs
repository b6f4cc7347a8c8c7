//! Whole lines, with the URLs marked in them.

use std::{io, ops::ControlFlow, path::Path};

use napkin::{
    Context, Event,
    write::{Fields, MarkedLines},
};

use super::writer::{Look, Writer};
use crate::output::turns::{Between, Out};

#[derive(Clone, Copy, Debug, Default)]
pub struct LinesLook {
    pub fields: Fields,
    /// The number of lines before and after each.
    pub before: usize,
    pub after: usize,
    /// The file name stands above all of them.
    pub has_heading: bool,
    /// There is a line for each URL.
    pub is_each: bool,
    /// Each joined URL stands whole below its lines.
    pub has_wholes: bool,
}

pub struct LinesWriter {
    lines: MarkedLines<Out>,
    between: LinesBetween,
    has_text: bool,
}

#[derive(Clone, Copy, Debug)]
enum LinesBetween {
    /// The separator of groups of lines, if any.
    Usual { has_heading: bool, has_path: bool, has_context: bool },
    /// Only a line end if the last line lacks one: all lines are printed.
    Whole,
}

impl LinesWriter {
    pub fn new(look: Look, shown: LinesLook, out: Out) -> LinesWriter {
        let lines = MarkedLines::new(out)
            .fields(shown.fields)
            .around(shown.before, shown.after)
            .heading(shown.has_heading)
            .each(shown.is_each)
            .wholes(shown.has_wholes)
            .end(look.end)
            .colours(look.coloured)
            .hyperlinks(look.hyperlinks)
            .watched(look.terminal);
        let between = LinesBetween::Usual {
            has_heading: shown.has_heading,
            has_path: shown.fields.path,
            has_context: shown.before + shown.after > 0,
        };
        LinesWriter { lines, between, has_text: true }
    }

    pub fn whole(look: Look, out: Out) -> LinesWriter {
        let lines = MarkedLines::new(out).whole(true).watched(true);
        let lines = lines.colours(look.coloured).hyperlinks(look.hyperlinks);
        LinesWriter { lines, between: LinesBetween::Whole, has_text: true }
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

    fn part(&mut self, start: usize) {
        self.lines.set_start(start);
        let heading = self.lines.heading_len();
        self.out().begin_with_heading(heading);
    }

    fn settled(&mut self, text: &[u8]) -> io::Result<()> {
        self.lines.text(text)
    }

    fn end(&mut self, _: u64) -> io::Result<()> {
        self.lines.finish()
    }

    fn show_path(&mut self, yes: bool) {
        self.lines.fields_mut().path = yes;
        if let LinesBetween::Usual { has_path, .. } = &mut self.between {
            *has_path = yes;
        }
    }

    fn before(&self) -> Between {
        match self.between {
            LinesBetween::Usual { has_heading: true, has_path: true, .. } => Between::Line(b"\n"),
            LinesBetween::Usual { has_context: true, .. } => Between::Line(b"--\n"),
            LinesBetween::Usual { .. } => Between::Nothing,
            LinesBetween::Whole => Between::LineEnd,
        }
    }
}
