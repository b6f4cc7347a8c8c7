//! Where a candidate begins: looking back from a trigger, never further than a bounded number of bytes.

use super::{Beginning, Form, UNPROVEN, bare_name, host, opening};
use crate::{
    config::Config,
    engine::window::{Ahead, Cut},
    link::{Kind, Piece},
    text::{
        characters::{is_confusing, is_email, is_ignorable, is_invisible, is_written_without_spaces},
        utf8::Char,
    },
    uri::schemes::registry::{is_known_or_compound, takes_no_slashes},
};

/// Whether something begins at a trigger.
pub(super) enum Start {
    At(Beginning),
    None { resume: usize },
}

/// The longest scheme that is looked for, known or not.
const LONGEST_SCHEME: usize = 32;

/// How much may stand between the two parts of a scheme that is broken over two lines, with its first part.
const MOST_IN_FRONT: usize = 128;

/// How far before its trigger a candidate may begin, in bytes: at most a host name, whose last character may be wide.
pub(super) const REACH: usize = host::LONGEST_NAME + 4;

/// How much of a telephone number is looked at.
const LONGEST_NUMBER: usize = 48;

/// The longest local part of a mail address (RFC 5321 section 4.5.3.1.1), in bytes.
const LONGEST_LOCAL_PART: usize = 64;

/// The scheme that ends at the colon at `colon`: `ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )`.
pub(super) fn scheme(config: &Config, ahead: &Ahead, floor: usize, colon: usize) -> Result<Start, Cut> {
    if let Some(start) = http(ahead.bytes, floor, colon) {
        let form = Form::Hierarchical(colon + 3);
        return Ok(Start::At(Beginning { start, kind: Kind::Url, completion: "", form }));
    }
    let none = Start::None { resume: colon + 1 };
    let bytes = ahead.bytes;
    let from = floor.max(colon.saturating_sub(LONGEST_SCHEME + 1));
    let length = bytes[from..colon].iter().rev().take_while(|&byte| is_scheme(byte)).count();
    let run = colon - length;
    let hierarchical = ahead.some(colon + 1, 2)? == b"//";
    // The longest that is known: what stands in front of it ends in something that can't be part of a word.
    let starts = || {
        (run..colon).filter(|&at| {
            bytes[at].is_ascii_alphabetic()
                && (at == run || !bytes[at - 1].is_ascii_alphanumeric() || after_escape_sequence(bytes, at))
                && colon - at <= LONGEST_SCHEME
        })
    };
    let any = || starts().next().filter(|&at| at == run);
    let is_known = |scheme: &[u8]| is_known_or_compound(scheme) || is_named(config, scheme);
    let known = starts().find(|&at| {
        let scheme = &bytes[at..colon];
        if hierarchical {
            is_known(scheme) || (config.any_scheme && at == run)
        } else {
            takes_no_slashes(scheme, bytes.get(colon + 1).copied())
        }
    });
    let broken =
        || broken(bytes, floor, run).filter(|front| is_known(&[&bytes[front.clone()], &bytes[run..colon]].concat()));
    if hierarchical
        && known.is_none()
        && let Some(Piece { start, .. }) = broken()
    {
        let form = Form::Hierarchical(colon + 3);
        return Ok(Start::At(Beginning { start, kind: Kind::Url, completion: UNPROVEN, form }));
    }
    let Some(start) = known.or_else(any) else { return Ok(none) };
    let scheme = &bytes[start..colon];
    let form = if hierarchical {
        Form::Hierarchical(colon + 3)
    } else if scheme.eq_ignore_ascii_case(b"mailto") {
        Form::Mail(colon + 1)
    } else {
        Form::Opaque(colon + 1)
    };
    if matches!(bytes[floor..start].last(), Some(b'$')) {
        // The name of a variable.
        return Ok(none);
    }
    let completion = if known.is_some() { "" } else { UNPROVEN };
    if known.is_some() && !hierarchical && (glued(ahead, start) || is_label(ahead, start, colon)?) {
        return Ok(none);
    }
    Ok(Start::At(Beginning { start, kind: Kind::Url, completion, form }))
}

/// Whether the word before the colon is the label of a signature's line, `Tel:+44(0)1483`, and no scheme: that has small
/// letters and a global number behind it (RFC 3966), or says whose local number it is.
fn is_label(ahead: &Ahead, start: usize, colon: usize) -> Result<bool, Cut> {
    let scheme = &ahead.bytes[start..colon];
    if !scheme.eq_ignore_ascii_case(b"tel") {
        return Ok(false);
    }
    let behind = ahead.up_to(colon + 1, LONGEST_NUMBER)?;
    let number = behind.split(|&byte| byte <= b' ').next().unwrap_or_default();
    let is_global = number.starts_with(b"+") && memchr::memmem::find(number, b"(0)").is_none();
    let has_context = memchr::memmem::find(number, b";phone-context=").is_some();
    Ok(scheme != b"tel" || !(is_global || has_context))
}

