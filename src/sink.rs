//! What a search hands out, what that stands in, and who takes it.

use std::{io, ops::ControlFlow};

use crate::link::{Attribute, Break, Link, Piece, Refused};
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
    /// A candidate that was refused; only with [`FinderBuilder::explain`](crate::FinderBuilder::explain).
    Refused(Refused<'w>),
    /// A break in a URL that nothing delimits, and what was decided about it; only with
    /// [`FinderBuilder::explain`](crate::FinderBuilder::explain).
    Break(Break<'w>),
    /// The next message of a mailbox, a batch or by itself, before anything that is found in it.
    #[cfg(feature = "mail")]
    Message(Message<'w>),
    /// The next record of a WARC file whose text is searched, before anything that is found in it.
    #[cfg(feature = "warc")]
    WarcRecord(WarcRecord<'w>),
    /// A message, or a record of a WARC file, that could not be read as it should be.
    #[cfg(feature = "mail")]
    Damage(Damage),
}

/// What something was found in: nothing at all for plain text.
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
}

impl<'c> Context<'c> {
    /// The message of mail or news.
    #[cfg(feature = "mail")]
    pub fn message(&self) -> Option<&Message<'c>> {
        self.message.as_ref()
    }

    /// The record of a WARC file.
    #[cfg(feature = "warc")]
    pub fn warc_record(&self) -> Option<&WarcRecord<'c>> {
        self.warc_record.as_ref()
    }

    /// The part of the message, by its number and those of the parts it is in, as IMAP counts them (RFC 9051, 6.4.5): `1.2`. A
    /// file that is uuencoded in the text of a part is named behind it: `1.2/soup.txt`. `None` where the message is too large
    /// to be taken apart, and in its own header.
    pub fn part(&self) -> Option<&'c str> {
        self.part
    }

    /// The header field, by its name as it is written there: that of the [`part`](Context::part), or else of the message.
    /// `None` in a body.
    pub fn field(&self) -> Option<&'c str> {
        self.field
    }

    /// The element of HTML in one of whose attributes it stands, by its name in lower case; `None` in text.
    pub fn element(&self) -> Option<&'static str> {
        self.attribute.map(Attribute::element)
    }

    /// That attribute, with its element.
    pub fn attribute(&self) -> Option<Attribute> {
        self.attribute
    }
}

/// Takes what a search finds, in the order in which it stands there.
///
/// A closure is a sink that takes events and their [`Context`]. It returns nothing, or what says whether to go on: see
/// [`Answer`].
///
/// ```
/// use std::ops::ControlFlow;
/// use napkin::{Context, Event, Finder};
///
/// let text = "http://a.example/ and http://b.example/ and http://c.example/";
/// let mut urls = Vec::new();
/// Finder::new().search_into(text.as_bytes(), &mut |event: Event<'_>, _: &Context<'_>| {
///     if let Event::Link(link) = event {
///         urls.push(link.url().to_string());
///     }
///     if urls.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
/// })?;
/// assert_eq!(urls, ["http://a.example/", "http://b.example/"]);
/// # Ok::<(), napkin::Error>(())
/// ```
pub trait Sink {
    /// Takes what was found, and what it was found in. Offsets are those in the source; for mail those in the text of
    /// the part: what is left when its transfer encoding, its charset, the soft breaks of flowed text and the folds of
    /// calendars and cards are undone, as UTF-8; for WARC those in the payload of the record, whose encodings and charset are
    /// undone as well. `Break` ends the search.
    ///
    /// # Errors
    /// Whatever makes going on senseless, such as a failed write.
    fn event(&mut self, event: Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>>;

    /// Whether events shall have their offsets in the text that [`settled`](Sink::settled) hands out. Otherwise, and that
    /// is the default, they are those of the source: the two differ where the source is UTF-16.
    fn wants_decoded_offsets(&self) -> bool {
        false
    }

    /// Takes the next stretch of a plain text, from where the last stretch ended, after all events in it: every link that
    /// starts in the stretch also ends in it. The stretches together are the whole text, byte by byte: what is no UTF-8 in it stands there as it is,
    /// and a stretch may end inside a character. UTF-16 comes as UTF-8. Mail, HTML and WARC have none.
    ///
    /// # Errors
    /// Whatever makes going on senseless, such as a failed write.
    fn settled(&mut self, text: &[u8]) -> io::Result<ControlFlow<()>> {
        let _ = text;
        Ok(ControlFlow::Continue(()))
    }

    /// Takes how much work a text was when it is searched to its end, in the steps of [`FindIter::steps`](crate::FindIter::steps): a
    /// message has several texts, and a field of its header is one. Who searches what strangers wrote can see by it what took long.
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

/// A sink that takes links alone.
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

/// What a closure that is a [`Sink`] may return: nothing, which goes on; [`ControlFlow`]; and either of them in an
/// [`io::Result`], whose error ends the search and is returned by it.
///
/// ```
/// use std::io::Write;
/// use napkin::{Context, Event, Finder};
///
/// let mut out = Vec::new();
/// Finder::new().search_into(&b"http://a.example/"[..], &mut |event: Event<'_>, _: &Context<'_>| match event {
///     Event::Link(link) => writeln!(out, "{link}"),
///     _ => Ok(()),
/// })?;
/// assert_eq!(out, b"http://a.example/\n");
/// # Ok::<(), napkin::Error>(())
/// ```
pub trait Answer {
    /// Whether to go on.
    ///
    /// # Errors
    /// That of the closure.
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

/// Which end of a range an offset is: where something between two ranges is left out, they are not the same place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edge {
    Start,
    End,
}

impl Event<'_> {
    /// Makes its offsets those of another text: `moved` is called for each of them from left to right.
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

    /// Counts its offsets otherwise, such as in the units of UTF-16: `counted` is called for each of them from left to right.
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

    /// Where it stands: byte offsets into the source. `None` for what is about a message or record as a whole.
    pub fn range(&self) -> Option<Piece> {
        match self {
            Event::Link(link) => Some(link.range.clone()),
            Event::Refused(refused) => Some(refused.range.clone()),
            Event::Break(seen) => Some(seen.range.clone()),
            #[cfg(feature = "mail")]
            Event::Message(_) | Event::Damage(_) => None,
            #[cfg(feature = "warc")]
            Event::WarcRecord(_) => None,
        }
    }
}
