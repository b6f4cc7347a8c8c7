//! URLs without a scheme: `www.` hosts, other host names, and mail addresses.

use super::{
    host::{self, Trust},
    member, notation,
    rules::rows,
    scheme::is_glued,
    sequences,
    text::{self, Class, LABEL, LOCAL, NAME, SCHEME, Text, ends_in},
};
use crate::text::{
    characters::{
        character_escape_before, is_confusing, is_email, is_markup_mark, is_name_char, is_of_word,
        is_written_without_spaces,
    },
    short,
    top_level_domains::is_top_level_domain,
};

/// The longest local part (RFC 5321, 4.5.3.1.1).
const MAX_LOCAL: usize = 64;

/// Returns the range of the `www.` or `ftp.` host whose first dot is at `dot`. `Err` is where other names may begin.
pub(super) fn abbreviation(text: &Text, floor: usize, dot: usize) -> Result<(usize, usize), usize> {
    let start = dot.checked_sub(3).filter(|&start| start >= floor).ok_or(0_usize)?;
    if is_glued(text, floor, start) || follows_word(text, floor, start) || WWW_IN_PATH.holds(&text.bytes[..start]) {
        return Err(0);
    }
    let end = host::name(text, start)?;
    let labels = text.bytes[start..end - 1].iter().filter(|&&byte| byte == b'.').count() + 1;
    (labels >= 3 && host::trust(&text.bytes[start..end]) == Trust::Known && text.byte(end) != b'@')
        .then_some((start, end))
        .ok_or(0)
}

/// Returns the range of the host name with its first dot at `dot`. `Err` is where other names may begin.
pub(super) fn domain(text: &Text, floor: usize, dot: usize) -> Result<(usize, usize), usize> {
    let others = text.run(dot + 1, NAME);
    if text.byte(dot) != b'.' || ends_in_unknown(&text.bytes[dot..others], text.byte(others)) {
        return Err(others);
    }
    // Names are read at their first dot.
    let is_of_label = |c: char| c == '\u{FE0F}' || is_name_char(c);
    let start = begin(text, floor, dot, host::MAX_NAME, LABEL, is_of_label);
    let start = start + text.bytes[start..dot].iter().take_while(|byte| matches!(byte, b'_' | b'-')).count();
    if start == dot || is_part(text, floor, start) {
        return Err(others);
    }
    let end = host::name(text, start).map_err(|at| at.max(others))?;
    let is_host = end > dot
        && host::trust(&text.bytes[start..end]) == Trust::Known
        && !(text.byte(end + 1) != b'/' && REMOTE_PATH.holds(text, end))
        && !NAME_AS_KEY.holds(text, end)
        && !LOCAL_PART.holds(text, end)
        && member::is_host(text, start, end);
    is_host.then_some((start, end)).ok_or(others)
}

/// Returns `true` if a name of ASCII ends in a label that is no top-level domain. `next` is the byte after it.
fn ends_in_unknown(name: &[u8], next: u8) -> bool {
    let last = name.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    let is_whole = next.is_ascii() && next != b'<' && last.last().is_some_and(u8::is_ascii_alphanumeric);
    is_whole && !last[0].is_ascii_digit() && !is_top_level_domain(last)
}

/// Returns the start of the run that ends at `end`, without a word of a script without spaces before ASCII. The class is
/// that of its ASCII.
fn begin(text: &Text, floor: usize, end: usize, most: usize, class: Class, is_of_run: impl Fn(char) -> bool) -> usize {
    let is_ascii_of_run = |byte: &&u8| byte.is_ascii() && text::is(**byte, class);
    let (mut start, limit) = (end, floor.max(end.saturating_sub(most + 1)));
    loop {
        start -= text.bytes[limit.min(start)..start].iter().rev().take_while(is_ascii_of_run).count();
        let c = text.char_before(start);
        let follows_ascii = start < end && text.bytes[start].is_ascii_alphanumeric();
        if start <= limit || c.is_ascii() || !is_of_run(c) || follows_ascii && is_written_without_spaces(c) {
            break;
        }
        start -= c.len_utf8();
    }
    text.worked(end - start);
    notation::after_escape(text, floor, start, end)
}

