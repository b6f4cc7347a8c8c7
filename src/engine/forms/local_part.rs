//! The local part of a mail address in text: where it begins behind keys and marks, whether people have one like it, and how a URL
//! has its signs.

use super::{name, verbatim::verbatim_mark};

/// The longest local part of a mail address (RFC 5321 section 4.5.3.1.1), in bytes.
pub(super) const MAX_LOCAL_PART: usize = 64;

/// The fewest characters of a checksum, a date or a count that a mailer makes for a message.
const MIN_CHECKSUM: usize = 8;

/// The fewest of a checksum behind which nothing follows.
const MIN_LONE_CHECKSUM: usize = 24;

/// The fewest characters of what Gmail makes for a message, which begins with `CA`, and of what it made earlier.
const MIN_GMAIL: usize = 48;
const MIN_OLD_GMAIL: usize = 40;

/// The fewest characters of what Outlook and its servers make for a message, of capitals and digits.
const MIN_OUTLOOK: usize = 24;

/// What Git sends patches with, between numbers and the sender's name.
const GIT: &[u8] = b"-git-send-email-";

/// The fewest characters of the first label of a host that mail is to be passed on to.
const MIN_ROUTE: usize = 3;

/// The words in front of an `=` that the servers of mail put there: they have rewritten the sender's address (SRS), or signed it
/// (BATV).
const TAGS: [&[u8]; 5] = [b"prvs", b"btv1", b"msprvs1", b"srs0", b"srs1"];

/// How much of what a local part begins with is markup and quotation marks: they are allowed in one, but never begin one
/// that people have.
pub(super) fn markup_length(local: &[u8]) -> usize {
    let is_markup = |byte: &u8| {
        matches!(byte, b'\'' | b'*' | b'/' | b'=' | b'?' | b'`' | b'{' | b'|' | b'}' | b'~' | b'^' | b'#' | b'&' | b'!')
    };
    // A tilde and a path are those of a user's home: mailing lists are named so.
    if local.starts_with(b"~") && local.contains(&b'/') {
        return 0;
    }
    let markup = local.iter().take_while(|&byte| is_markup(byte)).count();
    if local[markup..].first().is_some_and(u8::is_ascii_alphanumeric) { markup } else { 0 }
}

/// Where the local part begins that `start..at` ends in: behind a slash, a quotation mark or a command of TeX, a key and its `=`,
/// and dots in front of it.
pub(super) fn start(bytes: &[u8], start: usize, at: usize) -> usize {
    let local = &bytes[start..at];
    let is_home = local.starts_with(b"~");
    let slash = local.iter().rposition(|&byte| byte == b'/').filter(|_| !is_home);
    let is_letter = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphabetic() || !byte.is_ascii());
    let quote = (0..local.len()).rev().find(|&index| {
        let is_inner = || is_letter(local[..index].last()) && is_letter(local.get(index + 1));
        // Of a string of Python it stands behind a prefix: `u'sam@a.example'`.
        let is_behind_prefix = || index == 1 && matches!(local[0], b'u' | b'U');
        matches!(local[index], b'\'' | b'`') && (!is_inner() || is_behind_prefix())
    });
    let argument = tex_argument(bytes, start, local);
    // Behind another argument, or the name of a field, one begins with the brace.
    let brace = local.windows(2).rposition(|pair| matches!(pair, b"}{" | b"={")).map(|before| before + 1);
    let behind = slash.max(quote).max(argument).max(brace).map_or(0, |last| last + 1);
    let behind = behind.max(stamp_length(&bytes[..start], local));
    // An `=` in what a mailer made is its own.
    let is_made = is_message_id(&local[behind..]);
    let behind = if is_made { behind } else { behind + value_start(&local[behind..]) };
    // A dot behind a space is part of what was meant, which is no address.
    let is_behind_space = behind == 0 && bytes[..start].last().is_some_and(|byte| matches!(byte, b' ' | b'\t'));
    let leading = local[behind..].iter().take_while(|&&byte| byte == b'.').count();
    start + behind + if is_behind_space { 0 } else { leading }
}

/// How long the end of a time is that a local part begins with, and the exclamation mark behind it: change logs name changes so, `05:51:31Z!sam@a.example`.
fn stamp_length(before: &[u8], local: &[u8]) -> usize {
    match local {
        [b'0'..=b'5', b'0'..=b'9', b'Z', b'!', ..] if before.ends_with(b":") => b"31Z!".len(),
        _ => 0,
    }
}

