//! Messages of mail and news as plain data: which one something was found in, and what can be wrong with one.

use std::{fmt, ops::Range, sync::OnceLock};

/// A message that is searched. Its fields are parsed when they are asked for.
///
/// ```
/// use napkin::{Finder, mail::MailFinder};
///
/// let message = "From: Sam <sam@a.example>\nSubject: Soup\n\nhttp://a.example/soup\n";
/// let mut subject = None;
/// MailFinder::new(Finder::new()).search(message.as_bytes(), |_, context| {
///     subject = context.message().and_then(|message| message.subject());
/// })?;
/// assert_eq!(subject.as_deref(), Some("Soup"));
/// # Ok::<(), napkin::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Message<'m> {
    pub(crate) number: Option<usize>,
    pub(crate) offset: usize,
    pub(crate) header: &'m [u8],
    /// The values of fields, so that a long header is read only once.
    pub(crate) values: &'m Values,
}

/// The ranges of the values that a message has accessors for, read on first use.
pub(crate) type Values = OnceLock<[Option<Range<usize>>; 4]>;

impl PartialEq for Message<'_> {
    fn eq(&self, other: &Message<'_>) -> bool {
        (self.number, self.offset, self.header) == (other.number, other.offset, other.header)
    }
}

impl Eq for Message<'_> {}

impl Message<'_> {
    /// Returns the number in the mailbox or batch, from 1, or `None` for a single message.
    pub fn number(&self) -> Option<usize> {
        self.number
    }

    /// Returns the byte offset in the input: of the `From ` line in a mailbox, of the length line in a batch.
    pub fn offset(&self) -> usize {
        self.offset
    }
}

/// A fault in a message or WARC record. The readable part was searched.
///
/// ```
/// use napkin::{Event, Finder, mail::MailFinder, sink_fn};
///
/// let mut damage = Vec::new();
/// let mut sink = sink_fn(|event, _| {
///     if let Event::Damage(found) = event {
///         damage.push(found.to_string());
///     }
/// });
/// MailFinder::new(Finder::new()).search_into(&b"no header\n"[..], &mut sink)?;
/// assert_eq!(damage, ["message: has no header"]);
/// # Ok::<(), napkin::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The item with the fault: a message or a record.
    pub(crate) what: &'static str,
    pub(crate) number: Option<usize>,
    pub(crate) offset: usize,
    /// The fault, as the rest of a sentence that begins with `what`.
    pub(crate) reason: &'static str,
    /// The value that the reason is about.
    pub(crate) detail: Option<String>,
}

impl Damage {
    /// Returns the number of the message or record, from 1, or `None` for a single message.
    pub fn number(&self) -> Option<usize> {
        self.number
    }

    /// Returns the byte offset of the message or record in the input.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns `true` if the fault is only a charset that nobody knows. The text was read as UTF-8, or in a charset that its
    /// bytes look like.
    pub fn is_unknown_charset(&self) -> bool {
        UNKNOWN_CHARSETS.contains(&self.reason)
    }
}

/// The faults of a charset: in a message, and in a WARC record.
pub(crate) const UNKNOWN_CHARSETS: [&str; 2] =
    ["has a part in an unknown charset, which was guessed", "has a payload in an unknown charset, which was guessed"];

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            Some(number) => write!(f, "{} {number} at byte {}: ", self.what, self.offset)?,
            None => write!(f, "{}: ", self.what)?,
        }
        f.write_str(self.reason)?;
        match &self.detail {
            Some(detail) => write!(f, ": {detail:?}"),
            None => Ok(()),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Reason {
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
    LongField,
}

impl Reason {
    pub(crate) fn text(self) -> &'static str {
        match self {
            Reason::TooLarge => "is too large to parse, so it was searched as plain text",
            Reason::Miscounted => "is not as long as its file says",
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
            Reason::Charset => UNKNOWN_CHARSETS[0],
            Reason::LargeHtml => "has an HTML part that is too large, which was searched as text",
            Reason::LongField => "has a header field of more than 32 KiB, which was searched up to there",
            Reason::CutFile => "has a uuencoded file without an end, or too large",
        }
    }
}
