//! The short way for URLs whose scheme takes no slashes: a scheme in small letters, and then the characters that mean nothing to
//! the text around them, up to white space. The scheme's own rule proves the rest, as it does everywhere.
//!
//! What is not so plain is left to the closer look, which would find the same (the tests compare them).

use super::plain::{Plain, Surroundings, TailBlock, ends_plainly, opening_before};
use crate::{
    engine::scan::{Detecting, Hit},
    link::{Delimiter, Kind, Piece},
    uri::{
        Grammar,
        schemes::registry::{MAX_OPAQUE, takes_no_slashes},
    },
};

/// What came of a plain URL.
pub(crate) enum PlainOpaque {
    Url(Plain),
    /// It stands there, and the grammar refuses the byte at an index.
    Refused(Piece, usize),
}

/// The plain URL whose scheme ends at the colon of `hit`, if there is one.
#[inline(never)]
pub(crate) fn plain_opaque(grammar: Grammar, surroundings: &Surroundings<'_>, hit: Hit) -> Option<PlainOpaque> {
    let Surroundings { bytes, floor, limit, .. } = *surroundings;
    let colon = hit.at;
    let before = &bytes[floor..colon];
    let length = before.iter().rev().take(MAX_OPAQUE + 1).take_while(|byte| byte.is_ascii_lowercase()).count();
    let start = colon - length;
    let scheme = &bytes[start..colon];
    // Addresses are no plain bytes, and a number that people read has brackets and words in front.
    // An older grammar's URL is held to the scheme's rules of today as well, which the closer look does.
    let is_plain =
        grammar.is_of_today() && scheme != b"mailto" && (scheme != b"tel" || bytes.get(colon + 1) == Some(&b'+'));
    if !is_plain || !takes_no_slashes(scheme, bytes.get(colon + 1).copied()) {
        return None;
    }
    let opening = opening_before(bytes, floor, start)?;
    if ends_at_once(opening, *bytes.get(colon + 1)?) {
        return Some(PlainOpaque::Refused(start..colon + 1, colon + 1));
    }
    let end = TailBlock::at(Detecting, bytes, colon + 1).end(bytes, colon + 1);
    if opening != b' ' || end == colon + 1 || !ends_plainly(bytes, end)? || end - start >= limit {
        return None;
    }
    let url = str::from_utf8(&bytes[start..end]).ok()?;
    Some(match grammar.validate(url) {
        Ok(components) => {
            let (kind, delimiter) = (Kind::Url, Delimiter::Bare);
            PlainOpaque::Url(Plain { kind, start, end, delimiter, components, may_go_on: false })
        }
        Err(rejection) => PlainOpaque::Refused(start..end, start + rejection.at()),
    })
}

/// Whether nothing of a URL can stand where this byte does, right behind the colon, and what stands before it is marked off by nothing
/// or by this mark: the rules of all schemes ask for something.
fn ends_at_once(opening: u8, byte: u8) -> bool {
    matches!((opening, byte), (b' ', b'"' | b'<' | b'>') | (b'"', b'"'))
}
