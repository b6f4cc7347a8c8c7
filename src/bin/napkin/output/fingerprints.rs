//! A set of strings that keeps sixteen bytes of each.

use std::{
    collections::HashSet,
    hash::{BuildHasher, BuildHasherDefault, Hasher, RandomState},
};

/// Fingerprints of strings: two keyed 64-bit hashes, which outsiders cannot predict. Among a hundred million strings,
/// two share one with a probability below 2^-74.
#[derive(Debug, Default)]
pub struct Fingerprints {
    keys: [RandomState; 2],
    set: HashSet<u128, BuildHasherDefault<AsItIs>>,
}

impl Fingerprints {
    /// Adds a string. Returns `false` if it was in the set.
    pub fn insert(&mut self, text: &str) -> bool {
        let [one, other] = [&self.keys[0], &self.keys[1]].map(|key| key.hash_one(text));
        self.set.insert(u128::from(one) << 64 | u128::from(other))
    }

    pub fn len(&self) -> usize {
        self.set.len()
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u128(&mut self, number: u128) {
        self.0 = number as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_string_is_new_once() {
        let mut known = Fingerprints::default();
        for round in 0..2 {
            for number in 0..10_000 {
                assert_eq!(known.insert(&format!("http://a.example/{number}")), round == 0, "{number}");
            }
        }
        assert_eq!(known.len(), 10_000);
    }
}
