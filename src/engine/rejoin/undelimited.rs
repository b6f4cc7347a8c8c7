//! A URL that nothing delimits, over the breaks in it: each next line is looked at for as long as the evidence says that
//! the URL goes on there.

use super::{
    elsewhere::Elsewhere,
    evidence::{self, Evidence, Marks},
    hyphen,
    line_start::{self, LineStart},
    page,
};
use crate::{
    config::{Config, Hyphen, Rejoin},
    engine::{
        scan::schemes,
        window::{Ahead, Cut},
    },
    link::Piece,
    text::utf8::Char,
};

/// The most breaks in one URL.
const MOST_BREAKS: usize = 32;

/// How far back from a URL's start evidence may look: the rolling buffer keeps that much.
pub(super) const LOOK_BACK: usize = 1000;

/// How far ahead from the start of the next line evidence may look.
pub(super) const LOOK_AHEAD: usize = 512;

/// How many lines evidence looks at in either direction: this bounds how often a byte is looked at.
pub(super) const LINES: usize = 5;

/// How many bytes of punctuation and white space may stand between a URL and the end of its line.
const MOST_BEHIND: usize = 8;

/// How many spaces may stand between two words of prose.
const MOST_SPACES: usize = 8;

/// A URL with what evidence added to it.
#[derive(Default)]
pub(crate) struct Chain {
    /// The pieces; only one where no break was part of it.
    pub(crate) pieces: Vec<Piece>,
    /// How sure the least sure of the joins is.
    pub(crate) confidence: f32,
    /// What was decided at each break, where that is asked for.
    pub(crate) breaks: Vec<Seen>,
    /// At how many breaks evidence was weighed.
    pub(crate) weighed: usize,
}

/// A break that was looked at. Positions are indices into the window.
pub(crate) struct Seen {
    /// From the start of the URL to the end of what might go on with it.
    pub(crate) range: Piece,
    /// Where the line ends.
    pub(crate) at: usize,
    pub(crate) evidence: Evidence,
    pub(crate) is_joined: bool,
}

/// Whether a URL that ends before `at`, where white space is, might go on behind the end of its line. None where the
/// bytes end before that is known. This is only the quick half of the answer.
#[inline]
pub(crate) fn may_go_on(bytes: &[u8], mut at: usize) -> Option<bool> {
    // Half an escape is not the end of a URL.
    let last = if bytes[at - 2] == b'%' { b'%' } else { bytes[at - 1] };
    while matches!(bytes.get(at)?, b' ' | b'\t') {
        at += 1;
    }
    Some(matches!(bytes[at], b'\n' | b'\r') && !is_over(bytes, last, at)?)
}

/// Whether what follows the line end at `at` is certain to be no part of a URL: a blank line that ends no page, or
/// another URL, or prose. The URL's line ends in `last`.
fn is_over(bytes: &[u8], last: u8, at: usize) -> Option<bool> {
    let is_pair = bytes[at] == b'\r' && *bytes.get(at + 1)? == b'\n';
    let mut next = at + if is_pair { 2 } else { 1 };
    let mut is_blank = false;
    let first = loop {
        let byte = *bytes.get(next)?;
        if !matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'>' | b'|') {
            break byte;
        }
        is_blank |= matches!(byte, b'\n' | b'\r');
        next += 1;
    };
    if first == b'\x0C' {
        return Some(false);
    }
    if first == b'h' && (is_blank || bytes.get(next..next + 4)? == b"http") {
        return Some(true);
    }
    if !is_blank {
        return Some(never_begins_rest(first) || is_whole(last) && is_prose(&bytes[next..])?);
    }
    if first.is_ascii_punctuation() && first != b'[' {
        // No page's footer, but a signature, or an item of a list.
        return Some(true);
    }
    // A page's number stands at the end of its line.
    let rest = &bytes[next..];
    let end = memchr::memchr(b'\n', &rest[..rest.len().min(LOOK_AHEAD)])?;
    let last = rest[..end].iter().rfind(|&&byte| byte > b' ');
    Some(!last.is_some_and(|last| *last == b']' || last.is_ascii_digit()))
}

/// Whether what a URL's line ends in can be the end of a URL as well as anything: then prose on the next line is prose.
fn is_whole(last: u8) -> bool {
    last.is_ascii_alphanumeric() || matches!(last, b'/' | b'.' | b',' | b';' | b':' | b')')
}

/// Whether a word of prose behind a line that ends so is none of a URL's.
fn ends_phrase(last: u8) -> bool {
    is_whole(last) || matches!(last, b'!' | b'?')
}

/// Whether no part of a URL begins with this byte.
fn never_begins_rest(byte: u8) -> bool {
    matches!(byte, b'<' | b'>' | b'"' | b'\'' | b'`' | b'{' | b'}' | b'|' | b'\\' | b'^' | b')' | b']')
        || !byte.is_ascii()
}

