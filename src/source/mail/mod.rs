//! Mail and news: mailboxes become messages, messages parts, and parts the texts that their senders wrote.

pub(in crate::source) mod header;
mod postmark;

mod marks;
mod recognise;

mod mailbox;
mod mailbox_parts;

mod base64;
mod decoding;
mod transfer;

mod words;

mod address;
pub(in crate::source) mod content_type;
mod date;
mod identifier;

mod message;

mod flowed;

mod fields;
mod part_path;
mod parts;

mod uuencode;

mod file_position;
mod large;
mod text;

mod letter;
mod masked;

mod search;

pub(crate) use self::{
    letter::{Letter, LetterPart, letters},
    masked::masked,
    search::{Options, search, search_part},
};
pub use self::{
    mailbox::is_mailbox,
    mailbox_parts::{MailboxPart, MailboxParts},
    recognise::{recognise, resembles},
};
