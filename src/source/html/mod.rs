//! HTML: the URLs in its attributes, and those in the text that a reader sees.
//!
//! ```text
//! bytes  ->  document           ->  links
//! charset    text, attributes       base, grammar
//! ```

mod attributes;
mod packed;

mod map;
mod values;

pub(crate) mod document;

mod label;
mod recognise;

mod search;

#[cfg(feature = "mail")]
pub(super) use self::label::label;
pub use self::recognise::recognise;
pub(crate) use self::{
    document::Document,
    search::{search, search_document},
};
