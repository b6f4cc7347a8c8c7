//! The flags as typed.

mod config;
mod given;
mod hints;
mod values;

mod choice;
mod html;
mod output;
mod places;
mod reading;
mod verbs;

use std::{
    ffi::OsString,
    mem,
    path::{Path, PathBuf},
};

use clap::{
    Arg, ArgAction, ArgGroup, Command, CommandFactory, FromArgMatches, Id, Parser,
    error::{ContextKind, ContextValue, ErrorKind},
};
use napkin::Format;

pub use self::{
    choice::Choice,
    html::{Attached, Extent, Html, no_effect},
    output::{By, Colour, Output, Unique},
    places::{Order, Places},
    reading::Reading,
    values::Input,
    verbs::{Check, Completions, Resolve, Rules, Verb},
};
use self::{config::Config, given::Given, output::SHAPES};
use crate::{exit::Exit, near, terminal};

/// Find every URL in plain text.
///
/// napkin finds every URL in plain text, checks it against a grammar, and joins URLs that were broken over lines.
#[derive(Debug, Parser)]
#[command(
    name = "napkin",
    version,
    args_override_self = true,
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true,
    max_term_width = 100,
    after_help = "Exit status: 0 found, 1 nothing found, 2 an error.",
    after_long_help = "Every switch can be undone (--no-count); the last one on the line wins. Choose one output format.\n\n\
                       To set options for every search, write them into a file, one a line (--host=gnu.org), and \
                       name the file in the environment variable NAPKIN_CONFIG_PATH. Lines that begin with # are comments. Options on the \
                       command line override the file.\n\n\
                       A command must be the first word. To search a file with the name of a command, write \
                       napkin ./check.\n\n\
                       Exit status: 0 if something was found (always with --html, --markdown and --ansi), 1 if nothing \
                       was found, 2 after an error. After an error in one file, napkin goes on with the next."
)]
pub struct Arguments {
    #[command(subcommand)]
    pub verb: Option<Verb>,

    /// Files and folders to search; default: standard input, -
    ///
    /// Folders are searched recursively, as ripgrep does: hidden files, binary files and files that .gitignore names are
    /// skipped, and symbolic links are not followed. A named file is always searched.
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// Ignore the options in the NAPKIN_CONFIG_PATH file
    #[arg(long)]
    pub no_config: bool,

    /// Which URLs are wanted.
    #[command(flatten)]
    pub choice: Choice,

    /// How a text is read.
    #[command(flatten)]
    pub reading: Reading,

    /// Where to look.
    #[command(flatten)]
    pub places: Places,

    /// What comes out.
    #[command(flatten)]
    pub output: Output,

    /// How HTML looks.
    #[command(flatten)]
    pub html: Html,

    /// The configuration file can't be read. The search runs anyway, and the exit status shows the error.
    #[arg(skip)]
    pub lacks_config: bool,
}

