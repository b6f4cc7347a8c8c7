//! Hyphens at the end of a line inside a URL: an ASCII hyphen may be part of it, a typographic one never is.

use crate::{
    finder::Hyphen,
    link::{Piece, Pieces},
};

/// SOFT HYPHEN and HYPHEN in UTF-8: only a typesetter writes them at a line's end.
const TYPOGRAPHIC: [&[u8]; 2] = ["\u{AD}".as_bytes(), "\u{2010}".as_bytes()];

/// Takes the hyphens that a typesetter put there off the end of each piece before a break.
pub(super) fn trim(bytes: &[u8], pieces: &mut Pieces, hyphens: Hyphen) {
    let Pieces::Many(pieces) = pieces else { return };
    let last = pieces.len() - 1;
    for at in 0..last {
        let next = pieces[at + 1].start;
        let piece = &mut pieces[at];
        if std::str::from_utf8(&bytes[piece.end..next]).is_ok_and(|between| !between.contains(is_line_end)) {
            // Only at a line's end does a typesetter break a word.
            continue;
        }
        let text = &bytes[piece.clone()];
        let typographic = TYPOGRAPHIC.iter().find(|hyphen| text.ends_with(hyphen)).map(|hyphen| hyphen.len());
        let ascii = (hyphens == Hyphen::Drop && text.ends_with(b"-")).then_some(1);
        piece.end -= typographic.or(ascii).unwrap_or(0);
    }
    pieces.retain(|piece| !piece.is_empty());
}

fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// The URL with the hyphens at its breaks read the other way: dropped where they were kept, kept where they were dropped.
pub(super) fn other_reading(bytes: &[u8], pieces: &[Piece]) -> Option<String> {
    let (last, broken) = pieces.split_last()?;
    let mut other = Vec::new();
    let mut differs = false;
    for piece in broken {
        let text = &bytes[piece.clone()];
        let after = &bytes[piece.end..];
        if let Some(kept) = text.strip_suffix(b"-") {
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
