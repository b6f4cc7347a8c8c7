//! Which form stands at a hit, where it begins, and where it ends by itself.

use super::{
    address, authority,
    beginning::{Beginning, Ending, Form, Start},
    hierarchical, host,
    host_in_string::is_part_of_string,
    mail, more_of_host,
    name::{self, Run},
    opaque, scheme,
};
use crate::{
    config::Config,
    engine::{
        scan::{Hit, Trigger},
        window::{Ahead, Cut},
    },
    link::Kind,
};

/// How far before its trigger a candidate may begin, in bytes: at most a host name, whose last character may be wide.
pub(crate) const MAX_LOOK_BACK: usize = name::MAX_NAME + 4;

/// What begins at the hit. Nothing before `floor` belongs to it.
pub(crate) fn begin(config: &Config, ahead: &Ahead, floor: usize, hit: Hit, run: &mut Run) -> Result<Start, Cut> {
    match hit.trigger {
        Trigger::Colon => scheme::begin(config, ahead, floor, hit.at),
        // `www.com` and `awww.com` are no abbreviations, but host names.
        Trigger::Abbreviation => match host::begin_abbreviation(ahead, floor, hit.at) {
            Ok(Start::Nowhere { .. }) if config.kinds.contains(Kind::Domain) => host::begin(ahead, floor, hit.at, run),
            start => start,
        },
        Trigger::Dot => host::begin(ahead, floor, hit.at, run),
        Trigger::At => address::begin(ahead, floor, hit.at),
        Trigger::Prefix => Ok(Start::Nowhere { resume: hit.at + 1 }),
    }
}

/// Where it ends when nothing delimits it.
pub(crate) fn end(ahead: &Ahead, beginning: &Beginning) -> Result<Ending, Cut> {
    let start = beginning.start;
    match beginning.form {
        Form::Hierarchical(authority) => hierarchical::end(ahead, start, authority),
        Form::Opaque(part) => opaque::end(ahead, start, part),
        Form::Mail(addresses) => mail::end(ahead, start, addresses),
        Form::Host(name_end) => host::end(ahead, start, name_end),
        Form::Address(domain) => address::end(ahead, domain),
    }
}

/// Where the authority ends that begins at `start` and has an IPv4 address, a host with a known top-level domain or the machine's own name;
/// none where it has not.
pub(crate) fn authority_end(ahead: &Ahead, start: usize) -> Option<usize> {
    let Ok(name::Read::End(host_end)) = name::read(ahead, start) else { return None };
    let is_known = authority::is_good(&ahead.bytes[start..host_end]);
    match authority::port(ahead, start, host_end) {
        Ok(name::Read::End(end)) if is_known => Some(end),
        _ => None,
    }
}

/// Whether what stands at `start..end` is the beginning of a host which a program puts together with the rest of it.
pub(crate) fn is_beginning_of_host(ahead: &Ahead, start: usize, end: usize) -> Result<bool, Cut> {
    Ok(is_part_of_string(ahead, start, end)?
        && name_end(ahead, start) == Some(end)
        && !authority::is_good(&ahead.bytes[start..end]))
}

/// Where the host name ends that begins at `start`; none where it is none.
pub(crate) fn name_end(ahead: &Ahead, start: usize) -> Option<usize> {
    match name::read(ahead, start) {
        Ok(name::Read::End(end)) => Some(end),
        _ => None,
    }
}

/// Whether what stands at `end`, right behind this host and perhaps its port, may be more of it to some reader.
pub(crate) fn may_host_go_on(ahead: &Ahead, host: &[u8], end: usize) -> Result<bool, Cut> {
    let end = behind_password(ahead, end)?;
    let end = if ahead.some(end, 2)? == br".\" { end + 1 } else { end };
    if ahead.get(end)? == Some(b'\\') {
        if ahead.get(end + 1)? == Some(b'@') {
            // Where escapes are undone it makes a userinfo of what stands in front.
            return Ok(true);
        }
        let name = host.split(|&byte| byte == b':').next().unwrap_or_default();
        return Ok(!more_of_host::is_escape_over(ahead, end, authority::is_good(name))?);
    }
    more_of_host::may_be_more(ahead, end)
}

/// Where a word ends behind a colon at `end`: it may be a password, whose `@` is escaped.
fn behind_password(ahead: &Ahead, end: usize) -> Result<usize, Cut> {
    let text = ahead.up_to(end, name::MAX_NAME)?;
    let Some(word) = text.strip_prefix(b":") else { return Ok(end) };
    Ok(end + 1 + name::ascii_length(word))
}

/// How much of what stands behind the slashes is looked at for the end of the line.
const MAX_LINE: usize = 64;

/// Whether a sign of ASCII that no authority begins with stands at `at`, and what it is in is over before the end of its line. A colon may be that of an
/// empty port, and a quotation mark end a part of a string.
pub(crate) fn is_sign_for_authority(bytes: &[u8], at: usize) -> bool {
    let is_over = |byte: &u8| *byte <= b' ' || matches!(byte, b'/' | b'?' | b'#' | b'"' | b'<' | b'>');
    let is_sign = bytes.get(at).is_some_and(|&byte| byte.is_ascii() && !matches!(byte, b':' | b'"' | b'\''));
    let is_on_line = || bytes[at..].iter().take(MAX_LINE).find(|&byte| is_over(byte)).is_some_and(|&byte| byte > b' ');
    is_sign && is_on_line() && is_no_authority(bytes, at)
}

/// Whether no authority begins at `start`, whatever follows the few bytes that tell so, nor behind the end of the line.
pub(crate) fn is_no_authority(bytes: &[u8], start: usize) -> bool {
    authority::is_none(bytes, start)
}

/// Whether what begins at `start` is an authority.
pub(crate) fn is_authority(ahead: &Ahead, start: usize) -> bool {
    matches!(authority::read(ahead, start), Ok(name::Read::End(_)))
}
