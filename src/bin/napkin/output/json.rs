//! One JSON object a line.

use std::{io, ops::ControlFlow, path::Path};

use napkin::{
    Context, Event,
    write::{Json, Occurrences, Record, Summary},
};

use super::writer::Writer;
use crate::output::turns::Out;

impl Writer for Json<Out> {
    fn out(&mut self) -> &mut Out {
        Json::get_mut(self)
    }

    fn begin(&mut self, path: &Path) {
        self.set_file(path);
    }

    fn found(&mut self, event: &Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>> {
        Json::found(self, event, context)?;
        Ok(ControlFlow::Continue(()))
    }

    fn explain(&mut self, event: &Event<'_>, context: &Context<'_>) -> io::Result<bool> {
        Json::found(self, event, context)?;
        Ok(true)
    }

    fn error(&mut self, path: &Path, message: &str) -> io::Result<()> {
        self.record(&Record::error(message).file(path))
    }

    fn occurrences(&mut self, occurrences: &Occurrences<'_>) -> io::Result<()> {
        self.record(&Record::occurrences(*occurrences))
    }

    fn summary(&mut self, summary: &Summary) -> io::Result<bool> {
        self.record(&Record::summary(*summary))?;
        Ok(true)
    }
}
