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

/// Print what lets a shell complete the flags
#[derive(Args, Debug)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
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
    #[arg(long, value_name = "NAME", value_parser = GRAMMARS, default_value = Grammar::default().name())]
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
    #[arg(long, value_name = "NAME", value_parser = GRAMMARS, default_value = Grammar::default().name())]
    pub grammar: Grammar,
}
