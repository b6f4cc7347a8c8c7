//! Kinds of links and their delimiters, with the names that options, records and the library share.

use std::{
    fmt,
    iter::FusedIterator,
    ops::{BitOr, BitOrAssign},
    str::FromStr,
};

use crate::unknown_name::{UnknownName, named_enum};

named_enum! {
    /// How a URL was written.
    ///
    /// ```
    /// use napkin::Kind;
    ///
    /// assert_eq!("email".parse(), Ok(Kind::Email));
    /// assert_eq!(Kind::Email.to_string(), "email");
    /// assert!("mail".parse::<Kind>().is_err());
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
    #[non_exhaustive]
    pub enum Kind: "kind of link" {
        /// A URL with its scheme: `http://a.example/b`, `mailto:x@a.example`.
        Url = "url",
        /// An abbreviated URL whose host begins with `www.` or `ftp.` (RFC 2396bis draft, Appendix F).
        Www = "www",
        /// An abbreviated URL with any other host under a known top-level domain: `a.example.com/b`.
        Domain = "domain",
        /// A mail address without `mailto:`.
        Email = "email",
    }
    ALL: "All kinds."
    name: "Returns the name used in options and records: `url`, `www`, `domain` or `email`."
}

impl Kind {
    /// Returns a description in a few words, without a full stop.
    ///
    /// ```
    /// assert_eq!(napkin::Kind::Email.description(), "Mail addresses");
    /// ```
    pub fn description(self) -> &'static str {
        match self {
            Kind::Url => "URLs with a scheme: http://a.example/b",
            Kind::Www => "Hosts that begin with www. or ftp.",
            Kind::Domain => "Other hosts with a known top-level domain",
            Kind::Email => "Mail addresses",
        }
    }
}

impl BitOr for Kind {
    type Output = Kinds;

    fn bitor(self, other: Kind) -> Kinds {
        Kinds::from(self) | other
    }
}

/// A set of [`Kind`]s. The default is `url` and `www`.
///
/// ```
/// use napkin::{Kind, Kinds};
///
/// let kinds = Kind::Url | Kind::Email;
/// assert_eq!(kinds, "url,email".parse()?);
/// assert_eq!(kinds.iter().collect::<Vec<_>>(), [Kind::Url, Kind::Email]);
/// assert_eq!((kinds | Kinds::default()).to_string(), "url,www,email");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kinds(u8);

impl Kinds {
    /// No kind.
    pub const NONE: Kinds = Kinds(0);
    /// Every kind.
    pub const ALL: Kinds = Kinds((1 << Kind::ALL.len()) - 1);

    /// Returns this set with `kind` added.
    ///
    /// ```
    /// use napkin::{Kind, Kinds};
    ///
    /// const KINDS: Kinds = Kinds::NONE.with(Kind::Url).with(Kind::Domain);
    /// assert_eq!(KINDS, Kind::Url | Kind::Domain);
    /// ```
    #[must_use]
    pub const fn with(self, kind: Kind) -> Kinds {
        Kinds(self.0 | 1 << kind as u8)
    }

    /// Returns `true` if `kind` is in the set.
    pub const fn contains(self, kind: Kind) -> bool {
        self.0 & (1 << kind as u8) != 0
    }

    /// Returns `true` if the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of kinds in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns the kinds in the set, in the order of [`Kind::ALL`].
    pub fn iter(self) -> KindsIter {
        KindsIter { rest: self }
    }
}

impl Default for Kinds {
    fn default() -> Kinds {
        Kind::Url | Kind::Www
    }
}

impl From<Kind> for Kinds {
    fn from(kind: Kind) -> Kinds {
        Kinds::NONE.with(kind)
    }
}

impl<K: Into<Kinds>> BitOr<K> for Kinds {
    type Output = Kinds;

    fn bitor(self, others: K) -> Kinds {
        Kinds(self.0 | others.into().0)
    }
}

impl<K: Into<Kinds>> BitOrAssign<K> for Kinds {
    fn bitor_assign(&mut self, others: K) {
        *self = *self | others;
    }
}

impl Extend<Kind> for Kinds {
    fn extend<I: IntoIterator<Item = Kind>>(&mut self, kinds: I) {
        *self = kinds.into_iter().fold(*self, Kinds::with);
    }
}

impl FromIterator<Kind> for Kinds {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Kinds {
        kinds.into_iter().fold(Kinds::NONE, Kinds::with)
    }
}

impl IntoIterator for Kinds {
    type Item = Kind;
    type IntoIter = KindsIter;

    fn into_iter(self) -> KindsIter {
        self.iter()
    }
}

impl fmt::Display for Kinds {
    /// Writes the names with commas, as [`FromStr`] reads them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, kind) in self.iter().enumerate() {
            f.write_str(if index > 0 { "," } else { "" })?;
            f.write_str(kind.name())?;
        }
        Ok(())
    }
}

impl FromStr for Kinds {
    type Err = UnknownName;

    /// Reads names with commas between; the empty string is the empty set.
    fn from_str(names: &str) -> Result<Kinds, UnknownName> {
        names.split(',').filter(|_| !names.is_empty()).map(|name| name.trim().parse()).collect()
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Kinds {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Kinds {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Kinds, D::Error> {
        Ok(Vec::<Kind>::deserialize(deserializer)?.into_iter().collect())
    }
}

/// The kinds in a set: what [`Kinds::iter`] returns.
///
/// ```
/// let mut kinds = napkin::Kinds::default().iter();
/// assert_eq!((kinds.next(), kinds.len()), (Some(napkin::Kind::Url), 1));
/// ```
#[derive(Clone, Debug)]
pub struct KindsIter {
    rest: Kinds,
}

impl Iterator for KindsIter {
    type Item = Kind;

    fn next(&mut self) -> Option<Kind> {
        let kind = Kind::ALL.into_iter().find(|&kind| self.rest.contains(kind))?;
        self.rest.0 &= !Kinds::from(kind).0;
        Some(kind)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.rest.len(), Some(self.rest.len()))
    }
}

impl ExactSizeIterator for KindsIter {}

impl FusedIterator for KindsIter {}

named_enum! {
    /// What marks a URL off from the text around it.
    ///
    /// ```
    /// use napkin::Delimiter;
    ///
    /// assert_eq!("angle".parse(), Ok(Delimiter::Angle));
    /// assert_eq!(Delimiter::Bare.to_string(), "bare");
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
    #[non_exhaustive]
    pub enum Delimiter: "delimiter" {
        /// Angle brackets, with or without `URL:` inside them.
        Angle = "angle",
        /// A pair of quotation marks.
        Quote = "quote",
        /// A `URL:` prefix without brackets.
        Prefix = "prefix",
        /// Nothing but the surrounding text.
        Bare = "bare",
        /// The value of an HTML attribute.
        Attribute = "attribute",
    }
    ALL: "All delimiters."
    name: "Returns the name used in records: `angle`, `quote`, `prefix`, `bare` or `attribute`."
}

impl Delimiter {
    /// Returns `true` if the delimiter stands on both sides of a URL, and so marks its end.
    ///
    /// ```
    /// use napkin::Delimiter;
    ///
    /// assert!(Delimiter::Quote.encloses() && !Delimiter::Prefix.encloses());
    /// ```
    pub fn encloses(self) -> bool {
        match self {
            Delimiter::Angle | Delimiter::Quote | Delimiter::Attribute => true,
            Delimiter::Prefix | Delimiter::Bare => false,
        }
    }
}
