//! The search of a stream that arrives in chunks.

use std::{io::Read, sync::Arc};

use crate::{
    config::Config,
    engine::subject::Subject,
    error::{Error, Stop},
    finder::text::Finder,
    read::search::Search,
    sink::{Context, Sink},
};

impl Finder {
    /// Starts a search of a stream that arrives in chunks, for programs that cannot block on a reader.
    ///
    /// ```
    /// use napkin::{Context, Event, Finder};
    ///
    /// let mut count = 0;
    /// let mut sink = |event: Event<'_>, _: &Context<'_>| count += usize::from(matches!(event, Event::Link(_)));
    /// let mut feed = Finder::new().feed();
    /// feed.push(b"see http://a.example/ and www.exam", &mut sink)?;
    /// feed.push(b"ple.org", &mut sink)?;
    /// feed.finish(&mut sink)?;
    /// assert_eq!(count, 2);
    /// # Ok::<(), napkin::Error>(())
    /// ```
    pub fn feed(&self) -> Feed {
        let mut search = Search::default();
        search.begin(&self.config);
        Feed { config: Arc::clone(&self.config), search, first: None, is_over: false }
    }
}

/// Searches a stream that arrives in chunks of any size, in bounded memory, from [`Finder::feed`].
///
/// It finds the same links as [`Finder::search`] in the whole stream.
///
/// ```
/// use napkin::{Context, Event, Finder};
///
/// let mut urls = Vec::new();
/// let mut sink = |event: Event<'_>, _: &Context<'_>| {
///     if let Event::Link(link) = event {
///         urls.push(link.url().to_string());
///     }
/// };
/// let mut feed = Finder::new().feed();
/// for chunk in ["see http://a.exam", "ple/b and <http://b.exa", "mple/\n c>"] {
///     feed.push(chunk.as_bytes(), &mut sink)?;
/// }
/// feed.finish(&mut sink)?;
/// assert_eq!(urls, ["http://a.example/b", "http://b.example/c"]);
/// # Ok::<(), napkin::Error>(())
/// ```
#[derive(Debug)]
pub struct Feed {
    config: Arc<Config>,
    search: Search,
    /// The first byte, while there is only one: a byte order mark has two.
    first: Option<u8>,
    is_over: bool,
}

impl Feed {
    /// Takes the next bytes and hands the settled events to `sink`. Bytes that later ones could change are held back.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use napkin::{Context, Event, Finder};
    ///
    /// let mut first = None;
    /// let mut sink = |event: Event<'_>, _: &Context<'_>| {
    ///     if let Event::Link(link) = event {
    ///         first = Some(link.url().to_string());
    ///         return ControlFlow::Break(());
    ///     }
    ///     ControlFlow::Continue(())
    /// };
    /// let mut feed = Finder::new().feed();
    /// // A sink that has what it wants gets nothing more, whatever is handed over.
    /// for chunk in ["http://a.example/", "soup.html or\n", "http://b.example/\n"] {
    ///     feed.push(chunk.as_bytes(), &mut sink)?;
    /// }
    /// feed.finish(&mut sink)?;
    /// assert_eq!(first.as_deref(), Some("http://a.example/soup.html"));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the error of the sink. After it, `sink` gets nothing more.
    pub fn push<S: Sink>(&mut self, bytes: &[u8], sink: &mut S) -> Result<(), Error> {
        if self.is_over || bytes.is_empty() {
            return Ok(());
        }
        if self.first.is_none() && bytes.len() == 1 && !self.search.has_begun() {
            self.first = bytes.first().copied();
            return Ok(());
        }
        let first = self.first.take();
        let bytes = first.as_slice().chain(bytes);
        let pushed = self.search.push(Subject::new(&self.config), bytes, &Context::default(), sink);
        self.is_over = pushed.is_err();
        Stop::finish(pushed)
    }

    /// Ends the stream and hands the remaining events to `sink`.
    ///
    /// ```
    /// use napkin::{Context, Event, Finder};
    ///
    /// let mut urls: Vec<String> = Vec::new();
    /// let mut sink = |event: Event<'_>, _: &Context<'_>| {
    ///     if let Event::Link(link) = event {
    ///         urls.push(link.url().to_string());
    ///     }
    /// };
    /// let mut feed = Finder::new().feed();
    /// feed.push(b"http://a.example/b", &mut sink)?;
    /// // Until now the URL could have gone on.
    /// feed.finish(&mut sink)?;
    /// assert_eq!(urls, ["http://a.example/b"]);
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the error of the sink.
    pub fn finish<S: Sink>(mut self, sink: &mut S) -> Result<(), Error> {
        let first = self.first.take();
        let mut rest = first.as_slice();
        while !self.is_over && !self.search.has_ended() {
            let subject = Subject::new(&self.config);
            let looked = self.search.advance(subject, &mut rest, &Context::default(), sink);
            self.is_over = looked.is_err();
            Stop::finish(looked)?;
        }
        Ok(())
    }
}
