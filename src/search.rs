//! The heart: a function over a window of text that finds the next thing in it, and says how far the text is settled.

use std::{borrow::Cow, mem};

use crate::{
    delimit::{self, Candidate, Plain, Reading, Trust},
    finder::Config,
    link::{Break, Delimiter, Kind, Link, Made, Part, Piece, Refused, Rejoined},
    rejoin,
    scan::{self, Hit, Trigger, Wanted},
    uri::{self, Components, Goal, Grammar, Rejection, Rule, Uri},
    window::{Cut, Notes, Window},
};

/// How far back from a trigger a link can begin: a host name or the local part of an address is no longer.
pub(crate) const REACH: usize = 512;

/// How many settled bytes are kept in front of a window for looking back: for the same URL elsewhere, which is further
/// than the reach of a link, and that of the start of its line behind it.
pub(crate) const HEAD: usize = rejoin::BACK;

const _: () = assert!(HEAD >= 2 * REACH);

/// What a closer look costs, however little it reads, in bytes that the short way reads in that time.
const CLOSER_LOOK: u64 = 16;

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
    /// The furthest end of the candidates that were refused one inside the other, the bytes from the start of the first to
    /// there, and how many of them were read again.
    refused_end: usize,
    refused_length: usize,
    reread: usize,
    /// Up to here, nothing is joined on evidence: what it joined was refused.
    apart: usize,
    /// The URL whose breaks are being told, by its offset in the text, and how many of them were.
    told: Option<(usize, usize)>,
    /// The bytes that were looked at behind the trigger search: a measure of work for tests.
    pub(crate) steps: u64,
}

impl Cursor {
    /// Moves all positions down with the window, whose first `dropped` bytes are gone.
    pub(crate) fn advance(&mut self, dropped: usize) {
        self.at -= dropped;
        self.floor = self.floor.saturating_sub(dropped);
        self.refused_end = self.refused_end.saturating_sub(dropped);
        self.apart = self.apart.saturating_sub(dropped);
    }

    /// How often a run of refused candidates may be read, all in all, before the rest of it is passed over. A rule can
    /// refuse a candidate at its start whose end is far away; without a bound, a run of such would be read once for each.
    const MOST_READINGS: usize = 16;

    /// Where to go on when the candidate of the trigger at `hit`, which reaches to `end`, was refused: at `next`, so that
    /// what is good in it is found.
    fn after_refusal(&mut self, hit: usize, next: usize, end: usize) -> usize {
        if hit >= self.refused_end {
            (self.refused_length, self.reread) = (end.saturating_sub(hit), 0);
        } else {
            self.refused_length += end.saturating_sub(self.refused_end);
            self.reread += end.min(self.refused_end).saturating_sub(hit);
        }
        self.refused_end = self.refused_end.max(end);
        let is_read_enough = self.reread > Cursor::MOST_READINGS * self.refused_length;
        if is_read_enough { next.max(self.refused_end) } else { next }
    }
}

