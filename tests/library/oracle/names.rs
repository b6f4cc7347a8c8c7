//! URLs without a scheme: hosts that begin with `www.` or `ftp.`, other names, and mail addresses.

use napkin::{Kind, Kinds};

use super::{
    Beginning,
    authority::{Trust, is_dot_of_name, is_name_char, may_follow, name, trust},
    tables::{is_email, is_invisible, is_written_without_spaces},
    text::Text,
};

/// The longest local part (RFC 5321, 4.5.3.1.1).
const MAX_LOCAL: usize = 64;

/// Names that lead nowhere (RFC 6761).
const SPECIAL: [&str; 6] = ["example", "internal", "invalid", "local", "localhost", "test"];

/// The link without a scheme that the character there is the sign of.
pub fn at(text: &Text, floor: usize, at: usize, kinds: Kinds) -> Option<Beginning> {
    let host = |start, kind| Beginning { start, after: start, kind, has_scheme: false };
    match text.at(at)? {
        '.' => abbreviation(text, floor, at)
            .filter(|_| kinds.contains(Kind::Www))
            .map(|start| host(start, Kind::Www))
            .or_else(|| {
                domain(text, floor, at).filter(|_| kinds.contains(Kind::Domain)).map(|start| host(start, Kind::Domain))
            }),
        '@' => address(text, floor, at).filter(|_| kinds.contains(Kind::Email)).map(|(start, after)| Beginning {
            start,
            after,
            kind: Kind::Email,
            has_scheme: false,
        }),
        _ => None,
    }
}

/// RFC 2396bis-00, Appendix F: a host that begins with `www.` or `ftp.` and has a known top-level domain.
fn abbreviation(text: &Text, floor: usize, dot: usize) -> Option<usize> {
    let start = dot.checked_sub(3).filter(|&start| start >= floor)?;
    if !text.has(start, "www.") && !text.has(start, "ftp.") || is_glued(text, floor, start) {
        return None;
    }
    let is_hidden = start > floor && text.before(start).is_some_and(is_invisible);
    // Rule www-in-path.
    let is_in_path = match text.before(start) {
        Some('\\' | '$') => true,
        Some('/') if text.has_before(start, "//") => text.is(start.wrapping_sub(3), |c| c.is_ascii_alphanumeric()),
        Some('/') => text.is(start.wrapping_sub(2), |c| c > ' '),
        _ => false,
    };
    let end = name(text, start).ok()?;
    let host = text.slice(start..end);
    let is_host =
        host.trim_end_matches('.').split('.').count() >= 3 && trust(&host) == Trust::Known && text.at(end) != Some('@');
    (is_host && !is_hidden && !is_in_path).then_some(start)
}

/// Returns `true` if a word goes on there.
fn is_glued(text: &Text, floor: usize, start: usize) -> bool {
    let is_word = |c: char| c.is_alphanumeric() && !is_written_without_spaces(c) || "@.-\u{200C}\u{200D}".contains(c);
    start > floor && text.before(start).is_some_and(is_word)
}

/// Returns where characters before `end` begin that are of a kind. A word of a script without spaces is none of the ASCII
/// name after it.
fn begin(text: &Text, floor: usize, end: usize, is_of_run: impl Fn(char) -> bool) -> usize {
    let mut start = end;
    while start > floor && text.is(start - 1, &is_of_run) {
        let is_name = start < end && text.is(start, |c| c.is_ascii_alphanumeric());
        if is_name && text.is(start - 1, is_written_without_spaces) {
            break;
        }
        start -= 1;
    }
    start
}

/// A host name with a known top-level domain, by its first dot.
fn domain(text: &Text, floor: usize, dot: usize) -> Option<usize> {
    let start = begin(text, floor, dot, is_name_char);
    let start = text.run(start, |c| c == '_' || c == '-');
    let before = text.before(start).filter(|_| start > floor);
    let is_part = before.is_some_and(|c| "@/\\$%&#.-_".contains(c) || is_invisible(c) || c == '／')
        || text.has_before(start, ":// ");
    let is_part = is_part || text.before(dot) == Some('-') || follows_user(text, start) || follows_number(text, start);
    if start >= dot || !is_dot_of_name(text, dot) || is_part {
        return None;
    }
    let end = name(text, start).ok()?;
    let after = text.run(end, |c| "-_.".contains(c));
    // Rules local-part, name-as-key and remote-path.
    let is_local = text.is(after, |c| c == '@' || c == '+');
    let is_key = text.at(end) == Some('=') && text.is(end + 1, |c| c > ' ')
        || text.at(end) == Some('!') && text.is(end + 1, |c| c.is_ascii_alphabetic());
    let host = text.slice(start..end);
    let last = host.trim_end_matches('.').rsplit('.').next().unwrap_or_default();
    let is_host = end > dot && trust(&host) == Trust::Known && !SPECIAL.contains(&last);
    let is_path = text.at(end + 1) != Some('/') && is_remote_path(text, end);
    (is_host && !is_local && !is_key && !is_path).then_some(start)
}

