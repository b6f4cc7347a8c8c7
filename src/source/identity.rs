//! What says that two URLs are one.

use crate::link::Link;

/// The same string for two links that lead to the same place, as far as their URLs say it.
pub(crate) fn identity(link: &Link<'_>) -> String {
    link.uri().normalize().text.into_owned()
}
