//! Search results: links, rejected candidates, and weighed breaks.

use std::{borrow::Cow, fmt, ops::Range, slice, sync::OnceLock};

pub(crate) use crate::kinds::{Delimiter, Kind, Kinds};
use crate::uri::{Components, Grammar, Rejection, Uri};

/// One contiguous byte range of the source: half-open, 0-based. A URL broken over lines has several.
pub type Piece = Range<usize>;

/// A part of a URL where a break changes the URL's target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Part {
    /// The scheme.
    Scheme,
    /// The authority: userinfo, host and port.
    Authority,
}

impl Part {
    /// Returns the name used in records: `scheme` or `host`.
    pub fn name(self) -> &'static str {
        match self {
            Part::Scheme => "scheme",
            Part::Authority => "host",
        }
    }
}

/// A notation that escapes characters inside URLs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Notation {
    /// JSON (`\/` is a slash: RFC 8259, 7), and strings of other languages.
    Json,
    /// roff, LaTeX or Markdown.
    Markup,
    /// Java properties: `\:` is a colon (`java.util.Properties.load`).
    Properties,
    /// HTML or XML inside other text (HTML Standard, 13.1.4).
    Html,
    /// A terminal's control sequences (ECMA-48).
    Terminal,
    /// Quoted-printable text that nobody decoded (RFC 2045, 6.7).
    QuotedPrintable,
    /// ` at ` in place of an at sign, as archives of mailing lists write it.
    At,
    /// A command of Windows (`^&` is an ampersand), or a string of PowerShell.
    Shell,
    /// A URL that nobody is to follow by chance: `hxxp`, `[.]`.
    Defanged,
}

impl Notation {
    /// All of them.
    pub const ALL: [Notation; 9] = [
        Notation::Json,
        Notation::Markup,
        Notation::Properties,
        Notation::Html,
        Notation::Terminal,
        Notation::QuotedPrintable,
        Notation::At,
        Notation::Shell,
        Notation::Defanged,
    ];

    /// The name used in records, such as `json` or `quoted-printable`.
    pub fn name(self) -> &'static str {
        match self {
            Notation::Json => "json",
            Notation::Markup => "markup",
            Notation::Properties => "properties",
            Notation::Html => "html",
            Notation::Terminal => "terminal",
            Notation::QuotedPrintable => "quoted-printable",
            Notation::At => "at",
            Notation::Shell => "shell",
            Notation::Defanged => "defanged",
        }
    }
}

/// How a URL was joined from several pieces.
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
    /// The confidence in the join, from 0 to 1; the lowest of several. It is 1 if a delimiter encloses the URL.
    pub confidence: f32,
    /// The part that was broken, if a wrong join there would change the URL's target.
    pub inside: Option<Part>,
}

/// An HTML attribute that holds a URL, and its element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Attribute {
    pub(crate) element: &'static str,
    pub(crate) name: &'static str,
}

impl Attribute {
    /// Returns the name of the element in lower case: `a`, `img`.
    pub fn element(self) -> &'static str {
        self.element
    }

    /// The attribute's name in lower case: `href`, `src`.
    pub fn name(self) -> &'static str {
        self.name
    }
}

/// The line and column where a link starts. Only set with
/// [`FinderBuilder::positions`](crate::FinderBuilder::positions).
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
    /// The line, from 1. LF, CRLF and a lone CR end a line.
    pub line: usize,
    /// The column in bytes, from 1.
    pub column: usize,
}

/// A URL that was found, with its place in the source.
///
/// A link borrows from the text. [`into_owned`](Link::into_owned) returns one that does not.
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
    pub(crate) is_truncated: bool,
    /// Empty if the URL is the text, so that most links need no allocation. The first call of [`url`](Link::url)
    /// completes an abbreviated URL.
    pub(crate) made: OnceLock<Box<Made>>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Made {
    /// Empty for a URL that stands in the text and has only a label.
    pub(crate) url: String,
    /// At least two, or empty for a link in one piece.
    pub(crate) pieces: Vec<Piece>,
    pub(crate) rejoined: Option<Rejoined>,
    pub(crate) escapes: Option<Notation>,
    pub(crate) alternative: Option<String>,
    pub(crate) attribute: Option<Attribute>,
    pub(crate) label: Option<String>,
    /// The URL before it was unwrapped or stripped.
    pub(crate) written: Option<String>,
    /// The text as UTF-8, if it is not valid UTF-8 and was asked for.
    pub(crate) lossy: OnceLock<Box<str>>,
}

