//! What can be done other than searching, with single strings in place of files: [`check`] shows each one's [`verdict`], and
//! [`resolve`] its target. [`texts`] says which strings there are.

pub mod check;
pub mod resolve;
mod texts;
mod verdict;
