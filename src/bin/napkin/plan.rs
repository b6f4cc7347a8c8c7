//! What the flags come to: decided once, before anything is read.

use encoding_rs::Encoding;
use napkin::{
    Finder, Grammar, Kind, Kinds,
    filter::Selection,
    html::HtmlFinder,
    mail::MailFinder,
    write::{Fields, Separation, Template},
};

use crate::{
    arguments::{self, Arguments, By, Colour, Input, Unique},
    hypertext::Hypertext,
    pre::Pre,
    select::{self, Result},
    terminal,
    walk::Walk,
};

/// What to do.
#[derive(Debug)]
pub struct Plan {
    /// Where to look.
    pub walk: Walk,
    /// What the inputs are.
    pub input: Input,
    /// Whether what is compressed is decompressed.
    #[cfg(feature = "zip")]
    pub unzip: bool,
    /// The charset of all inputs, if it was said.
    pub encoding: Option<&'static Encoding>,
    /// What makes texts of files.
    pub pre: Option<Pre>,
    /// What finds the links.
    pub finder: Finder,
    /// What finds them in mail.
    pub mail: MailFinder,
    /// What finds them in HTML.
    pub html: HtmlFinder,
    /// Which of them are wanted.
    pub selection: Selection,
    /// Whether candidates that were refused are printed in place of links.
    pub rejected: bool,
    /// Whether breaks, and candidates that were refused, are told of beside the links.
    pub explain: bool,
    /// Whether it is told at the end that candidates were refused.
    pub hints: bool,
    /// Whether lines are counted.
    pub positions: bool,
    /// The grammar of the links.
    pub grammar: Grammar,
    /// What comes out.
    pub output: Shape,
    /// What ends each record.
    pub end: u8,
    /// What makes two URLs the same, where each is printed only the first time.
    pub unique: Option<Unique>,
    /// Whether it is told at the end how often each was found, in place of the list.
    pub counts: bool,
    /// Whether to tell at the end how it went.
    pub stats: bool,
    /// Whether to tell how far it is.
    pub progress: bool,
    /// How many links of a file are enough.
    pub max_count: Option<u64>,
    /// Whether there are colours.
    pub coloured: bool,
    /// Whether links can be clicked on.
    pub hyperlinks: bool,
    /// Whether standard output is a terminal: hidden characters are made visible, and lines appear at once.
    pub terminal: bool,
    /// Whether each line is written at once.
    pub flushed: bool,
    /// How many threads search.
    pub threads: usize,
    /// Whether the members of an archive that is searched alone have their names before them.
    pub names_members: bool,
}

/// What comes out.
#[derive(Debug)]
pub enum Shape {
    /// One URL a line.
    List(ListLook),
    /// The lines that they stand in.
    Lines(LinesLook),
    /// One JSON object a line.
    Json,
    /// One row of a table each.
    Table(Separation),
    /// A line for each by a template.
    Template(Template),
    /// The whole text as HTML.
    Html(Box<Hypertext>),
    /// What there is most of.
    Tops {
        /// How many of them.
        most: usize,
        /// What is counted.
        by: By,
    },
    /// How many URLs each file has, with or without its name.
    Count(Fields),
    /// The names of files with URLs, or of those without any.
    Files {
        /// The latter.
        without: bool,
    },
    /// The names of all files that would be searched.
    Names,
    /// Nothing but the exit status.
    Nothing,
}

/// How a list looks.
#[derive(Clone, Copy, Debug)]
pub struct ListLook {
    /// What stands before each URL.
    pub fields: Fields,
    /// Whether those that were put together are marked.
    pub marks: bool,
    /// Whether the URLs of a message stand below what it says of itself.
    pub by_message: bool,
}

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

impl Plan {
    /// The plan, or what makes it impossible.
    pub fn new(arguments: Arguments) -> Result<Plan> {
        let terminal = terminal::is_terminal();
        let mut selection = select::selection(&arguments.choice)?;
        let walk = Walk::new(arguments.paths, &arguments.places)?;
        let output = &arguments.output;
        let has_path = output.with_filename || !output.no_filename && walk.may_be_many();
        let html = arguments
            .html
            .html
            .map(|extent| Hypertext::new(extent, &arguments.html, walk.paths(), walk.may_be_many()))
            .transpose()?;
        let shape = shape(output, html, arguments.places.files, has_path, terminal);
        // Lines are counted only where they are shown: it costs a pass over the text.
        let positions = arguments.reading.explain || shape.has_positions();
        let hints = terminal && !arguments.reading.explain && matches!(shape, Shape::List(_) | Shape::Lines(_));
        // What is masked has to be found.
        let masked = arguments.html.mask_addresses.then_some(Kind::Email);
        let mut finder = Finder::builder();
        if let Some(base) = arguments.reading.base {
            finder = finder.base(base);
        }
        let finder = finder
            .kinds(arguments.choice.kind.into_iter().chain(masked).collect::<Kinds>())
            .schemes(arguments.choice.scheme)
            .any_scheme(arguments.choice.any_scheme)
            .grammar(arguments.reading.grammar)
            .rejoin(arguments.reading.rejoin)
            .hyphen(arguments.reading.hyphen)
            .unwrap_redirects(arguments.reading.unwrap)
            .explain(arguments.reading.explain || arguments.choice.rejected || hints)
            .positions(positions)
            .build()?;
        let shape = match shape {
            // Links that aren't wanted are text among text, and so it is for the linkifier to ask.
            Shape::Html(html) => Shape::Html(Box::new(html.with(finder.clone(), std::mem::take(&mut selection))?)),
            shape => shape,
        };
        let places = arguments.places;
        let unique = output.unique.or(output.counts.then_some(Unique::Exact));
        let in_order = unique.is_some() || matches!(shape, Shape::Html(_));
        Ok(Plan {
            walk,
            input: places.input,
            #[cfg(feature = "zip")]
            unzip: places.search_zip,
            encoding: places.encoding.as_deref().map(encoding).transpose()?,
            pre: Pre::new(places.pre, &places.pre_glob)?,
            mail: MailFinder::new(finder.clone())
                .limit(places.message_limit)
                .all_parts(places.all_parts)
                .headers(places.headers),
            html: HtmlFinder::new(finder.clone()).limit(places.message_limit),
            finder,
            selection,
            rejected: arguments.choice.rejected,
            explain: arguments.reading.explain,
            hints,
            positions,
            grammar: arguments.reading.grammar,
            end: if output.null { b'\0' } else { b'\n' },
            unique,
            counts: output.counts && matches!(shape, Shape::List(_) | Shape::Lines(_) | Shape::Json),
            stats: output.stats,
            progress: output.progress,
            max_count: output.max_count,
            coloured: switched(output.color, || output.pretty || terminal::has_colours(terminal)),
            hyperlinks: switched(output.hyperlink, || terminal::has_hyperlinks(terminal)),
            terminal,
            flushed: terminal || output.line_buffered,
            threads: if in_order { 1 } else { threads(places.threads) },
            names_members: !output.no_filename && !has_path,
            output: shape,
        })
    }
}

