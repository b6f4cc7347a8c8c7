//! Finds every URL in plain text the way a careful reader would, proves each one against a grammar, and puts back
//! together those that were broken over lines.
//!
//! ```
//! let text = "See <http://example.com/a/\n  b.html> and www.example.org, please.";
//! let urls: Vec<String> = napkin::Finder::new().find_iter(text).map(|link| link.url().to_string()).collect();
//! assert_eq!(urls, ["http://example.com/a/b.html", "http://www.example.org"]);
//! ```
//!
//! The folders are layers, each importing only from those before it:
//!
//! ```text
//! error  unknown_name   what can go wrong
//! text/   facts about characters and words
//! uri/    one URI: grammars, schemes, resolution
//! config  kinds  link  message  sink  warc_record   plain data: what to find, what was found and in what, who takes it
//! filter/ which links are wanted
//! engine/ the pure function over a window of text: scan, delimit, rejoin, accept, search
//! read/   buffers: a slice or a stream becomes windows, through one driver
//! source/ what holds texts: HTML, mail and news, WARC
//! write/  what becomes of links: records, lists, JSON, Markdown, HTML
//! finder/ the faces
//! ```
//!
//! A [`Finder`] is the face over all of it. It finds [`Link`]s in a string or in bytes, or hands them to a [`Sink`] as
//! they settle in a stream of any length, in bounded memory. A [`Uri`] is one validated URI by itself.
//!
//! # Where to begin
//!
//! | to | use |
//! | --- | --- |
//! | find the URLs in a string | [`Finder::find_iter`], with the text between them [`Finder::spans`] |
//! | find them in a reader, or in pieces that arrive one by one | [`Finder::stream`], [`Finder::search`], [`Feed`] |
//! | make them anchors of HTML | [`Linkifier`], of a text that arrives in pieces [`Linkifier::feed`] |
//! | make links of them in Markdown, or write lists and records | [`write`](mod@write) |
//! | take some of them only, by host, path or pattern | [`filter`] |
//! | prove, resolve or compare one URL | [`Uri`] |
//! | search mail, HTML or archives of crawls | the modules `mail`, `html` and `warc` |
//!
//! # Features
//!
//! The default features are those of the command, and bring what it depends on. A program that uses the library has `default-features = false`, and
//! with that nothing but `memchr` and `unicode-segmentation`, and adds what it needs:
//!
//! | feature | what it brings |
//! | --- | --- |
//! | `html` | URLs in documents of HTML, whatever their charset |
//! | `mail` | mail, news and mailboxes; `html` with it |
//! | `warc` | archives of crawls; `mail` with it |
//! | `zip` | records of WARC that gzip compressed, and the command's `-z` |
//! | `patterns` | `filter::Patterns` and `filter::Regexps` |
//! | `serde`, `json` | `write::Record`, and `write::Json` |
//! | `idna` | hosts in A-labels for all of Unicode: [`Uri::host_ascii`] and what compares hosts by it are exact |
//! | `url` | conversions to the types of the crate of that name |
//! | `cli` | the command; `warc`, `json` and `patterns` with it |
//!
//! All of it needs the standard library.

mod error;
mod unknown_name;

mod text;

pub mod uri;

mod config;
mod kinds;
mod link;
#[cfg(feature = "mail")]
mod message;
mod sink;
#[cfg(feature = "warc")]
mod warc_record;

pub mod filter;

mod engine;

mod read;

mod source;

pub mod write;

mod finder;

#[cfg(feature = "html")]
pub use crate::finder::html;
#[cfg(feature = "mail")]
pub use crate::finder::mail;
#[cfg(feature = "warc")]
pub use crate::finder::warc;
pub use crate::{
    config::{Hyphen, Rejoin},
    error::{Error, ErrorKind},
    finder::{
        Feed, FindIter, Finder, FinderBuilder, Format, InputFinder, Linkifier, LinkifierFeed, PartStart, Searcher,
        Span, Spans, Stream,
    },
    kinds::{Delimiter, Kind, Kinds, KindsIter},
    link::{Attribute, Break, Link, Notation, Part, Piece, Position, Refused, Rejoined},
    sink::{Answer, Context, Event, Sink, sink_fn},
    unknown_name::UnknownName,
    uri::{Grammar, Rejection, Uri},
};

/// The examples of the README and of the page on the library are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../docs/library.md")]
struct Documents;
