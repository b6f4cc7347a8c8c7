//! A line for each URL, as a template has it.

use std::{io, ops::ControlFlow, path::Path};

use napkin::{
    Context, Event,
    write::{Formatted, Template},
};

use super::writer::Writer;
use crate::{out::Out, plan::Plan};

/// Writes lines by a template.
pub struct TemplateWriter(Formatted<Out>);

impl TemplateWriter {
    pub fn new(plan: &Plan, template: Template, out: Out) -> TemplateWriter {
        TemplateWriter(Formatted::new(template, out).end(plan.end).watched(plan.terminal))
    }
}

impl Writer for TemplateWriter {
    fn out(&mut self) -> &mut Out {
        self.0.get_mut()
    }

    fn begin(&mut self, path: &Path) {
        self.0.set_path(path);
    }

    fn found(&mut self, event: &Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>> {
        self.0.found(event, context)?;
        Ok(ControlFlow::Continue(()))
    }
}
