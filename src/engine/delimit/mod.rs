//! What marks a URL off from the text around it: brackets and quotation marks that open in front of it, or nothing, and
//! then the sentence's own marks are taken off its end.
//!
//! The rules are those of Appendix E of the generic-syntax documents and of the appendix of RFC 1738, then UTS #58 for
//! where an undelimited URL ends.

pub(crate) mod argument;
pub(crate) mod opening;

mod clusters;
mod trim;

pub(crate) mod bare;

pub(crate) mod escape;
mod escaped_stretches;

pub(crate) mod escaped;

mod front_escape;
mod front_mark;
mod plain_name;
pub(crate) mod rest_below;

pub(crate) mod plain;
pub(crate) mod plain_address;
pub(crate) mod plain_host;
pub(crate) mod plain_opaque;

mod no_name;
