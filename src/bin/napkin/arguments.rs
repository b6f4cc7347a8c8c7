//! The flags as typed.

use std::{
    ffi::{OsStr, OsString},
    path::PathBuf,
};

use clap::{
    Arg, ArgAction, Args, Command, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum,
    builder::{EnumValueParser, PossibleValue, PossibleValuesParser, TypedValueParser},
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
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true,
    max_term_width = 100,
    after_help = "Exit status: 0 something found, 1 nothing found, 2 an error.",
    after_long_help = "Every switch has an inverse (--no-count for --count, --no-filename for --with-filename), and the \
                       last one wins. So does the last of --count, --files-with-matches, --json and --html, of which \
                       there can be one.\n\n\
                       A command is the first word. A file that is called like one can still be searched: \
                       napkin ./check.\n\n\
                       Exit status: 0 something found (or made into HTML), 1 nothing found, 2 an error: a message on \
                       standard error says what it was, and the other files are still searched."
)]
pub struct Arguments {
    /// What to do other than search
    #[command(subcommand)]
    pub verb: Option<Verb>,

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
    /// This is the default when a folder or more than one file is searched. Standard input is called "-". Behind the name of a
    /// mailbox stands the number of the message: archive.mbox#12.
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
    /// URLs are compared over all files, and other places of the same URL are not counted either. The first one is
    /// printed as it was found. Every URL is kept in memory, once. With --stats the list is printed at the end, without file names and
    /// positions: how often each URL was found, the dates of the first and the last message it was found in (or -), and
    /// the URL, with tabs between. With --json these are objects of the type "occurrences".
    #[arg(
        short = 'u',
        long,
        value_name = "HOW",
        value_enum,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "exact",
        help_heading = "Output"
    )]
    pub unique: Option<Unique>,

    /// Stop after NUM URLs in each file
    #[arg(short = 'm', long, value_name = "NUM", help_heading = "Output")]
    pub max_count: Option<u64>,

    /// Tell at the end how much was searched and found
    ///
    /// This goes to standard error, or with --json into an object of the type "summary". A search that ends early counts
    /// no further. With --html and --quiet nothing is told.
    #[arg(long, help_heading = "Output")]
    pub stats: bool,

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
    ///
    /// Each is called by its document. Today's standard is rfc3986, which is ASCII only; rfc3987 adds the non-ASCII
    /// characters.
    #[arg(
        long,
        value_name = "NAME",
        value_parser = Grammars,
        default_value = Grammar::default().name(),
        help_heading = "How to read it"
    )]
    pub grammar: Grammar,

    /// Resolve relative references in <URL:...> against this URL
    #[arg(long, value_name = "URL", help_heading = "How to read it")]
    pub base: Option<String>,

    /// How far to go in putting broken URLs together
    ///
    /// A number from 0 to 1 in place of a level joins where the confidence is at least that.
    #[arg(
        long,
        value_name = "LEVEL",
        value_parser = Levels,
        default_value = "auto",
        help_heading = "How to read it"
    )]
    pub rejoin: Rejoin,

    /// Whether a hyphen at a line's end belongs to the URL
    #[arg(
        long,
        value_name = "WHAT",
        value_enum,
        default_value_t = Hyphen::Auto,
        help_heading = "How to read it"
    )]
    pub hyphen: Hyphen,

    /// Show the targets of URLs that mail gateways and redirectors rewrote
    ///
    /// Nothing is looked up: the target is what the URL itself says, if that is a valid URL and its scheme http, https, ftp
    /// or mailto. What was written is the alternative, and in JSON also in the field "written".
    #[arg(long, help_heading = "How to read it")]
    pub unwrap: bool,

    /// Say which candidates the grammar refused, and which breaks the evidence joined, and why
    ///
    /// They are reported on standard error, or with --json as objects of the types "rejection" and "break" among the others.
    #[arg(long, help_heading = "How to read it")]
    pub explain: bool,

    /// What the input is
    ///
    /// With auto a file is mail when it begins with a dated "From " line and a field, as mailboxes do, or with a header
    /// that has at least three of the fields usual in mail; a batch of news when it begins with "#! rnews" and a number;
    /// HTML when it begins with <!doctype html or <html. The files in a maildir or a folder of MH are messages; any other
    /// is text. With --html every input is text.
    #[arg(long, value_name = "TYPE", value_enum, default_value_t = Input::Auto, help_heading = "Where to look")]
    pub input: Input,

    /// Search what is in compressed files
    ///
    /// Those of gzip, bzip2, xz and zstd are known by their first bytes, whatever their names, from standard input, too.
    #[cfg(feature = "zip")]
    #[arg(short = 'z', long, help_heading = "Where to look")]
    pub search_zip: bool,

    /// In mail, search every alternative form of a text
    ///
    /// Otherwise a URL in several forms is one link.
    #[arg(long, help_heading = "Where to look")]
    pub all_parts: bool,

    /// In mail, also search header fields that carry URLs
    ///
    /// They are those of mailing lists, such as List-Archive, those that say where something is, such as Archived-At and
    /// Content-Location, and those that people write, such as Subject; never identifiers and traces, such as References
    /// and Received. Positions are those in the value, unfolded and decoded.
    #[arg(long, help_heading = "Where to look")]
    pub headers: bool,

    /// The largest message or HTML document to take apart, in bytes, or with K, M or G
    ///
    /// A larger one is searched as the text that it is in the file, and reported.
    #[arg(long, value_name = "SIZE", value_parser = size, default_value = "32M", help_heading = "Where to look")]
    pub message_limit: usize,
}

