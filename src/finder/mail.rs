//! Mail and news: mailboxes become messages, messages parts, and parts the texts that their senders wrote.
//!
//! ```text
//! mailbox  ->  message  ->  parts  ->  text
//! From lines   headers      MIME       transfer encoding, charset, soft line breaks
//! ```
//!
//! ```
//! use napkin::{Finder, mail::MailFinder};
//!
//! let message = "From: sam@a.example\nSubject: Soup\nContent-Transfer-Encoding: quoted-printable\n\n\
//!                It is at http://a.example/win=\nter/soup now.\n";
//! MailFinder::new(Finder::new()).search(message.as_bytes(), |link, context| {
//!     assert_eq!(link.url(), "http://a.example/winter/soup");
//!     assert_eq!(context.message().and_then(|message| message.subject()).as_deref(), Some("Soup"));
//!     assert_eq!(context.part(), Some("1"));
//! })?;
//! # Ok::<(), napkin::Error>(())
//! ```

use std::io::Read;

use crate::{
    error::{Error, Stop},
    finder::{searcher::Searcher, text::Finder},
    link::Link,
    sink::{Answer, Context, EachLink, Sink},
    source::mail::{self, Options},
};

pub use super::archive::{Archived, MailArchive};
pub use crate::{
    message::{Damage, Message},
    source::mail::{MailboxPart, MailboxParts, recognise},
};

/// Finds URLs in messages and mailboxes: in the texts that people see of them.
#[derive(Clone, Debug)]
pub struct MailFinder {
    finder: Finder,
    options: Options,
}

impl MailFinder {
    /// A finder for mail that finds what `finder` finds in text.
    pub fn new(finder: Finder) -> MailFinder {
        MailFinder { finder, options: Options::default() }
    }

    /// The most bytes that a message may have; a larger one is searched as the text it is in the file, and reported. The
    /// memory that a search needs is about this much, and what a part becomes when it is decoded. Default: 32 MiB.
    pub fn limit(mut self, bytes: usize) -> MailFinder {
        self.options.limit = bytes;
        self
    }

    /// Whether all alternatives of a part are searched, and a URL is found in each of them. Default: no.
    ///
    /// Otherwise a URL that one alternative has is not found in another again.
    pub fn all_parts(mut self, yes: bool) -> MailFinder {
        self.options.all_parts = yes;
        self
    }

    /// Whether header fields that carry URLs are searched, too: those of lists (`List-Archive`), those that say where
    /// something is (`Archived-At`, `Content-Location`, `X-URL`), and those that people write (`Subject`); of parts and
    /// of messages within a message as well. Never those of identifiers and traces. Default: no.
    ///
    /// What is searched is the value, unfolded and with its encoded words decoded: offsets are those in it, as UTF-8. Of a value
    /// no more than 32 KiB are read.
    pub fn headers(mut self, yes: bool) -> MailFinder {
        self.options.headers = yes;
        self
    }

    /// Reads to the end and calls `on_link` with each link and its [`Context`]: the message, part and header field.
    ///
    /// An input that begins with `From ` is a mailbox, one that begins with `#! rnews` and a number is a batch of news,
    /// and any other is one message. Damaged messages are searched as far as they can be read; to hear of the damage, use
    /// [`search_into`](MailFinder::search_into).
    ///
    /// # Errors
    /// Returns the error of a read that failed, after everything before it was searched, or the error that `on_link`
    /// returned.
    pub fn search<R: Read, F, A>(&self, reader: R, on_link: F) -> Result<(), Error>
    where
        F: FnMut(Link<'_>, &Context<'_>) -> A,
        A: Answer,
    {
        self.search_into(reader, &mut EachLink(on_link))
    }

    /// Reads to the end and hands each event to `sink`: for each message an [`Event::Message`](crate::Event::Message),
    /// then its links, and an [`Event::Damage`](crate::Event::Damage) for each fault in it.
    ///
    /// # Errors
    /// Those of [`search`](MailFinder::search).
    pub fn search_into<R: Read, S: Sink>(&self, reader: R, sink: &mut S) -> Result<(), Error> {
        self.search_with(&mut self.finder.searcher(), reader, sink)
    }

    /// The same with the buffers of a searcher, which the next input can be searched with.
    ///
    /// ```
    /// use napkin::{Context, Event, Finder, mail::MailFinder};
    ///
    /// let finder = Finder::new();
    /// let (mail, mut searcher) = (MailFinder::new(finder.clone()), finder.searcher());
    /// let mut count = 0;
    /// for message in ["Subject: a\n\nhttp://a.example/\n", "Subject: b\n\nhttp://b.example/\n"] {
    ///     mail.search_with(&mut searcher, message.as_bytes(), &mut |event: Event<'_>, _: &Context<'_>| {
    ///         count += usize::from(matches!(event, Event::Link(_)));
    ///     })?;
    /// }
    /// assert_eq!(count, 2);
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`search`](MailFinder::search).
    pub fn search_with<R: Read, S: Sink>(&self, searcher: &mut Searcher, reader: R, sink: &mut S) -> Result<(), Error> {
        Stop::finish(mail::search(&self.finder.config, &self.options, &mut searcher.buffers, reader, sink))
    }

    /// The parts of a mailbox or a batch, each of some messages that have about `size` bytes together, so that several threads can
    /// search it at the same time; a single message is one part. The reader is read to its end while they are asked for.
    ///
    /// ```
    /// use napkin::{Context, Event, Finder, mail::MailFinder};
    ///
    /// let message = "From sam@a.example Tue Mar  3 10:20:30 2009\nSubject: Soup\n\nhttp://a.example/\n\n";
    /// let mailbox = message.repeat(4);
    /// let mail = MailFinder::new(Finder::new());
    /// let parts: Vec<_> = mail.parts(mailbox.as_bytes(), 100).collect();
    /// assert_eq!(parts.len(), 2);
    ///
    /// let mut numbers = Vec::new();
    /// mail.search_part(
    ///     &mut Finder::new().searcher(),
    ///     &mailbox.as_bytes()[parts[1].start()..],
    ///     parts[1],
    ///     &mut |_: Event<'_>, context: &Context<'_>| numbers.extend(context.message().map(|message| message.number())),
    /// )?;
    /// assert_eq!(numbers, [Some(3), Some(3), Some(4), Some(4)]);
    /// # Ok::<(), napkin::Error>(())
    /// ```
    pub fn parts<R: Read>(&self, reader: R, size: usize) -> MailboxParts<R> {
        MailboxParts::new(reader, self.options.limit, size)
    }

    /// Hands to `sink` what a search of the whole mailbox finds in the messages of this part. The reader is to begin where the
    /// part does, and to go on behind it.
    ///
    /// # Errors
    /// Those of [`search`](MailFinder::search).
    pub fn search_part<R: Read, S: Sink>(
        &self,
        searcher: &mut Searcher,
        reader: R,
        part: MailboxPart,
        sink: &mut S,
    ) -> Result<(), Error> {
        let input = (reader, part);
        Stop::finish(mail::search_part(&self.finder.config, &self.options, &mut searcher.buffers, input, sink))
    }
}
