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
    Help(Help),
    /// Print the man page, as roff
    ///
    /// napkin man | man -l - shows it.
    Man,
    Completions(Completions),
}

/// Print help, also on a command
#[derive(Args, Debug)]
pub struct Help {
    /// The command
    #[arg(value_name = "COMMAND")]
    pub verb: Option<String>,
}

/// Print a script that lets a shell complete options
#[derive(Args, Debug)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// Judge URLs by a grammar
///
/// Judges each URL as it stands. For a valid URL, prints its components. For an invalid one, prints the place, the rule
/// that it breaks, and a valid form if that is plain.
#[derive(Args, Debug)]
#[command(after_help = "Exit status: 0 all are valid, 1 one is not, 2 an error.")]
pub struct Check {
    /// URLs to judge; none: each line of standard input
    ///
    /// Only the line feed is taken off a line: spaces and a carriage return are judged with the rest. An empty line is
    /// judged, too.
    #[arg(value_name = "URL")]
    pub texts: Vec<OsString>,

    /// The grammar that URLs must satisfy
    ///
    /// Each has the name of its document. Today's standard is rfc3986, for ASCII only; rfc3987 adds non-ASCII
    /// characters.
    #[arg(long, value_name = "NAME", value_parser = GRAMMARS, default_value = Grammar::default().name())]
    pub grammar: Grammar,

    /// Judge by every grammar, and print which ones accept the URL
    ///
    /// A URL is valid if all grammars accept it. The last of this and --grammar wins.
    #[arg(long, overrides_with = "grammar")]
    pub all_grammars: bool,

    /// Accept relative references, too
    #[arg(long)]
    pub reference: bool,

    /// Print one JSON object a line
    ///
    /// One for each URL, in order. Byte offsets count from 0.
    #[arg(long)]
    pub json: bool,
}

/// Resolve references against a base
///
/// Prints the target of each reference, by the algorithm of the grammar's document.
#[derive(Args, Debug)]
#[command(after_help = "Exit status: 0 all were resolved, 2 an error.")]
pub struct Resolve {
    /// The absolute URL that references are relative to
    pub base: OsString,

    /// References to resolve; none: each line of standard input
    ///
    /// They are judged by the generic syntax alone. Only the line feed is taken off a line. An empty line is a
    /// reference to the base, or stays as it is in the drafts before RFC 3986. Put -- before references that begin with
    /// a hyphen.
    #[arg(value_name = "REF")]
    pub texts: Vec<OsString>,

    /// The grammar of base and references; its document says how to resolve them
    #[arg(long, value_name = "NAME", value_parser = GRAMMARS, default_value = Grammar::default().name())]
    pub grammar: Grammar,
}
