//! The flags as typed.

use std::{
    ffi::{OsStr, OsString},
    path::PathBuf,
};

use clap::{
    Arg, ArgAction, Command, CommandFactory, FromArgMatches, Parser, ValueEnum,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
    error::ErrorKind,
};
use napkin::Grammar;

use crate::{exit::Exit, terminal};

/// Find every URL in plain text.
///
/// Finds every URL in plain text the way a careful reader would, proves each one against a grammar, and puts back
/// together those that were broken over lines.
#[derive(Debug, Parser)]
#[command(
    name = "napkin",
    version,
    args_override_self = true,
    max_term_width = 100,
    after_help = "Exit status: 0 something found, 1 nothing found, 2 an error.",
    after_long_help = "Every switch has an inverse (--no-count for --count, --no-filename for --with-filename), and the \
                       last one wins. So does the last of --count, --files-with-matches, --json and --html, of which \
                       there can be one.\n\n\
                       Exit status: 0 something found (or made into HTML), 1 nothing found, 2 an error: a message on \
                       standard error says what it was, and the other files are still searched."
)]
pub struct Arguments {
    /// Files and folders to search; - or none: standard input
    ///
    /// A folder is searched with all in it, as ripgrep does: hidden files, binary files and what .gitignore names are passed
    /// over, and symbolic links are not followed. A file that is named is always searched.
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// Print the line number of each URL
    #[arg(short = 'n', long, help_heading = "Output")]
    pub line_number: bool,

    /// Print the column of each URL, counted in bytes from 1
    #[arg(long, help_heading = "Output")]
    pub column: bool,

    /// Print the byte offset of each URL, counted from 0
    #[arg(short = 'b', long, help_heading = "Output")]
    pub byte_offset: bool,

    /// Print the file name before each URL
    ///
    /// This is the default when a folder or more than one file is searched. Standard input is called "-".
    #[arg(short = 'H', long, overrides_with = "no_filename", help_heading = "Output")]
    pub with_filename: bool,

    /// Print no file names
    #[arg(short = 'I', long, overrides_with = "with_filename", help_heading = "Output")]
    pub no_filename: bool,

    /// Print only how many URLs each file has
    #[arg(short = 'c', long, overrides_with_all = ["files_with_matches", "json", "html"], help_heading = "Output")]
    pub count: bool,

    /// Print only the names of files that have URLs
    #[arg(short = 'l', long, overrides_with_all = ["count", "json", "html"], help_heading = "Output")]
    pub files_with_matches: bool,

    /// Print nothing, and stop at the first URL
    #[arg(short = 'q', long, help_heading = "Output")]
    pub quiet: bool,

    /// End each printed record with NUL in place of a line feed
    #[arg(short = '0', long, help_heading = "Output")]
    pub null: bool,

    /// Leave out URLs that were printed before
    ///
    /// URLs are compared as they are printed, over all files. Other places of the same URL are not counted either.
    #[arg(short = 'u', long, help_heading = "Output")]
    pub unique: bool,

    /// Stop after NUM URLs in each file
    #[arg(short = 'm', long, value_name = "NUM", help_heading = "Output")]
    pub max_count: Option<u64>,

    /// Print one JSON object a line
    ///
    /// Characters that could do harm on a terminal or in a web page are written as \uXXXX, which means the same to
    /// every JSON parser. A file that can't be read gives an object of the type "error", besides the message.
    #[arg(long, overrides_with_all = ["count", "files_with_matches", "html"], help_heading = "Output")]
    pub json: bool,

    /// Print the whole text as HTML in which the URLs can be clicked
    ///
    /// The text is escaped, and is a fragment to put into the <pre> of a page that declares UTF-8. URLs whose scheme isn't safe to
    /// click on stay text. Of the other options only those about what to find and how to read it matter.
    #[arg(long, overrides_with_all = ["count", "files_with_matches", "json"], help_heading = "Output")]
    pub html: bool,

