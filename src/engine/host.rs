//! The authority of a URL: userinfo, host and port, and the table of what may follow them.

use super::{
    left::{Left, Opening},
    notation,
    rules::{Exception, rows},
    scheme::begins_url,
    sequences,
    simd::{Maps, WIDTH},
    text::{self, DIGIT, DOT, LABEL, NAME, SCHEME, SEPARATOR, Text, USERINFO},
};
use crate::{
    text::{
        characters::{
            begins_wide_word, closing_quotation_marks, is_confusing, is_enclosed, is_joiner, is_name_char, is_picture,
            is_sentence_mark, is_written_without_spaces, may_join,
        },
        control_functions::Effect,
        short,
        top_level_domains::is_top_level_domain,
    },
    uri::host::is_plain_dns_name,
};

/// The most bytes of a host name (RFC 1035, 2.3.4).
pub(super) const MAX_NAME: usize = 255;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Trust {
    /// One label, which may be any word.
    Label,
    /// Several labels without a known top-level domain.
    Dotted,
    /// A name with a known top-level domain, an address, or `localhost`.
    Known,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Authority {
    /// After the port, if there is one.
    pub(super) end: usize,
    /// It is just a [`plain_name`] whose last label begins with a letter: the grammar accepts it.
    pub(super) is_plain: bool,
}

/// Reads `[ userinfo "@" ] host [ ":" port ]` (RFC 3986, 3.2). `Err` is the byte at fault.
pub(super) fn authority(text: &Text, start: usize) -> Result<Authority, usize> {
    if text.byte(start) == b'/' {
        // There is no host; the scheme's rule judges that.
        return Ok(Authority { end: start, is_plain: false });
    }
    let may_be_userinfo = |byte: u8| text::is(byte, USERINFO) || byte == b'@';
    if let Some(authority) = plain_host(text, start, may_be_userinfo) {
        return authority;
    }
    let host = match userinfo_end(text, start) {
        Some(at) if at == start => return Err(start),
        Some(at) => at + 1,
        None => start,
    };
    let authority = match host_and_port(text, host) {
        Err(word) if WORD_FOR_PORT.holds(text, host, word) => Authority { end: word - 1, is_plain: false },
        authority => authority?,
    };
    if SEED_LIST.holds(text, host, authority.end) {
        return Err(authority.end);
    }
    Ok(Authority { is_plain: authority.is_plain && host == start, ..authority })
}

/// Reads `host [ ":" port ]`. `Err` is the byte at fault.
pub(super) fn host_and_port(text: &Text, host: usize) -> Result<Authority, usize> {
    if let Some(host) = plain_host(text, host, |byte| byte == b':') {
        return host;
    }
    let host_end = if text.byte(host) == b'[' { literal(text, host)? } else { name(text, host)? };
    after_name(text, host, host_end)
}

/// Goes on after the name of a host, which ends at `host_end`.
pub(super) fn after_name(text: &Text, host: usize, host_end: usize) -> Result<Authority, usize> {
    let (name, end) = (&text.bytes[host..host_end], port(text, host_end)?);
    if host_end == end && WORD_AFTER_SLASHES.holds(text, host, end) {
        return Err(host);
    }
    // After a port, the host's name can't continue.
    let trust = || if end > host_end { Trust::Known } else { trust(name) };
    let last_label = name.iter().rposition(|&byte| byte == b'.').map_or(0, |dot| dot + 1);
    let is_plain = end == host_end && is_plain_dns_name(name) && name[last_label].is_ascii_alphabetic();
    if may_follow(text, end, trust) { Ok(Authority { end, is_plain }) } else { Err(end) }
}

/// Returns `true` if a known host, a colon and a word end the line or stand before a blank.
fn is_word_for_port(text: &Text, host: usize, word: usize) -> bool {
    word > host
        && text.byte_before(word) == b':'
        && text.byte(word).is_ascii_alphabetic()
        && text.byte(text.run(word, LABEL)) <= b' '
        && trust(&text.bytes[host..word - 1]) == Trust::Known
}

/// Returns `true` if a comma and another host follow, and one has a port: `db://a.example:1,b.example/`.
fn is_seed(text: &Text, host: usize, comma: usize) -> bool {
    if text.byte(comma) != b',' {
        return false;
    }
    let next = text.run(comma + 1, NAME);
    let has_port = |end: usize| text.byte(end) == b':' && text.byte(end + 1).is_ascii_digit();
    let others = || text.until(next, MAX_NAME, |byte| !text::is(byte, NAME) && byte != b',');
    let is_host = || text.bytes[comma + 1..next].contains(&b'.') && !begins_url(text, comma + 1);
    let is_port = || text.byte_before(text.run_back(host, comma, DIGIT)) == b':';
    text.byte(comma + 1).is_ascii_alphanumeric() && (has_port(next) || is_host() && (is_port() || has_port(others())))
}

/// Reads a plain name. Returns `None` if the text needs the slow path, or if the byte after the name does.
#[inline(always)]
fn plain_host(text: &Text, start: usize, goes_on: impl Fn(u8) -> bool) -> Option<Result<Authority, usize>> {
    let (end, last_label) =
        plain_name(text, start).filter(|&(end, _)| text.byte(end) != b',' && !goes_on(text.byte(end)))?;
    let is_plain = text.bytes[last_label].is_ascii_alphabetic();
    let may_end = may_follow(text, end, || trust(&text.bytes[start..end]));
    Some(if may_end { Ok(Authority { end, is_plain }) } else { Err(end) })
}

/// Returns the end of a name of ASCII labels, and the start of its last one; `None` for the few that need more.
#[inline(always)]
fn plain_name(text: &Text, start: usize) -> Option<(usize, usize)> {
    let (end, label) = ascii_name(text.bytes, &Maps::at(text.bytes, start))?;
    (text.byte(end).is_ascii() && !is_pod_escape(text, end)).then_some((end, label))
}

/// Returns the same, whatever follows the name.
#[inline(always)]
pub(super) fn ascii_name(bytes: &[u8], maps: &Maps) -> Option<(usize, usize)> {
    let length = maps.of(NAME).trailing_ones();
    if !(1..64).contains(&length) {
        return None;
    }
    let inside = (1 << length) - 1;
    let (dots, separators) = (maps.of(DOT) & inside, maps.of(SEPARATOR) & inside);
    let (end, label) = (maps.start + length as usize, maps.start + WIDTH - dots.leading_zeros() as usize);
    let is_plain = separators & (separators << 1 | 1) == 0 && bytes[end - 1].is_ascii_alphanumeric();
    is_plain.then_some((end, label))
}

/// Returns the index of the `@` after a userinfo.
fn userinfo_end(text: &Text, start: usize) -> Option<usize> {
    let mut at = start;
    loop {
        at = text.run(at, USERINFO);
        match text.char(at) {
            ('@', _) => return Some(at),
            (c, length) if !c.is_ascii() && !is_confusing(c) && is_name_char(c) && at - start < MAX_NAME => {
                at += length;
            }
            _ => return None,
        }
    }
}

/// Reads an IP literal. The grammar judges its contents.
fn literal(text: &Text, start: usize) -> Result<usize, usize> {
    let mut at = start + 1;
    while text.byte(at).is_ascii_alphanumeric() || matches!(text.byte(at), b':' | b'.') {
        at += 1;
    }
    if text.byte(at) == b']' { Ok(at + 1) } else { Err(at) }
}

/// Reads a host name as people write it: labels of letters, digits, hyphens and underscores of any script.
pub(super) fn name(text: &Text, start: usize) -> Result<usize, usize> {
    if text.byte(start).is_ascii()
        && let Some((end, _)) = plain_name(text, start)
    {
        return Ok(end);
    }
    let (mut at, mut label) = (start, start);
    loop {
        at = text.run(at, LABEL);
        if at - start > MAX_NAME {
            return Err(at);
        }
        let (c, length) = text.char(at);
        match c {
            '.' if at > start && begins_label(text.char(at + 1).0) => {
                at += 1;
                label = at;
            }
            '.' => {
                at = last_dot(text, at)?;
                break;
            }
            // This full stop usually ends a sentence.
            '。' if at > start => {
                let end = label_end(text, at + length);
                if !WIDE_DOT.holds(&text.bytes[at + length..end]) {
                    break;
                }
                (at, label) = (end, end);
            }
            _ if c.is_ascii() => break,
            // RFC 5892, A.3.
            '·' if text.byte_before(at) != b'l' || text.byte(at + length) != b'l' => break,
            _ if is_joiner(c) && may_join(text.char_before(at)) && is_name_char(text.char(at + length).0) => {
                at += length
            }
            '\u{FE0F}' if is_picture(text.char_before(at)) => at += length,
            _ if is_name_char(c) => {
                if HOST_BEFORE_WORD.holds(text, start, label, at) {
                    break;
                }
                at += length;
            }
            _ => break,
        }
    }
    let end = trim_name(text, start, at);
    if end > start { Ok(end) } else { Err(start) }
}

fn begins_label(c: char) -> bool {
    c.is_ascii_alphanumeric() || is_name_char(c) && c != '·'
}

/// Returns the end of the name before the dots at `dot`, or after that of the root. `Err` is an empty label.
fn last_dot(text: &Text, dot: usize) -> Result<usize, usize> {
    let after = text.run_of(dot, b'.');
    let next = text.char(after).0;
    if is_name_char(next) {
        return Err(dot);
    }
    let is_root = after == dot + 1
        && (next == '/'
            || matches!(next, '?' | '#') && text.byte(after + 1) > b' '
            || next == ':' && text.byte(after + 1).is_ascii_digit());
    Ok(dot + usize::from(is_root))
}

/// Returns the end of a name without the dash or emphasis at its end, unless the URL continues.
fn trim_name(text: &Text, start: usize, mut end: usize) -> usize {
    let continues =
        matches!(text.byte(end), b'/' | b'?' | b'#') || text.byte(end) == b':' && text.byte(end + 1).is_ascii_digit();
    while !continues && end > start && (matches!(text.bytes[end - 1], b'-' | b'_') || is_joiner(text.char_before(end)))
    {
        end -= text.char_before(end).len_utf8();
    }
    end - usize::from(POD_ESCAPE.holds(text, end))
}

/// Returns `true` if the `<` of `E<gt>` is at `at`.
fn is_pod_escape(text: &Text, at: usize) -> bool {
    text.byte(at) == b'<' && text.byte_before(at) == b'E' && text.has(at, b"<gt>")
}

/// Returns `true` if a known ASCII host ends before a word of a script without spaces.
fn ends_before_word(text: &Text, start: usize, label: usize, at: usize) -> bool {
    let c = text.char(at).0;
    (begins_wide_word(c) || is_picture(c))
        && at > label
        && text.bytes[at - 1].is_ascii_alphanumeric()
        && trust(&text.bytes[start..at]) == Trust::Known
        && !goes_on_to_domain(text, at, is_quoted(text, start))
}

/// Returns `true` if the labels from `start` on end in a known top-level domain: `www.it동아.com`. The first has ASCII
/// letters only in a quotation, and the others end where letters of another kind begin a word.
fn goes_on_to_domain(text: &Text, start: usize, is_quoted: bool) -> bool {
    let wide_end = |at: usize| label_end_of(text, at, |c| !c.is_ascii() && is_name_char(c));
    let (mut at, mut label) = (if is_quoted { label_end(text, start) } else { wide_end(start) }, start);
    while is_dot_of_name(text, at) && at - start < MAX_NAME {
        label = at + 1;
        at = if text.byte(label).is_ascii() { text.run(label, LABEL) } else { wide_end(label) };
    }
    let last = &text.bytes[label..at];
    let marks = last.iter().rev().take_while(|byte| matches!(byte, b'-' | b'_')).count();
    label > start && is_top_level_domain(&last[..last.len() - marks])
}

/// Returns `true` if a quotation begins with the URL whose host is at `host`.
fn is_quoted(text: &Text, host: usize) -> bool {
    let Some(scheme) = text.bytes[..host].strip_suffix(b"://") else { return false };
    let start = text.run_back(0, scheme.len(), SCHEME);
    closing_quotation_marks(text.char_before(start)).is_some()
}

pub(super) fn label_end(text: &Text, start: usize) -> usize {
    label_end_of(text, start, is_name_char)
}

/// Returns the end of such characters at `start`.
fn label_end_of(text: &Text, start: usize, is_of_label: impl Fn(char) -> bool) -> usize {
    let mut at = start;
    while at - start < MAX_NAME && is_of_label(text.char(at).0) {
        at += text.char(at).1;
    }
    text.worked(at - start);
    at
}

pub(super) fn trust(host: &[u8]) -> Trust {
    let name = host.strip_suffix(b".").unwrap_or(host);
    let dot =
        name.iter().rposition(|&byte| byte == b'.').or_else(|| short::rfind(name, "。".as_bytes()).map(|dot| dot + 2));
    if host.starts_with(b"[") || name.eq_ignore_ascii_case(b"localhost") {
        return Trust::Known;
    }
    match dot {
        None => Trust::Label,
        Some(dot) if is_top_level_domain(&name[dot + 1..]) || is_ipv4(name) => Trust::Known,
        Some(_) => Trust::Dotted,
    }
}

pub(super) fn is_ipv4(name: &[u8]) -> bool {
    matches!(name, [b'0'..=b'9', .., b'0'..=b'9'])
        && name.len() <= 15
        && str::from_utf8(name).is_ok_and(|name| name.parse::<std::net::Ipv4Addr>().is_ok())
}

/// Returns the end of the port after the host that ends at `end`. A colon without digits belongs to the sentence.
fn port(text: &Text, end: usize) -> Result<usize, usize> {
    if text.byte(end) != b':' {
        return Ok(end);
    }
    let after = text.run(end + 1, DIGIT);
    let (has_digits, next) = (after > end + 1, text.byte(after));
    match next {
        // The host was a scheme.
        b'/' if !has_digits && text.byte(after + 1) == b'/' => Err(end),
        b'?' | b'#' if !has_digits && text.byte(after + 1) <= b' ' => Ok(end),
        b'/' | b'?' | b'#' => Ok(after),
        // Not a port: a name, a template, or an IPv6 address without brackets.
        _ if next.is_ascii_alphanumeric() => Err(after),
        b':' if is_name_char(text.char(after + 1).0) || matches!(text.byte(after + 1), b':' | b'/') => Err(after),
        b'$' | b'{' | b'<' | b'%' | b'@' | b'*' | b'\\' | 0x1B if !has_digits => Err(end),
        // A number with a mark is no port.
        b'!'..=b'~' if !has_digits && text.byte(after + 1).is_ascii_digit() => Err(end),
        _ if has_digits => Ok(after),
        _ => Ok(end),
    }
}

/// What stands behind the character after a host.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// White space, or the end of the text.
    End,
    Mark,
    /// A URL with a scheme.
    Url,
    /// A name without a dot, and one with dots.
    Word,
    Name,
    /// What the host may go on with: a dot and a label, `@`, `%`, `#`, `{`.
    Rest,
    /// A control, a character that nobody sees, or one of no class.
    Hidden,
}

