//! The heart: a function over a window of text that finds the next thing in it, and says how far the text is settled.

use std::borrow::Cow;

use crate::{
    delimit::{self, Candidate, Reading},
    finder::Config,
    link::{Delimiter, Kind, Link, Part, Pieces, Refused, Rejoined},
    rejoin,
    scan::{self, Wanted},
    uri::{self, Components, Rejection, Rule},
    window::{Cut, Window},
};

/// How far back from a trigger a link can begin: a host name or the local part of an address is no longer.
pub(crate) const REACH: usize = 512;

/// How many settled bytes are kept in front of a window for looking back: the reach of a link, and that of the start of
/// its line behind it.
pub(crate) const HEAD: usize = 2 * REACH;

/// How many bytes behind the first byte of a trigger belong to it: the ideographic full stop has three.
const LOOKAHEAD: usize = 2;

/// Where a search stands between two calls. Positions are indices into the window.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cursor {
    /// Where to look for the next trigger.
    pub(crate) at: usize,
    /// The end of the last link: nothing before it belongs to another.
    pub(crate) floor: usize,
    /// Whether the text up to the next white space belongs to a URL that was longer than the limit.
    pub(crate) in_oversize: bool,
    /// The bytes that were looked at behind the trigger search: a measure of work for tests.
    pub(crate) steps: u64,
}

/// What a call found.
pub(crate) enum Step<'w> {
    Link(Link<'w>),
    Refused(Refused<'w>),
    /// Nothing more in this window: the text before this index is settled. At the end of the text that is all of it.
    Settled(usize),
}

static TOO_LONG: Rule = Rule::new("napkin window", "the URL is longer than the search window");
static DNS_NAME: Rule = Rule::new("rfc1123 2.1 host name", "labels of a host name are letters, digits and hyphens, 1 to 63 of them");
static NUMERIC: Rule = Rule::new("rfc1123 2.1 host name", "a host that ends in a number is an IPv4 address, or readers disagree about it");
static AUTHORITY: Rule = Rule::new("rfc3986 3.2 authority", "a host name or address is expected here");

/// Finds the next link or refused candidate in the window and moves the cursor behind it.
///
/// What is found depends on the text alone and not on where the window ends: whatever would need a look past the end
/// stays unsettled, and is looked at again in the next window.
pub(crate) fn step<'w>(config: &Config, window: &Window<'w>, cursor: &mut Cursor) -> Step<'w> {
    let bytes = window.bytes;
    let wanted = Wanted::new(config.kinds);
    if cursor.in_oversize && !skip_oversize(bytes, cursor) {
        return Step::Settled(settled(window, cursor, bytes.len()));
    }
    // The last bytes of a window are looked at again in the next: what follows decides whether they are a trigger.
    let searched = if window.is_end { bytes.len() } else { bytes.len().saturating_sub(LOOKAHEAD) };
    loop {
        let Some(hit) = scan::next_hit(bytes, cursor.at, wanted) else {
            cursor.at = cursor.at.max(searched);
            return Step::Settled(settled(window, cursor, bytes.len()));
        };
        let reading = match delimit::read(config, window, cursor.floor, hit, true) {
            Ok(reading) => reading,
            Err(undecided) if undecided.cut == Cut::More => {
                cursor.at = hit.at;
                return Step::Settled(settled(window, cursor, undecided.start));
            }
            Err(undecided) => {
                cursor.steps += config.window as u64;
                cursor.in_oversize = true;
                cursor.at = hit.at + 1;
                cursor.floor = cursor.floor.max(hit.at);
                skip_oversize(bytes, cursor);
                let end = bytes.len().min(undecided.start + config.window);
                if config.explain {
                    return Step::Refused(refused(config, window, undecided.start..end, end, Rejection::new(0, &TOO_LONG)));
                }
                continue;
            }
        };
        match reading {
            Reading::Nothing { resume } => {
                cursor.steps += (resume - hit.at) as u64;
                cursor.at = resume.max(hit.at + 1);
            }
            Reading::Refused { start, at } => {
                // The end is only for showing, and is not looked for otherwise.
                let end = if config.explain { run_end(window, at) } else { Some(at) };
                let Some(end) = end else {
                    cursor.at = hit.at;
                    return Step::Settled(settled(window, cursor, start));
                };
                cursor.steps += (at - start) as u64;
                cursor.at = at.max(hit.at + 1);
                if bytes.get(at) == Some(&b'@') {
                    // What stands before a second `@` is not the local part of an address either.
                    cursor.floor = cursor.floor.max(at);
                }
                if config.explain {
                    return Step::Refused(refused(config, window, start..end, at, Rejection::new(at - start, &AUTHORITY)));
                }
            }
            Reading::Candidate(candidate) => {
                cursor.steps += (candidate.resume - hit.at) as u64;
                let is_delimited = matches!(candidate.delimiter, Delimiter::Angle | Delimiter::Quote);
                let mut judged = accept(config, bytes, candidate);
                if judged.is_err() && is_delimited {
                    // It is read once more as if nothing delimited it.
                    match delimit::read(config, window, cursor.floor, hit, false) {
                        Ok(Reading::Candidate(bare)) => judged = accept(config, bytes, bare),
                        Err(undecided) if undecided.cut == Cut::More => {
                            cursor.at = hit.at;
                            return Step::Settled(settled(window, cursor, undecided.start));
                        }
                        _ => {}
                    }
                }
                match judged {
                    Ok((link, resume)) => {
                        cursor.at = resume.max(hit.at + 1);
                        cursor.floor = resume;
                        if is_wanted(config, &link) {
                            return Step::Link(link.moved(window.base));
                        }
                    }
                    Err(Judged { range, at, rejection }) => {
                        cursor.at = at.max(hit.at + 1);
                        if config.explain {
                            return Step::Refused(refused(config, window, range, at, rejection));
                        }
                    }
                }
            }
        }
    }
}

