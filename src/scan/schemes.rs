//! The schemes there are: which word before a colon begins a URL, and which needs no `//` to do so.

mod names;

use names::BY_LENGTH;

/// The bytes of the longest known scheme: further back from a colon none needs to be looked for.
pub(crate) const LONGEST: usize = BY_LENGTH.len() - 1;

/// The known schemes that take no `//`, and whose rules prove what follows the colon. `javascript` and its like are
/// never among them.
static OPAQUE: [&str; 18] = [
    "acct", "bitcoin", "cid", "data", "doi", "geo", "info", "magnet", "mailto", "mid", "news", "sip", "sips", "sms",
    "tag", "tel", "urn", "xmpp",
];

/// Which second letters are known after a length and a first letter, one bit each. A byte is taken by its low five
/// bits: that folds letter case, and the few other bytes that fall together are told apart by the search.
static SECOND: [[u32; 32]; BY_LENGTH.len()] = {
    let mut table = [[0; 32]; BY_LENGTH.len()];
    let mut length = 2;
    while length < BY_LENGTH.len() {
        let names = BY_LENGTH[length].as_bytes();
        let mut at = 0;
        while at < names.len() {
            table[length][(names[at] & 31) as usize] |= 1 << (names[at + 1] & 31);
            at += length + 1;
        }
        length += 1;
    }
    table
};

/// Whether it is a known scheme, in any letter case.
#[inline]
pub(crate) fn is_known(scheme: &[u8]) -> bool {
    match (scheme, SECOND.get(scheme.len())) {
        ([first, second, ..], Some(table)) => {
            table[usize::from(first & 31)] >> (second & 31) & 1 != 0 && is_listed(scheme)
        }
        _ => false,
    }
}

fn is_listed(scheme: &[u8]) -> bool {
    let mut buffer = [0; LONGEST];
    let lower = &mut buffer[..scheme.len()];
    lower.copy_from_slice(scheme);
    lower.make_ascii_lowercase();
    let same_length = BY_LENGTH[scheme.len()].as_bytes();
    let stride = scheme.len() + 1;
    let (mut low, mut high) = (0, same_length.len() / stride);
    while low < high {
        let middle = low.midpoint(high);
        match same_length[middle * stride..][..scheme.len()].cmp(lower) {
            std::cmp::Ordering::Less => low = middle + 1,
            std::cmp::Ordering::Equal => return true,
            std::cmp::Ordering::Greater => high = middle,
        }
    }
    false
}

/// Whether it is a known scheme that takes no `//`, in any letter case: `mailto`, `urn`.
#[inline]
pub(crate) fn is_opaque(scheme: &[u8]) -> bool {
    OPAQUE.iter().any(|known| known.as_bytes().eq_ignore_ascii_case(scheme))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> impl Iterator<Item = &'static str> {
        BY_LENGTH.iter().flat_map(|names| names.split_terminator(' '))
    }

    #[test]
    fn tables_are_sorted_and_of_one_length_each() {
        for (length, same_length) in BY_LENGTH.iter().enumerate() {
            let names: Vec<&str> = same_length.split_terminator(' ').collect();
            assert!(names.iter().all(|name| name.len() == length), "{length}");
            assert!(names.is_sorted_by(|a, b| a < b), "{length}");
        }
        assert!(BY_LENGTH[0].is_empty() && BY_LENGTH[1].is_empty() && !BY_LENGTH[LONGEST].is_empty());
        assert!(OPAQUE.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn each_name_is_found() {
        for name in names() {
            assert!(is_known(name.as_bytes()), "{name}");
            assert!(is_known(name.to_ascii_uppercase().as_bytes()), "{name}");
            assert!(!is_known(format!("{name}\0").as_bytes()), "{name}");
        }
        assert!(OPAQUE.iter().all(|name| is_known(name.as_bytes())));
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
    fn most_words_are_settled_by_length_and_two_letters() {
        let words = "said note example following subject date received content type version reason warning from here \
                     error this these answer question summary result usage returns see also below status reply";
        let passed = |word: &&str| {
            SECOND[word.len()][usize::from(word.as_bytes()[0] & 31)] >> (word.as_bytes()[1] & 31) & 1 != 0
        };
        let count = words.split_whitespace().count();
        assert!(words.split_whitespace().filter(passed).count() * 3 <= count);
    }

    #[test]
    fn opaque() {
        assert!(is_opaque(b"mailto") && is_opaque(b"URN") && is_opaque(b"news"));
        assert!(!is_opaque(b"http") && !is_opaque(b"nntp") && !is_opaque(b"javascript") && !is_opaque(b""));
    }
}
