//! Trigger to candidate: which bytes around a trigger may be one URL.
//!
//! The rules are those of Appendix E of the generic-syntax documents and of the appendix of RFC 1738, then UTS #58 for
//! where an undelimited URL ends.

mod bare_name;
mod host;
mod opening;
mod plain;
mod start;
mod tail;

use std::{borrow::Cow, mem};

use unicode_segmentation::GraphemeCursor;

use self::opening::Opening;
pub(crate) use self::plain::{Plain, plain};
use crate::{
    config::Config,
    engine::{
        rejoin::{self, Closing},
        scan::{Hit, Trigger},
        window::{Ahead, Cut, Notes, Window},
    },
    link::{Delimiter, Kind, Piece, Pieces},
    text::{characters::is_soft, utf8::Char},
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
    /// Whether it is a reference that a base completes.
    pub(crate) is_relative: bool,
    /// Where the search goes on after it.
    pub(crate) resume: usize,
    /// What evidence joined.
    pub(crate) joined: Option<Joined>,
    /// What evidence was looked at, where that is asked for.
    pub(crate) breaks: Vec<rejoin::Seen>,
}

/// What there is to a URL that evidence put together.
pub(crate) struct Joined {
    /// How sure the least sure of the joins is.
    pub(crate) confidence: f32,
    /// Where the URL would end without them.
    pub(crate) end: usize,
}

/// What is believed of what stands around a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Trust {
    /// That brackets and quotation marks hold one URL.
    pub(crate) delimiters: bool,
    /// That a URL goes on over its breaks, where evidence says so.
    pub(crate) evidence: bool,
}

/// What a trigger turned out to be.
pub(crate) enum Reading<'w> {
    /// A URL, should the grammar accept it.
    Candidate(Candidate<'w>),
    /// A URL up to the byte at `at`, which can't stand there.
    Refused { start: usize, at: usize },
    /// A URL of an unknown scheme, in which nothing is a link of its own.
    Unknown { start: usize, resume: usize },
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
    /// A host name that begins the candidate and ends at this index.
    Host(usize),
    /// A mail address whose domain begins at this index.
    Address(usize),
}

/// Reads what stands around a hit. Nothing before `floor` belongs to it. Where that is cut off, the notes say what is
/// still open.
pub(crate) fn read<'w>(
    config: &Config,
    window: &Window<'w>,
    floor: usize,
    hit: Hit,
    trust: Trust,
    notes: &Notes,
) -> Result<Reading<'w>, Cut> {
    let delimited = trust.delimiters;
    if hit.trigger == Trigger::Prefix {
        return if delimited {
            reference(config, window, hit, notes)
        } else {
            Ok(Reading::Nothing { resume: hit.at + 1 })
        };
    }
    // A hit alone is looked around from its own place; its start is behind it, at most as far as a host name reaches.
    let around = window.ahead(hit.at, config.window, notes);
    notes.open.set(hit.at.saturating_sub(start::REACH));
    let beginning = match hit.trigger {
        Trigger::Colon => start::scheme(config, &around, floor, hit.at),
        // `www.com` and `awww.com` are no abbreviations, but host names.
        Trigger::Abbreviation => match start::abbreviation(&around, floor, hit.at) {
            Ok(start::Start::None { .. }) if config.kinds.contains(Kind::Domain) => {
                start::domain(&around, floor, hit.at)
            }
            start => start,
        },
        Trigger::Dot => start::domain(&around, floor, hit.at),
        Trigger::At => start::address(&around, floor, hit.at),
        Trigger::Prefix => return Ok(Reading::Nothing { resume: hit.at + 1 }),
    };
    let beginning = match beginning? {
        start::Start::At(beginning) => beginning,
        start::Start::None { resume } => return Ok(Reading::Nothing { resume }),
    };
    let start = beginning.start;
    notes.open.set(start);
    let ahead = window.ahead(start, config.window, notes);
    if !begins_cluster(&ahead, start)? {
        return Ok(Reading::Nothing { resume: hit.at + 1 });
    }
    let opening = opening::before(ahead.bytes, start);
    if delimited && let Some(candidate) = between_delimiters(config, &ahead, &beginning, opening, hit)? {
        return Ok(Reading::Candidate(candidate));
    }
    if beginning.completion == UNPROVEN && !matches!(beginning.form, Form::Hierarchical(_)) {
        return Ok(Reading::Nothing { resume: hit.at + 1 });
    }
    let reading = undelimited(config, &ahead, floor, &beginning, opening, hit, trust)?;
    if beginning.completion != UNPROVEN {
        return Ok(reading);
    }
    // Nothing inside a URL of an unknown scheme is a link of its own.
    let resume = match reading {
        Reading::Candidate(candidate) => candidate.resume,
        Reading::Refused { at, .. } => at,
        Reading::Unknown { resume, .. } | Reading::Nothing { resume } => resume,
    };
    Ok(Reading::Unknown { start, resume: resume.max(hit.at + 1) })
}

