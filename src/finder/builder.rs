//! How a finder is configured.

use std::sync::Arc;

use crate::{
    config::{Config, Hyphen, Rejoin},
    error::Error,
    finder::text::Finder,
    link::Kinds,
    uri::{Grammar, Uri},
};

impl Finder {
    /// A finder to be configured.
    pub fn builder() -> FinderBuilder {
        FinderBuilder { config: Config::default(), base: None }
    }
}

/// Sets what a [`Finder`] finds and how.
#[derive(Clone, Debug)]
pub struct FinderBuilder {
    config: Config,
    base: Option<String>,
}

impl FinderBuilder {
    /// The kinds of links to find, one or several. Default: `url` and `www`.
    ///
    /// ```
    /// use napkin::{Finder, Kind};
    ///
    /// let count = |finder: Finder| finder.find_iter("http://a.example/ kim@b.com").count();
    /// assert_eq!(count(Finder::builder().kinds(Kind::Url).build()?), 1);
    /// assert_eq!(count(Finder::builder().kinds(Kind::Url | Kind::Email).build()?), 2);
    /// # Ok::<(), napkin::Error>(())
    /// ```
    pub fn kinds(mut self, kinds: impl Into<Kinds>) -> FinderBuilder {
        self.config.kinds = kinds.into();
        self
    }

    /// Only URLs with one of these schemes, in any letter case; where there are none in the list, no URL. Default: all that are known.
    ///
    /// ```
    /// use napkin::Finder;
    ///
    /// let count = |finder: Finder| finder.find_iter("http://a.example/ ftp://b.example/").count();
    /// assert_eq!(count(Finder::builder().schemes(["FTP"]).build()?), 1);
    /// assert_eq!(count(Finder::builder().schemes([""; 0]).build()?), 0);
    /// # Ok::<(), napkin::Error>(())
    /// ```
    pub fn schemes<S: Into<String>>(mut self, schemes: impl IntoIterator<Item = S>) -> FinderBuilder {
        self.config.schemes = Some(schemes.into_iter().map(|scheme| scheme.into().to_ascii_lowercase()).collect());
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

    /// What relative references in `<URL:…>` are resolved against, by the document of the finder's grammar: their links'
    /// URLs are the targets. Default: none, and such references are no links.
    ///
    /// ```
    /// let finder = napkin::Finder::builder().base("http://a.example/b/c").build()?;
    /// let link = finder.find("see <URL:../d>").unwrap();
    /// assert_eq!((link.url(), link.as_str()), ("http://a.example/d", "../d"));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    pub fn base(mut self, base: impl Into<String>) -> FinderBuilder {
        self.base = Some(base.into());
        self
    }

    /// How far to go in rejoining. Default: [`Rejoin::Auto`].
    pub fn rejoin(mut self, level: Rejoin) -> FinderBuilder {
        self.config.rejoin = level;
        self
    }

    /// What to do with a hyphen at a line's end. Default: [`Hyphen::Auto`].
    pub fn hyphen(mut self, hyphen: Hyphen) -> FinderBuilder {
        self.config.hyphen = hyphen;
        self
    }

    /// Whether the URL of a link that a mail gateway or a redirector rewrote is its target, as [`unwrap_redirect`](crate::uri::unwrap_redirect)
    /// tells it, if that is a link by itself. [`schemes`](FinderBuilder::schemes) are then those of targets. Default: no.
    ///
    /// ```
    /// let finder = napkin::Finder::builder().unwrap_redirects(true).build()?;
    /// let link = finder.find("https://slack-redir.net/link?url=https%3A%2F%2Fa.example%2Fb").unwrap();
    /// assert_eq!(link.url(), "https://a.example/b");
    /// assert_eq!(link.written(), Some("https://slack-redir.net/link?url=https%3A%2F%2Fa.example%2Fb"));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    pub fn unwrap_redirects(mut self, yes: bool) -> FinderBuilder {
        self.config.unwrap_redirects = yes;
        self
    }

    /// The most bytes that a URL with its breaks may take; a longer one is refused, not cut. At least 1 KiB and at
    /// most 1 GiB. Default: 64 KiB.
    pub fn window(mut self, bytes: usize) -> FinderBuilder {
        self.config.window = bytes;
        self
    }

    /// Whether refused candidates, and the breaks that evidence decides about, are handed to the sink. Default: no.
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
    /// A scheme that no scheme can be, a base that the grammar refuses, a window that is too small or too large, or a
    /// confidence that none can be.
    pub fn build(mut self) -> Result<Finder, Error> {
        if self.config.window < MIN_WINDOW {
            return Err(Error::configuration(format!(
                "a window of {} bytes is too small: {MIN_WINDOW} at least",
                self.config.window
            )));
        }
        if self.config.window > MAX_WINDOW {
            return Err(Error::configuration(format!(
                "a window of {} bytes is too large: {MAX_WINDOW} at most",
                self.config.window
            )));
        }
        if let Rejoin::AtLeast(confidence) = self.config.rejoin
            && !(0.0..=1.0).contains(&confidence)
        {
            return Err(Error::configuration(format!("a confidence of {confidence} can't be had: 0 to 1")));
        }
        if let Some(base) = &self.base {
            let parsed = Uri::parse(base, self.config.grammar)
                .map_err(|rejection| Error::configuration(format!("{base:?} can't be a base: {rejection}")))?;
            self.config.base = Some(parsed.as_base().into_owned());
        }
        let is_scheme = |scheme: &str| {
            scheme.starts_with(|c: char| c.is_ascii_alphabetic())
                && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
        };
        if let Some(wrong) = self.config.schemes.iter().flatten().find(|scheme| !is_scheme(scheme)) {
            return Err(Error::configuration(format!(
                "{wrong:?} can't be a scheme: letters, digits, `+`, `-` and `.`, a letter first"
            )));
        }
        Ok(Finder { config: Arc::new(self.config) })
    }
}

/// The smallest window that a finder can work with.
const MIN_WINDOW: usize = 1 << 10;

/// The largest: a URL's components are counted in 32 bits, and the window is held in memory.
const MAX_WINDOW: usize = 1 << 30;