/// Whether a text begins with a word of letters, which may stand in parentheses, and goes on with another behind spaces.
/// None where it ends before that is known.
fn is_prose(text: &[u8]) -> Option<bool> {
    let is_letter = |byte: u8| byte.is_ascii_alphabetic() || !byte.is_ascii();
    let word = usize::from(*text.first()? == b'(');
    let mut at = word + text[word..].iter().position(|&byte| !is_letter(byte))?;
    if at == word || evidence::is_rest_of_suffix(text) {
        return Some(false);
    }
    at += usize::from(word > 0 && text[at] == b')');
    at += usize::from(matches!(text.get(at)?, b',' | b';' | b'.' | b'!' | b'?'));
    // A typesetter puts several spaces between words.
    let spaces = text[at..].iter().position(|&byte| byte != b' ')?;
    let second = text[at + spaces];
    Some(spaces > 0 && (is_letter(second) || second.is_ascii_digit() || second == b'('))
}

/// Follows the URL that begins at `start` and would end at `end` by itself over the breaks that evidence says are part
/// of it.
pub(crate) fn chain(config: &Config, ahead: &Ahead, start: usize, end: usize) -> Result<Chain, Cut> {
    let mut chain = Chain { confidence: 1.0, ..Chain::default() };
    chain.pieces.clear();
    let Some(mut line_end) = line_end(ahead, end)? else { return Ok(chain) };
    let marks = LineStart::of(ahead, start);
    let is_in_angles = ahead.bytes[..start].ends_with(b"<");
    let from = start.saturating_sub(LOOK_BACK);
    let mut line = line_begin(&ahead.bytes[from..start]) + from;
    let mut piece = start;
    let mut cut_at = None;
    while chain.pieces.len() < MOST_BREAKS {
        let Some(next) = next_line(ahead, line_end.at, &marks)? else { break };
        let token = &ahead.bytes[next.token.clone()];
        let is_address = ahead.bytes[line_end.raw - 1].is_ascii_alphanumeric() && is_address(token);
        let is_sentence = ends_sentence(&ahead.bytes[piece..line_end.raw]) && token.iter().all(u8::is_ascii_alphabetic);
        let is_mark = !is_in_angles && line_start::is_named_mark(token);
        if !can_go_on(token) || is_address || is_sentence || is_mark || schemes::begins_url(ahead, next.token.start)? {
            break;
        }
        let line_last = ahead.bytes[line_end.raw - 1];
        let is_half_escape = line_end.raw > piece + 1 && ahead.bytes[line_end.raw - 2] == b'%';
        if token.len() > 1 && evidence::is_word_of_prose(token) && ends_phrase(line_last) && !is_half_escape {
            break;
        }
        let behind = ahead.up_to(next.token.start, next.token.len() + MOST_SPACES + 1)?;
        if is_whole(line_last) && !is_half_escape && is_prose(behind) == Some(true) {
            break;
        }
        chain.weighed += 1;
        let sight = evidence::Sight::new(
            ahead,
            evidence::Place { start, piece, line, raw_end: line_end.raw, line_end: line_end.at, from, cut_at },
            &next,
            &chain.pieces,
        )?;
        if sight.is_over() {
            if config.explain {
                let (range, evidence) = (start..next.token.end, sight.reasons());
                chain.breaks.push(Seen { range, at: line_end.at, evidence, is_joined: false });
            }
            break;
        }
        let evidence = sight.weigh(config.rejoin, config.explain)?;
        let is_joined = evidence.speaks_for(config.rejoin);
        if config.explain {
            let range = start..next.token.end;
            chain.breaks.push(Seen { range, at: line_end.at, evidence, is_joined });
        }
        if !is_joined {
            break;
        }
        chain.confidence = chain.confidence.min(evidence.confidence());
        cut_at = Some(sight.length());
        let kept = {
            let is_hyphen = line_last == b'-' && config.hyphen == Hyphen::Auto;
            let elsewhere = if is_hyphen { sight.elsewhere()? } else { Elsewhere::Nothing };
            let (piece, after) = (&ahead.bytes[piece..line_end.raw], &ahead.bytes[next.token.clone()]);
            hyphen::kept(piece, after, config.hyphen, elsewhere, || sight.is_typeset())
        };
        chain.pieces.push(piece..piece + kept);
        (piece, line) = (next.token.start, next.line);
        let is_plain = ahead.bytes[next.token.clone()].iter().all(|byte| !b"()[]<>{}\"'`|\\^".contains(byte));
        line_end = match self::line_end(ahead, next.token.end)? {
            Some(line_end) if is_plain => line_end,
            _ => {
                chain.pieces.push(next.token);
                return Ok(chain);
            }
        };
    }
    if !chain.pieces.is_empty() {
        chain.pieces.push(piece..line_end.raw);
    }
    Ok(chain)
}

/// Where a URL's line ends.
struct LineEnd {
    /// The end of the URL with the punctuation behind it.
    raw: usize,
    /// The line end itself.
    at: usize,
}

