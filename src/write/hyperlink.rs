//! Links that a terminal can open (OSC 8).

use crate::{
    link::{Link, Notation},
    uri::schemes::registry,
};

pub(super) const CLOSE: &[u8] = b"\x1b]8;;\x1b\\";

/// Returns the target of a click on the link in printable ASCII, or `None` if its scheme is not safe to click on.
pub(super) fn target(link: &Link<'_>) -> Option<String> {
    if link.escapes() == Some(Notation::Defanged)
        || !registry::clickable().any(|scheme| scheme.eq_ignore_ascii_case(link.scheme()))
    {
        return None;
    }
    let uri = link.uri();
    let target = match (uri.host(), uri.host_ascii()) {
        // Everything before the host is ASCII by now.
        (Some(host), Some(ascii)) if !host.is_ascii() => uri.to_escaped().replacen(host, &ascii, 1),
        _ => uri.to_escaped().into_owned(),
    };
    target.bytes().all(|byte| byte.is_ascii_graphic()).then_some(target)
}

/// Begins a link to `target`. Terminals highlight all links with the same `id` together.
pub(super) fn open(target: &str, id: Option<usize>) -> String {
    let id = id.map(|id| format!("id=napkin-{id}")).unwrap_or_default();
    format!("\x1b]8;{id};{target}\x1b\\")
}
