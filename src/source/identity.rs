//! What says that two URLs are one.

use crate::uri::{Grammar, Uri};

/// The same string for two URLs that lead to the same place, as far as the URLs say it.
pub(crate) fn identity(url: &str, grammar: Grammar) -> String {
    Uri::parse(url, grammar).map_or_else(|_| url.to_owned(), |uri| uri.normalize().as_str().to_owned())
}
