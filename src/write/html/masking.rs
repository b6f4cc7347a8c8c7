//! Mail addresses without what is behind their `@`: all that has the shape of one, whether there can be a host of that name or not.

use std::{iter, ops::Range};

use memchr::memchr;

use crate::{
    source::steps,
    text::{
        characters::{is_email, is_joiner},
        utf8::{Char, char_before, decode},
    },
};

/// What is shown in place of the domain of an address.
pub(crate) const MASK: &str = "…";

/// How much of a local part, and of a literal, is looked at: more than RFC 5321, 4.5.3.1, lets them have.
const MOST: usize = 256;

/// Where the domains of addresses stand in a text (RFC 5322, 3.4.1; RFC 6532): names and literals behind an `@`, which a local part
/// stands before.
pub(crate) fn domains(text: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    iter::from_fn(move || {
        loop {
            let sign = at + memchr(b'@', text.get(at..)?)?;
            let start = sign + 1;
            let length = domain_length(&text[start..]);
            steps::count(start - at + length);
            at = start + length;
            if start < at && has_local_part(text, sign) && !is_version(&text[start..at]) {
                return Some(start..at);
            }
        }
    })
}

/// A text without the domains of the addresses in it.
pub(crate) fn masked_text(text: &str) -> String {
    let (mut masked, mut done) = (String::with_capacity(text.len()), 0);
    for domain in domains(text.as_bytes()) {
        masked.push_str(&text[done..domain.start]);
        masked.push_str(MASK);
        done = domain.end;
    }
    masked.push_str(&text[done..]);
    masked
}

/// Returns bytes without the domains of the addresses in them, in ASCII; `None` if there are none.
#[cfg(feature = "mail")]
pub(crate) fn masked_bytes(bytes: &[u8]) -> Option<Vec<u8>> {
    let (mut masked, mut done) = (Vec::new(), 0);
    for domain in domains(bytes) {
        masked.extend_from_slice(&bytes[done..domain.start]);
        masked.extend_from_slice(b"...");
        done = domain.end;
    }
    masked.extend_from_slice(&bytes[done..]);
    (done > 0).then_some(masked)
}

/// A mail address, or the URL of some, without what is behind each `@`.
pub(crate) fn masked_address(address: &str) -> String {
    let mut parts = address.split('@');
    let mut masked = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        masked.push('@');
        masked.push_str(MASK);
        masked.push_str(&part[part.find([',', '?', '&']).unwrap_or(part.len())..]);
    }
    masked
}

/// Returns `true` if a byte may stand in an address, so that no text is to be cut beside it.
pub(crate) fn may_be_of_address(byte: u8) -> bool {
    !byte.is_ascii_whitespace() && !matches!(byte, b',' | b';' | b'<' | b'>' | b'(' | b')')
}

/// How long the domain is that a text begins with.
fn domain_length(text: &[u8]) -> usize {
    let Some(inside) = text.strip_prefix(b"[") else { return name_length(text) };
    let is_inner = |byte: &u8| byte.is_ascii_graphic() && !matches!(byte, b'[' | b'\\' | b'<' | b'>' | b'@');
    let length = inside.iter().take(MOST).take_while(|byte| **byte != b']' && is_inner(byte)).count();
    // A literal that has lost its end says as much.
    let is_address = inside[..length].iter().any(u8::is_ascii_alphanumeric);
    if is_address { 1 + length + usize::from(inside.get(length) == Some(&b']')) } else { 0 }
}

/// How long the name is: up to its last letter or digit, as dots and hyphens behind that are the sentence's.
fn name_length(text: &[u8]) -> usize {
    let (mut end, mut at) = (0, 0);
    while let Char::Valid(c, length) = decode(&text[at..]) {
        match c {
            '.' | '-' | '_' | '。' | '．' | '｡' => {}
            _ if c.is_ascii_alphanumeric() || is_beyond_ascii(c) => end = at + length,
            _ => break,
        }
        at += length;
    }
    steps::count(at);
    end
}

/// Returns `true` if it is the version of a package, `soup@1.2`: nothing but numbers, and not the four of an IPv4 address.
fn is_version(domain: &[u8]) -> bool {
    let labels = || domain.split(|&byte| byte == b'.');
    labels().count() != 4 && labels().all(|label| label.iter().all(u8::is_ascii_digit))
}

