//! Mail as a folder of pages: threads, months, authors and hosts, an index, feeds, and a search.
//!
//! Say three messages come, the third an answer to the first. Each is converted to HTML and kept in a temporary file; the archive
//! remembers its place, sender and subject, and hashes of the identifiers that it names. When all have come, the first and the third
//! become one page, the second another. Files that are missing or differ are written, and all take their names at the end.

mod attachments;
mod file_name;
mod folder;
mod message;
mod postings;
mod spool;
mod threads;

mod mail_archive;

mod lists;
mod pages;
mod search;
mod state;

pub use self::{
    attachments::Attachments,
    mail_archive::{Archived, MailArchive},
};
