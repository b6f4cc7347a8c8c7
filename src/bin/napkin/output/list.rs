//! One URL a line.

use std::{io, ops::ControlFlow, path::Path};

use napkin::{
    Context, Event,
    write::{Fields, List, Occurrences},
};

use super::writer::{Look, Writer};
use crate::output::turns::{Between, Out};

#[derive(Clone, Copy, Debug)]
pub struct ListLook {
    pub fields: Fields,
    /// The file name is a heading above its URLs.
    pub has_heading: bool,
    /// Joined URLs have a tab, "joined" and the confidence, for programs.
    pub marks: bool,
    /// Joined URLs have a note for people.
    pub notes: bool,
    /// The URLs of a message stand below its heading.
    pub by_message: bool,
}

pub struct ListWriter {
    list: List<Out>,
    has_heading: bool,
    has_path: bool,
    by_message: bool,
    /// The offset of the message whose heading was written last.
    message: Option<usize>,
}

impl ListWriter {
    pub fn new(look: Look, list: ListLook, out: Out) -> ListWriter {
        let ListLook { fields, has_heading, marks, notes, by_message } = list;
        let list = List::new(out).fields(fields).end(look.end).colours(look.coloured).visible(look.terminal);
        let list = list.hyperlinks(look.hyperlinks).path_heading(has_heading).marked(marks).notes(notes);
        ListWriter { list, has_heading, has_path: fields.path, by_message, message: None }
    }

    /// Writes the heading of a message: number, date, sender and subject.
    fn heading(&mut self, context: &Context<'_>) -> io::Result<()> {
        let Some(message) = context.message().filter(|message| self.message != Some(message.offset())) else {
            return Ok(());
        };
        self.message = Some(message.offset());
        let number = message.number().map(|number| number.to_string());
        let fields = [number, message.date(), message.from(), message.subject()];
        self.list.heading(&fields.each_ref().map(|field| field.as_deref().unwrap_or("-")))
    }
}

impl Writer for ListWriter {
    fn out(&mut self) -> &mut Out {
        self.list.get_mut()
    }

    fn begin(&mut self, path: &Path) {
        self.message = None;
        self.list.set_path(path);
    }

    fn found(&mut self, event: &Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>> {
        if self.by_message {
            self.heading(context)?;
        }
        match event {
            Event::Link(link) => self.list.link(link, context)?,
            Event::Refused(refused) => self.list.refused(refused, context)?,
            _ => {}
        }
        Ok(ControlFlow::Continue(()))
    }

    fn show_path(&mut self, yes: bool) {
        self.list.fields_mut().path = yes;
        self.has_path = yes;
    }

    fn part(&mut self, _: usize) {
        let heading = self.list.heading_len();
        self.out().begin_with_heading(heading);
    }

    fn before(&self) -> Between {
        if self.has_heading && self.has_path { Between::Line(b"\n") } else { Between::Nothing }
    }

    fn occurrences(&mut self, occurrences: &Occurrences<'_>) -> io::Result<()> {
        self.list.occurrences(occurrences)
    }
}
