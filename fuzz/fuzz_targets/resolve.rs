//! Whatever the base and the reference: what a reference is resolved to is what the algorithm of RFC 3986, 5.2, gives, written
//! here as plainly as it stands there; and what comes out is valid.

#![no_main]

use libfuzzer_sys::fuzz_target;
use napkin::{Grammar, Uri};

fuzz_target!(|texts: (&str, &str)| {
    let (base, reference) = texts;
    let grammar = Grammar::Rfc3986;
    let Ok(base) = Uri::parse_generic(base, grammar) else { return };
    let Ok(reference) = Uri::parse_reference_generic(reference, grammar) else { return };
    let Ok(resolved) = base.resolve(&reference) else { return };
    assert_eq!(resolved.as_str(), target(&base, &reference), "{:?} against {:?}", reference.as_str(), base.as_str());
    Uri::parse_generic(resolved.as_str(), grammar).expect("what is resolved is valid");
});

/// 5.2.2 and 5.3.
fn target(base: &Uri<'_>, reference: &Uri<'_>) -> String {
    let owned = |part: Option<&str>| part.map(String::from);
    let scheme = reference.scheme().or(base.scheme()).unwrap_or_default();
    let (authority, path, query);
    if reference.scheme().is_some() || reference.authority().is_some() {
        authority = owned(reference.authority());
        path = without_dots(reference.path());
        query = owned(reference.query());
    } else {
        authority = owned(base.authority());
        if reference.path().is_empty() {
            path = base.path().to_string();
            query = owned(reference.query().or(base.query()));
        } else {
            path = if reference.path().starts_with('/') {
                without_dots(reference.path())
            } else {
                without_dots(&merged(base, reference.path()))
            };
            query = owned(reference.query());
        }
    }
    let mut result = format!("{scheme}:");
    if let Some(authority) = &authority {
        result += &format!("//{authority}");
    } else if path.starts_with("//") {
        // A path without an authority can't begin with two slashes (3.3): a dot keeps them apart.
        result += "/.";
    }
    result += &path;
    if let Some(query) = query {
        result += &format!("?{query}");
    }
    if let Some(fragment) = reference.fragment() {
        result += &format!("#{fragment}");
    }
    result
}

/// 5.2.3.
fn merged(base: &Uri<'_>, path: &str) -> String {
    if base.authority().is_some() && base.path().is_empty() {
        return format!("/{path}");
    }
    let folder = base.path().rfind('/').map_or("", |slash| &base.path()[..=slash]);
    format!("{folder}{path}")
}

/// 5.2.4.
fn without_dots(path: &str) -> String {
    let mut input = path.to_string();
    let mut output = String::new();
    while !input.is_empty() {
        if let Some(rest) = input.strip_prefix("../").or_else(|| input.strip_prefix("./")) {
            input = rest.to_string();
        } else if input.starts_with("/./") || input == "/." {
            input = format!("/{}", input.get(3..).unwrap_or_default());
        } else if input.starts_with("/../") || input == "/.." {
            input = format!("/{}", input.get(4..).unwrap_or_default());
            output.truncate(output.rfind('/').unwrap_or(0));
        } else if input == "." || input == ".." {
            input.clear();
        } else {
            let end = input[1..].find('/').map_or(input.len(), |slash| slash + 1);
            output += &input[..end];
            input.drain(..end);
        }
    }
    output
}