/// What a call found.
pub(crate) enum Step<'w> {
    Link(Link<'w>),
    Refused(Refused<'w>),
    Break(Break<'w>),
    /// Nothing more in this window: the text before this index is settled. At the end of the text that is all of it.
    Settled(usize),
}

pub(crate) static TOO_LONG: Rule = Rule::new("napkin window", "the URL is longer than the search window");
static DNS_NAME: Rule =
    Rule::new("rfc1123 2.1 host name", "a label is 1 to 63 letters, digits, hyphens inside, and underscores");
static NUMERIC: Rule =
    Rule::new("rfc1123 2.1 host name", "a host that ends in a number is an IPv4 address, or readers disagree about it");
static NO_BASE: Rule = Rule::new("rfc3986 5.1 base URI", "a relative reference means nothing without a base");
static AUTHORITY: Rule = Rule::new("rfc3986 3.2 authority", "a host name or address is expected here");
static PORT: Rule =
    Rule::new("rfc3986 3.2.3 port", "nothing but a port's digits stands between the colon and the path");

/// Finds the next link or refused candidate in the window and moves the cursor behind it.
///
/// What is found depends on the text alone and not on where the window ends: whatever would need a look past the end
/// stays unsettled, and is looked at again in the next window.
#[inline]
pub(crate) fn step<'w>(config: &Config, window: &Window<'w>, cursor: &mut Cursor) -> Step<'w> {
    let bytes = window.bytes;
    let wanted = Wanted::new(config.kinds, config.base.is_some());
    let has_short_way = config.grammar.accepts_plain();
    let joins = rejoin::joins_undelimited(config.rejoin);
    let is_taken_as_it_is = config.schemes.is_empty() && config.kinds.contains(Kind::Url) && !config.unwrap;
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
        if has_short_way
            && hit.trigger == Trigger::Colon
            && let Some(plain) = delimit::plain(bytes, cursor.floor, config.window, joins, hit)
        {
            cursor.steps += (plain.end - plain.start) as u64;
            cursor.at = plain.end;
            cursor.floor = plain.end;
            if is_taken_as_it_is {
                return Step::Link(plain_link(window, plain));
            }
            let mut link = plain_link(window, plain);
            if config.unwrap {
                unwrap(config, &mut link);
            }
            if is_wanted(config, &link) {
                return Step::Link(link);
            }
            continue;
        }
        if let Some(step) = look_closer(config, window, cursor, hit) {
            return step;
        }
    }
}

/// What is found at a hit that is no plain URL; none when the search goes on behind it.
fn look_closer<'w>(config: &Config, window: &Window<'w>, cursor: &mut Cursor, hit: Hit) -> Option<Step<'w>> {
    let bytes = window.bytes;
    let notes = Notes::default();
    let trust = Trust { delimiters: true, evidence: hit.at >= cursor.apart };
    let reading = delimit::read(config, window, cursor.floor, hit, trust, &notes);
    cursor.steps += notes.worked.take() + CLOSER_LOOK;
    let reading = match reading {
        Ok(reading) => reading,
        Err(Cut::More) => {
            cursor.at = hit.at;
            return Some(Step::Settled(settled(window, cursor, notes.open.get())));
        }
        Err(Cut::Limit) => {
            cursor.steps += config.window as u64;
            cursor.in_oversize = true;
            cursor.at = hit.at + 1;
            cursor.floor = cursor.floor.max(hit.at);
            skip_oversize(bytes, cursor);
            let end = bytes.len().min(notes.open.get() + config.window);
            if config.explain {
                return Some(Step::Refused(refused(
                    config,
                    window,
                    notes.open.get()..end,
                    end,
                    Rejection::new(0, &TOO_LONG),
                )));
            }
            return None;
        }
    };
    match reading {
        Reading::Nothing { resume } => {
            cursor.at = resume.max(hit.at + 1);
        }
        Reading::Refused { start, at } => {
            // The end is only for showing, and is not looked for otherwise.
            let end = if config.explain { run_end(window, at) } else { Some(at) };
            let Some(end) = end else {
                cursor.at = hit.at;
                return Some(Step::Settled(settled(window, cursor, start)));
            };
            cursor.at = at.max(hit.at + 1);
            if bytes.get(at) == Some(&b'@') {
                // What stands before a second `@` is not the local part of an address either.
                cursor.floor = cursor.floor.max(at);
            }
            if config.explain {
                let in_port = matches!(bytes.get(at), Some(b':' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z'));
                let rejection = Rejection::new(at - start, if in_port { &PORT } else { &AUTHORITY });
                return Some(Step::Refused(refused(config, window, start..end, at, rejection)));
            }
        }
        Reading::Candidate(candidate) => return judge(config, window, cursor, hit, trust, candidate),
    }
    None
}

/// The link that a candidate is, if the grammar accepts it or another reading of the same hit.
fn judge<'w>(
    config: &Config,
    window: &Window<'w>,
    cursor: &mut Cursor,
    hit: Hit,
    mut trust: Trust,
    mut candidate: Candidate<'w>,
) -> Option<Step<'w>> {
    let notes = Notes::default();
    let end = candidate.resume;
    let judged = loop {
        if let Some(seen) = unexplained(config, window, cursor, &candidate) {
            cursor.at = hit.at;
            return Some(Step::Break(seen));
        }
        let is_delimited = matches!(candidate.delimiter, Delimiter::Angle | Delimiter::Quote);
        let (is_joined, end) = (candidate.joined.is_some(), candidate.resume);
        let judged = match accept(config, window, candidate) {
            Err(judged) if is_delimited || is_joined => judged,
            judged => break judged,
        };
        // What is refused is read once more as if nothing delimited it, and then as if no evidence joined it.
        if is_joined {
            trust.evidence = false;
            cursor.apart = cursor.apart.max(end);
        } else {
            trust.delimiters = false;
        }
        let reading = delimit::read(config, window, cursor.floor, hit, trust, &notes);
        cursor.steps += notes.worked.take();
        match reading {
            Ok(Reading::Candidate(bare)) => candidate = bare,
            Ok(Reading::Nothing { resume }) => break Err(Judged { resume, ..judged }),
            Ok(Reading::Refused { at, .. }) => {
                if window.bytes.get(at) == Some(&b'@') {
                    cursor.floor = cursor.floor.max(at);
                }
                break Err(Judged { resume: at, ..judged });
            }
            Err(Cut::More) => {
                cursor.at = hit.at;
                return Some(Step::Settled(settled(window, cursor, notes.open.get())));
            }
            Err(Cut::Limit) => break Err(judged),
        }
    };
    match judged {
        Ok((mut link, resume)) => {
            cursor.at = resume.max(hit.at + 1);
            cursor.floor = resume;
            if config.unwrap {
                unwrap(config, &mut link);
            }
            if is_wanted(config, &link) {
                return Some(Step::Link(link));
            }
        }
        Err(Judged { range, at, rejection, resume }) => {
            cursor.at = cursor.after_refusal(hit.at, resume.max(hit.at + 1), end);
            if config.explain {
                return Some(Step::Refused(refused(config, window, range, at, rejection)));
            }
        }
    }
    None
}

