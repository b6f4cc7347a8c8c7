//! A slow reader of URLs, one character at a time, by the documents: RFC 3986, RFC 1738 and UTS #58.
//!
//! It shares tables with the engine, and no code. It reads one line at a time, and knows of the engine's exceptions only
//! those that the words of its texts meet: a comment names the rule there.

mod authority;
#[cfg(test)]
mod compare;
pub mod lines;
mod names;
mod tables;
mod tail;
mod text;

use std::ops::Range;

use napkin::{Delimiter, Grammar, Kind, Kinds, Uri};

use self::{authority::Trust, text::Text};

/// A link, as it is compared.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Found {
    pub start: usize,
    pub end: usize,
    pub kind: &'static str,
    pub delimiter: &'static str,
}

/// What stands before a URL.
#[derive(Clone, Copy)]
pub struct Left {
    delimiter: Delimiter,
    /// `<URL:`.
    is_prefixed: bool,
    /// The character right before it.
    mark: Option<char>,
    /// The link of Markdown: `](`.
    is_markdown: bool,
    /// The value of an attribute: `href="`.
    is_value: bool,
    /// A bracket before a label, or a cell of a row: a bar ends it.
    is_cell: bool,
}

/// Where a URL begins, and where it goes on after its scheme.
#[derive(Clone, Copy)]
struct Beginning {
    start: usize,
    after: usize,
    kind: Kind,
    has_scheme: bool,
}

/// All links of these kinds with a host or an address.
pub fn find(source: &str, kinds: Kinds) -> Vec<Found> {
    let text = Text::new(source);
    let mut links = Vec::new();
    // Nothing before the floor belongs to another link, and before `hidden` is refused text: only a scheme with its
    // slashes begins a URL there.
    let (mut at, mut floor, mut hidden) = (0, 0, 0);
    while at < text.len() {
        let mut next = at + 1;
        let beginning = match scheme(&text, floor, at) {
            Some(Scheme::Known(start)) => Some(Beginning { start, after: at + 3, kind: Kind::Url, has_scheme: true }),
            Some(Scheme::Unknown(start)) => {
                let beginning = Beginning { start, after: at + 3, kind: Kind::Url, has_scheme: true };
                let link = in_brackets(&text, &left(&text, floor, start), &beginning);
                if link.is_none() {
                    hidden = hidden.max(run_end(&text, hidden, at));
                }
                link.map(|_| beginning)
            }
            None if at < hidden => None,
            None if is_any_scheme(&text, floor, at) => {
                hidden = run_end(&text, hidden, at);
                None
            }
            None => names::at(&text, floor, at, kinds),
        };
        if let Some(beginning) = beginning {
            match read(&text, floor, &beginning) {
                Ok(link) => {
                    (next, floor, hidden) = (next.max(link.end), link.end, 0);
                    links.push(Found {
                        start: text.bytes(link.start..link.end).start,
                        end: text.bytes(link.start..link.end).end,
                        ..link
                    });
                }
                Err(fault) => {
                    next = next.max(fault);
                    hidden = hidden.max(run_end(&text, hidden, fault));
                }
            }
        }
        at = next;
    }
    links
}

/// Returns the end of the run of visible characters that a refused candidate stands in.
fn run_end(text: &Text, hidden: usize, at: usize) -> usize {
    if at < hidden { hidden } else { text.run(at, |c| c > ' ' && !"<>\"".contains(c)) }
}

enum Scheme {
    Known(usize),
    Unknown(usize),
}

/// `scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )` (RFC 3986, 3.1).
fn is_scheme_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || "+-.".contains(c)
}

/// Returns the start of the scheme before a colon and two slashes: the longest one that is known, at the edge of a word.
fn scheme(text: &Text, floor: usize, colon: usize) -> Option<Scheme> {
    if !text.has(colon, "://") {
        return None;
    }
    let run = text.run_back(floor, colon, is_scheme_char);
    let is_edge = |at: &usize| *at == run || !text.is(at - 1, |c| c.is_ascii_alphanumeric());
    // Rule scheme-before-scheme: the second one begins the URL.
    if ["http://", "https://", "ftp://"].iter().any(|web| text.has(colon + 3, web)) {
        return None;
    }
    let mut starts = (run..colon).filter(is_edge).filter(|&at| text.is(at, |c| c.is_ascii_alphabetic()));
    // Behind other characters of schemes, only one of the web.
    let is_web = |at: usize| ["http:", "https:", "ftp:"].iter().any(|web| text.has(at, web));
    let is_first = |at: usize| !text.slice(run..at).contains(|c: char| c.is_ascii_alphanumeric());
    let is_known = |at: &usize| tables::is_scheme(&text.slice(*at..colon)) && (is_first(*at) || is_web(*at));
    let first = starts.clone().next().filter(|&at| at == run).map(Scheme::Unknown);
    let known = starts.find(is_known);
    // `jdbc:mysql://`: another scheme's path, without slashes.
    let outer =
        known.filter(|&at| text.before(at) == Some(':')).map(|at| text.run_back(floor, at - 1, is_scheme_char)..at - 1);
    if outer.is_some_and(|outer| tables::is_opaque(&text.slice(outer))) {
        return None;
    }
    known.or(glued_scheme(text, run, colon)).map(Scheme::Known).or(first)
}

