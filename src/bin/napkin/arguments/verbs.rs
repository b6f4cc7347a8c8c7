//! What can be done other than searching.

use std::ffi::OsString;

use clap::{Args, Subcommand};
use napkin::Grammar;

use super::values::GRAMMARS;

/// What can be done other than searching.
#[derive(Debug, Subcommand)]
pub enum Verb {
    Check(Check),
    Resolve(Resolve),
    Rules(Rules),
    Help(Help),
    /// Print the man page
    ///
    /// To read it: napkin man | man -l -
    Man,
    Completions(Completions),
}

/// Print help for napkin or a command
#[derive(Args, Debug)]
pub struct Help {
    /// The command
    #[arg(value_name = "COMMAND")]
    pub verb: Option<String>,
}

/// List the rules for finding URLs
///
/// Each exception that the search knows is a rule. Prints its place, its name, what it sees and does, a text in which it
/// holds, and one in which it doesn't.
#[derive(Args, Debug)]
pub struct Rules {
    /// Rules to print, by name; default: all
    #[arg(value_name = "RULE")]
    pub names: Vec<String>,
}

/// Print completions for a shell
#[derive(Args, Debug)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// Check if URLs are valid
///
/// Checks each URL exactly as written. Prints the components of a valid URL. For an invalid one, prints the place, the
/// rule it breaks with its document and section, and often a valid URL to use instead.
#[derive(Args, Debug)]
#[command(after_help = "Exit status: 0 all valid, 1 some invalid, 2 an error.")]
pub struct Check {
    /// URLs to check; default: each line of standard input
    ///
    /// Lines are not trimmed: spaces, a carriage return and an empty line count.
    #[arg(value_name = "URL")]
    pub texts: Vec<OsString>,

    /// Choose the grammar that URLs must match
    ///
    /// Grammars are named after their documents. rfc3986 is today's standard, in ASCII. rfc3987 adds all other
    /// characters.
    #[arg(long, value_name = "NAME", value_parser = GRAMMARS, default_value = Grammar::default().name())]
    pub grammar: Grammar,

    /// Check by every grammar, and print which accept it
    ///
    /// A URL is valid if all of them accept it. The last of this and --grammar wins.
    #[arg(long, overrides_with = "grammar")]
    pub all_grammars: bool,

    /// Accept relative references, too
    #[arg(long)]
    pub reference: bool,

    /// Print one JSON object a line
    ///
    /// There is one for each URL, in order. "at" is the byte that breaks the rule, counted from 0.
    #[arg(long)]
    pub json: bool,
}

/// Resolve relative references against a base URL
///
/// Prints the target of each reference, by the algorithm of the grammar's document.
#[derive(Args, Debug)]
#[command(after_help = "Exit status: 0 all resolved, 2 an error.")]
pub struct Resolve {
    /// The absolute URL to resolve against
    pub base: OsString,

    /// References to resolve; default: each line of standard input
    ///
    /// Lines are not trimmed. An empty line refers to the current document, which is the base, or stays empty in the drafts
    /// before RFC 3986. Only the generic syntax is checked. Put -- before a reference that begins with a hyphen.
    #[arg(value_name = "REF")]
    pub texts: Vec<OsString>,

    /// Choose the grammar, and the algorithm of its document
    #[arg(long, value_name = "NAME", value_parser = GRAMMARS, default_value = Grammar::default().name())]
    pub grammar: Grammar,
}
