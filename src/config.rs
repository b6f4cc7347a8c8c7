//! The settings of a finder.

use std::{fmt, str::FromStr};

use crate::{
    link::{Kinds, Link},
    unknown_name::{UnknownName, named, named_enum},
    uri::{Base, Grammar, Syntax},
};

/// How far to go in joining broken URLs.
///
/// A join without delimiters depends on a bounded part of the text: at most six lines of 1,024 bytes before the
/// URL, and at most six lines of 512 bytes after the first word of the next line. Page ends are searched in 24 lines.
/// So the links of a stream do not depend on how it is cut into reads.
///
/// The curve shows the broken URLs that come out right against whole URLs joined wrongly, by the confidence that a join
/// needs (`tools/src/bin/curve.rs`, on labelled texts):
///
#[doc = include_str!("../docs/lab/curve.svg")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Rejoin {
    /// Never join: a URL ends with its line.
    Off,
    /// Join inside brackets and quotes, which mark the end of the URL.
    Delimited,
    /// Also join without delimiters, if the evidence is strong: line widths, the text before and after the break, the
    /// shape of the next line, and the same URL whole elsewhere.
    ///
    /// This looks at up to 8 KiB before the URL and 2 KiB after the break, or less for a URL under 64 bytes.
    #[default]
    Auto,
    /// Also join if the evidence is about even.
    Eager,
    /// Join if the [confidence](crate::Rejoined::confidence) is at least this, from 0 to 1.
    ///
    /// ```
    /// use napkin::{Finder, Rejoin};
    ///
    /// let text = "It is in http://a.example/the-minutes-of-all-meetings/and-the-dinners-\n2026/soup.html\n\n";
    /// assert!(Finder::new().find(text).unwrap().rejoined().is_some());
    /// let surer = Finder::builder().rejoin(Rejoin::AtLeast(1.0)).build()?;
    /// assert!(surer.find(text).unwrap().rejoined().is_none());
    /// # Ok::<(), napkin::Error>(())
    /// ```
    AtLeast(f32),
}

impl Rejoin {
    /// The named levels; each joins more than the one before.
    pub const LEVELS: [Rejoin; 4] = [Rejoin::Off, Rejoin::Delimited, Rejoin::Auto, Rejoin::Eager];

    /// Returns the name used in options: `off`, `delimited`, `auto` or `eager`. Returns `None` for a confidence, which
    /// is written as a number.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Rejoin::Off => Some("off"),
            Rejoin::Delimited => Some("delimited"),
            Rejoin::Auto => Some("auto"),
            Rejoin::Eager => Some("eager"),
            Rejoin::AtLeast(_) => None,
        }
    }

    /// Returns a description in a few words, without a full stop.
    ///
    /// ```
    /// assert_eq!(napkin::Rejoin::Delimited.description(), "Inside angle brackets and quotes");
    /// ```
    pub fn description(self) -> &'static str {
        match self {
            Rejoin::Off => "A URL ends where its line ends",
            Rejoin::Delimited => "Inside angle brackets and quotes",
            Rejoin::Auto => "Also without them, if the evidence is strong",
            Rejoin::Eager => "Also if the evidence is about even",
            Rejoin::AtLeast(_) => "Where the confidence is at least this",
        }
    }
}

impl fmt::Display for Rejoin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rejoin::AtLeast(confidence) => f.pad(&confidence.to_string()),
            level => f.pad(level.name().unwrap_or_default()),
        }
    }
}

/// Parses a [name](Rejoin::name), or a number as a confidence. [`FinderBuilder::build`](crate::FinderBuilder::build)
/// checks its range.
///
/// ```
/// use napkin::Rejoin;
///
/// assert_eq!("eager".parse(), Ok(Rejoin::Eager));
/// assert_eq!("0.75".parse(), Ok(Rejoin::AtLeast(0.75)));
/// assert_eq!(Rejoin::AtLeast(0.75).to_string(), "0.75");
/// ```
impl FromStr for Rejoin {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Rejoin, UnknownName> {
        match name.parse() {
            Ok(confidence) => Ok(Rejoin::AtLeast(confidence)),
            Err(_) => named("level", Rejoin::LEVELS, |level| level.name().unwrap_or_default(), name),
        }
    }
}

