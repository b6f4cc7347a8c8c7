//! The URL at a known place, as it is written unless a break or an escape continues it.

use std::borrow::Cow;

use super::{
    accept,
    around::line_end,
    at_word,
    bare::{self, last_host},
    enclosed::{self, Enclosed},
    found::{Found, Plain, components, has_escapes},
    frame, host, host_break,
    left::{Left, Opening},
    line, line_break, notation,
    reader::Reader,
    rules::{Exception, rows},
    scheme::{Beginning, Form},
    sequences,
    tail::At,
    text::DIGIT,
};
use crate::{
    link::{Delimiter, Pieces},
    uri::{Components, Rejection, host::is_plain_dns_name, rejection::Rule},
};

static AUTHORITY: Rule = Rule::new("rfc3986 3.2 authority", "a host name or address is expected here");
static PORT: Rule = Rule::new("rfc3986 3.2.3 port", "a port holds nothing but digits");

impl<'w> Reader<'_, 'w> {
    pub(super) fn url(&self, beginning: &Beginning) -> Found<'w> {
        self.url_after(beginning, &self.left(beginning.start))
    }

    /// The URL that begins there, by the delimiter before it, if any.
    pub(super) fn url_after(&self, beginning: &Beginning, left: &Left) -> Found<'w> {
        if let Some(found) = self.in_brackets(beginning, left) {
            return found;
        }
        let read = beginning.name_end.map_or(self.first, |end| Some(At::of_host(end, false)));
        match bare::read(self.text, left, beginning.start, beginning.form, beginning.after, read) {
            Ok(bare) if self.ends_there(&bare) => self.written(beginning, left, &bare),
            bare => self.doubtful(beginning, left, bare),
        }
    }

    /// Returns `true` if nothing after the URL can continue it.
    fn ends_there(&self, bare: &At) -> bool {
        let stop = self.after_colon(bare.at);
        let is_escape = match self.text.byte(stop) {
            b' ' => self.text.has(stop, b" at ") || sequences::is_wrap(self.text, stop),
            0xC2 => matches!(self.text.byte(stop + 1), 0x80..=0x9F | 0xAD),
            0xE2 => self.text.has(stop, "\u{200B}".as_bytes()),
            byte => sequences::is_control(byte) || notation::begins_some(byte),
        };
        !is_escape && !bare.seen.has_mark && !host_break::may_be_at(self.text, stop)
    }

    /// Returns the index after the colon of a port at `stop`, or `stop`.
    fn after_colon(&self, stop: usize) -> usize {
        stop + usize::from(self.text.byte(stop) == b':')
    }

    /// The URL that may continue after its line or an escape.
    #[inline(never)]
    fn doubtful(&self, beginning: &Beginning, left: &Left, bare: Result<At, usize>) -> Found<'w> {
        let stop = stop_of(bare);
        if OVERWRITTEN.holds(self, stop) {
            let rejection = Rejection::new(stop - beginning.start, &OVERWRITTEN.rule().broken);
            return Found::Refused { range: beginning.start..stop, at: stop, rejection, hidden: self.run_end(stop) };
        }
        let other = self
            .quotation(beginning, left, bare)
            .or_else(|| self.unescaped(beginning, left, bare))
            .or_else(|| self.rejoined(beginning, left, bare));
        match (other, bare) {
            (Some(found), _) => found,
            (None, Err(at)) => self.refused_host(beginning, at),
            (None, Ok(bare)) => match self.rest_of_host(beginning, left, &bare) {
                Some((rest, rule)) => self.broken_host(beginning.start, bare.end, rest, rule),
                None => self.written(beginning, left, &bare),
            },
        }
    }

    /// The quoted URL that continues in the next line.
    fn quotation(&self, beginning: &Beginning, left: &Left, bare: Result<At, usize>) -> Option<Found<'w>> {
        if !matches!(left.opening, Opening::Quote(_)) {
            return None;
        }
        let next = line::after_end(self.text, stop_of(bare))?;
        // A whole name goes on with a port or a path alone.
        let is_whole = bare.is_ok_and(|bare| beginning.form == Form::Host && bare.at == bare.host_end);
        let goes_on = |byte: &u8| matches!(byte, b'/' | b'?' | b'#' | b':');
        if is_whole && !self.text.bytes[next..line_end(self.text, next)].iter().any(goes_on) {
            return None;
        }
        let enclosed =
            self.read_enclosed(left, beginning).filter(|enclosed| matches!(enclosed, Enclosed::Lines(..)))?;
        self.accept_enclosed(beginning, Delimiter::Quote, enclosed)
    }

    fn unescaped(&self, beginning: &Beginning, left: &Left, bare: Result<At, usize>) -> Option<Found<'w>> {
        // An anchor begins a pattern, whose escapes are others.
        if !self.may_look(beginning.start) || left.mark == '^' {
            return None;
        }
        let (mark, has_mark) = match bare {
            Ok(bare) => (bare.at, bare.seen.has_mark),
            Err(at) => (bare::after_marks(self.text, at), true),
        };
        let row = self.notation(left, beginning.start, mark, has_mark)?;
        let found = self
            .escaped(beginning, left, row)
            .filter(|candidate| {
                bare.map_or(true, |bare| candidate.range().end != bare.end || candidate.pieces.as_slice().len() > 1)
            })
            .and_then(|candidate| self.accept(candidate).ok());
        // A backslash may also continue the line.
        if found.is_none() && !frame::may_end(self.text, stop_of(bare)) {
            self.plain_to.set(self.run_end(stop_of(bare)));
        }
        found
    }

    /// Returns the notation of the escape where the URL stops, or in it.
    fn notation(&self, left: &Left, start: usize, stop: usize, has_mark: bool) -> Option<&'static notation::Row> {
        let text = self.text;
        let stop = self.after_colon(stop);
        let is_line_end = matches!(text.byte(stop), b'\r' | b'\n');
        let stop = stop - usize::from(is_line_end && text.byte_before(stop) == b'=');
        match text.byte(stop) {
            b' ' if sequences::is_wrap(text, stop) => return notation::at(text, stop),
            b' ' if !has_mark => return at_word::at(text, stop),
            b' ' => {}
            _ => match notation::at(text, stop) {
                None => {}
                row => return row,
            },
        }
        let marked = if has_mark { &text.bytes[start..stop] } else { &[] };
        let marks = memchr::memchr2_iter(b'=', b'&', marked);
        marks.map(|mark| start + mark).find_map(|mark| match text.byte(mark) {
            b'&' if left.is_markup => notation::of_value(text, mark),
            _ => notation::at(text, mark),
        })
    }

    /// The URL that evidence joins to the next line. If it is refused, its first half is refused, too.
    fn rejoined(&self, beginning: &Beginning, left: &Left, bare: Result<At, usize>) -> Option<Found<'w>> {
        let stop = bare.map_or_else(|at| bare::after_marks(self.text, at), |bare| bare.at);
        // After a host, that may be a soft break, or the colon of a port.
        let stop = stop + usize::from(matches!(self.text.ahead(stop, 2), [b'=' | b':', b'\r' | b'\n']));
        let may_join = self.may_look(beginning.start)
            && left.opening != (Opening::Angle { is_prefixed: false })
            && frame::may_end(self.text, stop)
            && (self.subject.config.explain || !self.is_before_other(beginning, left, bare));
        let end = bare.map_or_else(|at| at, |bare| bare.end);
        Some(self.judge(may_join.then(|| self.joined(beginning, left, end, stop))??))
    }

    /// Returns `true` if nothing in the next line can continue the URL: a name is whole, as none is read without a known
    /// domain, and the first bytes of the line show that the path, query or fragment doesn't go on there.
    fn is_before_other(&self, beginning: &Beginning, left: &Left, bare: Result<At, usize>) -> bool {
        bare.is_ok_and(|bare| match beginning.form {
            Form::Host | Form::Address => bare.at == bare.host_end && !matches!(left.mark, '(' | '['),
            Form::Hierarchical
                if bare.end > bare.host_end && !matches!(self.text.byte_before(bare.at), b'=' | b'\'') =>
            {
                line_break::begins_other(self.text, beginning.start, bare.at)
            }
            _ => false,
        })
    }

    /// Returns the refusal of a URL whose host has a byte at `at` that is not allowed there.
    fn refused_host(&self, beginning: &Beginning, at: usize) -> Found<'w> {
        let text = self.text;
        let colon = text.run_back(beginning.after.min(at), at, DIGIT);
        let is_port = colon > beginning.after + 1 && text.byte_before(colon) == b':';
        let written = if is_port { &PORT } else { &AUTHORITY };
        let broken = host::refused_by(text, at).map_or(written, |rule| &rule.broken);
        let rejection = Rejection::new(at - beginning.start, broken);
        let end = self.run_end(at).max(at);
        Found::Refused { range: beginning.start..end, at, rejection, hidden: end }
    }

    /// Returns where the rest of the host stands, if the URL ends in a part of its host, and the rule that says so.
    fn rest_of_host(&self, beginning: &Beginning, left: &Left, bare: &At) -> Option<(usize, &'static Exception)> {
        let bytes = self.text.bytes;
        let host = last_host(beginning.form, bytes, beginning.after, bare)?;
        if at_word::at(self.text, bare.at).is_some() {
            return Some((bare.at + b" at ".len(), at_word::AT.rule()));
        }
        // Without work to spend, a host that is none may not go on beside a cell.
        let is_line_end = matches!(self.text.byte(bare.at), b'\n' | b'\r');
        let is_known = || host::trust(&bytes[host..bare.at]) == host::Trust::Known;
        if self.is_spent && !is_line_end && !is_known() && host_break::may_be_at(self.text, bare.at) {
            return Some((bare.at, host_break::BROKEN_HOST.rule()));
        }
        let is_angle = matches!(left.opening, Opening::Angle { .. });
        let rest = host_break::rest(self.text, beginning.start, &bytes[host..bare.at], bare.at, is_angle)?;
        Some((rest, host_break::BROKEN_HOST.rule()))
    }

    fn written(&self, beginning: &Beginning, left: &Left, bare: &At) -> Found<'w> {
        let At { end, at: stop, .. } = *bare;
        let text = self.text;
        if beginning.needs_more() && end == beginning.after {
            return self.nothing();
        }
        let delimiter = match left.opening {
            Opening::Quote(marks) if marks.contains(&text.char(end).0) || marks.contains(&text.char(stop).0) => {
                Delimiter::Quote
            }
            Opening::Angle { .. } if line::skip_blanks(text, stop) > stop && enclosed::has_title(text, stop) => {
                Delimiter::Angle
            }
            Opening::Prefix | Opening::Angle { is_prefixed: true } => Delimiter::Prefix,
            _ => Delimiter::Bare,
        };
        let Beginning { start, kind, .. } = *beginning;
        if let Some(components) = self.plain_components(beginning, bare) {
            return Found::Plain(Plain { start, end, kind, delimiter, components });
        }
        let Ok(written) = str::from_utf8(&text.bytes[start..end]) else { return self.nothing() };
        self.judge(self.candidate(beginning, delimiter, Pieces::One(start..end), Cow::Borrowed(written), end))
    }

    /// Returns the components of the address at `start..end`, if the grammar accepts it as written.
    pub(super) fn plain_address(&self, start: usize, end: usize) -> Option<Components> {
        let is_plain = self.subject.config.syntax.is_of_today() && is_plain_address(&self.text.bytes[start..end]);
        is_plain.then(|| Components::of_address(end - start))
    }

    /// Returns the components of a web URL or an address, if the grammar accepts all that was read of it.
    fn plain_components(&self, beginning: &Beginning, bare: &At) -> Option<Components> {
        if beginning.form == Form::Address {
            return self.plain_address(beginning.start, bare.end);
        }
        let Beginning { start, after, completion, .. } = *beginning;
        let scheme = if completion.is_empty() {
            &self.text.bytes[start..after - b"://".len().min(after)]
        } else {
            completion.as_bytes()
        };
        let is_web = matches!(scheme, b"http" | b"https" | b"http://");
        let has_escapes = || has_escapes(&self.text.bytes[bare.host_end..bare.end]);
        let host = &self.text.bytes[after..bare.host_end];
        let is_host = || bare.end == bare.host_end && accept::accepts_host(self.subject.config, host);
        if !is_web
            || !bare.seen.is_plain && !is_host()
            || !self.subject.config.syntax.is_of_today()
            || bare.seen.has_percent && !has_escapes()
        {
            return None;
        }
        let shift = start.wrapping_sub(completion.len());
        Some(components(shift, after, bare.host_end, bare.end, &bare.seen))
    }
}

/// Returns `true` for a plain host name after words of letters, digits, `-`, `_` and `+` with dots between.
fn is_plain_address(address: &[u8]) -> bool {
    let Some(at) = memchr::memchr(b'@', address) else { return false };
    let is_plain = |&byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'+');
    let is_word = |word: &[u8]| !word.is_empty() && word.iter().all(is_plain);
    address[..at].split(|&byte| byte == b'.').all(is_word) && is_plain_dns_name(&address[at + 1..])
}

fn stop_of(bare: Result<At, usize>) -> usize {
    bare.map_or_else(|at| at, |bare| bare.at)
}

rows! { Notation;
    OVERWRITTEN "overwritten" (reader: &Reader<'_, '_>, stop: usize) = sequences::go_back(reader.text, stop),
        "a control function that moves the cursor back in its row" => "refuses the URL before it",
        "http://a.example/b\x1B[2Dc" / "http://a.example/b\x1B[2Cc";
}
