//! URLs that are not written in one stretch: between delimiters, joined across lines, or with escapes.

use std::borrow::Cow;

use super::{
    at_word,
    bare::{self, last_host},
    candidate::{Candidate, Joined},
    enclosed::{self, Enclosed},
    found::Found,
    host,
    host_break::{self, Between, Halves, halves},
    join,
    left::{Left, Opening},
    notation,
    reader::Reader,
    rules::{Exception, rows},
    scheme::{Beginning, Form},
    sequences,
    text::SCHEME,
    view::View,
};
use crate::{
    link::{Delimiter, Notation, Piece, Pieces},
    text::short,
    uri::Rejection,
};

impl<'w> Reader<'_, 'w> {
    /// The URL between angle brackets that begins there.
    pub(super) fn in_brackets(&self, beginning: &Beginning, left: &Left) -> Option<Found<'w>> {
        if !matches!(left.opening, Opening::Angle { .. }) {
            return None;
        }
        self.accept_enclosed(beginning, Delimiter::Angle, self.read_enclosed(left, beginning)?)
    }

    /// Returns the link between delimiters. In brackets, a URL of several pieces is refused as a whole.
    pub(super) fn accept_enclosed(
        &self,
        beginning: &Beginning,
        delimiter: Delimiter,
        enclosed: Enclosed,
    ) -> Option<Found<'w>> {
        let is_joined = delimiter == Delimiter::Angle && matches!(enclosed, Enclosed::Lines(..));
        let candidate = self.enclosed(beginning, delimiter, enclosed)?;
        if is_joined { Some(self.judge(candidate)) } else { self.accept(candidate).ok() }
    }

    /// Reads the text between the delimiters that open before a URL.
    pub(super) fn read_enclosed(&self, left: &Left, beginning: &Beginning) -> Option<Enclosed> {
        enclosed::read(self.text, left, beginning, self.level(), self.subject.config.hyphen)
    }

    /// Returns the refusal of the URL at `start`, whose host may continue at `at`.
    pub(super) fn broken_host(&self, start: usize, at: usize, rest: usize, rule: &'static Exception) -> Found<'w> {
        let rejection = Rejection::new(at - start, &rule.broken);
        Found::Refused { range: start..at, at, rejection, hidden: self.run_end(rest.max(at)) }
    }

    /// The candidate between delimiters.
    pub(super) fn enclosed(
        &self,
        beginning: &Beginning,
        delimiter: Delimiter,
        enclosed: Enclosed,
    ) -> Option<Candidate<'w>> {
        let close = match enclosed {
            Enclosed::Line(end) | Enclosed::Lines(_, end) => end,
        };
        if !self.is_spent
            && let Some(candidate) = self.enclosed_escapes(beginning, delimiter, close)
        {
            return Some(candidate);
        }
        let (pieces, written, resume) = match enclosed {
            Enclosed::Line(end) => {
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
        (!written.is_empty() && (!beginning.needs_more() || written.len() > beginning.after - beginning.start))
            .then(|| self.candidate(beginning, delimiter, pieces, written, resume))
    }

    /// The URL between delimiters with escapes of a notation that also writes hosts.
    fn enclosed_escapes(&self, beginning: &Beginning, delimiter: Delimiter, end: usize) -> Option<Candidate<'w>> {
        let (text, start) = (self.text, beginning.start);
        let is_escaped = text.byte_before(end) == b'\\';
        let end = end - usize::from(is_escaped);
        let url = &text.bytes[start..end];
        let in_host = |mark: usize| memchr::memchr(b'/', &text.bytes[beginning.after..start + mark]).is_none();
        // Roff has a hyphen so; elsewhere a backslash means itself there (CommonMark 0.31, 6.5).
        let is_undone = |mark: usize| is_escaped || text.byte(start + mark + 1) == b'-';
        let is_meant = |mark: usize, row: &notation::Row| row.writes_hosts || is_undone(mark) && !in_host(mark);
        let (row, limit) = match memchr::memchr(b'\\', url).or_else(|| short::find(url, b"=3D")) {
            Some(mark) => (notation::at(text, start + mark).filter(|row| is_meant(mark, row))?, end),
            None => (at_word::at(text, end)?, start.saturating_add(self.subject.config.window)),
        };
        let (view, length) = notation::view(text, start, limit, row);
        if length == 0 || limit == end && view.source(length) < end {
            return None;
        }
        self.candidate_in(beginning, delimiter, &view, length, Some(row.notation))
    }

    /// The URL that ends at `end`, with the pieces that evidence joins to it.
    pub(super) fn joined(&self, beginning: &Beginning, left: &Left, end: usize, stop: usize) -> Option<Candidate<'w>> {
        let Beginning { start, form, after, .. } = *beginning;
        let told = &mut self.told.borrow_mut();
        let chain = join::chain(self.subject.config, self.text, left, beginning, stop, self.window.base, told);
        let join::Chain { view, length, confidence } = chain?;
        let host = view.bytes.get(after - start..length).filter(|_| form == Form::Hierarchical);
        if let Some(host) = host.filter(|host| memchr::memchr3(b'/', b'?', b'#', host).is_none())
            && self.cuts_host(start, host, view.source(length))
        {
            return None;
        }
        let delimiter = if left.opening == Opening::Prefix { Delimiter::Prefix } else { Delimiter::Bare };
        let candidate = self.candidate_in(beginning, delimiter, &view, length, None)?;
        Some(Candidate { joined: Some(Joined { confidence, end }), ..candidate })
    }

    /// The URL with the escapes of a notation undone.
    pub(super) fn escaped(&self, beginning: &Beginning, left: &Left, row: &notation::Row) -> Option<Candidate<'w>> {
        let limit = beginning.start.saturating_add(self.subject.config.window);
        let (view, _) = notation::view(self.text, beginning.start, limit, row);
        let (after, bare) = view.read(self.text, |copy| {
            let scheme_end = copy.run(0, SCHEME);
            let after = match beginning.form {
                Form::Host => 0,
                Form::Address => return None,
                Form::Hierarchical if !copy.has(scheme_end, b"://") => return None,
                Form::Hierarchical => scheme_end + b"://".len(),
                _ => scheme_end + b":".len(),
            };
            Some((after, bare::read(copy, left, 0, beginning.form, after, None).ok().filter(|bare| bare.end > 0)?))
        })?;
        // Nothing in an authority is rewritten.
        let (start, end) = match beginning.form {
            Form::Mail => (last_host(Form::Mail, &view.bytes, after, &bare).unwrap_or(bare.end), bare.end),
            _ => (after, bare.host_end),
        };
        if self.rewrites(row, &view, start..end)
            || !row.writes_hosts && view.source(bare.host_end) != beginning.start + bare.host_end
        {
            return None;
        }
        let resume = view.source(bare.end);
        if let Some(host) = last_host(beginning.form, &view.bytes, after, &bare)
            && (!host::may_follow(self.text, row.skip(self.text, resume), || host::trust(&view.bytes[host..bare.end]))
                || self.cuts_host(beginning.start, &view.bytes[host..bare.at], view.source(bare.at)))
        {
            return None;
        }
        self.candidate_in(beginning, left.delimiter(self.text, resume), &view, bare.end, Some(row.notation))
    }

    /// Returns `true` if the authority at this place of a view is not what careful readers see in the text.
    fn rewrites(&self, row: &notation::Row, view: &View, authority: Piece) -> bool {
        let (start, end) = (authority.start, authority.end);
        // A line end or control function is left out, and writes no character of a host.
        let is_written = |at: usize| {
            let (before, behind) = (view.source(at), view.source(at + 1));
            self.text.bytes[behind - 1] == view.bytes[at]
                && (row.skip(self.text, before) + 1 == behind || sequences::read(self.text, before).is_some())
        };
        let source = if end > start { view.source(start + 1) - 1..view.source(end) } else { 0..0 };
        let source = &self.text.bytes[source];
        // What roff has between two letters for nothing is a mark elsewhere.
        let hides = |four: &[u8]| matches!(four, [before, b'\\', b'&', after] if before.is_ascii_alphanumeric() && after.is_ascii_alphanumeric());
        let has_user = || row.notation != Notation::At && view.bytes[start..end].contains(&b'@');
        source.windows(4).any(hides)
            || row.notation != Notation::QuotedPrintable && is_broken_badly(source, &view.bytes[start..end])
            || matches!(row.notation, Notation::Json | Notation::Html) && !(start..end).all(is_written)
            || source.len() != end - start && has_user()
    }

    /// Returns `true` if the host of the URL at `start` may go on after its line, which ends at `end`.
    fn cuts_host(&self, start: usize, host: &[u8], end: usize) -> bool {
        host_break::rest(self.text, start, host, end, false).is_some()
    }
}