named_enum! {
    /// What to do with a hyphen at a line's end inside a URL.
    ///
    /// ```
    /// use napkin::Hyphen;
    ///
    /// assert_eq!("keep".parse(), Ok(Hyphen::Keep));
    /// assert_eq!("keeps".parse::<Hyphen>().unwrap_err().to_string(), "unknown hyphen: expected one of auto, keep, drop");
    /// ```
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Hyphen: "hyphen" {
        /// Keep an ASCII hyphen, unless the same URL stands elsewhere without it, a slash precedes it, or the lines around
        /// are hyphenated by a typesetter.
        #[default]
        Auto = "auto",
        /// Keep an ASCII hyphen.
        Keep = "keep",
        /// Drop the hyphen, as a typesetter's.
        Drop = "drop",
    }
    ALL: "All settings."
    name: "Returns the name used in options: `auto`, `keep` or `drop`."
}

impl Hyphen {
    /// Returns a description in a few words, without a full stop.
    ///
    /// ```
    /// assert_eq!(napkin::Hyphen::Keep.description(), "Keep an ASCII hyphen");
    /// ```
    pub fn description(self) -> &'static str {
        match self {
            Hyphen::Auto => "Keep it, unless the text around is hyphenated",
            Hyphen::Keep => "Keep an ASCII hyphen",
            Hyphen::Drop => "A typesetter put it there",
        }
    }
}

/// Changes the URL of a link.
pub(crate) type Rewrite = fn(&Config, &mut Link<'_>);

/// The options of a finder.
#[derive(Clone, Debug)]
pub(crate) struct Config {
    pub(crate) kinds: Kinds,
    pub(crate) schemes: Option<Vec<String>>,
    pub(crate) any_scheme: bool,
    pub(crate) refang: bool,
    pub(crate) grammar: Grammar,
    /// That of the grammar. Code that only uses the default has no other.
    pub(crate) syntax: &'static Syntax,
    pub(crate) base: Option<Base>,
    pub(crate) rejoin: Rejoin,
    pub(crate) hyphen: Hyphen,
    /// Calls those of the next two that are there.
    pub(crate) unwrap: Option<Rewrite>,
    /// Replaces the URL of a link by its target.
    pub(crate) unwrap_redirects: Option<Rewrite>,
    /// Strips the parameters that track people.
    pub(crate) strip_tracking: Option<Rewrite>,
    pub(crate) window: usize,
    pub(crate) explain: bool,
    pub(crate) positions: bool,
    pub(crate) labels: bool,
    pub(crate) skip_code: bool,
}

impl Config {
    pub(crate) fn asks_for_scheme(&self, scheme: &[u8]) -> bool {
        self.schemes.iter().flatten().any(|named| named.as_bytes().eq_ignore_ascii_case(scheme))
    }

    pub(crate) fn rewrite(&self, link: &mut Link<'_>) {
        [self.unwrap_redirects, self.strip_tracking].into_iter().flatten().for_each(|rewrite| rewrite(self, link));
    }
}

impl Default for Config {
    fn default() -> Config {
        Config {
            kinds: Kinds::default(),
            schemes: None,
            any_scheme: false,
            refang: false,
            grammar: Grammar::default(),
            syntax: Grammar::default().syntax(),
            base: None,
            rejoin: Rejoin::default(),
            hyphen: Hyphen::default(),
            unwrap: None,
            unwrap_redirects: None,
            strip_tracking: None,
            window: 64 << 10,
            explain: false,
            positions: false,
            labels: false,
            skip_code: false,
        }
    }
}
