//! The target of a link that a gateway or redirector rewrote.

use std::sync::OnceLock;

use super::validate::validate;
use crate::{
    config::Config,
    link::{Kind, Link, Made, Part},
    uri::redirects::{is_gateway, unwrap_redirect_if},
};

/// Replaces the URL of a link that a gateway or redirector rewrote by its target, if the target is a link itself.
///
/// Evidence never joins inside an authority, not even in the target's: such a link stays as written.
pub(crate) fn unwrap(config: &Config, link: &mut Link<'_>) {
    let unwrapped = |url: &str| {
        let target = unwrap_redirect_if(url, &|target| validate(config, target).is_ok())?;
        let components = validate(config, &target).ok()?;
        Some((target, components))
    };
    if !link.components.host(link.url()).is_some_and(is_gateway) {
        return;
    }
    let Some((target, components)) = unwrapped(link.url()) else { return };
    let mut rejoined = link.rejoined();
    if let Some(rejoined) = &mut rejoined {
        let other = unwrapped(&with_marks(link));
        let authority = other.as_ref().and_then(|(target, components)| components.authority(target));
        if authority.is_none() || authority != components.authority(&target) {
            if !link.delimiter.encloses() {
                return;
            }
            rejoined.inside = rejoined.inside.or(Some(Part::Authority));
        }
    }
    let written = Some(link.url().to_owned());
    let made = link.made.take().map(|made| *made).unwrap_or_default();
    link.made = OnceLock::from(Box::new(Made { url: target, written, rejoined, ..made }));
    link.components = components;
}

/// Returns the URL as written with a letter at each break, so that a part with a break becomes another.
fn with_marks(link: &Link<'_>) -> String {
    let mut marked = String::with_capacity(link.url().len() + link.pieces().len());
    if link.kind != Kind::Url {
        marked.push_str(link.scheme());
        marked.push_str("://");
    }
    for (index, piece) in link.pieces().iter().enumerate() {
        let piece = &link.text[piece.start - link.range.start..piece.end - link.range.start];
        let piece = String::from_utf8_lossy(piece);
        let percent = marked.bytes().rev().take(2).position(|byte| byte == b'%');
        let (before, after) = piece.split_at_checked(percent.map_or(0, |behind| 2 - behind)).unwrap_or((&piece, ""));
        marked.push_str(before);
        if index > 0 {
            marked.push('x');
        }
        marked.push_str(after);
    }
    marked
}
