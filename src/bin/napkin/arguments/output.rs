//! The flags that say what comes out.

use clap::{Args, ValueEnum};

use napkin::write::Template;

use super::values::{number, number_above_zero, template};

/// The flags for the output format, which exclude each other.
pub const SHAPES: &str =
    "line vimgrep csv tsv format count files_with_matches files_without_match json html markdown ansi";

/// What comes out.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
pub struct Output {
    /// Print the line number of each URL
    ///
    /// In mail this is the line of the file. Text in base64 has none: its URLs have the line where the part begins.
    #[arg(short = 'n', long)]
    pub line_number: bool,

    /// Print the column of each URL, in bytes from 1
    #[arg(long)]
    pub column: bool,

    /// Print the byte offset of each URL, from 0
    #[arg(short = 'b', long)]
    pub byte_offset: bool,

    /// Print the file name before each URL
    ///
    /// This is the default for a folder or several files. Standard input is "-". In mail and WARC, the number of the
    /// message or record follows: archive.mbox#12.
    #[arg(short = 'H', long, overrides_with = "no_filename")]
    pub with_filename: bool,

    /// Print no file names
    #[arg(short = 'I', long, overrides_with = "with_filename")]
    pub no_filename: bool,

    /// Print one URL a line, and nothing else
    #[arg(short = 'o', long, overrides_with_all = ["line", "pretty"])]
    pub only_matching: bool,

    /// Print the lines that URLs stand in, each line once
    ///
    /// On a terminal each joined URL stands whole below its last line, after a ↳. In a pipe only the lines come out, as from grep;
    /// --pretty adds the joined URLs there, too. For mail, HTML and WARC, napkin always prints URLs, never lines.
    #[arg(long, overrides_with_all = ["only_matching", "pretty"])]
    pub line: bool,

    /// Print lines as --line does, and NUM lines before each
    #[arg(short = 'B', long, value_name = "NUM", allow_negative_numbers = true, value_parser = number::<usize>)]
    pub before_context: Option<usize>,

    /// Print lines as --line does, and NUM lines after each
    #[arg(short = 'A', long, value_name = "NUM", allow_negative_numbers = true, value_parser = number::<usize>)]
    pub after_context: Option<usize>,

    /// Print lines as --line does, and NUM lines around each
    #[arg(short = 'C', long, value_name = "NUM", allow_negative_numbers = true, value_parser = number::<usize>)]
    pub context: Option<usize>,

    /// Print file names as headings: the default on a terminal
    #[arg(long)]
    pub heading: bool,

    /// Print lines as for a terminal, also in a pipe
    ///
    /// This means --line --heading --line-number --color always.
    #[arg(short = 'p', long, overrides_with_all = ["line", "only_matching"])]
    pub pretty: bool,

    /// Print file, line, column and line for each URL
    ///
    /// Editors read this. For mail, HTML and WARC, the URL stands in place of the line.
    #[arg(long)]
    pub vimgrep: bool,

    /// Print a table with commas, for spreadsheets
    ///
    /// The first row names the columns.
    #[arg(long)]
    pub csv: bool,

    /// Print a table with tabs
    ///
    /// Tabs, line ends and backslashes in values are written as \t, \n, \r and \\.
    #[arg(long)]
    pub tsv: bool,

    /// Print a line for each URL from a template: '{host}'
    ///
    /// Values: path, line, file_line, column, start, end, url, defanged, clean, text, kind, delimiter, scheme, userinfo, host, host_ascii, port, url_path, query,
    /// fragment, confidence, alternative, label, written, element, attribute; with --rejected rule and reason; in mail message.number,
    /// message.id, message.date, message.from, message.subject, message.part, message.header; in WARC warc.number, warc.type, warc.id,
    /// warc.date, warc.target. A value that a URL lacks is empty. {{ and }} are braces; \n \t \r \0 \\ are escapes.
    #[arg(long, value_name = "TEMPLATE", allow_hyphen_values = true, value_parser = template)]
    pub format: Option<Template>,

