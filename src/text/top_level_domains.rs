//! The top-level domains there are, by which a host name without a scheme is told from two words with a missing space.

mod ambiguous;
mod labels;

pub(crate) use ambiguous::{Ambiguity, ambiguity};
use labels::{BY_LENGTH, U_LABELS};

use super::words::{Words, padded};

/// The most bytes of the domains with non-ASCII letters.
const MAX_BYTES: usize = 40;

static UNICODE: [[u8; MAX_BYTES]; U_LABELS.len()] = padded(U_LABELS);

static ASCII: Words<{ BY_LENGTH.len() }> = Words::new(&BY_LENGTH);

/// Returns `true` if `label` is a top-level domain in any letter case: `com`, `xn--p1ai`, `рф`.
#[inline]
pub(crate) fn is_top_level_domain(label: &[u8]) -> bool {
    match label {
        // Most are one of these.
        b"com" | b"org" | b"net" => return true,
        // Two letters are the whole word.
        [first, second] if first.is_ascii_alphabetic() && second.is_ascii_alphabetic() => {
            return ASCII.may_contain(label);
        }
        // Text without spaces may go on for as long as it likes, and is asked about again behind each of its words.
        _ if label.len() > 2 * MAX_BYTES => return false,
        _ => {}
    }
    if label.is_ascii() { ASCII.contains(label) } else { is_unicode_one(label) }
}

/// Returns `true` if a label is one in lower case.
fn is_unicode_one(label: &[u8]) -> bool {
    let Ok(label) = str::from_utf8(label) else { return false };
    let (mut lower, mut length) = ([0; MAX_BYTES], 0);
    for c in label.chars().flat_map(char::to_lowercase) {
        let Some(room) = lower.get_mut(length..length + c.len_utf8()) else { return false };
        length += c.encode_utf8(room).len();
    }
    UNICODE.binary_search(&lower).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_found() {
        ASCII.check();
        assert!(BY_LENGTH[2].bytes().all(|byte| byte == b' ' || byte.is_ascii_lowercase()));
        assert!(UNICODE.is_sorted_by(|a, b| a < b));
        assert!(U_LABELS.iter().all(|label| is_top_level_domain(label.as_bytes())));
        assert!(ASCII.iter().all(|label| label.len() <= MAX_BYTES));
        assert_eq!(UNICODE.len(), ASCII.iter().filter(|label| label.starts_with("xn--")).count());
    }

    #[test]
    fn known_and_unknown() {
        for label in ["com", "Org", "DE", "museum", "XN--P1ai", "xn--vermgensberatung-pwb", "рф", "РФ", "中国", "भारत"]
        {
            assert!(is_top_level_domain(label.as_bytes()), "{label}");
        }
        for label in ["vermögensberatung", "VERMÖGENSBERATUNG", "ευ", "ΕΥ", "онлайн", "ОНЛАЙН", "한국"]
        {
            assert!(is_top_level_domain(label.as_bytes()), "{label}");
        }
        for label in ["", "c", "invalids", "html", "txt", "c m", "com ", "xn--", "😎", "рфф", "р"] {
            assert!(!is_top_level_domain(label.as_bytes()), "{label}");
        }
        assert!(!is_top_level_domain(b"\xd1"));
        assert!(!is_top_level_domain(&[b'a'; 64]));
    }
}