/// The least trust in the host that a character after it needs, by what stands behind that. `None` refuses the host.
type Follower = [Option<Trust>; 7];

const L: Option<Trust> = Some(Trust::Label);
const D: Option<Trust> = Some(Trust::Dotted);
const K: Option<Trust> = Some(Trust::Known);
const N: Option<Trust> = None;

const CLOSING: Follower = [L, L, L, L, L, L, L];
const HYPHEN_OR_CONTROL: Follower = [L, L, N, N, N, N, N];

/// The characters that may follow a host. Any other refuses it: some parser might read it as part of the host.
fn follower(c: char) -> Option<Follower> {
    Some(match c {
        // White space, the starts of path, query and fragment, delimiters.
        '\t'..='\r' | ' ' | '/' | '?' | '#' | '"' | '\'' | '`' | '<' | '>' | ')' | ']' | '}' | '^' | '|' => CLOSING,
        //                            end, mark, URL, word, name, rest, hidden
        // Marks that RFC 3986, 3.2.2, allows in a host, and escapes.
        '!' | '&' | '(' | '*' | '+' => [L, L, K, K, N, N, N],
        '=' | '~' | '\\' => [L, L, L, K, N, N, N],
        // List separators. A word before a comma or a colon is not a host.
        ';' => [L, L, L, K, K, N, N],
        ',' => [D, D, D, K, K, N, N],
        ':' => [D, D, D, D, D, N, N],
        // A footnote.
        '[' => [K, K, K, K, K, N, N],
        // The beginning of a block.
        '{' | '%' => [L, N, N, N, N, N, N],
        '$' | '\0'..='\x0F' | '\x1B'..='\x1F' | '\x7F' | '\u{2010}' | '\u{2011}' => HYPHEN_OR_CONTROL,
        '\u{85}' | '\u{FE0F}' => return None,
        '…' => [K, K, N, N, N, N, N],
        '\u{25A0}'..='\u{25FF}' | '·' | '・' | '\u{387}' => [K, K, K, K, N, N, N],
        // Dashes, and the sides of boxes.
        '\u{2012}'..='\u{2015}' | '\u{2500}'..='\u{257F}' => [L, L, L, K, N, N, N],
        _ if c.is_ascii() => return None,
        _ if c.is_whitespace() => CLOSING,
        _ if is_sentence_mark(c) => [L, L, L, L, L, L, N],
        '\u{FF01}'..='\u{FF5E}' if !is_confusing(c) => return follower(char::from((c as u32 - 0xFEE0) as u8)),
        _ if begins_wide_word(c) => [K, K, K, K, K, K, N],
        _ if is_picture(c) && !is_enclosed(c) => [K, K, K, K, N, N, N],
        _ => return None,
    })
}

