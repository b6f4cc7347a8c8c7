//! The anchor of a link: what it says, where it leads, and what else its tag says.

use std::{borrow::Cow, fmt};

use super::{
    caution::{Caution, target_host},
    escape::push_escaped,
};
use crate::{
    link::Link,
    text::words::words,
    uri::host_ascii::{host_ascii, is_ascii_as_written},
};

/// The anchor of a link, which [`Linkifier::on_link`](crate::Linkifier::on_link) can change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Anchor {
    pub(crate) href: String,
    pub(crate) text: Option<String>,
    pub(crate) rel: String,
    pub(crate) target: String,
    pub(crate) class: String,
    pub(crate) attributes: Vec<(String, String)>,
}

/// The decision of [`Linkifier::on_link`](crate::Linkifier::on_link) about a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The link becomes an anchor.
    Link,
    /// The link stays text.
    Text,
}

/// An attribute that an anchor may not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedAttribute {
    name: String,
}

impl fmt::Display for RefusedAttribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lower = self.name.to_ascii_lowercase();
        let name = &self.name;
        match lower.as_str() {
            "href" | "srcdoc" | "style" => write!(f, "{name} can't be given to an anchor"),
            "rel" | "target" | "class" => write!(f, "{name} has its own setting"),
            "id" | "title" | "dir" | "data-host" => write!(f, "{name} is set already"),
            _ if lower.starts_with("on") => write!(f, "{name} would be a script"),
            "src" | "srcset" | "data" | "action" | "formaction" | "background" | "poster" | "xlink:href"
            | "imagesrcset" => {
                write!(f, "{name} would load something or lead elsewhere")
            }
            "ping" | "attributionsrc" => write!(f, "{name} would tell others of the click"),
            _ if NEVER.contains(&lower.as_str()) => write!(f, "{name} is never given to an anchor"),
            _ => write!(f, "{name:?} is not an attribute name: letters, digits and hyphens, a letter first"),
        }
    }
}

impl std::error::Error for RefusedAttribute {}

impl Anchor {
    /// Returns the target.
    pub fn href(&self) -> &str {
        &self.href
    }

    /// Sets the target: a URL, or a reference relative to the page. If it has a scheme that is not allowed, the link
    /// stays text.
    pub fn set_href(&mut self, href: impl Into<String>) {
        self.href = href.into();
    }

    /// Shows this text instead of the written URL. A URL with several pieces gets one anchor.
    pub fn set_text(&mut self, text: impl Into<String>) {
        self.text = Some(text.into());
    }

    /// Returns the `rel` attribute; empty for none.
    pub fn rel(&self) -> &str {
        &self.rel
    }

    /// Sets the `rel` attribute; empty for none.
    pub fn set_rel(&mut self, rel: impl Into<String>) {
        self.rel = rel.into();
    }

    /// Returns the `target` attribute; empty for none.
    pub fn target(&self) -> &str {
        &self.target
    }

    /// Sets the `target` attribute; empty for none.
    pub fn set_target(&mut self, target: impl Into<String>) {
        self.target = target.into();
    }

    /// Returns the classes, without those of deceptive links; empty for none.
    pub fn class(&self) -> &str {
        &self.class
    }

    /// Sets the classes. Deceptive links keep theirs.
    pub fn set_class(&mut self, class: impl Into<String>) {
        self.class = class.into();
    }

    /// Returns the other attributes, names and values.
    pub fn attributes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.attributes.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Sets another attribute.
    ///
    /// # Errors
    /// Returns an error for an unsafe attribute (`on…`, `style`, `href`, `srcdoc`, `ping`), for one that the anchor has
    /// or that has its own setting, and for an invalid name.
    pub fn set_attribute(&mut self, name: impl Into<String>, value: impl Into<String>) -> Result<(), RefusedAttribute> {
        let name = check_attribute(name.into())?;
        self.replace_attribute(name, value.into());
        Ok(())
    }

