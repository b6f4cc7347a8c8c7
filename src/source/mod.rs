//! What holds texts: HTML, and mail and news archives.

mod base;
mod charset;
pub mod html;
pub mod mail;
