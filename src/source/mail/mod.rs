//! Mail and news: mailboxes become messages, messages parts, and parts the texts that their senders wrote.
//!
//! ```text
//! mailbox  ->  message  ->  parts  ->  text
//! From lines   headers      MIME       transfer encoding, charset, soft line breaks
//! ```
//!
//! ```
//! use std::{io, ops::ControlFlow};
//! use napkin::{Event, Finder, mail::{Damage, MailFinder, MailSink, Message}};
//!
//! struct Print;
//!
//! impl MailSink for Print {
//!     fn event(&mut self, message: &Message<'_>, event: Event<'_>) -> io::Result<ControlFlow<()>> {
//!         if let Event::Link(link) = event {
//!             assert_eq!(message.subject().as_deref(), Some("Soup"));
//!             assert_eq!(link.url(), "http://a.example/winter/soup");
//!         }
//!         Ok(ControlFlow::Continue(()))
//!     }
//!
//!     fn damage(&mut self, damage: &Damage) -> io::Result<ControlFlow<()>> {
//!         panic!("{damage}");
//!     }
//! }
//!
//! let message = "From: sam@a.example\nSubject: Soup\nContent-Transfer-Encoding: quoted-printable\n\n\
//!                It is at http://a.example/win=\nter/soup now.\n";
//! MailFinder::new(Finder::new()).search(message.as_bytes(), &mut Print)?;
//! # Ok::<(), napkin::Error>(())
//! ```

mod content_lines;
mod fields;
mod flowed;
mod header;
mod large;
mod mailbox;
mod message;
mod parts;
mod postmark;
mod transfer;
mod uuencode;

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    io::{self, Read},
    ops::ControlFlow,
};

pub use self::message::{Damage, Message};
pub(super) use self::transfer::base64;
use self::{
    header::Header,
    large::{LARGE, LARGE_HTML, LargeText},
    mailbox::{Entry, Mailbox},
    message::Reason,
    parts::{Context, Head, Part, Parts, TextKind},
    transfer::Encoding,
    uuencode::Files,
};
use super::{base::base, charset::Charset, html};
use crate::{
    config::Config,
    error::Error,
    finder::Finder,
    uri::{Grammar, Uri},
};
use crate::{
    read::{Search, search_text},
    sink::{Event, Sink},
};

/// Takes what a search of mail finds, in the order in which it stands there.
pub trait MailSink {
    /// Takes a link or a refused candidate, and the message it is in. Offsets are those in the text of the part: what is
    /// left when its transfer encoding, its charset, the soft breaks of flowed text and the folds of calendars and cards
    /// are undone, as UTF-8. `Break` ends the search.
    ///
    /// # Errors
    /// Whatever makes going on senseless, such as a failed write.
    fn event(&mut self, message: &Message<'_>, event: Event<'_>) -> io::Result<ControlFlow<()>>;

    /// Learns of the next message, before anything that is found in it. `Break` ends the search; by default it goes on.
    ///
    /// # Errors
    /// Whatever makes going on senseless, such as a failed write.
    fn message(&mut self, message: &Message<'_>) -> io::Result<ControlFlow<()>> {
        let _ = message;
        Ok(ControlFlow::Continue(()))
    }

    /// Learns of a message that could not be read as it should be. `Break` ends the search.
    ///
    /// # Errors
    /// Whatever makes going on senseless, such as a failed write.
    fn damage(&mut self, damage: &Damage) -> io::Result<ControlFlow<()>>;
}

/// Finds URLs in messages and mailboxes: in the texts that people see of them.
#[derive(Clone, Debug)]
pub struct MailFinder {
    finder: Finder,
    limit: usize,
    all_parts: bool,
    headers: bool,
}

/// A message that is still to be searched.
struct Waiting<'m> {
    bytes: Cow<'m, [u8]>,
    path: String,
    /// How many messages around it were encoded.
    depth: usize,
    /// The base of what it is enclosed in.
    base: Option<Uri<'static>>,
}

/// How deep encoded messages are decoded within each other.
const MOST_ENCODED: usize = 3;