fn is_scheme(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')
}

/// The front of a scheme that is broken over two lines, where the second line's part begins at `run`: letters right behind
/// an opening bracket. Only there white space is ignored.
fn broken(bytes: &[u8], floor: usize, run: usize) -> Option<Piece> {
    let is_in_front = |byte: &u8| matches!(byte, b' ' | b'\t' | b'>' | b'|' | b':');
    let text = &bytes[floor.max(run.saturating_sub(MOST_IN_FRONT))..run];
    let line_end = text.len() - text.iter().rev().take_while(|byte| is_in_front(byte)).count();
    if line_end == 0 || !matches!(text[line_end - 1], b'\n' | b'\r') {
        return None;
    }
    let end = text[..line_end].trim_ascii_end().len();
    let length = text[..end].iter().rev().take(LONGEST_SCHEME).take_while(|byte| byte.is_ascii_alphabetic()).count();
    let end = run - text.len() + end;
    let is_bracketed = length > 0 && matches!(opening::before(bytes, end - length), opening::Opening::Angle { .. });
    is_bracketed.then_some(end - length..end)
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

/// Whether the options ask for this scheme by its name, known or not.
fn is_named(config: &Config, scheme: &[u8]) -> bool {
    config.schemes.iter().any(|named| named.as_bytes().eq_ignore_ascii_case(scheme))
}

/// Whether the byte before `at` ends a terminal's colour sequence, `ESC [ *( DIGIT / ";" ) m`: it ends in a letter that is
/// nobody's word.
fn after_escape_sequence(bytes: &[u8], at: usize) -> bool {
    let Some(rest) = bytes[..at].strip_suffix(b"m") else { return false };
    let digits = rest.iter().rev().take(16).take_while(|byte| byte.is_ascii_digit() || **byte == b';').count();
    rest[..rest.len() - digits].ends_with(b"\x1B[")
}

/// Where the word begins that `start..end` ends in: its first letter may be that of a terminal's colour sequence, behind
/// digits.
fn behind_escape_sequence(bytes: &[u8], start: usize, end: usize) -> usize {
    let digits = bytes[start..end].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let behind = start + digits + 1;
    if behind < end && after_escape_sequence(bytes, behind) { behind } else { start }
}

/// Whether a word runs into what begins at `start`.
fn glued(ahead: &Ahead, start: usize) -> bool {
    !after_escape_sequence(ahead.bytes, start)
        && matches!(ahead.char_before(start), Char::Valid(c, _)
        if c.is_alphanumeric() && !is_written_without_spaces(c) || matches!(c, '@' | '.' | '-' | '\u{200C}' | '\u{200D}'))
}

/// The `www.` or `ftp.` whose dot is at `dot`.
pub(super) fn abbreviation(ahead: &Ahead, floor: usize, dot: usize) -> Result<Start, Cut> {
    let start = dot - 3;
    let none = Start::None { resume: dot + 1 };
    let is_part = || matches!(ahead.char_before(start), Char::Valid('\\' | '$', _)) || is_in_path(ahead.bytes, start);
    if start < floor || glued(ahead, start) || is_part() {
        return Ok(none);
    }
    // A label of its own has to stand between it and the top-level domain.
    let end = match host::name(ahead, start)? {
        Ok(end) => end,
        Err(at) => return Ok(Start::None { resume: at.max(dot + 1) }),
    };
    let labels = host::label_count(&ahead.bytes[start..end]);
    if labels < 3 || ahead.get(end)? == Some(b'@') {
        return Ok(none);
    }
    let completion = if ahead.bytes[start].eq_ignore_ascii_case(&b'f') { "ftp://" } else { "http://" };
    Ok(Start::At(Beginning { start, kind: Kind::Www, completion, form: Form::Host(end) }))
}

/// Whether what begins at `start` is a name in a path: a slash is in front of it, and something in front of that.
fn is_in_path(bytes: &[u8], start: usize) -> bool {
    let Some(path) = bytes[..start].strip_suffix(b"/") else { return false };
    let path = path.strip_suffix(b"/").unwrap_or(path);
    path.last().is_some_and(|&byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-' | b'~' | b'/'))
}

/// The host name that the dot at `dot` stands in.
pub(super) fn domain(ahead: &Ahead, floor: usize, dot: usize) -> Result<Start, Cut> {
    // An ideographic full stop separates labels of ASCII letters. Between those of its own script it mostly ends a sentence.
    let is_ideographic = !ahead.bytes[dot].is_ascii();
    let is_ascii = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric());
    let (before, behind) = (is_ascii(ahead.bytes[..dot].last().copied()), is_ascii(ahead.get(dot + "。".len())?));
    if is_ideographic && before != behind {
        return Ok(Start::None { resume: dot + 1 });
    }
    let Some(mut start) = host::name_start(ahead, floor, dot) else {
        return Ok(Start::None { resume: host_run_end(ahead, dot)? });
    };
    start = behind_escape_sequence(ahead.bytes, start, dot);
    // Emphasis is not part of the name it stands around, and neither is a dash.
    while start < dot && matches!(ahead.bytes[start], b'_' | b'-') {
        start += 1;
    }
    let in_front = ahead.char_before(start);
    let resume = host_run_end(ahead, dot)?;
    // The rest of a name that was broken off by something that only looks like its end is no name of its own.
    let is_rest = matches!(in_front, Char::Valid(c, _) if is_invisible(c) || is_confusing(c));
    let is_rest = is_rest || is_behind_empty_authority(ahead, start);
    let is_part = matches!(in_front, Char::Valid('@' | '/' | '\\' | '$' | '%' | '&' | '#' | '-' | '_', _));
    if start == dot || is_rest || is_part {
        return Ok(Start::None { resume });
    }
    let end = match host::name(ahead, start)? {
        Ok(end) => end,
        Err(at) => return Ok(Start::None { resume: resume.max(at) }),
    };
    let is_in_sentence = is_ideographic && !before && !stands_free(ahead, start, end)?;
    if end <= dot || is_in_sentence || matches!(ahead.get(end)?, Some(b'@' | b'+')) || !bare_name::is_host(ahead, start, end)? {
        return Ok(Start::None { resume });
    }
    Ok(Start::At(Beginning { start, kind: Kind::Domain, completion: "http://", form: Form::Host(end) }))
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
fn host_run_end(ahead: &Ahead, dot: usize) -> Result<usize, Cut> {
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

/// The mail address whose `@` is at `at`: a dot-atom, as people write them.
pub(super) fn address(ahead: &Ahead, floor: usize, at: usize) -> Result<Start, Cut> {
    let none = Start::None { resume: at + 1 };
    let mut start = at;
    while start > floor {
        let ascii_follows = start < at && ahead.bytes[start].is_ascii_alphanumeric();
        match ahead.char_before(start) {
            Char::Valid('a'..='z' | 'A'..='Z' | '0'..='9', length) => start -= length,
            Char::Valid(c, _) if ascii_follows && is_written_without_spaces(c) => break,
            Char::Valid(c, length) if c == '.' || is_email(c) => start -= length,
            _ => break,
        }
        if at - start > LONGEST_LOCAL_PART {
            return Ok(none);
        }
    }
    ahead.worked(at - start);
    let start = behind_escape_sequence(ahead.bytes, start.max(floor), at);
    // Markup and quotation marks that are allowed in a local part, but never begin one that people have.
    let is_markup = |byte: &u8| {
        matches!(byte, b'\'' | b'*' | b'/' | b'=' | b'?' | b'`' | b'{' | b'|' | b'}' | b'~' | b'^' | b'#' | b'&' | b'!')
    };
    let markup = ahead.bytes[start..at].iter().take_while(|&byte| is_markup(byte)).count();
    let start = if markup > 0 && ahead.bytes[start + markup..at].first().is_some_and(u8::is_ascii_alphanumeric) {
        start + markup
    } else {
        start
    };
    let start = local_start(ahead.bytes, start, at);
    let local = &ahead.bytes[start..at];
    let is_part = match ahead.char_before(start) {
        Char::Valid('\\' | '@', _) => true,
        // What nobody sees may be a part of the name to some reader.
        Char::Valid(c, _) if is_ignorable(c) => !matches!(c, '\u{200B}' | '\u{FEFF}' | '\u{200E}'..='\u{2069}'),
        _ => false,
    };
    if !is_dot_atom(local) || is_part || is_message_id(local) || is_behind_scheme(ahead.bytes, floor, start) {
        return Ok(none);
    }
    Ok(Start::At(Beginning { start, kind: Kind::Email, completion: "mailto:", form: Form::Address(at + 1) }))
}

/// Where the local part begins that `start..at` ends in: behind a key and its `=`, behind a slash or a quotation mark, and
/// behind dots in front of it.
fn local_start(bytes: &[u8], start: usize, at: usize) -> usize {
    let local = &bytes[start..at];
    // What bounces are sent to has the address of the one who did not get the message in its own.
    let key = local.iter().position(|&byte| byte == b'=').filter(|&equals| {
        let is_key = local[..equals].iter().all(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'_' | b'.'));
        let is_tag = local[..equals].eq_ignore_ascii_case(b"prvs") || local[equals + 1..].contains(&b'=');
        is_key && !is_tag
    });
    let is_home = local.starts_with(b"~");
    let slash = local.iter().rposition(|&byte| byte == b'/').filter(|_| !is_home);
    let is_letter = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphabetic() || !byte.is_ascii());
    let quote = (0..local.len()).rev().find(|&index| {
        let is_inner = || is_letter(local[..index].last()) && is_letter(local.get(index + 1));
        matches!(local[index], b'\'' | b'`') && !is_inner()
    });
    let behind = [key, slash, quote].into_iter().flatten().max().map_or(0, |last| last + 1);
    // A dot behind a space is part of what was meant, which is no address.
    let is_behind_space = behind == 0 && bytes[..start].last().is_some_and(|byte| matches!(byte, b' ' | b'\t'));
    let leading = local[behind..].iter().take_while(|&&byte| byte == b'.').count();
    start + behind + if is_behind_space { 0 } else { leading }
}

/// Whether the local part was made by a mailer for a message, and no mail can be sent to it: a date or a checksum and
/// a number.
fn is_message_id(local: &[u8]) -> bool {
    let first = local.split(|&byte| byte == b'.').next().unwrap_or_default();
    let has_dot = first.len() < local.len();
    let is_hexadecimal = first.iter().all(u8::is_ascii_hexdigit) && first.iter().any(u8::is_ascii_digit);
    let is_date = first.len() >= 8 && first.iter().all(u8::is_ascii_digit);
    has_dot && is_date || is_hexadecimal && (first.len() >= 24 || has_dot && first.len() == 8)
}

/// Whether a scheme that programs run, or that is no mail's, stands right before `start` with its colon.
fn is_behind_scheme(bytes: &[u8], floor: usize, start: usize) -> bool {
    let Some(before) = bytes[floor..start].strip_suffix(b":") else { return false };
    let length = before.iter().rev().take(LONGEST_SCHEME).take_while(|&byte| is_scheme(byte)).count();
    let word = &before[before.len() - length..];
    [&b"javascript"[..], b"vbscript", b"skype", b"matrix", b"ssh", b"sip", b"sips", b"xmpp", b"acct", b"callto", b"im"]
        .iter()
        .any(|scheme| word.eq_ignore_ascii_case(scheme))
}

/// `1*atext *("." 1*atext)` (RFC 5322 section 3.2.3): dots only between other characters.
fn is_dot_atom(local: &[u8]) -> bool {
    !local.is_empty() && local.split(|&byte| byte == b'.').all(|atom| !atom.is_empty())
}

/// How many addresses one `mailto:` URL has at most.
const MOST_ADDRESSES: usize = 32;

/// The end of the addresses of a `mailto:` URL that begin at `start`: several with commas between, where nothing else stands
/// there (RFC 6068 section 2).
pub(super) fn mail_end(ahead: &Ahead, start: usize) -> Result<Option<usize>, Cut> {
    let Some(mut end) = first_mail_end(ahead, start)? else { return Ok(None) };
    for _ in 1..MOST_ADDRESSES {
        if end == start || ahead.get(end)? != Some(b',') {
            break;
        }
        match first_mail_end(ahead, end + 1)? {
            Some(next) if next > end + 1 => end = next,
            _ => break,
        }
    }
    Ok(Some(end))
}

/// The end of the address that begins at `start`. Its `@` may be escaped: mailing lists' software writes it so.
fn first_mail_end(ahead: &Ahead, start: usize) -> Result<Option<usize>, Cut> {
    let mut at = start;
    let domain = loop {
        match ahead.char(at)? {
            Char::Valid('@', _) => break at + 1,
            Char::Valid('?', _) if at == start => return Ok(Some(at)),
            Char::Valid('%', _) if at > start && ahead.some(at, 3)? == b"%40" => break at + 3,
            Char::Valid('.' | '%', _) => at += 1,
            Char::Valid(c, length) if is_email(c) && !matches!(c, '`' | '{' | '|' | '}' | '^') => at += length,
            _ => return Ok(None),
        }
    };
    if !is_dot_atom(&ahead.bytes[start..at]) {
        return Ok(None);
    }
    Ok(host::name(ahead, domain)?.ok().map(|end| if ahead.bytes[end - 1] == b'.' { end - 1 } else { end }))
}
