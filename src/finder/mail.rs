//! Mail and news: a mailbox has messages, a message has parts, and a part has the text that its sender wrote.
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
    setters::setters,
    sink::{Answer, Context, EachLink, Sink},
    source::mail::{self, Options},
};

pub use super::archive::{Archived, Attachments, MailArchive};
pub use crate::{
    message::{Damage, Message},
    source::mail::{MailboxPart, MailboxParts, is_mailbox, recognise, resembles},
};

/// Finds URLs in messages and mailboxes: in the texts that people see.
#[derive(Clone, Debug)]
pub struct MailFinder {
    finder: Finder,
    options: Options,
}

impl MailFinder {
    /// Returns a finder for mail with the settings of `finder`.
    pub fn new(finder: Finder) -> MailFinder {
        MailFinder { finder, options: Options::default() }
    }

    setters! {
        /// Sets the maximum size of a message, in bytes. A larger one is searched as plain text and reported as damage. A
        /// search takes about this much memory, plus a decoded part. Default: 32 MiB.
        limit(bytes: usize) { options.limit = bytes }

        /// Sets whether to search all alternatives of a part. Otherwise a URL in one alternative is not found in another.
        /// Default: no.
        all_parts(yes: bool) { options.all_parts = yes }

        /// Sets whether to search header fields that carry URLs: list fields (`List-Archive`), locations (`Archived-At`,
        /// `Content-Location`, `X-URL`), and fields that people write (`Subject`), also in parts and enclosed messages.
        /// Identifiers and traces are never searched. Default: no.
        ///
        /// The value is searched unfolded and decoded; offsets are those in it, as UTF-8. At most 32 KiB of a value are
        /// read.
        headers(yes: bool) { options.headers = yes }
    }

    /// Reads to the end and calls `on_link` with each link and its [`Context`]: the message, part and header field.
    ///
    /// An input that begins with `From `, or as a file of MMDF or Babyl, is a mailbox. One that begins with `#! rnews` and a number is a batch
    /// of news. Any other is one message. Damaged messages are searched as far as they can be read; to hear of the damage, use
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

    /// Searches with the buffers of a searcher, which can then search the next input.
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

    /// Splits a mailbox or batch into parts of about `size` bytes, for threads to search. A single message is one part.
    /// The iterator reads the reader to its end.
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
        MailboxParts::new(reader, self.options.limit, size, self.finder.config.positions)
    }

    /// Searches one part of a mailbox and hands each event to `sink`, as a search of the whole mailbox would. The
    /// reader has to begin where the part does, and may continue after it.
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
