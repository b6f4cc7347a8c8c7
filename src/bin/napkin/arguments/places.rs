//! The flags that say where to look, and what is there.

use std::{ffi::OsString, path::PathBuf};

use clap::{Args, ValueEnum};

use super::values::{Input, Inputs, number, size};

/// Where to look, and what is there.
#[derive(Args, Debug)]
#[command(next_help_heading = "Where to look")]
pub struct Places {
    /// The type of the input
    ///
    /// With auto, the beginning decides. Mail begins with a dated "From " line and a field, or with a header of at
    /// least three usual fields of mail. A batch of news begins with "#! rnews" and a number, HTML with <!doctype html
    /// or <html, WARC with WARC/1. Files in a maildir or an MH folder are messages. All else is text. --html on HTML
    /// puts links into it.
    #[arg(long, value_name = "TYPE", value_parser = Inputs, default_value = Inputs::AUTO)]
    pub input: Input,

    /// Search compressed files
    ///
    /// gzip, bzip2, xz and zstd are recognised by their first bytes, also from standard input. A tar archive is
    /// searched like a folder, with or without this option.
    #[cfg(feature = "zip")]
    #[arg(short = 'z', long)]
    pub search_zip: bool,

    /// Stop after this many decompressed bytes of a file; K, M, G and T are units
    ///
    /// Without it, reading stops once a file expands to more than 64 MiB and more than 1,000 times its size. The text
    /// up to there is searched, and the rest reported.
    #[cfg(feature = "zip")]
    #[arg(long, value_name = "SIZE", value_parser = size::<u64>)]
    pub max_decompressed: Option<u64>,

    /// In mail, search every form of a text, such as plain and HTML
    ///
    /// Otherwise a URL in several forms is one link.
    #[arg(long)]
    pub all_parts: bool,

    /// In mail, also search header fields that carry URLs
    ///
    /// They are fields of mailing lists (List-Archive), of places (Archived-At, Content-Location), and of people
    /// (Subject). Identifiers and traces, such as References and Received, are never searched. Positions count the
    /// decoded value.
    #[arg(long)]
    pub headers: bool,

    /// The largest message, HTML document or WARC record to decode, in bytes; K, M, G and T are units
    ///
    /// A larger one is searched as raw text, and reported.
    #[arg(long, value_name = "SIZE", value_parser = size::<usize>, default_value = "32M")]
    pub message_limit: usize,

    /// Read the input as text in this charset, by its name in HTML: latin1, utf-16le, shift_jis
    ///
    /// Offsets then count the text as UTF-8. Without it, a text is UTF-8, or UTF-16 if it begins with a byte order
    /// mark. Mail, HTML and WARC name their charset.
    #[arg(short = 'E', long, value_name = "LABEL")]
    pub encoding: Option<String>,

    /// Search what this command prints for each file
    ///
    /// The command gets the path as its argument and the file as its standard input. For PDF, use a script with the
    /// line: pdftotext "$1" - --pre-glob limits it to some files. An empty command turns it off.
    #[arg(long, value_name = "COMMAND", value_parser = clap::value_parser!(OsString))]
    pub pre: Option<OsString>,

    /// Call --pre only for files that match this pattern; ! negates it
    #[arg(long, value_name = "GLOB")]
    pub pre_glob: Vec<String>,

    /// In folders, search only files that match this pattern; ! negates it
    ///
    /// The syntax is that of .gitignore with the opposite meaning, and it overrides ignore files.
    #[arg(short = 'g', long, value_name = "GLOB")]
    pub glob: Vec<String>,

    /// The same, in either letter case
    #[arg(long, value_name = "GLOB")]
    pub iglob: Vec<String>,

    /// In folders, search only files of this type: html, py, txt
    #[arg(short = 't', long = "type", value_name = "TYPE")]
    pub types: Vec<String>,

    /// In folders, skip files of this type
    #[arg(short = 'T', long = "type-not", value_name = "TYPE")]
    pub types_not: Vec<String>,

    /// Show all types, with their patterns
    #[arg(long)]
    pub type_list: bool,

    /// In folders, also search hidden files and folders
    #[arg(long)]
    pub hidden: bool,

    /// In folders, also search files that .gitignore, .ignore and .rgignore name
    #[arg(long)]
    pub no_ignore: bool,

    /// In folders, follow symbolic links
    #[arg(short = 'L', long)]
    pub follow: bool,

    /// In folders, go down at most this many levels
    #[arg(short = 'd', long, value_name = "NUM", allow_negative_numbers = true, value_parser = number::<usize>)]
    pub max_depth: Option<usize>,

    /// In folders, stay on the file system of the folder
    #[arg(long)]
    pub one_file_system: bool,

    /// In folders and archives, skip larger files, in bytes; K, M, G and T are units
    #[arg(long, value_name = "SIZE", value_parser = size::<usize>)]
    pub max_filesize: Option<usize>,

    /// List the files that would be searched, and search none
    #[arg(long)]
    pub files: bool,

    /// Search the files that this file lists, one a line; - is standard input
    #[arg(long, value_name = "FILE")]
    pub files_from: Option<PathBuf>,

    /// The same, with NUL after each name, as find -print0 prints it
    #[arg(long, value_name = "FILE", conflicts_with = "files_from")]
    pub files0_from: Option<PathBuf>,

    /// The order of the files in a folder
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Order::Path)]
    pub sort: Order,

    /// The number of threads; 0: one for each processor
    ///
    /// The output is the same, in the same order. Several threads share a large file. --unique and --html use one
    /// thread.
    #[arg(short = 'j', long, value_name = "NUM", default_value = "0", allow_negative_numbers = true, value_parser = number::<usize>)]
    pub threads: usize,
}

/// The order of the files in a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Order {
    /// By name, numbers by their value
    Path,
    /// By the time of their last change, oldest first
    Modified,
    /// As the system lists them, which needs no memory for names
    None,
}
