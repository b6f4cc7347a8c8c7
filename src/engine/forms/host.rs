//! A host name without a scheme: `www.a.example`, or any with a known top-level domain.

use super::{
    authority,
    beginning::{Beginning, Ending, Form, Start},
    front::{in_front, is_glued, without_escape_sequence},
    member,
    name::{self, Read, Run},
    placeholder::goes_on_behind_put_in,
    reference::{self, is_character_reference},
    tail,
};
use crate::{
    engine::window::{Ahead, Cut},
    link::Kind,
    text::{
        characters::{is_confusing, is_ignorable, is_invisible, is_mapped, is_number_with_dot, is_picture},
        utf8::Char,
    },
};

/// How many marks behind a name are looked behind for an `@`.
const MAX_MARKS: usize = 64;

/// The `www.` or `ftp.` whose dot is at `dot`.
pub(super) fn begin_abbreviation(ahead: &Ahead, floor: usize, dot: usize) -> Result<Start, Cut> {
    let start = dot - 3;
    let nowhere = Start::Nowhere { resume: dot + 1 };
    let is_part = || matches!(ahead.char_before(start), Char::Valid('\\' | '$', _)) || is_in_path(ahead.bytes, start);
    if start < floor || is_glued(ahead, start) || is_part() {
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
    Ok(Start::At(Beginning { start, kind: Kind::Www, completion, is_proven: true, form: Form::Host(end), front: None }))
}

/// Whether what begins at `start` is a name in a path: a slash is in front of it, and something in front of that.
fn is_in_path(bytes: &[u8], start: usize) -> bool {
    let Some(path) = bytes[..start].strip_suffix(b"/") else { return false };
    let path = path.strip_suffix(b"/").unwrap_or(path);
    path.last().is_some_and(|&byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-' | b'~' | b'/'))
}

/// The host name that the dot at `dot` stands in.
pub(super) fn begin(ahead: &Ahead, floor: usize, dot: usize, run: &mut Run) -> Result<Start, Cut> {
    // An ideographic full stop separates labels of ASCII letters. Between those of its own script it mostly ends a sentence.
    let is_ideographic = !ahead.bytes[dot].is_ascii();
    let is_ascii = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric());
    let (before, behind) = (is_ascii(ahead.bytes[..dot].last().copied()), is_ascii(ahead.get(dot + "。".len())?));
    if is_ideographic && before != behind {
        return Ok(Start::Nowhere { resume: dot + 1 });
    }
    let Some(mut start) = run.name_start(ahead, floor, dot) else {
        return Ok(Start::Nowhere { resume: run_end(ahead, dot)? });
    };
    start = without_escape_sequence(ahead.bytes, start, dot);
    // Emphasis is not part of the name it stands around, and neither is a dash.
    while start < dot && matches!(ahead.bytes[start], b'_' | b'-') {
        start += 1;
    }
    let in_front = in_front(ahead, start);
    let resume = run_end(ahead, dot)?;
    // The rest of a name that was broken off by something that only looks like its end is no name of its own.
    let is_rest = is_behind_empty_authority(ahead, start)
        || matches!(in_front, Char::Valid(c, length) if is_rest_of_other(ahead, start - length, c));
    let is_part = matches!(in_front, Char::Valid('@' | '/' | '\\' | '$' | '%' | '&' | '#' | '-' | '_', _))
        || [b"lq", b"rq", b"oq", b"cq", b"dq", b"aq"].iter().any(|name| is_in_name_of_roff(ahead.bytes, start, name));
    if start == dot || is_rest || is_part || run.is_nowhere(start) {
        return Ok(Start::Nowhere { resume });
    }
    let end = match name::read(ahead, start)? {
        Read::End(end) => end,
        Read::Refused(at) => {
            run.note_nowhere(start);
            return Ok(Start::Nowhere { resume: resume.max(at) });
        }
    };
    let is_in_sentence = is_ideographic && !before && !stands_free(ahead, start, end)?;
    let is_half = is_behind_named_at(ahead.bytes, start) && ahead.get(end)? != Some(b'/')
        || is_behind_named_dot(ahead.bytes, start)
        || reference::is_behind_one(ahead.bytes, start);
    if is_in_sentence || is_half {
        return Ok(Start::Nowhere { resume });
    }
    if end <= dot || is_in_local_part(ahead, end)? || !member::is_host(ahead, start, end)? {
        run.note_nowhere(start);
        return Ok(Start::Nowhere { resume });
    }
    let form = Form::Host(end);
    Ok(Start::At(Beginning { start, kind: Kind::Domain, completion: "http://", is_proven: true, form, front: None }))
}

/// Whether the character at `at`, right in front of a name, may be a part of one that goes on with it: it is taken for another, or nobody sees it. Behind a
/// picture it only says how that is shown.
fn is_rest_of_other(ahead: &Ahead, at: usize, c: char) -> bool {
    let shows_picture = || c == '\u{FE0F}' && matches!(ahead.char_before(at), Char::Valid(c, _) if is_picture(c));
    if c.is_ascii() {
        return false;
    }
    // A list has such a sign in front of its items.
    let is_in_name = || matches!(ahead.char_before(at), Char::Valid(c, _) if c.is_alphanumeric());
    is_confusing(c) && !is_number_with_dot(c)
        || is_invisible(c)
        || is_ignorable(c) && !shows_picture()
        || is_mapped(c) && is_in_name()
}

/// Whether a text ends in this word, in any letter case.
fn ends_in(text: &[u8], word: &[u8]) -> bool {
    text.len() >= word.len() && text[text.len() - word.len()..].eq_ignore_ascii_case(word)
}

/// Whether what begins there goes on behind a dot that has its name, to be hidden from programs: `soup<dot>bowl.example`.
pub(super) fn is_behind_named_dot(bytes: &[u8], start: usize) -> bool {
    let front = &bytes[..start];
    if !matches!(front.last(), Some(b']' | b')' | b'}' | b'>')) {
        return false;
    }
    [b"[dot]", b"(dot)", b"{dot}", b"<dot>"].iter().any(|dot| ends_in(front, &dot[..]))
}

/// Whether what begins there is the domain of an address whose `@` has its name: to be hidden from programs, `sam[at]soup.example`, or in roff,
/// `sam\(atsoup.example`.
fn is_behind_named_at(bytes: &[u8], start: usize) -> bool {
    let front = &bytes[..start];
    match front.last() {
        Some(b']') => ends_in(front, b"[at]"),
        Some(b')') => ends_in(front, b"(at)"),
        _ => is_in_name_of_roff(bytes, start, b"at"),
    }
}

/// Whether what begins at `start` begins with the two letters of a mark that roff has by its name, `\(lq`, or of one like it. A regular expression may have a
/// group there, and less of its host would be another.
fn is_in_name_of_roff(bytes: &[u8], start: usize, name: &[u8; 2]) -> bool {
    bytes[..start].ends_with(br"\(") && bytes[start..].starts_with(name)
}

/// Whether the name that ends at `end` is the beginning of a mail address: an `@` or a plus sign stands behind it, and no more
/// than a dash, emphasis or dots between the two.
fn is_in_local_part(ahead: &Ahead, end: usize) -> Result<bool, Cut> {
    let mut at = end;
    while at - end < MAX_MARKS && matches!(ahead.get(at)?, Some(b'-' | b'_' | b'.')) {
        at += 1;
    }
    Ok(matches!(ahead.get(at)?, Some(b'@' | b'+')))
}

/// Whether white space, or the text's end, stands on both sides.
fn stands_free(ahead: &Ahead, start: usize, end: usize) -> Result<bool, Cut> {
    let is_free = |c| matches!(c, Char::End) || matches!(c, Char::Valid(c, _) if c.is_whitespace());
    Ok(is_free(ahead.char_before(start)) && (is_free(ahead.char(end)?) || ahead.get(end)? == Some(b'/')))
}

/// Whether a space stands in front of `start` and two slashes in front of that: the name is that of a URL which is broken.
fn is_behind_empty_authority(ahead: &Ahead, start: usize) -> bool {
    match ahead.char_before(start) {
        Char::Valid(c, length) if c.is_whitespace() && c != '\n' => ahead.bytes[..start - length].ends_with(b"://"),
        _ => false,
    }
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
    Ok(match authority::port(ahead, start, name_end)? {
        Read::End(host_end) => Ending::At { end: tail::behind_authority(ahead, start, host_end)?, host_end },
        Read::Refused(at) if cuts_name(ahead, at)? => Ending::Refused(at),
        Read::Refused(at) => Ending::Nothing(at),
    })
}

/// Whether a name goes on behind what stands there, and none of its own begins: not behind a mark that lists and programs put between names, or that is a
/// part of an address.
fn cuts_name(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    Ok(match ahead.char(at)? {
        // A full stop or an `@` of quoted-printable text.
        Char::Valid('=', _) => matches!(ahead.up_to(at + 1, 2)?, b"2E" | b"40"),
        Char::Valid('[' | '(' | '{' | '<' | '"' | '\'' | '．' | '｡' | '…', _) => true,
        Char::Valid('&', _) => is_character_reference(ahead, at)?,
        Char::Valid('%' | '$' | '#', _) => goes_on_behind_put_in(ahead, at)?,
        Char::Valid('\\', _) => matches!(ahead.up_to(at + 1, 2)?, [_, b'{'] | [b'[', b'u']),
        Char::Valid(c, _) => is_mapped(c) || is_confusing(c) && !is_number_with_dot(c) || is_ignorable(c),
        _ => false,
    })
}

/// Whether the URL of the name at `start..end`, which has a known top-level domain, is over before what stands at `end`: a mark that neither
/// a port nor a path begins with, or a letter that may be none of the name.
pub(crate) fn name_is_over(ahead: &Ahead, start: usize, end: usize) -> Result<bool, Cut> {
    let is_whole = ahead.get(end)?.is_none_or(|byte| byte.is_ascii()) || name::read(ahead, start)? == Read::End(end);
    Ok(is_whole && authority::port(ahead, start, end)? == Read::End(end))
}
