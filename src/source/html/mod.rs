//! HTML: the URLs in its attributes, and those in the text that a reader sees.
//!
//! ```text
//! bytes  ->  tokens       ->  document           ->  links
//! charset    references       text, attributes       base, grammar
//!                             text, tree         ->  places of anchors
//! ```

mod attributes;
mod packed;

mod map;
mod references;
mod values;

mod tokenizer;

mod element;
mod hidden;

mod tree;

mod start_tag;
mod tag;
mod tag_log;

pub(crate) mod document;

mod attribute_url;

#[cfg(feature = "mail")]
mod letter;

mod label;
mod recognise;

mod search;
mod text_nodes;

#[cfg(test)]
mod oracle;

#[cfg(feature = "mail")]
pub(super) use self::label::label;
#[cfg(feature = "mail")]
pub(crate) use self::letter::{AnchorTarget, read_letter};
pub use self::recognise::recognise;
pub(crate) use self::{
    document::Document,
    recognise::recognise_sure,
    search::{search, search_document},
    start_tag::attributes,
    text_nodes::{Insertion, TextNodes},
};
