//! What the header of a message says to people: read when it is asked for.

use super::{address, date::Date, header::Header, identifier, words};
use crate::message::Message;

impl Message<'_> {
    fn value(&self, name: &str) -> Option<&[u8]> {
        Header::whole(self.header).value(name)
    }

    /// Its identifier (`Message-ID`), without angle brackets.
    pub fn id(&self) -> Option<String> {
        self.value("Message-ID").and_then(identifier::first)
    }

    /// Its date as RFC 3339 writes it, in the zone of the sender; `None` where the field is no date.
    pub fn date(&self) -> Option<String> {
        self.value("Date").and_then(Date::read).map(Date::to_rfc_3339)
    }

    /// The same in seconds since 1970-01-01T00:00:00Z, by which messages can be put in order.
    pub fn timestamp(&self) -> Option<i64> {
        self.value("Date").and_then(Date::read).map(Date::timestamp)
    }

    /// Whom it is from: `Name <address>`, or what of it is there.
    pub fn from(&self) -> Option<String> {
        self.value("From").and_then(address::first)
    }

    /// What it is about, decoded.
    pub fn subject(&self) -> Option<String> {
        self.value("Subject").and_then(words::unstructured)
    }
}
