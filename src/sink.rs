//! The events of a search, their context, and sinks that take them.

use std::{io, ops::ControlFlow};

use crate::link::{Attribute, Break, Link, Piece, Position, Refused};
#[cfg(feature = "mail")]
use crate::message::{Damage, Message};
#[cfg(feature = "warc")]
use crate::warc_record::WarcRecord;

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event<'w> {
    /// A link.
    Link(Link<'w>),
    /// A rejected candidate; only with [`FinderBuilder::explain`](crate::FinderBuilder::explain).
    Refused(Refused<'w>),
    /// A line end that was weighed; only with [`FinderBuilder::explain`](crate::FinderBuilder::explain).
    Break(Break<'w>),
    /// The next message of a mailbox or batch, before anything found in it.
    #[cfg(feature = "mail")]
    Message(Message<'w>),
    /// The next searched record of a WARC file, before anything found in it.
    #[cfg(feature = "warc")]
    WarcRecord(WarcRecord<'w>),
    /// A fault in a message or WARC record.
    #[cfg(feature = "mail")]
    Damage(Damage),
}

/// Where an event was found: message, part, header field, record, attribute. It is empty for plain text.
///
/// ```
/// use napkin::{Context, Event, Finder};
///
/// Finder::new().search_into(&b"http://a.example/"[..], &mut |_: Event<'_>, context: &Context<'_>| {
///     assert_eq!(context, &Context::default());
/// })?;
/// # Ok::<(), napkin::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Context<'c> {
    #[cfg(feature = "mail")]
    pub(crate) message: Option<Message<'c>>,
    #[cfg(feature = "warc")]
    pub(crate) warc_record: Option<WarcRecord<'c>>,
    pub(crate) part: Option<&'c str>,
    pub(crate) field: Option<&'c str>,
    pub(crate) attribute: Option<Attribute>,
    pub(crate) file_position: Option<Position>,
}

impl<'c> Context<'c> {
    /// Returns the message of mail or news.
    #[cfg(feature = "mail")]
    pub fn message(&self) -> Option<&Message<'c>> {
        self.message.as_ref()
    }

    /// Returns the WARC record.
    #[cfg(feature = "warc")]
    pub fn warc_record(&self) -> Option<&WarcRecord<'c>> {
        self.warc_record.as_ref()
    }

    /// Returns the part of the message, numbered as in IMAP (RFC 9051, 6.4.5): `1.2`. A uuencoded file in a part adds
    /// its name: `1.2/soup.txt`.
    ///
    /// Returns `None` in the message's own header, and in a message too large to be parsed.
    pub fn part(&self) -> Option<&'c str> {
        self.part
    }

    /// Returns the name of the header field as written: a field of the [`part`](Context::part), or else of the message.
    /// Returns `None` in a body.
    pub fn field(&self) -> Option<&'c str> {
        self.field
    }

    /// Returns the name of the HTML element whose attribute holds the URL, in lower case. Returns `None` in text.
    pub fn element(&self) -> Option<&'static str> {
        self.attribute.map(Attribute::element)
    }

    /// Returns the HTML attribute that holds the URL.
    pub fn attribute(&self) -> Option<Attribute> {
        self.attribute
    }

    /// Returns the line and column in the file of a mailbox or message, for an editor. Text in base64 has no lines there: it gets the
    /// place where its part begins. Returns `None` outside of mail, and if lines are not
    /// [counted](crate::FinderBuilder::positions). Only LF ends a line of the file.
    pub fn file_position(&self) -> Option<Position> {
        self.file_position
    }
}

