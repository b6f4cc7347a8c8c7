//! The whole text as Markdown.

use std::{io, ops::ControlFlow, path::Path};

use napkin::{Context, Event, write::Markdown};

use super::{watched::Watched, writer::Writer};
use crate::output::turns::{Between, Out};

/// Writes texts as Markdown, one behind the other.
pub struct MarkdownWriter(Markdown<Watched<Out>>);

impl MarkdownWriter {
    pub fn new(out: Out, is_watched: bool) -> MarkdownWriter {
        MarkdownWriter(Markdown::new(Watched::new(out, is_watched)))
    }
}

impl Writer for MarkdownWriter {
    fn out(&mut self) -> &mut Out {
        self.0.get_mut().get_mut()
    }

    fn begin(&mut self, _: &Path) {}

    fn found(&mut self, event: &Event<'_>, _: &Context<'_>) -> io::Result<ControlFlow<()>> {
        if let Event::Link(link) = event {
            self.0.link(link);
        }
        Ok(ControlFlow::Continue(()))
    }

    fn wants_text(&self) -> bool {
        true
    }

    fn settled(&mut self, text: &[u8]) -> io::Result<()> {
        self.0.text(text)
    }

    fn end(&mut self, _: u64) -> io::Result<()> {
        self.0.finish()?;
        self.0.get_mut().finish()
    }

    fn before(&self) -> Between {
        Between::LineEnd
    }
}
