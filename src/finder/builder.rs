//! Configures a finder.

use std::{borrow::Cow, mem, sync::Arc};

use crate::{
    config::{Config, Hyphen, Rejoin, Rewrite},
    engine::accept::unwrap,
    error::Error,
    finder::text::Finder,
    link::{Kinds, Link},
    setters::setters,
    uri::{Base, Grammar, Uri, strip_tracking},
};

impl Finder {
    /// Returns a builder with default settings.
    pub fn builder() -> FinderBuilder {
        FinderBuilder { config: Config::default(), base: None }
    }
}

/// Settings of a [`Finder`].
#[derive(Clone, Debug)]
pub struct FinderBuilder {
    config: Config,
    base: Option<String>,
}

impl FinderBuilder {
    /// Sets the kinds of links to find. Default: `url` and `www`.
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

    /// Finds only URLs with these schemes, in any letter case. An empty list finds none. Default: all known schemes.
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

    /// Sets the grammar that URLs must satisfy. Default: [`Grammar::Rfc3987`].
    pub fn grammar(mut self, grammar: Grammar) -> FinderBuilder {
        (self.config.grammar, self.config.syntax) = (grammar, grammar.syntax());
        self
    }

    setters! {
        /// Sets whether every well-formed `scheme://` begins a URL, known or not. Default: no.
        any_scheme(yes: bool) { config.any_scheme = yes }

        /// Sets whether defanged URLs are found, too: `hxxp`, `[.]`, `(dot)`, `[:]//`, `[@]`. Default: no. They never become anchors.
        ///
        /// ```
        /// let finder = napkin::Finder::builder().refang(true).build()?;
        /// let link = finder.find("Block hxxp://soup[.]example/b today").unwrap();
        /// assert_eq!(link.url(), "http://soup.example/b");
        /// assert_eq!(link.escapes(), Some(napkin::Notation::Defanged));
        /// # Ok::<(), napkin::Error>(())
        /// ```
        refang(yes: bool) { config.refang = yes }

        /// Resolves relative references in `<URL:…>` against this base, by the finder's grammar. Default: none; such
        /// references are not links.
        ///
        /// ```
        /// let finder = napkin::Finder::builder().base("http://a.example/b/c").build()?;
        /// let link = finder.find("see <URL:../d>").unwrap();
        /// assert_eq!((link.url(), link.as_str()), ("http://a.example/d", "../d"));
        /// # Ok::<(), napkin::Error>(())
        /// ```
        base(base: impl Into<String>) { base = Some(base.into()) }

        /// Sets how far to go in joining broken URLs. Default: [`Rejoin::Auto`].
        rejoin(level: Rejoin) { config.rejoin = level }

        /// Sets what to do with a hyphen at a line's end. Default: [`Hyphen::Auto`].
        hyphen(hyphen: Hyphen) { config.hyphen = hyphen }

        /// Sets whether a link rewritten by a mail gateway or redirector has its target as URL, if the target is a valid
        /// link: see [`unwrap_redirect`](crate::uri::unwrap_redirect). [`schemes`](FinderBuilder::schemes) then applies to
        /// targets. Default: no.
        ///
        /// ```
        /// let finder = napkin::Finder::builder().unwrap_redirects(true).build()?;
        /// let link = finder.find("https://slack-redir.net/link?url=https%3A%2F%2Fa.example%2Fb").unwrap();
        /// assert_eq!(link.url(), "https://a.example/b");
        /// assert_eq!(link.written(), Some("https://slack-redir.net/link?url=https%3A%2F%2Fa.example%2Fb"));
        /// # Ok::<(), napkin::Error>(())
        /// ```
        unwrap_redirects(yes: bool) { config.unwrap_redirects = yes.then_some(unwrap) }

        /// Sets whether the URL of a link has no parameters that only track people: see
        /// [`strip_tracking`](crate::uri::strip_tracking). Targets of redirects are stripped, too. Default: no.
        ///
        /// ```
        /// let finder = napkin::Finder::builder().strip_tracking(true).build()?;
        /// let link = finder.find("https://a.example/b?utm_source=c&d").unwrap();
        /// assert_eq!(link.url(), "https://a.example/b?d");
        /// assert_eq!(link.written(), Some("https://a.example/b?utm_source=c&d"));
        /// # Ok::<(), napkin::Error>(())
        /// ```
        strip_tracking(yes: bool) { config.strip_tracking = yes.then_some(strip) }

        /// Sets the maximum size of a URL with its breaks, in bytes. A longer URL is rejected, not cut. From 1 KiB to 1
        /// GiB. Default: 64 KiB.
        window(bytes: usize) { config.window = bytes }

        /// Sets whether sinks get rejected candidates and weighed breaks. Default: no.
        explain(yes: bool) { config.explain = yes }

        /// Sets whether to count lines and columns. Default: no.
        positions(yes: bool) { config.positions = yes }

        /// Sets whether links have the text that markup gives them: see [`Link::label`]. Default: no.
        labels(yes: bool) { config.labels = yes }

        /// Sets whether links in code are left out: in the code spans and blocks of Markdown, as which text is read, and in the
        /// `code`, `pre`, `kbd` and `samp` of HTML. Default: no.
        ///
        /// ```
        /// let finder = napkin::Finder::builder().skip_code(true).build()?;
        /// let text = "Run `curl http://a.example/`, see http://b.example/ and:\n\n    wget http://c.example/\n";
        /// assert_eq!(finder.find_iter(text).map(|link| link.to_string()).collect::<Vec<_>>(), ["http://b.example/"]);
        /// # Ok::<(), napkin::Error>(())
        /// ```
        skip_code(yes: bool) { config.skip_code = yes }
    }

