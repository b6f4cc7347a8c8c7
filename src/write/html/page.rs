//! A whole page: what stands before, between and behind the texts on it.

use super::{
    escape::{push_escaped, push_label},
    layout::PageLayout,
    sha256::sha256,
};
use crate::{error::Error, setters::setters, text::base64};

/// The style that pages have unless they are given another.
const STYLE: &str = include_str!("style.css");

/// The style that shows the names of sections: they are no part of the text.
const NAMES: &str = "h2[aria-label]::before{content:attr(aria-label)}";

/// What a page has besides texts.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Extras<'e> {
    /// A script that it runs. Scripts that this one loads may run, too.
    pub(crate) script: &'e str,
    /// True if it shows images beside it.
    pub(crate) has_images: bool,
    /// The file of its feed, or nothing.
    pub(crate) feed: &'e str,
    /// The file of its style, or nothing if the page holds it.
    pub(crate) style: &'e str,
}

/// A whole HTML page: title, style and layout.
///
/// A page runs no script and loads nothing: its Content-Security-Policy only allows its own style. It has light and
/// dark colours, and fits a telephone. The style draws titles and marks, so copied text is the text of the source. Only
/// controls, noncharacters and invalid UTF-8 become U+FFFD, and browsers make line ends LF.
///
/// ```
/// use napkin::{Finder, Linkifier, write::Page};
///
/// let linkifier = Linkifier::new(Finder::new());
/// let html = linkifier.to_page(&Page::new("Soup"), "It is at http://a.example/soup now.\n");
/// assert!(html.starts_with("<!doctype html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n"));
/// assert!(html.contains("<title>Soup</title>"));
/// assert!(html.contains("It is at <a href=\"http://a.example/soup\">http://a.example/soup</a> now.\n"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    title: String,
    lang: String,
    style: String,
    layout: PageLayout,
    has_names: bool,
    has_link_tables: bool,
}

impl Page {
    /// Returns a page with this title.
    pub fn new(title: impl Into<String>) -> Page {
        let (lang, style) = (String::new(), STYLE.to_owned());
        Page { title: title.into(), lang, style, layout: PageLayout::Auto, has_names: false, has_link_tables: false }
    }

    setters! {
        #![must_use]

        /// Sets the title.
        title(title: impl Into<String>) { title = title.into() }

        /// Sets the language of the texts, as a tag of BCP 47: `en`, `pt-BR`. Default: none.
        lang(lang: impl Into<String>) { lang = lang.into() }

        /// Sets the layout of the texts. Default: [`PageLayout::Auto`].
        layout(layout: PageLayout) { layout = layout }

        /// Sets whether each section shows its name. Default: no.
        names(yes: bool) { has_names = yes }

        /// Sets whether a table below each text lists its links, each URL with the lines that it is in. Default: no.
        ///
        /// ```
        /// use napkin::{Finder, Linkifier, write::Page};
        ///
        /// let page = Page::new("Soup").link_table(true);
        /// let html = Linkifier::new(Finder::new()).to_page(&page, "www.a.example and\nhttp://www.a.example\n");
        /// assert!(html.contains("<li><a href=\"http://www.a.example\">http://www.a.example</a>\
        ///     <small><span><a href=#L1>1</a></span> <span><a href=#L2>2</a></span> </small></li>"));
        /// ```
        link_table(yes: bool) { has_link_tables = yes }
    }

    #[cfg(feature = "mail")]
    pub(crate) fn own_title(&self) -> &str {
        &self.title
    }

    /// Returns `true` if each text has a table of its links.
    pub(crate) fn has_link_tables(&self) -> bool {
        self.has_link_tables
    }

    /// Replaces the built-in style sheet. An empty one leaves only the style of the section [names](Page::names);
    /// deceptive links are then marked in their titles only.
    ///
    /// # Errors
    /// Returns an error if the style would end its element (`</style`), or has characters that HTML forbids.
    pub fn style(mut self, style: impl Into<String>) -> Result<Page, Error> {
        // Browsers take the hash of what their parser made of it.
        let style = style.into().replace("\r\n", "\n").replace('\r', "\n");
        let lower = style.to_ascii_lowercase();
        if lower.contains("</style") || lower.contains("<!--") {
            return Err(Error::configuration("a style sheet can't have \"</style\" or \"<!--\" in it"));
        }
        if let Some(c) = style.chars().find(|&c| is_no_text(c)) {
            return Err(Error::configuration(format!("a style sheet can't have U+{:04X} in it", u32::from(c))));
        }
        self.style = style;
        Ok(self)
    }

    /// What the layout of its sections is.
    pub(crate) fn section_layout(&self) -> PageLayout {
        self.layout
    }

    /// The style; where there is to be none, what it takes to tell one section from the other.
    pub(crate) fn own_style(&self) -> &str {
        if self.style.is_empty() && self.has_names { NAMES } else { &self.style }
    }

    /// Returns the HTML before the first section.
    pub fn head(&self) -> String {
        self.head_with(Extras::default())
    }

