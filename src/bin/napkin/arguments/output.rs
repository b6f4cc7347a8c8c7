//! The flags that say what comes out.

use clap::{Args, ValueEnum};

use napkin::write::Template;

use super::values::{number, number_above_zero};

/// The flags of which one says what comes out.
pub const SHAPES: [&str; 12] = [
    "line",
    "vimgrep",
    "csv",
    "tsv",
    "format",
    "count",
    "files_with_matches",
    "files_without_match",
    "json",
    "html",
    "markdown",
    "ansi",
];

/// What comes out.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
pub struct Output {
    /// Print the line number of each URL
    ///
    /// In mail this is the line of the file. Text in base64 has none: its URLs have the line where the part begins.
    #[arg(short = 'n', long)]
    pub line_number: bool,

    /// Print the column of each URL, counted in bytes from 1
    #[arg(long)]
    pub column: bool,

    /// Print the byte offset of each URL, counted from 0
    #[arg(short = 'b', long)]
    pub byte_offset: bool,

    /// Print the file name before each URL
    ///
    /// This is the default when a folder or more than one file is searched. Standard input is called "-". Behind the name of a
    /// mailbox stands the number of the message, in a WARC file that of the record: archive.mbox#12.
    #[arg(short = 'H', long, overrides_with = "no_filename")]
    pub with_filename: bool,

    /// Print no file names
    #[arg(short = 'I', long, overrides_with = "with_filename")]
    pub no_filename: bool,

    /// Print nothing but URLs, one a line: the default in a pipe
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

    /// Print lines as --line does, and NUM lines before and after each
    #[arg(short = 'C', long, value_name = "NUM", allow_negative_numbers = true, value_parser = number::<usize>)]
    pub context: Option<usize>,

    /// Print the file name above the URLs of each file: the default on a terminal
    #[arg(long)]
    pub heading: bool,

    /// Print lines as on a terminal, also in a pipe: --line --heading --line-number --color always
    #[arg(short = 'p', long, overrides_with_all = ["line", "only_matching"])]
    pub pretty: bool,

    /// Print file, line, column and the whole line for each URL, as editors read it
    ///
    /// For mail, HTML and WARC, the URL stands in place of the line.
    #[arg(long)]
    pub vimgrep: bool,

    /// Print a table with commas between, as spreadsheets read it
    ///
    /// Its first row has the names of the columns.
    #[arg(long)]
    pub csv: bool,

    /// Print a table with tabs between
    ///
    /// Tabs, line ends and backslashes in values are written as \t, \n, \r and \\.
    #[arg(long)]
    pub tsv: bool,

    /// Print a line for each URL as this template has it: '{path}:{line}: {host}'
    ///
    /// Values: path, line, file_line, column, start, end, url, text, kind, delimiter, scheme, userinfo, host, host_ascii, port, url_path, query,
    /// fragment, confidence, alternative, written, element, attribute; with --rejected rule and reason; in mail message.number,
    /// message.id, message.date, message.from, message.subject, message.part, message.header; in WARC warc.number, warc.type, warc.id,
    /// warc.date, warc.target. What a URL does not have is empty. {{ and }} are braces, \n \t \r \0 \\ are escapes.
    #[arg(long, value_name = "TEMPLATE", allow_hyphen_values = true)]
    pub format: Option<Template>,

    /// Print only what there is most of, and how often it was found
    ///
    /// All places where a URL stands are counted; with --unique each URL is counted once. With --csv, --tsv and --json these are rows
    /// and objects.
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

    /// What --top counts
    ///
    /// The host of a mail address is what stands behind its @.
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = By::Host)]
    pub by: By,

    /// Print only how many URLs each file has
    ///
    /// URLs are counted, and not lines. Files that have none are left out.
    #[arg(short = 'c', long, visible_alias = "count-matches")]
    pub count: bool,

    /// With --count, print the files that have no URLs as well
    #[arg(long)]
    pub include_zero: bool,

    /// Print only the names of files that have URLs
    #[arg(short = 'l', long)]
    pub files_with_matches: bool,

    /// Print only the names of files that have none
    #[arg(long)]
    pub files_without_match: bool,

    /// Print nothing, and stop at the first URL
    #[arg(short = 'q', long)]
    pub quiet: bool,

    /// End each printed record with NUL in place of a line feed
    #[arg(short = '0', long)]
    pub null: bool,

    /// Leave out URLs that were printed before
    ///
    /// URLs are compared over all files, and other places of the same URL are not counted either. The first one is
    /// printed as it was found. Of each URL 16 bytes are kept in memory: a hundred million take about 2.3 GB. With --counts all
    /// of it is kept.
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

    /// Print each URL once, at the end, with how often it was found
    ///
    /// The line has the count, the dates of the first and the last message it was found in (or -), and the URL, with tabs between.
    /// With --json these are objects of the type "occurrences".
    #[arg(
        long,
        conflicts_with_all = [
            "vimgrep", "csv", "tsv", "format", "top", "count", "files_with_matches", "files_without_match", "html",
        ]
    )]
    pub counts: bool,

    /// Mark joined URLs in a list: a tab, "joined" and the confidence follow
    ///
    /// On a terminal they have a note for people instead, such as (joined from 2 lines); --no-mark-joined leaves it out.
    #[arg(long)]
    pub mark_joined: bool,

    /// Print which message it is before the URLs of each: its number, date, sender and subject
    #[arg(long)]
    pub by_message: bool,

    /// Stop after NUM URLs in each file
    #[arg(short = 'm', long, value_name = "NUM", allow_negative_numbers = true, value_parser = number::<u64>)]
    pub max_count: Option<u64>,

    /// Tell at the end how much was searched and found
    ///
    /// This goes to standard error, or with --json into an object of the type "summary". A search that ends early counts
    /// no further. With --quiet nothing is told.
    #[arg(long)]
    pub stats: bool,

    /// Print one JSON object a line
    ///
    /// Characters that could do harm on a terminal or in a web page are written as \uXXXX, which means the same to
    /// every JSON parser. A file that can't be read gives an object of the type "error", besides the message.
    #[arg(long)]
    pub json: bool,

    /// Print the whole text as Markdown with its URLs as links
    ///
    /// URLs become autolinks, or links where they were completed or put together. Code, HTML and what is a link already stay as they
    /// are, and so does everything else, byte for byte.
    #[arg(long)]
    pub markdown: bool,

    /// Print the whole text as for a terminal: URLs can be clicked on, and have colours
    ///
    /// Those that were put together have a colour of their own in all their pieces; hidden characters are made visible.
    #[arg(long)]
    pub ansi: bool,

    /// When to use colours
    ///
    /// With auto there are colours on a terminal, unless the environment has a NO_COLOR that is not empty.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Colour::Auto)]
    pub color: Colour,

    /// When URLs in lines can be clicked on, in terminals that know how (OSC 8)
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Colour::Auto)]
    pub hyperlink: Colour,

    /// Write each line as soon as it is there
    #[arg(long)]
    pub line_buffered: bool,

    /// Tell how far it is, on a terminal
    ///
    /// It is told on standard error, if that is a terminal and standard output is none.
    #[arg(long)]
    pub progress: bool,

    /// Whether a switch of that name was taken back: what is the default on a terminal can be.
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
    /// Everywhere
    Always,
    /// Nowhere
    Never,
}

/// What makes two URLs the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Unique {
    /// They are the same character for character
    Exact,
    /// They are equivalent, as HTTP://a.example:80 and http://a.example/ are
    Normalized,
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
    /// Whole URLs
    Url,
    /// The files that they are in
    Path,
}