/// The next break of the candidate that was not told of yet.
fn unexplained<'w>(
    config: &Config,
    window: &Window<'w>,
    cursor: &mut Cursor,
    candidate: &Candidate,
) -> Option<Break<'w>> {
    let start = candidate.breaks.first()?.range.start;
    let offset = start + window.base;
    let told = cursor.told.filter(|&(url, _)| url == offset).map_or(0, |(_, told)| told);
    let seen = candidate.breaks.get(told)?;
    cursor.told = Some((offset, told + 1));
    // The joined URL may end before the break, and the grammar may refuse it.
    let url = complete(candidate.completion, Cow::Borrowed(&candidate.written));
    let is_valid = || validate(config, &encode(&url).unwrap_or_else(|| url.to_string())).is_ok();
    let is_joined = seen.is_joined && candidate.joined.is_some() && candidate.resume > seen.at && is_valid();
    Some(Break {
        text: Cow::Borrowed(&window.bytes[seen.range.clone()]),
        range: seen.range.start + window.base..seen.range.end + window.base,
        at: seen.at + window.base,
        evidence: seen.evidence,
        is_joined,
        position: None,
    })
}

/// A plain URL as a link: it was proved when it was read.
fn plain_link<'w>(window: &Window<'w>, plain: Plain) -> Link<'w> {
    Link {
        text: Cow::Borrowed(&window.bytes[plain.start..plain.end]),
        range: plain.start + window.base..plain.end + window.base,
        components: plain.components,
        kind: Kind::Url,
        delimiter: plain.delimiter,
        position: None,
        made: None,
    }
}

