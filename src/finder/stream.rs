//! The links of a stream, one by one.

use std::{collections::VecDeque, io, io::Read, iter::FusedIterator, ops::ControlFlow, sync::Arc};

use crate::{
    config::Config,
    engine::subject::Subject,
    error::{Error, Stop},
    finder::text::Finder,
    link::Link,
    read::search::Search,
    sink::{Context, Event, Sink},
};

impl Finder {
    /// Returns the links of a reader, in order and in bounded memory. If a read fails, its error is the last item.
    ///
    /// UTF-16 with a byte order mark is decoded; offsets are those in the bytes of the reader.
    ///
    /// ```
    /// let text = "at <http://a.example/\n b>";
    /// let link = napkin::Finder::new().stream(text.as_bytes()).next().unwrap()?;
    /// assert_eq!((link.url(), link.pieces()), ("http://a.example/b", &[4..21, 23..24][..]));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    pub fn stream<R: Read>(&self, reader: R) -> Stream<R> {
        let mut search = Search::default();
        search.begin(&self.config);
        let config = Arc::clone(&self.config);
        Stream { config, reader, search, found: Collected::default(), failed: None, has_ended: false }
    }
}

/// An iterator over the links of a reader, from [`Finder::stream`].
///
/// If a read fails, the last item is its error.
///
/// ```
/// let text = "http://a.example/ and http://b.example/";
/// let links: Result<Vec<_>, _> = napkin::Finder::new().stream(text.as_bytes()).collect();
/// assert_eq!(links?.len(), 2);
/// # Ok::<(), napkin::Error>(())
/// ```
#[derive(Debug)]
pub struct Stream<R> {
    config: Arc<Config>,
    reader: R,
    search: Search,
    found: Collected,
    failed: Option<Error>,
    has_ended: bool,
}

impl<R: Read> Iterator for Stream<R> {
    type Item = Result<Link<'static>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(link) = self.found.0.pop_front() {
                return Some(Ok(link));
            }
            if self.has_ended {
                return self.failed.take().map(Err);
            }
            let subject = Subject::new(&self.config);
            let read = self.search.advance(subject, &mut self.reader, &Context::default(), &mut self.found);
            self.has_ended = read.is_err() || self.search.has_ended();
            self.failed = match read {
                Err(Stop::Failed(error)) => Some(error),
                Ok(()) | Err(Stop::Enough) => None,
            };
        }
    }
}

impl<R: Read> FusedIterator for Stream<R> {}

/// Links that were found and not yet returned.
#[derive(Debug, Default)]
pub(crate) struct Collected(pub(crate) VecDeque<Link<'static>>);

impl Sink for Collected {
    fn event(&mut self, event: Event<'_>, _: &Context<'_>) -> io::Result<ControlFlow<()>> {
        if let Event::Link(link) = event {
            self.0.push_back(link.into_owned());
        }
        Ok(ControlFlow::Continue(()))
    }
}
