//! A URL that nothing delimits: it ends where its form says, without what is the sentence's.

pub(crate) use super::clusters::begins_cluster;
use super::{
    argument::{Command, command_before},
    clusters::whole_clusters,
    trim::{trim, without_open_brace},
};
use crate::{
    config::Config,
    engine::{
        forms::{
            beginning::{Beginning, Ending, Form},
            hierarchical::missing_slashes,
            read,
            tail::{self, without_soft},
            verbatim::verbatim_mark,
        },
        window::{Ahead, Cut},
    },
    link::Piece,
    text::{
        characters::{is_soft, is_typographic_hyphen},
        utf8::Char,
    },
};

/// How much punctuation may stand before the parenthesis of a link in Markdown.
const MAX_PUNCTUATION: usize = 64;

/// Where a URL ends that nothing delimits.
pub(crate) struct Bare {
    pub(crate) end: usize,
    /// Where the search goes on: behind a fragment that is no part of it by the grammar, if it has one.
    pub(crate) resume: usize,
    /// Where its authority ends, if it has one.
    pub(crate) authority_end: Option<usize>,
}

impl Bare {
    /// Whether something of it stands behind its authority.
    pub(crate) fn has_tail(&self) -> bool {
        self.authority_end.is_some_and(|end| end < self.end)
    }
}

/// What a candidate is that nothing delimits.
pub(crate) enum Undelimited {
    Url(Bare),
    /// The byte at this index can't stand there.
    Refused(usize),
    /// None, and no other begins before this index.
    Nothing(usize),
}

impl Undelimited {
    /// Where the authority begins of a URL by the form of `beginning`, if nothing but that was read.
    pub(crate) fn authority_alone(&self, beginning: &Beginning) -> Option<usize> {
        let Form::Hierarchical(authority) = beginning.form else { return None };
        let is_alone = match self {
            Undelimited::Url(bare) => !bare.has_tail(),
            Undelimited::Refused(_) | Undelimited::Nothing(_) => true,
        };
        (is_alone && beginning.is_proven).then_some(authority)
    }
}

/// Reads the candidate that begins there. Nothing before `floor` belongs to it.
pub(crate) fn read(config: &Config, ahead: &Ahead, floor: usize, beginning: &Beginning) -> Result<Undelimited, Cut> {
    let start = beginning.start;
    let (end, host_end) = match read::end(ahead, beginning)? {
        Ending::At { end, host_end } => (end, host_end),
        Ending::Refused(at) => return Ok(Undelimited::Refused(at)),
        Ending::Nothing(at) => return Ok(Undelimited::Nothing(at)),
    };
    let destination = if end > host_end {
        match markdown_destination(ahead, floor, start, end)? {
            Some(end) => Some(end),
            None => argument_end(ahead, start, host_end..end)?,
        }
    } else {
        None
    };
    let trimmed = match destination {
        Some(end) => end,
        None => trim(ahead, floor, start, end)?,
    };
    let mut end = whole_clusters(ahead, start, trimmed)?;
    if end < trimmed && end < host_end || end <= host_end && is_cut_at(ahead, end)? {
        // Less of a host is another host.
        return Ok(Undelimited::Refused(host_end));
    }
    if end < trimmed {
        let end_before_brace = without_open_brace(&ahead.bytes[..end], start);
        end = trim(ahead, floor, start, without_soft(ahead, start, end_before_brace))?;
    }
    let resume = end;
    if let Some(number_sign) = fragment_outside(config, &ahead.bytes[start..end]) {
        end = trim(ahead, floor, start, without_soft(ahead, start, start + number_sign))?;
    }
    let has_authority =
        matches!(beginning.form, Form::Hierarchical(_) | Form::Host(_)) && host_end > start && end >= host_end;
    Ok(Undelimited::Url(Bare { end, resume, authority_end: has_authority.then_some(host_end) }))
}

/// Whether a hyphen that only a typesetter writes stands at `end`, and there ends the line: what goes on below is the rest.
fn is_cut_at(ahead: &Ahead, end: usize) -> Result<bool, Cut> {
    match ahead.char(end)? {
        Char::Valid(c, length) if is_typographic_hyphen(c) => {
            Ok(matches!(ahead.get(end + length)?, Some(b'\n' | b'\r')))
        }
        _ => Ok(false),
    }
}

/// Where the destination of a link in Markdown ends, `](destination)`: at its parenthesis, whatever stands before that.
fn markdown_destination(ahead: &Ahead, floor: usize, start: usize, end: usize) -> Result<Option<usize>, Cut> {
    if start < floor + 2 || !ahead.bytes[..start].ends_with(b"](") {
        return Ok(None);
    }
    let mut at = end;
    while at - end < MAX_PUNCTUATION {
        match ahead.char(at)? {
            Char::Valid(')', _) => return Ok(Some(at)),
            Char::Valid(c, length) if is_soft(c) => at += length,
            _ => break,
        }
    }
    Ok(None)
}

