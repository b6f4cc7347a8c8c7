//! Where the components of a URI stand in its string.

#[cfg(feature = "json")]
use std::ops::Range;

use crate::uri::{host::HostKind, host_ascii::host_ascii};

/// The components of a URI, as byte offsets into its string. A missing component differs from an empty one.
///
/// The string is not stored: pass it to each accessor. With another string the accessors do not panic, but their
/// results mean nothing.
///
/// ```
/// use napkin::{Grammar, Uri};
///
/// let uri = Uri::parse("ftp://a.example:/b?", Grammar::Rfc3986)?;
/// let parts = uri.components();
/// assert_eq!(parts.port(uri.as_str()), Some(""));
/// assert_eq!(parts.query(uri.as_str()), Some(""));
/// assert_eq!(parts.fragment(uri.as_str()), None);
/// # Ok::<(), napkin::Rejection>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Components {
    // Each offset is at most the length of the string, on the boundary of a character, and not before the one above
    // it; but host_start and host_end are 0 where there is no authority, and a host never starts before byte 2. Of an
    // authority that is no server host_start is the start, and host_end is 0.
    /// The offset of the colon; 0 without a scheme, since a scheme is never empty.
    pub(crate) scheme_end: u32,
    pub(crate) host_start: u32,
    pub(crate) host_end: u32,
    pub(crate) path_start: u32,
    pub(crate) path_end: u32,
    /// The end of the string or the `#`; equal to `path_end` without a query.
    pub(crate) query_end: u32,
}

/// The prefix that makes an address a URL.
pub(crate) const MAILTO: &str = "mailto:";

impl Components {
    /// Returns the components of `mailto:` and an address of this length.
    #[inline]
    pub(crate) fn of_address(length: usize) -> Components {
        let path_start = MAILTO.len() as u32;
        let end = path_start + length as u32;
        Components { scheme_end: path_start - 1, host_start: 0, host_end: 0, path_start, path_end: end, query_end: end }
    }

    /// Returns the scheme in `uri`, the string of these components, without its colon.
    pub fn scheme<'u>(&self, uri: &'u str) -> Option<&'u str> {
        if self.scheme_end == 0 { None } else { between(uri, 0, self.scheme_end) }
    }

    /// Returns the authority: userinfo, host and port. Under [`Rfc2396bis00`](crate::Grammar::Rfc2396bis00) it may also
    /// be a registered name without these parts.
    pub fn authority<'u>(&self, uri: &'u str) -> Option<&'u str> {
        between(uri, self.authority_start()?, self.path_start)
    }

    /// Returns the userinfo: the part of the authority before the `@`.
    pub fn userinfo<'u>(&self, uri: &'u str) -> Option<&'u str> {
        let start = self.authority_start()?;
        if start == self.host_start { None } else { between(uri, start, self.host_start.checked_sub(1)?) }
    }

    /// Returns the user: the userinfo up to its first colon.
    pub fn user<'u>(&self, uri: &'u str) -> Option<&'u str> {
        self.userinfo(uri).map(|info| info.split_once(':').map_or(info, |(user, _)| user))
    }

    /// Returns the password: the userinfo after its first colon. It may be empty.
    ///
    /// Today's documents deprecate passwords in URIs, and ask not to show them.
    pub fn password<'u>(&self, uri: &'u str) -> Option<&'u str> {
        self.userinfo(uri)?.split_once(':').map(|(_, password)| password)
    }

    /// Returns the host, with the square brackets of an IP literal. It may be empty. Returns `None` if there is no
    /// authority, or if the authority is not a server (rfc2396bis-00 3.2.1 reg-name).
    pub fn host<'u>(&self, uri: &'u str) -> Option<&'u str> {
        if self.has_host() { between(uri, self.host_start, self.host_end) } else { None }
    }

    #[cfg(feature = "json")]
    pub(crate) fn host_range(&self) -> Option<Range<usize>> {
        self.has_host().then_some(self.host_start as usize..self.host_end as usize)
    }

    /// Returns the kind of the host. RFC 3986 tells names from IPv4 addresses, whatever the grammar.
    pub fn host_kind(&self, uri: &str) -> Option<HostKind> {
        self.host(uri).map(HostKind::of)
    }

    /// Returns the host in A-labels, if that differs from the written host: see
    /// [`Uri::host_ascii`](crate::Uri::host_ascii).
    pub fn host_ascii(&self, uri: &str) -> Option<String> {
        self.host(uri).and_then(host_ascii)
    }

    /// Returns the port: the digits after the colon of the authority. It may be empty.
    pub fn port<'u>(&self, uri: &'u str) -> Option<&'u str> {
        if self.has_host() && self.host_end < self.path_start {
            between(uri, self.host_end + 1, self.path_start)
        } else {
            None
        }
    }

    /// Returns the path, which may be empty.
    pub fn path<'u>(&self, uri: &'u str) -> &'u str {
        between(uri, self.path_start, self.path_end).unwrap_or_default()
    }

    /// Returns the query, without its `?`.
    pub fn query<'u>(&self, uri: &'u str) -> Option<&'u str> {
        if self.path_end < self.query_end { between(uri, self.path_end + 1, self.query_end) } else { None }
    }

    /// Returns the fragment, without its `#`.
    pub fn fragment<'u>(&self, uri: &'u str) -> Option<&'u str> {
        uri.get(self.query_end as usize..)?.strip_prefix('#')
    }

    fn has_authority(&self) -> bool {
        self.host_start != 0
    }

    fn has_host(&self) -> bool {
        self.has_authority() && self.host_start <= self.host_end
    }

    fn authority_start(&self) -> Option<u32> {
        match (self.has_authority(), self.scheme_end) {
            (false, _) => None,
            (true, 0) => Some(2),
            (true, colon) => Some(colon + 3),
        }
    }
}

fn between(uri: &str, start: u32, end: u32) -> Option<&str> {
    uri.get(start as usize..end as usize)
}