/// Returns `true` if a character before a name may belong to it, such as an invisible one, or a dot for some software.
fn follows_word(text: &Text, floor: usize, start: usize) -> bool {
    let c = text.char_before(start);
    // Another link ends there.
    sequences::may_touch(text, start)
        && (sequences::glue(text, start, is_name_char) || sequences::rest(text, start) > 0)
        || character_escape_before(text.bytes, start).is_some_and(|c| !is_markup_mark(c) && c > ' ')
        || start > floor
            && !c.is_ascii()
            && (!is_written_without_spaces(c) && is_of_word(c) || is_confusing(c) || matches!(c, '．' | '｡'))
}

/// Returns `true` if the name continues the text before it: an address, a path, an escape, a pattern, or a cut name.
pub(super) fn is_part(text: &Text, floor: usize, start: usize) -> bool {
    let before = text.bytes[floor..start].last_chunk::<5>().map_or(&text.bytes[floor..start], |last| last);
    matches!(before, [.., b'@' | b'/' | b'\\' | b'$' | b'%' | b'&' | b'#' | b'.' | b'-' | b'_'])
        || follows_word(text, floor, start)
        || HIDDEN_ADDRESS.holds(before)
        || NUMBERED_REFERENCE.holds(numbered_reference(text, start))
        || SCHEME_AND_SPACE.holds(before)
}

/// Returns `true` if a text ends in a hidden at sign or dot: `(at)`, `[dot]`, or the beginning of roff's.
fn hides_mark(before: &[u8]) -> bool {
    let (inner, close) = before.split_at(before.len().saturating_sub(1));
    let opens = |word: &&[u8]| matches!(inner[..inner.len() - word.len()], [.., b'(' | b'[' | b'<' | b'{']);
    matches!(before, [.., b'\\', b'('] | [.., b'\\', b'(', _, _])
        || matches!(close, [b')' | b']' | b'>' | b'}'])
            && [&b"at"[..], b"dot", b"."].iter().any(|word| ends_in(inner, word) && opens(word))
}

/// Returns `true` if a text ends in a path before `www.`.
fn ends_in_path(front: &[u8]) -> bool {
    match front {
        [.., before, b'/', b'/'] => before.is_ascii_alphanumeric(),
        [b'/'] | [b'/', b'/'] => false,
        [.., before, b'/'] => *before > b' ',
        [.., b'\\' | b'$'] => true,
        _ => false,
    }
}

/// Returns `true` if a path on another machine is at `at`: `user/repository`, `~user`.
fn is_remote_path(text: &Text, at: usize) -> bool {
    let end =
        (at..at + host::MAX_NAME).find(|&at| !text::is(text.byte(at), SCHEME) && text.byte(at) != b'_').unwrap_or(at);
    text.worked(end - at);
    let is_port = end > at && text.bytes[at..end].iter().all(u8::is_ascii_digit);
    match text.byte(end) {
        b'/' => !is_port && text.byte(end + 1) != b'/',
        b'~' => end == at,
        _ => text.bytes[at..end].ends_with(b".git"),
    }
}

/// Returns the start of the local part before the `@` at `at`, and the end of the domain.
pub(super) fn address(text: &Text, floor: usize, at: usize) -> Option<(usize, usize)> {
    let (run, start) = local_part(text, floor, at)?;
    let local = &text.bytes[start..at];
    let end = host::name(text, at + 1).ok()?;
    let end = end - usize::from(text.bytes[end - 1] == b'.');
    let before = text.bytes[floor..start].last().copied().unwrap_or(0);
    let is_marked = matches!((before, text.byte(end)), (b'<', b'>') | (b'"', b'"') | (b'\'', b'\''));
    // A string literal, whose prefix does not belong to the address.
    let first = match local.iter().position(|&byte| byte == b'\'') {
        Some(quote) if STRING_PREFIX.holds(text.byte(end)) => start + quote + 1,
        _ => {
            let opened = local.iter().take_while(|&&byte| byte == b'_').count();
            start + if ADDRESS_IN_EMPHASIS.holds(text, opened, end) { opened } else { 0 }
        }
    };
    (is_domain_of_address(&text.bytes[at + 1..end], is_marked)
        && first < at
        && host::may_follow(text, end, || Trust::Known)
        && !REMOTE_PATH.holds(text, end)
        && !MESSAGE_ID.holds(local, &text.bytes[run..at], &text.bytes[floor..start]))
    .then_some((first, end))
}

