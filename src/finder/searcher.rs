//! Searches one input after another with the same buffers.

use std::{
    io::{self, Read},
    ops::{ControlFlow, Range},
    sync::Arc,
};

use crate::{
    config::Config,
    engine::subject::Subject,
    error::{Error, Stop},
    finder::text::Finder,
    link::Link,
    read::driver::Driver,
    sink::{Answer, Context, EachLink, Event, Sink},
    source::buffers::Buffers,
};

impl Finder {
    /// Returns a searcher, which keeps its buffers from one input to the next. It is much faster for many small inputs.
    pub fn searcher(&self) -> Searcher {
        Searcher { config: Arc::clone(&self.config), buffers: Buffers::default() }
    }
}

/// Searches one input after the other with the same buffers. They grow as far as an input needs, and stay.
///
/// ```
/// let mut searcher = napkin::Finder::new().searcher();
/// let mut count = 0;
/// for file in ["at http://a.example/", "at http://b.example/ and http://c.example/"] {
///     searcher.search(file.as_bytes(), |_| count += 1)?;
/// }
/// assert_eq!(count, 3);
/// # Ok::<(), napkin::Error>(())
/// ```
#[derive(Debug)]
pub struct Searcher {
    config: Arc<Config>,
    pub(crate) buffers: Buffers,
}

impl Searcher {
    /// Reads to the end and calls `on_link` with each link, as [`Finder::search`] does.
    ///
    /// # Errors
    /// Those of [`Finder::search`].
    pub fn search<R: Read, F, A>(&mut self, reader: R, mut on_link: F) -> Result<(), Error>
    where
        F: FnMut(Link<'_>) -> A,
        A: Answer,
    {
        self.search_into(reader, &mut EachLink(|link: Link<'_>, _: &Context<'_>| on_link(link)))
    }

    /// Reads to the end and hands each event to `sink`, as [`Finder::search_into`] does.
    ///
    /// # Errors
    /// Those of [`Finder::search_into`].
    pub fn search_into<R: Read, S: Sink>(&mut self, reader: R, sink: &mut S) -> Result<(), Error> {
        let subject = Subject::new(&self.config);
        Stop::finish(self.buffers.search.run(subject, reader, &Context::default(), sink))
    }

    /// Searches a text in memory and hands each event to `sink`. The text is read as UTF-8.
    ///
    /// ```
    /// use napkin::{Context, Event, Finder};
    ///
    /// let mut lines = Vec::new();
    /// let finder = Finder::builder().positions(true).build()?;
    /// finder.searcher().search_slice("see\nhttp://a.example/", &mut |event: Event<'_>, _: &Context<'_>| {
    ///     if let Event::Link(link) = event {
    ///         lines.extend(link.position().map(|position| position.line));
    ///     }
    /// })?;
    /// assert_eq!(lines, [2]);
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the error of the sink.
    pub fn search_slice<T: AsRef<[u8]> + ?Sized, S: Sink>(&mut self, text: &T, sink: &mut S) -> Result<(), Error> {
        let driver = Driver::new(&self.config);
        Stop::finish(driver.run_slice(Subject::new(&self.config), text.as_ref(), &Context::default(), sink))
    }

    /// Searches one part of a long text, so that threads can share the text. Hands to `sink` the events that start in
    /// `part`.
    ///
    /// The reader has to begin at `start`, before the part, and continue after its end. The search needs that lead to
    /// find what a search of the whole text finds: begin at least [`Searcher::LEAD`] bytes before the part, best after
    /// an empty line. The text has to be UTF-8.
    ///
    /// ```
    /// use napkin::{Context, Event, Finder, PartStart};
    ///
    /// let text = "http://a.example/ \n\nhttp://b.example/ \nhttp://c.example/";
    /// let mut urls = Vec::new();
    /// let start = PartStart { offset: 20, line: 3 };
    /// Finder::new().searcher().search_part(&text.as_bytes()[20..], start, 20..39, &mut |event: Event<'_>, _: &Context<'_>| {
    ///     if let Event::Link(link) = event {
    ///         urls.push((link.range().start, link.url().to_string()));
    ///     }
    /// })?;
    /// assert_eq!(urls, [(20, "http://b.example/".to_string())]);
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the error of a read or of the sink, or an error if `start` is out of range.
    pub fn search_part<R: Read, S: Sink>(
        &mut self,
        reader: R,
        start: PartStart,
        part: Range<usize>,
        sink: &mut S,
    ) -> Result<(), Error> {
        if start.offset > isize::MAX as usize || start.line > isize::MAX as usize {
            return Err(Error::configuration("the part begins where no text reaches"));
        }
        let mut within = PartSink { sink, part, at: start.offset };
        let subject = Subject::new(&self.config);
        Stop::finish(self.buffers.search.run_from(subject, (start.offset, start.line), reader, &mut within))
    }

    /// The lead that the search of a part needs, in bytes.
    pub const LEAD: usize = 96 << 10;
}

/// Where the search of a part begins in the text, at the start of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartStart {
    /// The byte offset.
    pub offset: usize,
    /// The line number, from 1.
    pub line: usize,
}

/// Passes on the events that start in a part of the text.
struct PartSink<'s, S> {
    sink: &'s mut S,
    part: Range<usize>,
    /// The end of the settled text.
    at: usize,
}

impl<S: Sink> Sink for PartSink<'_, S> {
    fn event(&mut self, event: Event<'_>, context: &Context<'_>) -> io::Result<ControlFlow<()>> {
        match event.range() {
            Some(range) if range.start < self.part.start => Ok(ControlFlow::Continue(())),
            // The sink still needs the text up to the end of the part.
            Some(range) if range.start >= self.part.end && self.wants_decoded_offsets() => {
                Ok(ControlFlow::Continue(()))
            }
            Some(range) if range.start >= self.part.end => Ok(ControlFlow::Break(())),
            _ => self.sink.event(event, context),
        }
    }

    fn wants_decoded_offsets(&self) -> bool {
        self.sink.wants_decoded_offsets()
    }

    fn settled(&mut self, text: &[u8]) -> io::Result<ControlFlow<()>> {
        let within = |offset: usize| offset.saturating_sub(self.at).min(text.len());
        let own = &text[within(self.part.start)..within(self.part.end)];
        self.at += text.len();
        let flow = if own.is_empty() { ControlFlow::Continue(()) } else { self.sink.settled(own)? };
        Ok(if self.at >= self.part.end { ControlFlow::Break(()) } else { flow })
    }

    fn worked(&mut self, steps: u64) {
        self.sink.worked(steps);
    }
}
