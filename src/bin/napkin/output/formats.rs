//! The formats there are: the one place that knows them all.

use super::{
    counts::{Counts, Files, Names, Silence},
    json::JsonWriter,
    lines::LinesWriter,
    list::ListWriter,
    table::TableWriter,
    template::TemplateWriter,
    writer::Writer,
};
use crate::{
    out::{Between, Out},
    plan::{Plan, Shape},
};

/// The writer for what is to come out.
pub fn writer(plan: &Plan, out: Out) -> Box<dyn Writer> {
    match &plan.output {
        Shape::List(look) => Box::new(ListWriter::new(plan, *look, out)),
        Shape::Lines(look) => Box::new(LinesWriter::new(plan, *look, out)),
        Shape::Json => Box::new(JsonWriter::new(plan, out)),
        Shape::Table(separation) => Box::new(TableWriter::new(*separation, out)),
        Shape::Template(template) => Box::new(TemplateWriter::new(plan, template.clone(), out)),
        Shape::Count(fields) => Box::new(Counts::new(plan, *fields, out)),
        Shape::Files { without } => Box::new(Files::new(plan, *without, out)),
        Shape::Names => Box::new(Names::new(plan, out)),
        Shape::Nothing => Box::new(Silence::new(out, true, Between::Nothing)),
        Shape::Html(html) if html.is_page() => Box::new(Silence::new(out, false, Between::Nothing)),
        Shape::Html(_) => Box::new(Silence::new(out, false, Between::LineEnd)),
        Shape::Tops { .. } => Box::new(Silence::new(out, false, Between::Nothing)),
    }
}
