//! What can be done other than searching, with single strings in place of files: [`check`] shows each one's [`verdict`], and
//! [`resolve`] its target; [`texts`] says which strings there are. And [`rules`] prints what the engine knows.

pub mod check;
pub mod resolve;
pub mod rules;
mod texts;
mod verdict;