/// Reads a relative reference between the brackets of `<URL:…>`. One with a scheme has a trigger of its own.
fn reference<'w>(config: &Config, window: &Window<'w>, hit: Hit, notes: &Notes) -> Result<Reading<'w>, Cut> {
    let nothing = Reading::Nothing { resume: hit.at + 1 };
    notes.open.set(hit.at);
    let ahead = window.ahead(hit.at, config.window, notes);
    let mut start = hit.at + 1;
    while ahead.get(start)?.is_some_and(|byte| byte.is_ascii_whitespace()) {
        start += 1;
    }
    if opening::before(ahead.bytes, start) != (Opening::Angle { prefixed: true }) {
        return Ok(nothing);
    }
    let found = rejoin::delimited(&ahead, start, Closing::Angle, config.rejoin, config.hyphen);
    let Some(found) = found? else { return Ok(nothing) };
    let Some(written) = rejoin::join(ahead.bytes, &found.pieces) else { return Ok(nothing) };
    let resume = found.pieces.as_slice().last().map_or(start, |piece| piece.end);
    // Words behind it make it one of a sentence.
    let is_whole = ahead.bytes[resume..].trim_ascii_start().first() == Some(&b'>');
    let has_scheme = written.find([':', '/', '?', '#']).is_some_and(|at| written.as_bytes()[at] == b':');
    if !is_whole || has_scheme {
        return Ok(nothing);
    }
    Ok(Reading::Candidate(Candidate {
        kind: Kind::Url,
        delimiter: Delimiter::Angle,
        pieces: found.pieces,
        written,
        completion: "",
        is_relative: true,
        resume,
        joined: None,
        breaks: Vec::new(),
    }))
}

/// Marks a beginning that only brackets make one: an unknown scheme. It is never written anywhere.
const UNPROVEN: &str = "\0";