fn next(text: &Text, at: usize) -> Next {
    let run = sequences::run(text, at);
    let at = match run.map(|run| run.effect) {
        Some(Effect::Blank) => return Next::End,
        Some(Effect::Unknown | Effect::Back) => return Next::Hidden,
        _ => run.map_or(at, |run| run.end),
    };
    let c = text.char(at).0;
    match c {
        _ if at == text.bytes.len() || c.is_whitespace() && c != '\u{85}' => Next::End,
        '@' | '%' | '#' | '{' => Next::Rest,
        '.' if is_dot_of_name(text, at) => Next::Rest,
        _ if is_name_char(c) => match label_end(text, at) {
            end if is_dot_of_name(text, end) => Next::Name,
            _ if begins_url(text, at) => Next::Url,
            _ => Next::Word,
        },
        _ if !c.is_control() && (c.is_ascii() || follower(c).is_some()) => Next::Mark,
        _ => Next::Hidden,
    }
}

/// Returns `true` if a host may end before the text at `end`.
#[inline(always)]
pub(super) fn may_follow(text: &Text, end: usize, trust: impl Fn() -> Trust) -> bool {
    match text.byte(end) {
        b'/' | b'\n' => true,
        b' ' if !matches!(text.byte(end + 1), 0x08 | b'\\') => true,
        _ => may_follow_other(text, end, &trust),
    }
}

