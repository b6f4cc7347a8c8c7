//! The flags that say how HTML looks.

use std::{ffi::OsString, path::PathBuf};

use clap::{
    Args, ValueEnum,
    error::{Error, ErrorKind},
};
use napkin::write::PageLayout;

use super::{
    given::Given,
    output::Output,
    values::{LAYOUTS, attribute, language, number, scheme},
};

/// How HTML looks.
#[derive(Args, Debug)]
#[command(next_help_heading = "HTML out")]
pub struct Html {
    /// Print the text as an HTML page with links
    ///
    /// The page runs no script, loads nothing, and has light and dark colours. Several files are sections of one page;
    /// -o DIR/ writes a page for each. --html=fragment prints the text without a page, for the <pre> of a UTF-8 page.
    /// An HTML document keeps its markup and gets links in its text. URLs with unsafe schemes stay text, and misleading
    /// ones are marked. Options for lists have no effect, and are refused.
    #[arg(
        long,
        value_name = "EXTENT",
        value_enum,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "page"
    )]
    pub html: Option<Extent>,

    /// Choose the layout of texts on a page
    #[arg(long, value_name = "LAYOUT", value_parser = LAYOUTS, default_value = "auto")]
    pub html_layout: PageLayout,

    /// List the URLs of each text below it, with their lines
    #[arg(long)]
    pub link_table: bool,

    /// Set the title of the page; default: the file names
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub title: Option<String>,

    /// Use this style sheet; none: no style at all
    #[arg(long, value_name = "FILE")]
    pub style: Option<PathBuf>,

    /// Set the language of the texts: en, pt-BR
    #[arg(long, value_name = "TAG", value_parser = language)]
    pub lang: Option<String>,

    /// Write HTML to this file or folder; with --html also -o
    ///
    /// A name ending in .html is one page, and replaced when the new one is complete. A folder gets a page for each
    /// file and an index; mail gets a page for each thread and month, an index and a feed. A new name is a folder if
    /// there are several files or if the file is a mailbox; add a slash to be sure. In an archive of mail, unchanged
    /// pages are not written again.
    #[arg(short = 'O', long, value_name = "PLACE")]
    pub output: Option<PathBuf>,

    /// Set the rel attribute of links; empty: none
    #[arg(long, value_name = "WORDS", default_value = "nofollow noopener")]
    pub rel: String,

    /// Set the target attribute of links: _blank
    #[arg(long, value_name = "NAME")]
    pub target: Option<String>,

    /// Add a class to all links
    #[arg(long, value_name = "NAME")]
    pub class: Option<String>,

    /// Add an attribute to all links; none that runs code
    #[arg(long, value_name = "NAME=VALUE", value_parser = attribute)]
    pub attribute: Vec<(String, String)>,

    /// Shorten URLs to NUM characters; the title has it all
    #[arg(long, value_name = "NUM", allow_negative_numbers = true, value_parser = number::<usize>)]
    pub short: Option<usize>,

    /// Link these schemes, too, separated by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = scheme)]
    pub allow_scheme: Vec<String>,

    /// Write an archive's attachments to files; images: show those
    ///
    /// --attachments=images also shows images on the pages. File names are hashes. Extensions come from the content: gif,
    /// jpg, png, webp, pdf, zip, gz, bz2, xz, zst, txt or bin. Without the option, pages only name attachments.
    #[arg(
        long,
        value_name = "SHOWN",
        value_enum,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "files",
        hide_possible_values = true
    )]
    pub attachments: Option<Attached>,

    /// Also write each message of an archive as it was sent
    ///
    /// The page of the message links to the file, m-….eml.txt. --mask-addresses masks addresses in it, even in encoded
    /// texts, but not in attachments.
    #[arg(long)]
    pub raw: bool,

    /// Add mail to an archive, and keep what it has
    ///
    /// Give the option and the same other options from the first run on: a file archive.state in the folder keeps what the
    /// next run needs. Name only new mail; a message that is there already is left out. The title is the folder's name.
    #[arg(long)]
    pub update: bool,

    /// Hide the domains of mail addresses, and don't link them
    #[arg(long)]
    pub mask_addresses: bool,

    /// Don't link URLs that mislead the eye
    #[arg(long)]
    pub strict: bool,
}

impl Html {
    /// Returns the options that only have an effect in an archive of mail.
    pub fn of_archives(&self) -> Vec<&'static str> {
        let given = [(self.attachments.is_some(), "--attachments"), (self.raw, "--raw"), (self.update, "--update")];
        given.into_iter().filter_map(|(is_given, flag)| is_given.then_some(flag)).collect()
    }

    /// Returns a text that names what messages look like.
    pub fn of_messages(&self) -> String {
        let Html { rel, target, class, attribute, short, allow_scheme, attachments, raw, .. } = self;
        let links = (rel, target, class, attribute, short, allow_scheme);
        format!("{links:?} {attachments:?} {raw} {} {}", self.mask_addresses, self.strict)
    }

    /// Returns the flags given that have no effect if the input is HTML.
    pub fn meaningless_with_documents(&self) -> Vec<&'static str> {
        let given = [
            (self.html_layout != PageLayout::Auto, "--html-layout"),
            (self.link_table, "--link-table"),
            (self.title.is_some(), "--title"),
            (self.style.is_some(), "--style"),
            (self.lang.is_some(), "--lang"),
            // Addresses in tags would stay.
            (self.mask_addresses, "--mask-addresses"),
        ];
        given.into_iter().filter_map(|(is_given, flag)| is_given.then_some(flag)).collect()
    }
}