    /// When to use colours
    ///
    /// With auto there are colours on a terminal, unless the environment has a NO_COLOR that is not empty.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Colour::Auto, help_heading = "Output")]
    pub color: Colour,

    /// Kinds of links to find, separated by commas
    #[arg(
        short = 'k',
        long,
        value_name = "LIST",
        value_enum,
        value_delimiter = ',',
        default_value = "url,www",
        help_heading = "What to find"
    )]
    pub kind: Vec<Kind>,

    /// Find only URLs with these schemes, separated by commas
    #[arg(short = 's', long, value_name = "LIST", value_delimiter = ',', help_heading = "What to find")]
    pub scheme: Vec<String>,

    /// Let every well-formed scheme:// begin a URL, known or not
    #[arg(long, help_heading = "What to find")]
    pub any_scheme: bool,

    /// The grammar that URLs must satisfy
    #[arg(
        long,
        value_name = "NAME",
        value_parser = Grammars,
        default_value = Grammar::default().name(),
        help_heading = "How to read it"
    )]
    pub grammar: Grammar,

    /// How far to go in putting broken URLs together
    #[arg(
        long,
        value_name = "LEVEL",
        value_enum,
        default_value_t = Rejoin::Delimited,
        help_heading = "How to read it"
    )]
    pub rejoin: Rejoin,

    /// Whether a hyphen at a line's end belongs to the URL
    #[arg(
        long,
        value_name = "WHAT",
        value_enum,
        default_value_t = Hyphen::Keep,
        help_heading = "How to read it"
    )]
    pub hyphen: Hyphen,

    /// Say which candidates the grammar refused, and why
    ///
    /// They are reported on standard error, or with --json as objects of the type "rejection" among the others.
    #[arg(long, help_heading = "How to read it")]
    pub explain: bool,

    /// What the input is
    #[arg(long, value_name = "TYPE", value_enum, default_value_t = Input::Text, help_heading = "Where to look")]
    pub input: Input,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// On a terminal
    Auto,
    /// Everywhere
    Always,
    /// Nowhere
    Never,
}

/// What a link was written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// URLs with their scheme: http://a.example/b
    Url,
    /// Hosts that begin with www. or ftp.
    Www,
    /// Other hosts under a known top-level domain
    Domain,
    /// Mail addresses
    Email,
}

/// Reads the name of a grammar.
#[derive(Clone)]
struct Grammars;

impl TypedValueParser for Grammars {
    type Value = Grammar;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<Grammar, clap::Error> {
        let names = PossibleValuesParser::new(Grammar::ALL.map(Grammar::name));
        let name = names.parse_ref(command, argument, value)?;
        Grammar::from_name(&name).ok_or_else(|| clap::Error::new(ErrorKind::InvalidValue).with_cmd(command))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let value = |grammar: Grammar| PossibleValue::new(grammar.name()).help(grammar.title());
        Some(Box::new(Grammar::ALL.into_iter().map(value)))
    }
}

/// How far to go in putting broken URLs together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Rejoin {
    /// A URL ends where its line ends
    Off,
    /// Inside brackets and quotes
    Delimited,
}

/// What to do with a hyphen at a line's end inside a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Hyphen {
    /// An ASCII hyphen belongs to the URL
    Keep,
    /// A typesetter put it there
    Drop,
}

/// What an input is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Input {
    /// Plain text
    Text,
}

/// The switches by their names in [`Arguments`], each with its inverse; `--with-filename` and `--no-filename` are
/// each other's.
const INVERSES: [(&str, &str); 12] = [
    ("line_number", "no-line-number"),
    ("column", "no-column"),
    ("byte_offset", "no-byte-offset"),
    ("count", "no-count"),
    ("files_with_matches", "no-files-with-matches"),
    ("quiet", "no-quiet"),
    ("null", "no-null"),
    ("unique", "no-unique"),
    ("json", "no-json"),
    ("html", "no-html"),
    ("any_scheme", "no-any-scheme"),
    ("explain", "no-explain"),
];

