//! The grammars, a file for each document. The two oldest documents came before the generic syntax: they have one
//! production for each scheme.

pub(crate) mod draft_1993;
pub(crate) mod draft_url_05;
pub(crate) mod rfc1738;
pub(crate) mod rfc2396bis_00;
pub(crate) mod rfc3986;
pub(crate) mod rfc3987;
