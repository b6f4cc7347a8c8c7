//! Finds every URL in plain text the way a careful reader would, including those broken over lines.
//!
//! ```sh
//! cargo add --path ../napkin --no-default-features
//! ```
//!
//! ```
//! let file = "See <http://example.com/a/\n  b.html> and www.example.org.".as_bytes(); // or File::open("notes.txt")?
//! for link in napkin::Finder::new().stream(file) {
//!     println!("{}", link?.url()); // http://example.com/a/b.html, then http://www.example.org
//! }
//! # let urls: Result<Vec<_>, _> = napkin::Finder::new().stream(file).map(|link| link.map(|link| link.to_string())).collect();
//! # assert_eq!(urls?, ["http://example.com/a/b.html", "http://www.example.org"]);
//! # Ok::<(), napkin::Error>(())
//! ```
//!
//! There are three nouns:
//!
//! - A [`Finder`] says what to find, and finds it. Set it up with [`Finder::builder`].
//! - A [`Link`] is one URL: complete as [`url`](Link::url), as written as [`as_str`](Link::as_str), and its place as
//!   [`range`](Link::range) and [`pieces`](Link::pieces).
//! - A [`Linkifier`] turns text into HTML with anchors.
//!
//! # Which method
//!
//! | you have | call |
//! | --- | --- |
//! | a file, socket or other reader | [`Finder::stream`], an iterator in bounded memory |
//! | a string, or bytes | [`Finder::find_iter`], or [`Finder::spans`] for the text between links too |
//! | a reader, and no need to keep links | [`Finder::search`] with a closure, which copies nothing |
//! | chunks that arrive one by one | [`Finder::feed`] |
//! | text to show in a web page | [`Linkifier::to_string`], [`Linkifier::write`] |
//! | links to write as a list, JSON, CSV or Markdown | [`Finder::search_into`] with a sink of [`write`](mod@write) |
//! | hosts, paths or patterns to select by | [`filter`] |
//! | one URL to validate, resolve or compare | [`Uri`] |
//! | mail, HTML or WARC files | the modules `mail`, `html` and `warc` |
//!
//! No text is an error, and none panics. Readers, writers and settings can fail: see [`Error`].
//!
//! # Features
//!
//! The default features build the command. Without them the library depends on `memchr` and `unicode-segmentation` only.
//!
//! | feature | adds |
//! | --- | --- |
//! | `write` | the writers of `write`, and `Linkifier` |
//! | `html` | URLs in HTML, in any charset; includes `write` |
//! | `mail` | mail, news and mailboxes; includes `html` |
//! | `warc` | crawl archives; includes `mail` |
//! | `zip` | gzip inside WARC files, and the command's `-z` |
//! | `patterns` | `filter::Patterns` and `filter::Regexps` |
//! | `serde`, `json` | `write::Record`; `write::Json`; both include `write` |
//! | `idna` | exact A-labels for every host: [`Uri::host_ascii`] |
//! | `url` | conversions to `url::Url` |
//! | `cli` | the command; includes `warc`, `json` and `patterns` |

mod error;
mod setters;
mod unknown_name;

mod blocks;

mod text;

pub mod uri;

mod config;
mod defang;
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

#[cfg(feature = "write")]
pub mod write;

mod finder;

#[cfg(napkin_rent)]
#[doc(hidden)]
pub use crate::engine::listing::append_rent;
pub use crate::engine::{
    listing::engine_rules,
    rules::{EngineRule, Place},
};
#[cfg(feature = "html")]
pub use crate::finder::html;
#[cfg(feature = "mail")]
pub use crate::finder::mail;
#[cfg(feature = "warc")]
pub use crate::finder::warc;
#[cfg(feature = "write")]
pub use crate::finder::{Linkifier, LinkifierFeed};
pub use crate::{
    config::{Hyphen, Rejoin},
    error::{Error, ErrorKind},
    finder::{Feed, FindIter, Finder, FinderBuilder, Format, InputFinder, PartStart, Searcher, Span, Spans, Stream},
    kinds::{Delimiter, Kind, Kinds, KindsIter},
    link::{Attribute, Break, Link, Notation, Part, Piece, Position, Refused, Rejoined},
    sink::{Answer, Context, Event, Sink, sink_fn},
    unknown_name::UnknownName,
    uri::{Grammar, Rejection, Uri},
};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../docs/library.md")]
struct Documents;