fn between_delimiters<'w>(
    config: &Config,
    ahead: &Ahead<'w, '_>,
    beginning: &Beginning,
    opening: Opening,
    hit: Hit,
) -> Result<Option<Candidate<'w>>, Cut> {
    let start = beginning.start;
    let (closing, delimiter) = match opening {
        Opening::Angle { prefixed } => {
            let proven =
                beginning.completion != UNPROVEN || prefixed || matches!(beginning.form, Form::Hierarchical(_));
            if !proven {
                return Ok(None);
            }
            (Closing::Angle, Delimiter::Angle)
        }
        Opening::Quote(marks) if beginning.completion != UNPROVEN => (Closing::Quote(marks), Delimiter::Quote),
        _ => return Ok(None),
    };
    let found = rejoin::delimited(ahead, start, closing, config.rejoin, config.hyphen)?;
    let Some(found) = found else { return Ok(None) };
    let mut pieces = found.pieces;
    let behind_fragment = without_fragment(config, ahead.bytes, &mut pieces);
    let last = match &mut pieces {
        Pieces::One(piece) => Some(piece),
        Pieces::Many(pieces) => pieces.last_mut(),
    };
    if let (Delimiter::Quote, Some(piece)) = (delimiter, last) {
        // A sentence that ends in a quotation has its comma or full stop inside the marks.
        while piece.len() > 1 && matches!(ahead.bytes[piece.end - 1], b'.' | b',' | b';') {
            piece.end -= 1;
        }
    }
    if let (Delimiter::Angle, Pieces::One(piece)) = (delimiter, &mut pieces) {
        piece.end = without_list(ahead.bytes, piece.clone());
    }
    let Some(written) = rejoin::join(ahead.bytes, &pieces) else { return Ok(None) };
    // Brackets mark a host name off, but don't make one: `<stdio.h>` is none.
    if let Form::Host(_) = beginning.form {
        let name = written.split(['/', '?', '#', ':']).next().unwrap_or_default().as_bytes();
        if !host::has_top_level_domain(name) && !host::is_ipv4(name) {
            return Ok(None);
        }
    }
    if let Form::Address(_) = beginning.form {
        let domain = written.rsplit('@').next().unwrap_or_default();
        if !host::is_mail_domain(domain.as_bytes()) && !domain.eq_ignore_ascii_case("localhost") {
            return Ok(None);
        }
    }
    let end = pieces.as_slice().last().map_or(start, |piece| piece.end);
    if end <= hit.at {
        // The quotation is over before the trigger: `'x'@`.
        return Ok(None);
    }
    let resume = behind_fragment.unwrap_or(end);
    let completion = if beginning.completion == UNPROVEN { "" } else { beginning.completion };
    Ok(Some(Candidate {
        kind: beginning.kind,
        delimiter,
        pieces,
        written,
        completion,
        is_relative: false,
        resume,
        joined: None,
        breaks: Vec::new(),
    }))
}