/// Rule name-of-user: an at sign and a user before a colon.
fn follows_user(text: &Text, start: usize) -> bool {
    let Some(colon) = start.checked_sub(1).filter(|&colon| text.at(colon) == Some(':')) else { return false };
    let user = text.run_back(0, colon, |c| c.is_ascii_alphanumeric() || "-_.".contains(c));
    let is_apart = !text.is(user.wrapping_sub(2), |c| c.is_ascii_alphanumeric());
    user < colon && text.before(user).is_some_and(|c| "@#!".contains(c)) && is_apart
}

/// Rule numbered-reference: `&#46;`.
fn follows_number(text: &Text, start: usize) -> bool {
    let Some(end) = start.checked_sub(1).filter(|&end| text.at(end) == Some(';')) else { return false };
    let number = text.run_back(0, end, |c| c.is_ascii_digit());
    number < end && text.has_before(number, "&#") && !["34", "39"].contains(&text.slice(number..end).as_str())
}

/// A colon and the path of a file on another machine.
fn is_remote_path(text: &Text, colon: usize) -> bool {
    if text.at(colon) != Some(':') {
        return false;
    }
    let path = colon + 1;
    let end = text.run(path, |c| c.is_ascii_alphanumeric() || "+-._".contains(c));
    let word = text.slice(path..end);
    let is_port = !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
    match text.at(end) {
        Some('/') => !is_port && text.at(end + 1) != Some('/'),
        Some('~') => end == path,
        _ => word.ends_with(".git"),
    }
}

/// A mail address, by its `@`: `Local-part "@" Domain`, and a local part that is a `Dot-string` (RFC 5321, 4.1.2; UTS #58,
/// 3.5).
fn address(text: &Text, floor: usize, at: usize) -> Option<(usize, usize)> {
    let is_local = |c: char| if c.is_ascii() { is_email(c) || c == '.' } else { is_email(c) };
    let run = begin(text, floor, at, is_local);
    // Marks at the beginning are the sentence's, as a key is (rule key-of-address).
    let is_mark = |c: char| c.is_ascii() && !c.is_ascii_alphanumeric() && c != '_';
    let marks = text.run(run, is_mark);
    let key =
        (marks..at).rev().find(|&at| text.is(at, |c| "/`{|=".contains(c))).map(|mark| text.run(mark + 1, is_mark));
    let start = key.unwrap_or(marks).min(at);
    let local = text.slice(start..at);
    let before = text.before(start).filter(|_| start > floor);
    let is_part = before.is_some_and(|c| key.is_none() && "@.%\\".contains(c) || is_invisible(c));
    let is_dot_string = local.split('.').all(|atom| !atom.is_empty()) && text.bytes(start..at).len() <= MAX_LOCAL;
    if !is_dot_string || is_part || text.at(at + 1) == Some('-') {
        return None;
    }
    let end = name(text, at + 1).ok()?;
    let end = if text.before(end) == Some('.') { end - 1 } else { end };
    let domain = text.slice(at + 1..end);
    let is_marked =
        matches!((before, text.at(end)), (Some('<'), Some('>')) | (Some('"'), Some('"')) | (Some('\''), Some('\'')));
    // RFC 5321, 2.3.5.
    let is_label = |label: &str| !label.starts_with('-') && !label.ends_with('-');
    // Rule mark-on-both-sides.
    let opened = local.len() - local.trim_start_matches('_').len();
    let closed = text.run(end, |c| c == '_');
    let is_emphasis = opened > 0 && closed - end == opened && !text.is(closed, |c| c.is_ascii_alphanumeric());
    let start = if is_emphasis { start + opened } else { start };
    let is_domain = trust(&domain) == Trust::Known
        && start < at
        && domain.split('.').all(is_label)
        && domain.parse::<std::net::Ipv4Addr>().is_err()
        && (is_marked || !domain.eq_ignore_ascii_case("localhost"));
    (is_domain && may_follow(text, end, Trust::Known) && !is_remote_path(text, end)).then_some((start, end))
}