/// Makes the target the link's URL, if it is one that a gateway or redirector rewrote, and the target is a link by itself.
///
/// A join on evidence is never inside the authority, of a target either: such a link stays as it is written.
pub(crate) fn unwrap(config: &Config, link: &mut Link<'_>) {
    let unwrapped = |url: &str| {
        let target = uri::unwrap_if(url, |target| validate(config, target).is_ok())?;
        let components = validate(config, &target).ok()?;
        Some((target, components))
    };
    let Some((target, components)) = unwrapped(link.url()) else { return };
    let mut rejoined = link.rejoined();
    if let Some(rejoined) = &mut rejoined {
        let other = unwrapped(&with_marks(link));
        let authority = other.as_ref().and_then(|(target, components)| components.authority(target));
        if authority.is_none() || authority != components.authority(&target) {
            if !matches!(link.delimiter, Delimiter::Angle | Delimiter::Quote) {
                return;
            }
            rejoined.inside = rejoined.inside.or(Some(Part::Authority));
        }
    }
    let written = Some(link.url().to_owned());
    let made = link.made.take().map(|made| *made).unwrap_or_default();
    link.made = Some(Box::new(Made { url: target, written, rejoined, ..made }));
    link.components = components;
}

/// The URL as it is written, with a letter at each break, or behind the escape that the break is in: whatever a break
/// is inside of becomes something else.
fn with_marks(link: &Link<'_>) -> String {
    let mut marked = String::with_capacity(link.url().len() + link.pieces().len());
    if link.kind != Kind::Url {
        marked.push_str(link.scheme());
        marked.push_str("://");
    }
    for (index, piece) in link.pieces().iter().enumerate() {
        let piece = &link.text[piece.start - link.range.start..piece.end - link.range.start];
        let piece = String::from_utf8_lossy(piece);
        let percent = marked.bytes().rev().take(2).position(|byte| byte == b'%');
        let (before, after) = piece.split_at_checked(percent.map_or(0, |behind| 2 - behind)).unwrap_or((&piece, ""));
        marked.push_str(before);
        if index > 0 {
            marked.push('x');
        }
        marked.push_str(after);
    }
    marked
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
    /// Where the search goes on.
    resume: usize,
}

/// Judges a candidate by the grammar: a link and where the search goes on behind it, or why not.
fn accept<'w>(config: &Config, window: &Window<'w>, mut candidate: Candidate<'w>) -> Result<(Link<'w>, usize), Judged> {
    let pieces = candidate.pieces.as_slice();
    let range = pieces[0].start..pieces[pieces.len() - 1].end;
    let shift = candidate.completion.len();
    let url = complete(candidate.completion, mem::take(&mut candidate.written));
    let is_marked_off = candidate.delimiter == Delimiter::Angle && candidate.completion.is_empty();
    let (url, judged) = verdict(config, url, candidate.is_relative, is_marked_off);
    let components = match judged {
        Ok(components) => components,
        Err(rejection) => {
            let at = rejoin::source_index(pieces, rejection.at().saturating_sub(shift));
            return Err(Judged { range, at, rejection, resume: at });
        }
    };
    let made = match url {
        Cow::Borrowed(_) => None,
        Cow::Owned(url) => Some(Box::new(make(config, window, &candidate, url, &components))),
    };
    let link = Link {
        text: Cow::Borrowed(&window.bytes[range.clone()]),
        range: range.start + window.base..range.end + window.base,
        components,
        kind: candidate.kind,
        delimiter: candidate.delimiter,
        position: None,
        made,
    };
    Ok((link, candidate.resume))
}