/// Returns the beginning of a message: `--title, --lang have no effect`.
pub fn no_effect(flags: &[impl AsRef<str>]) -> String {
    let verb = if flags.len() == 1 { "has" } else { "have" };
    let flags: Vec<&str> = flags.iter().map(AsRef::as_ref).collect();
    format!("{} {verb} no effect", flags.join(", "))
}

/// How much HTML there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Extent {
    /// A whole page
    Page,
    /// The text without a page around it
    Fragment,
}

/// What becomes of attachments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Attached {
    /// Files that pages link to
    Files,
    /// The same, and images on the pages
    Images,
}

/// Flags that have no effect without `--html`.
const HTML: &str = "html_layout link_table title style lang output rel target class attribute short allow_scheme \
    attachments raw update mask_addresses strict";

/// Flags that have no effect on a fragment.
const PAGE: &str = "html_layout link_table title style lang attachments raw update";

/// Flags that have no effect on a whole text, which is not a list.
const LIST: &str = "line_number column byte_offset with_filename before_context after_context context heading by \
    null unique counts mark_joined by_message max_count stats color hyperlink rejected explain headers all_parts \
    from subject after before";

/// Flags for the lines around a URL.
const CONTEXT: &str = "before_context after_context context heading";

/// Flags for the place of a URL. With counts, a URL may have several.
const PLACES: &str = "line_number column byte_offset with_filename";

/// Flags for whole lines with marked URLs.
const LINES: &str = "line vimgrep pretty";

/// Filters that need a valid URL.
const OF_URLS: &str = "host exclude_host tld port path query min_confidence joined";

/// Refuses options on the command line that have no effect beside each other. Options from the configuration file apply
/// where they have an effect.
pub fn check(html: Option<Extent>, output: &Output, given: &Given) -> Result<(), Error> {
    let among = |ids: &str| -> Vec<String> {
        ids.split(' ').filter(|id| given.has(id)).map(|id| format!("--{}", id.replace('_', "-"))).collect()
    };
    let colours = ["color", "hyperlink"];
    let through: Vec<&str> = LIST.split(' ').filter(|id| !output.ansi || !colours.contains(id)).collect();
    let rows = output.json || output.csv || output.tsv || output.format.is_some();
    let rules: [(bool, &str, &str); 9] = [
        (html == Some(Extent::Page), LIST, "with --html"),
        (html == Some(Extent::Fragment), &[LIST, PAGE].join(" "), "with --html=fragment"),
        (html.is_none(), HTML, "without --html"),
        (output.markdown, LIST, "with --markdown"),
        (output.ansi, &through.join(" "), "with --ansi"),
        (output.json, CONTEXT, "with --json"),
        (rows && !output.json, CONTEXT, "with --csv, --tsv or --format"),
        (output.vimgrep, CONTEXT, "with --vimgrep"),
        (output.counts, &[CONTEXT, PLACES].join(" "), "with --counts"),
    ];
    let of_links = [OF_URLS, LINES, CONTEXT].join(" ");
    let rejected = (given.has("rejected"), &*of_links, "with --rejected");
    let top = (output.top.is_none() && html.is_none(), "by", "without --top");
    if (output.markdown || output.ansi) && given.has("only_matching") {
        let message = "-o names a file only with --html; to write to a file, use > FILE";
        return Err(Error::raw(ErrorKind::ArgumentConflict, message));
    }
    for (is_so, ids, why) in rules.into_iter().chain([rejected, top]) {
        let none = if is_so { among(ids) } else { Vec::new() };
        if !none.is_empty() {
            let advice = if none == ["--output"] { "; to write URLs to a file, use > FILE" } else { "" };
            let message = format!("{} {why}{advice}", no_effect(&none));
            return Err(Error::raw(ErrorKind::ArgumentConflict, message));
        }
    }
    Ok(())
}

/// Returns the words with `-o` as `--output` if `--html` is among them. HTML has no use for the list option of that
/// name.
pub fn with_output(words: &[OsString]) -> Vec<OsString> {
    let options = words.iter().take_while(|word| *word != "--").count();
    let is_html = |word: &OsString| word == "--html" || word.to_str().is_some_and(|word| word.starts_with("--html="));
    let has_html = words[..options].iter().any(is_html);
    let named = |(index, word): (usize, &OsString)| {
        if has_html && index < options && word == "-o" { OsString::from("--output") } else { word.clone() }
    };
    words.iter().enumerate().map(named).collect()
}