/// What can be done other than searching.
#[derive(Debug, Subcommand)]
pub enum Verb {
    Check(Check),
    Resolve(Resolve),
}

/// Judge URLs by a grammar
///
/// Judges each URL as it stands. Of a valid one the components are printed; of an invalid one the place where it breaks
/// a rule, the rule by its document and section, and what would be valid where that is plain.
#[derive(Args, Debug)]
#[command(after_help = "Exit status: 0 all are valid, 1 one is not, 2 an error.")]
pub struct Check {
    /// URLs to judge; none: each line of standard input
    ///
    /// Of a line only the line feed at its end is taken off: spaces and a carriage return are judged with the rest, and
    /// so is a line with nothing in it.
    #[arg(value_name = "URL")]
    pub texts: Vec<OsString>,

    /// The grammar that URLs must satisfy
    ///
    /// Each is called by its document. Today's standard is rfc3986, which is ASCII only; rfc3987 adds the non-ASCII
    /// characters.
    #[arg(long, value_name = "NAME", value_parser = Grammars, default_value = Grammar::default().name())]
    pub grammar: Grammar,

    /// Judge by every grammar, and say which ones accept it
    ///
    /// What one of them refuses counts as not valid. This or --grammar, the last one wins.
    #[arg(long, overrides_with = "grammar")]
    pub all_grammars: bool,

    /// Take relative references for valid, too
    #[arg(long)]
    pub reference: bool,

    /// Print one JSON object a line
    ///
    /// One for each URL, in their order. The byte at which a rule is broken is counted from 0.
    #[arg(long)]
    pub json: bool,
}

/// Resolve references against a base
///
/// Prints the target of each reference, by the algorithm of the document that the grammar is from.
#[derive(Args, Debug)]
#[command(after_help = "Exit status: 0 all were resolved, 2 an error.")]
pub struct Resolve {
    /// The absolute URL that references are relative to
    pub base: OsString,

    /// References to resolve; none: each line of standard input
    ///
    /// They are judged by the generic syntax alone. Of a line only the line feed at its end is taken off; a line with
    /// nothing in it is a reference to the current document, which is the base, or stays as it is in the drafts before
    /// RFC 3986. Put -- before references that begin with a hyphen.
    #[arg(value_name = "REF")]
    pub texts: Vec<OsString>,

