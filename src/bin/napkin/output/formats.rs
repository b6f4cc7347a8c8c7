//! All output formats: the flags that select each, and its writer.

use std::io;

use napkin::write::{Column, Fields, Json, Separation, Template};

use super::{
    counts::{FileLine, FileLines, Silence},
    lines::{LinesLook, LinesWriter},
    list::{ListLook, ListWriter},
    markdown::MarkdownWriter,
    rows,
    tops::{TopObjects, TopsForm},
    writer::{Look, Writer},
};
use crate::{
    arguments::{self, By},
    hypertext::Hypertext,
    output::turns::{Between, Out},
};

/// What the terminal shows, if any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    None,
    /// A terminal shows what is in a stream.
    Stream,
    /// A terminal shows what is in files.
    Files,
}

#[derive(Debug)]
pub enum Shape {
    List(ListLook),
    Lines(LinesLook),
    Json,
    Table {
        separation: Separation,
        /// The table lists rejected candidates.
        rejected: bool,
    },
    Template(Template),
    Markdown,
    Terminal,
    Html(Box<Hypertext>),
    Tops {
        most: usize,
        by: By,
        form: TopsForm,
    },
    Count {
        fields: Fields,
        includes_zero: bool,
    },
    /// The names of files with URLs, or of those without.
    Files {
        without: bool,
    },
    Names,
    Nothing,
}

impl Shape {
    /// Returns the format for the flags. `names` lists files, `rejected` lists rejected candidates, and `has_path`
    /// shows file names.
    pub fn of(
        output: &arguments::Output,
        html: Option<Hypertext>,
        (names, rejected): (bool, bool),
        has_path: bool,
        screen: Screen,
    ) -> Shape {
        let mut fields = Fields::default();
        fields.path = has_path;
        if names {
            Shape::Names
        } else if output.quiet {
            Shape::Nothing
        } else if output.count {
            Shape::Count { fields, includes_zero: output.include_zero }
        } else if output.files_with_matches || output.files_without_match {
            Shape::Files { without: output.files_without_match }
        } else if let Some(most) = output.top {
            Shape::Tops { most, by: output.by, form: TopsForm::of(output) }
        } else if output.markdown {
            Shape::Markdown
        } else if output.ansi {
            Shape::Terminal
        } else if output.json {
            Shape::Json
        } else if output.csv || output.tsv {
            let separation = if output.csv { Separation::Commas } else { Separation::Tabs };
            Shape::Table { separation, rejected }
        } else if let Some(template) = &output.format {
            Shape::Template(template.clone())
        } else if let Some(html) = html {
            Shape::Html(Box::new(html))
        } else if output.vimgrep {
            fields.path = !output.no_filename;
            (fields.line, fields.column, fields.byte) = (true, true, output.byte_offset);
            Shape::Lines(LinesLook { fields, is_each: true, ..LinesLook::default() })
        } else {
            Shape::of_list(output, fields, rejected, screen)
        }
    }

    /// Returns the list of links, or the lines that have some.
    fn of_list(output: &arguments::Output, mut fields: Fields, rejected: bool, screen: Screen) -> Shape {
        let (before, after) = (output.before_context.or(output.context), output.after_context.or(output.context));
        let is_lines = output.line || output.pretty || before.is_some() || after.is_some();
        let is_bare = output.only_matching && !is_lines;
        let is_pretty = !is_bare && (output.pretty || screen != Screen::None && !output.null);
        // As in ripgrep, the lines of a stream have no numbers by default.
        let has_numbers = is_pretty && (output.pretty || screen == Screen::Files);
        fields.line = output.line_number || has_numbers && !output.no_line_number;
        (fields.column, fields.byte) = (output.column, output.byte_offset);
        let has_heading = output.heading || is_pretty && !output.no_heading;
        // A line without an accepted URL has nothing to mark.
        if !is_lines || rejected {
            let (marks, by_message) = (output.mark_joined, output.by_message);
            let notes = is_pretty && !output.no_mark_joined;
            return Shape::List(ListLook { fields, has_heading, marks, notes, by_message });
        }
        let (before, after) = (before.unwrap_or(0), after.unwrap_or(0));
        let has_wholes = is_pretty && !output.no_mark_joined;
        Shape::Lines(LinesLook { fields, before, after, has_heading, is_each: false, has_wholes })
    }