impl Arguments {
    /// Reads the command line. Help and version are printed here, and so is what is wrong with an invalid option.
    pub fn parse_or_exit(arguments: impl IntoIterator<Item = OsString>) -> Result<Arguments, Exit> {
        Arguments::parse(arguments).map_err(|error| match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => terminal::print(&error.render()),
            _ => {
                terminal::complain(&line(&error.to_string()));
                Exit::Error
            }
        })
    }

    fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Arguments, clap::Error> {
        let command = INVERSES.iter().fold(Arguments::command(), |command, &(switch, inverse)| {
            command.arg(Arg::new(inverse).long(inverse).action(ArgAction::SetTrue).overrides_with(switch).hide(true))
        });
        Arguments::from_arg_matches(&command.try_get_matches_from(arguments)?)
    }
}

/// What clap says in several paragraphs, in one line: what is wrong, what there is to choose from, what was perhaps meant.
fn line(message: &str) -> String {
    let message = message.strip_prefix("error: ").unwrap_or(message);
    let said = message.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:"));
    let said: Vec<&str> = said.filter(|line| !line.is_empty() && !line.starts_with("For more information")).collect();
    format!("{} (see napkin --help)", said.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Arguments {
        let words = std::iter::once("napkin").chain(line.split_whitespace());
        Arguments::parse(words.map(OsString::from)).unwrap_or_else(|error| panic!("{line}: {error}"))
    }

    #[test]
    fn the_definition_is_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn every_switch_has_an_inverse_and_the_last_one_wins() {
        let command = Arguments::command();
        let switches = command.get_arguments().filter(|arg| matches!(arg.get_action(), ArgAction::SetTrue));
        for switch in switches {
            let (id, long) = (switch.get_id().as_str(), switch.get_long().unwrap());
            let inverse = match id {
                "with_filename" => "no-filename",
                "no_filename" => "with-filename",
                _ => INVERSES.iter().find(|(of, _)| *of == id).unwrap_or_else(|| panic!("{id} has no inverse")).1,
            };
            let on = |line: &str| {
                let arguments = format!("{:?}", parse(line));
                arguments.contains(&format!("{id}: true"))
            };
            assert!(on(&format!("--{long}")), "{long}");
            assert!(on(&format!("--{inverse} --{long}")), "{inverse} {long}");
            assert!(!on(&format!("--{long} --{inverse}")), "{long} {inverse}");
            assert!(on(&format!("--{long} --{inverse} --{long}")), "{long} {inverse} {long}");
        }
    }

    #[test]
    fn the_last_output_wins() {
        assert!(parse("--json --count").count && !parse("--json --count").json);
        assert!(parse("-l --json").json && !parse("-l --json").files_with_matches);
        let arguments = parse("--json --html --no-html");
        assert!(!arguments.json && !arguments.html);
    }

    #[test]
    fn the_last_value_wins_and_lists_grow() {
        assert_eq!(parse("-m 1 -m 2").max_count, Some(2));
        assert_eq!(parse("--hyphen drop --hyphen keep").hyphen, Hyphen::Keep);
        assert_eq!(parse("-k url,email -k www").kind, [Kind::Url, Kind::Email, Kind::Www]);
        assert_eq!(parse("-s http -s ftp,news").scheme, ["http", "ftp", "news"]);
        assert_eq!(parse("").kind, [Kind::Url, Kind::Www]);
    }

    #[test]
    fn an_invalid_option_is_one_line() {
        for words in ["--nosuch", "--grammar x", "--jsn", "-m x", "-k url,foo", "--grammar"] {
            let words = std::iter::once("napkin").chain(words.split_whitespace());
            let message = line(&Arguments::parse(words.map(OsString::from)).unwrap_err().to_string());
            assert!(
                !message.contains('\n') && !message.contains("Usage") && !message.starts_with("error"),
                "{message}"
            );
        }
    }
}
