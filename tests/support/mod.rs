//! What the tests of the library and those of the command share.

#[cfg(feature = "mail")]
pub mod cases;
#[cfg(feature = "mail")]
pub mod messages;
pub mod random;
