//! What is known of a message in which something was found, and what can be wrong with one.

use std::fmt;

use super::header::{self, Header};

/// The message that a link stands in. Its fields are read when they are asked for.
#[derive(Clone, Copy, Debug)]
pub struct Message<'m> {
    pub(super) number: Option<usize>,
    pub(super) offset: usize,
    pub(super) header: Header<'m>,
    pub(super) part: Option<&'m str>,
    pub(super) field: Option<&'m str>,
}

impl<'m> Message<'m> {
    /// Its number in the mailbox or batch, from 1; none for a message that is not in one.
    pub fn number(&self) -> Option<usize> {
        self.number
    }

    /// Where it begins in what was read, in bytes from 0: in a mailbox, at its `From ` line, in a batch, at the line that
    /// says how long it is.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The part, by its number and those of the parts it is in, as IMAP counts them (RFC 9051, 6.4.5): `1.2`. A file that is
    /// uuencoded in the text of a part is named behind it: `1.2/soup.txt`. None where the message is too large to be taken
    /// apart, and in its own header.
    pub fn part(&self) -> Option<&'m str> {
        self.part
    }

    /// The header field, by its name as it is written there: that of the [`part`](Message::part), or else of the message.
    /// None in a body.
    pub fn field(&self) -> Option<&'m str> {
        self.field
    }

    /// Its identifier (`Message-ID`), without angle brackets.
    pub fn id(&self) -> Option<String> {
        self.header.value("Message-ID").and_then(header::identifier)
    }

    /// Its date as RFC 3339 writes it, in the zone of the sender; none where the field is no date.
    pub fn date(&self) -> Option<String> {
        self.header.value("Date").and_then(header::date)
    }

    /// The same in seconds since 1970-01-01T00:00:00Z, by which messages can be put in order.
    pub fn timestamp(&self) -> Option<i64> {
        self.header.value("Date").and_then(header::timestamp)
    }

    /// Whom it is from: `Name <address>`, or what of it is there.
    pub fn from(&self) -> Option<String> {
        self.header.value("From").and_then(header::address)
    }

    /// What it is about, decoded.
    pub fn subject(&self) -> Option<String> {
        self.header.value("Subject").and_then(header::text)
    }
}

/// A message that could not be read as it should be. What could be read of it was searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    pub(super) number: Option<usize>,
    pub(super) offset: usize,
    pub(super) reason: Reason,
    /// What the reason is about, in the words of the message.
    pub(super) detail: Option<String>,
}

impl Damage {
    /// The message's number in the mailbox or batch, from 1; none for a message that is not in one.
    pub fn number(&self) -> Option<usize> {
        self.number
    }

    /// Where the message begins, as [`Message::offset`] says it.
    pub fn offset(&self) -> usize {
        self.offset
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            Some(number) => write!(f, "message {number} at byte {}: ", self.offset)?,
            None => f.write_str("message: ")?,
        }
        f.write_str(self.reason.text())?;
        match &self.detail {
            Some(detail) => write!(f, ": {detail:?}"),
            None => Ok(()),
        }
    }
}

/// What is wrong with a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Reason {
    TooLarge,
    Miscounted,
    NoHeader,
    TooDeep,
    TooEncoded,
    TooManyParts,
    NoBoundary,
    NoParts,
    Unclosed,
    Encoding,
    Base64,
    Charset,
    CutFile,
    LargeHtml,
}

impl Reason {
    fn text(self) -> &'static str {
        match self {
            Reason::TooLarge => "is larger than the limit, and was searched as it stands",
            Reason::Miscounted => "is not as long as its batch says",
            Reason::NoHeader => "has no header",
            Reason::TooDeep => "has parts too deep within each other, which were searched as they stand",
            Reason::TooEncoded => {
                "has encoded messages too large or too deep within each other, which were searched as text"
            }
            Reason::TooManyParts => "has too many parts; the last were searched as they stand",
            Reason::NoBoundary => "has a multipart without a boundary",
            Reason::NoParts => "has a multipart whose boundary never comes",
            Reason::Unclosed => "ends before its last boundary",
            Reason::Encoding => "has a part in an unknown transfer encoding",
            Reason::Base64 => "has base64 with something else in it",
            Reason::Charset => "has a part in an unknown charset",
            Reason::LargeHtml => "has an HTML part that is too large, which was searched as text",
            Reason::CutFile => "has a uuencoded file without an end, or too large",
        }
    }
}
