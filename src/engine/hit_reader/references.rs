//! Ampersands that HTML and XML have as references to the character: `&amp;`, `&#38;`. In other text those bytes may be meant, and so they are
//! undone where it is certain that markup stands around a URL: as the value of an attribute, or all that is in an element.
//!
//! ```text
//! <a href="http://a.example/?b=1&amp;c=2">        http://a.example/?b=1&c=2
//! <link>http://a.example/?b=1&amp;c=2</link>
//! &lt;a href="http://a.example/?b=1&amp;amp;c=2"&gt;
//! ```

use std::borrow::Cow;

use crate::{
    engine::{
        candidate::Candidate,
        rejoin::pieces::join,
        window::{Ahead, Cut},
    },
    link::{Notation, Piece, Pieces},
};

/// What HTML and XML have behind the sign of an ampersand, by its name or its number.
const AMPERSANDS: [&[u8]; 5] = [b"amp;", b"#38;", b"#038;", b"#x26;", b"#X26;"];

/// What a URL ends in that has lost its semicolon as punctuation.
const UNCLOSED: &[u8] = b"&amp";

/// How much of a tag is looked at for where it begins: all of this the rolling buffer keeps.
const MAX_TAG: usize = 512;

/// How much white space stands at most between a tag and the text of its element.
const MAX_SPACE: usize = 64;

/// The candidate with its ampersands, if it has any as references and stands in markup.
pub(crate) fn without_references<'w>(ahead: &Ahead<'w, '_>, candidate: Candidate<'w>) -> Result<Candidate<'w>, Cut> {
    let written = candidate.written.as_bytes();
    let mut ampersands = memchr::memchr_iter(b'&', written);
    let is_reference = |at: usize| reference_length(&written[at + 1..]) > 0 || written[at..] == *UNCLOSED;
    if candidate.escapes.is_some() || !ampersands.any(is_reference) {
        return Ok(candidate);
    }
    let Piece { start, end } = candidate.range();
    let Some(times) = times_escaped(ahead, start, end)? else { return Ok(candidate) };
    let mut pieces = Vec::new();
    for piece in candidate.pieces.as_slice() {
        part(ahead.bytes, piece.clone(), times, &mut pieces);
    }
    if pieces.len() == candidate.pieces.as_slice().len() && pieces.last().map(|last| last.end) == Some(end) {
        return Ok(candidate);
    }
    let pieces = Pieces::Many(pieces);
    let Some(Cow::Owned(written)) = join(ahead.bytes, &pieces) else { return Ok(candidate) };
    Ok(Candidate { pieces, written: Cow::Owned(written), escapes: Some(Notation::Html), ..candidate })
}

/// How often the text around the URL was written with references; none where it is not known to be markup.
fn times_escaped(ahead: &Ahead, start: usize, end: usize) -> Result<Option<usize>, Cut> {
    let front = &ahead.bytes[start.saturating_sub(MAX_TAG)..start];
    Ok(match attribute_start(front) {
        Some(name) => tag_start(ahead, &front[..name]),
        None if is_behind_start_tag(ahead, front) && is_in_front_of_end_tag(ahead, end)? => Some(1),
        None => None,
    })
}

/// Where the name of the attribute begins whose value begins behind `front`, with a quotation mark in front.
fn attribute_start(front: &[u8]) -> Option<usize> {
    let front = front.strip_suffix(b"\"").or(front.strip_suffix(b"'"))?;
    let front = front.strip_suffix(b"\\").unwrap_or(front).trim_ascii_end().strip_suffix(b"=")?.trim_ascii_end();
    let is_of_name = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b':' | b'.');
    let name = front.len() - front.iter().rev().take_while(is_of_name).count();
    (name < front.len() && front[..name].last()?.is_ascii_whitespace()).then_some(name)
}

/// How often a tag was written with references that `front` ends in; none where it ends in no tag.
fn tag_start(ahead: &Ahead, front: &[u8]) -> Option<usize> {
    // So many bytes a processor looks at in the time of one.
    ahead.worked(front.len() / 8);
    let begins_name = |text: &[u8]| text.first().is_some_and(u8::is_ascii_alphabetic);
    for at in memchr::memrchr3_iter(b'<', b'>', b'&', front) {
        match &front[at..] {
            [b'<', name @ ..] => return begins_name(name).then_some(1),
            [b'&', b'l', b't', b';', name @ ..] => return begins_name(name).then_some(2),
            [b'>', ..] | [b'&', b'g', b't', b';', ..] => return None,
            _ => {}
        }
    }
    None
}

/// Whether `front` ends in a tag that opens an element, and white space.
fn is_behind_start_tag(ahead: &Ahead, front: &[u8]) -> bool {
    let Some(tag) = front.trim_ascii_end().strip_suffix(b">") else { return false };
    !tag.ends_with(b"/") && tag_start(ahead, tag) == Some(1)
}

/// Whether an element ends behind the URL that ends there, and white space.
fn is_in_front_of_end_tag(ahead: &Ahead, end: usize) -> Result<bool, Cut> {
    let mut at = end;
    while at - end < MAX_SPACE && ahead.get(at)?.is_some_and(|byte| byte.is_ascii_whitespace()) {
        at += 1;
    }
    Ok(ahead.some(at, 2)? == b"</")
}

/// Parts a piece behind each ampersand, and leaves out what stands behind that as often as it was written so.
fn part(bytes: &[u8], mut piece: Piece, times: usize, pieces: &mut Vec<Piece>) {
    if bytes[piece.clone()].ends_with(UNCLOSED) && bytes[piece.end..].starts_with(b";") {
        piece.end += 1;
    }
    let mut start = piece.start;
    for found in memchr::memchr_iter(b'&', &bytes[piece.clone()]) {
        let ampersand = piece.start + found + 1;
        let mut next = ampersand;
        for _ in 0..times {
            next += reference_length(&bytes[next..piece.end]);
        }
        if next > ampersand {
            pieces.push(start..ampersand);
            start = next;
        }
    }
    if start < piece.end {
        pieces.push(start..piece.end);
    }
}

/// The length of what is left of a reference to an ampersand behind that; 0 where it is none.
fn reference_length(behind: &[u8]) -> usize {
    AMPERSANDS.iter().find(|name| behind.starts_with(name)).map_or(0, |name| name.len())
}
