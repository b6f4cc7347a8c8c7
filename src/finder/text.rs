//! The face over the search of plain text: a finder, and the links of a text that is there as a whole.

use std::{io::Read, iter::FusedIterator, sync::Arc};

use crate::{
    config::Config,
    engine::{
        search::cursor::{Step, Told},
        subject::Subject,
        window::Window,
    },
    error::{Error, Stop},
    link::Link,
    read::{driver::Driver, search::Search},
    sink::{Context, Sink},
};

/// Finds URLs in text. Cheap to clone, and shared freely between threads.
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
    /// A finder with all defaults.
    pub fn new() -> Finder {
        Finder { config: Arc::default() }
    }

    /// The links in `text`, in order. Text that is not UTF-8 is no obstacle: an invalid byte ends a URL.
    ///
    /// ```
    /// let text = "at http://a.example/b.";
    /// let link = napkin::Finder::new().find_iter(text).next().unwrap();
    /// assert_eq!(&text[link.range()], "http://a.example/b");
    /// ```
    pub fn find_iter<'t, T: AsRef<[u8]> + ?Sized>(&self, text: &'t T) -> FindIter<'t> {
        let window = Window { bytes: text.as_ref(), base: 0, is_end: true };
        FindIter { config: Arc::clone(&self.config), window, driver: Driver::new(self.config.positions) }
    }

    /// The first link in `text`.
    ///
    /// ```
    /// let link = napkin::Finder::new().find("at http://a.example/ and http://b.example/").unwrap();
    /// assert_eq!(link.url(), "http://a.example/");
    /// ```
    pub fn find<'t, T: AsRef<[u8]> + ?Sized>(&self, text: &'t T) -> Option<Link<'t>> {
        self.find_iter(text).next()
    }

    /// Reads to the end, and hands what settles to `sink`, in bounded memory: nothing is copied for a link that needs no
    /// copy. For one reader after the other there is [`searcher`](Finder::searcher).
    ///
    /// UTF-16 with a byte order mark is decoded; offsets are those in what the reader yields all the same.
    ///
    /// ```
    /// use napkin::{Context, Event, Finder};
    ///
    /// let mut urls = Vec::new();
    /// let file = "at <http://a.example/\n b>".as_bytes();
    /// Finder::new().search(file, &mut |event: Event<'_>, _: &Context<'_>| {
    ///     if let Event::Link(link) = event {
    ///         urls.push(link.url().to_string());
    ///     }
    /// })?;
    /// assert_eq!(urls, ["http://a.example/b"]);
    /// # Ok::<(), napkin::Error>(())
    /// ```
    ///
    /// # Errors
    /// A read that failed, or the error that the sink returned.
    pub fn search<R: Read, S: Sink>(&self, reader: R, sink: &mut S) -> Result<(), Error> {
        let subject = Subject::new(&self.config);
        Stop::finish(Search::default().run(subject, reader, &Context::default(), sink))
    }
}

/// The links of one text: what [`Finder::find_iter`] returns.
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
    /// The work done so far: how many bytes of candidates were read, those that were read again each time, and some for each
    /// candidate. The search for where one may begin is not counted.
    ///
    /// It is in proportion to the length of the text, whatever that is. Who searches the texts of strangers can set a limit
    /// to it that no clock has a say in. What counts may change from version to version.
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
