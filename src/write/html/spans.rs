//! What of a text the anchors of a link are put around.

use crate::link::{Link, Piece};

/// What of the text a link is put around: its pieces, and the escapes between them that stand in one line with both.
pub(super) fn spans(link: &Link<'_>) -> Vec<Piece> {
    let mut spans: Vec<Piece> = Vec::with_capacity(link.pieces().len());
    let start = link.range().start;
    for piece in link.pieces() {
        let is_escape = |gap: &[u8]| link.escapes().is_some() && !gap.iter().any(u8::is_ascii_whitespace);
        match spans.last_mut() {
            Some(last) if link.as_bytes().get(last.end - start..piece.start - start).is_some_and(is_escape) => {
                last.end = piece.end;
            }
            _ => spans.push(piece.clone()),
        }
    }
    spans
}