    pub(super) fn replace_attribute(&mut self, name: String, value: String) {
        self.attributes.retain(|(own, _)| !own.eq_ignore_ascii_case(&name));
        self.attributes.push((name, value));
    }
}

/// Attributes that an anchor has already, that run or load something, or that lead elsewhere.
const NEVER: &[&str] = words!(
    "href srcdoc style rel target class id title dir data-host ping attributionsrc src srcset data action \
     formaction background poster cite code codebase classid archive object longdesc lowsrc dynsrc usemap profile \
     manifest icon imagesrcset is autofocus contenteditable popovertarget command commandfor xmlns slot"
);

/// The name of an attribute that an anchor may have.
pub(crate) fn check_attribute(name: String) -> Result<String, RefusedAttribute> {
    let lower = name.to_ascii_lowercase();
    let is_name = lower.starts_with(|c: char| c.is_ascii_lowercase())
        && lower.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if !is_name || lower.starts_with("on") || NEVER.contains(&lower.as_str()) {
        return Err(RefusedAttribute { name });
    }
    Ok(name)
}

/// What all anchors have in common.
#[derive(Clone, Debug, Default)]
pub(crate) struct Common {
    pub(crate) rel: String,
    pub(crate) target: String,
    pub(crate) class: String,
    pub(crate) attributes: Vec<(String, String)>,
    /// The end of every tag, made of these.
    end: Vec<u8>,
}

impl Common {
    /// To be called after each change.
    pub(crate) fn settle(&mut self) {
        self.end.clear();
        push_rest(&mut self.end, &self.rel, &self.target, &self.attributes);
    }

    /// Returns the anchor that leads to `href`, with all of these.
    pub(crate) fn anchor(&self, href: String) -> Anchor {
        let Common { rel, target, class, attributes, .. } = self.clone();
        Anchor { href, text: None, rel, target, class, attributes }
    }

    /// Appends the tag of a link's anchor without its `>` and what only its last piece has. The anchor replaces what all have in
    /// common.
    pub(crate) fn push_tag(
        &self,
        html: &mut Vec<u8>,
        href: &str,
        (class, caution): (&str, Option<Caution>),
        anchor: Option<&Anchor>,
    ) {
        html.extend_from_slice(b"<a");
        push_attribute(html, "href", href);
        let own = anchor.map_or(self.class.as_str(), Anchor::class);
        let classes = [own, class, caution.map_or("", Caution::class)];
        let classes: Vec<&str> = classes.into_iter().filter(|class| !class.is_empty()).collect();
        push_unless_empty(html, "class", &classes.join(" "));
        if let Some(caution) = caution {
            push_attribute(html, "title", caution.title());
        }
        match anchor {
            None => html.extend_from_slice(&self.end),
            Some(anchor) => {
                push_rest(html, &anchor.rel, &anchor.target, &anchor.attributes);
            }
        }
    }
}

/// Appends the end of a tag.
fn push_rest(html: &mut Vec<u8>, rel: &str, target: &str, attributes: &[(String, String)]) {
    push_unless_empty(html, "rel", rel);
    push_unless_empty(html, "target", target);
    for (name, value) in attributes {
        push_attribute(html, name, value);
    }
}

/// Appends where a link leads that one has to be careful with, for the style to show it.
pub(crate) fn push_host(html: &mut Vec<u8>, link: &Link<'_>) {
    if let Some(host) = target_host(link) {
        push_attribute(html, "data-host", &host);
    }
}

/// Appends the rest of a tag that begins an anchor: what was `written`, in its title unless it has one, and a direction of its own where
/// an override or embedding that was left open must not reorder what the anchor shows.
pub(super) fn push_opening(html: &mut Vec<u8>, tag: &[u8], written: Option<&str>, is_turned: bool) {
    html.extend_from_slice(tag);
    if let Some(written) = written.filter(|_| memchr::memmem::find(tag, b" title=\"").is_none()) {
        push_attribute(html, "title", written);
    }
    if is_turned {
        html.extend_from_slice(b" dir=\"auto\"");
    }
    html.push(b'>');
}

