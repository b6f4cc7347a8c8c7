//! A host that is broken over two lines: what stands before the break can be none by itself, and is one with what begins the
//! next line. Less of a host is another's, so that it is joined or refused, and never cut.

use super::{
    evidence::MIN_CUT_LINE,
    known_domains::is_cut_in_known_domain,
    line_start::LineStart,
    next_line::{line_end_behind_blanks, next_line},
    rest::{begins_path_or_port, labels_of_host},
    soft_break,
    string_break::{self, StringPart, is_in_string, mark_at_end},
    whole_host::{USUAL, begins_abbreviation, goes_on_whole, is_even, is_unit, may_be_over},
};
use crate::{
    engine::{
        forms::{
            hierarchical::missing_slashes,
            name::{has_top_level_domain, is_ipv4, is_localhost},
        },
        window::{Ahead, Cut},
    },
    text::{characters::is_typographic_hyphen, top_level_domains::is_top_level_domain, utf8::Char},
};

/// The longest host name (RFC 1123, 2.1).
const MAX_HOST: usize = 255;

/// A host that a break stands in.
pub(crate) struct BrokenHost {
    /// Where the host's letters and digits before the break end.
    pub(crate) end: usize,
    /// Whether what it ends in shows that it goes on: two slashes, a full stop that is no sentence's, a hyphen.
    pub(crate) is_open: bool,
    /// Whether it is the beginning of a label, or ends in that of a top-level domain, with what may be the rest in the next line.
    pub(crate) is_beginning: bool,
    /// Whether it is whole, and so is what begins the next line: nothing says which of them a hyphen in between makes.
    pub(crate) is_either: bool,
}

/// The host in the authority that begins at `authority`, of a URL that begins at `start`, if it is broken behind that. The two slashes
/// in front of it may stand behind the break, too.
pub(crate) fn broken_host(ahead: &Ahead, start: usize, authority: usize) -> Result<Option<BrokenHost>, Cut> {
    let view = ahead.up_to(authority, MAX_HOST)?;
    let length = host_length(view);
    ahead.worked(length);
    let host = &view[..length];
    let host_end = authority + length;
    let Some(line_end) = host_line_end(ahead, start, host_end)? else { return Ok(None) };
    let is_marked = line_end.is_typeset || line_end.is_soft;
    let is_open = is_marked || matches!(host.last(), None | Some(b'.' | b'-'));
    let missing = missing_slashes(ahead.bytes, authority);
    let marks = LineStart::of(ahead, start).but_for_slashes(missing);
    let Some(next) = next_line(ahead, line_end.at, &marks)? else { return Ok(None) };
    let letters = host.iter().rposition(u8::is_ascii_alphanumeric).map_or(0, |last| last + 1);
    let token = match line_end.mark {
        Some(mark) => string_break::rest(ahead, &next, string_part(start, host_end, mark))?,
        None => Some(next.token),
    };
    let Some(token) = token.map(|token| &ahead.bytes[token]) else {
        // No host ends in a hyphen.
        let is_cut = host.ends_with(b"-");
        let cut = BrokenHost { end: authority + letters, is_open: true, is_beginning: false, is_either: false };
        return Ok(is_cut.then_some(cut));
    };
    if line_end.mark.is_some() && host.ends_with(b".") && token[0].is_ascii_uppercase() {
        // A sentence ends, though without a blank.
        return Ok(None);
    }
    let rest = token.strip_prefix(missing).filter(|rest| missing != b"/" || is_more_than_file_name(rest));
    let goes_on = rest.is_some_and(|rest| is_cut_in_known_domain(host, rest) || completes(host, is_open, rest));
    let is_beginning = match rest {
        Some(rest) if goes_on => {
            is_beginning_of_domain(host, rest)
                || !is_open && is_none_without(host, rest, is_at_cut(ahead, authority + length))
        }
        _ => !is_open && is_beginning_of_label(ahead, authority, host, token),
    };
    // In a string nothing is hyphenated.
    let is_cut = line_end.is_soft || line_end.mark.is_some() && host.ends_with(b"-");
    if !is_beginning && !goes_on && !is_cut {
        return Ok(None);
    }
    let is_open = is_open && (is_marked || rest.is_none_or(|rest| !may_be_over(host, rest)));
    let is_either = line_end.is_typeset && rest.is_some_and(|rest| may_be_over(host, rest) && is_host_by_itself(rest));
    Ok(Some(BrokenHost { end: authority + letters, is_open, is_beginning, is_either }))
}

