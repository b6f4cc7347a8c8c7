//! The flags that say what comes out.

use clap::{Args, ValueEnum};

use super::values::number;

/// What comes out.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
pub struct Output {
    /// Print the line number of each URL
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
    /// mailbox stands the number of the message: archive.mbox#12.
    #[arg(short = 'H', long, overrides_with = "no_filename")]
    pub with_filename: bool,

    /// Print no file names
    #[arg(short = 'I', long, overrides_with = "with_filename")]
    pub no_filename: bool,

    /// Print only how many URLs each file has
    #[arg(short = 'c', long)]
    pub count: bool,

    /// Print only the names of files that have URLs
    #[arg(short = 'l', long)]
    pub files_with_matches: bool,

    /// Print nothing, and stop at the first URL
    #[arg(short = 'q', long)]
    pub quiet: bool,

    /// End each printed record with NUL in place of a line feed
    #[arg(short = '0', long)]
    pub null: bool,

    /// Leave out URLs that were printed before
    ///
    /// URLs are compared over all files, and other places of the same URL are not counted either. The first one is
    /// printed as it was found. Every URL is kept in memory, once. With --stats the list is printed at the end, without file names and
    /// positions: how often each URL was found, the dates of the first and the last message it was found in (or -), and
    /// the URL, with tabs between. With --json these are objects of the type "occurrences".
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

    /// Stop after NUM URLs in each file
    #[arg(short = 'm', long, value_name = "NUM", allow_negative_numbers = true, value_parser = number::<u64>)]
    pub max_count: Option<u64>,

    /// Tell at the end how much was searched and found
    ///
    /// This goes to standard error, or with --json into an object of the type "summary". A search that ends early counts
    /// no further. With --html and --quiet nothing is told.
    #[arg(long)]
    pub stats: bool,

    /// Print one JSON object a line
    ///
    /// Characters that could do harm on a terminal or in a web page are written as \uXXXX, which means the same to
    /// every JSON parser. A file that can't be read gives an object of the type "error", besides the message.
    #[arg(long)]
    pub json: bool,

    /// Print the whole text as HTML in which the URLs can be clicked
    ///
    /// The text is escaped, and is a fragment to put into the <pre> of a page that declares UTF-8. URLs whose scheme isn't safe to
    /// click on stay text. Of the other options only those about what to find and how to read it matter.
    #[arg(long)]
    pub html: bool,

    /// When to use colours
    ///
    /// With auto there are colours on a terminal, unless the environment has a NO_COLOR that is not empty.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Colour::Auto)]
    pub color: Colour,
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
