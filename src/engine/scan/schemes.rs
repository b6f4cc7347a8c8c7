//! The schemes there are: which word before a colon begins a URL, and which needs no `//` to do so.

mod names;

use names::BY_LENGTH;

use crate::engine::window::{Ahead, Cut};
use crate::text::words::{WORD_KEY, Words, word_key, word_keys};

/// The bytes of the longest known scheme: further back from a colon none needs to be looked for.
pub(crate) const LONGEST: usize = BY_LENGTH.len() - 1;

/// The known schemes that take no `//`, and whose rules prove what follows the colon. `javascript` and its like are
/// never among them.
const OPAQUE: [&str; 18] = [
    "acct", "bitcoin", "cid", "data", "doi", "geo", "info", "magnet", "mailto", "mid", "news", "sip", "sips", "sms",
    "tag", "tel", "urn", "xmpp",
];

/// The same as numbers.
static OPAQUE_KEYS: [u64; OPAQUE.len()] = word_keys(&OPAQUE);

static KNOWN: Words<{ LONGEST + 1 }> = Words::new(&BY_LENGTH);

/// Whether it is a known scheme, in any letter case.
#[inline]
pub(crate) fn is_known(scheme: &[u8]) -> bool {
    KNOWN.contains(scheme)
}

/// Whether it is a known scheme, or two of them with a plus sign between: `git+ssh`, the one inside the other.
pub(crate) fn is_known_or_layered(scheme: &[u8]) -> bool {
    is_known(scheme)
        || scheme
            .iter()
            .position(|&byte| byte == b'+')
            .is_some_and(|plus| is_known(&scheme[..plus]) && is_known(&scheme[plus + 1..]))
}

/// Whether it is a known scheme that takes no `//`, in any letter case: `mailto`, `urn`.
#[inline]
pub(crate) fn is_opaque(scheme: &[u8]) -> bool {
    KNOWN.may_contain(scheme) && scheme.len() <= WORD_KEY && OPAQUE_KEYS.contains(&word_key(scheme))
}

/// Whether the word before the colon may be a scheme that takes no `//`. Most colons in text end other words.
pub(crate) fn may_be_opaque(bytes: &[u8], colon: usize) -> bool {
    let length = bytes[..colon].iter().rev().take(WORD_KEY + 1).take_while(|byte| byte.is_ascii_alphabetic()).count();
    let word = &bytes[colon - length..colon];
    let is_rooted = bytes.get(colon + 1) == Some(&b'/');
    let is_scheme = |word: &[u8]| is_opaque(word) || is_rooted && word.eq_ignore_ascii_case(b"file");
    // The letter that a terminal's colour sequence ends in is no part of the word.
    is_scheme(word) || word.strip_prefix(b"m").is_some_and(is_scheme)
}

/// Whether another URL begins at `at`: a known scheme and `://`, a scheme that takes none, or `www.`.
pub(crate) fn begins_url(ahead: &Ahead, at: usize) -> Result<bool, Cut> {
    if !ahead.get(at)?.is_some_and(|byte| byte.is_ascii_alphabetic()) {
        return Ok(false);
    }
    let mut end = at;
    while end - at <= LONGEST {
        match ahead.get(end)? {
            Some(b':') => {
                let scheme = &ahead.bytes[at..end];
                return Ok(is_opaque(scheme) || ahead.some(end, 3)? == b"://" && is_known(scheme));
            }
            Some(b'.') if ahead.bytes[at..end].eq_ignore_ascii_case(b"www") => return Ok(true),
            Some(byte) if byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.') => end += 1,
            _ => break,
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_found() {
        KNOWN.check();
        assert!(OPAQUE.is_sorted_by(|a, b| a < b));
        assert!(OPAQUE.iter().all(|name| is_opaque(name.as_bytes())));
    }

    #[test]
    fn known_and_unknown() {
        for name in
            ["http", "HTTPS", "Ftp", "afs", "wais", "prospero", "nntp", "mailserver", "w3", "coap+tcp", "z39.50s"]
        {
            assert!(is_known(name.as_bytes()), "{name}");
        }
        for name in ["", "h", "hxpp", "httpx", "javascript", "vbscript", "note", "x-foo", "shttp (obsolete)", "0ttp"] {
            assert!(!is_known(name.as_bytes()), "{name}");
        }
        assert!(!is_known(&[b'a'; 200]));
    }

    #[test]
    fn most_words_are_settled_by_length_and_two_bytes() {
        let words = "said note example following subject date received content type version reason warning from here \
                     error this these answer question summary result usage returns see also below status reply";
        let passed = words.split(' ').filter(|word| KNOWN.may_contain(word.as_bytes())).count();
        assert!(passed * 3 <= words.split(' ').count());
    }

    #[test]
    fn opaque() {
        assert!(is_opaque(b"mailto") && is_opaque(b"URN") && is_opaque(b"news"));
        assert!(!is_opaque(b"http") && !is_opaque(b"nntp") && !is_opaque(b"javascript") && !is_opaque(b""));
    }
}
