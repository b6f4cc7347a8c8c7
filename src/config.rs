//! What to find and how to read it: plain data, frozen once a finder is built.

use crate::{
    link::Kinds,
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
#[doc = include_str!("../docs/curve.svg")]
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

/// What to do with a hyphen at the end of a line inside a URL.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hyphen {
    /// An ASCII hyphen belongs to the URL, unless the same URL stands elsewhere without it, or the lines around are set by
    /// a typesetter who hyphenates.
    #[default]
    Auto,
    /// An ASCII hyphen belongs to the URL.
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
    pub(crate) base: Option<Uri<'static>>,
    pub(crate) rejoin: Rejoin,
    pub(crate) hyphen: Hyphen,
    pub(crate) unwrap_redirects: bool,
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