    /// Print only the NUM most frequent hosts, with counts
    ///
    /// --by counts something else. Every occurrence counts; with --unique each URL counts once. With --csv, --tsv and
    /// --json the counts are rows and objects.
    #[arg(
        long,
        value_name = "NUM",
        allow_negative_numbers = true,
        value_parser = number_above_zero,
        conflicts_with_all = [
            "line", "vimgrep", "format", "count", "files_with_matches", "files_without_match", "html", "markdown", "ansi",
        ]
    )]
    pub top: Option<usize>,

    /// Choose what --top counts
    ///
    /// The host of a mail address is its domain.
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = By::Host)]
    pub by: By,

    /// Print only the number of URLs in each file
    ///
    /// This counts URLs, not lines. Files without URLs are left out.
    #[arg(short = 'c', long, visible_alias = "count-matches")]
    pub count: bool,

    /// With --count, print files without URLs, too
    #[arg(long)]
    pub include_zero: bool,

    /// Print only the names of files with URLs
    #[arg(short = 'l', long)]
    pub files_with_matches: bool,

    /// Print only the names of files without URLs
    #[arg(long)]
    pub files_without_match: bool,

    /// Print nothing; stop at the first URL
    #[arg(short = 'q', long)]
    pub quiet: bool,

    /// End each record with NUL instead of a line feed
    #[arg(short = '0', long)]
    pub null: bool,

    /// Print each URL only once
    ///
    /// URLs are compared over all files, and repeats are not counted. The first one is printed as it was found, also by --format.
    /// --unique=line compares the lines of --format instead: --unique=line --format '{host}' prints each host once. Each URL takes 16 bytes of memory, a hundred
    /// million about 2.3 GB; --counts keeps whole URLs.
    #[arg(
        short = 'u',
        long,
        value_name = "HOW",
        value_enum,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "exact"
    )]
    pub unique: Option<Unique>,

    /// Print each URL once, at the end, with its count
    ///
    /// Columns are separated by tabs: the count, the dates of the first and the last message (or -), and the URL. With
    /// --json these are objects of the type "occurrences".
    #[arg(
        long,
        conflicts_with_all = [
            "vimgrep", "csv", "tsv", "format", "top", "count", "files_with_matches", "files_without_match", "html",
        ]
    )]
    pub counts: bool,

    /// Mark joined URLs: a tab, "joined" and the confidence
    ///
    /// On a terminal they have a note for people instead, such as (joined from 2 lines); --no-mark-joined leaves it
    /// out.
    #[arg(long)]
    pub mark_joined: bool,

    /// Print number, date, sender and subject of each message
    #[arg(long)]
    pub by_message: bool,

    /// Stop after NUM URLs in each file
    #[arg(short = 'm', long, value_name = "NUM", allow_negative_numbers = true, value_parser = number::<u64>)]
    pub max_count: Option<u64>,

    /// Print totals at the end
    ///
    /// They go to standard error, or with --json into an object of the type "summary". A search that stops early counts
    /// no further. --quiet prints none.
    #[arg(long)]
    pub stats: bool,

    /// Print one JSON object a line
    ///
    /// Characters that could harm a terminal or a web page are written as \uXXXX. A file that can't be read gives an
    /// object of the type "error", besides the message.
    #[arg(long)]
    pub json: bool,

    /// Print the text as Markdown with links
    ///
    /// URLs become autolinks, or links if they were completed or joined. Code, HTML, existing links and all other text
    /// stay as they are, byte for byte.
    #[arg(long)]
    pub markdown: bool,

    /// Print the text for a terminal with clickable URLs
    ///
    /// Joined URLs have another colour in all their pieces. Hidden characters are made visible.
    #[arg(long)]
    pub ansi: bool,

    /// Choose when to use colours
    ///
    /// auto uses them on a terminal, unless NO_COLOR is set and not empty.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Colour::Auto)]
    pub color: Colour,

    /// Choose when URLs are clickable (OSC 8)
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Colour::Auto)]
    pub hyperlink: Colour,

    /// Write each line at once
    #[arg(long)]
    pub line_buffered: bool,

    /// Show progress while the output goes to a file or pipe
    ///
    /// It shows per cent, speed and files on standard error, if that is a terminal and standard output is not.
    #[arg(long)]
    pub progress: bool,

    /// `--no-line-number` was given, so a terminal shows none by default.
    #[arg(skip)]
    pub no_line_number: bool,

    #[arg(skip)]
    pub no_heading: bool,

    #[arg(skip)]
    pub no_mark_joined: bool,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What makes two URLs the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Unique {
    /// Identical URLs are the same
    Exact,
    /// Equivalent URLs are, too: HTTP://a.example:80 and http://a.example/
    Normalized,
    /// Identical lines of --format are the same
    Line,
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum By {
    /// Hosts
    Host,
    /// Schemes
    Scheme,
    /// Top-level domains
    Tld,
    /// URLs
    Url,
    /// Files
    Path,
}