impl Shape {
    /// Whether it says where lines are.
    fn has_positions(&self) -> bool {
        match self {
            Shape::List(look) => look.fields.line || look.fields.column,
            Shape::Lines(_) | Shape::Json | Shape::Table(_) => true,
            Shape::Template(template) => template.columns().any(napkin::write::Column::is_position),
            _ => false,
        }
    }

    /// Whether what comes out of a file is what comes out of its parts, one behind the other.
    pub fn is_of_parts(&self) -> bool {
        matches!(self, Shape::List(_) | Shape::Json | Shape::Table(_) | Shape::Template(_) | Shape::Tops { .. })
    }
}

/// What comes out.
fn shape(output: &arguments::Output, html: Option<Hypertext>, names: bool, has_path: bool, terminal: bool) -> Shape {
    let mut fields = Fields::default();
    fields.path = has_path;
    let count = fields;
    (fields.line, fields.column, fields.byte) = (output.line_number, output.column, output.byte_offset);
    let (before, after) = (output.before_context.or(output.context), output.after_context.or(output.context));
    let has_context = before.is_some() || after.is_some();
    if names {
        Shape::Names
    } else if output.quiet {
        Shape::Nothing
    } else if output.count {
        Shape::Count(count)
    } else if output.files_with_matches || output.files_without_match {
        Shape::Files { without: output.files_without_match }
    } else if output.json {
        Shape::Json
    } else if output.csv || output.tsv {
        Shape::Table(if output.csv { Separation::Commas } else { Separation::Tabs })
    } else if let Some(template) = &output.format {
        Shape::Template(template.clone())
    } else if let Some(most) = output.top {
        Shape::Tops { most, by: output.by }
    } else if let Some(html) = html {
        Shape::Html(Box::new(html))
    } else if output.vimgrep {
        (fields.path, fields.line, fields.column) = (!output.no_filename, true, true);
        Shape::Lines(LinesLook { fields, before: 0, after: 0, has_heading: false, is_each: true })
    } else {
        let is_list =
            output.only_matching || output.no_line || output.mark_joined || output.by_message || output.counts;
        let is_pretty = output.pretty || terminal && !output.null;
        let is_lines = output.line || output.pretty || has_context || output.heading || is_pretty && !is_list;
        if !is_lines {
            let (marks, by_message) = (output.mark_joined, output.by_message);
            return Shape::List(ListLook { fields, marks, by_message });
        }
        fields.line |= is_pretty && !output.no_line_number;
        let has_heading = output.heading || is_pretty && !output.no_heading;
        let (before, after) = (before.unwrap_or(0), after.unwrap_or(0));
        Shape::Lines(LinesLook { fields, before, after, has_heading, is_each: false })
    }
}

fn switched(when: Colour, auto: impl FnOnce() -> bool) -> bool {
    match when {
        Colour::Always => true,
        Colour::Never => false,
        Colour::Auto => auto(),
    }
}

fn encoding(label: &str) -> Result<&'static Encoding> {
    let encoding = Encoding::for_label(label.as_bytes());
    Ok(encoding.ok_or_else(|| {
        format!("--encoding: {label:?} is no charset's label: such as utf-8, latin1, utf-16le, shift_jis")
    })?)
}

/// How many threads there are: more than some would only wait for the disk.
fn threads(wanted: usize) -> usize {
    const MOST: usize = 12;
    if wanted > 0 {
        wanted.min(256)
    } else {
        std::thread::available_parallelism().map_or(1, |count| count.get().min(MOST))
    }
}

impl Plan {
    /// Whether there is a part of the work for another thread.
    pub fn has_work_for_several(&self) -> bool {
        self.threads > 1 && (self.walk.may_be_many() || self.walk.has_large_file())
    }
}
