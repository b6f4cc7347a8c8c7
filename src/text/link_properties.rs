//! The character properties of UTS #58: what ends a bare URL, which brackets pair, what a mail address is made of.

mod ranges;

use ranges::{BRACKETS, CHANGES};

/// The effect of a character on a bare URL: the property Link_Term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Term {
    /// Belongs to the URL.
    Include,
    /// Ends the URL.
    Hard,
    /// Belongs to the URL before another character that does.
    Soft,
    Open,
    /// Belongs to the URL if it closes the last open bracket.
    Close,
}

/// Link_Term by the low three bits of the properties.
static TERMS: [Term; 8] =
    [Term::Include, Term::Hard, Term::Soft, Term::Open, Term::Close, Term::Hard, Term::Hard, Term::Hard];

/// The bit of Link_Email.
const EMAIL: u8 = 8;

/// The properties of the characters of Latin, Greek, Cyrillic and Hebrew, without a search.
static FIRST: [u8; 0x600] = {
    let mut table = [0; 0x600];
    let (mut c, mut at) = (0, 0);
    while c < 0x600 {
        while CHANGES[at + 1] >> 4 <= c {
            at += 1;
        }
        table[c as usize] = (CHANGES[at] & 15) as u8;
        c += 1;
    }
    table
};

/// The last change at or before the start of each block of 256 code points. Most blocks have no change, and a search in
/// the others is short.
static BLOCKS: [u16; 0x1101] = {
    let mut table = [0; 0x1101];
    let (mut block, mut at) = (0, 0);
    while block < 0x1101 {
        while at + 1 < CHANGES.len() && CHANGES[at + 1] >> 4 <= (block as u32) << 8 {
            at += 1;
        }
        table[block] = at as u16;
        block += 1;
    }
    table
};

#[inline]
pub(crate) fn term(c: char) -> Term {
    TERMS[usize::from(properties(c) & 7)]
}

/// Returns the Link_Email of a character: `true` if it may be in the local part of a mail address.
#[inline]
pub(crate) fn is_email(c: char) -> bool {
    properties(c) & EMAIL != 0
}

/// Returns the opening bracket of a closing one: its Link_Bracket.
#[inline]
pub(crate) fn opening(close: char) -> Option<char> {
    match close {
        ')' => Some('('),
        '>' => Some('<'),
        ']' => Some('['),
        '}' => Some('{'),
        '\0'..='\x7f' => None,
        _ => BRACKETS.binary_search_by_key(&close, |pair| pair.0).ok().map(|at| BRACKETS[at].1),
    }
}

#[inline]
fn properties(c: char) -> u8 {
    FIRST.get(c as usize).copied().unwrap_or_else(|| beyond_first(c as u32))
}

fn beyond_first(c: u32) -> u8 {
    let block = (c >> 8) as usize;
    let (first, last) = (usize::from(BLOCKS[block]), usize::from(BLOCKS[block + 1]));
    let later = CHANGES[first + 1..=last].partition_point(|&change| change >> 4 <= c);
    (CHANGES[first + later] & 15) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_sorted_and_each_is_one() {
        assert_eq!(CHANGES[0] >> 4, 0);
        assert!(CHANGES.windows(2).all(|pair| pair[0] >> 4 < pair[1] >> 4 && pair[0] & 15 != pair[1] & 15));
        assert!(CHANGES.iter().all(|change| change & 7 < 5 && change >> 4 < 0x11_0000));
    }

    #[test]
    fn every_character_is_found_as_a_walk_along_the_changes_finds_it() {
        let mut at = 0;
        for c in '\0'..=char::MAX {
            while CHANGES.get(at + 1).is_some_and(|change| change >> 4 <= c as u32) {
                at += 1;
            }
            assert_eq!(u32::from(properties(c)), CHANGES[at] & 15, "{c:?}");
        }
    }

    #[test]
    fn ascii() {
        for c in '\0'..='\x7f' {
            let expected = match c {
                '!' | '"' | '\'' | ',' | '.' | ':' | ';' | '?' => Term::Soft,
                '(' | '<' | '[' | '{' => Term::Open,
                ')' | '>' | ']' | '}' => Term::Close,
                '\0'..=' ' | '\x7f' => Term::Hard,
                _ => Term::Include,
            };
            assert_eq!(term(c), expected, "{c:?}");
            let email = c.is_ascii_alphanumeric() || "!#$%&'*+-./=?^_`{|}~".contains(c);
            assert_eq!(is_email(c), email, "{c:?}");
        }
    }

    #[test]
    fn beyond() {
        for (c, expected) in [
            ('\u{80}', Term::Hard),
            ('\u{a0}', Term::Hard),
            ('«', Term::Soft),
            ('é', Term::Include),
            ('\u{200b}', Term::Include),
            ('\u{2028}', Term::Hard),
            ('\u{3000}', Term::Hard),
            ('、', Term::Soft),
            ('。', Term::Soft),
            ('「', Term::Open),
            ('」', Term::Close),
            ('東', Term::Include),
            ('가', Term::Include),
            ('\u{e000}', Term::Hard),
            ('！', Term::Soft),
            ('\u{fffe}', Term::Hard),
            ('😎', Term::Include),
            ('\u{10ffff}', Term::Hard),
        ] {
            assert_eq!(term(c), expected, "{c:?}");
        }
        for (c, expected) in [('é', true), ('東', true), ('\u{a0}', false), ('。', false), ('😎', false), ('·', true)]
        {
            assert_eq!(is_email(c), expected, "{c:?}");
        }
    }

    /// The number of characters with each property in LinkTerm.txt and LinkEmail.txt, and the sum of their code points.
    #[test]
    fn as_many_characters_as_in_the_files_have_each_property() {
        let all = |has: &dyn Fn(char) -> bool| {
            let characters = ('\0'..=char::MAX).filter(|&c| has(c));
            characters.fold((0, 0), |(count, sum), c| (count + 1, sum + u64::from(u32::from(c))))
        };
        assert_eq!(all(&|c| term(c) == Term::Include), (159_309, 17_334_902_091));
        assert_eq!(all(&|c| term(c) == Term::Soft), (330, 12_835_574));
        assert_eq!(all(&|c| term(c) == Term::Open), (64, 1_065_406));
        assert_eq!(all(&|c| term(c) == Term::Close), (64, 1_065_475));
        assert_eq!(all(&is_email), (149_240, 16_540_743_721));
    }

    #[test]
    fn brackets_pair_and_are_the_characters_that_open_and_close() {
        assert!(BRACKETS.windows(2).all(|pair| pair[0].0 < pair[1].0));
        for (close, open) in BRACKETS {
            assert_eq!((term(close), term(open), opening(close)), (Term::Close, Term::Open, Some(open)));
            assert_eq!(opening(open), None);
        }
        let closing = ('\0'..=char::MAX).filter(|&c| term(c) == Term::Close).count();
        assert_eq!(closing, BRACKETS.len());
        assert_eq!(opening('」'), Some('「'));
        assert_eq!(opening('a'), None);
    }
}