impl<'t> Link<'t> {
    /// Returns the complete URL: joined if it was broken, with a scheme if that was left out, and with characters such
    /// as `[` or `|` percent-encoded. It always satisfies the finder's grammar.
    ///
    /// With [`FinderBuilder::unwrap_redirects`](crate::FinderBuilder::unwrap_redirects), this is the target of a
    /// redirect. With [`FinderBuilder::strip_tracking`](crate::FinderBuilder::strip_tracking), it lacks parameters that
    /// track people.
    pub fn url(&self) -> &str {
        // It was valid when it was found.
        let text = || str::from_utf8(&self.text).unwrap_or_default();
        let completed = || Box::new(Made { url: [self.completion(), text()].concat(), ..Made::default() });
        match self.made.get() {
            Some(made) if !made.url.is_empty() => &made.url,
            _ if self.kind == Kind::Url => text(),
            _ => &self.made.get_or_init(completed).url,
        }
    }

    #[inline]
    fn completion(&self) -> &'static str {
        match (self.kind, self.text.first()) {
            (Kind::Url, _) => "",
            (Kind::Email, _) => "mailto:",
            (Kind::Www, Some(b'f' | b'F')) => "ftp://",
            (Kind::Www | Kind::Domain, _) => "http://",
        }
    }

    /// Returns the URL as prefix and text if nothing was joined or decoded. This is cheaper than [`url`](Link::url).
    #[cfg(feature = "write")]
    #[inline]
    pub(crate) fn as_it_stands(&self) -> Option<(&'static str, &[u8])> {
        let is_changed = self.made.get().is_some_and(|made| !made.url.is_empty());
        if is_changed { None } else { Some((self.completion(), &self.text)) }
    }

    /// Returns `true` if the authority has a backslash of the text's notation. Other programs read it as a slash.
    #[cfg(feature = "write")]
    pub(crate) fn has_escaped_authority(&self) -> bool {
        // JSON escapes slashes, which stand around an authority and not in it.
        if !matches!(self.escapes(), Some(Notation::Markup | Notation::Properties)) {
            return false;
        }
        let begin = crate::text::short::find(&self.text, b"//").map_or(0, |slashes| slashes + 2);
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

    /// Returns the [`url`](Link::url) as a validated [`Uri`]. This does not validate it again.
    ///
    /// ```
    /// let link = napkin::Finder::new().find("at www.example.org/b?c").unwrap();
    /// assert_eq!((link.uri().host(), link.uri().query()), (Some("www.example.org"), Some("c")));
    /// ```
    pub fn uri(&self) -> Uri<'_> {
        Uri::from_judged(self.url(), self.components, self.grammar)
    }

    /// Returns the byte range in the source, from the start of the first piece to the end of the last.
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// Returns the pieces in order, as byte ranges in the source. There is at least one.
    pub fn pieces(&self) -> &[Piece] {
        match self.made.get() {
            Some(made) if !made.pieces.is_empty() => &made.pieces,
            _ => slice::from_ref(&self.range),
        }
    }

    /// Returns the kind: with a scheme, `www.`, a bare domain, or a mail address.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the delimiter around the URL.
    pub fn delimiter(&self) -> Delimiter {
        self.delimiter
    }

    /// Returns the notation whose escapes were removed from the URL, if any. The escapes stand between the
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

    /// Returns how the URL was joined, or `None` if it was not broken.
    pub fn rejoined(&self) -> Option<Rejoined> {
        self.made.get()?.rejoined
    }

    /// Returns the other reading of a broken URL: the part before an uncertain break, or the URL with the other choice
    /// for a hyphen. For an unwrapped or stripped URL without such a reading, returns [`written`](Link::written).
    pub fn alternative(&self) -> Option<&str> {
        self.made.get()?.alternative.as_deref().or(self.written())
    }

    /// Returns `true` if the text shows only the beginning of the URL, with an ellipsis for the rest.
    ///
    /// ```
    /// let link = napkin::Finder::new().find("at http://a.example/recipes-of-the-win… today").unwrap();
    /// assert!(link.is_truncated());
    /// ```
    pub fn is_truncated(&self) -> bool {
        self.is_truncated
    }

    /// Returns the URL as it was, if [`url`](Link::url) is the target of a redirect, or lacks parameters that track people.
    pub fn written(&self) -> Option<&str> {
        self.made.get()?.written.as_deref()
    }

    /// Returns the text that markup gives the link, in one line: in HTML, Markdown, Org, AsciiDoc, MediaWiki and Slack. It has at most
    /// 256 bytes. Returns `None` if there is none, or if the finder reads no [labels](crate::FinderBuilder::labels).
    ///
    /// ```
    /// let finder = napkin::Finder::builder().labels(true).build()?;
    /// assert_eq!(finder.find("see [the soup](http://a.example/)").unwrap().label(), Some("the soup"));
    /// # Ok::<(), napkin::Error>(())
    /// ```
    pub fn label(&self) -> Option<&str> {
        self.made.get()?.label.as_deref()
    }

    /// Returns the HTML attribute that holds the URL, or `None` for a URL in text.
    pub fn attribute(&self) -> Option<Attribute> {
        self.made.get()?.attribute
    }

    /// Returns the scheme, as written or completed, without its colon.
    pub fn scheme(&self) -> &str {
        self.components.scheme(self.url()).unwrap_or_default()
    }

    /// Returns the host, with the square brackets of an IP literal. Returns `None` if the URL has no authority.
    pub fn host(&self) -> Option<&str> {
        self.components.host(self.url())
    }

    /// Returns the components of the URL, as byte offsets into [`url`](Link::url).
    pub fn components(&self) -> &Components {
        &self.components
    }

    /// Returns the line and column of the start, if the finder counts [`positions`](crate::FinderBuilder::positions).
    pub fn position(&self) -> Option<Position> {
        self.position
    }

    /// Moves the link into another text, whose bytes at the link's range are `text`.
    #[cfg(feature = "html")]
    pub(crate) fn in_text<'s>(mut self, text: &'s [u8]) -> Link<'s> {
        if *self.text != *text {
            self.change(|_| {});
        }
        Link { text: Cow::Borrowed(text), ..self }
    }

    /// Changes what was made for the link, which then has its URL.
    pub(crate) fn change(&mut self, change: impl FnOnce(&mut Made)) {
        let mut made = self.made.take().unwrap_or_default();
        if made.url.is_empty() {
            self.url().clone_into(&mut made.url);
        }
        change(&mut made);
        self.made = OnceLock::from(made);
    }

    pub(crate) fn set_label(&mut self, label: Option<String>) {
        match self.kind {
            _ if label.is_none() => {}
            Kind::Url => {
                let made = self.made.take().unwrap_or_default();
                self.made = OnceLock::from(Box::new(Made { label, ..*made }));
            }
            _ => self.change(|made| made.label = label),
        }
    }

    /// Returns the link without a borrow.
    pub fn into_owned(self) -> Link<'static> {
        Link { text: Cow::Owned(self.text.into_owned()), ..self }
    }
}