fn may_follow_other(text: &Text, end: usize, trust: &dyn Fn() -> Trust) -> bool {
    let (c, length) = text.char(end);
    if end == text.bytes.len() {
        return true;
    }
    if let Some(run) = sequences::run(text, end) {
        let is_name = is_name_char(text.char(run.end).0) || is_dot_of_name(text, run.end);
        return match run.effect {
            Effect::Blank => true,
            Effect::Nothing | Effect::End => !is_name && may_follow(text, run.end, trust),
            Effect::Unknown | Effect::Back => false,
        };
    }
    if matches!(c, '.' | '-' | '_') {
        return may_follow_marks(text, end, trust);
    }
    let Some(follower) = follower(c) else { return is_pod_escape(text, end + length) };
    // Invalid UTF-8 counts as a control; a picture may have a selector.
    let after = end + length.max(1) + if !c.is_ascii() && text.char(end + length).0 == '\u{FE0F}' { 3 } else { 0 };
    match c {
        '&' if notation::is_markup_reference(text, end) => {
            return next(text, text.until(after, MAX_NAME, |byte| byte == b';') + 1) != Next::Rest;
        }
        '&' if text.byte(text.run(after, LABEL)) == b';' || text.byte(after) == b'#' => return false,
        // Software maps them to ASCII marks of URLs.
        '？' | '：' | '。' if text.byte(after).is_ascii_alphanumeric() => return false,
        '．' | '｡' if is_name_char(text.char(after).0) => return false,
        '#' | '$' | '(' | '*' | '[' | '<' if refused_by(text, end).is_some() => return false,
        _ => {}
    }
    let (follower, next) = match c {
        '\\' if after < text.bytes.len() => match escape_at(text, after) {
            Some((row, next)) if ESCAPE_AFTER_HOST.holds(&row, next) => (row, next),
            _ => return false,
        },
        '(' if is_in_brackets(text, after) => (follower, Next::Word),
        _ => (follower, next(text, after)),
    };
    follower[next as usize].is_some_and(|least| least == Trust::Label || trust() >= least)
}

