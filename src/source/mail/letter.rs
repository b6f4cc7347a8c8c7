//! Messages as people read them: the fields and the texts that a reader shows, and the attachments.

use std::{borrow::Cow, collections::HashSet, io::Read};

use super::{
    content_type::{ContentType, parameter},
    date::Date,
    header::{Header, Outline},
    identifier,
    large::LARGE_HTML,
    mailbox::Mailbox,
    parts::{Embedded, OpaquePart, Parts, TextKind, TextPart},
    text::{decode, text},
    transfer::TransferEncoding,
    uuencode::Files,
    words::unstructured,
};
use crate::{
    error::{Error, Stop},
    source::html::{AnchorTarget, read_letter},
};

/// A message as people read it.
#[derive(Debug, Default)]
pub(crate) struct Letter<'m> {
    /// The message as it was sent; empty if it is too large to be held.
    pub(crate) raw: &'m [u8],
    /// The fields to show, by name.
    pub(crate) fields: Vec<(&'static str, String)>,
    pub(crate) subject: Option<String>,
    pub(crate) id: Option<String>,
    /// The identifiers of the messages that it answers, the nearest first.
    pub(crate) parents: Vec<String>,
    /// Its date in RFC 3339, and in seconds since 1970; without one, that of its `From ` line.
    pub(crate) date: Option<(String, i64)>,
    pub(crate) parts: Vec<LetterPart<'m>>,
}

#[derive(Debug)]
pub(crate) enum LetterPart<'m> {
    /// A text, as UTF-8 as far as it can be read.
    Text(Vec<u8>),
    /// The targets of the anchors in the text before, which was a document.
    Targets(Vec<AnchorTarget>),
    Attachment(Attachment<'m>),
}

/// A part that is no text.
#[derive(Debug)]
pub(crate) struct Attachment<'m> {
    pub(crate) name: Option<String>,
    /// Its media type, or nothing.
    pub(crate) kind: String,
    body: Cow<'m, [u8]>,
    encoding: TransferEncoding,
}

impl Attachment<'_> {
    /// Returns the content, decoded.
    pub(crate) fn content(&self) -> Cow<'_, [u8]> {
        decode(&self.body, self.encoding, &mut Vec::new())
    }
}

/// The fields that are shown, in this order.
const SHOWN: [&str; 5] = ["From", "To", "Cc", "Newsgroups", "Date"];

/// How many of the messages that one answers are looked for.
const MOST_PARENTS: usize = 16;

/// How much is shown of a message above the limit.
const LARGE: usize = 1 << 20;

/// Reads all messages, and hands each to `take`. Of one above the limit, the header and the beginning of the body are shown, as they are.
pub(crate) fn letters<R: Read>(
    reader: R,
    limit: usize,
    take: &mut dyn FnMut(&Letter<'_>) -> Result<(), Error>,
) -> Result<(), Stop> {
    let mut mailbox = Mailbox::new(reader, limit, Vec::new());
    let mut taken = Ok(());
    while taken.is_ok()
        && let Some(entry) = mailbox.next()
    {
        let postmark = Date::of_postmark(mailbox.bytes(entry.lead));
        let mut letter = match entry.range {
            Some(range) => Letter::of(mailbox.bytes(range)),
            None => {
                let mut head = Vec::new();
                let mut rest = mailbox.rest();
                // A read that fails is reported at the end.
                let _ = rest.by_ref().take(LARGE as u64).read_to_end(&mut head);
                rest.skip();
                let body = Outline::of(&head).body;
                Letter { parts: vec![LetterPart::Text(head[body..].to_owned())], ..Letter::with_fields(&head) }
            }
        };
        letter.date = letter.date.or(postmark.map(utc));
        taken = take(&letter);
    }
    let read = mailbox.finish(&mut Vec::new());
    taken?;
    Ok(read?)
}

impl<'m> Letter<'m> {
    /// Returns the value of a field that is shown.
    pub(crate) fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(own, _)| *own == name).map(|(_, value)| value.as_str())
    }

    fn of(bytes: &'m [u8]) -> Letter<'m> {
        Letter { raw: bytes, parts: parts(bytes), ..Letter::with_fields(bytes) }
    }

    /// Returns a letter with the fields of a message, and no parts.
    fn with_fields(bytes: &[u8]) -> Letter<'m> {
        let (header, _) = Header::split(bytes);
        let [subject, id, date, references, answered] =
            header.values(["Subject", "Message-ID", "Date", "References", "In-Reply-To"]);
        let fields = SHOWN.into_iter().zip(header.values(SHOWN));
        let fields = fields.filter_map(|(name, value)| Some((name, unstructured(value?)?)));
        let nearest_first = |value: &[u8]| identifier::all(value).into_iter().rev().take(MOST_PARENTS);
        Letter {
            fields: fields.collect(),
            subject: subject.and_then(unstructured),
            id: id.and_then(identifier::first),
            parents: references.into_iter().chain(answered).flat_map(nearest_first).collect(),
            date: date.and_then(Date::read).map(utc),
            ..Letter::default()
        }
    }
}