    /// The grammar of base and references, whose document says how they are resolved
    #[arg(long, value_name = "NAME", value_parser = Grammars, default_value = Grammar::default().name())]
    pub grammar: Grammar,
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

/// What makes two URLs the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Unique {
    /// They are the same character for character
    Exact,
    /// They are equivalent, as HTTP://a.example:80 and http://a.example/ are
    Normalized,
}

/// What a link was written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// URLs with their scheme: http://a.example/b
    Url,
    /// Hosts that begin with www. or ftp. and have no scheme
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
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub enum Rejoin {
    /// A URL ends where its line ends
    Off,
    /// Inside angle brackets and quotes
    Delimited,
    /// Also without them, where the evidence is strong
    Auto,
    /// Also where it is about as strong for as against
    Eager,
    /// Where the confidence is at least this: written as a number
    #[value(skip)]
    AtLeast(f32),
}

/// Reads a level by its name, or as a number.
#[derive(Clone, Copy, Debug)]
struct Levels;

impl TypedValueParser for Levels {
    type Value = Rejoin;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<Rejoin, clap::Error> {
        match value.to_str().map(str::parse) {
            Some(Ok(confidence)) => Ok(Rejoin::AtLeast(confidence)),
            _ => EnumValueParser::new().parse_ref(command, argument, value),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Rejoin::value_variants().iter().filter_map(Rejoin::to_possible_value)))
    }
}

/// What to do with a hyphen at a line's end inside a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Hyphen {
    /// It does, unless a typesetter hyphenates the lines around
    Auto,
    /// An ASCII hyphen belongs to the URL
    Keep,
    /// A typesetter put it there
    Drop,
}

/// What an input is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Input {
    /// Mail or HTML where it is sure to be, text otherwise
    Auto,
    /// Plain text
    Text,
    /// A message or a mailbox
    Mail,
    /// An HTML document
    Html,
}

/// The switches by their names in [`Arguments`], each with its inverse; `--with-filename` and `--no-filename` are
/// each other's.
const INVERSES: &[(&str, &str)] = &[
    ("line_number", "no-line-number"),
    ("column", "no-column"),
    ("byte_offset", "no-byte-offset"),
    ("count", "no-count"),
    ("files_with_matches", "no-files-with-matches"),
    ("quiet", "no-quiet"),
    ("null", "no-null"),
    ("unique", "no-unique"),
    ("stats", "no-stats"),
    ("json", "no-json"),
    ("html", "no-html"),
    ("any_scheme", "no-any-scheme"),
    ("unwrap", "no-unwrap"),
    ("explain", "no-explain"),
    #[cfg(feature = "zip")]
    ("search_zip", "no-search-zip"),
    ("all_parts", "no-all-parts"),
    ("headers", "no-headers"),
];

/// The switches of `napkin check`.
const INVERSES_OF_CHECK: &[(&str, &str)] =
    &[("all_grammars", "no-all-grammars"), ("reference", "no-reference"), ("json", "no-json")];

impl Arguments {
    /// Reads the command line. Help and version are printed here, and so is what is wrong with an invalid option.
    pub fn parse_or_exit(arguments: impl IntoIterator<Item = OsString>) -> Result<Arguments, Exit> {
        let arguments: Vec<OsString> = arguments.into_iter().collect();
        Arguments::parse(&arguments).map_err(|error| match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => terminal::print(&error.render()),
            _ => {
                terminal::complain(&line(&error.to_string(), help(&arguments)));
                Exit::Error
            }
        })
    }

    fn parse(arguments: &[OsString]) -> Result<Arguments, clap::Error> {
        let command = with_inverses(Arguments::command(), INVERSES)
            .mut_subcommand("check", |check| with_inverses(check, INVERSES_OF_CHECK));
        let arguments = Arguments::from_arg_matches(&command.clone().try_get_matches_from(arguments)?)?;
        if arguments.html && arguments.input == Input::Html {
            let message = "--html makes HTML of text, and with --input html the input is HTML already";
            return Err(clap::Error::raw(ErrorKind::ArgumentConflict, message));
        }
        Ok(arguments)
    }
}

