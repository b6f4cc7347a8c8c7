//! What begins with a slash below a URL that is a host alone, and is no path of it.

use super::{
    super::{
        context::BreakContext,
        line_shape::{SHORT_LINE, did_not_fit, is_indented_more},
        next_word::closes_round_bracket,
        paragraph::has_url,
        url_end::is_host_above_path,
    },
    other_urls::is_root,
};
use crate::engine::forms::name::is_ipv4;

/// The first names in the paths of file systems that sites have none of, beside those that no path is joined with.
const MORE_ROOTS: [&str; 24] = [
    "Applications",
    "Library",
    "System",
    "Users",
    "Volumes",
    "afs",
    "boot",
    "builds",
    "cdrom",
    "cygdrive",
    "data",
    "export",
    "gnu",
    "media",
    "mnt",
    "nix",
    "private",
    "root",
    "run",
    "srv",
    "storage",
    "system",
    "workspace",
    "workspaces",
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

/// Whether another path begins the line behind it, and is none of a URL in its own: a list of them, all below one host.
pub(super) fn is_first_of_paths(context: &BreakContext) -> bool {
    let following = context.following();
    let text = following.strip_prefix(context.next_lead).unwrap_or_default();
    is_host_above_path(context) && text.starts_with(b"/") && !has_url(context.rest)
}

/// Whether it is a place of a file system by its first name, or below a host that has none of its own in the net, as servers tell it.
pub(super) fn is_place_below_host(context: &BreakContext) -> bool {
    let root = context.word.split(|&byte| byte == b'/').nth(1).unwrap_or_default();
    is_host_above_path(context)
        && (is_root(root) || MORE_ROOTS.iter().any(|name| name.as_bytes() == root) || has_no_domain(context.host()))
}

/// Whether it is one label, with a port or without, or an address.
fn has_no_domain(host: &[u8]) -> bool {
    let name = host.split(|&byte| byte == b':').next().unwrap_or_default();
    !name.contains(&b'.') || is_ipv4(name)
}

/// Whether it is how a letter is signed below a host, with a slash in front of a name or its first letters, alone in its line: `/Kim`.
pub(super) fn signs_letter(context: &BreakContext) -> bool {
    const MAX_LETTERS: usize = 2;
    let name = context.word.strip_prefix(b"/").unwrap_or_default();
    let is_name =
        || matches!(name, [first, rest @ ..] if first.is_ascii_uppercase() && rest.iter().all(u8::is_ascii_lowercase));
    is_host_above_path(context)
        && context.rest.is_empty()
        && !closes_round_bracket(context)
        && (is_name() || name.len() <= MAX_LETTERS && name.iter().all(u8::is_ascii_alphabetic))
}