/// How far the text is settled when a decision that begins at `open` is still to be made.
fn settled(window: &Window, cursor: &Cursor, open: usize) -> usize {
    if window.is_end {
        return window.bytes.len();
    }
    open.min(window.bytes.len().saturating_sub(REACH)).max(cursor.floor)
}

/// Moves past the URL that was too long; false when the window ends first.
fn skip_oversize(bytes: &[u8], cursor: &mut Cursor) -> bool {
    let rest = &bytes[cursor.at..];
    let end = rest.iter().position(|&byte| byte <= b' ' || matches!(byte, b'<' | b'>' | b'"'));
    cursor.steps += end.unwrap_or(rest.len()) as u64;
    cursor.at += end.unwrap_or(rest.len());
    cursor.floor = cursor.at;
    cursor.in_oversize = end.is_none();
    end.is_some()
}

/// The end of the run of characters that a refused candidate stands in, for showing it; not far. None when the window
/// ends first.
fn run_end(window: &Window, at: usize) -> Option<usize> {
    let bytes = window.bytes;
    let rest = &bytes[at..bytes.len().min(at + REACH)];
    let end = rest.iter().position(|&byte| byte <= b' ' || matches!(byte, b'<' | b'>' | b'"'));
    end.or((window.is_end || rest.len() == REACH).then_some(rest.len())).map(|length| at + length)
}

/// A refused candidate: its range and the byte, as window indices.
struct Judged {
    range: std::ops::Range<usize>,
    at: usize,
    rejection: Rejection,
}

/// Judges a candidate by the grammar.
fn accept<'w>(config: &Config, bytes: &'w [u8], candidate: Candidate<'w>) -> Result<(Link<'w>, usize), Judged> {
    let pieces = candidate.pieces.as_slice();
    let range = pieces[0].start..pieces[pieces.len() - 1].end;
    let shift = candidate.completion.len();
    let url = complete(candidate.completion, candidate.written);
    let components = match validate(config, &url) {
        Ok(components) => components,
        Err(rejection) => {
            let at = rejoin::source_index(&candidate.pieces, rejection.at().saturating_sub(shift));
            return Err(Judged { range, at, rejection });
        }
    };
    let rejoined = (pieces.len() > 1).then(|| Rejoined { confidence: 1.0, inside: broken_part(pieces, shift, &url, &components) });
    let alternative = rejoined.and_then(|_| rejoin::other_hyphens(bytes, &candidate.pieces));
    let alternative = alternative.map(|other| complete(candidate.completion, Cow::Owned(other)).into_owned());
    let alternative = alternative.filter(|other| *other != url && validate(config, other).is_ok());
    let link = Link {
        text: Cow::Borrowed(&bytes[range]),
        url,
        pieces: candidate.pieces,
        kind: candidate.kind,
        delimiter: candidate.delimiter,
        rejoined,
        alternative,
        components,
        position: None,
    };
    Ok((link, candidate.resume))
}