/// The URL that `written` stands for, and what the grammar says of it. `is_marked_off` says that it can't be anything else
/// than a URL. The byte counts in `written`, and is 0 where the fault is that of the target of a reference.
pub(crate) fn verdict<'w>(
    config: &Config,
    written: Cow<'w, str>,
    is_relative: bool,
    is_marked_off: bool,
) -> (Cow<'w, str>, Result<Components, Rejection>) {
    let url = match is_relative.then(|| resolve(config, &written)) {
        Some(Ok(target)) => Cow::Owned(target),
        Some(Err(rejection)) => return (written, Err(rejection)),
        None => written,
    };
    let judged = validate(config, &url);
    let encoded = if judged.is_err() { encode(&url) } else { None };
    let (url, judged) = match encoded {
        Some(encoded) => match validate(config, &encoded) {
            Ok(components) => (Cow::Owned(encoded), Ok(components)),
            Err(rejection) => {
                let at = offset_before_encoding(&url, rejection.at());
                (url, Err(rejection.moved(at)))
            }
        },
        None => (url, judged),
    };
    let judged = judged.and_then(|components| prove(config, is_marked_off, &url, &components).map(|()| components));
    (url, judged.map_err(|rejection| if is_relative { rejection.moved(0) } else { rejection }))
}

/// The target of a relative reference.
fn resolve(config: &Config, reference: &str) -> Result<String, Rejection> {
    let Some(base) = &config.base else { return Err(Rejection::new(0, &NO_BASE)) };
    let reference = Uri::parse_reference_generic(reference, base.grammar())?;
    Ok(base.resolve(&reference)?.as_str().to_owned())
}

/// What there is to a link whose URL had to be made.
fn make(config: &Config, window: &Window, candidate: &Candidate, url: String, components: &Components) -> Made {
    let pieces = candidate.pieces.as_slice();
    if pieces.len() == 1 {
        return Made { url, ..Made::default() };
    }
    if candidate.is_relative {
        let rejoined = Some(Rejoined { confidence: 1.0, inside: None });
        return Made { url, pieces: in_text(window, pieces), rejoined, ..Made::default() };
    }
    if let Some(joined) = &candidate.joined {
        let unjoined = String::from_utf8_lossy(&window.bytes[pieces[0].start..joined.end]);
        let unjoined = complete(candidate.completion, unjoined).into_owned();
        let unjoined = encode(&unjoined).unwrap_or(unjoined);
        let alternative = Some(unjoined).filter(|unjoined| validate(config, unjoined).is_ok());
        let rejoined = Some(Rejoined { confidence: joined.confidence, inside: None });
        return Made { url, pieces: in_text(window, pieces), rejoined, alternative, ..Made::default() };
    }
    let inside = broken_part(pieces, candidate.completion.len(), &url, components);
    let alternative = rejoin::other_hyphens(window.bytes, pieces)
        .map(|other| complete(candidate.completion, Cow::Owned(other)).into_owned())
        .map(|other| encode(&other).unwrap_or(other))
        .filter(|other| *other != url && validate(config, other).is_ok());
    let rejoined = Some(Rejoined { confidence: 1.0, inside });
    Made { url, pieces: in_text(window, pieces), rejoined, alternative, ..Made::default() }
}

/// The pieces as offsets into the whole text.
fn in_text(window: &Window, pieces: &[Piece]) -> Vec<Piece> {
    pieces.iter().map(|piece| piece.start + window.base..piece.end + window.base).collect()
}

/// Whether a URL by an older document is one by today's syntax as well, with an authority where others would see one.
///
/// A scheme without `//` is proved by what follows it, or else a word and a colon would make a URL. The older documents
/// leave that to others, so that it falls to those of today, but for what brackets mark off.
fn prove(config: &Config, is_marked_off: bool, url: &str, components: &Components) -> Result<(), Rejection> {
    if config.grammar.is_of_today() {
        return Ok(());
    }
    let scheme_end = url.find(':').map_or(0, |colon| colon + 1);
    let has_authority = components.authority(url).is_some();
    if has_authority != url[scheme_end..].starts_with("//") {
        return Err(Rejection::new(scheme_end, &AUTHORITY));
    }
    if is_marked_off && !has_authority {
        return Ok(());
    }
    let goal = Goal { reference: false, schemes: !has_authority };
    uri::parse(url, Grammar::default(), goal).map(|_| ())
}