/// Where the brace or mark stands that opens the argument of a command of TeX, `\email{` or `\path|`, whose backslash is in front of the local part.
fn tex_argument(bytes: &[u8], start: usize, local: &[u8]) -> Option<usize> {
    let command = local.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let opening = command + usize::from(local.get(command) == Some(&b'*'));
    let is_open = match local.get(opening)? {
        b'{' => command > 0,
        _ => verbatim_mark(&bytes[..=start + opening]).is_some(),
    };
    (bytes[..start].ends_with(b"\\") && is_open).then_some(opening)
}

/// Where the value begins that has a key and an `=` before it: of an option, a form or a name. 0 if there is no key.
fn value_start(local: &[u8]) -> usize {
    let Some(equals) = local.iter().rposition(|&byte| byte == b'=') else { return 0 };
    if is_for_bounces(local) {
        return 0;
    }
    let key_start =
        local[..equals].iter().rposition(|byte| matches!(byte, b'=' | b'&' | b'?')).map_or(0, |sign| sign + 1);
    let key = &local[key_start..equals];
    let number = key.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let is_key = |byte: &u8| byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'_' | b'.');
    if !key[..key.len() - number].iter().all(is_key) {
        return 0;
    }
    // Behind the value of one field is another, which has no key.
    local.iter().rposition(|byte| matches!(byte, b'=' | b'&')).map_or(0, |sign| sign + 1)
}

/// Whether it has an `=` of its own: mail that can't be delivered goes back there, and it says whose it was
/// (`news-bounces+sam=a.example`), or is signed.
fn is_for_bounces(local: &[u8]) -> bool {
    let Some(equals) = local.iter().position(|&byte| byte == b'=') else { return false };
    let (front, behind) = (&local[..equals], &local[equals + 1..]);
    // SRS has other signs behind its tag as well.
    let tag = front.split(|byte| matches!(byte, b'+' | b'-')).next().unwrap_or_default();
    if TAGS.iter().any(|known| tag.eq_ignore_ascii_case(known)) {
        return true;
    }
    if front.contains(&b'+') {
        return name::has_top_level_domain(behind.rsplit(|&byte| byte == b'=').next().unwrap_or_default());
    }
    let is_longer = !front.starts_with(b"-") && front.iter().any(|byte| *byte == b'-' || byte.is_ascii_digit());
    // Nobody has one of these at the end of a name.
    let is_host = || [&b".com"[..], b".org", b".net"].iter().any(|end| behind.ends_with(end));
    !behind.contains(&b'=') && name::has_top_level_domain(behind) && (is_longer || is_host())
}

/// The fields of a mail that have the identifiers of messages, or of their parts (RFC 5322, 3.6.4, RFC 2045, 7, and RFC 5536, 3.2.12).
const FIELDS_OF_MESSAGES: [&[u8]; 5] = [b"message-id", b"in-reply-to", b"references", b"content-id", b"supersedes"];

/// How much of a field is looked at, the most identifiers in it that are looked behind, and the longest.
const MAX_FIELD: usize = 768;
const MAX_IDENTIFIERS: usize = 16;
const MAX_IDENTIFIER: usize = 128;

/// Whether the text in front ends in the name of a field that has the identifiers of messages, perhaps some of them, and the bracket that opens another:
/// `Message-ID: <`. A word that ends as the name does is none.
#[inline(always)]
pub(crate) fn is_behind_field_of_message(front: &[u8]) -> bool {
    // Most often a name stands in front.
    let is_behind_name = matches!(front, [.., before, b' ', b'<'] if before.is_ascii_alphanumeric() || *before == b'"');
    !is_behind_name && ends_in_field_of_message(front)
}

