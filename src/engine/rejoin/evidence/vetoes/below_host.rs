//! What begins with a slash below a URL that is a host alone, and is no path of it.

use super::super::{
    context::BreakContext,
    line_shape::{SHORT_LINE, did_not_fit, is_indented_more},
    next_word::closes_round_bracket,
    url_end::is_host_above_path,
};

/// The first names in the paths of file systems that sites have none of, beside those that no path is joined with.
const ROOTS: [&str; 17] = [
    "Applications",
    "Library",
    "Users",
    "Volumes",
    "afs",
    "boot",
    "cdrom",
    "cygdrive",
    "export",
    "gnu",
    "mnt",
    "nix",
    "private",
    "root",
    "run",
    "srv",
    "workspace",
];

/// Whether the line has room for more, and the path is neither in the bracket of the host nor set in below it: who breaks a URL in front of
/// a slash does it where the line is full.
pub(super) fn is_below_short_line(context: &BreakContext) -> bool {
    is_host_above_path(context)
        && context.length() < SHORT_LINE
        && !is_indented_more(context)
        && !closes_round_bracket(context)
        && !did_not_fit(context)
}

/// Whether it stands alone in its line and another path in that behind it: a list of them, all below one host.
pub(super) fn is_first_of_paths(context: &BreakContext) -> bool {
    let following = context.following();
    let text = following.strip_prefix(context.next_lead).unwrap_or_default();
    is_host_above_path(context) && context.rest.is_empty() && text.starts_with(b"/")
}

/// Whether it is a place of a file system by its first name.
pub(super) fn is_place_below_host(context: &BreakContext) -> bool {
    let mut names = context.token.split(|&byte| byte == b'/').skip(1);
    let root = names.next().unwrap_or_default();
    names.next().is_some() && ROOTS.iter().any(|name| name.as_bytes() == root) && is_host_above_path(context)
}
