//! A URL that nothing delimits, over the breaks in it: each next line is looked at for as long as the evidence says that
//! the URL goes on there.

use super::{
    at_a_glance,
    elsewhere::Elsewhere,
    evidence::{BreakContext, Evidence, LOOK_BACK, Place, columns},
    hyphen,
    line_start::LineStart,
    next_line::next_line,
    string_break::{self, StringPart, mark_at_end},
};
use crate::{
    config::{Config, Hyphen, Rejoin},
    engine::{
        delimit::{
            argument::{Command, command_before},
            bare::is_comment_of_tex,
            escape::begins_markup_escape,
        },
        forms::hierarchical::missing_slashes,
        scan::schemes,
        window::{Ahead, Cut},
    },
    link::Piece,
    text::utf8::Char,
};

/// The most breaks in one URL.
const MAX_BREAKS: usize = 32;

/// What it costs to weigh the evidence at a break, and to see that there is nothing to weigh, in steps. Where more was read to weigh it,
/// it costs that.
const WEIGHING: usize = 4000;
pub(crate) const VETOED: usize = 800;

/// How many bytes of punctuation and white space may stand between a URL and the end of its line.
const MAX_BEHIND: usize = 8;

/// A URL with what evidence added to it.
#[derive(Default)]
pub(crate) struct Chain {
    /// The URL by itself.
    pub(crate) url: Piece,
    /// The pieces; none where no break was part of it.
    pub(crate) pieces: Vec<Piece>,
    /// How sure the least sure of the joins is.
    pub(crate) confidence: f32,
    /// What was decided at each break, where that is asked for.
    pub(crate) breaks: Vec<JudgedBreak>,
    /// What it cost to weigh the evidence, in steps, and to read what that took.
    pub(crate) cost: usize,
}

/// A break that was looked at. Positions are indices into the window.
pub(crate) struct JudgedBreak {
    /// From the start of the URL to the end of what might go on with it.
    pub(crate) range: Piece,
    /// Where the line ends.
    pub(crate) at: usize,
    pub(crate) evidence: Evidence,
    pub(crate) is_joined: bool,
}

/// What is known of a URL before its first break is looked at.
#[derive(Clone, Copy, Default)]
pub(crate) struct KnownParts {
    /// Where its host begins, if the break stands in that.
    pub(crate) host: Option<usize>,
    /// Where the first letters of its scheme end, if that is cut and they stand in the line before.
    pub(crate) front_end: Option<usize>,
}

/// Follows the URL that begins at `start` and would end at `end` by itself over the breaks that evidence says are part
/// of it.
pub(crate) fn chain(config: &Config, ahead: &Ahead, start: usize, end: usize, known: KnownParts) -> Result<Chain, Cut> {
    let before = ahead.steps();
    let mut chain = follow(config, ahead, start, end, known)?;
    // Where nothing was weighed, the next line was no more than looked at.
    if chain.cost >= WEIGHING {
        chain.cost = chain.cost.max(ahead.steps() - before);
    }
    Ok(chain)
}

