//! The search of a document: what its attributes have, and what is in its text, in the order of the source.

use std::{
    borrow::Cow,
    io::{self, Read},
    iter::{Flatten, Peekable},
    ops::{ControlFlow, Range},
    option,
};

use super::{
    attribute_url::AttributeUrl,
    document::Document,
    label::label,
    map::{Mapped, PlaceCursor},
    values::{Value, ValueReader},
};
use crate::{
    config::Config,
    engine::{accept, budget::Budget, find, subject::Subject},
    error::{Error, Stop},
    link::{Break, Kind, Link, Refused},
    read::{driver::Driver, label::plain, lines::Lines},
    sink::{Context, Edge, Event, Sink},
    source::{base, buffers::Buffers, charset::Charset, identity::identity, steps},
    uri::{Rejection, rejection::Rule, schemes::registry},
};

static LEADS_NOWHERE: Rule =
    Rule::new("napkin attribute", "a program, data or a part of the same message is no place to go to");

/// Searches HTML from a reader. A document above `limit` bytes is searched as plain text.
pub(crate) fn search<R: Read>(
    config: &Config,
    limit: usize,
    buffers: &mut Buffers,
    mut reader: R,
    sink: &mut dyn Sink,
) -> Result<(), Stop> {
    let Buffers { search, file, document } = buffers;
    let (context, subject) = (Context::default(), Subject::new(config));
    file.clear();
    let read = reader.by_ref().take((limit as u64).saturating_add(1)).read_to_end(file);
    if file.len() > limit {
        search.run(subject, file.chain(reader), &context, sink)?;
        return Err(Error::too_large(limit).into());
    }
    let (length, label) = (file.len(), label(file, None));
    let (charset, _) = Charset::of(file, label.as_deref());
    match charset {
        Charset::Other(encoding) => {
            let decoded = Mapped::decoded(file, encoding);
            // It may be large, and is not looked at again.
            *file = Vec::new();
            let mut sink = InFile { file: &decoded, cursor: PlaceCursor::default(), sink };
            search_document(subject, &decoded.bytes, document, &mut Budget::default(), &context, &mut sink)?;
        }
        Charset::Utf8 | Charset::Utf7 => {
            search_document(subject, file, document, &mut Budget::default(), &context, sink)?;
        }
    }
    read.map_err(|error| Error::read(length, error))?;
    Ok(())
}

/// The most bytes of URLs for each byte of a document, and the allowance beyond that. A long base and many short
/// references could turn megabytes into gigabytes.
const MADE_A_BYTE: usize = 16;
const MADE_TO_BEGIN: usize = 1 << 20;

static GROWN: Rule =
    Rule::new("napkin budget", "a long base makes so much of the references before that no more are resolved");

/// Searches a document that is nearly UTF-8. The base of the subject is the base of the enclosing message, and the
/// budget is shared by all texts in that.
pub(crate) fn search_document(
    subject: Subject<'_>,
    source: &[u8],
    document: &mut Document,
    funds: &mut Budget,
    context: &Context<'_>,
    sink: &mut dyn Sink,
) -> Result<(), Stop> {
    let Subject { config, base: outer } = subject;
    document.read(source, config.labels, config.skip_code);
    let written =
        document.base.as_ref().and_then(|range| AttributeUrl::of(document, source, &PlaceCursor::default(), range));
    let own = written.and_then(|written| base::base(&written.url, outer, config.grammar));
    let subject = Subject { config, base: own.as_ref().or(outer) };
    // Lines are those of the source.
    let lines = config.positions.then(|| Lines::starting(1, 0));
    let values = document.urls.iter().peekable();
    let anchors = document.anchors.iter().flatten();
    let code = document.code.as_deref().unwrap_or_default();
    let mut in_source = InSource {
        subject,
        document,
        source,
        context,
        lines,
        values,
        anchors,
        code,
        cursor: PlaceCursor::default(),
        value_cursor: PlaceCursor::default(),
        anchor: None,
        made: 0,
        sink,
    };
    Driver::default().run_slice_with(subject, &document.text.bytes, funds, context, &mut in_source)?;
    Stop::at(in_source.values_before(usize::MAX)?)
}

