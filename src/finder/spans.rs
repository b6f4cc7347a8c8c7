//! A text as links and the text between them.

use std::iter::FusedIterator;

use crate::{
    finder::text::{FindIter, Finder},
    link::Link,
};

impl Finder {
    /// Returns the links in `text` and the text between them, in order. Together they are the whole text.
    ///
    /// ```
    /// use napkin::{Finder, Span};
    ///
    /// let spans: Vec<String> = Finder::new()
    ///     .spans("at http://a.example/b.")
    ///     .map(|span| match span {
    ///         Span::Text(text) => text.to_string(),
    ///         Span::Link(link) => format!("[{}]", link.url()),
    ///     })
    ///     .collect();
    /// assert_eq!(spans, ["at ", "[http://a.example/b]", "."]);
    /// ```
    pub fn spans<'t>(&self, text: &'t str) -> Spans<'t> {
        Spans { text, links: self.find_iter(text), next: None, at: 0 }
    }
}

/// A link, or the text between two links.
#[derive(Clone, Debug, PartialEq)]
pub enum Span<'t> {
    /// Text without a link; never empty.
    Text(&'t str),
    /// A link.
    Link(Link<'t>),
}

impl Span<'_> {
    /// Returns the text of the span. For a link broken over lines that includes the breaks.
    ///
    /// ```
    /// let text = "at <http://a.example/\n b>";
    /// let whole: String = napkin::Finder::new().spans(text).map(|span| span.as_str().to_owned()).collect();
    /// assert_eq!(whole, text);
    /// ```
    pub fn as_str(&self) -> &str {
        match self {
            Span::Text(text) => text,
            // It is part of a string, so it is UTF-8.
            Span::Link(link) => link.as_str(),
        }
    }
}

/// An iterator over links and the text between them, from [`Finder::spans`].
///
/// ```
/// assert_eq!(napkin::Finder::new().spans("http://a.example/ http://b.example/").count(), 3);
/// ```
#[derive(Clone, Debug)]
pub struct Spans<'t> {
    text: &'t str,
    links: FindIter<'t>,
    /// The link after the last returned text.
    next: Option<Link<'t>>,
    /// The end of the last returned span.
    at: usize,
}

impl<'t> Iterator for Spans<'t> {
    type Item = Span<'t>;

    fn next(&mut self) -> Option<Span<'t>> {
        let link = self.next.take().or_else(|| self.links.next());
        let start = link.as_ref().map_or(self.text.len(), |link| link.range.start);
        if self.at < start {
            let text = &self.text[self.at..start];
            (self.at, self.next) = (start, link);
            return Some(Span::Text(text));
        }
        let link = link?;
        self.at = link.range.end;
        Some(Span::Link(link))
    }
}

impl FusedIterator for Spans<'_> {}
