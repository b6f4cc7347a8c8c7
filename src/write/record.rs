//! Records: the one shape in which all that the library and the command say is serialised. Fields are only ever added.

use std::{borrow::Cow, ops::Range, path::Path};

use serde::{Serialize, Serializer, ser::SerializeSeq};

use super::list::Occurrences;
use crate::{
    link::{Attribute, Break, Link, Notation, Refused},
    sink::{Context, Event},
    text::base64,
    uri::{Grammar, Rejection, Uri},
};

/// An event or result as an object; its first field, `type`, names the kind.
///
/// ```
/// use napkin::{Context, Finder, write::Record};
///
/// let link = Finder::new().find("www.example.org").unwrap();
/// let record = Record::link(&link, &Context::default()).path("a.txt");
/// let value = serde_json::to_value(&record)?;
/// assert_eq!((&value["type"], &value["path"]), (&"link".into(), &"a.txt".into()));
/// assert_eq!((&value["kind"], &value["url"]), (&"www".into(), &"http://www.example.org".into()));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct Record<'a>(Shape<'a>);

/// The fields of each type, in order.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[expect(clippy::large_enum_variant, reason = "most records are links")]
enum Shape<'a> {
    Link {
        #[serde(skip_serializing_if = "Option::is_none")]
        path: Option<PathName<'a>>,
        line: Option<usize>,
        column: Option<usize>,
        start: usize,
        end: usize,
        url: &'a str,
        text: Cow<'a, str>,
        kind: Name,
        delimiter: Name,
        scheme: &'a str,
        host: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        host_ascii: Option<String>,
        #[serde(serialize_with = "pairs")]
        pieces: &'a [Range<usize>],
        rejoined: Option<Join>,
        #[serde(skip_serializing_if = "Option::is_none")]
        escaped: Option<&'static str>,
        alternative: Option<&'a str>,
        label: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        truncated: Option<bool>,
        #[serde(skip_serializing_if = "Option::is_none")]
        element: Option<&'static str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        attribute: Option<&'static str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        written: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        file_line: Option<usize>,
        #[serde(skip_serializing_if = "Option::is_none")]
        message: Option<MessageFields<'a>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        warc: Option<WarcFields<'a>>,
    },
    Rejection {
        #[serde(skip_serializing_if = "Option::is_none")]
        path: Option<PathName<'a>>,
        start: usize,
        end: usize,
        line: Option<usize>,
        column: Option<usize>,
        text: Cow<'a, str>,
        grammar: &'static str,
        rule: &'static str,
        at: usize,
        message: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        file_line: Option<usize>,
        #[serde(rename = "in", skip_serializing_if = "Option::is_none")]
        within: Option<MessageFields<'a>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        warc: Option<WarcFields<'a>>,
    },
    Break {
        #[serde(skip_serializing_if = "Option::is_none")]
        path: Option<PathName<'a>>,
        start: usize,
        end: usize,
        line: Option<usize>,
        column: Option<usize>,
        text: Cow<'a, str>,
        at: usize,
        joined: bool,
        confidence: f32,
        #[serde(serialize_with = "weights")]
        evidence: Vec<(&'static str, f32)>,
        #[serde(skip_serializing_if = "Option::is_none")]
        file_line: Option<usize>,
        #[serde(rename = "in", skip_serializing_if = "Option::is_none")]
        within: Option<MessageFields<'a>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        warc: Option<WarcFields<'a>>,
    },
    Check {
        url: Cow<'a, str>,
        valid: bool,
        #[serde(flatten)]
        verdict: Verdict<'a>,
    },
    Error {
        #[serde(skip_serializing_if = "Option::is_none")]
        path: Option<PathName<'a>>,
        message: Cow<'a, str>,
    },
    Occurrences(Occurrences<'a>),
    Top {
        by: &'a str,
        value: &'a str,
        count: u64,
    },
    Summary(Summary),
}

/// A name that needs no escapes.
#[derive(Clone, Copy, Debug)]
struct Name(&'static str);

impl Serialize for Name {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // A variant's name is what a serializer may write without a look for escapes; the other two arguments are in no JSON.
        serializer.serialize_unit_variant("Name", 0, self.0)
    }
}

/// The name of an input: a string if it is UTF-8, or an object with base64, like ripgrep.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(super) enum PathName<'a> {
    Text(Cow<'a, str>),
    Bytes { bytes: String },
}

impl<'a> PathName<'a> {
    pub(super) fn of(path: &'a Path) -> PathName<'a> {
        match path.to_str() {
            Some(text) => PathName::Text(Cow::Borrowed(text)),
            None => PathName::Bytes { bytes: base64::encode(path.as_os_str().as_encoded_bytes()) },
        }
    }

    #[cfg(feature = "json")]
    pub(super) fn borrowed(&self) -> PathName<'_> {
        match self {
            PathName::Text(text) => PathName::Text(Cow::Borrowed(text)),
            PathName::Bytes { bytes } => PathName::Bytes { bytes: bytes.clone() },
        }
    }

    #[cfg(feature = "json")]
    pub(super) fn into_owned(self) -> PathName<'static> {
        match self {
            PathName::Text(text) => PathName::Text(Cow::Owned(text.into_owned())),
            PathName::Bytes { bytes } => PathName::Bytes { bytes },
        }
    }
}

