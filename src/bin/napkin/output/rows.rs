//! A row for each URL: of a table, or from a template.

use std::{io, ops::ControlFlow, path::Path};

use napkin::{
    Context, Event,
    write::{Column, Formatted, Layout, Rows, Separation, Table, Template},
};

use super::writer::{Look, Writer};
use crate::output::turns::Out;

/// The columns. They never depend on the results, so that programs can rely on them.
const COLUMNS: [Column; 26] = [
    Column::Path,
    Column::Line,
    Column::Column,
    Column::Start,
    Column::End,
    Column::Url,
    Column::Kind,
    Column::Scheme,
    Column::Host,
    Column::Port,
    Column::UrlPath,
    Column::Query,
    Column::Fragment,
    Column::Confidence,
    Column::Alternative,
    Column::MessageNumber,
    Column::MessageId,
    Column::MessageDate,
    Column::MessageFrom,
    Column::MessageSubject,
    Column::WarcNumber,
    Column::WarcId,
    Column::WarcDate,
    Column::WarcTarget,
    Column::FileLine,
    Column::Label,
];

/// Additional columns for rejected candidates, which have no URL.
const OF_REJECTED: [Column; 3] = [Column::Text, Column::Rule, Column::Reason];

fn columns(rejected: bool) -> impl Iterator<Item = Column> {
    COLUMNS.into_iter().chain(OF_REJECTED.into_iter().filter(move |_| rejected))
}

pub fn table(look: Look, separation: Separation, rejected: bool, out: Out) -> Table<Out> {
    Table::new(separation, columns(rejected), out).watched(look.terminal)
}

pub fn table_header(separation: Separation, rejected: bool) -> io::Result<Vec<u8>> {
    let mut table = Table::new(separation, columns(rejected), Vec::new());
    table.header()?;
    Ok(table.into_inner())
}

pub fn lines(look: Look, template: Template, out: Out) -> Formatted<Out> {
    Formatted::new(template, out).end(look.end).watched(look.terminal)
}

impl<L: Layout + Send> Writer for Rows<L, Out> {
    fn out(&mut self) -> &mut Out {
        self.get_mut()
    }

    fn begin(&mut self, path: &Path) {
        self.set_path(path);
    }

    fn found(&mut self, event: &Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>> {
        Rows::found(self, event, context)?;
        Ok(ControlFlow::Continue(()))
    }

    fn row(&mut self, event: &Event<'_>, context: &Context<'_>) -> String {
        let row = Rows::row(self, event, context);
        String::from_utf8_lossy(&row[..row.len().saturating_sub(1)]).into_owned()
    }
}