impl Arguments {
    /// Reads the command line. Prints help, the version, or the message for an invalid option.
    pub fn parse_or_exit(arguments: impl IntoIterator<Item = OsString>) -> Result<Arguments, Exit> {
        let words = html::with_output(&arguments.into_iter().collect::<Vec<_>>());
        if let Some(message) = hint_on(&words) {
            return Err(terminal::fail(&message));
        }
        let config = config::read(&words, &VERBS);
        if let Err(wrong) = &config {
            terminal::complain(wrong);
        }
        let typed = Arguments::parse_typed(&words).map_err(|error| match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                let exit = terminal::print(&error.render());
                if words.get(1).is_some_and(|first| first == "-h") && words.len() > 2 {
                    terminal::complain("-h prints this help; to leave out file names, use -I");
                }
                exit
            }
            _ => terminal::fail(&named_file(&error, &words).unwrap_or_else(|| line(&error, help(&words)))),
        })?;
        match config {
            Err(_) => Ok(Arguments { lacks_config: true, ..typed }),
            Ok(None) => Ok(typed),
            Ok(Some(config)) => Arguments::with_config(&config, words).map_err(|wrong| terminal::fail(&wrong)),
        }
    }

    /// Reads the words, and refuses options that have no effect. Inverses are defined only if parsing fails without
    /// them: few people use them, and defining them takes as long as everything else.
    fn parse_typed(words: &[OsString]) -> Result<Arguments, clap::Error> {
        let read = |mut definition| {
            let read = Arguments::parse_given(&mut definition, words);
            // It has thousands of allocations, which need not be freed.
            mem::forget(definition);
            read.and_then(|(typed, given)| typed.check(&given))
        };
        read(definition_without_inverses()).or_else(|_| read(definition()))
    }

    fn check(self, given: &Given) -> Result<Arguments, clap::Error> {
        if self.verb.is_none() && !self.output.quiet {
            html::check(self.html.html, &self.output, given)?;
        }
        Ok(self)
    }

    /// The same with the options of the configuration file before the words. Returns a message if the file has an
    /// error.
    fn with_config(config: &Config, words: Vec<OsString>) -> Result<Arguments, String> {
        let name = words.first().cloned().unwrap_or_default();
        config.check()?;
        let mut definition = definition_that_overrides();
        let mut wrong_in = |lines: usize| {
            let words: Vec<OsString> = std::iter::once(name.clone()).chain(config.words(lines)).collect();
            match Arguments::parse(&mut definition, &words) {
                Ok(arguments) if arguments.paths.is_empty() && arguments.verb.is_none() => None,
                Ok(_) => Some("not an option; the file can hold only options".to_string()),
                // A value may be on the next line.
                Err(error) if lacks_value(&error) && lines < config.count() => None,
                Err(error) => Some(line(&error, "napkin --help")),
            }
        };
        if let Some(message) = wrong_in(config.count()) {
            let first = (1..config.count()).find_map(|lines| Some((lines, wrong_in(lines)?)));
            let (lines, message) = first.unwrap_or((config.count(), message));
            return Err(config.place(lines, &message));
        }
        let typed = words.into_iter().skip(1);
        let words: Vec<OsString> =
            std::iter::once(name.clone()).chain(config.words(config.count())).chain(typed).collect();
        Arguments::parse(&mut definition, &words).map_err(|error| line(&error, "napkin --help"))
    }

    fn parse(definition: &mut Command, words: &[OsString]) -> Result<Arguments, clap::Error> {
        Arguments::parse_given(definition, words).map(|(arguments, _)| arguments)
    }

    fn parse_given(definition: &mut Command, words: &[OsString]) -> Result<(Arguments, Given), clap::Error> {
        let mut matches = definition.try_get_matches_from_mut(words)?;
        let given = Given::of(&matches);
        let mut arguments = Arguments::from_arg_matches_mut(&mut matches)?;
        if arguments.verb.is_none() {
            arguments.output.no_line_number = given.has("no-line-number");
            arguments.output.no_heading = given.has("no-heading");
            arguments.output.no_mark_joined = given.has("no-mark-joined");
        }
        if arguments.html.html.is_some() && arguments.places.input == Input::Is(Format::Html) {
            let mut none = arguments.html.meaningless_with_documents();
            none.extend(arguments.places.encoding.is_some().then_some("--encoding"));
            if !none.is_empty() {
                let message = format!("{} with --html and --input html", no_effect(&none));
                return Err(clap::Error::raw(ErrorKind::ArgumentConflict, message));
            }
        }
        if arguments.output.unique == Some(Unique::Line) && arguments.output.format.is_none() {
            let message = "--unique=line compares the lines of --format; use -u to compare URLs";
            return Err(clap::Error::raw(ErrorKind::ArgumentConflict, message));
        }
        Ok((arguments, given))
    }
}

pub fn definition() -> Command {
    with_shapes(all_flags())
}

/// Returns the flags without their inverses.
fn definition_without_inverses() -> Command {
    with_shapes(Arguments::command())
}

/// Allows only one flag for the output format.
fn with_shapes(flags: Command) -> Command {
    flags.group(ArgGroup::new("shape").args(SHAPES.split(' ')))
}

fn all_flags() -> Command {
    with_inverses(Arguments::command()).mut_subcommand("check", with_inverses)
}

