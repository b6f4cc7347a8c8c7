//! A host name without a scheme: `www.a.example`, or any with a known top-level domain.

use super::{
    authority,
    beginning::{Beginning, Ending, Form, Start},
    front::{is_glued, without_escape_sequence},
    name::{self, Read, Run},
    tail,
};
use crate::{
    engine::window::{Ahead, Cut},
    link::Kind,
    text::{
        characters::{is_confusing, is_invisible},
        utf8::Char,
    },
};

/// The `www.` or `ftp.` whose dot is at `dot`.
pub(super) fn begin_abbreviation(ahead: &Ahead, floor: usize, dot: usize) -> Result<Start, Cut> {
    let start = dot - 3;
    let nowhere = Start::Nowhere { resume: dot + 1 };
    if start < floor || is_glued(ahead, start) || matches!(ahead.char_before(start), Char::Valid('\\' | '$', _)) {
        return Ok(nowhere);
    }
    // A label of its own has to stand between it and the top-level domain.
    let end = match name::read(ahead, start)? {
        Read::End(end) => end,
        Read::Refused(at) => return Ok(Start::Nowhere { resume: at.max(dot + 1) }),
    };
    let labels = name::label_count(&ahead.bytes[start..end]);
    if labels < 3 || ahead.get(end)? == Some(b'@') {
        return Ok(nowhere);
    }
    let completion = if ahead.bytes[start].eq_ignore_ascii_case(&b'f') { "ftp://" } else { "http://" };
    Ok(Start::At(Beginning { start, kind: Kind::Www, completion, is_proven: true, form: Form::Host(end) }))
}

/// The host name that the dot at `dot` stands in.
pub(super) fn begin(ahead: &Ahead, floor: usize, dot: usize, run: &mut Run) -> Result<Start, Cut> {
    let Some(mut start) = run.name_start(ahead, floor, dot) else {
        return Ok(Start::Nowhere { resume: run_end(ahead, dot)? });
    };
    start = without_escape_sequence(ahead.bytes, start, dot);
    // Emphasis is not part of the name it stands around, and neither is a dash.
    while start < dot && matches!(ahead.bytes[start], b'_' | b'-') {
        start += 1;
    }
    let before = ahead.char_before(start);
    let resume = run_end(ahead, dot)?;
    // The rest of a name that was broken off by something that only looks like its end is no name of its own.
    let is_rest = matches!(before, Char::Valid(c, _) if is_invisible(c) || is_confusing(c));
    let is_part = matches!(before, Char::Valid('@' | '/' | '\\' | '$' | '%' | '&' | '#' | '-' | '_', _));
    if start == dot || is_rest || is_part {
        return Ok(Start::Nowhere { resume });
    }
    let end = match name::read(ahead, start)? {
        Read::End(end) => end,
        Read::Refused(at) => return Ok(Start::Nowhere { resume: resume.max(at) }),
    };
    if end <= dot || matches!(ahead.get(end)?, Some(b'@' | b'+')) {
        return Ok(Start::Nowhere { resume });
    }
    let form = Form::Host(end);
    Ok(Start::At(Beginning { start, kind: Kind::Domain, completion: "http://", is_proven: true, form }))
}

/// Where the ASCII host name characters around a refused dot end: none of its other dots needs to be looked at, but for
/// one that may end an abbreviation, as in `..._www.a.example_`.
fn run_end(ahead: &Ahead, dot: usize) -> Result<usize, Cut> {
    let is_abbreviation = |at: usize| {
        at >= 3 && [b"www", b"ftp"].iter().any(|word| ahead.bytes[at - 3..at].eq_ignore_ascii_case(&word[..]))
    };
    let is_run = |&at: &usize| match ahead.bytes.get(at) {
        Some(b'.') => !is_abbreviation(at),
        byte => byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')),
    };
    let length = 1 + (dot + 1..).take_while(is_run).count();
    ahead.worked(length);
    match ahead.get(dot + length) {
        Err(Cut::More) => Err(Cut::More),
        _ => Ok(dot + length),
    }
}

/// Where it ends whose host name ends at `name_end`.
pub(super) fn end(ahead: &Ahead, start: usize, name_end: usize) -> Result<Ending, Cut> {
    // It was read from its trigger on, and from its start on it may be longer than a URL may be.
    let Some(host) = ahead.bytes.get(start..name_end) else { return Err(Cut::Limit) };
    if !name::has_top_level_domain(host) && !name::is_ipv4(host) {
        return Ok(Ending::Nothing(name_end));
    }
    Ok(match authority::port(ahead, name_end)? {
        Read::End(host_end) => Ending::At { end: tail::behind_authority(ahead, host_end)?, host_end },
        Read::Refused(at) => Ending::Nothing(at),
    })
}
