//! Trigger to candidate: which bytes around a trigger may be one URL.
//!
//! The rules are those of Appendix E of the generic-syntax documents and of the appendix of RFC 1738, then UTS #58 for
//! where an undelimited URL ends.

mod host;
mod link_properties;
mod opening;
mod start;
mod tail;

use std::borrow::Cow;

use unicode_segmentation::GraphemeCursor;

use self::opening::Opening;
use crate::{
    finder::Config,
    link::{Delimiter, Kind, Pieces},
    rejoin::{self, Closing, LineStart},
    scan::{Hit, Trigger},
    window::{Ahead, Char, Cut, Window},
};

/// A span of the text that a delimiter rule hands to the validator. Positions are indices into the window.
pub(crate) struct Candidate<'w> {
    pub(crate) kind: Kind,
    pub(crate) delimiter: Delimiter,
    pub(crate) pieces: Pieces,
    /// What stands there, its pieces joined.
    pub(crate) written: Cow<'w, str>,
    /// What is put in front of it to make it complete.
    pub(crate) completion: &'static str,
    /// Where the search goes on after it.
    pub(crate) resume: usize,
}

/// What a trigger turned out to be.
pub(crate) enum Reading<'w> {
    /// A URL, should the grammar accept it.
    Candidate(Candidate<'w>),
    /// A URL up to the byte at `at`, which can't stand there.
    Refused { start: usize, at: usize },
    /// Nothing up to `resume`.
    Nothing { resume: usize },
}

/// Where a candidate begins and what it looks like, before its end is known.
struct Beginning {
    start: usize,
    kind: Kind,
    completion: &'static str,
    form: Form,
}

/// How to find the end of a candidate that nothing delimits.
enum Form {
    /// A scheme and two slashes: an authority begins at this index.
    Hierarchical(usize),
    /// A scheme without slashes: its own part begins at this index.
    Opaque(usize),
    /// `mailto:`: addresses begin at this index.
    Mail(usize),
    /// A host name that begins the candidate.
    Host,
    /// A mail address whose domain begins at this index.
    Address(usize),
}

/// The start of the text that the decision about a hit depends on, with the reason why it can't be made.
pub(crate) struct Undecided {
    pub(crate) start: usize,
    pub(crate) cut: Cut,
}

/// Reads what stands around a hit. Nothing before `floor` belongs to it.
pub(crate) fn read<'w>(
    config: &Config,
    window: &Window<'w>,
    floor: usize,
    hit: Hit,
    delimited: bool,
) -> Result<Reading<'w>, Undecided> {
    // A hit alone is looked around from its own place; its start is behind it, at most as far as a host name reaches.
    let around = window.ahead(hit.at, config.window);
    let undecided = |start| move |cut| Undecided { start, cut };
    let beginning = match hit.trigger {
        Trigger::Colon => start::scheme(config, &around, floor, hit.at),
        Trigger::Abbreviation => start::abbreviation(&around, floor, hit.at),
        Trigger::Dot => start::domain(&around, floor, hit.at),
        Trigger::At => start::address(&around, floor, hit.at),
    };
    let beginning = match beginning.map_err(undecided(hit.at))? {
        start::Start::At(beginning) => beginning,
        start::Start::None { resume } => return Ok(Reading::Nothing { resume }),
    };
    let start = beginning.start;
    let ahead = window.ahead(start, config.window);
    let opening = opening::before(ahead.bytes, start);
    if delimited
        && let Some(candidate) = between_delimiters(config, &ahead, &beginning, opening).map_err(undecided(start))?
        // What closes before the trigger was no delimiter of it: the apostrophe in `'s'x@a.example`.
        && candidate.resume > hit.at
    {
        return Ok(Reading::Candidate(candidate));
    }
    let reading = undelimited(&ahead, floor, &beginning, opening, hit).map_err(undecided(start))?;
    if beginning.completion != UNPROVEN {
        return Ok(reading);
    }
    // Nothing inside a URL of an unknown scheme is a link of its own.
    let resume = match (&beginning.form, reading) {
        (Form::Hierarchical(_), Reading::Candidate(candidate)) => candidate.resume,
        (Form::Hierarchical(_), Reading::Refused { at, .. }) => at,
        _ => hit.at,
    };
    Ok(Reading::Nothing { resume: resume.max(hit.at + 1) })
}

