//! One URI: the validator, its grammars as tables, and the components of what it accepts.
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
//! A string is judged once, from left to right: [`Grammar`] names the tables it is judged by, a [`Rejection`] the first
//! byte that can't stand where it is, and [`Components`] where the parts of an accepted string are.

mod grammar;
mod rejection;
mod table;

mod components;
mod documents;
mod host;
mod parse;
mod schemes;

mod escape;
mod readable;

mod own;

mod normalize;
mod resolve;

mod unwrap;

#[cfg(test)]
mod differences;

pub use self::{
    components::{Components, HostKind},
    grammar::Grammar,
    own::Uri,
    rejection::Rejection,
    unwrap::unwrap,
};
pub(crate) use self::{
    host::is_dns_name,
    parse::{Goal, parse, validate},
    rejection::Rule,
    unwrap::unwrap_if,
};
