//! Hyphens at the end of a line inside a URL: an ASCII hyphen may be part of it, a typographic one never is.

use std::cell::OnceCell;

use super::{
    elsewhere::{self, Elsewhere},
    evidence::is_typeset_around,
    known_domains::keeps_hyphen_in_domain,
    rest::is_rest_of_word,
};
use crate::{
    config::Hyphen,
    engine::window::{Ahead, Cut},
    link::{Piece, Pieces},
};

/// SOFT HYPHEN and HYPHEN in UTF-8: only a typesetter writes them at a line's end.
const TYPOGRAPHIC: [&[u8]; 2] = ["\u{AD}".as_bytes(), "\u{2010}".as_bytes()];

/// What it costs to look around for what a hyphen is, in steps, beside those for what is read.
const LOOKING_AROUND: usize = 2000;

/// How many bytes of the piece before a break belong to the URL, where `after` is what follows the break. The same URL
/// elsewhere says whether a hyphen does; otherwise, a typesetter hyphenates between letters,
/// and behind a slash.
pub(super) fn kept(
    piece: &[u8],
    after: &[u8],
    hyphens: Hyphen,
    elsewhere: Elsewhere,
    is_typeset: impl FnOnce() -> bool,
) -> usize {
    if let Some(hyphen) = TYPOGRAPHIC.iter().find(|hyphen| piece.ends_with(hyphen)) {
        return piece.len() - hyphen.len();
    }
    let drops = match (piece, hyphens) {
        ([.., b'-'], Hyphen::Drop) => true,
        ([.., before, b'-'], Hyphen::Auto) => match (elsewhere, keeps_hyphen_in_domain(piece, after)) {
            (Elsewhere::Whole { has_hyphen }, _) => !has_hyphen,
            (_, Some(keeps)) => !keeps,
            // No name in a path begins with one.
            _ if *before == b'/' && !piece.ends_with(b"//-") => {
                after.first().is_some_and(|first| first.is_ascii_alphanumeric() || *first == b'~')
            }
            _ => {
                before.is_ascii_alphabetic()
                    && after.first().is_some_and(u8::is_ascii_lowercase)
                    && (is_rest_of_word(after) || is_typeset())
            }
        },
        _ => false,
    };
    piece.len() - usize::from(drops)
}

/// Takes the hyphens that a typesetter put there off the end of each piece before a break. `can_weigh` says whether the text around may be
/// asked, too; returns whether it had to be, and was not.
pub(crate) fn trim_hyphens(ahead: &Ahead, pieces: &mut Pieces, hyphens: Hyphen, can_weigh: bool) -> Result<bool, Cut> {
    let Pieces::Many(pieces) = pieces else { return Ok(false) };
    let (Some(start), Some(end)) = (pieces.first().map(|first| first.start), pieces.last().map(|last| last.end)) else {
        return Ok(false);
    };
    // All pieces stand in the same paragraph.
    let setting = OnceCell::new();
    let mut is_unweighed = false;
    for next in 1..pieces.len() {
        let (piece, after) = (pieces[next - 1].clone(), pieces[next].clone());
        if !has_line_end(&ahead.bytes[piece.end..after.start]) {
            continue;
        }
        let (text, rest) = (&ahead.bytes[piece.clone()], &ahead.bytes[after.clone()]);
        let is_open = hyphens == Hyphen::Auto && text.ends_with(b"-");
        is_unweighed |= is_open && !can_weigh;
        let looks_around = is_open && can_weigh;
        ahead.worked(if looks_around { LOOKING_AROUND } else { 0 });
        let elsewhere = if looks_around { elsewhere::look(ahead, &pieces[..next], after)? } else { Elsewhere::Nothing };
        let is_typeset = || looks_around && *setting.get_or_init(|| is_typeset_around(ahead, start, end)) == Ok(true);
        let kept = kept(text, rest, hyphens, elsewhere, is_typeset);
        if let Some(Err(cut)) = setting.get() {
            return Err(*cut);
        }
        pieces[next - 1].end = piece.start + kept;
    }
    pieces.retain(|piece| !piece.is_empty());
    Ok(is_unweighed)
}

/// The URL with the hyphens at its breaks read the other way: dropped where they were kept, kept where they were dropped.
pub(crate) fn other_reading(bytes: &[u8], pieces: &[Piece]) -> Option<String> {
    let last = pieces.last()?;
    // Most breaks have none.
    let has_hyphen = |pair: &[Piece]| {
        let (text, after) = (&bytes[pair[0].clone()], &bytes[pair[0].end..pair[1].start]);
        text.ends_with(b"-") || after.starts_with(b"-") || TYPOGRAPHIC.iter().any(|hyphen| after.starts_with(hyphen))
    };
    if !pieces.windows(2).any(has_hyphen) {
        return None;
    }
    let mut other = Vec::new();
    let mut differs = false;
    for pair in pieces.windows(2) {
        let text = &bytes[pair[0].clone()];
        let after = &bytes[pair[0].end..pair[1].start];
        if !has_line_end(after) {
            other.extend_from_slice(text);
        } else if let Some(kept) = text.strip_suffix(b"-") {
            other.extend_from_slice(kept);
            differs = true;
        } else {
            other.extend_from_slice(text);
            if after.starts_with(b"-") || TYPOGRAPHIC.iter().any(|hyphen| after.starts_with(hyphen)) {
                other.push(b'-');
                differs = true;
            }
        }
    }
    other.extend_from_slice(&bytes[last.clone()]);
    if differs { String::from_utf8(other).ok() } else { None }
}

/// Whether a line ends in what stands between two pieces: a space in the middle of a line is no typesetter's break.
fn has_line_end(between: &[u8]) -> bool {
    const SEPARATORS: [&[u8]; 3] = ["\u{85}".as_bytes(), "\u{2028}".as_bytes(), "\u{2029}".as_bytes()];
    between.iter().any(|byte| matches!(byte, b'\n' | b'\r'))
        || SEPARATORS.iter().any(|separator| memchr::memmem::find(between, separator).is_some())
}
