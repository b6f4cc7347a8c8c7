//! The step: the next link of a window, or how far the window is settled.

use std::{
    borrow::Cow,
    cell::{Cell, RefCell},
    collections::VecDeque,
    sync::OnceLock,
};

use super::{
    bare::{self, Bare},
    budget::Budget,
    enclosed::{self, Enclosed},
    host::{self, Trust},
    join,
    left::{self, Left, Opening},
    line,
    line_break::Start,
    names, notation, rules,
    scheme::{self, Form},
    simd::Block,
    text::{self, DIGIT, NAME, SCHEME, Text, VISIBLE},
    triggers::{Hit, Trigger, Wanted},
};
use crate::{
    config::{Config, Rejoin},
    engine::{
        accept::{self, Refusal},
        candidate::{Candidate, Joined},
        cursor::{Step, Told, put},
        subject::Subject,
        window::Window,
    },
    link::{Break, Delimiter, Kind, Link, Notation, Piece, Pieces, Refused},
    text::characters::is_soft,
    uri::{Components, Rejection, rejection::Rule},
};

/// How far back from its trigger a URL may begin.
const REACH: usize = 512;

/// The most bytes after the first of a trigger that belong to it.
const LOOKAHEAD: usize = 12;

/// How much white space may stand between a prefix and its reference, or before what closes that.
const MAX_SPACE: usize = 64;

/// The most bytes of an address after its `@`, with escapes.
const MAX_ADDRESS: usize = 512;

static AUTHORITY: Rule = Rule::new("rfc3986 3.2 authority", "a host name or address is expected here");
static PORT: Rule = Rule::new("rfc3986 3.2.3 port", "a port holds nothing but digits");
pub(crate) static TOO_LONG: Rule = Rule::new("napkin window", "the URL is longer than the search window");

/// What a search looks for, worked out once for a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    wanted: Wanted,
}

impl Plan {
    pub(crate) fn new(subject: Subject<'_>) -> Plan {
        Plan { wanted: Wanted::new(subject.config.kinds, subject.base.is_some()) }
    }
}

/// Where a search stands between two steps. Positions are indices into the window.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cursor {
    /// Where to look for the next trigger.
    pub(crate) at: usize,
    /// The block of the last trigger.
    block: Block,
    /// The end of the last link: nothing before it belongs to another.
    pub(crate) floor: usize,
    /// Up to here nothing is a link but a URL with its scheme: it stands in what was refused.
    hidden: usize,
    /// Up to here a look beyond what is written was in vain.
    plain_to: usize,
    /// The text up to the next white space belongs to a URL that is too long.
    in_oversize: bool,
    pub(crate) funds: Budget,
    /// What was found and not handed out.
    pub(crate) told: VecDeque<Told>,
    /// The bytes that were looked at after the search for triggers.
    pub(crate) steps: u64,
}

impl Cursor {
    /// Moves all positions down with the window, whose first `dropped` bytes are gone.
    pub(crate) fn advance(&mut self, dropped: usize) {
        self.at -= dropped;
        self.block = Block::default();
        self.floor = self.floor.saturating_sub(dropped);
        self.hidden = self.hidden.saturating_sub(dropped);
        self.plain_to = self.plain_to.saturating_sub(dropped);
        self.funds.advance(dropped);
    }
}