/// Marks a beginning that only brackets make one: an unknown scheme. It is never written anywhere.
const UNPROVEN: &str = "\0";

fn between_delimiters<'w>(
    config: &Config,
    ahead: &Ahead<'w>,
    beginning: &Beginning,
    opening: Opening,
) -> Result<Option<Candidate<'w>>, Cut> {
    let start = beginning.start;
    let (closing, delimiter) = match opening {
        Opening::Angle { prefixed } => {
            let proven = beginning.completion != UNPROVEN || prefixed || matches!(beginning.form, Form::Hierarchical(_));
            if !proven {
                return Ok(None);
            }
            (Closing::Angle, Delimiter::Angle)
        }
        Opening::Quote(marks) if beginning.completion != UNPROVEN => (Closing::Quote(marks), Delimiter::Quote),
        _ => return Ok(None),
    };
    let line_start = LineStart::of(ahead.bytes, start);
    let found = rejoin::delimited(ahead, start, closing, &line_start, config.rejoin, config.hyphen)?;
    let Some(found) = found else { return Ok(None) };
    let mut pieces = found.pieces;
    if let (Delimiter::Quote, Pieces::One(piece)) = (delimiter, &mut pieces) {
        // A sentence that ends in a quotation has its comma or full stop inside the marks.
        while piece.len() > 1 && matches!(ahead.bytes[piece.end - 1], b'.' | b',' | b';') {
            piece.end -= 1;
        }
    }
    let Some(written) = rejoin::join(ahead.bytes, &pieces) else { return Ok(None) };
    let resume = pieces.as_slice().last().map_or(start, |piece| piece.end);
    let completion = if beginning.completion == UNPROVEN { "" } else { beginning.completion };
    Ok(Some(Candidate { kind: beginning.kind, delimiter, pieces, written, completion, resume }))
}

fn undelimited<'w>(
    ahead: &Ahead<'w>,
    floor: usize,
    beginning: &Beginning,
    opening: Opening,
    hit: Hit,
) -> Result<Reading<'w>, Cut> {
    let start = beginning.start;
    let nothing = Reading::Nothing { resume: hit.at + 1 };
    let end = match beginning.form {
        Form::Hierarchical(authority) => match host::authority(ahead, authority)? {
            Ok(end) => after_authority(ahead, end)?,
            Err(at) if at == authority && !matches!(ahead.get(at)?, Some(b'/' | b'.' | b'[' | b'?' | b'#')) => {
                // `file:///etc/motd` has an empty authority; `http://` and white space is just talk about URLs.
                return Ok(Reading::Refused { start, at });
            }
            Err(at) if at == authority && ahead.get(at)? == Some(b'/') => tail::end(ahead, at)?,
            Err(at) => return Ok(Reading::Refused { start, at }),
        },
        Form::Opaque(part) => tail::end(ahead, part)?,
        Form::Mail(part) => match start::mail_end(ahead, part)? {
            Some(end) if ahead.get(end)? == Some(b'?') => tail::end(ahead, end)?,
            Some(end) => end,
            None => return Ok(Reading::Refused { start, at: part }),
        },
        Form::Host => match host::name(ahead, start)? {
            Ok(name)
                if name > hit.at
                    && (host::has_top_level_domain(&ahead.bytes[start..name]) || host::is_ipv4(&ahead.bytes[start..name])) =>
            {
                match host::port(ahead, name)? {
                    Ok(end) => after_authority(ahead, end)?,
                    Err(at) => return Ok(Reading::Nothing { resume: at.max(hit.at + 1) }),
                }
            }
            Ok(at) | Err(at) => return Ok(Reading::Nothing { resume: at.max(hit.at + 1) }),
        },
        Form::Address(domain) => match host::name(ahead, domain)? {
            Ok(end)
                if host::has_top_level_domain(&ahead.bytes[domain..end]) && ahead.get(end)? != Some(b'@') =>
            {
                // The final dot of a domain is never written in an address.
                if ahead.bytes[end - 1] == b'.' { end - 1 } else { end }
            }
            Ok(at) | Err(at) => return Ok(Reading::Nothing { resume: at.max(hit.at + 1) }),
        },
    };
    let trimmed = trim(ahead, floor, start, end);
    let mut end = whole_clusters(ahead, start, trimmed)?;
    if end < trimmed {
        end = trim(ahead, floor, start, without_soft(ahead, start, end));
    }
    if end <= hit.at {
        return Ok(nothing);
    }
    let pieces = Pieces::One(start..end);
    let Some(written) = rejoin::join(ahead.bytes, &pieces) else { return Ok(nothing) };
    let delimiter = if opening == Opening::Prefix { Delimiter::Prefix } else { Delimiter::Bare };
    Ok(Reading::Candidate(Candidate {
        kind: beginning.kind,
        delimiter,
        pieces,
        written,
        completion: beginning.completion,
        resume: end,
    }))
}