pub const VERBS: [&str; 6] = ["check", "resolve", "rules", "help", "man", "completions"];

/// Returns the flags for a command line after the options of a configuration file: of flags that exclude each other,
/// the last wins.
fn definition_that_overrides() -> Command {
    let command = all_flags();
    let conflicts = |arg: &Arg| -> Vec<Id> {
        command.get_arg_conflicts_with(arg).into_iter().map(|other| other.get_id().clone()).collect()
    };
    let all: Vec<(Id, Vec<Id>)> = command
        .get_arguments()
        .map(|arg| (arg.get_id().clone(), conflicts(arg)))
        .filter(|(_, ids)| !ids.is_empty())
        .collect();
    let command = all.into_iter().fold(command, |command, (id, others)| {
        let command =
            others.iter().fold(command, |command, other| command.mut_arg(other, |arg| arg.overrides_with(id.clone())));
        command.mut_arg(&id, |arg| arg.overrides_with_all(others))
    });
    SHAPES.split(' ').fold(command, |command, shape| {
        let others: Vec<&str> = SHAPES.split(' ').filter(|&other| other != shape).collect();
        command.mut_arg(shape, |arg| arg.overrides_with_all(others))
    })
}

/// Options with a value that have an inverse, too.
const OPTIONAL: &[&str] = &["unique", "html"];

/// Gives every switch an inverse: `--no-count` for `--count`, and `--ignore` for `--no-ignore`.
fn with_inverses(mut command: Command) -> Command {
    let mut inverses: Vec<Arg> = Vec::new();
    for arg in command.get_arguments() {
        let id = arg.get_id();
        let is_switch = matches!(arg.get_action(), ArgAction::SetTrue) || OPTIONAL.contains(&id.as_str());
        let Some(long) = arg.get_long().filter(|_| is_switch) else { continue };
        let inverse = long.strip_prefix("no-").map_or_else(|| format!("no-{long}"), str::to_owned);
        if command.get_arguments().any(|other| other.get_long() == Some(&inverse)) {
            continue;
        }
        let switched = Arg::new(inverse.clone()).long(inverse).action(ArgAction::SetTrue).hide(true);
        inverses.push(switched.overrides_with(id.clone()));
    }
    for inverse in inverses {
        command = command.arg(inverse);
    }
    command
}

/// Returns the command that prints help about these options.
fn help(arguments: &[OsString]) -> &'static str {
    match arguments.get(1).and_then(|word| word.to_str()) {
        Some("check") => "napkin check --help",
        Some("resolve") => "napkin resolve --help",
        Some("completions") => "napkin completions --help",
        _ => "napkin --help",
    }
}

/// Returns `true` if a value is missing.
fn lacks_value(error: &clap::Error) -> bool {
    error.kind() == ErrorKind::InvalidValue
        && matches!(error.get(ContextKind::InvalidValue), Some(ContextValue::String(value)) if value.is_empty())
}

/// Returns the message for an unknown option that is the name of a file.
fn named_file(error: &clap::Error, words: &[OsString]) -> Option<String> {
    let options = words.iter().skip(1).take_while(|word| *word != "--").filter_map(|word| word.to_str());
    let mut files = options.filter(|word| word.len() > 1 && word.starts_with('-') && Path::new(word).exists());
    let file = files.next().filter(|_| error.kind() == ErrorKind::UnknownArgument)?;
    Some(format!("no option {file}; to name the file, use ./{file}"))
}

/// Returns a hint on a word that means something to other programs.
fn hint_on(words: &[OsString]) -> Option<String> {
    let mut meant = words.iter().take_while(|word| *word != "--").filter_map(|word| word.to_str());
    let unrestricted = meant.find_map(|word| Some(format!("{word}: {}", hints::unrestricted(word)?)));
    let stray = |pair: &[OsString]| {
        let (flag, word) = (pair[0].to_str()?, pair[1].to_str()?);
        let hint = hints::stray(flag, word).filter(|_| !Path::new(word).exists())?;
        Some(format!("{flag} {word}: {hint}"))
    };
    unrestricted.or_else(|| words.windows(2).find_map(stray))
}

