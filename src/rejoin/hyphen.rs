//! Hyphens at the end of a line inside a URL: an ASCII hyphen may be part of it, a typographic one never is.

use crate::{
    finder::Hyphen,
    link::{Piece, Pieces},
};

/// SOFT HYPHEN and HYPHEN in UTF-8: only a typesetter writes them at a line's end.
const TYPOGRAPHIC: [&[u8]; 2] = ["\u{AD}".as_bytes(), "\u{2010}".as_bytes()];

/// How many bytes of the piece before a break belong to the URL, where the paragraph is a typesetter's or not.
pub(super) fn kept(piece: &[u8], hyphens: Hyphen, is_typeset: bool) -> usize {
    let drops_ascii = hyphens == Hyphen::Drop || hyphens == Hyphen::Auto && is_typeset;
    let typographic = TYPOGRAPHIC.iter().find(|hyphen| piece.ends_with(hyphen)).map(|hyphen| hyphen.len());
    let ascii = (drops_ascii && piece.ends_with(b"-")).then_some(1);
    piece.len() - typographic.or(ascii).unwrap_or(0)
}

/// Takes the hyphens that a typesetter put there off the end of each piece before a break.
pub(super) fn trim(bytes: &[u8], pieces: &mut Pieces, hyphens: Hyphen) {
    let Pieces::Many(pieces) = pieces else { return };
    for next in 1..pieces.len() {
        let after = pieces[next].start;
        let piece = &mut pieces[next - 1];
        if !has_line_end(&bytes[piece.end..after]) {
            continue;
        }
        let text = &bytes[piece.clone()];
        let typographic = TYPOGRAPHIC.iter().find(|hyphen| text.ends_with(hyphen)).map(|hyphen| hyphen.len());
        let ascii = (hyphens == Hyphen::Drop && text.ends_with(b"-")).then_some(1);
        piece.end -= typographic.or(ascii).unwrap_or(0);
    }
    pieces.retain(|piece| !piece.is_empty());
}

/// The URL with the hyphens at its breaks read the other way: dropped where they were kept, kept where they were dropped.
pub(super) fn other_reading(bytes: &[u8], pieces: &[Piece]) -> Option<String> {
    let last = pieces.last()?;
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
