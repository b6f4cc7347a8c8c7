//! URLs in a text whose notation puts a backslash in front of some of their characters, or between two of them: JSON, the
//! sources of manual pages, LaTeX and Markdown. The escapes are undone as breaks are: they stand between two pieces. What each
//! stands for is told in [`escape`](super::escape).

use super::{
    bare::{self, Bare, Undelimited},
    escape::{Escape, EscapePlace, escape},
    escaped_stretches::{Stretch, Stretches, pieces, place_of, stretches},
    front_escape::{FrontEscape, is_open_in_properties},
};
use crate::{
    config::Config,
    engine::{
        forms::{
            address::has_escapes,
            beginning::{Beginning, Form},
            read,
        },
        window::{Ahead, Cut},
    },
    link::{Notation, Piece},
};

/// The longest text that is read as one URL with escapes.
const MAX_LENGTH: usize = 4096;

/// How much of it is read at first, and how many times as much each time that this turns out not to be enough.
const FIRST_LENGTH: usize = 96;
const GROWTH: usize = 4;

/// The part of what was read that a URL takes at most, for what stands behind it to be enough to tell its end: the part is one of so many.
const MOST_OF_READ: usize = 2;

/// The longest authority that is read with escapes: a host name and a port.
const MAX_AUTHORITY: usize = 320;

/// How much stands at most between the name of a field and its value.
const MAX_BETWEEN: usize = 16;

/// Where roff may break a line.
const ROFF_BREAK: &[u8] = br"\:";

/// How much punctuation a URL may have lost in front of an escape.
const MAX_PUNCTUATION: usize = 8;

/// A URL with its escapes undone.
pub(crate) struct Escaped {
    pub(crate) pieces: Vec<Piece>,
    pub(crate) written: String,
    pub(crate) notation: Notation,
}

/// Whether an escape may go on with the URL that was read as `undelimited`.
pub(crate) fn may_be_escaped(ahead: &Ahead, beginning: &Beginning, undelimited: &Undelimited) -> Result<bool, Cut> {
    if FrontEscape::of(ahead.bytes, beginning) != FrontEscape::None {
        return Ok(true);
    }
    if let Form::Address(domain) = beginning.form {
        let (Undelimited::Url(Bare { end: at, .. }) | Undelimited::Refused(at) | Undelimited::Nothing(at)) =
            undelimited;
        let goes_on = matches!(ahead.some(*at, 3)?, [b'\\', b'-', ..] | br"\&.");
        return Ok(goes_on || has_escapes(ahead.bytes, beginning.start, domain));
    }
    let mut at = match undelimited {
        Undelimited::Url(bare) => bare.end,
        Undelimited::Refused(at) => *at,
        Undelimited::Nothing(_) => return Ok(false),
    };
    let end = at + MAX_PUNCTUATION;
    while at < end && ahead.get(at)?.is_some_and(|byte| byte.is_ascii_punctuation() && byte != b'\\') {
        at += 1;
    }
    if matches!(beginning.form, Form::Mail(_)) {
        // Behind its domain others are those of the text around.
        return Ok(ahead.some(at, 2)? == br"\-");
    }
    if is_in_font(ahead.bytes, beginning.start) && ahead.some(at, 2)? == br"\."
        || matches!(ahead.some(at, 5)?, br"\text" | br"\stri" | br"\sim$")
    {
        return Ok(true);
    }
    Ok(matches!(
        ahead.some(at, 2)?,
        [b'\\', b'/' | b'-' | b'_' | b'#' | b'~' | b'%' | b'&' | b':' | b'(' | b'[' | b'@' | b'u' | b'x']
    ))
}

/// Whether a change of font stands right in front, such as `\fI`: the text is the source of a manual page.
fn is_in_font(bytes: &[u8], start: usize) -> bool {
    matches!(bytes[..start], [.., b'\\', b'f', b'B' | b'I' | b'C' | b'1'..=b'9'])
}

