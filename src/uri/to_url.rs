//! URIs as the web's URLs: those of the crate `url`.

use url::Url;

use crate::uri::validated::Uri;

/// The URL as a browser would parse it: the host in A-labels or as an address, percent-encoded where needed.
///
/// ```
/// use napkin::{Grammar, Uri};
/// use url::Url;
///
/// let uri = Uri::parse("HTTP://例え.example/b/../c", Grammar::Rfc3987)?;
/// assert_eq!(Url::try_from(&uri)?.as_str(), "http://xn--r8jz45g.example/c");
/// let reference = Uri::parse_reference("../c", Grammar::Rfc3987)?;
/// assert_eq!(Url::try_from(&reference), Err(url::ParseError::RelativeUrlWithoutBase));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl TryFrom<&Uri<'_>> for Url {
    type Error = url::ParseError;

    /// # Errors
    /// Returns an error for a relative reference, and for a host that the URL standard refuses, such as a number that is
    /// not an address.
    fn try_from(uri: &Uri<'_>) -> Result<Url, url::ParseError> {
        Url::parse(uri.as_str())
    }
}
