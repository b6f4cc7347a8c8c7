//! Links out: what becomes of a text and the links found in it.
//!
//! Lists and JSON are the command's business; the library makes HTML, where being wrong is dangerous.

mod html;

pub use self::html::Linkifier;