/// Rule glued-scheme: `http` or `https` after a word or a number.
fn glued_scheme(text: &Text, run: usize, colon: usize) -> Option<usize> {
    let start = ["https", "http"].iter().find(|web| text.has_before(colon, web)).map(|web| colon - web.len())?;
    let word = text.slice(run..start);
    let is_word = word.chars().all(|c| c.is_ascii_alphabetic()) && (word.len() > 1 || word.eq_ignore_ascii_case("a"));
    let is_number = word.split('.').all(|part| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit()));
    (is_word || is_number).then_some(start)
}

/// Returns `true` at the colon of `<URL:scheme:`. The URLs without slashes are not read here.
fn is_any_scheme(text: &Text, floor: usize, colon: usize) -> bool {
    let start = text.run_back(floor, colon, is_scheme_char);
    let is_scheme = start < colon && text.is(start, |c| c.is_ascii_alphabetic());
    let goes_on = text.is(colon + 1, |c| c > ' ' && !"<>\":".contains(c));
    text.at(colon) == Some(':') && is_scheme && goes_on && left(text, floor, start).is_prefixed
}

/// Reads what stands before a URL (RFC 3986, Appendix C; the appendix of RFC 1738).
fn left(text: &Text, floor: usize, start: usize) -> Left {
    let is_space = |c: char| c.is_whitespace();
    let mark = text.before(start).filter(|_| start > floor);
    let before = text.run_back(floor, start, is_space);
    let prefix = before.checked_sub(4).filter(|&prefix| prefix >= floor && text.has(prefix, "URL:"));
    let is_angle = |at: usize| at > floor && text.before(at) == Some('<');
    let opens_angle = prefix.is_some_and(|prefix| is_angle(text.run_back(floor, prefix, is_space)));
    let is_word = |prefix: usize| text.before(prefix).is_some_and(char::is_alphanumeric);
    let delimiter = match prefix {
        Some(_) if opens_angle => Delimiter::Angle,
        Some(prefix) if !is_word(prefix) && !text.slice(before..start).contains('\n') => Delimiter::Prefix,
        _ if is_angle(before) => Delimiter::Angle,
        _ if mark.is_some_and(|mark| !tables::closing_marks(mark).is_empty()) => Delimiter::Quote,
        _ => Delimiter::Bare,
    };
    let front = text.slice(text.run_back(0, start, |c| c != '\n')..start);
    let is_name = |at: usize| text.before(at).is_some_and(|c| c.is_ascii_alphanumeric());
    Left {
        delimiter,
        is_prefixed: opens_angle,
        mark,
        is_markdown: text.has_before(start, "]("),
        is_value: matches!(mark, Some('"' | '\'')) && text.has_before(start - 1, "=") && is_name(start - 2)
            || mark == Some('>'),
        is_cell: delimiter == Delimiter::Angle
            || matches!(mark, Some('|' | '[' | '!'))
            || front.starts_with('|')
            || front.contains("| ")
            || front.contains(" |"),
    }
}

/// Reads the URL that begins there. `Err` is where it is at fault.
fn read(text: &Text, floor: usize, beginning: &Beginning) -> Result<Found, usize> {
    let left = left(text, floor, beginning.start);
    if let Some(link) = in_brackets(text, &left, beginning) {
        return Ok(link);
    }
    let Beginning { start, after, kind, .. } = *beginning;
    let (end, stop) = bare(text, &left, beginning)?;
    let url = complete(&text.slice(start..end), beginning);
    let closes = |at: usize| left.mark.is_some_and(|mark| text.is(at, |c| tables::closing_marks(mark).contains(c)));
    let delimiter = match left.delimiter {
        Delimiter::Quote if closes(end) || closes(stop) => Delimiter::Quote,
        Delimiter::Angle if has_title(text, stop) => Delimiter::Angle,
        Delimiter::Prefix => Delimiter::Prefix,
        Delimiter::Angle if left.is_prefixed => Delimiter::Prefix,
        _ => Delimiter::Bare,
    };
    let marks = if delimiter == Delimiter::Angle { allowed_marks(text, end) } else { "[]^{|}" };
    if !is_valid(&url, after - start + (url.chars().count() - (end - start)), marks) {
        return Err(after);
    }
    Ok(Found { start, end, kind: kind.name(), delimiter: delimiter.name() })
}