/// The end of a host's line.
struct HostLineEnd {
    at: usize,
    /// Whether a hyphen stands in front of it that only a typesetter writes.
    is_typeset: bool,
    /// Whether it is a soft break of quoted-printable text, that goes on with the host.
    is_soft: bool,
    /// The quotation mark or the backslash in front of it, behind which a string or a line of a program goes on.
    mark: Option<u8>,
}

/// The end of the line behind the host that ends at `host_end`, of a URL that begins at `start`; none where words follow.
fn host_line_end(ahead: &Ahead, start: usize, host_end: usize) -> Result<Option<HostLineEnd>, Cut> {
    if let Some((mark, at)) = mark_at_end(ahead, host_end)?
        && is_in_string(ahead, string_part(start, host_end, mark))
    {
        return Ok(Some(HostLineEnd { at, is_typeset: false, is_soft: false, mark: Some(mark) }));
    }
    let is_soft = ahead.get(host_end)? == Some(b'=') && soft_break::goes_on_softly(ahead, host_end + 1)?;
    let hyphen = match ahead.char(host_end)? {
        Char::Valid(c, length) if is_typographic_hyphen(c) => length,
        _ => 0,
    };
    let at = line_end_behind_blanks(ahead, host_end + hyphen + usize::from(is_soft))?;
    Ok(at.map(|at| HostLineEnd { at, is_typeset: hyphen > 0, is_soft, mark: None }))
}

fn string_part(start: usize, host_end: usize, mark: u8) -> StringPart {
    StringPart { mark, start, end: host_end, is_joined: false }
}

/// Whether the host ends in the middle of a domain that is whole with what begins the next line.
fn is_beginning_of_domain(host: &[u8], rest: &[u8]) -> bool {
    is_cut_in_known_domain(host, rest) || is_cut_in_domain(host, rest) && !is_unit(rest)
}

/// Whether the host ends in no known domain, and in one of those that most have with what begins the next line, or behind that is a path or
/// a port: by chance a word of prose hardly makes these. What is a host by itself, or the name of a file, is the rest of one only where the
/// line may be cut.
fn is_none_without(host: &[u8], rest: &[u8], is_at_cut: bool) -> bool {
    let (name, behind) = rest.split_at(host_length(rest));
    let name = name.strip_suffix(b".").unwrap_or(name);
    let joined = [host, name].concat();
    let is_usual = |label: &[u8]| USUAL.iter().any(|usual| usual.eq_ignore_ascii_case(label));
    let is_known = || joined.rsplit(|&byte| byte == b'.').take(2).any(is_usual);
    let is_by_itself =
        !name.starts_with(b"-") && memchr::memchr(b'.', name).is_some_and(|at| at > 0) && has_top_level_domain(name);
    host.contains(&b'.')
        && !may_be_over(host, rest)
        && (begins_path_or_port(behind) || is_known())
        && (is_at_cut && is_even(host, rest) || !is_by_itself)
        && !begins_abbreviation(rest)
}

/// Whether the host that it begins with is whole.
fn is_host_by_itself(text: &[u8]) -> bool {
    let name = &text[..host_length(text)];
    has_top_level_domain(name.strip_suffix(b".").unwrap_or(name))
}

/// How many bytes that hosts have a text begins with.
fn host_length(text: &[u8]) -> usize {
    text.iter().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.')).count()
}

/// Whether one label alone ends a line that may be cut there, and a host with a path begins the next: `https://c` and
/// `loud.example/b`.
fn is_beginning_of_label(ahead: &Ahead, authority: usize, host: &[u8], token: &[u8]) -> bool {
    let end = authority + host.len();
    let is_label = !host.contains(&b'.') && !is_localhost(host);
    let is_host = || labels_of_host(token).is_some_and(|labels| labels > 0) && !begins_abbreviation(token);
    // Behind a hyphen an item begins.
    is_label && !token.starts_with(b"-") && is_at_cut(ahead, end) && is_host()
}

/// Whether a line that ends at `end` is so long that it may be cut there.
fn is_at_cut(ahead: &Ahead, end: usize) -> bool {
    let line = &ahead.bytes[end.saturating_sub(MIN_CUT_LINE)..end];
    line.len() == MIN_CUT_LINE && memchr::memchr2(b'\n', b'\r', line).is_none()
}

/// Whether what stands behind one slash is more than the name of a file, which may look like a host: `/setup.py`.
fn is_more_than_file_name(text: &[u8]) -> bool {
    begins_abbreviation(text) || text.contains(&b'/')
}

