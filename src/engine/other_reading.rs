//! The alternative reading of a joined URL: with or without hyphens at its breaks.

use crate::{link::Piece, text::short};

/// SOFT HYPHEN and HYPHEN in UTF-8. Only typesetters write them at line ends.
const TYPOGRAPHIC: [&[u8]; 2] = ["\u{AD}".as_bytes(), "\u{2010}".as_bytes()];

/// Returns the URL with the hyphens at its breaks read the other way: kept ones dropped, dropped ones kept.
pub(crate) fn other_reading(bytes: &[u8], pieces: &[Piece]) -> Option<String> {
    let last = pieces.last()?;
    // Most breaks have no hyphen.
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

/// Returns `true` if a line ends between two pieces. A space within a line is not a typesetter's break.
fn has_line_end(between: &[u8]) -> bool {
    const SEPARATORS: [&[u8]; 3] = ["\u{85}".as_bytes(), "\u{2028}".as_bytes(), "\u{2029}".as_bytes()];
    between.iter().any(|byte| matches!(byte, b'\n' | b'\r'))
        || SEPARATORS.iter().any(|separator| short::find(between, separator).is_some())
}