fn with_inverses(command: Command, inverses: &[(&'static str, &'static str)]) -> Command {
    inverses.iter().fold(command, |command, &(switch, inverse)| {
        command.arg(Arg::new(inverse).long(inverse).action(ArgAction::SetTrue).overrides_with(switch).hide(true))
    })
}

/// Reads a size: a number of bytes, or of multiples of 1024 of them.
fn size(text: &str) -> Result<usize, String> {
    let (digits, shift) = match text.char_indices().next_back() {
        Some((at, 'K' | 'k')) => (&text[..at], 10),
        Some((at, 'M' | 'm')) => (&text[..at], 20),
        Some((at, 'G' | 'g')) => (&text[..at], 30),
        _ => (text, 0),
    };
    let number: usize = digits.parse().map_err(|_| "a number, perhaps with K, M or G, is wanted".to_string())?;
    number.checked_mul(1 << shift).ok_or_else(|| "that is too large".to_string())
}

/// What to type to read about the options that were meant.
fn help(arguments: &[OsString]) -> &'static str {
    match arguments.get(1).and_then(|word| word.to_str()) {
        Some("check") => "napkin check --help",
        Some("resolve") => "napkin resolve --help",
        _ => "napkin --help",
    }
}

/// What clap says in several paragraphs, in one line: what is wrong, what there is to choose from, what was perhaps meant.
fn line(message: &str, help: &str) -> String {
    let message = message.strip_prefix("error: ").unwrap_or(message);
    let said = message.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:"));
    let said: Vec<&str> = said.filter(|line| !line.is_empty() && !line.starts_with("For more information")).collect();
    format!("{} (see {help})", said.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn try_parse(line: &str) -> Result<Arguments, clap::Error> {
        let words: Vec<OsString> =
            std::iter::once("napkin").chain(line.split_whitespace()).map(OsString::from).collect();
        Arguments::parse(&words)
    }

    fn parse(line: &str) -> Arguments {
        try_parse(line).unwrap_or_else(|error| panic!("{line}: {error}"))
    }

    #[test]
    fn the_definition_is_sound() {
        Arguments::command().debug_assert();
    }

    /// Every switch of `command`, which `verb` calls, can be taken back, and given again.
    fn assert_inverses(command: &Command, verb: &str, inverses: &[(&str, &str)]) {
        let switches = command.get_arguments().filter(|arg| matches!(arg.get_action(), ArgAction::SetTrue));
        for switch in switches {
            let (id, long) = (switch.get_id().as_str(), switch.get_long().unwrap());
            let inverse = match id {
                "with_filename" => "no-filename",
                "no_filename" => "with-filename",
                _ => inverses.iter().find(|(of, _)| *of == id).unwrap_or_else(|| panic!("{id} has no inverse")).1,
            };
            let on = |options: String| {
                let arguments = format!("{:?}", parse(&format!("{verb} {options}")));
                arguments.contains(&format!("{id}: true"))
            };
            assert!(on(format!("--{long}")), "{verb} {long}");
            assert!(on(format!("--{inverse} --{long}")), "{verb} {inverse} {long}");
            assert!(!on(format!("--{long} --{inverse}")), "{verb} {long} {inverse}");
            assert!(on(format!("--{long} --{inverse} --{long}")), "{verb} {long} {inverse} {long}");
        }
    }

    #[test]
    fn every_switch_has_an_inverse_and_the_last_one_wins() {
        let command = Arguments::command();
        assert_inverses(&command, "", INVERSES);
        assert_inverses(command.find_subcommand("check").unwrap(), "check", INVERSES_OF_CHECK);
    }

    #[test]
    fn a_verb_is_the_first_word_and_nothing_else() {
        assert!(matches!(parse("check a:b").verb, Some(Verb::Check(check)) if check.texts == ["a:b"]));
        assert!(matches!(parse("resolve a:b -- -c").verb, Some(Verb::Resolve(resolve)) if resolve.texts == ["-c"]));
        for line in ["./check", "-- check", "-n check", "a check", "help", "chec"] {
            let arguments = parse(line);
            assert!(arguments.verb.is_none(), "{line}");
            assert_eq!(arguments.paths.last(), line.split_whitespace().last().map(PathBuf::from).as_ref(), "{line}");
        }
    }

    #[test]
    fn the_options_of_a_search_are_not_those_of_a_verb() {
        for line in ["check -n a", "check --html a", "check -k url a", "resolve --json a", "resolve --reference a"] {
            assert_eq!(try_parse(line).unwrap_err().kind(), ErrorKind::UnknownArgument, "{line}");
        }
    }

    #[test]
    fn one_grammar_or_all_the_last_one_wins() {
        let check = |line: &str| match parse(line).verb {
            Some(Verb::Check(check)) => (check.all_grammars, check.grammar),
            other => panic!("{other:?}"),
        };
        assert_eq!(check("check --grammar rfc3986 --all-grammars"), (true, Grammar::default()));
        assert_eq!(check("check --all-grammars --grammar rfc3986"), (false, Grammar::Rfc3986));
        for grammar in Grammar::ALL {
            assert_eq!(check(&format!("check --grammar {}", grammar.name())).1, grammar);
            assert_eq!(parse(&format!("--grammar {}", grammar.name())).grammar, grammar);
        }
    }

    #[test]
    fn unique_has_a_value_only_behind_an_equals_sign() {
        for (line, unique) in [
            ("", None),
            ("-u", Some(Unique::Exact)),
            ("--unique a", Some(Unique::Exact)),
            ("--unique=exact", Some(Unique::Exact)),
            ("--unique=normalized", Some(Unique::Normalized)),
            ("-u=normalized", Some(Unique::Normalized)),
            ("-u --unique=normalized", Some(Unique::Normalized)),
            ("--unique=normalized -uI", Some(Unique::Exact)),
            ("--unique=normalized --no-unique", None),
            ("--no-unique -uc", Some(Unique::Exact)),
        ] {
            assert_eq!(parse(line).unique, unique, "{line}");
        }
        assert!(parse("-uc").count && parse("-u check").paths == [PathBuf::from("check")]);
    }

    #[test]
    fn sizes_have_units() {
        for (text, bytes) in [("0", 0), ("1234", 1234), ("2k", 2048), ("32M", 32 << 20), ("1G", 1 << 30)] {
            assert_eq!(parse(&format!("--message-limit {text}")).message_limit, bytes, "{text}");
        }
        for text in ["", "M", "1T", "1.5M", "99999999999999999999", "99999999999999G", "é"] {
            assert!(size(text).is_err(), "{text}");
        }
        assert_eq!((parse("").message_limit, parse("").input), (32 << 20, Input::Auto));
    }

    #[test]
    fn html_is_not_made_of_html() {
        let error = try_parse("--input html --html").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::ArgumentConflict);
        assert!(line(&error.to_string(), "napkin --help").starts_with("--html makes HTML of text"), "{error}");
        assert!(parse("--input html --html --json").json && parse("--input auto --html").html);
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
        for words in ["--nosuch", "--grammar x", "--jsn", "-m x", "-k url,foo", "--grammar", "check -n", "resolve"] {
            let message = line(&try_parse(words).unwrap_err().to_string(), "napkin --help");
            assert!(
                !message.contains('\n') && !message.contains("Usage") && !message.starts_with("error"),
                "{message}"
            );
        }
    }
}
