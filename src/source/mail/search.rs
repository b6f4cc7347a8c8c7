//! The search of mail: one message after the other, and each part of it as what it is.

use std::{
    borrow::Cow,
    collections::HashMap,
    io::{self, Read},
    ops::ControlFlow,
};

use super::{
    fields,
    file_position::{FileLines, FilePlaces},
    header::{Header, Outline},
    large::{LARGE, LARGE_HTML, LargeText},
    mailbox::{Entry, Mailbox},
    mailbox_parts::MailboxPart,
    parts::{Embedded, Head, Parts, Scope, TextKind, TextPart},
    text::{decode, text},
    transfer::TransferEncoding,
    uuencode::{File, Files},
};
use crate::{
    config::Config,
    engine::{budget::Budget, subject::Subject},
    error::Stop,
    message::{Damage, Message, Reason, Values},
    read::{driver::Driver, search::Search},
    sink::{Context, Event, Sink},
    source::{
        base::base,
        buffers::Buffers,
        charset::Charset,
        html::{self, Document},
        identity::identity,
    },
    uri::{Base, Grammar},
};

/// The deepest nesting of encoded messages that is decoded.
const MAX_ENCODED: usize = 3;

/// The most bytes of encoded messages that are decoded for a message. They wait in memory beside it.
const MAX_ENCODED_BYTES: usize = 8 << 20;

/// The options for mail.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    /// The most bytes of a message.
    pub(crate) limit: usize,
    pub(crate) all_parts: bool,
    pub(crate) headers: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { limit: 32 << 20, all_parts: false, headers: false }
    }
}

/// Searches all messages of a reader.
pub(crate) fn search<R: Read>(
    config: &Config,
    options: &Options,
    buffers: &mut Buffers,
    reader: R,
    sink: &mut dyn Sink,
) -> Result<(), Stop> {
    let mailbox = Mailbox::new(reader, options.limit, std::mem::take(&mut buffers.file)).lines(config.positions);
    search_mailbox(config, options, buffers, mailbox, sink)
}

/// Searches the messages of a part, at the start of the reader.
pub(crate) fn search_part<R: Read>(
    config: &Config,
    options: &Options,
    buffers: &mut Buffers,
    (reader, part): (R, MailboxPart),
    sink: &mut dyn Sink,
) -> Result<(), Stop> {
    let mailbox = Mailbox::new(reader, options.limit, std::mem::take(&mut buffers.file));
    search_mailbox(config, options, buffers, mailbox.part(part.start, part.end), sink)
}

fn search_mailbox<R: Read>(
    config: &Config,
    options: &Options,
    buffers: &mut Buffers,
    mut mailbox: Mailbox<R>,
    sink: &mut dyn Sink,
) -> Result<(), Stop> {
    let Buffers { search, file, document } = buffers;
    // All messages of a file have what one text has: so those in which nothing is hostile pay for each other.
    let mut funds = Budget::default();
    let mut searched = Ok(());
    while searched.is_ok()
        && let Some(entry) = mailbox.next()
    {
        let values = Values::new();
        let mut message = MessageSearch {
            config,
            options,
            search: &mut *search,
            document: &mut *document,
            sink: &mut *sink,
            message: Message { number: entry.number, offset: entry.offset, header: b"", values: &values },
            told: Vec::new(),
            waiting: Vec::new(),
            room: MAX_ENCODED_BYTES,
            funds: &mut funds,
        };
        searched = match entry.range.clone() {
            Some(range) => message.run(mailbox.bytes(range), &entry),
            None => message.run_large(&mut mailbox, entry.line),
        };
    }
    let read = mailbox.finish(file);
    searched?;
    Ok(read?)
}

struct MessageSearch<'s, 'm> {
    config: &'s Config,
    options: &'s Options,
    search: &'s mut Search,
    document: &'s mut Document,
    sink: &'s mut dyn Sink,
    message: Message<'m>,
    /// The faults reported for the message, each only once.
    told: Vec<Reason>,
    /// The messages to search, the next at the end. Encoded messages wait until the one around them is done.
    waiting: Vec<WaitingMessage<'m>>,
    /// The bytes of encoded messages that may still be decoded.
    room: usize,
    /// The budget of all texts in it.
    funds: &'s mut Budget,
}

/// The message of a mailbox, or an encoded one in it.
struct WaitingMessage<'m> {
    bytes: Cow<'m, [u8]>,
    path: String,
    /// The number of encoded messages around it.
    depth: usize,
    /// The base of its parent.
    base: Option<Base>,
    line: Option<usize>,
}

/// Faults of a message, with details.
type Wrong = Vec<(Reason, Option<String>)>;

