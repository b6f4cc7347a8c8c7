//! The forms that a URL is written in: where each begins, looking back from its trigger, and where it ends when nothing
//! delimits it. A form is a file here and a line in [`read`].

pub(crate) mod beginning;

mod front;

mod authority;
pub(crate) mod name;
pub(crate) mod tail;

mod member;

pub(crate) mod address;
mod hierarchical;
mod host;
mod mail;
mod opaque;

pub(crate) mod plain_name;

mod scheme;

pub(crate) mod read;
