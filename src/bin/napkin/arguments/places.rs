//! The flags that say where to look, and what is there.

use clap::{Args, ValueEnum};

use super::values::size;

/// Where to look, and what is there.
#[derive(Args, Debug)]
#[command(next_help_heading = "Where to look")]
pub struct Places {
    /// What the input is
    ///
    /// With auto a file is mail when it begins with a dated "From " line and a field, as mailboxes do, or with a header
    /// that has at least three of the fields usual in mail; a batch of news when it begins with "#! rnews" and a number;
    /// HTML when it begins with <!doctype html or <html. The files in a maildir or a folder of MH are messages; any other
    /// is text. With --html every input is text.
    #[arg(long, value_name = "TYPE", value_enum, default_value_t = Input::Auto)]
    pub input: Input,

    /// Search what is in compressed files
    ///
    /// Those of gzip, bzip2, xz and zstd are known by their first bytes, whatever their names, from standard input, too.
    #[cfg(feature = "zip")]
    #[arg(short = 'z', long)]
    pub search_zip: bool,

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

    /// The largest message or HTML document to take apart, in bytes, or with K, M or G
    ///
    /// A larger one is searched as the text that it is in the file, and reported.
    #[arg(long, value_name = "SIZE", value_parser = size, default_value = "32M")]
    pub message_limit: usize,
}

/// What an input is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Input {
    /// Mail or HTML where it is sure to be, text otherwise
    Auto,
    /// Plain text
    Text,
    /// A message or a mailbox
    Mail,
    /// An HTML document
    Html,
}