fn undelimited<'w>(
    config: &Config,
    ahead: &Ahead<'w, '_>,
    floor: usize,
    beginning: &Beginning,
    opening: Opening,
    hit: Hit,
    trust: Trust,
) -> Result<Reading<'w>, Cut> {
    let start = beginning.start;
    let nothing = Reading::Nothing { resume: hit.at + 1 };
    let mut host_end = start;
    let end = match beginning.form {
        Form::Hierarchical(authority) => match host::authority(ahead, authority)? {
            Ok(end) => {
                host_end = end;
                after_authority(ahead, start, end)?
            }
            Err(at) if at == authority && !matches!(ahead.get(at)?, Some(b'/' | b'.' | b'[' | b'?' | b'#')) => {
                // `file:///etc/motd` has an empty authority; `http://` and white space is just talk about URLs.
                return Ok(Reading::Refused { start, at });
            }
            Err(at) if at == authority && ahead.get(at)? == Some(b'/') => tail::end(ahead, start, at)?,
            Err(at) => return Ok(Reading::Refused { start, at }),
        },
        Form::Opaque(part) => tail::end(ahead, start, part)?,
        Form::Mail(part) => match start::mail_end(ahead, part)? {
            Some(end) => {
                host_end = end;
                if ahead.get(end)? == Some(b'?') { after_name(ahead, start, end)? } else { end }
            }
            None => return Ok(Reading::Refused { start, at: part }),
        },
        Form::Host(name) => {
            // It was read from its trigger on, and from its start on it may be longer than a URL may be.
            let Some(host) = ahead.bytes.get(start..name) else { return Err(Cut::Limit) };
            if !host::has_top_level_domain(host) && !host::is_ipv4(host) {
                return Ok(Reading::Nothing { resume: name.max(hit.at + 1) });
            }
            match host::port(ahead, start, name)? {
                Ok(end) => {
                    host_end = end;
                    after_authority(ahead, start, end)?
                }
                Err(at) => return Ok(Reading::Nothing { resume: at.max(hit.at + 1) }),
            }
        }
        Form::Address(domain) => match host::name(ahead, domain)? {
            Ok(end) if host::is_mail_domain(&ahead.bytes[domain..end]) && !host::goes_on_behind_address(ahead, end)? => {
                // The final dot of a domain is never written in an address.
                host_end = if ahead.bytes[end - 1] == b'.' { end - 1 } else { end };
                host_end
            }
            Ok(at) | Err(at) => return Ok(Reading::Nothing { resume: at.max(hit.at + 1) }),
        },
    };
    let is_empty = matches!(beginning.form, Form::Hierarchical(authority) if host_end == start && end <= authority + 1);
    if is_empty && matches!(ahead.up_to(end, 2)?, [b'$' | b'#' | b'%', b'{']) {
        // The path is put in by a program.
        return Ok(Reading::Refused { start, at: end });
    }
    let destination = if end > host_end { markdown_destination(ahead, floor, start, end)? } else { None };
    let trimmed = match destination {
        Some(end) => end,
        None => trim(ahead, floor, start, end)?,
    };
    let mut end = whole_clusters(ahead, start, trimmed)?;
    if end < trimmed && end < host_end || end <= host_end && is_cut_at(ahead, end)? {
        // Less of a host is another host.
        return Ok(Reading::Refused { start, at: host_end });
    }
    if end < trimmed {
        end = trim(ahead, floor, start, without_soft(ahead, start, end))?;
    }
    let resume = end;
    if let Some(number_sign) = fragment_outside(config, &ahead.bytes[start..end]) {
        end = trim(ahead, floor, start, without_soft(ahead, start, start + number_sign))?;
    }
    if end <= hit.at {
        return Ok(nothing);
    }
    let delimiter = if opening == Opening::Prefix { Delimiter::Prefix } else { Delimiter::Bare };
    let mut breaks = Vec::new();
    let has_tail =
        matches!(beginning.form, Form::Hierarchical(_) | Form::Host(_)) && host_end > start && end > host_end;
    if has_tail && trust.evidence && end == resume && rejoin::joins_undelimited(config.rejoin) {
        let mut chain = rejoin::chain(config, ahead, start, end)?;
        breaks = mem::take(&mut chain.breaks);
        if let Some((pieces, written)) = rejoined(ahead, floor, host_end, end, chain.pieces) {
            let resume = pieces[pieces.len() - 1].end;
            return Ok(Reading::Candidate(Candidate {
                kind: beginning.kind,
                delimiter,
                pieces: Pieces::Many(pieces),
                written: Cow::Owned(written),
                completion: beginning.completion,
                is_relative: false,
                resume,
                joined: Some(Joined { confidence: chain.confidence, end }),
                breaks,
            }));
        }
    }
    let pieces = Pieces::One(start..end);
    let Some(written) = rejoin::join(ahead.bytes, &pieces) else { return Ok(nothing) };
    Ok(Reading::Candidate(Candidate {
        kind: beginning.kind,
        delimiter,
        pieces,
        written,
        completion: beginning.completion,
        is_relative: false,
        resume,
        joined: None,
        breaks,
    }))
}

/// Whether a hyphen that only a typesetter writes stands at `end`, and there ends the line: what goes on below is the rest.
fn is_cut_at(ahead: &Ahead, end: usize) -> Result<bool, Cut> {
    match ahead.char(end)? {
        Char::Valid('\u{AD}' | '\u{2010}', length) => Ok(matches!(ahead.get(end + length)?, Some(b'\n' | b'\r'))),
        _ => Ok(false),
    }
}

