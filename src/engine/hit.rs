//! A hit: the URL, name or address around a trigger.

use super::{
    at_word,
    bare::{self, last_host},
    candidate::Candidate,
    defanged,
    found::{Found, Plain},
    host::{self, Trust},
    left::{Left, Opening},
    line, names, notation,
    reader::Reader,
    scheme::{self, Beginning, Form, Scheme},
    text::{self, NAME, SCHEME, Text, VISIBLE},
    triggers::Trigger,
};
use crate::{
    link::{Delimiter, Kind, Notation},
    uri::schemes::registry::is_known_or_compound,
};

/// The most white space between a prefix and its reference, or before the closing bracket.
const MAX_SPACE: usize = 64;

/// The most bytes of an address after its `@`, with escapes.
const MAX_ADDRESS: usize = 512;

impl<'w> Reader<'_, 'w> {
    pub(super) fn read(&self) -> Found<'w> {
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
        if self.is_in_refused() {
            return self.nothing();
        }
        match self.hit.trigger {
            Trigger::Colon => self.scheme(),
            Trigger::Abbreviation => match names::abbreviation(self.text, self.floor, at) {
                Ok((start, end)) => self.abbreviation(start, end),
                Err(others) => match self.domain() {
                    Found::Nothing { resume, hidden } => Found::Nothing { resume: resume.max(others), hidden },
                    found => found,
                },
            },
            Trigger::Dot => self.address_at_word().unwrap_or_else(|| self.domain()),
            Trigger::At => match names::address(self.text, self.floor, at) {
                Some((start, end)) => self.address(start, end),
                None => self.escaped_address().unwrap_or_else(|| self.nothing()),
            },
            Trigger::Defanged => self.defanged().unwrap_or_else(|| self.nothing()),
            Trigger::Prefix => self.reference().unwrap_or_else(|| self.nothing()),
        }
    }

    /// Returns `true` if the hit is in refused text and is not a URL with a scheme.
    fn is_in_refused(&self) -> bool {
        let begins_url = match self.hit.trigger {
            Trigger::Prefix | Trigger::Defanged => true,
            Trigger::Colon => self.text.has(self.hit.at + 1, b"//"),
            _ => false,
        };
        self.hit.at < self.hidden && (self.is_spent || !begins_url)
    }

    fn abbreviation(&self, start: usize, end: usize) -> Found<'w> {
        let completion = if self.text.bytes[start] | 0x20 == b'f' { "ftp://" } else { "http://" };
        self.url(&Beginning::of_host(start, end, Kind::Www, completion))
    }

    /// The address there. Nothing continues a plain one between angle brackets.
    fn address(&self, start: usize, end: usize) -> Found<'w> {
        let is_enclosed = self.text.bytes[self.floor..start].ends_with(b"<") && self.text.byte(end) == b'>';
        if is_enclosed && let Some(components) = self.plain_address(start, end) {
            return Found::Plain(Plain { start, end, kind: Kind::Email, delimiter: Delimiter::Angle, components });
        }
        self.url(&Beginning::of_address(start, end))
    }

    /// The address with ` at ` before the host that has the hit's dot.
    fn address_at_word(&self) -> Option<Found<'w>> {
        if !self.subject.config.kinds.contains(Kind::Email) {
            return None;
        }
        let view = at_word::address(self.text, self.floor, self.hit.at)?;
        let start = view.source(0);
        let delimiter = if self.text.byte_before(start) == b'<' { Delimiter::Angle } else { Delimiter::Bare };
        let beginning = Beginning::of_address(start, start);
        self.accept(self.candidate_in(&beginning, delimiter, &view, view.bytes.len(), Some(Notation::At))?).ok()
    }

    /// The host name that has the hit's dot.
    fn domain(&self) -> Found<'w> {
        let name = if self.subject.config.kinds.contains(Kind::Domain) {
            names::domain(self.text, self.floor, self.hit.at)
        } else {
            Err(self.text.run(self.hit.at + 1, NAME))
        };
        match name {
            Ok((start, end)) => self.url(&Beginning::of_host(start, end, Kind::Domain, "http://")),
            Err(resume) => Found::Nothing { resume, hidden: 0 },
        }
    }

    /// The address with escapes that has the hit's `@`.
    fn escaped_address(&self) -> Option<Found<'w>> {
        let mut start = names::escaped_begin(self.text, self.floor, self.hit.at)?;
        loop {
            let escape = start + memchr::memchr(b'\\', self.text.ahead(start, MAX_ADDRESS))?;
            let row = notation::at(self.text, escape).filter(|row| {
                let is_known = row.writes_hosts || self.text.byte(escape + 1) == b'_';
                row.notation == Notation::Markup && is_known
            })?;
            let (view, _) = notation::view(self.text, start, start + MAX_ADDRESS, row);
            self.text.worked(view.bytes.len());
            let at = memchr::memchr(b'@', &view.bytes)?;
            let (begin, end) = view.read(self.text, |copy| names::address(copy, 0, at))?;
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
            let beginning = Beginning::of_address(start, start);
            return self.accept(self.candidate_in(&beginning, delimiter, &view, end, Some(row.notation))?).ok();
        }
    }

    fn scheme(&self) -> Found<'w> {
        let colon = self.hit.at;
        match scheme::plain_web_scheme(self.text, self.floor, colon) {
            Some(start) => self.url(&Beginning::of_url(start, Form::Hierarchical, colon + b"://".len())),
            None => self.other_scheme(),
        }
    }

    #[inline(never)]
    fn other_scheme(&self) -> Found<'w> {
        let (text, colon, floor) = (self.text, self.hit.at, self.floor);
        if let Some(end) = scheme::cut_end(text, colon).filter(|_| self.may_look(colon)) {
            let start = text.run_back(floor.max(colon.saturating_sub(b"https".len())), colon, SCHEME);
            return self.cut(start, colon - start, end).unwrap_or_else(|| self.nothing());
        }
        let scheme = scheme::read(self.subject.config, text, floor, colon).or_else(|| self.prefixed_scheme());
        if scheme.is_none_or(|scheme| !scheme.is_known)
            && let Some((first, length)) = scheme::halves(text, floor, colon).filter(|_| self.may_look(colon))
            && let Some(found) = self.cut(first.start, length, first.end)
        {
            return found;
        }
        let Some(scheme) = scheme else { return self.nothing() };
        let left = self.left(scheme.start);
        let after = colon + if scheme.form == Form::Hierarchical { b"://".len() } else { b":".len() };
        let beginning = Beginning::of_url(scheme.start, scheme.form, after);
        if !scheme.is_known {
            // Outside brackets, the colon ends an unknown scheme.
            self.in_brackets(&beginning, &left).unwrap_or_else(|| self.nothing_in_run())
        } else if scheme.is_escaped {
            self.escaped_scheme(&beginning, &left, scheme.end)
        } else {
            self.url_after(&beginning, &left)
        }
    }

    /// The URL with an escape after its scheme.
    fn escaped_scheme(&self, beginning: &Beginning, left: &Left, end: usize) -> Found<'w> {
        let colon = self.hit.at;
        let mark = if end < colon { end } else { colon + 1 + usize::from(self.text.byte(colon + 1) == b'/') };
        let row = notation::at(self.text, mark).filter(|_| !self.is_spent && left.mark != '^');
        match row.and_then(|row| self.escaped(beginning, left, row)) {
            Some(candidate) => self.judge(candidate),
            None => self.nothing_in_run(),
        }
    }

    /// The URL whose line ends at `end`, inside its scheme of this length or the slashes after that.
    fn cut(&self, start: usize, scheme: usize, end: usize) -> Option<Found<'w>> {
        let beginning = Beginning::of_url(start, Form::Hierarchical, start + scheme + b"://".len());
        let left = self.left(start);
        let is_angle = matches!(left.opening, Opening::Angle { .. });
        let enclosed = if is_angle { self.read_enclosed(&left, &beginning) } else { None };
        enclosed
            .and_then(|enclosed| self.enclosed(&beginning, Delimiter::Angle, enclosed))
            .or_else(|| self.joined(&beginning, &left, end, end))
            .and_then(|candidate| self.accept(candidate).ok())
    }

    /// Any scheme in `<URL:…>`.
    fn prefixed_scheme(&self) -> Option<Scheme> {
        let (text, end) = (self.text, self.hit.at);
        let start = text.run_back(self.floor.max(end.saturating_sub(32)), end, SCHEME);
        let is_scheme = start < end
            && text.bytes[start].is_ascii_alphabetic()
            && text::is(text.byte(end + 1), VISIBLE)
            && !matches!(text.byte(end + 1), b'<' | b'>' | b'"');
        let is_prefixed = || self.left(start).opening == Opening::Angle { is_prefixed: true };
        let scheme = Scheme { start, end, form: Form::Opaque, is_known: false, is_escaped: false };
        (is_scheme && is_prefixed()).then_some(scheme)
    }

    /// The relative reference in `<URL:…>` whose prefix ends at the hit.
    fn reference(&self) -> Option<Found<'w>> {
        let text = self.text;
        let start = text.until(self.hit.at + 1, MAX_SPACE, |byte| !byte.is_ascii_whitespace());
        let left = self.left(start);
        if left.opening != (Opening::Angle { is_prefixed: true }) {
            return None;
        }
        let beginning = Beginning::of_url(start, Form::Opaque, start);
        let candidate = self.enclosed(&beginning, Delimiter::Angle, self.read_enclosed(&left, &beginning)?)?;
        let has_scheme = candidate.written.bytes().find(|byte| matches!(byte, b':' | b'/' | b'?' | b'#')) == Some(b':');
        let close = text.until(candidate.resume, MAX_SPACE, |byte| !byte.is_ascii_whitespace());
        (!has_scheme && text.byte(close) == b'>').then(|| self.judge(Candidate { is_relative: true, ..candidate }))
    }

    /// The defanged URL, host or address around the hit.
    fn defanged(&self) -> Option<Found<'w>> {
        let text = self.text;
        let start = defanged::begin(text, self.floor, self.hit.at).filter(|_| !self.is_spent)?;
        if names::is_part(text, self.floor, start) {
            return None;
        }
        let (view, left) = (defanged::view(text, start), self.left(start));
        text.worked(view.bytes.len());
        let (beginning, bare) = view.read(text, |copy| {
            let beginning = self.beginning_in(copy)?;
            Some((beginning, bare::read(copy, &left, 0, beginning.form, beginning.after, None).ok()?))
        })?;
        let end = view.source(bare.end);
        if text.ahead(start, bare.host_end) == &view.bytes[..bare.host_end] {
            return None;
        }
        if let Some(host) = last_host(beginning.form, &view.bytes, beginning.after, &bare)
            && !is_whole(text, end, &view.bytes[host..bare.end])
        {
            return None;
        }
        let (beginning, delimiter) = (Beginning { start, ..beginning }, left.delimiter(text, end));
        self.accept(self.candidate_in(&beginning, delimiter, &view, bare.end, Some(Notation::Defanged))?).ok()
    }

    /// Returns the beginning of the link at the start of a text, if its kind is wanted.
    fn beginning_in(&self, text: &Text) -> Option<Beginning> {
        let config = self.subject.config;
        let scheme = text.run(0, SCHEME);
        if text.has(scheme, b"://") {
            let is_known = config.any_scheme || is_known_or_compound(&text.bytes[..scheme]);
            return is_known.then(|| Beginning::of_url(0, Form::Hierarchical, scheme + b"://".len()));
        }
        let name = &text.bytes[..text.run(0, NAME)];
        if text.byte(name.len()) == b'@' {
            let (_, end) = names::address(text, 0, name.len()).filter(|&(start, _)| start == 0)?;
            return config.kinds.contains(Kind::Email).then(|| Beginning::of_address(0, end));
        }
        let is_www = name.starts_with(b"www.") && config.kinds.contains(Kind::Www);
        let kind = if is_www { Kind::Www } else { Kind::Domain };
        let (start, end) = names::domain(text, 0, memchr::memchr(b'.', name)?).ok()?;
        (start == 0 && config.kinds.contains(kind)).then(|| Beginning::of_host(0, end, kind, "http://"))
    }
}

/// Returns `true` if a defanged host is whole: it has more than one label, and no escape follows behind blanks.
fn is_whole(text: &Text, end: usize, host: &[u8]) -> bool {
    let trust = host::trust(host);
    trust > Trust::Label
        && !defanged::begins_escape(text, line::skip_blanks(text, end))
        && host::may_follow(text, end, || trust)
}
