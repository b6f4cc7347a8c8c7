//! The alternative reading of a joined URL: with or without hyphens at its breaks.

use super::host_break::HYPHENS;
use crate::link::Piece;

/// Returns the URL with the hyphens at its breaks read the other way: kept ones dropped, dropped ones kept.
pub(crate) fn other_reading(bytes: &[u8], pieces: &[Piece]) -> Option<String> {
    let mut other = Vec::new();
    let mut differs = false;
    for pair in pieces.windows(2) {
        let (text, after) = (&bytes[pair[0].clone()], &bytes[pair[0].end..pair[1].start]);
        let is_dropped = HYPHENS.iter().any(|hyphen| after.starts_with(hyphen.as_bytes()));
        // A space within a line is not a typesetter's break.
        let is_break = String::from_utf8_lossy(after).contains(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}']);
        let kept = text.strip_suffix(b"-").filter(|_| is_break);
        other.extend_from_slice(kept.unwrap_or(text));
        other.extend_from_slice(if kept.is_none() && is_dropped && is_break { b"-" } else { b"" });
        differs |= is_break && (kept.is_some() || is_dropped);
    }
    other.extend_from_slice(&bytes[pieces.last()?.clone()]);
    String::from_utf8(other).ok().filter(|_| differs)
}