/// Where a URL with this tail ends in the argument of a command of TeX or Texinfo: in front of the percent sign that ends its line, of the comma
/// behind which words stand, or of the mark that closes what is taken as it is.
fn argument_end(ahead: &Ahead, start: usize, tail: Piece) -> Result<Option<usize>, Cut> {
    let end = tail.end;
    Ok(match command_before(&ahead.bytes[..start]) {
        Some(Command::Texinfo) => memchr::memchr(b',', &ahead.bytes[tail.clone()]).map(|comma| tail.start + comma),
        Some(Command::Tex) if ahead.bytes[tail.clone()].ends_with(b"%") && is_comment_of_tex(ahead, end - 1)? => {
            Some(end - 1)
        }
        None => verbatim_mark(&ahead.bytes[..start]).and_then(|mark| {
            // In a query the sign is its own.
            let tail_bytes = &ahead.bytes[tail.clone()];
            let query = memchr::memchr(b'?', tail_bytes).filter(|_| mark != b'|').unwrap_or(tail_bytes.len());
            memchr::memchr(mark, &tail_bytes[..query]).map(|closing| tail.start + closing)
        }),
        _ => None,
    })
}

/// Whether a percent sign stands there and ends its line: in TeX it drops the line end.
pub(crate) fn is_comment_of_tex(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    Ok(ahead.get(at)? == Some(b'%') && matches!(ahead.get(at + 1)?, Some(b'\n' | b'\r')))
}

/// Where the number sign stands in `url` whose fragment is not part of it by the grammar.
pub(crate) fn fragment_outside(config: &Config, url: &[u8]) -> Option<usize> {
    if config.grammar.syntax().table.has_fragments() { None } else { memchr::memchr(b'#', url) }
}

/// What is known of the authority of a URL that goes on behind a break.
#[derive(Clone, Copy)]
pub(crate) enum AuthorityBounds {
    /// It ends before the break, at this index.
    To(usize),
    /// It begins at this index, and the break stands in its host.
    From(usize),
}

/// The pieces that evidence put together, cut where the URL ends that they make, and the URL; none where it ends before
/// the second. The URL by itself ends at `end`.
pub(crate) fn end_joined(
    ahead: &Ahead,
    floor: usize,
    authority: AuthorityBounds,
    end: usize,
    mut pieces: Vec<Piece>,
) -> Option<(Vec<Piece>, String)> {
    let start = pieces.first()?.start;
    // What stands in front of a URL may close it.
    let front = usize::from(start > floor);
    let mut joined = Vec::with_capacity(front + pieces.iter().map(Piece::len).sum::<usize>());
    joined.extend_from_slice(&ahead.bytes[start - front..start]);
    pieces.iter().for_each(|piece| joined.extend_from_slice(&ahead.bytes[piece.clone()]));
    ahead.worked(joined.len());
    let text = ahead.over(&joined);
    let authority_end = match authority {
        AuthorityBounds::To(end) => end - start + front,
        AuthorityBounds::From(begin) => {
            let begin = begin - start + front;
            read::authority_end(&text, begin + missing_slashes(&joined, begin).len())?
        }
    };
    let tail_end = tail::behind_authority(&text, front, authority_end).ok()?;
    let comma = match command_before(&ahead.bytes[..start]) {
        Some(Command::Texinfo) => memchr::memchr(b',', joined.get(authority_end..tail_end)?),
        _ => None,
    };
    let tail_end = comma.map_or(tail_end, |comma| authority_end + comma);
    let tail_end = if is_all_of_string(ahead, &joined[tail_end..], &pieces) { joined.len() } else { tail_end };
    let trimmed = trim(&text, 0, front, tail_end).ok()?;
    let joined_end = whole_clusters(&text, front, trimmed).ok()?;
    if joined_end <= front + pieces[0].len().max(end - start) {
        return None;
    }
    cut(&mut pieces, joined_end - front);
    joined.truncate(joined_end);
    joined.drain(..front);
    let written = String::from_utf8(joined).ok()?;
    Some((pieces, written))
}

/// Whether the pieces are all that stands in strings of a program, the first of which the URL begins, and the rest of it closes a bracket.
fn is_all_of_string(ahead: &Ahead, rest: &[u8], pieces: &[Piece]) -> bool {
    let ([first, ..], Some(last)) = (pieces, pieces.last()) else { return false };
    let mark = ahead.bytes[..first.start].last().filter(|mark| matches!(mark, b'"' | b'\''));
    let count = |byte: u8| {
        pieces.iter().map(|piece| memchr::memchr_iter(byte, &ahead.bytes[piece.clone()]).count()).sum::<usize>()
    };
    rest.first() == Some(&b')')
        && mark.is_some()
        && [first, last].iter().all(|piece| ahead.bytes.get(piece.end) == mark)
        && count(b'(') == count(b')')
}

/// Cuts the pieces so that they have `length` bytes together.
pub(super) fn cut(pieces: &mut Vec<Piece>, length: usize) {
    let mut rest = length;
    for piece in pieces.iter_mut() {
        piece.end = piece.start + piece.len().min(rest);
        rest -= piece.len();
    }
    pieces.retain(|piece| !piece.is_empty());
}
