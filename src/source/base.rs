//! The bases of relative references: what a document, or what it is enclosed in, names as its place.

use crate::uri::{Grammar, Uri};

/// The longest accepted base. Every reference to it becomes as long.
pub(super) const MAX_BASE: usize = 2 << 10;

/// Resolves a `written` base against the `outer` one. Returns `None` if the result is no base.
///
/// draft-url-05, 5.1.1: "If the latter is relative, it must be resolved to its absolute form (like any relative URL)
/// before it can be used as the base URL for other references." And 5.1: a base URL has to obey the generic syntax, or
/// else relative URLs cannot be used.
pub(super) fn base(written: &str, outer: Option<&Uri<'static>>, grammar: Grammar) -> Option<Uri<'static>> {
    let reference = Uri::parse_reference_generic(written, grammar).ok().filter(|_| !written.is_empty())?;
    let base = match (reference.scheme(), outer) {
        (Some(_), _) => reference.as_base().into_owned(),
        (None, Some(outer)) => outer.resolve(&reference).ok()?.as_base().into_owned(),
        (None, None) => return None,
    };
    let is_generic = base.scheme().is_some() && (base.authority().is_some() || base.path().starts_with('/'));
    (is_generic && base.as_str().len() <= MAX_BASE).then_some(base)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_is_absolute_or_becomes_so() {
        let grammar = Grammar::default();
        let outer = base("http://a.example/b/c#d", None, grammar);
        assert_eq!(outer.as_ref().map(Uri::as_str), Some("http://a.example/b/c"));
        for (written, expected) in [
            ("../e/", Some("http://a.example/e/")),
            ("file:/e", Some("file:/e")),
            ("", None),
            ("mailto:sam@a.example", None),
            ("http://a.example/ b", None),
        ] {
            assert_eq!(base(written, outer.as_ref(), grammar).as_ref().map(Uri::as_str), expected, "{written}");
        }
        assert_eq!(base("e/", None, grammar), None);
        let long = format!("http://a.example/{}", "b".repeat(MAX_BASE));
        assert_eq!(base(&long, None, grammar), None);
    }
}
