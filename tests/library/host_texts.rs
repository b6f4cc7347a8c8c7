//! Texts with a host in them, and what a slow and careful reader says about the host of a link.
//!
//! The reader shares nothing with the engine. It looks at a link in its text and asks what a URL parser would take for the host if it
//! were given the text from there on:
//!
//! 1. The host stands in the text, letter by letter.
//! 2. Behind it and its port comes the end, white space, a path, a query, a fragment, or a mark that ends a host in a sentence: by
//!    Unicode's general category punctuation or a symbol, never a letter, mark, digit, format character or control. A letter may
//!    follow in a script without spaces, behind an ASCII host.
//! 3. From there to white space, `/`, `?` or `#` comes no `@`: before one stands a userinfo. The delimiter around the URL ends that, too.
//! 4. Nothing before it belongs to it, by the same classes.
//! 5. A host is joined over a line end only if its first half is not a host.
//! 6. A name that is no host ends no line, with a mark of the wrap or without, if it is a host with the word in the next line.

use std::sync::LazyLock;

use napkin::{Delimiter, Kind, Link};
use regex::Regex;

/// Where a character is put beside a host or across one.
pub const PLACES: [&str; 40] = [
    "http://good.com{}",
    "http://good.com{}/",
    "http://good.com{} x",
    "http://good.com{}\nx",
    "http://good.com{}pany",
    "http://good.com{}evil.com/",
    "http://good.com{}.evil.com/",
    "http://good.com.{}evil.com/",
    "http://good{}.com/",
    "http://good.{}com/",
    "http://{}good.com/",
    "http://good{}evil.com/",
    "http://good.com{}:80/",
    "http://good.com:80{}/",
    "http://good.com:8{}0/",
    "http://good.com:80{}@evil.com/",
    "http://good.com{}@evil.com/",
    "http://good.com{}x@evil.com/",
    "http://user{}@good.com/",
    "http://user@{}good.com/",
    "http://good.com{}{}evil.com/",
    "http://good.com,{}evil.com/",
    "http://good.com.{} x",
    "http://1.2.3.4{}5/",
    "http://good{}",
    "<http://good.com{}>",
    "<http://good.com{}evil.com/>",
    "<http://good{}.com/b>",
    "\"http://good.com{}\"",
    "\"http://good.com{}evil.com/\"",
    "(http://good.com{}evil.com/)",
    "www.good.com{}evil.com/",
    "www.good.com{}x",
    "evil{}www.good.com",
    "evil{}good.com/b",
    "good.com{}evil.com",
    "evil{}a@good.com",
    "a@good.com{}evil.com",
    "a@good{}.com",
    "mailto:a@good.com{}evil.com",
];

/// The text with a character in a place.
pub fn placed(place: &str, c: char) -> String {
    place.replace("{}", c.encode_utf8(&mut [0; 4]))
}

const FRONTS: [&str; 14] = [
    "http://",
    "https://",
    "see http://",
    "> http://",
    "\"http://",
    "<http://",
    "<URL:http://",
    "(http://",
    "'http://",
    "www.",
    "URL:http://",
    "mailto:",
    "",
    "| http://",
];

/// What hosts are made of, with marks, ports, users and ends.
const PARTS: [&str; 44] = [
    "good.com",
    "evil.com",
    "good",
    "a.example",
    "git",
    "hub.com",
    "exam",
    "ple.org",
    "com",
    "1.2.3.4",
    "localhost",
    "bücher.de",
    "日本",
    ".com",
    ".evil.com",
    ".",
    "..",
    ",",
    ";",
    ":",
    ":80",
    ":8",
    "0",
    "@",
    "user@",
    "u:p@",
    "-",
    "_",
    "/",
    "/b",
    "?b",
    "#b",
    "\\",
    "|",
    "}",
    ")",
    ">",
    "\"",
    "'",
    "=",
    "&",
    "%",
    "\u{2010}",
    "·",
];

const BREAKS: [&str; 24] = [
    "\n", "\r\n", "\n> ", "\r\n> ", "\n  ", " \n", "-\n", "\u{AD}\n", "=\n", "\\\n", "\"\n\"", " |\n| ", " \\\n",
    "\\\r\n  ", " =\n", "↩\n", " ↪\n  ", "⏎\n", "…\n", " +\n", "+\n", " ^\n", " _\n", " % \n",
];

