//! The top-level domains there are, by which a host name without a scheme is told from two words with a missing space.

mod labels;

use labels::{BY_LENGTH, UNICODE};

/// Whether `label` is a top-level domain in any letter case: `com`, `xn--p1ai`, `рф`.
pub(crate) fn is_top_level_domain(label: &[u8]) -> bool {
    if label.is_ascii() { is_ascii_one(label) } else { str::from_utf8(label).is_ok_and(is_unicode_one) }
}

fn is_ascii_one(label: &[u8]) -> bool {
    let Some(same_length) = BY_LENGTH.get(label.len()) else { return false };
    let mut buffer = [0; BY_LENGTH.len()];
    let lower = &mut buffer[..label.len()];
    lower.copy_from_slice(label);
    lower.make_ascii_lowercase();
    let stride = label.len() + 1;
    let entry = |at: usize| &same_length.as_bytes()[at * stride..][..label.len()];
    let (mut low, mut high) = (0, same_length.len() / stride);
    while low < high {
        let middle = low.midpoint(high);
        match entry(middle).cmp(lower) {
            std::cmp::Ordering::Less => low = middle + 1,
            std::cmp::Ordering::Equal => return true,
            std::cmp::Ordering::Greater => high = middle,
        }
    }
    false
}

/// The U-labels are few, and most are told apart by their first character.
fn is_unicode_one(label: &str) -> bool {
    let lower = || label.chars().flat_map(char::to_lowercase);
    UNICODE.split_ascii_whitespace().any(|known| lower().eq(known.chars()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted_and_of_one_length_each() {
        for (length, same_length) in BY_LENGTH.iter().enumerate() {
            let labels: Vec<&str> = same_length.split_terminator(' ').collect();
            assert!(labels.iter().all(|label| label.len() == length), "{length}");
            assert!(labels.is_sorted_by(|a, b| a < b), "{length}");
        }
        let labels: Vec<&str> = UNICODE.split_terminator(' ').collect();
        assert!(labels.is_sorted_by(|a, b| a < b));
        let encoded: usize = BY_LENGTH.iter().map(|labels| labels.matches("xn--").count()).sum();
        assert_eq!(labels.len(), encoded);
    }

    #[test]
    fn each_label_is_found() {
        for label in
            BY_LENGTH.iter().flat_map(|labels| labels.split_terminator(' ')).chain(UNICODE.split_terminator(' '))
        {
            assert!(is_top_level_domain(label.as_bytes()), "{label}");
            assert!(is_top_level_domain(label.to_ascii_uppercase().as_bytes()), "{label}");
        }
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
        for label in ["", "c", "invalid", "localhost", "html", "txt", "c m", "com ", "xn--", "😎", "рфф", "р"] {
            assert!(!is_top_level_domain(label.as_bytes()), "{label}");
        }
        assert!(!is_top_level_domain(b"\xd1"));
        assert!(!is_top_level_domain(&[b'a'; 64]));
    }
}