/// The grammar, its scheme's rules, and what a host name in running text has to be.
fn validate(config: &Config, url: &str) -> Result<Components, Rejection> {
    let components = uri::validate(url, config.grammar)?;
    // What is no server (rfc2396bis-00 3.2.1) has to be a host name all the same: readers will take it for one.
    let Some(host) = components.host(url).or(components.authority(url)) else { return Ok(components) };
    let host_start = offset_in(url, host);
    if host.is_empty() && components.path(url).is_empty() {
        return Err(Rejection::new(host_start, &AUTHORITY));
    }
    if host.is_empty() || host.starts_with('[') {
        return Ok(components);
    }
    if let Err(at) = uri::is_dns_name(host) {
        return Err(Rejection::new(host_start + at, &DNS_NAME));
    }
    if ends_in_number(host) && host.parse::<std::net::Ipv4Addr>().is_err() {
        return Err(Rejection::new(host_start, &NUMERIC));
    }
    Ok(components)
}

fn offset_in(url: &str, part: &str) -> usize {
    part.as_ptr() as usize - url.as_ptr() as usize
}

/// Whether the last label is a number, decimal or hexadecimal: URL parsers of the web take such a host for an IPv4 address.
fn ends_in_number(host: &str) -> bool {
    let host = host.strip_suffix('.').unwrap_or(host);
    let last = host.rsplit(['.', '。']).next().unwrap_or_default();
    let digits = last.strip_prefix("0x").or(last.strip_prefix("0X"));
    last.starts_with(|c: char| c.is_ascii_digit())
        && digits.map_or_else(
            || last.bytes().all(|byte| byte.is_ascii_digit()),
            |digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()),
        )
}

/// The written URL with what makes it complete in front.
fn complete<'w>(completion: &str, written: Cow<'w, str>) -> Cow<'w, str> {
    if completion.is_empty() { written } else { Cow::Owned([completion, &written].concat()) }
}

/// The URL with the square brackets after its authority and a second `#` percent-encoded: people write them in paths,
/// queries and fragments, where no grammar has a place for them. None where there are none.
fn encode(url: &str) -> Option<String> {
    memchr::memchr3(b'[', b']', b'#', url.as_bytes())?;
    let tail = tail_start(url)?;
    let mut encoded = url[..tail].to_owned();
    for (c, code) in with_codes(&url[tail..]) {
        match code {
            Some(code) => encoded.push_str(code),
            None => encoded.push(c),
        }
    }
    (encoded.len() > url.len()).then_some(encoded)
}

/// The offset in `url` of what is at the offset `at` of the encoded one.
fn offset_before_encoding(url: &str, at: usize) -> usize {
    let Some(tail) = tail_start(url) else { return at };
    let (mut before, mut after) = (tail, tail);
    for (c, code) in with_codes(&url[tail..]) {
        if after >= at {
            break;
        }
        before += c.len_utf8();
        after += code.map_or(c.len_utf8(), str::len);
    }
    before.min(at)
}

/// Where the path, query or fragment begins after an authority.
fn tail_start(url: &str) -> Option<usize> {
    let authority = url.find(':').filter(|&colon| url[colon..].starts_with("://"))? + 3;
    Some(authority + url[authority..].find(['/', '?', '#'])?)
}

/// The characters of a path, query and fragment, with what they are encoded as where they have to be.
fn with_codes(tail: &str) -> impl Iterator<Item = (char, Option<&'static str>)> {
    let mut in_fragment = false;
    tail.chars().map(move |c| {
        let code = match c {
            '[' => Some("%5B"),
            ']' => Some("%5D"),
            '#' if mem::replace(&mut in_fragment, true) => Some("%23"),
            _ => None,
        };
        (c, code)
    })
}

/// The part of the URL that a break stands in, when that changes where it leads.
fn broken_part(pieces: &[std::ops::Range<usize>], shift: usize, url: &str, components: &Components) -> Option<Part> {
    let scheme_end = components.scheme(url)?.len();
    let authority_end = components
        .authority(url)
        .map(|authority| authority.as_ptr() as usize + authority.len() - url.as_ptr() as usize);
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

#[inline]
pub(crate) fn is_wanted(config: &Config, link: &Link) -> bool {
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
