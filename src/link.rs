//! What is found: links, their pieces, and the candidates that were refused.

use std::{borrow::Cow, fmt, ops::Range, slice, sync::OnceLock};

pub(crate) use crate::kinds::{Delimiter, Kind, Kinds};
use crate::uri::{Components, Grammar, Rejection, Uri};

/// One contiguous byte range of the source, half-open, 0-based; a URL broken over lines has several.
pub type Piece = Range<usize>;

/// A part of a URL in which a break can be worth knowing about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Part {
    /// The scheme.
    Scheme,
    /// The authority: userinfo, host and port.
    Authority,
}

impl Part {
    /// The name used in records: `scheme` or `host`.
    pub fn name(self) -> &'static str {
        match self {
            Part::Scheme => "scheme",
            Part::Authority => "host",
        }
    }
}

/// A notation that a text is written in, which has some characters of its URLs as others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Notation {
    /// JSON, in which a slash may stand behind one (RFC 8259, 7).
    Json,
    /// What is set by a program: sources of manual pages, LaTeX, Markdown.
    Markup,
    /// Files of properties of Java's, in which a colon and some other characters may stand behind one (`java.util.Properties.load`).
    Properties,
    /// HTML and XML, in attributes and elements that stand in other text (HTML Standard, 13.1.4).
    Html,
}

impl Notation {
    /// The name used in records: `json`, `markup`, `properties` or `html`.
    pub fn name(self) -> &'static str {
        match self {
            Notation::Json => "json",
            Notation::Markup => "markup",
            Notation::Properties => "properties",
            Notation::Html => "html",
        }
    }
}

/// Why a link has more than one piece.
///
/// ```
/// let link = napkin::Finder::new().find("<http://a.exa\nmple/b>").unwrap();
/// let rejoined = link.rejoined().unwrap();
/// assert_eq!(rejoined.confidence, 1.0);
/// assert_eq!(rejoined.inside, Some(napkin::Part::Authority));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Rejoined {
    /// How sure the join is, from 0 to 1: the least of several. A delimiter around the whole URL makes it 1.
    pub confidence: f32,
    /// The part that was broken, when it is one whose breaking changes where the URL leads.
    pub inside: Option<Part>,
}

/// An attribute in HTML that has a URL for its value, and the element that it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Attribute {
    pub(crate) element: &'static str,
    pub(crate) name: &'static str,
}

impl Attribute {
    /// The element's name in lower case: `a`, `img`.
    pub fn element(self) -> &'static str {
        self.element
    }

    /// The attribute's name in lower case: `href`, `src`.
    pub fn name(self) -> &'static str {
        self.name
    }
}

/// Where a link starts, for people: counted only when [`FinderBuilder::positions`](crate::FinderBuilder::positions) asks for it.
///
/// ```
/// let finder = napkin::Finder::builder().positions(true).build()?;
/// let position = finder.find("see\n http://a.example/").unwrap().position().unwrap();
/// assert_eq!((position.line, position.column), (2, 2));
/// # Ok::<(), napkin::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Position {
    /// The line, 1-based. LF, CRLF and a lone CR end a line.
    pub line: usize,
    /// The column in bytes, 1-based.
    pub column: usize,
}

/// An accepted candidate.
///
/// A link borrows from the text it was found in. [`into_owned`](Link::into_owned) frees it from there.
///
/// ```
/// let link = napkin::Finder::new().find("<http://a.example/b>").unwrap();
/// assert!(format!("{link:?}").starts_with(r#"Link { url: "http://a.example/b", text: "http://a.example/b", range: 1..19"#));
/// ```
#[derive(Clone)]
pub struct Link<'t> {
    pub(crate) text: Cow<'t, [u8]>,
    pub(crate) range: Range<usize>,
    pub(crate) components: Components,
    pub(crate) kind: Kind,
    pub(crate) delimiter: Delimiter,
    pub(crate) grammar: Grammar,
    pub(crate) position: Option<Position>,
    /// Empty where the URL is what stands there: most links need no allocation. Where that is to be completed, the URL is put
    /// together when it is asked for.
    pub(crate) made: OnceLock<Box<Made>>,
}

/// What there is more to a link whose URL does not stand in the source as it is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Made {
    pub(crate) url: String,
    /// Several, or none where the link is one piece.
    pub(crate) pieces: Vec<Piece>,
    pub(crate) rejoined: Option<Rejoined>,
    pub(crate) escapes: Option<Notation>,
    pub(crate) alternative: Option<String>,
    pub(crate) attribute: Option<Attribute>,
    /// The URL before a redirect was unwrapped.
    pub(crate) written: Option<String>,
    /// The text as UTF-8, if it is not valid UTF-8 and was asked for.
    pub(crate) lossy: OnceLock<Box<str>>,
}

