//! What says that two URLs are one.

use crate::link::Link;

/// Returns the same string for two links with equivalent URLs.
pub(crate) fn identity(link: &Link<'_>) -> String {
    link.uri().normalize().text.into_owned()
}