pub(super) fn push_unless_empty(html: &mut Vec<u8>, name: &str, value: &str) {
    if !value.is_empty() {
        push_attribute(html, name, value);
    }
}

pub(super) fn push_attribute(html: &mut Vec<u8>, name: &str, value: &str) {
    html.push(b' ');
    html.extend_from_slice(name.as_bytes());
    html.extend_from_slice(b"=\"");
    push_escaped(html, value);
    html.push(b'"');
}

/// Where a link with this URL leads: there, with the host as programs look it up.
pub(crate) fn href<'l>(link: &Link<'_>, url: &'l str) -> Cow<'l, str> {
    let host = link.components().host(url).filter(|host| !is_ascii_as_written(host));
    let Some((host, ascii)) = host.and_then(|host| Some((host, host_ascii(host)?))) else { return Cow::Borrowed(url) };
    let start = link.components().host_start as usize;
    Cow::Owned([&url[..start], &ascii, &url[start + host.len()..]].concat())
}

/// The same without anything beyond ASCII behind the host: percent-encoded in UTF-8, as it would be in a document that is UTF-8.
pub(crate) fn ascii_href<'l>(link: &Link<'_>, url: &'l str) -> Cow<'l, str> {
    let href = href(link, url);
    let host = link.components().host(url).map_or(0, |_| link.components().host_start as usize);
    let rest = host + href[host..].find(['/', '?', '#']).unwrap_or(href.len() - host);
    if href[rest..].is_ascii() {
        return href;
    }
    let mut ascii = href[..rest].to_owned();
    for byte in href[rest..].bytes() {
        if byte.is_ascii() {
            ascii.push(char::from(byte));
        } else {
            ascii.push_str(&format!("%{byte:02X}"));
        }
    }
    Cow::Owned(ascii)
}

/// What is shown of a piece where no more than `most` characters are to be: its beginning, and at least all before the path.
/// `None` where it is short enough.
pub(crate) fn shortened(piece: &str, most: usize) -> Option<String> {
    let (cut, _) = piece.char_indices().nth(most.max(1) - 1)?;
    piece[cut..].chars().nth(1)?;
    let host = piece.find("://").map_or(0, |colon| colon + 3);
    let path = host + piece[host..].find(['/', '?', '#']).unwrap_or(piece.len() - host);
    let shown = &piece[..cut.max(path)];
    (shown.len() < piece.len()).then(|| format!("{shown}…"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_that_do_harm_are_refused() {
        for name in [
            "onclick",
            "ONCLICK",
            "on",
            "style",
            "Href",
            "srcdoc",
            "ping",
            "src",
            "FormAction",
            "background",
            "a b",
            "a=",
            "a>",
            "",
            "é",
            "\"",
            "1a",
            "id",
            "data-host",
            "rel",
            "a\0",
            "xlink:href",
            "/",
            "a/",
        ] {
            assert!(check_attribute(name.into()).is_err(), "{name}");
        }
        for name in ["data-x", "download", "hreflang", "aria-label", "type"] {
            assert!(check_attribute(name.into()).is_ok(), "{name}");
        }
    }

    #[test]
    fn what_is_long_is_cut_behind_the_host() {
        for (piece, most, expected) in [
            ("http://a.example/bcdef", 22, None),
            ("http://a.example/bcdef", 21, Some("http://a.example/bcd…")),
            ("http://a.example/bcdef", 5, Some("http://a.example…")),
            ("http://a.example", 5, None),
            ("www.a.example/ééééé", 16, Some("www.a.example/é…")),
            ("b/c/d/e/f/g", 4, Some("b/c…")),
            ("", 0, None),
            ("ab", 0, None),
        ] {
            assert_eq!(shortened(piece, most).as_deref(), expected, "{piece} {most}");
        }
    }
}
