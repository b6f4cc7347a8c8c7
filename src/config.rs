//! What to find and how to read it: plain data, frozen once a finder is built.

use std::{fmt, str::FromStr};

use crate::{
    link::Kinds,
    unknown_name::{UnknownName, named},
    uri::{Grammar, Uri},
};

/// How far to go in putting broken URLs together.
///
/// Whether a URL that nothing delimits goes on behind the end of a line is decided by what stands at most 1000 bytes before
/// the URL, and there in at most five lines before its own, and at most 512 bytes behind the first word of the next line,
/// and there in at most four lines behind that. Whether a page ends between the two is looked for in at most 2048 bytes.
/// Nothing else in the text has a say, so that a stream has the same links however it is cut into reads.
///
/// What joining wins, and what it costs in whole URLs, as the confidence that it takes moves (measured by
/// `tools/src/bin/curve.rs` on the texts that the evidence was weighed on):
///
#[doc = include_str!("../docs/lab/curve.svg")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Rejoin {
    /// Never: a URL ends where its line ends.
    Off,
    /// Inside brackets and quotes, where the delimiter says where the URL ends.
    Delimited,
    /// Also where nothing delimits the URL, if the evidence is strong: how the lines are filled, what stands before and
    /// after the break, what the next line looks like, and whether the same URL stands whole elsewhere. Never inside the
    /// scheme or the authority.
    ///
    /// What is looked at is bounded, and kept in a stream: 8 KiB before the URL and 2 KiB behind the
    /// break, or less than that for a URL of less than 64 bytes.
    #[default]
    Auto,
    /// The same where the evidence is about as strong for as against.
    Eager,
    /// The same where the [confidence](crate::Rejoined::confidence) in the join is at least this, from 0 to 1.
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
    /// The levels that have a name, each going further than the one before it.
    pub const LEVELS: [Rejoin; 4] = [Rejoin::Off, Rejoin::Delimited, Rejoin::Auto, Rejoin::Eager];

    /// The name used in options: `off`, `delimited`, `auto` or `eager`. A confidence has none: it is written as a number.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Rejoin::Off => Some("off"),
            Rejoin::Delimited => Some("delimited"),
            Rejoin::Auto => Some("auto"),
            Rejoin::Eager => Some("eager"),
            Rejoin::AtLeast(_) => None,
        }
    }

    /// What it does, in a few words for people, without a full stop.
    ///
    /// ```
    /// assert_eq!(napkin::Rejoin::Delimited.description(), "Inside angle brackets and quotes");
    /// ```
    pub fn description(self) -> &'static str {
        match self {
            Rejoin::Off => "A URL ends where its line ends",
            Rejoin::Delimited => "Inside angle brackets and quotes",
            Rejoin::Auto => "Also without them, where the evidence is strong",
            Rejoin::Eager => "Also where it is about as strong for as against",
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

/// The level of that [name](Rejoin::name), or the one that joins at least with this confidence. Whether the number can be a
/// confidence is for [`FinderBuilder::build`](crate::FinderBuilder::build) to say.
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

/// What to do with a hyphen at the end of a line inside a URL.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hyphen {
    /// An ASCII hyphen belongs to the URL, unless the same URL stands elsewhere without it, a slash stands before it, or the lines
    /// around are set by a typesetter who hyphenates.
    #[default]
    Auto,
    /// An ASCII hyphen belongs to the URL.
    Keep,
    /// A typesetter put it there.
    Drop,
}

impl Hyphen {
    /// All of them.
    pub const ALL: [Hyphen; 3] = [Hyphen::Auto, Hyphen::Keep, Hyphen::Drop];

    /// The name used in options: `auto`, `keep` or `drop`.
    pub fn name(self) -> &'static str {
        match self {
            Hyphen::Auto => "auto",
            Hyphen::Keep => "keep",
            Hyphen::Drop => "drop",
        }
    }

    /// What it means, in a few words for people, without a full stop.
    ///
    /// ```
    /// assert_eq!(napkin::Hyphen::Drop.description(), "A typesetter put it there");
    /// ```
    pub fn description(self) -> &'static str {
        match self {
            Hyphen::Auto => "It does, unless a typesetter hyphenates the lines around",
            Hyphen::Keep => "An ASCII hyphen belongs to the URL",
            Hyphen::Drop => "A typesetter put it there",
        }
    }
}

impl fmt::Display for Hyphen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What has that [name](Hyphen::name).
///
/// ```
/// use napkin::Hyphen;
///
/// assert_eq!("keep".parse(), Ok(Hyphen::Keep));
/// assert_eq!("keeps".parse::<Hyphen>().unwrap_err().to_string(), "unknown hyphen: expected one of auto, keep, drop");
/// ```
impl FromStr for Hyphen {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Hyphen, UnknownName> {
        named("hyphen", Hyphen::ALL, Hyphen::name, name)
    }
}

/// What to find and how to read it: frozen once a finder is built.
#[derive(Clone, Debug)]
pub(crate) struct Config {
    pub(crate) kinds: Kinds,
    /// The only schemes that are wanted, if not all are.
    pub(crate) schemes: Option<Vec<String>>,
    pub(crate) any_scheme: bool,
    pub(crate) grammar: Grammar,
    pub(crate) base: Option<Uri<'static>>,
    pub(crate) rejoin: Rejoin,
    pub(crate) hyphen: Hyphen,
    pub(crate) unwrap_redirects: bool,
    pub(crate) window: usize,
    pub(crate) explain: bool,
    pub(crate) positions: bool,
}

impl Config {
    /// Whether the options ask for this scheme by its name, in any letter case, known or not.
    pub(crate) fn asks_for_scheme(&self, scheme: &[u8]) -> bool {
        self.schemes.iter().flatten().any(|named| named.as_bytes().eq_ignore_ascii_case(scheme))
    }
}

impl Default for Config {
    fn default() -> Config {
        Config {
            kinds: Kinds::default(),
            schemes: None,
            any_scheme: false,
            grammar: Grammar::default(),
            base: None,
            rejoin: Rejoin::default(),
            hyphen: Hyphen::default(),
            unwrap_redirects: false,
            window: 64 << 10,
            explain: false,
            positions: false,
        }
    }
}
