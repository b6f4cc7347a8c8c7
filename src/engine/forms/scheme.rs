//! What ends in a colon: whether it is a scheme, known or not, and with which form the URL goes on behind it.

use super::{
    beginning::{Beginning, Form, SchemeFront, Start},
    front::{is_behind_escape_sequence, is_glued, without_character_escape},
};
use crate::{
    config::Config,
    engine::{
        scan::{
            is_behind_bracket,
            schemes::{NUMBERED_SLASHES, begins_numbered_slashes, slashes_before_break},
        },
        window::{Ahead, Cut},
    },
    link::{Kind, Piece},
    text::characters::character_escape_before,
    uri::schemes::registry::{is_known_or_compound, takes_no_slashes},
};

/// The longest scheme that is looked for, known or not.
pub(super) const MAX_SCHEME: usize = 32;

/// How much of a telephone number is looked at.
const MAX_NUMBER: usize = 48;

/// The longest name of an element of XML, with the mark behind it.
const MAX_ELEMENT: usize = 64;

/// How much may stand between the two parts of a scheme that is broken over two lines, with its first part.
const MAX_BROKEN: usize = 128;

/// The scheme that ends at the colon at `colon`: `ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )`.
pub(super) fn begin(config: &Config, ahead: &Ahead, floor: usize, colon: usize) -> Result<Start, Cut> {
    let bytes = ahead.bytes;
    if is_in_front_of_scheme(ahead, floor, colon)? {
        return Ok(Start::Nowhere { resume: colon + 1 });
    }
    if let Some(start) = http(bytes, floor, colon) {
        return Ok(Start::At(beginning(start, Form::Hierarchical(colon + 3), true)));
    }
    if let Some(start) = http_of_properties(bytes, floor, colon) {
        return Ok(Start::At(beginning(start, Form::Hierarchical(colon + 3), true)));
    }
    // What follows a line end is seen where the rest of the URL is looked for.
    let before_break = slashes_before_break(bytes, colon);
    let is_broken = before_break.is_some();
    let slashes = before_break.map_or_else(|| slashes(ahead, colon + 1), Ok)?;
    let is_hierarchical = is_broken || slashes > 0;
    let run = SchemeRun::before(bytes, floor, colon);
    ahead.worked(colon - run.start);
    let is_known = |scheme: &[u8]| is_known_or_compound(scheme) || config.asks_for_scheme(scheme);
    let known = run.starts().find(|&at| {
        let scheme = &bytes[at..colon];
        if is_hierarchical {
            !is_part_of_scheme(bytes, run.start, at, scheme) && is_known(scheme)
                || (config.any_scheme && at == run.start)
        } else {
            takes_no_slashes(scheme, bytes.get(colon + 1).copied())
        }
    });
    if is_hierarchical
        && known.is_none()
        && !is_broken
        && let Some(front) = broken(bytes, floor, run.start)
        && is_known(&[&bytes[front.clone()], &bytes[run.start..colon]].concat())
    {
        return Ok(Start::At(beginning(front.start, Form::Hierarchical(colon + 1 + slashes), false)));
    }
    let is_proven = known.is_some_and(|at| !config.any_scheme || is_known(&bytes[at..colon]));
    if is_hierarchical
        && !is_proven
        && let Some(front) = cut_off(bytes, floor, run.start, colon)
    {
        let form = Form::Hierarchical(colon + 1 + slashes);
        return Ok(Start::At(Beginning { front: Some(front), ..beginning(run.start, form, false) }));
    }
    if is_hierarchical
        && known.is_none()
        && let Some(start) = behind_word(bytes, floor, run.start, colon)
    {
        return Ok(Start::At(beginning(start, Form::Hierarchical(colon + 1 + slashes), true)));
    }
    let Some(start) = known.or_else(|| run.starts().next().filter(|&at| at == run.start)) else {
        return Ok(Start::Nowhere { resume: colon + 1 });
    };
    let is_word = || {
        let is_part = is_glued(ahead, start) || is_behind_word_and_underscore(bytes, start, colon);
        Ok(is_part || is_label(ahead, start, colon)? || is_name_of_element(ahead, start, colon)?)
    };
    // Behind the sign that a regular expression begins with, a slash ends it: `/^file:/`. Before that sign, a slash begins it: `file:/^a/`.
    let is_regular_expression = || {
        let is_behind_sign = bytes[floor..start].ends_with(b"^");
        let behind = ahead.some(colon + 1, 2)?;
        Ok(behind == b"/^"
            || is_behind_sign && matches!(behind, [b'/'] | [b'/', 0..=b'.' | b':'..=b'@' | b'[' | b']' | b'{'..=b'~']))
    };
    if !is_hierarchical && is_regular_expression()? {
        return Ok(Start::Nowhere { resume: colon + 1 });
    }
    if bytes[floor..start].ends_with(b"$") && !is_between_dollars(ahead, colon)?
        || known.is_some() && !is_hierarchical && is_word()?
    {
        return Ok(Start::Nowhere { resume: colon + 1 });
    }
    let form = if is_hierarchical {
        Form::Hierarchical(colon + 1 + slashes)
    } else if bytes[start..colon].eq_ignore_ascii_case(b"mailto") {
        Form::Mail(colon + 1)
    } else {
        Form::Opaque(colon + 1)
    };
    Ok(Start::At(beginning(start, form, known.is_some())))
}

