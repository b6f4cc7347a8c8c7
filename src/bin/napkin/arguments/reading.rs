//! The flags that say how a text is read.

use clap::Args;
use napkin::{Grammar, Hyphen, Rejoin};

use super::values::{GRAMMARS, HYPHENS, Levels};

/// How a text is read.
#[derive(Args, Debug)]
#[command(next_help_heading = "How to read it")]
pub struct Reading {
    /// The grammar that URLs must satisfy
    ///
    /// Each is called by its document. Today's standard is rfc3986, which is ASCII only; rfc3987 adds the non-ASCII
    /// characters.
    #[arg(
        long,
        value_name = "NAME",
        value_parser = GRAMMARS,
        default_value = Grammar::default().name()
    )]
    pub grammar: Grammar,

    /// Resolve relative references in <URL:...> against this URL
    #[arg(long, value_name = "URL")]
    pub base: Option<String>,

    /// How far to go in putting broken URLs together
    ///
    /// A number from 0 to 1 in place of a level joins where the confidence is at least that.
    #[arg(
        long,
        value_name = "LEVEL",
        value_parser = Levels,
        default_value = "auto"
    )]
    pub rejoin: Rejoin,

    /// Whether a hyphen at a line's end belongs to the URL
    #[arg(
        long,
        value_name = "WHAT",
        value_parser = HYPHENS,
        default_value = "auto"
    )]
    pub hyphen: Hyphen,

    /// Show the targets of URLs that mail gateways and redirectors rewrote
    ///
    /// Nothing is looked up: the target is what the URL itself says, if that is a valid URL and its scheme http, https, ftp
    /// or mailto. What was written is the alternative, and in JSON also in the field "written".
    #[arg(long)]
    pub unwrap: bool,

    /// Say which candidates the grammar refused, and which breaks the evidence joined, and why
    ///
    /// They are reported on standard error, or with --json as objects of the types "rejection" and "break" among the others.
    #[arg(long)]
    pub explain: bool,
}
