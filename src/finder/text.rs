//! The finder for plain text, and its iterator over a text in memory.

use std::{io::Read, iter::FusedIterator, sync::Arc};

use crate::{
    config::Config,
    engine::{
        cursor::{Step, Told},
        subject::Subject,
        window::Window,
    },
    error::{Error, Stop},
    link::Link,
    read::{driver::Driver, search::Search},
    sink::{Answer, Context, EachLink, Sink},
};

/// Finds URLs in text. Cloning is cheap, and threads can share one.
#[derive(Clone, Debug)]
pub struct Finder {
    pub(crate) config: Arc<Config>,
}

impl Default for Finder {
    fn default() -> Finder {
        Finder::new()
    }
}

impl Finder {
    /// Returns a finder with default settings.
    pub fn new() -> Finder {
        Finder { config: Arc::default() }
    }

    /// Returns the links in `text`, in order. An invalid UTF-8 byte ends a URL.
    ///
    /// ```
    /// let text = "at http://a.example/b.";
    /// let link = napkin::Finder::new().find_iter(text).next().unwrap();
    /// assert_eq!(&text[link.range()], "http://a.example/b");
    /// ```
    pub fn find_iter<'t, T: AsRef<[u8]> + ?Sized>(&self, text: &'t T) -> FindIter<'t> {
        self.find_iter_with(text.as_ref(), Driver::new(&self.config))
    }

    pub(crate) fn find_iter_with<'t>(&self, bytes: &'t [u8], driver: Driver) -> FindIter<'t> {
        let window = Window { bytes, base: 0, is_end: true };
        FindIter { config: Arc::clone(&self.config), window, driver }
    }

    /// Returns the first link in `text`.
    ///
    /// ```
    /// let link = napkin::Finder::new().find("at http://a.example/ and http://b.example/").unwrap();
    /// assert_eq!(link.url(), "http://a.example/");
    /// ```
    pub fn find<'t, T: AsRef<[u8]> + ?Sized>(&self, text: &'t T) -> Option<Link<'t>> {
        self.find_iter(text).next()
    }

    /// Reads to the end and calls `on_link` with each link, in order and in bounded memory. A link is copied only if it
    /// has to be.
    ///
    /// `on_link` returns nothing, a [`ControlFlow`](std::ops::ControlFlow) to stop early, or either in an
    /// [`io::Result`](std::io::Result): see [`Answer`]. UTF-16 with a byte order mark is decoded; offsets are those in the
    /// bytes of the reader.
    ///
    /// ```
    /// let mut hosts = Vec::new();
    /// let file = "at <http://a.example/\n b> and www.example.org".as_bytes();
    /// napkin::Finder::new().search(file, |link| hosts.extend(link.host().map(str::to_owned)))?;
    /// assert_eq!(hosts, ["a.example", "www.example.org"]);
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the error of a read that failed, or the error that `on_link` returned.
    pub fn search<R: Read, F, A>(&self, reader: R, mut on_link: F) -> Result<(), Error>
    where
        F: FnMut(Link<'_>) -> A,
        A: Answer,
    {
        self.search_into(reader, &mut EachLink(|link: Link<'_>, _: &Context<'_>| on_link(link)))
    }

    /// Reads to the end and hands each event to `sink`, in order and in bounded memory.
    ///
    /// To search many readers, use a [`searcher`](Finder::searcher).
    ///
    /// ```
    /// use napkin::{Finder, write::List};
    ///
    /// let mut list = List::new(Vec::new());
    /// Finder::new().search_into("at <http://a.example/\n b>".as_bytes(), &mut list)?;
    /// assert_eq!(list.into_inner(), b"http://a.example/b\n");
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the error of a read that failed, or the error that the sink returned.
    pub fn search_into<R: Read, S: Sink>(&self, reader: R, sink: &mut S) -> Result<(), Error> {
        let subject = Subject::new(&self.config);
        Stop::finish(Search::default().run(subject, reader, &Context::default(), sink))
    }
}

/// An iterator over the links of a text, from [`Finder::find_iter`].
///
/// ```
/// let links = napkin::Finder::new().find_iter("http://a.example/ and http://b.example/").count();
/// assert_eq!(links, 2);
/// ```
#[derive(Clone, Debug)]
pub struct FindIter<'t> {
    config: Arc<Config>,
    window: Window<'t>,
    driver: Driver,
}

impl FindIter<'_> {
    /// Returns the work done so far: bytes of candidates read, counting each time, and a constant for each candidate.
    /// The scan for triggers is not counted.
    ///
    /// Steps are bounded by the length of the text. Use them to limit the work on untrusted text without a clock. How
    /// steps are counted may change between versions.
    ///
    /// ```
    /// let mut links = napkin::Finder::new().find_iter("no link, and nothing that looks like one");
    /// assert!(links.next().is_none());
    /// assert_eq!(links.steps(), 0);
    /// ```
    pub fn steps(&self) -> u64 {
        self.driver.cursor.steps
    }
}

impl<'t> Iterator for FindIter<'t> {
    type Item = Link<'t>;

    #[inline]
    fn next(&mut self) -> Option<Link<'t>> {
        let mut found = None;
        while let Step::Told = self.driver.step(Subject::new(&self.config), &self.window, &mut found) {
            if let Some(Told::Link(link)) = self.driver.told(&self.window) {
                return Some(link);
            }
        }
        found
    }
}

impl FusedIterator for FindIter<'_> {}
