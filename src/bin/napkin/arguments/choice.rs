//! The flags that say which URLs are wanted.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use napkin::Kinds;

use super::values::{KINDS, confidence, moment, number};

/// Which URLs are wanted.
#[derive(Args, Debug)]
#[command(next_help_heading = "What to find")]
pub struct Choice {
    /// Find these kinds of links, separated by commas
    #[arg(
        short = 'k',
        long,
        value_name = "LIST",
        value_parser = KINDS,
        value_delimiter = ',',
        default_value = "url,www"
    )]
    pub kind: Vec<Kinds>,

    /// Find only URLs with these schemes, separated by commas
    #[arg(short = 's', long, value_name = "LIST", value_delimiter = ',')]
    pub scheme: Vec<String>,

    /// Find every well-formed scheme://, known or not
    #[arg(long)]
    pub any_scheme: bool,

    /// Find defanged URLs, too: hxxp://soup[.]example
    ///
    /// Hosts and addresses take -k, as ever. Defanged URLs never become anchors.
    #[arg(long)]
    pub refang: bool,

    /// Leave out the links in code
    ///
    /// Text is read as Markdown: blocks in fences, blocks indented by four columns, and spans between backticks are code.
    /// In HTML, code, pre, kbd and samp elements are, with all that is in them.
    #[arg(long, value_name = "WHAT")]
    pub skip: Option<Skip>,

    /// Find only URLs that match this regular expression
    ///
    /// The pattern may match any part of the printed URL; ^ and $ match its ends. Repeat the option for more patterns;
    /// one of them must match. The syntax is ripgrep's.
    #[arg(short = 'e', long, value_name = "PATTERN", allow_hyphen_values = true)]
    pub regexp: Vec<String>,

    /// Treat the patterns of -e and -f as plain strings
    #[arg(short = 'F', long)]
    pub fixed_strings: bool,

    /// Read patterns from a file, one a line; - is standard input
    ///
    /// An empty line matches every URL. With -F a file may hold 100,000 patterns.
    #[arg(short = 'f', long, value_name = "FILE")]
    pub file: Vec<PathBuf>,

    /// Ignore letter case in patterns
    #[arg(short = 'i', long, overrides_with_all = ["smart_case", "ignore_case"])]
    pub ignore_case: bool,

    /// Ignore letter case unless a pattern has a capital
    #[arg(short = 'S', long, overrides_with_all = ["ignore_case", "smart_case"])]
    pub smart_case: bool,

    /// Find the URLs that these filters leave out
    ///
    /// This negates the whole set of -e, -f, --host, --exclude-host, --tld, --port, --path, --query, --min-confidence
    /// and --joined. Kinds, schemes and messages are chosen before.
    #[arg(short = 'v', long)]
    pub invert_match: bool,

    /// Find only these hosts, separated by commas, or @FILE
    ///
    /// gnu.org includes hosts below it, such as ftp.gnu.org. *.gnu.* matches whole names. A URL means its host. Letter
    /// case and A-labels make no difference. A file has one host a line, and # begins a comment.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub host: Vec<String>,

    /// Leave out these hosts; takes what --host takes
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub exclude_host: Vec<String>,

    /// Find only these top-level domains, separated by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub tld: Vec<String>,

    /// Find only URLs with these ports, separated by commas
    ///
    /// A URL without a port has the port of its scheme.
    #[arg(long, value_name = "LIST", value_delimiter = ',', allow_negative_numbers = true, value_parser = number::<u16>)]
    pub port: Vec<u16>,

    /// Find only URLs whose path matches this glob
    ///
    /// ? matches one character, * any characters except a slash, ** any characters. A glob without a slash is matched
    /// against the last segment: *.pdf. A glob with a slash is matched against the whole path: /docs/**.
    #[arg(long, value_name = "GLOB")]
    pub path: Vec<String>,

    /// Find only URLs whose query matches this regex
    #[arg(long, value_name = "PATTERN", allow_hyphen_values = true)]
    pub query: Vec<String>,

    /// Leave out joined URLs below this confidence (0 to 1)
    ///
    /// This does not change which URLs are joined. To join fewer, use --rejoin 0.9.
    #[arg(long, value_name = "NUM", allow_negative_numbers = true, value_parser = confidence)]
    pub min_confidence: Option<f32>,

    /// Find only URLs that were broken over lines
    #[arg(long)]
    pub joined: bool,

    /// Find candidates that are not valid URLs
    ///
    /// Prints each candidate as written, with spaces for line ends. -e and -f match that text. Other filters need a
    /// valid URL, and cannot be used.
    #[arg(long, conflicts_with_all = ["top", "counts"])]
    pub rejected: bool,

    /// Search only messages whose sender matches this regex
    #[arg(long, value_name = "PATTERN", allow_hyphen_values = true)]
    pub from: Vec<String>,

    /// Search only messages whose subject matches this regex
    #[arg(long, value_name = "PATTERN", allow_hyphen_values = true)]
    pub subject: Vec<String>,

    /// Search only messages from this date on: 2026-03, 7d
    ///
    /// A date is 2026-03-01, 2026-03, 2026, today, yesterday, or a number of days, weeks, months or years ago: 7d, 2w,
    /// 3m, 1y. Days begin at midnight in UTC. For an exact time, write 2026-03-01T12:00:00+01:00. Messages without a
    /// date are left out.
    #[arg(long, value_name = "DATE", value_parser = moment)]
    pub after: Option<i64>,

    /// Search only messages before this date
    ///
    /// Takes the dates that --after takes. The date itself is not included.
    #[arg(long, value_name = "DATE", value_parser = moment)]
    pub before: Option<i64>,
}

/// Where links are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Skip {
    /// In code of Markdown and HTML
    Code,
}
