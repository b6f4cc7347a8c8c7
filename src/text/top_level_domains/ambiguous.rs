//! The top-level domains that end other names more often than those of hosts: of files, and of the members of programs'
//! objects. They were counted in sources, change logs and manuals.

use crate::text::words::{Starts, padded, words};

/// The other meaning of a name under a top-level domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ambiguity {
    /// A file: `README.md`.
    File,
    /// A member: `row.id`.
    Member,
    /// None, unless it looks like code.
    None,
    /// No reachable host (RFC 6761).
    Special,
    /// None. A well-known domain.
    Known,
}

const FILE: &[&str] =
    words!("ac ads am cab cc cf do in inc java la md mk ml mo mov pl pm ps pub py rs sc sh so tf vi zip");

const MEMBER: &[&str] = words!(
    "abc as author auto bar best black blue box build business call case center channel circle claims codes \
     compare contact country cx data date day degree delta directory discover dot download events exchange express \
     fail family fast final fire fit foo free fun global gold graphics green group gt help here host id int jobs \
     like limited link ls lt man map media menu mp name ne network new next now omega one open page parts pid pin \
     ping place plus post prime prod productions properties property protection read red repair report rest review \
     rich room run safe safety save schule search secure seek select services shell show space ss star storage \
     store stream style support systems tab target tk today tools total tz watch win windows work works zero zone"
);

const SPECIAL: &[&str] = words!("alt example internal invalid local localhost test");

const KNOWN: &[&str] = words!("arpa com edu gov mil net org");

/// Longer than all of them.
const LENGTHS: usize = 16;

static FILES: [[u8; LENGTHS]; FILE.len()] = padded(FILE);
static MEMBERS: [[u8; LENGTHS]; MEMBER.len()] = padded(MEMBER);
static SPECIALS: [[u8; LENGTHS]; SPECIAL.len()] = padded(SPECIAL);

/// The starts of the labels in all lists.
static STARTS: Starts<LENGTHS> = {
    let lists = [FILE, MEMBER, SPECIAL, KNOWN];
    let mut starts = Starts::none();
    let mut list = 0;
    while list < lists.len() {
        let mut name = 0;
        while name < lists[list].len() {
            starts = starts.with(lists[list][name].as_bytes());
            name += 1;
        }
        list += 1;
    }
    starts
};

pub(crate) fn ambiguity(label: &[u8]) -> Ambiguity {
    match label {
        // Most are one of these.
        b"com" | b"org" | b"net" => return Ambiguity::Known,
        label if !STARTS.may_contain(label) => return Ambiguity::None,
        _ => {}
    }
    let mut lower = [0; LENGTHS];
    lower[..label.len()].copy_from_slice(label);
    lower.make_ascii_lowercase();
    let has = |list: &[[u8; LENGTHS]]| list.binary_search(&lower).is_ok();
    if KNOWN.iter().any(|name| name.as_bytes() == &lower[..label.len()]) {
        Ambiguity::Known
    } else if has(&FILES) {
        Ambiguity::File
    } else if has(&MEMBERS) {
        Ambiguity::Member
    } else if has(&SPECIALS) {
        Ambiguity::Special
    } else {
        Ambiguity::None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::top_level_domains::is_top_level_domain;

    #[test]
    fn the_lists_are_sorted_and_of_top_level_domains() {
        for list in [FILE, MEMBER, SPECIAL, KNOWN] {
            assert!(list.is_sorted_by(|a, b| a < b), "{list:?}");
        }
        for name in [FILE, MEMBER, KNOWN].concat() {
            assert!(is_top_level_domain(name.as_bytes()), "{name}");
        }
    }

    #[test]
    fn in_any_letter_case() {
        assert_eq!(ambiguity(b"MD"), Ambiguity::File);
        assert_eq!(ambiguity(b"Name"), Ambiguity::Member);
        assert_eq!(ambiguity(b"org"), Ambiguity::Known);
        assert_eq!(ambiguity(b"chat"), Ambiguity::None);
        assert_eq!(ambiguity("рф".as_bytes()), Ambiguity::None);
    }
}
