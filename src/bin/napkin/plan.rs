//! What the flags come to: decided once, before anything is read.

use std::path::PathBuf;

use napkin::{Finder, Grammar, Kinds, Linkifier, html::HtmlFinder, mail::MailFinder, write::Fields};

use crate::{
    arguments::{self, Arguments, Input, Unique},
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
    pub fn new(arguments: Arguments) -> Result<Plan, napkin::Error> {
        let terminal = terminal::is_terminal();
        let paths = if arguments.paths.is_empty() { vec![PathBuf::from("-")] } else { arguments.paths };
        let path = arguments.with_filename || !arguments.no_filename && walk::may_be_many(&paths);
        let mut fields = Fields::default();
        fields.path = path;
        let count = fields;
        (fields.line, fields.column, fields.byte) = (arguments.line_number, arguments.column, arguments.byte_offset);

        // Lines are counted only where they are shown: it costs a pass over the text.
        let positions = arguments.json || arguments.explain || fields.line || fields.column;
        let mut finder = Finder::builder();
        if let Some(base) = arguments.base {
            finder = finder.base(base);
        }
        let finder = finder
            .kinds(arguments.kind.into_iter().map(kind).fold(Kinds::NONE, Kinds::with))
            .schemes(arguments.scheme)
            .any_scheme(arguments.any_scheme)
            .grammar(arguments.grammar)
            .rejoin(rejoin(arguments.rejoin))
            .hyphen(hyphen(arguments.hyphen))
            .unwrap_redirects(arguments.unwrap)
            .explain(arguments.explain)
            .positions(positions)
            .build()?;

        let output = if arguments.quiet {
            OutputKind::Nothing
        } else if arguments.count {
            OutputKind::Count(count)
        } else if arguments.files_with_matches {
            OutputKind::Files
        } else if arguments.json {
            OutputKind::Json
        } else if arguments.html {
            OutputKind::Html(Box::new(Linkifier::new(finder.clone())))
        } else {
            OutputKind::List(fields)
        };
        Ok(Plan {
            paths,
            input: arguments.input,
            #[cfg(feature = "zip")]
            unzip: arguments.search_zip,
            mail: MailFinder::new(finder.clone())
                .limit(arguments.message_limit)
                .all_parts(arguments.all_parts)
                .headers(arguments.headers),
            html: HtmlFinder::new(finder.clone()).limit(arguments.message_limit),
            finder,
            grammar: arguments.grammar,
            output,
            end: if arguments.null { b'\0' } else { b'\n' },
            unique: arguments.unique,
            stats: arguments.stats,
            max_count: arguments.max_count,
            coloured: match arguments.color {
                arguments::Colour::Always => true,
                arguments::Colour::Never => false,
                arguments::Colour::Auto => terminal::has_colours(terminal),
            },
            terminal,
        })
    }
}

fn kind(kind: arguments::Kind) -> napkin::Kind {
    match kind {
        arguments::Kind::Url => napkin::Kind::Url,
        arguments::Kind::Www => napkin::Kind::Www,
        arguments::Kind::Domain => napkin::Kind::Domain,
        arguments::Kind::Email => napkin::Kind::Email,
    }
}

fn rejoin(level: arguments::Rejoin) -> napkin::Rejoin {
    match level {
        arguments::Rejoin::Off => napkin::Rejoin::Off,
        arguments::Rejoin::Delimited => napkin::Rejoin::Delimited,
        arguments::Rejoin::Auto => napkin::Rejoin::Auto,
        arguments::Rejoin::Eager => napkin::Rejoin::Eager,
        arguments::Rejoin::AtLeast(confidence) => napkin::Rejoin::AtLeast(confidence),
    }
}

fn hyphen(hyphen: arguments::Hyphen) -> napkin::Hyphen {
    match hyphen {
        arguments::Hyphen::Auto => napkin::Hyphen::Auto,
        arguments::Hyphen::Keep => napkin::Hyphen::Keep,
        arguments::Hyphen::Drop => napkin::Hyphen::Drop,
    }
}
