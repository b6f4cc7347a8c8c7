//! The header fields that carry URLs, and the text that they have in them.

use super::{
    header::{Field, MAX_VALUE},
    words::unstructured,
};

/// What is in a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    /// Words for people.
    Words,
    /// URLs in angle brackets, which may be folded inside them (RFC 2369, 2), and perhaps words.
    Urls,
    /// One URL without brackets, in which white space means nothing (RFC 2557, 4.4.2).
    Url,
}

use Content::{Url, Urls, Words};

/// The fields, in lower case and in order. Those whose names end in `-url` or `-uri` are not here, and are searched as well.
///
/// Identifiers, which only look like addresses (`Message-ID`, `References`), traces (`Received`, `DKIM-Signature`) and
/// pictures (`Face`) are no links to anybody.
const FIELDS: [(&str, Content); 38] = [
    ("abuse-reports-to", Urls),
    ("archived-at", Urls),
    ("comments", Words),
    ("content-base", Url),
    ("content-description", Words),
    ("content-location", Url),
    ("keywords", Words),
    ("list-archive", Urls),
    ("list-help", Urls),
    ("list-owner", Urls),
    ("list-post", Urls),
    ("list-subscribe", Urls),
    ("list-unsubscribe", Urls),
    ("mailing-list", Urls),
    ("openpgp", Urls),
    ("organisation", Words),
    ("organization", Words),
    ("original-archived-at", Urls),
    ("subject", Words),
    ("summary", Words),
    ("uri", Urls),
    ("url", Urls),
    ("x-abuse", Words),
    ("x-abuse-info", Words),
    ("x-archived-at", Urls),
    ("x-blog", Urls),
    ("x-home-page", Urls),
    ("x-homepage", Urls),
    ("x-list-archive", Urls),
    ("x-list-help", Urls),
    ("x-list-unsubscribe", Urls),
    ("x-mailing-list", Urls),
    ("x-organization", Words),
    ("x-pgp-key", Urls),
    ("x-report-abuse", Words),
    ("x-web", Urls),
    ("x-website", Urls),
    ("x-www", Urls),
];

impl Content {
    /// What is in the field with this name; none where that is no URL.
    fn of(name: &str) -> Option<Content> {
        let name = name.to_ascii_lowercase();
        if name.ends_with("-url") || name.ends_with("-uri") {
            return Some(Urls);
        }
        FIELDS.binary_search_by(|(own, _)| own.cmp(&name.as_str())).ok().map(|index| FIELDS[index].1)
    }
}

/// Returns `true` if it is one to be searched, and longer than what is read of it.
pub(super) fn is_searched_in_part(field: &Field<'_>) -> bool {
    field.value.len() > MAX_VALUE && str::from_utf8(field.name).is_ok_and(|name| Content::of(name).is_some())
}

/// The name and the text of a field, unfolded and its encoded words decoded; none where it is not one to be searched.
pub(super) fn searched<'m>(field: &Field<'m>) -> Option<(&'m str, String)> {
    let name = str::from_utf8(field.name).ok()?;
    let text = match Content::of(name)? {
        Words => unstructured(field.value)?,
        Urls => unstructured(&unfolded_in_brackets(field.value))?,
        Url => unstructured(field.value)?.split_whitespace().collect(),
    };
    Some((name, text))
}

/// The value without the folding inside its angle brackets. Elsewhere, and between encoded words, it stays.
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
        assert!(FIELDS.is_sorted_by(|(a, _), (b, _)| a < b));
        assert!(FIELDS.iter().all(|(name, _)| Content::of(&name.to_uppercase()).is_some()));
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