/// The verdict on a string.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum Verdict<'a> {
    Valid {
        scheme: Option<&'a str>,
        userinfo: Option<&'a str>,
        host: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        host_ascii: Option<String>,
        port: Option<&'a str>,
        path: &'a str,
        query: Option<&'a str>,
        fragment: Option<&'a str>,
        normalized: String,
    },
    Invalid(Fault),
    Each {
        grammars: Vec<Opinion>,
    },
}

/// The verdict of a grammar.
#[derive(Clone, Debug, Serialize)]
struct Opinion {
    grammar: &'static str,
    valid: bool,
    #[serde(flatten)]
    fault: Option<Fault>,
}

/// The reason why a link has several pieces.
#[derive(Clone, Debug, Serialize)]
struct Join {
    by: &'static str,
    confidence: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    inside: Option<&'static str>,
}

/// The message of an event.
#[derive(Clone, Debug, Serialize)]
pub(super) struct MessageFields<'a> {
    id: Option<Cow<'a, str>>,
    date: Option<Cow<'a, str>>,
    from: Option<Cow<'a, str>>,
    subject: Option<Cow<'a, str>>,
    part: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    header: Option<Cow<'a, str>>,
    number: Option<usize>,
    offset: usize,
}

impl<'a> MessageFields<'a> {
    /// Returns the message of the context. Its header is read.
    #[cfg(feature = "mail")]
    pub(super) fn of(context: &Context<'a>) -> Option<MessageFields<'a>> {
        context.message().map(|message| MessageFields {
            id: message.id().map(Cow::Owned),
            date: message.date().map(Cow::Owned),
            from: message.from().map(Cow::Owned),
            subject: message.subject().map(Cow::Owned),
            part: context.part().map(Cow::Borrowed),
            header: context.field().map(Cow::Borrowed),
            number: message.number(),
            offset: message.offset(),
        })
    }

    #[cfg(not(feature = "mail"))]
    pub(super) fn of(_: &Context<'a>) -> Option<MessageFields<'a>> {
        None
    }
}

/// The WARC record of an event.
#[derive(Clone, Debug, Serialize)]
pub(super) struct WarcFields<'a> {
    target: Option<Cow<'a, str>>,
    id: Option<Cow<'a, str>>,
    date: Option<Cow<'a, str>>,
    #[serde(rename = "type")]
    record_type: Cow<'a, str>,
    number: usize,
    offset: usize,
}

impl<'a> WarcFields<'a> {
    #[cfg(feature = "warc")]
    pub(super) fn of(context: &Context<'a>) -> Option<WarcFields<'a>> {
        context.warc_record().map(|record| WarcFields {
            target: record.target(),
            id: record.id(),
            date: record.date(),
            record_type: record.record_type(),
            number: record.number(),
            offset: record.offset(),
        })
    }

    #[cfg(not(feature = "warc"))]
    pub(super) fn of(_: &Context<'a>) -> Option<WarcFields<'a>> {
        None
    }
}

/// The place of an event.
pub(super) struct Within<'a> {
    pub(super) message: Option<MessageFields<'a>>,
    pub(super) warc: Option<WarcFields<'a>>,
    /// Only set if the lines of the file differ from those of the text.
    pub(super) file_line: Option<usize>,
}

impl<'a> Within<'a> {
    fn of(context: &Context<'a>) -> Within<'a> {
        Within::with_message(MessageFields::of(context), context)
    }

    /// Does the same with known fields of the message.
    pub(super) fn with_message(message: Option<MessageFields<'a>>, context: &Context<'a>) -> Within<'a> {
        let file_line = context.file_position().map(|position| position.line);
        Within { message, warc: WarcFields::of(context), file_line }
    }
}

#[cfg(feature = "json")]
impl MessageFields<'_> {
    /// Returns the offset of the context's message, which is unique in an input.
    #[cfg(feature = "mail")]
    pub(super) fn offset_in(context: &Context<'_>) -> Option<usize> {
        context.message().map(crate::message::Message::offset)
    }