    pub fn has_positions(&self) -> bool {
        match self {
            Shape::List(look) => look.fields.line || look.fields.column,
            Shape::Lines(_) | Shape::Json | Shape::Table { .. } => true,
            Shape::Template(template) => template.columns().any(Column::is_position),
            _ => false,
        }
    }

    pub fn has_labels(&self) -> bool {
        match self {
            Shape::Json | Shape::Table { .. } => true,
            Shape::Template(template) => template.columns().any(|column| column == Column::Label),
            _ => false,
        }
    }

    /// Returns `true` if whole lines were asked for, each once. Editors use the places instead.
    pub fn wants_whole_lines(&self) -> bool {
        matches!(self, Shape::Lines(look) if !look.is_each)
    }

    /// Returns `true` if the output for a file is the concatenated output for its parts.
    pub fn is_of_parts(&self) -> bool {
        match self {
            Shape::List(_)
            | Shape::Json
            | Shape::Table { .. }
            | Shape::Template(_)
            | Shape::Tops { .. }
            | Shape::Count { .. } => true,
            // Lines around a URL may be in the next part.
            Shape::Lines(look) => look.before + look.after == 0,
            Shape::Html(_)
            | Shape::Markdown
            | Shape::Terminal
            | Shape::Files { .. }
            | Shape::Names
            | Shape::Nothing => false,
        }
    }

    /// Returns `true` if a link in several lines is shown in each of them.
    pub fn has_pieces(&self) -> bool {
        matches!(self, Shape::Lines(_))
    }

    pub fn is_whole(&self) -> bool {
        matches!(self, Shape::Html(_) | Shape::Markdown | Shape::Terminal)
    }

    pub fn writer(&self, look: Look, out: Out) -> Box<dyn Writer> {
        match self {
            Shape::List(list) => Box::new(ListWriter::new(look, *list, out)),
            Shape::Lines(lines) => Box::new(LinesWriter::new(look, *lines, out)),
            Shape::Json => Box::new(Json::new(out).end(look.end)),
            Shape::Table { separation, rejected } => Box::new(rows::table(look, *separation, *rejected, out)),
            Shape::Template(template) => Box::new(rows::lines(look, template.clone(), out)),
            Shape::Markdown => Box::new(MarkdownWriter::new(out, look.terminal)),
            Shape::Terminal => Box::new(LinesWriter::whole(look, out)),
            &Shape::Count { fields, includes_zero } => {
                Box::new(FileLines::new(look, fields, FileLine::Count { includes_zero }, out))
            }
            &Shape::Files { without } => {
                Box::new(FileLines::new(look, Fields::default(), FileLine::Name { without }, out))
            }
            Shape::Names => Box::new(FileLines::new(look, Fields::default(), FileLine::Listed, out)),
            Shape::Nothing => Box::new(Silence::new(out, true, Between::Nothing)),
            Shape::Html(html) if html.is_page() => Box::new(Silence::new(out, false, Between::Nothing)),
            Shape::Html(_) => Box::new(Silence::new(out, false, Between::LineEnd)),
            Shape::Tops { form: TopsForm::Json, .. } => Box::new(TopObjects::new(look, out)),
            Shape::Tops { .. } => Box::new(Silence::new(out, false, Between::Nothing)),
        }
    }

    /// Returns the header, such as the names of columns.
    pub fn header(&self) -> io::Result<Vec<u8>> {
        match self {
            Shape::Table { separation, rejected } => rows::table_header(*separation, *rejected),
            Shape::Tops { form, by, .. } => Ok(form.header(*by)),
            _ => Ok(Vec::new()),
        }
    }
}