/// The pieces that evidence put together, cut where the URL ends that they make, and the URL. None where it ends before
/// the second; `end` is where the first ends by itself.
fn rejoined(
    ahead: &Ahead,
    floor: usize,
    host_end: usize,
    end: usize,
    mut pieces: Vec<Piece>,
) -> Option<(Vec<Piece>, String)> {
    let start = pieces.first()?.start;
    // What stands in front of a URL may close it.
    let front = usize::from(start > floor);
    let mut joined = ahead.bytes[start - front..start].to_vec();
    pieces.iter().for_each(|piece| joined.extend_from_slice(&ahead.bytes[piece.clone()]));
    let over = ahead.over(&joined);
    let tail_end = after_authority(&over, front, host_end - start + front).ok()?;
    let trimmed = trim(&over, 0, front, tail_end).ok()?;
    let joined_end = whole_clusters(&over, front, trimmed).ok()?;
    if joined_end <= front + pieces[0].len().max(end - start) {
        return None;
    }
    let mut rest = joined_end - front;
    for piece in &mut pieces {
        piece.end = piece.start + piece.len().min(rest);
        rest -= piece.len();
    }
    pieces.retain(|piece| !piece.is_empty());
    let written = String::from_utf8(joined[front..joined_end].to_vec()).ok()?;
    Some((pieces, written))
}

/// Where the number sign stands in `url` whose fragment is not part of it by the grammar.
fn fragment_outside(config: &Config, url: &[u8]) -> Option<usize> {
    if config.grammar.syntax().table.has_fragments() { None } else { memchr::memchr(b'#', url) }
}

/// Takes away the fragment that is not part of the URL, and says where it ended. RFC 1738 has it inside the brackets all
/// the same (appendix).
fn without_fragment(config: &Config, bytes: &[u8], pieces: &mut Pieces) -> Option<usize> {
    let number_sign = |piece: &Piece| Some(piece.start + fragment_outside(config, &bytes[piece.clone()])?);
    let end = pieces.as_slice().last()?.end;
    let (last, number_sign) =
        pieces.as_slice().iter().enumerate().find_map(|(i, piece)| Some((i, number_sign(piece)?)))?;
    let mut kept = pieces.as_slice()[..=last].to_vec();
    kept[last].end = number_sign;
    kept.retain(|piece| !piece.is_empty());
    *pieces = if let [piece] = &kept[..] { Pieces::One(piece.clone()) } else { Pieces::Many(kept) };
    Some(end)
}

/// Where a URL ends that begins at `start` and whose authority ends at `end`.
fn after_authority(ahead: &Ahead, start: usize, end: usize) -> Result<usize, Cut> {
    match ahead.get(end)? {
        Some(b'/' | b'?' | b'#') => after_name(ahead, start, end),
        _ => Ok(end),
    }
}

/// Where a URL ends that begins at `start` and goes on behind a host name or an address.
fn after_name(ahead: &Ahead, start: usize, end: usize) -> Result<usize, Cut> {
    let mut tail_end = tail::end(ahead, start, end)?;
    // When all that follows is a sentence's question mark, the root's dot, the colon and the dash before it are its, too.
    while tail_end <= end && matches!(ahead.bytes[tail_end - 1], b'.' | b':' | b'-' | b'_') {
        tail_end -= 1;
    }
    Ok(tail_end)
}

/// The end of what stands between angle brackets, without the comma of a list and a parenthesis that nothing in it opens.
fn without_list(bytes: &[u8], piece: Piece) -> usize {
    let mut url = &bytes[piece.clone()];
    loop {
        let count = |wanted: u8| memchr::memchr_iter(wanted, url).count();
        url = match url {
            [rest @ .., b',' | b';'] if !rest.is_empty() => rest,
            [rest @ .., b')'] if count(b'(') < count(b')') && !rest.ends_with(b")") => rest,
            _ => return piece.start + url.len(),
        };
    }
}