    /// Returns the head of a page that has more than texts.
    pub(super) fn head_with(&self, extras: Extras<'_>) -> String {
        let mut html = b"<!doctype html>\n<html".to_vec();
        if !self.lang.is_empty() {
            html.extend_from_slice(b" lang=\"");
            push_escaped(&mut html, &self.lang);
            html.push(b'"');
        }
        html.extend_from_slice(b">\n<head>\n<meta charset=\"utf-8\">\n");
        html.extend_from_slice(self.policy(extras).as_bytes());
        html.extend_from_slice(
            b"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
              <meta name=\"referrer\" content=\"no-referrer\">\n\
              <meta name=\"color-scheme\" content=\"light dark\">\n\
              <meta name=\"generator\" content=\"napkin ",
        );
        html.extend_from_slice(concat!(env!("CARGO_PKG_VERSION"), "\">\n<title>").as_bytes());
        push_label(&mut html, &self.title);
        html.extend_from_slice(b"</title>\n");
        if !extras.feed.is_empty() {
            html.extend_from_slice(b"<link rel=alternate type=application/atom+xml href=\"");
            push_label(&mut html, extras.feed);
            html.extend_from_slice(b"\">\n");
        }
        if self.own_style().is_empty() {
        } else if !extras.style.is_empty() {
            html.extend_from_slice(b"<link rel=stylesheet href=");
            html.extend_from_slice(extras.style.as_bytes());
            html.extend_from_slice(b">\n");
        } else {
            html.extend_from_slice(b"<style>");
            html.extend_from_slice(self.own_style().as_bytes());
            html.extend_from_slice(b"</style>\n");
        }
        // White space would be text from here on.
        html.extend_from_slice(b"</head>\n<body><header class=page><h1 aria-label=\"");
        push_label(&mut html, &self.title);
        html.extend_from_slice(b"\"></h1></header><main>");
        into_string(html)
    }

    /// Returns the element with the Content-Security-Policy.
    fn policy(&self, extras: Extras<'_>) -> String {
        let hash = |text: &str| base64::encode(&sha256(text.as_bytes()));
        let mut policy = String::from("default-src 'none';");
        if self.own_style().is_empty() {
        } else if !extras.style.is_empty() {
            policy.push_str(" style-src 'self';");
        } else {
            policy.push_str(&format!(" style-src 'sha256-{}';", hash(self.own_style())));
        }
        if !extras.script.is_empty() {
            policy.push_str(&format!(" script-src 'sha256-{}' 'strict-dynamic';", hash(extras.script)));
        }
        if extras.has_images {
            policy.push_str(" img-src 'self';");
        }
        format!(
            "<meta http-equiv=\"Content-Security-Policy\" content=\"{policy} base-uri 'none'; form-action 'none'\">\n"
        )
    }

    /// Returns the HTML after the last section.
    pub fn tail(&self) -> &'static str {
        "</main></body></html>"
    }

    /// What stands before the messages of the section with this number, and behind them.
    #[cfg(feature = "mail")]
    pub(crate) fn around_messages(&self, number: usize, name: &str) -> (String, &'static str) {
        let mut html = format!("<section id=f{number} class=mail>").into_bytes();
        self.push_name(&mut html, name);
        (into_string(html), "</section>")
    }

    fn push_name(&self, html: &mut Vec<u8>, name: &str) {
        if self.has_names {
            html.extend_from_slice(b"<h2 aria-label=\"");
            push_label(html, name);
            html.extend_from_slice(b"\"></h2>");
        }
    }

    /// What stands before the text of the section with this number, counted from 1.
    pub(crate) fn before_section(&self, number: usize, name: &str, layout: PageLayout) -> String {
        let mut html = format!("<section id=f{number} class={}>", layout.name()).into_bytes();
        self.push_name(&mut html, name);
        // The parser leaves out a line end behind the tag.
        html.extend_from_slice(if layout == PageLayout::Mail { b"<div class=text>" } else { b"<pre>\n" });
        into_string(html)
    }

    /// What stands behind it.
    pub(crate) fn after_section(layout: PageLayout) -> &'static str {
        if layout == PageLayout::Mail { "</div></section>" } else { "</pre></section>" }
    }

    /// What ids in a section begin with: those of the first are as short as they can be.
    pub(crate) fn prefix(number: usize) -> String {
        if number < 2 { String::new() } else { format!("f{number}-") }
    }
}

/// Returns `true` if HTML has no place for a character.
fn is_no_text(c: char) -> bool {
    let code = u32::from(c);
    c.is_control() && !matches!(c, '\t' | '\n' | '\x0C') || code & 0xFFFE == 0xFFFE || (0xFDD0..0xFDF0).contains(&code)
}

fn into_string(html: Vec<u8>) -> String {
    // What is escaped is text.
    String::from_utf8(html).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_style_can_not_end_its_element() {
        for style in ["a{}</style >", "</STYLE", "<!-- a", "a\0b", "a\u{FFFF}"] {
            assert!(Page::new("").style(style).is_err(), "{style:?}");
        }
        assert!(Page::new("").style(STYLE).is_ok());
        assert_eq!(Page::new("").style("a{}\r\nb{}\r").unwrap().style, "a{}\nb{}\n");
    }

    #[test]
    fn the_policy_has_the_hash_of_the_style() {
        let head = Page::new("").style("abc").unwrap().head();
        assert!(head.contains("style-src 'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=';"), "{head}");
        let head = Page::new("").style("").unwrap().head();
        assert!(head.contains("default-src 'none'; base-uri") && !head.contains("<style"), "{head}");
    }

    #[test]
    fn titles_are_text() {
        let head = Page::new("</title><script>\"\0").lang("\"><x").head();
        assert!(head.contains("<title>&lt;/title&gt;&lt;script&gt;&quot;\u{FFFD}</title>"), "{head}");
        assert!(head.contains("<html lang=\"&quot;&gt;&lt;x\">"), "{head}");
    }
}