/// Finds what comes next in the window, and moves the cursor behind it. A link is put into `place`.
pub(crate) fn step<'w>(
    subject: Subject<'_>,
    plan: &Plan,
    window: &Window<'w>,
    cursor: &mut Cursor,
    place: &mut Option<Link<'w>>,
) -> Step {
    loop {
        if !cursor.told.is_empty() {
            return Step::Told;
        }
        if cursor.in_oversize && !skip_oversize(window, cursor) {
            return Step::Settled(settled(window, cursor, window.bytes.len()));
        }
        let Some(hit) = plan.wanted.next_hit(window.bytes, cursor.at, &mut cursor.block) else {
            // More text makes the last block another.
            cursor.block = Block::default();
            let length = window.bytes.len();
            cursor.at = cursor.at.max(if window.is_end { length } else { length.saturating_sub(LOOKAHEAD) });
            return Step::Settled(settled(window, cursor, length));
        };
        let end = hit.at.saturating_add(subject.config.window).min(window.bytes.len());
        let is_cut = end < window.bytes.len();
        let text = Text::new(&window.bytes[..end]);
        let reader = Reader {
            subject,
            window,
            text: &text,
            floor: cursor.floor,
            hidden: cursor.hidden,
            is_spent: cursor.funds.is_spent_at(hit.at),
            plain_to: Cell::new(cursor.plain_to),
            hit,
            told: RefCell::default(),
        };
        let found = reader.read();
        cursor.steps += text.steps() + 4;
        if text.met_end() && !is_cut && !window.is_end {
            cursor.block = Block::default();
            cursor.at = hit.at;
            return Step::Settled(settled(window, cursor, hit.at.saturating_sub(REACH)));
        }
        cursor.funds.spend(hit.at, text.steps() + 4);
        cursor.plain_to = reader.plain_to.get();
        if subject.config.explain {
            cursor.told.extend(reader.told.into_inner());
        }
        if let Found::Plain(plain) = &found
            && plain.is_wanted_as_it_is(subject.config)
        {
            (cursor.at, cursor.floor, cursor.hidden) = (plain.end, plain.end, 0);
            put(place, plain.link(subject.config, window));
            return Step::Link;
        }
        let found = match found {
            Found::Plain(plain) => Found::Link { link: plain.link(subject.config, window), resume: plain.end },
            found => found,
        };
        match found {
            Found::Plain(_) => {}
            Found::Link { link, .. } if link.range.len() > subject.config.window => {
                cursor.in_oversize = true;
                cursor.at = hit.at + 1;
                if subject.config.explain {
                    let start = link.range.start - window.base;
                    let end = start + subject.config.window;
                    let refused = refused(subject, window, start..end, end, Rejection::new(0, &TOO_LONG));
                    cursor.told.push_back(Told::Refused(refused.into_owned()));
                }
            }
            Found::Link { mut link, resume } => {
                cursor.at = resume.max(hit.at + 1);
                cursor.floor = resume;
                cursor.hidden = 0;
                if subject.config.unwrap_redirects {
                    accept::unwrap(subject.config, &mut link);
                }
                if accept::is_wanted(subject.config, &link) {
                    if subject.config.explain {
                        cursor.told.push_back(Told::Link(link.into_owned()));
                        continue;
                    }
                    put(place, link);
                    return Step::Link;
                }
            }
            Found::Refused { range, at, rejection, hidden } => {
                cursor.at = at.max(hit.at + 1);
                cursor.hidden = cursor.hidden.max(hidden);
                if subject.config.explain {
                    let refused = refused(subject, window, range, at, rejection);
                    cursor.told.push_back(Told::Refused(refused.into_owned()));
                }
            }
            Found::Nothing { resume, hidden } => {
                cursor.at = resume.max(hit.at + 1);
                cursor.hidden = cursor.hidden.max(hidden);
            }
        }
    }
}

fn refused<'w>(
    subject: Subject<'_>,
    window: &Window<'w>,
    range: Piece,
    at: usize,
    rejection: Rejection,
) -> Refused<'w> {
    Refused {
        text: Cow::Borrowed(&window.bytes[range.clone()]),
        range: range.start + window.base..range.end + window.base,
        at: at + window.base,
        rejection,
        grammar: subject.config.grammar,
        position: None,
    }
}

/// Moves past the URL that was too long; `false` when the window ends first.
fn skip_oversize(window: &Window, cursor: &mut Cursor) -> bool {
    let rest = &window.bytes[cursor.at..];
    let end = rest.iter().position(|&byte| byte <= b' ' || matches!(byte, b'<' | b'>' | b'"'));
    cursor.at += end.unwrap_or(rest.len());
    cursor.floor = cursor.at;
    cursor.in_oversize = end.is_none();
    cursor.steps += rest.len() as u64;
    end.is_some()
}

/// How far the text is settled if a decision that begins at `open` is still to be made.
fn settled(window: &Window, cursor: &Cursor, open: usize) -> usize {
    if window.is_end {
        return window.bytes.len();
    }
    open.min(window.bytes.len().saturating_sub(REACH)).max(cursor.floor)
}

/// What a hit turned out to be. The search goes on at `resume`, and up to `hidden` nothing is a link but a URL with its scheme.
enum Found<'w> {
    /// A URL that the grammar accepts as it stands.
    Plain(Plain),
    Link {
        link: Link<'w>,
        resume: usize,
    },
    Refused {
        range: Piece,
        at: usize,
        rejection: Rejection,
        hidden: usize,
    },
    Nothing {
        resume: usize,
        hidden: usize,
    },
}

/// A link of which nothing has to be made but its completion.
#[derive(Clone, Copy)]
struct Plain {
    start: usize,
    end: usize,
    kind: Kind,
    delimiter: Delimiter,
    components: Components,
}

impl Plain {
    /// Returns `true` if it is handed out without a closer look.
    #[inline(always)]
    fn is_wanted_as_it_is(&self, config: &Config) -> bool {
        self.end - self.start <= config.window
            && config.kinds.contains(self.kind)
            && config.schemes.is_none()
            && !config.unwrap_redirects
            && !config.explain
    }

