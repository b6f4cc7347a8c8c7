//! A set of lower-case ASCII words that answers at once for most words that are not in it.

use std::cmp::Ordering;

/// Makes an array of the words of a text: `words!("a b")` is `["a", "b"]`.
macro_rules! words {
    ($text:literal) => {{
        const WORDS: [&str; $crate::text::words::count($text)] = $crate::text::words::split($text);
        &WORDS
    }};
}

pub(crate) use words;

pub(crate) const fn count(text: &str) -> usize {
    let (mut count, mut at) = (1, 0);
    while at < text.len() {
        count += (text.as_bytes()[at] == b' ') as usize;
        at += 1;
    }
    count
}

pub(crate) const fn split<const COUNT: usize>(mut text: &'static str) -> [&'static str; COUNT] {
    let (mut words, mut index) = ([""; COUNT], 0);
    while index < COUNT {
        let mut end = 0;
        while end < text.len() && text.as_bytes()[end] != b' ' {
            end += 1;
        }
        let (word, rest) = text.split_at(end);
        words[index] = word;
        text = if rest.is_empty() { rest } else { rest.split_at(1).1 };
        index += 1;
    }
    words
}

/// Returns the bytes of words with zeros behind them. A program has no addresses to compute for them when it starts.
pub(crate) const fn padded<const SIZE: usize, const COUNT: usize>(words: &[&str]) -> [[u8; SIZE]; COUNT] {
    let (mut bytes, mut index) = ([[0; SIZE]; COUNT], 0);
    while index < COUNT {
        bytes[index].split_at_mut(words[index].len()).0.copy_from_slice(words[index].as_bytes());
        index += 1;
    }
    bytes
}

/// Words of at least two bytes that begin with a letter. The generated tables list them by length, each followed by a
/// space, sorted.
pub(crate) struct Words<const LENGTHS: usize> {
    by_length: &'static [&'static str; LENGTHS],
    starts: Starts<LENGTHS>,
    /// The last bytes for each length and first byte, as in [`Starts`].
    lasts: [[u32; 32]; LENGTHS],
    /// For each length, the number of words that begin with an earlier letter.
    before: [[u16; LETTERS + 1]; LENGTHS],
}

const LETTERS: usize = 26;

/// The lengths and first bytes of words, which rule out most other words.
pub(crate) struct Starts<const LENGTHS: usize> {
    /// The second bytes for each length and first byte, a bit for each. Only the low five bits of a byte count, which
    /// ignores letter case. A closer check rules out the few collisions.
    seconds: [[u32; 32]; LENGTHS],
}

impl<const LENGTHS: usize> Starts<LENGTHS> {
    pub(crate) const fn none() -> Starts<LENGTHS> {
        Starts { seconds: [[0; 32]; LENGTHS] }
    }

    /// Adds a word of at least two bytes.
    pub(crate) const fn with(mut self, word: &[u8]) -> Starts<LENGTHS> {
        self.seconds[word.len()][(word[0] & 31) as usize] |= 1 << (word[1] & 31);
        self
    }

    /// Returns `true` if a word of this length may begin with these two bytes.
    #[inline]
    pub(crate) fn may_contain(&self, word: &[u8]) -> bool {
        match (word, self.seconds.get(word.len())) {
            ([first, second, ..], Some(seconds)) => seconds[usize::from(first & 31)] >> (second & 31) & 1 != 0,
            _ => false,
        }
    }
}

/// The last bytes of words, which rule out most others before their start is known.
pub(crate) struct Ends {
    /// The bytes before each last byte, a bit for each, by their low five bits as in [`Starts`].
    before_last: [u32; 32],
}

impl Ends {
    pub(crate) const fn none() -> Ends {
        Ends { before_last: [0; 32] }
    }

    /// Adds a word of at least two bytes.
    pub(crate) const fn with(mut self, word: &[u8]) -> Ends {
        self.before_last[(word[word.len() - 1] & 31) as usize] |= 1 << (word[word.len() - 2] & 31);
        self
    }

    #[inline]
    pub(crate) fn may_end(&self, bytes: &[u8]) -> bool {
        matches!(bytes, [.., before, last] if self.before_last[usize::from(last & 31)] >> (before & 31) & 1 != 0)
    }
}