/// Compares what the methods return, not what is cached.
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
            && self.label() == other.label()
            && self.written() == other.written()
    }
}

/// Shows what the methods return, with texts as text.
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
            .field("label", &self.label())
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

/// The URL as a browser would parse it.
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
    /// Returns an error for a host that the URL standard refuses.
    fn try_from(link: &Link<'_>) -> Result<url::Url, url::ParseError> {
        url::Url::parse(link.url())
    }
}

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

/// A candidate that the grammar rejected. Only reported with [`FinderBuilder::explain`](crate::FinderBuilder::explain).
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

    /// Returns the byte range in the source.
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// Returns the byte offset in the source where the rule was broken.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Returns the rule that was broken.
    pub fn rejection(&self) -> Rejection {
        self.rejection
    }

    /// Returns the grammar that rejected it.
    pub fn grammar(&self) -> Grammar {
        self.grammar
    }

    /// Returns the line and column of the start, if the finder counts [`positions`](crate::FinderBuilder::positions).
    pub fn position(&self) -> Option<Position> {
        self.position
    }

    /// Returns the candidate without a borrow.
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

/// A line end that might be inside a URL without delimiters, and the decision about it. It is reported before the link,
/// and only with [`FinderBuilder::explain`](crate::FinderBuilder::explain).
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

    /// Returns the byte range of [`as_bytes`](Break::as_bytes) in the source.
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// Returns the byte offset in the source where the line ends.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Returns `true` if the URL was joined over this line end.
    pub fn is_joined(&self) -> bool {
        self.is_joined
    }

    /// Returns the confidence that the URL continues, from 0 to 1.
    pub fn confidence(&self) -> f32 {
        self.confidence
    }

    /// Returns the evidence: names with weights. A positive weight is in favour of a join.
    pub fn evidence(&self) -> impl Iterator<Item = (&'static str, f32)> {
        self.evidence.iter().copied()
    }

    /// Returns the line and column where the URL starts, if the finder counts
    /// [`positions`](crate::FinderBuilder::positions).
    pub fn position(&self) -> Option<Position> {
        self.position
    }

    /// Returns the break without a borrow.
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