impl<'t> Link<'t> {
    /// The URL, complete: rejoined when it was broken, with the scheme of an abbreviated form, and with what people write and no URL has (square
    /// brackets behind the host, braces, bars) percent-encoded; the target of a rewritten one, where
    /// [`FinderBuilder::unwrap_redirects`](crate::FinderBuilder::unwrap_redirects) asks for it. It always satisfies the finder's grammar.
    pub fn url(&self) -> &str {
        // It was valid when it was found.
        let text = || str::from_utf8(&self.text).unwrap_or_default();
        let completed = || Box::new(Made { url: [self.completion(), text()].concat(), ..Made::default() });
        match self.made.get() {
            Some(made) => &made.url,
            None if self.kind == Kind::Url => text(),
            None => &self.made.get_or_init(completed).url,
        }
    }

    /// What stands in front of the text in the URL that it is completed to.
    #[inline]
    fn completion(&self) -> &'static str {
        match (self.kind, self.text.first()) {
            (Kind::Url, _) => "",
            (Kind::Email, _) => "mailto:",
            (Kind::Www, Some(b'f' | b'F')) => "ftp://",
            (Kind::Www | Kind::Domain, _) => "http://",
        }
    }

    /// The URL where nothing was put together for it: what completes it, and what stands there. To have it so takes no look at what it
    /// is made of, and no memory.
    #[inline]
    pub(crate) fn as_it_stands(&self) -> Option<(&'static str, &[u8])> {
        if self.made.get().is_some() { None } else { Some((self.completion(), &self.text)) }
    }

    /// Whether a backslash of the text's notation stands in the authority: other programs take it for a slash.
    pub(crate) fn has_escaped_authority(&self) -> bool {
        // JSON escapes slashes, which stand around an authority and not in it.
        if !matches!(self.escapes(), Some(Notation::Markup | Notation::Properties)) {
            return false;
        }
        let begin = memchr::memmem::find(&self.text, b"//").map_or(0, |slashes| slashes + 2);
        let end = self.text[begin..].iter().position(|byte| matches!(byte, b'/' | b'?' | b'#'));
        let authority = &self.text[begin..end.map_or(self.text.len(), |end| begin + end)];
        memchr::memchr(b'\\', authority).is_some()
    }

    /// Returns the URL as the text has it, including line breaks inside it, without delimiters.
    ///
    /// If the text was given as a string, this is exactly `&text[link.range()]`. If it was given as bytes, each byte
    /// between two pieces that is not UTF-8 becomes U+FFFD: [`as_bytes`](Link::as_bytes) has the bytes. A link from HTML,
    /// mail or UTF-16 has the text that its offsets count in.
    ///
    /// ```
    /// let link = napkin::Finder::new().find("at <http://a.example/\n b>").unwrap();
    /// assert_eq!((link.as_str(), link.url()), ("http://a.example/\n b", "http://a.example/b"));
    /// ```
    pub fn as_str(&self) -> &str {
        match str::from_utf8(&self.text) {
            Ok(text) => text,
            // Only the bytes between two pieces can be invalid, and a link with two pieces has this.
            Err(_) => {
                self.made.get().map_or("", |made| made.lossy.get_or_init(|| String::from_utf8_lossy(&self.text).into()))
            }
        }
    }

    /// Returns the URL as the text has it, including line breaks inside it, without delimiters.
    ///
    /// ```
    /// let link = napkin::Finder::new().find(b"at <http://a.example/\n b>").unwrap();
    /// assert_eq!(link.as_bytes(), b"http://a.example/\n b");
    /// ```
    pub fn as_bytes(&self) -> &[u8] {
        &self.text
    }

    /// The [`url`](Link::url) as a validated URI, without judging it again.
    ///
    /// ```
    /// let link = napkin::Finder::new().find("at www.example.org/b?c").unwrap();
    /// assert_eq!((link.uri().host(), link.uri().query()), (Some("www.example.org"), Some("c")));
    /// ```
    pub fn uri(&self) -> Uri<'_> {
        Uri::from_judged(self.url(), self.components, self.grammar)
    }

    /// From the first byte of the first piece to the end of the last: byte offsets into the source.
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// The pieces in order: byte offsets into the source. There is at least one.
    pub fn pieces(&self) -> &[Piece] {
        match self.made.get() {
            Some(made) if !made.pieces.is_empty() => &made.pieces,
            _ => slice::from_ref(&self.range),
        }
    }

    /// What it was written as.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// What marked it off.
    pub fn delimiter(&self) -> Delimiter {
        self.delimiter
    }

    /// The notation of the text, where its escapes were taken out of the URL: they stand between the
    /// [`pieces`](Link::pieces).
    ///
    /// ```
    /// let link = napkin::Finder::new().find(r#"{"at": "https:\/\/a.example\/b"}"#).unwrap();
    /// assert_eq!(link.url(), "https://a.example/b");
    /// assert_eq!(link.escapes(), Some(napkin::Notation::Json));
    /// ```
    pub fn escapes(&self) -> Option<Notation> {
        self.made.get()?.escapes
    }

    /// Why it was put together of several pieces; `None` when it was not.
    pub fn rejoined(&self) -> Option<Rejoined> {
        self.made.get()?.rejoined
    }

    /// The other way to read it, where there is one: a hyphen before a line end may not belong to the URL, and what
    /// evidence joined may be two things. Where neither is so, it is the URL before it was unwrapped.
    pub fn alternative(&self) -> Option<&str> {
        self.made.get()?.alternative.as_deref().or(self.written())
    }

    /// The URL as a mail gateway or a redirector had rewritten it; none where [`url`](Link::url) is not a target taken out
    /// of it.
    pub fn written(&self) -> Option<&str> {
        self.made.get()?.written.as_deref()
    }

    /// The attribute whose value it is, or is in; none for a URL in text.
    pub fn attribute(&self) -> Option<Attribute> {
        self.made.get()?.attribute
    }

    /// The scheme as written or completed.
    pub fn scheme(&self) -> &str {
        self.components.scheme(self.url()).unwrap_or_default()
    }

    /// The host, square brackets of an IP literal included; none where the URL has no authority.
    pub fn host(&self) -> Option<&str> {
        self.components.host(self.url())
    }

    /// The URL's components, as byte offsets into [`url`](Link::url).
    pub fn components(&self) -> &Components {
        &self.components
    }

    /// The line and column it starts at, when they were asked for.
    pub fn position(&self) -> Option<Position> {
        self.position
    }

    /// The same link in another text that its offsets count in, which stands there as `text`.
    #[cfg(feature = "html")]
    pub(crate) fn in_text<'s>(mut self, text: &'s [u8]) -> Link<'s> {
        if self.made.get().is_none() && *self.text != *text {
            self.made = OnceLock::from(Box::new(Made { url: self.url().to_owned(), ..Made::default() }));
        }
        Link { text: Cow::Borrowed(text), ..self }
    }

    /// The same link without a borrow.
    pub fn into_owned(self) -> Link<'static> {
        Link { text: Cow::Owned(self.text.into_owned()), ..self }
    }
}