/// Where a URL ends whose authority ends at `end`.
fn after_authority(ahead: &Ahead, end: usize) -> Result<usize, Cut> {
    let Some(b'/' | b'?' | b'#') = ahead.get(end)? else { return Ok(end) };
    let mut tail_end = tail::end(ahead, end)?;
    // When all that follows is a sentence's question mark, the root's dot, the colon and the dash before it are its, too.
    while tail_end <= end && matches!(ahead.bytes[tail_end - 1], b'.' | b':' | b'-' | b'_') {
        tail_end -= 1;
    }
    Ok(tail_end)
}

/// Takes off the end what belongs to the sentence or its markup: a wrapper that opened right before the URL, a dash, a
/// possessive, a bracket that opens and has nothing in it.
fn trim(ahead: &Ahead, floor: usize, start: usize, mut end: usize) -> usize {
    let bytes = ahead.bytes;
    let before = (start > floor).then(|| bytes[start - 1]);
    let wrapper = before.filter(|byte| matches!(byte, b'_' | b'~'));
    // An apostrophe at the end closes one inside the URL, if it does not close one in front of it.
    if before != Some(b'\'') && bytes.get(end) == Some(&b'\'') {
        let open = bytes[start..end].iter().filter(|&&byte| byte == b'\'').count();
        let close = bytes[end..].iter().take_while(|&&byte| byte == b'\'').count();
        if open % 2 == 1 {
            return end + 1;
        }
        if open == 0 && close >= 2 && bytes[end - 1] == b'/' {
            return end + 2;
        }
    }
    loop {
        let url = &bytes[start..end];
        let cut = if matches!(url.last(), Some(b'*' | b'@')) {
            1
        } else if wrapper.is_some() && url.last() == wrapper.as_ref() {
            1
        } else if url.ends_with(b"'s") {
            2
        } else if url.ends_with("’s".as_bytes()) {
            "’s".len()
        } else if url.ends_with(b"--") {
            url.iter().rev().take_while(|&&byte| byte == b'-').count()
        } else if matches!(url.last(), Some(b'(' | b'[')) {
            1
        } else {
            return end;
        };
        if cut >= end - start {
            return end;
        }
        end -= cut;
        // What the wrapper or the dash kept inside is the sentence's again.
        end = without_soft(ahead, start, end);
    }
}

/// The end without the sentence's punctuation before it.
fn without_soft(ahead: &Ahead, start: usize, mut end: usize) -> usize {
    while let Char::Valid(c, length) = ahead.char_before(end)
        && end > start + length
        && tail::is_soft(c)
    {
        end -= length;
    }
    end
}

/// The last boundary of a grapheme cluster at or before `end`.
fn whole_clusters(ahead: &Ahead, start: usize, end: usize) -> Result<usize, Cut> {
    // Nothing joins an ASCII character to the one before it, but for the line feed of a CRLF.
    match ahead.get(end)? {
        Some(byte) if !byte.is_ascii() => {}
        _ => return Ok(end),
    }
    let Char::Valid(_, length) = ahead.char(end)? else { return Ok(end) };
    // Clusters of more than a few characters can't begin inside a URL's last sixty-four bytes and be its business.
    let mut from = end.saturating_sub(64).max(start);
    while from < end && ahead.bytes[from] & 0xC0 == 0x80 {
        from += 1;
    }
    let Ok(text) = std::str::from_utf8(&ahead.bytes[from..end + length]) else { return Ok(end) };
    let mut cursor = GraphemeCursor::new(end - from, text.len(), true);
    match cursor.is_boundary(text, 0) {
        Ok(false) => Ok(cursor.prev_boundary(text, 0).ok().flatten().map_or(end, |boundary| from + boundary)),
        _ => Ok(end),
    }
}
