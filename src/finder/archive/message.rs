//! The messages of an archive as it remembers them, and their order.

use std::ops::Range;

use super::file_name::message_id;
use crate::write::html::Mention;

/// The subject shown for a message without one.
pub(super) const NO_SUBJECT: &str = "(no subject)";

/// The facts kept about a message.
#[derive(Debug, Default)]
pub(super) struct ArchivedMessage {
    pub(super) key: u64,
    /// A hash of its text, to compare messages with the same identifier.
    pub(super) content: u64,
    /// The identifiers of those that it answers, the nearest first.
    pub(super) parents: Vec<u64>,
    pub(super) subject: String,
    pub(super) from: String,
    /// The date in UTC, and its seconds since 1970.
    pub(super) date: Option<(String, i64)>,
    pub(super) has_images: bool,
    /// The place of the beginning of its text, for the search.
    pub(super) excerpt: Range<u64>,
    /// The places of its HTML: up to the rows of the header, and the rest.
    pub(super) before: Range<u64>,
    pub(super) behind: Range<u64>,
}

/// The messages in the order of their dates.
pub(super) struct Ranks {
    pub(super) order: Vec<usize>,
    /// The place of each message in `order`.
    pub(super) ranks: Vec<u32>,
}

impl ArchivedMessage {
    /// Its day in UTC, or nothing.
    pub(super) fn day(&self) -> &str {
        self.date.as_ref().and_then(|(date, _)| date.get(.."2009-03-03".len())).unwrap_or_default()
    }

    pub(super) fn mention(&self) -> Mention {
        let date = self.date.as_ref().map(|(date, _)| date.clone());
        Mention { id: message_id(self.key), from: self.from.clone(), date }
    }

    /// Its month in UTC, as a name.
    pub(super) fn month(&self) -> &str {
        self.date.as_ref().and_then(|(date, _)| date.get(..7)).unwrap_or("undated")
    }

    pub(super) fn seconds(&self) -> Option<i64> {
        self.date.as_ref().map(|(_, seconds)| *seconds)
    }
}

impl Ranks {
    /// Returns the ranks of all messages by their dates. Those without a date come first.
    pub(super) fn of(messages: &[ArchivedMessage]) -> Ranks {
        let mut order: Vec<usize> = (0..messages.len()).collect();
        order.sort_by_key(|&index| (messages[index].day(), messages[index].seconds(), index));
        let mut ranks = vec![0; order.len()];
        order.iter().zip(0..).for_each(|(&index, rank)| ranks[index] = rank);
        Ranks { order, ranks }
    }
}