impl<const LENGTHS: usize> Words<LENGTHS> {
    pub(crate) const fn new(by_length: &'static [&'static str; LENGTHS]) -> Words<LENGTHS> {
        assert!(by_length[0].is_empty() && by_length[1].is_empty());
        let mut starts = Starts::none();
        let mut lasts = [[0; 32]; LENGTHS];
        let mut before = [[0; LETTERS + 1]; LENGTHS];
        let mut length = 2;
        while length < LENGTHS {
            let words = by_length[length].as_bytes();
            let mut at = 0;
            while at < words.len() {
                let word = words.split_at(at).1.split_at(length).0;
                assert!(word[0].is_ascii_lowercase());
                starts = starts.with(word);
                lasts[length][(word[0] & 31) as usize] |= 1 << (word[length - 1] & 31);
                before[length][(word[0] - b'a') as usize + 1] += 1;
                at += length + 1;
            }
            let mut letter = 0;
            while letter < LETTERS {
                before[length][letter + 1] += before[length][letter];
                letter += 1;
            }
            length += 1;
        }
        Words { by_length, starts, lasts, before }
    }

    /// Returns `true` if the set has the word, in any letter case.
    #[inline]
    pub(crate) fn contains(&self, word: &[u8]) -> bool {
        self.may_contain(word) && self.may_end_word(word) && self.search(word)
    }

    /// Returns `true` if a word of this length may begin and end like this one.
    #[inline]
    fn may_end_word(&self, word: &[u8]) -> bool {
        let (first, last) = (word[0], word[word.len() - 1]);
        self.lasts[word.len()][usize::from(first & 31)] >> (last & 31) & 1 != 0
    }

    /// Returns `true` if a word of this length may begin with these two bytes.
    #[inline]
    pub(crate) fn may_contain(&self, word: &[u8]) -> bool {
        self.starts.may_contain(word)
    }

    /// A binary search in the words with the same first letter. Most words are short enough to be compared as numbers.
    fn search(&self, word: &[u8]) -> bool {
        let words = self.by_length[word.len()].as_bytes();
        let stride = word.len() + 1;
        let letter = usize::from(word[0].to_ascii_lowercase().wrapping_sub(b'a'));
        let [low, high] = self.before[word.len()].get(letter..letter + 2).unwrap_or(&[0; 2]) else { return false };
        let (mut low, mut high) = (usize::from(*low), usize::from(*high));
        let key = word_key(word);
        while low < high {
            let middle = low.midpoint(high);
            let known = &words[middle * stride..];
            let order = match known_key(known, word.len()).cmp(&key) {
                Ordering::Equal if word.len() > WORD_KEY => lower_rest(&known[..word.len()]).cmp(lower_rest(word)),
                order => order,
            };
            match order {
                Ordering::Less => low = middle + 1,
                Ordering::Equal => return true,
                Ordering::Greater => high = middle,
            }
        }
        false
    }
}

/// The bytes of a key.
pub(crate) const WORD_KEY: usize = size_of::<u64>();

/// Returns the first bytes in lower case, as a number that sorts like the word among words of its length.
#[inline]
pub(crate) const fn word_key(word: &[u8]) -> u64 {
    let mut key = 0;
    let mut at = 0;
    while at < word.len() && at < WORD_KEY {
        key = key << 8 | word[at].to_ascii_lowercase() as u64;
        at += 1;
    }
    key
}

/// Returns the key of the first word of this length in `words`, which is in lower case.
#[inline]
fn known_key(words: &[u8], length: usize) -> u64 {
    match words.first_chunk() {
        Some(&key) => u64::from_be_bytes(key) >> (8 * WORD_KEY.saturating_sub(length)),
        None => word_key(&words[..length]),
    }
}

/// Returns the bytes that are not in the key.
fn lower_rest(word: &[u8]) -> impl Iterator<Item = u8> {
    word.iter().skip(WORD_KEY).map(u8::to_ascii_lowercase)
}

#[cfg(test)]
impl<const LENGTHS: usize> Words<LENGTHS> {
    pub(crate) fn iter(&self) -> impl Iterator<Item = &'static str> {
        self.by_length.iter().flat_map(|words| words.split_terminator(' '))
    }

    /// Checks the order of the words, and that each is found, also in capitals.
    pub(crate) fn check(&self) {
        for (length, words) in self.by_length.iter().enumerate() {
            let words: Vec<&str> = words.split_terminator(' ').collect();
            assert!(words.iter().all(|word| word.len() == length), "{length}");
            assert!(words.is_sorted_by(|a, b| a < b), "{length}");
        }
        assert!(!self.by_length[LENGTHS - 1].is_empty());
        for word in self.iter() {
            assert!(self.contains(word.as_bytes()), "{word}");
            assert!(self.contains(word.to_ascii_uppercase().as_bytes()), "{word}");
            assert!(!self.contains(format!("{word}\0").as_bytes()), "{word}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEW: Words<5> = Words::new(&["", "", "ab cd ", "abc ", "a-b2 abcd "]);

    #[test]
    fn a_text_is_split_at_its_spaces() {
        assert_eq!(words!("a bc é"), &["a", "bc", "é"]);
        assert_eq!(words!("a"), &["a"]);
        assert_eq!(padded(words!("a bc")), [*b"a\0\0", *b"bc\0"]);
    }

    #[test]
    fn in_and_out() {
        FEW.check();
        assert_eq!(FEW.iter().count(), 5);
        for word in ["", "a", "ac", "cb", "a-c2", "A\rB2", "abcde", "ab ", "b cd"] {
            assert!(!FEW.contains(word.as_bytes()), "{word}");
        }
    }
}
