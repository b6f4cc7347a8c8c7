//! Commands other than the search, for single strings: [`check`] prints the [`verdict`] on each, [`resolve`] its
//! target; [`texts`] reads the strings. [`rules`] lists the rules of the engine.

pub mod check;
pub mod resolve;
pub mod rules;
mod texts;
mod verdict;