/// The most of a run in which a userinfo is looked for.
const MAX_USERINFO: usize = 1024;

/// Returns `true` if an `@` follows in the run or quotation at `end`: some parser takes all before it for a userinfo.
pub(super) fn is_userinfo(text: &Text, end: usize, left: &Left) -> bool {
    let closes = |c: char| match left.opening {
        Opening::Quote(marks) => marks.contains(&c),
        _ => c == ')' && left.close == b')',
    };
    let is_end = |c: char| c.is_whitespace() || matches!(c, '/' | '?' | '#' | '<' | '>') || closes(c);
    if is_end(text.char(end).0) {
        return false;
    }
    let Some(length) = memchr::memchr(b'@', text.ahead(end, MAX_USERINFO)) else { return false };
    let mut at = end;
    while at < end + length && !is_end(text.char(at).0) {
        at += text.char(at).1.max(1);
    }
    text.worked((at - end).max(length / 16));
    at >= end + length
}

/// Returns the rule by which the text at `end` refuses the host before it.
pub(super) fn refused_by(text: &Text, end: usize) -> Option<&'static Exception> {
    if DEFANGED_DOT.holds(text, end) {
        return Some(DEFANGED_DOT.rule());
    }
    PUT_IN_HOST.holds(text, end).then(|| PUT_IN_HOST.rule())
}

