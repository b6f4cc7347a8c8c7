//! Whether the same URL stands elsewhere in the text, where nothing breaks it: whole, or only as far as its line goes.

use memchr::memmem;

use crate::{
    engine::window::{Ahead, Cut},
    link::Piece,
};

/// How far before a URL it is looked for: the rolling buffer keeps that much.
pub(crate) const BACK: usize = 8 << 10;

/// How far behind its end it is looked for.
const FORTH: usize = 2 << 10;

/// How many times the bytes that stand at a break are looked through for it: so all looks together stay proportional to
/// the text, however many breaks it has.
const SHARE: usize = 128;

/// How many bytes of a text a search for a string passes in the time of a step.
pub(super) const STRIDE: usize = 16;

/// The most places on each side that the first part of the URL is found at.
const MAX_PLACES: usize = 16;

/// A URL of more pieces, or one that is longer than what is kept, is not looked for: its pieces are put together for each
/// look.
const MAX_PIECES: usize = 16;

/// How many of the last bytes of the first part are searched for.
const MAX_TAIL: usize = 16;

/// How much of what follows the break is compared.
const MAX_COMPARED: usize = 128;

/// So many bytes of what follows are no chance, if the URL goes on with more of the same word.
const MIN_CUT: usize = 8;

/// What stands behind a URL at the end of a sentence or of a part of one.
const SENTENCE: &[u8] = b".,;:!?";

/// What stands elsewhere of a URL that may go on behind a break. The last of them counts most: the first part of a URL may
/// be one of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Elsewhere {
    /// Nothing of it, or only with the same break.
    #[default]
    Nothing,
    /// What stands before the break, and there it ends.
    First,
    /// Both parts in one, with or without the hyphen before the break.
    Whole { has_hyphen: bool },
}

/// Looks for the URL whose `pieces` stand before a break, and go on with what begins at `next`, if at all.
pub(super) fn look(ahead: &Ahead, pieces: &[Piece], next: Piece) -> Result<Elsewhere, Cut> {
    let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else { return Ok(Elsewhere::Nothing) };
    if pieces.len() > MAX_PIECES || next.start - first.start > BACK {
        return Ok(Elsewhere::Nothing);
    }
    let most = SHARE * (next.end - last.start);
    let before = &ahead.bytes[first.start.saturating_sub(BACK.min(most))..first.start];
    let behind = ahead.up_to(next.end, FORTH.min(most))?;
    let mut url = Vec::with_capacity(pieces.iter().map(Piece::len).sum());
    pieces.iter().for_each(|piece| url.extend_from_slice(&ahead.bytes[piece.clone()]));
    ahead.worked(url.len() + (before.len() + behind.len()) / STRIDE);
    let needle = Needle::new(&url, &ahead.bytes[next]);
    Ok(needle.find_in(before).max(needle.find_in(behind)))
}

/// A URL with a break in it, as it would stand elsewhere.
struct Needle<'n> {
    /// What stands before the break, but for the punctuation right before it: up to its last bytes, and these, which are
    /// searched for. A longer string would take more time to prepare than to find.
    head: &'n [u8],
    tail: memmem::Finder<'n>,
    punctuation: &'n [u8],
    /// What stands behind the break.
    rest: &'n [u8],
}

impl<'n> Needle<'n> {
    fn new(url: &'n [u8], rest: &'n [u8]) -> Needle<'n> {
        let end = url.iter().rposition(|&byte| is_inside(byte)).map_or(0, |last| last + 1);
        let rest_end = rest.iter().rposition(|&byte| is_inside(byte)).map_or(0, |last| last + 1);
        let (head, tail) = url[..end].split_at(end.saturating_sub(MAX_TAIL));
        let tail = memmem::Finder::new(tail);
        Needle { head, tail, punctuation: &url[end..], rest: &rest[..rest_end.min(MAX_COMPARED)] }
    }

    fn find_in(&self, text: &[u8]) -> Elsewhere {
        let mut found = Elsewhere::Nothing;
        if self.rest.is_empty() {
            return found;
        }
        for at in self.tail.find_iter(text).take(MAX_PLACES) {
            let behind = &text[at + self.tail.needle().len()..];
            if !text[..at].ends_with(self.head) {
                continue;
            }
            if self.goes_on(behind, self.punctuation) {
                return Elsewhere::Whole { has_hyphen: true };
            }
            if let Some(punctuation) = without_hyphen(self.punctuation)
                && self.goes_on(behind, punctuation)
            {
                return Elsewhere::Whole { has_hyphen: false };
            }
            if behind.strip_prefix(self.apart()).is_some_and(ends_here) {
                found = Elsewhere::First;
            }
        }
        found
    }

    /// The punctuation that is the URL's even if it ends there.
    fn apart(&self) -> &'n [u8] {
        let end = self.punctuation.iter().rposition(|byte| !SENTENCE.contains(byte)).map_or(0, |last| last + 1);
        &self.punctuation[..end]
    }

    /// Whether the text behind the stem is the rest of the URL.
    fn goes_on(&self, behind: &[u8], punctuation: &[u8]) -> bool {
        let rest = behind.strip_prefix(punctuation).and_then(|behind| behind.strip_prefix(self.rest));
        rest.is_some_and(|rest| self.rest.len() >= MIN_CUT || !rest.first().is_some_and(u8::is_ascii_alphanumeric))
    }
}

/// Whether a URL is sure to end before this: a bracket or quotation mark closes, or more follows on the line. A mark that ends the line may be that of a
/// part of a string which goes on below.
fn ends_here(behind: &[u8]) -> bool {
    let punctuation = behind.iter().take_while(|byte| SENTENCE.contains(byte)).count();
    match &behind[punctuation..] {
        [b'"' | b'\'', b'\n' | b'\r', ..] => false,
        [b'>' | b')' | b']' | b'}' | b'"' | b'\'' | b'`', ..] => true,
        [b' ', byte, ..] => !byte.is_ascii_whitespace(),
        _ => false,
    }
}

fn without_hyphen(punctuation: &[u8]) -> Option<&[u8]> {
    ["-", "\u{AD}", "\u{2010}"].iter().find_map(|hyphen| punctuation.strip_suffix(hyphen.as_bytes()))
}

/// Whether it is neither a sentence's punctuation nor a hyphen, nor closes anything.
fn is_inside(byte: u8) -> bool {
    byte.is_ascii() && !b".,;:!?-_~*@=&()[]<>{}\"'`".contains(&byte)
}