/// The rest of a line with nothing but a mark of its wrap, and the first word of the next.
static WRAP: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^[ \t]*[-\\=+_%^&…↩↪⏎\x{AD}]?[ \t]*\r?\n((?:[>|] )?)[ \t]*([A-Za-z0-9._-]+)")
        .expect("the pattern is right")
});

/// A text of two lines: a host with what may stand beside it, broken somewhere.
pub fn broken(below: &mut impl FnMut(usize) -> usize) -> String {
    let mut text = FRONTS[below(FRONTS.len())].to_owned();
    for line in 0..2 {
        for _ in 0..1 + below(3) {
            text += PARTS[below(PARTS.len())];
        }
        if line == 0 {
            text += BREAKS[below(BREAKS.len())];
        }
    }
    text + ["", "", "/", "/b", " b", ">", "\"", ")"][below(8)]
}

/// Returns why the host of a link is not the one that is written, if so.
pub fn unwritten(text: &str, link: &Link) -> Option<String> {
    let url = link.url();
    let host = host_of(url)?;
    let pieces = link.pieces();
    let pieces: Vec<_> = if pieces.is_empty() { vec![link.range()] } else { pieces.to_vec() };
    let broken = pieces.windows(2).any(|pair| text[pair[0].end..pair[1].start].contains(['\n', '\r']));
    let Some((at, end)) = stands(text, &pieces, host) else {
        return Some(format!("the host {host:?} is not written"));
    };
    if let Some(half) = broken_host(text, &pieces, end).filter(|_| broken) {
        let is_open = matches!(link.delimiter(), Delimiter::Angle | Delimiter::Quote);
        let own = half.trim_end_matches(['-', '\u{AD}', '\u{2010}', '=']);
        let is_whole = |(host, port): (&str, &str)| is_known(host) && port.bytes().all(|byte| byte.is_ascii_digit());
        let has_port = half.rsplit_once(':').is_some_and(is_whole);
        if !is_open && (is_known(own) && half == own || half.contains(':')) || has_port {
            return Some(format!("{half:?} before the break is a whole host"));
        }
        if !is_open && !half.is_empty() && !is_known(host) {
            return Some(format!("{host:?} is joined and not known"));
        }
    }
    let last = pieces.last().map_or(end, |piece| piece.end);
    let wrapped = WRAP.captures(&text[last..]).filter(|_| last == end && !is_known(host));
    if let Some((_, [frame, rest])) = wrapped.map(|wrapped| wrapped.extract())
        && text.starts_with(frame)
        && is_known(&[host, rest].concat())
    {
        return Some(format!("{host:?} goes on with {rest:?}"));
    }
    let close = closing(text, pieces[0].start, last, link.delimiter());
    let rest = pieces.iter().filter(|piece| piece.end > end).map(|piece| &text[piece.start.max(end)..piece.end]);
    let kind = if url.starts_with("mailto:") { Kind::Email } else { link.kind() };
    behind(&(rest.collect::<String>() + &text[last..]), host, kind, close).or_else(|| before(text, at, kind))
}

/// Returns `true` if only white space stands before the host, or the end of a scheme or a user.
fn before(text: &str, at: usize, kind: Kind) -> Option<String> {
    let front = text[..at].chars().next_back()?;
    let is_escape = |letter: char| "nrtfbN".contains(letter);
    if text[..at].ends_with(|letter: char| is_escape(letter)) && text[..at - 1].ends_with('\\') {
        return None;
    }
    let is_name = !is(front, SPACELESS) && is_of_name(front) || is(front, HIDDEN);
    let is_bare = matches!(kind, Kind::Www | Kind::Domain);
    (is_bare && (is_name || matches!(front, '.' | '-' | '@' | '\u{FF0E}' | '\u{FF61}')))
        .then(|| format!("{front:?} before the host"))
}