/// The same where no name is certain to stand in front.
#[inline(never)]
fn ends_in_field_of_message(front: &[u8]) -> bool {
    let Some(before) = front.strip_suffix(b"<") else { return false };
    let before = before.strip_suffix(b" ").unwrap_or(before);
    if before.last().is_some_and(|&byte| byte.is_ascii_alphanumeric() || byte == b'"') {
        return false;
    }
    // Most fields that have addresses end in other letters than these.
    let may_end_field = |letter: u8| matches!(letter, b'd' | b'D' | b'o' | b'O' | b's' | b'S');
    if matches!(before, [.., letter, b':'] if !may_end_field(*letter)) {
        return false;
    }
    let mut front = without_fold(&front[front.len().saturating_sub(MAX_FIELD)..front.len() - 1]);
    for _ in 0..MAX_IDENTIFIERS {
        let Some(inner) = front.strip_suffix(b">") else { break };
        let length = inner.iter().rev().take(MAX_IDENTIFIER).take_while(|&&byte| byte != b'<' && byte > b' ').count();
        let Some(before) = inner[..inner.len() - length].strip_suffix(b"<") else { return false };
        front = without_fold(before);
    }
    let Some(text) = front.strip_suffix(b":") else { return false };
    if !text.last().is_some_and(|&letter| may_end_field(letter)) {
        return false;
    }
    FIELDS_OF_MESSAGES.iter().any(|field| {
        let (before, name) = text.split_at(text.len().saturating_sub(field.len()));
        // One is a word of prose as well, in front of which others stand.
        let is_whole =
            || if *field == b"references" { begins_line_but_for_marks(before) } else { !is_glued_to_name(before) };
        name.eq_ignore_ascii_case(field) && is_whole()
    })
}

/// Whether a letter, digit or hyphen is at the end of a text, and is not the letter of a line end as programs write it.
fn is_glued_to_name(text: &[u8]) -> bool {
    text.last().is_some_and(|&byte| byte.is_ascii_alphanumeric() || byte == b'-') && !text.ends_with(br"\n")
}

/// Whether nothing but marks stands behind the last line end of a text.
fn begins_line_but_for_marks(text: &[u8]) -> bool {
    let is_line_end = |byte: &&u8| matches!(**byte, b'\n' | b'\r');
    let line = text.iter().rev().take(MAX_IDENTIFIER).take_while(|byte| !is_line_end(byte)).count();
    let line = &text[text.len() - line..];
    line.len() < MAX_IDENTIFIER && !line.iter().any(u8::is_ascii_alphanumeric) || text.ends_with(br"\n")
}