/// Whether a command of LaTeX stands in front that takes a URL (`\url{`, `\href{`), or the field of a bibliography that has one (`url = {`).
fn is_in_latex(bytes: &[u8], start: usize) -> bool {
    let Some(front) = bytes[..start].strip_suffix(b"{") else { return false };
    let is_between = |byte: &&u8| matches!(**byte, b' ' | b'\t' | b'=');
    let between = front.iter().rev().take(MAX_BETWEEN).take_while(is_between).count();
    let word = &front[..front.len() - between];
    if between == 0 {
        return [&br"\url"[..], br"\href", br"\path", br"\nolinkurl"].iter().any(|command| word.ends_with(command));
    }
    let (front, name) = word.split_at(word.len().saturating_sub(b"url".len()));
    name.eq_ignore_ascii_case(b"url") && !front.last().is_some_and(u8::is_ascii_alphanumeric)
}

/// The URL that begins there, if escapes stand in it.
pub(crate) fn read(config: &Config, ahead: &Ahead, beginning: &Beginning) -> Result<Option<Escaped>, Cut> {
    let start = beginning.start;
    let front_escape = FrontEscape::of(ahead.bytes, beginning);
    let in_font = is_in_font(ahead.bytes, start);
    let has_authority = match beginning.form {
        // A slash that is not escaped ends a regular expression there.
        Form::Hierarchical(authority) if front_escape.is_of_slashes() && ahead.get(authority)? == Some(b'/') => false,
        Form::Hierarchical(authority) => begins_authority(ahead, authority, in_font)?,
        _ => true,
    };
    if !has_authority {
        return Ok(None);
    }
    // A text without white space can have thousands of such URLs, and is not read to its end for each.
    let mut length = FIRST_LENGTH;
    loop {
        let reader = EscapedReader { config, ahead, beginning, in_font, front_escape };
        match reader.read(length.min(MAX_LENGTH))? {
            ReadSoFar::Known(escaped) => return Ok(escaped),
            ReadSoFar::Unknown => length *= GROWTH,
        }
    }
}

/// What was read of a URL with escapes.
enum ReadSoFar {
    /// All of it, if it is one.
    Known(Option<Escaped>),
    /// Not enough to tell where it ends.
    Unknown,
}

/// Reads the URL that begins somewhere as far as it is told to.
#[derive(Clone, Copy)]
struct EscapedReader<'r, 'w, 'c> {
    config: &'r Config,
    ahead: &'r Ahead<'w, 'c>,
    beginning: &'r Beginning,
    in_font: bool,
    front_escape: FrontEscape,
}

impl EscapedReader<'_, '_, '_> {
    fn read(self, length: usize) -> Result<ReadSoFar, Cut> {
        let EscapedReader { config, ahead, beginning, in_font, front_escape } = self;
        let start = beginning.start;
        let notation = front_escape.notation();
        let latex = is_in_latex(ahead.bytes, start);
        let properties = front_escape == FrontEscape::Colon;
        let place = EscapePlace { font: in_font, latex, properties, ..EscapePlace::default() };
        let Stretches { stretches, notation, is_whole } = stretches(ahead, start, length, place, notation)?;
        let is_whole = is_whole || length == MAX_LENGTH;
        let nothing = if is_whole { ReadSoFar::Known(None) } else { ReadSoFar::Unknown };
        let (Some(notation), [first, _, ..]) = (notation, &stretches[..]) else { return Ok(nothing) };
        // What stands in front of a URL may close it.
        let front = usize::from(start > 0);
        let mut joined = ahead.bytes[start - front..start].to_vec();
        for Stretch { piece, stands_for } in &stretches {
            match stands_for {
                Some(character) => joined.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
                None => joined.extend_from_slice(&ahead.bytes[piece.clone()]),
            }
        }
        ahead.worked(joined.len());
        let text = ahead.over(&joined);
        let Some(form) = form(&text, beginning, front, &stretches, front_escape) else { return Ok(nothing) };
        if notation == Notation::Json && !matches!(form, Form::Hierarchical(_) | Form::Host(_)) {
            // A regular expression has such slashes, too: `/^data:image\/.*;base64/`.
            return Ok(ReadSoFar::Known(None));
        }
        let without = Beginning { start: front, form, ..*beginning };
        let Ok(Undelimited::Url(url)) = bare::read(config, &text, 0, &without) else { return Ok(nothing) };
        if !is_whole && url.end > joined.len() / MOST_OF_READ {
            return Ok(ReadSoFar::Unknown);
        }
        let is_pattern = front_escape.is_of_slashes()
            && is_whole
            && !url.has_tail()
            && joined[url.end..].iter().all(|byte| matches!(byte, b'-' | b'_' | b'.'))
            && stretches.last().is_some_and(|last| begins_pattern(&ahead.bytes[last.piece.end..]));
        // Behind the last escape of the notation something else may go on with the host.
        let behind = joined.len() - url.end;
        let source_end = stretches.last().filter(|last| last.len() >= behind).map(|last| last.piece.end - behind);
        let is_cut = match (form, source_end) {
            (Form::Hierarchical(authority), Some(at)) if is_whole && !url.has_tail() => {
                let is_open = front_escape == FrontEscape::Colon && is_open_in_properties(ahead, at)?;
                is_open || read::may_host_go_on(ahead, &joined[authority..url.end], at)?
            }
            _ => false,
        };
        if is_pattern
            || is_cut
            || url.end <= front + first.len()
            || !leaves_authority_alone(ahead.bytes, beginning, &text, form, &stretches)
        {
            return Ok(ReadSoFar::Known(None));
        }
        let written = String::from_utf8(joined[front..url.end].to_vec()).ok();
        let has_other = stretches.iter().any(|stretch| stretch.stands_for.is_some());
        let pieces = pieces(stretches, url.end - front);
        Ok(ReadSoFar::Known(
            written.filter(|_| pieces.len() > 1 || has_other || notation == Notation::Json).map(|written| Escaped {
                pieces,
                written,
                notation,
            }),
        ))
    }
}

