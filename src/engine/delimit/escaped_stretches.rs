//! The stretches of a text that are left of it where its escapes are undone, and what they are pieces of.

use super::escape::{Escape, EscapePlace, escape};
use crate::{
    engine::window::{Ahead, Cut},
    link::{Notation, Piece},
    text::byte_table::byte_table,
};

/// A part of a URL: what stands in the text, and the character that it is written for where that is another.
pub(super) struct Stretch {
    pub(super) piece: Piece,
    pub(super) stands_for: Option<char>,
}

impl Stretch {
    /// How many bytes of the URL it is.
    pub(super) fn len(&self) -> usize {
        self.stands_for.map_or(self.piece.len(), char::len_utf8)
    }
}

/// What stands in a text without the escapes in it.
pub(super) struct Stretches {
    pub(super) stretches: Vec<Stretch>,
    /// The notation of the escapes.
    pub(super) notation: Option<Notation>,
    /// Whether no URL goes on behind the last.
    pub(super) is_whole: bool,
}

/// The bytes that are no escape, and neither end a URL nor begin its query.
const GOES_ON: [bool; 256] = byte_table!(|byte| !matches!(byte, 0..=b' ' | b'"' | b'<' | b'>' | b'\\' | b'?'));

/// What stands from `start` on up to what no URL goes on with, or `length` bytes of it, without the escapes. The first that is none of
/// the notation ends it.
pub(super) fn stretches(
    ahead: &Ahead,
    start: usize,
    length: usize,
    mut place: EscapePlace,
    mut notation: Option<Notation>,
) -> Result<Stretches, Cut> {
    let mut stretches = Vec::new();
    let (mut piece, mut at) = (start, start);
    let mut is_whole = true;
    loop {
        if at - start >= length {
            is_whole = false;
            break;
        }
        match ahead.get(at)? {
            Some(b'\\') => {
                let Some((escape, of)) = escape(ahead, at, place)? else { break };
                if notation.is_some_and(|notation| notation != of) {
                    break;
                }
                notation = Some(of);
                let front = escape.front();
                if at < piece + front {
                    break;
                }
                if at > piece + front {
                    stretches.push(Stretch { piece: piece..at - front, stands_for: None });
                }
                let end = at + escape.len();
                match (escape, ahead.bytes[at + 1]) {
                    (Escape::Character, b'(') => place.bracket = true,
                    (Escape::Character, b')') => place.bracket = false,
                    _ => {}
                }
                piece = if let Escape::Character = escape { at + 1 } else { end };
                match escape {
                    Escape::Other { character, .. } => {
                        stretches.push(Stretch { piece: at - front..end, stands_for: Some(character) });
                    }
                    Escape::Tilde | Escape::InBraces => {
                        stretches.push(Stretch { piece: at + 1..at + 2, stands_for: None });
                    }
                    Escape::Character | Escape::Nothing => {}
                }
                at = end;
            }
            None | Some(0..=b' ' | b'"' | b'<' | b'>') => break,
            Some(byte) => {
                place.query |= byte == b'?';
                at += 1;
                let most = length.saturating_sub(at - start);
                let rest = ahead.bytes.get(at..).unwrap_or_default();
                at += rest.iter().take(most).take_while(|&&byte| GOES_ON[usize::from(byte)]).count();
            }
        }
    }
    if at > piece {
        stretches.push(Stretch { piece: piece..at, stands_for: None });
    }
    ahead.worked(at - start);
    Ok(Stretches { stretches, notation, is_whole })
}

/// How many bytes stand in the text without escapes in front of the one at `at`, if that is in one of the stretches.
pub(super) fn place_of(stretches: &[Stretch], at: usize) -> Option<usize> {
    let holding = stretches.iter().position(|stretch| stretch.stands_for.is_none() && stretch.piece.contains(&at))?;
    let before: usize = stretches[..holding].iter().map(Stretch::len).sum();
    Some(before + at - stretches[holding].piece.start)
}

/// The pieces in the text of the first `length` bytes of a URL.
pub(super) fn pieces(stretches: Vec<Stretch>, length: usize) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut rest = length;
    for stretch in stretches {
        if rest == 0 {
            break;
        }
        let kept = stretch.len().min(rest);
        rest -= kept;
        let end = if stretch.stands_for.is_some() { stretch.piece.end } else { stretch.piece.start + kept };
        match pieces.last_mut() {
            Some(last) if last.end == stretch.piece.start => last.end = end,
            _ => pieces.push(stretch.piece.start..end),
        }
    }
    pieces
}
