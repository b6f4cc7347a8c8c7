//! The flags that say where to look, and what is there.

use std::{ffi::OsString, path::PathBuf};

use clap::{Args, ValueEnum};

use super::values::{Input, Inputs, number, size};

/// Where to look, and what is there.
#[derive(Args, Debug)]
#[command(next_help_heading = "Where to look")]
pub struct Places {
    /// What the input is
    ///
    /// With auto a file is mail when it begins with a dated "From " line and a field, as mailboxes do, or with a header
    /// that has at least three of the fields usual in mail; a batch of news when it begins with "#! rnews" and a number;
    /// HTML when it begins with <!doctype html or <html; WARC when it begins with WARC/1. The files in a maildir or a folder
    /// of MH are messages; any other is text. With --html a document of HTML comes out as it is, with links in its text.
    #[arg(long, value_name = "TYPE", value_parser = Inputs, default_value = Inputs::AUTO)]
    pub input: Input,

    /// Search what is in compressed files
    ///
    /// Those of gzip, bzip2, xz and zstd are known by their first bytes, whatever their names, from standard input, too. What is
    /// in a tar archive is searched as in a folder, compressed or not, and without this option, too.
    #[cfg(feature = "zip")]
    #[arg(short = 'z', long)]
    pub search_zip: bool,

    /// Read no more than this of what is compressed in a file: bytes, or with K, M, G or T
    ///
    /// Without it that is 64 MiB and a thousand times as much as the file has, at which no text arrives. What was read is searched,
    /// and the rest reported.
    #[cfg(feature = "zip")]
    #[arg(long, value_name = "SIZE", value_parser = size::<u64>)]
    pub max_decompressed: Option<u64>,

    /// In mail, search every alternative form of a text
    ///
    /// Otherwise a URL in several forms is one link.
    #[arg(long)]
    pub all_parts: bool,

    /// In mail, also search header fields that carry URLs
    ///
    /// They are those of mailing lists, such as List-Archive, those that say where something is, such as Archived-At and
    /// Content-Location, and those that people write, such as Subject; never identifiers and traces, such as References
    /// and Received. Positions are those in the value, unfolded and decoded.
    #[arg(long)]
    pub headers: bool,

    /// The largest message, HTML document or WARC record to take apart, in bytes, or with K, M, G or T
    ///
    /// A larger one is searched as the text that it is in the file, and reported.
    #[arg(long, value_name = "SIZE", value_parser = size::<usize>, default_value = "32M")]
    pub message_limit: usize,

    /// Take the input for text in this charset, by its label in HTML: latin1, utf-16le, shift_jis
    ///
    /// Offsets are those in the text as UTF-8 then. Without it a text is UTF-8, or UTF-16 where it begins with a byte order mark;
    /// mail, HTML and WARC say what they are in.
    #[arg(short = 'E', long, value_name = "LABEL")]
    pub encoding: Option<String>,

    /// Search what this command prints for each file
    ///
    /// It is called with the path, and has the file for its standard input. For PDF a script will do that says:
    /// pdftotext "$1" - With --pre-glob it is called for some files alone; an empty one is none.
    #[arg(long, value_name = "COMMAND", value_parser = clap::value_parser!(OsString))]
    pub pre: Option<OsString>,

    /// Call --pre only for files that match this pattern; ! before it is for those that do not
    #[arg(long, value_name = "GLOB")]
    pub pre_glob: Vec<String>,

    /// In folders, search only files that match this pattern; ! before it is for those that do not
    ///
    /// It is a line of a .gitignore turned round, and counts more than those.
    #[arg(short = 'g', long, value_name = "GLOB")]
    pub glob: Vec<String>,

    /// The same, in either letter case
    #[arg(long, value_name = "GLOB")]
    pub iglob: Vec<String>,

    /// In folders, search only files of this type: html, py, txt
    #[arg(short = 't', long = "type", value_name = "TYPE")]
    pub types: Vec<String>,

    /// In folders, pass over files of this type
    #[arg(short = 'T', long = "type-not", value_name = "TYPE")]
    pub types_not: Vec<String>,

    /// Show all types, with their patterns
    #[arg(long)]
    pub type_list: bool,

    /// In folders, search hidden files and folders, too
    #[arg(long)]
    pub hidden: bool,

    /// In folders, search what .gitignore, .ignore and .rgignore name, too
    #[arg(long)]
    pub no_ignore: bool,

    /// In folders, follow symbolic links
    #[arg(short = 'L', long)]
    pub follow: bool,

    /// In folders, go down so many levels and no further
    #[arg(short = 'd', long, value_name = "NUM", allow_negative_numbers = true, value_parser = number::<usize>)]
    pub max_depth: Option<usize>,

    /// In folders, stay on the file system of the folder
    #[arg(long)]
    pub one_file_system: bool,

    /// In folders and archives, pass over files that are larger: bytes, or with K, M, G or T
    #[arg(long, value_name = "SIZE", value_parser = size::<usize>)]
    pub max_filesize: Option<usize>,

    /// Print which files would be searched, and search none
    #[arg(long)]
    pub files: bool,

    /// Search the files that a file names, one a line; - is standard input
    #[arg(long, value_name = "FILE")]
    pub files_from: Option<PathBuf>,

    /// The same with NUL behind each name, as find -print0 has it
    #[arg(long, value_name = "FILE", conflicts_with = "files_from")]
    pub files0_from: Option<PathBuf>,

    /// The order of the files in a folder
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Order::Path)]
    pub sort: Order,

    /// How many threads search at the same time; 0: as many as there are processors
    ///
    /// What comes out is the same, in the same order. A large file is shared among them. With --unique and --html there is one.
    #[arg(short = 'j', long, value_name = "NUM", default_value = "0", allow_negative_numbers = true, value_parser = number::<usize>)]
    pub threads: usize,
}

/// The order of the files in a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Order {
    /// By name, numbers by what they count
    Path,
    /// By the time they were changed, the oldest first
    Modified,
    /// As they come, which takes no memory for the names
    None,
}