/// What may follow a host: the classes of the first point.
fn behind(rest: &str, host: &str, kind: Kind, close: Option<char>) -> Option<String> {
    let port = rest
        .strip_prefix(':')
        .map_or(0, |port| port.len() - port.trim_start_matches(|c: char| c.is_ascii_digit()).len());
    // An address has none.
    let port = if kind == Kind::Email { 0 } else { port };
    let rest = if port > 0 { &rest[1 + port..] } else { rest };
    let c = rest.chars().next()?;
    if c.is_whitespace() && c != '\u{85}' || matches!(c, '/' | '?' | '#') || Some(c) == close {
        return None;
    }
    let after = &rest[c.len_utf8()..];
    let ends = |c: char| c.is_whitespace() || matches!(c, '/' | '?' | '#' | '<') || Some(c) == close;
    let run = rest.split(ends).next().unwrap_or_default();
    if kind != Kind::Email && !matches!(c, '<' | '>') && run.contains('@') {
        return Some(format!("{c:?} behind it, and then an @"));
    }
    let next = after.chars().next();
    if c.is_control() {
        let is_end =
            next.is_none_or(|next| (next.is_whitespace() || !next.is_control()) && !is_of_name(next) && next != '.');
        return (!is_end || c == '\u{85}').then(|| format!("the control {c:?} behind it"));
    }
    if is(c, SPACELESS) && c.is_alphanumeric() && port > 0 {
        return None;
    }
    if is(c, SPACELESS) && c.is_alphanumeric() {
        let word = after.split(ends).next().unwrap_or_default();
        let is_cut =
            !last_is_ascii(host) || is_known(word) && word.contains('.') && close.is_some() && kind == Kind::Url;
        return is_cut.then(|| format!("{c:?} behind it may be its own"));
    }
    let is_mark = is(c, MARK) && !is(c, HIDDEN) && !is(c, IN_LABEL);
    if !is_mark {
        return Some(format!("{c:?} behind it"));
    }
    // A mark that the rules of names make a dot, or a mark of URLs.
    let is_other = is(c, DELIMITER) && next.is_some_and(|next| is_of_name(next) || is(next, HIDDEN));
    let closes = is(c, PAIRED);
    let hides = !closes && next.is_some_and(|next| is(next, HIDDEN) || next.is_control() && !next.is_whitespace());
    let is_escape = c == '\\' && next.is_some_and(|next| "nrtfu0".contains(next));
    let word = after.split(ends).next().unwrap_or_default().trim_matches('.');
    let goes_on = matches!(c, '.' | '-' | '_' | '%' | '\\') && next.is_some_and(is_of_name) && !is_escape
        // Marks that RFC 3986 allows in a host, except those that separate items or close a quotation.
        || "!$&*+=~·・".contains(c) && word.starts_with(is_of_name) && word.contains('.');
    (is_other || hides || goes_on).then(|| format!("{c:?} and {next:?} behind it"))
}

/// Returns the host of a URL.
fn host_of(url: &str) -> Option<&str> {
    let rest = match url.strip_prefix("mailto:") {
        Some(address) => address.split(['?', '#']).next()?,
        None => url.split_once("://")?.1.split(['/', '?', '#']).next()?,
    };
    let host = rest.rsplit('@').next()?;
    let host = if host.starts_with('[') { host.split_inclusive(']').next()? } else { host.split(':').next()? };
    Some(host).filter(|host| !host.is_empty())
}

/// Returns the first and the last byte of the host in the text, if all of it stands in these pieces.
fn stands(text: &str, pieces: &[std::ops::Range<usize>], host: &str) -> Option<(usize, usize)> {
    let joined: String = pieces.iter().map(|piece| &text[piece.clone()]).collect();
    let slashes = joined.find("://").map_or(0, |at| at + 3);
    let user = joined[slashes..].split(['/', '?', '#']).next()?.rfind('@').map_or(0, |at| at + 1);
    let at = slashes + user;
    joined[at..].starts_with(host).then_some(())?;
    Some((source(pieces, at, false), source(pieces, at + host.len(), true)))
}

/// Returns where in the text a byte of the joined pieces stands.
fn source(pieces: &[std::ops::Range<usize>], mut at: usize, is_end: bool) -> usize {
    for piece in pieces {
        if at < piece.len() || is_end && at == piece.len() {
            return piece.start + at;
        }
        at -= piece.len();
    }
    pieces.last().map_or(0, |piece| piece.end)
}