/// Returns `true` if a dot, or the word for it, is at `at`.
fn is_dot_or_its_name(text: &Text, at: usize) -> bool {
    text.byte(at) == b'.' || text.ahead(at, 3).eq_ignore_ascii_case(b"dot")
}

/// Returns `true` if a bracket closes right after the name at `at`: `a.example(192.0.2.1)`.
fn is_in_brackets(text: &Text, at: usize) -> bool {
    let end = text.run(at, NAME);
    text.byte(end) == b')' && !is_name_char(text.char(end + 1).0) && text.byte(end + 1) != b'.'
}

/// Returns `true` if a dot and another label are at `at`.
fn is_dot_of_name(text: &Text, at: usize) -> bool {
    text.byte(at) == b'.' && is_name_char(text.char(at + 1).0)
}

/// Returns `true` if a template puts in what begins at `mark`: `#{`, `$(`, `<%`, `<name>.b.example`, `<name>/`.
fn is_put_in(text: &Text, mark: usize) -> bool {
    let (at, next) = (mark + 1, text.byte(mark + 1));
    match text.byte(mark) {
        b'<' => {
            let end = label_end(text, at);
            let goes_on = || matches!(text.byte(end + 1), b'/' | b':') || is_dot_of_name(text, end + 1);
            matches!(next, b'%' | b'?') || text.byte(end) == b'>' && end > at && goes_on()
        }
        b'#' => next == b'{',
        b'$' | b'(' | b'*' => matches!(next, b'{' | b'('),
        _ => false,
    }
}

/// Dots, hyphens and underscores may end a sentence or emphasis. Before a template they belong to the host.
fn may_follow_marks(text: &Text, end: usize, trust: &dyn Fn() -> Trust) -> bool {
    let after = (end..).find(|&at| !matches!(text.byte(at), b'.' | b'-' | b'_')).unwrap_or(end);
    text.worked(after - end);
    let behind = sequences::run(text, after).filter(|run| run.effect <= Effect::End).map_or(after, |run| run.end);
    let byte = text.byte(behind);
    if behind > after && (matches!(byte, b'/' | b'?' | b'#' | b':') || is_name_char(byte.into())) {
        return false;
    }
    let is_dash = text.byte_before(after) == b'-';
    // A line of a string ends there, perhaps in the host.
    if is_dash && (text.has(after, br"\n") || text.has(after, br"\r")) {
        return false;
    }
    let is_cut = text.has(end, b"..") && trust() < Trust::Known;
    if is_cut || is_dash && !matches!(byte, b'\n' | b'\r') && trust() == Trust::Label {
        return false;
    }
    if is_dash && byte.is_ascii_alphabetic() {
        return trust() == Trust::Known;
    }
    if byte > b' ' && byte.is_ascii() && !b")]}>,;!?:".contains(&byte) && trust() < Trust::Known {
        return text.has(after, b"</");
    }
    match byte {
        b')' | b']' | b'}' | b'>' | b',' | b';' | b'!' | b'?' | b':' => true,
        b'\0' => behind == text.bytes.len(),
        b'#' | b'$' | b'(' | b'[' | b'^' | b'+' | b'=' => false,
        _ => next(text, behind) != Next::Hidden && may_follow(text, behind, trust),
    }
}