/// Returns the end of a URL in brackets without a comma, semicolon, backslash or unmatched bracket at its end.
fn trim_enclosed(bytes: &[u8], start: usize, end: usize) -> usize {
    let backslashes = bytes[start..end].iter().rev().take_while(|&&byte| byte == b'\\').count();
    match bytes[start..end] {
        _ if backslashes > 0 && !bytes[start..end - backslashes].contains(&b'\\') => end - backslashes,
        [ref url @ .., mark] if MARK_BEFORE_ANGLE.holds(url, mark) => end - 1,
        _ => end,
    }
}

/// Returns `true` if the host at `host` has a line end where two halves make no host.
fn is_broken_badly(source: &[u8], host: &[u8]) -> bool {
    let Some(line_end) = memchr::memchr2(b'\r', b'\n', source) else { return false };
    let mark = source[..line_end].iter().rposition(|byte| !matches!(byte, b'\\' | b'=')).map_or(0, |last| last + 1);
    let (first, rest) = host.split_at(mark.min(host.len()));
    halves(first, rest, Between::Line) != Halves::Both
}

rows! { Enclosed;
    MARK_BEFORE_ANGLE "mark-before-angle" (url: &[u8], mark: u8) =
        matches!(mark, b',' | b';') && !url.is_empty() || mark == b')' && !url.contains(&b'('),
        "a comma, a semicolon or a bracket that nothing opened before the angle bracket" => "cuts it",
        "<http://a.example/b,>" / "<http://a.example/b(c)>";
}