/// Returns the start of the run of characters before the `@` at `at`, and that of the local part in it, after marks and
/// a key.
fn local_part(text: &Text, floor: usize, at: usize) -> Option<(usize, usize)> {
    let run = begin(text, floor, at, MAX_LOCAL, LOCAL, is_email);
    let is_mark = |byte: &&u8| byte.is_ascii() && !byte.is_ascii_alphanumeric() && **byte != b'_';
    let marks = text.bytes[run..at].iter().take_while(is_mark).count();
    // The local part of a list has the name of its owner: `~kim/list@a.example`. A path may begin with `~/`.
    let has_owner = OWNER_OF_LIST.holds(&text.bytes[run..run + marks], &text.bytes[run..at]);
    let marks = marks - usize::from(has_owner);
    let is_option = text.bytes[run..run + marks].ends_with(b"--");
    let key = Some(key_length(&text.bytes[run + marks..at], is_option)).filter(|_| !has_owner);
    let key = key.filter(|&length| KEY_OF_ADDRESS.holds(length)).unwrap_or(0);
    let quotes = if key > 0 { text.bytes[run + marks + key..at].iter().take_while(is_mark).count() } else { 0 };
    let start = run + marks + key + quotes;
    let local = &text.bytes[start..at];
    let before = text.bytes[floor..start].last().copied().unwrap_or(0);
    let is_escaped = marks > 0 && text.byte_before(run) == b'\\' && text.bytes[run] != b'\'';
    let is_of_local_part = |&number: &u32| number < 128 && text::is(number as u8, LOCAL);
    let is_other = local.is_empty()
        || at - start > MAX_LOCAL
        || text.bytes[run..run + marks].ends_with(b"~/")
        || key == 0 && (matches!(before, b'@' | b'.' | b'%' | b'\\') || is_escaped)
        || follows_word(text, floor, start)
        || NUMBERED_REFERENCE.holds(numbered_reference(text, start).filter(is_of_local_part))
        || local.ends_with(b".")
        || local.windows(2).any(|pair| pair == b"..");
    (!is_other).then_some((run, start))
}

/// Returns `true` if mail may be sent to a host (RFC 5321, 2.3.5). Only in marks, that may be this machine.
fn is_domain_of_address(domain: &[u8], is_marked: bool) -> bool {
    host::trust(domain) == Trust::Known
        && domain.split(|&byte| byte == b'.').all(|label| !label.starts_with(b"-") && !label.ends_with(b"-"))
        && !host::is_ipv4(domain)
        && (is_marked || !domain.eq_ignore_ascii_case(b"localhost"))
}

/// Returns the start of the local part before the `@` at `at`, if some of its characters are escaped.
pub(super) fn escaped_begin(text: &Text, floor: usize, at: usize) -> Option<usize> {
    let mut start = at;
    loop {
        start = text.run_back(floor.max(at.saturating_sub(2 * MAX_LOCAL)), start, LOCAL);
        if start == floor || text.bytes[start - 1] != b'\\' || !matches!(text.byte(start), b'-' | b'_' | b'&' | b':') {
            let start = notation::after_escape(text, floor, start, at);
            return (start < at).then_some(start);
        }
        start -= 1;
    }
}

/// Returns `true` if the name that ends at `end` begins a mail address.
fn is_in_local_part(text: &Text, end: usize) -> bool {
    let mut at = end;
    while at - end < 16 && matches!(text.byte(at), b'-' | b'_' | b'.') {
        at += 1;
    }
    matches!(text.byte(at), b'@' | b'+')
}

/// The marks of message ids that mailers make, all with a digit: how these begin, what they contain, and how they end.
const MAILERS: [(&[u8], &[u8], &[u8]); 12] = [
    (b"00", b"$", b""),
    (b"", b".git.", b""),
    (b"", b"-git-send-email-", b""),
    (b"", b".JavaMail.", b""),
    (b"", b"", b".fsf"),
    (b"", b"", b".camel"),
    (b"pine.", b"", b""),
    (b"alpine.", b"", b""),
    (b"pan.", b"", b""),
    (b"slrn", b".", b""),
    (b"AANLkTi", b"", b""),
    (b"BANLkTi", b"", b""),
];