/// The escapes that may follow a host, without their backslash.
static ESCAPES: [(&[&str], Follower); 7] = [
    // Quotation marks, a slash, line ends, and characters that no URL has.
    (&["\"", "'", "`", "/", "\n", "\r", "033"], CLOSING),
    (&["u0020", "u0022", "u0026", "u0027", "u003c", "u003C", "u003e", "u003E"], CLOSING),
    // Dashes and quotation marks of roff, and fonts.
    (&["(em", "(en", "(ra", "(aq", "(bq", "(cq", "(dq", "(lq", "(oq", "(rq"], CLOSING),
    (&["fR", "fP", "fB", "fI", "f[R]", "f[P]", "f[B]", "f[I]"], [L, L, N, N, N, N, N]),
    (&["r\\n", "n\\n", "\t", " ", "\\", "n", "r", "t"], [L, L, L, K, K, N, L]),
    (&["0"], [K, K, N, N, N, N, K]),
    (&[")", "}", "]", ">", "*("], [K, K, K, K, K, K, K]),
];

/// Returns the row of the escape whose backslash is before `at`, and the class of what stands behind it.
fn escape_at(text: &Text, at: usize) -> Option<(Follower, Next)> {
    let has = |escape: &&&str| text.has(at, escape.as_bytes());
    let (escape, row) = ESCAPES.iter().find_map(|(escapes, row)| Some((escapes.iter().find(has)?, row)))?;
    let behind = at + escape.len();
    Some((*row, if matches!(text.byte(behind), b'\\' | b'/') { Next::Hidden } else { next(text, behind) }))
}

rows! { Host;
    DEFANGED_DOT "defanged-dot" (text: &Text, end: usize) = matches!(text.byte(end), b'(' | b'[' | b'<') && is_dot_or_its_name(text, end + 1),
        "a bracket and a dot behind the host" => "refuses it",
        "http://a.example[.]net/b" / "http://a.example[1]";
    POD_ESCAPE "pod-escape" (text: &Text, end: usize) = is_pod_escape(text, end),
        "E<gt> behind a host" => "keeps the letter out of it",
        "E<lt>user@a.comE<gt>" / "http://a.example<b>";
    PUT_IN_HOST "put-in-host" (text: &Text, end: usize) = is_put_in(text, end),
        "what a template puts in behind a host" => "refuses it",
        "http://a.example#{name}.b.example" / "http://a.example#name";
    WORD_AFTER_SLASHES "word-after-slashes" (text: &Text, host: usize, end: usize) =
        is_written_without_spaces(text.char(host).0)
            && !matches!(text.byte(end), b'/' | b'?' | b'#')
            && trust(&text.bytes[host..end]) == Trust::Label,
        "a word of a script without spaces, and no path" => "refuses it",
        "以https://开头" / "http://中国/a";
    WORD_FOR_PORT "word-for-port" (text: &Text, host: usize, word: usize) = is_word_for_port(text, host, word),
        "a word in place of the port" => "ends it before the colon",
        "http://a.example:b c" / "http://a.example:b/c";
    SEED_LIST "seed-list" (text: &Text, host: usize, comma: usize) = is_seed(text, host, comma),
        "a comma and another host, one of them with a port" => "refuses it",
        "http://a.example:1,b.example:1/c" / "http://a.example:1,b";
    HOST_BEFORE_WORD "host-before-word" (text: &Text, start: usize, label: usize, at: usize) = ends_before_word(text, start, label, at),
        "a word of a script without spaces right behind a known host" => "ends it",
        "http://a.example中文" / "http://a中文.example";
    ESCAPE_AFTER_HOST "escape-after-host" (row: &Follower, next: Next) = row[next as usize].is_some(),
        "an escape that ends a string or a line, or a typesetter's, behind a host" => "ends it",
        r"http://a.example\n" / r"http://a.example\b";
    WIDE_DOT "wide-dot" (label: &[u8]) = is_top_level_domain(label),
        "an ideographic full stop before a top-level domain" => "takes it as a dot",
        "http://a。com" / "http://a.com。以";
}