/// Whether a path or the digits of a port stand behind a host.
fn goes_on_behind_host(behind: &[u8]) -> bool {
    matches!(behind, [b'/', ..] | [b':', b'0'..=b'9', ..])
}

/// Whether nothing is wrong with what it begins with and with its full stops.
fn has_good_labels(host: &[u8]) -> bool {
    !host.starts_with(b".") && !host.starts_with(b"-") && !host.windows(2).any(|pair| pair == b"..")
}

/// Whether the letters that the next line begins with, before a path, make the last label of a host that may be whole another top-level domain, a usual
/// one or that of a country: `www.a.co` and `m/b`. Others may be made by chance, `.me` and `n/a`.
fn is_cut_in_domain(host: &[u8], token: &[u8]) -> bool {
    const MAX_REST: usize = 3;
    let length = token.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let (rest, behind) = token.split_at(length);
    let last = host.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    (1..=MAX_REST).contains(&length)
        && behind.first() == Some(&b'/')
        && !last.is_empty()
        && makes_usual_domain(&[last, rest].concat())
}

fn makes_usual_domain(label: &[u8]) -> bool {
    USUAL.iter().any(|usual| usual.eq_ignore_ascii_case(label)) || label.len() == 2 && is_top_level_domain(label)
}

/// Whether the host that begins with `host` ends in a known top-level domain in what the next line begins with, and nothing
/// behind that is a part of it.
fn completes(host: &[u8], is_open: bool, token: &[u8]) -> bool {
    let (rest, behind) = token.split_at(host_length(token));
    let rest = if behind.is_empty() { rest.strip_suffix(b".").unwrap_or(rest) } else { rest };
    let is_over = behind.first().is_none_or(|byte| b"/:?#)]<>\"',;*".contains(byte));
    let is_whole = may_be_over(host, token);
    let begins = match rest.first() {
        Some(b'.' | b'-') => !is_open,
        None => is_whole && !is_open,
        Some(first) => first.is_ascii_alphanumeric(),
    };
    // One label may be a host, and what begins the next line another.
    let is_cut = is_open || rest.starts_with(b".") || host.contains(&b'.');
    let joined = [host.strip_suffix(b"-").unwrap_or(host), rest].concat();
    begins
        && is_over
        && is_cut
        && !rest.ends_with(b".")
        && !rest.ends_with(b"-")
        && has_good_labels(&joined)
        && (has_top_level_domain(&joined) || is_ipv4(&joined) || is_localhost(&joined) && goes_on_behind_host(behind))
        && (!is_whole || goes_on_whole(host, rest, behind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_completed_by_what_ends_it() {
        let completes = |host: &str, token: &str| {
            let is_open = host.is_empty() || host.ends_with(['.', '-']);
            completes(host.as_bytes(), is_open, token.as_bytes())
        };
        assert!(completes("", "www.a.example.org/b"));
        assert!(completes("lists.", "example.org/b"));
        assert!(completes("exam-", "ple.org."));
        assert!(completes("www.exam", "ple.org:80/b"));
        assert!(completes("exam", ".org"));
        assert!(!completes("example.org.", "example.com"), "it ends a sentence");
        assert!(!completes("server", "example.org"), "each may be a host");
        assert!(!completes("lists.", "the"));
        assert!(!completes("lists.", "example.org@b"));
        assert!(!completes("localhost", ".org"));
    }

    #[test]
    fn a_whole_host_goes_on_with_what_has_a_slash_or_a_port_behind_it() {
        let completes = |host: &str, token: &str| completes(host.as_bytes(), false, token.as_bytes());
        assert!(completes("a.com", "munity/b"));
        assert!(completes("a.com", "munity:80/b"));
        assert!(!completes("a.com", "munity"));
        assert!(completes("a.com", ".br/b1"));
        assert!(completes("www.open", "-std.org/b"));
        assert!(completes("a.com", ":8080/b"));
        assert!(!completes("a.com", ":see/b"));
        assert!(!completes("a.com", "ftp.b.example.org/c"), "it is another host");
        assert!(!completes("a.no", "w/o"));
        assert!(!completes("a.com", "README.md/b"), "nobody changes the case there");
        assert!(completes("192.0.2.1", "17/b") && completes("192.0.2.117", ":80/b"));
        assert!(!completes("192.0.2.1", "name.org/b") && !completes("192.0.2.1", ".org/b"));
        assert!(!completes("10.0.0.1", "12/05/2026") && !completes("10.0.0.1", "7/8"));
    }
}