    #[cfg(not(feature = "mail"))]
    pub(super) fn offset_in(_: &Context<'_>) -> Option<usize> {
        None
    }

    /// Returns the same message for another part.
    pub(super) fn in_part<'f>(&'f self, context: &Context<'f>) -> Option<MessageFields<'f>> {
        fn borrowed<'f>(field: &'f Option<Cow<'_, str>>) -> Option<Cow<'f, str>> {
            field.as_deref().map(Cow::Borrowed)
        }
        Some(MessageFields {
            id: borrowed(&self.id),
            date: borrowed(&self.date),
            from: borrowed(&self.from),
            subject: borrowed(&self.subject),
            part: context.part().map(Cow::Borrowed),
            header: context.field().map(Cow::Borrowed),
            ..*self
        })
    }

    pub(super) fn into_owned(self) -> MessageFields<'static> {
        fn owned(field: Option<Cow<'_, str>>) -> Option<Cow<'static, str>> {
            field.map(|field| Cow::Owned(field.into_owned()))
        }
        MessageFields {
            id: owned(self.id),
            date: owned(self.date),
            from: owned(self.from),
            subject: owned(self.subject),
            part: owned(self.part),
            header: owned(self.header),
            ..self
        }
    }
}

impl<'a> Record<'a> {
    /// Returns the record of an event, or `None` for events that have no record, such as the start of a message.
    ///
    /// ```
    /// use napkin::{Context, Event, Finder, write::Record};
    ///
    /// let mut types = Vec::new();
    /// let finder = Finder::builder().explain(true).build()?;
    /// finder.search_into(&b"http://a.example/ and http://-/"[..], &mut |event: Event<'_>, context: &Context<'_>| {
    ///     let record = Record::of(&event, context).and_then(|record| serde_json::to_value(&record).ok());
    ///     types.extend(record.map(|record| record["type"].clone()));
    /// })?;
    /// assert_eq!(types, ["link", "rejection"]);
    /// # Ok::<(), napkin::Error>(())
    /// ```
    pub fn of(event: &'a Event<'_>, context: &Context<'a>) -> Option<Record<'a>> {
        Record::within(event, Within::of(context))
    }

    /// Returns the record of an event in this place.
    pub(super) fn within(event: &'a Event<'_>, within: Within<'a>) -> Option<Record<'a>> {
        match event {
            Event::Link(link) => Some(Record::link_in(link, within)),
            Event::Refused(refused) => Some(Record::rejection_in(refused, within)),
            Event::Break(seen) => Some(Record::break_in(seen, within)),
            #[cfg(feature = "mail")]
            Event::Damage(damage) => Some(Record::error(damage.to_string())),
            #[cfg(feature = "mail")]
            Event::Message(_) => None,
            #[cfg(feature = "warc")]
            Event::WarcRecord(_) => None,
        }
    }

    /// Returns the record of a link.
    pub fn link(link: &'a Link<'_>, context: &Context<'a>) -> Record<'a> {
        Record::link_in(link, Within::of(context))
    }

    fn link_in(link: &'a Link<'_>, within: Within<'a>) -> Record<'a> {
        let Within { message, warc, file_line } = within;
        let by = if link.delimiter().encloses() { "delimiter" } else { "evidence" };
        let (range, url, components) = (link.range(), link.url(), link.components());
        // To see that it is the URL takes less time than to see that it is UTF-8.
        let text = if link.as_bytes() == url.as_bytes() { url } else { link.as_str() };
        Record(Shape::Link {
            path: None,
            line: link.position().map(|position| position.line),
            column: link.position().map(|position| position.column),
            start: range.start,
            end: range.end,
            url,
            text: Cow::Borrowed(text),
            kind: Name(link.kind().name()),
            delimiter: Name(link.delimiter().name()),
            scheme: components.scheme(url).unwrap_or_default(),
            host: components.host(url),
            host_ascii: components.host_ascii(url),
            pieces: link.pieces(),
            rejoined: link.rejoined().map(|rejoined| Join {
                by,
                confidence: rejoined.confidence,
                inside: rejoined.inside.map(|part| part.name()),
            }),
            escaped: link.escapes().map(Notation::name),
            alternative: link.alternative(),
            label: link.label(),
            truncated: link.is_truncated().then_some(true),
            element: link.attribute().map(Attribute::element),
            attribute: link.attribute().map(Attribute::name),
            written: link.written(),
            file_line,
            message,
            warc,
        })
    }

    /// Returns the record of a rejected candidate.
    pub fn rejection(refused: &'a Refused<'_>, context: &Context<'a>) -> Record<'a> {
        Record::rejection_in(refused, Within::of(context))
    }

    fn rejection_in(refused: &'a Refused<'_>, within: Within<'a>) -> Record<'a> {
        let Within { message: within, warc, file_line } = within;
        let range = refused.range();
        Record(Shape::Rejection {
            path: None,
            start: range.start,
            end: range.end,
            line: refused.position().map(|position| position.line),
            column: refused.position().map(|position| position.column),
            text: String::from_utf8_lossy(refused.as_bytes()),
            grammar: refused.grammar().name(),
            rule: refused.rejection().rule(),
            at: refused.at(),
            message: refused.rejection().message(),
            file_line,
            within,
            warc,
        })
    }

    fn break_in(seen: &'a Break<'_>, within: Within<'a>) -> Record<'a> {
        let Within { message: within, warc, file_line } = within;
        let range = seen.range();
        Record(Shape::Break {
            path: None,
            start: range.start,
            end: range.end,
            line: seen.position().map(|position| position.line),
            column: seen.position().map(|position| position.column),
            text: String::from_utf8_lossy(seen.as_bytes()),
            at: seen.at(),
            joined: seen.is_joined(),
            confidence: seen.confidence(),
            evidence: seen.evidence().collect(),
            file_line,
            within,
            warc,
        })
    }

    /// Returns the record of a validated string.
    ///
    /// ```
    /// use napkin::{Grammar, Uri, write::Record};
    ///
    /// let judged = Uri::parse("http://a.example:x", Grammar::Rfc3986);
    /// let fault = judged.as_ref().map_err(|&rejection| rejection.into());
    /// let value = serde_json::to_value(Record::check("http://a.example:x", fault))?;
    /// assert_eq!((&value["valid"], &value["at"]), (&false.into(), &17.into()));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn check(url: impl Into<Cow<'a, str>>, judged: Result<&'a Uri<'_>, Fault>) -> Record<'a> {
        let valid = judged.is_ok();
        let verdict = match judged {
            Ok(uri) => Verdict::Valid {
                scheme: uri.scheme(),
                userinfo: uri.userinfo(),
                host: uri.host(),
                host_ascii: uri.host_ascii(),
                port: uri.port(),
                path: uri.path(),
                query: uri.query(),
                fragment: uri.fragment(),
                normalized: uri.normalize().to_string(),
            },
            Err(fault) => Verdict::Invalid(fault),
        };
        Record(Shape::Check { url: url.into(), valid, verdict })
    }

    /// Returns the record of a string validated by several grammars.
    pub fn check_each(url: impl Into<Cow<'a, str>>, faults: &[(Grammar, Option<Fault>)]) -> Record<'a> {
        let opinion = |&(grammar, fault): &(Grammar, Option<Fault>)| Opinion {
            grammar: grammar.name(),
            valid: fault.is_none(),
            fault,
        };
        let grammars: Vec<Opinion> = faults.iter().map(opinion).collect();
        let valid = grammars.iter().all(|opinion| opinion.valid);
        Record(Shape::Check { url: url.into(), valid, verdict: Verdict::Each { grammars } })
    }

    /// Returns the record of an error.
    pub fn error(message: impl Into<Cow<'a, str>>) -> Record<'a> {
        Record(Shape::Error { path: None, message: message.into() })
    }

    /// Returns the record of the occurrences of a URL.
    pub fn occurrences(occurrences: Occurrences<'a>) -> Record<'a> {
        Record(Shape::Occurrences(occurrences))
    }

    /// Returns the record of a frequent value: what was counted, such as `host`, the value and its count.
    pub fn top(by: &'a str, value: &'a str, count: u64) -> Record<'a> {
        Record(Shape::Top { by, value, count })
    }

    /// Returns the record of a summary.
    pub fn summary(summary: Summary) -> Record<'a> {
        Record(Shape::Summary(summary))
    }

    /// Adds the name of the input, if the record has one.
    #[must_use]
    pub fn path(self, name: impl Into<Cow<'a, str>>) -> Record<'a> {
        self.named(PathName::Text(name.into()))
    }

    /// Adds the path of the input. A path that is not UTF-8 becomes an object with its bytes in base64.
    ///
    /// ```
    /// # #[cfg(unix)] {
    /// use std::{ffi::OsStr, os::unix::ffi::OsStrExt, path::Path};
    /// use napkin::write::Record;
    ///
    /// let value = serde_json::to_value(Record::error("gone").file(Path::new(OsStr::from_bytes(b"a\xFF"))))?;
    /// assert_eq!(value["path"], serde_json::json!({ "bytes": "Yf8=" }));
    /// # }
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn file(self, path: &'a Path) -> Record<'a> {
        self.named(PathName::of(path))
    }

    pub(super) fn named(mut self, name: PathName<'a>) -> Record<'a> {
        self.set_name(name);
        self
    }

    pub(super) fn set_name(&mut self, name: PathName<'a>) {
        if let Shape::Link { path, .. }
        | Shape::Rejection { path, .. }
        | Shape::Break { path, .. }
        | Shape::Error { path, .. } = &mut self.0
        {
            *path = Some(name);
        }
    }
}

/// Why a string is invalid.
///
/// ```
/// use napkin::{Grammar, Uri, write::Fault};
///
/// let fault: Fault = Uri::parse("http://a.example/%", Grammar::Rfc3986).unwrap_err().into();
/// assert_eq!((fault.at, fault.rule), (17, "rfc3986 2.1 pct-encoded"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// The rule by document, section and production.
    pub rule: &'static str,
    /// The offset of the first byte that breaks the rule. It is the length if the string ends too soon.
    pub at: usize,
    /// The problem in a sentence for people.
    pub message: &'static str,
}

impl From<Rejection> for Fault {
    fn from(rejection: Rejection) -> Fault {
        Fault { at: rejection.at(), rule: rejection.rule(), message: rejection.message() }
    }
}

/// Totals of a search.
///
/// ```
/// let mut summary = napkin::write::Summary::default();
/// summary.links += 1;
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Summary {
    /// Links, counting every occurrence.
    pub links: u64,
    /// Links that were joined on evidence.
    pub joined: u64,
    /// Rejected candidates, if they are reported. JSON omits 0.
    #[serde(skip_serializing_if = "is_zero")]
    pub rejected: u64,
    /// Different URLs, if each is written once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unique: Option<u64>,
    /// Files searched.
    pub files: u64,
    /// Files with links.
    pub files_with_links: u64,
    /// Files in folders that were skipped: binary files, and the output itself.
    pub passed_over: u64,
    /// Bytes read.
    pub bytes: u64,
    /// Messages searched.
    pub messages: u64,
    /// WARC records searched. JSON omits 0.
    #[serde(skip_serializing_if = "is_zero")]
    pub records: u64,
    /// Messages and records with a fault.
    pub damaged: u64,
    /// Inputs that could not be read, or not to their end.
    pub errors: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "so serde hands it over")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

fn pairs<S: Serializer>(pieces: &&[Range<usize>], serializer: S) -> Result<S::Ok, S::Error> {
    let mut seq = serializer.serialize_seq(Some(pieces.len()))?;
    for piece in *pieces {
        seq.serialize_element(&[piece.start, piece.end])?;
    }
    seq.end()
}

fn weights<S: Serializer>(evidence: &[(&'static str, f32)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(evidence.iter().copied())
}