/// Returns `true` if a mailer made the local part for a message id: it begins with a long number, or is a checksum.
fn is_message_id(local: &[u8]) -> bool {
    let first = local.split(|&byte| matches!(byte, b'.' | b'-')).next().unwrap_or_default();
    let is_random = || local.iter().any(u8::is_ascii_uppercase) && local.iter().any(u8::is_ascii_lowercase);
    let is_number = first.iter().all(u8::is_ascii_digit)
        && first.len() < local.len()
        && (first.len() >= 8 || first.len() >= 6 && is_random());
    // Gmail once put the letters h and w between the parts.
    let is_of_checksum = |byte: &u8| byte.is_ascii_hexdigit() || first.len() >= 32 && matches!(byte, b'h' | b'w');
    let is_checksum = first.iter().all(is_of_checksum)
        && first.iter().any(u8::is_ascii_digit)
        && (first.len() >= 24 || first.len() == 8 && first.len() < local.len());
    let is_capital = first.len() >= 24 && first.iter().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    let has_digit = || local.iter().any(u8::is_ascii_digit);
    let is_of_mailer = |&(start, inner, end): &(&[u8], &[u8], &[u8])| {
        let is_start = local.get(..start.len()).is_some_and(|front| front.eq_ignore_ascii_case(start));
        is_start && local.ends_with(end) && short::find(local, inner).is_some()
    };
    let is_of_gmail = local.len() >= 40 && local.starts_with(b"CA");
    is_number || is_checksum || is_capital || is_of_gmail || has_digit() && MAILERS.iter().any(is_of_mailer)
}

/// Returns the number of the character reference that ends before `start`: `debian&#64;a.example`.
fn numbered_reference(text: &Text, start: usize) -> Option<u32> {
    let front = text.bytes[..start].strip_suffix(b";")?;
    let length = front.iter().rev().take(8).take_while(|&&byte| byte.is_ascii_digit()).count();
    let (front, number) = front.split_at(front.len() - length);
    str::from_utf8(number).ok()?.parse().ok().filter(|_| front.ends_with(b"&#"))
}

/// The first words of local parts that name the sender for bounces: `prvs=1a2b=kim@a.example`.
const TAGS: [&[u8]; 6] = [b"btv1", b"msprvs1", b"prvs", b"srs0", b"srs1", b"sender"];

/// Returns `true` if the `=` in a local part is its own, as in returned mail: `news-bounces+sam=a.example`.
pub(super) fn is_for_bounces(local: &[u8]) -> bool {
    let Some((key, value)) = local.iter().position(|&byte| byte == b'=').map(|at| (&local[..at], &local[at + 1..]))
    else {
        return false;
    };
    // SRS has other characters after its tag, too.
    let tag = key.split(|byte| matches!(byte, b'+' | b'-')).next().unwrap_or_default();
    let dot = value.iter().rposition(|&byte| byte == b'.');
    TAGS.iter().any(|known| tag.eq_ignore_ascii_case(known))
        || dot.is_some_and(|dot| is_top_level_domain(&value[dot + 1..])) && !value.contains(&b'&')
}

/// Returns the length of the local part up to its last slash, quotation mark or equals sign, or ampersand behind one.
fn key_length(local: &[u8], is_option: bool) -> usize {
    let equals = local.iter().position(|&byte| byte == b'=');
    let has_plus = |equals: usize| local[..equals].contains(&b'+');
    let is_own = !is_option && (is_for_bounces(local) || equals.is_some_and(has_plus));
    let has_keys = equals.is_some() && (!is_own || local.windows(2).any(|two| two == b"='"));
    let is_mark = |&byte: &u8| matches!(byte, b'/' | b'`' | b'{' | b'|') || has_keys && matches!(byte, b'=' | b'&');
    local.iter().rposition(is_mark).map_or(0, |mark| mark + 1)
}

/// Returns `true` if one low line or more before an address, `opened`, close behind it.
fn is_in_emphasis(text: &Text, opened: usize, end: usize) -> bool {
    let closed = text.run_of(end, b'_');
    opened > 0 && closed - end == opened && !text.byte(closed).is_ascii_alphanumeric()
}

