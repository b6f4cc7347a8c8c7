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

    /// Accept every well-formed scheme://, known or not
    #[arg(long)]
    pub any_scheme: bool,

    /// Find only URLs that match this regular expression
    ///
    /// The pattern may match any part of the printed URL; ^ and $ are its ends. Give -e several times, or -e and -f:
    /// one pattern must match. The syntax is ripgrep's.
    #[arg(short = 'e', long, value_name = "PATTERN", allow_hyphen_values = true)]
    pub regexp: Vec<String>,

    /// Treat the patterns of -e and -f as strings
    #[arg(short = 'F', long)]
    pub fixed_strings: bool,

    /// Read patterns from a file, one a line; - is standard input
    ///
    /// An empty line matches every URL. With -F, a file may have 100,000 patterns.
    #[arg(short = 'f', long, value_name = "FILE")]
    pub file: Vec<PathBuf>,

    /// Ignore letter case in patterns
    #[arg(short = 'i', long, overrides_with_all = ["smart_case", "ignore_case"])]
    pub ignore_case: bool,

    /// Ignore letter case, unless a pattern has an upper-case letter
    #[arg(short = 'S', long, overrides_with_all = ["ignore_case", "smart_case"])]
    pub smart_case: bool,

    /// Invert the filters: find the URLs that they leave out
    ///
    /// The filters are -e, -f, --host, --tld, --port, --path, --query, --min-confidence and --joined. Kinds, schemes and
    /// messages are chosen before.
    #[arg(short = 'v', long)]
    pub invert_match: bool,

    /// Find only URLs with these hosts, separated by commas; @FILE lists one a line
    ///
    /// gnu.org includes hosts below it, such as ftp.gnu.org; *.gnu.* is a pattern for whole names. Letter case and
    /// A-labels make no difference. In a file, empty lines and comments after # are ignored.
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
    /// A URL without a port leads to its scheme's port.
    #[arg(long, value_name = "LIST", value_delimiter = ',', allow_negative_numbers = true, value_parser = number::<u16>)]
    pub port: Vec<u16>,

    /// Find only URLs whose path this pattern matches
    ///
    /// ? matches one character and * any number, except slashes; ** matches anything. A pattern without a slash is for
    /// the last segment: *.pdf. One with a slash is for the whole path: /docs/**.
    #[arg(long, value_name = "GLOB")]
    pub path: Vec<String>,

    /// Find only URLs whose query this regular expression matches
    #[arg(long, value_name = "PATTERN", allow_hyphen_values = true)]
    pub query: Vec<String>,

    /// Leave out URLs that were joined with less than this confidence
    ///
    /// --rejoin decides which URLs are joined. The less sure ones are left out, not cut.
    #[arg(long, value_name = "NUM", allow_negative_numbers = true, value_parser = confidence)]
    pub min_confidence: Option<f32>,

    /// Find only URLs that were joined
    #[arg(long)]
    pub joined: bool,

    /// Find candidates that the grammar refused, instead of URLs
    ///
    /// Each candidate is printed as it stands, with line ends as spaces. -e and -f match that text. Other filters, such
    /// as --host, do not apply.
    #[arg(long, conflicts_with_all = ["top", "counts"])]
    pub rejected: bool,

    /// Search only messages whose sender matches this regular expression, in either case
    #[arg(long, value_name = "PATTERN", allow_hyphen_values = true)]
    pub from: Vec<String>,

    /// Search only messages whose subject matches this regular expression, in either case
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
