//! A host whose line ends: where it ends, the host and the next line are one host, or nobody knows.

use super::{
    frame::{self, Ending},
    front,
    host::{MAX_NAME, Trust, trust},
    line,
    rules::rows,
    text::{self, NAME, Text},
};

/// What programs put at the end of a line that they break, and at the beginning of the next, beside arrows.
const ENDS: &str = "\\=+_%^&\"'*/|~<…│";
const BEGINS: &str = "+&\"'|│";

/// Returns `true` for one of these marks, or an arrow.
fn is_mark(c: char, marks: &str) -> bool {
    if c.is_ascii() { marks.as_bytes().contains(&(c as u8)) } else { marks.contains(c) || frame::is_arrow(c) }
}

/// The hyphens that a line may be broken after.
pub(super) const HYPHENS: [&str; 3] = ["-", "\u{2010}", "\u{AD}"];

/// What stands between two halves of a host.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Between {
    /// The end of a line, perhaps with a mark for the reader.
    Line,
    /// A sign that the next line continues this one: `\`, `=`, or the end of a string.
    Sign,
    /// A line end in angle brackets.
    Brackets,
}

/// A host and what may be the rest of it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Halves {
    /// The host ends before the break.
    First,
    /// They are one host, and its first half alone is none.
    Both,
    /// Either may be meant, so neither is a link.
    Unclear,
}

/// Returns what the authority `first` and the text after the break make.
pub(super) fn halves(first: &[u8], rest: &[u8], between: Between) -> Halves {
    let is_known = |host: &[u8]| trust(host) == Trust::Known;
    let first = &first[memchr::memrchr(b'@', first).map_or(0, |at| at + 1)..];
    let (is_first_known, wide) = (is_known(first), wide_length(rest));
    let is_whole = is_first_known && !first.ends_with(b".");
    // Nothing but a dot or a tail makes another host of a whole one and the next line.
    if is_whole
        && between == Between::Line
        && !matches!(rest.get(wide), Some(b'/' | b'?' | b'#' | b':'))
        && !rest.starts_with(b".")
    {
        return Halves::First;
    }
    let ascii = name_length(rest);
    let (name, next) = rest.split_at(if is_known(&[first, &rest[..wide]].concat()) { wide } else { ascii });
    let second = &name[..name.iter().rposition(|&byte| byte != b'.').map_or(0, |last| last + 1)];
    let has_tail = matches!(next, [b'/' | b'?' | b'#' | b':', ..]);
    if let Some(halves) = halves_of_authority(first, rest, second, next, between) {
        return halves;
    }
    let is_cut = HYPHENS.iter().any(|hyphen| first.ends_with(hyphen.as_bytes())) && !is_known(without_marks(first));
    let is_host = is_known(&[first, second].concat());
    let last = first.iter().rfind(|byte| !b".-".contains(byte));
    let is_even = !(last.is_some_and(u8::is_ascii_lowercase) && second.first().is_some_and(u8::is_ascii_uppercase));
    let both = if is_even { Halves::Both } else { Halves::Unclear };
    let is_open = match between {
        _ if second.is_empty() => false,
        Between::Brackets if is_host && (has_tail || second.starts_with(b".")) => return both,
        Between::Brackets if is_whole => false,
        Between::Sign if is_first_known => is_host || has_tail,
        Between::Line if is_whole => {
            is_host && (second.starts_with(b".") || has_tail && continues_label(first, second))
        }
        Between::Line if is_first_known && !has_tail => false,
        Between::Brackets if is_host || has_tail => return both,
        _ if is_host => return both,
        Between::Brackets => next.starts_with(b">"),
        Between::Sign => true,
        Between::Line => has_tail,
    };
    if is_open || is_cut { Halves::Unclear } else { Halves::First }
}

/// Returns what a userinfo, a port, a scheme or a request of roff at the break make of both halves, if there is one.
fn halves_of_authority(first: &[u8], rest: &[u8], second: &[u8], next: &[u8], between: Between) -> Option<Halves> {
    let is_known = |host: &[u8]| trust(host) == Trust::Known;
    let has_port = first.iter().rfind(|&byte| !b"0123456789.-_".contains(byte) && byte.is_ascii()) == Some(&b':');
    let is_scheme = next.starts_with(b"://") && !second.contains(&b'.');
    let begins_url = !first.is_empty() && (is_scheme || second.starts_with(b"www."));
    let user = rest.iter().position(|byte| b"@/?#<>\"' \t\r\n".contains(byte)).filter(|&at| rest[at] == b'@');
    let has_user = |at: usize| is_known(&rest[at + 1..][..name_length(&rest[at + 1..])]);
    let is_port = has_port && !second.is_empty() && second.iter().all(u8::is_ascii_digit);
    match between {
        Between::Brackets if user.is_some() && (has_port || is_known(first)) => Some(Halves::Unclear),
        Between::Brackets if user.is_some() => Some(Halves::Both),
        Between::Sign if user.is_some_and(has_user) => Some(Halves::Unclear),
        _ if !has_port && !begins_url && !is_request(rest) => None,
        Between::Brackets if is_port => Some(Halves::Both),
        _ if is_port && matches!(next, [b'/' | b'?' | b'#' | b':', ..]) => Some(Halves::Unclear),
        _ => Some(Halves::First),
    }
}

