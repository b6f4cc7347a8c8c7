//! The character references of HTML, by name and by number, that end a URL in text which was escaped for it.

/// Brackets and double quotation marks, which no name contains.
const BRACKETS: [&str; 9] = ["&gt;", "&lt;", "&quot;", "&#34;", "&#60;", "&#62;", "&#x22;", "&#x3c;", "&#x3e;"];

/// An apostrophe, a short dash and an ellipsis, which may be in a word.
const INNER: [&str; 10] =
    ["&apos;", "&#39;", "&#039;", "&#x27;", "&rsquo;", "&#8217;", "&ndash;", "&#8211;", "&hellip;", "&#8230;"];

/// A space, other quotation marks and long dashes.
const OTHERS: [&str; 12] = [
    "&nbsp;", "&#160;", "&#xa0;", "&laquo;", "&raquo;", "&ldquo;", "&rdquo;", "&#8220;", "&#8221;", "&lsquo;",
    "&mdash;", "&#8212;",
];

pub(crate) const MAX_MARKUP_ENTITY: usize = "&hellip;".len();

fn markup_entities() -> impl Iterator<Item = &'static str> {
    BRACKETS.into_iter().chain(INNER).chain(OTHERS)
}

pub(crate) fn is_markup_entity(bytes: &[u8]) -> bool {
    has_semicolon_near(bytes) && markup_entities().any(|entity| begins(bytes, entity))
}

pub(crate) fn last_markup_entity(bytes: &[u8]) -> Option<&'static str> {
    markup_entities()
        .find(|entity| bytes.len().checked_sub(entity.len()).is_some_and(|at| begins(&bytes[at..], entity)))
}

/// Returns `true` if there is a semicolon at the possible end of an entity. Most ampersands have none so near.
fn has_semicolon_near(bytes: &[u8]) -> bool {
    bytes[..bytes.len().min(MAX_MARKUP_ENTITY)].contains(&b';')
}

fn begins(bytes: &[u8], entity: &str) -> bool {
    bytes.get(..entity.len()).is_some_and(|here| here.eq_ignore_ascii_case(entity.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn none_is_longer_than_the_longest() {
        assert_eq!(markup_entities().map(str::len).max(), Some(MAX_MARKUP_ENTITY));
    }
}
