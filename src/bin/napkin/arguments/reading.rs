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
    /// Each has the name of its document. Today's standard is rfc3986, for ASCII only; rfc3987 adds non-ASCII
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

    /// How far to go in joining broken URLs
    ///
    /// A number from 0 to 1 joins wherever the confidence is at least that.
    #[arg(
        long,
        value_name = "LEVEL",
        value_parser = Levels,
        default_value = "auto"
    )]
    pub rejoin: Rejoin,

    /// Keep or drop a hyphen at a line's end inside a URL
    #[arg(
        long,
        value_name = "WHAT",
        value_parser = HYPHENS,
        default_value = "auto"
    )]
    pub hyphen: Hyphen,

    /// Show the targets of URLs that mail gateways and redirectors rewrote
    ///
    /// No server is asked: the target is part of the URL. It must be a valid URL with the scheme http, https, ftp or
    /// mailto. JSON keeps the rewritten URL in the field "written".
    #[arg(long)]
    pub unwrap: bool,

    /// Report why candidates were refused and breaks were joined
    ///
    /// Reports go to standard error, or with --json into objects of the types "rejection" and "break".
    #[arg(long)]
    pub explain: bool,
}