/// A text without the blanks at its end, and the line end in front of them where a field is folded.
fn without_fold(text: &[u8]) -> &[u8] {
    let is_blank = |byte: &&u8| matches!(**byte, b' ' | b'\t');
    let blanks = text.iter().rev().take(MAX_IDENTIFIER).take_while(is_blank).count();
    let text = &text[..text.len() - blanks];
    let Some(line) = text.strip_suffix(b"\n").filter(|_| blanks > 0) else { return text };
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// Whether it has a letter or digit, or a low line, which somebody has for a name: in others, `*@a.example` and `!@name.call()`, are patterns and code.
pub(crate) fn has_letter(local: &[u8]) -> bool {
    local.iter().any(|byte| byte.is_ascii_alphanumeric() || *byte == b'_' || !byte.is_ascii())
}

/// Whether it was made by a mailer for a message, and no mail can be sent to it.
pub(crate) fn is_message_id(local: &[u8]) -> bool {
    let (Some(first), Some(last)) = (local.first_chunk::<MIN_CHECKSUM>(), local.last_chunk::<MIN_CHECKSUM>()) else {
        return false;
    };
    // All but the longest have digits.
    const { assert!(GIT.len() <= 2 * MIN_CHECKSUM) };
    if local.len() <= GIT.len() && !is_any_digit(*first) && !is_any_digit(*last) {
        return false;
    }
    // A line that was added has a plus sign in front.
    let local = local.strip_prefix(b"+").unwrap_or(local);
    let first = local.split(|&byte| byte == b'.').next().unwrap_or_default();
    match local.get(first.len() + 1..) {
        Some(rest) => is_checksum(first, true) || is_made_label(first) || has_made_labels(first, rest),
        None => is_checksum(first, false) || is_made_label(first) || is_made_as_one(first),
    }
}

/// Whether there is a digit among eight bytes: those from `0` on reach the highest bit with one sum, and those behind `9` with the other.
fn is_any_digit(bytes: [u8; MIN_CHECKSUM]) -> bool {
    const EACH: u64 = u64::MAX / 0xFF;
    const HIGHEST: u64 = EACH * 0x80;
    let bytes = u64::from_le_bytes(bytes);
    let ascii = bytes & !HIGHEST;
    let from_zero = ascii + EACH * (0x80 - b'0') as u64;
    let behind_nine = ascii + EACH * (0x80 - b'9' - 1) as u64;
    from_zero & !behind_nine & !bytes & HIGHEST != 0
}

/// Whether the label that a local part begins with is a date or a checksum; `is_followed` says that another follows.
fn is_checksum(first: &[u8], is_followed: bool) -> bool {
    let is_hexadecimal = first.iter().all(u8::is_ascii_hexdigit) && first.iter().any(u8::is_ascii_digit);
    is_followed && is_long_number(first)
        || is_hexadecimal && (first.len() >= MIN_LONE_CHECKSUM || is_followed && first.len() == MIN_CHECKSUM)
}

fn is_long_number(label: &[u8]) -> bool {
    label.len() >= MIN_CHECKSUM && label.iter().all(u8::is_ascii_digit)
}

/// Whether no person has a label like it: a UUID, Outlook's capitals, or what Git has in front of a sender's name
/// (`1589301419-24459-1-git-send-email-sam`).
fn is_made_label(label: &[u8]) -> bool {
    let is_capital = |byte: &u8| byte.is_ascii_uppercase() || byte.is_ascii_digit();
    is_uuid(label)
        || label.len() >= MIN_OUTLOOK && label.iter().all(is_capital)
        || label.len() > GIT.len() && memchr::memmem::find(label, GIT).is_some()
}

/// `8HEXDIG 3("-" 4HEXDIG) "-" 12HEXDIG` (RFC 9562 section 4).
pub(crate) fn is_uuid(label: &[u8]) -> bool {
    let is_digit = |(index, byte): (usize, &u8)| match index {
        8 | 13 | 18 | 23 => *byte == b'-',
        _ => byte.is_ascii_hexdigit(),
    };
    label.len() == 36 && label.iter().enumerate().all(is_digit)
}

/// Whether a local part without dots is Gmail's (`CAHk-=w…`, `AANLkTi=…`, and long ago small letters and digits) or Outlook
/// Express's (`000001c2b64c$03af8740$56734151`).
fn is_made_as_one(local: &[u8]) -> bool {
    let digits = local.iter().filter(|byte| byte.is_ascii_digit()).count();
    let is_small = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let is_hexadecimal = |byte: &u8| byte.is_ascii_hexdigit() || *byte == b'$';
    local.starts_with(b"CA") && local.len() >= MIN_GMAIL && digits > 0
        || (local.starts_with(b"AANLkTi") || local.starts_with(b"BANLkTi")) && local.len() >= MIN_OLD_GMAIL
        || local.len() >= MIN_OLD_GMAIL && digits >= local.len() / 4 && local.iter().all(is_small)
        || local.len() == 30 && local[12] == b'$' && local[21] == b'$' && local.iter().all(is_hexadecimal)
}

/// Whether the labels are those of Git (`cover.1582930832.git.sam`, `pull.12.git.1604423045.sam`), Pine
/// (`alpine.DEB.2.21.1905201651260.2935`), Gnus (`87obi8u4h2.fsf`) or KMail (`2008899.25OeoelVVA`).
fn has_made_labels(first: &[u8], rest: &[u8]) -> bool {
    let labels = || rest.split(|&byte| byte == b'.');
    let has_number = || labels().any(is_long_number);
    let is_of_pine = first.eq_ignore_ascii_case(b"pine") || first.eq_ignore_ascii_case(b"alpine");
    is_of_pine && has_number()
        || labels().any(|label| label == b"git") && has_number()
        || rest == b"fsf" && first.iter().any(u8::is_ascii_digit)
        || is_of_kmail(first, rest)
}

/// `6*DIGIT "." 10*(ALPHA / DIGIT)`, with capitals, small letters and digits.
fn is_of_kmail(first: &[u8], rest: &[u8]) -> bool {
    let has = |is: fn(&u8) -> bool| rest.iter().any(is);
    first.len() >= 6
        && rest.len() >= 10
        && first.iter().all(u8::is_ascii_digit)
        && rest.iter().all(u8::is_ascii_alphanumeric)
        && has(u8::is_ascii_digit)
        && has(u8::is_ascii_uppercase)
        && has(u8::is_ascii_lowercase)
}

/// `1*atext *("." 1*atext)` (RFC 5322 section 3.2.3): dots only between other characters.
pub(crate) fn is_dot_atom(local: &[u8]) -> bool {
    let mut previous = b'.';
    for &byte in local {
        if byte == b'.' && previous == b'.' {
            return false;
        }
        previous = byte;
    }
    previous != b'.'
}

/// What a URL has for a byte of a local part.
enum EncodedAs {
    AsItIs,
    Escape(&'static str),
    /// The sign is none of the address's own, but of what stands around it, or of a program that puts something in its place.
    Nothing,
}

/// What a URL has for the byte at `index` of a local part, whose `=` are its own if it `is_for_bounces`. Of what a mail URL has only
/// as escapes (RFC 6068, 2: `%`, gen-delims, `/`, `?`, `#`, `[`, `]`, `&`, `;`, `=`) people's addresses have four.
fn encoded_as(local: &[u8], index: usize, is_for_bounces: bool) -> EncodedAs {
    let behind = &local[index + 1..];
    let is_inner = || {
        local[..index].last().is_some_and(u8::is_ascii_alphanumeric)
            && behind.first().is_some_and(u8::is_ascii_alphanumeric)
    };
    match local[index] {
        b'/' => EncodedAs::Escape("%2F"),
        b'&' if is_inner() => EncodedAs::Escape("%26"),
        b'=' if is_for_bounces => EncodedAs::Escape("%3D"),
        b'%' if is_inner() && is_route(behind) => EncodedAs::Escape("%25"),
        b'%' if has_escape_digits(behind) => EncodedAs::AsItIs,
        b'&' | b'=' | b'%' => EncodedAs::Nothing,
        _ => EncodedAs::AsItIs,
    }
}

/// The address with the signs of its local part as escapes; `None` if it has none, or one that is not its own.
pub(crate) fn encode(address: &str) -> Option<String> {
    if !is_to_be_encoded(address) {
        return None;
    }
    let (local, rest) = address.split_at(address.find('@')?);
    let is_for_bounces = is_for_bounces(local.as_bytes());
    let mut encoded = String::with_capacity(address.len() + 8);
    for (index, c) in local.char_indices() {
        match encoded_as(local.as_bytes(), index, is_for_bounces) {
            EncodedAs::AsItIs => encoded.push(c),
            EncodedAs::Escape(escape) => encoded.push_str(escape),
            EncodedAs::Nothing => return None,
        }
    }
    encoded.push_str(rest);
    Some(encoded)
}

/// Whether the local part of an address has one of these signs.
pub(crate) fn is_to_be_encoded(address: &str) -> bool {
    address.bytes().take_while(|&byte| byte != b'@').any(|byte| matches!(byte, b'/' | b'%' | b'&' | b'='))
}

/// Where in an address the byte stands that the one at `at` of what it was encoded as is for.
pub(crate) fn offset_before_encoding(address: &str, at: usize) -> usize {
    let local = &address.as_bytes()[..address.find('@').unwrap_or(address.len())];
    let is_for_bounces = is_for_bounces(local);
    let mut more = 0;
    for index in 0..local.len() {
        if let EncodedAs::Escape(escape) = encoded_as(local, index, is_for_bounces) {
            if at < index + more + escape.len() {
                return index.min(at - more);
            }
            more += escape.len() - 1;
        }
    }
    at - more
}

/// Whether the digits of an escape stand behind a `%`.
fn has_escape_digits(behind: &[u8]) -> bool {
    matches!(behind, [high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit())
}

/// Whether the name of a host that mail is to be passed on to stands behind a `%`, and neither the digits of an escape nor a
/// letter that a program puts a value in the place of.
fn is_route(behind: &[u8]) -> bool {
    let label = behind.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'-').count();
    let is_word = behind.iter().take(2).all(u8::is_ascii_lowercase);
    label >= MIN_ROUTE && behind[0].is_ascii_alphabetic() && (is_word || !has_escape_digits(behind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digit_is_seen_among_eight_bytes() {
        for byte in 0..=u8::MAX {
            for at in 0..8 {
                for others in [b'a', b'/', b':', 0, 0xFF] {
                    let mut bytes = [others; 8];
                    bytes[at] = byte;
                    assert_eq!(is_any_digit(bytes), byte.is_ascii_digit(), "{bytes:?}");
                }
            }
        }
    }

    #[test]
    fn each_byte_of_what_is_encoded_is_that_of_its_sign() {
        let address = "r&d/x%25y+b=a.example.com@c.example";
        let encoded = encode(address).unwrap();
        assert_eq!(encoded, "r%26d%2Fx%25y+b%3Da.example.com@c.example");
        let mut at = 0;
        for (index, byte) in address.bytes().enumerate() {
            let length = if matches!(byte, b'&' | b'/' | b'=') { 3 } else { 1 };
            for behind in at..at + length {
                assert_eq!(offset_before_encoding(address, behind), index, "{behind}");
            }
            at += length;
        }
        assert_eq!((at, offset_before_encoding(address, at)), (encoded.len(), address.len()));
    }
}
