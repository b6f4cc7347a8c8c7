//! Facts about characters and words: what a character does to a URL in running text, and which words are known.

pub(crate) mod base64;
pub(crate) mod byte_table;
pub(crate) mod characters;
pub(crate) mod control_functions;
pub(crate) mod entities;
pub(crate) mod file_names;
mod link_properties;
#[cfg(feature = "write")]
pub(crate) mod scripts;
pub(crate) mod short;
#[cfg(feature = "mail")]
pub(crate) mod terms;
pub(crate) mod top_level_domains;
pub(crate) mod utf8;
pub(crate) mod words;
