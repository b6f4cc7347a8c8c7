//! The entry points of the library: finders for text, mail, HTML and WARC, and linkifiers.

mod text;

#[cfg(feature = "mail")]
mod archive;
mod builder;
mod feed;
#[cfg(feature = "mail")]
mod letters;
#[cfg(feature = "write")]
mod linkifier;
#[cfg(feature = "write")]
mod linkifier_feed;
mod searcher;
mod spans;
mod stream;

#[cfg(feature = "html")]
mod html_linkifier;

#[cfg(feature = "html")]
pub mod html;
#[cfg(feature = "mail")]
pub mod mail;
#[cfg(feature = "warc")]
pub mod warc;

mod format;

pub use self::{
    builder::FinderBuilder,
    feed::Feed,
    format::{Format, InputFinder},
    searcher::{PartStart, Searcher},
    spans::{Span, Spans},
    stream::Stream,
    text::{FindIter, Finder},
};
#[cfg(feature = "write")]
pub use self::{linkifier::Linkifier, linkifier_feed::LinkifierFeed};
