//! A closer look at what stands between delimiters: one URL, with its breaks taken out.

use std::borrow::Cow;

use super::HitReader;
use crate::{
    engine::{
        candidate::{Candidate, Delimited, Reading},
        delimit::{
            escaped::{self, Escaped},
            opening::{self, Opening},
        },
        forms::{
            beginning::{Beginning, Form},
            hierarchical::missing_slashes,
            name, read, string_marks,
        },
        rejoin::{
            self,
            closing::Closing,
            enclosed::{self, Enclosure},
            enclosed_end::{trim_backslashes, trim_quotation, without_fragment, without_list},
            pieces::join,
        },
        window::{Ahead, Cut},
    },
    link::{Delimiter, Kind, Pieces},
};

impl<'w> HitReader<'_, 'w> {
    /// Reads a relative reference between the brackets of `<URL:…>`. One with a scheme has a trigger of its own.
    pub(super) fn reference(&self) -> Result<Reading<'w>, Cut> {
        let nothing = self.nothing(0);
        let ahead = self.ahead(self.hit.at);
        let mut start = self.hit.at + 1;
        while ahead.get(start)?.is_some_and(|byte| byte.is_ascii_whitespace()) {
            start += 1;
        }
        if opening::before(ahead.bytes, start) != (Opening::Angle { prefixed: true }) {
            return Ok(nothing);
        }
        let found = enclosed::read(&ahead, start, Closing::Angle, self.config.rejoin, self.far)?;
        let Enclosure::Closed(mut pieces) = found else { return Ok(nothing) };
        let is_unweighed = self.trim_hyphens(start, &mut pieces)?;
        let Some(written) = join(ahead.bytes, &pieces) else { return Ok(nothing) };
        let resume = pieces.as_slice().last().map_or(start, |piece| piece.end);
        // Words behind it make it one of a sentence.
        let is_whole = ahead.bytes[resume..].trim_ascii_start().first() == Some(&b'>');
        let has_scheme = written.find([':', '/', '?', '#']).is_some_and(|at| written.as_bytes()[at] == b':');
        if !is_whole || has_scheme {
            return Ok(nothing);
        }
        Ok(Reading::Candidate(Candidate {
            kind: Kind::Url,
            delimiter: Delimiter::Angle,
            pieces,
            written,
            completion: "",
            is_relative: true,
            escapes: None,
            resume,
            joined: None,
            breaks: Vec::new(),
            is_unweighed,
        }))
    }

    /// Takes away the hyphens that a typesetter put between the pieces, and says whether evidence about these was not weighed, as too much
    /// was before: to look around for what he does is to weigh it.
    fn trim_hyphens(&self, start: usize, pieces: &mut Pieces) -> Result<bool, Cut> {
        let around = self.window.ahead(start, self.config.window, self.weighing);
        let before = around.steps();
        let is_unweighed = rejoin::trim_hyphens(&around, pieces, self.config.hyphen, self.can_weigh);
        self.weighed.add(around.steps() - before);
        is_unweighed
    }

    /// Reads to what closes the delimiter that opens in front of the candidate.
    pub(super) fn enclosed(
        &self,
        ahead: &Ahead<'w, '_>,
        beginning: &Beginning,
        opening: Opening,
    ) -> Result<Delimited<'w>, Cut> {
        let Some(closing) = Closing::of(opening, beginning) else { return Ok(Delimited::Nothing) };
        if let (Closing::Quote(_), Form::Hierarchical(authority)) = (closing, beginning.form)
            && read::is_sign_for_authority(ahead.bytes, authority)
        {
            return Ok(Delimited::Nothing);
        }
        Ok(match enclosed::read(ahead, beginning.start, closing, self.config.rejoin, self.far)? {
            Enclosure::Closed(pieces) => {
                self.delimited(ahead, beginning, closing, pieces)?.map_or(Delimited::Nothing, Delimited::Candidate)
            }
            Enclosure::Unopened => Delimited::Nothing,
            Enclosure::TooFar { first_break } => {
                let broken_host = first_break.filter(|&at| ends_in_host(ahead.bytes, beginning, at));
                broken_host.map_or(Delimited::TooFar, |at| Delimited::BrokenHost { at })
            }
        })
    }

    /// The candidate whose pieces stand between the delimiters; none where they hold something else.
    fn delimited(
        &self,
        ahead: &Ahead<'w, '_>,
        beginning: &Beginning,
        closing: Closing,
        mut pieces: Pieces,
    ) -> Result<Option<Candidate<'w>>, Cut> {
        let start = beginning.start;
        if let (Closing::Quote(_), Pieces::One(piece)) = (closing, &pieces)
            && string_marks::is_closed_by_string(ahead.bytes, start, piece.end)
        {
            return Ok(None);
        }
        let is_unweighed = self.trim_hyphens(start, &mut pieces)?;
        let behind_fragment = without_fragment(self.config, ahead.bytes, &mut pieces);
        if closing == Closing::Angle {
            trim_backslashes(ahead.bytes, beginning, &mut pieces);
        }
        if closing.may_hold_prose() {
            trim_quotation(ahead.bytes, &mut pieces);
        } else if let Pieces::One(piece) = &mut pieces {
            piece.end = without_list(ahead.bytes, piece.clone());
        }
        if closing == Closing::Angle
            && let Some(candidate) = self.escaped_between_brackets(ahead, beginning, &pieces)?
        {
            return Ok(Some(candidate));
        }
        if let (Form::Hierarchical(host), Pieces::One(piece)) = (&beginning.form, &pieces)
            && read::is_beginning_of_host(ahead, *host, piece.end)?
        {
            return Ok(None);
        }
        let Some(written) = join(ahead.bytes, &pieces) else { return Ok(None) };
        // What is no URL without the slashes that the line ends in front of hides none behind it.
        if let Form::Hierarchical(authority) = beginning.form
            && !missing_slashes(ahead.bytes, authority).is_empty()
            && written.split_once("://").is_none_or(|(_, behind)| behind.starts_with('/'))
        {
            return Ok(None);
        }
        // Brackets mark a host name off, but don't make one: `<stdio.h>` is none.
        if let Form::Host(_) = beginning.form {
            let host = written.split(['/', '?', '#', ':']).next().unwrap_or_default().as_bytes();
            // A colon without a port is none of a name.
            if !name::has_top_level_domain(host) && !name::is_ipv4(host) || &written[host.len()..] == ":" {
                return Ok(None);
            }
        }
        if let Form::Address(_) = beginning.form {
            let domain = written.rsplit('@').next().unwrap_or_default();
            let is_list = memchr::memchr_iter(b'@', written.as_bytes()).count() > 1 && written.contains(',');
            if is_list || !name::is_mail_domain(domain.as_bytes()) && !domain.eq_ignore_ascii_case("localhost") {
                return Ok(None);
            }
        }
        let end = pieces.as_slice().last().map_or(start, |piece| piece.end);
        if end <= self.hit.at {
            // The quotation is over before the trigger: `'x'@`.
            return Ok(None);
        }
        Ok(Some(Candidate {
            kind: beginning.kind,
            delimiter: closing.delimiter(),
            pieces,
            written,
            completion: beginning.completion,
            is_relative: false,
            escapes: None,
            resume: behind_fragment.unwrap_or(end),
            joined: None,
            breaks: Vec::new(),
            is_unweighed,
        }))
    }

    /// The candidate between angle brackets in the source of a manual page, which writes a hyphen as `\-`, and a dot as `\&.`, or in triples of RDF,
    /// which write a character as `\u00fc` (N-Triples, 6.3): with the escapes of all of it undone. Any other backslash there is one of the URL.
    fn escaped_between_brackets(
        &self,
        ahead: &Ahead<'w, '_>,
        beginning: &Beginning,
        pieces: &Pieces,
    ) -> Result<Option<Candidate<'w>>, Cut> {
        let Pieces::One(piece) = pieces else { return Ok(None) };
        let escapes = [&br"\-"[..], br"\&.", br"\u"];
        let is_escaped =
            escapes.iter().any(|escape| memchr::memmem::find(&ahead.bytes[piece.clone()], escape).is_some());
        if !is_escaped || !beginning.is_proven {
            return Ok(None);
        }
        let Some(Escaped { pieces, written, notation }) = escaped::read(self.config, ahead, beginning)? else {
            return Ok(None);
        };
        if pieces.last().map(|last| last.end) != Some(piece.end) {
            return Ok(None);
        }
        Ok(Some(Candidate {
            kind: beginning.kind,
            delimiter: Delimiter::Angle,
            pieces: Pieces::Many(pieces),
            written: Cow::Owned(written),
            completion: beginning.completion,
            is_relative: false,
            escapes: Some(notation),
            resume: piece.end,
            joined: None,
            breaks: Vec::new(),
            is_unweighed: false,
        }))
    }
}

/// Whether the host of what begins there is not over at `at`.
fn ends_in_host(bytes: &[u8], beginning: &Beginning, at: usize) -> bool {
    let host = match beginning.form {
        Form::Hierarchical(host) | Form::Mail(host) => host,
        Form::Host(_) | Form::Address(_) => beginning.start,
        Form::Opaque(_) => return false,
    };
    host >= at || !bytes[host..at].iter().any(|byte| matches!(byte, b'/' | b'?' | b'#'))
}