    #[inline(always)]
    fn link<'w>(self, config: &Config, window: &Window<'w>) -> Link<'w> {
        Link {
            text: Cow::Borrowed(&window.bytes[self.start..self.end]),
            range: self.start + window.base..self.end + window.base,
            components: self.components,
            kind: self.kind,
            delimiter: self.delimiter,
            grammar: config.grammar,
            position: None,
            made: OnceLock::new(),
        }
    }
}

/// Reads one hit.
struct Reader<'a, 'w> {
    subject: Subject<'a>,
    window: &'a Window<'w>,
    text: &'a Text<'w>,
    floor: usize,
    hidden: usize,
    /// The text has paid for nothing more than reading it once.
    is_spent: bool,
    plain_to: Cell<usize>,
    hit: Hit,
    /// What is to be told of breaks.
    told: RefCell<Vec<Told>>,
}

/// How a URL is written: where it begins, its kind and form, and where it goes on after its scheme.
#[derive(Clone, Copy)]
struct Beginning {
    start: usize,
    kind: Kind,
    form: Form,
    after: usize,
    completion: &'static str,
}

impl<'w> Reader<'_, 'w> {
    fn read(&self) -> Found<'w> {
        let mut found = self.hit();
        if self.is_spent
            && let Found::Nothing { hidden, .. } = &mut found
        {
            *hidden = self.run_end(self.hit.at);
        }
        found
    }

    fn hit(&self) -> Found<'w> {
        let at = self.hit.at;
        let nothing = Found::Nothing { resume: at + 1, hidden: 0 };
        if at < self.hidden
            && (self.is_spent || self.hit.trigger != Trigger::Prefix)
            && (self.is_spent || self.hit.trigger != Trigger::Colon || !self.text.has(at + 1, b"//"))
        {
            return nothing;
        }
        // The same name would be read again at each of its dots.
        let no_name = || Found::Nothing { resume: self.text.run(at + 1, NAME), hidden: 0 };
        match self.hit.trigger {
            Trigger::Colon => self.url(),
            Trigger::Abbreviation => match names::abbreviation(self.text, self.floor, at) {
                Some(start) => {
                    let completion = if self.text.bytes[start] | 0x20 == b'f' { "ftp://" } else { "http://" };
                    self.bare(&Beginning { start, kind: Kind::Www, form: Form::Host, after: start, completion })
                }
                None => self.domain().unwrap_or_else(no_name),
            },
            Trigger::Dot => self.domain().unwrap_or_else(no_name),
            Trigger::At => match names::address(self.text, self.floor, at) {
                Some((start, end)) => self.bare(&Beginning {
                    start,
                    kind: Kind::Email,
                    form: Form::Address,
                    after: end,
                    completion: "mailto:",
                }),
                None => self.escaped_address().unwrap_or(nothing),
            },
            Trigger::Prefix => self.reference().unwrap_or(nothing),
        }
    }

    /// The host name that has the hit's dot.
    fn domain(&self) -> Option<Found<'w>> {
        let (start, _) = names::domain(self.text, self.floor, self.hit.at)?;
        let (kind, form) = (Kind::Domain, Form::Host);
        Some(self.bare(&Beginning { start, kind, form, after: start, completion: "http://" }))
    }

    /// The address with escapes that has the hit's `@`.
    fn escaped_address(&self) -> Option<Found<'w>> {
        let mut start = names::escaped_begin(self.text, self.floor, self.hit.at)?;
        loop {
            let escape = start + memchr::memchr(b'\\', self.text.ahead(start, MAX_ADDRESS))?;
            let row =
                notation::at(self.text, escape).filter(|row| row.writes_hosts && row.notation == Notation::Markup)?;
            let (view, _) = notation::view(self.text, start, start + MAX_ADDRESS, row);
            let text = Text::new(&view.bytes);
            let (begin, end) = names::address(&text, 0, memchr::memchr(b'@', &view.bytes)?)?;
            self.text.absorb(text.steps() + view.bytes.len() as u64, false);
            if begin > 0 {
                start = view.source(begin).max(start + 1);
                continue;
            }
            let resume = view.source(end);
            if escape >= resume {
                return None;
            }
            let is_angle = self.text.byte_before(start) == b'<' && self.text.byte(resume) == b'>';
            let delimiter = if is_angle { Delimiter::Angle } else { Delimiter::Bare };
            let written = Cow::Owned(String::from_utf8(view.bytes[..end].to_vec()).ok()?);
            let beginning =
                Beginning { start, kind: Kind::Email, form: Form::Address, after: start, completion: "mailto:" };
            let (pieces, escapes) = (view.pieces(end), Some(row.notation));
            return self.accept(self.of(&beginning, delimiter, pieces, written, escapes, resume)).ok();
        }
    }

    /// The URL whose scheme ends at the hit.
    fn url(&self) -> Found<'w> {
        let (text, colon, floor) = (self.text, self.hit.at, self.floor);
        if let Some(start) = scheme::plain_web_scheme(text, floor, colon) {
            let (kind, form) = (Kind::Url, Form::Hierarchical);
            return self.bare(&Beginning { start, kind, form, after: colon + 3, completion: "" });
        }
        self.other_url()
    }

    /// The URL whose scheme is not simply one of the web.
    #[inline(never)]
    fn other_url(&self) -> Found<'w> {
        let (text, colon, floor) = (self.text, self.hit.at, self.floor);
        if let Some(end) = scheme::cut_end(text, colon).filter(|_| self.may_look(colon)) {
            return self.cut(end);
        }
        let Some(scheme) = scheme::read(self.subject.config, text, floor, colon).or_else(|| self.prefixed_scheme())
        else {
            return Found::Nothing { resume: colon + 1, hidden: 0 };
        };
        let left = left::read(text, floor, scheme.start);
        let after = colon + if scheme.form == Form::Hierarchical { 3 } else { 1 };
        let beginning = Beginning { start: scheme.start, kind: Kind::Url, form: scheme.form, after, completion: "" };
        if !scheme.is_known {
            // Elsewhere it belongs to a scheme that nobody knows.
            let nothing = || Found::Nothing { resume: colon + 1, hidden: self.run_end(colon) };
            return self.in_brackets(&beginning, &left).unwrap_or_else(nothing);
        }
        if scheme.is_escaped {
            let mark = if scheme.end < colon { scheme.end } else { colon + 1 };
            return match notation::at(text, mark)
                .filter(|_| !self.is_spent)
                .and_then(|row| self.escaped(&beginning, &left, row))
            {
                Some(candidate) => self.accept(candidate).unwrap_or_else(|refusal| self.refuse(refusal)),
                None => Found::Nothing { resume: colon + 1, hidden: self.run_end(colon) },
            };
        }
        self.candidate(&beginning, &left)
    }

    /// The URL whose line ends at `end`, before both slashes of its scheme.
    fn cut(&self, end: usize) -> Found<'w> {
        let (text, colon) = (self.text, self.hit.at);
        let start = text.run_back(self.floor.max(colon.saturating_sub(5)), colon, SCHEME);
        let beginning =
            Beginning { start, kind: Kind::Url, form: Form::Hierarchical, after: colon + 3, completion: "" };
        let left = left::read(text, self.floor, start);
        let is_angle = matches!(left.opening, Opening::Angle { .. });
        let enclosed = is_angle.then(|| enclosed::read(text, &left, start, self.level(), self.subject.config.hyphen));
        enclosed
            .flatten()
            .and_then(|enclosed| self.enclosed(&beginning, Delimiter::Angle, enclosed))
            .or_else(|| self.joined(&beginning, &left, end, end))
            .and_then(|candidate| self.accept(candidate).ok())
            .unwrap_or(Found::Nothing { resume: colon + 1, hidden: 0 })
    }

    /// The URL between angle brackets that begins there.
    fn in_brackets(&self, beginning: &Beginning, left: &Left) -> Option<Found<'w>> {
        if !matches!(left.opening, Opening::Angle { .. }) {
            return None;
        }
        let hyphen = self.subject.config.hyphen;
        let enclosed = enclosed::read(self.text, left, beginning.start, self.level(), hyphen)?;
        self.accept(self.enclosed(beginning, Delimiter::Angle, enclosed)?).ok()
    }

    /// Any scheme in `<URL:…>`.
    fn prefixed_scheme(&self) -> Option<scheme::Scheme> {
        let (text, end) = (self.text, self.hit.at);
        let start = text.run_back(self.floor.max(end.saturating_sub(32)), end, SCHEME);
        let is_scheme = start < end
            && text.bytes[start].is_ascii_alphabetic()
            && text::is(text.byte(end + 1), VISIBLE)
            && !matches!(text.byte(end + 1), b'<' | b'>' | b'"');
        let is_prefixed = || left::read(text, self.floor, start).opening == Opening::Angle { is_prefixed: true };
        (is_scheme && is_prefixed()).then_some(scheme::Scheme {
            start,
            end,
            form: Form::Opaque,
            is_known: false,
            is_escaped: false,
        })
    }

    /// The relative reference in `<URL:…>` whose prefix ends at the hit.
    fn reference(&self) -> Option<Found<'w>> {
        let text = self.text;
        let start = text.until(self.hit.at + 1, MAX_SPACE, |byte| !byte.is_ascii_whitespace());
        let left = left::read(text, self.floor, start);
        if left.opening != (Opening::Angle { is_prefixed: true }) {
            return None;
        }
        let enclosed = enclosed::read(text, &left, start, self.level(), self.subject.config.hyphen)?;
        let beginning = Beginning { start, kind: Kind::Url, form: Form::Opaque, after: start, completion: "" };
        let candidate = self.enclosed(&beginning, Delimiter::Angle, enclosed)?;
        let has_scheme = candidate.written.bytes().find(|byte| matches!(byte, b':' | b'/' | b'?' | b'#')) == Some(b':');
        let close = text.until(candidate.resume, MAX_SPACE, |byte| !byte.is_ascii_whitespace());
        if has_scheme || text.byte(close) != b'>' {
            return None;
        }
        let found = self.accept(Candidate { is_relative: true, ..candidate });
        Some(found.unwrap_or_else(|refusal| self.refuse(refusal)))
    }

    /// Returns `true` if what is written at `at` may be more than it seems: the text has paid for a look, and none was in vain there.
    fn may_look(&self, at: usize) -> bool {
        !self.is_spent && at >= self.plain_to.get()
    }

    /// Where the host begins of what was read of a URL, if that ends in its host.
    fn last_host(beginning: &Beginning, bytes: &[u8], after: usize, bare: &Bare) -> Option<usize> {
        match beginning.form {
            Form::Opaque | Form::Address => None,
            Form::Mail => {
                let at = after + bytes[after..bare.end].iter().rposition(|byte| matches!(byte, b'@' | b'?'))?;
                (bytes[at] == b'@').then_some(at + 1)
            }
            _ => (bare.end <= bare.host_end).then_some(after.min(bare.end)),
        }
    }

    /// Returns `true` if a host of a URL from `start` on, which has this length without the marks at its end, ends with its line at `stop` and
    /// the next one goes on with more of it, though nothing joined that: less of a host is another.
    fn cuts_host(&self, start: usize, host: &[u8], length: usize, stop: usize) -> bool {
        let text = self.text;
        if !line::may_end(text, stop) {
            return false;
        }
        let frame = line::frame(text, start);
        let Some(next) = line::after_end(text, stop) else { return false };
        let (token, _) = line::inside(text, frame, next);
        let end = text.run(token, NAME);
        let word = &text.bytes[token..end];
        let is_known = |host: &[u8]| host::trust(host) == Trust::Known;
        let goes_on = matches!(text.byte(end), b'/' | b':' | b'?') && !word.contains(&b'.');
        let is_cut = matches!(text.char_before(stop), '-' | '\u{2010}' | '\u{AD}') && !is_known(&host[..length])
            || !word.is_empty() && is_known(&[host, word].concat()) && (!is_known(host) || goes_on);
        rules::BROKEN_HOST.holds(is_cut)
    }

    /// What may be joined.
    fn level(&self) -> Rejoin {
        if self.is_spent { Rejoin::Off } else { self.subject.config.rejoin }
    }

    /// Where the run of visible characters around `at` ends.
    fn run_end(&self, at: usize) -> usize {
        if at < self.hidden {
            return self.hidden;
        }
        self.text.until(at, usize::MAX, |byte| byte <= b' ' || matches!(byte, b'<' | b'>' | b'"'))
    }

    /// The URL that begins there.
    fn bare(&self, beginning: &Beginning) -> Found<'w> {
        self.candidate(beginning, &left::read(self.text, self.floor, beginning.start))
    }

    /// The URL that begins there, by the delimiter that opens before it or by none.
    fn candidate(&self, beginning: &Beginning, left: &Left) -> Found<'w> {
        let text = self.text;
        if let Some(found) = self.in_brackets(beginning, left) {
            return found;
        }
        let bare = bare::read(text, left, beginning.start, beginning.form, beginning.after);
        match bare {
            Ok(bare) if self.ends_there(&bare) => self.written(beginning, left, &bare),
            bare => self.doubtful(beginning, left, bare),
        }
    }

    /// Returns `true` if nothing that stands where the URL ends can be more of it.
    fn ends_there(&self, bare: &Bare) -> bool {
        let is_escape = bare.seen.has_mark || matches!(self.text.byte(bare.stop), b'\\' | b'=' | b'&' | 0x1B);
        !is_escape && !line::may_end(self.text, bare.stop)
    }

    /// The URL that may go on after its line, or after an escape.
    #[inline(never)]
    fn doubtful(&self, beginning: &Beginning, left: &Left, bare: Result<Bare, usize>) -> Found<'w> {
        let (text, config) = (self.text, self.subject.config);
        let stop = match bare {
            Ok(bare) => bare.stop,
            Err(at) => at,
        };
        // A quotation that goes on in the next line.
        if matches!(left.opening, Opening::Quote(_))
            && line::after_end(text, stop).is_some()
            && let Some(enclosed @ Enclosed::Lines(..)) =
                enclosed::read(text, left, beginning.start, self.level(), config.hyphen)
            && let Some(candidate) = self.enclosed(beginning, Delimiter::Quote, enclosed)
            && let Ok(found) = self.accept(candidate)
        {
            return found;
        }
        let has_mark = bare.map_or(true, |bare| bare.seen.has_mark);
        let mark = if bare.is_err() { bare::after_marks(text, stop) } else { stop };
        if self.may_look(beginning.start)
            && let Some(row) = self.notation(left, beginning.start, mark, has_mark)
        {
            if let Some(candidate) = self.escaped(beginning, left, row)
                && bare.is_ok_and(|bare| candidate.range().end > bare.end || row.notation == Notation::Html)
                    | bare.is_err()
                && let Ok(found) = self.accept(candidate)
            {
                return found;
            }
            self.plain_to.set(self.run_end(stop));
        }
        if self.may_look(beginning.start)
            && left.opening != (Opening::Angle { is_prefixed: false })
            && line::may_end(text, stop)
            && let Some(candidate) = self.joined(beginning, left, bare.map_or_else(|at| at, |bare| bare.end), stop)
            && let Ok(found) = self.accept(candidate)
        {
            return found;
        }
        let bare = match bare {
            Ok(bare) => bare,
            Err(at) => {
                let colon = text.run_back(beginning.after, at, DIGIT);
                let is_port = colon > beginning.after + 1 && text.byte_before(colon) == b':';
                let written = if is_port { &PORT } else { &AUTHORITY };
                let broken = host::refused_by(text, at).map_or(written, |rule| &rule.broken);
                let rejection = Rejection::new(at - beginning.start, broken);
                let end = self.run_end(at).max(at);
                return Found::Refused { range: beginning.start..end, at, rejection, hidden: end };
            }
        };
        if let Some(host) = Self::last_host(beginning, text.bytes, beginning.after, &bare)
            && self.cuts_host(beginning.start, &text.bytes[host..bare.stop], bare.end - host, bare.stop)
        {
            let end = bare.end;
            let (start, hidden) = (beginning.start, self.run_end(end));
            let rejection = Rejection::new(end - start, &rules::BROKEN_HOST.broken);
            return Found::Refused { range: start..end, at: end, rejection, hidden };
        }
        self.written(beginning, left, &bare)
    }

    /// The URL as it is written.
    fn written(&self, beginning: &Beginning, left: &Left, bare: &Bare) -> Found<'w> {
        let Bare { end, stop, .. } = *bare;
        let text = self.text;
        if is_opaque(beginning.form) && end == beginning.after {
            return Found::Nothing { resume: self.hit.at + 1, hidden: 0 };
        }
        let delimiter = match left.opening {
            Opening::Quote(marks) if marks.contains(&text.char(end).0) || marks.contains(&text.char(stop).0) => {
                Delimiter::Quote
            }
            Opening::Prefix | Opening::Angle { is_prefixed: true } => Delimiter::Prefix,
            _ => Delimiter::Bare,
        };
        if let Some(components) = self.plain_components(beginning, bare) {
            let Beginning { start, kind, .. } = *beginning;
            return Found::Plain(Plain { start, end, kind, delimiter, components });
        }
        let Ok(written) = str::from_utf8(&text.bytes[beginning.start..end]) else {
            return Found::Nothing { resume: self.hit.at + 1, hidden: 0 };
        };
        let candidate =
            self.of(beginning, delimiter, Pieces::One(beginning.start..end), Cow::Borrowed(written), None, end);
        self.accept(candidate).unwrap_or_else(|refusal| self.refuse(refusal))
    }

    /// The components of a URL of the web, if all that was read of it is what the grammar accepts.
    fn plain_components(&self, beginning: &Beginning, bare: &Bare) -> Option<Components> {
        let Beginning { start, after, completion, .. } = *beginning;
        let scheme = if completion.is_empty() {
            &self.text.bytes[start..after - b"://".len().min(after)]
        } else {
            completion.as_bytes()
        };
        let is_web = matches!(scheme, b"http" | b"https" | b"http://");
        let has_escapes = || has_escapes(&self.text.bytes[bare.host_end..bare.end]);
        if !bare.is_plain
            || !is_web
            || !self.subject.config.grammar.is_of_today()
            || bare.seen.has_percent && !has_escapes()
        {
            return None;
        }
        let offset = |at: usize| (at - start + completion.len()) as u32;
        let query_end = bare.seen.fragment.map_or(bare.end, |at| at.min(bare.end));
        let path_end = bare.seen.query.map_or(query_end, |at| at.min(query_end));
        Some(Components {
            scheme_end: if completion.is_empty() { offset(after - b"://".len()) } else { b"http".len() as u32 },
            host_start: offset(after),
            host_end: offset(bare.host_end),
            path_start: offset(bare.host_end),
            path_end: offset(path_end),
            query_end: offset(query_end),
        })
    }

    /// The notation whose escape the URL goes on with where it stops, or has in it.
    fn notation(&self, left: &Left, start: usize, stop: usize, has_mark: bool) -> Option<&'static notation::Row> {
        let text = self.text;
        match text.byte(stop) {
            b'\\' | b'=' | 0x1B => return notation::at(text, stop),
            b'&' if notation::at(text, stop).is_some() => return notation::at(text, stop),
            _ => {}
        }
        if !has_mark {
            return None;
        }
        let url = &text.bytes[start..stop];
        let reference = if left.is_markup { memchr::memmem::find(url, b"&amp;") } else { None };
        let mark = reference.or_else(|| memchr::memmem::find(url, b"=3D"))?;
        notation::at(text, start + mark)
    }

    fn of(
        &self,
        beginning: &Beginning,
        delimiter: Delimiter,
        pieces: Pieces,
        written: Cow<'w, str>,
        escapes: Option<Notation>,
        resume: usize,
    ) -> Candidate<'w> {
        Candidate {
            kind: beginning.kind,
            delimiter,
            pieces,
            written,
            completion: beginning.completion,
            is_relative: false,
            escapes,
            resume,
            joined: None,
        }
    }

    fn enclosed(&self, beginning: &Beginning, delimiter: Delimiter, enclosed: Enclosed) -> Option<Candidate<'w>> {
        let (pieces, written, resume) = match enclosed {
            Enclosed::Line(end) => {
                if !self.is_spent
                    && let Some(candidate) = self.enclosed_escapes(beginning, delimiter, end)
                {
                    return Some(candidate);
                }
                let end = if delimiter == Delimiter::Angle {
                    trim_enclosed(self.text.bytes, beginning.start, end)
                } else {
                    end
                };
                let written = str::from_utf8(self.text.bytes.get(beginning.start..end)?).ok()?;
                (Pieces::One(beginning.start..end), Cow::Borrowed(written), end)
            }
            Enclosed::Lines(view, end) => {
                let pieces = view.pieces(view.bytes.len());
                (pieces, Cow::Owned(String::from_utf8(view.bytes).ok()?), end)
            }
        };
        (!written.is_empty() && (!is_opaque(beginning.form) || written.len() > beginning.after - beginning.start))
            .then(|| self.of(beginning, delimiter, pieces, written, None, resume))
    }

    /// A URL between delimiters that has escapes of a notation which also writes hosts.
    fn enclosed_escapes(&self, beginning: &Beginning, delimiter: Delimiter, end: usize) -> Option<Candidate<'w>> {
        let (text, start) = (self.text, beginning.start);
        let mark = start + memchr::memchr(b'\\', &text.bytes[start..end])?;
        let row = notation::at(text, mark).filter(|row| row.writes_hosts)?;
        let (view, length) = notation::view(text, start, end, row);
        let written = String::from_utf8(view.bytes[..length].to_vec()).ok()?;
        let pieces = view.pieces(length);
        Some(self.of(beginning, delimiter, pieces, Cow::Owned(written), Some(row.notation), end))
    }

    /// The URL that ends at `end` by itself, with what evidence joins to it.
    fn joined(&self, beginning: &Beginning, left: &Left, end: usize, stop: usize) -> Option<Candidate<'w>> {
        let Beginning { start, form, after, .. } = *beginning;
        let mut judged = Vec::new();
        let chain = join::chain(self.subject.config, self.text, &Start { left, start, form, after }, stop, &mut judged);
        if self.subject.config.explain {
            let bytes = self.window.bytes;
            self.told.borrow_mut().extend(judged.iter().map(|seen| {
                Told::Break(Break {
                    text: Cow::Owned(bytes[start..seen.end].to_vec()),
                    range: start + self.window.base..seen.end + self.window.base,
                    at: seen.at + self.window.base,
                    evidence: seen.evidence(),
                    confidence: seen.confidence(),
                    is_joined: seen.is_joined,
                    position: None,
                })
            }));
        }
        let join::Chain { view, length, confidence } = chain?;
        let pieces = view.pieces(length);
        let resume = view.source(length);
        let written = String::from_utf8(view.bytes[..length].to_vec()).ok()?;
        let joined = Some(Joined { confidence, end });
        Some(Candidate { joined, ..self.of(beginning, Delimiter::Bare, pieces, Cow::Owned(written), None, resume) })
    }

    /// The URL as it reads with the escapes of a notation undone.
    fn escaped(&self, beginning: &Beginning, left: &Left, row: &notation::Row) -> Option<Candidate<'w>> {
        let limit = beginning.start.saturating_add(self.subject.config.window);
        let (view, _) = notation::view(self.text, beginning.start, limit, row);
        let text = Text::new(&view.bytes);
        let scheme_end = text.run(0, SCHEME);
        let after = match beginning.form {
            Form::Host => 0,
            Form::Address => return None,
            Form::Hierarchical if !text.has(scheme_end, b"://") => return None,
            Form::Hierarchical => scheme_end + 3,
            _ => scheme_end + 1,
        };
        let bare = bare::read(&text, left, 0, beginning.form, after);
        // Nothing in an authority is rewritten.
        let is_rewritten =
            |bare: &Bare| !row.writes_hosts && view.source(bare.host_end) != beginning.start + bare.host_end;
        self.text.absorb(text.steps(), false);
        let bare = bare.ok()?;
        let end = bare.end;
        if end == 0 || is_rewritten(&bare) {
            return None;
        }
        let pieces = view.pieces(end);
        let resume = view.source(end);
        if let Some(host) = Self::last_host(beginning, text.bytes, after, &bare)
            && (!host::may_follow(self.text, resume, || host::trust(&text.bytes[host..end]))
                || self.cuts_host(beginning.start, &text.bytes[host..bare.stop], end - host, view.source(bare.stop)))
        {
            return None;
        }
        let written = String::from_utf8(text.bytes[..end].to_vec()).ok()?;
        let delimiter = match left.opening {
            Opening::Quote(marks) if marks.contains(&self.text.char(resume).0) => Delimiter::Quote,
            _ => Delimiter::Bare,
        };
        Some(self.of(beginning, delimiter, pieces, Cow::Owned(written), Some(row.notation), resume))
    }

    fn accept(&self, mut candidate: Candidate<'w>) -> Result<Found<'w>, Refusal> {
        // RFC 1738, 2.2: a fragment is not part of the URL.
        if !self.subject.config.grammar.syntax().table.has_fragments()
            && let Some(fragment) = candidate.written.find('#').filter(|&at| at > 0)
            && candidate.escapes.is_none()
        {
            let fragment = candidate.written[..fragment].trim_end_matches(is_soft).len();
            candidate.pieces = first_of(&candidate.pieces, fragment);
            candidate.written = match candidate.written {
                Cow::Borrowed(written) => Cow::Borrowed(&written[..fragment]),
                Cow::Owned(written) => Cow::Owned(written[..fragment].to_owned()),
            };
        }
        self.text.worked(32 + 2 * candidate.written.len());
        accept::accept(self.subject, self.window, candidate).map(|(link, resume)| Found::Link { link, resume })
    }

    fn refuse(&self, refusal: Refusal) -> Found<'w> {
        let Refusal { range, at, rejection, .. } = refusal;
        let hidden = self.run_end(at);
        Found::Refused { range, at, rejection, hidden }
    }
}

