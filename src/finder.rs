//! The face over all stages: a finder, how it is configured, and what it iterates over.

use std::{io::Read, marker::PhantomData, sync::Arc};

use crate::{
    Error, Grammar, Kinds, Link,
    input::Sink,
};

/// How far to go in putting broken URLs together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rejoin {
    /// Never: a URL ends where its line ends.
    Off,
    /// Inside brackets and quotes, where the delimiter says where the URL ends.
    #[default]
    Delimited,
}

/// What to do with a hyphen at the end of a line inside a URL.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hyphen {
    /// An ASCII hyphen belongs to the URL.
    #[default]
    Keep,
    /// A typesetter put it there.
    Drop,
}

/// What to find and how to read it: frozen once a finder is built.
#[derive(Clone, Debug)]
pub(crate) struct Config {
    pub(crate) kinds: Kinds,
    pub(crate) schemes: Vec<String>,
    pub(crate) any_scheme: bool,
    pub(crate) grammar: Grammar,
    pub(crate) rejoin: Rejoin,
    pub(crate) hyphen: Hyphen,
    pub(crate) window: usize,
    pub(crate) explain: bool,
    pub(crate) positions: bool,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            kinds: Kinds::default(),
            schemes: Vec::new(),
            any_scheme: false,
            grammar: Grammar::default(),
            rejoin: Rejoin::default(),
            hyphen: Hyphen::default(),
            window: 64 << 10,
            explain: false,
            positions: false,
        }
    }
}

/// Finds URLs in text. Cheap to clone, and shared freely between threads.
#[derive(Clone, Debug)]
pub struct Finder {
    config: Arc<Config>,
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

    /// A finder to be configured.
    pub fn builder() -> FinderBuilder {
        FinderBuilder { config: Config::default() }
    }

    /// The links in `text`, in order. Text that is not UTF-8 is no obstacle: an invalid byte ends a URL.
    ///
    /// ```
    /// let text = "at http://a.example/b.";
    /// let link = napkin::Finder::new().find_iter(text).next().unwrap();
    /// assert_eq!(&text[link.range()], "http://a.example/b");
    /// ```
    pub fn find_iter<'t, T: AsRef<[u8]> + ?Sized>(&self, text: &'t T) -> FindIter<'t> {
        todo!()
    }

    /// Reads to the end, and hands what settles to `sink`: nothing is copied for a link that needs no copy.
    ///
    /// # Errors
    /// A read that failed, or the error that the sink returned.
    pub fn search<R: Read, S: Sink>(&self, reader: R, sink: &mut S) -> Result<(), Error> {
        todo!()
    }
}

/// Sets what a [`Finder`] finds and how.
#[derive(Clone, Debug)]
pub struct FinderBuilder {
    config: Config,
}

impl FinderBuilder {
    /// The kinds of links to find. Default: `url` and `www`.
    pub fn kinds(mut self, kinds: Kinds) -> FinderBuilder {
        self.config.kinds = kinds;
        self
    }

    /// Only URLs with one of these schemes, in any letter case. Default: all that are known.
    pub fn schemes<S: Into<String>>(mut self, schemes: impl IntoIterator<Item = S>) -> FinderBuilder {
        self.config.schemes = schemes.into_iter().map(|scheme| scheme.into().to_ascii_lowercase()).collect();
        self
    }

    /// Whether every well-formed `scheme://` begins a URL, known or not. Default: no.
    pub fn any_scheme(mut self, yes: bool) -> FinderBuilder {
        self.config.any_scheme = yes;
        self
    }

    /// The grammar candidates are judged by. Default: [`Grammar::Rfc3987`].
    pub fn grammar(mut self, grammar: Grammar) -> FinderBuilder {
        self.config.grammar = grammar;
        self
    }

    /// How far to go in rejoining. Default: [`Rejoin::Delimited`].
    pub fn rejoin(mut self, level: Rejoin) -> FinderBuilder {
        self.config.rejoin = level;
        self
    }

    /// What to do with a hyphen at a line's end. Default: [`Hyphen::Keep`].
    pub fn hyphen(mut self, hyphen: Hyphen) -> FinderBuilder {
        self.config.hyphen = hyphen;
        self
    }

    /// The most bytes that a URL with its breaks may take; a longer one is refused, not cut. Default: 64 KiB.
    pub fn window(mut self, bytes: usize) -> FinderBuilder {
        self.config.window = bytes;
        self
    }

    /// Whether refused candidates are handed to the sink. Default: no.
    pub fn explain(mut self, yes: bool) -> FinderBuilder {
        self.config.explain = yes;
        self
    }

    /// Whether lines and columns are counted. Default: no.
    pub fn positions(mut self, yes: bool) -> FinderBuilder {
        self.config.positions = yes;
        self
    }

    /// The finder.
    ///
    /// # Errors
    /// A scheme that no scheme can be, or a window under 1 KiB.
    pub fn build(self) -> Result<Finder, Error> {
        todo!()
    }
}

/// The links of one text.
pub struct FindIter<'t>(PhantomData<&'t [u8]>);

impl<'t> Iterator for FindIter<'t> {
    type Item = Link<'t>;

    fn next(&mut self) -> Option<Link<'t>> {
        todo!()
    }
}