/// Returns an error of clap as one line: the mistake, and what to do.
fn line(error: &clap::Error, help: &str) -> String {
    format!("{} (see {help})", mistake(error, help))
}

/// Returns what is wrong, and what was probably meant.
fn mistake(error: &clap::Error, help: &str) -> String {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        Some(ContextValue::Strings(texts)) => texts.first().map(String::as_str),
        _ => None,
    };
    let option = text(ContextKind::InvalidArg).map(name).unwrap_or_default();
    let value = text(ContextKind::InvalidValue).unwrap_or_default();
    match error.kind() {
        ErrorKind::UnknownArgument => {
            let meant = text(ContextKind::SuggestedArg).map(name).filter(|meant| near::is_similar(option, meant));
            match (hints::here(option).filter(|_| help == "napkin --help"), meant) {
                (Some(advice), _) => format!("no option {option}: {advice}"),
                (None, Some(meant)) => format!("no option {option}; did you mean {meant}?"),
                (None, None) => format!("no option {option}"),
            }
        }
        ErrorKind::InvalidValue if value.is_empty() && option == "[PATH]..." => {
            "a file name is empty; use - for standard input".to_owned()
        }
        ErrorKind::InvalidValue => {
            let all = match error.get(ContextKind::ValidValue) {
                Some(ContextValue::Strings(all)) => all.join(", "),
                _ => String::new(),
            };
            invalid_value(option, value, &all, text(ContextKind::SuggestedValue))
        }
        ErrorKind::ValueValidation => match std::error::Error::source(error) {
            Some(reason) => format!("{option} {value}: {reason}"),
            None => format!("{option} {value}: is not valid"),
        },
        ErrorKind::MissingRequiredArgument => format!("{option} is missing"),
        ErrorKind::TooManyValues => format!("{option} takes no value"),
        ErrorKind::ArgumentConflict if !option.is_empty() => {
            let other = text(ContextKind::PriorArg).map(name).unwrap_or("other options");
            format!("{option} can't be used with {other}")
        }
        _ => without_usage(&error.to_string()),
    }
}

/// Returns what is wrong with the value of an option that takes one of `all`.
fn invalid_value(option: &str, value: &str, all: &str, meant: Option<&str>) -> String {
    if let Some(advice) = hints::value(option, value) {
        return format!("{option} {value}: {advice}");
    }
    let meant = meant.map(|meant| format!("did you mean {meant}? ")).unwrap_or_default();
    match (value.is_empty(), all.is_empty()) {
        (true, true) => format!("{option} needs a value"),
        (true, false) => format!("{option} needs a value; choose from {all}"),
        _ => format!("{option} {value}: {meant}choose from {all}"),
    }
}

/// Returns a message of clap in one line, without what it says of usage.
fn without_usage(message: &str) -> String {
    let message = message.strip_prefix("error: ").unwrap_or(message);
    let said = message.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:"));
    let said: Vec<&str> = said.filter(|line| !line.is_empty() && !line.starts_with("For more")).collect();
    said.join(" ")
}

/// Returns the name of an option that clap shows with its value: `--html[=<EXTENT>]`.
fn name(shown: &str) -> &str {
    if shown.starts_with('-') { shown.split([' ', '[', '=']).next().unwrap_or(shown) } else { shown }
}

#[cfg(test)]
mod tests {
    use napkin::{Grammar, Hyphen, Kind, Kinds};

    use super::*;

    fn try_parse(line: &str) -> Result<Arguments, clap::Error> {
        let words: Vec<OsString> =
            std::iter::once("napkin").chain(line.split_whitespace()).map(OsString::from).collect();
        let all = Arguments::parse(&mut definition(), &words);
        // The parser without inverses gives the same result, if any.
        if let Ok(without) = Arguments::parse(&mut definition_without_inverses(), &words) {
            let all = all.as_ref().map(|all| format!("{all:?}"));
            assert_eq!(all.ok(), Some(format!("{without:?}")), "{line}");
        }
        all
    }

    fn parse(line: &str) -> Arguments {
        try_parse(line).unwrap_or_else(|error| panic!("{line}: {error}"))
    }