/// Whether the URL was put together yet makes no difference.
impl PartialEq for Link<'_> {
    fn eq(&self, other: &Link<'_>) -> bool {
        let stand = |link: &Link<'_>| (link.range(), link.kind, link.delimiter, link.grammar, link.position);
        let made = |link: &Link<'_>| (link.rejoined(), link.escapes(), link.attribute());
        stand(self) == stand(other)
            && self.text == other.text
            && self.url() == other.url()
            && self.components == other.components
            && self.pieces() == other.pieces()
            && made(self) == made(other)
            && self.alternative() == other.alternative()
            && self.written() == other.written()
    }
}

/// What there is to say of the link, as its methods do: texts are shown as text, not as bytes.
impl fmt::Debug for Link<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Link")
            .field("url", &self.url())
            .field("text", &String::from_utf8_lossy(&self.text))
            .field("range", &self.range)
            .field("pieces", &self.pieces())
            .field("kind", &self.kind)
            .field("delimiter", &self.delimiter)
            .field("rejoined", &self.rejoined())
            .field("escapes", &self.escapes())
            .field("alternative", &self.alternative())
            .field("written", &self.written())
            .field("attribute", &self.attribute())
            .field("position", &self.position)
            .field("grammar", &self.grammar)
            .finish_non_exhaustive()
    }
}

impl fmt::Display for Link<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.url())
    }
}

/// The URL that browsers would make of a link's.
///
/// ```
/// use napkin::Finder;
/// use url::Url;
///
/// let link = Finder::new().find("(see <http://a.example/b/\n../c>)").unwrap();
/// assert_eq!(Url::try_from(&link)?.as_str(), "http://a.example/c");
/// # Ok::<(), url::ParseError>(())
/// ```
#[cfg(feature = "url")]
impl TryFrom<&Link<'_>> for url::Url {
    type Error = url::ParseError;

    /// # Errors
    /// The URL standard refuses some hosts that are found.
    fn try_from(link: &Link<'_>) -> Result<url::Url, url::ParseError> {
        url::Url::parse(link.url())
    }
}