/// The pieces that evidence put together, with the escapes of manual pages and Markdown undone in those behind the first, which ends
/// before any. A backslash that is none of them ends the URL.
pub(crate) fn undone(ahead: &Ahead, pieces: Vec<Piece>) -> Result<Vec<Piece>, Cut> {
    let mut without = Vec::with_capacity(pieces.len());
    let latex = pieces.first().is_some_and(|first| is_in_latex(ahead.bytes, first.start));
    let place = EscapePlace { latex, ..EscapePlace::default() };
    for piece in pieces {
        if without.is_empty() || memchr::memchr(b'\\', &ahead.bytes[piece.clone()]).is_none() {
            without.push(piece);
            continue;
        }
        let Stretches { mut stretches, .. } =
            stretches(ahead, piece.start, piece.len(), place, Some(Notation::Markup))?;
        // Pieces are what stands in the text, and one that is written for another can't be one.
        let written = stretches.iter().position(|stretch| stretch.stands_for.is_some());
        stretches.truncate(written.unwrap_or(stretches.len()));
        let end = stretches.last().map_or(piece.start, |last| last.piece.end);
        // A hyphen that was left out at the line's end stands behind the piece.
        let inside = stretches.into_iter().map(|Stretch { piece: part, .. }| part.start..part.end.min(piece.end));
        without.extend(inside.filter(|part| !part.is_empty()));
        if end < piece.end {
            break;
        }
    }
    Ok(without)
}

/// Whether a backslash stands in front of one of the pieces behind the first: its escape was undone.
pub(crate) fn is_undone(bytes: &[u8], pieces: &[Piece]) -> bool {
    pieces.iter().skip(1).any(|piece| bytes[..piece.start].ends_with(b"\\"))
}

/// Whether an authority begins at `start`, with its escapes undone, or an empty one ends there: most that is none is told from a few bytes.
fn begins_authority(ahead: &Ahead, start: usize, in_font: bool) -> Result<bool, Cut> {
    if matches!(ahead.some(start, 2)?, [b'/', ..] | [b'\\', b'/']) {
        return Ok(true);
    }
    let mut authority = Vec::new();
    // Where roff may break the line there, as its own manuals have it.
    let mut at = start + if ahead.some(start, 2)? == ROFF_BREAK { 2 } else { 0 };
    while authority.len() < MAX_AUTHORITY {
        let byte = match ahead.get(at)? {
            Some(b'\\') => match escape(ahead, at, EscapePlace { font: in_font, ..EscapePlace::default() })? {
                Some((Escape::Character, _)) => {
                    at += 1;
                    ahead.get(at)?
                }
                // The name goes on behind it.
                Some((Escape::Nothing, _)) if authority.ends_with(b".") => return Ok(true),
                _ => None,
            },
            byte => byte,
        };
        at += 1;
        authority.push(byte.unwrap_or(b' '));
        if matches!(byte, None | Some(0..=b' ' | b'/' | b'?' | b'#' | b'"' | b'<' | b'>')) {
            break;
        }
    }
    ahead.worked(at - start);
    Ok(read::is_authority(&ahead.over(&authority), 0))
}