impl<'s, 'm> MessageSearch<'s, 'm> {
    fn run(&mut self, bytes: &'m [u8], entry: &Entry) -> Result<(), Stop> {
        let found;
        let outline = match &entry.outline {
            Some(outline) => outline,
            None => {
                found = Outline::of(bytes);
                &found
            }
        };
        self.message.header = &bytes[..outline.end];
        self.announce()?;
        let reasons = [(entry.is_miscounted, Reason::Miscounted), (!outline.has_fields, Reason::NoHeader)];
        for (_, reason) in reasons.into_iter().filter(|&(is_so, _)| is_so) {
            self.damage(reason, None)?;
        }
        let base = self.config.base.clone();
        let (bytes, line) = (Cow::Borrowed(bytes), entry.line);
        let own = WaitingMessage { bytes, path: String::new(), depth: 0, base, line };
        self.enclosed(&own, outline)?;
        while let Some(enclosed) = self.waiting.pop() {
            self.enclosed(&enclosed, &Outline::of(&enclosed.bytes))?;
        }
        Ok(())
    }

    /// Searches a message that is too large to be parsed, as text.
    fn run_large<R: Read>(&mut self, mailbox: &mut Mailbox<R>, line: Option<usize>) -> Result<(), Stop> {
        self.announce()?;
        let mut rest = mailbox.rest();
        let (subject, context) = (self.subject(None), self.context());
        let mut lines = line.map(|line| FileLines::of(b"", line));
        let place = lines.as_mut().map(|lines| (FilePlaces::Lines(0), lines));
        let mut texts = Texts { sink: self.sink, form: None, place };
        self.search.run_with(subject, &mut rest, self.funds, &context, &mut texts)?;
        rest.skip();
        self.damage(Reason::TooLarge, None)
    }

    /// Searches all parts and headers of a message in order, and queues the encoded messages.
    fn enclosed(&mut self, enclosed: &WaitingMessage<'_>, outline: &Outline) -> Result<(), Stop> {
        let bytes = &enclosed.bytes;
        let parts = Parts::behind(outline, bytes, &enclosed.path, self.options.headers);
        let mut wrong: Wrong = parts.reasons.iter().map(|&reason| (reason, None)).collect();
        let bases = bases(&parts.scopes, enclosed.base.as_ref(), self.config.grammar);
        let base = |scope: Option<usize>| scope.map_or(enclosed.base.as_ref(), |scope| bases[scope].as_ref());
        let mut urls = FormUrls::default();
        let mut heads = parts.heads.iter().peekable();
        let mut lines = enclosed.line.map(|line| match enclosed.depth {
            0 => FileLines::of(bytes, line),
            _ => FileLines::Decoded(line),
        });
        for (index, part) in parts.texts.iter().enumerate() {
            while let Some(head) = heads.next_if(|head| head.range.start < part.body.start) {
                self.head(head, bytes, lines.as_mut(), &mut wrong)?;
            }
            let group = part.alternative.filter(|_| !self.options.all_parts);
            let form = group.map(|group| TextForm { urls: &mut urls, group, number: index });
            self.part((part, bytes), base(part.scope), form, lines.as_mut(), &mut wrong)?;
        }
        for head in heads {
            self.head(head, bytes, lines.as_mut(), &mut wrong)?;
        }
        for embedded in parts.embedded.iter().rev() {
            self.embedded(embedded, enclosed, base(embedded.scope), lines.as_mut(), &mut wrong)?;
        }
        for (reason, detail) in wrong {
            if !self.told.contains(&reason) {
                self.told.push(reason);
                self.damage(reason, detail)?;
            }
        }
        Ok(())
    }

    /// Searches the fields of a header that may have URLs.
    fn head(
        &mut self,
        head: &Head,
        bytes: &[u8],
        mut lines: Option<&mut FileLines<'_>>,
        wrong: &mut Wrong,
    ) -> Result<(), Stop> {
        let header = Header::whole(&bytes[head.range.clone()]);
        let is_long = header.fields().any(|field| fields::is_searched_in_part(&field));
        wrong.extend(is_long.then_some((Reason::LongField, None)));
        for (name, text) in header.fields().filter_map(|field| fields::searched(&field)) {
            let part = Some(head.path.as_str()).filter(|path| !path.is_empty());
            let context = Context { part, field: Some(name), ..self.context() };
            let start = name.as_ptr() as usize - bytes.as_ptr() as usize;
            let place = lines.as_deref_mut().map(|lines| (FilePlaces::Start(start), lines));
            self.plain(text.as_bytes(), None, &context, (None, place))?;
        }
        Ok(())
    }