/// Returns `true` if the link in the text of an anchor is the URL of the anchor. A link without a scheme takes the
/// anchor's, and one with an ellipsis `behind` it is a prefix.
fn repeats_anchor(link: &Link<'_>, anchor: &str, behind: &[u8]) -> bool {
    let is_cut = ["...", "…", "&hellip;"].iter().any(|ellipsis| behind.starts_with(ellipsis.as_bytes()));
    let is_it = |own: &str, anchor: &str| own == anchor || is_cut && anchor.starts_with(own);
    fn place(url: &str) -> Option<&str> {
        url.split_once(':').and_then(|(_, rest)| rest.strip_prefix("//"))
    }
    steps::count(link.url().len());
    let repeats = |own: &str| {
        let without_scheme = place(own).zip(place(anchor)).filter(|_| link.kind != Kind::Url);
        is_it(own, anchor) || without_scheme.is_some_and(|(own, anchor)| is_it(own, anchor))
    };
    repeats(link.url()) || repeats(&identity(link))
}

/// Merges the links in the text with the values of attributes, all with their places in the source.
struct InSource<'d> {
    subject: Subject<'d>,
    document: &'d Document,
    source: &'d [u8],
    context: &'d Context<'d>,
    lines: Option<Lines>,
    /// The remaining values.
    values: Peekable<ValueReader<'d>>,
    /// The ranges in the text of the remaining anchors, for labels.
    anchors: Flatten<option::Iter<'d, Vec<Range<usize>>>>,
    /// The ranges in the source of code that is skipped, without those before the last event.
    code: &'d [Range<usize>],
    /// The places in the text of the last link, and of the last value.
    cursor: PlaceCursor,
    value_cursor: PlaceCursor,
    /// The last anchor with a URL.
    anchor: Option<OpenAnchor>,
    /// The length of the URLs of all values so far.
    made: usize,
    sink: &'d mut dyn Sink,
}

/// An anchor whose text may contain links.
struct OpenAnchor {
    end: usize,
    url: String,
    /// The range of its written URL, until the first link in the anchor's text was compared with it.
    written: Option<Range<usize>>,
}

impl OpenAnchor {
    /// Returns `true` if the text at `start` is the written URL of the anchor, wherever a link there may end.
    fn is_written_at(&mut self, source: &[u8], start: usize) -> bool {
        let Some(written) = self.written.take() else { return false };
        steps::count(written.len());
        let rest = source[start..].strip_prefix(source[written].trim_ascii());
        rest.is_some_and(|rest| rest.trim_ascii_start().starts_with(b"</"))
    }
}

