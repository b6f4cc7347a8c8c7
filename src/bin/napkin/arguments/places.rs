//! The flags that say where to look, and what is there.

use std::{ffi::OsString, path::PathBuf};

use clap::{Args, ValueEnum};

use super::values::{INPUTS, Input, number, size};

/// Where to look, and what is there.
#[derive(Args, Debug)]
#[command(next_help_heading = "Where to look")]
pub struct Places {
    /// Choose the format of the input
    ///
    /// auto recognises mail by a dated "From " line or by three usual header fields, news by "#! rnews", HTML by
    /// its first tag or the suffix .html, calendars and cards by BEGIN:, and WARC by WARC/1. Files in a maildir or an MH folder are messages. Everything else is
    /// text. With --html, an HTML document keeps its markup and gets links in its text.
    #[arg(long, value_name = "TYPE", value_parser = INPUTS, default_value = "auto")]
    pub input: Input,

    /// Search in compressed files: gzip, bzip2, xz, zstd, ZIP
    ///
    /// Files are recognised by their first bytes, also on standard input. Tar archives are searched without this
    /// option, unless they are compressed. Office documents and books are always searched.
    #[cfg(feature = "zip")]
    #[arg(short = 'z', long)]
    pub search_zip: bool,

    /// Stop decompressing a file at this size: 500M, 2T
    ///
    /// The default is 64 MiB or a thousand times the file's size, whichever is more. napkin searches the text up to there.
    #[cfg(feature = "zip")]
    #[arg(long, value_name = "SIZE", value_parser = size::<u64>)]
    pub max_decompressed: Option<u64>,

    /// In mail, search every version of a text
    ///
    /// By default, a URL in the plain and the HTML version of a text is one link.
    #[arg(long)]
    pub all_parts: bool,

    /// In mail, search header fields that hold URLs, too
    ///
    /// These are list fields such as List-Archive, locations such as Archived-At, and fields that people write, such as
    /// Subject. Identifiers and traces such as References and Received are never searched. Positions count in the
    /// decoded field.
    #[arg(long)]
    pub headers: bool,

    /// Parse messages, HTML and WARC records up to this size
    ///
    /// A larger one is searched as plain text, and reported.
    #[arg(long, value_name = "SIZE", value_parser = size::<usize>, default_value = "32M")]
    pub message_limit: usize,

    /// Decode the input from this charset: latin1, shift_jis
    ///
    /// Charsets have their names from the web: utf-16le, koi8-r. Offsets then count in the decoded text. By default,
    /// text is UTF-8, or UTF-16 with a byte order mark. Mail, HTML and WARC name their charsets.
    #[arg(short = 'E', long, value_name = "LABEL")]
    pub encoding: Option<String>,

    /// Search the output of a command for each file
    ///
    /// The command gets the path as its argument, and the file on standard input. For PDF, a script with the line
    /// pdftotext "$1" - will do. An empty command turns it off.
    #[arg(long, value_name = "COMMAND", value_parser = clap::value_parser!(OsString))]
    pub pre: Option<OsString>,

    /// Run --pre only for files that match; ! negates
    #[arg(long, value_name = "GLOB")]
    pub pre_glob: Vec<String>,

    /// In folders, search only files that match; ! negates
    ///
    /// The syntax is .gitignore's, and overrides it: -g '*.txt', -g '!target/'.
    #[arg(short = 'g', long, value_name = "GLOB")]
    pub glob: Vec<String>,

    /// The same as --glob, ignoring letter case
    #[arg(long, value_name = "GLOB")]
    pub iglob: Vec<String>,

    /// In folders, search only this type of file: html, py
    #[arg(short = 't', long = "type", value_name = "TYPE")]
    pub types: Vec<String>,

    /// In folders, skip this type of file
    #[arg(short = 'T', long = "type-not", value_name = "TYPE")]
    pub types_not: Vec<String>,

    /// List all file types and their globs
    #[arg(long)]
    pub type_list: bool,

    /// In folders, search hidden files, too
    #[arg(long)]
    pub hidden: bool,

    /// In folders, search files that .gitignore names, too
    #[arg(long)]
    pub no_ignore: bool,

    /// In folders, follow symbolic links
    #[arg(short = 'L', long)]
    pub follow: bool,

    /// In folders, descend at most NUM levels
    #[arg(short = 'd', long, value_name = "NUM", allow_negative_numbers = true, value_parser = number::<usize>)]
    pub max_depth: Option<usize>,

    /// In folders, stay on one file system
    #[arg(long)]
    pub one_file_system: bool,

    /// In folders and archives, skip larger files: 10M
    #[arg(long, value_name = "SIZE", value_parser = size::<usize>)]
    pub max_filesize: Option<usize>,

    /// List the files that would be searched, and stop
    #[arg(long)]
    pub files: bool,

    /// Read file names from a file, one a line; - is stdin
    #[arg(long, value_name = "FILE")]
    pub files_from: Option<PathBuf>,

    /// The same with NUL after each name: find -print0
    #[arg(long, value_name = "FILE", conflicts_with = "files_from")]
    pub files0_from: Option<PathBuf>,

    /// Sort the files of a folder
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Order::Path)]
    pub sort: Order,

    /// Use NUM threads; 0 means one for each processor
    ///
    /// The output is the same in any case. Large files are shared among threads. --unique and --html use one thread.
    #[arg(short = 'j', long, value_name = "NUM", default_value = "0", allow_negative_numbers = true, value_parser = number::<usize>)]
    pub threads: usize,
}

/// The order of the files in a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Order {
    /// By name; numbers by their value
    Path,
    /// By time of change, oldest first
    Modified,
    /// Unsorted: takes no memory for names
    None,
}