/// Where the line of the URL ends that ends at `end`; none where words follow it.
fn line_end(ahead: &Ahead, end: usize) -> Result<Option<LineEnd>, Cut> {
    let mut raw = end;
    let mut at = end;
    while at - end <= MOST_BEHIND {
        match ahead.char(at) {
            Ok(Char::Valid('\n' | '\r', _)) => return Ok(Some(LineEnd { raw, at })),
            Ok(Char::Valid(' ' | '\t', _)) => at += 1,
            Ok(Char::Valid(c, length)) if at == raw && is_behind(c) => {
                at += length;
                raw = at;
            }
            Ok(_) | Err(Cut::Limit) => return Ok(None),
            Err(Cut::More) => return Err(Cut::More),
        }
    }
    Ok(None)
}

/// Whether a URL can go on with this at all: it begins with nothing that ends one, and is not all punctuation.
fn can_go_on(token: &[u8]) -> bool {
    let first = token.first().copied().unwrap_or_default();
    // Numbers between two equals signs each stand in front of the lines of a debugger; three signs are a rule's.
    let signs = token.iter().take_while(|&&byte| byte == first && byte.is_ascii_punctuation()).count();
    let is_rule = signs > 2 || token.starts_with(b"==");
    !never_begins_rest(first) && !is_rule && token.iter().any(u8::is_ascii_alphanumeric)
}

/// Whether a full stop stands behind a file name that has its extension already.
fn ends_sentence(url: &[u8]) -> bool {
    let segment = url.rsplit(|&byte| byte == b'/').next().unwrap_or_default();
    segment.strip_suffix(b".").is_some_and(|name| name.contains(&b'.'))
}

/// Whether it is a mail address of letters alone, and no message-id, which archives have in their URLs.
fn is_address(token: &[u8]) -> bool {
    let Some(at) = token.iter().position(|&byte| byte == b'@') else { return false };
    let length = token[at + 1..].iter().take_while(|byte| byte.is_ascii_alphanumeric() || b".-".contains(byte)).count();
    let (domain, behind) = token[at + 1..].split_at(length);
    at > 0
        && token[..at].iter().all(|byte| byte.is_ascii_alphabetic() || b"._-".contains(byte))
        && domain.contains(&b'.')
        && behind.iter().all(|byte| b"\"'>)],;:!?".contains(byte))
}

/// What is taken off the end of a URL, but may be part of it where it goes on.
fn is_behind(c: char) -> bool {
    matches!(
        c,
        '.' | ',' | ';' | ':' | '!' | '?' | '-' | '_' | '~' | '*' | '@' | '=' | '&' | '(' | '\u{AD}' | '\u{2010}'
    )
}

/// What the line after a break begins with.
pub(super) struct Next {
    /// Where the line begins, its marks included.
    pub(super) line: usize,
    pub(super) marks: Marks,
    /// The text up to the first white space.
    pub(super) token: Piece,
    /// Whether a page ends before the line.
    pub(super) is_across_page: bool,
}

/// The line behind the line end at `at`; none where it is blank.
fn next_line(ahead: &Ahead, at: usize, marks: &LineStart) -> Result<Option<Next>, Cut> {
    let is_pair = ahead.some(at, 2) == Ok(b"\r\n");
    let line = at + if is_pair { 2 } else { 1 };
    match next_in(ahead, line, marks, false) {
        Ok(Some(next)) => Ok(Some(next)),
        Ok(None) => match page::skip(ahead, line) {
            Ok(Some(line)) => limited(next_in(ahead, line, marks, true)),
            Ok(None) => Ok(None),
            Err(cut) => limited(Err(cut)),
        },
        Err(cut) => limited(Err(cut)),
    }
}

/// Beyond what one candidate may see, nothing goes on.
fn limited<T>(result: Result<Option<T>, Cut>) -> Result<Option<T>, Cut> {
    if let Err(Cut::Limit) = result { Ok(None) } else { result }
}

fn next_in(ahead: &Ahead, line: usize, marks: &LineStart, is_across_page: bool) -> Result<Option<Next>, Cut> {
    let (mut at, marks) = marks.pass(ahead, line)?;
    while let Some(b' ' | b'\t') = ahead.get(at)? {
        at += 1;
    }
    let mut end = at;
    while let Some(byte) = ahead.get(end)? {
        if byte <= b' ' {
            break;
        }
        end += 1;
    }
    ahead.worked(end - line);
    Ok((end > at).then_some(Next { line, marks, token: at..end, is_across_page }))
}

/// Where the line begins that `before` ends in the middle of.
fn line_begin(before: &[u8]) -> usize {
    before.iter().rposition(|&byte| matches!(byte, b'\n' | b'\r')).map_or(0, |end| end + 1)
}

/// Whether this level joins on evidence at all.
pub(crate) fn joins_undelimited(level: Rejoin) -> bool {
    !matches!(level, Rejoin::Off | Rejoin::Delimited)
}
