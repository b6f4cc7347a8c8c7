//! Finds every URL in plain text the way a careful reader would, proves each one against a grammar, and puts back
//! together those that were broken over lines.
//!
//! ```
//! let text = "See <http://example.com/a/\n  b.html> and www.example.org, please.";
//! let urls: Vec<String> = napkin::Finder::new().find_iter(text).map(|link| link.url().to_string()).collect();
//! assert_eq!(urls, ["http://example.com/a/b.html", "http://www.example.org"]);
//! ```
//!
//! The data flows one way, and the modules stand in its order:
//!
//! ```text
//! input  ->  scan  ->  delimit  ->  rejoin  ->  uri  ->  emit
//! bytes      trigger   candidate    pieces     link     list, JSON, HTML
//! to text                           to one     or rejection
//! ```
//!
//! A [`Finder`] is the face over all of it. It finds [`Link`]s in a string or in bytes, or hands them to a [`Sink`] as
//! they settle in a stream of any length, in bounded memory. A [`Uri`] is one validated URI by itself.

mod error;
mod finder;
mod judge;
mod link;
mod search;
mod window;

mod characters;

mod input;

mod scan;

mod delimit;

mod rejoin;

pub mod uri;

pub mod emit;

#[cfg(feature = "mail")]
pub use crate::input::{html, mail};
pub use crate::{
    emit::Linkifier,
    error::Error,
    finder::{FindIter, Finder, FinderBuilder, Hyphen, Rejoin},
    input::{Event, Sink, Stream},
    link::{Attribute, Break, Delimiter, Kind, Kinds, Link, Part, Piece, Position, Refused, Rejoined},
    uri::{Grammar, Rejection, Uri},
};

/// The README's examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