/// Where the destination of a link in Markdown ends, `](destination)`: at its parenthesis, whatever stands before that.
fn markdown_destination(ahead: &Ahead, floor: usize, start: usize, end: usize) -> Result<Option<usize>, Cut> {
    if start < floor + 2 || !ahead.bytes[..start].ends_with(b"](") {
        return Ok(None);
    }
    let mut at = end;
    while at - end < CLUSTER {
        match ahead.char(at)? {
            Char::Valid(')', _) => return Ok(Some(at)),
            Char::Valid(c, length) if is_soft(c) => at += length,
            _ => break,
        }
    }
    Ok(None)
}

/// Takes off the end what belongs to the sentence or its markup: a wrapper that opened right before the URL, a dash, a
/// possessive, a bracket that opens and has nothing in it.
fn trim(ahead: &Ahead, floor: usize, start: usize, end: usize) -> Result<usize, Cut> {
    let before = (start > floor).then(|| ahead.bytes[start - 1]);
    if let Some(end) = closing_apostrophe(ahead, before, start, end)? {
        return Ok(end);
    }
    let mut url = &ahead.bytes[start..end];
    loop {
        let cut = match url.last() {
            Some(b'*' | b'@' | b'(' | b'[') => 1,
            Some(b'_' | b'~') if url.last().copied() == before => 1,
            Some(b's') if url.ends_with(b"'s") => 2,
            Some(b's') if url.ends_with("’s".as_bytes()) => "’s".len(),
            Some(b'-') if url.ends_with(b"--") => url.iter().rev().take_while(|&&byte| byte == b'-').count(),
            // A line drawn under or behind the text.
            Some(&byte @ (b'=' | b'_')) if url.ends_with(&[byte; 4]) => {
                url.iter().rev().take_while(|&&other| other == byte).count()
            }
            _ => return Ok(start + url.len()),
        };
        if cut >= url.len() {
            return Ok(start + url.len());
        }
        url = &url[..url.len() - cut];
        // What the wrapper or the dash kept inside is the sentence's again.
        url = &url[..without_soft(ahead, start, start + url.len()) - start];
    }
}

/// The end of a URL that an apostrophe ends which closes one inside it: `/'b'` is a pair, unless one opens in front of
/// the URL. A pair may also be empty, at the end of a path.
fn closing_apostrophe(ahead: &Ahead, before: Option<u8>, start: usize, end: usize) -> Result<Option<usize>, Cut> {
    if before == Some(b'\'') || ahead.get(end)? != Some(b'\'') {
        return Ok(None);
    }
    let opened = memchr::memchr_iter(b'\'', &ahead.bytes[start..end]).count();
    let is_empty_pair = opened == 0 && ahead.bytes[end - 1] == b'/' && ahead.get(end + 1)? == Some(b'\'');
    Ok(if is_empty_pair { Some(end + 2) } else { (opened % 2 == 1).then_some(end + 1) })
}

/// Whether a grapheme cluster begins at `start`.
fn begins_cluster(ahead: &Ahead, start: usize) -> Result<bool, Cut> {
    let Char::Valid(c, length) = ahead.char(start)? else { return Ok(true) };
    match ahead.char_before(start) {
        Char::Valid(before, _) if !c.is_ascii() || !before.is_ascii() => {}
        _ => return Ok(true),
    }
    let mut from = start.saturating_sub(CLUSTER);
    while from < start && ahead.bytes[from] & 0xC0 == 0x80 {
        from += 1;
    }
    let Ok(text) = std::str::from_utf8(&ahead.bytes[from..start + length]) else { return Ok(true) };
    Ok(GraphemeCursor::new(start - from, text.len(), true).is_boundary(text, 0) != Ok(false))
}

/// Clusters of more than a few characters can't begin this many bytes back and be a URL's business.
const CLUSTER: usize = 64;

/// The end without the sentence's punctuation before it.
fn without_soft(ahead: &Ahead, start: usize, mut end: usize) -> usize {
    while let Char::Valid(c, length) = ahead.char_before(end)
        && end > start + length
        && is_soft(c)
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
    let mut from = end.saturating_sub(CLUSTER).max(start);
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