/// Returns a date in UTC in RFC 3339, and in seconds since 1970.
fn utc(date: Date) -> (String, i64) {
    (date.to_utc().to_rfc_3339(), date.timestamp())
}

/// The texts and what is attached, in the order in which they stand there. Of the forms of a text the plain one is shown.
fn parts(bytes: &[u8]) -> Vec<LetterPart<'_>> {
    let Parts { heads, texts, embedded, opaque, .. } = Parts::behind(&Outline::of(bytes), bytes, "", true);
    let is_plain = |text: &&TextPart| text.kind == TextKind::Plain;
    let with_plain: HashSet<usize> = texts.iter().filter(is_plain).filter_map(|text| text.alternative).collect();
    let is_shown =
        |text: &&TextPart| is_plain(text) || text.alternative.is_none_or(|group| !with_plain.contains(&group));
    let mut parts: Vec<(usize, Vec<LetterPart>)> = Vec::new();
    for part in texts.iter().filter(is_shown) {
        parts.push((part.body.start, shown_text(part, bytes)));
    }
    let inner = heads.iter().filter(|head| head.range.start > 0);
    parts.extend(inner.filter_map(|head| Some((head.range.start, vec![inner_fields(&bytes[head.range.clone()])?]))));
    parts.extend(embedded.into_iter().map(|Embedded { body, encoding, .. }| {
        let (start, body) = (body.start, Cow::Borrowed(&bytes[body]));
        let kind = "message/rfc822".to_owned();
        (start, vec![LetterPart::Attachment(Attachment { name: None, kind, body, encoding })])
    }));
    parts.extend(
        opaque.into_iter().map(|part| (part.body.start, vec![LetterPart::Attachment(attachment(part, bytes))])),
    );
    parts.sort_by_key(|(start, _)| *start);
    parts.into_iter().flat_map(|(_, parts)| parts).collect()
}

/// A text, and what is attached to it.
fn shown_text<'b>(part: &TextPart<'_>, bytes: &'b [u8]) -> Vec<LetterPart<'b>> {
    let mut files = Files::default();
    let text = text(part, bytes, &mut files, false, &mut Vec::new()).bytes;
    // A larger one is shown as it stands: what is read of a document takes many times its memory.
    let is_document = part.kind == TextKind::Html && text.len() <= LARGE_HTML;
    let (shown, targets) = if is_document { read_letter(&text) } else { (text.into_owned(), Vec::new()) };
    let mut shown = vec![LetterPart::Text(without_blank_end(shown))];
    if !targets.is_empty() {
        shown.push(LetterPart::Targets(targets));
    }
    if let Some(name) = attached_name(&bytes[part.header.clone()]) {
        let body = Cow::Borrowed(&bytes[part.body.clone()]);
        let (name, kind, encoding) = (Some(name), media_type(&bytes[part.header.clone()]), part.encoding);
        shown.push(LetterPart::Attachment(Attachment { name, kind, body, encoding }));
    }
    shown.extend(files.texts.into_iter().map(|file| {
        let (name, kind) = (Some(file.name), "uuencode".to_owned());
        let (body, encoding) = (Cow::Owned(file.text), TransferEncoding::Identity);
        LetterPart::Attachment(Attachment { name, kind, body, encoding })
    }));
    shown
}

/// The text without empty lines at its end: that of the last message of a mailbox may have one more than it has elsewhere.
fn without_blank_end(mut text: Vec<u8>) -> Vec<u8> {
    while let Some(end) = [&b"\n\n"[..], b"\r\n\r\n"].iter().find(|end| text.ends_with(end)) {
        text.truncate(text.len() - end.len() / 2);
    }
    text
}

/// Returns the fields to show of a message in a message; `None` for the header of another part.
fn inner_fields(header: &[u8]) -> Option<LetterPart<'_>> {
    const NAMES: [&str; 4] = ["From", "To", "Date", "Subject"];
    let values = NAMES.into_iter().zip(Header::split(header).0.values(NAMES));
    let lines: String =
        values.filter_map(|(name, value)| Some(format!("{name}: {}\n", unstructured(value?)?))).collect();
    (!lines.is_empty()).then(|| LetterPart::Text(lines.into_bytes()))
}

/// Returns a part with the name and type in its header.
fn attachment(part: OpaquePart, bytes: &[u8]) -> Attachment<'_> {
    let header = &bytes[part.header];
    let body = Cow::Borrowed(&bytes[part.body]);
    Attachment { name: attached_name(header), kind: media_type(header), body, encoding: part.encoding }
}

/// Returns the name of an attachment.
fn attached_name(header: &[u8]) -> Option<String> {
    let [content_type, disposition] = Header::split(header).0.values(["Content-Type", "Content-Disposition"]);
    let name = disposition.and_then(|value| parameter(value, "filename"));
    name.or_else(|| content_type.and_then(|value| parameter(value, "name")))
}

/// Returns the media type of a part, or nothing.
fn media_type(header: &[u8]) -> String {
    let [content_type] = Header::split(header).0.values(["Content-Type"]);
    let read = content_type.and_then(ContentType::read);
    read.map(|read| format!("{}/{}", read.main, read.sub)).unwrap_or_default()
}
