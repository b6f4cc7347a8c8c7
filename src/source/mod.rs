//! What holds texts: HTML, mail and news, calendars and cards, WARC.

pub(crate) mod buffers;

#[cfg(feature = "html")]
mod base;
#[cfg(feature = "html")]
mod charset;
#[cfg(feature = "html")]
pub(crate) mod identity;
#[cfg(feature = "html")]
mod sign;
#[cfg(feature = "write")]
pub(crate) mod steps;

#[cfg(feature = "html")]
pub(crate) mod html;

#[cfg(feature = "mail")]
pub(crate) mod folded;

#[cfg(feature = "mail")]
pub(crate) mod mail;

#[cfg(feature = "warc")]
pub(crate) mod warc;