/// Returns the host and port before the first break, if the break is inside or at the end of the host that ends at `end`.
fn broken_host(text: &str, pieces: &[std::ops::Range<usize>], end: usize) -> Option<String> {
    let first = pieces.first().filter(|first| first.end < end)?;
    let half = &text[first.clone()];
    let half = match half.split_once("://") {
        Some((_, rest)) => rest,
        None => half.split_once('@').map_or("", |(_, domain)| domain),
    };
    Some(half.rsplit('@').next().unwrap_or_default().to_owned())
}

/// Returns what closes the delimiter before the URL.
fn closing(text: &str, start: usize, end: usize, delimiter: Delimiter) -> Option<char> {
    let open = text[..start].trim_end_matches("URL:").chars().next_back();
    let word = text[start..].split(char::is_whitespace).next().unwrap_or_default();
    match (delimiter, open) {
        (Delimiter::Angle, _) => Some('>'),
        (_, Some(quote @ ('"' | '\'' | '`'))) if word.contains(quote) || text[end..].starts_with(quote) => Some(quote),
        _ => None,
    }
}

/// Returns `true` if the last label ends in ASCII, so that a letter of another script behind it begins a word.
fn last_is_ascii(host: &str) -> bool {
    host.ends_with(|c: char| c.is_ascii_alphanumeric())
}

fn is_known(host: &str) -> bool {
    let host = host.strip_suffix('.').unwrap_or(host);
    let last = host.rsplit('.').next().unwrap_or_default();
    host == "localhost"
        || host.contains('.') && matches!(last, "com" | "example" | "org" | "de" | "localhost")
        || host.parse::<std::net::Ipv4Addr>().is_ok()
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || is(c, IN_LABEL)
}

/// The classes of characters that the rules above name, by Unicode's properties.
const CLASSES: [&str; 8] = [
    // Punctuation and symbols.
    r"[\p{P}\p{S}]",
    // What nobody sees, and what stands for a character that is not there.
    r"[\p{Cf}\p{Default_Ignorable_Code_Point}\x{2800}\x{FFFC}\x{FFFD}]",
    // Marks that belong to labels: combining ones, and those that RFC 5892 lists.
    r"[\p{M}\x{375}\x{5F3}\x{5F4}\x{F0B}]",
    // Signs whose compatibility mapping is a dot or another delimiter of URLs.
    r"[．｡。﹒․：﹕︓／⁄∕？﹖︖＃﹟＠﹫％﹪＼﹨]",
    // Quotation marks, brackets, and the bar between cells.
    r#"[\p{Ps}\p{Pe}\p{Pi}\p{Pf}"'`<>|^]"#,
    // Scripts without spaces.
    r"[\p{Thai}\p{Lao}\p{Myanmar}\p{Khmer}\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\x{3006}\x{3099}\x{309A}ーｰﾞﾟ\x{323B0}-\x{33479}]",
    r"\p{Cn}",
    r"\p{Co}",
];
const MARK: usize = 0;
const HIDDEN: usize = 1;
const IN_LABEL: usize = 2;
const DELIMITER: usize = 3;
const PAIRED: usize = 4;
const SPACELESS: usize = 5;
const UNASSIGNED: usize = 6;
const PRIVATE: usize = 7;

/// A bit of each class for each character.
static TABLE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let all: String = (0..=u32::from(char::MAX)).filter_map(char::from_u32).collect();
    let mut table = vec![0; u32::from(char::MAX) as usize + 1];
    for (class, pattern) in CLASSES.iter().enumerate() {
        let pattern = Regex::new(&format!("{pattern}+")).expect("the pattern is right");
        for c in pattern.find_iter(&all).flat_map(|run| run.as_str().chars()) {
            table[c as usize] |= 1 << class;
        }
    }
    table
});

fn is(c: char, class: usize) -> bool {
    TABLE[c as usize] >> class & 1 == 1
}

/// Returns `true` if Unicode assigned the character, and not to private use.
pub fn is_assigned(c: char) -> bool {
    !is(c, UNASSIGNED) && !is(c, PRIVATE)
}