    /// Builds the finder.
    ///
    /// # Errors
    /// Returns an error for an invalid scheme, a base that the grammar rejects, a window out of range, or a confidence
    /// outside 0 to 1. The message begins with the name of the method.
    pub fn build(mut self) -> Result<Finder, Error> {
        if self.config.window < MIN_WINDOW {
            return Err(Error::configuration(format!(
                "window: {} bytes are too few; the least is {MIN_WINDOW}",
                self.config.window
            )));
        }
        if self.config.window > MAX_WINDOW {
            return Err(Error::configuration(format!(
                "window: {} bytes are too many; the most is {MAX_WINDOW}",
                self.config.window
            )));
        }
        if let Rejoin::AtLeast(confidence) = self.config.rejoin
            && !(0.0..=1.0).contains(&confidence)
        {
            return Err(Error::configuration("rejoin: a confidence is a number from 0 to 1"));
        }
        if let Some(base) = &self.base {
            let parsed = Uri::parse(base, self.config.grammar)
                .map_err(|rejection| Error::configuration(format!("base: {base:?} is not a base URL: {rejection}")))?;
            self.config.base = Some(Base::new(&parsed));
        }
        let is_scheme = |scheme: &str| {
            scheme.starts_with(|c: char| c.is_ascii_alphabetic())
                && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
        };
        if let Some(wrong) = self.config.schemes.iter().flatten().find(|scheme| !is_scheme(scheme)) {
            return Err(Error::configuration(format!(
                "schemes: {wrong:?} is not a scheme: letters, digits, +, - and ., a letter first"
            )));
        }
        let rewrites = self.config.unwrap_redirects.is_some() || self.config.strip_tracking.is_some();
        self.config.unwrap = rewrites.then_some(Config::rewrite as Rewrite);
        Ok(Finder { config: Arc::new(self.config) })
    }
}

/// Strips the parameters that track people off the URL of a link.
fn strip(_: &Config, link: &mut Link<'_>) {
    if link.made.get().is_none() && !link.text.contains(&b'?') {
        return;
    }
    let Cow::Owned(url) = strip_tracking(link.url()) else { return };
    link.components.query_end -= (link.url().len() - url.len()) as u32;
    link.change(|made| {
        let before = mem::replace(&mut made.url, url);
        made.written.get_or_insert(before);
    });
}

/// The smallest window, in bytes.
const MIN_WINDOW: usize = 1 << 10;

/// The largest window, in bytes: components are counted in 32 bits, and the window is held in memory.
const MAX_WINDOW: usize = 1 << 30;
