//! The bases of relative references: what a document, or what it is enclosed in, names as its place.

use crate::uri::{Base, Grammar, Uri};

/// The longest accepted base. Every reference to it becomes as long.
pub(super) const MAX_BASE: usize = 2 << 10;

/// Resolves a `written` base against the `outer` one. Returns `None` if the result is no base.
///
/// draft-url-05, 5.1.1: "If the latter is relative, it must be resolved to its absolute form (like any relative URL)
/// before it can be used as the base URL for other references." And 5.1: a base URL has to obey the generic syntax, or
/// else relative URLs cannot be used.
pub(super) fn base(written: &str, outer: Option<&Base>, grammar: Grammar) -> Option<Base> {
    let reference = Uri::parse_reference_generic(written, grammar).ok().filter(|_| !written.is_empty())?;
    let base = match (reference.scheme(), outer) {
        (Some(_), _) => Base::new(&reference),
        (None, Some(outer)) => Base::new(&outer.uri.resolve(&reference).ok()?),
        (None, None) => return None,
    };
    let uri = &base.uri;
    let is_generic = uri.scheme().is_some() && (uri.authority().is_some() || uri.path().starts_with('/'));
    (is_generic && uri.as_str().len() <= MAX_BASE).then_some(base)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_is_absolute_or_becomes_so() {
        let grammar = Grammar::default();
        let outer = base("http://a.example/b/c#d", None, grammar).expect("a base");
        assert_eq!(outer.uri.as_str(), "http://a.example/b/c");
        for (written, expected) in [
            ("../e/", Some("http://a.example/e/")),
            ("file:/e", Some("file:/e")),
            ("", None),
            ("mailto:sam@a.example", None),
            ("http://a.example/ b", None),
        ] {
            let found = base(written, Some(&outer), grammar);
            assert_eq!(found.as_ref().map(|base| base.uri.as_str()), expected, "{written}");
        }
        assert!(base("e/", None, grammar).is_none());
        let long = format!("http://a.example/{}", "b".repeat(MAX_BASE));
        assert!(base(&long, None, grammar).is_none());
    }
}
