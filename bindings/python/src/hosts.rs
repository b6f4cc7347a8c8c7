//! Hosts as programs look them up, and the domains that were registered for them.

use std::borrow::Cow;

use napkin::{
    Grammar, Uri,
    uri::{Components, HostKind},
};

/// Returns the host of a URL with these components as programs look it up: in A-labels, in lower case.
pub fn host_ascii<'u>(url: &'u str, components: &Components) -> Option<Cow<'u, str>> {
    let host = components.host(url)?;
    Some(match components.host_ascii(url) {
        Some(ascii) => Cow::Owned(ascii.to_ascii_lowercase()),
        None if host.bytes().any(|byte| byte.is_ascii_uppercase()) => Cow::Owned(host.to_ascii_lowercase()),
        None => Cow::Borrowed(host),
    })
}

/// Returns the public suffix of the host with the label before it: `a.co.uk` of `www.a.co.uk`. An address has none.
pub fn registered_domain<'u>(url: &'u str, components: &Components) -> Option<Cow<'u, str>> {
    if components.host_kind(url) != Some(HostKind::Name) {
        return None;
    }
    match host_ascii(url, components)? {
        Cow::Borrowed(host) => psl::domain_str(host).map(Cow::Borrowed),
        Cow::Owned(host) => psl::domain_str(&host).map(|domain| Cow::Owned(domain.to_owned())),
    }
}

/// Returns the registered domain of a page, if that is a URL.
pub fn domain_of_page(page: &str) -> Option<String> {
    let uri = Uri::parse(page, Grammar::default()).ok()?;
    registered_domain(page, uri.components()).map(Cow::into_owned)
}