/// Returns `true` if what stands before the `@` may be a local part. A slash before it is one of a path, and a quotation mark begins something,
/// unless it is the second of two around a quoted one.
fn has_local_part(text: &[u8], sign: usize) -> bool {
    let last = match char_before(text, sign) {
        Char::Valid(c, _) => c,
        Char::Invalid | Char::End => return false,
    };
    let before = &text[sign.saturating_sub(MOST)..sign];
    steps::count(before.len());
    match last {
        '"' => is_quoted(&before[..before.len() - 1]),
        '/' => false,
        // Behind a word it is the end of a quoted one, or the escape of the `@`.
        '\'' | '`' | '\\' => is_word_end(&before[..before.len() - 1]),
        '.' => ends_in_word(before),
        _ if last.is_ascii_alphanumeric() || is_beyond_ascii(last) => true,
        _ => is_email(last) && ends_in_word(before),
    }
}

/// Returns `true` if a text ends in a letter or a digit.
fn is_word_end(before: &[u8]) -> bool {
    before.last().is_some_and(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii())
}

/// Returns `true` if a text ends in a word and signs of which addresses have some, and not in signs alone.
fn ends_in_word(before: &[u8]) -> bool {
    let is_sign = |byte: &u8| byte.is_ascii_punctuation() && (*byte == b'.' || is_email(char::from(*byte)));
    let word = before.iter().rposition(|byte| !is_sign(byte));
    word.is_some_and(|at| is_word_end(&before[..=at]))
}

/// Returns `true` if a text ends in the first quotation mark of a quoted local part and what is in it.
fn is_quoted(before: &[u8]) -> bool {
    let is_escaped = |at: usize| before[..at].iter().rev().take_while(|&&byte| byte == b'\\').count() % 2 == 1;
    let opening = (0..before.len()).rev().find(|&at| before[at] == b'"' && !is_escaped(at));
    opening.is_some_and(|at| {
        let is_apart = before[..at].last().is_none_or(|byte| byte.is_ascii_whitespace() || b"<(,;:[=".contains(byte));
        is_apart && at + 1 < before.len()
    })
}

fn is_beyond_ascii(c: char) -> bool {
    !c.is_ascii() && (c.is_alphanumeric() || is_email(c) || is_joiner(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_the_shape_of_an_address_is_masked() {
        for (text, masked) in [
            ("sam@a.example, kim@localhost.", "sam@…, kim@…."),
            ("<sam@soup.internal> sam@10.0.0.1", "<sam@…> sam@…"),
            ("sam@[192.0.2.1]: sam@[IPv6:2001:db8::1]. sam@[x", "sam@…: sam@…. sam@…"),
            ("\"sam k\"@a.example <\"a\\\"b@c\"@a.example>", "\"sam k\"@… <\"a\\\"b@…\"@…>"),
            ("sam+soup=@a.example o'sam@a.example a/b@c.example", "sam+soup=@… o'sam@… a/b@…"),
            ("süß@bücher.example, 山@例え。テスト。", "süß@…, 山@…。"),
            ("sam@a.example@b.example", "sam@…@…"),
            ("'sam'@a.example `sam`@a.example sam\\@a.example", "'sam'@… `sam`@… sam\\@…"),
            ("सम@उदाहरण.परीक्षा", "सम@…"),
            // None of these is an address.
            (
                "@sam \"@sam\" '@sam' {\"@id\": 1} [\"a\", \"@id\"]",
                "@sam \"@sam\" '@sam' {\"@id\": 1} [\"a\", \"@id\"]",
            ),
            ("http://a.example/@sam sam @ noon a@ b a@... a@-", "http://a.example/@sam sam @ noon a@ b a@... a@-"),
            ("soup@1.2 soup@2 kim@10.0.0.1 kim@a.example.2", "soup@1.2 soup@2 kim@… kim@…"),
            ("$@x --@x HEAD@{1} a@[] @", "$@x --@x HEAD@{1} a@[] @"),
        ] {
            assert_eq!(masked_text(text), masked);
        }
        assert_eq!(masked_address("mailto:sam@a.example,kim@b.example?cc=x@c"), "mailto:sam@…,kim@…?cc=x@…");
    }

    #[test]
    fn bytes_that_are_no_text_stand_in_no_address() {
        assert!(domains(b"\xFF@a sam@\xFFb kim@a\xFF").eq(std::iter::once(15..16)));
    }
}
