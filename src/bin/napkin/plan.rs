//! What the flags come to: decided once, before anything is read.

use std::path::PathBuf;

use napkin::{Finder, Grammar, Kinds, Linkifier, filter::Selection, html::HtmlFinder, mail::MailFinder, write::Fields};

use crate::{
    arguments::{Arguments, Colour, Input, Unique},
    select::{self, Result},
    terminal, walk,
};

/// What to do.
#[derive(Debug)]
pub struct Plan {
    /// Where to look; never empty.
    pub paths: Vec<PathBuf>,
    /// What the inputs are.
    pub input: Input,
    /// Whether what is compressed is decompressed.
    #[cfg(feature = "zip")]
    pub unzip: bool,
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
    /// The grammar of the links.
    pub grammar: Grammar,
    /// What comes out.
    pub output: OutputKind,
    /// What ends each record.
    pub end: u8,
    /// What makes two URLs the same, where each is printed only the first time.
    pub unique: Option<Unique>,
    /// Whether to tell at the end how it went.
    pub stats: bool,
    /// How many links of a file are enough.
    pub max_count: Option<u64>,
    /// Whether the fields of a list have colours.
    pub coloured: bool,
    /// Whether standard output is a terminal: hidden characters are made visible, and lines appear at once.
    pub terminal: bool,
}

/// What comes out.
#[derive(Debug)]
pub enum OutputKind {
    /// One URL a line, with some fields before it.
    List(Fields),
    /// One JSON object a line.
    Json,
    /// The whole text as HTML.
    Html(Box<Linkifier>),
    /// How many URLs each file has, with or without its name.
    Count(Fields),
    /// The names of files with URLs.
    Files,
    /// Nothing but the exit status.
    Nothing,
}

impl Plan {
    /// The plan, or what makes it impossible.
    pub fn new(arguments: Arguments) -> Result<Plan> {
        let terminal = terminal::is_terminal();
        let selection = select::selection(&arguments.choice)?;
        let paths = if arguments.paths.is_empty() { vec![PathBuf::from("-")] } else { arguments.paths };
        let path = arguments.output.with_filename || !arguments.output.no_filename && walk::may_be_many(&paths);
        let mut fields = Fields::default();
        fields.path = path;
        let count = fields;
        (fields.line, fields.column, fields.byte) =
            (arguments.output.line_number, arguments.output.column, arguments.output.byte_offset);

        // Lines are counted only where they are shown: it costs a pass over the text.
        let positions = arguments.output.json || arguments.reading.explain || fields.line || fields.column;
        let mut finder = Finder::builder();
        if let Some(base) = arguments.reading.base {
            finder = finder.base(base);
        }
        let finder = finder
            .kinds(arguments.choice.kind.into_iter().collect::<Kinds>())
            .schemes(arguments.choice.scheme)
            .any_scheme(arguments.choice.any_scheme)
            .grammar(arguments.reading.grammar)
            .rejoin(arguments.reading.rejoin)
            .hyphen(arguments.reading.hyphen)
            .unwrap_redirects(arguments.reading.unwrap)
            .explain(arguments.reading.explain || arguments.choice.rejected)
            .positions(positions)
            .build()?;

        let output = if arguments.output.quiet {
            OutputKind::Nothing
        } else if arguments.output.count {
            OutputKind::Count(count)
        } else if arguments.output.files_with_matches {
            OutputKind::Files
        } else if arguments.output.json {
            OutputKind::Json
        } else if arguments.output.html {
            OutputKind::Html(Box::new(Linkifier::new(finder.clone())))
        } else {
            OutputKind::List(fields)
        };
        Ok(Plan {
            paths,
            input: arguments.places.input,
            #[cfg(feature = "zip")]
            unzip: arguments.places.search_zip,
            mail: MailFinder::new(finder.clone())
                .limit(arguments.places.message_limit)
                .all_parts(arguments.places.all_parts)
                .headers(arguments.places.headers),
            html: HtmlFinder::new(finder.clone()).limit(arguments.places.message_limit),
            finder,
            selection,
            rejected: arguments.choice.rejected,
            explain: arguments.reading.explain,
            grammar: arguments.reading.grammar,
            output,
            end: if arguments.output.null { b'\0' } else { b'\n' },
            unique: arguments.output.unique,
            stats: arguments.output.stats,
            max_count: arguments.output.max_count,
            coloured: match arguments.output.color {
                Colour::Always => true,
                Colour::Never => false,
                Colour::Auto => terminal::has_colours(terminal),
            },
            terminal,
        })
    }
}
