//! Many patterns with wildcards, of which few are tried on a text.

use std::collections::{HashMap, HashSet};

use super::glob::Glob;

/// Up to this many patterns are tried one by one, without keys.
const FEW: usize = 32;

/// The possible lengths of keys, in bytes.
const LENGTHS: [usize; 5] = [16, 8, 4, 2, 1];

/// Patterns by their keys. A key is a part without wildcards, which every match contains.
#[derive(Clone, Debug, Default)]
pub(super) struct Globs {
    globs: Vec<Glob>,
    /// The indices of the patterns with a key.
    by_key: HashMap<Vec<u8>, Vec<usize>>,
    /// The indices of the patterns without one.
    without_key: Vec<usize>,
    /// The [`LENGTHS`] in use.
    has_length: [bool; LENGTHS.len()],
}

impl Globs {
    /// Adds a pattern under its least used key.
    pub(super) fn push(&mut self, glob: Glob) {
        let literal = glob.longest_literal();
        let number = self.globs.len();
        self.globs.push(glob);
        let Some(index) = LENGTHS.iter().position(|&length| length <= literal.len()) else {
            return self.without_key.push(number);
        };
        self.has_length[index] = true;
        let shared_by = |key: &&[u8]| self.by_key.get(*key).map_or(0, Vec::len);
        let key = literal.as_bytes().windows(LENGTHS[index]).min_by_key(shared_by).unwrap_or_default();
        self.by_key.entry(key.to_vec()).or_default().push(number);
    }

    pub(super) fn len(&self) -> usize {
        self.globs.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.globs.is_empty()
    }

    /// Returns `true` if `matches` holds for a pattern. It is called for every pattern that may match the text.
    pub(super) fn has_any(&self, text: &str, matches: impl Fn(&Glob) -> bool) -> bool {
        if self.globs.len() <= FEW {
            return self.globs.iter().any(matches);
        }
        let any = |numbers: &[usize]| numbers.iter().any(|&number| matches(&self.globs[number]));
        let lengths = LENGTHS.iter().zip(self.has_length).filter(|(_, is_there)| *is_there).map(|(&length, _)| length);
        let mut keys = lengths.flat_map(|length| text.as_bytes().windows(length));
        // A key that stands in the text again has the same patterns.
        let mut seen = HashSet::new();
        let is_any_of =
            |key| self.by_key.get_key_value(key).is_some_and(|(key, numbers)| seen.insert(key) && any(numbers));
        any(&self.without_key) || keys.any(is_any_of)
    }
}

impl FromIterator<Glob> for Globs {
    fn from_iter<G: IntoIterator<Item = Glob>>(globs: G) -> Globs {
        let mut set = Globs::default();
        globs.into_iter().for_each(|glob| set.push(glob));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns distinct random words over a few letters, the same on each run.
    fn words(letters: &[u8], count: usize, longest: usize) -> Vec<String> {
        let mut number = 1_u32;
        let mut below = |bound: usize| {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (number >> 8) as usize % bound
        };
        let mut word = || (0..=below(longest)).map(|_| char::from(letters[below(letters.len())])).collect();
        (0..count).map(|_| word()).collect()
    }

    #[test]
    fn they_match_what_one_of_them_matches() {
        let patterns = words(b"abcdefgh.*?", 300, 40);
        let texts = words(b"abcdefgh.", 300, 40);
        for count in [0, 1, FEW, FEW + 1, 300] {
            let globs: Vec<Glob> = patterns[..count].iter().map(|pattern| Glob::new(pattern)).collect();
            let set: Globs = globs.iter().cloned().collect();
            // Texts that nothing was written for, and some that each pattern was.
            let written = patterns
                .iter()
                .flat_map(|pattern| ["", "a", "a.b"].map(|some| pattern.replace('*', some).replace('?', "h")));
            for text in texts.iter().cloned().chain(written) {
                let expected = globs.iter().any(|glob| glob.matches(&text));
                assert_eq!(set.has_any(&text, |glob| glob.matches(&text)), expected, "{count}: {text}");
            }
        }
    }

    #[test]
    fn few_of_many_are_tried() {
        let globs: Globs = (0..20_000).map(|number| Glob::new(&format!("*.shop{number}.*"))).collect();
        let tried = std::cell::Cell::new(0);
        let text = "www.shop17000.example";
        let matches = |glob: &Glob| {
            tried.set(tried.get() + 1);
            glob.matches(text)
        };
        assert!(globs.has_any(text, matches));
        assert!(tried.get() < 100, "{} tried", tried.get());

        tried.set(0);
        let globs: Globs = (0..99).map(|number| Glob::new(&format!("**aaa*{number}"))).collect();
        let text = "a".repeat(1000);
        assert!(!globs.has_any(&text, |_| {
            tried.set(tried.get() + 1);
            false
        }));
        assert_eq!(tried.get(), 99);
    }
}