/// The same, but for what was read.
fn follow(config: &Config, ahead: &Ahead, start: usize, end: usize, known: KnownParts) -> Result<Chain, Cut> {
    let KnownParts { host, front_end } = known;
    let mut chain = Chain { url: start..end, confidence: 1.0, ..Chain::default() };
    let Some(mut line_end) = line_end(ahead, end)? else { return Ok(chain) };
    let part = |line_end: &LineEnd, mark, is_joined| StringPart { mark, start, end: line_end.raw, is_joined };
    if line_end.mark.is_some_and(|mark| !string_break::is_in_string(ahead, part(&line_end, mark, false))) {
        return Ok(chain);
    }
    if !config.explain
        && host.is_none()
        && let Some(next) = at_a_glance::next_item(ahead.bytes, start, line_end.at)
    {
        chain.cost += if schemes::begins_url(ahead, next)? { 0 } else { VETOED };
        return Ok(chain);
    }
    let missing = host.map_or(&b""[..], |host| missing_slashes(ahead.bytes, host));
    let marks = LineStart::of(ahead, start).but_for_slashes(missing);
    let is_argument_of_tex = command_before(&ahead.bytes[..start]) == Some(Command::Tex);
    let from = start.saturating_sub(LOOK_BACK);
    let mut line = line_begin(&ahead.bytes[from..start]) + from;
    let mut piece = start;
    let scheme_cut_at = front_end.map(|end| {
        let from = end.saturating_sub(LOOK_BACK);
        columns(&ahead.bytes[from + line_begin(&ahead.bytes[from..end])..end])
    });
    let mut cut_at = scheme_cut_at;
    while chain.pieces.len() < MAX_BREAKS {
        let Some(mut next) = next_line(ahead, line_end.at, &marks)? else { break };
        if is_argument_of_tex && next.token.len() > 1 && is_comment_of_tex(ahead, next.token.end - 1)? {
            next.token.end -= 1;
        }
        let mut is_in_open_string = false;
        if let Some(mark) = line_end.mark {
            let part = part(&line_end, mark, !chain.pieces.is_empty());
            is_in_open_string = string_break::goes_on_in_open_string(ahead, &next, part);
            match string_break::rest(ahead, &next, part)? {
                Some(rest) => next.token = rest,
                None => break,
            }
        }
        let host = host.filter(|_| chain.pieces.is_empty());
        // What follows two slashes is a host, however it begins.
        let is_before_host = host == Some(end) || ahead.bytes[start..line_end.raw].ends_with(b"://");
        if !is_before_host && schemes::begins_url(ahead, next.token.start)? {
            break;
        }
        let is_in_host = host.is_some();
        let place = Place {
            start,
            piece,
            line,
            raw_end: line_end.raw,
            line_end: line_end.at,
            from,
            cut_at,
            scheme_cut_at,
            is_in_host,
            is_in_string: line_end.mark.is_some(),
            is_in_open_string,
        };
        let context = BreakContext::new(ahead, place, &next, &chain.pieces)?;
        let steps = ahead.steps();
        if context.is_vetoed() {
            if config.explain {
                let (range, evidence) = (start..next.token.end, context.vetoes());
                chain.breaks.push(JudgedBreak { range, at: line_end.at, evidence, is_joined: false });
            }
            chain.cost += VETOED.max(ahead.steps() - steps);
            break;
        }
        chain.cost += WEIGHING;
        let evidence = context.weigh(config.rejoin, config.explain)?;
        let is_joined = evidence.speaks_for(config.rejoin);
        if config.explain {
            let range = start..next.token.end;
            chain.breaks.push(JudgedBreak { range, at: line_end.at, evidence, is_joined });
        }
        if !is_joined {
            break;
        }
        chain.confidence = chain.confidence.min(evidence.confidence());
        cut_at = Some(context.length());
        let line_last = ahead.bytes[line_end.raw - 1];
        let kept = if line_end.mark.is_some() {
            line_end.raw - piece
        } else if context.ends_in_soft_break() {
            line_end.raw - piece - 1
        } else {
            let is_hyphen = line_last == b'-' && config.hyphen == Hyphen::Auto;
            let elsewhere = if is_hyphen { context.elsewhere()? } else { Elsewhere::Nothing };
            let (piece, after) = (&ahead.bytes[piece..line_end.raw], &ahead.bytes[next.token.clone()]);
            hyphen::kept(piece, after, config.hyphen, elsewhere, || context.is_typeset())
        };
        chain.pieces.push(piece..piece + kept);
        (piece, line) = (next.token.start, next.line);
        line_end = match self::line_end(ahead, next.token.end)? {
            // The marks of a string are what ends its parts.
            Some(line_end) if line_end.mark.is_some() || encloses_nothing(&ahead.bytes[next.token.clone()]) => line_end,
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

/// Whether nothing in a token encloses anything or stands in no URL, but for the escapes of manual pages and Markdown, which
/// are undone.
fn encloses_nothing(token: &[u8]) -> bool {
    token.iter().enumerate().all(|(at, &byte)| !may_enclose(byte) || begins_markup_escape(&token[at..]))
}

/// Whether a byte is a bracket or a quotation mark, or one of those that stand in no URL.
fn may_enclose(byte: u8) -> bool {
    matches!(byte, b'(' | b')' | b'[' | b']' | b'<' | b'>' | b'{' | b'}' | b'"' | b'\'' | b'`' | b'|' | b'\\' | b'^')
}

/// Where a URL's line ends.
struct LineEnd {
    /// The end of the URL with the punctuation behind it.
    raw: usize,
    /// The line end itself.
    at: usize,
    /// The quotation mark or the backslash in front of it.
    mark: Option<u8>,
}

/// Where the line of the URL ends that ends at `end`; none where words follow it.
fn line_end(ahead: &Ahead, end: usize) -> Result<Option<LineEnd>, Cut> {
    let mut raw = end;
    let mut at = end;
    while at - end <= MAX_BEHIND {
        match ahead.char(at) {
            Ok(Char::Valid('\n' | '\r', _)) => return Ok(Some(LineEnd { raw, at, mark: None })),
            Ok(Char::Valid('"' | '\'' | '\\', _)) if at == raw => {
                let mark = mark_at_end(ahead, at)?;
                return Ok(mark.map(|(mark, at)| LineEnd { raw, at, mark: Some(mark) }));
            }
            Ok(Char::Valid(' ' | '\t', _)) => at += 1,
            Ok(Char::Valid('%', _)) if at == end && is_comment_of_tex(ahead, at)? => at += 1,
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

/// What is taken off the end of a URL, but may be part of it where it goes on.
fn is_behind(c: char) -> bool {
    matches!(
        c,
        '.' | ',' | ';' | ':' | '!' | '?' | '-' | '_' | '~' | '*' | '@' | '=' | '&' | '(' | '\u{AD}' | '\u{2010}'
    )
}

/// Where the line begins that `before` ends in the middle of.
fn line_begin(before: &[u8]) -> usize {
    memchr::memrchr2(b'\n', b'\r', before).map_or(0, |end| end + 1)
}

/// Whether this level joins on evidence at all.
pub(crate) fn joins_undelimited(level: Rejoin) -> bool {
    !matches!(level, Rejoin::Off | Rejoin::Delimited)
}