/// Returns `true` if a URL of this form has more than its scheme.
fn is_opaque(form: Form) -> bool {
    matches!(form, Form::Opaque | Form::Mail)
}

/// Returns `true` if all percent signs begin escapes (RFC 3986, 2.1).
fn has_escapes(tail: &[u8]) -> bool {
    let is_hex = |at: usize| tail.get(at).is_some_and(u8::is_ascii_hexdigit);
    memchr::memchr_iter(b'%', tail).all(|at| is_hex(at + 1) && is_hex(at + 2))
}

/// The first `length` bytes of what the pieces make.
fn first_of(pieces: &Pieces, length: usize) -> Pieces {
    let (mut rest, mut first) = (length, Vec::new());
    for piece in pieces.as_slice() {
        let end = piece.end.min(piece.start + rest);
        rest -= end - piece.start;
        if piece.start < end {
            first.push(piece.start..end);
        }
    }
    if let [piece] = &first[..] { Pieces::One(piece.clone()) } else { Pieces::Many(first) }
}

/// The end of a URL in brackets without a comma, a semicolon or a bracket that nothing opened.
fn trim_enclosed(bytes: &[u8], start: usize, end: usize) -> usize {
    match bytes[start..end] {
        [ref url @ .., b',' | b';'] if rules::MARK_BEFORE_ANGLE.holds(!url.is_empty()) => end - 1,
        [ref url @ .., b')'] if rules::MARK_BEFORE_ANGLE.holds(!url.contains(&b'(')) => end - 1,
        _ => end,
    }
}