/// How many bytes of encoded messages are decoded of a message. They wait in memory beside it.
const MOST_ENCODED_BYTES: usize = 8 << 20;

impl MailFinder {
    /// A finder for mail that finds what `finder` finds in text.
    pub fn new(finder: Finder) -> MailFinder {
        MailFinder { finder, limit: 32 << 20, all_parts: false, headers: false }
    }

    /// The most bytes that a message may have; a larger one is searched as the text it is in the file, and reported. The
    /// memory that a search needs is about this much, and what a part becomes when it is decoded. Default: 32 MiB.
    pub fn limit(mut self, bytes: usize) -> MailFinder {
        self.limit = bytes;
        self
    }

    /// Whether all alternatives of a part are searched, and a URL is found in each of them. Default: no.
    ///
    /// Otherwise a URL that one alternative has is not found in another again.
    pub fn all_parts(mut self, yes: bool) -> MailFinder {
        self.all_parts = yes;
        self
    }

    /// Whether header fields that carry URLs are searched, too: those of lists (`List-Archive`), those that say where
    /// something is (`Archived-At`, `Content-Location`, `X-URL`), and those that people write (`Subject`); of parts and
    /// of messages within a message as well. Never those of identifiers and traces. Default: no.
    ///
    /// What is searched is the value, unfolded and with its encoded words decoded: offsets are those in it, as UTF-8. Of a value
    /// no more than 32 KiB are read.
    pub fn headers(mut self, yes: bool) -> MailFinder {
        self.headers = yes;
        self
    }

    /// Reads to the end, and hands what is found to `sink`. What begins with `From ` is a mailbox, what begins with
    /// `#! rnews` and a number a batch of news, anything else one message.
    ///
    /// # Errors
    /// A read that failed, after all that was read before it is searched, or the error that the sink returned.
    pub fn search<R: Read, S: MailSink>(&self, reader: R, sink: &mut S) -> Result<(), Error> {
        let mut mailbox = Mailbox::new(reader, self.limit);
        while let Some(entry) = mailbox.next() {
            let flow = match entry.range.clone() {
                Some(range) => self.search_message(mailbox.bytes(range), &entry, sink)?,
                None => self.search_large(&mut mailbox, &entry, sink)?,
            };
            if flow.is_break() {
                return Ok(());
            }
        }
        mailbox.finish()
    }

    fn search_large<R: Read, S: MailSink>(
        &self,
        mailbox: &mut Mailbox<R>,
        entry: &Entry,
        sink: &mut S,
    ) -> Result<ControlFlow<()>, Error> {
        let message =
            Message { number: entry.number, offset: entry.offset, header: Header::EMPTY, part: None, field: None };
        if sink.message(&message)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        let grammar = self.finder.config.grammar;
        let mut sink = InMessage { sink, message: &message, grammar, seen: None, has_ended: false };
        let mut rest = mailbox.rest();
        self.finder.search(&mut rest, &mut sink)?;
        if sink.has_ended {
            return Ok(ControlFlow::Break(()));
        }
        rest.skip();
        Ok(sink.sink.damage(&damage(entry, Reason::TooLarge, None))?)
    }

