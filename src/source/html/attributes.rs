//! The attributes that have URLs for their values, and how those are written in them.

use std::ops::Range;

use crate::link::Attribute;

/// An attribute, its elements, and the syntax of its value.
pub(super) struct Holder {
    pub(super) name: &'static str,
    pub(super) elements: &'static [&'static str],
    pub(super) syntax: ValueSyntax,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueSyntax {
    /// "A URL potentially surrounded by spaces".
    Url,
    /// Image candidate strings, separated by commas: a URL and perhaps a descriptor each.
    Candidates,
    /// URLs separated by white space.
    List,
    Base,
    /// The label of the charset.
    Charset,
    /// The name of a header field in a `meta` element.
    Pragma,
    /// The value of that field.
    Content,
}

/// The attributes with URLs in the HTML standard's index, then the obsolete ones of HTML 4.01. Mere identifiers
/// (`itemid`, `itemtype`, `profile`, `classid`) are left out. The first is the one of anchors, and the last is the
/// content of a `meta` element.
pub(super) static HOLDERS: [Holder; 22] = [
    holder("href", &["a", "area", "link", "image", "use"], ValueSyntax::Url),
    holder(
        "src",
        &[
            "audio", "embed", "iframe", "img", "image", "input", "script", "source", "track", "video", "frame",
            "bgsound",
        ],
        ValueSyntax::Url,
    ),
    holder("href", &["base"], ValueSyntax::Base),
    holder("srcset", &["img", "source", "image"], ValueSyntax::Candidates),
    holder("imagesrcset", &["link"], ValueSyntax::Candidates),
    holder("action", &["form"], ValueSyntax::Url),
    holder("formaction", &["button", "input"], ValueSyntax::Url),
    holder("cite", &["blockquote", "del", "ins", "q"], ValueSyntax::Url),
    holder("data", &["object"], ValueSyntax::Url),
    holder("poster", &["video"], ValueSyntax::Url),
    holder("ping", &["a", "area"], ValueSyntax::List),
    holder("xlink:href", &["a", "image", "use"], ValueSyntax::Url),
    holder("background", &["body", "table", "thead", "tbody", "tfoot", "tr", "td", "th"], ValueSyntax::Url),
    holder("longdesc", &["img", "image", "frame", "iframe"], ValueSyntax::Url),
    holder("lowsrc", &["img", "image"], ValueSyntax::Url),
    holder("dynsrc", &["img", "image"], ValueSyntax::Url),
    holder("manifest", &["html"], ValueSyntax::Url),
    holder("icon", &["menuitem"], ValueSyntax::Url),
    holder("codebase", &["applet", "object"], ValueSyntax::Url),
    holder("charset", &["meta"], ValueSyntax::Charset),
    holder("http-equiv", &["meta"], ValueSyntax::Pragma),
    holder("content", &["meta"], ValueSyntax::Content),
];

const fn holder(name: &'static str, elements: &'static [&'static str], syntax: ValueSyntax) -> Holder {
    Holder { name, elements, syntax }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Owner {
    /// An index into [`HOLDERS`].
    pub(super) holder: u8,
    /// An index into its elements.
    pub(super) element: u8,
}

impl Owner {
    /// The URL of a refresh in a `meta` element.
    pub(super) const REFRESH: Owner = Owner { holder: HOLDERS.len() as u8 - 1, element: 0 };

    /// Returns the attribute with this name, if it is relevant on this element.
    pub(super) fn find(element: &[u8], name: &[u8]) -> Option<Owner> {
        HOLDERS.iter().zip(0..).filter(|(holder, _)| holder.name.as_bytes() == name).find_map(|(holder, index)| {
            let element = holder.elements.iter().position(|known| known.as_bytes() == element)?;
            Some(Owner { holder: index, element: element as u8 })
        })
    }

    pub(super) fn holder(self) -> &'static Holder {
        &HOLDERS[usize::from(self.holder)]
    }

    pub(super) fn attribute(self) -> Attribute {
        let holder = self.holder();
        Attribute { element: holder.elements[usize::from(self.element)], name: holder.name }
    }

    /// Returns `true` if it is the target of an anchor.
    pub(super) fn is_anchor(self) -> bool {
        self == Owner { holder: 0, element: 0 }
    }
}

/// Returns the URLs of a `srcset` (the standard's algorithm for parsing one).
pub(super) fn candidates(value: &[u8]) -> Vec<Range<usize>> {
    let mut urls = Vec::new();
    let mut at = 0;
    loop {
        at += count(&value[at..], |byte| is_space(byte) || byte == b',');
        if at == value.len() {
            return urls;
        }
        let start = at;
        at += count(&value[at..], |byte| !is_space(byte));
        let commas = value[start..at].iter().rev().take_while(|&&byte| byte == b',').count();
        urls.push(start..at - commas);
        if commas == 0 {
            // The descriptors: what is in parentheses is one whole.
            let mut is_inside = false;
            at += count(&value[at..], |byte| {
                is_inside = byte == b'(' || is_inside && byte != b')';
                byte != b',' || is_inside
            });
        }
    }
}

pub(super) fn list(value: &[u8]) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    let mut at = 0;
    loop {
        at += count(&value[at..], is_space);
        if at == value.len() {
            return words;
        }
        let start = at;
        at += count(&value[at..], |byte| !is_space(byte));
        words.push(start..at);
    }
}

