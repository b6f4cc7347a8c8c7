//! The tests of the library, in one binary: what takes long is to link each of them.

mod allocations;
mod common;
mod corpus;
mod differential;
mod documents;
#[allow(dead_code, reason = "their `main`s are not called")]
mod examples;
mod feed;
mod filters;
mod grammars;
mod host_ascii;
mod host_texts;
mod hostile;
mod html;
#[cfg(feature = "html")]
mod html_links;
mod labels;
mod layers;
mod linear;
mod literals;
#[cfg(feature = "mail")]
mod mail;
#[cfg(feature = "mail")]
mod mail_lines;
#[cfg(feature = "mail")]
mod mail_pages;
#[cfg(feature = "markdown")]
mod markdown;
mod marked_lines;
mod names;
mod normalize;
mod one_host;
mod oracle;
#[cfg(feature = "mail")]
mod pages;
mod plain;
mod prop;
#[cfg(all(feature = "json", feature = "mail"))]
mod public;
mod reach;
mod readable;
#[cfg(feature = "mail")]
mod recognise;
mod resolve;
mod rewrap;
mod sequences;
mod skip_code;
mod spent;
mod stages;
mod stream;
mod strings;
#[path = "../support/mod.rs"]
mod support;
mod tracking;
mod unwrap;
mod uri;
mod uts58;
#[cfg(feature = "warc")]
mod warc;
#[allow(dead_code, reason = "the generator in `tools/` takes other texts, too")]
#[path = "../../tools/src/wrapping/mod.rs"]
mod wrapping;
mod written;

/// What the tables of the sources are written with.
#[allow(dead_code, unused_imports, reason = "only a macro is used")]
#[path = "../../src/text"]
mod text {
    pub mod words;
}

use support::random;