/// The pieces of a candidate; one needs no allocation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Pieces {
    One(Piece),
    Many(Vec<Piece>),
}

impl Pieces {
    pub(crate) fn as_slice(&self) -> &[Piece] {
        match self {
            Pieces::One(piece) => slice::from_ref(piece),
            Pieces::Many(pieces) => pieces,
        }
    }
}

/// A candidate the grammar refused, reported when [`FinderBuilder::explain`](crate::FinderBuilder::explain) asks for it.
#[derive(Clone, PartialEq, Eq)]
pub struct Refused<'t> {
    pub(crate) text: Cow<'t, [u8]>,
    pub(crate) range: Range<usize>,
    pub(crate) at: usize,
    pub(crate) rejection: Rejection,
    pub(crate) grammar: Grammar,
    pub(crate) position: Option<Position>,
}

impl Refused<'_> {
    /// Returns the candidate as the text has it.
    pub fn as_bytes(&self) -> &[u8] {
        &self.text
    }

    /// Where it stands: byte offsets into the source.
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// The byte of the source at which the rule was broken.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The rule that was broken.
    pub fn rejection(&self) -> Rejection {
        self.rejection
    }

    /// The grammar it was judged by.
    pub fn grammar(&self) -> Grammar {
        self.grammar
    }

    /// The line and column it starts at, when they were asked for.
    pub fn position(&self) -> Option<Position> {
        self.position
    }

    /// The same without a borrow.
    pub fn into_owned(self) -> Refused<'static> {
        Refused { text: Cow::Owned(self.text.into_owned()), ..self }
    }
}

impl fmt::Debug for Refused<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Refused")
            .field("text", &String::from_utf8_lossy(&self.text))
            .field("range", &self.range)
            .field("at", &self.at)
            .field("rejection", &self.rejection)
            .field("grammar", &self.grammar)
            .field("position", &self.position)
            .finish()
    }
}

/// A line end that an undelimited URL may go on behind, and what was decided about it; reported when
/// [`FinderBuilder::explain`](crate::FinderBuilder::explain) asks for it, before the link.
#[derive(Clone, PartialEq)]
pub struct Break<'t> {
    pub(crate) text: Cow<'t, [u8]>,
    pub(crate) range: Range<usize>,
    pub(crate) at: usize,
    pub(crate) evidence: Vec<(&'static str, f32)>,
    pub(crate) confidence: f32,
    pub(crate) is_joined: bool,
    pub(crate) position: Option<Position>,
}

impl Break<'_> {
    /// Returns the text from the start of the URL to the end of its possible continuation.
    pub fn as_bytes(&self) -> &[u8] {
        &self.text
    }

    /// Where that stands: byte offsets into the source.
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// The byte of the source at which the line ends.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Whether the break was taken to be part of the URL.
    pub fn is_joined(&self) -> bool {
        self.is_joined
    }

    /// How sure the evidence is that it is, from 0 to 1.
    pub fn confidence(&self) -> f32 {
        self.confidence
    }

    /// The evidence there was, by name, with the weight of each piece: above zero it speaks for a join.
    pub fn evidence(&self) -> impl Iterator<Item = (&'static str, f32)> {
        self.evidence.iter().copied()
    }

    /// The line and column the URL starts at, when they were asked for.
    pub fn position(&self) -> Option<Position> {
        self.position
    }

    /// The same without a borrow.
    pub fn into_owned(self) -> Break<'static> {
        Break { text: Cow::Owned(self.text.into_owned()), ..self }
    }
}

impl fmt::Debug for Break<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Break")
            .field("text", &String::from_utf8_lossy(&self.text))
            .field("range", &self.range)
            .field("at", &self.at)
            .field("evidence", &self.evidence)
            .field("confidence", &self.confidence)
            .field("is_joined", &self.is_joined)
            .field("position", &self.position)
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use crate::Finder;

    #[test]
    fn invalid_bytes_in_a_break_are_replaced_in_as_str_only() {
        let text =
            b"at <http://a.example/winter/\n\nS\xE9m                   Informational                 [Page 3]\n\x0C\n\
            RFC 9999                 Soup                 March 2026\n\n   soup.html> now";
        let link = Finder::new().find(text).unwrap();
        assert_eq!(link.url(), "http://a.example/winter/soup.html");
        assert_eq!(link.as_bytes(), &text[link.range()]);
        assert_eq!(link.as_str(), String::from_utf8_lossy(&text[link.range()]));
        assert!(link.as_str().contains('\u{FFFD}'));
    }
}