impl<'d> InSource<'d> {
    /// Emits the values that begin before `end`.
    fn values_before(&mut self, end: usize) -> io::Result<ControlFlow<()>> {
        let document = self.document;
        // One may be long, and waits for all that is found in the text before it.
        while let Some(value) = &self
            .values
            .next_if(|value| document.values.source_near(&self.value_cursor, value.range.start, Edge::Start) < end)
        {
            let written = AttributeUrl::of(document, self.source, &self.value_cursor, &value.range);
            let is_anchor = matches!((value.attribute.element(), value.attribute.name()), ("a", "href"));
            let anchor = if is_anchor { self.anchors.next() } else { None };
            let Some(mut event) = written.and_then(|written| self.judge(value, written)) else { continue };
            if let (Event::Link(link), Some(words)) = (&mut event, anchor) {
                link.set_label(plain(&document.text.bytes[words.clone()]));
            }
            if let Event::Link(link) = &event {
                self.made += link.url().len();
            }
            // In one that ends before it no link of the text stands that is still to come.
            let anchor_end = value.anchor_end.filter(|&anchor_end| anchor_end > end);
            if let (Event::Link(link), Some(end)) = (&event, anchor_end) {
                steps::count(link.url().len());
                let url = identity(link);
                self.anchor = Some(OpenAnchor { end, url, written: Some(link.range()) });
            }
            let is_wanted = match &event {
                Event::Link(link) => accept::is_wanted(self.subject.config, link),
                _ => self.subject.config.explain,
            };
            let context = Context { attribute: Some(value.attribute), ..*self.context };
            if is_wanted && self.hand_on(event, &context)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Returns the event of a value; `None` for a reference to the same document.
    fn judge(&self, value: &Value, written: AttributeUrl<'_>) -> Option<Event<'d>> {
        let AttributeUrl { url, range, .. } = &written;
        let has_scheme = url.bytes().find(|byte| b":/?#".contains(byte)) == Some(b':');
        if !has_scheme && (self.subject.base.is_none() || url.starts_with('#')) {
            return None;
        }
        let text = Cow::Borrowed(&self.source[range.clone()]);
        let refused = |rejection: Rejection, at| {
            let grammar = self.subject.config.grammar;
            Event::Refused(Refused { text: text.clone(), range: range.clone(), at, rejection, grammar, position: None })
        };
        if has_scheme && self.leads_nowhere(url) {
            return Some(refused(Rejection::new(0, &LEADS_NOWHERE), range.start));
        }
        if range.len() > self.subject.config.window {
            return Some(refused(Rejection::new(0, &find::TOO_LONG), range.start + self.subject.config.window));
        }
        if !has_scheme && self.made > MADE_TO_BEGIN + MADE_A_BYTE * range.end {
            return Some(refused(Rejection::new(0, &GROWN), range.start));
        }
        steps::count(url.len() + self.subject.base.map_or(0, |base| base.uri.as_str().len()));
        let judged = accept::accept_value(self.subject, text.clone(), range.clone(), url, !has_scheme, value.attribute);
        Some(match judged {
            Ok(link) => Event::Link(link),
            Err(rejection) => refused(rejection, written.source(self.document, value, rejection.at())),
        })
    }

    /// Returns `true` if the scheme names no place, and nobody asked for it.
    fn leads_nowhere(&self, url: &str) -> bool {
        let scheme = url.split(':').next().unwrap_or_default();
        registry::find(scheme).is_some_and(|scheme| scheme.leads_nowhere)
            && !self.subject.config.asks_for_scheme(scheme.as_bytes())
    }

    fn hand_on(&mut self, mut event: Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>> {
        let start = event.range().unwrap_or_default().start;
        while self.code.first().is_some_and(|code| code.end <= start) {
            self.code = &self.code[1..];
        }
        if self.code.first().is_some_and(|code| code.start <= start) {
            return Ok(ControlFlow::Continue(()));
        }
        if let Some(lines) = &mut self.lines {
            lines.place(&mut event, self.source, 0);
        }
        self.sink.event(event, context)
    }
}

impl Sink for InSource<'_> {
    fn event(&mut self, mut event: Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>> {
        event.move_offsets(|offset, edge| self.document.text.source_near(&self.cursor, offset, edge));
        let range = event.range().unwrap_or_default();
        if self.values_before(range.start)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        if let (Event::Link(link), Some(anchor)) = (&event, &mut self.anchor)
            && range.end <= anchor.end
            && (anchor.is_written_at(self.source, range.start)
                || repeats_anchor(link, &anchor.url, &self.source[range.end..]))
        {
            return Ok(ControlFlow::Continue(()));
        }
        let text = &self.source[range];
        let event = match event {
            Event::Link(link) => Event::Link(link.in_text(text)),
            Event::Refused(refused) => Event::Refused(Refused { text: Cow::Borrowed(text), ..refused }),
            Event::Break(seen) => Event::Break(Break { text: Cow::Borrowed(text), ..seen }),
            #[cfg(feature = "mail")]
            Event::Message(_) | Event::Damage(_) => event,
            #[cfg(feature = "warc")]
            Event::WarcRecord(_) => event,
        };
        self.hand_on(event, context)
    }

    fn worked(&mut self, steps: u64) {
        self.sink.worked(steps);
    }
}

/// Moves events in decoded text to the offsets of the file.
struct InFile<'f> {
    file: &'f Mapped,
    cursor: PlaceCursor,
    sink: &'f mut dyn Sink,
}

impl Sink for InFile<'_> {
    fn event(&mut self, mut event: Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>> {
        event.move_offsets(|offset, edge| self.file.source_near(&self.cursor, offset, edge));
        self.sink.event(event, context)
    }

    fn worked(&mut self, steps: u64) {
        self.sink.worked(steps);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search_alone(config: &Config, document: &str, sink: &mut dyn Sink) {
        let (subject, context, mut funds) = (Subject::new(config), Context::default(), Budget::default());
        search_document(subject, document.as_bytes(), &mut Document::default(), &mut funds, &context, sink).unwrap();
    }

    /// Asserts a bound on the steps per byte of a document, apart from the search in its text.
    #[test]
    fn no_document_takes_longer_than_its_length() {
        const SIZE: usize = 64 << 10;
        let many = |word: &str| word.repeat(SIZE / word.len());
        let base = format!("<base href='http://a.example/{}/'>", "b".repeat(1900));
        let b = "b".repeat(SIZE);
        let repeated = "<|&|&lt|&lt;http://a/|<a href=\"|<a href=a:b |<a href=a:b>|<a href=a:b>a:b</a>|<div>|<b>|<p>|<br>|\
             <pre>\n|</|<!|<!--|<![CDATA[|<script>|<script><!--<script>|<a a=a |\r|http://a.example/<b>|\
             http://a.example/<wbr>|<base href=a:b>|<meta charset=x>|<plaintext>|<a>http://a.example/";
        let long = [
            format!("&#{}", many("1")),
            format!("<a {}>", (0..SIZE / 8).map(|number| format!("b{number}=c ")).collect::<String>()),
            format!("<a href='{}'>", many("&amp")),
            format!("<!--{}", many("-")),
            format!("<!--{}", many("http://a.example/ ")),
            format!("<title>{}", many("</titl")),
            format!("<textarea>{}", many("</textare http://a ")),
            format!("<img srcset='{}'>", many("a:b,")),
            format!("<img srcset='{}'>", many("a:b (, ")),
            format!("<a ping='{}'>", many("a:b ")),
            format!("<a href='a:{}'>", many("b\n")),
            format!("<a href='{}'>", many(" ")),
            format!("<meta http-equiv=content-type content='{}'>", many("charset")),
            format!("<a href='http://a.example/{b}'>{}", many("http://a.example/ ")),
            format!("{}<a href='http://a.example/{b}'>", many("http://a.example/ ")),
            format!("{base}{}", many("<a href=x>")),
            format!("<base href='http://a.example/{b}/'>{}", many("<a href=x>")),
        ];
        for document in repeated.split('|').map(many).chain(long) {
            let config = Config { explain: true, positions: true, ..Config::default() };
            steps::take();
            let mut found = 0;
            let mut sink = |_: Event<'_>, _: &Context<'_>| found += 1;
            search_alone(&config, &document, &mut sink);
            let steps = steps::take();
            let start = &document[..40];
            // A reference may become as long as the longest base.
            let most = if start.starts_with("<base") { 512 } else { 8 };
            assert!(steps <= most * document.len() as u64, "{start:?}: {steps} steps for {found} links");
        }
    }

    /// Resolved references stay in proportion to the document, however long its base is.
    #[test]
    fn a_long_base_does_not_multiply_a_document() {
        let config = Config::default();
        let made = |document: &str| {
            let mut made = Vec::new();
            let mut sink = |event: Event<'_>, _: &Context<'_>| {
                if let Event::Link(link) = event {
                    made.push(link.url().len());
                }
            };
            search_alone(&config, document, &mut sink);
            made
        };
        let references = "<a href=x>".repeat(50_000);
        let long = format!("<base href='http://a.example/{}/'>{references}", "b".repeat(1900));
        let most = MADE_TO_BEGIN + MADE_A_BYTE * long.len() + base::MAX_BASE;
        assert!((MADE_TO_BEGIN..most).contains(&made(&long).into_iter().sum()));
        let usual = format!("<base href='http://a.example/{}/'>{references}", "b".repeat(100));
        assert_eq!(made(&usual).len(), 50_000);
    }
}
