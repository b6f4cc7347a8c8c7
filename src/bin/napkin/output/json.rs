//! One JSON object a line.

use std::{io, ops::ControlFlow, path::Path};

use napkin::{
    Context, Event,
    write::{Json, Occurrences, Record, Summary},
};

use super::writer::Writer;
use crate::{out::Out, plan::Plan};

/// Writes records.
pub struct JsonWriter(Json<Out>);

impl JsonWriter {
    pub fn new(plan: &Plan, out: Out) -> JsonWriter {
        JsonWriter(Json::new(out).end(plan.end))
    }
}

impl Writer for JsonWriter {
    fn out(&mut self) -> &mut Out {
        self.0.get_mut()
    }

    fn begin(&mut self, path: &Path) {
        self.0.set_file(path);
    }

    fn found(&mut self, event: &Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>> {
        self.0.found(event, context)?;
        Ok(ControlFlow::Continue(()))
    }

    fn explain(&mut self, event: &Event<'_>, context: &Context<'_>) -> io::Result<bool> {
        self.0.found(event, context)?;
        Ok(true)
    }

    fn error(&mut self, path: &Path, message: &str) -> io::Result<()> {
        self.0.record(&Record::error(message).file(path))
    }

    fn occurrences(&mut self, occurrences: &Occurrences<'_>) -> io::Result<()> {
        self.0.record(&Record::occurrences(*occurrences))
    }

    fn summary(&mut self, summary: &Summary) -> io::Result<bool> {
        self.0.record(&Record::summary(*summary))?;
        Ok(true)
    }
}