/// The form of the URL that begins at `start` in the text without escapes; none where that has no place for them.
fn form(
    text: &Ahead,
    beginning: &Beginning,
    start: usize,
    stretches: &[Stretch],
    front_escape: FrontEscape,
) -> Option<Form> {
    match beginning.form {
        Form::Hierarchical(authority) => {
            Some(Form::Hierarchical(authority - beginning.start - front_escape.more() + start))
        }
        Form::Host(_) => read::name_end(text, start).map(Form::Host),
        Form::Opaque(own) => Some(Form::Opaque(own - beginning.start + start)),
        Form::Mail(addresses) => Some(Form::Mail(addresses - beginning.start + start)),
        // The `@` in front of the domain is no escape.
        Form::Address(domain) => place_of(stretches, domain - 1).map(|at| Form::Address(start + at + 1)),
    }
}

/// Whether what follows a host is of a regular expression that goes on with it: `\.`, `\-`, `\d`, `\w`.
fn begins_pattern(text: &[u8]) -> bool {
    match text {
        [b'\\', b'.' | b'-', next, ..] => !matches!(next, 0..=b' ' | b'"' | b'\'' | b'<'),
        [b'\\', b'd' | b'w' | b'W' | b's' | b'S' | b'b', next, ..] => b"+*?{[\\()|/".contains(next),
        _ => false,
    }
}

/// Whether each place where an escape stands for nothing, or for a character that is not written, is behind the authority, or stands where it leaves
/// the host alone.
fn leaves_authority_alone(
    source: &[u8],
    beginning: &Beginning,
    text: &Ahead,
    form: Form,
    stretches: &[Stretch],
) -> bool {
    let front = usize::from(beginning.start > 0);
    // What stands in front of it is told from where it begins.
    let from = if let Form::Hierarchical(authority) = beginning.form { authority } else { beginning.start };
    let authority = match form {
        Form::Hierarchical(authority) => read::authority_end(text, authority).map(|end| authority..end),
        Form::Host(end) => Some(front..end),
        Form::Opaque(_) => return true,
        // Domains stand anywhere in it, or last.
        Form::Mail(_) | Form::Address(_) => None,
    };
    // Who does not undo the escape takes the userinfo for the host.
    let is_in_authority = |byte: &&u8| !matches!(**byte, b'/' | b'?' | b'#');
    let has_userinfo = match form {
        Form::Hierarchical(authority) => {
            text.bytes[authority..].iter().take_while(is_in_authority).any(|&byte| byte == b'@')
        }
        _ => false,
    };
    let is_other = |pair: &[Stretch]| {
        let (end, start) = (pair[0].piece.end, pair[1].piece.start);
        let is_left_out = start - end > 1;
        pair[1].stands_for.is_some() && start >= from
            || is_left_out && (has_userinfo || !leaves_host_alone(&source[..end], &source[end..]))
    };
    let Some(first) = stretches.windows(2).position(is_other) else { return true };
    let before: usize = stretches[..=first].iter().map(Stretch::len).sum();
    authority.is_some_and(|authority| authority.end <= front + before)
}

/// Whether the escape that begins `behind` and stands for nothing is roff's in front of a host, or beside a dot of one.
fn leaves_host_alone(before: &[u8], behind: &[u8]) -> bool {
    behind.starts_with(br"\&.")
        || behind
            .strip_prefix(ROFF_BREAK)
            .is_some_and(|rest| before.ends_with(b"://") || before.ends_with(b".") || rest.starts_with(b"."))
}
