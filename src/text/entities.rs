//! The character references of HTML, by name and by number, that end a URL in text which was escaped for it.

/// They stand for brackets and double quotation marks, which are in no name.
const BRACKETS: [&str; 9] = ["&gt;", "&lt;", "&quot;", "&#34;", "&#60;", "&#62;", "&#x22;", "&#x3c;", "&#x3e;"];

/// They stand for what may be in a word: an apostrophe, a short dash, an ellipsis.
const INNER: [&str; 10] =
    ["&apos;", "&#39;", "&#039;", "&#x27;", "&rsquo;", "&#8217;", "&ndash;", "&#8211;", "&hellip;", "&#8230;"];

/// They stand for a space, another quotation mark or a long dash.
const OTHERS: [&str; 12] = [
    "&nbsp;", "&#160;", "&#xa0;", "&laquo;", "&raquo;", "&ldquo;", "&rdquo;", "&#8220;", "&#8221;", "&lsquo;",
    "&mdash;", "&#8212;",
];

/// The length of the longest of them.
pub(crate) const MAX_MARKUP_ENTITY: usize = "&hellip;".len();

/// All of them.
fn markup_entities() -> impl Iterator<Item = &'static str> {
    BRACKETS.into_iter().chain(INNER).chain(OTHERS)
}

/// Returns `true` if one of them begins here.
pub(crate) fn is_markup_entity(bytes: &[u8]) -> bool {
    has_semicolon_near(bytes) && markup_entities().any(|entity| begins(bytes, entity))
}

/// The one that these bytes end in.
pub(crate) fn last_markup_entity(bytes: &[u8]) -> Option<&'static str> {
    markup_entities()
        .find(|entity| bytes.len().checked_sub(entity.len()).is_some_and(|at| begins(&bytes[at..], entity)))
}

/// Returns `true` if a semicolon stands where one of them may end: most ampersands have none so near.
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
