//! What the tests of the library and those of the command share.

pub mod cases;
#[cfg(feature = "mail")]
pub mod messages;
pub mod random;
#[cfg(feature = "warc")]
pub mod warc;
