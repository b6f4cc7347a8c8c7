//! The search of one input after the other, with buffers that stay.

use std::{io::Read, sync::Arc};

use crate::{
    config::Config,
    engine::subject::Subject,
    error::{Error, Stop},
    finder::text::Finder,
    read::driver::Driver,
    sink::{Context, Sink},
    source::buffers::Buffers,
};

impl Finder {
    /// What searches one input after the other and keeps its buffers: many small ones take much less time then.
    pub fn searcher(&self) -> Searcher {
        Searcher { config: Arc::clone(&self.config), buffers: Buffers::default() }
    }
}

/// Searches one input after the other, with the same buffers. They grow as far as an input needs, and stay.
///
/// ```
/// use napkin::{Context, Event, Finder};
///
/// let mut searcher = Finder::new().searcher();
/// let mut count = 0;
/// for file in ["at http://a.example/", "at http://b.example/ and http://c.example/"] {
///     searcher.search(file.as_bytes(), &mut |event: Event<'_>, _: &Context<'_>| {
///         count += usize::from(matches!(event, Event::Link(_)));
///     })?;
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
    /// Reads to the end, and hands what settles to `sink`, as [`Finder::search`] does.
    ///
    /// # Errors
    /// A read that failed, or the error that the sink returned.
    pub fn search<R: Read, S: Sink>(&mut self, reader: R, sink: &mut S) -> Result<(), Error> {
        let subject = Subject::new(&self.config);
        Stop::finish(self.buffers.search.run(subject, reader, &Context::default(), sink))
    }

    /// Hands what is found in `text`, which is there as a whole, to `sink`. It is UTF-8 as far as it can be read.
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
    /// The error that the sink returned.
    pub fn search_slice<T: AsRef<[u8]> + ?Sized, S: Sink>(&mut self, text: &T, sink: &mut S) -> Result<(), Error> {
        let driver = Driver::new(self.config.positions);
        Stop::finish(driver.run_slice(Subject::new(&self.config), text.as_ref(), &Context::default(), sink))
    }
}