    /// Searches a part, and the files in it.
    fn part(
        &mut self,
        (part, bytes): (&TextPart<'_>, &[u8]),
        base: Option<&Base>,
        form: Option<TextForm<'_>>,
        mut lines: Option<&mut FileLines<'_>>,
        wrong: &mut Wrong,
    ) -> Result<(), Stop> {
        if is_decoded_in_pieces(part, bytes) {
            return self.large((part, bytes), base, form, lines, wrong);
        }
        let mut files = Files::default();
        let text = text(part, bytes, &mut files, lines.is_some(), wrong);
        let context = Context { part: Some(&part.path), ..self.context() };
        let place = lines.as_deref_mut().map(|lines| (FilePlaces::of(part, bytes, text.decoded_text()), lines));
        match part.kind {
            TextKind::Html => self.html(&text.bytes, base, &context, (form, place))?,
            _ => self.plain(&text.bytes, base, &context, (form, place))?,
        }
        let is_large = |file: &File| file.kind() == TextKind::Html && file.text.len() > LARGE_HTML;
        wrong.extend(files.texts.iter().any(is_large).then_some((Reason::LargeHtml, None)));
        files.texts.iter().try_for_each(|file| self.file(file, part, lines.as_deref_mut()))
    }

    /// Searches the text of a large part while it is decoded.
    fn large(
        &mut self,
        (part, bytes): (&TextPart<'_>, &[u8]),
        base: Option<&Base>,
        form: Option<TextForm<'_>>,
        lines: Option<&mut FileLines<'_>>,
        wrong: &mut Wrong,
    ) -> Result<(), Stop> {
        let mut text = LargeText::new(part, bytes);
        let context = Context { part: Some(&part.path), ..self.context() };
        let subject = self.subject(base);
        let place = lines.map(|lines| (FilePlaces::of_large(part), lines));
        let mut texts = Texts { sink: self.sink, form, place };
        self.search.run_with(subject, &mut text, self.funds, &context, &mut texts)?;
        wrong.extend((part.kind == TextKind::Html).then_some((Reason::LargeHtml, None)));
        wrong.extend(text.is_damaged().then_some((Reason::Base64, None)));
        wrong.extend(text.known().is_err().then(|| (Reason::Charset, part.charset.as_deref().map(str::to_owned))));
        Ok(())
    }

    /// Searches a file in the text of a part.
    fn file(&mut self, file: &File, part: &TextPart<'_>, lines: Option<&mut FileLines<'_>>) -> Result<(), Stop> {
        let path = format!("{}/{}", part.path, file.name);
        let context = Context { part: Some(&path), ..self.context() };
        let kind = if file.text.len() > LARGE_HTML { TextKind::Plain } else { file.kind() };
        let label = if kind == TextKind::Html { html::label(&file.text, None) } else { None };
        let is_large = file.text.len() > LARGE;
        let charset = if is_large { Charset::Utf8 } else { Charset::of(&file.text, label.as_deref()).0 };
        let text = charset.decode(&file.text);
        let place = lines.map(|lines| (FilePlaces::Start(part.body.start), lines));
        match kind {
            TextKind::Html => self.html(&text, None, &context, (None, place)),
            _ => self.plain(&text, None, &context, (None, place)),
        }
    }

    /// Decodes an encoded message and queues it, or searches it as text if it is too large or deep.
    fn embedded(
        &mut self,
        embedded: &Embedded,
        enclosed: &WaitingMessage<'_>,
        base: Option<&Base>,
        lines: Option<&mut FileLines<'_>>,
        wrong: &mut Wrong,
    ) -> Result<(), Stop> {
        let bytes = &enclosed.bytes;
        if enclosed.depth == MAX_ENCODED || embedded.body.len() > self.room {
            wrong.push((Reason::TooEncoded, None));
            return self.large((&embedded.as_text(), bytes), None, None, lines, wrong);
        }
        self.room -= embedded.body.len();
        let decoded = decode(&bytes[embedded.body.clone()], embedded.encoding, wrong);
        self.waiting.push(WaitingMessage {
            bytes: Cow::Owned(decoded.into_owned()),
            path: embedded.path.clone().into_owned(),
            depth: enclosed.depth + 1,
            base: base.cloned(),
            line: lines.map(|lines| lines.position(embedded.body.start).line),
        });
        Ok(())
    }

    fn plain(
        &mut self,
        text: &[u8],
        base: Option<&Base>,
        context: &Context<'_>,
        (form, place): (Option<TextForm<'_>>, Option<TextPlaces<'_, '_>>),
    ) -> Result<(), Stop> {
        let (subject, driver) = (self.subject(base), Driver::new(self.config));
        let mut texts = Texts { sink: self.sink, form, place };
        driver.run_slice_with(subject, text, self.funds, context, &mut texts)
    }

    fn html(
        &mut self,
        text: &[u8],
        base: Option<&Base>,
        context: &Context<'_>,
        (form, place): (Option<TextForm<'_>>, Option<TextPlaces<'_, '_>>),
    ) -> Result<(), Stop> {
        let subject = self.subject(base);
        let mut texts = Texts { sink: self.sink, form, place };
        html::search_document(subject, text, self.document, self.funds, context, &mut texts)
    }

    /// Returns the subject for a text with this base, or the configured one.
    fn subject<'b>(&self, base: Option<&'b Base>) -> Subject<'b>
    where
        's: 'b,
    {
        Subject { config: self.config, base: base.or(self.config.base.as_ref()) }
    }

    fn context(&self) -> Context<'m> {
        Context { message: Some(self.message), ..Context::default() }
    }

    fn announce(&mut self) -> Result<(), Stop> {
        let context = self.context();
        Stop::at(self.sink.event(Event::Message(self.message), &context)?)
    }

    fn damage(&mut self, reason: Reason, detail: Option<String>) -> Result<(), Stop> {
        let Message { number, offset, .. } = self.message;
        let context = self.context();
        Stop::at(self.sink.event(
            Event::Damage(Damage { what: "message", number, offset, reason: reason.text(), detail }),
            &context,
        )?)
    }
}

/// Returns the base of each scope (draft-url-05, 5.1: from the innermost outward).
fn bases(scopes: &[Scope], outermost: Option<&Base>, grammar: Grammar) -> Vec<Option<Base>> {
    let mut bases: Vec<Option<Base>> = Vec::with_capacity(scopes.len());
    for scope in scopes {
        let outer = scope.outer.map_or(outermost, |outer| bases[outer].as_ref());
        let own = scope.bases.iter().find_map(|written| base(written, outer, grammar));
        bases.push(own.or_else(|| outer.cloned()));
    }
    bases
}

/// Returns `true` if a part is large and must be decoded.
fn is_decoded_in_pieces(part: &TextPart<'_>, bytes: &[u8]) -> bool {
    let body = &bytes[part.body.clone()];
    let is_changed = matches!(part.kind, TextKind::Html | TextKind::ContentLines);
    let is_as_it_stands = || {
        let (charset, _) = Charset::of(body, part.charset.as_deref());
        let is_plain = part.encoding == TransferEncoding::Identity && part.flowed.is_none() && !is_changed;
        is_plain && charset == Charset::Utf8
    };
    let most = if part.kind == TextKind::Html { LARGE_HTML } else { LARGE };
    body.len() > most && !is_as_it_stands()
}

/// The URLs of the alternative forms of a part, each with its first form.
#[derive(Default)]
struct FormUrls {
    first: HashMap<(usize, String), usize>,
    held: usize,
}

impl FormUrls {
    /// The most bytes of URLs that are remembered, with their overhead. Later ones are not taken for duplicates.
    const MAX: usize = 8 << 20;
    const SHARE: usize = 128;

    /// Returns the first form of the part with the URL, or this one.
    fn first(&mut self, part: usize, url: String, form: usize) -> usize {
        let length = url.len() + FormUrls::SHARE;
        if self.held + length > FormUrls::MAX {
            return self.first.get(&(part, url)).copied().unwrap_or(form);
        }
        *self.first.entry((part, url)).or_insert_with(|| {
            self.held += length;
            form
        })
    }
}

/// An alternative form of a text.
struct TextForm<'f> {
    urls: &'f mut FormUrls,
    group: usize,
    number: usize,
}

/// How places in a text are mapped to the file, and the lines of the file.
type TextPlaces<'s, 'b> = (FilePlaces<'s>, &'s mut FileLines<'b>);

/// Takes the links of texts, and drops those that another form of the text had.
struct Texts<'s, 'b> {
    sink: &'s mut dyn Sink,
    form: Option<TextForm<'s>>,
    /// `None` if lines are not counted.
    place: Option<TextPlaces<'s, 'b>>,
}

impl Sink for Texts<'_, '_> {
    fn event(&mut self, event: Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>> {
        if let (Event::Link(link), Some(TextForm { urls, group, number })) = (&event, &mut self.form) {
            // Twice in one form is twice; what was in another form is the same link.
            if urls.first(*group, identity(link), *number) != *number {
                return Ok(ControlFlow::Continue(()));
            }
        }
        let Some((places, lines)) = &mut self.place else { return self.sink.event(event, context) };
        let file_position = places.position(&event, lines);
        self.sink.event(event, &Context { file_position, ..*context })
    }

    fn worked(&mut self, steps: u64) {
        self.sink.worked(steps);
    }
}