    #[test]
    fn all_commands_are_known() {
        let command = definition();
        let mut names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        let mut known = VERBS.to_vec();
        names.sort_unstable();
        known.sort_unstable();
        assert_eq!(names, known);
    }

    #[test]
    fn the_definition_is_sound() {
        definition().debug_assert();
        definition_without_inverses().debug_assert();
    }

    /// Every switch of `command`, called by `verb`, can be taken back and given again.
    fn assert_inverses(command: &Command, verb: &str) {
        let switches = command.get_arguments().filter(|arg| matches!(arg.get_action(), ArgAction::SetTrue));
        for switch in switches.filter(|arg| !arg.is_hide_set()) {
            let (id, long) = (switch.get_id().as_str(), switch.get_long().unwrap());
            let inverse = match id {
                "with_filename" => "no-filename".to_owned(),
                "no_filename" => "with-filename".to_owned(),
                _ => long.strip_prefix("no-").map_or_else(|| format!("no-{long}"), str::to_owned),
            };
            let on = |options: String| {
                let arguments = format!("{:?}", parse(&format!("{verb} {options}")));
                arguments.contains(&format!(" {id}: true"))
            };
            assert!(on(format!("--{long}")), "{verb} {long}");
            assert!(on(format!("--{inverse} --{long}")), "{verb} {inverse} {long}");
            assert!(!on(format!("--{long} --{inverse}")), "{verb} {long} {inverse}");
            assert!(on(format!("--{long} --{inverse} --{long}")), "{verb} {long} {inverse} {long}");
        }
    }

    #[test]
    fn every_switch_has_an_inverse_and_the_last_one_wins() {
        let command = definition();
        assert_inverses(&command, "");
        assert_inverses(command.find_subcommand("check").unwrap(), "check");
    }

    #[test]
    fn a_verb_is_the_first_word_and_nothing_else() {
        assert!(matches!(parse("check a:b").verb, Some(Verb::Check(check)) if check.texts == ["a:b"]));
        assert!(matches!(parse("resolve a:b -- -c").verb, Some(Verb::Resolve(resolve)) if resolve.texts == ["-c"]));
        for line in ["./check", "-- check", "-n check", "a check", "-- help", "chec"] {
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
            assert_eq!(parse(&format!("--grammar {}", grammar.name())).reading.grammar, grammar);
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
            assert_eq!(parse(line).output.unique, unique, "{line}");
        }
        assert!(parse("-uc").output.count && parse("-u check").paths == [PathBuf::from("check")]);
    }