/// Whether another scheme stands where the host is to begin, behind a known one, `http://https://a.example`: somebody put one in front of a URL that had one.
fn is_in_front_of_scheme(ahead: &Ahead, floor: usize, colon: usize) -> Result<bool, Cut> {
    const SCHEMES: [&[u8]; 3] = [b"http", b"https", b"ftp"];
    const LONGEST: usize = "://https://".len();
    // Most hosts begin with another letter than these.
    if !matches!(ahead.bytes.get(colon + "://".len()), None | Some(b'h' | b'H' | b'f' | b'F')) {
        return Ok(false);
    }
    let Some(behind) = ahead.some(colon, LONGEST)?.strip_prefix(b"://") else { return Ok(false) };
    let Some(end) = memchr::memchr(b':', behind) else { return Ok(false) };
    let run = SchemeRun::before(ahead.bytes, floor, colon);
    Ok(behind[end..].starts_with(b"://")
        && SCHEMES.iter().any(|scheme| behind[..end].eq_ignore_ascii_case(scheme))
        && is_known_or_compound(&ahead.bytes[run.start..colon]))
}

/// Whether a dollar sign ends what goes on at `colon`, as it begins behind one in some notations. Elsewhere the sign begins the name of a variable.
fn is_between_dollars(ahead: &Ahead, colon: usize) -> Result<bool, Cut> {
    const REACH: usize = 256;
    let behind = ahead.up_to(colon, REACH)?;
    let length = behind.iter().position(|&byte| byte <= b' ' || byte == b'$').unwrap_or(behind.len());
    let rest = &behind[length..];
    let punctuation = rest.iter().take_while(|byte| byte.is_ascii_punctuation()).count();
    ahead.worked(length + punctuation);
    Ok(punctuation > 0 && rest.get(punctuation).map_or(behind.len() < REACH, |&byte| byte <= b' '))
}

/// How many bytes the two slashes take that begin there, each of which JSON may escape (RFC 8259, 7): with a backslash, or by its number as what
/// serialises JavaScript does.
fn slashes(ahead: &Ahead, at: usize) -> Result<usize, Cut> {
    Ok(match ahead.some(at, 4)? {
        [b'/', b'/', ..] => 2,
        [b'\\', b'/', b'\\', b'/'] => 4,
        br"\u00" if begins_numbered_slashes(ahead.up_to(at, NUMBERED_SLASHES.len())?) => NUMBERED_SLASHES.len(),
        _ => 0,
    })
}

fn beginning(start: usize, form: Form, is_proven: bool) -> Beginning {
    Beginning { start, kind: Kind::Url, completion: "", is_proven, form, front: None }
}

/// The run of characters of a scheme that ends at a colon.
struct SchemeRun<'b> {
    bytes: &'b [u8],
    start: usize,
    colon: usize,
}