/// Takes what a search finds, in the order of the text.
///
/// A closure that takes an event and its [`Context`] is a sink. [`sink_fn`] lets Rust infer its parameters. It returns
/// nothing, or whether to continue: see [`Answer`].
///
/// ```
/// use std::ops::ControlFlow;
/// use napkin::{Event, Finder, sink_fn};
///
/// let text = "http://a.example/ and http://b.example/ and http://c.example/";
/// let mut urls = Vec::new();
/// let mut sink = sink_fn(|event, _| {
///     if let Event::Link(link) = event {
///         urls.push(link.url().to_string());
///     }
///     if urls.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
/// });
/// Finder::new().search_into(text.as_bytes(), &mut sink)?;
/// assert_eq!(urls, ["http://a.example/", "http://b.example/"]);
/// # Ok::<(), napkin::Error>(())
/// ```
pub trait Sink {
    /// Takes an event and where it was found. `Break` ends the search.
    ///
    /// Offsets are those in the source. For mail they are those in the decoded text of the part, as UTF-8; for WARC,
    /// those in the decoded payload of the record.
    ///
    /// # Errors
    /// Return an error to end the search, such as a failed write.
    fn event(&mut self, event: Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>>;

    /// Returns `true` if offsets are to count in the text given to [`settled`](Sink::settled) instead of the source.
    /// The two differ for UTF-16. Default: `false`.
    fn wants_decoded_offsets(&self) -> bool {
        false
    }

    /// Takes the next stretch of a plain text, after all events in it. A link that starts in the stretch also ends in
    /// it.
    ///
    /// The stretches together are the whole text, byte for byte, including invalid UTF-8; UTF-16 arrives as UTF-8. A
    /// stretch may end inside a character. It is never called for mail, HTML and WARC.
    ///
    /// # Errors
    /// Return an error to end the search, such as a failed write.
    fn settled(&mut self, text: &[u8]) -> io::Result<ControlFlow<()>> {
        let _ = text;
        Ok(ControlFlow::Continue(()))
    }

    /// Takes the work that a text cost, once it is searched to its end, in the steps of
    /// [`FindIter::steps`](crate::FindIter::steps). A message has several texts; each header field is one.
    ///
    /// ```
    /// use std::{io, ops::ControlFlow};
    /// use napkin::{Context, Event, Finder, Sink};
    ///
    /// struct Steps(u64);
    ///
    /// impl Sink for Steps {
    ///     fn event(&mut self, _: Event<'_>, _: &Context<'_>) -> io::Result<ControlFlow<()>> {
    ///         Ok(ControlFlow::Continue(()))
    ///     }
    ///
    ///     fn worked(&mut self, steps: u64) {
    ///         self.0 += steps;
    ///     }
    /// }
    ///
    /// let mut steps = Steps(0);
    /// Finder::new().search_into(&b"http://a.example/"[..], &mut steps)?;
    /// assert!(steps.0 > 0);
    /// # Ok::<(), napkin::Error>(())
    /// ```
    fn worked(&mut self, steps: u64) {
        let _ = steps;
    }
}

impl<F, A> Sink for F
where
    F: FnMut(Event<'_>, &Context<'_>) -> A,
    A: Answer,
{
    fn event(&mut self, event: Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>> {
        self(event, context).answer()
    }
}

/// Returns the closure as it is: a [`Sink`] that takes each event and its [`Context`].
///
/// Rust infers the types of a closure's parameters here, and not where a sink of any type is asked for.
///
/// ```
/// use napkin::{Event, Finder, sink_fn};
///
/// let finder = Finder::builder().explain(true).build()?;
/// let mut refused = Vec::new();
/// finder.search_into("http://a.example:80x/".as_bytes(), &mut sink_fn(|event, _| {
///     if let Event::Refused(candidate) = event {
///         refused.push(candidate.rejection().rule());
///     }
/// }))?;
/// assert_eq!(refused, ["rfc3986 3.2.3 port"]);
/// # Ok::<(), napkin::Error>(())
/// ```
pub fn sink_fn<F, A>(on_event: F) -> F
where
    F: FnMut(Event<'_>, &Context<'_>) -> A,
    A: Answer,
{
    on_event
}

pub(crate) struct EachLink<F>(pub(crate) F);

impl<F, A> Sink for EachLink<F>
where
    F: FnMut(Link<'_>, &Context<'_>) -> A,
    A: Answer,
{
    fn event(&mut self, event: Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>> {
        match event {
            Event::Link(link) => (self.0)(link, context).answer(),
            _ => Ok(ControlFlow::Continue(())),
        }
    }
}

/// What a [`Sink`] closure may return: `()` to continue, a [`ControlFlow`], or either in an [`io::Result`], whose error
/// ends the search.
///
/// ```
/// use std::io::Write;
///
/// let mut out = Vec::new();
/// napkin::Finder::new().search(&b"http://a.example/"[..], |link| writeln!(out, "{link}"))?;
/// assert_eq!(out, b"http://a.example/\n");
/// # Ok::<(), napkin::Error>(())
/// ```
pub trait Answer {
    /// Returns whether to continue.
    ///
    /// # Errors
    /// Returns the error of the closure.
    fn answer(self) -> io::Result<ControlFlow<()>>;
}

impl Answer for () {
    fn answer(self) -> io::Result<ControlFlow<()>> {
        Ok(ControlFlow::Continue(()))
    }
}

impl Answer for ControlFlow<()> {
    fn answer(self) -> io::Result<ControlFlow<()>> {
        Ok(self)
    }
}

impl<A: Answer> Answer for io::Result<A> {
    fn answer(self) -> io::Result<ControlFlow<()>> {
        self?.answer()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edge {
    Start,
    End,
}

impl Event<'_> {
    /// Maps all offsets to another text. Calls `moved` for each from left to right.
    pub(crate) fn move_offsets(&mut self, mut moved: impl FnMut(usize, Edge) -> usize) {
        let mut move_range = |range: &mut Piece, at: Option<&mut usize>| {
            range.start = moved(range.start, Edge::Start);
            let inside = at.map(|at| (moved(*at, Edge::Start), at));
            range.end = moved(range.end, Edge::End).max(range.start);
            if let Some((place, at)) = inside {
                *at = place.clamp(range.start, range.end);
            }
        };
        match self {
            Event::Link(link) => match link.made.get_mut() {
                Some(made) if !made.pieces.is_empty() => {
                    made.pieces.iter_mut().for_each(|piece| move_range(piece, None));
                    link.range = made.pieces[0].start..made.pieces[made.pieces.len() - 1].end;
                }
                _ => move_range(&mut link.range, None),
            },
            Event::Refused(refused) => move_range(&mut refused.range, Some(&mut refused.at)),
            Event::Break(seen) => move_range(&mut seen.range, Some(&mut seen.at)),
            #[cfg(feature = "mail")]
            Event::Message(_) | Event::Damage(_) => {}
            #[cfg(feature = "warc")]
            Event::WarcRecord(_) => {}
        }
    }

    /// Maps all offsets, for example to UTF-16 units. Calls `counted` for each from left to right.
    ///
    /// ```
    /// use napkin::{Context, Event, Finder};
    ///
    /// let text = "dîner: http://a.example/";
    /// Finder::new().searcher().search_slice(text, &mut |mut event: Event<'_>, _: &Context<'_>| {
    ///     event.map_offsets(|offset| text[..offset].encode_utf16().count());
    ///     assert_eq!(event.range(), Some(7..24));
    /// })?;
    /// # Ok::<(), napkin::Error>(())
    /// ```
    pub fn map_offsets(&mut self, mut counted: impl FnMut(usize) -> usize) {
        self.move_offsets(|offset, _| counted(offset));
    }

    #[cfg(feature = "html")]
    pub(crate) fn set_position(&mut self, position: Position) {
        match self {
            Event::Link(link) => link.position = Some(position),
            Event::Refused(refused) => refused.position = Some(position),
            Event::Break(seen) => seen.position = Some(position),
            #[cfg(feature = "mail")]
            Event::Message(_) | Event::Damage(_) => {}
            #[cfg(feature = "warc")]
            Event::WarcRecord(_) => {}
        }
    }

    /// Returns the line and column where it starts, if lines are counted. Returns `None` for events about a whole message or record.
    pub fn position(&self) -> Option<Position> {
        self.place()?.1
    }

    /// Returns the byte range in the source. Returns `None` for events about a whole message or record.
    pub fn range(&self) -> Option<Piece> {
        self.place().map(|(range, _)| range.clone())
    }

    fn place(&self) -> Option<(&Piece, Option<Position>)> {
        match self {
            Event::Link(link) => Some((&link.range, link.position)),
            Event::Refused(refused) => Some((&refused.range, refused.position)),
            Event::Break(seen) => Some((&seen.range, seen.position)),
            #[cfg(feature = "mail")]
            Event::Message(_) | Event::Damage(_) => None,
            #[cfg(feature = "warc")]
            Event::WarcRecord(_) => None,
        }
    }
}
