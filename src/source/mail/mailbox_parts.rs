//! A mailbox in parts, each of some messages, so that several threads can search it at the same time.
//!
//! The parts are made by what splits a mailbox into its messages, which reads all of it. So a part begins where a message does,
//! whatever it takes to know that.

use std::io::Read;

use super::mailbox::{Mailbox, MessageStart};

/// Some messages of a mailbox, one behind the other: see [`MailFinder::parts`](crate::mail::MailFinder::parts).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MailboxPart {
    pub(super) start: MessageStart,
    pub(super) end: Option<usize>,
}

impl MailboxPart {
    /// Where the first of them begins in the mailbox, in bytes.
    pub fn start(&self) -> usize {
        self.start.offset
    }

    /// Where the next part begins; `None` if this is the last one.
    pub fn end(&self) -> Option<usize> {
        self.end
    }
}

/// The parts of a mailbox: what [`MailFinder::parts`](crate::mail::MailFinder::parts) returns.
#[derive(Debug)]
pub struct MailboxParts<R> {
    mailbox: Mailbox<R>,
    size: usize,
    is_over: bool,
}

impl<R: Read> MailboxParts<R> {
    pub(crate) fn new(reader: R, limit: usize, size: usize, has_lines: bool) -> MailboxParts<R> {
        MailboxParts { mailbox: Mailbox::new(reader, limit, Vec::new()).lines(has_lines), size, is_over: false }
    }
}

impl<R: Read> Iterator for MailboxParts<R> {
    type Item = MailboxPart;

    fn next(&mut self) -> Option<MailboxPart> {
        if self.is_over {
            return None;
        }
        let start = self.mailbox.here();
        let mut end = None;
        if self.mailbox.is_container() {
            while end.is_none() && self.mailbox.pass() && !self.mailbox.is_at_end() {
                let here = self.mailbox.here().offset;
                end = (here - start.offset >= self.size).then_some(here);
            }
        }
        self.is_over = end.is_none();
        Some(MailboxPart { start, end })
    }
}

impl<R: Read> std::iter::FusedIterator for MailboxParts<R> {}