/// Returns `true` if a text ends in a mail header field for message ids, perhaps with some of them: `Message-ID: <`.
pub(super) fn ends_in_id_field(front: &[u8]) -> bool {
    let Some(mut front) = front.strip_suffix(b"<") else { return false };
    while let Some(inner) = front.trim_ascii_end().strip_suffix(b">") {
        let Some(open) = inner.iter().rposition(|&byte| byte == b'<') else { return false };
        front = &inner[..open];
    }
    let Some(field) = front.trim_ascii_end().strip_suffix(b":") else { return false };
    [&b"message-id"[..], b"in-reply-to", b"references", b"content-id", b"resent-message-id"].iter().any(|name| {
        let (front, field) = field.split_at(field.len().saturating_sub(name.len()));
        let blanks = front.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let is_word = || front.len() > blanks && front[front.len() - blanks - 1].is_ascii_alphanumeric();
        field.eq_ignore_ascii_case(name) && !is_word()
    })
}

rows! { Name;
    WWW_IN_PATH "www-in-path" (front: &[u8]) = ends_in_path(front),
        "a path, a backslash or a dollar sign before `www.`" => "refuses it",
        "b/www.a.com" / "/www.a.com";
    HIDDEN_ADDRESS "hidden-address" (front: &[u8]) = hides_mark(front),
        "(at) before a name, [at], or roff's" => "refuses the name",
        "user(at)a.com" / "(see a.com)";
    MESSAGE_ID "message-id" (local: &[u8], run: &[u8], front: &[u8]) =
        is_message_id(local) || local.len() < run.len() && is_message_id(run) || ends_in_id_field(front),
        "an address that a mailer made for a message" => "refuses it",
        "20190520161126.2935@a.com" / "user.2935@a.com";
    NAME_AS_KEY "name-as-key" (text: &Text, end: usize) =
        matches!((text.byte(end), text.byte(end + 1)), (b'=', b'!'..) | (b'!', b'A'..=b'Z' | b'a'..=b'z')),
        "an equals sign and a value behind a name, or an exclamation mark and a name" => "refuses the name",
        "zen.spamhaus.org=127.0.0.2" / "at a.com!";
    NUMBERED_REFERENCE "numbered-reference" (number: Option<u32>) = !matches!(number, None | Some(34 | 39)),
        "a number's character reference before a name, other than a quotation mark" => "refuses the name",
        "debian&#64;a.com" / "&#39;a.com&#39;";
    REMOTE_PATH "remote-path" (text: &Text, colon: usize) = text.byte(colon) == b':' && is_remote_path(text, colon + 1),
        "a colon and the path of a file behind an address or a name" => "refuses it",
        "git clone git@a.com:user/repo.git" / "user@a.com: and a/b";
    SCHEME_AND_SPACE "scheme-and-space" (front: &[u8]) = front.ends_with(b":// "),
        "two slashes and a space before a name" => "refuses the name",
        "http:// a.com" / "/ a.com";
    STRING_PREFIX "string-prefix" (next: u8) = next == b'\'',
        "the letter before the string that holds an address" => "keeps it out of the address",
        "u'b@a.com'" / "o'b@a.com";
    LOCAL_PART "local-part" (text: &Text, end: usize) = is_in_local_part(text, end),
        "an at sign or a plus sign behind the name" => "refuses the name",
        "a.com+b" / "a.com or b";
    OWNER_OF_LIST "owner-of-list" (marks: &[u8], local: &[u8]) = marks.ends_with(b"~") && local.contains(&b'/'),
        "a tilde, the name of a list's owner and a slash" => "takes them as part of the address",
        "~kim/list@a.com" / "kim/list@a.com";
    KEY_OF_ADDRESS "key-of-address" (key: usize) = key > 0,
        "a key or a path before an address" => "keeps it out of the address",
        "from=b@a.com" / "from b@a.com";
    ADDRESS_IN_EMPHASIS "address-in-emphasis" (text: &Text, opened: usize, end: usize) = is_in_emphasis(text, opened, end),
        "as many low lines behind an address as before it" => "leaves them out",
        "_b@a.com_" / "_b@a.com";
}