/// The grammar, its scheme's rules, and what a host name in running text has to be.
fn validate(config: &Config, url: &str) -> Result<Components, Rejection> {
    let components = uri::validate(url, config.grammar)?;
    let Some(host) = components.host(url) else { return Ok(components) };
    let host_start = host.as_ptr() as usize - url.as_ptr() as usize;
    if host.is_empty() && components.path(url).is_empty() {
        return Err(Rejection::new(host_start, &AUTHORITY));
    }
    if host.is_empty() || host.starts_with('[') {
        return Ok(components);
    }
    if let Err(at) = uri::is_dns_name(host) {
        return Err(Rejection::new(host_start + at, &DNS_NAME));
    }
    let last = host.strip_suffix('.').unwrap_or(host).rsplit('.').next().unwrap_or_default();
    if last.bytes().all(|byte| byte.is_ascii_digit()) && host.contains('.') && host.parse::<std::net::Ipv4Addr>().is_err() {
        return Err(Rejection::new(host_start, &NUMERIC));
    }
    Ok(components)
}

/// The written URL, complete, with the square brackets after its authority and a second `#` percent-encoded: people
/// write them in paths, queries and fragments, where no grammar has a place for them.
fn complete<'w>(completion: &str, written: Cow<'w, str>) -> Cow<'w, str> {
    let tail = tail_start(completion, &written);
    let needs_encoding = tail.is_some_and(|tail| {
        let bytes = &written.as_bytes()[tail..];
        memchr::memchr2(b'[', b']', bytes).is_some() || memchr::memchr_iter(b'#', bytes).nth(1).is_some()
    });
    if completion.is_empty() && !needs_encoding {
        return written;
    }
    let tail = tail.unwrap_or(written.len());
    let mut url = String::with_capacity(completion.len() + written.len() + 8);
    url.push_str(completion);
    url.push_str(&written[..tail]);
    let mut in_fragment = false;
    for c in written[tail..].chars() {
        match c {
            '#' if std::mem::replace(&mut in_fragment, true) => url.push_str("%23"),
            '[' => url.push_str("%5B"),
            ']' => url.push_str("%5D"),
            c => url.push(c),
        }
    }
    Cow::Owned(url)
}

/// Where the path, query or fragment begins after an authority; none without an authority.
fn tail_start(completion: &str, written: &str) -> Option<usize> {
    let bytes = written.as_bytes();
    let authority = match completion {
        "" => memchr::memchr(b':', bytes).filter(|&colon| bytes[colon..].starts_with(b"://"))? + 3,
        "mailto:" => return None,
        _ => 0,
    };
    bytes[authority..].iter().position(|byte| matches!(byte, b'/' | b'?' | b'#')).map(|at| authority + at)
}

/// The part of the URL that a break stands in, when that changes where it leads.
fn broken_part(pieces: &[std::ops::Range<usize>], shift: usize, url: &str, components: &Components) -> Option<Part> {
    let scheme_end = components.scheme(url)?.len();
    let authority_end = components.authority(url).map(|authority| authority.as_ptr() as usize + authority.len() - url.as_ptr() as usize);
    let mut offset = shift;
    let mut part = None;
    for piece in &pieces[..pieces.len() - 1] {
        offset += piece.len();
        if offset <= scheme_end {
            return Some(Part::Scheme);
        }
        if authority_end.is_some_and(|end| offset < end) {
            part = Some(Part::Authority);
        }
    }
    part
}

fn is_wanted(config: &Config, link: &Link) -> bool {
    let is_scheme_wanted =
        config.schemes.is_empty() || config.schemes.iter().any(|wanted| wanted.eq_ignore_ascii_case(link.scheme()));
    config.kinds.contains(link.kind) && is_scheme_wanted
}

fn refused<'w>(
    config: &Config,
    window: &Window<'w>,
    range: std::ops::Range<usize>,
    at: usize,
    rejection: Rejection,
) -> Refused<'w> {
    Refused {
        text: Cow::Borrowed(&window.bytes[range.clone()]),
        range: range.start + window.base..range.end + window.base,
        at: at + window.base,
        rejection,
        grammar: config.grammar,
        position: None,
    }
}

impl<'w> Link<'w> {
    /// The link with its pieces as offsets into the whole text.
    fn moved(mut self, base: usize) -> Link<'w> {
        match &mut self.pieces {
            Pieces::One(piece) => *piece = piece.start + base..piece.end + base,
            Pieces::Many(pieces) => {
                for piece in pieces {
                    *piece = piece.start + base..piece.end + base;
                }
            }
        }
        self
    }
}

#[allow(dead_code)]
fn unused(_: Kind) {}