    fn search_message<S: MailSink>(&self, bytes: &[u8], entry: &Entry, sink: &mut S) -> Result<ControlFlow<()>, Error> {
        let (header, _) = Header::split(bytes);
        let message = Message { number: entry.number, offset: entry.offset, header, part: None, field: None };
        if sink.message(&message)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        let reasons = [(entry.is_miscounted, Reason::Miscounted), (header.fields().next().is_none(), Reason::NoHeader)];
        for (_, reason) in reasons.into_iter().filter(|&(is_so, _)| is_so) {
            if sink.damage(&damage(entry, reason, None))?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        let config = &self.finder.config;
        // Messages in it that are encoded wait until the text around them is done.
        let mut waiting =
            vec![Waiting { bytes: Cow::Borrowed(bytes), path: String::new(), depth: 0, base: config.base.clone() }];
        let mut told = HashSet::new();
        let mut room = MOST_ENCODED_BYTES;
        while let Some(Waiting { bytes, path, depth, base }) = waiting.pop() {
            let parts = Parts::of(&bytes, &path);
            let mut wrong: Vec<(Reason, Option<String>)> = parts.reasons.iter().map(|&reason| (reason, None)).collect();
            let bases = bases(&parts.contexts, base.as_ref(), config.grammar);
            let base_in = |context: Option<usize>| context.map_or(base.as_ref(), |context| bases[context].as_ref());
            let mut seen = Seen::default();
            let mut heads = parts.heads.iter().filter(|_| self.headers).peekable();
            for (index, part) in parts.texts.iter().enumerate() {
                while let Some(head) = heads.next_if(|head| head.start < part.body.start) {
                    if self.search_header(&bytes, head, &message, sink)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                let message = Message { part: Some(&part.path), ..message };
                let group = part.alternative.filter(|_| !self.all_parts);
                let seen = group.map(|group| (&mut seen, group, index));
                let grammar = config.grammar;
                let mut in_part = InMessage { sink, message: &message, grammar, seen, has_ended: false };
                let base = base_in(part.context);
                if is_decoded_in_pieces(part, &bytes) {
                    let based = based_on(config, base);
                    if search_in_pieces(&based, part, &bytes, &mut in_part, &mut wrong)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                    continue;
                }
                let mut files = Files::default();
                let text = text(part, &bytes, &mut files, &mut wrong);
                let flow = search_as(part.kind, config, &text, base, &mut in_part)?;
                if flow.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                for file in files.texts {
                    let path = format!("{}/{}", part.path, file.name);
                    let message = Message { part: Some(&path), ..message };
                    let mut in_file = InMessage { sink, message: &message, grammar, seen: None, has_ended: false };
                    let kind = if file.text.len() > LARGE_HTML { TextKind::Plain } else { file.kind() };
                    let label = if kind == TextKind::Html { html::label(&file.text, None) } else { None };
                    let is_large = file.text.len() > LARGE;
                    let charset = if is_large { Charset::Utf8 } else { Charset::of(&file.text, label.as_deref()).0 };
                    let text = charset.decode(&file.text);
                    let flow = search_as(kind, config, &text, None, &mut in_file)?;
                    if flow.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
            for head in heads {
                if self.search_header(&bytes, head, &message, sink)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            for embedded in parts.embedded.iter().rev() {
                if depth == MOST_ENCODED || embedded.body.len() > room {
                    wrong.push((Reason::TooEncoded, None));
                    let part = embedded.as_text();
                    let message = Message { part: Some(&part.path), ..message };
                    let mut in_part =
                        InMessage { sink, message: &message, grammar: config.grammar, seen: None, has_ended: false };
                    if search_in_pieces(config, &part, &bytes, &mut in_part, &mut wrong)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                    continue;
                }
                room -= embedded.body.len();
                let decoded = decode(&bytes[embedded.body.clone()], embedded.encoding, &mut wrong);
                waiting.push(Waiting {
                    bytes: Cow::Owned(decoded.into_owned()),
                    path: embedded.path.clone(),
                    depth: depth + 1,
                    base: base_in(embedded.context).cloned(),
                });
            }
            for (reason, detail) in wrong {
                // Once for each message is enough: it is the message that somebody will want to look at.
                if told.insert(reason) && sink.damage(&damage(entry, reason, detail))?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn search_header<S: MailSink>(
        &self,
        bytes: &[u8],
        head: &Head,
        message: &Message<'_>,
        sink: &mut S,
    ) -> Result<ControlFlow<()>, Error> {
        let (header, _) = Header::split(&bytes[head.start..]);
        for (name, text) in header.fields().filter_map(|field| fields::searched(&field)) {
            let part = Some(head.path.as_str()).filter(|path| !path.is_empty());
            let message = Message { part, field: Some(name), ..*message };
            let grammar = self.finder.config.grammar;
            let mut in_message = InMessage { sink, message: &message, grammar, seen: None, has_ended: false };
            if search_text(&self.finder.config, text.as_bytes(), &mut in_message)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// Whether what begins with `head` is a mailbox, a batch of news or a message; none when that takes more than `head` to say. `is_end` says
/// that there is no more of it.
///
/// A text that happens to begin with `From ` or with `Note:` is neither: a mailbox begins with a dated `From ` line and a
/// field, a message with a header that has at least three of the usual fields, or those of MIME, and nothing that is none.
///
/// ```
/// use napkin::mail::recognise;
///
/// assert_eq!(recognise(b"From: sam@a.example\nTo: kim@a.example\nSubject: Soup\n\n", false), Some(true));
/// assert_eq!(recognise(b"From: sam@a.example\nTo: kim", false), None);
/// assert_eq!(recognise(b"From here on\nit was easy.\n", false), Some(false));
/// ```
pub fn recognise(head: &[u8], is_end: bool) -> Option<bool> {
    postmark::recognise(head, is_end)
}

/// The base of each context, where it has one: draft-url-05, 5.1, from the innermost outward.
fn bases(contexts: &[Context], outermost: Option<&Uri<'static>>, grammar: Grammar) -> Vec<Option<Uri<'static>>> {
    let mut bases: Vec<Option<Uri<'static>>> = Vec::with_capacity(contexts.len());
    for context in contexts {
        let outer = context.outer.map_or(outermost, |outer| bases[outer].as_ref());
        let own = context.bases.iter().find_map(|written| base(written, outer, grammar));
        bases.push(own.or_else(|| outer.cloned()));
    }
    bases
}

/// Searches a text for what it is. Relative references in it are relative to `base`.
fn search_as<S: Sink>(
    kind: TextKind,
    config: &Config,
    text: &[u8],
    base: Option<&Uri<'static>>,
    sink: &mut S,
) -> io::Result<ControlFlow<()>> {
    match kind {
        TextKind::Html => html::search_document(config, text, base, sink),
        _ => search_text(&based_on(config, base), text, sink),
    }
}

/// The configuration with this base, if there is one.
fn based_on<'c>(config: &'c Config, base: Option<&Uri<'static>>) -> Cow<'c, Config> {
    match base {
        Some(base) => Cow::Owned(Config { base: Some(base.clone()), ..config.clone() }),
        None => Cow::Borrowed(config),
    }
}

/// Searches the text of a large part while it is decoded.
fn search_in_pieces<S: MailSink>(
    config: &Config,
    part: &Part,
    bytes: &[u8],
    in_part: &mut InMessage<'_, '_, S>,
    wrong: &mut Vec<(Reason, Option<String>)>,
) -> Result<ControlFlow<()>, Error> {
    let mut text = LargeText::new(part, bytes);
    Search::new(config, &mut text).run(config, in_part)?;
    wrong.extend((part.kind == TextKind::Html).then_some((Reason::LargeHtml, None)));
    wrong.extend(text.is_damaged().then_some((Reason::Base64, None)));
    wrong.extend(text.known().is_err().then(|| (Reason::Charset, part.charset.clone())));
    Ok(if in_part.has_ended { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
}

/// Whether a part is so large that its text is decoded while it is searched: the folds of a calendar's lines stay then. One
/// that is text as it stands needs no memory.
fn is_decoded_in_pieces(part: &Part, bytes: &[u8]) -> bool {
    let body = &bytes[part.body.clone()];
    let is_changed = matches!(part.kind, TextKind::Html | TextKind::ContentLines);
    let is_as_it_stands = || {
        let (charset, _) = Charset::of(body, part.charset.as_deref());
        let is_plain = part.encoding == Encoding::Identity && part.flowed.is_none() && !is_changed;
        is_plain && charset == Charset::Utf8
    };
    let most = if part.kind == TextKind::Html { LARGE_HTML } else { LARGE };
    body.len() > most && !is_as_it_stands()
}

/// The text of a part as its sender wrote it. The files in it go to `files`.
fn text<'b>(
    part: &Part,
    bytes: &'b [u8],
    files: &mut Files,
    wrong: &mut Vec<(Reason, Option<String>)>,
) -> Cow<'b, [u8]> {
    let mut decoded = decode(&bytes[part.body.clone()], part.encoding, wrong);
    let declared = part.charset.as_deref();
    let label = match part.kind {
        TextKind::Html => html::label(&decoded, declared),
        TextKind::ContentLines => {
            decoded = Cow::Owned(content_lines::read(&decoded));
            declared.map(Cow::Borrowed)
        }
        TextKind::Plain | TextKind::Other => {
            decoded = uuencode::take_out(decoded, files);
            if files.is_cut {
                wrong.push((Reason::CutFile, None));
            }
            declared.map(Cow::Borrowed)
        }
    };
    let (charset, known) = Charset::of(&decoded, label.as_deref());
    let text = match decoded {
        Cow::Borrowed(bytes) => charset.decode(bytes),
        Cow::Owned(bytes) if charset == Charset::Utf8 => Cow::Owned(bytes),
        Cow::Owned(bytes) => Cow::Owned(charset.decode(&bytes).into_owned()),
    };
    if known.is_err() {
        wrong.push((Reason::Charset, part.charset.clone()));
    }
    let Some(flowed) = part.flowed else { return text };
    let mut unflowed = Vec::with_capacity(text.len());
    flowed::unflow(&text, flowed, &mut unflowed);
    Cow::Owned(unflowed)
}

fn decode<'b>(body: &'b [u8], encoding: Encoding, wrong: &mut Vec<(Reason, Option<String>)>) -> Cow<'b, [u8]> {
    let mut decoded = Vec::new();
    match encoding {
        Encoding::Identity => return Cow::Borrowed(body),
        Encoding::QuotedPrintable => {
            decoded.reserve_exact(body.len());
            transfer::quoted_printable(body, &mut decoded);
        }
        Encoding::Base64 => {
            decoded.reserve_exact(body.len() / 4 * 3 + 3);
            if !transfer::base64(body, &mut decoded) {
                wrong.push((Reason::Base64, None));
            }
        }
    }
    Cow::Owned(decoded)
}

fn damage(entry: &Entry, reason: Reason, detail: Option<String>) -> Damage {
    Damage { number: entry.number, offset: entry.offset, reason, detail }
}

/// The URLs of the parts of a message that come in several forms, each with the first form that has it.
#[derive(Default)]
struct Seen {
    first: HashMap<(usize, String), usize>,
    held: usize,
}

impl Seen {
    /// How many bytes of URLs are remembered, each with its share of what that takes. What comes after is no double of
    /// anything.
    const MOST: usize = 8 << 20;
    const SHARE: usize = 128;

    /// The form of a part that had the URL first, if that is remembered, or else this one.
    fn first(&mut self, part: usize, url: String, form: usize) -> usize {
        let length = url.len() + Seen::SHARE;
        if self.held + length > Seen::MOST {
            return self.first.get(&(part, url)).copied().unwrap_or(form);
        }
        *self.first.entry((part, url)).or_insert_with(|| {
            self.held += length;
            form
        })
    }
}

/// Says of everything which message it was found in, and leaves out what an alternative had.
struct InMessage<'s, 'm, S> {
    sink: &'s mut S,
    message: &'s Message<'m>,
    grammar: Grammar,
    /// What the forms of parts have, the part, and this form of it.
    seen: Option<(&'s mut Seen, usize, usize)>,
    has_ended: bool,
}

impl<S: MailSink> Sink for InMessage<'_, '_, S> {
    fn event(&mut self, event: Event<'_>) -> io::Result<ControlFlow<()>> {
        if let (Event::Link(link), Some((seen, part, form))) = (&event, &mut self.seen) {
            // Twice in one form is twice; what was in another form is the same link.
            if seen.first(*part, html::identity(link.url(), self.grammar), *form) != *form {
                return Ok(ControlFlow::Continue(()));
            }
        }
        let flow = self.sink.event(self.message, event)?;
        self.has_ended = flow.is_break();
        Ok(flow)
    }
}