    #[test]
    fn a_document_keeps_all_but_its_links() {
        let error = try_parse("--input html --html --title soup --encoding koi8-r").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::ArgumentConflict);
        let message = line(&error, "napkin --help");
        assert!(message.starts_with("--title, --encoding have no effect with --html and --input html"), "{error}");
        assert!(parse("--input html --html --target _blank").html.html.is_some());
    }

    fn checked(words: &str) -> Result<Arguments, clap::Error> {
        let arguments: Vec<OsString> = std::iter::once("napkin").chain(words.split(' ')).map(Into::into).collect();
        Arguments::parse_typed(&arguments)
    }

    #[test]
    fn what_means_nothing_beside_others_is_refused() {
        for (words, expected) in [
            ("-C2 --json", "--context has no effect with --json"),
            ("--vimgrep -C1", "--context has no effect with --vimgrep"),
            ("--counts -n", "--line-number has no effect with --counts"),
            ("--rejected --host a.example", "--host has no effect with --rejected"),
            ("--rejected --vimgrep", "--vimgrep has no effect with --rejected"),
            ("--rejected --line", "--line has no effect with --rejected"),
            ("--rejected -p", "--pretty has no effect with --rejected"),
            ("--by tld", "--by has no effect without --top"),
            ("--markdown -n", "--line-number has no effect with --markdown"),
            ("--ansi --title a", "--title has no effect without --html"),
        ] {
            let error = checked(words).expect_err(words).to_string();
            assert!(error.contains(expected), "{words}: {error}");
        }
        for words in
            ["-A2 -B1", "--json --counts", "--top 3 --json", "--top 3 --by tld", "--ansi --color never", "-n --json"]
        {
            assert!(checked(words).is_ok(), "{words}");
        }
    }

    #[test]
    fn there_is_one_output() {
        for words in [
            "--json --count",
            "--html -c",
            "-c -l",
            "--markdown --json",
            "--ansi --top 3",
            "--line --tsv",
            "--counts --top 2",
            "-l --files-without-match",
            "--vimgrep --format {url}",
        ] {
            let error = try_parse(words).expect_err(words);
            assert_eq!(error.kind(), ErrorKind::ArgumentConflict, "{words}");
            let message = line(&error, "napkin --help");
            let flags = words.split(' ').filter(|word| word.starts_with("--"));
            assert!(flags.into_iter().all(|flag| message.contains(flag)), "{words}: {message}");
        }
        assert!(parse("--html --no-html --json").output.json && parse("--json -oq").output.json);
        assert!(parse("-oc").output.count && parse("-p --json").output.json && parse("--json --counts").output.counts);
    }

    #[test]
    fn what_is_typed_wins_over_the_configuration() {
        let with = |config: &str, typed: &str| {
            let words = std::iter::once("napkin").chain(typed.split_whitespace()).map(OsString::from).collect();
            Arguments::with_config(&Config::new("c", config), words)
        };
        let output = with("--json\n-n", "-c a").expect("it is right").output;
        assert!(output.count && !output.json && output.line_number);
        let output = with("--counts", "--top 3").expect("it is right").output;
        assert!(!output.counts && output.top == Some(3));
        let choice = with("# hosts\n\n--host\n  a.example  \n", "a").expect("it is right").choice;
        assert_eq!(choice.host, ["a.example"]);
        for (config, expected) in [
            ("-n\n--jsn\n", "c:2: no option --jsn; did you mean --json?"),
            ("-n\n\nsoup\n--json", "c:3: not an option; the file can hold only options"),
            ("--host", "c:1: --host needs a value"),
            ("--grammar\nrfc9", "c:2: --grammar rfc9: did you mean"),
            ("-n\n--host  gnu.org", "c:2: write one option a line, with = before its value: --host=gnu.org"),
            ("-e soup", "c:1: write one option a line, with = before its value: -e=soup"),
            ("--host = gnu.org", "c:1: write one option a line, with = before its value: --host=gnu.org"),
            ("\u{FEFF}-n --column", "c:1: write one option a line"),
        ] {
            let message = with(config, "a").expect_err(config);
            assert!(message.starts_with(&format!("NAPKIN_CONFIG_PATH: {expected}")), "{config}: {message}");
        }
        let output = with("\u{FEFF}--format\n- {url} x", "a").expect("a value may begin with a hyphen").output;
        assert!(output.format.is_some());
        let output = with("--json\n-l", "a").expect("the last one wins there").output;
        assert!(output.files_with_matches && !output.json);
    }

    #[test]
    fn the_last_value_wins_and_lists_grow() {
        assert_eq!(parse("-m 1 -m 2").output.max_count, Some(2));
        assert_eq!(parse("--hyphen drop --hyphen keep").reading.hyphen, Hyphen::Keep);
        let kinds = |words| parse(words).choice.kind.into_iter().fold(Kinds::NONE, |all, kinds| all | kinds);
        assert_eq!(kinds("-k url,email -k www"), Kinds::ALL.iter().filter(|kind| *kind != Kind::Domain).collect());
        assert_eq!(kinds("-k all"), Kinds::ALL);
        assert_eq!(parse("-s http -s ftp,news").choice.scheme, ["http", "ftp", "news"]);
        assert_eq!(kinds(""), Kinds::default());
    }

    #[test]
    fn an_invalid_option_is_one_line() {
        for words in ["--nosuch", "--grammar x", "--jsn", "-m x", "-k url,foo", "--grammar", "check -n", "resolve"] {
            let message = line(&try_parse(words).unwrap_err(), "napkin --help");
            assert!(
                !message.contains('\n') && !message.contains("Usage") && !message.starts_with("error"),
                "{message}"
            );
        }
    }
}