/// The requests of roff with two letters (CSTR 54).
const REQUESTS: &[u8] = b"ab ad af am as bd bp br cc ce cf ch cs cu da de di ds dt ec el em eo ev ex fc fi fl fp ft \
    hc hw hy ie if ig in it lc lf lg ll ls lt mc mk na ne nf nh nm nn nr ns nx os pc pi pl pm pn po ps rd rm rn rr rs \
    rt so sp ss sv ta tc ti tl tm tr uf ul vs wh";

/// Returns `true` if a line of roff begins with a request, or with a macro, whose name has a capital letter.
pub(super) fn is_request(line: &[u8]) -> bool {
    let [b'.', first, second, rest @ ..] = line else { return false };
    rest.first().is_none_or(|&byte| byte <= b' ')
        && (first.is_ascii_uppercase() || REQUESTS.chunks(3).any(|name| name[..2] == [*first, *second]))
}

/// Returns `true` if the name before a path may continue a host: it is no known host, or follows two letters.
fn continues_label(first: &[u8], second: &[u8]) -> bool {
    let last_label = first.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    last_label.len() == 2 || trust(second) != Trust::Known
}

/// Returns the host without the dots, hyphens and underscores at its end.
fn without_marks(mut host: &[u8]) -> &[u8] {
    while let Some(rest) = HYPHENS.iter().chain(&[".", "_"]).find_map(|mark| host.strip_suffix(mark.as_bytes())) {
        host = rest;
    }
    host
}

fn name_length(text: &[u8]) -> usize {
    text.iter().position(|&byte| !text::is(byte, NAME)).unwrap_or(text.len())
}

fn wide_length(text: &[u8]) -> usize {
    text.iter().position(|&byte| !text::is(byte, NAME) && byte.is_ascii()).unwrap_or(text.len())
}

/// Returns the index after the blanks, arrows and these marks at `at`.
fn after_marks(text: &Text, mut at: usize, marks: &str) -> usize {
    loop {
        at = line::skip_blanks(text, at);
        let (c, length) = text.char(at);
        if length == 0 || !is_mark(c, marks) {
            return at;
        }
        at += length;
    }
}

/// Returns the start of the next line, if only blanks and wrap marks follow the host at `end`.
fn next_line(text: &Text, end: usize) -> Option<usize> {
    line::after_end(text, after_marks(text, end, ENDS))
}

/// Returns `true` if the line may end after the host at `end`.
pub(super) fn may_be_at(text: &Text, end: usize) -> bool {
    frame::may_end(text, end) || next_line(text, end).is_some()
}

/// Returns where the next line may continue the authority `first` of the URL at `start`, whose line ends at `end`.
pub(super) fn rest(text: &Text, start: usize, first: &[u8], end: usize, is_angle: bool) -> Option<usize> {
    let next = next_line(text, end);
    if next.is_none() && !frame::may_end(text, end) {
        return None;
    }
    let frame = frame::read(text, start);
    let goes_on =
        |&(rest, between): &(usize, Between)| BROKEN_HOST.holds(halves(first, text.ahead(rest, MAX_NAME), between));
    let in_frame = frame::ending(text, &frame, end).map(|Ending { at: rest, is_string, .. }| match is_string {
        _ if is_angle => (rest, Between::Brackets),
        true => (rest, Between::Sign),
        false => (rest, Between::Line),
    });
    if let Some((rest, _)) = in_frame.filter(goes_on) {
        return Some(rest);
    }
    let next = next?;
    let is_sign = matches!(text.byte(end), b'\\' | b'=') && line::after_end(text, end + 1).is_some();
    let between = if is_angle {
        Between::Brackets
    } else if is_sign {
        Between::Sign
    } else {
        Between::Line
    };
    let after_front = front::text_after(text, frame.begin, next, start);
    let others = [Some(next), after_front].into_iter().flatten().map(|at| (after_marks(text, at, BEGINS), between));
    others.filter(|&other| Some(other) != in_frame).find(goes_on).map(|(rest, _)| rest)
}

rows! { Host;
    BROKEN_HOST "broken-host" (halves: Halves) = halves != Halves::First,
        "a name that the next line makes a known host" => "refuses it",
        "http://a.exam\nb.com/c" / "http://a.example\nb";
}