/// Returns the URL of a refresh, such as `5; url=http://a.example/` (the standard's shared declarative refresh steps).
pub(super) fn refresh(value: &[u8]) -> Option<Range<usize>> {
    let skip = |at: usize, is: fn(u8) -> bool| at + count(&value[at..], is);
    let time = skip(0, is_space);
    let after_time = skip(time, |byte| byte.is_ascii_digit() || byte == b'.');
    let mut at = skip(after_time, is_space);
    if after_time == time || at == after_time && !matches!(value.get(at), Some(b';' | b',')) {
        return None;
    }
    if matches!(value.get(at), Some(b';' | b',')) {
        at = skip(at + 1, is_space);
    }
    if value[at..].get(..3).is_some_and(|word| word.eq_ignore_ascii_case(b"url")) {
        let equals = skip(at + 3, is_space);
        if value.get(equals) == Some(&b'=') {
            at = skip(equals + 1, is_space);
        }
    }
    let quote = value.get(at).copied().filter(|byte| matches!(byte, b'"' | b'\''));
    let start = at + usize::from(quote.is_some());
    let end = quote.and_then(|quote| memchr::memchr(quote, &value[start..])).map_or(value.len(), |end| start + end);
    (start < end).then_some(start..end)
}

/// Returns the charset of a `content` such as `text/html; charset=utf-8` (the standard's algorithm for extracting one).
pub(super) fn charset(content: &str) -> Option<&str> {
    let lower = content.to_ascii_lowercase();
    for (at, word) in lower.match_indices("charset") {
        let Some(value) = content[at + word.len()..].trim_start().strip_prefix('=') else { continue };
        let value = value.trim_start();
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
        return match quote {
            Some(quote) => value[1..].split_once(quote).map(|(label, _)| label),
            None => value.split(|c: char| c == ';' || c.is_ascii_whitespace()).next(),
        };
    }
    None
}

fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace()
}

fn count(bytes: &[u8], mut is: impl FnMut(u8) -> bool) -> usize {
    bytes.iter().position(|&byte| !is(byte)).unwrap_or(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn owners_are_what_they_are_called() {
        let [anchor, refresh] = [("a", "href"), ("meta", "content")]
            .map(|(element, name)| Owner::find(element.as_bytes(), name.as_bytes()).unwrap());
        assert!(anchor.is_anchor() && !refresh.is_anchor());
        assert_eq!(refresh, Owner::REFRESH);
        assert_eq!(refresh.attribute(), Attribute { element: "meta", name: "content" });
        assert_eq!(Owner::find(b"base", b"href").unwrap().holder().syntax, ValueSyntax::Base);
        assert_eq!((Owner::find(b"p", b"href"), Owner::find(b"a", b"src")), (None, None));
    }

    #[test]
    fn a_source_set_has_a_url_for_each_candidate() {
        for (value, urls) in [
            ("a.png 1x, b.png 2x", vec!["a.png", "b.png"]),
            (" a,b.png ", vec!["a,b.png"]),
            ("a.png, b.png,, c.png 100w", vec!["a.png", "b.png", "c.png"]),
            ("a.png x(1,2) y,b.png", vec!["a.png", "b.png"]),
            (" , ", vec![]),
            ("", vec![]),
        ] {
            let found: Vec<&str> = candidates(value.as_bytes()).into_iter().map(|range| &value[range]).collect();
            assert_eq!(found, urls, "{value}");
        }
        assert_eq!(list(b" a  b "), [1..2, 4..5]);
    }

    #[test]
    fn a_refresh_may_have_a_url() {
        for (value, url) in [
            ("5; url=http://a.example/", Some("http://a.example/")),
            ("0;URL='b c'd", Some("b c")),
            ("0.5 , \"b", Some("b")),
            ("0 b", Some("b")),
            ("url = b", None),
            ("; url=b", None),
            ("5s; url=b", None),
            (" 0; url", Some("url")),
            ("5", None),
            ("5;", None),
            ("", None),
        ] {
            assert_eq!(refresh(value.as_bytes()).map(|range| &value[range]), url, "{value}");
        }
    }

    #[test]
    fn a_content_type_may_have_a_charset() {
        for (content, label) in [
            ("text/html; charset=utf-8", Some("utf-8")),
            ("text/html;CHARSET = 'koi8-r' ;x", Some("koi8-r")),
            ("charset; charset=\"big5\"", Some("big5")),
            ("charset='x", None),
            ("text/html", None),
        ] {
            assert_eq!(charset(content), label, "{content}");
        }
    }
}
