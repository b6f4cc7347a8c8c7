//! Bytes in: a whole text or a stream becomes windows, and what is found in them is handed out as the text settles.

mod code;
mod decode;
pub(crate) mod driver;
pub(crate) mod label;
pub(crate) mod lines;
mod roll;

pub(crate) mod search;
