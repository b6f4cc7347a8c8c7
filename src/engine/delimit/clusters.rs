//! Grapheme clusters: a URL neither begins nor ends inside one.

use unicode_segmentation::GraphemeCursor;

use crate::{
    engine::window::{Ahead, Cut},
    text::utf8::Char,
};

/// Clusters of more than a few characters can't begin this many bytes back and be a URL's business.
const MAX_CLUSTER: usize = 64;

/// Whether a grapheme cluster begins at `start`.
pub(crate) fn begins_cluster(ahead: &Ahead, start: usize) -> Result<bool, Cut> {
    if let Some([before, first]) = start.checked_sub(1).and_then(|before| ahead.bytes.get(before..start + 1))
        && before.is_ascii()
        && first.is_ascii()
    {
        return Ok(true);
    }
    let Char::Valid(c, length) = ahead.char(start)? else { return Ok(true) };
    match ahead.char_before(start) {
        Char::Valid(before, _) if is_known_to_part(before, c) => return Ok(true),
        Char::Valid(..) => {}
        _ => return Ok(true),
    }
    let from = char_boundary(ahead.bytes, start.saturating_sub(MAX_CLUSTER), start);
    ahead.worked(start - from);
    let Ok(text) = std::str::from_utf8(&ahead.bytes[from..start + length]) else { return Ok(true) };
    Ok(GraphemeCursor::new(start - from, text.len(), true).is_boundary(text, 0) != Ok(false))
}

/// The last boundary of a grapheme cluster at or before `end`.
pub(super) fn whole_clusters(ahead: &Ahead, start: usize, end: usize) -> Result<usize, Cut> {
    // Nothing joins an ASCII character to the one before it, but for the line feed of a CRLF.
    match ahead.get(end)? {
        Some(byte) if !byte.is_ascii() => {}
        _ => return Ok(end),
    }
    let Char::Valid(c, length) = ahead.char(end)? else { return Ok(end) };
    if matches!(ahead.char_before(end), Char::Valid(before, _) if is_known_to_part(before, c)) {
        return Ok(end);
    }
    let from = char_boundary(ahead.bytes, end.saturating_sub(MAX_CLUSTER).max(start), end);
    ahead.worked(end - from);
    let Ok(text) = std::str::from_utf8(&ahead.bytes[from..end + length]) else { return Ok(end) };
    let mut cursor = GraphemeCursor::new(end - from, text.len(), true);
    match cursor.is_boundary(text, 0) {
        Ok(false) => Ok(cursor.prev_boundary(text, 0).ok().flatten().map_or(end, |boundary| from + boundary)),
        _ => Ok(end),
    }
}

/// Whether it is known at once that one cluster ends with `before` and another begins with `c`. Where one of them is ASCII, nothing that
/// stands in front of both changes that.
pub(super) fn is_known_to_part(before: char, c: char) -> bool {
    if stands_alone(before) && stands_alone(c) {
        return true;
    }
    if !before.is_ascii() && !c.is_ascii() {
        return false;
    }
    let mut buffer = [0; 8];
    let first = before.encode_utf8(&mut buffer).len();
    let length = first + c.encode_utf8(&mut buffer[first..]).len();
    let is_boundary = |pair: &str| GraphemeCursor::new(first, pair.len(), true).is_boundary(pair, 0) == Ok(true);
    str::from_utf8(&buffer[..length]).is_ok_and(is_boundary)
}

/// Whether it is known at once to be no part of a cluster with another such character, but for the line feed of a CRLF: most
/// letters and punctuation.
pub(super) fn stands_alone(c: char) -> bool {
    matches!(c,
        '\0'..='\u{2FF}' | '\u{370}'..='\u{482}' | '\u{2010}'..='\u{206F}' | '\u{3000}'..='\u{3029}'
        | '\u{3041}'..='\u{3096}' | '\u{30A1}'..='\u{30FF}' | '\u{4E00}'..='\u{9FFF}' | '\u{FF01}'..='\u{FF9D}')
}

/// The first place at or behind `from` that is not inside a character, `to` at most.
fn char_boundary(bytes: &[u8], from: usize, to: usize) -> usize {
    from + bytes[from..to].iter().take_while(|&&byte| byte & 0xC0 == 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_alone_is_no_part_of_a_cluster() {
        let alone: Vec<char> = ('\0'..=char::MAX).filter(|&c| stands_alone(c)).collect();
        // One stands for all that have its properties in the other place.
        let others = ['a', 'é', '“', '日', '。', '\u{AD}', '©', '‼'];
        assert!(others.iter().all(|&c| stands_alone(c)));
        for &c in &alone {
            for other in others {
                for (before, c) in [(c, other), (other, c)] {
                    let text = format!("{before}{c}");
                    let mut cursor = GraphemeCursor::new(before.len_utf8(), text.len(), true);
                    assert_eq!(cursor.is_boundary(&text, 0), Ok(true), "{text:?}");
                }
            }
        }
    }
}
