//! The forms that a URL is written in: where each begins, looking back from its trigger, and where it ends when nothing
//! delimits it. A form is a file here and a line in [`read`].

pub(crate) mod beginning;

mod front;

mod authority;
mod host_in_string;
mod host_part;
mod more_of_host;
pub(crate) mod name;
mod placeholder;
pub(super) mod reference;
pub(crate) mod verbatim;

mod brackets;
mod end_mark;
pub(crate) mod in_line;
pub(crate) mod string_in_line;
pub(crate) mod string_marks;
pub(crate) mod tail;

pub(crate) mod member;

pub(crate) mod address;
pub(crate) mod hierarchical;
pub(crate) mod host;
pub(crate) mod local_part;
mod mail;
mod opaque;
mod password;

mod scheme;

pub(crate) mod read;
