//! The flags that say which URLs are wanted.

use clap::Args;
use napkin::Kind;

use super::values::KINDS;

/// Which URLs are wanted.
#[derive(Args, Debug)]
#[command(next_help_heading = "What to find")]
pub struct Choice {
    /// Kinds of links to find, separated by commas
    #[arg(
        short = 'k',
        long,
        value_name = "LIST",
        value_parser = KINDS,
        value_delimiter = ',',
        default_value = "url,www"
    )]
    pub kind: Vec<Kind>,

    /// Find only URLs with these schemes, separated by commas
    #[arg(short = 's', long, value_name = "LIST", value_delimiter = ',')]
    pub scheme: Vec<String>,

    /// Let every well-formed scheme:// begin a URL, known or not
    #[arg(long)]
    pub any_scheme: bool,
}
