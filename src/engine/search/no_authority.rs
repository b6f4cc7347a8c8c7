//! Two slashes behind which no authority can stand, told from a few bytes: talk about schemes, and what was cut off.
//!
//! Texts that are nothing but such would cost many times as much by the closer look, which comes to the same (the tests
//! compare them).

use crate::{
    config::Config,
    engine::{
        delimit::{bare::begins_cluster, opening},
        forms::{
            beginning::Start,
            name::Run,
            read::{self, is_no_authority, is_sign_for_authority},
            string_marks::to_line_end,
        },
        rejoin::closing::Closing,
        scan::Hit,
        window::{Steps, Window},
    },
    text::{
        characters::{is_apostrophe, is_quotation_mark},
        utf8::{Char, decode},
    },
};

/// What begins with a scheme and two slashes, and is no URL.
pub(super) struct NoAuthority {
    /// Where it begins, if it has a scheme.
    pub(super) start: Option<usize>,
    /// The index of the byte that can't stand there.
    pub(super) at: usize,
}

/// What ends in the two slashes behind `hit` where no authority follows, and nothing around it makes another of it. Nothing before
/// `floor` belongs to it.
pub(super) fn no_authority(
    config: &Config,
    window: &Window<'_>,
    floor: usize,
    hit: Hit,
    steps: &Steps,
) -> Option<NoAuthority> {
    let bytes = window.bytes;
    let at = hit.at + "://".len();
    if !is_no_authority(bytes, at) || may_be_cut_in_string(bytes, at) {
        return None;
    }
    let ahead = window.ahead(hit.at, config.window, steps);
    let Start::At(beginning) = read::begin(config, &ahead, floor, hit, &mut Run::default()).ok()? else {
        return Some(NoAuthority { start: None, at });
    };
    let start = beginning.start;
    // Brackets hold what goes on behind white space. So do quotation marks behind the end of a line; what they hold without one is
    // refused as well, for a sign of ASCII that no host has, and another mark closes them or shows that they hold nothing. A colon may be that of
    // an empty port.
    let is_bare = || match Closing::of(opening::before(bytes, start), &beginning) {
        None => true,
        Some(Closing::Angle) => bytes[at] == b'<',
        Some(Closing::Quote(_)) => {
            bytes[at] == b' ' || is_quotation_mark_at(bytes, at) || is_sign_for_authority(bytes, at)
        }
    };
    (begins_cluster(&ahead, start).ok()? && is_bare()).then_some(NoAuthority { start: Some(start), at })
}

/// Whether a quotation mark or a backslash ends the line there, as in strings of programs: what the next line begins with takes a closer look.
fn may_be_cut_in_string(bytes: &[u8], at: usize) -> bool {
    match &bytes[at..] {
        [b'"' | b'\'', behind @ ..] => to_line_end(behind).is_none_or(|length| length.is_some()),
        rest => matches!(rest, [b'\\'] | [b'\\', b'\n' | b'\r', ..]),
    }
}

/// Whether a quotation mark stands there that is no apostrophe.
fn is_quotation_mark_at(bytes: &[u8], at: usize) -> bool {
    matches!(decode(&bytes[at..]), Char::Valid(c, _) if is_quotation_mark(c) && !is_apostrophe(c))
}