/// Reads a URL in angle brackets, before white space and at most one line's end.
fn in_brackets(text: &Text, left: &Left, beginning: &Beginning) -> Option<Found> {
    if left.delimiter != Delimiter::Angle {
        return None;
    }
    let start = beginning.start;
    let is_blank = |c: char| c.is_whitespace() && c != '\n';
    let end = text.run(start, |c| !c.is_whitespace() && !c.is_control() && !"<>\"".contains(c));
    let line_end = text.run(end, is_blank);
    let close = text.run(line_end + usize::from(text.at(line_end) == Some('\n')), is_blank);
    let is_closed = text.at(close) == Some('>');
    // Rule mark-before-angle.
    let end = match text.before(end) {
        Some(',' | ';' | '\\') => end - 1,
        Some(')') if !text.slice(start..end).contains('(') => end - 1,
        _ => end,
    };
    let url = complete(&text.slice(start..end), beginning);
    let after = beginning.after - start + (url.chars().count() - (end - start));
    let is_link = is_closed && end > start && is_valid(&url, after, allowed_marks(text, end));
    is_link.then(|| Found { start, end, kind: beginning.kind.name(), delimiter: Delimiter::Angle.name() })
}

/// Returns the marks that are encoded in a URL which ends there. A bar is no part of one in brackets.
fn allowed_marks(text: &Text, end: usize) -> &'static str {
    let is_closed = text.at(text.run(end, |c| c <= ' ' || c == '\\')) == Some('>');
    if is_closed { "[\\]^{}" } else { "[]^{|}" }
}

/// Returns `true` if a title follows, and then the bracket: `<http://a.example/ Some Title>`.
fn has_title(text: &Text, at: usize) -> bool {
    let end = text.run(at, |c| c != '<' && c != '>');
    let title = text.slice(at..end);
    title.starts_with([' ', '\t']) && text.at(end) == Some('>') && !title.contains("\n\n") && title.len() < 256
}

/// Returns where a URL without delimiters ends, and where reading it stopped.
fn bare(text: &Text, left: &Left, beginning: &Beginning) -> Result<(usize, usize), usize> {
    let Beginning { start, after, kind, has_scheme } = *beginning;
    if kind == Kind::Email {
        return Ok((after, text.run(after, |c| "-_.‐\u{AD}".contains(c))));
    }
    let host_end = if has_scheme { authority::authority(text, after)? } else { authority::host_and_port(text, after)? };
    if !text.is(host_end, |c| "/?#".contains(c)) {
        let closing = match left.mark {
            Some('(') if left.is_markdown => ")",
            mark => tables::closing_marks(mark.unwrap_or(' ')),
        };
        let is_put_in = left.mark != Some('`') && text.is(host_end, |c| c == '`');
        let is_put_in = is_put_in && text.is(host_end + 1, |c| c.is_ascii_alphanumeric());
        if is_put_in || authority::is_userinfo(text, host_end, closing) {
            return Err(host_end);
        }
        if let Some(end) = whole_string(text, left, after, host_end) {
            return Ok((end, end));
        }
        let stop = text.run(host_end, |c| "-_.‐\u{AD}".contains(c));
        return if is_cut_host(text, after..host_end, stop) { Err(host_end) } else { Ok((host_end, stop)) };
    }
    let (end, stop) = tail::termination(text, left, start, host_end);
    let is_cut = text.is(stop, |c| c == '{') && text.before(stop).is_some_and(|c| "/:$".contains(c));
    if is_cut && after == host_end && has_scheme {
        return Err(stop);
    }
    if let Some(end) = tail::string_end(text, left, host_end, stop) {
        return Ok((end, text.run(end, |c| ".,;".contains(c))));
    }
    Ok((tail::trim(text, left, start, end).max(host_end), stop))
}

/// Returns the end of a string whose host goes on with a word of a script without spaces, up to a known domain.
fn whole_string(text: &Text, left: &Left, host: usize, end: usize) -> Option<usize> {
    let close = tail::string_end(text, left, end, end)?;
    let string = text.slice(host..close);
    let name = string.split(['/', '?', '#']).next().unwrap_or_default();
    let is_known = authority::trust(name) == Trust::Known;
    (is_known && text.is(end, tables::is_written_without_spaces)).then_some(close)
}

