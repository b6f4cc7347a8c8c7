//! Whatever the string and the grammar: it is accepted or refused at one of its bytes, what is accepted splits as appendix
//! B of RFC 3986 says, its readable form is valid, its own readable form, and found whole, and what it
//! is unwrapped to is accepted.

#![no_main]

use libfuzzer_sys::fuzz_target;
use napkin::{Finder, Grammar, Uri, uri::unwrap_redirect};

fuzz_target!(|text: &str| {
    if let Some(target) = unwrap_redirect(text) {
        assert!(Uri::parse(&target, Grammar::default()).is_ok(), "{text:?}: {target:?}");
    }
    for grammar in Grammar::ALL {
        for judged in [
            Uri::parse(text, grammar),
            Uri::parse_reference(text, grammar),
            Uri::parse_generic(text, grammar),
            Uri::parse_reference_generic(text, grammar),
        ] {
            match judged {
                Ok(uri) => {
                    splits(&uri, grammar);
                    forms(&uri, grammar);
                }
                Err(rejection) => assert!(text.is_char_boundary(rejection.at()), "{text:?}: {rejection:?}"),
            }
        }
    }
});

/// The components with their delimiters are the string, and by today's grammars none holds a delimiter that would end it.
fn splits(uri: &Uri<'_>, grammar: Grammar) {
    let mut joined = String::new();
    if let Some(scheme) = uri.scheme() {
        assert!(!scheme.contains([':', '/', '?', '#']));
        joined += &format!("{scheme}:");
    }
    if let Some(authority) = uri.authority() {
        assert!(!authority.contains(['/', '#']));
        // Userinfo may have one by RFC 1738, 5.
        assert!(grammar == Grammar::Rfc1738 || !authority.contains('?'));
        assert!(!uri.host().is_some_and(|host| host.contains('?')));
        // A registry's name has none (rfc2396bis-00, 3.2).
        if let Some(host) = uri.host() {
            let userinfo = uri.userinfo().map(|userinfo| format!("{userinfo}@")).unwrap_or_default();
            let port = uri.port().map(|port| format!(":{port}")).unwrap_or_default();
            assert_eq!(authority, [&userinfo, host, &port].concat());
        }
        joined += &format!("//{authority}");
    }
    // By two documents a scheme's own part has other components, and by a third one it may be opaque.
    let is_split = !matches!(grammar, Grammar::Draft1993 | Grammar::Rfc1738 | Grammar::Rfc2396bis00);
    assert!(!is_split || !uri.path().contains(['?', '#']));
    joined += uri.path();
    if let Some(query) = uri.query() {
        assert!(!is_split || !query.contains('#'));
        joined += &format!("?{query}");
    }
    if let Some(fragment) = uri.fragment() {
        joined += &format!("#{fragment}");
    }
    assert_eq!(joined, uri.as_str());
}

fn forms(uri: &Uri<'_>, grammar: Grammar) {
    let readable = uri.to_readable();
    // What an older document alone has a place for stays as it is, and what it splits otherwise has other forms.
    if !matches!(grammar, Grammar::Rfc3986 | Grammar::Rfc3987) {
        let judges = [Grammar::Rfc3987, grammar];
        assert!(judges.iter().any(|&judge| Uri::parse_reference_generic(&readable, judge).is_ok()), "{readable:?}");
        return;
    }
    let again = Uri::parse_reference_generic(&readable, Grammar::Rfc3987).expect("the readable form is an IRI");
    assert_eq!(again.to_readable(), readable);
    uri.to_minimally_escaped();
    let escaped = again.to_escaped().into_owned();
    let escaped = Uri::parse_reference_generic(&escaped, Grammar::Rfc3987).expect("the escaped form is valid");
    // The path of a scheme without slashes stays as it is, and so does all of what breaks its scheme's rules without some of its
    // escapes, which schemes may have that are not the web's: `nntp://a/%2Aé`.
    let has_own_rules = !matches!(uri.scheme(), None | Some("http" | "https" | "ftp"));
    let is_path = !has_own_rules && (uri.scheme().is_none() || uri.authority().is_some() || uri.path().starts_with('/'));
    if is_path && Uri::parse_reference(&readable, Grammar::Rfc3987).is_ok() {
        assert_eq!(escaped.to_readable(), readable);
    }

    // Where the beginning alone is a URL that is found, all of the readable form is.
    let start = uri.as_str().len() - uri.path().len() - tail(uri.query()) - tail(uri.fragment());
    let before = &uri.as_str()[..start];
    let is_web = matches!(uri.scheme(), Some("http" | "https")) && found(before) == [before];
    // In text that was escaped for HTML it may end at an ampersand.
    let may_be_escaped = readable.contains("&amp;");
    if is_web && !may_be_escaped && (uri.fragment().is_some() || uri.query() != Some("")) {
        assert_eq!(found(&readable), [readable.as_str()]);
    }
}

/// How many bytes a query or fragment takes with its delimiter.
fn tail(component: Option<&str>) -> usize {
    component.map_or(0, |component| component.len() + 1)
}

/// What is found of a URL in a sentence.
fn found(url: &str) -> Vec<String> {
    let text = format!("see {url} and");
    Finder::new().find_iter(&text).map(|link| link.url().to_string()).collect()
}
