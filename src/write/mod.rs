//! What becomes of links: lists for people and programs, and JSON.
//!
//! Each of the writers here is a [`Sink`](crate::Sink). HTML in which links can be clicked is made by
//! [`Linkifier`](crate::Linkifier).

mod visible;

mod list;

#[cfg(feature = "serde")]
mod record;

#[cfg(feature = "json")]
mod json;

#[cfg(feature = "json")]
pub use self::json::Json;
#[cfg(feature = "serde")]
pub use self::record::{Fault, Record, Summary};
pub use self::{
    list::{Fields, List, Occurrences},
    visible::{Visible, is_hidden, visible},
};
