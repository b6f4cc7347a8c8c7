//! The short way for a plain URL that a short text ends with.
//!
//! The short way asks for what follows a URL, and nothing does there. Most fields and many parts of messages end like that, and cost many
//! times as much by the closer look, which comes to the same (the tests compare them).

use crate::{
    config::Config,
    engine::{
        delimit::plain::{self, Plain, Surroundings},
        rejoin,
        scan::{Detecting, Hit},
        window::Window,
    },
};

/// How long a text may be that is copied to have something behind its end.
const SHORT: usize = 510;

/// What is put there: a blank line, which no URL goes on behind.
const BLANK: [u8; 2] = *b"\n\n";

/// Whether the window holds the end of a text, and no more in front of it than is copied.
pub(super) fn is_short_end(window: &Window<'_>) -> bool {
    window.is_end && window.bytes.len() <= SHORT
}

/// The plain URL whose `://` the hit is at, if it is one with a blank line behind the text, which `is_short_end`.
pub(super) fn plain_at_end(config: &Config, window: &Window<'_>, floor: usize, hit: Hit) -> Option<Plain> {
    let (bytes, length) = (window.bytes, window.bytes.len());
    let mut ended = [0; SHORT + BLANK.len()];
    let ended = &mut ended[..length + BLANK.len()];
    ended[..length].copy_from_slice(bytes);
    ended[length..].copy_from_slice(&BLANK);
    // Names of other scripts are judged with all that stands around them.
    let surroundings = Surroundings { bytes: ended, floor, limit: config.window, is_wide: false };
    let may_go_on = |_: &[u8], from: usize| Some(!bytes[from.min(length)..].trim_ascii().is_empty());
    let joins = rejoin::joins_undelimited(config.rejoin);
    plain::plain(Detecting, &surroundings, hit, joins, || true, may_go_on).filter(|plain| !plain.may_go_on)
}
