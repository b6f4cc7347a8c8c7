//! The flags that say how a text is read.

use clap::Args;
use napkin::{Grammar, Hyphen, Rejoin};

use super::values::{GRAMMARS, HYPHENS, LEVELS};

/// How a text is read.
#[derive(Args, Debug)]
#[command(next_help_heading = "How to read it")]
pub struct Reading {
    /// Choose the grammar that URLs must match
    ///
    /// Grammars are named after their documents. rfc3986 is today's standard, in ASCII. rfc3987 adds all other
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

    /// Choose how readily to join broken URLs
    ///
    /// A number from 0 to 1 joins from that confidence on.
    #[arg(
        long,
        value_name = "LEVEL",
        value_parser = LEVELS,
        default_value = "auto"
    )]
    pub rejoin: Rejoin,

    /// Choose whether a hyphen at a line's end is kept
    #[arg(
        long,
        value_name = "WHAT",
        value_parser = HYPHENS,
        default_value = "auto"
    )]
    pub hyphen: Hyphen,

    /// Show the targets of rewritten links (mail gateways)
    ///
    /// This works offline, from the URL alone. The target must be a valid http, https, ftp or mailto URL. The URL as
    /// written is the alternative, and the field "written" in JSON.
    #[arg(long)]
    pub unwrap: bool,

    /// Strip parameters that track people: utm_source, fbclid
    ///
    /// The list holds parameters of advertisers and newsletters, by the lists of browsers. The rest of the URL stays as it is. The URL
    /// as written is the field "written" in JSON. With --unwrap, the target is stripped.
    #[arg(long)]
    pub strip_tracking: bool,

    /// Explain why candidates were refused or joined
    ///
    /// Explanations go to standard error, or with --json into objects of the types "rejection" and "break".
    #[arg(long)]
    pub explain: bool,
}
