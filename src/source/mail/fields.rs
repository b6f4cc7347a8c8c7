//! The header fields that carry URLs, and the text that they have in them.

use super::{
    header::{Field, MAX_VALUE},
    words::unstructured,
};
use crate::text::words::words;

/// The content of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    Words,
    /// URLs in angle brackets, which may be folded (RFC 2369, 2), and perhaps words.
    Urls,
    /// A URL without brackets. White space in it is ignored (RFC 2557, 4.4.2).
    Url,
}

use Content::{Url, Urls, Words};

const WORDS: &[&str] = words!(
    "comments content-description keywords organisation organization subject summary x-abuse x-abuse-info \
     x-organization x-report-abuse"
);

/// The fields with URLs, besides names in `-url` and `-uri`.
const URLS: &[&str] = words!(
    "abuse-reports-to archived-at list-archive list-help list-owner list-post list-subscribe list-unsubscribe \
     mailing-list openpgp original-archived-at uri url x-archived-at x-blog x-home-page x-homepage x-list-archive \
     x-list-help x-list-unsubscribe x-mailing-list x-pgp-key x-web x-website x-www"
);

impl Content {
    /// Returns the content of the field with this name, or `None` if it is not searched.
    ///
    /// Excluded are identifiers that look like addresses (`Message-ID`, `References`), traces (`Received`,
    /// `DKIM-Signature`) and pictures (`Face`).
    fn of(name: &str) -> Option<Content> {
        let name = &*name.to_ascii_lowercase();
        if WORDS.contains(&name) {
            Some(Words)
        } else if matches!(name, "content-base" | "content-location") {
            Some(Url)
        } else {
            (URLS.contains(&name) || name.ends_with("-url") || name.ends_with("-uri")).then_some(Urls)
        }
    }
}

/// Returns `true` if the field is searched, but too long to be searched completely.
pub(super) fn is_searched_in_part(field: &Field<'_>) -> bool {
    field.value.len() > MAX_VALUE && str::from_utf8(field.name).is_ok_and(|name| Content::of(name).is_some())
}

/// Returns the name and the decoded text of a field, or `None` if it is not searched.
pub(super) fn searched<'m>(field: &Field<'m>) -> Option<(&'m str, String)> {
    let name = str::from_utf8(field.name).ok()?;
    let text = match Content::of(name)? {
        Words => unstructured(field.value)?,
        Urls => unstructured(&unfolded_in_brackets(field.value))?,
        Url => unstructured(field.value)?.split_whitespace().collect(),
    };
    Some((name, text))
}

/// Unfolds the text in angle brackets only. White space between encoded words matters elsewhere.
fn unfolded_in_brackets(value: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(value.len());
    let mut in_brackets = false;
    let mut rest = value;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        match byte {
            b'<' => in_brackets = true,
            b'>' => in_brackets = false,
            b'\r' | b'\n' if in_brackets && !out.ends_with(b"?=") => {
                rest = after.trim_ascii_start();
                continue;
            }
            _ => {}
        }
        out.push(byte);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(name: &str, value: &str) -> Option<String> {
        searched(&Field { name: name.as_bytes(), value: value.as_bytes() }).map(|(_, text)| text)
    }

    #[test]
    fn the_fields_can_be_looked_up() {
        for name in ["X-URL", "X-Bugzilla-URL", "X-Pgp-Key-Uri"] {
            assert_eq!(Content::of(name), Some(Urls), "{name}");
        }
        for name in
            ["Message-ID", "References", "In-Reply-To", "Received", "DKIM-Signature", "Face", "X-Face", "List-Id"]
        {
            assert_eq!(Content::of(name), None, "{name}");
        }
    }

    #[test]
    fn values_are_unfolded_and_decoded() {
        for (name, value, expected) in [
            ("List-Post", " <mailto:x@a.example>\r\n", "<mailto:x@a.example>"),
            (
                "LIST-HELP",
                " <http://a.example/b\n\tc>,\n <http://b.example>\n",
                "<http://a.example/bc>, <http://b.example>",
            ),
            ("List-Help", " =?us-ascii?Q?=3Chttp=3A//a.example?=\n =?us-ascii?Q?/b=3E?=\n", "<http://a.example/b>"),
            ("List-Help", " =?us-ascii?Q?<http=3A//a.example?=\n =?us-ascii?Q?/b>?=\n", "<http://a.example/b>"),
            ("Content-Location", " http://a.example/\n b/\n c d\n", "http://a.example/b/cd"),
            ("Content-Location", " =?utf-8?Q?http=3A//a.example/?=\n =?utf-8?B?w7w=?=\n", "http://a.example/ü"),
            ("Subject", " soup at\n http://a.example/ =?utf-8?q?caf=C3=A9?=\n", "soup at http://a.example/ café"),
        ] {
            assert_eq!(text(name, value).as_deref(), Some(expected), "{name}:{value}");
        }
        assert_eq!(text("References", " <http://a.example/>\n"), None);
    }
}
