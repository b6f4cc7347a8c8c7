//! What holds texts: HTML, mail and news.

pub(crate) mod buffers;

#[cfg(feature = "mail")]
mod base;
#[cfg(feature = "mail")]
mod base64;
#[cfg(feature = "mail")]
mod charset;
#[cfg(feature = "mail")]
mod identity;

#[cfg(feature = "mail")]
pub(crate) mod html;

#[cfg(feature = "mail")]
pub(crate) mod mail;
