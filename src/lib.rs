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
//! error   what can go wrong
//! text/   facts about characters and words
//! uri/    one URI: grammars, schemes, resolution
//! config  link  sink   plain data: what to find, what was found, who takes it
//! engine/ the pure function over a window of text: scan, delimit, rejoin, accept, search
//! read/   buffers: a slice or a stream becomes windows
//! finder  the face
//! source/ what holds texts: HTML, mail and news
//! write/  what becomes of links: HTML
//! ```
//!
//! A [`Finder`] is the face over all of it. It finds [`Link`]s in a string or in bytes, or hands them to a [`Sink`] as
//! they settle in a stream of any length, in bounded memory. A [`Uri`] is one validated URI by itself.

mod error;

mod text;

pub mod uri;

mod config;
mod link;
mod sink;

mod engine;

mod read;

mod finder;

#[cfg(feature = "mail")]
mod source;

pub mod write;

#[cfg(feature = "mail")]
pub use crate::source::{html, mail};
pub use crate::{
    config::{Hyphen, Rejoin},
    error::Error,
    finder::{FindIter, Finder, FinderBuilder},
    link::{Attribute, Break, Delimiter, Kind, Kinds, Link, Part, Piece, Position, Refused, Rejoined},
    read::Stream,
    sink::{Event, Sink},
    uri::{Grammar, Rejection, Uri},
    write::Linkifier,
};

/// The README's examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
