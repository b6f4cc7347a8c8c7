//! Mail and news: mailboxes become messages, messages parts, and parts the texts that their senders wrote.

mod base64;
mod decoding;

mod header;
mod message;
mod postmark;

mod mailbox;

mod content_lines;
mod flowed;
mod transfer;

mod fields;
mod parts;

mod uuencode;

mod large;
mod text;

mod search;

pub use self::postmark::recognise;
pub(crate) use self::search::{Options, search};
