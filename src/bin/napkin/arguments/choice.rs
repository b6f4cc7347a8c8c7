//! The flags that say which URLs are wanted.

use std::path::PathBuf;

use clap::Args;
use napkin::Kinds;

use super::values::{KindNames, confidence, moment, number};

/// Which URLs are wanted.
#[derive(Args, Debug)]
#[command(next_help_heading = "What to find")]
pub struct Choice {
    /// Kinds of links to find, separated by commas
    #[arg(
        short = 'k',
        long,
        value_name = "LIST",
        value_parser = KindNames,
        value_delimiter = ',',
        default_value = "url,www"
    )]
    pub kind: Vec<Kinds>,

    /// Find only URLs with these schemes, separated by commas
    #[arg(short = 's', long, value_name = "LIST", value_delimiter = ',')]
    pub scheme: Vec<String>,

    /// Let every well-formed scheme:// begin a URL, known or not
    #[arg(long)]
    pub any_scheme: bool,

    /// Find only URLs that match this regular expression
    ///
    /// It may match any part of the URL, as it is printed; ^ and $ stand for its ends. It can be given several times, also beside -f:
    /// one of the patterns has to match. The syntax is that of ripgrep.
    #[arg(short = 'e', long, value_name = "PATTERN", allow_hyphen_values = true)]
    pub regexp: Vec<String>,

    /// Take the patterns of -e and -f as they stand, for no expressions
    #[arg(short = 'F', long)]
    pub fixed_strings: bool,

    /// Take patterns from a file, one a line; - is standard input
    ///
    /// An empty line matches every URL. With -F there can be 100,000 of them.
    #[arg(short = 'f', long, value_name = "FILE")]
    pub file: Vec<PathBuf>,

    /// Let patterns match letters of either case
    #[arg(short = 'i', long, overrides_with_all = ["smart_case", "ignore_case"])]
    pub ignore_case: bool,

    /// The same, unless a pattern has a letter in upper case
    #[arg(short = 'S', long, overrides_with_all = ["ignore_case", "smart_case"])]
    pub smart_case: bool,

    /// Find the URLs that all these filters together leave out
    ///
    /// The filters are -e, -f, --host, --tld, --port, --path, --query, --min-confidence and --joined. Kinds, schemes and
    /// messages are chosen before.
    #[arg(short = 'v', long)]
    pub invert_match: bool,

    /// Find only URLs with these hosts, separated by commas; @FILE has one a line
    ///
    /// gnu.org has the names below it in it, such as ftp.gnu.org, and *.gnu.* is a pattern for whole names. Letter case and
    /// A-labels make no difference. In a file, empty lines and what follows # are left out.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub host: Vec<String>,

    /// Leave out URLs with these hosts; the same syntax as --host
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub exclude_host: Vec<String>,

    /// Find only URLs with a host under these top-level domains, separated by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub tld: Vec<String>,

    /// Find only URLs that lead to these ports, separated by commas
    ///
    /// A URL without a port leads to that of its scheme.
    #[arg(long, value_name = "LIST", value_delimiter = ',', allow_negative_numbers = true, value_parser = number::<u16>)]
    pub port: Vec<u16>,

    /// Find only URLs whose path this pattern matches
    ///
    /// ? is a character and * are any of them but a slash, ** is anything. Without a slash it is for what stands behind the last one:
    /// *.pdf. With one it is for the whole path: /docs/**.
    #[arg(long, value_name = "GLOB")]
    pub path: Vec<String>,

    /// Find only URLs whose query this regular expression matches
    #[arg(long, value_name = "PATTERN", allow_hyphen_values = true)]
    pub query: Vec<String>,

    /// Of the URLs that were broken, find only those with at least this confidence
    ///
    /// They are put together as --rejoin says; those that are less sure are left out then, and not cut.
    #[arg(long, value_name = "NUM", allow_negative_numbers = true, value_parser = confidence)]
    pub min_confidence: Option<f32>,

    /// Find only URLs that were broken over lines
    #[arg(long)]
    pub joined: bool,

    /// Find what the grammar refused, in place of URLs
    ///
    /// Each candidate is printed as it stands there, line ends as spaces. Patterns are for that; the other filters for URLs, such as
    /// --host, are for what only a URL has.
    #[arg(long, conflicts_with_all = ["top", "counts"])]
    pub rejected: bool,

    /// Search only messages from senders that this regular expression matches, in either case
    #[arg(long, value_name = "PATTERN", allow_hyphen_values = true)]
    pub from: Vec<String>,

    /// Search only messages with subjects that this regular expression matches, in either case
    #[arg(long, value_name = "PATTERN", allow_hyphen_values = true)]
    pub subject: Vec<String>,

    /// Search only messages of this day or later: 2026-03-01
    ///
    /// A day begins at midnight in UTC; a moment in it is 2026-03-01T12:00:00+01:00. A message without a date is left out.
    #[arg(long, value_name = "DATE", value_parser = moment)]
    pub after: Option<i64>,

    /// Search only messages from before this day
    #[arg(long, value_name = "DATE", value_parser = moment)]
    pub before: Option<i64>,
}