impl<'b> SchemeRun<'b> {
    fn before(bytes: &'b [u8], floor: usize, colon: usize) -> SchemeRun<'b> {
        let from = floor.max(colon.saturating_sub(MAX_SCHEME + 1));
        let length = bytes[from..colon].iter().rev().take_while(|&byte| is_scheme(byte)).count();
        let is_outside = |c: char| !c.is_ascii_alphanumeric();
        SchemeRun { bytes, start: without_character_escape(bytes, colon - length, colon, is_outside), colon }
    }

    /// Where a scheme may begin in it, the longest first: what stands in front of it ends in something that can't be part of
    /// a word.
    fn starts(&self) -> impl Iterator<Item = usize> {
        let SchemeRun { bytes, start, colon } = *self;
        (start..colon).filter(move |&at| {
            bytes[at].is_ascii_alphabetic()
                && (at == start
                    || !bytes[at - 1].is_ascii_alphanumeric()
                    || is_behind_escape_sequence(bytes, at)
                    || is_behind_escaped_space(bytes, at))
                && colon - at <= MAX_SCHEME
        })
    }
}

/// Whether a word and a mark of schemes stand from `run` on in front of a scheme at `at`, `soup-sqlite://`: then all of it is one, which nobody knows.
/// Those of the web and of files are meant by themselves.
fn is_part_of_scheme(bytes: &[u8], run: usize, at: usize, scheme: &[u8]) -> bool {
    let is_common = || [&b"http"[..], b"https", b"ftp", b"file"].iter().any(|own| scheme.eq_ignore_ascii_case(own));
    matches!(bytes[run..at], [.., before, b'-' | b'+' | b'.'] if before.is_ascii_alphabetic()) && !is_common()
}

/// Whether white space as the strings of programs and of JSON write it stands in front: `\n`, `\r`, `\t`.
fn is_behind_escaped_space(bytes: &[u8], at: usize) -> bool {
    matches!(bytes[..at], [.., b'\\', b'n' | b'r' | b't'])
}

/// Whether the scheme at `start..colon` goes on a name with an underscore, `Package_SIP:`, and nothing makes sure of it by itself, as an address and the
/// parameters of a magnet do.
fn is_behind_word_and_underscore(bytes: &[u8], start: usize, colon: usize) -> bool {
    let is_sure = [&b"mailto"[..], b"magnet"].iter().any(|sure| bytes[start..colon].eq_ignore_ascii_case(sure));
    !is_sure && matches!(bytes[..start], [.., before, b'_'] if before.is_ascii_alphanumeric())
}

/// Whether it is the name of an element of XML with its prefix, in a tag that closes one, has an attribute, or has text or another right behind it:
/// `<xmpp:status>complete</xmpp:status>`.
fn is_name_of_element(ahead: &Ahead, start: usize, colon: usize) -> Result<bool, Cut> {
    if ahead.bytes[..start].ends_with(b"</") {
        return Ok(true);
    }
    if !ahead.bytes[..start].ends_with(b"<") || !ahead.get(colon + 1)?.is_some_and(|byte| byte.is_ascii_alphabetic()) {
        return Ok(false);
    }
    let behind = ahead.up_to(colon + 1, MAX_ELEMENT)?;
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let length = behind.iter().take_while(|&byte| is_name(byte)).count();
    ahead.worked(length);
    let is_of_mail = ahead.bytes[start..colon].eq_ignore_ascii_case(b"mailto");
    let is_tag = match behind[length..] {
        [b'>', next, ..] => next == b'<' || next.is_ascii_alphanumeric(),
        [b' ', ..] | [b'/', b'>', ..] => true,
        _ => false,
    };
    Ok(!is_of_mail && is_tag)
}

/// Whether the word before the colon is the label of a signature's line, `Tel:+44(0)1483`, and no scheme: that has small
/// letters and a global number behind it (RFC 3966), or says whose local number it is.
fn is_label(ahead: &Ahead, start: usize, colon: usize) -> Result<bool, Cut> {
    let scheme = &ahead.bytes[start..colon];
    if !scheme.eq_ignore_ascii_case(b"tel") {
        return Ok(false);
    }
    let behind = ahead.up_to(colon + 1, MAX_NUMBER)?;
    let number = behind.split(|&byte| byte <= b' ').next().unwrap_or_default();
    let is_global = || number.starts_with(b"+") && !number.windows(3).any(|three| three == b"(0)");
    let has_context = || memchr::memmem::find(number, b";phone-context=").is_some();
    let is_number = scheme == b"tel" && (is_global() || has_context());
    Ok(!is_number && !is_behind_bracket(ahead.bytes, start))
}

pub(super) fn is_scheme(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')
}

/// The front of a scheme that is broken over two lines, where the second line's part begins at `run`: letters right behind
/// an opening bracket. Only there white space is ignored.
fn broken(bytes: &[u8], floor: usize, run: usize) -> Option<Piece> {
    let is_in_front = |byte: &u8| matches!(byte, b' ' | b'\t' | b'>' | b'|' | b':');
    let text = &bytes[floor.max(run.saturating_sub(MAX_BROKEN))..run];
    let line_end = text.len() - text.iter().rev().take_while(|byte| is_in_front(byte)).count();
    if line_end == 0 || !matches!(text[line_end - 1], b'\n' | b'\r') {
        return None;
    }
    let end = text[..line_end].trim_ascii_end().len();
    let length = text[..end].iter().rev().take(MAX_SCHEME).take_while(|byte| byte.is_ascii_alphabetic()).count();
    let end = run - text.len() + end;
    (length > 0 && is_behind_bracket(bytes, end - length)).then_some(end - length..end)
}

/// The first letters of `http`, `https` or `ftp` at the very end of a line, the rest of which is all that stands from `run` up to the colon in
/// the next, behind the marks of a quoted reply: where lines are cut at a column.
fn cut_off(bytes: &[u8], floor: usize, run: usize, colon: usize) -> Option<SchemeFront> {
    let rest = &bytes[run..colon];
    let text = &bytes[floor.max(run.saturating_sub(MAX_BROKEN))..run];
    let marks = text.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t' | b'>' | b'|')).count();
    let text = text[..text.len() - marks].strip_suffix(b"\n")?;
    let text = text.strip_suffix(b"\r").unwrap_or(text);
    let length = text.iter().rev().take(MAX_SCHEME).take_while(|&byte| is_scheme(byte)).count();
    let (before, front) = text.split_at(text.len() - length);
    let is_free = length > 0 && !before.ends_with(b"$");
    let is_web = ["http", "https", "ftp"]
        .iter()
        .any(|scheme| scheme.as_bytes().strip_prefix(front).is_some_and(|other| other == rest));
    let start = before.as_ptr() as usize - bytes.as_ptr() as usize + before.len();
    (is_free && is_web).then_some(SchemeFront { start, end: start + length })
}

/// Where `http` or `https` in lower case begins that a word from `run` on is glued to, with nothing else in it: `athttps://`,
/// or a number, as that of a footnote is where a page was made text: `1https://`, `Version 2.0https://`. One other letter in front
/// makes an unknown scheme of it; a number can't, since no scheme begins with a digit.
fn behind_word(bytes: &[u8], floor: usize, run: usize, colon: usize) -> Option<usize> {
    let scheme = &bytes[run..colon];
    let word = scheme.strip_suffix(b"https").or_else(|| scheme.strip_suffix(b"http"))?;
    let is_word = word.iter().all(u8::is_ascii_alphabetic) && (word.len() > 1 || word.eq_ignore_ascii_case(b"a"));
    // More may stand in front than a scheme has.
    let is_number =
        word.split(|&byte| byte == b'.').all(|part| !part.is_empty() && part.iter().all(u8::is_ascii_digit))
            && (!bytes[floor..run].last().is_some_and(is_scheme) || character_escape_before(bytes, run).is_some());
    (is_word || is_number).then_some(run + word.len())
}

/// Where `http` or `https` begins that stands in front of the escaped colon at `colon`, as files of properties of Java's have it: `http\://`.
fn http_of_properties(bytes: &[u8], floor: usize, colon: usize) -> Option<usize> {
    let scheme = bytes[floor..colon].strip_suffix(b"\\")?;
    let length = scheme.iter().rev().take(MAX_SCHEME).take_while(|&byte| is_scheme(byte)).count();
    let (front, word) = scheme.split_at(scheme.len() - length);
    // White space may be escaped in front of it.
    let space = usize::from(front.ends_with(b"\\") && matches!(word.first(), Some(b'n' | b't' | b'r' | b'f')));
    let is_web = matches!(&word[space..], b"http" | b"https");
    (is_web && bytes[colon + 1..].starts_with(b"//")).then_some(colon - 1 - length + space)
}

/// Where `http://` or `https://` in lower case begins whose colon is at `colon`, with nothing in front that a scheme may
/// have: most URLs do.
fn http(bytes: &[u8], floor: usize, colon: usize) -> Option<usize> {
    let scheme = &bytes[floor..colon];
    let length = if scheme.ends_with(b"https") {
        5
    } else if scheme.ends_with(b"http") {
        4
    } else {
        return None;
    };
    let stands_free = !scheme[..scheme.len() - length].last().is_some_and(|byte| is_scheme(byte) || *byte == b'$');
    (stands_free && bytes[colon + 1..].starts_with(b"//")).then_some(colon - length)
}
