//! Validates, resolves and compares single URIs.
//!
//! ```
//! use napkin::{Grammar, Uri};
//!
//! let uri = Uri::parse("http://a.example:8080/b?c#d", Grammar::Rfc3986)?;
//! assert_eq!(uri.host(), Some("a.example"));
//!
//! let rejection = Uri::parse("http://a.example:80x/", Grammar::Rfc3986).unwrap_err();
//! assert_eq!((rejection.at(), rejection.rule()), (19, "rfc3986 3.2.3 port"));
//! # Ok::<(), napkin::Rejection>(())
//! ```
//!
//! A [`Grammar`] is the syntax. A [`Rejection`] has the rule that a string breaks, and the first byte that breaks it.
//! [`Components`] has the offsets of the parts of a valid string.

pub(crate) mod class;
pub(crate) mod rejection;

pub(crate) mod cursor;
pub(crate) mod host;
pub(crate) mod percent;

pub(crate) mod components;
pub(crate) mod host_ascii;
pub(crate) mod productions;
pub(crate) mod resolution;

pub(crate) mod schemes;

pub(crate) mod syntax;

pub(crate) mod parse;

pub(crate) mod grammars;

pub(crate) mod grammar;

pub(crate) mod validated;

mod normalize;
mod readable;
mod resolve;
#[cfg(feature = "serde")]
mod serialize;
#[cfg(feature = "url")]
mod to_url;

pub(crate) mod redirects;
mod tracking;

#[cfg(test)]
mod differences;

pub use self::{
    components::Components, grammar::Grammar, host::HostKind, redirects::unwrap_redirect, rejection::Rejection,
    tracking::strip_tracking, validated::Uri,
};
pub(crate) use self::{resolve::Base, syntax::Syntax};