/// Rule broken-host: a hyphen at a line's end, after a name that is no known host.
fn is_cut_host(text: &Text, authority: Range<usize>, stop: usize) -> bool {
    let line_end = text.run(stop, |c| c == ' ' || c == '\t');
    let authority = text.slice(authority);
    let host = authority.rsplit('@').next().unwrap_or_default();
    let is_cut =
        text.before(stop).is_some_and(|c| "-‐\u{AD}".contains(c)) && text.is(line_end, |c| c == '\n' || c == '\r');
    let has_port = host.rsplit_once(':').is_some_and(|(_, port)| port.bytes().all(|b| b.is_ascii_digit()));
    is_cut && !has_port && authority::trust(host) < Trust::Known
}

/// Returns the URL with the scheme that its host names (RFC 2396bis-00, Appendix F).
fn complete(written: &str, beginning: &Beginning) -> String {
    let scheme = match beginning.has_scheme {
        true => "",
        false if beginning.kind == Kind::Email => "mailto:",
        false if beginning.kind == Kind::Www && written[..1].eq_ignore_ascii_case("f") => "ftp://",
        false => "http://",
    };
    [scheme, written].concat()
}

/// Returns `true` if a URL whose authority begins there is one by RFC 3987, with the marks encoded that are allowed in its
/// tail, and has a host that all readers read alike.
fn is_valid(url: &str, after: usize, allowed: &str) -> bool {
    if url.starts_with("mailto:") {
        let (before, tail) = url.split_at(url.find(['?', '#']).unwrap_or(url.len()));
        let is_uri = Uri::parse(&[before, &encode(tail, allowed)].concat(), Grammar::Rfc3987).is_ok();
        return is_uri && !before.contains(tables::is_invisible);
    }
    let offset = url.char_indices().nth(after).map_or(url.len(), |(offset, _)| offset);
    let length = url[offset..].find(['/', '?', '#']).unwrap_or(url.len() - offset);
    let (before, tail) = url.split_at(offset + length);
    let host = before[offset..].rsplit_once('@').map_or(&before[offset..], |(_, host)| host);
    let (host, _) =
        host.rsplit_once(':').filter(|(_, port)| port.bytes().all(|b| b.is_ascii_digit())).unwrap_or((host, ""));
    let is_web = ["http", "https", "ws", "wss", "ftp", "file"]
        .iter()
        .any(|web| before[..offset].strip_suffix("://").is_some_and(|scheme| scheme.eq_ignore_ascii_case(web)));
    let is_empty = host.is_empty() && !tail.starts_with('/');
    let is_host = host.is_empty() || host.starts_with('[') || authority::is_dns_name(host, is_web);
    !is_empty && is_host && Uri::parse(&[before, &encode(tail, allowed)].concat(), Grammar::Rfc3987).is_ok()
}

/// Percent-encodes what a tail may not hold (RFC 3986, 2.1): these marks, a second number sign, and a percent sign that
/// begins no escape and no placeholder of a program.
fn encode(tail: &str, marks: &str) -> String {
    let mut encoded = String::new();
    let mut has_fragment = false;
    for (at, c) in tail.char_indices() {
        let is_mark = match c {
            // The mark of a template that would be filled in.
            '{' if tail[..at].ends_with(['$', '#', '{']) => false,
            '%' => !is_escape(&tail.as_bytes()[at + 1..]) && !is_placeholder(tail, at, has_fragment),
            '#' => std::mem::replace(&mut has_fragment, true),
            _ => marks.contains(c),
        };
        match is_mark {
            true => encoded.push_str(&format!("%{:02X}", c as u32)),
            false => encoded.push(c),
        }
    }
    encoded
}

fn is_escape(digits: &[u8]) -> bool {
    digits.get(..2).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
}

/// `%s`, `%(name)s`, `/%H/`; not in a word, as in `30%Off`, and not before a word in a fragment.
fn is_placeholder(tail: &str, at: usize, in_fragment: bool) -> bool {
    let behind = &tail.as_bytes()[at + 1..];
    let is_in_word = tail[..at].ends_with(|c: char| c.is_ascii_alphanumeric());
    let is_word = in_fragment && behind.len() > 1 && behind[..2].iter().all(u8::is_ascii_alphabetic);
    !is_word && behind.first().is_some_and(|&b| b"sd({".contains(&b) || b.is_ascii_alphabetic() && !is_in_word)
}
